package play

// A position's moves are listed, counted, and found by what a player writes.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
)

// EachMove calls visit for the moves of the present position, in an order that is
// always the same, until visit returns false. The move is valid until it returns.
// The result is false where there are moves that cannot be listed, because a
// component has too many of them.
func (m *Match) EachMove(visit func(solve.Move) bool) (complete bool) {
	return solve.EachMove(grundy.SumOf(m.Components()...), m.options.Compound, visit)
}

// Moves returns the first moves of the present position, and how many there are
// in all: exactly, and nil where a component has 2^64-1 options or more and does not
// count them.
func (m *Match) Moves(limit int) (moves []solve.Move, count *big.Int) {
	m.EachMove(func(move solve.Move) bool {
		if len(moves) < limit {
			moves = append(moves, slices.Clone(move))
		}
		return len(moves) < limit
	})
	return moves, solve.CountMoves(grundy.SumOf(m.Components()...), m.options.Compound)
}

// SomeMoves is Moves where, of more moves than the limit, some of each heap are listed.
func (m *Match) SomeMoves(ctx context.Context, limit int) (moves []solve.Move, count *big.Int) {
	sum := grundy.SumOf(m.Components()...)
	return solve.SomeMoves(ctx, sum, m.options.Compound, limit), solve.CountMoves(sum, m.options.Compound)
}

// Find returns the move that a player writes: the number of a move in the order
// of [Match.Moves], from 1; the position that one component becomes, whole or
// what stands in its last parentheses, or the words of the move there; "2: position" for
// the second component, several of these with ";" between them; or the whole sum. The
// error says in one line what is wrong.
func (m *Match) Find(text string) (solve.Move, error) {
	text = strings.TrimSpace(text)
	components := m.Components()
	if number, ok := listedNumber(text); ok {
		return m.numbered(number, text)
	}
	if parts := splitTop(text, '+'); len(parts) == len(components) && len(parts) > 1 {
		move, err := m.findWhole(parts)
		if err != nil { // the words of a move may have such a sign too: leave w+1 of w*2
			if found, err := m.findSteps(text); err == nil {
				return found, nil
			}
		}
		return move, err
	}
	return m.findSteps(text)
}

// findSteps finds the move that names the components it is made in, or none where that is clear.
func (m *Match) findSteps(text string) (solve.Move, error) {
	components := m.Components()
	var move solve.Move
	steps, unnamed := stepsOf(text)
	for _, step := range steps {
		number, position, named := componentOf(step)
		if !named {
			found, err := m.findAnywhere(text)
			if err != nil && len(components) > 1 && strings.Contains(text, ";") {
				err = wantStep(step)
			}
			return found, err
		}
		if number < 1 || number > uint64(len(components)) {
			return nil, fmt.Errorf("component %d: there are components 1 to %d", number, len(components))
		}
		i := int(number - 1)
		if slices.ContainsFunc(move, func(s solve.Step) bool { return s.Component == i }) {
			return nil, fmt.Errorf("component %d moves twice", number)
		}
		q, err := m.option(components[i], position)
		switch {
		case err != nil && unnamed != "":
			return nil, wantStep(unnamed)
		case err != nil:
			return nil, err
		}
		move = append(move, solve.Step{Component: i, From: components[i], To: q})
	}
	slices.SortFunc(move, func(a, b solve.Step) int { return a.Component - b.Component })
	return move, m.allowed(move)
}

func wantStep(step string) error {
	return fmt.Errorf(`%s: want "component: position" for each step`, quote(step))
}

// stepsOf takes text apart at each ";". A step without the number of a component belongs to
// the one before it, as words have such signs too; the first of these is unnamed.
func stepsOf(text string) (steps []string, unnamed string) {
	for _, step := range splitTop(text, ';') {
		if _, _, named := componentOf(step); named || steps == nil {
			steps = append(steps, step)
			continue
		}
		steps[len(steps)-1] += "; " + step
		if unnamed == "" {
			unnamed = step
		}
	}
	return steps, unnamed
}

// componentOf reads the number that stands before a step.
func componentOf(step string) (number uint64, rest string, named bool) {
	at, rest, named := strings.Cut(step, ":")
	number, err := strconv.ParseUint(strings.TrimSpace(at), 10, 64)
	return number, rest, named && err == nil
}

// listedNumber reads the number of a move.
func listedNumber(text string) (uint64, bool) {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		n = ^uint64(0)
	}
	return n, text != ""
}

// maxNumber bounds the numbers of moves.
const maxNumber = 1 << 20

