package solve

// Which moves a list shows that has no room for all: some of each component, and of each heap.

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"sort"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// A list of moves that is cut has some of each group: of each component, and of each heap of
// a component.
type group struct{ component, heap int }

// groupOf returns the group of a move in one component. The heap that a move changes is the
// first number in which the texts differ.
func groupOf(m Move) group {
	heap, _ := changed(m[0].From.String(), m[0].To.String())
	return group{m[0].Component, heap}
}

// changed returns the index of the first number in which two texts differ, and what it is in
// the second one.
func changed(from, to string) (index int, n uint64) {
	for {
		var a, b uint64
		var is, also bool
		a, from, is = nextNumber(from)
		b, to, also = nextNumber(to)
		switch {
		case !is || !also:
			return 0, 0
		case a != b:
			return index, b
		}
		index++
	}
}

// nextNumber returns the first number in a text, and what follows it.
func nextNumber(text string) (n uint64, rest string, ok bool) {
	for i, r := range []byte(text) {
		switch {
		case '0' <= r && r <= '9':
			n, ok = grundy.AddCounts(grundy.MulCounts(n, 10), uint64(r-'0')), true
		case ok:
			return n, text[i:], true
		}
	}
	return n, "", ok
}

// spread returns at most the given number of items, in their order. Each group gives as many as
// any other, as far as it has them, and gives those first that are preferred. Prefer may be nil.
func spread[T any](all []T, most int, groupOf func(T) group, prefer func(T) bool) []T {
	if len(all) <= most {
		return all
	}
	byGroup := map[group][]int{} // the indices of its items
	var groups []group
	for i, item := range all {
		g := groupOf(item)
		if byGroup[g] == nil {
			groups = append(groups, g)
		}
		byGroup[g] = append(byGroup[g], i)
	}
	shares := shareOut(most, len(groups), func(i int) uint64 { return uint64(len(byGroup[groups[i]])) })
	var kept []int
	for i, g := range groups {
		items := byGroup[g]
		if prefer != nil {
			isLater := func(i int) int {
				if prefer(all[i]) {
					return 0
				}
				return 1
			}
			slices.SortStableFunc(items, func(i, j int) int { return isLater(i) - isLater(j) })
		}
		kept = append(kept, items[:shares[i]]...)
	}
	slices.Sort(kept)
	some := make([]T, len(kept))
	for i, at := range kept {
		some[i] = all[at]
	}
	return some
}

// shareOut shares a number of places among groups, as evenly as their sizes allow; the first
// ones get what is left.
func shareOut(places, groups int, size func(i int) uint64) []int {
	shares, open := make([]int, groups), groups
	for open > 0 && places > 0 {
		each := max(places/open, 1)
		open = 0
		for i := range shares {
			more := int(min(uint64(min(each, places)), size(i)-uint64(shares[i])))
			shares[i] += more
			places -= more
			if uint64(shares[i]) < size(i) {
				open++
			}
		}
	}
	return shares
}

// mostChanges is by how much the nim-values of options differ from that of their position that
// are looked for, where there are too many options to list.
const mostChanges = 1 << 12

// SomeMoves returns at most the given number of moves, in an order that is always the same. Where
// there are more, and a move is in one component, it takes some of each heap.
func SomeMoves(ctx context.Context, sum grundy.Sum, kind compound.Kind, most int) (moves []Move) {
	count := CountMoves(sum, kind)
	all := count != nil && count.Cmp(big.NewInt(MaxWalked)) <= 0
	if kind.OneAtATime() && !all && most > 0 && CanMove(sum, kind) && sum.Entailed() < 0 {
		return someMoves(ctx, sum, nil, most)
	}
	EachMove(sum, kind, func(move Move) bool {
		if all || len(moves) < most {
			moves = append(moves, slices.Clone(move))
		}
		return (all || len(moves) < most) && ctx.Err() == nil
	})
	if kind.OneAtATime() {
		return spread(moves, most, groupOf, nil)
	}
	return moves[:min(len(moves), most)]
}

// someMoves returns at most the given number of moves in single components, some of each heap, in
// the order of components, heaps, and sizes. It prefers the given moves to others of their heaps.
func someMoves(ctx context.Context, sum grundy.Sum, given []Move, most int) []Move {
	type place struct {
		group
		size uint64
	}
	isGiven, at := map[string]bool{}, map[string]place{}
	var all []Move
	add := func(m Move) {
		key := keyOfMove(m)
		if _, ok := at[key]; !ok {
			_, size := changed(m[0].From.String(), m[0].To.String())
			at[key], all = place{groupOf(m), size}, append(all, m)
		}
	}
	for _, m := range given {
		isGiven[keyOfMove(m)] = true
		add(m)
	}
	for each := 2*most/len(sum) + 1; ; each *= 4 { // of a term, so that none fills the list
		first := 0
		for _, t := range sum {
			some := someOptions(ctx, t.Component, each)
			for i := range min(t.Copies, uint64(each)) {
				for _, q := range some {
					add(Move{{Component: first + int(i), From: t.Component, To: q}})
				}
			}
			first += int(t.Copies)
		}
		if len(all) >= most || each >= most || ctx.Err() != nil {
			break
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		p, q := at[keyOfMove(all[i])], at[keyOfMove(all[j])]
		return cmp.Or(p.component-q.component, p.heap-q.heap, cmp.Compare(p.size, q.size)) < 0
	})
	return spread(all, most, groupOf, func(m Move) bool { return isGiven[keyOfMove(m)] })
}

// someOptions returns about the given number of options of c, each once, some of each heap. Options
// with small nim-values are mostly of the largest heap; those near the nim-value of c are of all.
func someOptions(ctx context.Context, c grundy.Component, most int) (some []grundy.Component) {
	seen := map[string]bool{}
	keep := func(q grundy.Component) bool {
		if text := q.String(); !seen[text] {
			seen[text] = true
			some = append(some, q)
		}
		return ctx.Err() == nil
	}
	count, ok := c.CountOptions()
	own, _, closed := c.Measure(grundy.ByNimValue)
	if ok && count > MaxWalked && closed && !IsEndless(c) {
		for change := uint64(1); change < mostChanges && len(some) < 2*most; change++ {
			found, ok := c.FindOptions(grundy.ByNimValue, own^change, own^change)
			if !ok {
				break
			}
			left := most // one nim-value may have nearly all options
			for q := range found.Each {
				if left--; !keep(q) {
					return some
				} else if left == 0 {
					break
				}
			}
		}
	}
	near := len(some)
	EachOption(c, func(q grundy.Component) bool { return keep(q) && len(some) < near+most })
	return some
}
