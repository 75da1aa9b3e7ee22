package catalog_test

// Games on a graph that is given, compared with plain searches by the definitions: nodes and edges as
// sets, without parts and without isomorphisms.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
)

// A plainGraph is a graph of some nodes, with its edges.
type plainGraph struct {
	nodes int
	edges [][2]int
}

// text writes the graph as it stands in brackets.
func (g plainGraph) text() string {
	var words []string
	for v := range g.nodes {
		words = append(words, fmt.Sprint(v))
	}
	for _, e := range g.edges {
		words = append(words, fmt.Sprintf("%d-%d", e[0], e[1]))
	}
	return strings.Join(words, ",")
}

// A left is what is left of a graph: nodes and edges as sets, a token, and the numbers of edges.
type left struct {
	nodes, edges uint32
	token        int
	numbers      [8]uint8
}

func (g plainGraph) all() left {
	return left{nodes: 1<<g.nodes - 1, edges: 1<<len(g.edges) - 1}
}

// without takes nodes away, with their edges.
func (g plainGraph) without(p left, nodes uint32) left {
	p.nodes &^= nodes
	for e, ends := range g.edges {
		if nodes>>ends[0]&1 != 0 || nodes>>ends[1]&1 != 0 {
			p.edges &^= 1 << e
		}
	}
	return p
}

// beside returns the nodes at the other ends of the edges of a node that are left.
func (g plainGraph) beside(p left, v int) (nodes uint32) {
	for e, ends := range g.edges {
		if p.edges>>e&1 != 0 && (ends[0] == v || ends[1] == v) {
			nodes |= 1<<ends[0] | 1<<ends[1]
		}
	}
	return nodes &^ (1 << v)
}

// plainMoves are the moves of the games by their definitions.
var plainMoves = map[string]func(g plainGraph, p left) []left{
	"node-kayles": func(g plainGraph, p left) (all []left) {
		for v := range g.nodes {
			if p.nodes>>v&1 != 0 {
				all = append(all, g.without(p, 1<<v|g.beside(p, v)))
			}
		}
		return all
	},
	"arc-kayles": func(g plainGraph, p left) (all []left) {
		for e, ends := range g.edges {
			if p.edges>>e&1 != 0 {
				all = append(all, g.without(p, 1<<ends[0]|1<<ends[1]))
			}
		}
		return all
	},
	"grim": func(g plainGraph, p left) (all []left) {
		for v := range g.nodes {
			if g.beside(p, v) != 0 {
				all = append(all, g.without(p, 1<<v))
			}
		}
		return all
	},
	"graph-chomp": func(g plainGraph, p left) (all []left) {
		for v := range g.nodes {
			if p.nodes>>v&1 != 0 {
				all = append(all, g.without(p, 1<<v))
			}
		}
		for e := range g.edges {
			if p.edges>>e&1 != 0 {
				q := p
				q.edges &^= 1 << e
				all = append(all, q)
			}
		}
		return all
	},
	"graph-nim": func(g plainGraph, p left) (all []left) {
		for e, ends := range g.edges {
			if ends[0] == p.token || ends[1] == p.token {
				for n := range p.numbers[e] {
					q := p
					q.token = ends[0] + ends[1] - p.token
					q.numbers[e] = n
					all = append(all, q)
				}
			}
		}
		return all
	},
	"vertex-geography": func(g plainGraph, p left) (all []left) {
		next := g.beside(p, p.token)
		for v := range g.nodes {
			if next>>v&1 != 0 {
				q := g.without(p, 1<<p.token)
				q.token = v
				all = append(all, q)
			}
		}
		return all
	},
}

// A plain searches one graph of a game.
type plain struct {
	g      plainGraph
	moves  func(g plainGraph, p left) []left
	values map[left]grundy.Value
	next   map[left][]left
}

func newPlain(game string, g plainGraph) *plain {
	return &plain{g, plainMoves[game], map[left]grundy.Value{}, map[left][]left{}}
}

func (s *plain) after(p left) []left {
	all, ok := s.next[p]
	if !ok {
		all = s.moves(s.g, p)
		s.next[p] = all
	}
	return all
}

func (s *plain) value(p left) grundy.Value {
	if v, ok := s.values[p]; ok {
		return v
	}
	var values []grundy.Value
	for _, q := range s.after(p) {
		values = append(values, s.value(q))
	}
	v := grundy.Mex(values...)
	s.values[p] = v
	return v
}

// A pairOf is a sum of two of them and a heap of Nim.
type pairOf struct {
	a, b left
	heap int
}