func (m *Match) numbered(number uint64, text string) (found solve.Move, err error) {
	if number == 0 {
		return nil, errors.New("the moves are numbered from 1")
	}
	if number > maxNumber {
		return nil, fmt.Errorf("there is no move %s that is listed: write the position", quote(text))
	}
	n := uint64(0)
	m.EachMove(func(move solve.Move) bool {
		if n++; n == number {
			found = slices.Clone(move)
		}
		return n < number
	})
	if found == nil {
		return nil, fmt.Errorf("there is no move %d: %s", number, message.Count(n, "move is listed", "moves are listed"))
	}
	return found, nil
}

// findWhole finds the move to a whole sum.
func (m *Match) findWhole(parts []string) (solve.Move, error) {
	components := m.Components()
	var move solve.Move
	for i, part := range parts {
		if same(part, components[i]) {
			continue
		}
		q, err := m.option(components[i], part)
		if err != nil {
			return nil, err
		}
		move = append(move, solve.Step{Component: i, From: components[i], To: q})
	}
	if len(move) == 0 {
		return nil, errors.New("that is the position as it stands, and no move")
	}
	return move, m.allowed(move)
}

// findAnywhere finds the component that has an option.
func (m *Match) findAnywhere(text string) (solve.Move, error) {
	components := m.Components()
	var move solve.Move
	var first error
	tried := map[string]bool{}
	for i, c := range components {
		if tried[c.String()] { // equal components move alike
			continue
		}
		tried[c.String()] = true
		q, err := m.option(c, text)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		if move != nil {
			return nil, fmt.Errorf(`%s is an option of components %d and %d: write "%d: %s" or "%d: %s"`,
				quote(text), move[0].Component+1, i+1, move[0].Component+1, message.Brief(text, 60), i+1, message.Brief(text, 60))
		}
		move = solve.Move{{Component: i, From: c, To: q}}
	}
	switch {
	case move != nil:
		return move, m.allowed(move)
	case len(tried) == 1:
		return nil, first
	}
	return nil, fmt.Errorf("%s is an option of no component", quote(text))
}

// allowed checks that the compound lets a player move in these components.
func (m *Match) allowed(move solve.Move) error {
	components, active := m.Components(), 0
	for _, c := range components {
		if !grundy.HasEnded(c) {
			active++
		}
	}
	fewest, greatest := m.options.Compound.Moved(len(components), active)
	switch n := len(move); {
	case n >= fewest && n <= greatest:
		return nil
	case fewest == greatest:
		return fmt.Errorf("a move in %d of the components: in the %v compound it must be in %d", n, m.options.Compound, fewest)
	default:
		return fmt.Errorf("a move in %d of the components: in the %v compound it must be in %d to %d", n, m.options.Compound, fewest, greatest)
	}
}

// checked bounds the options among which a position is looked for.
const checked = 1 << 20

// option returns the option of c that is written so.
func (m *Match) option(c grundy.Component, text string) (grundy.Component, error) {
	text = strings.TrimSpace(text)
	from := c.String()
	texts := []string{text, unspaced(text)}
	if open := strings.LastIndexByte(from, '('); open >= 0 && !strings.ContainsRune(text, '(') {
		texts = append(texts, from[:open]+"("+unspaced(text)+")", from[:open]+`("`+unspaced(text)+`")`)
	}
	written := func(q grundy.Component) bool { return slices.Contains(texts, q.String()) }
	found, known := m.optionAs(c, texts)
	complete := known
	if !known {
		found, complete = lookFor(c, written)
	}
	if found == nil && !known && m.options.Parse != nil {
		// The game may write the position in another way.
		var parsed []string
		for _, t := range texts {
			if q, err := m.options.Parse(t); err == nil && !slices.Contains(texts, q.String()) {
				parsed = append(parsed, q.String())
			} else if err == nil && !complete {
				found = findByMeasure(c, q)
			}
		}
		if found == nil && parsed != nil {
			found, _ = lookFor(c, func(q grundy.Component) bool { return slices.Contains(parsed, q.String()) })
		}
		texts = append(texts, parsed...)
	}
	if found == nil && !known && c.Splits() {
		var wanted []string
		for _, t := range texts {
			wanted = append(wanted, sorted(t))
		}
		found, _ = lookFor(c, func(q grundy.Component) bool { return slices.Contains(wanted, sorted(q.String())) })
	}
	if count, ok := c.CountOptions(); found == nil && (!ok || count <= solve.MaxWalked) {
		described := func(q grundy.Component) bool { return isWords(c.DescribeMove(q), text) }
		if found, complete = lookFor(c, described); found != nil && complete {
			if other, _ := lookFor(c, func(q grundy.Component) bool { return described(q) && q.Identity() != found.Identity() }); other != nil {
				return nil, fmt.Errorf("%s is said of %s and of %s: write the position", quote(text), message.Brief(found.String(), 60), message.Brief(other.String(), 60))
			}
		}
	}
	switch {
	case found != nil:
		return found, nil
	case slices.Contains(texts, from):
		return nil, fmt.Errorf("%s is the position as it stands, and no move", quote(text))
	case !complete:
		return nil, fmt.Errorf("%s has too many options to look for %s among them", message.Brief(from, 60), quote(text))
	}
	return nil, fmt.Errorf("%s is not an option of %s", quote(text), message.Brief(from, 60))
}

