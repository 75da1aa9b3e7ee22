// Package formulas states the moves of a game as formulas of the coordinates of a position:
// the rules, lowered to package core, are followed once, with coordinates instead of numbers,
// and it is noted under which conditions each move is stated. The result says exactly what
// the rules say, or there is none: then the error names what stands in the way, and where.
// docs/mathematics.md says what formulas are for.
//
// [Translate] does all of it. Lengths of rows and grids, and numbers that are held, are fixed
// before by the cells of the [Game].
package formulas

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A Game is the rules of a file and the cells of its positions.
type Game struct {
	Name    string        // for messages
	Moves   *core.Program // whose parameters are the fields of a position
	Legal   *core.Program // or nil
	Cells   []Cell        // in the order of the fields
	Letters string        // each of which is a number by its place
}

// A Cell is a number of a position, or a letter.
type Cell struct {
	Name  string // of its coordinate
	Field *core.Field
	Held  bool  // it has no coordinate
	Value int64 // where it is held
	Less  int64 // a coordinate is the number less this
}

// term returns the number in terms of the coordinates.
func (c *Cell) term() automata.Term {
	if c.Held {
		return automata.C(c.Value)
	}
	return automata.V(c.Name).Plus(automata.C(c.Less))
}

// An Error says what no formula states, and where it stands.
type Error struct {
	At  core.Place
	Why string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.At.Line, e.At.Col, e.Why) }

// mostSteps bounds the work of a translation, and so its size.
const mostSteps = 600_000

// stepBytes is roughly what a step leaves in memory.
const stepBytes = 200

// An event is what comes to pass at the end of a path.
type event struct {
	what  eventKind
	path  path
	parts [][]automata.Term
	at    core.Place
}

type eventKind uint8

const (
	moves eventKind = iota
	failure
	seen // a cell has what somebody asks about
	ends // and behind it by how: grundy.Won, Drawn or Lost
)

// A translation is a game whose moves become formulas.
type translation struct {
	game      *Game
	program   *core.Program  // that is followed
	function  *core.Function // that is followed
	live      core.Live
	sets      map[core.Stmt][]core.Var // see assigned
	watching  func(m moment, v value)  // gets what is yielded, if not nil
	ascending bool                     // heaps stand in ascending order
	base      int
	events    []event
	named     int // fresh names
	depth     int // of calls
	spent     int
	here      core.Place // what is followed
	ctx       context.Context
	held      *meter.Account
}

// A Result is the moves of a game as formulas.
type Result struct {
	definable.Moves
	// Base is the base of the powers that the rules speak of: numbers must be written in it.
	// It is 0 where the rules speak of none.
	Base int
	// Ascending says that formulas speak of heaps in ascending order. Otherwise they are
	// right whichever order heaps stand in.
	Ascending bool
}

// Translate states the moves of a game. The error is an [*Error] where no formula says the
// same, or one of the budget or of the context. It takes no more than a fixed number of steps,
// and memory as the account of the context allows.
func Translate(ctx context.Context, g *Game) (r *Result, err error) {
	for _, sorted := range []bool{false, true} {
		x := &translation{game: g, ascending: sorted, sets: map[core.Stmt][]core.Var{}, ctx: ctx}
		x.live.Spend, x.held = x.spend, meter.Open(ctx)
		err = catch(func() { r = x.translate() })
		if x.held.Close(); r != nil || err != nil {
			break
		}
	}
	return r, err
}

// catch calls do and returns its refusal.
func catch(do func()) (refused error) { return core.Catch[refusal](do).error }

// A refusal ends a translation.
type refusal struct{ error }

// refuse ends the translation because of what is followed.
func (x *translation) refuse(format string, args ...any) {
	panic(refusal{&Error{x.here, fmt.Sprintf(format, args...)}})
}

// spend counts work.
func (x *translation) spend(n int) {
	before := x.spent / 1000
	if x.spent += n; x.spent/1000 == before {
		return
	}
	if err := x.ctx.Err(); err != nil {
		panic(refusal{context.Cause(x.ctx)})
	}
	if err := x.held.Take(uint64(x.spent/1000-before) * 1000 * stepBytes); err != nil {
		panic(refusal{err})
	}
	if x.spent > mostSteps {
		panic(refusal{fmt.Errorf("%s: the formula of the moves takes %d steps to write and has %d kinds of moves so far: %w", x.game.Name, x.spent, len(x.events), meter.Steps)})
	}
}

