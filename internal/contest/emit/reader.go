package emit

// This file writes how a program reads its input: from the declaration of the problem.

import (
	"fmt"
	"math"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/core"
)

var (
	numberType = core.Type{Kind: core.IntType}
	textType   = core.Type{Kind: core.StringType}
	edgeType   = core.TupleOf(numberType, numberType)
)

// fieldTypes returns the types of the fields of a declaration, and bounds of their
// numbers.
func fieldTypes(d *input.Declaration) (types map[string]core.Type, spans map[string]span) {
	types, spans = map[string]core.Type{}, map[string]span{}
	for g := &d.Group; ; g = &g.Repeat.Group {
		for i := range g.Fields {
			f := &g.Fields[i]
			types[f.Name], spans[f.Name] = fieldType(f, spans)
		}
		if g.Repeat == nil {
			return types, spans
		}
	}
}

func fieldType(f *input.Field, known map[string]span) (core.Type, span) {
	n := numberType
	if f.Most.Field == "" && !f.Most.Plus.Negative && f.Most.Plus.Size > math.MaxInt64 {
		n.Kind = core.UnsignedType
	}
	bounds := span{boundOf(f.Least, known).lo, boundOf(f.Most, known).hi}
	first := int64(f.Base)
	switch f.Kind {
	case input.KindNumber:
		return n, bounds
	case input.KindNumbers:
		return core.ListOf(n), bounds
	case input.KindText:
		return textType, noNumber
	case input.KindTexts:
		return core.ListOf(textType), noNumber
	case input.KindTree:
		return core.ListOf(edgeType), span{first, boundOf(f.Count.Most, known).hi}
	case input.KindGraph:
		return core.ListOf(edgeType), span{first, addTo(boundOf(f.Nodes, known).hi, first-1)}
	case input.KindRecords:
		var parts []core.Type
		all := noNumber
		for i := range f.Columns {
			t, s := fieldType(&f.Columns[i], known)
			parts, all = append(parts, t), all.join(s)
		}
		return core.ListOf(core.TupleOf(parts...)), all
	case input.KindLists:
		t, s := fieldType(f.Item, known)
		return core.ListOf(t), s
	}
	refuse(nowhere, "the field %s is of a kind that is not translated", f.Name)
	return core.Type{}, span{}
}

// boundOf bounds a bound.
func boundOf(b input.Bound, known map[string]span) span {
	plus := clamp(b.Plus)
	if t, ok := b.Term(); ok {
		return boundOfTerm(t, plus, known)
	}
	if b.Field == "" {
		return span{plus, plus}
	}
	s, ok := known[b.Field]
	if !ok || s.isEmpty() { // the length of a list or text
		return span{0, math.MaxInt64}
	}
	return span{addTo(s.lo, plus), addTo(s.hi, plus)}
}

// boundOfTerm bounds a bound that is made of two others, and a number more.
func boundOfTerm(t input.Term, plus int64, known map[string]span) span {
	x, y := boundOf(t.X, known), boundOf(t.Y, known)
	all := noNumber
	for _, a := range []int64{x.lo, x.hi} {
		for _, b := range []int64{y.lo, y.hi} {
			n, _ := t.Op.Of(input.IntOf(a), input.IntOf(b)) // the lengths of lists have no bound here
			got := addTo(clamp(n), plus)
			all = all.join(span{got, got})
		}
	}
	if t.Op == input.Quotient && x.lo < 0 {
		refuse(nowhere, "a bound of the input that divides a number below 0")
	}
	return all
}

func clamp(i input.Int) int64 {
	switch {
	case i.Size <= math.MaxInt64 && i.Negative:
		return -int64(i.Size)
	case i.Size <= math.MaxInt64:
		return int64(i.Size)
	case i.Negative:
		return math.MinInt64
	}
	return math.MaxInt64
}

// A reading writes the statements that read an input.
type reading struct {
	*printer
	prefix string // of each answer, with %d for its number
	test   string // the variable that holds the number
	types  map[string]core.Type
	spans  map[string]span
	used   map[string]bool
	call   string // the call of answer, as text
	gives  core.Type
	shape  *input.Shape

	derived []derived
	talk    *talking // for an interactive problem

	first   string // the word that a loop of Python has read already
	counted string // the count that was read already
}

