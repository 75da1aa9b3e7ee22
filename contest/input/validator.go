package input

// This file makes stand-alone validators in Python. The functions that they consist of
// stand in validate_text.py and validate_call.py, each after a line "#: NAME NEEDS …";
// what stands before the first such line belongs to every validator.

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

//go:embed validate_text.py
var validateText string

//go:embed validate_call.py
var validateCall string

//go:embed validate_both.py
var validateBoth string // functions that both use

// ValidatorOptions say what a validator should look like. The zero value is a validator
// as ICPC packages have it: it exits with 42 where the input is right and with 43 where
// it is wrong, and says why on its standard error.
type ValidatorOptions struct {
	Language string // "python3", which is also what "" means
	Title    string // of the problem, for its first comment
	// Accepted and Rejected are the exit statuses. If they are equal, ICPC's are
	// meant.
	Accepted, Rejected int
	// Valid is a Python function "def valid(NAMES):" whose parameters are fields. It
	// returns True, or what is wrong. If it is empty, the program does not check
	// what [Declaration.Valid] checks, and says so in a comment.
	Valid string
}

// Validator writes a program that reads an input on its standard input, and accepts
// exactly what [Shape.Parse] accepts as exact. It needs nothing but the language itself.
func (s *Shape) Validator(w io.Writer, opt ValidatorOptions) error {
	if opt.Language != "" && opt.Language != "python3" {
		return fmt.Errorf("%q: want python3, the language of validators", opt.Language)
	}
	if opt.Accepted == opt.Rejected {
		opt.Accepted, opt.Rejected = 42, 43
	}
	p := &program{shape: s, opt: opt}
	if err := p.write(); err != nil {
		return err
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

// A program is a validator that is being written.
type program struct {
	shape *Shape
	opt   ValidatorOptions
	text  strings.Builder
	body  strings.Builder
	used  []string // functions
	depth int      // of the indentation
}

// line writes a line of the main part.
func (p *program) line(format string, args ...any) {
	p.body.WriteString(strings.Repeat("    ", p.depth))
	fmt.Fprintf(&p.body, format+"\n", args...)
}

// uses notes that a function is used, and returns its name.
func (p *program) uses(name string) string {
	if !slices.Contains(p.used, name) {
		p.used = append(p.used, name)
	}
	return name
}

func (p *program) write() error {
	source := validateText
	if p.shape.isCall() {
		source = validateCall
	}
	title := strings.Join(strings.Fields(p.opt.Title), " ")
	if title != "" {
		title = " of " + title
	}
	fmt.Fprintf(&p.text, "#!/usr/bin/env python3\n# Checks an input%s. Exits with %d if it is right. If not, exits\n# with %d and says where it is wrong.\n", title, p.opt.Accepted, p.opt.Rejected)
	if err := p.main(); err != nil {
		return err
	}
	head, functions, _ := strings.Cut(source+"\n\n"+validateBoth, "\n\n\n#: ")
	fmt.Fprintf(&p.text, "%s\n", strings.Replace(head, "import sys\n", fmt.Sprintf("import sys\n\nACCEPTED, REJECTED = %d, %d\n", p.opt.Accepted, p.opt.Rejected), 1))
	type function struct {
		needs []string // its name first
		text  string
	}
	var library []function
	for text := range strings.SplitSeq(functions, "\n\n\n#: ") {
		first, text, _ := strings.Cut(text, "\n")
		library = append(library, function{strings.Fields(first), strings.TrimRight(text, "\n")})
	}
	for before := -1; before < len(p.used); { // also what the functions use
		before = len(p.used)
		for _, f := range library {
			if slices.Contains(p.used, f.needs[0]) {
				for _, name := range f.needs[1:] {
					p.uses(name)
				}
			}
		}
	}
	for _, f := range library {
		if slices.Contains(p.used, f.needs[0]) {
			fmt.Fprintf(&p.text, "\n\n%s\n", f.text)
		}
	}
	switch {
	case p.opt.Valid != "":
		fmt.Fprintf(&p.text, "\n\n%s\n", strings.TrimSpace(p.opt.Valid))
	case p.shape.declared.Valid != nil:
		p.text.WriteString("\n\n# The problem demands more of its input, which this program does not check.\n")
	}
	p.text.WriteString("\n\n" + p.body.String())
	return nil
}

// main writes the main part.
func (p *program) main() error {
	for _, t := range p.shape.totals {
		p.line("total_%s = 0", t.Field)
	}
	if !p.shape.isCall() {
		err := p.level(0)
		p.line("read_end()")
		return err
	}
	l := &p.shape.levels[1]
	p.line("for number, line in enumerate(sys.stdin.buffer, 1):")
	p.depth++
	p.line("args = read_call(line, %d)", len(l.fields))
	for i := range l.fields {
		f := &l.fields[i]
		p.line("%s = %s", p.name(f.Name), p.argument(f, 1, i))
		p.order(f)
		p.total(f)
	}
	p.valid()
	p.depth--
	p.line("sys.exit(ACCEPTED)")
	return nil
}

// reserved lists the names of Python, and the names that validators use.
var reserved = strings.Fields("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield " +
	"abs all any ascii bool bytes dict enumerate float int len list map max min range repr set sorted str sum tuple type zip RecursionError ValueError " +
	"ACCEPTED DATA LAYOUT REJECTED TOKENS args fail in_order json line no_number number reject root sys take used valid values want")

// name returns the name of a field in Python.
func (p *program) name(field string) string {
	if slices.Contains(reserved, field) || strings.HasPrefix(field, "read_") || strings.HasPrefix(field, "check_") || strings.HasPrefix(field, "total_") || strings.HasPrefix(field, "count") {
		return field + "_"
	}
	return field
}

// bound returns a bound in Python, as seen from a level.
func (p *program) bound(b *bound, level int) string {
	if !b.named {
		return pythonInt(b.plus)
	}
	f := &p.shape.levels[level-b.out].fields[b.field]
	text := p.name(f.Name)
	if b.length {
		text = "len(" + text + ")"
	}
	switch {
	case b.plus == Int{}:
		return text
	case b.plus.Negative:
		return text + " - " + pythonInt(b.plus.Neg())
	}
	return text + " + " + pythonInt(b.plus)
}

// count returns a bound that is a count: at least 0.
func (p *program) count(b *bound, level int) string {
	text := p.bound(b, level)
	if b.floor.Negative {
		return "max(0, " + text + ")"
	}
	return text
}

// pythonInt returns a number as one writes it.
func pythonInt(i Int) string {
	if i.Negative {
		return "-" + parenthesized(pythonInt(i.Neg()))
	}
	n, zeros := i.Size, 0
	for n > 0 && n%10 == 0 {
		n, zeros = n/10, zeros+1
	}
	switch {
	case i.Size < 1000:
	case zeros >= 4 && n == 1:
		return "10**" + strconv.Itoa(zeros)
	case zeros >= 4 && n < 1000:
		return fmt.Sprintf("%d * 10**%d", n, zeros)
	case bits.OnesCount64(i.Size) == 1:
		return "2**" + strconv.Itoa(bits.Len64(i.Size)-1)
	case i.Size&(i.Size+1) == 0: // also 2^64-1
		return "2**" + strconv.Itoa(bits.Len64(i.Size)) + " - 1"
	}
	return i.String()
}

func parenthesized(text string) string {
	if strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// bytesOf returns a text as bytes in Python.
func bytesOf(text string) string { return "b" + strconv.Quote(text) }

func (p *program) level(depth int) error {
	l := &p.shape.levels[depth]
	for i := range l.fields {
		f := &l.fields[i]
		p.line("%s = %s", p.name(f.Name), p.read(f, depth))
		p.order(f)
		p.total(f)
	}
	if l.repeat == nil {
		p.valid()
		return nil
	}
	rep := l.repeat
	counter := "count"
	if depth > 0 {
		counter += strconv.Itoa(depth)
	}
	least, most := p.count(&rep.count.least, depth), p.count(&rep.count.most, depth)
	switch rep.How {
	case Times:
		if rep.Count.Counted {
			p.line("%s = read_number(%q, %s, %s, %s)", counter, rep.kind, least, most, bytesOf(orElse(rep.End, "\n")))
		} else {
			p.line("%s = %s", counter, most)
		}
		p.line("for _ in range(%s):", counter)
	case Until:
		p.line("%s = 0", counter)
		p.line("while not %s(%s):", p.uses("read_last"), rep.Last)
	case ToEnd:
		p.line("%s = 0", counter)
		p.line("while used < len(TOKENS):")
	default:
		return errors.New("want a way to end that there is")
	}
	p.depth++
	if rep.How != Times {
		p.line("%s += 1", counter)
	}
	err := p.level(depth + 1)
	p.depth--
	if rep.How != Times {
		p.line("%s(%q, %s, %s, %s)", p.uses("read_repeats"), plural(rep.Name), counter, least, most)
	}
	return err
}

// order checks the order of a list that has been read.
func (p *program) order(f *field) {
	orders := [...]string{Increasing: "increasing", Nondecreasing: "nondecreasing", Decreasing: "decreasing", Nonincreasing: "nonincreasing", Distinct: "distinct"}
	switch {
	case f.Kind == KindLists && f.item.Order != AnyOrder:
		p.line("for values in %s:", p.name(f.Name))
		p.line("    %s(%q, values, %q)", p.uses("check_order"), f.item.Name, orders[f.item.Order])
	case (f.Kind == KindNumbers || f.Kind == KindMatrix) && f.Order != AnyOrder:
		values := p.name(f.Name)
		if f.Kind == KindMatrix {
			values = "sum(" + values + ", [])"
		}
		p.line("%s(%q, %s, %q)", p.uses("check_order"), f.Name, values, orders[f.Order])
	}
}

// total adds a field to its total.
func (p *program) total(f *field) {
	if f.total < 0 {
		return
	}
	name, value := "total_"+f.Name, p.name(f.Name)
	if f.Kind != KindNumber {
		value = "len(" + value + ")"
	}
	most := pythonInt(p.shape.totals[f.total].Most)
	if p.shape.isCall() {
		p.line("%s += %s", name, value)
		p.line("if %s > %s:", name, most)
		p.line("    reject(\"a total of %s of at most \" + str(%s))", f.Name, most)
		return
	}
	p.line("%s = %s(%q, %s + %s, %s)", name, p.uses("read_total"), f.Name, name, value, most)
}

// valid calls the function that checks what the fields cannot say.
func (p *program) valid() {
	if p.opt.Valid == "" {
		return
	}
	_, rest, _ := strings.Cut(p.opt.Valid, "(")
	parameters, _, _ := strings.Cut(rest, ")")
	var names []string
	for name := range strings.SplitSeq(parameters, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, p.name(name))
		}
	}
	p.line("want = valid(%s)", strings.Join(names, ", "))
	p.line("if want is not True:")
	if p.shape.isCall() {
		p.line("    reject(want)")
	} else {
		p.line("    fail(used - 1, want)")
	}
}

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// read returns the call that reads a field.
func (p *program) read(f *field, depth int) string {
	name, end := strconv.Quote(f.Name), bytesOf(f.end())
	least, most := p.bound(&f.number.least, depth), p.bound(&f.number.most, depth)
	if !f.signed && f.number.least.floor.Negative {
		least = "max(0, " + least + ")"
	}
	separator := bytesOf(f.separator())
	count := p.count(&f.count.most, depth)
	if f.Count.Counted {
		count = fmt.Sprintf("%s(%q, %s, %s, %s, %s, %s)", p.uses("read_count"), "the number of "+f.Name,
			p.count(&f.count.least, depth), count, bytesOf(f.countEnd()), separator, end)
	}
	call := func(function string, args ...string) string {
		return p.uses(function) + "(" + strings.Join(append([]string{name}, args...), ", ") + ")"
	}
	base := strconv.Itoa(f.Base)
	switch f.Kind {
	case KindNumber:
		return call("read_number", least, most, end)
	case KindNumbers:
		return call("read_numbers", count, least, most, separator, end)
	case KindText:
		return call("read_word", least, most, strconv.Quote(f.Alphabet), end)
	case KindTexts:
		return call("read_words", count, least, most, strconv.Quote(f.Alphabet), separator, end)
	case KindGrid:
		width := p.count(&f.width, depth)
		return call("read_words", count, width, width, strconv.Quote(f.Alphabet), separator, end)
	case KindMatrix:
		return call("read_matrix", count, p.count(&f.width, depth), least, most, end)
	case KindPermutation:
		return call("read_permutation", count, base, separator, end)
	case KindTree:
		if f.Parents {
			return call("read_parents", count, base, separator, end)
		}
		return call("read_tree", count, base, end)
	case KindGraph:
		return call("read_graph", p.count(&f.nodes, depth), count, base, pythonBool(f.Directed), pythonBool(f.Acyclic), pythonBool(f.Connected), pythonBool(f.Repeated), end)
	case KindRecords:
		var columns []string
		for i := range f.columns {
			c := &f.columns[i]
			between := bytesOf(orElse(c.End, " "))
			if i == len(f.columns)-1 {
				between = `b""`
			}
			columns = append(columns, fmt.Sprintf("(%q, %s, %s, %s)", c.Name, p.bound(&c.number.least, depth), p.bound(&c.number.most, depth), between))
		}
		return call("read_records", count, "["+strings.Join(columns, ", ")+"]", end)
	case KindLists:
		length := "lambda: " + p.count(&f.item.count.most, depth)
		if f.item.Count.Counted {
			length = fmt.Sprintf("lambda: %s(%q, %s, %s, %s)", p.uses("read_length"), "the number of "+f.item.Name,
				p.count(&f.item.count.least, depth), p.count(&f.item.count.most, depth), bytesOf(f.item.countEnd()))
		}
		return call("read_lists", count, length, p.bound(&f.item.number.least, depth), p.bound(&f.item.number.most, depth), bytesOf(f.item.separator()), end)
	}
	return "None"
}

// argument returns the call that checks an argument.
func (p *program) argument(f *field, depth, index int) string {
	name, value := strconv.Quote(f.Name), fmt.Sprintf("args[%d]", index)
	least, most := p.bound(&f.number.least, depth), p.bound(&f.number.most, depth)
	if !f.signed && f.number.least.floor.Negative {
		least = "max(0, " + least + ")"
	}
	counts := p.count(&f.count.least, depth) + ", " + p.count(&f.count.most, depth)
	call := func(function string, args ...string) string {
		return p.uses(function) + "(" + strings.Join(append([]string{name, value}, args...), ", ") + ")"
	}
	width := p.count(&f.width, depth)
	switch f.Kind {
	case KindNumber:
		return call("check_number", least, most)
	case KindNumbers:
		return call("check_numbers", counts, least, most)
	case KindText:
		return call("check_word", least, most, strconv.Quote(f.Alphabet))
	case KindTexts:
		return call("check_words", counts, least, most, strconv.Quote(f.Alphabet))
	case KindGrid:
		return call("check_words", counts, width, width, strconv.Quote(f.Alphabet))
	case KindMatrix:
		return call("check_lists", counts, width, width, least, most)
	case KindPermutation:
		return call("check_permutation", p.count(&f.count.most, depth), strconv.Itoa(f.Base))
	case KindTree:
		if f.Parents {
			return call("check_parents", p.count(&f.count.most, depth), strconv.Itoa(f.Base))
		}
		return call("check_tree", p.count(&f.count.most, depth), strconv.Itoa(f.Base))
	case KindGraph:
		return call("check_graph", p.count(&f.nodes, depth), counts, strconv.Itoa(f.Base), pythonBool(f.Directed), pythonBool(f.Acyclic), pythonBool(f.Connected), pythonBool(f.Repeated))
	case KindRecords:
		var columns []string
		for i := range f.columns {
			c := &f.columns[i]
			columns = append(columns, fmt.Sprintf("(%q, %s, %s)", c.Name, p.bound(&c.number.least, depth), p.bound(&c.number.most, depth)))
		}
		return call("check_records", counts, "["+strings.Join(columns, ", ")+"]")
	case KindLists:
		return call("check_lists", counts, p.count(&f.item.count.least, depth), p.count(&f.item.count.most, depth),
			p.bound(&f.item.number.least, depth), p.bound(&f.item.number.most, depth))
	}
	return "None"
}
