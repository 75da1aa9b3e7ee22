package catalog_test

// Families of graphs whose pieces are heaps of several kinds: the files of docs/literature.md and docs/results.md,
// compared with the graphs themselves.

import (
	"regexp"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// node adds a node, joined to others.
func (g *plainGraph) node(to ...int) int {
	for _, v := range to {
		g.edges = append(g.edges, [2]int{v, g.nodes})
	}
	g.nodes++
	return g.nodes - 1
}

// ray adds a path that begins beside a node; at -1 it begins alone.
func (g *plainGraph) ray(at, nodes int) {
	for range nodes {
		if at < 0 {
			at = g.node()
		} else {
			at = g.node(at)
		}
	}
}

// families make the graphs of the files, by game and numbers.
var families = map[string]struct {
	game  string
	graph func(numbers []uint64) plainGraph
}{
	"diamonds": {"node-kayles", func(numbers []uint64) (g plainGraph) {
		var hubs []int
		for i := range int(numbers[1]) {
			if i == 0 {
				hubs = append(hubs, g.node())
				continue
			}
			hubs = append(hubs, g.node(hubs[i-1]))
			g.node(hubs[i-1], hubs[i])
			g.node(hubs[i-1], hubs[i])
		}
		for end := range int(numbers[0]) {
			for range 2 {
				if len(hubs) == 0 {
					g.node()
				} else {
					g.node(hubs[end*(len(hubs)-1)])
				}
			}
		}
		return g
	}},
	"scallops": {"node-kayles", func(numbers []uint64) (g plainGraph) {
		n := int(numbers[1])
		for i := range n {
			var to []int
			for _, back := range []int{1, 3} {
				if i >= back {
					to = append(to, i-back)
				}
			}
			g.node(to...)
		}
		for end := range int(numbers[0]) {
			if n < 2 {
				g.node()
			} else {
				g.node([]int{1, n - 2}[end])
			}
		}
		return g
	}},
	"spider": {"node-kayles", func(numbers []uint64) (g plainGraph) {
		middle := -1
		if g.ray(-1, int(numbers[2])); numbers[2] > 0 {
			middle = 0
		}
		g.ray(middle, int(numbers[0]))
		g.ray(middle, int(numbers[1]))
		return g
	}},
	"legs":        {"arc-kayles", caterpillar(3)},
	"caterpillar": {"node-kayles", caterpillar(2)},
	"arcs": {"arc-kayles", func(numbers []uint64) (g plainGraph) {
		g.node()
		for _, nodes := range numbers {
			g.ray(0, int(nodes))
		}
		return g
	}},
}

// caterpillar makes paths with a leaf at each node of some number, as blocks and a rest.
func caterpillar(each int) func(numbers []uint64) plainGraph {
	return func(numbers []uint64) (g plainGraph) {
		first, nodes := int(numbers[0]), each*int(numbers[2])+int(numbers[1])
		g.ray(-1, nodes)
		for at := first; at < nodes; at += each {
			g.node(at)
		}
		return g
	}
}

func TestFamiliesOfGraphs(t *testing.T) {
	long.Only(t)
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, m := range regexp.MustCompile("(?s)```python\n# (\\w+)\\.star\n(.*?)```").FindAllStringSubmatch(pages["literature"]+pages["results"], -1) {
		of, ok := families[m[1]]
		if !ok {
			continue
		}
		f, err := rules.Load(t.Context(), m[1], strings.NewReader(m[2]), rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := family.Recognise(t.Context(), f, rules.Frame{})
		if err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		sides := append([]uint64{}, found.Table.Sides()...)
		for i, side := range sides {
			if side == 0 {
				sides[i] = 12
			}
		}
		cell, compared := make([]uint64, len(sides)), 0
		err = found.Table.EachRow(t.Context(), grundy.ByNimValue, sides, 1, nil, func(row []uint64) error {
			for x, v := range row {
				cell[0] = uint64(x)
				if g := of.graph(cell); g.nodes <= long.Of(12, 12, 18) {
					compared++
					if want := newPlain(of.game, g).value(g.all()); uint64(want) != v {
						t.Errorf("%s%v: %d, but on the graph %d", m[1], cell, v, want)
					}
				}
			}
			for axis := 1; axis < len(cell); axis++ {
				if cell[axis]++; cell[axis] < sides[axis] {
					break
				}
				cell[axis] = 0
			}
			return nil
		})
		if err != nil || compared < 10 {
			t.Errorf("%s: %d graphs compared, %v", m[1], compared, err)
		}
		t.Logf("%s: %d graphs", m[1], compared)
		files++
	}
	if files != len(families) {
		t.Errorf("%d of %d files stand in the pages", files, len(families))
	}
}