// wins reports who wins a sum, by all plays of it.
func wins(a, b *plain, p pairOf, misere bool, known map[pairOf]bool) bool {
	if won, ok := known[p]; ok {
		return won
	}
	won, ended := false, true
	try := func(q pairOf) {
		ended = false
		won = won || !wins(a, b, q, misere, known)
	}
	for _, q := range a.after(p.a) {
		try(pairOf{q, p.b, p.heap})
	}
	for _, q := range b.after(p.b) {
		try(pairOf{p.a, q, p.heap})
	}
	for n := range p.heap {
		try(pairOf{p.a, p.b, n})
	}
	won = won || ended && misere
	known[p] = won
	return won
}

// drawnGraph draws a graph, and a position of a game on it with its text.
func drawnGraph(r interface{ IntN(n int) int }, game string, most int) (g plainGraph, p left, text string) {
	g.nodes = 1 + r.IntN(most)
	dense := 1 + r.IntN(4)
	for v := range g.nodes {
		for u := range v {
			if r.IntN(5) < dense && len(g.edges) < 8 {
				g.edges = append(g.edges, [2]int{u, v})
			}
		}
	}
	p = g.all()
	arguments := ""
	switch game {
	case "graph-nim":
		p.token, p.nodes, p.edges = r.IntN(g.nodes), 0, 0
		var numbers []string
		// the edges stand in the order of their second ends
		for e := range g.edges {
			p.numbers[e] = uint8(r.IntN(3))
			numbers = append(numbers, fmt.Sprint(p.numbers[e]))
		}
		if len(numbers) == 0 {
			numbers = []string{"0"}
		}
		arguments = fmt.Sprintf("%d,[%s]", p.token, strings.Join(numbers, ","))
	case "vertex-geography":
		p.token = r.IntN(g.nodes)
		arguments = fmt.Sprint(p.token)
		if len(g.edges) == 0 { // numbers alone are pairs there
			var pairs []string
			for v := range g.nodes {
				pairs = append(pairs, fmt.Sprintf("%d,%d", v, v))
			}
			return g, p, fmt.Sprintf("%s[%s](%s)", game, strings.Join(pairs, ","), arguments)
		}
	}
	return g, p, fmt.Sprintf("%s[%s](%s)", game, g.text(), arguments)
}

// TestGraphGamesByDefinition compares the nim-values of random graphs, and who wins sums of two and a heap in
// normal and misère play.
func TestGraphGamesByDefinition(t *testing.T) {
	for _, game := range []string{"node-kayles", "arc-kayles", "grim", "graph-chomp", "graph-nim", "vertex-geography"} {
		t.Run(game, func(t *testing.T) {
			r := chance.New(t, 36)
			for range long.Of(4, 60, 1000) {
				g, p, text := drawnGraph(r, game, 6)
				a := newPlain(game, g)
				if got, want := toldValue(t, text), uint64(a.value(p)); got != want {
					t.Fatalf("%s has the nim-value %d, and by the definition %d", text, got, want)
				}
				h, q, second := drawnGraph(r, game, 3)
				other := newPlain(game, h)
				heap := r.IntN(3)
				for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
					sum, err := position.Parse(fmt.Sprintf("%s + %s + nim(%d)", text, second, heap))
					if err != nil {
						t.Fatal(err)
					}
					answer, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: convention})
					if err != nil {
						t.Fatal(err)
					}
					want := wins(a, other, pairOf{p, q, heap}, convention == grundy.Misere, map[pairOf]bool{})
					if got := answer.Outcome == grundy.N; got != want {
						t.Fatalf("%s + %s + nim(%d), %v: the player to move wins: %v, and by the definition %v", text, second, heap, convention, got, want)
					}
				}
			}
		})
	}
}

func toldValue(t *testing.T, text string) uint64 {
	t.Helper()
	_, value := told(t, text)
	var n uint64
	if _, err := fmt.Sscan(value, &n); err != nil {
		t.Fatalf("%s has the value %s", text, value)
	}
	return n
}

