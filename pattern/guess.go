package pattern

// A guess goes from a game to its pattern.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A Question asks for the pattern of a game.
type Question struct {
	Game   position.Game
	Of     []Kind // which tables to look at, in order; none for nim-values, then outcomes
	Misere bool
	Budget solve.Budget
	// Box is the last number along each coordinate of the one table from which the pattern is
	// learned, at most that of [MostBox]. Digits is how many digits numbers have, at most, in the
	// table with which automata are compared that are learned by questions. 0 is for what suffices;
	// Box goes before Digits.
	Box, Digits int
}

// MostBox returns the last number that a box with some coordinates may have along each.
func MostBox(axes int) int {
	for n := side(mostTable, axes); ; n-- {
		cells := 1
		for range axes {
			cells *= n
		}
		if cells <= mostTable {
			return n - 1
		}
	}
}

// MostDigits returns how many binary digits numbers in a box may have.
func MostDigits(axes int) int { return bits.Len(uint(MostBox(axes)+1)) - 1 }

// levels are how often a table grows before the search for automata ends.
const levels = 3

// firstCells are the cells of the first table, by the number of coordinates: more coordinates
// need more cells for the same number of digits each. Each later one has farCells times as many
// new cells, and is the check of the one before.
var firstCells = []int{1: 400, 2: 42 * 42, 3: 15 * 15 * 15, 4: 9 * 9 * 9 * 9}

// cells returns the number of cells of the table of a level.
func (s *source) cells(level int) int {
	cells := firstCells[min(len(s.axes), len(firstCells)-1)]
	for range s.grown(level) {
		cells *= 1 + farCells
	}
	return cells
}

// cells returns the number of cells of the table of a level, or those of the box that is asked for.
func (h *hunt) cells(level int) int {
	if h.question.Box == 0 {
		return h.source.cells(level)
	}
	cells := 1
	for range h.axes {
		cells *= h.question.Box + 1
	}
	for range level {
		cells *= 1 + farCells
	}
	return cells
}

// grown returns a level, a higher one where tables are made fast.
func (s *source) grown(level int) int {
	if s.chooser != nil {
		return level + 2
	}
	return level
}

// side returns the side of a box with the given number of cells.
func side(cells, dimensions int) int {
	return max(int(math.Round(math.Pow(float64(cells), 1/float64(dimensions)))), 2)
}

// Guess returns the pattern of a game, or nil where there is none in reach, with what was
// rejected. The error is a [*CutError] where ctx ends. Where several kinds of tables are asked for, it takes the first with a pattern
// in small tables.
func Guess(ctx context.Context, q Question) (*Pattern, []Rejected, error) {
	kinds := q.Of
	if len(kinds) == 0 {
		kinds = []Kind{NimValues, Outcomes}
	}
	hunts := make([]*hunt, len(kinds))
	for i, kind := range kinds {
		hunts[i] = &hunt{source: sourceOf(q, kind), question: q}
		if left, err := hunts[i].left(ctx, false); err != nil {
			return nil, nil, err
		} else if left != nil {
			hunts[i].source = left
		} else if i > 0 && kinds[i-1] == NimValues && kind == Outcomes && hunts[i-1].chooser == nil {
			hunts[i].values = hunts[i-1].source
		}
		defer hunts[i].Close()
	}
	// ended returns the error that ends the whole search, or nil.
	ended := func(err error) error {
		switch {
		case ctx.Err() != nil:
			return &CutError{lookedAt(hunts), rejected(hunts), context.Cause(ctx)}
		case isFalse(err):
			return err
		}
		return nil
	}
	var problem error
	for level := range 2 * levels {
		for _, h := range hunts {
			if level == levels { // sparse P-positions show little in small tables
				left, err := h.left(ctx, true)
				if err != nil {
					return nil, nil, err
				}
				if h.over = left == nil; left != nil {
					defer left.Close()
					h.source, h.larger = left, nil
				}
			}
			if h.over || q.Box > 0 && level%levels > 0 {
				continue
			}
			p, err := h.look(ctx, level%levels)
			switch over := ended(err); {
			case p != nil:
				p.question, p.Beyond = q, h.beyond
				h.chooser.say(p)
				return p, nil, nil
			case over != nil:
				return nil, nil, over
			case err != nil:
				h.over, problem = true, err
			}
		}
	}
	for _, h := range hunts {
		p, err := h.ask(ctx)
		switch over := ended(err); {
		case p != nil:
			p.question, p.Beyond = q, h.beyond
			return p, nil, nil
		case over != nil:
			return nil, nil, over
		case err != nil:
			h.refused = append(h.refused, Rejected{Family: Automaton, Of: h.of, Words: "an automaton by questions", Why: err.Error()})
		}
	}
	for _, h := range hunts {
		if h.seen {
			if h.ends != nil {
				why := fmt.Sprintf("the rules have no positions beyond %s, and a wider range may show more", last(h.axes, h.ends))
				h.refused = append(h.refused, Rejected{Family: Automaton, Of: h.of, Words: "a larger table", Why: why})
			}
			return nil, append(h.refused, h.rejected...), h.unfound() // there is a table, at least
		}
	}
	return nil, nil, problem
}

