package contest

// A game that an answer calls makes positions of its arguments.

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

// A game makes positions. Its values are kept for all answers of a
// problem; several goroutines may use it.
type game struct {
	maker *position.Maker
	all   *games
	err   error // why there is no such game
	// Brackets make games of it: nil where it has them already.
	family func(brackets string) *game
	closer pattern.Closer // of positions that are far out
	known
}

// games are all that one problem names, by the text that the grammar of positions has for
// them.
type games struct {
	mu    sync.Mutex
	byKey map[string]*game
	held  uint64 // bytes of the values that they keep
	files position.Files
	here  *position.Maker // the rules of the problem's own file
}

// find returns a game, which is looked up once.
func (all *games) find(ctx context.Context, text string) *game {
	all.mu.Lock()
	defer all.mu.Unlock()
	if g, ok := all.byKey[text]; ok {
		return g
	}
	g := &game{all: all}
	g.family = func(brackets string) *game { return all.find(ctx, text+brackets) }
	if text == hereName {
		g.maker, g.family = all.here, nil
	} else {
		g.maker, g.err = position.ParseMaker(ctx, text, all.files)
	}
	if strings.HasSuffix(text, "]") {
		g.family = nil
	}
	if all.byKey == nil || len(all.byKey) >= mostGames {
		all.byKey, all.held = map[string]*game{}, 0
	}
	all.byKey[text] = g
	return g
}

// hold counts bytes of values that a game will keep. Where those of all games are more than
// the limit, all are forgotten, and found again when they are asked for.
func (all *games) hold(bytes, limit uint64) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.held += bytes; all.held > limit {
		all.byKey, all.held = nil, 0
	}
}

// mostGames bounds the games that a problem keeps: brackets may come from the input.
const mostGames = 1000

// hereName is what an answer calls the game whose rules stand in the same file.
const hereName = "here"

// gameNames returns the names in answers of all games, with what the grammar of positions
// calls each.
var gameNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, name := range position.Names() {
		names[strings.ReplaceAll(name, "-", "_")] = name
	}
	return names
})

// A gameValue is a game in an answer: nim, subtraction[1,3,4], game("0.77").
type gameValue struct {
	name string
	of   *games
	kept *game // once it has been looked up
}

// TypeName implements [lang.Hosted].
func (*gameValue) TypeName() string { return "game" }

// AppendText implements [lang.Hosted].
func (g *gameValue) AppendText(dst []byte) []byte { return append(dst, g.name...) }

// game returns the game, or fails.
func (g *gameValue) game(ev *lang.Evaluator) *game {
	kept := g.kept
	if kept == nil {
		kept = g.of.find(contextOf(ev), g.name)
	}
	switch {
	case kept.err != nil:
		ev.FailHere("%v", kept.err)
		return nil
	case kept.maker == nil:
		ev.FailHere(`the file states no rules: want position(…) and def moves(…) for here(…)`)
		return nil
	}
	return kept
}

// Index is game[numbers], which chooses the rules of a family.
func (g *gameValue) Index(ev *lang.Evaluator, at lang.Value) lang.Value {
	numbers, ok := numbersOf(ev, at)
	if !ok {
		return lang.Value{}
	}
	if len(numbers) == 0 { // a tree of one node
		return lang.HostedValue(g)
	}
	brackets := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			brackets = append(brackets, ',')
		}
		brackets = strconv.AppendInt(brackets, int64(n), 10)
	}
	name := g.name + string(append(brackets, ']'))
	if !ev.Hold(1024 + 64*int64(len(numbers))) {
		return lang.Value{}
	}
	return lang.HostedValue(&gameValue{name: name, of: g.of, kept: g.of.find(contextOf(ev), name)})
}

// A sum is positions that are played together.
type sum struct {
	terms []term
	used  *int // how much of the memory behind terms is in use, by any sum
}

// A term is equal positions of a game, or, where one number makes a position, a list of
// positions.
type term struct {
	game    *game
	copies  uint64
	list    bool     // each of the numbers is a position
	numbers []uint64 // of the positions
	text    string   // of the position, where numbers do not say it
}

