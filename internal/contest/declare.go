package contest

// The top level of a problem file declares the input, in the order of its lines, the limits, and
// examples.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A declaration is what a file has declared so far.
type declaration struct {
	groups   []*input.Group // from the outermost
	call     string
	totals   []input.Total
	limits   Limits
	samples  []Sample
	talk     *Interaction
	rights   Rights
	licensed lang.Node // where the license stands
	parts    []declaredGroup
	output   Output
	prefix   string // of each answer, with %d for its number
	prefixAt lang.Node
	named    map[string]lang.Node // where each field is declared
	at       lang.Node            // where the last thing was declared
}

// inner returns the group that the next field belongs to.
func (d *declaration) inner() *input.Group {
	if len(d.groups) == 0 {
		d.groups = []*input.Group{{}}
	}
	return d.groups[len(d.groups)-1]
}

// group returns the fields and repetitions, nested.
func (d *declaration) group() input.Group {
	whole := *d.inner()
	for i := len(d.groups) - 2; i >= 0; i-- {
		outer := *d.groups[i]
		repeat := *outer.Repeat
		repeat.Group, outer.Repeat = whole, &repeat
		whole = outer
	}
	return whole
}

// A fieldValue is a field in the file: a bound of others, or what a list is made of.
type fieldValue struct {
	input.Field
	counted *input.Count // of counted(least, most), which is not a field
}

// TypeName implements [lang.Hosted].
func (f *fieldValue) TypeName() string {
	if f.counted != nil {
		return "count"
	}
	return "field of the input (functions take it as a parameter)"
}

// AppendText implements [lang.Hosted].
func (f *fieldValue) AppendText(dst []byte) []byte { return append(dst, f.Name...) }

// Operate implements [lang.Operator]: n - 1 and n * m, as bounds.
func (f *fieldValue) Operate(ev *lang.Evaluator, op string, other lang.Value, swapped bool) (lang.Value, bool) {
	if f.Name == "" {
		return lang.Value{}, false
	}
	return (&boundValue{input.Of(f.Name)}).Operate(ev, op, other, swapped)
}

// A boundValue is a bound that is made of fields.
type boundValue struct{ input.Bound }

// TypeName implements [lang.Hosted].
func (*boundValue) TypeName() string { return "bound" }

// AppendText implements [lang.Hosted].
func (b *boundValue) AppendText(dst []byte) []byte { return append(dst, b.String()...) }

// Operate implements [lang.Operator].
func (b *boundValue) Operate(ev *lang.Evaluator, op string, other lang.Value, swapped bool) (lang.Value, bool) {
	what, ok := input.OpOf(op)
	if !ok {
		return lang.Value{}, false
	}
	x, y := b.Bound, boundIn(ev, other, nil)
	if swapped {
		x, y = y, x
	}
	if ev.Err != nil {
		return lang.Value{}, false
	}
	return made(ev, what, x, y), true
}

// made returns the bound that is made of two others.
func made(ev *lang.Evaluator, op input.Op, x, y input.Bound) lang.Value {
	b, ok := input.Made(op, x, y)
	if !ok || !ev.Hold(256) {
		return ev.FailHere("want a bound within 64 bits, and quotients by numbers from 1")
	}
	return lang.HostedValue(&boundValue{b})
}

// extreme is min(n, "2*10^5") or max, as a bound where one of them is a field.
func extreme(op input.Op) lang.Builtin {
	plain := lang.Plain(op.String())
	return func(ev *lang.Evaluator, c *lang.Call) lang.Value {
		isBound := func(v lang.Value) bool {
			_, made := v.Hosted().(*boundValue)
			f, field := v.Hosted().(*fieldValue)
			return made || field && f.Name != ""
		}
		if !ev.IsAtTop() || len(c.Names) > 0 || !slices.ContainsFunc(c.Args, isBound) {
			return plain(ev, c)
		}
		all := boundIn(ev, c.Args[0], c.Argument(0))
		for i, v := range c.Args[1:] {
			if b := boundIn(ev, v, c.Argument(i+1)); ev.Err == nil {
				if b, ok := made(ev, op, all, b).Hosted().(*boundValue); ok {
					all = b.Bound
				}
			}
		}
		return lang.HostedValue(&boundValue{all})
	}
}

