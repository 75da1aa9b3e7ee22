package loopy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/loopy"
)

// adjacency is a graph by its lists of options.
type adjacency [][]int

func (a adjacency) edges() (edges []loopy.Edge) {
	for v, options := range a {
		for _, u := range options {
			edges = append(edges, loopy.Edge{From: uint32(v), To: uint32(u)})
		}
	}
	return edges
}

func (a adjacency) graph(t testing.TB) *loopy.Graph {
	t.Helper()
	g, err := loopy.NewGraph(context.Background(), len(a), a.edges())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func solve(t testing.TB, a adjacency) *loopy.Values {
	t.Helper()
	values, err := loopy.Solve(context.Background(), a.graph(t))
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// outcomes follows the definitions until nothing changes: N with an option that
// is P, P with options that are all N, or with none in normal play.
func outcomes(options [][]int, convention grundy.Convention) []grundy.Outcome {
	result := make([]grundy.Outcome, len(options))
	for p := range result {
		result[p] = grundy.D
	}
	for changed := true; changed; {
		changed = false
		for p, list := range options {
			if result[p] != grundy.D {
				continue
			}
			allN := true
			for _, q := range list {
				if result[q] == grundy.P {
					result[p], changed = grundy.N, true
				}
				allN = allN && result[q] == grundy.N
			}
			switch {
			case len(list) == 0 && convention == grundy.Misere:
				result[p], changed = grundy.N, true
			case allN:
				result[p], changed = grundy.P, true
			}
		}
	}
	return result
}

// product returns the options of the sum of two graphs; node (i,j) has the
// number i*len(b)+j.
func product(a, b [][]int) [][]int {
	options := make([][]int, len(a)*len(b))
	for i := range a {
		for j := range b {
			at := i*len(b) + j
			for _, k := range a[i] {
				options[at] = append(options[at], k*len(b)+j)
			}
			for _, k := range b[j] {
				options[at] = append(options[at], i*len(b)+k)
			}
		}
	}
	return options
}

// heapsTo returns the heaps of Nim 0 … most.
func heapsTo(most int) [][]int {
	heaps := make([][]int, most+1)
	for k := range heaps {
		for j := range k {
			heaps[k] = append(heaps[k], j)
		}
	}
	return heaps
}

// checkValues compares the values of a graph with the outcomes of its nodes
// beside heaps of Nim, and those alone with retrograde analysis.
func checkValues(t interface{ Fatalf(string, ...any) }, a adjacency, values *loopy.Values) {
	most := 0
	for _, options := range a {
		most = max(most, len(options))
	}
	most++
	beside := outcomes(product(a, heapsTo(most)), grundy.Normal)
	for v := range a {
		value := values.At(uint32(v))
		for k := range most + 1 {
			want := beside[v*(most+1)+k]
			got := loopy.OutcomeOf(loopy.Sum(value, grundy.LoopyValue{Nim: grundy.Value(k)}))
			if got != want {
				t.Fatalf("%v: node %d has the value %v, so with *%d it would be %v; it is %v", a, v, value, k, got, want)
			}
		}
		if got := values.Outcome(uint32(v)); got != beside[v*(most+1)] {
			t.Fatalf("%v: node %d is %v, want %v", a, v, got, beside[v*(most+1)])
		}
		nim, finite := values.NimValue(uint32(v))
		if finite == value.Infinite || finite && nim != value.Nim {
			t.Fatalf("%v: node %d: %v and %d, %v", a, v, value, nim, finite)
		}
		// K holds the labels of options, and no more.
		var labels []grundy.Value
		for _, u := range a[v] {
			if label := values.At(uint32(u)); !label.Infinite {
				labels = append(labels, label.Nim)
			}
		}
		slices.Sort(labels)
		if labels = slices.Compact(labels); value.Infinite && !slices.Equal(labels, value.Options) {
			t.Fatalf("%v: node %d is %v, and its options have %v", a, v, value, labels)
		}
	}
}

// digraph returns the graph on n nodes whose matrix has these bits.
func digraph(n int, matrix uint64) adjacency {
	a := make(adjacency, n)
	for v := range n {
		for u := range n {
			if matrix>>(v*n+u)&1 == 1 {
				a[v] = append(a[v], u)
			}
		}
	}
	return a
}

// All graphs with 1 to 4 nodes, loops included, and some with 5.
func TestSmallGraphs(t *testing.T) {
	infinite, large := 0, grundy.Value(0)
	check := func(a adjacency) {
		values := solve(t, a)
		checkValues(t, a, values)
		for v := range a {
			if value := values.At(uint32(v)); value.Infinite {
				infinite++
			} else {
				large = max(large, value.Nim)
			}
		}
	}
	for n := range 5 {
		step := uint64(1)
		if n == 4 {
			step = long.Or[uint64](7, 1)
		}
		for matrix := uint64(0); matrix < 1<<(n*n); matrix += step {
			check(digraph(n, matrix))
		}
	}
	count := 300
	if long.Asked {
		count = 100_000
	}
	for i := range count {
		random := rand.New(rand.NewPCG(uint64(i), 5))
		n := 5 + i%3
		a := digraph(n, 0)
		for v := range n {
			for u := range n {
				// The more edges go down, the more nim-values there are.
				if random.IntN(8) < []int{1, 5, 4}[i%2+min(max(v-u, 0), 1)*(1-i%2)] {
					a[v] = append(a[v], u)
				}
			}
		}
		check(a)
	}
	if infinite == 0 || large < 3 {
		t.Errorf("%d infinite values, the largest nim-value %d: the graphs show too little", infinite, large)
	}
}

// Sums of two graphs with cycles, against the product graph.
func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var graphs [2]adjacency
		for i := range graphs {
			n := rapid.IntRange(1, 6).Draw(t, "nodes")
			a := make(adjacency, n)
			for v := range a {
				a[v] = rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, n, rapid.ID[int]).Draw(t, "options")
			}
			graphs[i] = a
		}
		a, b := graphs[0], graphs[1]
		var values [2]*loopy.Values
		for i, a := range graphs {
			g, err := loopy.NewGraph(context.Background(), len(a), a.edges())
			if err != nil {
				t.Fatal(err)
			}
			if values[i], err = loopy.Solve(context.Background(), g); err != nil {
				t.Fatal(err)
			}
			checkValues(t, a, values[i])
			for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
				got, _, err := loopy.Outcomes(context.Background(), g, convention)
				if err != nil || !slices.Equal(got, outcomes(a, convention)) {
					t.Fatalf("%v: %v outcomes %v, %v, want %v", a, convention, got, err, outcomes(a, convention))
				}
				checkRemoteness(t, a, g, convention)
			}
		}
		want := outcomes(product(a, b), grundy.Normal)
		for v := range a {
			for u := range b {
				sum := loopy.Sum(values[0].At(uint32(v)), values[1].At(uint32(u)))
				if got := loopy.OutcomeOf(sum); got != want[v*len(b)+u] {
					t.Fatalf("%v node %d + %v node %d is %v, by value %v; want %v", a, v, b, u, got, sum, want[v*len(b)+u])
				}
			}
		}
	})
}

