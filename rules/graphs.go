package rules

// A file may be played on a graph: graph("cycle(5)") is the list of the nodes beside each node, and
// graph(default = "petersen") is the graph that stands in brackets behind the name of the file.

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// Graphs say which graph stands in brackets behind the name of a file, and how those of files are
// opened.
type Graphs = lang.Graphs

// stepsOfGraph is what a cell of the lists of a graph costs, which take memory besides.
const stepsOfGraph = 64

// graphWords returns the functions that give a file its graphs. The graphs that were read go to text,
// as if they stood in the file.
func (f *File) graphWords(ctx context.Context, text io.Writer) map[string]lang.Builtin {
	read := map[string]*graph.Given{}
	told := func(ev *lang.Evaluator, c *lang.Call) *graph.Given {
		given := ev.Keywords(c, "default")
		standard, ok := given["default"]
		if ev.Err == nil && len(c.Args)+len(given) != 1 {
			ev.FailHere(`want a graph, as in graph("cycle(5)"), or graph(default = "petersen") for the one in brackets behind the name of the file`)
		}
		if !ok && ev.Err == nil {
			standard = c.Args[0]
		}
		if ev.Err != nil {
			return nil
		}
		if standard.Kind != lang.TextKind {
			ev.FailHere(`want a graph as a string, as in "cycle(5)", not %s`, ev.Show(standard))
			return nil
		}
		all, name := f.code.Options.Graphs, standard.Text()
		if all == nil {
			all = &Graphs{}
		}
		if f.mayBeGiven = f.mayBeGiven || ok; ok && all.Given != "" {
			name = all.Given
		}
		g, known := read[name]
		if !known {
			var err error
			if g, err = graph.Told(ctx, name, graph.Options{Memory: all.Memory}, all.Open); err != nil {
				if ev.FailHere("%v", err); ok && all.Given != "" {
					f.notGiven = err
				}
				return nil
			}
			for v, near := range g.Near {
				_, _ = io.WriteString(text, g.Names[v])
				for _, u := range near {
					_, _ = text.Write([]byte{0, byte(u), byte(u >> 8)})
				}
				_, _ = text.Write([]byte{1})
			}
			read[name] = g
		}
		cells := len(g.Near)
		for _, near := range g.Near {
			cells += len(near)
		}
		ev.Spend(int64(cells * stepsOfGraph))
		return g
	}
	return map[string]lang.Builtin{
		"graph": lang.AtTop(func(ev *lang.Evaluator, c *lang.Call) lang.Value {
			g := told(ev, c)
			if ev.Err != nil {
				return lang.Value{}
			}
			var lists []lang.Value
			for _, near := range g.Near {
				var nodes []lang.Value
				for _, u := range near {
					nodes = append(nodes, lang.Int(int64(u)))
				}
				lists = append(lists, lang.List(nodes))
			}
			return lang.List(lists)
		}),
		"graph_names": lang.AtTop(func(ev *lang.Evaluator, c *lang.Call) lang.Value {
			g := told(ev, c)
			if ev.Err != nil {
				return lang.Value{}
			}
			var names []lang.Value
			for _, name := range g.Names {
				names = append(names, lang.Text(name))
			}
			return lang.List(names)
		}),
	}
}

// isGiven reports whether a graph stands in brackets behind the name of the file.
func (f *File) isGiven() bool {
	return f.code.Options.Graphs != nil && f.code.Options.Graphs.Given != ""
}

// TakesGraph reports whether a graph may stand in brackets behind the name of the file.
func (f *File) TakesGraph() bool { return f.mayBeGiven }