// words returns the functions that declare.
func (d *declaration) words() map[string]lang.Builtin {
	all := map[string]lang.Builtin{
		"counted": counted,
		"tests":   lang.AtTop(func(ev *lang.Evaluator, c *lang.Call) lang.Value { return d.repeat(ev, c, "test") }),
		"queries": lang.AtTop(func(ev *lang.Evaluator, c *lang.Call) lang.Value { return d.repeat(ev, c, "query") }),
		"total":   lang.AtTop(d.total),
		"limits":  lang.AtTop(d.setLimits),
		"output":  lang.AtTop(d.setOutput),
		"example": lang.AtTop(d.example),
		"call":    lang.AtTop(d.setCall),
		"rights":  lang.AtTop(d.setRights),
		"group":   lang.AtTop(d.addPart),
		"min":     extreme(input.Least),
		"max":     extreme(input.Greatest),

		"interactive": lang.AtTop(d.interactive),
	}
	for name, k := range fieldKinds {
		all[name] = func(ev *lang.Evaluator, c *lang.Call) lang.Value {
			if name == "grid" && (len(c.Args) != 3 || c.Args[2].Kind != lang.TextKind) {
				return lang.KindOfField(name)(ev, c) // of the position of a game in the same file
			}
			return lang.AtTop(func(ev *lang.Evaluator, c *lang.Call) lang.Value { return d.field(ev, c, k) })(ev, c)
		}
	}
	return all
}

// A fieldKind says what the arguments of a declaration mean.
type fieldKind struct {
	form  string // as an error shows it
	kind  input.Kind
	takes []string // what the positional arguments are
}

var fieldKinds = map[string]fieldKind{
	"number":      {"number(least, most)", input.KindNumber, []string{"least", "most"}},
	"numbers":     {"numbers(count, least, most)", input.KindNumbers, []string{"count", "least", "most"}},
	"text":        {`text(least, most, "XO")`, input.KindText, []string{"least", "most", "alphabet"}},
	"texts":       {`texts(count, least, most, "XO")`, input.KindTexts, []string{"count", "least", "most", "alphabet"}},
	"grid":        {`grid(height, width, ".#")`, input.KindTexts, []string{"count", "width", "alphabet"}},
	"matrix":      {"matrix(height, width, least, most)", input.KindLists, []string{"count", "width", "least", "most"}},
	"permutation": {"permutation(n)", input.KindNumbers, []string{"count"}},
	"tree":        {"tree(n)", input.KindTree, []string{"count"}},
	"graph":       {"graph(n, m)", input.KindGraph, []string{"nodes", "count"}},
	"records":     {"records(count, number(1, 9), number(1, 9))", input.KindRecords, []string{"count"}},
	"lists":       {"lists(count, numbers(…))", input.KindLists, []string{"count", "item"}},
}

// orders are the words for orders.
var orders = map[string]input.Order{
	"increasing": input.Increasing, "nondecreasing": input.Nondecreasing, "decreasing": input.Decreasing,
	"nonincreasing": input.Nonincreasing, "distinct": input.Distinct,
}

// field declares a field, or a column or item of one.
func (d *declaration) field(ev *lang.Evaluator, c *lang.Call, k fieldKind) lang.Value {
	f := input.Field{Name: ev.Assigned(c), Kind: k.kind}
	isPermutation := k.kind == input.KindNumbers && len(k.takes) == 1
	if isPermutation || k.kind == input.KindTree || k.kind == input.KindGraph {
		f.Base = 1
	}
	if len(c.Args) < len(k.takes) || len(c.Args) > len(k.takes) && k.kind != input.KindRecords {
		return ev.FailHere("want %s", k.form)
	}
	for i, what := range k.takes {
		d.set(ev, &f, what, c.Args[i], c.Argument(i))
	}
	for i := len(k.takes); i < len(c.Args); i++ { // columns
		column, ok := c.Args[i].Hosted().(*fieldValue)
		if !ok || column.Kind != input.KindNumber || column.Name != "" {
			return ev.Fail(c.Argument(i), "want a number for each column, as in %s", k.form)
		}
		f.Columns = append(f.Columns, column.Field)
	}
	for i, name := range c.Names {
		d.keyword(ev, &f, isPermutation, name, c.Named[i], c.Keyword(name))
	}
	if ev.Err != nil {
		return lang.Value{}
	}
	if isPermutation {
		if f.Count.Counted {
			return ev.FailHere("want the number of its elements in an earlier field, as in %s", k.form)
		}
		first := int64(f.Base)
		f.Least, f.Most, f.Order, f.Base = input.At(first), f.Count.Most.Add(first-1), input.Distinct, 0
	}
	if f.Name != "" {
		g := d.inner()
		g.Fields = append(g.Fields, f)
		if d.named == nil {
			d.named = map[string]lang.Node{}
		}
		if d.named[f.Name] != nil {
			return ev.FailHere("a second field of the name %s", f.Name)
		}
		d.named[f.Name] = c.Node
	}
	d.at = c.Node
	return lang.HostedValue(&fieldValue{Field: f})
}