// checkRemoteness compares remotenesses with their definition: a node that is won
// has one more than the least of its options that are lost, a node that is lost one
// more than the greatest of its options. Draws have none.
func checkRemoteness(t *rapid.T, a adjacency, g *loopy.Graph, convention grundy.Convention) {
	all, got, err := loopy.Outcomes(context.Background(), g, convention)
	if err != nil {
		t.Fatal(err)
	}
	if want := outcomes(a, convention); !slices.Equal(all, want) {
		t.Fatalf("%v: %v outcomes with remoteness %v, want %v", a, convention, all, want)
	}
	for v, options := range a {
		want := uint64(0)
		switch {
		case all[v] == grundy.D:
			want = loopy.Infinite
		case all[v] == grundy.N && len(options) > 0:
			want = loopy.Infinite
			for _, u := range options {
				if all[u] == grundy.P {
					want = min(want, got[u]+1)
				}
			}
		case len(options) > 0:
			for _, u := range options {
				want = max(want, got[u]+1)
			}
		}
		if got[v] != want {
			t.Fatalf("%v: node %d has %v remoteness %d, want %d", a, v, convention, got[v], want)
		}
	}
}

func TestWindUp(t *testing.T) {
	text, err := os.ReadFile("testdata/loopy_windup.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Entries []struct {
			N      int
			S      []int
			Values []json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Entries) < 20 {
		t.Fatalf("%d entries", len(file.Entries))
	}
	for _, entry := range file.Entries {
		a := make(adjacency, entry.N)
		for i := 1; i < entry.N; i++ {
			for _, s := range entry.S {
				a[i] = append(a[i], ((i-s)%entry.N+entry.N)%entry.N)
			}
		}
		values := solve(t, a)
		for v, raw := range entry.Values {
			want := grundy.LoopyValue{}
			var infinity struct{ Inf []grundy.Value }
			if json.Unmarshal(raw, &want.Nim) != nil {
				if err := json.Unmarshal(raw, &infinity); err != nil {
					t.Fatal(err)
				}
				want = grundy.LoopyValue{Infinite: true, Options: infinity.Inf}
			}
			if got := values.At(uint32(v)); got.String() != want.String() {
				t.Errorf("WindUp(%d,%v): node %d is %v, want %v", entry.N, entry.S, v, got, want)
			}
		}
	}
}

