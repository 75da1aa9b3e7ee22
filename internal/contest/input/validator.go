package input

// A validator is a program in Python that reads what a table says: the declaration as data.

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

//go:embed validate.py
var validate string

// ValidatorOptions say what a validator should look like. The zero value is a validator
// as ICPC packages have it: it exits with 42 where the input is right and with 43 where
// it is wrong, and says why on its standard error.
type ValidatorOptions struct {
	Title string // of the problem, for its first comment
	// Accepted and Rejected are the exit statuses. If they are equal, ICPC's are
	// meant.
	Accepted, Rejected int
	// Functions is Python that defines FUNCTIONS, TAKES and DERIVED; see [emit.Module]. If it is empty,
	// the program does not check what [Declaration.Valid] checks, and says so in a comment.
	Functions string
	Demands   []Demand
	// Parts have tighter bounds, which hold where the program gets the name of one as an argument.
	Parts []Part
}

// A Demand is a function of fields that returns whether an input is right, or what would be right
// in its place ("" where it is).
type Demand struct {
	Function string
	Right    bool   // what it returns for right inputs
	Want     string // what would be right where it returns the contrary
}

// Validator writes a program that reads an input on its standard input, and accepts
// exactly what [Shape.Parse] accepts as exact. It needs nothing but the language itself.
func (s *Shape) Validator(w io.Writer, opt ValidatorOptions) error {
	if opt.Accepted == opt.Rejected {
		opt.Accepted, opt.Rejected = 42, 43
	}
	title := strings.Join(strings.Fields(opt.Title), " ")
	if title != "" {
		title = " of " + title
	}
	whole, program, err := s.Reader()
	if err != nil {
		return err
	}
	parts := table{}
	for _, part := range opt.Parts {
		parts[part.Name] = s.tighter(part.Shape)
	}
	bounds, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	functions, demands := opt.Functions, ""
	for _, d := range opt.Demands {
		demands += fmt.Sprintf("(%q, %s, %q), ", d.Function, map[bool]string{true: "True", false: "False"}[d.Right], d.Want)
	}
	if functions == "" {
		functions = "FUNCTIONS, TAKES, DERIVED = {}, {}, []\n"
		if s.declared.Valid != nil {
			functions = "# The problem demands more of its input, which this program does not check.\n" + functions
		}
	}
	_, err = fmt.Fprintf(w, `#!/usr/bin/env python3
# Checks an input%s. Exits with %d if it is right. If not, exits
# with %d and says where it is wrong. INPUT says what the input looks like. An argument
# that is the name of a group puts its bounds in place of those of INPUT.
ACCEPTED, REJECTED = %d, %d
DEMANDS = [%s]
GROUPS = %s
INPUT = %s

%s

%s
for argument in sys.argv[1:]:
    tighten(INPUT, GROUPS.get(argument, {}))
DATA = sys.stdin.buffer.read()
read_fields(INPUT)
if position < len(DATA):
    reject(position, "the end of the input")
sys.exit(ACCEPTED)
`, title, opt.Accepted, opt.Rejected, opt.Accepted, opt.Rejected, strings.TrimSuffix(demands, ", "), bounds, whole, program, functions)
	return err
}

// A table is a part of the declaration, by its names in the program.
type table map[string]any

// table returns what a level holds.
func (s *Shape) table(depth int) table {
	l := &s.levels[depth]
	fields := []table{}
	for i := range l.fields {
		f := &l.fields[i]
		t := f.table()
		if f.total >= 0 {
			t["total"] = number(s.totals[f.total].Most)
		}
		fields = append(fields, t)
	}
	t := table{"fields": fields, "out": len(s.levels) - 1 - depth}
	if rep := l.repeat; rep != nil {
		how := [...]string{Times: "known", Until: "until", ToEnd: "to end"}[rep.How]
		if rep.How == Times && rep.Count.Counted {
			how = "counted"
		}
		t["repeat"] = table{
			"name": rep.kind, "how": how, "count": rep.Count.pair(), "last": numbers(rep.Last), "ending": rep.endText(),
			"end": cmp.Or(rep.End, "\n"), "level": s.table(depth + 1),
		}
	}
	return t
}

// kindNames and orderNames are what the table calls them.
var (
	kindNames  = [...]string{"number", "numbers", "text", "texts", "tree", "graph", "records", "lists"}
	orderNames = [...]string{"", "increasing", "nondecreasing", "decreasing", "nonincreasing", "distinct"}
)

// table returns what a field holds.
func (f *field) table() table {
	flag := map[bool]int{true: 1}
	t := table{
		"name": f.Name, "kind": kindNames[f.Kind], "order": orderNames[f.Order], "signed": flag[f.signed],
		"least": f.Least.python(), "most": f.Most.python(), "count": f.Count.pair(), "separator": f.separator(), "end": f.end(),
		"counted": 0, "inner": 0, "alphabet": f.Alphabet, "nodes": f.Nodes.python(),
		"base": f.Base, "parents": flag[f.Parents], "directed": flag[f.Directed], "acyclic": flag[f.Acyclic],
		"connected": flag[f.Connected], "repeated": flag[f.Repeated],
	}
	if f.Count.Counted {
		t["counted"] = f.countEnd()
	}
	var columns []table
	for i := range f.columns {
		c := f.columns[i].table()
		c["end"] = cmp.Or(f.columns[i].End, " ")
		columns = append(columns, c)
	}
	if columns != nil {
		t["columns"] = columns
	}
	if f.item != nil {
		item := f.item.table()
		item["inner"] = 1
		t["item"] = item
	}
	return t
}

func (c Count) pair() [2]any { return [2]any{c.Least.python(), c.Most.python()} }

// python returns a bound as the program reads it: a number, a field and a number more, or a term
// and a number more.
func (b Bound) python() any {
	if t, ok := b.Term(); ok {
		return [4]any{t.Op.String(), t.X.python(), t.Y.python(), number(b.Plus)}
	}
	if b.Field == "" {
		return number(b.Plus)
	}
	return [2]any{b.Field, number(b.Plus)}
}

func numbers(all []Int) []json.Number {
	list := []json.Number{}
	for _, i := range all {
		list = append(list, number(i))
	}
	return list
}

func number(i Int) json.Number { return json.Number(i.String()) }
