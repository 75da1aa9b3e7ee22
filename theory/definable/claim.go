package definable

// A claim about a game is proved or refused, and a refusal names a position.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy/theory/automata"
)

// A Property of positions, for which automata are claimed.
type Property uint8

const (
	// POutcome: which positions are P.
	POutcome Property = iota
	// NimValue: the nim-value. In misère play, where it says nothing of sums, it is 1
	// without options.
	NimValue
	// Remoteness: the number of moves of a game in which the winner hurries and the loser
	// stalls.
	Remoteness
)

// String returns the property in words: "nim-value".
func (o Property) String() string { return [...]string{"outcome", "nim-value", "remoteness"}[o] }

// A Claim says which automata describe a property of all positions.
type Claim struct {
	Game   string // its name, for the statement
	Of     Property
	Misere bool
	// Sets are automata over the coordinates: of POutcome one, of the P-positions; else
	// the positions with the number 0, those with 1, and so on. Each position has one, or,
	// if the claim is Partial, has a nim-value that is none of these numbers.
	Sets    []*automata.Automaton
	Partial bool
	// Relation of positions and numbers, in place of Sets: an automaton over the
	// coordinates and the track Value.
	Relation *automata.Automaton
	Value    string
	// Weighed says that Value is not the nim-value v itself but the weight of place v in the
	// system, which is 2^v in base 2. So automata say what grows as a logarithm does.
	Weighed bool
}

// Says returns the formula "a position has the value v" as the claim has it, or, of POutcome, "it is
// P". If the claim is Weighed, v is the weight of the value. Terms has one for each coordinate. The name stands for the claim where the formula is printed;
// "" for that of the proof, which is P, G for nim-values and R for remoteness.
func (c *Claim) Says(name string, terms map[string]automata.Term, v automata.Term) automata.Formula {
	name = cmp.Or(name, c.letter())
	if c.Relation != nil {
		terms = maps.Clone(terms)
		terms[c.Value] = v
		return in(name, c.Relation, terms)
	} else if c.Of == POutcome {
		return in(name, c.Sets[0], terms)
	}
	var any []automata.Formula
	for n, set := range c.Sets {
		any = append(any, automata.And(automata.Equal(v, automata.C(int64(n))), in(fmt.Sprint(name, n), set, terms)))
	}
	return automata.Or(any...)
}

// letter is the name of the claim in the formulas of a proof.
func (c *Claim) letter() string { return [...]string{"P", "G", "R"}[c.Of] }

// A Theorem is a claim that has been proved.
type Theorem struct {
	Claim     Claim            `json:"-"`
	System    *automata.System `json:"-"`
	Moves     Moves            `json:"-"` // with the bounds that the theorem needs
	Statement string           `json:"statement"`
	Positions string           `json:"positions"`         // for which it holds: "x, y >= 0"
	Dropped   []string         `json:"dropped,omitempty"` // bounds from above that it does not need
	Measure   string           `json:"measure"`           // what every move lowers
	Steps     []Step           `json:"steps"`
	Candidate []int            `json:"candidate"` // states of the claim's automata
	Largest   uint64           `json:"largest"`   // states of the largest automaton of the proof, before it was minimised
	Time      time.Duration    `json:"nanoseconds"`
}

// A Step of a proof is a formula that the machine found true of all natural numbers.
type Step struct {
	Says    string `json:"says"`
	Formula string `json:"formula"` // arguments of sets stand in the order of the coordinates
	States  uint64 `json:"states"`  // of the largest automaton that was new, before it was minimised
}

// Formula returns the formulas of the proof, as [automata.Parse] reads them, except for the arguments
// of sets: they stand in the order of the coordinates.
func (t *Theorem) Formula() string {
	var all []string
	for _, s := range t.Steps {
		all = append(all, s.Formula)
	}
	return strings.Join(all, "\n")
}

// A Refusal says why nothing is proved.
type Refusal struct {
	Says string // "(3, 5) is claimed to be P, but a move leads to (1, 2), which is claimed to be P"
	// Point is a position where it fails, if there is one, with the fewest digits: a
	// number for each coordinate.
	Point []*big.Int
	// Value is the number claimed there, if a number is wrong.
	Value *big.Int
	// Where is the move that shows it, and Option where it leads, if a move does.
	Where  string
	Option []*big.Int

	bounds bool // a bound from above may help
}

func (r *Refusal) Error() string { return r.Says }

// tuple writes a position as it stands in sentences.
func tuple(p []*big.Int) string {
	if len(p) == 1 {
		return p[0].String()
	}
	var b strings.Builder
	for i, n := range p {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(n.String())
	}
	return "(" + b.String() + ")"
}

// check returns what is wrong with the form of the claim.
func (c *Claim) check(m *Moves) error {
	tracks := slices.Sorted(slices.Values(m.Coordinates))
	if len(tracks) == 0 || len(slices.Compact(slices.Clone(tracks))) != len(m.Coordinates) {
		return fmt.Errorf("the coordinates %q are none, or two are the same", m.Coordinates)
	}
	sets := c.Sets
	switch {
	case c.Relation != nil:
		if c.Of == POutcome || c.Of != NimValue && c.Weighed || len(sets) > 0 || slices.Contains(tracks, c.Value) {
			return fmt.Errorf("a relation claims nim-values or remoteness, without sets, on a track of its own, not %q; weights of places are claimed for nim-values", c.Value)
		}
		sets, tracks = []*automata.Automaton{c.Relation}, slices.Sorted(slices.Values(append(tracks, c.Value)))
	case c.Weighed:
		return errors.New("weights of places are claimed without a relation")
	case len(sets) == 0 || c.Of == POutcome && len(sets) != 1 || c.Of == Remoteness && c.Partial:
		return fmt.Errorf("%d automata are claimed for %s", len(sets), c.Of)
	}
	for i, a := range sets {
		if !slices.Equal(a.Tracks(), tracks) {
			return fmt.Errorf("automaton %d has the tracks %q, not %q", i, a.Tracks(), tracks)
		}
	}
	return nil
}
