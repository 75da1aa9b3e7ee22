package contest

// Some answers need no interpreter: those that are one question about positions whose numbers are
// fields of the input, and what to print for each answer to it. That is the form of
// most problems, and then a test costs little more than reading it.

import (
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/compound"
)

// A kernel appends the answer to a test, without the end of the line. The result is false
// where the interpreter must answer, which also finds errors again, with their places.
type kernel func(a *asking, dst []byte, d *input.Data) ([]byte, bool)

// kernelOf returns the kernel of the answer, or nil.
func (p *Problem) kernelOf() kernel {
	if p.output.Any {
		return nil
	}
	for _, f := range p.code.Answers(false).Functions {
		if f.Name == p.answer.Name {
			return p.returned(&f, f.Body)
		}
	}
	return nil
}

// returned returns what prints the value that statements return, which do nothing else, or nil.
func (p *Problem) returned(f *core.Function, body []core.Stmt) kernel {
	if len(body) == 0 {
		return nil
	}
	switch s := body[0].(type) {
	case *core.Return:
		return p.printing(f, s.X)
	case *core.If:
		rest := s.Else
		if len(rest) == 0 {
			rest = body[1:]
		} else if len(body) > 1 {
			return nil
		}
		return either(p.condition(f, s.Cond), p.returned(f, s.Then), p.returned(f, rest))
	}
	return nil
}

// either returns what prints one of two values, or nil.
func either(test condition, yes, no kernel) kernel {
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
}

// printing returns what prints the value of an expression, or nil.
func (p *Problem) printing(f *core.Function, e core.Expr) kernel {
	value := lang.Value{}
	switch e := e.(type) {
	case *core.Text:
		value = lang.Text(e.S)
	case *core.Const:
		if e.Kind == core.IntType {
			value = lang.Int(e.N)
		}
	case *core.Choose:
		return either(p.condition(f, e.Cond), p.printing(f, e.X), p.printing(f, e.Y))
	case *core.Ask:
		number := p.counting(f, e)
		if number == nil {
			return nil
		}
		return func(a *asking, dst []byte, d *input.Data) ([]byte, bool) {
			n, ok := number(a, d)
			return strconv.AppendUint(dst, n, 10), ok
		}
	}
	if value.Kind == lang.UnsetKind {
		return nil
	}
	text, err := p.appendValue(nil, value)
	if err != nil {
		return nil
	}
	return func(_ *asking, dst []byte, _ *input.Data) ([]byte, bool) { return append(dst, text...), true }
}

// A condition is one of an answer. The second result is as in [kernel].
type condition func(a *asking, d *input.Data) (holds, ok bool)

// condition returns what decides an expression, or nil.
func (p *Problem) condition(f *core.Function, e core.Expr) condition {
	switch e := e.(type) {
	case *core.Not:
		if test := p.condition(f, e.X); test != nil {
			return func(a *asking, d *input.Data) (bool, bool) {
				holds, ok := test(a, d)
				return !holds, ok
			}
		}
	case *core.Ask:
		if e.What != "wins" || !p.isPredeclared(e.What) || len(e.Args) != 1 || e.Most != nil {
			return nil
		}
		misere, kind := false, compound.Disjunctive
		if e.Misere != nil {
			is, ok := e.Misere.(*core.Const)
			if !ok || is.Kind != core.BoolType {
				return nil
			}
			misere = is.N != 0
		}
		if e.Compound != nil {
			name, ok := e.Compound.(*core.Text)
			if !ok {
				return nil
			}
			var err error
			if kind, err = compound.ParseKind(name.S); err != nil {
				return nil
			}
		}
		position := p.position(f, e.Args[0])
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
func (p *Problem) counting(f *core.Function, e *core.Ask) numbering {
	if !p.isPredeclared(e.What) || len(e.Args) != 1 || e.Compound != nil || e.Misere != nil || e.Most != nil {
		return nil
	}
	position := p.position(f, e.Args[0])
	switch {
	case position == nil:
	case e.What == "nim_value":
		return func(a *asking, d *input.Data) (uint64, bool) {
			s := position(a, d)
			if !s.isPlain() {
				return 0, false
			}
			n, err := a.total(s)
			return n, err == nil
		}
	case e.What == "winning_moves":
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
func (p *Problem) position(f *core.Function, e core.Expr) func(a *asking, d *input.Data) *sum {
	parts := p.parts(f, e)
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
func (p *Problem) parts(f *core.Function, e core.Expr) []fieldTerm {
	if sum, ok := e.(*core.Arith); ok && sum.Op == core.Plus {
		x, y := p.parts(f, sum.X), p.parts(f, sum.Y)
		if x == nil || y == nil {
			return nil
		}
		return append(x, y...)
	}
	pose, ok := e.(*core.Pose)
	if !ok {
		return nil
	}
	of, ok := pose.Game.(*core.Game)
	if !ok || !p.isPredeclared(of.Name) || gameNames()[of.Name] == "" {
		return nil
	}
	text := gameNames()[of.Name]
	if of.Params != nil {
		var numbers []byte
		for _, e := range of.Params {
			n, ok := e.(*core.Const)
			if !ok || n.Kind != core.IntType {
				return nil
			}
			numbers = append(strconv.AppendInt(numbers, n.N, 10), ',')
		}
		text += "[" + strings.TrimSuffix(string(numbers), ",") + "]"
	}
	g := p.all.find(contextOf(nil), text)
	if g.maker == nil || g.maker.IsText() && g.maker.Numbers != 1 && g.maker.Numbers != len(pose.Args) {
		return nil
	}
	made := fieldTerm{game: g, single: g.maker.Numbers == 1 && g.maker.Alone.Table == nil}
	for _, arg := range pose.Args {
		i := -1
		if get, ok := arg.(*core.Get); ok {
			i = p.slotOf(f.Vars[get.V].Name)
		}
		if i < 0 || p.slots[i].fn != nil || p.slots[i].signed {
			return nil
		}
		switch p.slots[i].field.Kind {
		case input.KindNumber:
		case input.KindNumbers:
			made.isList = true
		default:
			return nil
		}
		made.places = append(made.places, p.slots[i].place)
	}
	if made.isList && (len(made.places) != 1 || !made.single && (g.maker.IsText() || g.maker.Numbers > 0)) ||
		!made.isList && !made.single && len(made.places) != g.maker.Numbers {
		return nil
	}
	return []fieldTerm{made}
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
