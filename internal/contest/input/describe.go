package input

// This file describes inputs in words, for statements.

import (
	"fmt"
	"math/bits"
	"strings"
)

// Describe returns what the input holds, a line of text for each line or list of it.
func (s *Shape) Describe() []string {
	de := &describer{inCall: s.isCall()}
	if s.isCall() {
		de.line(`each line is a call, {"args": [` + s.signature() + `]}, with the arguments`)
		de.indent++
		de.fields(s.levels[1].fields)
	} else {
		de.levels(s.levels)
	}
	for _, t := range s.totals {
		de.indent = 0
		de.line(fmt.Sprintf("the sum of %s over the whole input is at most %s", s.sumOf(t), short(t.Most)))
	}
	return de.lines
}

func (s *Shape) sumOf(t total) string {
	if s.levels[t.level].fields[t.field].Kind == KindNumber {
		return t.Field
	}
	return "the lengths of " + t.Field
}

// A describer collects lines.
type describer struct {
	lines  []string
	indent int
	inCall bool // where no number stands before a list
}

func (de *describer) line(text string) {
	de.lines = append(de.lines, strings.Repeat("  ", de.indent)+text)
}

func (de *describer) levels(levels []level) {
	l := &levels[0]
	de.fields(l.fields)
	rep := l.repeat
	if rep == nil {
		return
	}
	many := plural(rep.Name)
	switch {
	case rep.How == Until:
		de.line(fmt.Sprintf("%s until %s; each has", many, rep.endLine()))
	case rep.How == ToEnd:
		de.line(fmt.Sprintf("%s to the end of the input; each has", many))
	case rep.Count.Counted:
		de.line(fmt.Sprintf("the number of %s (%s), and then for each", many, between(rep.Count.Least, rep.Count.Most)))
	default:
		de.line(fmt.Sprintf("%s %s; each has", rep.Count.Most, many))
	}
	de.indent++
	de.levels(levels[1:])
	de.indent--
}

// endLine returns the numbers at the end in words.
func (r *Repeat) endLine() string {
	lines := strings.Split(strings.TrimSuffix(r.endText(), "\n"), "\n")
	if len(lines) == 1 {
		return "a line " + lines[0]
	}
	return "the lines " + strings.Join(lines, ", ")
}

// between returns bounds in words.
func between(least, most Bound) string {
	if least == most {
		return shortBound(least)
	}
	return shortBound(least) + " to " + shortBound(most)
}

func shortBound(b Bound) string {
	if b.IsNumber() {
		return short(b.Plus)
	}
	return b.String()
}

// short returns a number as statements write it, for example 2*10^5 or 2^64-1.
func short(i Int) string {
	n, zeros := i.Size, 0
	for n > 0 && n%10 == 0 {
		n, zeros = n/10, zeros+1
	}
	sign := ""
	if i.Negative {
		sign = "-"
	}
	switch {
	case i.Size < 1000:
	case zeros >= 4 && n == 1:
		return fmt.Sprintf("%s10^%d", sign, zeros)
	case zeros >= 4 && n < 1000:
		return fmt.Sprintf("%s%d*10^%d", sign, n, zeros)
	case bits.OnesCount64(i.Size) == 1:
		return fmt.Sprintf("%s2^%d", sign, bits.Len64(i.Size)-1)
	case i.Size&(i.Size+1) == 0 && !i.Negative:
		return fmt.Sprintf("2^%d-1", bits.Len64(i.Size))
	}
	return i.String()
}

// count says how many there are of something.
func (de *describer) count(c Count) string {
	text := between(c.Least, c.Most)
	if c.Counted && !de.inCall {
		text += ", their number first"
	}
	return text
}

func (de *describer) fields(fields []field) {
	for i := 0; i < len(fields); i++ {
		text := de.field(&fields[i])
		for fields[i].end() == " " && i+1 < len(fields) {
			i++
			text += "; " + de.field(&fields[i])
		}
		de.line(text)
	}
}

// field returns a field in words.
func (de *describer) field(f *field) string {
	numbers, where := "of "+between(f.Least, f.Most), ""
	if f.Kind == KindNumber { // of records
		where = " from line to line"
	}
	switch f.Order {
	case AnyOrder:
	case Distinct:
		numbers += ", no number twice" + where
	default:
		numbers += ", " + orderNames[f.Order] + where
	}
	text := f.Name + ": "
	switch f.Kind {
	case KindNumber:
		text = fmt.Sprintf("%s (%s)", f.Name, strings.TrimPrefix(numbers, "of "))
	case KindNumbers:
		text += fmt.Sprintf("numbers %s (%s)", numbers, de.count(f.Count))
		if f.separator() == "\n" {
			text += ", one a line"
		}
	case KindText:
		text += fmt.Sprintf("a word of %s characters of %q", between(f.Least, f.Most), f.Alphabet)
	case KindTexts:
		text += fmt.Sprintf("words of %s characters of %q (%s)", between(f.Least, f.Most), f.Alphabet, de.count(f.Count))
		if f.separator() == "\n" {
			text += ", one a line"
		}
	case KindTree:
		edges := "its edges, one a line"
		if f.Parents {
			edges = "the parent of each node after the first"
		}
		text += fmt.Sprintf("a tree of %s nodes from %d: %s", shortBound(f.Count.Most), f.Base, edges)
	case KindGraph:
		kind := "a graph"
		for _, is := range []struct {
			it   bool
			text string
		}{{f.Directed, "directed"}, {f.Acyclic, "acyclic"}, {f.Connected, "connected"}, {f.Repeated, "edges may be repeated"}} {
			if is.it {
				kind += ", " + is.text
			}
		}
		text += fmt.Sprintf("%s, of %s nodes from %d: its edges, one a line (%s)", kind, shortBound(f.Nodes), f.Base, de.count(f.Count))
	case KindRecords:
		var columns []string
		for i := range f.columns {
			columns = append(columns, de.field(&f.columns[i]))
		}
		text += fmt.Sprintf("lines (%s), each with %s", de.count(f.Count), strings.Join(columns, "; "))
		if f.Order == Distinct {
			text += "; no line twice"
		}
	case KindLists:
		text += fmt.Sprintf("lists (%s), one a line: %s", de.count(f.Count), strings.TrimPrefix(de.field(f.item), f.item.Name+": "))
		if f.Acyclic {
			text += "; list i has the nodes to which edges lead from node i, and there is no cycle"
		}
	}
	return text
}
