package loopy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/loopy"
)

// randomEdges returns random edges between n nodes. Where acyclic, the larger
// number moves to the smaller.
func randomEdges(n, count int, acyclic bool) []loopy.Edge {
	random := rand.New(rand.NewPCG(1, 2))
	edges := make([]loopy.Edge, 0, count)
	for len(edges) < count {
		e := loopy.Edge{From: uint32(random.IntN(n)), To: uint32(random.IntN(n))}
		if acyclic && e.From <= e.To {
			if e.From == e.To {
				continue
			}
			e.From, e.To = e.To, e.From
		}
		edges = append(edges, e)
	}
	return edges
}

func sizes() []int {
	switch {
	case testing.Short():
		return []int{1e5}
	case long.Asked:
		return []int{1e6, 1e7, 1e8}
	}
	return []int{1e6, 1e7}
}

// BenchmarkSolve goes from a list of edges in memory to all values, ten random
// edges a node.
func BenchmarkSolve(b *testing.B) {
	for _, count := range sizes() {
		n := count / 10
		edges := randomEdges(n, count, true)
		rate := func(b *testing.B) {
			b.ReportMetric(float64(b.N)*float64(count)/b.Elapsed().Seconds()/1e6, "Medges/s")
		}
		b.Run(fmt.Sprintf("acyclic/%d", count), func(b *testing.B) {
			for b.Loop() {
				g, err := loopy.NewGraph(context.Background(), n, edges)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := loopy.Solve(context.Background(), g); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
		b.Run(fmt.Sprintf("rows/%d", count), func(b *testing.B) {
			for b.Loop() {
				if _, err := loopy.NewGraph(context.Background(), n, edges); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
		if count <= 1e7 {
			b.Run(fmt.Sprintf("naive/%d", count), func(b *testing.B) {
				for b.Loop() {
					naive(n, edges)
				}
				rate(b)
			})
		}
	}
	for _, count := range sizes() {
		if count > 1e7 {
			break
		}
		n := count * 2 / 5 // with few edges a node there are ends, and all kinds of values
		edges := randomEdges(n, count, false)
		b.Run(fmt.Sprintf("cycles/%d", count), func(b *testing.B) {
			for b.Loop() {
				g, err := loopy.NewGraph(context.Background(), n, edges)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := loopy.Solve(context.Background(), g); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(count)/b.Elapsed().Seconds()/1e6, "Medges/s")
		})
	}
}

// naive is what a program does without this package: lists of options, and the
// mex by recursion.
func naive(n int, edges []loopy.Edge) []int {
	options := make([][]uint32, n)
	for _, e := range edges {
		options[e.From] = append(options[e.From], e.To)
	}
	values := make([]int, n)
	for v := range values {
		values[v] = -1
	}
	var value func(v uint32) int
	value = func(v uint32) int {
		if values[v] >= 0 {
			return values[v]
		}
		seen := map[int]bool{}
		for _, u := range options[v] {
			seen[value(u)] = true
		}
		mex := 0
		for seen[mex] {
			mex++
		}
		values[v] = mex
		return mex
	}
	for v := range options {
		value(uint32(v))
	}
	return values
}
