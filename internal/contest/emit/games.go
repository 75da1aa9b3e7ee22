package emit

// This file finds what takes the place of a game: a function or a table of nim-values,
// from the library, the catalogue, or a proof of the engines.

import (
	"embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/theory/period"
)

// The library holds functions in the rule language: theorems, tables and algorithms.
//
//go:embed library/*.star
var libraryFiles embed.FS

// libraryText returns all of it.
var libraryText = sync.OnceValue(func() string {
	var all strings.Builder
	entries, err := libraryFiles.ReadDir("library")
	for _, e := range entries {
		var src []byte
		if src, err = libraryFiles.ReadFile("library/" + e.Name()); err != nil {
			break
		}
		all.WriteString("\n" + string(src))
	}
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return all.String()
})

// isLibrary reports whether the library has a function.
func isLibrary(fn string) bool { return strings.Contains(libraryText(), "\ndef "+fn+"(") }

// library brings the library into the program, and returns the place of one of its functions.
func (x *translation) library(fn string) int {
	const own = "library"
	if x.files[own] == nil {
		x.files[own] = x.linkText(own, libraryText(), nil)
	}
	return x.files[own].functions[fn]
}

// A linked file is part of the program.
type linked struct {
	functions map[string]int // by their names in the file
	fields    []field        // of a position
	heaps     bool           // it declares the moves of heaps
	isLoopy   bool           // play need not end
	isMisere  bool
	code      string // of the heaps that a position equals, and the function that returns them
	runs      string
	isShifted bool // these are not the heaps themselves
}

// A field is a part of a position.
type field struct {
	name, kind  string
	least, most int64 // of a number, or of each in a row
	cells       int64 // the most that a row of numbers has; 0 where that is not known
}

// base is by which a row of numbers becomes one number, and room how many such numbers there may be. It is
// 0 for other fields, and for rows whose numbers are too great.
func (f field) base() (base, room int64) {
	if f.kind != "row" || f.cells == 0 || f.most-f.least < 0 || f.most-f.least >= 1<<31 {
		return 0, 0
	}
	base, room = max(f.most-f.least+1, 2), 2
	for range f.cells {
		if room = times(room, base); room > 1<<62 {
			return 0, 0
		}
	}
	return base, room
}

// defines reports whether the file has a function.
func (l *linked) defines(fn string) bool { _, ok := l.functions[fn]; return ok }

// linkText adds the functions and constants of a file to the program. Refusals do not name its
// places. More is asked for text that is to stand at the end, where the file needs it.
func (x *translation) linkText(of, src string, more func(q *core.Program, l *linked) string) *linked {
	q, _, err := lang.Answers(of, []byte(src), false)
	if err != nil {
		refuse(nowhere, "%v", err)
	}
	l := &linked{functions: map[string]int{}}
	functions, constants := len(x.program.Functions), len(x.program.Constants)
	for i, f := range q.Functions {
		l.functions[f.Name] = functions + i
		x.from[functions+i] = of
	}
	for i, c := range q.Constants {
		x.from[^(constants + i)] = of
		l.isLoopy = l.isLoopy || c.Name == "loopy"
		l.isMisere = l.isMisere || c.Name == "misere"
	}
	for _, e := range q.Top {
		name, args := posed(e)
		l.heaps = l.heaps || name == "heap"
		for _, a := range args {
			if k, ok := a.(*core.Keyword); ok && name == "equals" {
				switch of := k.X.(type) {
				case *core.Text:
					l.code = of.S
				case *core.Game:
					l.runs = of.Name
				case *core.Const:
					l.isShifted = l.isShifted || of.N != 0
				}
			}
			if k, ok := a.(*core.Keyword); ok && name == "position" {
				kind, bounds := posed(k.X)
				f := field{name: k.Name, kind: kind, most: math.MaxInt64}
				if len(bounds) >= 2 && isConst(unsigned(bounds[0])) && isConst(bounds[1]) {
					f.least, f.most = unsigned(bounds[0]).(*core.Const).N, bounds[1].(*core.Const).N
					if unsigned(bounds[0]) != bounds[0] {
						f.least = -f.least
					}
				}
				for _, more := range bounds {
					if k, ok := more.(*core.Keyword); ok && isConst(k.X) && (k.Name == "length" || k.Name == "most") {
						f.cells = k.X.(*core.Const).N
					}
				}
				l.fields = append(l.fields, f)
			}
		}
	}
	if more != nil {
		if text := more(q, l); text != "" {
			return x.linkText(of, src+text, nil)
		}
	}
	x.program.Link(q)
	return l
}