// set takes a positional argument of a field.
func (d *declaration) set(ev *lang.Evaluator, f *input.Field, what string, v lang.Value, n lang.Node) {
	switch what {
	case "count":
		f.Count = countOf(ev, v, n)
	case "least", "most":
		of := f
		if f.Item != nil { // of a matrix
			of = f.Item
		}
		*map[string]*input.Bound{"least": &of.Least, "most": &of.Most}[what] = boundIn(ev, v, n)
	case "width":
		width := boundIn(ev, v, n)
		if f.Kind == input.KindTexts {
			f.Least, f.Most, f.Separator = width, width, "\n"
		} else {
			f.Item = &input.Field{Kind: input.KindNumbers, Count: input.Exactly(width)}
		}
	case "nodes":
		f.Nodes = boundIn(ev, v, n)
	case "alphabet":
		if v.Kind != lang.TextKind {
			ev.Fail(n, `want the letters of the alphabet, as in "XO", not %s`, ev.Show(v))
			return
		}
		f.Alphabet = alphabet(v.Text())
	case "item":
		item, ok := v.Hosted().(*fieldValue)
		if !ok || item.Kind != input.KindNumbers || item.Name != "" {
			ev.Fail(n, "want a list of numbers for each, as in lists(n, numbers(counted(1, 10), 1, 100))")
			return
		}
		f.Item = &item.Field
	}
}

