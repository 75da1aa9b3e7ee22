package emit

// This file turns the questions of an answer, and the positions in them, into arithmetic:
// wins(nim(a) + half(b)) becomes nim_sum(a) ^ half(b) != 0.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/compound"
)

// A sense is what takes the place of a position, and of a sum of positions.
type sense struct {
	remoteness bool    // a sum lasts as long as its shortest part; otherwise it is of nim-values
	all        string  // the function that puts together a list of nim-values
	join       core.Op // the operator that puts together two
}

var (
	byValue      = sense{all: "nim_sum", join: core.BitXor}
	selectively  = sense{all: "some_value", join: core.BitOr}
	properly     = sense{all: "unequal"} // of a list: two are not put together
	byRemoteness = sense{remoteness: true}
)

// A gameRef is a game in an answer: a name, and what stands in its brackets.
type gameRef struct {
	name   string // of the grammar of positions, or "here"
	params []core.Expr
	table  *core.Get // a variable that holds its table
}

// A translation is the work on one problem.
type translation struct {
	program *core.Program
	ctx     context.Context
	problem *contest.Problem
	most    int64            // the greatest number of the input, and the greatest length
	mosts   map[string]int64 // the greatest in the positions of a game and in its brackets
	fields  map[string]core.Type
	derived []derived
	notes   []string // for the comment at the top

	function int // that is looked at
	sense    sense
	senses   []sense              // of all questions in it
	versions map[version]core.Var // of variables that hold positions, where there are several senses
	first    []core.Stmt          // that are to stand first in it: they make tables
	tables   map[string]core.Var
	games    map[holder]*gameRef
	sums     map[holder]bool // variables that hold positions, or lists of them
	poses    map[*core.Pose]*use
	files    map[string]*linked // by the name of a game; and the library
	from     map[int]string     // whence functions i and constants ^i come that are not of the problem file
	made     map[string]int     // functions of heaps by their games, and constants by their text
}

// mostOf returns the greatest number in the positions of a game and in its brackets. Where that is not
// known, it is taken to be the greatest number of the input, or a little more.
func (x *translation) mostOf(game string) int64 {
	switch most, ok := x.mosts[game]; {
	case !ok:
		return x.most
	case most == math.MaxInt64:
		return addTo(x.most, mostMore)
	default:
		return max(most, 0)
	}
}

// mostMore is how much greater numbers of a position are than those of the input, where they have no bound.
const mostMore = 16

// findMosts finds these numbers, before questions are replaced.
func (x *translation) findMosts(b *bounds) {
	x.mosts = map[string]int64{}
	for i := range x.program.Functions {
		f := &x.program.Functions[i]
		if b.vars[f] == nil {
			continue
		}
		x.function = i
		note := func(game core.Expr, args []core.Expr) {
			g := x.gameOf(game)
			if g == nil {
				return
			}
			for _, a := range slices.Concat(g.params, args) {
				if s := b.expr(f, a); !s.isEmpty() {
					x.mosts[g.name] = max(x.mosts[g.name], s.hi)
				}
			}
		}
		core.Walk(f.Body, func(s core.Stmt) bool {
			if set, ok := s.(*core.Set); ok {
				if g := x.gameOf(set.X); g != nil {
					x.games[holder{i, set.V}] = g
				}
			}
			return true
		}, func(e core.Expr) bool {
			switch e := e.(type) {
			case *core.Ask:
				if e.What == "p_count" && len(e.Args) > 0 {
					note(e.Args[0], e.Args[1:])
				}
			case *core.Pose:
				if name, args := posed(e); (name == "values" || name == "outcomes") && len(args) > 1 {
					note(args[0], args[1:])
				}
				note(e.Game, e.Args)
			}
			return true
		})
	}
}

// A holder is a variable of a function, or a constant, which is outside of all functions.
type holder struct {
	function int
	v        core.Var
}

const outside = -1

// A version is a variable for one sense.
type version struct {
	v  core.Var
	of sense
}

func newTranslation(ctx context.Context, p *core.Program) *translation {
	return &translation{program: p, ctx: ctx, games: map[holder]*gameRef{}, sums: map[holder]bool{}, poses: map[*core.Pose]*use{},
		files: map[string]*linked{}, from: map[int]string{}, made: map[string]int{}}
}

func (x *translation) refuse(e core.Expr, format string, args ...any) {
	refuse(x.program.At[e], format, args...)
}

