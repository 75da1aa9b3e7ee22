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

	"grundy/position"
	"grundy/position/catalog"
	"grundy/rules/lang"
	"grundy/theory/period"
)

// The library holds functions in the rule language: theorems, tables and algorithms.
//
//go:embed library/*.star
var libraryFiles embed.FS

// libraryText returns the file of each function of the library.
var libraryText = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	entries, err := libraryFiles.ReadDir("library")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, e := range entries {
		src, err := libraryFiles.ReadFile("library/" + e.Name())
		if err != nil {
			panic(err)
		}
		for _, line := range strings.Split(string(src), "\n") {
			if fn, ok := strings.CutPrefix(line, "def "); ok {
				fn, _, _ = strings.Cut(fn, "(")
				all[fn] = string(src)
			}
		}
	}
	return all
})

// library brings a function of the library into the program, with those that it calls.
func (x *translation) library(fn string) string {
	if x.made[fn] != "" {
		return fn
	}
	src, ok := libraryText()[fn]
	if !ok {
		panic("no function " + fn + " in the library")
	}
	statements, err := parse("library", []byte(src))
	if err != nil {
		panic(err) // the files are part of the program
	}
	x.made[fn] = fn
	for _, s := range statements {
		if s.Kind != "def" || s.Name != fn {
			continue
		}
		x.add([]*lang.Syntax{s})
		lang.Walk(s, func(t *lang.Syntax) {
			if callee, _ := callee(t); libraryText()[callee] != "" {
				x.library(callee)
			}
		})
	}
	return fn
}

// catch calls do and returns its refusal.
func catch(do func()) (refused *Refusal) {
	defer func() {
		if r := recover(); r != nil {
			refusal, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			refused = refusal
		}
	}()
	do()
	return nil
}

