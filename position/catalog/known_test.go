package catalog_test

// Others have published formulas and rows of values of games of the catalogue: the rules must give
// the same.

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/rules"
)

// A fact is a formula for nim-values of a game: of positions with the numbers
// of each range, from lo to hi.
type fact struct {
	game  string
	lo    []int
	hi    []int
	value func(p []int) int
}

// An outcome is a formula for who wins: true where the player to move does.
type outcome struct {
	game string
	lo   []int
	hi   []int
	wins func(p []int) bool
}

func TestPublishedNimValues(t *testing.T) {
	kayles := []int{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7} // OEIS A002186
	dawson := []int{0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3} // OEIS A002187
	for _, f := range []fact{
		{"kayles", one(0), one(long.Or(12, 16)), func(p []int) int { return kayles[p[0]] }},
		{"node-kayles-path", one(0), one(long.Or(12, 16)), func(p []int) int { return dawson[p[0]] }},
		{"node-kayles-ring", one(3), one(14), func(p []int) int { return zeroAt(dawson[p[0]-3]) }},
		{"dawsons-chess", one(0), one(23), func(p []int) int { return dawson[p[0]] }},
		{"dawsons-kayles", one(1), one(24), func(p []int) int { return dawson[p[0]-1] }},
		{"peaceful-rooks", two(1), []int{3, 4}, func(p []int) int { return min(p[0], p[1]) % 2 }},
		{"laskers-nim", one(0), one(60), func(p []int) int {
			if p[0] == 0 {
				return 0
			}
			return p[0] + []int{-1, 0, 0, 1}[p[0]%4]
		}},
		{"proper-divisors", one(1), one(200), func(p []int) int { return primeFactors(p[0], 2) }},
		{"tower-breakers-again", one(1), one(200), func(p []int) int { return primeFactors(p[0], 3) + 1 - p[0]%2 }},
		{"subtract-a-divisor", one(1), one(200), func(p []int) int { return bits.TrailingZeros(uint(p[0])) }},
		{"coprime-nim", one(1), one(150), coprime},
		{"half", one(0), one(200), func(p []int) int { return bits.Len(uint(p[0])) }},
		{"zero-move-nim", one(1), one(40), func(p []int) int { return p[0] + 2*(p[0]%2) - 1 }},
		{"poker-nim", two(0), []int{12, 12}, func(p []int) int { return p[0] }},
		{"bob-and-ben", one(3), one(80), func(p []int) int { return 2 - p[0]%2 }},
		{"take-between", []int{0, 1, 1}, []int{30, 6, 9}, func(p []int) int {
			if p[2] < p[1] {
				return 0
			}
			return p[0] % (p[1] + p[2]) / p[1]
		}},
		{"lieges-of-legendre", []int{0, 1}, []int{60, 6}, lieges},
		{"strange-nim", []int{0, 1}, []int{60, 8}, strange},
		{"furlo-and-rublo", one(0), one(7000), func(p []int) int {
			switch x := p[0]; {
			case x <= 3 || 82 <= x && x <= 6723:
				return 0
			case x <= 15:
				return 1
			case x <= 81:
				return 2
			}
			return 3
		}},
		{"nimble", []int{0, 0, 0, 0}, []int{2, 3, 3, 3}, func(p []int) int {
			sum := 0
			for i, c := range p {
				sum ^= i * (c % 2)
			}
			return sum
		}},
		{"prime-game", one(0), one(100), func(p []int) int { return p[0] % 9 / 2 }},
		{"welter", []int{0, 0, 0}, []int{9, 9, 9}, welter},
		{"cutcake", two(1), []int{12, 12}, func(p []int) int { return (p[0]*p[1] - 1) % 2 }},
		{"end-nim", two(1), []int{9, 9}, func(p []int) int { return p[0] ^ p[1] }},
		{"stone-piles", one(9), one(22), func(p []int) int { return p[0] - 4 }},
	} {
		t.Run(f.game, func(t *testing.T) {
			file := load(t, f.game)
			some(f.lo, f.hi, func(p []int) {
				if f.game == "welter" && (p[0] == p[1] || p[0] == p[2] || p[1] == p[2]) {
					return
				}
				c := place(t, file, p)
				if a := answer(t, c); a.NimValue == nil || int(*a.NimValue) != f.value(p) {
					t.Fatalf("%v has nim-value %v, published: %d", c, show(a.NimValue), f.value(p))
				}
			})
		})
	}
}