func number(n int64) core.Expr { return &core.Const{Kind: core.IntType, N: n} }

func arith(op core.Op, a, b core.Expr) core.Expr { return &core.Arith{Op: op, X: a, Y: b} }

func compare(op core.Op, a, b core.Expr) core.Expr { return &core.Compare{Op: op, X: a, Y: b} }

func call(f int, args ...core.Expr) core.Expr { return &core.Call{F: f, Args: args} }

func apply(f string, args ...core.Expr) core.Expr { return &core.Apply{F: f, Args: args} }

// items returns a list.
func items(all []core.Expr) core.Expr { return &core.List{Cells: all} }

// keepConstants notes the constants that hold games.
func (x *translation) keepConstants() {
	for c := range x.program.Constants {
		if body := x.program.Constants[c].Body; len(body) == 1 {
			if g := x.gameOf(body[0].(*core.Return).X); g != nil {
				x.games[holder{outside, core.Var(c)}] = g
			}
		}
	}
}

// lower replaces the questions in a function.
func (x *translation) lower(f int) {
	x.function = f
	body := x.program.Functions[f].Body
	x.spellKinds(body)
	x.findSenses(body)
	x.first, x.tables, x.versions = nil, map[string]core.Var{}, map[version]core.Var{}
	x.block(&body)
	x.program.Functions[f].Body = slices.Concat(x.first, body)
}

// spellKinds replaces questions about a compound whose kind is known only when the program runs: by one
// question for each kind that the function names.
func (x *translation) spellKinds(body []core.Stmt) {
	var kinds []core.Expr
	core.Walk(x.program.Functions[x.function].Body, nil, func(e core.Expr) bool {
		if text, ok := e.(*core.Text); ok {
			if _, err := compound.ParseKind(text.S); err == nil {
				kinds = append(kinds, &core.Text{S: text.S})
			}
		}
		return true
	})
	var expr func(e *core.Expr)
	expr = func(e *core.Expr) {
		core.Operands(*e, expr)
		if b, ok := (*e).(*core.Build); ok {
			x.spellKinds(b.Body)
		}
		ask, ok := (*e).(*core.Ask)
		if !ok || ask.Compound == nil || isText(ask.Compound) || len(kinds) == 0 {
			return
		}
		var made core.Expr
		for _, kind := range slices.Backward(kinds) {
			one := core.Copy(ask).(*core.Ask)
			one.Compound = kind
			if made == nil {
				made = one
			} else {
				made = &core.Choose{Cond: compare(core.Equal, core.Copy(ask.Compound), kind), X: one, Y: made}
			}
			x.placed(one, ask)
		}
		*e = x.placed(made, ask)
	}
	for _, s := range body {
		core.Exprs(s, expr)
		core.Blocks(s, func(b *[]core.Stmt) { x.spellKinds(*b) })
	}
}

// findSenses looks which measures the questions of a function need.
func (x *translation) findSenses(body []core.Stmt) {
	x.senses = nil
	core.Walk(body, nil, func(e core.Expr) bool {
		if ask, ok := e.(*core.Ask); ok && ask.What != "p_count" {
			if s := x.senseOf(ask); !slices.Contains(x.senses, s) {
				x.senses = append(x.senses, s)
			}
		}
		return true
	})
	if x.sense = byValue; len(x.senses) > 0 {
		x.sense = x.senses[0]
	}
}

// senseOf returns the measure that a question needs.
func (x *translation) senseOf(ask *core.Ask) sense {
	kind := &core.Text{S: "disjunctive"}
	if ask.Compound != nil {
		ok := false
		if kind, ok = ask.Compound.(*core.Text); !ok {
			x.refuse(ask.Compound, "the kind of compound is not known before the program runs")
		}
	}
	asksWho := ask.What == "wins" || ask.What == "outcome"
	switch {
	case ask.What == "remoteness" && (kind.S == "disjunctive" || kind.S == "conjunctive"), kind.S == "conjunctive" && asksWho:
		return byRemoteness
	case kind.S == "disjunctive" || mooresOf(ask) > 0:
		return byValue
	case kind.S == "selective" && asksWho:
		return selectively
	case kind.S == "proper-selective" && asksWho:
		return properly
	}
	x.refuse(ask.Compound, "%s compounds are not translated", kind.S)
	return byValue
}