// positions is how many positions a term lists, without their copies.
func (t *term) positions() int {
	if t.list {
		return len(t.numbers)
	}
	return 1
}

// at returns the numbers of one of these positions.
func (t *term) at(i int) []uint64 {
	if t.list {
		return t.numbers[i : i+1]
	}
	return t.numbers
}

// TypeName implements [lang.Hosted].
func (*sum) TypeName() string { return "position" }

// AppendText implements [lang.Hosted].
func (s *sum) AppendText(dst []byte) []byte {
	for i, t := range s.terms {
		if i > 0 {
			dst = append(dst, " + "...)
		}
		if t.copies != 1 {
			dst = append(strconv.AppendUint(dst, t.copies, 10), '*')
		}
		dst = append(append(dst, t.game.maker.Name...), '(')
		for j, n := range t.numbers {
			if j > 0 {
				dst = append(dst, ',')
			}
			if j == 8 && len(t.numbers) > 9 {
				dst = append(dst, "…"...)
				break
			}
			dst = strconv.AppendUint(dst, n, 10)
		}
		dst = append(append(dst, message.Brief(t.text, 60)...), ')')
	}
	return dst
}

// Operate implements [lang.Operator]: p + q, 0 + p, and 3 * p.
func (s *sum) Operate(ev *lang.Evaluator, op string, other lang.Value, _ bool) (lang.Value, bool) {
	with, isSum := other.Hosted().(*sum)
	switch {
	case op == "+" && isSum:
		if !ev.Hold(2*termBytes*int64(1+len(with.terms))) || !ev.Spend(int64(len(with.terms))) {
			return lang.Value{}, false
		}
		return lang.HostedValue(s.plus(ev, with)), true
	case op == "+" && other.Kind == lang.IntKind && other.N == 0:
		return lang.HostedValue(s), true
	case op == "*" && other.Kind == lang.IntKind && other.N >= 0:
		if !ev.Hold(termBytes * int64(len(s.terms))) {
			return lang.Value{}, false
		}
		many := slices.Clone(s.terms)
		for i := range many {
			many[i].copies = grundy.MulCounts(many[i].copies, uint64(other.N))
		}
		if other.N == 0 {
			many = nil
		}
		return lang.HostedValue(&sum{terms: many}), true
	}
	return lang.Value{}, false
}

// plus returns s + with. The first sum that goes on from s goes on in its memory, so that
// many positions are added one by one in linear time.
func (s *sum) plus(ev *lang.Evaluator, with *sum) *sum {
	if s.used == nil || *s.used != len(s.terms) {
		if !ev.Hold(termBytes*int64(len(s.terms))) || !ev.Spend(int64(len(s.terms))) {
			return s
		}
		s = &sum{slices.Clone(s.terms), new(int)}
	}
	more := &sum{append(s.terms, with.terms...), s.used}
	*more.used = len(more.terms)
	return more
}

// termBytes is what a term is charged for.
const termBytes = 96

// Call is game(…), which makes a position.
func (g *gameValue) Call(ev *lang.Evaluator, c *lang.Call) lang.Value {
	of := g.game(ev)
	if of == nil || !ev.Hold(2*termBytes) {
		return lang.Value{}
	}
	if len(c.Names) > 0 {
		return ev.FailHere("%s has no parameter %q", g.name, c.Names[0])
	}
	t := term{game: of, copies: 1}
	if of.maker.Numbers == 1 && of.maker.Alone.Table == nil {
		if numbers, ok := plainNumbers(ev, c); ok {
			t.list, t.numbers = true, numbers
			return lang.HostedValue(&sum{terms: []term{t}})
		}
	}
	if ev.Err != nil {
		return lang.Value{}
	}
	if list, ok := manyPositions(of, c); ok {
		return of.each(ev, list)
	}
	if file := of.maker.Rules(); file != nil && file.TakesList() {
		if numbers, ok := plainNumbers(ev, c); ok && len(numbers) > 0 {
			t.numbers = numbers
			return lang.HostedValue(&sum{terms: []term{t}})
		}
		if ev.Err != nil {
			return lang.Value{}
		}
	}
	if !of.maker.IsText() || of.maker.Numbers > 0 {
		if numbers, ok := flat(ev, c.Args); ok && (!of.maker.IsText() || len(numbers) == of.maker.Numbers) {
			t.numbers = numbers
			return lang.HostedValue(&sum{terms: []term{t}})
		}
		if ev.Err != nil {
			return lang.Value{}
		}
		if !of.maker.IsText() {
			return ev.FailHere("%s takes numbers and lists of numbers", g.name)
		}
	}
	var text []byte
	var fields []rules.Field
	if file := of.maker.Rules(); file != nil {
		fields = file.Fields()
	}
	for i, v := range c.Args {
		if i > 0 {
			text = append(text, ',')
		}
		isRow := i < len(fields) && fields[i].Kind == core.Row
		if text = appendNotation(ev, text, v, isRow, 0); ev.Err != nil {
			return lang.Value{}
		}
	}
	if !ev.Hold(int64(len(text))) {
		return lang.Value{}
	}
	t.text = string(text)
	return lang.HostedValue(&sum{terms: []term{t}})
}

