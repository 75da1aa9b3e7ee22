// Package emit writes the answer of a contest problem as a short stand-alone program in
// Go, C++ or Python.
//
// It translates the function answer of a problem file (package contest) with all that it
// calls. Games become functions or tables: a closed form with its theorem, a period that
// the engines prove, a table that the program computes. Where there is none of these, it
// refuses with a [*Refusal] that says why.
//
// The steps, each in its files:
//
//	questions.go games.go  wins(nim(a)) becomes nim_sum(a) != 0; functions come from
//	                       library/*.star and from the catalogue's files of rules
//	types.go spans.go      each expression gets a type, each number its bounds
//	print.go expr.go       the three languages; what stands before and around is in
//	reader.go assemble.go  the declaration of the input
package emit

// This file holds what the others are for.

import (
	"context"
	"slices"
	"strings"

	"grundy/contest"
	"grundy/rules/lang"
)

// Emit returns a program that reads the input of a problem and prints the answers. The
// error is a [*Refusal] where no program can be written.
func Emit(ctx context.Context, p *contest.Problem, l Language) (code string, err error) {
	for _, letters := range []bool{true, false} {
		refused := catch(func() { code, err = emit(ctx, p, l, letters) })
		if refused == nil {
			return code, err
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		refused.File = strings.TrimSuffix(p.Name, contest.Extension) + contest.Extension
		err = refused
	}
	return "", err
}

func emit(ctx context.Context, p *contest.Problem, l Language, letters bool) (string, error) {
	statements, _, err := lang.ParseSyntax(p.Name, []byte(p.File))
	if err != nil {
		return "", err
	}
	declared := p.Shape.Declaration()
	types, spans := fieldTypes(&declared)
	x := &translation{program: newProgram(nil), ctx: ctx, problem: p, fields: types,
		games: map[string]*gameRef{}, sums: map[string]bool{}, made: map[string]string{}, lowered: map[*function]bool{}}
	for _, s := range spans {
		if !s.isEmpty() {
			x.most = max(x.most, s.hi)
		}
	}
	x.addFile(statements)
	if x.functions["answer"] == nil {
		refuse(nil, "the file has no answer: a program in Go answers this problem")
	}
	params := x.parameters("answer", nil)
	for _, d := range x.derived {
		x.lowerAll(d.name)
	}
	x.lowerAll("answer")
	x.forget(letters)
	bounds := map[string][]span{}
	for _, d := range x.derived {
		x.inferWith(d.name, d.args, types)
		for _, v := range d.args {
			bounds[d.name] = append(bounds[d.name], spans[v])
		}
		x.findSpans(bounds)
		types[d.variable], spans[d.variable] = x.functions[d.name].result, x.functions[d.name].gives
	}
	x.inferWith("answer", params, types)
	for _, v := range params {
		bounds["answer"] = append(bounds["answer"], spans[v])
	}
	x.findSpans(bounds)
	if x.tooLong != nil && l != Python {
		refuse(x.tooLong, "a number here may need more than 64 bits; --emit=python has no such bound")
	}
	var first []string
	for _, d := range x.derived {
		first = append(first, d.name)
	}
	return x.write(l, x.top(), append(first, "answer"), func(w *printer) {
		r := &reading{printer: w, types: types, gives: x.functions["answer"].result, derived: x.derived, shape: p.Shape}
		r.uses(&declared, params)
		r.call = r.callOf("answer", params)
		if declared.Call != "" {
			r.calls(&declared)
			return
		}
		r.group(&declared.Group, p.Shape.Depth(), 0)
	})
}

// addFile adds the functions and constants of a problem file.
func (x *translation) addFile(statements []*lang.Syntax) {
	own := map[string]string{}
	for _, s := range statements {
		if s.Kind == "def" && libraryText()[s.Name] != "" {
			own[s.Name] = s.Name + "_here"
		}
	}
	rename(statements, own)
	x.add(slices.DeleteFunc(slices.Clone(statements), func(s *lang.Syntax) bool {
		return s.Kind == "assign" && s.Kids[0].Kind == "name" && x.fields[s.Kids[0].Name] != nil
	}))
	for _, c := range sortedKeys(x.values) {
		if g := x.gameOf(x.values[c]); g != nil {
			x.games[c] = g
			delete(x.values, c)
		}
	}
}

// A derived value is what a function makes of fields, once for all tests that share them.
type derived struct {
	name     string   // of the function
	variable string   // that holds the value
	args     []string // fields and other such variables
	out      int      // how many repetitions share it
}

// parameters returns the variables that a function takes: fields, and what other functions
// make of fields.
func (x *translation) parameters(fn string, open []string) (variables []string) {
	for _, v := range x.functions[fn].params {
		switch {
		case x.fields[v] != nil:
			variables = append(variables, v)
		case x.functions[v] == nil || slices.Contains(open, v):
			refuse(x.functions[fn].body, "%s takes %s, and the input has no such field", fn, v)
		default:
			variable := "the_" + v
			variables = append(variables, variable)
			if !slices.ContainsFunc(x.derived, func(d derived) bool { return d.name == v }) {
				x.derived = append(x.derived, derived{v, variable, x.parameters(v, append(open, v)), 0})
			}
		}
	}
	return variables
}

func (x *translation) lowerAll(fn string) {
	for _, f := range x.reached(fn) {
		if !x.lowered[f] {
			x.lowered[f] = true
			x.lower(f)
		}
	}
}

func (x *translation) inferWith(fn string, variables []string, types map[string]*typ) {
	var params []*typ
	for _, v := range variables {
		params = append(params, types[v])
	}
	x.infer(fn, params)
}

// top returns the comment at the top of the program.
func (x *translation) top() (lines []string) {
	first := x.problem.Title
	if about := strings.TrimSpace(x.problem.About); about != "" {
		first = about
	}
	for i, part := range strings.Split(first, "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(part, 96)...)
	}
	if x.problem.Judge != "" {
		lines = append(lines, "", x.problem.Judge)
	}
	for _, n := range x.notes {
		lines = append(lines, "")
		lines = append(lines, wrap(n, 96)...)
	}
	return lines
}

// reached returns the functions that one calls, itself first.
func (p *program) reached(first string) (all []*function) {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		f := p.functions[name]
		all = append(all, f)
		lang.Walk(f.body, func(t *lang.Syntax) {
			if t.Kind == "name" && p.functions[t.Name] != nil {
				visit(t.Name)
			}
		})
	}
	visit(first)
	return all
}