// unsigned returns an expression without its sign.
func unsigned(e core.Expr) core.Expr {
	if n, ok := e.(*core.Negate); ok {
		return n.X
	}
	return e
}

// posed returns the name that is called and the arguments.
func posed(e core.Expr) (name string, args []core.Expr) {
	if pose, ok := e.(*core.Pose); ok {
		if g, ok := pose.Game.(*core.Game); ok {
			return g.Name, pose.Args
		}
	}
	return "", nil
}

// rules brings the file of rules of a game into the program. It returns nil where there is
// none.
func (x *translation) rules(game string) *linked {
	if l, ok := x.files[game]; ok {
		return l
	}
	src := x.sourceOf(game)
	if src == "" {
		return nil
	}
	x.files[game] = x.linkText(functionName(game), src, fromStart)
	return x.files[game]
}

// sourceOf returns the text of the file of rules of a game, or "".
func (x *translation) sourceOf(game string) string {
	if game == "here" {
		return x.problem.File
	}
	f, ok := catalog.Open(game)
	if !ok {
		return ""
	}
	all, err := io.ReadAll(f)
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(all)
}

// fromStart returns functions that take the numbers of a start, and return what others say of
// that position.
func fromStart(q *core.Program, l *linked) (text string) {
	i := slices.IndexFunc(q.Functions, func(f core.Function) bool { return f.Name == "start" })
	if i < 0 {
		return ""
	}
	var params []string
	for _, v := range q.Functions[i].Vars[:q.Functions[i].Params] {
		params = append(params, v.Name)
	}
	var names []string
	for _, f := range l.fields {
		names = append(names, f.name)
	}
	numbers, fields := strings.Join(params, ", "), strings.Join(names, ", ")
	for which, is := range map[string]string{"value": "", "outcome": ` == "N"`} {
		if l.defines(which) {
			text += fmt.Sprintf("\n\ndef from_start_%s(%s):\n    %s = start(%s)\n    return %s(%s)%s\n", which, numbers, fields, numbers, which, fields, is)
		}
	}
	return text
}

// rename gives a function of a file a name, and returns it.
func (x *translation) rename(l *linked, fn, name string) int {
	x.program.Functions[l.functions[fn]].Name = name
	return l.functions[fn]
}

// functionName turns the name of a game into that of a function.
func functionName(game string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, game), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "code_" + name
	}
	if len(name) > 30 {
		name, _, _ = strings.Cut(name, "_")
	}
	return name
}

// knownGame returns the name in the grammar of positions that a name of a problem file
// stands for.
func knownGame(n string) (string, bool) {
	for _, s := range []string{n, strings.ReplaceAll(n, "_", "-")} {
		if _, ok := position.Find(s); ok {
			return s, true
		}
	}
	return "", false
}

// wantsBrackets reports whether a game's numbers in brackets choose its rules.
func wantsBrackets(game string) bool {
	e, ok := position.Find(game)
	return ok && strings.HasPrefix(strings.TrimPrefix(e.Form, game), "[")
}

const (
	mostSide    = 400     // of a board whose table a program computes
	mostTable   = 1 << 21 // values of a table that a program computes
	mostPeriod  = 1 << 14 // values among which a period is looked for
	mostWritten = 3000    // values that a program lists
	mostLost    = 300     // lost heaps that a program lists
)