// fresh returns a new name for a number that the path binds. No coordinate has it.
func (x *translation) fresh(name string) string {
	for stem := strings.TrimRight(strings.Map(asciiLetter, name), "_"); ; {
		x.named++
		name := fmt.Sprintf("%s_%d", stem, x.named)
		if !slices.ContainsFunc(x.game.Cells, func(c Cell) bool { return c.Name == name }) {
			return name
		}
	}
}

func asciiLetter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return -1
}

// needs notes that the rules speak of powers of a base.
func (x *translation) needs(base int) {
	if x.base != 0 && x.base != base {
		x.refuse("speaks of powers of %d, besides those of %d: no numeration system has both", base, x.base)
	}
	x.base = base
}

// failing notes that the rules fail where a condition holds.
func (x *translation) failing(m moment, c cond) {
	c = m.path.simplify(c)
	if never(c) {
		return
	}
	if p := m.path.with(c); !p.dead() {
		x.events = append(x.events, event{what: failure, path: p})
	}
}

// translate is [Translate]. The result is nil where the order of heaps matters.
func (x *translation) translate() *Result {
	d := &Result{Ascending: x.ascending}
	g := x.game
	x.program = g.Moves
	for i := range g.Cells {
		if c := &g.Cells[i]; !c.Held {
			d.Coordinates = append(d.Coordinates, c.Name)
		}
	}
	fields, shape := x.position()
	from := path{conds: shape.all()}
	if g.Legal != nil {
		var illegal []cond
		x.program = g.Legal
		m := enter(g.Legal.Main(), from)
		copy(m.vars, fields)
		for _, o := range x.body(m, g.Legal.Main()) {
			if v, ok := o.v.(verdict); ok {
				illegal = append(illegal, o.path.since(from, isNot(v.c)))
			}
		}
		for _, e := range x.events {
			illegal = append(illegal, e.path.since(from))
		}
		x.program, x.events = g.Moves, nil
		for _, c := range isNot(anyOf(illegal...)).Conjuncts() {
			if never(c) {
				x.refuse("no position is legal")
			}
			shape = append(shape, definable.Bound{Formula: c})
			from = from.with(c)
		}
	}
	start := enter(g.Moves.Main(), from)
	copy(start.vars, fields)
	x.body(start, g.Moves.Main())
	x.contradict(from)
	for _, e := range x.events {
		if e.what == failure { // no position, as nobody can play it
			shape = append(shape, definable.Bound{Formula: isNot(e.path.since(from))})
		}
	}
	if !x.ascending && !x.symmetric(from) {
		return nil
	}
	d.Shape, d.Base = shape, x.base
	for _, e := range x.events {
		c := allOf(e.path.conds[len(from.conds):]...)
		switch e.what {
		case moves:
			used := map[string]bool{}
			for _, p := range e.parts {
				for _, t := range p {
					for _, n := range t.Names() {
						used[n] = true
					}
				}
			}
			kind := definable.Kind{Where: fmt.Sprintf("%s:%d:%d", g.Name, e.at.Line, e.at.Col), Parts: e.parts}
			var inner []string
			for _, v := range e.path.bound {
				if used[v] {
					kind.Bound = append(kind.Bound, v)
				} else {
					inner = append(inner, v)
				}
			}
			kind.Guard = forSome(inner, c)
			d.Kinds = append(d.Kinds, kind)
		case ends + eventKind(grundy.Won):
			d.Won = append(d.Won, forSome(e.path.bound, c))
		case ends + eventKind(grundy.Lost):
			d.Lost = append(d.Lost, forSome(e.path.bound, c))
		case ends + eventKind(grundy.Drawn):
			d.Drawn = append(d.Drawn, forSome(e.path.bound, c))
		}
	}
	return d
}

// contradict notes that the rules fail where they state two ends of the play, or an end and
// a move.
func (x *translation) contradict(from path) {
	for i, e := range x.events {
		if e.what >= ends {
			for j, o := range x.events {
				if o.what == e.what || o.what == failure || o.what != moves && j < i {
					continue
				}
				x.spend(1 + (len(e.path.conds)+len(o.path.conds))/4)
				// Each binds numbers of its own.
				both := allOf(e.path.since(from), o.path.since(from))
				if never(both) || never(allOf(append(e.path.outside(from), o.path.outside(from)...)...)) {
					continue
				}
				x.spend(both.Size())
				x.events = append(x.events, event{what: failure, path: from.with(both), at: e.at})
			}
		}
	}
}

