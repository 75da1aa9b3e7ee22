package rules

// A template is a position in which some integers are left open, written "_", such as
// pass-nim.star(_,_,1), end-nim([_,3,_]) or kayles("X"*_).

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Template is a position of a file some of whose integers are left open.
type Template struct {
	// Offsets are the places of the open integers in the text that was read. Names are
	// the names of their fields, or of the parameters of start.
	Offsets []int
	Names   []string
	// Limits are how many numbers, from 0 on, the fields allow; 0 where that is not known.
	Limits []uint64

	file   *File
	groups [][]literal
	starts []int
}

// ReadTemplate reads a template as [File.Read] reads a position.
func (f *File) ReadTemplate(text string) (t *Template, length int, err error) {
	r := reader{text: text, opens: true}
	groups, starts, err := r.groups()
	if err != nil {
		return nil, 0, err
	}
	t = &Template{Offsets: r.holes, Limits: make([]uint64, len(r.holes)), file: f, groups: groups, starts: starts}
	for g, group := range groups {
		names := f.namesOf(group)
		for i, l := range group {
			to := r.at // where the next value begins
			if i+1 < len(group) {
				to = group[i+1].at
			} else if g+1 < len(groups) {
				to = starts[g+1]
			}
			name := fmt.Sprint(len(t.Names) + 1)
			if i < len(names) {
				name = names[i]
			}
			var inside int
			for _, at := range r.holes {
				if l.at <= at && at < to {
					inside++
				}
			}
			if fields := f.Fields(); inside == 1 && l.value.Kind == lang.IntKind && len(fields) == len(group) && name == fields[i].Name {
				t.Limits[len(t.Names)] = uint64(max(fields[i].Hi, 0)) + 1
			}
			for k := range inside {
				if inside > 1 {
					t.Names = append(t.Names, fmt.Sprintf("%s %d", name, k+1))
				} else {
					t.Names = append(t.Names, name)
				}
			}
		}
	}
	return t, r.at, nil
}

// Fixed returns the numbers of the template, nil for those that are open, if it is a list
// of numbers that are not below 0.
func (t *Template) Fixed() (fixed []*uint64, ok bool) {
	if len(t.groups) != 1 {
		return nil, false
	}
	for _, l := range t.groups[0] {
		switch {
		case l.value.Kind != lang.IntKind || l.value.N < 0:
			return nil, false
		case l.open:
			fixed = append(fixed, nil)
		default:
			n := uint64(l.value.N)
			fixed = append(fixed, &n)
		}
	}
	return fixed, true
}

// IsFields reports whether the numbers of the template are the fields of a position, and no
// arguments of start.
func (t *Template) IsFields() bool {
	_, numbers := t.Fixed()
	values := plainValues(t.groups[0])
	return numbers && t.file.builtIn == nil && !t.file.isStart(values)
}

// Open returns which field of a position each open number is, by itself or as start passes it on.
// The result is false where one is none.
func (t *Template) Open() (fields []int, ok bool) {
	if len(t.groups) != 1 || t.file.builtIn != nil {
		return nil, false
	}
	group := t.groups[0]
	values := plainValues(group)
	is := make([]int, len(group)) // which field each value is
	for i := range is {
		is[i] = i
	}
	count := len(group)
	if t.file.isStart(values) {
		passes, ok := t.file.start.Passes()
		if !ok {
			return nil, false
		}
		for i := range is {
			if is[i] = slices.Index(passes, i); slices.Contains(passes[is[i]+1:], i) {
				is[i] = -1
			}
		}
		count = len(passes)
	}
	if count != len(t.file.code.Shape.Fields) {
		return nil, false
	}
	for i, l := range group {
		if !l.open {
			continue
		}
		if is[i] < 0 || l.value.Kind != lang.IntKind || t.file.code.Shape.Fields[is[i]].Kind != core.Integer {
			return nil, false
		}
		fields = append(fields, is[i])
	}
	return fields, slices.IsSorted(fields)
}

// namesOf returns the names of the values of a group: the parameters of start where it
// makes the position, otherwise the fields; of a declared board, its axes.
func (f *File) namesOf(group []literal) []string {
	if f.builtIn != nil {
		if f.builtIn.board == nil || len(group) > 3 {
			return nil
		}
		return []string{"x", "y", "z"}[:len(group)]
	}
	values := plainValues(group)
	switch {
	case f.isStart(values):
		return f.code.Params(f.start)
	case f.Flat && len(group) <= 26:
		return strings.Split("abcdefghijklmnopqrstuvwxyz"[:len(group)], "")
	}
	if names := f.code.Shape.Names(); len(names) == len(group) {
		return names
	}
	return nil
}

