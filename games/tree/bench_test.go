package tree_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
)

// Shapes of random trees: the parent of a node is among the last reach nodes.
var shapes = []struct {
	name  string
	reach func(n int) int
}{
	{"random", func(n int) int { return n }},
	{"path", func(int) int { return 1 }},
}

func BenchmarkStaircase(b *testing.B) {
	const steps = 1_000_000
	random := rand.New(rand.NewPCG(1, 1))
	p := make([]uint64, steps)
	for i := range p {
		p[i] = random.Uint64N(1 << 40)
	}
	game := tree.NewStaircase(steps)
	for b.Loop() {
		if found, ok := game.FindOptions(grundy.ByNimValue, p, 0, 0); !ok || found.Count.Sign() < 0 {
			b.Fatal("no options found")
		}
	}
	b.ReportMetric(steps*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

func BenchmarkNewCoins(b *testing.B) {
	const n = 1_000_000
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			coins, edges := randomTree(rand.New(rand.NewPCG(1, 1)), n, shape.reach(n))
			for b.Loop() {
				if _, err := tree.NewCoins(coins, edges); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkReparented(b *testing.B) {
	const n = 1_000_000
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			coins, edges := randomTree(random, n, shape.reach(n))
			c, err := tree.NewCoins(coins, edges)
			if err != nil {
				b.Fatal(err)
			}
			questions := randomPairs(random, n)
			var sum grundy.Value
			i := 0
			for b.Loop() {
				q := questions[i%len(questions)]
				value, _ := c.Reparented(q.A, q.B)
				sum ^= value
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}

// The same question answered by a walk from every node to the root.
func BenchmarkReparentedNaive(b *testing.B) {
	for _, n := range []int{1_000, 30_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			coins, edges := randomTree(random, n, n)
			parents := parentsOf(n, edges)
			questions := randomPairs(random, n)
			i := 0
			for b.Loop() {
				q := questions[i%len(questions)]
				naiveReparented(parents, coins, q.A, q.B)
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}

// randomPairs returns pairs of nodes of a tree of n nodes.
func randomPairs(random *rand.Rand, n int) []tree.Edge {
	pairs := make([]tree.Edge, 1<<16)
	for i := range pairs {
		pairs[i] = tree.Edge{A: 1 + random.IntN(n), B: 1 + random.IntN(n)}
	}
	return pairs
}