// makesTable reports whether programs make a table of a game whose rules stand in the input.
func makesTable(g *gameRef) bool { return g.name == "knight4" || g.name == "subtraction" }

// makeTable returns the expression that makes that table.
func (x *translation) makeTable(g *gameRef) core.Expr {
	most, moves := x.mostOf(g.name), again(g.params[0])
	if len(g.params) > 1 || x.isNumber(moves) {
		var all []core.Expr
		for _, p := range g.params {
			all = append(all, again(p))
		}
		moves = items(all)
	}
	switch {
	case g.name == "knight4" && len(g.params) == 1:
		return call(x.library(map[bool]string{false: "knight4_table", true: "knight4_remoteness"}[x.sense.remoteness]), again(g.params[0]))
	case g.name == "knight4":
		refuse(nowhere, "%s with numbers in brackets that are not known before the program runs", g.name)
	case most > mostTable:
		refuse(nowhere, "a table of the heaps to %d is too large", most)
	case x.sense.remoteness:
		return call(x.library("subtraction_remoteness"), moves, number(most))
	}
	return call(x.library("subtraction_table"), moves, number(most))
}

// given looks up the table of a game in a variable that gets it before anything else in the function, if
// what stands in its brackets is known there: parameters that keep their values.
func (x *translation) given(g *gameRef) (u use, ok bool) {
	if x.function == outside || !makesTable(g) || allFixed(g.params) {
		return u, false
	}
	f, key := &x.program.Functions[x.function], fmt.Sprint(g.name, x.sense.remoteness)
	for _, p := range g.params {
		get, ok := p.(*core.Get)
		if !isConst(p) && (!ok || int(get.V) >= f.Params || slices.Contains(core.Sets(f.Body), get.V)) {
			return u, false
		}
		if key += ","; ok {
			key += fmt.Sprint("v", get.V)
		} else {
			key += fmt.Sprint(p.(*core.Const).N)
		}
	}
	v, ok := x.tables[key]
	if !ok {
		v = core.Var(len(f.Vars))
		f.Vars = append(f.Vars, core.Variable{Name: unlike(f, g.name+"_values")})
		x.first, x.tables[key] = append(x.first, &core.Set{V: v, X: x.makeTable(g)}), v
	}
	g.table = &core.Get{V: v}
	return x.tableOf(g)
}

// calls is the use of a function.
func calls(f, numbers int) use {
	return use{numbers: numbers, at: func(args []core.Expr) core.Expr { return call(f, args...) }}
}

// looksUp is the use of a table: its rows go by the last number.
func looksUp(numbers int, table func() core.Expr) use {
	return use{numbers: numbers, at: func(args []core.Expr) core.Expr {
		e := table()
		for _, a := range slices.Backward(args) {
			e = &core.Index{Row: e, I: a}
		}
		return e
	}}
}

// constant returns a constant of the program, whose value is what the text says.
func (x *translation) constant(own, format string, args ...any) func() core.Expr {
	text := own + " = " + fmt.Sprintf(format, args...)
	c, ok := x.made[text]
	if !ok {
		c = len(x.program.Constants)
		x.linkText("table", text, nil)
		function, body := x.function, x.program.Constants[c].Body
		x.function = outside
		x.block(&body)
		x.program.Constants[c].Body = body
		x.function, x.made[text] = function, c
	}
	return func() core.Expr { return &core.Named{C: c} }
}

// tableOf looks up the table of a game whose rules stand in the input, in a variable, or in a
// constant of the problem file.
func (x *translation) tableOf(g *gameRef) (u use, ok bool) {
	numbers := map[string]int{"knight4": 2, "subtraction": 1}[g.name]
	if g.table != nil {
		return looksUp(numbers, func() core.Expr { return again(g.table) }), true
	}
	if numbers == 0 || len(g.params) != 1 {
		return u, false
	}
	named, ok := g.params[0].(*core.Named)
	if !ok {
		return u, false
	}
	own := g.name + "_values"
	key := fmt.Sprint(own, named.C, x.sense.remoteness)
	c, ok := x.made[key]
	if !ok {
		value := x.makeTable(g)
		c = len(x.program.Constants)
		x.program.Constants = append(x.program.Constants, core.Function{Name: own, Body: []core.Stmt{&core.Return{X: value}}})
		x.made[key], x.from[^c] = c, "table"
	}
	return looksUp(numbers, func() core.Expr { return &core.Named{C: c} }), true
}

