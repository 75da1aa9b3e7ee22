package graph

// A graph that other games are played on: its edges go both ways. A text describes it, so that a
// position can name it.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Given is a graph whose edges go both ways, without loops.
type Given struct {
	Names []string  // of the nodes
	Near  [][]int32 // the nodes beside each, ascending
}

// MostGiven is how many nodes, and how many edges, the graph of a game may have.
const MostGiven = 1 << 14

// A family makes graphs of numbers.
type family struct {
	name, form  string
	least, most int   // how many numbers
	from        int64 // the least number
	nodes       func(n []int64) int64
	edges       func(n []int64, edge func(u, v int64))
}

func first(n []int64) int64   { return n[0] }
func oneMore(n []int64) int64 { return n[0] + 1 }

func pathEdges(n []int64, edge func(u, v int64)) {
	for v := int64(1); v < n[0]; v++ {
		edge(v-1, v)
	}
}

func cycleEdges(n []int64, edge func(u, v int64)) {
	pathEdges(n, edge)
	edge(n[0]-1, 0)
}

func starEdges(n []int64, edge func(u, v int64)) {
	for v := int64(1); v <= n[0]; v++ {
		edge(0, v)
	}
}

var families = []family{
	{"path", "path(n)", 1, 1, 1, first, pathEdges},
	{"cycle", "cycle(n)", 1, 1, 3, first, cycleEdges},
	{"complete", "complete(n) or complete(m,n)", 1, 2, 1, func(n []int64) int64 {
		if len(n) == 1 {
			return n[0]
		}
		return n[0] + n[1]
	}, func(n []int64, edge func(u, v int64)) {
		if len(n) == 2 {
			for u := range n[0] {
				for v := range n[1] {
					edge(u, n[0]+v)
				}
			}
			return
		}
		for v := range n[0] {
			for u := range v {
				edge(u, v)
			}
		}
	}},
	{"grid", "grid(height,width)", 2, 2, 1, func(n []int64) int64 { return n[0] * n[1] }, func(n []int64, edge func(u, v int64)) {
		for v := range n[0] * n[1] {
			if v%n[1] > 0 {
				edge(v-1, v)
			}
			if v >= n[1] {
				edge(v-n[1], v)
			}
		}
	}},
	{"star", "star(n), a node beside n others", 1, 1, 0, oneMore, starEdges},
	{"wheel", "wheel(n), a node beside those of a cycle", 1, 1, 3, oneMore, func(n []int64, edge func(u, v int64)) {
		starEdges(n, edge)
		cycleEdges(n, func(u, v int64) { edge(u+1, v+1) })
	}},
	{"petersen", "petersen", 0, 0, 0, func([]int64) int64 { return 10 }, func(_ []int64, edge func(u, v int64)) {
		for v := range int64(5) {
			edge(v, (v+1)%5)
			edge(v, v+5)
			edge(v+5, (v+2)%5+5)
		}
	}},
}

// Told returns the graph that a text describes: one of a family, such as "cycle(5)"; edges between
// numbers, such as "1-2,2-3,7", where 7 has none; or else the name of a file, which open opens. A
// nil open opens none.
func Told(ctx context.Context, text string, o Options, open func(name string) (io.ReadCloser, error)) (*Given, error) {
	text = strings.TrimSpace(text)
	if g, isOne, err := ofFamily(text); isOne {
		return g, err
	}
	if text != "" && strings.Trim(text, "0123456789-, ") == "" {
		return ofEdges(text)
	}
	if open == nil {
		return nil, fmt.Errorf("%s: files are not read here; want edges, as in 1-2,2-3, or %s", quoted([]byte(text)), familyForms())
	}
	if text == "" {
		return nil, fmt.Errorf("want a graph: the name of a file, edges, as in 1-2,2-3, or %s", familyForms())
	}
	file, err := open(text)
	if err != nil {
		var names []string
		for i := range families {
			names = append(names, families[i].name)
		}
		word, _, _ := strings.Cut(text, "(")
		return nil, fmt.Errorf("%w%s", err, message.DidYouMean(word, names))
	}
	o.Name, o.Undirected = text, true
	g, err := Read(ctx, file, o)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	return g.given()
}

// familyForms lists the families.
func familyForms() string {
	var forms []string
	for _, f := range families {
		forms = append(forms, f.form)
	}
	return message.Join(forms, "or")
}

