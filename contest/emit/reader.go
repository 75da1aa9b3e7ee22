package emit

// This file writes how a program reads its input: from the declaration of the problem.

import (
	"fmt"
	"math"
	"strings"

	"grundy/contest/input"
	"grundy/rules/core"
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
	case input.KindTexts, input.KindGrid:
		return core.ListOf(textType), noNumber
	case input.KindMatrix:
		return core.ListOf(core.ListOf(n)), bounds
	case input.KindPermutation:
		return core.ListOf(n), span{first, boundOf(f.Count.Most, known).hi}
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
	if b.Field == "" {
		return span{plus, plus}
	}
	s, ok := known[b.Field]
	if !ok || s.isEmpty() { // the length of a list or text
		return span{0, math.MaxInt64}
	}
	return span{addTo(s.lo, plus), addTo(s.hi, plus)}
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
	types map[string]core.Type
	used  map[string]bool
	call  string // the call of answer, as text
	gives core.Type
	shape *input.Shape

	derived []derived

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
	bound := func(b input.Bound) { r.used[b.Field] = true }
	for g := &d.Group; ; g = &g.Repeat.Group {
		for i := range g.Fields {
			f := &g.Fields[i]
			if f.Kind != input.KindNumber && f.Kind != input.KindText {
				bound(f.Count.Most)
			}
			if f.Kind == input.KindLists {
				bound(f.Item.Count.Most)
			}
			if f.Kind == input.KindMatrix {
				bound(f.Width)
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
	rep := g.Repeat
	switch rep.How {
	case input.Times:
		count := r.number(numberType)
		if rep.Count.Least == rep.Count.Most && rep.Count.Most.Field != "" {
			count = r.bound(rep.Count.Most)
		}
		r.times(count)
		r.group(&rep.Group, out-1, 0)
		r.close()
	case input.ToEnd:
		r.toEnd(rep, out)
	case input.Until:
		r.until(rep, out)
	}
}

// times opens a loop of as many rounds.
func (r *reading) times(count string) {
	switch r.l {
	case Go:
		r.open("for range %s", count)
	case CPP:
		v := r.temporary("tests")
		r.open("for (long long %s = %s; %s > 0; %s--)", v, count, v, v)
	default:
		r.open("for _ in range(%s)", count)
	}
}

func (r *reading) toEnd(rep *input.Repeat, out int) {
	r.need("more")
	switch r.l {
	case Go:
		r.open("for more()")
	case CPP:
		r.open("while (more())")
	default: // the first field is the next of data
		f := &rep.Fields[0]
		if f.Kind != input.KindNumber && f.Kind != input.KindText && !f.Count.Counted {
			refuse(nowhere, "tests to the end of the text that begin with the field %s", f.Name)
		}
		r.open("for word in data")
		r.first = "word"
	}
	r.group(&rep.Group, out-1, 0)
	r.close()
}

// until writes a loop that ends where a number stands in place of the first field.
func (r *reading) until(rep *input.Repeat, out int) {
	f := &rep.Fields[0]
	v := f.Name
	if f.Kind != input.KindNumber {
		v = "count"
	}
	name := r.l.name(v)
	last := rep.Last.String()
	switch r.l {
	case Python:
		r.open("while True")
		r.line("%s = %s", name, r.number(numberType))
		r.open("if %s == %s", name, last)
		r.line("break")
		r.close()
	case Go:
		r.open("for")
		r.line("%s := %s", name, r.number(r.types[f.Name]))
		r.open("if %s == %s", name, last)
		r.line("break")
		r.close()
	default:
		r.open("while (true)")
		r.line("long long %s = %s;", name, r.number(numberType))
		r.line("if (%s == %s) break;", name, last)
	}
	skip := 0
	if f.Kind == input.KindNumber {
		skip = 1
	} else {
		r.counted = name
	}
	r.group(&rep.Group, out-1, skip)
	r.close()
}

// number writes how the next number is read.
func (r *reading) number(t core.Type) string {
	if r.l == Python {
		word := "next(data)"
		if r.first != "" {
			word, r.first = r.first, ""
		}
		return "int(" + word + ")"
	}
	kind := map[bool]string{true: "uint", false: "int"}[t.Kind == core.UnsignedType]
	r.need("read_" + kind)
	if r.l == Go {
		return "read" + strings.ToUpper(kind[:1]) + kind[1:] + "()"
	}
	return "read_" + kind + "()"
}

func (r *reading) word() string {
	if r.l == Python {
		word := "next(data)"
		if r.first != "" {
			word, r.first = r.first, ""
		}
		return word + ".decode()"
	}
	r.need("read_word")
	return map[Language]string{Go: "readWord()", CPP: "read_word()"}[r.l]
}

// bound writes a bound that is a field, or a number.
func (r *reading) bound(b input.Bound) string {
	if b.Field == "" {
		return b.Plus.String()
	}
	s := r.l.name(b.Field)
	if !r.types[b.Field].IsNumber() {
		if r.l == CPP {
			r.need("len")
		}
		s = "len(" + s + ")"
	} else if r.l == Go && r.types[b.Field].Kind == core.UnsignedType {
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
		return r.number(numberType)
	}
	return r.bound(c.Most)
}

func (r *reading) field(f *input.Field) {
	name, t := r.l.name(f.Name), r.types[f.Name]
	isUsed := r.used[f.Name]
	switch f.Kind {
	case input.KindNumber:
		v := r.number(t)
		switch {
		case !isUsed && r.l == Python:
			r.line("%s", strings.TrimSuffix(strings.TrimPrefix(v, "int("), ")"))
		case !isUsed:
			r.line("%s%s", v, r.end())
		default:
			r.define(name, t, v)
		}
		return
	case input.KindText:
		if !isUsed {
			r.line("%s%s", r.word(), r.end())
			return
		}
		r.define(name, t, r.word())
		return
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

// list writes how count items of a field are read.
func (r *reading) list(name string, t core.Type, count string, f *input.Field) {
	if f.Kind == input.KindTree && f.Parents {
		refuse(nowhere, "trees that are given by parents are not translated")
	}
	if r.l == Python {
		item := ""
		switch it := t.Part(0); it.Kind {
		case core.IntType, core.UnsignedType:
			r.line("%s = list(map(int, islice(data, %s)))", name, count)
			return
		case core.StringType:
			item = "next(data).decode()"
		case core.TupleType:
			item = "(" + strings.TrimSuffix(strings.Repeat("int(next(data)), ", len(it.Parts())), map[bool]string{true: " ", false: ", "}[len(it.Parts()) == 1]) + ")"
		default:
			inner := "int(next(data))"
			if f.Kind == input.KindMatrix {
				inner = r.bound(f.Width)
			} else if !f.Item.Count.Counted {
				inner = r.bound(f.Item.Count.Most)
			}
			item = fmt.Sprintf("list(map(int, islice(data, %s)))", inner)
		}
		r.line("%s = [%s for _ in range(%s)]", name, item, count)
		return
	}
	read := r.number(numberType)
	it := t.Part(0)
	switch it.Kind {
	case core.IntType, core.UnsignedType:
		read = r.number(it)
	case core.StringType:
		read = r.word()
	}
	v := "x"
	if name == v {
		v = "y"
	}
	if r.l == CPP {
		r.line("%s %s(%s);", r.typeName(t), name, count)
		switch it.Kind {
		case core.IntType, core.UnsignedType, core.StringType:
			r.line("for (auto& %s : %s) %s = %s;", v, name, v, read)
		case core.TupleType:
			r.line("for (auto& row : %s) for (auto& %s : row) %s = %s;", name, v, v, r.number(it.Part(0)))
		default:
			r.open("for (auto& row : %s)", name)
			r.line("row.resize(%s);", r.width(f))
			r.line("for (auto& %s : row) %s = %s;", v, v, r.number(it.Part(0)))
			r.close()
		}
		return
	}
	r.line("%s := make(%s, %s)", name, r.typeName(t), count)
	r.open("for i := range %s", name)
	switch it.Kind {
	case core.IntType, core.UnsignedType, core.StringType:
		r.line("%s[i] = %s", name, read)
	case core.TupleType:
		var parts []string
		for k := range it.Parts() {
			parts = append(parts, r.number(it.Part(k)))
		}
		r.line("%s[i] = %s{%s}", name, r.typeName(it), strings.Join(parts, ", "))
	default:
		r.line("%s[i] = make(%s, %s)", name, r.typeName(it), r.width(f))
		r.open("for j := range %s[i]", name)
		r.line("%s[i][j] = %s", name, r.number(it.Part(0)))
		r.close()
	}
	r.close()
}

func (r *reading) width(f *input.Field) string {
	if f.Kind == input.KindMatrix {
		return r.bound(f.Width)
	}
	return r.count(f.Item.Count)
}

// answer writes the call of answer, and how its result is printed.
func (r *reading) answer() {
	t := r.gives
	value := r.call
	if t.Kind == core.ListType {
		r.printList(t, value)
		return
	}
	r.printOne(value)
}

func (r *reading) printOne(value string) {
	switch r.l {
	case Go:
		r.line("fmt.Fprintln(out, %s)", value)
	case CPP:
		r.line("cout << %s << '\\n';", value)
	default:
		r.line("print(%s)", value)
	}
}

// printList prints the items with blanks between them.
func (r *reading) printList(t core.Type, value string) {
	if item := t.Part(0); !item.IsNumber() && item.Kind != core.StringType {
		refuse(nowhere, "answer returns %s", t.Words())
	}
	switch r.l {
	case Go:
		r.line("line := fmt.Sprint(%s)", value)
		r.line("fmt.Fprintln(out, line[1:len(line)-1])")
	case CPP:
		r.line("const char* between = \"\";")
		r.open("for (const auto& item : %s)", value)
		r.line("cout << between << item;")
		r.line("between = \" \";")
		r.close()
		r.line("cout << '\\n';")
	default:
		r.line("print(*%s)", value)
	}
}

// calls writes how the calls of a function are read, a JSON object a line, and answered.
func (r *reading) calls(d *input.Declaration) {
	if len(r.derived) > 0 {
		refuse(nowhere, "%s is a parameter, and the input has no such field", r.Functions[r.derived[0].function].Name)
	}
	var names []string
	for i := range d.Fields {
		f := &d.Fields[i]
		if f.Missing != "" {
			refuse(nowhere, "calls that may leave out the argument %s are not translated", f.Name)
		}
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
		switch r.gives.Kind {
		case core.StringType:
			r.line("fmt.Fprintf(out, \"%%q\\n\", %s)", r.call)
		case core.ListType:
			r.line("fmt.Fprintln(out, strings.ReplaceAll(fmt.Sprint(%s), \" \", \",\"))", r.call)
		default:
			r.line("fmt.Fprintln(out, %s)", r.call)
		}
	default:
		r.need("call")
		r.open("while (next_call())")
		for i, v := range names {
			r.line("%s %s = %s;", r.typeName(r.types[d.Fields[i].Name]), v, r.argument(r.types[d.Fields[i].Name]))
		}
		switch r.gives.Kind {
		case core.StringType:
			r.line("cout << '\"' << %s << \"\\\"\\n\";", r.call)
		case core.ListType:
			r.need("print_list")
			r.line("print_list(%s);", r.call)
		case core.BoolType:
			r.line("cout << (%s ? \"true\" : \"false\") << '\\n';", r.call)
		default:
			r.line("cout << %s << '\\n';", r.call)
		}
	}
	r.close()
}

// argument writes how C++ reads an argument.
func (r *reading) argument(t core.Type) string {
	switch t.Kind {
	case core.IntType, core.UnsignedType:
		return map[bool]string{true: "read_uint()", false: "read_int()"}[t.Kind == core.UnsignedType]
	case core.StringType:
		return "read_word()"
	case core.ListType:
		return fmt.Sprintf("read_list([] { return %s; })", r.argument(t.Part(0)))
	}
	refuse(nowhere, "arguments that are %s are not read", t.Words())
	return ""
}