// valueOf returns what takes the place of the nim-value of a position.
func (x *translation) valueOf(at core.Place, g *gameRef) use {
	if u, ok := x.tableOf(g); ok {
		return u
	}
	switch g.name {
	case "nim":
		return use{numbers: 1, at: func(args []core.Expr) core.Expr { return args[0] }, asIs: true}
	case "staircase", "tree", "hackenbush":
		return calls(x.library(g.name), 0)
	case "hackenbush-graph":
		if len(g.params) == 0 && x.mostOf(g.name) <= mostTable {
			return calls(x.library("hackenbush_graph"), 0)
		}
	case "counter":
		return calls(x.library(g.name), 1)
	case "rook", "bishop":
		return calls(x.library(g.name), 2)
	case "queen", "king", "knight":
		most := x.mostOf(g.name)
		if most >= mostSide {
			refuse(at, "the nim-values of a %s have no closed form, and a table to %d is too large", g.name, most)
		}
		return looksUp(2, x.constant(g.name+"_values", "%s_table(%d)", g.name, most+1))
	case "knight4":
		if u, ok := x.given(g); ok {
			return u
		}
		if !allFixed(g.params) || len(g.params) != 1 {
			refuse(at, "want knight4[n] in a variable")
		}
		return looksUp(2, x.constant("knight4_values", "knight4_table(%s)", numbersOf(g.params)))
	case "here":
		return x.ofRules(at, g.name)
	}
	if f, ok := x.made[g.text()]; ok {
		return calls(f, 1)
	}
	if len(g.params) > 0 && !allFixed(g.params) {
		if !makesTable(g) {
			refuse(at, "%s with numbers in brackets that are not known before the program runs", g.name)
		}
		if u, ok := x.given(g); ok {
			return u
		}
		refuse(at, "want this game in a variable, as in game = %s[…]", g.name)
	}
	if l := x.rules(g.name); l != nil && (l.defines("value") || !l.heaps) {
		return x.ofRules(at, g.name)
	}
	return calls(x.ofSequence(at, g), 1)
}

// text writes the game as positions name it.
func (g *gameRef) text() string {
	if len(g.params) == 0 {
		return g.name
	}
	return g.name + "[" + numbersOf(g.params) + "]"
}

// numbersOf writes the numbers in the brackets of a game.
func numbersOf(params []core.Expr) string {
	all, _ := fixedNumbers(params)
	return strings.Join(all, ",")
}

// ofRules is the use of def value of a file of rules.
func (x *translation) ofRules(at core.Place, game string) use {
	l, own := x.rules(game), functionName(game)
	numbers := len(l.fields)
	if numbers == 1 && l.fields[0].kind != "integer" {
		numbers = 0
	}
	if !l.defines("value") && l.code != "" && !l.isShifted && l.defines(l.runs) && len(l.fields) == 1 {
		return calls(x.asHeaps(at, own, l), numbers)
	}
	if !l.defines("value") {
		return calls(x.byMoves(at, game, l), numbers)
	}
	if l.defines("start") && x.program.Functions[l.functions["start"]].Params == 1 && numbers != 1 {
		if numbers == 0 {
			refuse(at, "the start of %s is not translated", game)
		}
		x.rename(l, "value", own+"_value")
		x.rename(l, "start", own+"_start")
		return calls(x.rename(l, "from_start_value", own), 1)
	}
	return calls(x.rename(l, "value", own), numbers)
}

