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
	"fmt"
	"slices"
	"strings"

	"grundy/contest/input"
	"grundy/rules/lang"
)

// A Problem is what a program is made from.
type Problem struct {
	Name   string
	Title  string
	Judge  string
	Source []byte // the problem file
	Input  input.Declaration
}

// Emit returns a program that reads the input of a problem and prints the answers. The
// error is a [*Refusal] where no program can be written.
func Emit(ctx context.Context, p *Problem, l Language) (code string, err error) {
	for _, letters := range []bool{true, false} {
		refused := catch(func() { code, err = emit(ctx, p, l, letters) })
		if refused == nil {
			return code, err
		}
		if err = refused; ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	return "", err
}

func emit(ctx context.Context, p *Problem, l Language, letters bool) (string, error) {
	statements, _, err := lang.ParseSyntax(p.Name, p.Source)
	if err != nil {
		return "", err
	}
	types, spans := fieldTypes(&p.Input)
	x := &translation{program: newProgram(nil), ctx: ctx, problem: p, fields: types,
		games: map[string]*gameRef{}, sums: map[string]bool{}, made: map[string]string{}}
	for _, s := range spans {
		if !s.isEmpty() {
			x.most = max(x.most, s.hi)
		}
	}
	own := map[string]string{}
	for _, s := range statements {
		if s.Kind == "def" && libraryText()[s.Name] != "" {
			own[s.Name] = s.Name + "_here"
		}
	}
	rename(statements, own)
	x.add(slices.DeleteFunc(slices.Clone(statements), func(s *lang.Syntax) bool {
		return s.Kind == "assign" && s.Kids[0].Kind == "name" && types[s.Kids[0].Name] != nil
	}))
	answer := x.functions["answer"]
	if answer == nil {
		refuse(nil, "the file has no answer: a program in Go answers this problem")
	}
	for _, c := range sortedKeys(x.values) {
		if g := x.gameOf(x.values[c]); g != nil {
			x.games[c] = g
			delete(x.values, c)
		}
	}
	for _, f := range x.reached("answer") {
		x.lower(f)
	}
	var params []*typ
	bounds := map[string][]span{}
	for _, v := range answer.params {
		if types[v] == nil {
			refuse(answer.body, "answer takes %s, which is no field", v)
		}
		params = append(params, types[v])
		bounds["answer"] = append(bounds["answer"], spans[v])
	}
	x.forget(letters)
	x.infer("answer", params)
	x.findSpans(bounds)
	top := []string{p.Title}
	if p.Judge != "" {
		top = append(top, p.Judge+".")
	}
	for _, n := range x.notes {
		top = append(top, "")
		top = append(top, wrap(n, 96)...)
	}
	var comment []string
	for _, line := range top {
		comment = append(comment, wrap(line, 96)...)
	}
	return x.write(l, comment, []string{"answer"}, func(w *printer) {
		r := &reading{printer: w, types: types, gives: answer.result}
		r.uses(&p.Input, answer.params)
		var args []string
		for _, v := range answer.params {
			args = append(args, l.name(v))
		}
		r.call = l.name("answer") + "(" + strings.Join(args, ", ") + ")"
		if p.Input.Call != "" {
			r.calls(&p.Input)
			return
		}
		r.group(&p.Input.Group, 0)
	})
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

var _ = fmt.Sprint
