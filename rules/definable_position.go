package rules

// This file holds the coordinates of a position: how the fields of a file become numbers that
// formulas speak of, and how positions and coordinates become each other.

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"grundy"
	"grundy/rules/lang"
	"grundy/theory/automata"
)

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
			v = x.made(row)
		case lang.Grid:
			if !field.Exact {
				panic(refusal{x.file.code.FailAt(def.Kids[0].Kids[i], "has no fixed size: a formula speaks of grids of one size")})
			}
			var all []symbol
			for j := range field.Height * field.Width {
				x.spend(1)
				all = append(all, cell(fmt.Sprintf("%s%d_%d", field.Name, j/field.Width+1, j%field.Width+1), field.At+2+j))
			}
			v = x.grid(field.Height, field.Width, all)
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

// Numbers returns the numbers of the position with these coordinates, in the order in which
// positions of a [grundy.Ruled] game are written.
func (d *Definition) Numbers(at []int64) []int64 {
	numbers := make([]int64, len(d.cells))
	for i, c := range d.cells {
		if numbers[i] = c.held; c.index >= 0 {
			numbers[i] = at[c.index] + c.less
		}
	}
	return numbers
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
	frame = FrameOf(c, frame)
	if f, ok := FileOf(c); ok {
		return f.Define(ctx, frame)
	}
	f, err := StatedBy(ctx, c)
	if err != nil {
		return nil, err
	}
	return f.Define(ctx, frame)
}

// FrameOf completes a frame by what the position of a component says. Positions of one game
// with the same frame have the same definition.
func FrameOf(c grundy.Component, frame Frame) Frame {
	if f, ok := FileOf(c); ok {
		if p, ok := c.Position().(Position); ok {
			return f.framed(frame, p)
		}
	}
	return frame
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
	name, _, _ := strings.Cut(c.String(), "(")
	return nil, fmt.Errorf("%s has no rules as text, from which formulas could be made: write them into a file, and ask about that", name)
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