func (x *translation) block(b *[]core.Stmt) {
	kept := []core.Stmt{}
	for _, s := range *b {
		switch s := s.(type) {
		case *core.Set:
			if x.keepsGame(s) {
				continue
			}
			if x.isSum(s.X) {
				x.sums[holder{x.function, s.V}] = true
				if len(x.senses) > 1 {
					kept = append(kept, x.inSenses(s)...)
					continue
				}
			}
		case *core.Update:
			to, ok := s.To.(*core.Get)
			if !ok || !x.isSum(s.X) {
				break
			}
			if x.sums[holder{x.function, to.V}] = true; len(x.senses) > 1 || x.sense == properly {
				x.refuse(s.X, "a sum that grows, in questions of several kinds or of a proper selective compound")
			}
			if s.Op = x.sense.join; x.sense.remoteness {
				kept = append(kept, &core.Set{V: to.V, X: x.joined(again(to), x.positions(s.X)), At: s.At})
				continue
			}
		}
		core.Exprs(s, func(e *core.Expr) { *e = x.plain(*e) })
		core.Blocks(s, x.block)
		kept = append(kept, s)
	}
	*b = kept
}

// inSenses gives a value to each version of a variable that holds positions.
func (x *translation) inSenses(s *core.Set) (all []core.Stmt) {
	before := x.sense
	for _, x.sense = range x.senses {
		f := &x.program.Functions[x.function]
		v, ok := x.versions[version{s.V, x.sense}]
		if !ok {
			v = core.Var(len(f.Vars))
			f.Vars = append(f.Vars, core.Variable{Name: unlike(f, f.Vars[s.V].Name)})
			x.versions[version{s.V, x.sense}] = v
		}
		all = append(all, &core.Set{V: v, X: x.positions(core.Copy(s.X)), At: s.At})
	}
	x.sense = before
	return all
}

// keepsGame notes that a variable holds a game, if the statement says so. It reports whether
// the program does without the variable.
func (x *translation) keepsGame(s *core.Set) bool {
	g := x.gameOf(s.X)
	if g == nil {
		return false
	}
	x.games[holder{x.function, s.V}] = g
	if !makesTable(g) || allFixed(g.params) || len(x.senses) > 1 {
		return true
	}
	s.X = x.makeTable(g) // when the input is known
	g.table = &core.Get{V: s.V}
	return false
}

// plain returns an expression without the questions and positions in it.
func (x *translation) plain(e core.Expr) core.Expr {
	if ask, ok := e.(*core.Ask); ok {
		return x.placed(x.question(ask), e)
	}
	if x.isSum(e) {
		return x.placed(x.positions(e), e)
	}
	x.parts(e)
	if pose, ok := e.(*core.Pose); ok {
		switch name, args := posed(pose); {
		case x.gameOf(pose) != nil:
		case name == "outcomes" && len(args) == 4:
			return x.placed(x.outcomes(pose), e)
		case name == "values" && (len(args) == 2 || len(args) == 3):
			return x.placed(x.valuesOf(pose, args), e)
		case isLibrary(name):
			x.known(pose, name, args)
			return x.placed(call(x.library(name), args...), e)
		}
	}
	return e
}

// valuesOf translates values(game, a, b): a list of nim-values.
func (x *translation) valuesOf(pose *core.Pose, args []core.Expr) core.Expr {
	if x.gameOf(args[0]) == nil {
		x.refuse(pose, "want values of a game that is named here")
	}
	f, from := &x.program.Functions[x.function], number(0)
	if len(args) == 3 {
		from = args[1]
	}
	n := &core.Get{V: core.Var(len(f.Vars))}
	f.Vars = append(f.Vars, core.Variable{Name: unlike(f, "heap"), Inner: true})
	asked := &core.Ask{What: "nim_value", Args: []core.Expr{&core.Pose{Game: args[0], Args: []core.Expr{n}}}}
	return x.plain(&core.Build{Body: []core.Stmt{&core.For{V: n.V, From: from, To: arith(core.Plus, args[len(args)-1], number(1)), Step: number(1),
		Body: []core.Stmt{&core.Yield{X: asked}}}}})
}

