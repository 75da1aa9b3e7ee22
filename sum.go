package grundy

// Components erase the types of games, so that positions of any games stand in one sum. A sum of
// no components is a position without a move: see [Sum].

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Component is a position of some game, the game's type erased, so that
// positions of different games can stand in one sum. [Place] makes one.
// Its methods mirror [Game] and the capabilities; the results that end in ok
// are false where the game lacks the capability or it does not reach the
// position.
type Component interface {
	// String returns the position as the grammar of positions writes it.
	String() string
	// AppendText appends the same.
	AppendText(dst []byte) []byte
	// Identity returns what tells the component from all others: its game and its
	// text. GameID returns the game's half of it at no cost.
	Identity() Identity
	GameID() GameID

	AppendOptions(dst []Component) []Component
	CountOptions() (count uint64, ok bool)
	CountPositions() (count uint64, ok bool)
	Measure(m Measure) (measure uint64, method string, ok bool)
	PlanLearning(m Measure) (Learning, bool)
	FindOptions(m Measure, lo, hi uint64) (Found[Component], bool)
	PlanTable(m Measure) (Plan[Component], bool)
	PlanLoopy() (LoopyPlan[Component], bool)
	// Ending returns how the play as a whole ends at the position, and whether the game
	// is an [Ender] that may end it so.
	Ending() (ending Ending, may bool)
	// Entailed reports whether the player to move must move in the component, and whether the game is
	// an [Entailer] that may have such positions.
	Entailed() (entailed, may bool)
	// IsDecisive reports whether rules that end the play as a whole never end it by a draw. It
	// says nothing of games without an [Ender].
	IsDecisive() bool
	// DescribeMove returns the move to the option q in words, or "".
	DescribeMove(q Component) string
	// Split returns positions whose disjunctive sum is the component, or the component
	// alone where its game is not a [Splitter]. Splits reports whether it is one.
	Split() []Component
	Splits() bool
	// Ranks returns the ranks of what can be reached. NewMoves is not nil.
	Ranks() (Ranks[Component], bool)
	// Scene returns what the position looks like; ok is false where only its text says it.
	Scene() (s Scene, ok bool, err error)
	// ReadValue says how the nim-value can be read off the scene. The result is false where
	// the game cannot say.
	ReadValue() (r Reading, ok bool)
	// IsStarter reports whether the game is a [Starter], whose rules may fail. AtRest
	// returns the component as a position of its game itself, out of a run.
	IsStarter() bool
	AtRest() Component
	// Game returns the game and Position the position, as given to Place, also in
	// a run of the game (see [Start]).
	Game() any
	Position() any

	hasGame(is func(game any) bool) bool
	inner() (in Component, plays bool)
	around(in Component) Component
	moveTo(other Component) Component
	packInto(packed packing) bool
	start(now *starting) Component
}

// Place makes position p of game g a component of sums. It panics if g lacks
// the capability [Notation], without which positions cannot be told apart.
func Place[P any](g Game[P], p P) Component {
	notation, ok := g.(Notation[P])
	if !ok {
		panic(fmt.Sprintf("grundy: Place: %T does not write its positions (grundy.Notation)", g))
	}
	return at(&place{rules: &typed[P]{g, notation}, game: g, id: gameIDOf(g)}, p)
}

// A place is what all components share that are reached from one of them.
type place struct {
	rules rules
	game  any
	id    GameID
	rest  *place // in a run of the game: the same out of it
}

// placed is the only type of components. It knows positions by pointers, and only their rules know
// the type.
type placed struct {
	*place
	position pointer
}

func (c *placed) String() string               { return string(c.AppendText(nil)) }
func (c *placed) AppendText(dst []byte) []byte { return c.rules.appendPosition(dst, c.position) }
func (c *placed) Game() any                    { return c.atRest().game }
func (c *placed) Position() any                { return c.rules.positionAt(c.position) }

func (c *placed) AppendOptions(dst []Component) []Component { return c.rules.appendOptions(dst, c) }

func (c *placed) CountOptions() (uint64, bool) {
	if count, has := c.rules.countOptions(c.position); has {
		return count, true
	}
	if in, plays := c.inner(); plays {
		return in.CountOptions()
	}
	return 0, false
}

func (c *placed) CountPositions() (uint64, bool) {
	if count, has := c.rules.countPositions(c.position); has {
		return count, true
	}
	if in, plays := c.inner(); plays {
		return in.CountPositions()
	}
	return 0, false
}

func (c *placed) Measure(m Measure) (uint64, string, bool) {
	if measure, method, ok := c.rules.measure(m, c.position); ok {
		return measure, method, true
	}
	if in, plays := c.inner(); plays {
		return in.Measure(m)
	}
	return 0, "", false
}