// left adds a component that a move leaves to events: a value a field.
func (x *translation) left(now []event, m moment, fields []value) []event {
	type way struct {
		event
		part []automata.Term
	}
	ways := make([]way, len(now))
	for i, n := range now {
		ways[i].event = n
	}
	rest := x.game.Cells
	for i, v := range fields {
		field := &x.program.Shape.Fields[i]
		values := []value{v}
		if field.Kind != core.Integer {
			values = x.cellsFor(field, x.cells(v))
		}
		var cells []Cell
		for len(rest) > 0 && rest[0].Field == field {
			cells, rest = append(cells, rest[0]), rest[1:]
		}
		if len(values) != len(cells) {
			x.refuse("leaves %s of %d cells where the position has %d: a formula speaks of one length", field.Name, len(values), len(cells))
		}
		var next []way
		for _, w := range ways {
			m := moment{vars: m.vars, path: w.path}
			all := []outcomes{{moment: m}}
			switch {
			case field.Kind == core.Heaps && x.ascending:
				all = x.sorted(m, values)
			case field.Letters != "":
				all[0].all = values
			default:
				all = folded(all, values, func(o outcomes, v value) (more []outcomes) {
					for _, n := range x.number(o.moment, v) {
						more = append(more, o.and(n))
					}
					return more
				})
			}
			for _, o := range all {
				n := way{event: w.event, part: slices.Clip(w.part)}
				n.path = o.path
				for i, v := range o.all {
					c := &cells[i]
					t := termOf(v)
					if c.Held {
						if !always(n.path.simplify(isEqual(t, c.term()))) {
							x.refuse("changes %s, which is held at %d", c.Name, c.Value)
						}
						continue
					}
					n.part = append(n.part, t.Minus(automata.C(c.Less)))
				}
				next = append(next, n)
			}
		}
		ways = next
	}
	events := make([]event, len(ways))
	for i, w := range ways {
		events[i] = w.event
		events[i].parts = append(slices.Clip(w.parts), w.part)
	}
	return events
}

// cellsFor returns the cells of a value for a field that is a row or a grid.
func (x *translation) cellsFor(field *core.Field, of cells) []value {
	if field.Kind == core.Grid && (of.height != field.Height || of.width != field.Width) {
		x.refuse("no formula gives %s a grid that is not %d x %d", field.Name, field.Height, field.Width)
	}
	return of.all
}

// termOf returns the term of a number or a letter.
func termOf(v value) automata.Term {
	if l, ok := v.(letter); ok {
		return l.t
	}
	return v.(number).t
}

// bounds say which numbers are positions.
type bounds []definable.Bound

func (b bounds) all() (conds []cond) {
	for _, b := range b {
		conds = append(conds, b.Formula)
	}
	return conds
}

// position makes the values of the fields of the coordinates, and says which numbers are positions.
func (x *translation) position() (values []value, shape bounds) {
	add := func(c cond, upper bool) {
		if !always(c) {
			shape = append(shape, definable.Bound{Formula: c, Upper: upper})
		}
	}
	rest := x.game.Cells
	for i := range rest {
		c := &rest[i]
		x.spend(1)
		switch field := c.Field; {
		case c.Held:
		case field.Letters != "":
			var ways []cond
			for _, l := range field.Letters {
				ways = append(ways, isEqual(c.term(), automata.C(int64(strings.IndexRune(x.game.Letters, l)))))
			}
			add(anyOf(ways...), false)
		default:
			add(isAtMost(automata.C(field.Lo), c.term()), false)
			if field.Hi != math.MaxInt32 && field.Hi != math.MaxInt64 { // which are the machine's bounds, and not the game's
				add(isAtMost(c.term(), automata.C(field.Hi)), true)
			}
		}
	}
	for i := range x.program.Shape.Fields {
		field := &x.program.Shape.Fields[i]
		var all []value
		for ; len(rest) > 0 && rest[0].Field == field; rest = rest[1:] {
			if field.Letters != "" {
				all = append(all, letter{rest[0].term()})
			} else {
				all = append(all, number{rest[0].term()})
			}
		}
		switch field.Kind {
		case core.Integer:
			values = append(values, all[0])
			continue
		case core.Grid:
			values = append(values, x.grid(field.Height, field.Width, all))
			continue
		}
		values = append(values, x.row(all))
		for j := 1; j < len(all); j++ {
			a, b := all[j-1], all[j]
			switch {
			case field.Order == core.Ascending || field.Kind == core.Heaps && x.ascending:
				add(x.compare(core.AtMost, a, b), false)
			case field.Order == core.Descending:
				add(x.compare(core.AtMost, b, a), false)
			}
			for _, a := range all[:j] {
				if field.Distinct {
					add(isNot(x.compare(core.Equal, a, b)), false)
				}
			}
		}
	}
	return values, shape
}