func TestPublishedOutcomes(t *testing.T) {
	for _, f := range []outcome{
		{"cram", two(1), []int{4, long.Or(3, 4)}, func(p []int) bool {
			// Rows of n squares are Dawson's Kayles; with one even side
			// both even ones are P; 3 x 3 is P (Winning Ways, chapter 15).
			switch a, b := min(p[0], p[1]), max(p[0], p[1]); {
			case a == 1:
				return b != 1 && b != 5
			case a%2 == 1 && b%2 == 1:
				return false
			default:
				return a%2+b%2 > 0
			}
		}},
		{"chomp", two(1), []int{5, 4}, func(p []int) bool { return p[0]*p[1] > 1 }},
		{"fibonacci-nim", one(1), one(90), func(p []int) bool {
			a, b := 1, 2
			for a < p[0] {
				a, b = b, a+b
			}
			return a != p[0]
		}},
		{"number-game", one(1), one(300), func(p []int) bool {
			if p[0]&(p[0]-1) == 0 {
				return p[0] > 1 && bits.TrailingZeros(uint(p[0]))%2 == 0
			}
			return p[0]%2 == 0
		}},
		{"ordered-nim", []int{1, 1, 1, 1}, []int{3, 3, 3, 3}, func(p []int) bool {
			for i, n := range p {
				if n > 1 {
					return i%2 == 0
				}
			}
			return len(p)%2 == 1
		}},
		{"potato-game", one(0), one(300), func(p []int) bool { return p[0]%5 != 0 && p[0]%5 != 2 }},
		{"game-of-stones", one(0), one(100), func(p []int) bool { return p[0]%7 > 1 }},
		{"primes-and-multiples", one(1), one(16), func(p []int) bool {
			n := 0
			for i := 2; i <= p[0]; i++ {
				if big.NewInt(int64(i)).ProbablyPrime(0) {
					n++
				}
			}
			return n%2 == 1
		}},
		{"powers-game", one(1), one(12), func(p []int) bool { return p[0]%8 != 0 }},
		{"kitty-and-katty", one(1), one(20), func(p []int) bool { return p[0] == 1 || p[0]%2 == 0 }},
		{"new-year-game", []int{0, 0, 0}, []int{3, 4, 4}, func(p []int) bool { return p[1]%2+p[2]%2 > 0 }},
		{"euclid-stones", two(1), []int{40, 40}, func(p []int) bool {
			a, b := min(p[0], p[1]), max(p[0], p[1])
			return a == b || float64(b) > math.Phi*float64(a)
		}},
		{"mark", one(1), one(300), func(p []int) bool { return bits.TrailingZeros(uint(p[0]))%2 == 0 }},
		{"tac-tix", two(1), []int{3, 3}, func(p []int) bool { return p[0]%2 == 1 || p[1]%2 == 1 }},
		{"notakto", []int{3, 3}, []int{3, 3}, func([]int) bool { return true }},
		{"bitter-chocolate", []int{1, 0, 0}, []int{8, 0, 0}, func(p []int) bool { return p[0] > 1 }},
		{"unequal-nim", []int{0, 0, 0}, []int{12, 12, 12}, func(p []int) bool { return (p[0]+1)^(p[1]+1)^(p[2]+1) != 0 }},
	} {
		t.Run(f.game, func(t *testing.T) {
			file := load(t, f.game)
			some(f.lo, f.hi, func(p []int) {
				if f.game == "unequal-nim" && (p[0] == p[1] || p[0] == p[2] || p[1] == p[2]) {
					return
				}
				c := place(t, file, p)
				if a := answer(t, c); (a.Outcome == grundy.N) != f.wins(p) {
					t.Fatalf("%v is %v, published otherwise", c, a.Outcome)
				}
			})
		})
	}
}

