package main

// This file writes the argument behind an answer for people: `solve --why`, and why in
// `play`.

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
)

// writeArgument writes the steps of the argument, each line by pass.
func writeArgument(a *solve.Answer, pass func(line string)) {
	w := argumentWriter{answer: a, pass: pass, several: isSum(a)}
	for i, step := range a.Argument {
		switch x := step.(type) {
		case *solve.Pairing:
			w.pairing(x)
		case *solve.NimSum:
			w.nimSum(x, false)
		case *solve.Reading:
			w.reading(x)
		case *solve.Mex:
			if i == 0 {
				w.mex(x)
				break
			}
			if _, more := a.Argument[i-1].(*solve.Mex); !more {
				w.say("")
				w.say("%s:", ask.MexSays)
			}
			w.mexOfPart(x)
		case *solve.Comparison:
			w.comparison(x)
		case *solve.Misere:
			w.misere(x)
		case *solve.Replies:
			w.replies(x)
		}
	}
	if a.Cut != nil {
		w.say("")
		w.fill("", "The argument is cut here: %s.", message.Line(solveError(a.Cut)))
	}
}

type argumentWriter struct {
	answer  *solve.Answer
	several bool // components
	pass    func(line string)
}

// say passes on a line, indented.
func (w argumentWriter) say(format string, args ...any) {
	w.pass(strings.TrimRight("  "+fmt.Sprintf(format, args...), " "))
}

// fill passes on a sentence in lines of 80 columns, indented; all but the first begin
// with hang, too.
func (w argumentWriter) fill(hang, format string, args ...any) {
	for line := range strings.SplitSeq(filled("  ", "  "+hang, strings.Split(fmt.Sprintf(format, args...), " "), " "), "\n") {
		w.pass(line)
	}
}

// writeReasons writes the sentences of an answer, in lines of 80 columns.
func writeReasons(a *solve.Answer, pass func(line string)) {
	for _, reason := range a.Reasons {
		argumentWriter{pass: pass}.fill("  ", "%s", reason)
	}
}

// said returns the sentences of a step.
func (w argumentWriter) said(step solve.Argument) ask.Said { return ask.Says(step, w.answer.Outcome) }

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
	var steps []string
	for _, s := range m {
		text, words := s.To.String(), s.From.DescribeMove(s.To)
		switch {
		case words == "":
			text = short(text)
		case len(text) > shortText:
			text = words
		default:
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
		pairs = append(pairs, message.Count(x.Others, "more pair", "more pairs"))
	}
	w.say("")
	said := w.said(x)
	if x.After != nil {
		said.Heading = fmt.Sprintf("After %s %s", w.move(x.After), said.Heading)
	}
	w.fill("  ", "%s: %s.", said.Heading, strings.Join(pairs, "; "))
	if len(x.Zeros) > 0 {
		var zeros []string
		for _, p := range x.Zeros {
			zeros = append(zeros, w.part(p))
		}
		w.fill("  ", "Of nim-value 0: %s.", strings.Join(zeros, "; "))
	}
	w.fill("", "%s", said.Says[0])
}

func (w argumentWriter) nimSum(x *solve.NimSum, misere bool) {
	width := x.Width()
	row := binaryRows(w, 1<<(width-1))
	w.say("")
	said := w.said(x)
	w.say("%s:", said.Heading)
	for _, p := range x.Parts {
		if p.Infinite != nil {
			w.say("  %*s  %s", width+decimals(width), p.Infinite, w.part(p))
			continue
		}
		text := w.part(p)
		if p.Words != "" {
			text += " (" + p.Words + ")"
		}
		if p.Copies > 1 && p.Copies%2 == 0 {
			text += ": they cancel"
		}
		row(p.Value, text)
	}
	if x.Others > 0 {
		row(x.OthersSum, fmt.Sprintf("XOR of %d more", x.Others))
	}
	w.say("  %s", strings.Repeat("-", width))
	if x.Sum == 0 && x.Changes == nil && !misere {
		row(x.Sum, "XOR: "+said.Says[0])
	} else {
		row(x.Sum, "XOR")
	}
	if x.Digit > 0 {
		w.say("  %*s  %s", width-bits.TrailingZeros64(x.Digit), "^", said.Says[len(said.Says)-1])
	}
	for _, c := range x.Changes {
		w.change(x, c, misere)
	}
}

// change writes what a part must become, and the move that does so.
func (w argumentWriter) change(x *solve.NimSum, c solve.Change, misere bool) {
	part := c.Part
	part.Copies = 1
	text := w.part(part)
	switch {
	case misere || c.To > c.Part.Value:
		text += fmt.Sprintf(": %d can become %d", part.Value, c.To)
	default:
		text += fmt.Sprintf(" has that digit: %d must become %d", part.Value, c.To)
	}
	if c.Move != nil {
		text += ", by " + w.move(c.Move)
	}
	if misere {
		left := x.Sum ^ part.Value ^ c.To
		text += fmt.Sprintf("; the XOR is %d then, with %s", left, [...]string{"some part firm", "no part firm"}[left])
	}
	if c.Back != nil {
		text += fmt.Sprintf("; it can be taken back to %d, by %s", part.Value, w.move(c.Back))
	}
	w.fill("  ", "%s.", text)
}