// known refuses arguments for which a function of the library does not say the same as the one
// that every problem file finds defined.
func (x *translation) known(pose *core.Pose, name string, args []core.Expr) {
	if f := x.program.Functions[x.library(name)]; len(args) != f.Params {
		x.refuse(pose, "%s with %d arguments of %d is not translated", name, len(args), f.Params)
	}
	switch name {
	case "lists_lost":
		if m, ok := args[2].(*core.Const); !ok || m.N%2 == 0 || m.N > 1<<31 {
			x.refuse(args[2], "a modulus that is not an odd number written here")
		}
	case "graph_values":
		in := x.program.Functions[x.function]
		if edges, ok := args[1].(*core.Get); ok && int(edges.V) < in.Params && !slices.Contains(core.Sets(in.Body), edges.V) {
			at, isField := x.problem.Shape.Lookup(in.Vars[edges.V].Name)
			if f := x.problem.Shape.Fields(at.Out)[at.Field]; isField && (!f.Acyclic || !f.Directed) {
				x.refuse(args[1], "a graph that the input does not declare directed and without cycles")
			}
		}
	}
}

// parts replaces the questions and positions in the parts of an expression.
func (x *translation) parts(e core.Expr) {
	core.Operands(e, func(part *core.Expr) { *part = x.plain(*part) })
	if b, ok := e.(*core.Build); ok {
		x.block(&b.Body)
	}
}

// placed gives an expression the place of the one that it takes the place of.
func (x *translation) placed(to, from core.Expr) core.Expr {
	if at, ok := x.program.At[from]; ok && to != from {
		x.program.At[to] = at
	}
	return to
}

// question returns what a question comes to.
func (x *translation) question(ask *core.Ask) core.Expr {
	misere := false
	if ask.Misere != nil {
		c, ok := ask.Misere.(*core.Const)
		if !ok || c.Kind != core.BoolType {
			x.refuse(ask.Misere, "the convention is not known before the program runs")
		}
		misere = c.N != 0
	}
	if n := len(ask.Args); n == 0 || n == 1 && ask.What == "p_count" {
		x.refuse(ask, "%s of %d arguments is not translated", ask.What, n)
	}
	if ask.What != "p_count" {
		x.sense = x.senseOf(ask)
	}
	if most := mooresOf(ask); most > 0 {
		heaps := x.nimHeaps(ask.Args[0])
		if heaps == nil {
			x.refuse(ask, "%s compounds are translated for Nim only, by Moore's theorem", ask.Compound.(*core.Text).S)
		}
		return call(x.library(map[bool]string{false: "moore_wins", true: "misere_moore_wins"}[misere]), heaps, number(most))
	}
	switch ask.What {
	case "wins":
		return x.wins(ask, ask.Args[0], misere)
	case "outcome":
		if code := x.searched(ask.Args[0], misere); code != nil {
			return call(x.library("outcome_name"), code)
		}
		return &core.Choose{Cond: x.wins(ask, ask.Args[0], misere), X: &core.Text{S: "N"}, Y: &core.Text{S: "P"}}
	case "nim_value", "remoteness":
		return x.positions(ask.Args[0])
	case "p_count":
		return x.lostIn(ask)
	}
	if pose, ok := ask.Args[0].(*core.Pose); ok && !misere {
		if g := x.gameOf(pose.Game); g != nil && g.name == "geography" {
			ends, token := x.geography(g, pose)
			switch {
			case token == nil && ask.What == "winning":
				return call(x.library("geography_starts"), ends)
			case token == nil:
				return apply("len", call(x.library("geography_starts"), ends))
			case ask.What == "winning_moves":
				return call(x.library("geography_moves"), ends, token)
			}
			x.refuse(ask, "the winning moves of a token are not translated, but their number is")
		}
	}
	heaps := x.nimHeaps(ask.Args[0])
	switch {
	case heaps == nil:
		x.refuse(ask, "%s is translated for Nim and geography only", ask.What)
	case misere && ask.What == "winning_moves":
		return apply("len", call(x.library("misere_nim_winning"), heaps))
	case ask.What == "winning_moves":
		return call(x.library("nim_winning_moves"), heaps)
	}
	moves := call(x.library(map[bool]string{false: "nim_winning", true: "misere_nim_winning"}[misere]), heaps)
	if ask.Most != nil {
		return call(x.library("some_of"), moves, x.plain(ask.Most))
	}
	return moves
}

// mooresOf returns the K of a question who wins a compound moore:K, or 0.
func mooresOf(ask *core.Ask) int64 {
	if text, ok := ask.Compound.(*core.Text); ok && ask.What == "wins" {
		if kind, err := compound.ParseKind(text.S); err == nil {
			most, _ := kind.Most()
			return int64(most)
		}
	}
	return 0
}