func (c *placed) PlanLearning(m Measure) (Learning, bool) {
	if plan, ok, has := c.rules.planLearning(m, c.position); has {
		return plan, ok
	}
	if in, plays := c.inner(); plays {
		return in.PlanLearning(m)
	}
	return Learning{}, false
}

func (c *placed) FindOptions(m Measure, lo, hi uint64) (Found[Component], bool) {
	if found, ok := c.rules.findOptions(m, c, lo, hi); ok {
		return found, true
	}
	if in, plays := c.inner(); plays {
		if found, ok := in.FindOptions(m, lo, hi); ok {
			return recastFound(c.wrapping(), found), true
		}
	}
	return Found[Component]{}, false
}

func (c *placed) PlanTable(m Measure) (Plan[Component], bool) {
	if plan, ok, has := c.rules.planTable(m, c); has {
		return plan, ok
	}
	if in, plays := c.inner(); plays {
		plan, ok := in.PlanTable(m)
		return recastPlan(c.wrapping(), plan), ok
	}
	return Plan[Component]{}, false
}

func (c *placed) PlanLoopy() (LoopyPlan[Component], bool) {
	if plan, ok, has := c.rules.planLoopy(c); has {
		return plan, ok
	}
	in, plays := c.inner()
	if in == nil {
		return LoopyPlan[Component]{}, false
	}
	plan, ok := in.PlanLoopy()
	if !plays { // its values are others than those of the inner position
		return LoopyPlan[Component]{}, ok
	}
	return recastLoopyPlan(c.wrapping(), plan), ok
}

func (c *placed) Ranks() (Ranks[Component], bool) {
	if r, ok, has := c.rules.planRanks(c); has {
		return r, ok
	}
	if in, plays := c.inner(); plays {
		r, ok := in.Ranks()
		return recastRanks(c.wrapping(), r), ok
	}
	return Ranks[Component]{}, false
}

func (c *placed) DescribeMove(q Component) string {
	if words, has := c.rules.describeMove(c.position, q.(*placed).position); has {
		return words
	}
	if in, plays := c.inner(); plays {
		return in.DescribeMove(innerOf(q))
	}
	return ""
}

func (c *placed) Scene() (s Scene, ok bool, err error) {
	if s, has, err := c.rules.scene(c.position); has {
		return s, true, err
	}
	if in, _ := c.inner(); in != nil {
		return in.Scene()
	}
	return Scene{}, false, nil
}

func (c *placed) ReadValue() (r Reading, ok bool) { return c.rules.readValue(c.position) }

// NumberOfOptions returns the number of options of c. They are listed where the game cannot count them.
func NumberOfOptions(c Component) uint64 {
	if n, ok := c.CountOptions(); ok {
		return n
	}
	return uint64(len(c.AppendOptions(nil)))
}

// HasEnded reports whether c has no option.
func HasEnded(c Component) bool {
	if count, ok := c.CountOptions(); ok {
		return count == 0
	}
	if v, _, ok := c.Measure(ByOutcome); ok && v > 0 {
		return false // there may be too many to list
	}
	return len(c.AppendOptions(nil)) == 0
}

// A Term is a number of equal components of a sum.
type Term struct {
	Copies    uint64 // at least 1
	Component Component
}

// A Sum is many games played at once. How a player may move in it (in one
// component, in all, …) is the compound's matter, not the sum's.
//
// The sum of no components is a position without a move, in every compound: P in normal
// play and N in misère play, of nim-value 0, and over at once. It is what is left where all
// parts have ended. It has no text of its own: where people write positions, an empty text is
// refused, since it is more often a forgotten argument, and *0, which is nim(0), says the same.
type Sum []Term

// SumOf returns the sum of the components, one copy each.
func SumOf(components ...Component) Sum {
	sum := make(Sum, len(components))
	for i, c := range components {
		sum[i] = Term{1, c}
	}
	return sum
}

// Components returns the components of the sum, copies one by one.
func (s Sum) Components() []Component {
	components, _ := s.ComponentsUpTo(math.MaxInt)
	return components
}

// ComponentsUpTo returns the same, if there are no more than most.
func (s Sum) ComponentsUpTo(most int) (components []Component, ok bool) {
	for _, t := range s {
		if t.Copies > uint64(most-len(components)) {
			return nil, false
		}
		components = append(components, slices.Repeat([]Component{t.Component}, int(t.Copies))...)
	}
	return components, true
}

// String returns the sum as the grammar of positions writes it.
func (s Sum) String() string {
	var b strings.Builder
	for i, t := range s {
		if i > 0 {
			b.WriteString(" + ")
		}
		if t.Copies != 1 {
			fmt.Fprintf(&b, "%d*", t.Copies)
		}
		b.Write(t.Component.AppendText(nil))
	}
	return b.String()
}