// A tester is a game around another one that says whether a position is an option, without listing
// all of them, as games with proved closed forms do.
type tester interface {
	grundy.Game[grundy.Component]
	// HasOption reports whether q is an option of p; known is false where only a list says it.
	HasOption(p, q grundy.Component) (is, known bool)
}

// optionAs returns the option of c that is written in one of these ways, if c has many options
// and tells them from other positions; otherwise known is false.
func (m *Match) optionAs(c grundy.Component, texts []string) (option grundy.Component, known bool) {
	if solve.IsEndless(c) {
		for _, t := range texts {
			if option = solve.ReadOption(c, t); option != nil {
				break
			}
		}
		return option, true
	}
	game, tests := c.Game().(tester)
	if count, ok := c.CountOptions(); !tests || !ok || count <= solve.MaxWalked || m.options.Parse == nil {
		return nil, false
	}
	inner := c.Position().(grundy.Component)
	for _, t := range texts {
		if q, err := m.options.Parse(t); err == nil {
			is, tells := game.HasOption(inner, grundy.SameGame(q, inner))
			if known = known || tells; is {
				return grundy.Place(game, grundy.SameGame(q, inner)), true
			}
		}
	}
	return nil, known
}

// isWords reports whether text is the words of a move, or those of one way to make it.
func isWords(words, text string) bool {
	words, text = strings.ToLower(words), strings.Join(strings.Fields(strings.ToLower(text)), " ")
	return text != "" && (words == text || slices.Contains(strings.Split(words, " or "), text))
}

// lookFor looks for an option of c that is wanted, and reports whether all could be
// looked at.
func lookFor(c grundy.Component, wanted func(option grundy.Component) bool) (found grundy.Component, complete bool) {
	n := 0
	complete = solve.EachOption(c, func(q grundy.Component) bool {
		if wanted(q) {
			found = q
		}
		n++
		return found == nil && n < checked
	})
	return found, complete && n < checked
}

// findByMeasure looks for q among the options of c that have its nim-value or
// outcome, where both are soon known and the options are many.
func findByMeasure(c, q grundy.Component) (found grundy.Component) {
	if count, ok := c.CountOptions(); !ok || count <= solve.MaxWalked {
		return nil
	}
	for _, measure := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		v, _, ok := q.Measure(measure)
		if !ok && measure == grundy.ByNimValue {
			v, ok = nimValueOf(q)
		}
		if !ok {
			continue
		}
		options, ok := c.FindOptions(measure, v, v)
		if !ok {
			continue
		}
		n := 0
		for option := range options.Each {
			if same(q.String(), option) {
				return option
			}
			if found == nil && c.Splits() && sorted(q.String()) == sorted(option.String()) {
				found = option
			}
			if n++; n == checked {
				break
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// nimValueOf returns the nim-value of q, such as a small heap, if it is soon found
// although no theorem gives it.
func nimValueOf(q grundy.Component) (v uint64, ok bool) {
	a, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(q), Budget: solve.Budget{Steps: lengthSteps, Memory: 64 << 20}})
	if err != nil || a.NimValue == nil {
		return 0, false
	}
	return *a.NimValue, true
}

// same reports whether text writes c, apart from spaces.
func same(text string, c grundy.Component) bool {
	own := c.String()
	return strings.TrimSpace(text) == own || unspaced(text) == unspaced(own)
}

// sorted returns how a position that is a list of heaps is written with its heaps in
// order, and without those of 0 beside others. Nobody means another move by another order.
func sorted(text string) string {
	open := strings.LastIndexByte(text, '(')
	if open < 0 {
		return text
	}
	heaps := strings.Split(strings.TrimSuffix(unspaced(text[open+1:]), ")"), ",")
	heaps = slices.DeleteFunc(heaps, func(h string) bool { return h == "0" })
	if slices.Sort(heaps); len(heaps) == 0 {
		heaps = append(heaps, "0")
	}
	return text[:open+1] + strings.Join(heaps, ",") + ")"
}

func unspaced(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, text)
}

// splitTop splits text at a character that stands outside of brackets.
func splitTop(text string, at byte) []string {
	var parts []string
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"': // a name in quotes, or the letters of a row
			if quoted, err := strconv.QuotedPrefix(text[i:]); err == nil {
				i += len(quoted) - 1
			}
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case at:
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

// quote returns text between quotation marks, shortened if it is long.
func quote(text string) string { return strconv.Quote(message.Brief(text, 60)) }
