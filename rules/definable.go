package rules

// This file translates moves into formulas: it follows the text of moves once, with
// coordinates instead of numbers, and notes under which conditions each move is stated. The
// result says exactly what the rules say, or there is none: then the error names what stands
// in the way, and where. docs/mathematics.md says what formulas are for.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy"
	"grundy/internal/meter"
	"grundy/rules/core"
	"grundy/rules/lang"
	"grundy/theory/automata"
	"grundy/theory/definable"
)

// mostSteps bounds the work of a translation, and so its size.
const mostSteps = 600_000

// stepBytes is roughly what a step leaves in memory.
const stepBytes = 200

// An event is a statement about the play at the end of a path.
type event struct {
	what  string // move, move_sum, win, lose, draw or fail
	path  path
	parts [][]automata.Term
	at    lang.Pos
}

// statements are the functions that state something about the play.
var statements = map[string]bool{"move": true, "move_sum": true, "win": true, "lose": true, "draw": true, "part": true}

// A translation is a file whose moves become formulas.
type translation struct {
	file  *File
	defs  map[lang.Pos]*lang.Syntax // by where they begin
	scope map[string]bool           // the variables of the function that is followed
	known map[*lang.Syntax]bool     // functions whose reading is known
	// readBehind are the variables that may be read behind a statement, or in the next turn
	// of a loop with that block, or behind it.
	readBehind map[*lang.Syntax]map[string]bool
	layout     *Layout
	letters    string
	cells      []coordinate
	frame      Frame
	ascending  bool // heaps stand in ascending order
	base       int
	events     []event
	named      int // fresh names
	lists      int
	depth      int
	spent      int
	here       *lang.Syntax // what is followed
	alone      *lang.Syntax // the expression that is a statement
	walked     map[int]bool // lists that loops go over
	ctx        context.Context
	held       *meter.Account
}

// Define translates the moves of a file into formulas. The error is an [*Error] where no
// formula says the same: it names the place and the reason.
func (f *File) defineOld(ctx context.Context, frame Frame) (d *Definition, err error) {
	if f.builtIn != nil {
		c := f.builtIn.heap
		if c == nil {
			if c, err = f.builtIn.place(make([]grundy.Arg, f.builtIn.board.Dimension())); err != nil {
				return nil, err
			}
		}
		return DefineGame(ctx, c, frame)
	}
	for _, sorted := range []bool{false, true} {
		x := &translation{file: f, frame: frame, ascending: sorted, defs: map[lang.Pos]*lang.Syntax{}, walked: map[int]bool{}, known: map[*lang.Syntax]bool{}, readBehind: map[*lang.Syntax]map[string]bool{}, ctx: ctx}
		x.held = meter.Open(ctx)
		refused := catch(func() { d = x.define() })
		x.held.Close()
		if refused != nil {
			return nil, refused
		}
		if d != nil {
			return d, nil
		}
	}
	return nil, fmt.Errorf("%s: the order of heaps matters", f)
}

// catch calls do and returns its refusal.
func catch(do func()) (refused error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			refused = stop.error
		}
	}()
	do()
	return nil
}

// A refusal ends a translation.
type refusal struct{ error }

func (x *translation) refuse(at *lang.Syntax, format string, args ...any) {
	if at == nil {
		at = &lang.Syntax{}
	}
	panic(refusal{x.file.code.FailAt(at, format, args...)})
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
		panic(refusal{fmt.Errorf("%s: the formula of the moves takes %d steps to write and has %d kinds of moves so far: %w", x.file, x.spent, len(x.events), meter.Steps)})
	}
}

