package automata

import (
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// moore minimises as Moore does: it tells nodes apart by the classes of the nodes after
// them, round by round, until no class falls into parts. Within a round it takes the layers
// from the last to the first, so that a round reads a letter.
func moore(g *graph) graph {
	starts, sources := backwards(g)
	live := alive(g, starts, sources)
	if len(live) == 0 || !live[0] {
		return graph{digits: g.digits}
	}
	layers := slices.Repeat([][]int32{nil}, int(slices.Max(g.layer))+1)
	classes := make([]int32, len(g.layer))
	for n, l := range g.layer {
		if classes[n] = dead; live[n] {
			layers[l] = append(layers[l], int32(n))
			classes[n] = 0
		}
	}
	key := make([]int32, g.digits+2)
	for before := 0; ; {
		first := int32(0)
		for _, nodes := range slices.Backward(layers) {
			known := lists{}
			now := make([]int32, len(nodes))
			for i, n := range nodes {
				key[0], key[1] = classes[n], 0
				if g.layer[n] > 0 {
					key[0] = 0 // within a letter only what follows counts
				}
				if g.accept[n] {
					key[1] = 1
				}
				for d := range g.digits {
					key[2+d] = dead
					if to := g.step(n, d); to != dead {
						key[2+d] = classes[to]
					}
				}
				now[i], _ = known.ordered(key)
			}
			for i, n := range nodes {
				classes[n] = first + now[i]
			}
			first += int32(known.count())
		}
		if int(first) == before {
			return quotient(g, classes)
		}
		before = int(first)
	}
}

// brzozowski minimises as Brzozowski does: it turns the ways around and determinises,
// twice.
func brzozowski(g *graph) graph {
	starts := []int32{}
	for n, ok := range g.accept {
		if ok {
			starts = append(starts, int32(n))
		}
	}
	once, accepting := turned(g, starts, func(n int32) bool { return n == 0 })
	twice, _ := turned(once, accepting, func(n int32) bool { return n == 0 })
	// Layers: the start has 0, and each way leads to the next.
	layers := int(slices.Max(append([]uint8{0}, g.layer...))) + 1
	twice.layer = make([]uint8, len(twice.accept))
	seen := make([]bool, len(twice.accept))
	queue := []int32{0}
	for i := 0; i < len(queue) && len(seen) > 0; i++ {
		for d := range g.digits {
			if to := twice.step(queue[i], d); to != dead && !seen[to] {
				seen[to] = true
				twice.layer[to] = uint8((int(twice.layer[queue[i]]) + 1) % layers)
				queue = append(queue, to)
			}
		}
	}
	return quotient(twice, nil)
}

// turned determinises the ways backwards from the starts, and returns the nodes that
// contain one that passes.
func turned(g *graph, starts []int32, pass func(int32) bool) (*graph, []int32) {
	ends, sources := backwards(g)
	r := &graph{digits: g.digits}
	var known lists
	var accepting []int32
	visit := func(set []int32) int32 {
		if len(set) == 0 {
			return dead
		}
		n, old := known.ordered(set)
		if !old {
			r.accept = append(r.accept, slices.ContainsFunc(set, pass))
			r.layer = append(r.layer, 0)
			r.next = append(r.next, slices.Repeat([]int32{dead}, g.digits)...)
			if r.accept[n] {
				accepting = append(accepting, n)
			}
		}
		return n
	}
	visit(starts)
	for i := 0; i < known.count(); i++ {
		after := make([][]int32, g.digits)
		for _, n := range known.at(i) {
			for _, way := range sources[ends[n]:ends[n+1]] {
				d := int(way) % g.digits
				after[d] = append(after[d], way/int32(g.digits))
			}
		}
		for d, set := range after {
			slices.Sort(set)
			to := visit(slices.Compact(set))
			r.next[i*g.digits+d] = to
		}
	}
	return r, accepting
}

var minimisers = []struct {
	name string
	run  func(*graph) graph
}{{"hopcroft", minimised}, {"moore", moore}, {"brzozowski", brzozowski}}

// TestMinimise compares the three ways on what random operations leave to them.
func TestMinimise(t *testing.T) {
	rng := chance.New(t, 17)
	w := NewWork(t.Context(), Budget{})
	w.minimise = func(g *graph) graph {
		want := minimised(g)
		for _, m := range minimisers[1:] {
			if m.name == "brzozowski" && len(g.layer) > 50 {
				continue // it may take two to the power of that
			}
			if got := m.run(g); !got.equal(&want) {
				t.Fatalf("%s: %d nodes, not %d", m.name, len(got.layer), len(want.layer))
			}
		}
		return want
	}
	for i := range 20 {
		u := []*Universe{Free(2), Free(3), zeckendorf(t)}[i%3]
		a, b := random(t, w, rng, u, "x", "y"), random(t, w, rng, u, "y", "z")
		for _, c := range []connective{conjunction, disjunction, difference, contradiction} {
			c, err := w.combine("test", c, a, b)
			if err == nil {
				_, err = w.Project(c, "y")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkMinimise measures the three ways on the graphs that sums of three and of four
// numbers leave.
func BenchmarkMinimise(b *testing.B) {
	for _, s := range []*System{Base(10), Zeckendorf(), Tribonacci()} {
		var graphs []graph
		nodes := 0
		w := NewWork(b.Context(), Budget{})
		w.minimise = func(g *graph) graph {
			graphs = append(graphs, *g)
			nodes += len(g.layer)
			return minimised(g)
		}
		must := func(a *Automaton, err error) *Automaton {
			if err != nil {
				b.Fatal(err)
			}
			return a
		}
		one := must(s.linear(w, V("x").Plus(V("y")).Minus(V("s")), false, nil))
		two := must(s.linear(w, V("s").Plus(V("z")).Minus(V("t")), false, nil))
		sum := must(w.Project(must(w.And(one, two)), "s"))
		less := must(s.linear(w, V("x").Plus(V("x")).Minus(V("y")), true, nil))
		must(w.Project(must(w.Minus(sum, less)), "x"))
		must(w.Or(sum, less))
		for _, m := range minimisers {
			if s.k == 3 && m.name == "brzozowski" {
				continue // it takes minutes
			}
			b.Run(fmt.Sprint(s.Name(), "/", m.name), func(b *testing.B) {
				for b.Loop() {
					for _, g := range graphs {
						m.run(&g)
					}
				}
				b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
