package ask

// A grid is the one question about a table: a game some of whose numbers are open, how many
// values each of them has, and what is asked about each cell. Everything that shows values asks
// it: [Values] writes them as they come, [Tile] keeps a window, [Plot] draws them, [Period] looks
// for their repetition. It is planned once, in values, how its cells are answered:
//
//	by the engine of the game, row by row, also where a file states the moves of such a game
//	from a table on disk, cell by cell; cells that it lacks are searched for
//	together, where play need not end, or ends by the rules
//	by a search, one cell after the other, which keeps what it has found
//
// A single cell is answered by a reader, which has the last three of these ways.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// A measured is what a table holds.
type measured struct {
	of     string // one of [Measures], or genera
	misere bool
	kind   compound.Kind // in which the terms of a sum are played
}

// The names of what a table may hold.
const (
	nimValues  = "nim-values"
	outcomes   = "outcomes"
	remoteness = "remoteness"
	suspense   = "suspense"
	genera     = "genera"
)

// Measures returns the names of what tables hold.
func Measures() []string { return []string{nimValues, outcomes, remoteness, suspense} }

// measuredBy reads what a table has to hold, "" for nim-values, or in other compounds than
// the disjunctive one outcomes.
func measuredBy(of string, misere bool, compounded string) (measured, error) {
	kind, err := kindOf(compounded)
	if err != nil {
		return measured{}, err
	}
	switch {
	case of != "":
	case kind == compound.Disjunctive:
		of = nimValues
	default:
		of = outcomes
	}
	if !slices.Contains(Measures(), of) {
		return measured{}, wrong("of", of, "want %s%s", strings.Join(Measures(), ", "), message.DidYouMean(of, Measures()))
	}
	return measured{of, misere, kind}, nil
}

// plain reports whether these are the nim-values of sums in normal play.
func (m measured) plain() bool {
	return m.of == nimValues && !m.misere && m.kind == compound.Disjunctive
}

// facts are what searches look for, and tables on disk hold, in normal and in misère play.
var facts = map[string]struct {
	fact solve.Fact
	by   [2]grundy.Measure // none where no table on disk holds it
}{
	nimValues:  {solve.OfNimValue, [2]grundy.Measure{grundy.ByNimValue, grundy.ByMisereNimValue}},
	outcomes:   {solve.OfOutcome, [2]grundy.Measure{grundy.ByOutcome, grundy.ByMisereOutcome}},
	remoteness: {solve.OfRemoteness, [2]grundy.Measure{grundy.ByRemoteness, grundy.ByMisereRemoteness}},
	suspense:   {fact: solve.OfSuspense},
	genera:     {fact: solve.OfNimValue},
}

// onDisk returns the measure by which a table on disk holds the values; false if none holds them.
func (g *grid) onDisk() (by grundy.Measure, is bool) {
	is = g.of == nimValues || g.of == outcomes || g.of == remoteness
	return facts[g.of].by[g.play()], is && !g.together() && !g.worths() && g.kind == compound.Disjunctive
}

// measure returns the measure of an engine from which the values follow.
func (m measured) measure() grundy.Measure { return facts[nimValues].by[m.play()] }

// play returns 1 for misère play, and 0 for normal play.
func (m measured) play() int {
	if m.misere {
		return 1
	}
	return 0
}

// String names the values in a title.
func (m measured) String() string {
	text := m.of
	if m.misere && m.of != genera {
		text = "misère " + text
	}
	if m.kind != compound.Disjunctive {
		text += " of the " + m.kind.String() + " compound"
	}
	return text
}

// The values of a table that are not numbers: cells without a position, outcomes, and from
// the first word on infinite values and genera.
const (
	nothing = table.Mark + iota
	firstOutcome
	firstWord = nothing + 16
)

func codeOf(o grundy.Outcome) uint64 { return firstOutcome + uint64(o) }

// code returns what stands for a value of a search, or of a table on disk.
func (m measured) code(v uint64) uint64 {
	if m.of == outcomes {
		return codeOf(grundy.Outcome(v))
	}
	return v
}

// A grid is the table of a game with sides[i] cells along axis i, that which changes
// fastest first.
type grid struct {
	game  position.Game
	sides []uint64
	from  uint64 // the first number of a table of one axis
	measured
	budget solve.Budget
	lender solve.Lender
	easy   bool // of a trial whose work is bounded
	// recognised says that the game was found to be of a family with an engine, and bare that
	// cells without a position hold nothing also where an engine has 0 there.
	recognised, bare bool
	// disk is a table on disk that has values, and own says that the grid has filled it.
	disk *Lookup
	own  bool
	// shared searches for several grids of one game; nil for one that ends with the grid.
	shared solve.Tabulation
	// words are what codes stand for from firstWord on, and codes the same by their text.
	words []table.Word
	codes map[string]uint64
}

// mostAxes is the largest number of axes that a board has.
const mostAxes = 16

// axes returns the number of axes in the text of a size such as 8x8, or 0 where it
// tells none.
func axes(size string) int {
	if n := strings.Count(size, "x") + 1; n >= 2 && n <= mostAxes {
		return n
	}
	return 0
}