// fresh returns a new name for a number that the path binds. No coordinate has it.
func (x *translation) fresh(name string) string {
	for stem := strings.TrimRight(strings.Map(asciiLetter, name), "_"); ; {
		x.named++
		name := fmt.Sprintf("%s_%d", stem, x.named)
		if !slices.ContainsFunc(x.cells, func(c coordinate) bool { return c.name == name }) {
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
func (x *translation) needs(at *lang.Syntax, base int) {
	if x.base != 0 && x.base != base {
		x.refuse(at, "speaks of powers of %d, besides those of %d: no numeration system has both", base, x.base)
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
		x.events = append(x.events, event{what: "fail", path: p})
	}
}

// define translates the file. It returns nil where the order of heaps matters.
func (x *translation) define() *Definition {
	f := x.file
	for _, s := range f.code.Plain() {
		lang.Walk(s, func(t *lang.Syntax) {
			if t.Kind == "def" || t.Kind == "lambda" {
				x.defs[t.At] = t
			}
		})
	}
	def := x.functionOf(f.moves).def
	start, shape := x.position(def)
	d := &Definition{Misere: f.Misere, Layout: x.layout}
	d.Moves.Coordinates = d.Names()
	start.path = path{conds: shape.all()}
	if f.legal != nil {
		legal := x.functionOf(f.legal).def
		var illegal []cond
		m := moment{path: start.path}
		for i, p := range legal.Kids[0].Kids {
			m = m.set(p.Name, start.vars[def.Kids[0].Kids[i].Name])
		}
		for _, o := range x.body(m, legal) {
			is := holds // not legal
			if v, ok := o.v.(verdict); ok {
				is = isNot(v.c)
			}
			illegal = append(illegal, o.path.since(m.path, is))
		}
		for _, e := range x.events {
			illegal = append(illegal, e.path.since(m.path))
		}
		x.events = nil
		for _, c := range isNot(anyOf(illegal...)).Conjuncts() {
			if never(c) {
				x.refuse(legal, "no position is legal")
			}
			shape = append(shape, bound{c, false})
			start.path = start.path.with(c)
		}
	}
	from := start.path
	for _, end := range x.body(start, def) {
		if _, ok := end.v.(nothing); !ok {
			x.refuse(def, "moves returns a value")
		}
	}
	x.contradict(from)
	for _, e := range x.events {
		if e.what == "fail" { // no position, as nobody can play it
			c := isNot(e.path.since(from))
			shape = append(shape, bound{c, false})
		}
	}
	if !x.ascending && !x.symmetric(from) {
		return nil
	}
	for _, b := range shape {
		d.Moves.Shape = append(d.Moves.Shape, definable.Bound{Formula: b.is, Upper: b.upper})
	}
	for _, e := range x.events {
		c := allOf(e.path.conds[len(from.conds):]...)
		switch e.what {
		case "move", "move_sum":
			used := map[string]bool{}
			for _, p := range e.parts {
				for _, t := range p {
					for _, n := range t.Names() {
						used[n] = true
					}
				}
			}
			kind := definable.Kind{Where: fmt.Sprintf("%s:%d:%d", f, e.at.Line, e.at.Col), Parts: e.parts}
			var inner []string
			for _, v := range e.path.bound {
				if used[v] {
					kind.Bound = append(kind.Bound, v)
				} else {
					inner = append(inner, v)
				}
			}
			kind.Guard = forSome(inner, c)
			d.Moves.Kinds = append(d.Moves.Kinds, kind)
		case "win", "lose", "draw":
			to := map[string]*[]automata.Formula{"win": &d.Moves.Won, "lose": &d.Moves.Lost, "draw": &d.Moves.Drawn}[e.what]
			*to = append(*to, forSome(e.path.bound, c))
		}
	}
	d.Base = x.base
	return d
}

// contradict notes that the rules fail where they state two ends of the play, or an end and
// a move.
func (x *translation) contradict(from path) {
	for i, e := range x.events {
		if statements[e.what] && e.what != "move" && e.what != "move_sum" {
			for j, o := range x.events {
				if o.what == e.what || o.what == "fail" || o.what != "move" && o.what != "move_sum" && j < i {
					continue
				}
				x.spend(1 + (len(e.path.conds)+len(o.path.conds))/4)
				// Each binds numbers of its own.
				both := allOf(e.path.since(from), o.path.since(from))
				if never(both) || never(allOf(append(e.path.outside(from), o.path.outside(from)...)...)) {
					continue
				}
				x.spend(both.Size())
				x.events = append(x.events, event{what: "fail", path: from.with(both), at: e.at})
			}
		}
	}
}

// state notes a call of move, move_sum, win, lose or draw.
func (x *translation) state(m moment, e *lang.Syntax, what string) {
	var args []*lang.Syntax
	moves := what == "move" || what == "move_sum"
	for _, a := range e.Kids[1:] {
		if a.Kind != "named" {
			args = append(args, a)
		} else if !moves || a.Name != "label" {
			x.refuse(e, "%s has no parameter %q", what, a.Name)
		}
	}
	if !moves && len(args) > 0 {
		x.refuse(e, "%s takes no arguments", what)
	}
	for _, o := range x.each(m, args) {
		now := []event{{what: what, path: o.path, at: e.At}}
		switch what {
		case "part":
			x.refuse(e, "moves states no parts")
		case "move":
			now = x.left(now, m, e, o.all)
		case "move_sum":
			for _, v := range o.all {
				n := int64(1)
				if copies, ok := v.(several); ok {
					n, v = copies.n, copies.of
				}
				if n > fewTurns {
					x.refuse(e, "leaves %d components", n)
				}
				fields := []symbol{v}
				if t, ok := v.(items); len(x.file.code.Shape.Fields) > 1 {
					if !ok || t.of != 't' {
						x.refuse(e, "want a tuple of the fields, not %s", kindOf(v))
					}
					fields = t.all
				}
				for range n {
					now = x.left(now, m, e, fields)
				}
			}
		}
		x.events = append(x.events, now...)
		x.spend(len(now))
	}
}

// cellsFor returns the cells of a value for a field that is a row or a grid.
func (x *translation) cellsFor(e *lang.Syntax, field *Field, v symbol) []symbol {
	of, isItems := v.(items)
	word, isText := v.(text)
	switch {
	case field.Kind == core.Grid && isText && strings.Count(word.s, "/") == field.Height-1:
		return x.elements(e, text{strings.ReplaceAll(word.s, "/", "")})
	case field.Kind == core.Grid && (!isItems || of.of != 'g' || of.height != field.Height || of.width != field.Width):
		x.refuse(e, "no formula gives %s %s that is not a grid of %d x %d", field.Name, kindOf(v), field.Height, field.Width)
	case field.Kind != core.Grid && !isText && (!isItems || of.of == 'g'):
		x.refuse(e, "want a row or a list for %s, not %s", field.Name, kindOf(v))
	}
	return x.elements(e, v)
}

// left adds a component that a move leaves to events: a value a field.
func (x *translation) left(now []event, m moment, e *lang.Syntax, fields []symbol) []event {
	shape := x.file.code.Shape.Fields
	if len(fields) != len(shape) {
		x.refuse(e, "want a value for each field: %d, not %d", len(shape), len(fields))
	}
	type way struct {
		event
		part []automata.Term
	}
	ways := make([]way, len(now))
	for i, n := range now {
		ways[i].event = n
	}
	at := 0 // among the cells
	for i := range shape {
		field := &shape[i]
		values := []symbol{fields[i]}
		if field.Kind != core.Integer {
			values = x.cellsFor(e, field, fields[i])
			size := 0
			for _, c := range x.cells[at:] {
				if c.field == field {
					size++
				}
			}
			if len(values) != size {
				x.refuse(e.Kids[min(i+1, len(e.Kids)-1)], "leaves %s of %d cells where the position has %d: a formula speaks of one length", field.Name, len(values), size)
			}
		}
		cells := x.cells[at:][:len(values)]
		at += len(values)
		var next []way
		for _, w := range ways {
			m := moment{vars: m.vars, path: w.path}
			all := []outcomes{{moment: m}}
			switch {
			case field.Kind == core.Heaps && x.ascending:
				all = x.sorted(m, e, values)
			case field.Letters != "":
				all[0].all = values
			default:
				all = folded(all, values, func(o outcomes, v symbol) (more []outcomes) {
					for _, n := range x.number(o.moment, e, v) {
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
					var t automata.Term
					if c.isLetter {
						is := false
						if t, is = x.letterOf(v); !is {
							x.refuse(e, "want a letter for %s, not %s", field.Name, kindOf(v))
						}
					} else {
						t = v.(number).t
					}
					if c.index < 0 {
						if !always(n.path.simplify(isEqual(t, c.term))) {
							x.refuse(e, "changes %s, which is held at %d", c.name, c.held)
						}
						continue
					}
					n.part = append(n.part, t.Minus(automata.C(c.less)))
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
