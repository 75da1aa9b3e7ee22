package rules

// This file translates moves into formulas: it follows the text of moves once, with
// coordinates instead of numbers, and notes under which conditions each move is stated. The
// result says exactly what the rules say, or there is none: then the error names what stands
// in the way, and where. docs/mathematics.md says what formulas are for.

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"grundy"
	"grundy/internal/meter"
	"grundy/rules/lang"
	"grundy/theory/automata"
	"grundy/theory/definable"
)

// A Frame says which positions of a file are looked at.
type Frame struct {
	// Length is the length of rows and heaps that may have several.
	Length int
	// Fixed are numbers at which coordinates are held. No move may change them.
	Fixed map[string]int64
	// Hold asks [DefineGame] to hold all coordinates that the moves of a file plainly pass
	// on, such as the k of "at least 1 and at most k times what was taken".
	Hold bool
}

// A Definition is the moves of a file as formulas of the coordinates of a position.
type Definition struct {
	Moves definable.Moves
	// Base is the base of the powers that the rules speak of: numbers must be written in it.
	// It is 0 where the rules speak of none.
	Base int
	// Misere says that the last move loses.
	Misere bool

	file    *File
	frame   Frame
	cells   []coordinate
	letters string // each of which is a number by its place
}

// A coordinate is a number of a position that may vary, or that is held.
type coordinate struct {
	name     string
	field    *Field
	at       int           // in a state
	index    int           // among Moves.Coordinates, or -1 where it is held
	term     automata.Term // in terms of the coordinates
	less     int64         // a coordinate is the number less this
	held     int64
	isLetter bool
}

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

// states are the functions that state something about the play.
var states = map[string]bool{"move": true, "move_sum": true, "win": true, "lose": true, "draw": true, "part": true}

// A translation is a file whose moves become formulas.
type translation struct {
	file  *File
	defs  map[string]*lang.Syntax
	scope map[string]bool       // the variables of the function that is followed
	known map[*lang.Syntax]bool // functions whose reading is known
	// readBehind are the variables that may be read behind a statement, or in the next turn
	// of a loop with that block, or behind it.
	readBehind map[*lang.Syntax]map[string]bool
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
	ctx        context.Context
	held       *meter.Account
}

