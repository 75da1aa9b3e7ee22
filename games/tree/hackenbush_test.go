package tree_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

func hackenbush(t oracle.TB, parents []uint64) grundy.Component {
	t.Helper()
	c, err := tree.PlaceHackenbush(nil, oracle.Args(parents...))
	if err != nil {
		t.Fatalf("%v: %v", parents, err)
	}
	return c
}

func hackenbushGraph(t oracle.TB, ends []uint64) grundy.Component {
	t.Helper()
	c, err := tree.PlaceHackenbushGraph(nil, oracle.Args(ends...))
	if err != nil {
		t.Fatalf("%v: %v", ends, err)
	}
	return c
}

// Every tree of up to six edges whose nodes have parents of smaller numbers,
// and every position that play reaches.
func TestHackenbushTreesAgainstOracle(t *testing.T) {
	var parents []uint64
	var grow func(int)
	grow = func(n int) {
		if n == 0 {
			o := &oracle.Oracle{}
			c := hackenbush(t, parents)
			o.CheckClosed(t, c)
			oracle.CheckBound(t, c)
			numbers := checkReading(t, o, c)
			for i := range parents { // each branch by the colon principle
				above := uint64(0)
				for k, p := range parents {
					if p == uint64(i)+1 {
						above ^= numbers[fmt.Sprintf("edge-%d", k+1)]
					}
				}
				if got := numbers[fmt.Sprintf("edge-%d", i+1)]; got != above+1 {
					t.Fatalf("%v: edge %d is read as %d, not %d", c, i+1, got, above+1)
				}
			}
			return
		}
		for p := range uint64(len(parents)) + 1 {
			parents = append(parents, p)
			grow(n - 1)
			parents = parents[:len(parents)-1]
		}
	}
	for n := range 7 {
		grow(n)
	}
}

// Every graph of up to four edges on four vertices, loops and several edges
// between two vertices among them, and random ones of up to eight edges.
func TestHackenbushGraphsAgainstOracle(t *testing.T) {
	most := 4
	if long.Asked {
		most = 6
	}
	var pairs [][2]uint64
	for a := range uint64(4) {
		for b := a; b < 4; b++ {
			pairs = append(pairs, [2]uint64{a, b})
		}
	}
	var ends []uint64
	var grow func(least int)
	grow = func(least int) {
		o := &oracle.Oracle{}
		c := hackenbushGraph(t, ends)
		o.CheckClosed(t, c)
		oracle.CheckBound(t, c)
		checkReading(t, o, c)
		if len(ends) == 2*most {
			return
		}
		for i := least; i < len(pairs); i++ {
			ends = append(ends, pairs[i][:]...)
			grow(i)
			ends = ends[:len(ends)-2]
		}
	}
	grow(0)
	rapid.Check(t, func(t *rapid.T) {
		vertices := rapid.Uint64Range(1, 6).Draw(t, "vertices")
		ends := rapid.SliceOfN(rapid.Uint64Max(vertices-1), 8, 16).Draw(t, "ends")
		o := &oracle.Oracle{}
		c := hackenbushGraph(t, ends[:len(ends)/2*2])
		o.CheckClosed(t, c)
		oracle.CheckBound(t, c)
	})
}

// A larger graph: what is found against the values of all options, and trees as
// graphs against the plain recursion.
func TestHackenbushLarger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vertices := rapid.Uint64Range(2, 40).Draw(t, "vertices")
		ends := rapid.SliceOfN(rapid.Uint64Max(vertices-1), 2, 120).Draw(t, "ends")
		c := hackenbushGraph(t, ends[:len(ends)/2*2])
		value := func(q grundy.Component) uint64 {
			v, _, _ := q.Measure(grundy.ByNimValue)
			return v
		}
		list := oracle.OptionsOf(t, c, value)
		list.CheckOutcomes(t)
		list.CheckValues(t)
		mex := uint64(0)
		for slices.Contains(list.Values, mex) {
			mex++
		}
		if value(c) != mex {
			t.Fatalf("%v: %d, mex %d", c, value(c), mex)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "nodes")
		parents, above := make([]uint64, n), make([]uint64, n+1)
		for i := range parents {
			parents[i] = rapid.Uint64Range(uint64(max(0, i-5)), uint64(i)).Draw(t, "parent")
		}
		for i := n; i > 0; i-- {
			above[parents[i-1]] ^= above[i] + 1
		}
		c := hackenbush(t, parents)
		if v, _, _ := c.Measure(grundy.ByNimValue); v != above[0] {
			t.Fatalf("%v: %d, want %d", c, v, above[0])
		}
		oracle.OptionsOf(t, c, func(q grundy.Component) uint64 {
			v, _, _ := q.Measure(grundy.ByNimValue)
			return v
		}).CheckOutcomes(t)
	})
}