// TestGraphGamesPublished compares families with what is published: the octal games of paths, Khandhawit
// and Ye's theorems on Chomp, Adams and others on complete graphs.
func TestGraphGamesPublished(t *testing.T) {
	long.Only(t)
	same := func(text, as string) {
		t.Helper()
		if got, want := toldValue(t, text), toldValue(t, as); got != want {
			t.Errorf("%s has the nim-value %d, and %s %d", text, got, as, want)
		}
	}
	value := func(text string, want int) {
		t.Helper()
		if got := toldValue(t, text); got != uint64(want) {
			t.Errorf("%s has the nim-value %d, not %d", text, got, want)
		}
	}
	for n := 1; n <= long.Of(24, 24, 40); n++ {
		same(fmt.Sprintf("node-kayles[path(%d)]()", n), fmt.Sprintf("0.137(%d)", n))
		same(fmt.Sprintf("arc-kayles[path(%d)]()", n), fmt.Sprintf("0.07(%d)", n))
		same(fmt.Sprintf("grim[path(%d)]()", n), fmt.Sprintf("0.6(%d)", n))
		value(fmt.Sprintf("node-kayles[complete(%d)]()", n), 1)
		value(fmt.Sprintf("arc-kayles[star(%d)]()", n), 1)
	}
	for n := 3; n <= 12; n++ { // after any move a path is left
		value(fmt.Sprintf("node-kayles[cycle(%d)]()", n), zeroAt(int(toldValue(t, fmt.Sprintf("0.137(%d)", n-3)))))
		value(fmt.Sprintf("arc-kayles[cycle(%d)]()", n), zeroAt(int(toldValue(t, fmt.Sprintf("0.07(%d)", n-2)))))
		value(fmt.Sprintf("grim[cycle(%d)]()", n), zeroAt(int(toldValue(t, fmt.Sprintf("0.6(%d)", n-1)))))
	}
	for n := 1; n <= long.Of(7, 7, 8); n++ {
		value(fmt.Sprintf("graph-chomp[complete(%d)]()", n), n%3)
	}
	for h := 2; h <= 4; h++ {
		for w := h; w <= 4; w++ {
			same(fmt.Sprintf("arc-kayles[grid(%d,%d)]()", h, w), fmt.Sprintf("cram(%d,%d)", h, w))
		}
	}
	for n := 2; n <= 7; n++ { // trees, and even cycles
		value(fmt.Sprintf("graph-chomp[path(%d)]()", n), n%2+2*((n-1)%2))
		value(fmt.Sprintf("graph-chomp[star(%d)]()", n), (n+1)%2+2*(n%2))
		if n%2 == 0 && n > 2 {
			value(fmt.Sprintf("graph-chomp[cycle(%d)]()", n), 0)
		}
	}
	value("graph-chomp[grid(2,3)]()", 2)
	value("graph-chomp[complete(2,3)]()", 1)
	for n := 2; n <= 9; n++ {
		if a, _ := told(t, fmt.Sprintf("grim[complete(%d)]()", n)); (a.Outcome == grundy.P) != (n%2 == 1) {
			t.Errorf("grim[complete(%d)]() is %v", n, a.Outcome)
		}
	}
}

// TestGraphGamesBadInput wants one line, with what is wrong.
func TestGraphGamesBadInput(t *testing.T) {
	for text, want := range map[string]string{
		"node-kayles[cycle(2)]()":       "want cycle(n), of numbers 3 …",
		"node-kayles[1-1]()":            "an edge from a node to itself",
		"node-kayles[1-2-3]()":          `"1-2-3"`,
		"node-kayles[]()":               "want a graph",
		"node-kayles[x.txt]()":          "files are not read here",
		"node-kayles[path(20000)]()":    "of numbers 1 … 16384",
		"node-kayles[complete(999)]()":  "at most 16384",
		"kayles[path(3)](3)":            "no graph is taken in brackets",
		"vertex-geography[cycle(2)](0)": "want cycle(n)",
		"vertex-geography[y.txt](0)":    "files are not read here",
		"node-kayles[path(3)](\"oo\")":  "3",
	} {
		_, err := position.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want a line with %q", text, err, want)
		}
	}
}

// TestGraphsInBracketsReadAgain reads positions as they are written.
func TestGraphsInBracketsReadAgain(t *testing.T) {
	for _, text := range []string{"node-kayles[cycle(5)](\"oo.o.\")", "graph-nim[1-2,2-3](0,[1,2])", "grim[ wheel(4) ]()", "vertex-geography[petersen](0,1)"} {
		sum, err := position.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		written := sum[0].Component.String()
		again, err := position.Parse(written)
		if err != nil || again[0].Component.String() != written {
			t.Errorf("%s is written %s, which reads as %v, %v", text, written, again, err)
		}
		if f, ok := rules.FileOf(sum[0].Component); ok {
			if g, _ := rules.FileOf(again[0].Component); f.RulesKey() != g.RulesKey() {
				t.Errorf("%s: the file is another game when it is read again", text)
			}
		}
	}
	one, _ := position.Parse("node-kayles[cycle(5)]()")
	two, _ := position.Parse("node-kayles[cycle(6)]()")
	if one[0].Component.Identity() == two[0].Component.Identity() {
		t.Error("two graphs are one game")
	}
}
