package contest

// Move the Coins: the program about coins on a tree.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/scan"
)

// moveTheCoins reads a tree of coins, and answers questions about the tree with one
// branch moved elsewhere. Each question is about the tree as it was given.
func moveTheCoins(_ context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error {
	coins, nodes, err := readCoins(in, opt)
	if err != nil {
		return err
	}
	questions, err := countQuestions(in, nodes)
	if err != nil {
		return err
	}
	branch := scan.Kind{Name: "a node other than the root", Min: 2, Max: nodes}
	under := scan.Kind{Name: "a node", Min: 1, Max: nodes}
	for range questions {
		u, err := in.Uint(branch)
		if err != nil {
			return err
		}
		v, err := in.Uint(under)
		if err != nil {
			return err
		}
		if u == v {
			return in.Reject(fmt.Sprintf("a node other than %d, which is to move under it", u))
		}
		value, isTree := coins.Reparented(int(u), int(v))
		switch {
		case !isTree:
			out.WriteString("INVALID\n")
		case value != 0:
			out.WriteString("YES\n")
		default:
			out.WriteString("NO\n")
		}
	}
	return in.End("the last question")
}

// readCoins reads a tree and returns it with the number of its nodes.
func readCoins(in *scan.Reader, opt Options) (*tree.Coins, uint64, error) {
	kind := count("the number of nodes")
	kind.Min = 1
	nodes, err := in.Uint(kind)
	if err != nil {
		return nil, 0, err
	}
	coins, err := readMany(in, nodes, opt.number("a number of coins", 0, 20))
	if err != nil {
		return nil, 0, err
	}
	var edges []tree.Edge
	var where []scan.Position // of edges
	node := scan.Kind{Name: "a node", Min: 1, Max: nodes}
	for range int(nodes) - 1 {
		a, err := in.Uint(node)
		if err != nil {
			return nil, 0, err
		}
		where = append(where, in.Position())
		b, err := in.Uint(node)
		if err != nil {
			return nil, 0, err
		}
		edges = append(edges, tree.Edge{A: int(a), B: int(b)})
	}
	t, err := tree.NewCoins(coins, edges)
	if wrong, ok := errors.AsType[*tree.NotATreeError](err); ok && wrong.Edge >= 0 {
		e := edges[wrong.Edge]
		err = scan.NewError(where[wrong.Edge], fmt.Appendf(nil, "%d %d", e.A, e.B),
			"an edge of a tree, which joins nodes that the edges before do not")
	}
	return t, nodes, err
}

// countQuestions reads the number of questions, which may be missing if it is
// 0. About a single node there can be none.
func countQuestions(in *scan.Reader, nodes uint64) (uint64, error) {
	if more, err := in.More(); err != nil || !more {
		return 0, err
	}
	kind := count("the number of questions")
	if nodes == 1 {
		kind.Name, kind.Max = "the number of questions about a single node", 0
	}
	return in.Uint(kind)
}

// readMany reads count numbers. It allocates for the numbers that arrive, not for
// the count that the input claims.
func readMany(in *scan.Reader, count uint64, kind scan.Kind) ([]uint64, error) {
	const chunk = 4096
	var numbers []uint64
	for done := 0; uint64(done) < count; done = len(numbers) {
		n := int(min(count-uint64(done), chunk))
		numbers = slices.Grow(numbers, n)[:done+n]
		if _, err := in.Uints(numbers[done:], kind); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}
