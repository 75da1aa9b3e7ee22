package oracle

import (
	"slices"
	"strconv"
)

// A Graph is a game given by its options: from position i a player moves to
// one of Graph[i]. Tests make small and random games of it. It must not have a
// cycle.
type Graph [][]int

// AppendOptions implements [grundy.Game].
func (g Graph) AppendOptions(dst []int, p int) []int { return append(dst, g[p]...) }

// AppendPosition writes the number and, as different graphs may stand in one
// sum, the options below it.
func (g Graph) AppendPosition(dst []byte, p int) []byte {
	dst = append(strconv.AppendInt(dst, int64(p), 10), '{')
	for _, q := range g[p] {
		dst = g.AppendPosition(dst, q)
	}
	return append(dst, '}')
}

// CountOptions implements [grundy.OptionCounter].
func (g Graph) CountOptions(p int) uint64 { return uint64(len(g[p])) }

// AllGraphs returns every game of n positions in which position i moves to
// some set of positions below i: every impartial game of at most n different
// positions is a position of one of them.
func AllGraphs(n int) []Graph {
	graphs := []Graph{nil}
	for i := range n {
		var longer []Graph
		for _, g := range graphs {
			for set := range 1 << i {
				var options []int
				for j := range i {
					if set>>j&1 == 1 {
						options = append(options, j)
					}
				}
				longer = append(longer, append(slices.Clone(g), options))
			}
		}
		graphs = longer
	}
	return graphs
}

// AllGames returns a graph whose positions 0 … n-1 are different games, each
// once: position i moves to the positions j where digit j of i, in binary, is
// one. The first 1, 2, 4, 16 and 65536 are all impartial games of birthday at
// most 0, 1, 2, 3 and 4 (W. Ackermann's numbering of hereditarily finite sets).
func AllGames(n int) Graph {
	g := make(Graph, n)
	for i := range g {
		for j := 0; i>>j > 0; j++ {
			if i>>j&1 == 1 {
				g[i] = append(g[i], j)
			}
		}
	}
	return g
}