// readAlong reads the cells that are beside each cell of a row.
func (t *touching) readAlong(ev *lang.Evaluator, c *lang.Call, along lang.Value, field *Field) {
	lines, ok := along.Items()
	if field.Kind != Row || !field.Exact || !ok || len(lines) != field.Most {
		ev.Fail(c.Keyword("along"), "want a row of a fixed length, and the list of the cells beside each of them, as in row(\"o.\", length = len(G)) and along = G")
		return
	}
	t.near = make([][]int32, len(lines))
	for i, line := range lines {
		cells, ok := line.Items()
		if !ok || !ev.Spend(int64(1+len(cells))) {
			ev.Fail(c.Keyword("along"), "want a list of cells, not %s", ev.Show(line))
			return
		}
		for _, v := range cells {
			if v.Kind != lang.IntKind || v.N < 0 || v.N >= int64(len(lines)) || v.N == int64(i) {
				ev.Fail(c.Keyword("along"), "cell %s beside cell %d: want another of the %d cells, counted from 0", ev.Show(v), i, len(lines))
				return
			}
			t.near[i] = append(t.near[i], int32(v.N))
		}
		slices.Sort(t.near[i])
		t.near[i] = slices.Compact(t.near[i])
	}
	for i, near := range t.near {
		for _, j := range near {
			if _, back := slices.BinarySearch(t.near[j], int32(i)); !back {
				ev.Fail(c.Keyword("along"), "cell %d is beside cell %d, but not the other way round", j, i)
				return
			}
		}
	}
}

// eachGroup passes one state for each group of cells that hold together along a graph to visit. Its
// cells stay where they are.
func (t *touching) eachGroup(w *worker, state []int64, visit func(part []int64) error) error {
	f := &w.run.code.Shape.Fields[t.of]
	items := f.Items(state)
	seen, group := make([]bool, len(items)), make([]int32, 0, len(items))
	for first := range items {
		if seen[first] || t.class[items[first]-f.Lo] == 0 {
			continue
		}
		group, seen[first] = append(group[:0], int32(first)), true
		for i := 0; i < len(group); i++ {
			with := t.with[t.class[items[group[i]]-f.Lo]]
			for _, next := range t.near[group[i]] {
				if !seen[next] && with[t.class[items[next]-f.Lo]] {
					seen[next], group = true, append(group, next)
				}
			}
		}
		to, err := t.part(w, state, len(items))
		if err != nil {
			return err
		}
		to[0] = int64(len(items))
		for i := range items {
			to[1+i] = t.rest
		}
		for _, at := range group {
			to[1+at] = items[at]
		}
		if err := visit(w.part); err != nil {
			return err
		}
	}
	return nil
}

// classesOf returns the symmetry by which a state is the same as another one where what is left of the
// graph looks alike, or nil.
func (f *File) classesOf(all []same) *same {
	for i := range all {
		if all[i].alike {
			return &all[i]
		}
	}
	return nil
}

// leastOf is [File.leastOf], and then replaces a state by the first one that was met in its class.
func (r *run) leastOf(all []same, state, room []int64) {
	r.File.leastOf(all, state, room)
	if s := r.classesOf(all); s != nil {
		r.classes.represent(r, s.of, state)
	}
}

// canonical replaces a state by the least of those that are the same by what the file declares, or by the first one of
// its class that the run has met.
func (r *run) canonical(state, room []int64) { r.leastOf(r.same, state, room) }

// represent replaces a state by the first one that was met whose coloured graph is isomorphic. Where
// that is not known, or there is no memory to note it, the state stays as it is.
func (c *classes) represent(r *run, of int, state []int64) {
	f := &r.code.Shape.Fields[of]
	own := r.pack(state)
	c.mu.Lock()
	first, known := c.of[own]
	c.mu.Unlock()
	if known {
		r.unpack(state, first)
		return
	}
	t := &r.touching[0]
	items := f.Items(state)
	var cells []int32
	for i, v := range items {
		if v != t.rest {
			cells = append(cells, int32(i))
		}
	}
	if len(cells) > mostAlike {
		return
	}
	colours, near := make([]int64, len(cells)), make([]uint64, len(cells))
	for i, at := range cells {
		colours[i] = items[at]
		for _, u := range t.near[at] {
			if j, ok := slices.BinarySearch(cells, u); ok {
				near[i] |= 1 << j
			}
		}
	}
	form, ok := canonicalForm(colours, near)
	if !ok {
		return
	}
	var key strings.Builder
	bare := slices.Clone(state) // what is beside the graph
	for _, at := range cells {
		bare[f.At+1+int(at)] = t.rest
	}
	key.WriteString(r.pack(bare))
	key.WriteString(form)
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, known = c.of[key.String()]; !known {
		first = own
		if c.hold(r, len(own)+key.Len()) {
			c.of[key.String()] = own
		}
	}
	if c.hold(r, 2*len(own)) {
		c.of[own] = first
	}
	r.unpack(state, first)
}
