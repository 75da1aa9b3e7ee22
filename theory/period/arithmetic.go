package period

// Here is the proof of arithmetic periodicity, G(n+p) = G(n) + c, for games of taking from one
// heap with infinitely many moves, such as Nim and the games in which all but finitely many
// numbers may be taken. (All-but games are arithmetic periodic by a theorem of Siegel,
// Combinatorial Game Theory, 2013, chapter IV; here each game is proved by itself, and so with
// digits that repeat in any pattern.)
//
// Let it depend on n mod r alone which m <= n - M are options of n, and on n - m
// alone for the other m. Let V_ρ(n) be the set of values G(m) for m <= n - M,
// m = ρ mod r. So G(n) is the mex of those V_ρ(n) that n mod r allows and of some
// of the M - 1 terms before n. Suppose that for some n, some multiple p of r, and
// some b, at least 1 unless c = 0:
//
//  1. the M - 1 terms before n + p are those before n, each greater by c;
//  2. above b the sets V_ρ(n), and above b + c the sets V_ρ(n+p), are the same
//     up to c: V_ρ(n+p) from b + c on is V_ρ(n) from b on, each greater by c;
//  3. for every residue of n mod r the allowed V_ρ(n) contain 0 … b-1 together,
//     and the allowed V_ρ(n+p) contain 0 … b+c-1.
//
// Then G(n'+p) = G(n') + c for all n' >= n. For the sets only grow, so that
// nothing below b matters at n' from n on, and nothing below b + c at n'+p; what
// is above them is the same up to c, and so is the mex, and so are the terms and
// sets that come next: 1 and 2 hold at n + 1. When n + p is reached they hold
// there with b + c, and so does 3: the values b … b+c-1 in V(n+p) return greater
// by c in V(n+2p), which supplies b+c … b+2c-1; what is below stays.

import "fmt"

// A Taking describes a game as above. Heap 0 counts as an m like others if
// Empty says so; otherwise it may at most add the value 0, which b >= 1 covers,
// and which with c = 0 is added at n + p as at n.
type Taking struct {
	Near  int                       // M: the moves that take fewer are any
	Turn  int                       // r
	Far   func(n, residue int) bool // whether m of the residue mod r, m <= n-M, are options of n
	Empty bool
}

// FindArithmetic returns the least period that terms prove, and false if they
// prove none. It costs O(len(terms)) for each period that the last terms
// suggest and with which the highest value moves as they do.
func FindArithmetic[T Term](t Taking, terms []T) (Result, bool) {
	if len(terms) < 2*t.Near+2 {
		return Result{}, false
	}
	steps := stepsOf(terms)
	overlap := overlaps(steps)
	after := values(t, terms, len(terms)) // n + p is the same for all p
	highest := highestOf(t, terms)
	for p := t.Turn; 2*p+t.Near < len(terms); p += t.Turn {
		n := len(terms) - p
		if int(overlap[p]) < min(t.Near+p, len(steps)-p) || terms[n-1] > terms[len(terms)-1] {
			continue
		}
		c := int(terms[len(terms)-1] - terms[n-1])
		// Values above b move by c, and if there are none, b - 1 moves by 3. So the
		// highest value moves. Most p fail here, at no cost.
		if highest(n)+c != highest(n+p) || !t.recurs(values(t, terms, n), after, n, c) {
			continue
		}
		least, saltus := p, c
		q := lower(terms, uint64(n), uint64(p), uint64(c))
		for d := 1; d < p; d++ { // a shorter one that is not a multiple of r
			if p%d == 0 && c*d%p == 0 && repeats(terms[q:], d, c*d/p) {
				least, saltus = d, c*d/p
				break
			}
		}
		return Result{
			Proved: true, Preperiod: lower(terms, q, uint64(least), uint64(saltus)), Period: uint64(least), Saltus: uint64(saltus),
			Theorem: fmt.Sprintf("recurrence up to %d of the set of values and the last terms, at %d and %d (proved in theory/period/arithmetic.go)", c, n, n+p),
			Needed:  uint64(len(terms)), Computed: uint64(len(terms)),
			Proof: TakingProof{At: uint64(n), Shift: uint64(p)},
		}, true
	}
	return Result{}, false
}

// repeats reports whether terms[n+p] == terms[n] + c throughout.
func repeats[T Term](terms []T, p, c int) bool {
	for n := p; n < len(terms); n++ {
		if int(terms[n]) != int(terms[n-p])+c {
			return false
		}
	}
	return true
}

// first returns the least m that is in a set.
func (t Taking) first() int {
	if t.Empty {
		return 0
	}
	return 1
}

// highestOf returns the function that returns the highest value in the sets V_ρ(n),
// -1 where they are empty.
func highestOf[T Term](t Taking, terms []T) func(n int) int {
	highest := make([]int, len(terms)) // of the first m to this one
	most := -1
	for m := range terms {
		if m >= t.first() {
			most = max(most, int(terms[m]))
		}
		highest[m] = most
	}
	return func(n int) int {
		if n < t.Near {
			return -1
		}
		return highest[n-t.Near]
	}
}

// values returns the sets V_ρ(n), as bitmaps of one length.
func values[T Term](t Taking, terms []T, n int) [][]bool {
	highest := T(0)
	for _, v := range terms {
		highest = max(highest, v)
	}
	sets := make([][]bool, t.Turn)
	for r := range sets {
		sets[r] = make([]bool, int(highest)+2)
	}
	for m := t.first(); m <= n-t.Near; m++ {
		sets[m%t.Turn][terms[m]] = true
	}
	return sets
}

// mex returns the least value that for some residue of n is not in the sets that
// it allows.
func (t Taking) mex(sets [][]bool, n int) int {
	for v := range sets[0] {
		for phase := range t.Turn {
			found := false
			for r, set := range sets {
				found = found || set[v] && t.Far(n+phase, r)
			}
			if !found {
				return v
			}
		}
	}
	return len(sets[0])
}

// recurs reports whether conditions 2 and 3 hold for the sets of n and n + p.
func (t Taking) recurs(before, after [][]bool, n, c int) bool {
	b := t.mex(before, n)
	if b < 1 && c > 0 || t.mex(after, n) < b+c {
		return false
	}
	for r := range before {
		for v := b; v < len(before[r]); v++ {
			if moved := v+c < len(after[r]) && after[r][v+c]; moved != before[r][v] {
				return false
			}
		}
	}
	return true
}