// uses finds the fields that are needed once they are read, and where values are made of
// them.
func (r *reading) uses(d *input.Declaration, params []string) {
	r.used = map[string]bool{}
	for _, v := range params {
		r.used[v] = true
	}
	outs := map[string]int{}
	for i := range r.derived {
		at := &r.derived[i]
		at.out = r.shape.Depth()
		for _, v := range at.args {
			r.used[v] = true
			out, ok := outs[v]
			if place, isField := r.shape.Lookup(v); isField {
				out, ok = place.Out, true
			}
			if ok {
				at.out = min(at.out, out)
			}
		}
		outs[at.variable] = at.out
	}
	bound := func(b input.Bound) { b.Fields(func(name string) { r.used[name] = true }) }
	if r.talk != nil {
		move := &r.talk.problem.Interaction.Move
		for _, b := range []input.Bound{move.Least, move.Most, move.Count.Least, move.Count.Most} {
			bound(b)
		}
	}
	for g := &d.Group; ; g = &g.Repeat.Group {
		for i := range g.Fields {
			f := &g.Fields[i]
			if f.Kind != input.KindNumber && f.Kind != input.KindText {
				bound(f.Count.Most)
			}
			if f.Kind == input.KindLists {
				bound(f.Item.Count.Most)
			}
		}
		if g.Repeat == nil {
			return
		}
		bound(g.Repeat.Count.Most)
	}
}

// callOf writes the call of a function with these variables.
func (r *reading) callOf(fn int, variables []string) string {
	var args []string
	for _, v := range variables {
		args = append(args, r.l.name(v))
	}
	return r.l.name(r.Functions[fn].Name) + "(" + strings.Join(args, ", ") + ")"
}

// group writes how the fields of a group are read, and what repeats after them. Out says
// how many repetitions it is from the innermost.
func (r *reading) group(g *input.Group, out, skip int) {
	for i := range g.Fields {
		if i >= skip {
			r.field(&g.Fields[i])
		}
	}
	for _, d := range r.derived {
		if d.out == out {
			r.define(r.l.name(d.variable), r.types[d.variable], r.callOf(d.function, d.args))
		}
	}
	if g.Repeat == nil {
		r.answer()
		return
	}
	r.repeat(g.Repeat, out)
}

// repeat writes the loop over what repeats.
func (r *reading) repeat(rep *input.Repeat, out int) {
	skip, first := 0, &rep.Fields[0]
	if rep.Repeat == nil && r.prefix != "" {
		r.test = r.temporary("number")
		r.define(r.test, numberType, "0")
	}
	switch rep.How {
	case input.Times:
		count := r.value(numberType)
		if rep.Count.Least == rep.Count.Most && rep.Count.Most.Field != "" {
			count = r.bound(rep.Count.Most)
		}
		r.times("tests", count)
	case input.ToEnd:
		r.need("more")
		if r.l == Python { // the first field is the next of data
			if first.Kind != input.KindNumber && first.Kind != input.KindText && !first.Count.Counted {
				refuse(nowhere, "tests to the end of the text that begin with the field %s", first.Name)
			}
			r.first = "word"
		}
		r.open("%s", r.in("for more()", "while (more())", "for word in data"))
	case input.Until: // numbers stand in place of the first fields
		r.open("%s", r.in("for", "while (true)", "while True"))
		var ends []string // a test may begin as the end does
		for i := range rep.Last {
			if r.begun(rep, i) {
				skip++
			}
			ends = append(ends, r.ends(rep, i))
		}
		r.leaveIf(strings.Join(ends, r.in(" && ", " && ", " and ")))
	}
	if r.test != "" && rep.Repeat == nil {
		r.line("%s%s", r.test, r.in("++", "++;", " += 1"))
	}
	r.group(&rep.Group, out-1, skip)
	r.close()
}

// times opens a loop that runs as often as a count says.
func (r *reading) times(variable, count string) {
	if v := r.temporary(variable); r.l == CPP {
		r.open("for (long long %s = %s; %[1]s > 0; %[1]s--)", v, count)
	} else {
		r.open(r.in("for range %s", "", "for _ in range(%s)"), count)
	}
}

// begun writes how the number is read in whose place number i of the end may stand: a field, or
// the count of one. It reports whether it is the field.
func (r *reading) begun(rep *input.Repeat, i int) bool {
	f := &rep.Fields[i]
	if f.Kind == input.KindNumber {
		r.define(r.l.name(f.Name), r.types[f.Name], r.value(r.types[f.Name]))
		return true
	}
	r.counted = r.l.name("count")
	r.define(r.counted, numberType, r.value(numberType))
	return false
}

// ends writes whether that number is the one at the end.
func (r *reading) ends(rep *input.Repeat, i int) string {
	name := r.counted
	if f := &rep.Fields[i]; f.Kind == input.KindNumber {
		name = r.l.name(f.Name)
	}
	return fmt.Sprintf("%s == %s", name, &rep.Last[i])
}

func (r *reading) leaveIf(cond string) {
	if r.l == CPP {
		r.line("if (%s) break;", cond)
		return
	}
	r.open("if %s", cond)
	r.line("break")
	r.close()
}

