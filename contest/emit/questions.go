package emit

// This file turns the questions of an answer, and the positions in them, into arithmetic:
// wins(nim(a) + half(b)) becomes nim_sum(a) ^ half(b) != 0.

import (
	"context"
	"fmt"
	"strings"

	"grundy/contest"
	"grundy/rules/lang"
)

// A sense is what takes the place of a position, and of a sum of positions.
type sense struct {
	of   string // "value" or "remoteness"
	all  string // the function that puts together a list
	join string // the operator that puts together two
}

var (
	byValue      = sense{"value", "nim_sum", "^"}
	selectively  = sense{"value", "some_value", "|"}
	byRemoteness = sense{"remoteness", "min", "min"}
)

// A gameRef is a game in an answer: a name, and what stands in its brackets.
type gameRef struct {
	name   string // of the grammar of positions, or "here"
	params []*lang.Syntax
	table  *lang.Syntax // a variable that holds its table
}

// A translation is the work on one problem.
type translation struct {
	*program
	ctx     context.Context
	problem *contest.Problem
	most    int64               // the greatest number of the input
	games   map[string]*gameRef // variables that hold games
	sums    map[string]bool     // variables that hold positions, or lists of them
	local   map[string]bool     // variables of the function that is looked at
	sense   sense
	asked   bool // a question set the sense
	made    map[string]string
	fields  map[string]*typ
	derived []derived
	lowered map[*function]bool
	notes   []string // for the comment at the top
}

// source parses an expression of the rule language, in which capital letters stand for
// expressions.
func source(text string, with map[string]*lang.Syntax) *lang.Syntax {
	statements, err := parse("emitted", []byte(text))
	if err != nil {
		panic(err) // the texts are written in this package
	}
	e := statements[0].Kids[0]
	lang.Walk(e, func(t *lang.Syntax) {
		if to, ok := with[t.Name]; ok && t.Kind == "name" {
			*t = *to
		}
	})
	return e
}

func name(n string) *lang.Syntax { return &lang.Syntax{Kind: "name", Name: n} }

func number64(n int64) *lang.Syntax { return &lang.Syntax{Kind: "int", Int: n} }

func call(fn string, args ...*lang.Syntax) *lang.Syntax {
	return &lang.Syntax{Kind: "call", Kids: append([]*lang.Syntax{name(fn)}, args...)}
}

// lower replaces the questions in a function.
func (x *translation) lower(f *function) {
	x.local = lang.Assigned(f.body)
	for _, v := range f.params {
		x.local[v] = true
	}
	x.sense, x.asked = byValue, false
	x.findSense(f.body)
	x.block(f.body)
}

// findSense looks which measure the questions of a function need: one for all of them.
func (x *translation) findSense(t *lang.Syntax) {
	lang.Walk(t, func(t *lang.Syntax) {
		which, args := callee(t)
		if which != "wins" && which != "nim_value" && which != "remoteness" && which != "winning" && which != "winning_moves" {
			return
		}
		s := byValue
		if which == "remoteness" {
			s = byRemoteness
		}
		for _, a := range args {
			if a.Kind != "named" || a.Name != "compound" {
				continue
			}
			kind := a.Kids[0]
			switch {
			case kind.Kind != "text":
				refuse(kind, "the kind of compound is not known before the program runs")
			case kind.Text == "disjunctive":
			case kind.Text == "selective" && which == "wins":
				s = selectively
			case kind.Text == "conjunctive" && (which == "wins" || which == "remoteness"):
				s = byRemoteness
			default:
				refuse(kind, "%s compounds are not translated", kind.Text)
			}
		}
		if x.asked && s != x.sense {
			refuse(t, "questions of two kinds in one function")
		}
		x.sense, x.asked = s, true
	})
}

func (x *translation) block(b *lang.Syntax) {
	var kept []*lang.Syntax
	for _, s := range b.Kids {
		switch s.Kind {
		case "assign":
			if x.keepsGame(s) {
				continue
			}
			if s.Kids[0].Kind == "name" && x.isSum(s.Kids[1]) {
				x.sums[s.Kids[0].Name] = true
				s.Kids[1] = x.positions(s.Kids[1])
				if s.Name == "+=" {
					s.Name = x.sense.join + "="
				}
				break
			}
			x.exprs(s)
		case "if", "for", "while":
			x.exprs(s)
		default:
			x.exprs(s)
		}
		kept = append(kept, s)
	}
	b.Kids = kept
}