// rejected returns the guesses that failed in all hunts.
func rejected(hunts []*hunt) (all []Rejected) {
	for _, h := range hunts {
		all = append(all, h.rejected...)
	}
	return all
}

// A CutError says that the context of a search for a pattern has ended, and how far it had come.
type CutError struct {
	Far      string
	Rejected []Rejected // guesses that failed
	Err      error      // why the context has ended
}

func (e *CutError) Error() string { return fmt.Sprintf("%v; %s", e.Err, e.Far) }

// Unwrap returns e.Err.
func (e *CutError) Unwrap() error { return e.Err }

// Words says how far the search had come.
func (e *CutError) Words() string { return e.Far }

// lookedAt says which tables were looked at, and for what.
func lookedAt(hunts []*hunt) string {
	var all []string
	for i, h := range hunts {
		of := map[Kind]string{NimValues: "the nim-values", Outcomes: "the P-positions", Remoteness: "the remotenesses"}[h.of]
		if v, one := h.of.Single(); one {
			of = fmt.Sprintf("the positions of nim-value %d", v)
		}
		switch {
		case h.worded != nil && len(h.systems) > 0:
			all = append(all, fmt.Sprintf("no words were found for %s to %s, and no automaton to %s (%s)", of, last(h.axes, h.worded), last(h.axes, h.learned), strings.Join(h.systems, ", ")))
		case h.worded != nil:
			all = append(all, fmt.Sprintf("no words were found for %s to %s", of, last(h.axes, h.worded)))
		case h.memo != nil:
			all = append(all, fmt.Sprintf("a table of %s was made to %s", of, last(h.axes, h.memo.Sides)))
		default:
			all = append(all, "no table of "+of+" was made")
		}
		if h.asked != nil {
			all[i] += ", nor by questions about all to " + last(h.axes, h.asked)
		}
	}
	return strings.Join(all, "; ")
}

// last returns the last numbers of a box with these sides: "x, y <= 20".
func last(names []string, sides []int) string {
	to := slices.Clone(sides)
	for i := range to {
		to[i]--
	}
	return Box(names, to)
}

// Box writes the last numbers of a box: "n <= 1,000", "x, y <= 800", "x <= 20, y <= 5".
func Box(names []string, to []int) string {
	if slices.Min(to) == slices.Max(to) {
		return fmt.Sprintf("%s <= %s", strings.Join(names, ", "), units.Grouped(uint64(to[0])))
	}
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s <= %s", name, units.Grouped(uint64(to[i])))
	}
	return strings.Join(parts, ", ")
}

// A hunt looks at larger and larger tables.
type hunt struct {
	*source
	question Question
	larger   *Table // of the next level
	over     bool   // there is no larger table
	seen     bool
	rejected []Rejected
	refused  []Rejected // what cannot be tried
	// The sides of the last tables in which no words and no automata were found, and the
	// numerations of the latter.
	worded, learned []int
	systems         []string
	asked           []int // the same of what was learned by questions
}