// game reads the game of a question. The question is about a table with that many
// axes, or does not say how many if axes is 0. Fixed are numbers of the game, as in
// "passes=1"; the others are open.
func (m Means) game(ctx context.Context, text string, axes int, fixed []string) (position.Game, error) {
	if len(fixed) > 0 {
		numbers := map[string]string{}
		for _, fix := range fixed {
			name, value, ok := strings.Cut(fix, "=")
			name, value = strings.TrimSpace(name), strings.TrimSpace(value)
			if _, twice := numbers[name]; !ok || name == "" || value == "" || twice {
				return position.Game{}, wrong("fix", fix, "want the name of a number and its value, each name once, such as passes=1")
			}
			numbers[name] = value
		}
		var err error
		if text, err = position.Fix(ctx, text, numbers, max(axes, 1), m.files()); err != nil {
			if _, syntax := errors.AsType[*position.SyntaxError](err); !syntax {
				return position.Game{}, refused(ctx, "fix", err)
			}
			return position.Game{}, refused(ctx, "game", err)
		}
	}
	game, err := position.ParseGameWith(ctx, text, axes, m.files())
	return game, refused(ctx, "game", err)
}

// grid returns the table of a game with these sides.
func (m Means) grid(game position.Game, what measured, from uint64, sides ...uint64) *grid {
	return &grid{game: game, measured: what, from: from, sides: sides, budget: m.searching(), lender: m.patterns(), disk: m.Table}
}

// newGrid returns the table of a game whose sides are in text, or says why there is none.
func newGrid(game position.Game, text string, what measured, m Means) (*grid, error) {
	dimension := len(game.Template.Axes)
	example := strings.TrimSuffix(strings.Repeat("8x", dimension), "x")
	if text == "" {
		return nil, wrong("size", nil, "want the cells along each axis of %s, such as %s", game.Name, example)
	}
	words := strings.Split(text, "x")
	if len(words) > mostAxes {
		return nil, wrong("size", nil, "%d numbers; want at most %d", len(words), mostAxes)
	}
	if len(words) != dimension {
		fix := ""
		if names := game.Template.Axes; dimension > len(words) && !game.IsTemplate && dimension > 2 {
			fix = fmt.Sprintf("; or fix %s, as in %s=1", message.Count(dimension-len(words), "number", "numbers"), names[dimension-1])
		}
		return nil, wrong("size", text, "want %d numbers for %s, such as %s%s", dimension, game.Name, example, fix)
	}
	g := m.grid(game, what, 0)
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 63)
		if err != nil || n == 0 {
			return nil, wrong("size", text, "%s is not a number of cells; want 1 or more", message.Quoted(word))
		}
		if limits := game.Sides(); limits != nil && limits[i] > 0 && n > limits[i] {
			return nil, wrong("size", text, "%s has a board of %d cells along axis %d", game.Name, limits[i], i+1)
		}
		g.sides = append(g.sides, n)
	}
	return g, g.check(m)
}

// newLine returns the table of a game with one axis, of the numbers from … last.
func newLine(game position.Game, from, last uint64, what measured, m Means) (*grid, error) {
	if sides := game.Sides(); len(sides) == 1 && sides[0] > 0 && last >= sides[0] {
		return nil, wrong("n", last, "%s has a board of %d cells along this axis, from 0 on", game.Name, sides[0])
	}
	g := m.grid(game, what, from, last+1)
	return g, g.check(m)
}

// check refuses what no table holds.
func (g *grid) check(m Means) error {
	loopy := g.game.Template.Loopy
	isSum, ends := g.kind == compound.Disjunctive, g.game.Template.Ends
	field := "of"
	if g.of == genera {
		field = "genus"
	}
	switch {
	case !isSum && g.of == genera, !isSum && g.misere && g.of == nimValues:
		return wrong(field, nil, "%s say nothing of a %v compound in misère play; want outcomes, remoteness or suspense", g.of, g.kind)
	case !isSum && loopy && g.of == nimValues:
		return wrong(field, nil, "play of %s need not end, and a %v compound has no nim-value then; want outcomes or remoteness", g.game.Name, g.kind)
	case ends && g.of != outcomes && g.of != remoteness && !g.worths():
		return endsItself(field, g.game, g.of)
	case loopy && g.of == genera:
		return wrong(field, nil, "play of %s need not end, and genera are for play that ends; want outcomes or remoteness", g.game.Name)
	case loopy && g.of == suspense:
		return wrong("of", g.of, "play of %s need not end; want outcomes, remoteness or nim-values", g.game.Name)
	case loopy && g.of == nimValues && g.misere:
		return wrong("misere", nil, "play of %s need not end, and nim-values say nothing of its misère play; want outcomes or remoteness", g.game.Name)
	case g.together():
		return m.within(g.cost(), "the table of "+g.game.Name)
	}
	return nil
}

// endsItself says that nobody looks for the nim-values, or the like, of a game whose rules say who
// has won.
func endsItself(field string, game position.Game, what any) error {
	return wrong(field, nil, "%s may end by win(), draw() or lose(), or says how to reply, and its %v are not looked for here: want outcomes or remoteness", game.Name, what)
}

