package definable_test

// The games of the tests are written as formulas and as programs; candidates are learned from
// tables.

import (
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	. "github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A game has its moves as formulas, and as a program that shares nothing with them. An
// option is a list of parts.
type game struct {
	definable.Moves
	options func(p []int64) [][][]int64
	known   func(p []int64) int64 // what the literature says; candidates may come from it
}

func kind(where string, bound []string, guard Formula, part ...Term) definable.Kind {
	k := definable.Kind{Where: where, Bound: bound, Guard: guard}
	if len(part) > 0 {
		k.Parts = [][]Term{part}
	}
	return k
}

func one(p ...int64) [][]int64 { return [][]int64{p} }

func changed(p []int64, i int, to int64) [][]int64 {
	q := slices.Clone(p)
	q[i] = to
	return one(q...)
}

func names(n int) []string { return strings.Split("a b c d e f", " ")[:n] }

func variables(names []string) []Term {
	var all []Term
	for _, name := range names {
		all = append(all, V(name))
	}
	return all
}

// nim has n heaps.
func nim(n int) game {
	g := game{Moves: definable.Moves{Coordinates: names(n)}}
	for i, name := range g.Coordinates {
		to := variables(g.Coordinates)
		to[i] = V("t")
		g.Kinds = append(g.Kinds, kind(fmt.Sprint("heap ", name), []string{"t"}, Less(V("t"), V(name)), to...))
	}
	g.options = func(p []int64) (all [][][]int64) {
		for i, n := range p {
			for t := range n {
				all = append(all, changed(p, i, t))
			}
		}
		return all
	}
	return g
}

// wythoff adds the queen's diagonal; a-Wythoff takes numbers that differ by less than a.
// Play is over where x + y <= end.
func wythoff(a, end int64) game {
	g := nim(2)
	x, y := V("a"), V("b")
	for d := 1 - a; d < a; d++ {
		j := V("k").Plus(C(d))
		g.Kinds = append(g.Kinds, kind(fmt.Sprint("both ", d), []string{"k"},
			And(LessEqual(C(1), V("k")), LessEqual(V("k"), x), LessEqual(C(1), j), LessEqual(j, y)), x.Minus(V("k")), y.Minus(j)))
	}
	if end > 0 {
		for i := range g.Kinds {
			g.Kinds[i].Guard = And(g.Kinds[i].Guard, Less(C(end), x.Plus(y)))
		}
	}
	inNim := g.options
	g.options = func(p []int64) [][][]int64 {
		if p[0]+p[1] <= end && end > 0 {
			return nil
		}
		all := inNim(p)
		for k := int64(1); k <= p[0]; k++ {
			for j := max(1, k-a+1); j < k+a && j <= p[1]; j++ {
				all = append(all, one(p[0]-k, p[1]-j))
			}
		}
		return all
	}
	return g
}

// differ is a-Wythoff; its P-positions are (A, A + ak), A the least number not yet used
// (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982).
func differ(a int64) game {
	g := wythoff(a, 0)
	const most = 5000
	var with [most]int64
	used := map[int64]bool{}
	for x, k := int64(0), int64(0); x < most; x++ {
		if !used[x] {
			y := x + a*k
			k++
			used[y], with[x] = true, y
			if y < most {
				with[y] = x
			}
		}
	}
	g.known = func(p []int64) int64 {
		if p[0] < most && with[p[0]] == p[1] || p[1] < most && with[p[1]] == p[0] {
			return 0
		}
		return 1
	}
	return g
}

// dynamic is a heap from which at most times as much may be taken as before.
func dynamic(times int64) game {
	n, most, k := V("n"), V("most"), V("k")
	return game{
		Moves: definable.Moves{
			Coordinates: []string{"n", "most"},
			Kinds:       []definable.Kind{kind("take", []string{"k"}, And(LessEqual(C(1), k), LessEqual(k, n), LessEqual(k, most)), n.Minus(k), k.Times(times))},
		},
		options: func(p []int64) (all [][][]int64) {
			for k := int64(1); k <= min(p[0], p[1]); k++ {
				all = append(all, one(p[0]-k, times*k))
			}
			return all
		},
	}
}

func mark() game {
	n, q := V("n"), V("q")
	return game{
		Moves: definable.Moves{
			Coordinates: []string{"n"},
			Kinds: []definable.Kind{
				kind("subtract", nil, LessEqual(C(1), n), n.Minus(C(1))),
				kind("halve", []string{"q"}, And(LessEqual(C(1), n), Quotient(n, 2, q)), q),
			},
		},
		options: func(p []int64) [][][]int64 {
			if p[0] == 0 {
				return nil
			}
			return [][][]int64{one(p[0] - 1), one(p[0] / 2)}
		},
	}
}

func subtraction(set ...int64) game {
	g := game{Moves: definable.Moves{Coordinates: []string{"n"}}}
	for _, s := range set {
		g.Kinds = append(g.Kinds, kind(fmt.Sprint("take ", s), nil, LessEqual(C(s), V("n")), V("n").Minus(C(s))))
	}
	g.options = func(p []int64) (all [][][]int64) {
		for _, s := range set {
			if s <= p[0] {
				all = append(all, one(p[0]-s))
			}
		}
		return all
	}
	return g
}

// lasker is Nim whose heaps may also be divided.
func lasker() game {
	g := nim(1)
	l, n := V("l"), V("a")
	g.Kinds = append(g.Kinds, definable.Kind{
		Where: "split", Bound: []string{"l"}, Guard: And(LessEqual(C(1), l), LessEqual(l, n.Minus(l))),
		Parts: [][]Term{{l}, {n.Minus(l)}},
	})
	inNim := g.options
	g.options = func(p []int64) [][][]int64 {
		all := inNim(p)
		for l := int64(1); 2*l <= p[0]; l++ {
			all = append(all, [][]int64{{l}, {p[0] - l}})
		}
		return all
	}
	return g
}

// halves divides heaps into two.
func halves() game {
	g := lasker()
	g.Kinds = g.Kinds[1:]
	both := g.options
	g.options = func(p []int64) [][][]int64 {
		return slices.DeleteFunc(both(p), func(o [][]int64) bool { return len(o) == 1 })
	}
	return g
}

// clearing takes one or all, which leaves nothing.
func clearing() game {
	g := subtraction(1)
	g.Kinds[0].Guard = Less(C(1), V("n"))
	g.Kinds = append(g.Kinds, kind("all", nil, Less(C(0), V("n"))))
	g.options = func(p []int64) (all [][][]int64) {
		if p[0] > 1 {
			all = append(all, one(p[0]-1))
		}
		if p[0] > 0 {
			all = append(all, nil)
		}
		return all
	}
	return g
}

// deleting takes one of two heaps away, and divides the other one, less 1: Delete Nim with heaps
// that count from 1. Its nim-value is the number of trailing zeros of (a OR b) + 1 (T. Abuku and
// K. Suetsugu, "Delete Nim", 2021).
func deleting() game {
	g := game{Moves: definable.Moves{Coordinates: names(2)}}
	for _, name := range g.Coordinates {
		g.Kinds = append(g.Kinds, kind("divide "+name, []string{"k"}, Less(V("k"), V(name)), V("k"), V(name).Minus(V("k")).Minus(C(1))))
	}
	g.options = func(p []int64) (all [][][]int64) {
		for _, n := range p {
			for k := range n {
				all = append(all, one(k, n-1-k))
			}
		}
		return all
	}
	g.known = func(p []int64) int64 { return int64(bits.TrailingZeros64(uint64(p[0]|p[1]) + 1)) }
	return g
}

// below leads from n to all numbers below the weight of its first digit, so that the nim-value
// counts the digits. With ends, the move to 0 leaves nothing instead.
func below(s *System, ends bool) game {
	g := game{Moves: definable.Moves{Coordinates: []string{"n"}}}
	n, k, u := V("n"), V("k"), V("u")
	least := int64(0)
	if ends {
		g.Kinds, least = append(g.Kinds, kind("all", nil, Less(C(0), n))), 1
	}
	g.Kinds = append(g.Kinds, kind("few", []string{"k"}, And(LessEqual(C(least), k), Exists([]string{"u"}, And(LargestPower(n, u), Less(k, u)))), k))
	g.options = func(p []int64) (all [][][]int64) {
		if p[0] == 0 {
			return nil
		}
		if ends {
			all = append(all, nil)
		}
		weight := s.Weight(len(s.Digits(big.NewInt(p[0]))) - 1).Int64()
		for k := least; k < weight; k++ {
			all = append(all, one(k))
		}
		return all
	}
	return g
}

// leaper moves by one of the steps, as long as it stays on the quarter plane, and below
// edge where there is one. Bounded says that the positions end there, too.
func leaper(edge int64, bounded bool, steps ...[2]int64) game {
	x, y := V("a"), V("b")
	g := game{Moves: definable.Moves{Coordinates: []string{"a", "b"}}}
	for _, s := range steps {
		to := []Term{x.Plus(C(s[0])), y.Plus(C(s[1]))}
		guard := And(LessEqual(C(0), to[0]), LessEqual(C(0), to[1]))
		if edge > 0 {
			guard = And(guard, Less(to[0], C(edge)), Less(to[1], C(edge)))
		}
		g.Kinds = append(g.Kinds, kind(fmt.Sprint("leap ", s), nil, guard, to...))
	}
	if bounded {
		g.Shape = []definable.Bound{{Formula: Less(x, C(edge)), Upper: true}, {Formula: Less(y, C(edge)), Upper: true}}
	}
	g.options = func(p []int64) (all [][][]int64) {
		for _, s := range steps {
			to := [2]int64{p[0] + s[0], p[1] + s[1]}
			if to[0] >= 0 && to[1] >= 0 && (edge == 0 || to[0] < edge && to[1] < edge) {
				all = append(all, one(to[0], to[1]))
			}
		}
		return all
	}
	return g
}

var (
	king    = [][2]int64{{-1, 0}, {0, -1}, {-1, -1}}
	knight4 = [][2]int64{{-2, -1}, {-1, -2}, {1, -2}, {-2, 1}}
	knight  = [][2]int64{{-2, -1}, {-1, -2}}
)

// staircase moves coins from each step to the one below.
func staircase(n int) game {
	g := game{Moves: definable.Moves{Coordinates: names(n)}}
	for i, name := range g.Coordinates {
		to := variables(g.Coordinates)
		to[i] = to[i].Minus(V("k"))
		if i > 0 {
			to[i-1] = to[i-1].Plus(V("k"))
		}
		g.Kinds = append(g.Kinds, kind("step "+name, []string{"k"}, And(LessEqual(C(1), V("k")), LessEqual(V("k"), V(name))), to...))
	}
	g.options = func(p []int64) (all [][][]int64) {
		for i, n := range p {
			for k := int64(1); k <= n; k++ {
				q := slices.Clone(p)
				q[i] -= k
				if i > 0 {
					q[i-1] += k
				}
				all = append(all, one(q...))
			}
		}
		return all
	}
	return g
}

// A table computes numbers of positions by their definition.
type table struct {
	game
	misere bool
	of     definable.Property
	seen   map[[6]int64]int64
}

func tableOf(g game, of definable.Property, misere bool) *table {
	return &table{game: g, of: of, misere: misere, seen: map[[6]int64]int64{}}
}

// at returns 0 or 1 for P or N, the nim-value, or the remoteness.
func (t *table) at(p []int64) int64 {
	var key [6]int64
	copy(key[:], p)
	if n, ok := t.seen[key]; ok {
		return n
	}
	had := map[int64]bool{}
	longest := int64(-1)
	for _, option := range t.options(p) {
		n := int64(0)
		if len(option) == 0 && t.misere && t.of != definable.Remoteness {
			n = 1
		}
		for _, part := range option {
			n ^= t.at(part)
		}
		had[n] = true
		longest = max(longest, n)
	}
	n := int64(0)
	switch {
	case t.of == definable.Remoteness && len(had) > 0:
		n = longest + 1
		good := int64(0)
		if t.misere {
			good = 1
		}
		for r := good; r <= longest; r += 2 {
			if had[r] {
				n = r + 1
				break
			}
		}
	case t.of == definable.Remoteness:
	case t.misere && len(had) == 0:
		n = 1
	default:
		for had[n] {
			n++
		}
		if t.of == definable.POutcome {
			n = min(n, 1)
		}
	}
	t.seen[key] = n
	return n
}

// learn finds the automaton of a set: two beginnings are one state if all ends of up to
// depth letters make the same difference.
func learn(t testing.TB, s *System, tracks []string, depth int, in func(p []int64) bool) *Automaton {
	t.Helper()
	w := NewWork(t.Context(), Budget{States: 5000})
	defer w.Close()
	var letters [][]int
	for i := 0; ; i++ {
		letter := make([]int, len(tracks))
		n := i
		for j := range letter {
			letter[j] = n % s.Universe().Digits()
			n /= s.Universe().Digits()
		}
		if n > 0 {
			break
		}
		letters = append(letters, letter)
	}
	valid, err := w.True(s.Universe(), tracks...)
	if err != nil {
		t.Fatal(err)
	}
	has := func(word [][]int) byte {
		p := make([]int64, len(tracks))
		at := valid.Start()
		for i, letter := range word {
			at = valid.Step(at, letter)
			for j, d := range letter {
				p[j] += int64(d) * s.Weight(len(word)-1-i).Int64()
			}
		}
		switch {
		case !valid.Accepting(at):
			return 'x' // not numbers
		case in(p):
			return '1'
		}
		return '0'
	}
	zeros := make([]int, len(tracks))
	var sign func(word [][]int, depth int, to []byte) []byte
	sign = func(word [][]int, depth int, to []byte) []byte {
		c := has(word)
		to = append(to, c)
		goesOn := depth > 0 && (c != 'x' || has(append(slices.Clip(word), zeros)) != 'x')
		for _, letter := range letters {
			if goesOn {
				to = sign(append(slices.Clip(word), letter), depth-1, to)
			}
		}
		return to
	}
	states := map[string]int{}
	var words [][][]int
	state := func(word [][]int) (int, bool) {
		key := string(sign(word, depth, nil))
		n, ok := states[key]
		if !ok {
			n = len(words)
			states[key] = n
			words = append(words, slices.Clone(word))
		}
		return n, strings.Contains(key, "1")
	}
	start, _ := state(nil)
	a, err := Build(w, s.Universe(), tracks, start, func(at int, letter []int) (int, bool) {
		return state(append(slices.Clip(words[at]), slices.Clone(letter)))
	}, func(at int) bool { return has(words[at]) == '1' })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// sets learns the sets of the positions with each number up to most, which is the largest.
func sets(t testing.TB, s *System, tab *table, depth, most int) []*Automaton {
	at := tab.at
	if tab.known != nil {
		at = tab.known
	}
	var all []*Automaton
	for v := 0; v <= most; v++ {
		all = append(all, learn(t, s, sorted(tab.Coordinates), depth, func(p []int64) bool { return at(tab.order(p)) == int64(v) }))
	}
	return all
}

// sorted returns the names of tracks as automata have them.
func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// order brings numbers by track into the order of the coordinates.
func (t *table) order(p []int64) []int64 {
	q := make([]int64, len(p))
	for i, name := range sorted(t.Coordinates) {
		q[slices.Index(t.Coordinates, name)] = p[i]
	}
	return q
}

func bigs(p []int64) []*big.Int {
	var all []*big.Int
	for _, n := range p {
		all = append(all, big.NewInt(n))
	}
	return all
}

// positions yields the points with n coordinates below edge.
func positions(n int, edge int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		p := make([]int64, n)
		for {
			if !yield(slices.Clone(p)) {
				return
			}
			i := n - 1
			for ; i >= 0 && p[i] == edge-1; i-- {
				p[i] = 0
			}
			if i < 0 {
				return
			}
			p[i]++
		}
	}
}