// Define translates the moves of a file into formulas. The error is an [*Error] where no
// formula says the same: it names the place and the reason.
func (f *File) Define(ctx context.Context, frame Frame) (d *Definition, err error) {
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
		x := &translation{file: f, frame: frame, ascending: sorted, defs: map[string]*lang.Syntax{}, known: map[*lang.Syntax]bool{}, readBehind: map[*lang.Syntax]map[string]bool{}, ctx: ctx}
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

// fresh returns a new name for a number that the path binds.
func (x *translation) fresh(name string) string {
	x.named++
	return fmt.Sprintf("%s_%d", strings.TrimRight(strings.Map(asciiLetter, name), "_"), x.named)
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
		switch {
		case s.Kind == "def":
			x.defs[s.Name] = s
		case s.Kind == "assign" && s.Kids[0].Kind == "name" && s.Kids[1].Kind == "lambda":
			x.defs[s.Kids[0].Name] = s.Kids[1]
		}
	}
	def := x.defs["moves"]
	start, shape := x.position(def)
	d := &Definition{file: f, frame: x.frame, Misere: f.Misere}
	for _, c := range x.cells {
		if c.index >= 0 {
			d.Moves.Coordinates = append(d.Moves.Coordinates, c.name)
		}
	}
	d.cells = x.cells
	start.path = path{conds: shape.all()}
	if legal := x.defs["legal"]; legal != nil && f.legal != nil {
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
	d.Base, d.letters = x.base, x.letters
	return d
}

// A bound is a condition on positions.
type bound struct {
	is    cond
	upper bool // it could be dropped
}

type bounds []bound

func (b bounds) all() (conds []cond) {
	for _, b := range b {
		conds = append(conds, b.is)
	}
	return conds
}

// position makes the coordinates of a position and the values of the fields.
func (x *translation) position(def *lang.Syntax) (m moment, shape bounds) {
	f := x.file
	for i := range f.code.Shape.Fields {
		for _, c := range f.code.Shape.Fields[i].Letters {
			if !strings.ContainsRune(x.letters, c) {
				x.letters += string(c)
			}
		}
	}
	known := map[string]bool{}
	index := 0
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		cell := func(name string, at int) symbol {
			c := coordinate{name: name, field: field, at: at, index: -1, isLetter: field.Letters != ""}
			if held, ok := x.frame.Fixed[name]; ok {
				known[name] = true
				c.held, c.term = held, automata.C(held)
				if held < field.Lo && !c.isLetter || held > field.Hi && !c.isLetter {
					panic(refusal{fmt.Errorf("%s: %s = %d is outside %d … %d", f, name, held, field.Lo, field.Hi)})
				}
			} else {
				c.index, c.term = index, automata.V(name)
				index++
				switch {
				case c.isLetter:
					var ways []cond
					for _, l := range field.Letters {
						ways = append(ways, isEqual(c.term, automata.C(int64(strings.IndexRune(x.letters, l)))))
					}
					shape = append(shape, bound{anyOf(ways...), false})
				default:
					if field.Lo < 0 {
						c.less = field.Lo
						c.term = c.term.Plus(automata.C(field.Lo))
					}
					shape = append(shape, bound{isAtMost(automata.C(field.Lo), c.term), false})
					if field.Hi != math.MaxInt32 && field.Hi != math.MaxInt64 { // which are the machine's bounds, and not the game's
						shape = append(shape, bound{isAtMost(c.term, automata.C(field.Hi)), true})
					}
				}
			}
			x.cells = append(x.cells, c)
			if c.isLetter {
				return letter{c.term}
			}
			return number{c.term}
		}
		var v symbol
		switch field.Kind {
		case lang.Integer:
			v = cell(field.Name, field.At)
		case lang.Row, lang.Heaps:
			length := x.frame.Length
			switch {
			case field.Exact:
				length = field.Most
			case length <= 0:
				panic(refusal{x.file.code.FailAt(def.Kids[0].Kids[i], "has no fixed length: a formula speaks of rows of one length")})
			case length > field.Most:
				panic(refusal{fmt.Errorf("%s: %s has at most %d items, not %d", f, field.Name, field.Most, length)})
			}
			row := items{of: 'r'}
			for j := range length {
				x.spend(1)
				row.all = append(row.all, cell(fmt.Sprintf("%s%d", field.Name, j+1), field.At+1+j))
			}
			for j := 1; j < length; j++ {
				a, b := row.all[j-1], row.all[j]
				switch {
				case field.Order == lang.Ascending || field.Kind == lang.Heaps && x.ascending:
					shape = append(shape, bound{x.compare(def, "<=", a, b), false})
				case field.Order == lang.Descending:
					shape = append(shape, bound{x.compare(def, "<=", b, a), false})
				}
				for _, a := range row.all[:j] {
					if field.Distinct {
						shape = append(shape, bound{isNot(x.compare(def, "==", a, b)), false})
					}
				}
			}
			v = row
		case lang.Grid:
			if !field.Exact {
				panic(refusal{x.file.code.FailAt(def.Kids[0].Kids[i], "has no fixed size: a formula speaks of grids of one size")})
			}
			g := grid(field.Height, field.Width, nil)
			for j := range field.Height * field.Width {
				x.spend(1)
				g.all = append(g.all, cell(fmt.Sprintf("%s%d_%d", field.Name, j/field.Width+1, j%field.Width+1), field.At+2+j))
			}
			v = g
		}
		m = m.set(def.Kids[0].Kids[i].Name, v)
	}
	for name := range x.frame.Fixed {
		if !known[name] {
			panic(refusal{fmt.Errorf("%s has no number %q", f, name)})
		}
	}
	shape = slices.DeleteFunc(shape, func(b bound) bool { return always(b.is) })
	return m, shape
}