// alphabet returns the letters of an alphabet in which a-z stands for all letters from a to
// z.
func alphabet(text string) string {
	for _, all := range []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"} {
		for at := strings.IndexByte(text, '-'); at > 0 && at+1 < len(text); {
			from, to := strings.IndexByte(all, text[at-1]), strings.IndexByte(all, text[at+1])
			if from >= 0 && to > from {
				text = text[:at-1] + all[from:to+1] + text[at+2:]
				break
			}
			next := strings.IndexByte(text[at+1:], '-')
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return text
}

// keyword takes a named argument of a field.
func (d *declaration) keyword(ev *lang.Evaluator, f *input.Field, isPermutation bool, name string, v lang.Value, n lang.Node) {
	texts := map[string]*string{"end": &f.End, "separator": &f.Separator}
	truths := map[string]*bool{}
	known := []string{"end"}
	switch f.Kind {
	case input.KindNumber:
		known = append(known, "order")
	case input.KindNumbers, input.KindTexts:
		known = append(known, "separator")
		switch {
		case isPermutation:
			known = append(known, "base")
		case f.Kind == input.KindNumbers:
			known = append(known, "order")
		}
	case input.KindTree:
		truths["parents"] = &f.Parents
		known = append(known, "base", "parents", "separator")
	case input.KindGraph:
		truths["directed"], truths["acyclic"], truths["connected"], truths["repeated"] = &f.Directed, &f.Acyclic, &f.Connected, &f.Repeated
		known = append(known, "base", "directed", "acyclic", "connected", "repeated")
	case input.KindRecords:
		known = append(known, "separator", "order")
	case input.KindLists:
		truths["acyclic"] = &f.Acyclic
		known = append(known, "separator", "acyclic")
	}
	switch {
	case !slices.Contains(known, name):
		ev.Fail(n, "there is no parameter %q here%s; want %s", name, message.DidYouMean(name, known), strings.Join(known, ", "))
	case texts[name] != nil && v.Kind == lang.TextKind:
		*texts[name] = v.Text()
	case texts[name] != nil:
		ev.Fail(n, "want a string, not %s", ev.Show(v))
	case truths[name] != nil && v.Kind == lang.BoolKind:
		*truths[name] = v.Truth()
	case truths[name] != nil:
		ev.Fail(n, "want True or False, not %s", ev.Show(v))
	case name == "base":
		if v.Kind != lang.IntKind || v.N < 0 || v.N > 1 {
			ev.Fail(n, "want 0 or 1, the least element, not %s", ev.Show(v))
		}
		f.Base = int(v.N)
	case name == "order":
		order, ok := orders[textOf(v)]
		f.Order = order
		switch {
		case ok && f.Kind == input.KindRecords && order != input.Distinct:
			ev.Fail(n, `want order = "distinct", or an order of columns, as in number(1, 9, order = "increasing")`)
		case ok && f.Kind == input.KindNumber && f.Name != "":
			ev.Fail(n, "want an order of many numbers: of a list, or of a column of records")
		case !ok:
			ev.Fail(n, `want "increasing", "nondecreasing", "decreasing", "nonincreasing" or "distinct", not %s`, ev.Show(v))
		}
	}
}

func textOf(v lang.Value) string {
	if v.Kind == lang.TextKind {
		return v.Text()
	}
	return ""
}

// appendPlain returns the text of a number or a string, or nil.
func appendPlain(v lang.Value) []byte {
	if v.Kind == lang.TextKind {
		return []byte(v.Text())
	}
	if n, ok := bigOf(v); ok {
		return n.Append(nil, 10)
	}
	return nil
}

// boundIn returns the bound that a value is: a number, the text of one, an earlier field, or
// what is made of these. Without n, errors are about the call or operation.
func boundIn(ev *lang.Evaluator, v lang.Value, n lang.Node) input.Bound {
	switch x := v.Hosted().(type) {
	case *fieldValue:
		if x.Name != "" {
			return input.Of(x.Name)
		}
	case *boundValue:
		return x.Bound
	}
	if text := appendPlain(v); text != nil {
		i, err := input.ParseInt(string(text))
		if err == nil {
			return input.Bound{Plus: i}
		}
		if n == nil {
			ev.FailHere("%v", err)
		} else {
			ev.Fail(n, "%v", err)
		}
		return input.Bound{}
	}
	const want = `want a number, a text like "10^9", or an earlier field such as n, n - 1 or min(n, 9), not %s`
	if n == nil {
		ev.FailHere(want, ev.Show(v))
	} else {
		ev.Fail(n, want, ev.Show(v))
	}
	return input.Bound{}
}

// numberAt returns the number that a value is.
func numberAt(ev *lang.Evaluator, v lang.Value, n lang.Node) input.Int {
	b := boundIn(ev, v, n)
	if ev.Err == nil && !b.IsNumber() {
		ev.Fail(n, "want a number, not %s", ev.Show(v))
	}
	return b.Plus
}

// countOf returns the count that a value is: a bound, or counted(least, most).
func countOf(ev *lang.Evaluator, v lang.Value, n lang.Node) input.Count {
	if f, ok := v.Hosted().(*fieldValue); ok && f.counted != nil {
		return *f.counted
	}
	return input.Exactly(boundIn(ev, v, n))
}

// counted is counted(least, most): a count that stands in the input before what it counts.
func counted(ev *lang.Evaluator, c *lang.Call) lang.Value {
	given := ev.Keywords(c, "end")
	if ev.Err != nil {
		return lang.Value{}
	}
	if len(c.Args) != 2 {
		return ev.FailHere("want counted(least, most)")
	}
	count := input.Counted(boundIn(ev, c.Args[0], c.Argument(0)), boundIn(ev, c.Args[1], c.Argument(1)))
	count.End = textOf(given["end"])
	return lang.HostedValue(&fieldValue{counted: &count})
}

// mostNested bounds repetitions in each other.
const mostNested = 3

// repeat is tests(…) and queries(…): tests(least, most), tests(n), tests(end = 0),
// tests(end = (0, 0)), tests().
func (d *declaration) repeat(ev *lang.Evaluator, c *lang.Call, name string) lang.Value {
	given := ev.Keywords(c, "end", "prefix")
	if ev.Err != nil {
		return lang.Value{}
	}
	d.prefix = "" // of the answers of an outer repetition
	if v, ok := given["prefix"]; ok {
		d.prefix, d.prefixAt = textOf(v), c.Keyword("prefix")
		if strings.Count(d.prefix, "%d") != 1 || strings.Count(d.prefix, "%") != 1 || strings.ContainsAny(d.prefix, "\n\r\"\\") {
			return ev.Fail(d.prefixAt, `want what stands before each answer, with %%d for its number from 1, as in "Case %%d: "`)
		}
	}
	plural := map[string]string{"test": "tests", "query": "queries"}[name]
	r := &input.Repeat{Name: name}
	end, hasEnd := given["end"]
	if hasEnd && end.Kind == lang.TextKind {
		r.End, hasEnd = end.Text(), false
	}
	switch {
	case len(c.Args) > 2:
		return ev.FailHere("want %[1]s(least, most), %[1]s(n), %[1]s(end = 0), %[1]s(end = (0, 0)) or %[1]s()", plural)
	case len(c.Args) == 2:
		r.Count = input.Counted(boundIn(ev, c.Args[0], c.Argument(0)), boundIn(ev, c.Args[1], c.Argument(1)))
	case len(c.Args) == 1:
		r.Count = countOf(ev, c.Args[0], c.Argument(0))
	case hasEnd:
		r.How = input.Until
		items, several := end.Items()
		if !several {
			items = []lang.Value{end}
		}
		for _, v := range items {
			r.Last = append(r.Last, numberAt(ev, v, c.Keyword("end")))
		}
	default:
		r.How = input.ToEnd
	}
	if ev.Err != nil {
		return lang.Value{}
	}
	if len(d.groups) > mostNested {
		return ev.FailHere("repetitions nest more than %d deep", mostNested)
	}
	d.inner().Repeat = r
	d.groups = append(d.groups, &input.Group{})
	d.at = c.Node
	return lang.None
}

// total is total(field, most): a bound of the sum of a field over the whole input.
func (d *declaration) total(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 2, 2) {
		return lang.Value{}
	}
	f, ok := c.Args[0].Hosted().(*fieldValue)
	if !ok || f.Name == "" {
		return ev.Fail(c.Argument(0), "want a field, as in total(n, \"2*10^5\")")
	}
	d.totals = append(d.totals, input.Total{Field: f.Name, Most: numberAt(ev, c.Args[1], c.Argument(1))})
	return lang.None
}