// keepsGame notes that a variable holds a game, if the assignment says so.
func (x *translation) keepsGame(s *lang.Syntax) bool {
	g := x.gameOf(s.Kids[1])
	if g == nil || s.Kids[0].Kind != "name" {
		return false
	}
	x.games[s.Kids[0].Name] = g
	if which := x.tableOf(g); which != "" && !allFixed(g.params) { // made when the input is known
		own := s.Kids[0].Name
		g.table = name(own)
		s.Kids[1] = x.makeTable(g)
		return false
	}
	return true
}

// exprs replaces the questions among the expressions of a tree.
func (x *translation) exprs(t *lang.Syntax) {
	for i, k := range t.Kids {
		if k.Kind == "block" {
			x.block(k)
			continue
		}
		if q := x.question(k); q != nil {
			at := k.At
			t.Kids[i] = q
			q.At = at
			continue
		}
		if x.isSum(k) {
			t.Kids[i] = x.positions(k)
			continue
		}
		if which, _ := callee(k); libraryText()[which] != "" && !x.local[which] && x.functions[which] == nil {
			x.library(which)
		}
		x.exprs(k)
	}
}

// question returns what a question comes to, or nil if t is none.
func (x *translation) question(t *lang.Syntax) *lang.Syntax {
	which, args := callee(t)
	if x.local[which] || x.functions[which] != nil {
		return nil
	}
	misere := false
	for _, a := range args {
		if a.Kind == "named" && a.Name == "misere" {
			if misere = isName(a.Kids[0], "True"); !misere && !isName(a.Kids[0], "False") {
				refuse(a, "the convention is not known before the program runs")
			}
		}
	}
	switch which {
	case "wins":
		return x.wins(t, args[0], misere)
	case "nim_value":
		return x.positions(args[0])
	case "remoteness":
		return x.positions(args[0])
	case "winning_moves", "winning":
		heaps := x.nimHeaps(args[0])
		if heaps == nil {
			refuse(t, "%s is translated for Nim only", which)
		}
		fn := map[string]string{"winning_moves": "nim_winning_moves", "winning": "nim_winning"}[which]
		if misere {
			if fn = "misere_nim_winning"; which == "winning_moves" {
				return call("len", call(x.library(fn), heaps))
			}
		}
		return call(x.library(fn), heaps)
	case "p_count":
		return x.lostIn(t, args)
	}
	return nil
}

// nimHeaps returns the heaps of a position of Nim, as a list, or nil if it is none.
func (x *translation) nimHeaps(t *lang.Syntax) *lang.Syntax {
	if t.Kind != "call" {
		return nil
	}
	if g := x.gameOf(t.Kids[0]); g == nil || g.name != "nim" {
		return nil
	}
	x.exprs(t)
	if len(t.Kids) == 2 {
		return t.Kids[1]
	}
	return &lang.Syntax{Kind: "list", Kids: t.Kids[1:]}
}

func (x *translation) wins(t, position *lang.Syntax, misere bool) *lang.Syntax {
	if misere {
		heaps := x.nimHeaps(position)
		if heaps == nil {
			refuse(t, "misère play is translated for Nim only, by Bouton's theorem")
		}
		return call(x.library("misere_nim_wins"), heaps)
	}
	if position.Kind == "call" {
		if g := x.gameOf(position.Kids[0]); g != nil {
			if won := x.outcome(g, position); won != nil {
				return won
			}
		}
	}
	value := x.positions(position)
	if x.sense == byRemoteness {
		return source("V % 2 == 1", map[string]*lang.Syntax{"V": value})
	}
	return source("V != 0", map[string]*lang.Syntax{"V": value})
}

// plain returns an expression without the questions in it.
func (x *translation) plain(t *lang.Syntax) *lang.Syntax {
	around := &lang.Syntax{Kids: []*lang.Syntax{t}}
	x.exprs(around)
	return around.Kids[0]
}

// gameOf returns the game that an expression is, or nil.
func (x *translation) gameOf(t *lang.Syntax) *gameRef {
	switch t.Kind {
	case "name":
		if g := x.games[t.Name]; g != nil {
			return g
		}
		if x.local[t.Name] || x.functions[t.Name] != nil || x.values[t.Name] != nil {
			return nil
		}
		if t.Name == "here" {
			return &gameRef{name: "here"}
		}
		if known, ok := knownGame(t.Name); ok {
			return &gameRef{name: known}
		}
	case "index":
		if g := x.gameOf(t.Kids[0]); g != nil {
			params := []*lang.Syntax{t.Kids[1]}
			if t.Kids[1].Kind == "tuple" {
				params = t.Kids[1].Kids
			}
			return &gameRef{name: g.name, params: params}
		}
	case "call":
		which, args := callee(t)
		if which == "game" && len(args) == 1 && args[0].Kind == "text" {
			return gameOfText(args[0].Text)
		}
		// A game whose numbers stand in brackets, called with a list of them.
		if g := x.gameOf(t.Kids[0]); g != nil && len(g.params) == 0 && len(t.Kids) == 2 && wantsBrackets(g.name) {
			return &gameRef{name: g.name, params: t.Kids[1:]}
		}
	}
	return nil
}