// ofFamily reads a graph of a family, if the text begins with the name of one.
func ofFamily(text string) (g *Given, isOne bool, err error) {
	name, rest, bracketed := strings.Cut(text, "(")
	i := slices.IndexFunc(families, func(f family) bool { return f.name == strings.TrimSpace(name) })
	if i < 0 {
		return nil, false, nil
	}
	f := &families[i]
	var numbers []int64
	if bracketed {
		inside, closed := strings.CutSuffix(rest, ")")
		for word := range strings.SplitSeq(inside, ",") {
			n, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
			if err != nil || !closed || n < f.from || n > MostGiven {
				return nil, true, fmt.Errorf("%s: want %s, of numbers %d … %d", quoted([]byte(text)), f.form, f.from, MostGiven)
			}
			numbers = append(numbers, n)
		}
	}
	if len(numbers) < f.least || len(numbers) > f.most || bracketed && f.most == 0 {
		return nil, true, fmt.Errorf("%s: want %s", quoted([]byte(text)), f.form)
	}
	nodes := f.nodes(numbers)
	if nodes > MostGiven {
		return nil, true, tooMany(nodes, "nodes")
	}
	g = &Given{Near: make([][]int32, nodes)}
	for v := range nodes {
		g.Names = append(g.Names, strconv.FormatInt(v, 10))
	}
	edges := 0
	f.edges(numbers, func(u, v int64) {
		if edges++; edges <= MostGiven {
			g.Near[u], g.Near[v] = append(g.Near[u], int32(v)), append(g.Near[v], int32(u))
		}
	})
	if edges > MostGiven {
		return nil, true, tooMany(int64(edges), "edges")
	}
	g.sort()
	return g, true, nil
}

func tooMany(n int64, what string) error {
	return fmt.Errorf("%d %s: the graph of a game has at most %d: %w", n, what, MostGiven, grundy.ErrTooLarge)
}

// sort sorts the nodes beside each, and leaves each once.
func (g *Given) sort() {
	for v, near := range g.Near {
		slices.Sort(near)
		g.Near[v] = slices.Compact(near)
	}
}

// ofEdges reads edges between numbers, and numbers alone, with commas between them.
func ofEdges(text string) (*Given, error) {
	var ends [][]uint64
	var names []uint64
	for word := range strings.SplitSeq(text, ",") {
		var two []uint64
		for end := range strings.SplitSeq(word, "-") {
			n, ok := numberOf([]byte(strings.TrimSpace(end)))
			if !ok || len(two) == 2 {
				return nil, fmt.Errorf("%s in %s: want an edge between two numbers, as in 1-2, or a number alone, which is a node", quoted([]byte(word)), quoted([]byte(text)))
			}
			two = append(two, uint64(n))
		}
		ends, names = append(ends, two), append(names, two...)
		if len(ends) > MostGiven {
			return nil, tooMany(int64(len(ends)), "edges")
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	g := &Given{Near: make([][]int32, len(names))}
	if len(names) > MostGiven {
		return nil, tooMany(int64(len(names)), "nodes")
	}
	for _, n := range names {
		g.Names = append(g.Names, strconv.FormatUint(n, 10))
	}
	for _, two := range ends {
		u, _ := slices.BinarySearch(names, two[0])
		v, _ := slices.BinarySearch(names, two[len(two)-1])
		if u == v && len(two) == 2 {
			return nil, fmt.Errorf("%d-%d is an edge from a node to itself: want two nodes", two[0], two[1])
		}
		if u != v {
			g.Near[u], g.Near[v] = append(g.Near[u], int32(v)), append(g.Near[v], int32(u))
		}
	}
	g.sort()
	return g, nil
}

// given returns the graph with its edges both ways. Nodes whose names are numbers are in ascending
// order, others in that of the text.
func (g *Graph) given() (*Given, error) {
	if n := g.Nodes(); n > MostGiven {
		return nil, fmt.Errorf("%s: %w", g.name, tooMany(int64(n), "nodes"))
	}
	if n := g.rows.Edges(); n > 2*MostGiven {
		return nil, fmt.Errorf("%s: %w", g.name, tooMany(int64(n), "edges"))
	}
	nodes := slices.Collect(g.All())
	if g.names.text == nil {
		if slices.Sort(nodes); !g.names.dense {
			slices.SortFunc(nodes, func(a, b uint32) int { return int(g.names.numbers[a]) - int(g.names.numbers[b]) })
		}
	}
	at := map[uint32]int32{}
	all := &Given{Near: make([][]int32, len(nodes))}
	for i, v := range nodes {
		at[v] = int32(i)
		all.Names = append(all.Names, string(g.AppendName(nil, v)))
	}
	options := g.rows.Options()
	for i, v := range nodes {
		for _, w := range options(v) {
			if w == v {
				return nil, fmt.Errorf("%s: an edge from %s to itself: want two nodes", g.name, quoted([]byte(all.Names[i])))
			}
			all.Near[i], all.Near[at[w]] = append(all.Near[i], at[w]), append(all.Near[at[w]], int32(i))
		}
	}
	all.sort()
	return all, nil
}
