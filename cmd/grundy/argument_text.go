package main

// This file writes the argument behind an answer for people: `solve --why`, and why in
// `play`.

import (
	"fmt"
	"math/bits"
	"strings"

	"grundy/internal/message"
	"grundy/solve"
)

// writeArgument writes the steps of the argument, each line by pass.
func writeArgument(a *solve.Answer, pass func(line string)) {
	w := argumentWriter{len(a.Components) > 1 || len(a.Components) == 1 && a.Components[0].Copies > 1, pass}
	for _, step := range a.Argument {
		switch x := step.(type) {
		case *solve.Pairing:
			w.pairing(x)
		case *solve.NimSum:
			w.nimSum(x)
		case *solve.Mex:
			w.mex(x)
		case *solve.Comparison:
			w.comparison(x)
		case *solve.Misere:
			w.misere(x)
		case *solve.Replies:
			w.replies(x)
		}
	}
}

type argumentWriter struct {
	several bool // components
	pass    func(line string)
}

// say passes on a line, indented.
func (w argumentWriter) say(format string, args ...any) {
	w.pass(strings.TrimRight("  "+fmt.Sprintf(format, args...), " "))
}

// part names a part, with the number of its component where there are several.
func (w argumentWriter) part(p solve.Part) string {
	text := short(p.Position.String())
	if w.several {
		text = fmt.Sprintf("%d: %s", p.Component+1, text)
	}
	if p.Copies > 1 {
		text += fmt.Sprintf(", %d copies", p.Copies)
	}
	return text
}

// move writes what a move makes of the components that move.
func (w argumentWriter) move(m solve.Move) string {
	if m == nil {
		return "the play is over, and that wins"
	}
	var steps []string
	for _, s := range m {
		text := short(s.To.String())
		if words := s.From.DescribeMove(s.To); words != "" {
			text += " (" + words + ")"
		}
		if w.several {
			text = fmt.Sprintf("%d: %s", s.Component+1, text)
		}
		steps = append(steps, text)
	}
	return strings.Join(steps, "; ")
}

func (w argumentWriter) pairing(x *solve.Pairing) {
	var pairs []string
	for _, pair := range x.Pairs {
		pairs = append(pairs, w.part(pair[0])+" and "+w.part(pair[1]))
	}
	if x.Others > 0 {
		pairs = append(pairs, fmt.Sprintf("%d more", x.Others))
	}
	w.say("")
	w.say("pairs: %s", strings.Join(pairs, "; "))
	if len(x.Zeros) > 0 {
		var zeros []string
		for _, p := range x.Zeros {
			zeros = append(zeros, w.part(p))
		}
		w.say("of nim-value 0: %s", strings.Join(zeros, "; "))
	}
	w.say("Each move is answered by the same move in the twin, so that pairs are left.")
}

func (w argumentWriter) nimSum(x *solve.NimSum) {
	width := x.Width()
	row := binaryRows(w, 1<<(width-1))
	w.say("")
	w.say("nim-values in binary:")
	for _, p := range x.Parts {
		if p.Infinite != nil {
			w.say("  %s  %s", p.Infinite, w.part(p))
			continue
		}
		text := w.part(p)
		if p.Copies > 1 && p.Copies%2 == 0 {
			text += ": they cancel"
		}
		row(p.Value, text)
	}
	if x.Others > 0 {
		row(x.OthersSum, fmt.Sprintf("XOR of %d more", x.Others))
	}
	w.say("  %s", strings.Repeat("-", width))
	switch {
	case x.Digit > 0:
		row(x.Sum, "XOR")
		w.say("  %*s  this digit must become 0", width-bits.TrailingZeros64(x.Digit), "^")
	case x.Sum == 0 && x.Changes == nil:
		row(x.Sum, "XOR: every move changes one line, so that it is no longer 0")
	default:
		row(x.Sum, "XOR")
	}
	for _, c := range x.Changes {
		text := fmt.Sprintf("%s has that digit: %d must become %d", w.part(c.Part), c.Part.Value, c.To)
		if c.Move != nil {
			text += ", by " + w.move(c.Move)
		}
		w.say("%s.", text)
	}
}