// gameOfText reads the text of a game, such as "0.77" or "subtraction[1,3]".
func gameOfText(text string) *gameRef {
	head, rest, ok := strings.Cut(text, "[")
	if !ok || strings.Contains(head, ".") {
		return &gameRef{name: text}
	}
	statements, err := parse("game", []byte("["+rest))
	if err != nil || len(statements) != 1 || statements[0].Kind != "expression" {
		return &gameRef{name: text}
	}
	return &gameRef{name: strings.TrimSpace(head), params: statements[0].Kids[0].Kids}
}

// isSum reports whether an expression is a position, a sum of them, or a list of them.
func (x *translation) isSum(t *lang.Syntax) bool {
	switch t.Kind {
	case "name":
		return x.sums[t.Name]
	case "call":
		if which, args := callee(t); which == "sum" && len(args) > 0 {
			return x.isSum(args[0])
		}
		return x.gameOf(t) == nil && x.gameOf(t.Kids[0]) != nil
	case "binary":
		return (t.Name == "+" || t.Name == "*") && (x.isSum(t.Kids[0]) || x.isSum(t.Kids[1]))
	case "comprehension":
		return x.isSum(t.Kids[0])
	case "list":
		return len(t.Kids) > 0 && x.isSum(t.Kids[0])
	case "choice":
		return x.isSum(t.Kids[1]) || x.isSum(t.Kids[2])
	}
	return false
}

// positions returns the number that takes the place of a position or sum, or the list that
// takes that of a list of positions.
func (x *translation) positions(t *lang.Syntax) *lang.Syntax {
	with := func(kids ...*lang.Syntax) *lang.Syntax {
		return &lang.Syntax{Kind: t.Kind, Name: t.Name, Kids: kids, At: t.At}
	}
	switch t.Kind {
	case "name":
		return t
	case "call":
		if which, args := callee(t); which == "sum" {
			all := x.sense.all
			if all != "min" {
				all = x.library(all)
			}
			if len(args) != 1 {
				refuse(t, "sum with a start")
			}
			return call(all, x.positions(args[0]))
		}
		return x.position(t)
	case "binary":
		a, b := t.Kids[0], t.Kids[1]
		if t.Name == "*" {
			if x.isSum(a) {
				a, b = b, a
			}
			copies := map[string]*lang.Syntax{"N": x.plain(a), "V": x.positions(b)}
			switch x.sense {
			case byValue:
				return source("V if N % 2 == 1 else 0", copies)
			case selectively:
				return source("V if N > 0 else 0", copies)
			}
			refuse(t, "copies of a position in this compound")
		}
		if isZero(a) || isZero(b) {
			refuse(t, "a sum with 0")
		}
		if x.sense == byRemoteness {
			return call("min", x.positions(a), x.positions(b))
		}
		return &lang.Syntax{Kind: "binary", Name: x.sense.join, Kids: []*lang.Syntax{x.positions(a), x.positions(b)}, At: t.At}
	case "comprehension":
		for _, c := range t.Kids[1:] {
			x.exprs(c)
		}
		return with(append([]*lang.Syntax{x.positions(t.Kids[0])}, t.Kids[1:]...)...)
	case "list":
		var kids []*lang.Syntax
		for _, k := range t.Kids {
			kids = append(kids, x.positions(k))
		}
		return with(kids...)
	case "choice":
		x.exprs(&lang.Syntax{Kids: t.Kids[:1]})
		return with(t.Kids[0], x.positions(t.Kids[1]), x.positions(t.Kids[2]))
	}
	refuse(t, "want a position, not an expression of this kind")
	return nil
}

// position returns the number that takes the place of one position, or of a list of
// positions of one game.
func (x *translation) position(t *lang.Syntax) *lang.Syntax {
	g := x.gameOf(t.Kids[0])
	if g == nil {
		refuse(t, "want a position")
	}
	x.exprs(t)
	g = x.gameOf(t.Kids[0])
	args := t.Kids[1:]
	for _, a := range args {
		if a.Kind == "named" || a.Kind == "star" {
			refuse(a, "a position with such an argument")
		}
	}
	if x.sense == byRemoteness {
		return x.each(t, x.remotenessOf(g), 1, args)
	}
	if g.name == "nim" {
		return x.each(t, "", 1, args)
	}
	fn, numbers := x.valueOf(t, g)
	return x.each(t, fn, numbers, append(x.leading(g, numbers), args...))
}