// The condition of reverting moves, for a label above 0: node 1 has options of
// value 0 and itself.
func TestReverting(t *testing.T) {
	if got := solve(t, adjacency{{}, {0, 1}}).At(1).String(); got != "∞(0)" {
		t.Errorf("a loop beside an option of value 0 is %s", got)
	}
	// Node 2 is *1 with a detour to 3, from which one can come back to *1.
	if got := solve(t, adjacency{{}, {0}, {0, 3}, {1, 3}}).At(2).String(); got != "1" {
		t.Errorf("a reversible detour from *1 is %s", got)
	}
}

// Complete acyclic graphs have nim-values far beyond a word; beside them loops,
// and nodes with few options of large values.
func TestLargeNimValues(t *testing.T) {
	const n = 300
	a := adjacency(heapsTo(n))
	add := func(options ...int) int {
		a = append(a, options)
		return len(a) - 1
	}
	few := add(0, 1, 100, 200)                                // 2
	loop := add(len(a), 3, 40, 41, 250)                       // ∞(3,40,41,250)
	all := add(append(slices.Clone(heapsTo(150)[150]), 0)...) // 150
	spare := add(0)                                           // to be changed
	wide := add(append(slices.Clone(heapsTo(99)[99]), spare)...)
	a[spare] = []int{99, spare} // it reverts to 99, and moves to itself: ∞(99)
	back := add(append(slices.Clone(heapsTo(60)[60]), len(a), 200)...)
	same := add(append(slices.Clone(heapsTo(60)[60]), len(a)+1)...)
	add(60, len(a), 7) // reverts to 60
	first := add(append(slices.Clone(heapsTo(40)[40]), len(a)+1)...)
	add(40, len(a), 7) // reverts to 40, which has no bit in a word any more
	values := solve(t, a)
	for v, want := range map[int]string{
		few: "2", loop: "∞(3,40,41,250)", all: "150", spare: "∞(99)", wide: "99", n: "300", 39: "39", 40: "40", 41: "41", 103: "103", 104: "104", same: "60", same + 1: "∞(7,60)", first: "40", first + 1: "∞(7,40)",
	} {
		if got := values.At(uint32(v)).String(); got != want {
			t.Errorf("node %d is %s, want %s", v, got, want)
		}
	}
	if got := values.At(uint32(back)); !got.Infinite || len(got.Options) != 61 || got.Options[60] != 200 {
		t.Errorf("node %d is %v", back, got)
	}
	checkValues(t, a, values)
}

// Random graphs of some hundred nodes with many levels.
func TestMediumGraphs(t *testing.T) {
	for seed := range long.Or[uint64](3, 6) {
		random := rand.New(rand.NewPCG(seed, 9))
		a := make(adjacency, 150)
		for v := range a {
			for u := range v {
				if random.IntN(10) < 7 {
					a[v] = append(a[v], u)
				}
			}
			if seed > 0 && random.IntN(8) < int(seed) {
				a[v] = append(a[v], random.IntN(len(a)), v)
			}
		}
		checkValues(t, a, solve(t, a))
	}
}