// plainNumbers returns the numbers of a call of a game of heaps: single ones, or one
// list, which is not copied where the input has it.
func plainNumbers(ev *lang.Evaluator, c *lang.Call) ([]uint64, bool) {
	items := c.Args
	if len(items) == 1 {
		if list, ok := items[0].Hosted().(*numberList); ok && !list.signed {
			return list.numbers, true
		}
		if items[0].IsList() {
			if items, _ = items[0].Items(); !ev.Spend(int64(len(items))) {
				return nil, false
			}
		}
	}
	if !ev.Hold(8 * int64(len(items))) {
		return nil, false
	}
	numbers := make([]uint64, len(items))
	for i, v := range items {
		var ok bool
		if numbers[i], ok = numberIn(v); !ok {
			return nil, false
		}
	}
	return numbers, true
}

// manyPositions returns the list that is the only argument of a game on a board, if it is
// a list of as many numbers as a position has.
func manyPositions(g *game, c *lang.Call) (lang.Value, bool) {
	if g.maker.Numbers < 2 || len(c.Args) != 1 {
		return lang.Value{}, false
	}
	v := c.Args[0]
	if l, ok := v.Hosted().(lang.Listed); ok {
		return v, l.Len() == 0 || isListLike(l.At(0))
	}
	items, ok := v.Items()
	return v, ok && (len(items) == 0 || isListLike(items[0]))
}

func isListLike(v lang.Value) bool {
	_, listed := v.Hosted().(lang.Listed)
	return listed || v.IsList()
}

// each returns the sum of the positions in a list.
func (g *game) each(ev *lang.Evaluator, list lang.Value) lang.Value {
	s := &sum{}
	if rows, ok := list.Hosted().(*rowList); ok {
		for i := range rows.Len() {
			s.terms = append(s.terms, term{game: g, copies: 1, numbers: rows.row(i)})
		}
		if !ev.Hold(termBytes*int64(len(s.terms))) || !ev.Spend(int64(len(s.terms))) {
			return lang.Value{}
		}
		return lang.HostedValue(s)
	}
	items, _ := list.Items()
	for _, e := range items {
		numbers, ok := flat(ev, []lang.Value{e})
		if !ok {
			return ev.FailHere("want lists of numbers")
		}
		if !ev.Hold(termBytes) || !ev.Spend(1) {
			return lang.Value{}
		}
		s.terms = append(s.terms, term{game: g, copies: 1, numbers: numbers})
	}
	return lang.HostedValue(s)
}

// flat returns the numbers in values and in lists of values.
func flat(ev *lang.Evaluator, values []lang.Value) ([]uint64, bool) {
	return appendFlat(ev, nil, values, 0)
}