// Placer returns a function that makes positions of the open integers, as many as there
// are. The function start of the file stops soon after ctx ends. One goroutine at a time
// may call it.
func (t *Template) Placer(ctx context.Context) func(numbers []uint64) (grundy.Component, error) {
	r := t.file.during(ctx)
	signed := make([]int64, len(t.Offsets))
	groups := make([][]literal, len(t.groups))
	for i, group := range t.groups {
		groups[i] = slices.Clone(group)
	}
	return func(numbers []uint64) (grundy.Component, error) {
		for i, n := range numbers {
			if n > math.MaxInt64 {
				return nil, &NotationError{Offset: t.Offsets[i], Msg: fmt.Sprintf("%d is outside 64 bits", n)}
			}
			signed[i] = int64(n)
		}
		for i, group := range t.groups {
			for j, l := range group {
				var err error
				if groups[i][j].value, err = l.with(signed); err != nil {
					return nil, err
				}
			}
		}
		if t.file.builtIn != nil {
			return t.file.placeBuiltIn(groups, t.starts)
		}
		p, err := r.positionOf(groups, t.starts)
		if err != nil {
			return nil, err
		}
		return t.file.place(p), nil
	}
}

// TemplateOf returns the text, behind the name of the file, of a template in which the
// named numbers are fixed to values, as they are written, and all others are open. The
// names are parameters of start or, where they are not all such, fields. The error names
// what is wrong.
func (f *File) TemplateOf(fixed map[string]string) (string, error) {
	if f.builtIn != nil {
		return "", fmt.Errorf("%s has no fields", f)
	}
	var names, fields []string
	if f.startTakesNumbers() {
		names = f.code.Params(f.start)
	}
	fields = f.code.Shape.Names()
	unknown := func(of []string) string {
		for _, name := range slices.Sorted(maps.Keys(fixed)) {
			if !slices.Contains(of, name) {
				return name
			}
		}
		return ""
	}
	if len(names) == 0 || unknown(names) != "" {
		if name := unknown(fields); name != "" {
			all := fields
			for _, n := range names {
				if !slices.Contains(all, n) {
					all = append(all, n)
				}
			}
			return "", fmt.Errorf("%s has no number %q%s; want one of %s", f, name, message.DidYouMean(name, all), strings.Join(all, ", "))
		}
		names = fields
		for i := range f.code.Shape.Fields {
			field := &f.code.Shape.Fields[i]
			if _, is := fixed[field.Name]; !is && field.Kind != Integer {
				return "", fmt.Errorf("%s of %s is not an integer; fix it too, as in %s=%s", field.Name, f, field.Name, exampleOf(field))
			}
		}
	}
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = "_"
		if text, ok := fixed[name]; ok {
			values[i] = text
		}
	}
	return "(" + strings.Join(values, ",") + ")", nil
}

// exampleOf returns a value for a field that leaves a number open.
func exampleOf(f *core.Field) string {
	switch {
	case f.Kind == Grid && f.Letters != "":
		return fmt.Sprintf("[%q*_]*3", f.Letters[:1])
	case f.Kind == Grid:
		return fmt.Sprintf("[[%d]*_]*3", max(f.Lo, 1))
	case f.Letters != "":
		return fmt.Sprintf("%q*_", f.Letters[:1])
	case f.Exact:
		return "[" + strings.TrimSuffix(strings.Repeat("_,", f.Most), ",") + "]"
	}
	return "[_]"
}

// mostOpen bounds the numbers that [File.Whole] leaves open.
const mostOpen = 8

// Whole returns the template of a file whose positions are one row of a few integers, of a
// fixed length, or heaps so: all of them are open.
func (f *File) Whole() (template string, ok bool) {
	if f.builtIn != nil || len(f.code.Shape.Fields) != 1 {
		return "", false
	}
	field := &f.code.Shape.Fields[0]
	if field.Kind != Row && field.Kind != Heaps || field.Letters != "" || !field.Exact || field.Most > mostOpen {
		return "", false
	}
	return f.OpenExample(), true
}

// OpenExample returns a template of the file, to try.
func (f *File) OpenExample() string {
	switch {
	case f.builtIn != nil:
		return f.String() + "(_)"
	case f.Flat && !f.code.Shape.Fields[0].Exact:
		return f.String() + "(_,_)"
	}
	if numbers := f.Numbers(); len(numbers) > 0 {
		return f.String() + "(" + strings.TrimSuffix(strings.Repeat("_,", len(numbers)), ",") + ")"
	}
	values := make([]string, len(f.code.Shape.Fields))
	for i := range values {
		field := &f.code.Shape.Fields[i]
		if values[i] = "_"; field.Kind != Integer {
			values[i] = exampleOf(field)
		}
	}
	return f.String() + "(" + strings.Join(values, ",") + ")"
}