// reading writes the numbers of the elements that count, and below them their XOR.
func (w argumentWriter) reading(x *solve.Reading) {
	said := w.said(x)
	w.say("")
	w.fill("  ", "%s: %s", said.Heading, strings.Join(said.Says, " "))
	all, shown := x.Value, 0
	for _, e := range x.Elements {
		all |= e.Value
	}
	row := binaryRows(w, all)
	var within []string
	for _, e := range x.Elements {
		switch e.Use {
		case grundy.UseCounts:
			if shown++; shown <= mostLines {
				row(e.Value, e.Name)
			}
		case grundy.UseWithin:
			within = append(within, fmt.Sprintf("%s has %d", e.Name, e.Value))
		}
	}
	if shown > mostLines {
		w.say("  … and %d more", shown-mostLines)
	}
	row(x.Value, "XOR")
	if n := len(within); n > 0 {
		if n > mostLines {
			within = append(within[:mostLines], fmt.Sprintf("and so on, %d in all", n))
		}
		w.fill("  ", "Within these: %s.", strings.Join(within, ", "))
	}
}

func (w argumentWriter) mex(x *solve.Mex) {
	said := w.said(x)
	w.say("")
	w.fill("  ", "%s:", said.Heading)
	missing := x.Infinite != nil
	miss := func() {
		if x.Others > 0 {
			w.say("  %4s  %s up to %d", "…", message.Count(x.Others, "more nim-value", "more nim-values"), x.Value-1)
		}
		w.say("  %4d  %s", x.Value, said.Says[0])
		missing = true
	}
	for _, o := range x.Options {
		if !missing && o.Value > x.Value {
			miss()
		}
		text := w.option(x.Position, o.Option)
		if o.Back != nil {
			text += ", which can be taken back to " + fmt.Sprint(x.Value) + " by " + w.option(o.Option, o.Back)
		}
		w.fill("          ", "  %4d  %s", o.Value, text)
	}
	if !missing {
		miss()
	}
	switch {
	case x.Infinite != nil && x.Revert != nil:
		w.fill("          ", "  %4s  %s", "∞", w.option(x.Position, x.Revert))
		w.fill("", "%s", said.Says[0])
	case x.Revert != nil:
		w.fill("          ", "  %4s  %s, which can be taken back", "∞", w.option(x.Position, x.Revert))
	}
}

// option writes an option, with the words of the move there.
func (w argumentWriter) option(from, to grundy.Component) string {
	w.several = false
	return w.move(solve.Move{{From: from, To: to}})
}

// mexOfPart writes the nim-values of the options on one line, and their mex.
func (w argumentWriter) mexOfPart(x *solve.Mex) {
	part := w.part(solve.Part{Component: x.Component, Position: x.Position, Copies: 1})
	if x.Infinite != nil {
		w.fill("      ", "  %s: %v lists the finite nim-values of its options; through the others play can go on for ever", part, x.Infinite)
		return
	}
	var values []string
	if x.Value > 4 {
		values = append(values, fmt.Sprintf("0 … %d", x.Value-1))
	} else {
		for v := range x.Value {
			values = append(values, fmt.Sprint(v))
		}
	}
	for _, o := range x.Options {
		if o.Value > x.Value {
			values = append(values, fmt.Sprint(o.Value))
		}
	}
	if x.More {
		values = append(values, "…")
	}
	if x.Revert != nil {
		values = append(values, "∞")
	}
	w.fill("      ", "  %s: mex{%s} = %d", part, strings.Join(values, ", "), x.Value)
}

func (w argumentWriter) comparison(x *solve.Comparison) {
	if x.Modulus == 0 {
		return // the sentences say all
	}
	w.say("")
	w.say("%s:", w.said(x).Heading)
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
		w.nimSum(x.Digits, true)
	case solve.ByGenera:
		w.genera(x)
	}
}

// genera writes the genera of parts; the sentences name the genera of components.
func (w argumentWriter) genera(x *solve.Misere) {
	if len(x.Parts) <= len(w.answer.Components) {
		return
	}
	w.say("")
	w.say("%s:", w.said(x).Heading)
	for _, p := range x.Parts {
		if p.Genus.IsKnown() {
			w.say("  %-8s %s", p.Genus.String(), w.misereName(p))
		}
	}
	if x.Others > 0 {
		w.say("  … and %d more", x.Others)
	}
}

// misereName names a part.
func (w argumentWriter) misereName(p solve.MiserePart) string {
	return w.part(solve.Part{Component: p.Component, Position: p.Position, Copies: p.Copies})
}