// parse reads a file other than the problem's, whose places no refusal names.
func parse(name string, src []byte) ([]*lang.Syntax, error) {
	statements, _, err := lang.ParseSyntax(name, src)
	for _, s := range statements {
		lang.Walk(s, func(t *lang.Syntax) { t.At = lang.Pos{} })
	}
	return statements, err
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

// addGame adds the functions of a game's file, and returns the name of one of them, which
// gets that of the game. Names that the program has already get the game's before them.
func (p *program) addGame(game, which string, statements []*lang.Syntax) string {
	own := functionName(game)
	for p.has(own) {
		own += "_" + which
	}
	as := map[string]string{which: own}
	for _, s := range statements {
		name := s.Name
		if s.Kind == "assign" && s.Kids[0].Kind == "name" {
			name = s.Kids[0].Name
		}
		if p.has(name) && name != which {
			as[name] = fmt.Sprintf("%s_%s", functionName(game), name)
		}
	}
	rename(statements, as)
	p.add(statements)
	return own
}

// rename gives functions and constants of the top level other names.
func rename(statements []*lang.Syntax, as map[string]string) {
	for _, s := range statements {
		local := map[string]bool{}
		if s.Kind == "def" {
			if to, ok := as[s.Name]; ok {
				s.Name = to
			}
			local = lang.Assigned(s)
			for _, param := range s.Kids[0].Kids {
				local[param.Name] = true
			}
		}
		lang.Walk(s, func(t *lang.Syntax) {
			if to, ok := as[t.Name]; ok && t.Kind == "name" && !local[t.Name] {
				t.Name = to
			}
		})
	}
}

func (p *program) has(name string) bool {
	return p.functions[name] != nil || p.values[name] != nil
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

// boards are the games whose nim-values the program computes as a table, and how.
var boards = map[string]string{"queen": "queen_table", "king": "king_table", "knight": "knight_table"}

// mostSide bounds the side of a board whose table a program computes.
const mostSide = 400

// tableOf returns the function that makes the table of a game whose rules stand in the input,
// or "".
func (x *translation) tableOf(g *gameRef) string {
	switch g.name {
	case "knight4":
		return "knight4_table"
	case "subtraction":
		return "subtraction_table"
	}
	return ""
}

// makeTable returns the expression that makes that table.
func (x *translation) makeTable(g *gameRef) *lang.Syntax {
	if len(g.params) != 1 {
		refuse(nil, "%s with numbers in brackets that are not known before the program runs", g.name)
	}
	if g.name == "knight4" {
		return call(x.library("knight4_table"), g.params[0])
	}
	fn := "subtraction_table"
	if x.sense == byRemoteness {
		fn = "subtraction_remoteness"
	}
	if x.most > mostTable {
		refuse(nil, "a table of the heaps to %d is too large", x.most)
	}
	return call(x.library(fn), g.params[0], number64(x.most))
}

// mostTable bounds tables that a program computes.
const mostTable = 1 << 21

// constantTable makes a constant of a table, and returns what each wants to know of it.
func (x *translation) constantTable(own string, value *lang.Syntax) string {
	own = functionName(own) + "_values"
	if x.values[own] == nil {
		x.values[own] = value
	}
	return "[" + own + "]"
}

// valueOf returns the function that gives the nim-values of a game, or the table of them,
// and how many numbers a position has: 0 where it is a list.
func (x *translation) valueOf(t *lang.Syntax, g *gameRef) (fn string, numbers int) {
	if g.table != nil {
		return "[" + g.table.Name + "]", map[string]int{"knight4": 2, "subtraction": 1}[g.name]
	}
	switch g.name {
	case "staircase":
		return x.library(g.name), 0
	case "tree", "hackenbush":
		return x.library(g.name), 0
	case "counter":
		return x.library(g.name), 1
	case "rook", "bishop":
		return x.library(g.name), 2
	case "queen", "king", "knight":
		if x.most >= mostSide {
			refuse(t, "the nim-values of a %s have no closed form, and a table to %d is too large", g.name, x.most)
		}
		return x.constantTable(g.name, call(x.library(boards[g.name]), number64(x.most+1))), 2
	case "knight4":
		if !allFixed(g.params) || len(g.params) != 1 {
			refuse(t, "want knight4[n] in a variable")
		}
		return x.constantTable("knight4", call(x.library("knight4_table"), g.params[0])), 2
	case "here":
		return x.ofRules(t, "here", []byte(x.problem.File))
	}
	if x.made[g.text()] != "" {
		return x.made[g.text()], 1
	}
	if len(g.params) > 0 && !allFixed(g.params) {
		if x.tableOf(g) == "" {
			refuse(t, "%s with numbers in brackets that are not known before the program runs", g.name)
		}
		refuse(t, "want this game in a variable, as in game = %s[…]", g.name)
	}
	if f, ok := catalog.Open(g.name); ok {
		src, err := io.ReadAll(f)
		if err != nil {
			panic(err) // it is part of the program
		}
		if strings.Contains(string(src), "\ndef value(") || !strings.Contains(string(src), "\nheap(") {
			return x.ofRules(t, g.name, src)
		}
	}
	return x.ofSequence(t, g), 1
}

// text writes the game as positions name it.
func (g *gameRef) text() string {
	if len(g.params) == 0 {
		return g.name
	}
	return g.name + "[" + strings.Join(fixedNumbers(g.params), ",") + "]"
}

// ofRules returns the function that gives the nim-values of the positions of a file of
// rules: its def value.
func (x *translation) ofRules(t *lang.Syntax, game string, src []byte) (fn string, numbers int) {
	statements, err := parse(game, src)
	if err != nil {
		refuse(t, "%v", err)
	}
	kinds := positionFields(statements)
	numbers = len(kinds)
	if slices.ContainsFunc(kinds, func(k string) bool { return k != "integer" }) {
		numbers = 0
		if len(kinds) > 1 {
			refuse(t, "positions of %s, which have several parts, are not translated", game)
		}
	}
	if known := x.made[game]; known != "" {
		return known, numbers
	}
	if !slices.ContainsFunc(statements, func(s *lang.Syntax) bool { return s.Kind == "def" && s.Name == "value" }) {
		return x.byMoves(t, game, statements, numbers), numbers
	}
	if start := startOf(statements); start != nil && len(start.Kids[0].Kids) == 1 && numbers != 1 {
		if numbers == 0 {
			refuse(t, "the start of %s is not translated", game)
		}
		value := x.addGame(game+" value", "value", onlyCode(statements))
		x.composeStart(functionName(game), value, start, statements, "")
		x.made[game] = functionName(game)
		return x.made[game], 1
	}
	x.made[game] = x.addGame(game, "value", onlyCode(statements))
	return x.made[game], numbers
}

// startOf returns the function start of a file of rules, or nil.
func startOf(statements []*lang.Syntax) *lang.Syntax {
	for _, s := range statements {
		if s.Kind == "def" && s.Name == "start" {
			return s
		}
	}
	return nil
}

// composeStart writes a function that takes the numbers of a start, and returns what
// another one says of that position.
func (x *translation) composeStart(own, of string, start *lang.Syntax, statements []*lang.Syntax, is string) {
	fields := strings.Join(fieldNames(statements), ", ")
	var names []string
	for _, p := range start.Kids[0].Kids {
		names = append(names, p.Name)
	}
	params := strings.Join(names, ", ")
	start.Name = own + "_start"
	x.add([]*lang.Syntax{start})
	x.addText(fmt.Sprintf("def %s(%s):\n    %s = %s(%s)\n    return %s(%s)%s\n", own, params, fields, start.Name, params, of, fields, is))
}

// onlyCode returns functions and constants, without those of the rules themselves.
func onlyCode(statements []*lang.Syntax) (kept []*lang.Syntax) {
	for _, s := range statements {
		switch {
		case s.Kind == "def" && slices.Contains([]string{"legal", "draw", "start", "answer", "valid"}, s.Name):
		case s.Kind == "def":
			kept = append(kept, s)
		case s.Kind == "assign" && s.Kids[0].Kind == "name" && !slices.Contains([]string{"source", "known", "words", "oeis", "judge"}, s.Kids[0].Name):
			kept = append(kept, s)
		}
	}
	return kept
}

// positionFields returns the kinds of the fields of a position.
func positionFields(statements []*lang.Syntax) (kinds []string) {
	for _, s := range statements {
		if s.Kind != "expression" {
			continue
		}
		if which, args := callee(s.Kids[0]); which == "position" {
			for _, a := range args {
				kind, _ := callee(a.Kids[0])
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// byMoves writes a function that finds the nim-value of a position from its moves.
func (x *translation) byMoves(t *lang.Syntax, game string, _ []*lang.Syntax, _ int) string {
	refuse(t, "no closed form, proved period or small table is known for %s", game)
	return ""
}

// outcome returns whether the player to move wins one position, or nil where its
// nim-value says so.
func (x *translation) outcome(g *gameRef, position *lang.Syntax) *lang.Syntax {
	if x.sense != byValue {
		return nil
	}
	args := position.Kids[1:]
	if g.name == "cake" {
		x.exprs(position)
		return call(x.library("cake_wins"), position.Kids[1:]...)
	}
	src := []byte(x.problem.File)
	if g.name != "here" {
		f, ok := catalog.Open(g.name)
		if !ok {
			return x.lostHeaps(g, position)
		}
		src, _ = io.ReadAll(f)
	}
	statements, err := parse(g.name, src)
	defines := func(which string) bool {
		return slices.ContainsFunc(statements, func(s *lang.Syntax) bool { return s.Kind == "def" && s.Name == which })
	}
	if err != nil || !defines("outcome") || defines("value") {
		return nil
	}
	kinds := positionFields(statements)
	if len(args) != len(kinds) || saysUnknown(statements) {
		if startOf(statements) != nil && len(args) == 1 {
			return x.fromStart(g, position, statements)
		}
		return nil
	}
	own := g.name + " outcome"
	if x.made[own] == "" {
		x.made[own] = x.addGame(g.name, "outcome", onlyCode(statements))
	}
	x.exprs(position)
	return source("F == W", map[string]*lang.Syntax{"F": call(x.made[own], position.Kids[1:]...), "W": {Kind: "text", Text: "N"}})
}

// fromStart is outcome for a position that is given by the numbers of its start.
func (x *translation) fromStart(g *gameRef, position *lang.Syntax, statements []*lang.Syntax) *lang.Syntax {
	own := g.name + " from start"
	if x.made[own] == "" {
		outcome := x.addGame(g.name, "outcome", onlyCode(statements))
		from := outcome + "_from"
		x.composeStart(from, outcome, startOf(statements), statements, ` == "N"`)
		x.made[own] = from
	}
	x.exprs(position)
	args := position.Kids[1:]
	if most := len(x.functions[x.made[own]].params); len(args) == 1 && most > 1 { // a list of the numbers
		if args[0].Kind != "name" {
			refuse(position, "want the numbers of %s in a variable", g.name)
		}
		for i := range most {
			args = append(args, &lang.Syntax{Kind: "index", Kids: []*lang.Syntax{args[0], number64(int64(i))}})
		}
		args = args[1:]
	}
	return call(x.made[own], args...)
}

// addText adds functions that this package has written.
func (x *translation) addText(text string) {
	statements, err := parse("emitted", []byte(text))
	if err != nil {
		panic(err)
	}
	x.add(statements)
}

// fieldNames returns the names of the fields of a position.
func fieldNames(statements []*lang.Syntax) (names []string) {
	for _, s := range statements {
		if s.Kind == "expression" {
			if which, args := callee(s.Kids[0]); which == "position" {
				for _, a := range args {
					names = append(names, a.Name)
				}
			}
		}
	}
	return names
}

// saysUnknown reports whether the outcome of some positions is not known.
func saysUnknown(statements []*lang.Syntax) (unknown bool) {
	for _, s := range statements {
		if s.Kind == "def" && s.Name == "outcome" {
			lang.Walk(s, func(t *lang.Syntax) { unknown = unknown || t.Kind == "text" && t.Text == "?" })
		}
	}
	return unknown
}

// mostLost is how many lost heaps a program lists.
const mostLost = 300

// lostHeaps returns whether one heap is won, for a game whose nim-values have no known
// period, where few heaps within the limits are lost.
func (x *translation) lostHeaps(g *gameRef, at *lang.Syntax) *lang.Syntax {
	if g.table != nil || len(g.params) > 0 && !allFixed(g.params) || len(at.Kids) != 2 || x.most > mostTable {
		return nil
	}
	if k := at.Kids[1]; k.Kind != "name" || x.fields[k.Name] == nil || x.fields[k.Name].is() != number {
		return nil
	}
	game, err := position.ParseGame(g.text())
	if err != nil || game.Sequence == nil {
		return nil
	}
	if r, _, err := game.Sequence.Period(x.ctx, 1024, nil); err != nil || r.Proved {
		return nil
	}
	var lost []*lang.Syntax
	n := int64(0)
	err = game.Sequence.Values(x.ctx, 0, uint64(x.most)+1, nil, func(values []uint64) error {
		for _, v := range values {
			if v == 0 {
				lost = append(lost, number64(n))
			}
			n++
		}
		return nil
	})
	if err != nil || len(lost) > mostLost {
		return nil
	}
	x.note("Only the heaps listed here are lost, of all to %d: their nim-values are 0 (computed and compared by the engines of grundy).", x.most)
	own := "lost_heaps"
	x.values[own] = &lang.Syntax{Kind: "list", Kids: lost}
	return source("not N in L", map[string]*lang.Syntax{"N": at.Kids[1], "L": name(own)})
}

const (
	mostPeriod  = 1 << 14 // values among which a period is looked for
	mostWritten = 3000    // values that a program lists
)

// ofSequence returns the function that gives the nim-values of heaps: by their proved
// period, or from a table of all heaps within the limits.
func (x *translation) ofSequence(t *lang.Syntax, g *gameRef) string {
	game, err := position.ParseGameWith(x.ctx, g.text(), 0, position.Files{})
	if err != nil {
		refuse(t, "%v", err)
	}
	if game.Sequence == nil {
		refuse(t, "no closed form, proved period or small table is known for %s", g.text())
	}
	r, _, err := game.Sequence.Period(x.ctx, 1024, nil)
	if err == nil && !r.Proved && x.most >= mostWritten {
		r, _, err = game.Sequence.Period(x.ctx, mostPeriod, nil)
	}
	if err != nil {
		refuse(t, "%s: %v", g.text(), err)
	}
	own := functionName(g.text())
	for x.has(own) {
		own += "_heap"
	}
	length := uint64(0)
	switch {
	case r.Proved && r.Preperiod+r.Period <= mostWritten:
		length = r.Preperiod + r.Period
	case x.most < mostWritten:
		length, r = uint64(x.most)+1, period.Result{}
	case r.Proved:
		refuse(t, "the period of %s has %d values, too many for a short program", g.text(), r.Preperiod+r.Period)
	default:
		refuse(t, "no period of %s is proved, and the heaps go to %d", g.text(), x.most)
	}
	var values []*lang.Syntax
	simple := true
	err = game.Sequence.Values(x.ctx, 0, length, nil, func(vs []uint64) error {
		for _, v := range vs {
			if v > math.MaxInt64 {
				v = math.MaxInt64
			}
			simple = simple && v == uint64(len(values))
			values = append(values, number64(int64(v)))
		}
		return nil
	})
	if err != nil || uint64(len(values)) != length {
		refuse(t, "%s: %v", g.text(), err)
	}
	table := own + "_values"
	body, doc := "", ""
	switch {
	case r.Period == 0:
		doc, body = fmt.Sprintf("The nim-values of %s, of all heaps within the limits.", g.text()), "return T[n]"
	case r.Saltus > 0:
		doc = fmt.Sprintf("The nim-values of %s grow by %d with every %d stones, from %d on. %s", g.text(), r.Saltus, r.Period, r.Preperiod, proofOf(r))
		body = fmt.Sprintf("return T[n] if n < %d else T[%d + (n - %d) %% %d] + (n - %d) // %d * %d", length, r.Preperiod, r.Preperiod, r.Period, r.Preperiod, r.Period, r.Saltus)
	case r.Preperiod == 0 && simple:
		doc = fmt.Sprintf("The nim-values of %s: heaps of n and of n + %d have the same. %s", g.text(), r.Period, proofOf(r))
		body = fmt.Sprintf("return n %% %d", r.Period)
	case r.Preperiod == 0:
		doc = fmt.Sprintf("The nim-values of %s have period %d. %s", g.text(), r.Period, proofOf(r))
		body = fmt.Sprintf("return T[n %% %d]", r.Period)
	default:
		doc = fmt.Sprintf("The nim-values of %s have period %d, from %d on. %s", g.text(), r.Period, r.Preperiod, proofOf(r))
		body = fmt.Sprintf("return T[n] if n < %d else T[%d + (n - %d) %% %d]", length, r.Preperiod, r.Preperiod, r.Period)
	}
	statements, err := parse("emitted", []byte(fmt.Sprintf("def %s(n):\n    %q\n    %s\n", own, strings.TrimSpace(doc), strings.ReplaceAll(body, "T[", table+"["))))
	if err != nil {
		panic(err)
	}
	x.add(statements)
	if strings.Contains(body, "T[") {
		x.values[table] = &lang.Syntax{Kind: "list", Kids: values}
	}
	x.made[g.text()] = own
	return own
}

// proofOf says by what a period is proved.
func proofOf(r period.Result) string {
	if r.Theorem == "" {
		return "This is proved."
	}
	return fmt.Sprintf("Proved by %s.", strings.TrimSuffix(r.Theorem, "."))
}

// remotenessOf returns the table of the remoteness of a game of heaps.
func (x *translation) remotenessOf(g *gameRef) string {
	if g.table != nil {
		return "[" + g.table.Name + "]"
	}
	if x.most > mostTable {
		refuse(nil, "a table of the remoteness of heaps to %d is too large", x.most)
	}
	var moves *lang.Syntax
	switch {
	case g.name == "squares":
		moves = source("[k * k for k in range(1, ROOT + 1)]", map[string]*lang.Syntax{"ROOT": number64(int64(math.Sqrt(float64(x.most))))})
	case g.name == "subtraction" && allFixed(g.params):
		moves = &lang.Syntax{Kind: "list"}
		for _, p := range g.params {
			if p.Kind == "list" {
				moves.Kids = append(moves.Kids, p.Kids...)
			} else {
				moves.Kids = append(moves.Kids, p)
			}
		}
	default:
		refuse(nil, "the remoteness of %s is not translated", g.text())
	}
	return x.constantTable(g.name+"_remoteness", call(x.library("subtraction_remoteness"), moves, number64(x.most)))
}

// lostIn translates p_count(game, a, b).
func (x *translation) lostIn(t *lang.Syntax, args []*lang.Syntax) *lang.Syntax {
	g := x.gameOf(args[0])
	if g == nil || g.name != "subtraction" || len(g.params) != 1 || g.params[0].Kind == "int" {
		refuse(t, "p_count is translated for a subtraction game whose moves are a list")
	}
	moves, from := x.plain(g.params[0]), x.plain(args[1])
	lost := x.library("subtraction_lost")
	to := call(lost, moves, x.plain(args[len(args)-1]))
	if len(args) == 2 {
		return to
	}
	return source("A - B", map[string]*lang.Syntax{"A": to, "B": call(lost, moves, source("N - 1", map[string]*lang.Syntax{"N": from}))})
}

// note adds a sentence to the comment at the top.
func (x *translation) note(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}