// Nodes with more edges than the field of the word that counts them.
func TestManyEdges(t *testing.T) {
	if !long.Asked {
		t.Skip("tens of millions of edges")
	}
	loops := make([]loopy.Edge, 1<<24+5)
	for i := range loops {
		loops[i] = loopy.Edge{From: 1, To: 0}
	}
	loops[0].To = 2
	for _, last := range []loopy.Edge{{From: 2, To: 0}, {From: 2, To: 2}} {
		g, err := loopy.NewGraph(t.Context(), 3, loops, []loopy.Edge{last})
		if err != nil {
			t.Fatal(err)
		}
		values, err := loopy.Solve(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"0", "2", "1"} // 2 moves to 0
		if last.To == 2 {
			want = []string{"0", "∞(0)", "∞"}
		}
		for v, w := range want {
			if got := values.At(uint32(v)).String(); got != w {
				t.Errorf("with %v: node %d is %s, want %s", last, v, got, w)
			}
		}
	}
}

// The two ways to sort edges give the same graph.
func TestBlocksRace(t *testing.T) {
	random := chance.New(t, 2)
	for _, n := range []int{1, 2, 255, 256, 257, 1000, 70_000} {
		var lists [3][]loopy.Edge
		options := make([]map[uint32]bool, n)
		for i := range 300_000 {
			e := loopy.Edge{From: uint32(random.IntN(n)), To: uint32(random.IntN(n))}
			lists[i%3] = append(lists[i%3], e)
			if options[e.From] == nil {
				options[e.From] = map[uint32]bool{}
			}
			options[e.From][e.To] = true
		}
		g, err := loopy.NewGraph(t.Context(), n, lists[:]...)
		if err != nil {
			t.Fatal(err)
		}
		read := g.Options()
		for v := range n {
			got := read(uint32(v))
			for i, u := range got {
				if !options[v][u] || i > 0 && got[i-1] >= u {
					t.Fatalf("%d nodes: node %d has the options %v", n, v, got)
				}
			}
			if len(got) != len(options[v]) {
				t.Fatalf("%d nodes: node %d has %d options, want %d", n, v, len(got), len(options[v]))
			}
		}
		if g.Edges() != 300_000 || g.Nodes() != n {
			t.Errorf("%d nodes: %d edges", n, g.Edges())
		}
	}
	for _, wrong := range []loopy.Edge{{From: 5}, {To: 5}} {
		for _, count := range []int{1, 300_000} {
			if _, err := loopy.NewGraph(t.Context(), 5, append(make([]loopy.Edge, count), wrong)); err == nil {
				t.Errorf("%d edges with %v are a graph of 5 nodes", count, wrong)
			}
		}
	}
}

func TestCycle(t *testing.T) {
	random := chance.New(t, 52)
	for range 5_000 {
		a := digraph(4, random.Uint64()&random.Uint64())
		cycle, err := a.graph(t).Cycle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ended := make([]bool, len(a))
		for range a {
			for v, options := range a {
				ended[v] = !slices.ContainsFunc(options, func(o int) bool { return !ended[o] })
			}
		}
		if (cycle != nil) != slices.Contains(ended, false) {
			t.Fatalf("%v: cycle %v", a, cycle)
		}
		for i, v := range cycle {
			if !slices.Contains(a[v], int(cycle[(i+1)%len(cycle)])) {
				t.Fatalf("%v: %v is not a cycle", a, cycle)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	edges := make([]loopy.Edge, 3<<20)
	if _, err := loopy.NewGraph(ctx, 2, edges); !errors.Is(err, context.Canceled) {
		t.Errorf("NewGraph: %v", err)
	}
	g, err := loopy.NewGraph(t.Context(), 2, edges)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loopy.Solve(ctx, g); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve: %v", err)
	}
	for i := range edges {
		edges[i].From = 1
	}
	if g, err = loopy.NewGraph(t.Context(), 2, edges); err != nil {
		t.Fatal(err)
	}
	if _, _, err := loopy.Outcomes(ctx, g, grundy.Normal); !errors.Is(err, context.Canceled) {
		t.Errorf("Outcomes: %v", err)
	}
}

func ExampleSolve() {
	// 0 is the end; 1 moves there; 2 moves to 1, or to itself.
	g, err := loopy.NewGraph(context.Background(), 3, []loopy.Edge{{1, 0}, {2, 1}, {2, 2}})
	if err != nil {
		panic(err)
	}
	values, err := loopy.Solve(context.Background(), g)
	if err != nil {
		panic(err)
	}
	for v := range uint32(3) {
		fmt.Println(v, values.Outcome(v), values.At(v))
	}
	fmt.Println(loopy.OutcomeOf(loopy.Sum(values.At(1), values.At(2))))
	// Output:
	// 0 P 0
	// 1 N 1
	// 2 D ∞(1)
	// N
}