// unplaced names the field whose value asks for less where rules make no position of
// the numbers that were asked for.
func unplaced(err error, field string, value any) error {
	if empty, ok := errors.AsType[*position.EmptyError](err); ok {
		return wrong(field, value, "%w", empty)
	}
	return err
}

// sized returns the same question about other sides.
func (g *grid) sized(sides ...uint64) *grid {
	part := *g
	part.words, part.codes, part.sides = nil, nil, sides
	return &part
}

// upTo returns the cells of the grid all of whose numbers are below size.
func (g *grid) upTo(size uint64) *grid {
	sides := slices.Clone(g.sides)
	for axis, n := range sides {
		sides[axis] = min(n, size)
	}
	return g.sized(sides...)
}

// shape returns the number of cells of each axis, the one that changes slowest
// first.
func (g *grid) shape() []uint64 {
	shape := slices.Clone(g.sides)
	slices.Reverse(shape)
	if len(shape) == 1 {
		shape[0] -= g.from
	}
	return shape
}

// together reports whether all cells have to be valued together.
func (g *grid) together() bool {
	return (g.game.Template.Loopy || g.game.Template.Ends) && !g.worths()
}

// worths reports whether theory/entailing has the values: the rules end plays, and always by a win.
func (g *grid) worths() bool {
	t := g.game.Template
	return t.Ends && !t.Draws && !t.Loopy && !t.Misere && g.plain()
}

// count returns the number of cells, on a line from 0 on.
func (g *grid) count() uint64 { return product(g.sides) }

// product returns the product of numbers, and 2^64-1 where it is as large or larger.
func product(numbers []uint64) uint64 {
	product := uint64(1)
	for _, n := range numbers {
		product = grundy.MulCounts(product, n)
	}
	return product
}

// first returns the first cell, and last that with the greatest numbers.
func (g *grid) first() []uint64 {
	cell := make([]uint64, len(g.sides))
	cell[0] = g.from
	return cell
}

func (g *grid) last() []uint64 {
	last := slices.Clone(g.sides)
	for axis := range last {
		last[axis]--
	}
	return last
}

// next counts on to the next cell. The result is false behind the last one.
func (g *grid) next(cell []uint64) bool {
	for axis := range cell {
		if cell[axis]++; cell[axis] < g.sides[axis] {
			return true
		}
		cell[axis] = 0
	}
	return false
}

// byEngine reports whether an engine of the game fills the table. One that computes much
// more than is asked for does not, if that is over the budget.
func (g *grid) byEngine() bool {
	switch {
	case g.of != nimValues && g.of != outcomes || g.together() || g.kind != compound.Disjunctive:
		return false
	case g.game.Fixed != nil:
		return g.fits(g.game.Table.RowsCost(g.measure(), g.sides))
	}
	return g.game.Table != nil || g.game.Sequence != nil
}

// fits reports whether a cost is within the memory of the question.
func (g *grid) fits(cost grundy.Cost) bool {
	return (Means{Memory: g.budget.Memory}).within(cost, "") == nil
}

// loopyCellBytes is the memory for one cell whose value is found with those of all others:
// its position and its value.
const loopyCellBytes = 256

// cost returns what values needs, as far as it is known.
func (g *grid) cost() grundy.Cost {
	var cost grundy.Cost
	switch {
	case g.together():
		cost.Bytes = grundy.MulCounts(loopyCellBytes, g.count())
	case g.byEngine() && g.game.Table != nil:
		cost = g.game.Table.RowsCost(g.measure(), g.sides)
	}
	if len(g.sides) > 1 {
		cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(rowBytes, g.sides[0]))
	}
	return cost
}

// isTimed reports whether the time that values needs is known beforehand.
func (g *grid) isTimed() bool { return g.cost().Time > 0 }

// rowBytes is the memory for the text of one value of a row, whose line is kept until it
// is whole.
const rowBytes = 24

// word returns the word that a value stands for.
func (g *grid) word(value uint64) table.Word {
	switch {
	case value == nothing:
		return table.Nothing
	case value < firstWord:
		return wordOf(grundy.Outcome(value - firstOutcome).String())
	}
	return g.words[value-firstWord]
}

// wordOf returns the word that is a text.
func wordOf(text string) table.Word { return table.Word{Text: text, JSON: strconv.Quote(text)} }

// unknownWord stands where a genus or a form is not known.
var unknownWord = table.Word{Text: "?", JSON: "null"}

// wordOfGenus returns the word of a genus.
func wordOfGenus(g misere.Stated) table.Word {
	if !g.IsKnown() {
		return unknownWord
	}
	written, _ := json.Marshal(genusJSON(g)) // numbers and a word
	return table.Word{Text: g.String(), JSON: string(written)}
}

// codeOfWord returns what stands for a word.
func (g *grid) codeOfWord(word table.Word) uint64 {
	code, ok := g.codes[word.Text]
	if !ok {
		if g.codes == nil {
			g.codes = map[string]uint64{}
		}
		code = firstWord + uint64(len(g.words))
		g.codes[word.Text] = code
		g.words = append(g.words, word)
	}
	return code
}