// next writes the next word in Python.
func (r *reading) next() string {
	word := "next(data)"
	if r.first != "" {
		word, r.first = r.first, ""
	}
	return word
}

// readers are the helpers that read a number or a word.
var readers = map[core.Kind]string{core.IntType: "read_int", core.UnsignedType: "read_uint", core.StringType: "read_word"}

// value writes how the next number is read, or the next word.
func (r *reading) value(t core.Type) string {
	switch {
	case r.l == Python && t.Kind == core.StringType:
		return r.next() + ".decode()"
	case r.l == Python:
		return "int(" + r.next() + ")"
	}
	return r.helper(readers[t.Kind]) + "()"
}

// term writes a bound that is made of two others.
func (r *reading) term(t input.Term) string {
	x, y, op := r.bound(t.X), r.bound(t.Y), t.Op.String()
	if t.Op == input.Least || t.Op == input.Greatest {
		return called(op+r.in("", "<long long>", ""), x, y)
	}
	if t.Op == input.Quotient && r.l != Python {
		op = "/"
	}
	return "((" + x + ") " + op + " (" + y + "))"
}

// bound writes a bound that is a field, a number, or made of others.
func (r *reading) bound(b input.Bound) string {
	t, made := b.Term()
	if !made && b.Field == "" {
		return b.Plus.String()
	}
	s, isNumber := r.l.name(b.Field), r.types[b.Field].IsNumber()
	switch {
	case made:
		s = r.term(t)
	case !isNumber:
		if r.l == CPP {
			r.need("len")
		}
		s = "len(" + s + ")"
	case r.l == Go && r.types[b.Field].Kind == core.UnsignedType:
		s = "int(" + s + ")"
	}
	switch {
	case b.Plus == input.Int{}:
		return s
	case b.Plus.Negative:
		return s + " - " + b.Plus.Neg().String()
	}
	return s + " + " + b.Plus.String()
}

// count writes the number of elements of a field, which may stand before them.
func (r *reading) count(c input.Count) string {
	if c.Counted {
		if r.counted != "" {
			defer func() { r.counted = "" }()
			return r.counted
		}
		return r.value(numberType)
	}
	count := r.bound(c.Most)
	if boundOf(c.Most, r.spans).lo < 0 {
		count = called("max"+r.in("", "<long long>", ""), "0", count)
	}
	return count
}

func (r *reading) field(f *input.Field) {
	name, t := r.l.name(f.Name), r.types[f.Name]
	isUsed, isOne := r.used[f.Name], f.Kind == input.KindNumber || f.Kind == input.KindText
	switch {
	case isOne && isUsed:
		r.define(name, t, r.value(t))
	case isOne && r.l == Python:
		r.line("%s", r.next())
	case isOne:
		r.line("%s%s", r.value(t), r.end())
	default:
		if f.Kind == input.KindTree && f.Parents {
			refuse(nowhere, "trees that are given by parents are not translated")
		}
		count := r.count(f.Count)
		if f.Kind == input.KindTree {
			count = r.count(input.Count{Least: f.Count.Least.Add(-1), Most: f.Count.Most.Add(-1)})
		}
		r.list(name, t, count, f)
		if !isUsed && r.l == Go {
			r.line("_ = %s", name)
		}
	}
}

// list writes how count items of a field are read.
func (r *reading) list(name string, t core.Type, count string, f *input.Field) {
	if r.l != Python {
		r.declareEmpty(name, t)
	}
	r.fill(name, t, count, f)
}

// fill writes how an empty list gets its items.
func (r *reading) fill(name string, t core.Type, count string, f *input.Field) {
	const numbers = "list(map(int, islice(data, %s)))"
	value, item := "", t.Part(0)
	switch isRow := item.Kind == core.ListType; {
	case r.l == Python && item.IsNumber():
		r.line("%s = "+numbers, name, count)
		return
	case r.l == Python && isRow:
		value = fmt.Sprintf(numbers, r.count(f.Item.Count))
	case item.Kind == core.TupleType:
		value = r.tuple(item)
	case !isRow:
		value = r.value(item)
	}
	if r.l == Python {
		r.line("%s = [%s for _ in range(%s)]", name, value, count)
		return
	}
	r.times("left", count)
	if value == "" {
		value = r.temporary("row")
		r.list(value, item, r.count(f.Item.Count), f.Item)
	}
	r.appendTo(name, value)
	r.close()
}

// tuple writes how the parts of a tuple are read.
func (r *reading) tuple(t core.Type) string {
	var parts []string
	for _, part := range t.Parts() {
		parts = append(parts, r.value(part))
	}
	switch all := strings.Join(parts, ", "); {
	case r.l != Python:
		return r.typeName(t) + "{" + all + "}"
	case len(parts) == 1:
		return "(" + all + ",)"
	default:
		return "(" + all + ")"
	}
}

