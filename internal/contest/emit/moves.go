package emit

// This file writes functions that find nim-values from the moves of a game, where no closed form,
// period or table of them is known: each position is looked at once.

import (
	"math"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A mover turns the function moves of a file of rules into one that returns the set of the
// nim-values of all options.
type mover struct {
	x       *translation
	at      core.Place // of the position in the answer
	game    string
	file    *linked
	value   int         // the function that returns the nim-value of a position
	lists   bool        // the function returns a list of the options instead
	seen    core.Var    // holds the set or list
	held    []core.Var  // parameters that hold other things, which moves keep
	packed  []core.Var  // those that are rows of numbers, known by one number each
	key     []core.Expr // the numbers of a position, by which it is known
	divides bool        // each move divides numbers
	bounded bool        // no move leaves a number above all numbers of the position
	lowers  []core.Var  // numbers that each move lowers, and so plays end soon
	bounds  *bounds
	f       *core.Function // moves, whose numbers they bound
	set     []core.Var     // variables that it gives values
}

// newMover returns one for a file of rules, and the function. Where moves keep other things than numbers,
// nim-values that are known are a parameter more: another question may have others.
func (x *translation) newMover(at core.Place, game string, l *linked, lists bool) (*mover, *core.Function) {
	x.library("pack") // before there are pointers to functions
	options := l.functions["moves"]
	f := &x.program.Functions[options]
	m := &mover{x: x, at: at, game: game, file: l, lists: lists, divides: true, bounded: true, f: f}
	var params []span
	for i, field := range l.fields {
		if base, _ := field.base(); base > 0 {
			m.packed = append(m.packed, core.Var(i))
			m.key = append(m.key, m.pack(core.Var(i), &core.Get{V: core.Var(i)}))
			params = append(params, span{field.least, field.most})
			continue
		}
		if field.kind != "integer" {
			m.held = append(m.held, core.Var(i))
			params = append(params, natural)
			continue
		}
		params = append(params, span{0, min(field.most, x.mostOf(game))})
		m.key = append(m.key, &core.Get{V: core.Var(i)})
		m.lowers = append(m.lowers, core.Var(i))
	}
	if f.Params != len(l.fields) || len(m.key) == 0 || slices.ContainsFunc(core.Sets(f.Body), func(v core.Var) bool { return slices.Contains(m.held, v) || slices.Contains(m.packed, v) }) {
		refuse(at, "the moves of %s are not translated", game)
	}
	if len(m.held) > 0 && !lists {
		insert(f, core.Variable{Name: unlike(f, "known")})
		params = append(params, natural)
	}
	m.set = core.Sets(f.Body)
	m.bounds = findSpans(x.program, map[int][]span{options: params})
	return m, f
}

// Bounds of the positions, where moves do not divide numbers, and of the numbers in them.
const (
	mostMemo  = 1 << 21
	mostDepth = 5000
	mostRows  = 1 << 40 // rows; a search reaches few
)

// byMoves returns the function that gives the nim-value of a position.
func (x *translation) byMoves(at core.Place, game string, l *linked) int {
	if !l.defines("moves") || l.defines("start") || l.isLoopy || l.isMisere {
		refuse(at, "no closed form, proved period or small table is known for %s", game)
	}
	own, mex, options := functionName(game), x.library("mex"), l.functions["moves"]
	if f, ok := x.made[own]; ok {
		return f
	}
	m, f := x.newMover(at, game, l, false)
	p := x.program
	m.value = len(p.Functions)
	m.collect(f, &core.Dict{})
	f.Name, f.Doc = own+"_options", "The nim-values of the options of a position."

	known := func() core.Expr { return &core.Get{V: core.Var(len(l.fields))} }
	if len(m.held) == 0 {
		known = x.constant(own+"_known", "{}")
	}
	entry := func() core.Expr {
		var parts []core.Expr
		for _, k := range m.key {
			parts = append(parts, core.Copy(k))
		}
		if len(parts) == 1 {
			return parts[0]
		}
		return &core.Tuple{Parts: parts}
	}
	look := func() core.Expr { return &core.Index{Row: known(), I: entry()} }
	value := core.Function{Name: own, Params: f.Params, Vars: slices.Clone(f.Vars[:f.Params]), Body: []core.Stmt{
		&core.If{Cond: &core.In{X: entry(), Row: known(), Not: true}, Then: []core.Stmt{
			&core.Assign{To: look(), X: call(mex, call(options, arguments(f.Params)...))},
		}},
		&core.Return{X: look()},
	}, Doc: "The nim-value of a position is the least number that no option has (R. Sprague 1935, P. M. Grundy 1939). The positions that were looked at are known."}
	x.made[own] = m.value
	if len(m.held) > 0 {
		x.made[own] = m.value + 1
		first := core.Function{Name: own, Params: len(l.fields), Vars: slices.Clone(f.Vars[:f.Params])}
		first.Body = []core.Stmt{
			&core.Set{V: core.Var(first.Params), X: &core.Dict{}},
			&core.Return{X: call(m.value, arguments(f.Params)...)},
		}
		value.Name = own + "_value"
		p.Functions = append(p.Functions, value, first)
		x.from[m.value+1] = own
	} else {
		p.Functions = append(p.Functions, value)
	}
	x.from[m.value] = own
	return x.made[own]
}

// collect makes moves a function that returns what it collects of the options, in a set or list.
func (m *mover) collect(f *core.Function, empty core.Expr) {
	m.seen = core.Var(len(f.Vars))
	f.Vars = append(f.Vars, core.Variable{Name: unlike(f, "seen")})
	m.block(&f.Body)
	most := int64(mostMemo)
	if m.lists && len(m.packed) > 0 {
		most = mostRows
	}
	if !m.divides && len(m.lowers) == 0 && m.positions() > most {
		refuse(m.at, "no closed form of %s is known, and its positions are too many for a table", m.game)
	}
	f.Body = slices.Concat([]core.Stmt{&core.Set{V: m.seen, X: empty}}, f.Body, []core.Stmt{&core.Return{X: &core.Get{V: m.seen}}})
	if len(m.packed) > 0 {
		m.x.lowerRules(m.file.functions["moves"], map[int]bool{})
	}
}

// lowerRules replaces what files of rules find defined in a function of one, and in those that it calls.
func (x *translation) lowerRules(f int, done map[int]bool) {
	done[f] = true
	before, body := x.function, x.program.Functions[f].Body
	x.function = f
	x.block(&body)
	x.program.Functions[f].Body, x.function = body, before
	for _, g := range callees(body) {
		if g >= 0 && !done[g] && x.from[g] == x.from[f] {
			x.lowerRules(g, done)
		}
	}
}

// positions returns how many positions there may be, or a number that is too great.
func (m *mover) positions() int64 {
	all := int64(1)
	for _, field := range m.file.fields {
		if base, room := field.base(); room > 0 {
			if times(field.cells, base-1) > mostDepth && !m.lists {
				return math.MaxInt64
			}
			all = times(all, room)
		}
		if field.kind != "integer" {
			continue
		}
		most := field.most
		if m.bounded {
			most = min(most, m.x.mostOf(m.game))
		}
		if most > mostDepth && !m.lists { // which is looked at step by step
			return math.MaxInt64
		}
		all = times(all, most+1)
	}
	return all
}

// isLower reports whether a move surely lowers a number, so that there are few moves: it takes
// something from a small number, or clears digits of a number in binary.
func (m *mover) isLower(e core.Expr, v core.Var) bool {
	a, ok := e.(*core.Arith)
	switch {
	case !ok || slices.Contains(m.set, v):
		return false
	case a.Op == core.BitAnd:
		return isGet(a.X, v) || isGet(a.Y, v)
	}
	return a.Op == core.Minus && isGet(a.X, v) && m.bounds.expr(m.f, a.Y).lo > 0 && (m.lists || min(m.file.fields[v].most, m.x.mostOf(m.game)) <= mostDepth)
}

// arguments returns the first n variables.
func arguments(n int) (all []core.Expr) {
	for i := range n {
		all = append(all, &core.Get{V: core.Var(i)})
	}
	return all
}

// unlike returns a name, or a longer one where a variable of the function has it.
func unlike(f *core.Function, name string) string {
	for slices.ContainsFunc(f.Vars, func(v core.Variable) bool { return v.Name == name }) {
		name += "_values"
	}
	return name
}

// insert gives a function one more parameter, behind the others.
func insert(f *core.Function, v core.Variable) {
	shift := func(v *core.Var) {
		if int(*v) >= f.Params {
			*v++
		}
	}
	core.Walk(f.Body, func(s core.Stmt) bool {
		switch s := s.(type) {
		case *core.Set:
			shift(&s.V)
		case *core.For:
			shift(&s.V)
		case *core.Loop:
			shift(&s.Counter)
		}
		return true
	}, func(e core.Expr) bool {
		if get, ok := e.(*core.Get); ok {
			shift(&get.V)
		}
		return true
	})
	f.Vars = slices.Insert(f.Vars, f.Params, v)
	f.Params++
}

// block replaces the moves in a block: each notes the nim-value of what it leaves.
func (m *mover) block(b *[]core.Stmt) {
	for i, s := range *b {
		if r, ok := s.(*core.Return); ok && r.X == nil {
			r.X = &core.Get{V: m.seen}
		}
		if do, ok := s.(*core.Do); ok {
			name, args := posed(do.X)
			args = slices.DeleteFunc(slices.Clone(args), isLabel)
			var value core.Expr
			switch {
			case m.lists && (name == "win" || name == "lose") && len(args) == 0:
				(*b)[i] = &core.Do{X: apply(".append", &core.Get{V: m.seen}, m.end(name))}
				continue
			case m.lists && (name == "move" || name == ""):
			case m.lists:
				refuse(m.at, "%s in the moves of %s, whose outcomes are searched", name, m.game)
			}
			switch {
			case name == "move" && m.lists:
				(*b)[i] = &core.Do{X: apply(".append", &core.Get{V: m.seen}, m.option(args))}
				continue
			case name == "move":
				value = m.valueAt(args)
			case name == "move_sum" && len(args) > 0:
				value = m.part(args[0])
				for _, a := range args[1:] {
					value = arith(core.BitXor, value, m.part(a))
				}
			default:
				continue
			}
			(*b)[i] = &core.Assign{To: &core.Index{Row: &core.Get{V: m.seen}, I: value}, X: &core.Const{Kind: core.BoolType, N: 1}}
		}
		core.Blocks(s, m.block)
	}
}

// isLabel reports whether an argument says what a move does.
func isLabel(e core.Expr) bool {
	k, ok := e.(*core.Keyword)
	return ok && k.Name == "label"
}

// part returns the nim-value of a part of a sum, which may be several copies of a position.
func (m *mover) part(e core.Expr) core.Expr {
	if name, args := posed(e); name == "copies" && len(args) == 2 {
		return &core.Choose{Cond: compare(core.Equal, arith(core.Modulo, args[0], number(2)), number(1)), X: m.part(args[1]), Y: number(0)}
	}
	if t, ok := e.(*core.Tuple); ok {
		return m.valueAt(t.Parts)
	}
	return m.valueAt([]core.Expr{e})
}

// valueAt returns the nim-value of a position.
func (m *mover) valueAt(fields []core.Expr) core.Expr {
	m.look(fields)
	if len(m.held) > 0 {
		fields = append(slices.Clone(fields), &core.Get{V: core.Var(len(fields))})
	}
	return call(m.value, fields...)
}

// pack returns the number by which a row is known.
func (m *mover) pack(v core.Var, row core.Expr) core.Expr {
	base, _ := m.file.fields[v].base()
	return call(m.x.library("pack"), row, number(m.file.fields[v].least), number(base))
}

// end returns what stands for a position in which the game is over, among options: see [endings].
func (m *mover) end(name string) core.Expr {
	numbers := slices.Repeat([]core.Expr{number(endings[name])}, len(m.key))
	if len(numbers) == 1 {
		return numbers[0]
	}
	return &core.Tuple{Parts: numbers}
}

// endings are the numbers of options that stand for the end of a game. To win at once is to move where the
// other has lost.
var endings = map[string]int64{"win": -1, "lose": -2}

// option returns the numbers by which an option is known.
func (m *mover) option(fields []core.Expr) core.Expr {
	m.look(fields)
	var numbers []core.Expr
	for i, e := range fields {
		switch {
		case slices.Contains(m.packed, core.Var(i)):
			numbers = append(numbers, m.pack(core.Var(i), e))
		case !slices.Contains(m.held, core.Var(i)):
			numbers = append(numbers, e)
		}
	}
	if len(numbers) == 1 {
		return numbers[0]
	}
	return &core.Tuple{Parts: numbers}
}

// look looks what a move does with the numbers of a position. It refuses one that changes more.
func (m *mover) look(fields []core.Expr) {
	if len(fields) != len(m.file.fields) {
		refuse(m.at, "the moves of %s are not translated", m.game)
	}
	divides := false
	m.lowers = slices.DeleteFunc(m.lowers, func(v core.Var) bool { return !m.isLower(fields[v], v) })
	for i, e := range fields {
		isHeld := slices.Contains(m.held, core.Var(i))
		if isHeld && !isGet(e, core.Var(i)) {
			refuse(m.at, "the moves of %s change more than numbers", m.game)
		}
		m.bounded = m.bounded && (isHeld || slices.Contains(m.packed, core.Var(i)) || m.bounds.expr(m.f, e).hi <= m.x.mostOf(m.game))
		core.Walk([]core.Stmt{&core.Do{X: e}}, nil, func(e core.Expr) bool {
			a, ok := e.(*core.Arith)
			divides = divides || ok && (a.Op == core.Divide || a.Op == core.Right)
			return true
		})
	}
	m.divides = m.divides && divides
}