// nimHeaps returns the heaps of a position of Nim, as a list, or nil if it is none.
func (x *translation) nimHeaps(e core.Expr) core.Expr {
	pose, ok := e.(*core.Pose)
	if !ok {
		return nil
	}
	if g := x.gameOf(pose.Game); g == nil || g.name != "nim" {
		return nil
	}
	x.parts(pose)
	if len(pose.Args) == 1 && !x.isNumber(pose.Args[0]) {
		return pose.Args[0]
	}
	return items(pose.Args)
}

// isNumber reports whether an expression is surely a number, before types are known.
func (x *translation) isNumber(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Get:
		return x.fields[x.program.Functions[x.function].Vars[e.V].Name].IsNumber()
	case *core.Arith:
		return x.isNumber(e.X) || x.isNumber(e.Y)
	}
	return isConst(e)
}

func (x *translation) wins(ask, position core.Expr, misere bool) core.Expr {
	if misere {
		if x.sense != byValue {
			x.refuse(ask, "misère play of this compound is not translated")
		}
		if heaps := x.nimHeaps(position); heaps != nil {
			return call(x.library("misere_nim_wins"), heaps)
		}
	}
	if code := x.searched(position, misere); code != nil {
		return compare(core.Equal, code, number(1))
	}
	if misere {
		x.refuse(ask, "misère play is translated for Nim, by Bouton's theorem, and for one position of a file of rules")
	}
	if pose, ok := position.(*core.Pose); ok {
		if g := x.gameOf(pose.Game); g != nil {
			if won := x.outcome(g, pose); won != nil {
				return won
			}
		}
	}
	value := x.positions(position)
	if x.sense.remoteness {
		return compare(core.Equal, arith(core.Modulo, value, number(2)), number(1))
	}
	return compare(core.Unequal, value, number(0))
}

// gameOf returns the game that an expression is, or nil.
func (x *translation) gameOf(e core.Expr) *gameRef {
	switch e := e.(type) {
	case *core.Get:
		return x.games[holder{x.function, e.V}]
	case *core.Named:
		return x.games[holder{outside, core.Var(e.C)}]
	case *core.Game:
		if e.Name == "here" {
			return &gameRef{name: e.Name, params: e.Params}
		}
		if known, ok := knownGame(e.Name); ok {
			return &gameRef{name: known, params: e.Params}
		}
	case *core.Pose:
		if name, args := posed(e); name == "game" && len(args) == 1 {
			if text, ok := args[0].(*core.Text); ok {
				return gameOfText(text.S)
			}
		}
		// A game whose numbers stand in brackets, called with a list of them.
		if g := x.gameOf(e.Game); g != nil && len(g.params) == 0 && len(e.Args) == 1 && wantsBrackets(g.name) {
			return &gameRef{name: g.name, params: e.Args}
		}
	}
	return nil
}

// gameOfText reads the text of a game, such as "0.77" or "subtraction[1,3]".
func gameOfText(text string) *gameRef {
	if head, _, ok := strings.Cut(text, "["); ok && !strings.Contains(head, ".") {
		if p, _, err := lang.Answers("game", []byte("game = "+strings.TrimSpace(text)), false); err == nil {
			if g, ok := p.Constants[0].Body[0].(*core.Return).X.(*core.Game); ok {
				return &gameRef{name: strings.TrimSpace(head), params: g.Params}
			}
		}
	}
	return &gameRef{name: text}
}

// isSum reports whether an expression is a position, a sum of them, or a list of them.
func (x *translation) isSum(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Get:
		return x.sums[holder{x.function, e.V}]
	case *core.Apply:
		return e.F == "sum" && len(e.Args) > 0 && x.isSum(e.Args[0])
	case *core.Pose:
		return x.gameOf(e) == nil && x.gameOf(e.Game) != nil
	case *core.Arith:
		return (e.Op == core.Plus || e.Op == core.Times) && (x.isSum(e.X) || x.isSum(e.Y))
	case *core.Build:
		y := yielded(e.Body)
		return y != nil && x.isSum(y.X)
	case *core.List:
		return len(e.Cells) > 0 && x.isSum(e.Cells[0])
	case *core.Choose:
		return x.isSum(e.X) || x.isSum(e.Y)
	}
	return false
}