// appendFlat does the work of flat. A list may hold itself, so that the depth is bounded, and
// the same list many times, so that each list is charged.
func appendFlat(ev *lang.Evaluator, numbers []uint64, values []lang.Value, depth int) ([]uint64, bool) {
	if depth > mostNesting {
		ev.FailHere("lists nest too deep for a position")
		return nil, false
	}
	for _, v := range values {
		if n, ok := numberIn(v); ok {
			if !ev.Hold(8) || !ev.Spend(1) {
				return nil, false
			}
			numbers = append(numbers, n)
			continue
		}
		switch list := v.Hosted().(type) {
		case *numberList:
			if list.signed && slices.ContainsFunc(list.numbers, func(n uint64) bool { return int64(n) < 0 }) {
				ev.FailHere("a position has no numbers below 0")
				return nil, false
			}
			if !ev.Hold(8 * int64(len(list.numbers))) {
				return nil, false
			}
			numbers = append(numbers, list.numbers...)
			continue
		case *rowList:
			if !ev.Hold(8 * int64(len(list.of.List))) {
				return nil, false
			}
			numbers = append(numbers, list.of.List...)
			continue
		}
		items, ok := v.Items()
		if !ok {
			return nil, false
		}
		if !ev.Spend(1) {
			return nil, false
		}
		if numbers, ok = appendFlat(ev, numbers, items, depth+1); !ok {
			return nil, false
		}
	}
	return numbers, true
}

// mostNesting is how deep lists may be that are positions.
const mostNesting = 4

// appendNotation writes a value as the grammar of positions has it in the parentheses of a
// file of rules. Words are the rows of a grid, and single letters are the cells of a row
// where that is what the field holds.
func appendNotation(ev *lang.Evaluator, dst []byte, v lang.Value, isRow bool, depth int) []byte {
	if depth > mostNesting || !ev.Hold(24) || !ev.Spend(1) {
		ev.FailHere("lists nest too deep for a position")
		return dst
	}
	switch v.Kind {
	case lang.IntKind, lang.BoolKind:
		return strconv.AppendInt(dst, v.N, 10)
	case lang.TextKind:
		ev.Hold(int64(len(v.Text())))
		return strconv.AppendQuote(dst, v.Text())
	}
	if n, ok := v.Hosted().(*integer); ok {
		return n.AppendText(dst)
	}
	var items []lang.Value
	if l, ok := v.Hosted().(lang.Listed); ok {
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
		if !ev.Hold(32 * int64(len(items))) {
			return dst
		}
	} else if items, ok = v.Items(); !ok {
		ev.FailHere("%s does not belong in a position", ev.Show(v))
		return dst
	}
	if len(items) > 0 && !slices.ContainsFunc(items, func(e lang.Value) bool { return e.Kind != lang.TextKind }) {
		rows := make([]string, len(items))
		letters := isRow
		for i, e := range items {
			rows[i] = e.Text()
			letters = letters && len(rows[i]) == 1
			ev.Hold(int64(len(rows[i])) + 16)
		}
		if letters {
			return strconv.AppendQuote(dst, strings.Join(rows, ""))
		}
		return strconv.AppendQuote(dst, strings.Join(rows, "/"))
	}
	dst = append(dst, '[')
	for i, e := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst = appendNotation(ev, dst, e, false, depth+1); ev.Err != nil {
			return dst
		}
	}
	return append(dst, ']')
}

// size is how many positions a sum has, copies one by one.
func (s *sum) size() (n uint64) {
	for _, t := range s.terms {
		n = grundy.AddCounts(n, grundy.MulCounts(t.copies, uint64(t.positions())))
	}
	return n
}

// component makes a position of a game.
func (g *game) component(ctx context.Context, numbers []uint64, text string) (grundy.Component, error) {
	if !g.maker.IsText() {
		args := make([]grundy.Arg, len(numbers))
		for i, n := range numbers {
			args[i] = grundy.ArgOf(n)
		}
		return g.maker.Place(args)
	}
	if text == "" {
		var b []byte
		for i, n := range numbers {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendUint(b, n, 10)
		}
		text = string(b)
	}
	c, err := g.maker.Read(ctx, text)
	if err == nil {
		c, _ = g.closer.Lend(ctx, c, false)
	}
	return c, err
}

// key returns what tells a position of a game from the others.
func key(numbers []uint64, text string) string {
	if text != "" {
		return text
	}
	var room [64]byte
	b := append(room[:0], 0) // no text begins so
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return string(b)
}