// TestVerticalRooks compares all positions of two columns, whose play need not end, with
// Nim on the gaps.
func TestVerticalRooks(t *testing.T) {
	const height = 4
	f := load(t, "vertical-rooks")
	some([]int{1, 1, 1, 1}, []int{height, height, height, height}, func(p []int) {
		if p[0] == p[2] || p[1] == p[3] {
			return
		}
		c, _, err := f.Read(t.Context(), fmt.Sprintf("%d,[%d,%d],[%d,%d])", height, p[0], p[1], p[2], p[3]))
		if err != nil {
			t.Fatal(err)
		}
		want := grundy.N
		if max(p[0]-p[2], p[2]-p[0]) == max(p[1]-p[3], p[3]-p[1]) {
			want = grundy.P
		}
		if got := answer(t, c).Outcome; got != want {
			t.Errorf("%v is %v, and not %v by the gaps", c, got, want)
		}
	})
}

// TestNewYearInduction goes over all counts to 3: each parity, with moves and without.
// The formula and the moves know nothing else of a count, so this proves the formula.
func TestNewYearInduction(t *testing.T) {
	f := load(t, "new-year-game")
	// koca says by play whether Koca wins; her turn is 1.
	var koca func(count [3]int, difference, turn int) bool
	koca = func(count [3]int, difference, turn int) bool {
		if count == [3]int{} {
			return difference == 0
		}
		for residue := range count {
			if count[residue] > 0 {
				left := count
				left[residue]--
				if koca(left, (difference+residue*(1+turn))%3, 1-turn) == (turn == 1) {
					return turn == 1
				}
			}
		}
		return turn == 0
	}
	each([]int{0, 0, 0, 0, 0}, []int{3, 3, 3, 2, 1}, func(p []int) {
		want := grundy.P
		if koca([3]int{p[0], p[1], p[2]}, p[3], p[4]) == (p[4] == 1) {
			want = grundy.N
		}
		if a := answer(t, place(t, f, p)); a.Outcome != want {
			t.Errorf("%v is %v, and not %v", p, a.Outcome, want)
		}
	})
}

// TestEqualDivision compares with the nim-values of quotients.
func TestEqualDivision(t *testing.T) {
	f := load(t, "equal-division")
	for _, numbers := range [][]int{{2}, {3}, {2, 3}, {3, 5, 9}, {4, 3, 2, 6}} {
		var value func(n int) int
		value = func(n int) int {
			seen := map[int]bool{}
			for _, s := range numbers {
				if n%s == 0 {
					seen[s%2*value(n/s)] = true
				}
			}
			v := 0
			for seen[v] {
				v++
			}
			return v
		}
		for n := 1; n <= 360; n += 1 + n/30 {
			c, _, err := f.Read(t.Context(), fmt.Sprintf("%d,%s)", n, strings.ReplaceAll(fmt.Sprint(numbers), " ", ",")))
			if err != nil {
				t.Fatal(err)
			}
			if got := answer(t, c).NimValue; int(*got) != value(n) {
				t.Errorf("%v has nim-value %d, not %d", c, *got, value(n))
			}
		}
	}
}

// TestPeacefulQueens compares with OEIS A344227, nim-values of boards of n x n.
func TestPeacefulQueens(t *testing.T) {
	values := []int{0, 1, 1, 2, 1, 3, 1, 2}
	most := 5
	if long.Asked {
		most = 7
	}
	f := load(t, "peaceful-queens")
	for n := 1; n <= most; n++ {
		if v := answer(t, place(t, f, []int{n, n})).NimValue; int(*v) != values[n] {
			t.Errorf("n = %d: %d, published: %d", n, *v, values[n])
		}
	}
}