func (w argumentWriter) quotient(x *solve.Misere) {
	w.say("")
	said := w.said(x)
	w.say("%s:", said.Heading)
	for _, p := range x.Parts {
		w.say("  %-8s %s", p.Element, w.misereName(p))
	}
	if x.Others > 0 {
		w.say("  … and %d more", x.Others)
	}
	var relations []string
	for _, r := range x.Relations {
		relations = append(relations, r[0]+" = "+r[1])
	}
	w.fill("  ", "Where %s.", strings.Join(relations, ", "))
	w.say("%s", said.Says[0])
}

// binaryRows returns what writes numbers with the digits of all, and text behind them.
func binaryRows(w argumentWriter, all uint64) func(v uint64, text string) {
	width := bits.Len64(all | 1)
	return func(v uint64, text string) { w.say("  %0*b %*d  %s", width, v, decimals(width)-1, v, text) }
}

// decimals returns the width of a decimal number that has width binary digits, with two
// gaps.
func decimals(width int) int { return len(fmt.Sprint(uint64(1)<<width-1)) + 2 }

// replies writes what to answer. Where there are many moves, those with the same answer
// stand together.
func (w argumentWriter) replies(x *solve.Replies) {
	if len(x.Replies) == 0 {
		if x.After != nil && !x.More {
			w.say("")
			w.fill("  ", "After %s the play is over.", w.move(x.After))
		}
		return // or to find answers costs too much
	}
	var wins, draws []solve.Reply
	for _, r := range x.Replies {
		if r.Outcome == grundy.D {
			draws = append(draws, r)
		} else {
			wins = append(wins, r)
		}
	}
	after := ""
	if x.After != nil {
		after = "After " + w.move(x.After) + ", "
	}
	lose, draw := ask.RepliesSay(x, w.answer.Outcome)
	shown := 0
	if len(wins) > 0 {
		shown += w.answers(x, after+lose+":", wins)
	}
	if len(draws) > 0 {
		shown += w.answers(x, after+draw+":", draws)
	}
	switch {
	case x.Count != nil && x.Count.Cmp(big.NewInt(int64(shown))) > 0:
		w.say("  … and %s", message.Count(new(big.Int).Sub(x.Count, big.NewInt(int64(shown))), "other move", "other moves"))
	case x.More:
		w.say("  … and other moves")
	}
}

// mostLines bounds the lines of answers.
const mostLines = 8

// answers writes some replies, each with its answer or, where these are too many lines and
// answers leave the same positions, by what is left. It returns the number of them.
func (w argumentWriter) answers(x *solve.Replies, what string, replies []solve.Reply) (shown int) {
	w.say("")
	w.fill("  ", "%s", what)
	grouped := map[int][]solve.Reply{}
	var order []int
	for _, r := range replies {
		if grouped[r.Same] == nil {
			order = append(order, r.Same)
		}
		grouped[r.Same] = append(grouped[r.Same], r)
	}
	several := func(r solve.Reply) bool { return len(r.Move) > 1 } // components at once: too long to group
	if len(replies) <= mostLines || len(order) == len(replies) || slices.ContainsFunc(replies, several) {
		for _, r := range replies[:min(len(replies), mostLines)] {
			w.arrow(w.move(r.Move), w.answerText(r))
		}
		return min(len(replies), mostLines)
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(grouped[b]) - len(grouped[a]) })
	for _, same := range order[:min(len(order), mostLines)] {
		group := grouped[same]
		if len(group) == 1 {
			w.arrow(w.move(group[0].Move), w.answerText(group[0]))
			shown++
			continue
		}
		const most = 3
		var moves []string
		for _, r := range group[:min(len(group), most)] {
			moves = append(moves, w.move(r.Move))
		}
		if more := len(group) - most; more > 0 {
			moves = append(moves, message.Count(more, "other", "others"))
		}
		w.arrow(strings.Join(moves, " or "), "leave "+w.left(x.After, group[0]))
		shown += len(group)
	}
	return shown
}

// arrow writes a move and its answer, on two lines where one is too short.
func (w argumentWriter) arrow(move, answer string) {
	if utf8.RuneCountInString(move)+utf8.RuneCountInString(answer) <= 70 {
		w.say("  %s  ->  %s", move, answer)
		return
	}
	w.fill("    ", "  %s", move)
	w.fill("          ", "      ->  %s", answer)
}

func (w argumentWriter) answerText(r solve.Reply) string {
	if r.Answer != nil {
		return w.move(r.Answer)
	}
	return ask.ReplySays(r)
}

// left writes the position that an answer leaves.
func (w argumentWriter) left(after solve.Move, r solve.Reply) string {
	var components []grundy.Component
	for _, c := range w.answer.Components {
		for range c.Copies {
			components = append(components, c.Position)
		}
	}
	for _, move := range []solve.Move{after, r.Move, r.Answer} {
		components = solve.AfterMove(components, move)
	}
	return short(grundy.SumOf(components...).String())
}