// yielded returns what a comprehension yields.
func yielded(body []core.Stmt) (y *core.Yield) {
	core.Walk(body, func(s core.Stmt) bool {
		if found, ok := s.(*core.Yield); ok {
			y = found
		}
		return true
	}, func(core.Expr) bool { return false })
	return y
}

// positions returns the number that takes the place of a position or sum, or the list that
// takes that of a list of positions.
func (x *translation) positions(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Get:
		if v, ok := x.versions[version{e.V, x.sense}]; ok {
			return &core.Get{V: v}
		}
		return e
	case *core.Apply:
		if len(e.Args) == 1 {
			return x.all()(x.positions(e.Args[0]))
		}
		x.refuse(e, "sum with a start")
	case *core.Pose:
		return x.position(e)
	case *core.Arith:
		switch {
		case e.Op == core.Times:
			return x.placed(x.copies(e), e)
		case isZero(e.X) || isZero(e.Y):
			x.refuse(e, "a sum with 0")
		case x.sense == properly:
			x.refuse(e, "a proper selective compound that is not one list of positions")
		}
		return x.placed(x.joined(x.positions(e.X), x.positions(e.Y)), e)
	case *core.Build:
		y := yielded(e.Body)
		value := x.positions(y.X)
		y.X = number(0)
		x.block(&e.Body)
		y.X = value
		return e
	case *core.List:
		for i := range e.Cells {
			e.Cells[i] = x.positions(e.Cells[i])
		}
		return e
	case *core.Choose:
		e.Cond, e.X, e.Y = x.plain(e.Cond), x.positions(e.X), x.positions(e.Y)
		return e
	}
	x.refuse(e, "want a position, not an expression of this kind")
	return nil
}

// all returns what puts together a list of what takes the place of positions.
func (x *translation) all() func(list core.Expr) core.Expr {
	if x.sense.remoteness {
		return func(list core.Expr) core.Expr { return apply("min", list) }
	}
	f := x.library(x.sense.all)
	return func(list core.Expr) core.Expr { return call(f, list) }
}

// joined puts together two of them.
func (x *translation) joined(a, b core.Expr) core.Expr {
	if x.sense.remoteness {
		return apply("min", a, b)
	}
	return arith(x.sense.join, a, b)
}

// copies is what takes the place of n times a position.
func (x *translation) copies(e *core.Arith) core.Expr {
	n, of := e.X, e.Y
	if x.isSum(n) {
		n, of = of, n
	}
	n, of = x.plain(n), x.positions(of)
	switch x.sense {
	case byValue:
		return &core.Choose{Cond: compare(core.Equal, arith(core.Modulo, n, number(2)), number(1)), X: of, Y: number(0)}
	case selectively:
		return &core.Choose{Cond: compare(core.Greater, n, number(0)), X: of, Y: number(0)}
	}
	x.refuse(e, "copies of a position in this compound")
	return nil
}

// position returns the number that takes the place of one position, or of a list of
// positions of one game.
func (x *translation) position(pose *core.Pose) core.Expr {
	x.parts(pose)
	g := x.gameOf(pose.Game)
	if len(pose.Args) == 0 {
		x.refuse(pose, "a position without numbers")
	}
	for _, a := range pose.Args {
		if _, named := a.(*core.Keyword); named {
			x.refuse(a, "a position with such an argument")
		}
	}
	var u use
	if x.sense.remoteness {
		u = x.remotenessOf(g)
	} else if u = x.valueOf(x.program.At[pose], g); u.numbers == 0 && len(g.params) > 0 && !allFixed(g.params) {
		for i, p := range g.params {
			pose.Args = slices.Insert(pose.Args, i, again(p))
		}
	}
	if u.numbers == 0 {
		switch pose.Args[len(pose.Args)-1].(type) {
		case *core.List, *core.Build:
			return u.at(pose.Args)
		}
		if len(pose.Args) == 1 {
			return u.at(pose.Args)
		}
	}
	if u.all = x.all(); x.sense == properly {
		u.alone = number(0)
	}
	x.poses[pose] = &u
	return pose
}

// A use says what takes the place of a position of a game, or of each of a list of positions:
// the types say later which of them it is.
type use struct {
	numbers int // of a position, 0 where it is a list itself
	at      func(args []core.Expr) core.Expr
	asIs    bool                           // a number is itself
	all     func(list core.Expr) core.Expr // puts together a list
	alone   core.Expr                      // of one position, or nil where that is what takes its place
	to      core.Expr                      // what took the place
}