// answer writes the call of answer, and how its result is printed: the items of a list with
// blanks between them.
func (r *reading) answer() {
	if r.talk != nil {
		r.talk.play(r)
		return
	}
	t := r.gives
	if before, after, ok := strings.Cut(r.prefix, "%d"); ok && r.test != "" {
		r.line("%s", r.in(fmt.Sprintf("fmt.Fprintf(out, %q, %s)", r.prefix, r.test), fmt.Sprintf("cout << %q << %s << %q;", before, r.test, after),
			fmt.Sprintf("print(%q %% %s, end=\"\")", r.prefix, r.test)))
	}
	if t.Kind == core.BoolType && r.l != Python {
		refuse(nowhere, "answer returns a bool, which Go and C++ print otherwise")
	}
	if t.Kind != core.ListType && t.Kind != core.TupleType {
		r.line(r.in("fmt.Fprintln(out, %s)", "cout << %s << '\\n';", "print(%s)"), r.call)
		return
	}
	if item := t.Part(0); !item.IsNumber() && item.Kind != core.StringType {
		refuse(nowhere, "answer returns %s", t.Words())
	}
	switch r.l {
	case Go:
		r.line("line := fmt.Sprint(%s)", r.call)
		r.line("fmt.Fprintln(out, line[1:len(line)-1])")
	case CPP:
		r.line("const char* between = \"\";")
		r.open("for (const auto& item : %s)", r.call)
		r.line("cout << between << item;")
		r.line("between = \" \";")
		r.close()
		r.line("cout << '\\n';")
	default:
		r.line("print(*%s)", r.call)
	}
}

// resultOfCall is how Go and C++ print what a call returns.
var resultOfCall = map[core.Kind][2]string{
	core.IntType:      {"fmt.Fprintln(out, %s)", `cout << %s << '\n';`},
	core.UnsignedType: {"fmt.Fprintln(out, %s)", `cout << %s << '\n';`},
	core.BoolType:     {"fmt.Fprintln(out, %s)", `cout << (%s ? "true" : "false") << '\n';`},
	core.StringType:   {`fmt.Fprintf(out, "%%q\n", %s)`, `cout << '"' << %s << "\"\n";`},
	core.ListType:     {`fmt.Fprintln(out, strings.ReplaceAll(fmt.Sprint(%s), " ", ","))`, "print_list(%s);"},
}

// calls writes how the calls of a function are read, a JSON object a line, and answered.
func (r *reading) calls(d *input.Declaration) {
	if len(r.derived) > 0 {
		refuse(nowhere, "%s is a parameter, and the input has no such field", r.Functions[r.derived[0].function].Name)
	}
	var names []string
	for i := range d.Fields {
		f := &d.Fields[i]
		names = append(names, r.l.name(f.Name))
	}
	switch r.l {
	case Python:
		r.open("for line in sys.stdin")
		r.open("if line.strip()")
		r.line("%s = json.loads(line)[\"args\"]", strings.Join(names, ", ")+map[bool]string{true: ","}[len(names) == 1])
		r.line("print(json.dumps(%s, separators=(\",\", \":\"), ensure_ascii=False))", r.call)
		r.close()
	case Go:
		r.line("calls := json.NewDecoder(in)")
		r.open("for calls.More()")
		r.line("var call struct{ Args []json.RawMessage }")
		r.open("if calls.Decode(&call) != nil || len(call.Args) != %d", len(names))
		r.line("break")
		r.close()
		for i, v := range names {
			if r.used[d.Fields[i].Name] {
				r.line("var %s %s", v, r.typeName(r.types[d.Fields[i].Name]))
				r.line("json.Unmarshal(call.Args[%d], &%s)", i, v)
			}
		}
		r.line(resultOfCall[r.gives.Kind][0], r.call)
	default:
		r.need("call")
		r.open("while (next_call())")
		for i, v := range names {
			r.line("%s %s = %s;", r.typeName(r.types[d.Fields[i].Name]), v, r.argument(r.types[d.Fields[i].Name]))
		}
		if r.gives.Kind == core.ListType {
			r.need("print_list")
		}
		r.line(resultOfCall[r.gives.Kind][1], r.call)
	}
	r.close()
}

// argument writes how C++ reads an argument.
func (r *reading) argument(t core.Type) string {
	switch t.Kind {
	case core.IntType, core.UnsignedType, core.StringType:
		return readers[t.Kind] + "()"
	case core.ListType:
		return fmt.Sprintf("read_list([] { return %s; })", r.argument(t.Part(0)))
	}
	refuse(nowhere, "arguments that are %s are not read", t.Words())
	return ""
}
