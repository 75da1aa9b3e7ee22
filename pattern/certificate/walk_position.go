package certificate

// This file makes the coordinates of a position, and begins to walk.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// walkMoves makes the coordinates and walks through legal and moves.
func (w *walker) walkMoves() error {
	g := w.game
	var args []val
	twice := false
	here := &path{names: w.top}
	for i := range w.fields {
		f := &w.fields[i]
		if n, ok := w.frame.Fixed[f.name]; ok && f.cells < 0 {
			if n < f.least || n > f.most {
				return fmt.Errorf("frame: %s = %d is not from %d to %d", f.name, n, f.least, f.most)
			}
			args = append(args, number(n))
			continue
		}
		if f.least < 0 {
			return fmt.Errorf("rules: %s may be below 0, and the verifier reads natural numbers", f.name)
		}
		add := func(name string) val {
			twice = twice || slices.Contains(g.coordinates, name)
			g.coordinates = append(g.coordinates, name)
			g.least, g.most = append(g.least, f.least), append(g.most, f.most)
			w.next++
			return val{is: 'i', t: variable(w.next - 1)}
		}
		if f.cells < 0 {
			args = append(args, add(f.name))
			continue
		}
		var cells []val
		for c := range f.cells {
			cells = append(cells, add(fmt.Sprint(f.name, c+1)))
		}
		row := listOf(cells)
		row.field = f
		args = append(args, row)
		legal, err := f.legal(cells)
		if err != nil {
			return err
		}
		g.shape = all(g.shape, legal)
		if f.sorted {
			here = here.and(legal)
		}
	}
	for name := range w.frame.Fixed {
		if !slices.ContainsFunc(w.fields, func(f field) bool { return f.name == name && f.cells < 0 }) {
			return fmt.Errorf("frame: there is no integer %q in a position", name)
		}
	}
	if twice {
		return fmt.Errorf("rules: two numbers of a position are called the same: %s", strings.Join(g.coordinates, ", "))
	}
	if len(g.coordinates) == 0 || len(g.coordinates) > 12 {
		return fmt.Errorf("rules: a position has %d numbers; the verifier reads 1 to 12", len(g.coordinates))
	}
	if legal, ok := w.top["legal"]; ok && legal.def != nil {
		var may []formula
		err := w.call(here, legal.def, legal.def, args, func(p *path, v val) error {
			switch v.is {
			case 'b':
				may = append(may, exists(p.bound, all(append(slices.Clone(p.guards), v.f)...)))
			case 's':
			default:
				return failAt(legal.def, "want True or a message")
			}
			return nil
		})
		if err != nil {
			return err
		}
		g.shape = all(g.shape, some(may...))
		g.duties, g.won, g.lost = nil, no, no
		if len(g.kinds) > 0 {
			return failAt(legal.def, "legal states no moves")
		}
	}
	moves, ok := w.top["moves"]
	if !ok || moves.def == nil {
		return errors.New("rules: there is no function moves")
	}
	w.inside = "moves"
	return w.call(here, moves.def, moves.def, args, func(*path, val) error { return nil })
}

// legal is what the shape of a row says, besides its bounds.
func (f *field) legal(cells []val) (formula, error) {
	legal := yes
	for i := range cells {
		for j := range i {
			up, ok := cells[i].t.plus(-1, cells[j].t)
			if !ok {
				return no, errors.New("a number is too large")
			}
			down, _ := constant(0).plus(-1, up)
			switch {
			case f.sorted, f.order == "ascending" && j == i-1:
				legal = all(legal, isLeast(up))
			case f.order == "descending" && j == i-1:
				legal = all(legal, isLeast(down))
			}
			if f.distinct {
				legal = all(legal, not(isZero(up)))
			}
		}
	}
	return legal, nil
}
