package input

// This file helps draws that Valid refuses. A condition on each row of a list, or on each
// two of them, is met by a whole random list hardly ever, but by one row after the other
// easily.

import "slices"

// A rowGroup is the lists of a level whose rows belong together: one number counts them,
// or one list has as many as the other.
type rowGroup []int

// rowGroups returns the groups of a level.
func (s *Shape) rowGroups(depth int) []rowGroup {
	var groups []rowGroup
	by := map[reference]int{}
	for i := range s.levels[depth].fields {
		f := &s.levels[depth].fields[i]
		switch f.Kind {
		case KindNumbers, KindTexts, KindRecords, KindLists:
		default:
			continue
		}
		if f.isOrdered() && f.Kind != KindLists || f.Acyclic {
			continue // a new number may have no place in it
		}
		key := reference{depth, i}
		if b := &f.count.most; b.isField() && !f.Count.Counted {
			key = reference{depth - b.out, b.field}
		}
		at, known := by[key]
		if !known {
			at = len(groups)
			by[key] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], i)
	}
	return groups
}

const (
	mostGrown = 64 // rows of lists that grow row by row
	rowTries  = 40 // draws of one row
	// mostNoes bounds what is refused, whole inputs by their size.
	mostNoes = 100_000
)

// mend draws rows of an innermost repetition anew, one by one, until Valid accepts each:
// together with those before it, or in a long list by itself. It reports whether Valid
// accepts the outcome.
func (g *drawer) mend(depth int, d *Data) (bool, error) {
	for _, group := range g.shape.rowGroups(depth) {
		if !g.mendRows(depth, d, group) {
			return false, nil
		}
	}
	want, err := g.shape.declared.Valid(g.Ctx, d)
	return err == nil && want == "", err
}

// accepts reports whether Valid accepts d with other rows of the group. An error means no: the
// function may expect more rows.
func (g *drawer) accepts(depth int, d *Data, group rowGroup, rows []Value) bool {
	c := *d
	c.Values = slices.Clone(d.Values)
	g.shape.put(depth, &c, group, rows)
	want, err := g.shape.declared.Valid(g.Ctx, &c)
	return err == nil && want == ""
}

// put puts other rows of the group into d, and their number.
func (s *Shape) put(depth int, d *Data, group rowGroup, rows []Value) {
	for i, field := range group {
		d.Values[field] = rows[i]
	}
	f := &s.levels[depth].fields[group[0]]
	if b := &f.count.most; f.namesCount() {
		d.Values[b.field].Number = UintOf(uint64(rows[0].Len())).Add(b.plus.Neg()).raw()
	}
}

// namesCount reports whether the number of rows is an earlier number of the same repetition.
func (f *field) namesCount() bool {
	b := &f.count.most
	return b.isField() && b.out == 0 && !b.length && !f.Count.Counted
}

// mendRows draws each row anew until Valid accepts it. Where it finds no more, it leaves fewer
// rows than there were, or in a long list reports false.
func (g *drawer) mendRows(depth int, d *Data, group rowGroup) bool {
	made, n := make([]Value, len(group)), d.Values[group[0]].Len()
	for row := range n {
		rows := d.rows(group, row)
		more := rows
		for try := 0; ; try++ {
			if n <= mostGrown {
				more = slices.Clone(made)
				for i := range more {
					more[i] = more[i].clone()
					more[i].appendRow(&rows[i])
				}
			}
			if g.accepts(depth, d, group, more) {
				break
			}
			if try == rowTries || g.Ctx.Err() != nil {
				g.noes += rowTries * more[0].Len()
				if f := &g.shape.levels[depth].fields[group[0]]; row > 0 && n <= mostGrown && (f.Count.Counted || f.namesCount()) {
					g.shape.put(depth, d, group, made)
				}
				return n <= mostGrown
			}
			rows = g.drawRows(depth, d, group)
			if n > mostGrown {
				more = rows
			}
		}
		for i := range made {
			made[i].appendRow(&rows[i])
		}
	}
	if n > 0 {
		g.shape.put(depth, d, group, made)
	}
	return true
}

// rows returns one row of each list of the group.
func (d *Data) rows(group rowGroup, row int) []Value {
	rows := make([]Value, len(group))
	for i, field := range group {
		v := &d.Values[field]
		switch {
		case v.Text != nil:
			rows[i].Text = slices.Clone(v.Word(row))
			rows[i].Ends = []int{len(rows[i].Text)}
		case v.Ends != nil:
			rows[i].List = slices.Clone(v.Row(row))
			rows[i].Ends = []int{len(rows[i].List)}
		case v.Number > 0:
			rows[i].Number, rows[i].List = v.Number, slices.Clone(v.Row(row))
		default:
			rows[i].List = []uint64{v.List[row]}
		}
	}
	return rows
}

// appendRow appends the one row of w.
func (v *Value) appendRow(w *Value) {
	v.Number = w.Number
	v.List = append(v.List, w.List...)
	v.Text = append(v.Text, w.Text...)
	if w.Ends != nil {
		v.Ends = append(v.Ends, len(v.List)+len(v.Text))
	}
}

// drawRows draws one row of each list of the group.
func (g *drawer) drawRows(depth int, d *Data, group rowGroup) []Value {
	rows := make([]Value, len(group))
	for i, field := range group {
		f := &g.shape.levels[depth].fields[field]
		if g.elements(f, &rows[i], 1, -1, d) != nil {
			return d.rows(group, 0) // no room for another one
		}
	}
	return rows
}
