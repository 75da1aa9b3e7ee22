package contest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/oracle"
)

// parentsOf returns the parents of nodes 1 … n (0 for node 1), or false if the
// edges are not a tree.
func parentsOf(n int, edges [][2]int) ([]int, bool) {
	parent := make([]int, n+1)
	for range n {
		for _, e := range edges {
			for _, e := range [][2]int{e, {e[1], e[0]}} {
				from, to := e[0], e[1]
				if (from == 1 || parent[from] != 0) && to != 1 && parent[to] == 0 && parent[from] != to {
					parent[to] = from
				}
			}
		}
	}
	for node := 2; node <= n; node++ {
		if parent[node] == 0 {
			return nil, false
		}
	}
	return parent, len(edges) == n-1
}

// isBelow reports whether v is in the subtree of u.
func isBelow(parent []int, v, u int) bool {
	for ; v != 0; v = parent[v] {
		if v == u {
			return true
		}
	}
	return false
}

func TestMoveTheCoinsOracle(t *testing.T) {
	random := chance.New(t, 85)
	for range 150 {
		n := 1 + random.IntN(6)
		coins := make([]uint64, n)
		for left := 6; left > 0; left-- {
			coins[random.IntN(n)] += random.Uint64N(2)
		}
		names := random.Perm(n - 1) // nodes 2 … n in any order
		name := func(i int) int {
			if i == 0 {
				return 1
			}
			return names[i-1] + 2
		}
		var edges [][2]int
		for i := 1; i < n; i++ {
			e := [2]int{name(i), name(random.IntN(i))}
			if random.IntN(2) == 0 {
				e[0], e[1] = e[1], e[0]
			}
			edges = append(edges, e)
		}
		random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		parent, _ := parentsOf(n, edges)

		var o oracle.Oracle
		var questions, want strings.Builder
		for u := 2; u <= n; u++ {
			for v := 1; v <= n; v++ {
				if u == v {
					continue
				}
				fmt.Fprintln(&questions, u, v)
				if isBelow(parent, v, u) {
					fmt.Fprintln(&want, "INVALID")
					continue
				}
				var rule []uint64
				for node := 2; node <= n; node++ {
					if node == u {
						rule = append(rule, uint64(v))
					} else {
						rule = append(rule, uint64(parent[node]))
					}
				}
				if o.Value(component(t, tree.PlaceTree, rule, coins)) != 0 {
					fmt.Fprintln(&want, "YES")
				} else {
					fmt.Fprintln(&want, "NO")
				}
			}
		}
		in := fmt.Sprintf("%d\n%s\n", n, words(coins))
		for _, e := range edges {
			in += fmt.Sprintln(e[0], e[1])
		}
		if n > 1 || random.IntN(2) == 0 {
			in += fmt.Sprintf("%d\n%s", max(n-1, 0)*max(n-1, 0), questions.String())
		}
		if got := answer(t, "hackerrank/move-the-coins", in, Options{}); got != want.String() {
			t.Fatalf("%s\ngot\n%s\nwant\n%s", in, got, want.String())
		}
	}
}

// TestMoveTheCoinsPath asks about the longest path.
func TestMoveTheCoinsPath(t *testing.T) {
	const n = 50_000
	var in strings.Builder
	fmt.Fprintln(&in, n)
	in.WriteString(strings.Repeat("1 ", n))
	for node := 2; node <= n; node++ {
		fmt.Fprintln(&in, node, node-1)
	}
	// Half of the nodes have an odd depth: the nim-sum is 0. Half of the
	// branch of the last three nodes changes sides, 1 of 3 or 2 of 3.
	fmt.Fprintf(&in, "4\n2 %d\n%d 1\n%d 1\n%d %d\n", n, n-2, n, n-2, n-3)
	if got := answer(t, "hackerrank/move-the-coins", in.String(), Options{}); got != "INVALID\nNO\nNO\nNO\n" {
		t.Errorf("got %q", got)
	}
}