// setLimits is limits(seconds = 2, megabytes = 256).
func (d *declaration) setLimits(ev *lang.Evaluator, c *lang.Call) lang.Value {
	given := ev.Keywords(c, "seconds", "milliseconds", "megabytes")
	if ev.Err == nil && len(c.Args) > 0 {
		ev.FailHere("want limits(seconds = 2, megabytes = 256)")
	}
	for name, v := range given {
		if v.Kind != lang.IntKind || v.N < 1 || v.N > 1<<20 {
			return ev.Fail(c.Keyword(name), "want a number from 1, not %s", ev.Show(v))
		}
	}
	if v, ok := given["seconds"]; ok {
		d.limits.Milliseconds = 1000 * int(v.N)
	}
	if v, ok := given["milliseconds"]; ok {
		d.limits.Milliseconds = int(v.N)
	}
	if v, ok := given["megabytes"]; ok {
		d.limits.Megabytes = int(v.N)
	}
	return lang.None
}

// example is example(input, output), or example(input) of an interactive problem.
func (d *declaration) example(ev *lang.Evaluator, c *lang.Call) lang.Value {
	least, out, ok2 := 2, "", true
	if d.talk != nil {
		least = 1
	}
	if !wants(ev, c, least, 2) {
		return lang.Value{}
	}
	in, ok1 := ev.TextAt(c, 0)
	if len(c.Args) == 2 {
		out, ok2 = ev.TextAt(c, 1)
	}
	if !ok1 || !ok2 {
		return lang.Value{}
	}
	d.samples = append(d.samples, Sample{Input: withNewline(in), Output: withNewline(out), at: c.Node})
	return lang.None
}

func withNewline(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// oneText returns the only argument of a call, a string.
func oneText(ev *lang.Evaluator, c *lang.Call) (text string, ok bool) {
	if !wants(ev, c, 1, 1) {
		return "", false
	}
	return ev.TextAt(c, 0)
}

// setCall is call("numberOfWins"): the input is calls of a function.
func (d *declaration) setCall(ev *lang.Evaluator, c *lang.Call) lang.Value {
	name, ok := oneText(ev, c)
	if !ok {
		return lang.Value{}
	}
	if name == "" || d.call != "" {
		return ev.FailHere(`want the name of the function once, as in call("numberOfWins")`)
	}
	d.call = name
	return lang.None
}

// shape returns the shape of the input.
func (d *declaration) shape(code *lang.Code, valid func(context.Context, *input.Data) (string, error)) (*input.Shape, error) {
	s, err := input.New(input.Declaration{Group: d.group(), Call: d.call, Totals: d.totals, Valid: valid})
	if wrong, ok := errors.AsType[*input.Error](err); ok {
		at := d.named[wrong.Field]
		if at == nil {
			at = d.at
		}
		return nil, code.Source.Fail(at, "want %s", strings.TrimPrefix(fmt.Sprint(wrong.Want), "want "))
	}
	return s, err
}
