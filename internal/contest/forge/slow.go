package forge

// Some solutions answer rightly but cost too much. Their cost is counted in steps, from the input
// alone; no clock is asked.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
)

// The work of a fast program in a second, and the depth of recursion: bounds on the side of
// the slow solution, so that one which they stop is stopped anywhere.
const (
	stepsASecond = 1_000_000_000 // of a loop over an array
	jumpsASecond = 200_000_000   // from node to node in memory
	deepestCall  = 1000          // Python's own limit
)

// A slowness is a solution that is right, and what it costs.
type slowness struct {
	name, says string
	verdict    duel.Verdict
	unit       string // of what it costs
	// cost returns what an input costs, and 0 where it has nothing to cost, or where the
	// context has ended.
	cost func(ctx context.Context, s *input.Shape, d *input.Data) uint64
	// limit is how much is allowed in the given time.
	limit func(seconds float64) uint64
}

func inTime(perSecond float64) func(float64) uint64 {
	return func(seconds float64) uint64 { return uint64(seconds * perSecond) }
}

var slownesses = []slowness{
	{"quadratic", "compares each number with each other one of its list: right, but quadratic",
		duel.TimeLimit, "steps", quadraticCost, inTime(stepsASecond)},
	{"scan-per-query", "looks at the whole list or tree again for each question: right, but slow",
		duel.TimeLimit, "steps", scanCost, inTime(stepsASecond)},
	{"walk-up", "walks up from v toward the root to see whether u is above it: right, but quadratic on paths",
		duel.TimeLimit, "jumps", walkCost, inTime(jumpsASecond)},
	{"recursion", "recurses along the branches of a tree, or of the tree of all words: right, but too deep",
		duel.RunTimeError, "calls", treeDepth, func(float64) uint64 { return deepestCall }},
}

// quadraticCost is the sum of squares of the lengths of all lists.
func quadraticCost(ctx context.Context, s *input.Shape, d *input.Data) uint64 {
	return lengths(ctx, s, d, func(_ *input.Data, length int) int { return length })
}

// scanCost is the length of what is shared for each repetition that shares it.
func scanCost(ctx context.Context, s *input.Shape, d *input.Data) uint64 {
	return lengths(ctx, s, d, func(d *input.Data, _ int) int { return len(d.Tests) })
}

// lengths is the sum of the lengths of all lists, each as often as times says.
func lengths(ctx context.Context, s *input.Shape, d *input.Data, times func(*input.Data, int) int) (sum uint64) {
	each(ctx, s, d, func(fields []input.Field, d *input.Data) {
		for i, f := range fields {
			if f.Kind != input.KindNumber && f.Kind != input.KindText {
				n := d.Values[i].Len()
				sum = grundy.AddCounts(sum, grundy.MulCounts(uint64(n), uint64(times(d, n))))
			}
		}
	})
	return sum
}

// treeDepth is the greatest distance of a node from the first one in a tree. In the tree of words which
// share their beginnings that is the length of the longest one.
func treeDepth(ctx context.Context, s *input.Shape, d *input.Data) (most uint64) {
	each(ctx, s, d, func(fields []input.Field, d *input.Data) {
		for i, f := range fields {
			if f.Kind == input.KindTexts && f.Separator != "\n" {
				begin := 0
				for _, end := range d.Values[i].Ends {
					most, begin = max(most, uint64(end-begin)), end
				}
			}
			if isTree(&f) {
				for _, n := range rooted(ctx, &f, &d.Values[i]).depth {
					most = max(most, uint64(n))
				}
			}
		}
	})
	return most
}

// walkCost is the way up from the second node of each question, as long as it does not
// meet the first. Questions are repetitions that begin with two numbers, in a group that
// has a tree.
func walkCost(ctx context.Context, s *input.Shape, d *input.Data) (jumps uint64) {
	each(ctx, s, d, func(fields []input.Field, d *input.Data) {
		for i, f := range fields {
			if !isTree(&f) || len(d.Tests) == 0 || len(d.Tests[0].Values) != 2 {
				continue
			}
			t := rooted(ctx, &f, &d.Values[i])
			for _, question := range d.Tests {
				u, v := question.Values[0].Number-uint64(f.Base), question.Values[1].Number-uint64(f.Base)
				if nodes := uint64(len(t.depth)); u >= nodes || v >= nodes {
					continue
				}
				n := t.depth[v]
				if t.first[u] <= t.first[v] && t.first[v] < t.first[u]+t.size[u] { // u is above v
					n -= t.depth[u]
				}
				jumps = grundy.AddCounts(jumps, uint64(n))
			}
		}
	})
	return jumps
}

// isTree reports whether a field is the edges of a tree.
func isTree(f *input.Field) bool {
	return f.Kind == input.KindTree || f.Kind == input.KindGraph && f.Connected && f.Count == input.Exactly(f.Nodes.Add(-1))
}

// A rootedTree has the depth of each node, from 0, and the nodes below v and v itself are those with
// first[v] ≤ first < first[v] + size[v].
type rootedTree struct{ depth, first, size []int32 }

// nodeBytes is what a tree takes for each node.
const nodeBytes = 80

// rooted returns the tree whose root is the first node. It has no nodes where there is no memory for
// them.
func rooted(ctx context.Context, f *input.Field, v *input.Value) (t rootedTree) {
	n := len(v.List)/2 + 1
	if meter.Take(ctx, nodeBytes*uint64(n)) != nil {
		return t
	}
	defer meter.Give(ctx, nodeBytes*uint64(n))
	t = rootedTree{make([]int32, n), make([]int32, n), slices.Repeat([]int32{1}, n)}
	up, order := input.Rooted(v.List, uint64(f.Base), 0, &meter.Pace{Ctx: ctx, Every: 1 << 13})
	for _, node := range slices.Backward(order[1:]) {
		t.size[up[node]] += t.size[node]
	}
	next := slices.Repeat([]int32{1}, n) // the first of the next child
	for _, node := range order[1:] {
		t.depth[node] = t.depth[up[node]] + 1
		t.first[node] = next[up[node]]
		next[up[node]] += t.size[node]
		next[node] = t.first[node] + 1
	}
	return t
}

// each visits an input and all its repetitions, with the fields of each.
func each(ctx context.Context, s *input.Shape, d *input.Data, visit func([]input.Field, *input.Data)) {
	levels := make([][]input.Field, s.Depth()+1)
	for i := range levels {
		levels[i] = s.Fields(s.Depth() - i)
	}
	var down func(d *input.Data, level int)
	down = func(d *input.Data, level int) {
		if ctx.Err() != nil {
			return
		}
		visit(levels[level], d)
		for _, test := range d.Tests {
			down(test, level+1)
		}
	}
	down(d, 0)
}

// rounded writes a count in two digits where it is long.
func rounded(n uint64) string {
	if n < 100_000 {
		return units.Grouped(n)
	}
	return fmt.Sprintf("%.1e", float64(n))
}