// Pictures whose value is known: paths, the girl's loops, a house.
func TestHackenbushKnown(t *testing.T) {
	for _, test := range []struct {
		ends []uint64
		want uint64
	}{
		{[]uint64{0, 1, 1, 2, 2, 3}, 3},             // a path
		{[]uint64{0, 0}, 1},                         // a loop
		{[]uint64{0, 1, 1, 0}, 0},                   // two edges to the ground at one vertex
		{[]uint64{0, 1, 1, 2, 2, 0}, 1},             // a cycle of odd length through the ground
		{[]uint64{0, 1, 1, 2, 2, 3, 3, 1}, 2},       // a triangle on a stalk
		{[]uint64{0, 1, 0, 2, 1, 2, 1, 3, 2, 3}, 1}, // a house: two walls, ceiling, roof
		{[]uint64{5, 6}, 0},                         // in the air
	} {
		if v, _, _ := hackenbushGraph(t, test.ends).Measure(grundy.ByNimValue); v != test.want {
			t.Errorf("%v: %d, want %d", test.ends, v, test.want)
		}
	}
}

// A path and a cycle of a million edges, or by default 200,000, can be answered.
func TestHackenbushLong(t *testing.T) {
	n := long.Or[uint64](200_000, 1_000_000)
	edges := make([][2]uint64, n)
	for i := range edges {
		edges[i] = [2]uint64{uint64(i), uint64(i) + 1}
	}
	path, err := tree.NewHackenbush(edges)
	if err != nil {
		t.Fatal(err)
	}
	whole := path.Whole()
	if v, _, _ := path.Measure(grundy.ByNimValue, whole); v != n {
		t.Errorf("the path is worth %d", v)
	}
	found, ok := path.FindOptions(grundy.ByNimValue, whole, 5, 5)
	if !ok || found.Count.Int64() != 1 {
		t.Fatalf("options of nim-value 5: %v, %v", found.Count, ok)
	}
	for q := range found.Each {
		if len(q) != 5 {
			t.Errorf("%d edges are left", len(q))
		}
		if move := string(path.AppendMove(nil, whole, q)); move != "cut edge 6" {
			t.Errorf("move %q", move)
		}
	}
	edges[n-1][1] = 0
	cycle, err := tree.NewHackenbush(edges)
	if err != nil {
		t.Fatal(err)
	}
	if v, _, _ := cycle.Measure(grundy.ByNimValue, cycle.Whole()); v != n%2 {
		t.Errorf("the cycle is worth %d", v)
	}
	if _, ok := cycle.FindOptions(grundy.ByNimValue, cycle.Whole(), 0, 0); ok {
		t.Error("the square of n steps were taken")
	}
}

func TestHackenbushWritten(t *testing.T) {
	for _, test := range []struct {
		place      func(rule, args []grundy.Arg) (grundy.Component, error)
		rule, args []uint64
		want       string
	}{
		{tree.PlaceHackenbush, nil, []uint64{0, 0, 1, 3}, "hackenbush[0,0,1,3](1,2,3,4)"},
		{tree.PlaceHackenbush, []uint64{0, 0, 1, 3}, []uint64{4, 2, 1}, "hackenbush[0,0,1,3](1,2)"},
		{tree.PlaceHackenbush, nil, nil, "hackenbush()"},
		{tree.PlaceHackenbushGraph, nil, []uint64{0, 7, 7, 0, 5, 6}, "hackenbush-graph[0,7,7,0,5,6](1,2)"},
		{tree.PlaceHackenbushGraph, []uint64{0, 1, 1, 2, 2, 0}, []uint64{3, 2}, "hackenbush-graph[0,1,1,2,2,0](2,3)"},
	} {
		c, err := test.place(oracle.Args(test.rule...), oracle.Args(test.args...))
		if err != nil || c.String() != test.want {
			t.Errorf("%v, %v; want %s", c, err, test.want)
		}
	}
	c := hackenbush(t, []uint64{0, 0, 1, 3})
	for i, want := range []string{"cut edge 1", "cut edge 2", "cut edge 3", "cut edge 4"} {
		if got := c.DescribeMove(c.AppendOptions(nil)[i]); got != want {
			t.Errorf("move %q, want %q", got, want)
		}
	}
}