// leading returns what a function takes before the numbers of a position.
func (x *translation) leading(g *gameRef, numbers int) []*lang.Syntax {
	if numbers == 0 && len(g.params) > 0 && !allFixed(g.params) {
		return g.params
	}
	return nil
}

// each returns a call of a function for a position, or for each of a list of positions:
// the types say later which of them it is. Numbers is how many a position has, 0 where it
// is a list itself.
func (x *translation) each(t *lang.Syntax, fn string, numbers int, args []*lang.Syntax) *lang.Syntax {
	if numbers == 0 {
		if last := args[len(args)-1]; len(args) == 1 || last.Kind == "list" || last.Kind == "comprehension" {
			return call(fn, args...)
		}
	}
	e := &lang.Syntax{Kind: "each", Name: x.sense.all, Text: fn, Int: int64(numbers), Kids: args, At: t.At}
	if e.Name != "min" {
		x.library(e.Name)
	}
	return e
}

func allFixed(params []*lang.Syntax) bool {
	for _, p := range params {
		fixed := p.Kind == "int"
		if p.Kind == "list" || p.Kind == "tuple" {
			fixed = allFixed(p.Kids)
		}
		if !fixed {
			return false
		}
	}
	return true
}

// fixedNumbers returns the numbers in the brackets of a game.
func fixedNumbers(params []*lang.Syntax) (numbers []string) {
	for _, p := range params {
		if p.Kind == "int" {
			numbers = append(numbers, fmt.Sprint(p.Int))
		} else {
			numbers = append(numbers, fixedNumbers(p.Kids)...)
		}
	}
	return numbers
}

// eachType finds the type of what each stands for, and puts that in its place.
func (p *program) eachType(f *function, t *lang.Syntax) *typ {
	numbers := int(t.Int)
	apply := func(args []*lang.Syntax) *lang.Syntax {
		switch {
		case t.Text == "":
			return args[0]
		case strings.HasPrefix(t.Text, "["): // a table: [name]
			e := name(strings.Trim(t.Text, "[]"))
			for i := range args { // rows by the last number
				e = &lang.Syntax{Kind: "index", Kids: []*lang.Syntax{e, args[len(args)-1-i]}}
			}
			return e
		}
		return call(t.Text, args...)
	}
	all := func(list *lang.Syntax) *lang.Syntax {
		if t.Text == "" {
			return call(t.Name, list)
		}
		if list.Kind == "comprehension" { // of what it makes
			body := []*lang.Syntax{list.Kids[0]}
			if numbers > 1 && body[0].Kind == "tuple" {
				body = body[0].Kids
			}
			if len(body) == numbers {
				return call(t.Name, &lang.Syntax{Kind: "comprehension", Kids: append([]*lang.Syntax{apply(body)}, list.Kids[1:]...), At: t.At})
			}
		}
		p.bound++
		var vars []*lang.Syntax
		for i := range numbers {
			base := "xyzuvw"[i : i+1]
			if numbers == 1 && list.Kind == "name" && list.Name == base {
				base = "heap"
			}
			vars = append(vars, name(fmt.Sprint(base, boundMark, p.bound)))
		}
		target := vars[0]
		if numbers > 1 {
			target = &lang.Syntax{Kind: "tuple", Kids: vars}
		}
		for _, v := range vars {
			f.vars[v.Name] = &typ{}
		}
		return call(t.Name, &lang.Syntax{Kind: "comprehension", Kids: []*lang.Syntax{
			apply(vars), {Kind: "for", Kids: []*lang.Syntax{target, list}},
		}, At: t.At})
	}
	var to *lang.Syntax
	switch args := t.Kids; {
	case numbers == 0:
		first := p.expr(f, args[len(args)-1])
		if len(args) > 1 && first.is() != list {
			args = []*lang.Syntax{{Kind: "list", Kids: args}}
		}
		to = apply(args)
	case len(args) == 1 && (numbers > 1 || p.expr(f, args[0]).root().kind == list):
		to = all(args[0])
	case len(args) == 1 && p.expr(f, args[0]).root().kind == tuple:
		to = all(&lang.Syntax{Kind: "list", Kids: args[0].Kids})
	case len(args) == numbers:
		to = apply(args)
	case numbers == 1:
		to = all(&lang.Syntax{Kind: "list", Kids: args})
	default:
		refuse(t, "a position of %d numbers, not %d", numbers, len(args))
	}
	at := t.At
	*t = *to
	t.At = at
	return p.expr(f, t)
}