// pose returns what takes the place of a position, when the types of its arguments are known.
func (x *translation) pose(f *core.Function, pose *core.Pose, of func(core.Expr) core.Type) (to core.Expr, err error) {
	w, ok := x.poses[pose]
	if !ok {
		why := "a call of this kind is not translated"
		if g, ok := pose.Game.(*core.Game); ok {
			why = g.Name + " is not translated"
		}
		return nil, &core.Refusal{At: x.program.At[pose], Why: why}
	}
	if w.to != nil {
		return w.to, nil
	}
	args := pose.Args
	switch {
	case w.numbers == 0:
		if kind := of(args[len(args)-1]).Kind; kind != core.ListType && kind != core.StringType {
			args = []core.Expr{items(args)}
		}
		to = w.at(args)
	case len(args) == 1 && (w.numbers > 1 || of(args[0]).Kind == core.ListType):
		to = w.each(f, args[0])
	case len(args) == 1 && of(args[0]).Kind == core.TupleType:
		to = w.each(f, items(partsOf(args[0], len(of(args[0]).Parts()))))
	case len(args) == w.numbers:
		if to = w.at(args); w.alone != nil {
			to = w.alone
		}
	case w.numbers == 1:
		to = w.each(f, items(args))
	default:
		return nil, &core.Refusal{At: x.program.At[pose], Why: fmt.Sprintf("a position of %d numbers, not %d", w.numbers, len(args))}
	}
	w.to = x.placed(to, pose)
	return w.to, nil
}

// partsOf returns the parts of a tuple.
func partsOf(e core.Expr, n int) (parts []core.Expr) {
	if t, ok := e.(*core.Tuple); ok {
		return t.Parts
	}
	for i := range n {
		parts = append(parts, &core.Index{Row: again(e), I: number(int64(i))})
	}
	return parts
}

// each puts together what takes the place of each of a list of positions.
func (w *use) each(f *core.Function, list core.Expr) core.Expr {
	if w.asIs {
		return w.all(list)
	}
	if b, ok := list.(*core.Build); ok { // of what it makes
		y := yielded(b.Body)
		made := []core.Expr{y.X}
		if t, ok := y.X.(*core.Tuple); ok && w.numbers > 1 {
			made = t.Parts
		}
		if len(made) == w.numbers {
			y.X = w.at(made)
			return w.all(&core.Build{Body: b.Body})
		}
	}
	var vars []core.Expr
	for i := range w.numbers {
		name := fmt.Sprint("x", i)
		if i < 6 {
			name = "xyzuvw"[i : i+1]
		}
		if get, ok := list.(*core.Get); ok && w.numbers == 1 && f.Vars[get.V].Name == name {
			name = "heap"
		}
		vars = append(vars, &core.Get{V: core.Var(len(f.Vars))})
		f.Vars = append(f.Vars, core.Variable{Name: name, Inner: true})
	}
	item := vars[0]
	if w.numbers > 1 {
		item = &core.Tuple{Parts: vars}
	}
	return w.all(&core.Build{Body: []core.Stmt{&core.Loop{Counter: core.NoVar, Items: []core.Expr{item}, Over: []core.Expr{list},
		Body: []core.Stmt{&core.Yield{X: w.at(vars)}}}}})
}

func isConst(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.Kind == core.IntType
}

// fixedNumbers returns the numbers in the brackets of a game, if all of them are written there.
func fixedNumbers(params []core.Expr) (numbers []string, ok bool) {
	for _, p := range params {
		var inner []core.Expr
		switch p := p.(type) {
		case *core.List:
			inner = p.Cells
		case *core.Tuple:
			inner = p.Parts
		default:
			if !isConst(p) {
				return nil, false
			}
			numbers = append(numbers, fmt.Sprint(p.(*core.Const).N))
		}
		more, ok := fixedNumbers(inner)
		if !ok {
			return nil, false
		}
		numbers = append(numbers, more...)
	}
	return numbers, true
}

func allFixed(params []core.Expr) bool {
	_, ok := fixedNumbers(params)
	return ok
}

// again returns an expression for another place.
func again(e core.Expr) core.Expr {
	if get, ok := e.(*core.Get); ok {
		return &core.Get{V: get.V}
	}
	return e
}