// TestProjectEuler compares counts that Project Euler prints in its problems.
func TestProjectEuler(t *testing.T) {
	count := func(game string, lo, hi []int, counted func(p []int, wins func() bool) int) (total int) {
		file := load(t, game)
		each(lo, hi, func(p []int) {
			total += counted(p, func() bool { return answer(t, place(t, file, p)).Outcome == grundy.N })
		})
		return total
	}
	bezout := struct{ most, count int }{4, 5}
	if long.Asked {
		bezout = struct{ most, count int }{100, 2043}
	}
	for _, c := range []struct {
		problem     int
		got, wanted int
	}{
		{961, count("removing-digits", one(1), one(99), func(_ []int, wins func() bool) int { return btoi(wins()) }), 18},
		{509, count("subtract-a-divisor", []int{1, 1, 1}, []int{10, 10, 10}, func(_ []int, wins func() bool) int { return btoi(wins()) }), 692},
		{665, count("proportionate-nim", two(1), []int{10, 10}, func(p []int, wins func() bool) int {
			if p[0] > p[1] || p[0]+p[1] > 10 || wins() {
				return 0
			}
			return p[0] + p[1]
		}), 21},
		{325, count("euclid-stones", two(1), []int{10, 10}, func(p []int, wins func() bool) int {
			if p[0] >= p[1] || wins() {
				return 0
			}
			return p[0] + p[1]
		}), 211},
		{488, count("unequal-nim", []int{1, 1, 1}, []int{7, 7, 7}, func(p []int, wins func() bool) int {
			if p[0] >= p[1] || p[1] >= p[2] || wins() {
				return 0
			}
			return p[0] + p[1] + p[2]
		}), 42},
		{787, count("bezouts-game", two(1), two(bezout.most), func(p []int, wins func() bool) int {
			return btoi(p[0]+p[1] <= bezout.most && gcd(p[0], p[1]) == 1 && wins())
		}), bezout.count},
	} {
		if c.got != c.wanted {
			t.Errorf("problem %d: %d, printed: %d", c.problem, c.got, c.wanted)
		}
	}
}

func one(n int) []int { return []int{n} }
func two(n int) []int { return []int{n, n} }

// each calls visit with all lists of numbers between lo and hi.
func each(lo, hi []int, visit func(p []int)) {
	p := append([]int(nil), lo...)
	for {
		visit(p)
		i := 0
		for i < len(p) && p[i] == hi[i] {
			p[i] = lo[i]
			i++
		}
		if i == len(p) {
			return
		}
		p[i]++
	}
}

// some calls visit with the first 40 of these lists and each seventh behind them, or
// with all where long tests are asked for.
func some(lo, hi []int, visit func(p []int)) {
	n := 0
	each(lo, hi, func(p []int) {
		if n++; n <= 40 || n%7 == 0 || long.Asked {
			visit(p)
		}
	})
}

// place makes a position from numbers.
func place(t *testing.T, f *rules.File, p []int) grundy.Component {
	t.Helper()
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]")
	c, _, err := f.Read(t.Context(), text+")")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func zeroAt(n int) int { return btoi(n == 0) }

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// primeFactors counts the prime factors of n from least on, each as often as it
// divides.
func primeFactors(n, least int) (count int) {
	for n%2 == 0 && n > 0 {
		n /= 2
		count += btoi(least <= 2)
	}
	for p := 3; n > 1; {
		if n%p == 0 {
			n /= p
			count++
		} else {
			p += 2
		}
	}
	return count
}

func coprime(p []int) int {
	n := p[0]
	if n == 1 {
		return 1
	}
	index := 0
	for q := 2; ; q++ {
		if big.NewInt(int64(q)).ProbablyPrime(0) {
			index++
			if n%q == 0 {
				return index - btoi(q == 2)
			}
		}
	}
}

func strange(p []int) int {
	x, k := p[0], p[1]
	for x%k != 0 {
		x -= x/k + 1
	}
	return x / k
}

// lieges is the solution of Codeforces 603 C.
func lieges(p []int) int {
	n, k := p[0], p[1]
	switch {
	case k%2 == 0 && n <= 2:
		return n
	case k%2 == 0:
		return 1 - n%2
	case n <= 4:
		return []int{0, 1, 0, 1, 2}[n]
	case n%2 == 1:
		return 0
	case lieges([]int{n / 2, k}) == 1:
		return 2
	}
	return 1
}

// welter is Welter's function (On Numbers and Games, chapter 13).
func welter(p []int) int {
	sum := 0
	for i, a := range p {
		sum ^= a
		for _, b := range p[:i] {
			sum ^= 2<<bits.TrailingZeros(uint(a^b)) - 1
		}
	}
	return sum
}
