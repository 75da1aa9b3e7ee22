package contest

// Some answers need no interpreter: those that are one question about positions whose numbers are
// fields of the input, and what to print for each answer to it. That is the form of
// most problems, and then a test costs little more than reading it.

import (
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/compound"
)

// A kernel appends the answer to a test, without the end of the line. The result is false
// where the interpreter must answer, which also finds errors again, with their places.
type kernel func(a *asking, dst []byte, d *input.Data) ([]byte, bool)

// kernelOf returns the kernel of the answer, or nil.
func (p *Problem) kernelOf() kernel {
	tree, ok := p.answer.Expression()
	if !ok || p.output.Any {
		return nil
	}
	return p.printing(tree)
}

// printing returns what prints the value of an expression, or nil.
func (p *Problem) printing(t lang.Tree) kernel {
	switch t.Op {
	case "value":
		text, err := p.appendValue(nil, t.Value)
		if err != nil {
			return nil
		}
		return func(_ *asking, dst []byte, _ *input.Data) ([]byte, bool) { return append(dst, text...), true }
	case "if":
		test, yes, no := p.condition(t.Args[0]), p.printing(t.Args[1]), p.printing(t.Args[2])
		if test == nil || yes == nil || no == nil {
			return nil
		}
		return func(a *asking, dst []byte, d *input.Data) ([]byte, bool) {
			switch holds, ok := test(a, d); {
			case !ok:
				return dst, false
			case holds:
				return yes(a, dst, d)
			}
			return no(a, dst, d)
		}
	case "call":
		number := p.counting(t)
		if number == nil {
			return nil
		}
		return func(a *asking, dst []byte, d *input.Data) ([]byte, bool) {
			n, ok := number(a, d)
			return strconv.AppendUint(dst, n, 10), ok
		}
	}
	return nil
}

// A condition is one of an answer. The second result is as in [kernel].
type condition func(a *asking, d *input.Data) (holds, ok bool)

// condition returns what decides an expression, or nil.
func (p *Problem) condition(t lang.Tree) condition {
	switch t.Op {
	case "not":
		if test := p.condition(t.Args[0]); test != nil {
			return func(a *asking, d *input.Data) (bool, bool) {
				holds, ok := test(a, d)
				return !holds, ok
			}
		}
	case "call":
		if t.Name != "wins" || !p.isPredeclared(t.Name) || len(t.Args) != 1 {
			return nil
		}
		misere, kind := false, compound.Disjunctive
		for name, v := range t.Named {
			var err error
			switch {
			case name == "misere" && v.Op == "name" && (v.Name == "True" || v.Name == "False"):
				misere = v.Name == "True"
			case name == "compound" && v.Op == "value":
				if kind, err = compound.ParseKind(textOf(v.Value)); err != nil {
					return nil
				}
			default:
				return nil
			}
		}
		position := p.position(t.Args[0])
		if position == nil {
			return nil
		}
		return func(a *asking, d *input.Data) (bool, bool) {
			won, err := a.wins(position(a, d), misere, kind)
			return won, err == nil
		}
	}
	return nil
}

// A numbering is a number that an answer asks for. The second result is as in [kernel].
type numbering func(a *asking, d *input.Data) (n uint64, ok bool)

// counting returns what finds the number that a question asks for, or nil.
func (p *Problem) counting(t lang.Tree) numbering {
	if !p.isPredeclared(t.Name) || len(t.Args) != 1 || len(t.Named) > 0 {
		return nil
	}
	position := p.position(t.Args[0])
	switch {
	case position == nil:
	case t.Name == "nim_value":
		return func(a *asking, d *input.Data) (uint64, bool) {
			s := position(a, d)
			if !s.isPlain() {
				return 0, false
			}
			n, err := a.total(s)
			return n, err == nil
		}
	case t.Name == "winning_moves":
		return func(a *asking, d *input.Data) (uint64, bool) {
			s := position(a, d)
			if !s.isNimList() {
				return 0, false
			}
			return a.nimMoves(s), true
		}
	}
	return nil
}

// position returns what makes the position that an expression is, or nil. It is in memory
// of the asking, until the next one is made.
func (p *Problem) position(t lang.Tree) func(a *asking, d *input.Data) *sum {
	parts := p.parts(t)
	if parts == nil {
		return nil
	}
	return func(a *asking, d *input.Data) *sum {
		a.made.terms, a.numbers = a.made.terms[:0], a.numbers[:0]
		for i := range parts {
			a.made.terms = append(a.made.terms, parts[i].term(a, d))
		}
		return &a.made
	}
}

// A fieldTerm is a term whose numbers are fields of the input.
type fieldTerm struct {
	game   *game
	places []input.Place
	isList bool // the field is a list
	single bool // each number is a position
}

func (f *fieldTerm) term(a *asking, d *input.Data) term {
	t := term{game: f.game, copies: 1, list: f.single}
	if f.isList {
		t.numbers = d.At(f.places[0]).List
		return t
	}
	from := len(a.numbers)
	for _, place := range f.places {
		a.numbers = append(a.numbers, d.At(place).Number)
	}
	t.numbers = a.numbers[from:]
	return t
}

// parts returns the terms of a position, or nil.
func (p *Problem) parts(t lang.Tree) []fieldTerm {
	if t.Op == "+" {
		x, y := p.parts(t.Args[0]), p.parts(t.Args[1])
		if x == nil || y == nil {
			return nil
		}
		return append(x, y...)
	}
	text := gameNames()[t.Name]
	if t.Op != "call" && t.Op != "bracketed call" || !p.isPredeclared(t.Name) || len(t.Named) > 0 || text == "" {
		return nil
	}
	if t.Op == "bracketed call" {
		var numbers []byte
		for _, n := range t.Index {
			if n.Op != "value" || n.Value.Kind != lang.IntKind {
				return nil
			}
			numbers = append(strconv.AppendInt(numbers, n.Value.N, 10), ',')
		}
		text += "[" + strings.TrimSuffix(string(numbers), ",") + "]"
	}
	g := p.all.find(contextOf(nil), text)
	if g.maker == nil || g.maker.IsText() && g.maker.Numbers != 1 && g.maker.Numbers != len(t.Args) {
		return nil
	}
	of := fieldTerm{game: g, single: g.maker.Numbers == 1 && g.maker.Alone.Table == nil}
	for _, arg := range t.Args {
		i := -1
		if arg.Op == "name" {
			i = p.slotOf(arg.Name)
		}
		if i < 0 || p.slots[i].fn != nil || p.slots[i].signed {
			return nil
		}
		switch p.slots[i].field.Kind {
		case input.KindNumber:
		case input.KindNumbers:
			of.isList = true
		default:
			return nil
		}
		of.places = append(of.places, p.slots[i].place)
	}
	if of.isList && (len(of.places) != 1 || !of.single && (g.maker.IsText() || g.maker.Numbers > 0)) ||
		!of.isList && !of.single && len(of.places) != g.maker.Numbers {
		return nil
	}
	return []fieldTerm{of}
}

// isPredeclared reports whether a name is not one of the file's own.
func (p *Problem) isPredeclared(name string) bool {
	_, at := p.code.Global(name)
	return at == nil && p.slotOf(name) < 0
}

// slotOf returns the slot of a parameter of answer, or -1.
func (p *Problem) slotOf(name string) int {
	for _, i := range p.args {
		if p.slots[i].name == name {
			return i
		}
	}
	return -1
}