// look looks for a pattern in the table of a level.
func (h *hunt) look(ctx context.Context, level int) (best *Pattern, err error) {
	t := h.larger
	if t == nil {
		if t, err = h.box(ctx, h.cells(level)); err != nil {
			return nil, err
		}
	}
	if box := h.question.Box; box > 0 && !slices.Equal(t.Sides, h.within(ctx, slices.Repeat([]int{box + 1}, len(t.Sides)))) {
		return nil, fmt.Errorf("a table to %s takes too many steps: the last one was to %s", last(h.axes, slices.Repeat([]int{box + 1}, len(t.Sides))), last(h.axes, t.Sides))
	}
	h.seen = true
	next, err := h.box(ctx, h.cells(level+1))
	if err != nil {
		return nil, err
	}
	if slices.Equal(h.within(ctx, double(next.Sides)), next.Sides) { // all positions: there are no others to check
		t, h.over = next, true
	} else if len(next.Values) <= len(t.Values) {
		if h.over = true; level > 0 {
			return nil, nil
		}
	}
	// The budget may have no larger table: keep most of it for the check.
	for sides := slices.Clone(t.Sides); t != next && next.count() < (1+farCells)*t.count(); t = t.Within(sides...) {
		if slices.Max(sides) == 1 {
			return nil, nil
		}
		for i, n := range sides {
			sides[i] = max(n-1-n/16, 1)
		}
	}
	h.larger = next
	if level < 2 {
		var rejected []Rejected
		best, rejected, err = Describe(ctx, t, next, h.cheap)
		if level == 0 {
			h.rejected = rejected
		}
		if err != nil {
			return nil, err
		}
		if best != nil {
			return best, nil // words before automata
		}
		h.worded = t.Sides
	}
	if h.chooser != nil && len(h.chooser.Chosen) == 0 {
		if level < 1 { // the first numbers show no slopes
			return nil, nil
		}
		if best, err = h.sifted(ctx, t); !errors.Is(err, errHole) && !errors.Is(err, errDense) {
			h.over = true
			return best, err
		}
	}
	most := min(t.worth(), float64(int(mostBits)<<h.grown(level)))
	systems, refused := numerations(t)
	for _, in := range systems {
		near := in.shorter(t, next)
		if h.learned = near.Sides; !slices.Contains(h.systems, in.Name()) {
			h.systems = append(h.systems, in.Name())
		}
		learned := func(from *Table) (*automatic, error) {
			a, err := learnTable(ctx, from, in, min(most, from.worth()), effort<<(2*h.grown(level)-level))
			if err == nil && !from.Judge(a.bits()) {
				err = errTooRich
			}
			return a, err
		}
		a, err := learned(near)
		if part := in.complete(near); errors.Is(err, errTooRich) && len(part.Values) < len(near.Values) {
			a, err = learned(part)
		}
		switch {
		case err != nil:
		case a.agrees(next):
			best, most = a.pattern(next, h.rejected), a.bits()
		case level == levels-1 && h.chooser == nil && h.question.Game.Template != nil:
			// It lacks a few states, and there is no larger table for a check: a proof decides.
			a, err = learned(in.complete(next))
			if err != nil || !a.agrees(next) {
				break
			}
			p := a.pattern(next, h.rejected)
			p.question = h.question
			if _, err := p.Prove(ctx); err == nil {
				best, most = p, a.bits()
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if refused != nil && best == nil {
		h.refused = []Rejected{{Family: Automaton, Of: t.Of, Words: "an automaton", Why: refused.Error()}}
	}
	return best, nil
}

// sifted looks for automata of all P-positions in larger and larger squares, in the numerations
// that these suggest. Such an automaton is checked by the machine, which proves it, or by a
// square with five times as many cells.
func (h *hunt) sifted(ctx context.Context, t *Table) (*Pattern, error) {
	type candidate struct {
		*automatic
		side int
	}
	var waiting []candidate
	short := true // there is a short one of the last square
	for side := 1 << 9; (short || side <= 1<<13) && 4*h.chooser.taken() < mostSifted; side *= 2 {
		s, err := h.chooser.sift(ctx, side)
		if errors.Is(err, meter.Steps) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		plain, other := s.listed()
		found := func(a *automatic) (*Pattern, error) {
			p := a.pattern(&Table{Coordinates: t.Coordinates, Of: t.Of, Misere: t.Misere, Sides: []int{side, side}}, h.rejected)
			p.Cells, p.Listed = uint64(side)*uint64(side), plain
			return p, nil
		}
		for _, w := range waiting {
			if 5*w.side*w.side <= side*side && w.describes(s) {
				return found(w.automatic)
			}
		}
		short = false
		systems, _ := numerationsOf(t, s.pairs())
		for _, in := range systems {
			a, err := learnSet(ctx, s, in, 0.8*min(plain, other))
			if errors.Is(err, errTooRich) {
				continue
			} else if err != nil {
				return nil, err
			}
			short = short || a.bits() < other/float64(side)*float64(in.below(side))/3
			if !a.describes(s) {
				continue
			}
			if proved, err := h.proves(ctx, a); err != nil {
				return nil, err
			} else if proved {
				return found(a)
			}
			waiting = append(waiting, candidate{a, side})
		}
	}
	return nil, nil
}

// siftedStates is how many states the automata have by which candidates are proved.
const siftedStates = 1 << 18

// proves reports whether the machine proves that an automaton accepts the P-positions.
func (h *hunt) proves(ctx context.Context, a *automatic) (bool, error) {
	g := h.chooser.game
	if !g.speaks(a.in) {
		return false, nil
	}
	claim, err := a.claim(ctx, h.name, h.names(g), h.misere)
	if err == nil {
		_, err = definable.Prove(ctx, &automata.Theory{System: a.in.System, Budget: automata.Budget{States: siftedStates}}, g.Moves, claim)
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return err == nil, nil
}

// shorter returns the part of a table whose numbers have fewer digits than the largest of a larger
// table: what a number has with one digit more is checked, too.
func (n *numeration) shorter(t, larger *Table) *Table {
	if t == larger {
		return t
	}
	largest := slices.Max(larger.Sides) - 1
	weight := n.Weight(len(n.Digits(big.NewInt(int64(largest)))) - 1).Int64()
	sides := slices.Clone(t.Sides)
	for i, side := range sides {
		sides[i] = min(side, max(int(weight), 1))
	}
	return t.Within(sides...)
}

// complete returns the part of a table that has all numbers of as many digits: what is known of some
// words of a length alone can lead the learner astray.
func (n *numeration) complete(t *Table) *Table {
	sides := slices.Clone(t.Sides)
	for i, side := range sides {
		digits := len(n.Digits(big.NewInt(int64(side))))
		sides[i] = max(int(n.Weight(digits-1).Int64()), 1)
	}
	return t.Within(sides...)
}

func double(sides []int) []int {
	sides = slices.Clone(sides)
	for i := range sides {
		sides[i] *= 2
	}
	return sides
}

// box returns a table of about that many cells, with sides as equal as the game allows, or of
// less where that is over the budget. It begins with a few cells.
func (s *source) box(ctx context.Context, cells int) (t *Table, err error) {
	axes := len(s.axes)
	for small := min(cells, 16); ; small = min(4*small, cells) {
		larger, err := s.table(ctx, slices.Repeat([]int{side(small, axes)}, axes))
		switch {
		case err == nil:
			t = larger
		case t != nil && isOver(err):
			return t, nil
		case t != nil && failsAt(err):
			s.beyond = err
			return s.below(ctx, t, side(small, axes))
		default:
			return nil, err
		}
		if small == cells {
			return t, nil
		}
	}
}

// unfound returns an error that may be why a table shows no pattern, or nil.
func (s *source) unfound() error {
	if s.nothing != nil || s.beyond == nil {
		return s.nothing
	}
	return fmt.Errorf("no pattern is found at the small positions, and the rules fail at larger ones: %w", s.beyond)
}

// byRules returns the error of rules in err, or nil where there is none or a budget has ended. It
// has a position where the rules fail at one, and none where the file declares what does not hold.
func byRules(err error) *lang.Error {
	if wrong, ok := errors.AsType[*lang.Error](err); ok && !errors.Is(err, grundy.ErrBudget) {
		return wrong
	}
	return nil
}

// isFalse reports whether a file declares what does not hold.
func isFalse(err error) bool { wrong := byRules(err); return wrong != nil && wrong.At == "" }

// failsAt reports whether the rules fail at a position that play leads to.
func failsAt(err error) bool { wrong := byRules(err); return wrong != nil && wrong.At != "" }

// isOver reports whether a larger table is over a budget.
func isOver(err error) bool {
	return errors.Is(err, meter.Steps) || errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)
}

// below returns a cube about as large as the rules allow. They fail where its side is fails.
func (s *source) below(ctx context.Context, t *Table, fails int) (*Table, error) {
	for holds := slices.Max(t.Sides); fails-holds > 1+holds/16; {
		half := (holds + fails) / 2
		larger, err := s.table(ctx, slices.Repeat([]int{half}, len(s.axes)))
		switch {
		case err == nil:
			t, holds = larger, half
		case failsAt(err):
			s.beyond, fails = err, half
		case isOver(err):
			return t, nil
		default:
			return nil, err
		}
	}
	return t, nil
}