// state notes a call of move, move_sum, win, lose or draw.
func (x *translation) state(m moment, e *lang.Syntax, what string) {
	var args []*lang.Syntax
	for _, a := range e.Kids[1:] {
		if a.Kind != "named" { // a label
			args = append(args, a)
		}
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
				if n < 0 || n > fewTurns {
					x.refuse(e, "leaves %d components", n)
				}
				fields := []symbol{v}
				if t, ok := v.(items); ok && t.of == 't' {
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
		if field.Kind != lang.Integer {
			values = x.elements(e, fields[i])
			size := 0
			for _, c := range x.cells[at:] {
				if c.field == field {
					size++
				}
			}
			if g, ok := fields[i].(items); len(values) != size || ok && g.of == 'g' && (g.height != field.Height || g.width != field.Width) {
				x.refuse(e.Kids[min(i+1, len(e.Kids)-1)], "leaves %s of %d cells where the position has %d: a formula speaks of one length", field.Name, len(values), size)
			}
		}
		cells := x.cells[at:][:len(values)]
		at += len(values)
		var next []way
		for _, w := range ways {
			m := moment{vars: m.vars, path: w.path}
			all := []severalOutcomes{{moment: m}}
			switch {
			case field.Kind == lang.Heaps && x.ascending:
				all = x.sorted(m, e, values)
			case field.Letters != "":
				all[0].all = values
			default:
				all = folded(all, values, func(o severalOutcomes, v symbol) (more []severalOutcomes) {
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

// symmetric reports whether the events are the same, whichever order the heaps of a field
// have.
func (x *translation) symmetric(from path) bool {
	var heaps [][]string
	for i := 0; i < len(x.cells); i++ {
		field := x.cells[i].field
		if field.Kind != lang.Heaps {
			continue
		}
		var names []string
		for ; i < len(x.cells) && x.cells[i].field == field; i++ {
			if x.cells[i].index >= 0 {
				names = append(names, x.cells[i].name)
			}
		}
		i--
		heaps = append(heaps, names)
	}
	all := x.heapKeys(from, nil)
	for _, names := range heaps {
		for i := 1; i < len(names); i++ {
			a, b := names[i-1], names[i]
			if x.spend(len(all)); !slices.Equal(all, x.heapKeys(from, map[string]automata.Term{a: automata.V(b), b: automata.V(a)})) {
				return false
			}
		}
	}
	return true
}

// heapKeys describes all events where coordinates are replaced, in ascending order.
func (x *translation) heapKeys(from path, by map[string]automata.Term) (keys []string) {
	for _, e := range x.events {
		by := maps.Clone(by)
		if by == nil {
			by = map[string]automata.Term{}
		}
		for i, v := range e.path.bound {
			by[v] = automata.V(fmt.Sprintf("?%d", i))
		}
		var conds []string
		for _, c := range e.path.conds[len(from.conds):] {
			k := c.Substitute(by).Key()
			conds = append(conds, string(k[:]))
		}
		slices.Sort(conds)
		var parts []string
		for _, p := range e.parts {
			cells := map[*Field][]string{}
			i := 0
			var part []string
			for _, c := range x.cells {
				if c.index < 0 {
					continue
				}
				t := p[i].Substitute(by).String()
				i++
				if c.field.Kind == lang.Heaps {
					cells[c.field] = append(cells[c.field], t)
				} else {
					part = append(part, t)
				}
			}
			for i := range x.file.code.Shape.Fields {
				heaps := cells[&x.file.code.Shape.Fields[i]]
				slices.Sort(heaps)
				part = append(part, strings.Join(heaps, "+"))
			}
			parts = append(parts, strings.Join(part, ","))
		}
		slices.Sort(parts)
		keys = append(keys, e.what+strings.Join(conds, "&")+"->"+strings.Join(parts, ";"))
	}
	slices.Sort(keys)
	return keys
}

// File returns the file that the definition is about.
func (d *Definition) File() *File { return d.file }

// Frame returns the frame that the definition is about.
func (d *Definition) Frame() Frame { return d.frame }

// Text returns the text of the file.
func (f *File) Text() string { return f.code.Text() }

// Coordinates returns the coordinates of a position, in the order of Moves.Coordinates. The
// result is false where it is not a single position of the frame.
func (d *Definition) Coordinates(p Position) (at []int64, ok bool) {
	if len(d.file.split(p)) != 1 {
		return nil, false
	}
	for state := range d.file.states(p) {
		return d.coordinatesOf(state)
	}
	return nil, false
}

func (d *Definition) coordinatesOf(state []int64) (at []int64, ok bool) {
	sizes := map[*Field]int{}
	for _, c := range d.cells {
		v := state[c.at]
		sizes[c.field]++
		if c.isLetter {
			v = int64(strings.IndexByte(d.letters, byte(v)))
		}
		if c.index < 0 {
			if v != c.held {
				return nil, false
			}
			continue
		}
		at = append(at, v-c.less)
	}
	for i := range d.file.code.Shape.Fields {
		field := &d.file.code.Shape.Fields[i]
		if field.Kind != lang.Integer && len(field.Items(state)) != sizes[field] {
			return nil, false
		}
	}
	return at, true
}

// Position returns the position with coordinates in the order of Moves.Coordinates. The error
// says why there is none.
func (d *Definition) Position(at []int64) (Position, error) {
	state, err := d.stateOf(at)
	if err != nil {
		return "", err
	}
	return Position(d.file.pack(state)), nil
}

// Place returns the position with coordinates in the order of Moves.Coordinates as a
// component of the file. The error says why there is none.
func (d *Definition) Place(at []int64) (grundy.Component, error) {
	p, err := d.Position(at)
	if err != nil {
		return nil, err
	}
	return d.file.place(p), nil
}

// At returns the coordinates of a component of the game, in the order of
// Moves.Coordinates. The result is false where it is not a single position of the frame.
func (d *Definition) At(c grundy.Component) (at []int64, ok bool) {
	if p, ok := c.Position().(Position); ok {
		return d.Coordinates(p)
	}
	numbers, ok := numbersOf(c)
	if !ok || len(numbers) != len(d.cells) {
		return nil, false
	}
	for i, c := range d.cells {
		switch {
		case c.index >= 0:
			at = append(at, numbers[i]-c.less)
		case c.held != numbers[i]:
			return nil, false
		}
	}
	return at, true
}

// numbersOf returns the numbers of a position of a built-in game, as it is written.
func numbersOf(c grundy.Component) (numbers []int64, ok bool) {
	text := c.String()
	text = strings.TrimSuffix(text[strings.LastIndexByte(text, '(')+1:], ")")
	for n := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseInt(n, 10, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, true
}

// DefineGame translates the moves of the game of a component, which is from a file or
// [grundy.Ruled]. Where the frame says no length, rows are as long as those of the component.
// The error is as for [File.Define], or says that the game has no rules in a file.
func DefineGame(ctx context.Context, c grundy.Component, frame Frame) (*Definition, error) {
	if f, ok := FileOf(c); ok {
		if p, ok := c.Position().(Position); ok {
			frame = f.framed(frame, p)
		}
		return f.Define(ctx, frame)
	}
	f, err := StatedBy(ctx, c)
	if err != nil {
		return nil, err
	}
	return f.Define(ctx, frame)
}

// framed completes a frame by what a position says.
func (f *File) framed(frame Frame, p Position) Frame {
	var passed map[string]bool
	if frame.Hold {
		passed = f.passedOn()
		frame.Fixed = maps.Clone(frame.Fixed)
		if frame.Fixed == nil {
			frame.Fixed = map[string]int64{}
		}
	}
	longest := 0
	for state := range f.states(p) {
		for i := range f.code.Shape.Fields {
			field := &f.code.Shape.Fields[i]
			if field.Kind == lang.Row || field.Kind == lang.Heaps {
				longest = max(longest, len(field.Items(state)))
			}
			if !passed[field.Name] || field.Letters != "" {
				continue
			}
			switch field.Kind {
			case lang.Integer:
				frame.Fixed[field.Name] = state[field.At]
			case lang.Row:
				for j, n := range field.Items(state) {
					frame.Fixed[fmt.Sprintf("%s%d", field.Name, j+1)] = n
				}
			}
		}
	}
	if frame.Length == 0 {
		frame.Length = longest
	}
	return frame
}

// passedOn returns the fields that each move passes on as they are, by the text of moves.
func (f *File) passedOn() map[string]bool {
	fields := f.code.Shape.Names()
	passed := map[string]bool{}
	for _, name := range fields {
		passed[name] = len(fields) > 1
	}
	is := func(t *lang.Syntax, i int) {
		passed[fields[i]] = passed[fields[i]] && t.Kind == "name" && t.Name == fields[i]
	}
	for _, s := range f.code.Plain() {
		if s.Kind != "def" || s.Name == "start" || s.Name == "parts" {
			continue
		}
		if s.Name == "moves" {
			for name := range assigned(s.Kids[1]) {
				passed[name] = false
			}
		}
		lang.Walk(s, func(t *lang.Syntax) {
			if t.Kind != "call" || t.Kids[0].Kind != "name" || t.Kids[0].Name != "move" && t.Kids[0].Name != "move_sum" {
				return
			}
			for i, a := range t.Kids[1:] {
				switch {
				case a.Kind == "named":
				case a.Kind == "call" && len(a.Kids) == 3 && a.Kids[0].Name == "copies":
					a = a.Kids[2]
					fallthrough
				case t.Kids[0].Name == "move_sum":
					for j := range fields {
						if a.Kind == "tuple" && len(a.Kids) == len(fields) && s.Name == "moves" {
							is(a.Kids[j], j)
						} else {
							passed[fields[j]] = false
						}
					}
				case i < len(fields) && s.Name == "moves":
					is(a, i)
				default: // in a function, whose parameters have names of their own
					clear(passed)
				}
			}
		})
	}
	return passed
}

// StatedBy returns a file with the moves of the game of a component, which is [grundy.Ruled].
func StatedBy(ctx context.Context, c grundy.Component) (*File, error) {
	ruled, ok := c.Game().(grundy.Ruled)
	numbers, isList := numbersOf(c)
	if ok && isList {
		if text, ok := ruled.Rules(len(numbers)); ok {
			name, _, _ := strings.Cut(c.String(), "(")
			return Load(ctx, name, strings.NewReader(text), Options{})
		}
	}
	return nil, fmt.Errorf("%s: no file states the rules of this game", c)
}

// FileOf returns the file whose position a component is.
func FileOf(c grundy.Component) (*File, bool) {
	if of, ok := c.Game().(interface{ itself() *File }); ok {
		return of.itself(), true
	}
	return nil, false
}

func (f *File) itself() *File { return f }

func (d *Definition) stateOf(at []int64) ([]int64, error) {
	if len(at) != len(d.Moves.Coordinates) {
		return nil, fmt.Errorf("%s: want %d coordinates, not %d", d.file, len(d.Moves.Coordinates), len(at))
	}
	state := make([]int64, d.file.code.Shape.Size)
	for i := range d.file.code.Shape.Fields {
		field := &d.file.code.Shape.Fields[i]
		switch field.Kind {
		case lang.Grid:
			state[field.At], state[field.At+1] = int64(field.Height), int64(field.Width)
		case lang.Row, lang.Heaps:
			state[field.At] = int64(d.frame.Length)
			if field.Exact {
				state[field.At] = int64(field.Most)
			}
		}
	}
	for _, c := range d.cells {
		v := c.held
		if c.index >= 0 {
			v = at[c.index] + c.less
		}
		if c.isLetter {
			if v < 0 || v >= int64(len(d.letters)) || strings.IndexByte(c.field.Letters, d.letters[v]) < 0 {
				return nil, fmt.Errorf("%s: %s = %d is not a letter", d.file, c.name, v)
			}
			v = int64(d.letters[v])
		} else if v < c.field.Lo || v > c.field.Hi {
			return nil, fmt.Errorf("%s: %s = %d is outside %d … %d", d.file, c.name, v, c.field.Lo, c.field.Hi)
		}
		state[c.at] = v
	}
	for i := range d.file.code.Shape.Fields {
		if field := &d.file.code.Shape.Fields[i]; field.Kind == lang.Heaps {
			slices.Sort(field.Items(state))
		}
	}
	return state, nil
}