// asHeaps returns the function that gives the nim-value of a position which its file says to be
// heaps of a code.
func (x *translation) asHeaps(at core.Place, own string, l *linked) int {
	if f, ok := x.made[own]; ok {
		return f
	}
	heap, all := x.ofSequence(at, &gameRef{name: l.code}), x.library(byValue.all)
	value := &core.Build{Body: []core.Stmt{&core.Loop{Counter: core.NoVar, Items: []core.Expr{&core.Get{V: 1}},
		Over: []core.Expr{call(l.functions[l.runs], &core.Get{V: 0})}, Body: []core.Stmt{&core.Yield{X: call(heap, &core.Get{V: 1})}}}}}
	x.made[own] = len(x.program.Functions)
	x.from[x.made[own]] = own
	x.program.Functions = append(x.program.Functions, core.Function{Name: own, Params: 1,
		Vars: []core.Variable{{Name: l.fields[0].name}, {Name: "n", Inner: true}}, Body: []core.Stmt{&core.Return{X: call(all, value)}},
		Doc: fmt.Sprintf("The position is the same as heaps of %s: its nim-value is their nim-sum.", l.code)})
	return x.made[own]
}

// outcome returns whether the player to move wins one position, or nil where its
// nim-value says so.
func (x *translation) outcome(g *gameRef, pose *core.Pose) core.Expr {
	if x.sense != byValue {
		return nil
	}
	if g.name == "cake" {
		x.parts(pose)
		return call(x.library("cake_wins"), pose.Args...)
	}
	if g.name == "geography" {
		ends, token := x.geography(g, pose)
		if token == nil {
			return compare(core.Greater, apply("len", call(x.library("geography_starts"), ends)), number(0))
		}
		return call(x.library("geography_wins"), ends, token)
	}
	l := x.rules(g.name)
	if l == nil {
		return x.lostHeaps(g, pose)
	}
	if !l.defines("outcome") || l.defines("value") {
		return nil
	}
	outcome, own := x.rename(l, "outcome", functionName(g.name)), functionName(g.name)
	if len(pose.Args) == len(l.fields) && !x.saysUnknown(outcome) {
		x.parts(pose)
		return compare(core.Equal, call(outcome, pose.Args...), &core.Text{S: "N"})
	}
	if !l.defines("start") || len(pose.Args) != 1 {
		return nil
	}
	x.rename(l, "start", own+"_from_start")
	from := x.rename(l, "from_start_outcome", own+"_from")
	x.parts(pose)
	args := pose.Args
	if most := x.program.Functions[from].Params; most > 1 { // a list of the numbers
		if _, ok := args[0].(*core.Get); !ok {
			x.refuse(pose, "want the numbers of %s in a variable", g.name)
		}
		args = partsOf(args[0], most)
	}
	return call(from, args...)
}

// geography returns the ends of the edges of a graph, and the node of the token, if there is one.
func (x *translation) geography(g *gameRef, pose *core.Pose) (ends, token core.Expr) {
	x.parts(pose)
	switch {
	case len(g.params) != 1:
		x.refuse(pose, "want the ends of edges as one list, as in geography[ends](token)")
	case len(pose.Args) > 1:
		x.refuse(pose, "a token that has moved")
	case x.mostOf(g.name) >= mostTable:
		x.refuse(pose, "nodes up to %d are too many for a table", x.mostOf(g.name))
	case len(pose.Args) == 1:
		token = pose.Args[0]
	}
	return again(g.params[0]), token
}

// saysUnknown reports whether the outcome of some positions is not known.
func (x *translation) saysUnknown(outcome int) (unknown bool) {
	core.Walk(x.program.Functions[outcome].Body, nil, func(e core.Expr) bool {
		text, ok := e.(*core.Text)
		unknown = unknown || ok && text.S == "?"
		return true
	})
	return unknown
}