func (w argumentWriter) mex(x *solve.Mex) {
	what := "nim-value"
	if x.Misere {
		what = "misère nim-value"
	}
	w.say("")
	w.say("options of %s by %s:", short(x.Position.String()), what)
	missing := false
	miss := func() {
		if x.Others > 0 {
			w.say("  %4s  %s up to %d", "…", message.Count(x.Others, "more nim-value", "more nim-values"), x.Value-1)
		}
		w.say("  %4d  is missing: the least number that no option has", x.Value)
		missing = true
	}
	for _, o := range x.Options {
		if !missing && o.Value > x.Value {
			miss()
		}
		w.say("  %4d  %s", o.Value, w.move(solve.Move{{From: x.Position, To: o.Option}}))
	}
	if !missing {
		miss()
	}
}

func (w argumentWriter) comparison(x *solve.Comparison) {
	if x.Modulus == 0 {
		return // the sentences say all
	}
	w.say("")
	w.say("heaps in binary, and how many have a one at each digit, modulo %d:", x.Modulus)
	wide := len(fmt.Sprint(x.Modulus - 1))
	row := func(digit func(c solve.Column) uint64, text string) {
		var b strings.Builder
		for _, c := range x.Columns {
			fmt.Fprintf(&b, " %*d", wide, digit(c))
		}
		w.say(" %s  %s", b.String(), text)
	}
	for _, p := range x.Parts {
		row(func(c solve.Column) uint64 { return min((p.Value-1)&c.Digit, 1) }, w.part(p))
	}
	if x.Others > 0 {
		w.say("  … and %d more", x.Others)
	}
	row(func(c solve.Column) uint64 { return c.Ones % x.Modulus }, fmt.Sprintf("ones, modulo %d", x.Modulus))
}

func (w argumentWriter) misere(x *solve.Misere) {
	switch x.Way {
	case solve.ByQuotient:
		w.quotient(x)
	case solve.ByTameGenus:
		w.tame(x)
	}
}

// misereName names a part.
func (w argumentWriter) misereName(p solve.MiserePart) string {
	return w.part(solve.Part{Component: p.Component, Position: p.Position, Copies: p.Copies})
}

func (w argumentWriter) quotient(x *solve.Misere) {
	w.say("")
	w.say("elements of the misère quotient:")
	for _, p := range x.Parts {
		w.say("  %-8s %s", p.Element, w.misereName(p))
	}
	if x.Others > 0 {
		w.say("  … and %d more", x.Others)
	}
	is := "is not one of the"
	if x.Lost {
		is = "is one of the"
	}
	var relations []string
	for _, r := range x.Relations {
		relations = append(relations, r[0]+" = "+r[1])
	}
	w.say("where %s", strings.Join(relations, ", "))
	w.say("Their product is %s, which %s %d that are P, of %d.", x.Product, is, x.PPortion, x.Order)
}

func (w argumentWriter) tame(x *solve.Misere) {
	if len(x.Parts) < 2 || x.Others > 0 {
		return // the sentences say all
	}
	all := x.Sum
	for _, p := range x.Parts {
		if p.NimValue == nil {
			return
		}
		all |= *p.NimValue
	}
	row := binaryRows(w, all)
	w.say("")
	w.say("nim-values in binary:")
	for _, p := range x.Parts {
		kind := "fickle"
		if p.Firm {
			kind = "firm"
		}
		row(*p.NimValue, fmt.Sprintf("%s (%s)", w.misereName(p), kind))
	}
	w.say("  %s", strings.Repeat("-", bits.Len64(all|1)))
	if x.Firm {
		row(x.Sum, "XOR; while some part is firm, 0 must be left")
	} else {
		row(x.Sum, "XOR; where no part is firm, 1 must be left")
	}
}

// binaryRows returns what writes numbers with the digits of all, and text behind them.
func binaryRows(w argumentWriter, all uint64) func(v uint64, text string) {
	width := bits.Len64(all | 1)
	wide := len(fmt.Sprint(uint64(1)<<(width-1))) + 1 // of the decimal numbers
	return func(v uint64, text string) { w.say("  %0*b %*d  %s", width, v, wide, v, text) }
}

func (w argumentWriter) replies(x *solve.Replies) {
	switch {
	case len(x.Replies) > 0 && x.After == nil:
		w.say("")
		w.say("each move fails, by this answer:")
	case len(x.Replies) > 0:
		w.say("")
		w.say("after %s, what to answer:", w.move(x.After))
	case x.After != nil && !x.More:
		w.say("")
		w.say("after %s the play is over.", w.move(x.After))
		return
	default:
		return // to find answers costs too much
	}
	for _, r := range x.Replies {
		w.say("  %s  ->  %s", w.move(r.Move), w.move(r.Answer))
	}
	if x.More {
		w.say("  … and other moves")
	}
}