func TestHackenbushErrors(t *testing.T) {
	for _, test := range []struct {
		place      func(rule, args []grundy.Arg) (grundy.Component, error)
		rule, args []grundy.Arg
		want       string
	}{
		{tree.PlaceHackenbush, nil, oracle.Args(0, 3), "parent of node 2 = 3: a parent is a node, 1 … 2, or 0, the ground"},
		{tree.PlaceHackenbush, oracle.Args(2, 1, 0), nil, "parent of node 2 = 1: the parents must lead to the ground, and this one closes a cycle"},
		{tree.PlaceHackenbush, oracle.Args(1), nil, "parent of node 1 = 1: the parents must lead to the ground, and this one closes a cycle"},
		{tree.PlaceHackenbush, oracle.Args(0, 1), oracle.Args(1, 3), "edge 3: edges are numbered 1 … 2"},
		{tree.PlaceHackenbush, oracle.Args(0, 1), oracle.Args(1, 1), "edge 1: this one was named before; want each edge that stands once"},
		{tree.PlaceHackenbushGraph, oracle.Args(0, 1, 1), nil, "1: this end has no other; want two ends for each edge"},
		{tree.PlaceHackenbushGraph, nil, []grundy.Arg{{Text: "-1", Neg: true, Abs: 1}, grundy.ArgOf(2)}, "vertex -1: vertices are numbered 0 … 9223372036854775807, and 0 is the ground"},
	} {
		_, err := test.place(test.rule, test.args)
		wantError(t, err, test.want)
	}
}

func BenchmarkHackenbush(b *testing.B) {
	const n = 100_000
	edges := make([][2]uint64, n)
	for i := range edges {
		edges[i] = [2]uint64{uint64(i) * 7919 % uint64(i+1), uint64(i) + 1}
	}
	g, err := tree.NewHackenbush(edges)
	if err != nil {
		b.Fatal(err)
	}
	p := g.Whole()
	rate := func(b *testing.B, options int) {
		b.ReportMetric(float64(b.N)*float64(options)/b.Elapsed().Seconds(), "options/s")
	}
	b.Run("found", func(b *testing.B) {
		for b.Loop() {
			g.FindOptions(grundy.ByOutcome, p, 0, 0)
		}
		rate(b, n)
	})
	b.Run("walked", func(b *testing.B) {
		q, i := []int32(nil), 0
		for b.Loop() {
			q = append(append(q[:0], p[:i]...), p[i+1:]...) // what falls is not reached
			g.Measure(grundy.ByOutcome, q)
			i = (i + 1) % n
		}
		rate(b, 1)
	})
}

func ExamplePlaceHackenbushGraph() {
	// A triangle on a stalk, of value 2, and a path of one edge.
	c, err := tree.PlaceHackenbushGraph(nil, oracle.Args(0, 1, 1, 2, 2, 3, 3, 1, 0, 4))
	if err != nil {
		panic(err)
	}
	v, _, _ := c.Measure(grundy.ByNimValue)
	fmt.Println(c, v)
	// Output:
	// hackenbush-graph[0,1,1,2,2,3,3,1,0,4](1,2,3,4,5) 3
}

// The bound on positions is exact for trees: one more than the edges of a path, and
// the product over the branches on the ground.
func TestHackenbushCountsTrees(t *testing.T) {
	for _, test := range []struct {
		parents []uint64
		want    uint64
	}{{[]uint64{0, 1, 2}, 4}, {[]uint64{0, 0, 2}, 6}, {[]uint64{0, 1, 1}, 5}} {
		c, err := tree.PlaceHackenbush(nil, oracle.Args(test.parents...))
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := c.CountPositions(); !ok || n != test.want {
			t.Errorf("%v: at most %d positions, want %d", c, n, test.want)
		}
	}
}