// lostHeaps returns whether one heap is won, for a game whose nim-values have no known
// period, where few heaps within the limits are lost.
func (x *translation) lostHeaps(g *gameRef, pose *core.Pose) core.Expr {
	most := x.mostOf(g.name)
	if g.table != nil || !allFixed(g.params) || len(pose.Args) != 1 || most > mostTable {
		return nil
	}
	heap, ok := pose.Args[0].(*core.Get)
	if !ok || !x.fields[x.program.Functions[x.function].Vars[heap.V].Name].IsNumber() {
		return nil
	}
	game, err := position.ParseGame(g.text())
	if err != nil || game.Sequence == nil {
		return nil
	}
	if r, _, err := game.Sequence.Period(x.ctx, 1024, nil); err != nil || r.Proved {
		return nil
	}
	values, err := x.values(game, uint64(most)+1)
	var lost []string
	for n, v := range values {
		if v == 0 {
			lost = append(lost, fmt.Sprint(n))
		}
	}
	if err != nil || len(lost) > mostLost {
		return nil
	}
	x.note("Only the heaps listed here are lost, of all to %d: their nim-values are 0 (computed and compared by the engines of grundy).", most)
	return &core.In{X: heap, Row: x.constant("lost_heaps", "[%s]", strings.Join(lost, ", "))(), Not: true}
}

// values returns the nim-values of the first heaps.
func (x *translation) values(game position.Game, length uint64) (all []uint64, err error) {
	err = game.Sequence.Values(x.ctx, 0, length, nil, func(values []uint64) error {
		all = append(all, values...)
		return nil
	})
	return all, err
}

// ofSequence returns the function that gives the nim-values of heaps: by their proved
// period, or from a table of all heaps within the limits.
func (x *translation) ofSequence(at core.Place, g *gameRef) int {
	game, err := position.ParseGameWith(x.ctx, g.text(), 0, position.Files{})
	if err != nil {
		refuse(at, "%v", err)
	}
	if game.Sequence == nil {
		refuse(at, "no closed form, proved period or small table is known for %s", g.text())
	}
	most := x.mostOf(g.name)
	r, _, err := game.Sequence.Period(x.ctx, 1024, nil)
	if err == nil && !r.Proved && most >= mostWritten {
		r, _, err = game.Sequence.Period(x.ctx, mostPeriod, nil)
	}
	if err != nil {
		refuse(at, "%s: %v", g.text(), err)
	}
	length := uint64(0)
	switch {
	case r.Proved && r.Preperiod+r.Period <= mostWritten:
		length = r.Preperiod + r.Period
	case most < mostWritten:
		length, r = uint64(most)+1, period.Result{}
	case r.Proved:
		refuse(at, "the period of %s has %d values, too many for a short program", g.text(), r.Preperiod+r.Period)
	default:
		refuse(at, "no period of %s is proved, and the heaps go to %d", g.text(), most)
	}
	values, err := x.values(game, length)
	if err != nil || uint64(len(values)) != length {
		refuse(at, "%s: %v", g.text(), err)
	}
	simple := true
	for n, v := range values {
		simple = simple && v == uint64(n)
		values[n] = min(v, math.MaxInt64)
	}
	own := functionName(g.text())
	table := fmt.Sprintf("%s_values = %s\n\n", own, strings.ReplaceAll(fmt.Sprint(values), " ", ", "))
	doc := fmt.Sprintf("The nim-values of %s have period %d, from %d on. %s", g.text(), r.Period, r.Preperiod, proofOf(r))
	body := fmt.Sprintf("T[n] if n < %d else T[%d + (n - %[2]d) %% %d]", length, r.Preperiod, r.Period)
	switch {
	case r.Period == 0:
		doc, body = fmt.Sprintf("The nim-values of %s, of all heaps within the limits.", g.text()), "T[n]"
	case r.Saltus > 0 && r.Preperiod == 0 && r.Period == 1 && values[0] == 0:
		doc = fmt.Sprintf("The nim-values of %s grow by %d with each stone. %s", g.text(), r.Saltus, proofOf(r))
		table, body = "", fmt.Sprintf("%d * n", r.Saltus)
		if r.Saltus == 1 {
			body = "n"
		}
	case r.Saltus > 0:
		doc = fmt.Sprintf("The nim-values of %s grow by %d with every %d stones, from %d on. %s", g.text(), r.Saltus, r.Period, r.Preperiod, proofOf(r))
		body += fmt.Sprintf(" + (n - %d) // %d * %d", r.Preperiod, r.Period, r.Saltus)
	case r.Preperiod == 0 && simple:
		doc = fmt.Sprintf("The nim-values of %s: heaps of n and of n + %d have the same. %s", g.text(), r.Period, proofOf(r))
		table, body = "", fmt.Sprintf("n %% %d", r.Period)
	case r.Preperiod == 0:
		doc = fmt.Sprintf("The nim-values of %s have period %d. %s", g.text(), r.Period, proofOf(r))
		body = fmt.Sprintf("T[n %% %d]", r.Period)
	}
	text := fmt.Sprintf("%sdef %s(n):\n    %q\n    return %s\n", table, own, strings.TrimSpace(doc), strings.ReplaceAll(body, "T[", own+"_values["))
	x.made[g.text()] = x.linkText("heap", text, nil).functions[own]
	return x.made[g.text()]
}

// proofOf says by what a period is proved.
func proofOf(r period.Result) string {
	if r.Theorem == "" {
		return "This is proved."
	}
	return fmt.Sprintf("Proved by %s.", strings.TrimSuffix(r.Theorem, "."))
}

// remotenessOf returns what takes the place of the remoteness of a heap.
func (x *translation) remotenessOf(g *gameRef) use {
	if u, ok := x.tableOf(g); ok {
		return u
	}
	if u, ok := x.given(g); ok {
		return u
	}
	moves, most := "", x.mostOf(g.name)
	switch {
	case most > mostTable:
		refuse(nowhere, "a table of the remoteness of heaps to %d is too large", most)
	case g.name == "squares":
		moves = fmt.Sprintf("k * k for k in range(1, %d)", int64(math.Sqrt(float64(most)))+1)
	case g.name == "subtraction" && allFixed(g.params):
		moves = numbersOf(g.params)
	default:
		refuse(nowhere, "the remoteness of %s is not translated", g.text())
	}
	return looksUp(1, x.constant(functionName(g.name+"_remoteness")+"_values", "subtraction_remoteness([%s], %d)", moves, most))
}

// lostIn translates p_count(game, a, b).
func (x *translation) lostIn(ask *core.Ask) core.Expr {
	g := x.gameOf(ask.Args[0])
	if g == nil || g.name != "subtraction" || len(g.params) != 1 || isConst(g.params[0]) {
		x.refuse(ask, "p_count is translated for a subtraction game whose moves are a list")
	}
	lost := x.library("subtraction_lost")
	to := call(lost, x.plain(g.params[0]), x.plain(ask.Args[len(ask.Args)-1]))
	if len(ask.Args) == 2 {
		return to
	}
	return arith(core.Minus, to, call(lost, again(g.params[0]), arith(core.Minus, x.plain(ask.Args[1]), number(1))))
}

// outcomes translates outcomes(game, a, b, letters).
func (x *translation) outcomes(pose *core.Pose) core.Expr {
	g, args := x.gameOf(pose.Args[0]), pose.Args[1:]
	if letters, ok := args[2].(*core.Text); !ok || len(letters.S) != 2 || g == nil || g.name != "subtraction" || len(g.params) != 1 {
		x.refuse(pose, "outcomes is translated for a subtraction game and two letters that are written there")
	}
	moves := g.params[0]
	if isConst(moves) {
		moves = items(g.params)
	}
	return call(x.library("subtraction_outcomes"), append([]core.Expr{again(moves)}, args...)...)
}

// note adds a sentence to the comment at the top.
func (x *translation) note(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}
