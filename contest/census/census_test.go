package census

// This file compares each count with one that looks at every position, by the rules.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"grundy"
	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/internal/meter"
	"grundy/internal/oracle"
	"grundy/position"
)

// valueOf returns the nim-value of a position by its rules alone.
func valueOf(t *testing.T, o *oracle.Oracle, format string, numbers ...any) uint64 {
	t.Helper()
	sum, err := position.Parse(fmt.Sprintf(format, numbers...))
	if err != nil {
		t.Fatal(err)
	}
	value := uint64(0)
	for _, c := range sum.Components() {
		value ^= o.Value(c)
	}
	return value
}

// want compares two numbers, of any integer types.
func want(t *testing.T, what string, got any, err error, right any) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if fmt.Sprint(got) != fmt.Sprint(right) {
		t.Errorf("%s: got %v, want %v", what, got, right)
	}
}

func TestListsAndMultisets(t *testing.T) {
	rnd := chance.New(t, 1)
	for range 60 {
		values := make([]uint64, rnd.IntN(8))
		for i := range values {
			values[i] = rnd.Uint64N(9)
		}
		counts, err := Histogram(values)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 5 {
			lists, multisets := uint64(0), 0
			index := make([]int, k)
			for done := len(values) == 0 && k > 0; !done; {
				sum := uint64(0)
				for _, i := range index {
					sum ^= values[i]
				}
				if sum == 0 {
					lists++
					if slices.IsSorted(index) {
						multisets++
					}
				}
				done = true
				for i := range index {
					if index[i]++; index[i] < len(values) {
						done = false
						break
					}
					index[i] = 0
				}
			}
			for _, m := range []uint64{1, 2, 7, 10, 12, prime, 1 << 31} {
				got, err := Lists(t.Context(), counts, uint64(k), m)
				want(t, fmt.Sprintf("lists of %d of %v modulo %d", k, values, m), got, err, lists%m)
			}
			got, err := Multisets(t.Context(), counts, uint64(k))
			want(t, fmt.Sprintf("multisets of %d of %v", k, values), got, err, multisets)
		}
		other := []uint64{3, 0, 2}
		pairs, err := Pairs(counts, other)
		if err != nil {
			t.Fatal(err)
		}
		for sum, count := range pairs {
			right := uint64(0)
			for v, c := range counts {
				if w := v ^ sum; w < len(other) {
					right += c * other[w]
				}
			}
			want(t, fmt.Sprintf("pairs of %v of nim-sum %d", counts, sum), count, nil, right)
		}
	}
}

func TestNimOfMultiples(t *testing.T) {
	for _, factors := range [][]uint64{{}, {1}, {1, 2, 3}, {3, 5, 6}, {1, 4, 5}, {7, 7}, {0, 1, 1}, {2, 3, 4, 5}} {
		count := 0
		for most := uint64(0); most < 70; most++ {
			if most > 0 {
				sum := uint64(0)
				for _, f := range factors {
					sum ^= f * most
				}
				if sum == 0 {
					count++
				}
			}
			got, err := NimOfMultiples(t.Context(), factors, number(most))
			want(t, fmt.Sprintf("%v to %d", factors, most), got, err, count)
		}
	}
}

func TestUnequalNim(t *testing.T) {
	var o oracle.Oracle
	sum := 0
	for n := range 14 {
		for a, c := 1, n-1; a < c; a++ {
			for b := a + 1; b < c; b++ {
				if valueOf(t, &o, "unequal-nim(%d,%d,%d)", a, b, c) == 0 {
					sum += a + b + c
				}
			}
		}
		want(t, fmt.Sprint(n), UnequalNim(number(uint64(n))), nil, sum)
	}
}

func TestSilverDollar(t *testing.T) {
	var o oracle.Oracle
	for squares := 1; squares <= 7; squares++ {
		won := make([]int, squares+1) // by other coins
		for b := range 1 << squares {
			for dollar := range squares {
				if b>>dollar&1 == 0 {
					continue
				}
				strip, coins := []byte(strings.Repeat(".", squares)), -1
				for i := range strip {
					if b>>i&1 == 1 {
						strip[i] = 'o'
						coins++
					}
				}
				strip[dollar] = '$'
				if valueOf(t, &o, "silver-dollar(%q)", strip) != 0 {
					won[coins]++
				}
			}
		}
		for others, right := range won {
			got, err := SilverDollar(t.Context(), uint64(squares), uint64(others))
			want(t, fmt.Sprintf("%d squares, %d other coins", squares, others), got, err, right)
		}
	}
}

func TestRemovingDigits(t *testing.T) {
	var o oracle.Oracle
	won := 0
	for n := 1; n < 1300; n++ {
		got, err := RemovingDigits(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, won)
		if valueOf(t, &o, "removing-digits(%d)", n) != 0 {
			won++
		}
	}
}

func TestTakesOfFibonacciNim(t *testing.T) {
	var o oracle.Oracle
	least, most := 0, 0
	for n := 1; n <= 60; n++ {
		first := true
		for k := 1; k <= n; k++ {
			if valueOf(t, &o, "fibonacci-nim(%d,%d)", n-k, 2*k) != 0 {
				continue
			}
			if first {
				least += k
			}
			first = false
		}
		for k := n - 1; k >= 1; k-- {
			if valueOf(t, &o, "fibonacci-nim(%d,%d)", n-k, 2*k) == 0 {
				most += k
				break
			}
		}
		want(t, fmt.Sprintf("least takes to %d", n), LeastTakes(uint64(n)), nil, least)
		want(t, fmt.Sprintf("greatest takes to %d", n), MostTakes(uint64(n)), nil, most)
	}
}

func TestEuclidLost(t *testing.T) {
	var o oracle.Oracle
	sum := 0
	for y := range 60 {
		for x := 1; x < y; x++ {
			if valueOf(t, &o, "euclid-stones(%d,%d)", x, y) == 0 {
				sum += x + y
			}
		}
		want(t, fmt.Sprint(y), EuclidLost(number(uint64(y))), nil, sum)
	}
}

// fibonacciTree returns the parents of T(k) below a node, the first of which is the next number.
func fibonacciTree(k, below, next int) (parents []int) {
	if k == 0 {
		return nil
	}
	parents = []int{below}
	for i := k - 1; i >= max(k-2, 0); i-- {
		parents = append(parents, fibonacciTree(i, next, next+len(parents))...)
	}
	return parents
}

func TestFibonacciTrees(t *testing.T) {
	for k := range 7 {
		var o oracle.Oracle
		won := 0
		if k > 0 {
			// The root is the ground, since nobody wants to take it.
			parents := fibonacciTree(k, 0, 0)[1:]
			text := strings.ReplaceAll(strings.Trim(fmt.Sprint(parents), "[]"), " ", ",")
			if len(parents) > 0 {
				sum, err := position.Parse("hackenbush(" + text + ")")
				if err != nil {
					t.Fatal(err)
				}
				for _, option := range sum.Components()[0].AppendOptions(nil) {
					if o.Value(option) == 0 {
						won++
					}
				}
			}
		}
		got, err := FibonacciTrees(t.Context(), uint64(k))
		want(t, fmt.Sprint(k), got, err, won)
	}
}

func TestHoppingMove(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var o oracle.Oracle
		most, ones := 0, 0
		for k := 1; ; k++ {
			ones += strings.Count(fmt.Sprintf("%b", k), "1")
			if ones > n {
				break
			}
			if valueOf(t, &o, "hopping-game(%d,%d)", k, n) == 0 {
				most = ones
			}
		}
		got, err := HoppingMove(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, most)
	}
	// The same from the last number down, one by one.
	for n := 7; n <= 14; n++ {
		d := 0
		for k := 1<<(n+1) - 3; k >= 0; k-- {
			if d += strings.Count(fmt.Sprintf("%b", k+1), "1"); d > n {
				d = 0
			}
		}
		got, err := HoppingMove(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, d)
	}
}

// hanoiWay lists the pegs of the disks, the largest first, along the shortest way.
func hanoiWay(disks, from, to int) (way [][]int) {
	if disks == 0 {
		return [][]int{{}}
	}
	for _, rest := range hanoiWay(disks-1, from, 3-from-to) {
		way = append(way, append([]int{from}, rest...))
	}
	for _, rest := range hanoiWay(disks-1, 3-from-to, to) {
		way = append(way, append([]int{to}, rest...))
	}
	return way
}

func TestHanoiLost(t *testing.T) {
	for n := range 13 {
		sum := 0
		for i, pegs := range hanoiWay(n, 0, 2) {
			var heaps [3]int
			for _, peg := range pegs {
				heaps[peg]++
			}
			if heaps[0]^heaps[1]^heaps[2] == 0 {
				sum += i
			}
		}
		got, err := HanoiLost(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, sum)
	}
}

func TestEqualTakes(t *testing.T) {
	var o oracle.Oracle
	sum := 0
	for z := range 12 {
		for y := range z + 1 {
			for x := range y + 1 {
				if valueOf(t, &o, "equal-takes(%d,%d,%d)", x, y, z) == 0 {
					sum += x + y + z
				}
			}
		}
		got, err := EqualTakes(t.Context(), uint64(z))
		want(t, fmt.Sprint(z), got, err, sum)
	}
}

func TestProportionate(t *testing.T) {
	var o oracle.Oracle
	sum := 0
	for n := range 70 {
		for x := 0; 2*x <= n; x++ {
			if valueOf(t, &o, "proportionate-nim(%d,%d)", x, n-x) == 0 {
				sum += n
			}
		}
		got, err := Proportionate(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, sum)
	}
}

func TestDistribunim(t *testing.T) {
	var o oracle.Oracle
	lost := 0
	for n := 1; n <= 34; n++ {
		for a := 1; a <= n; a++ {
			if valueOf(t, &o, "distribunim([%d,%d])", a, n) == 0 {
				if lost++; a < n {
					lost++
				}
			}
		}
		want(t, fmt.Sprintf("pairs to %d", n), DistribunimPairs(uint64(n)), nil, lost)
	}
	for n := 1; n <= 4; n++ {
		heaps := strings.Repeat(fmt.Sprintf("%d,", n), n)
		k := 0
		for valueOf(t, &o, "distribunim([%s%d])", heaps, n+k) != 0 {
			k++
		}
		want(t, fmt.Sprintf("one more than %d heaps of %d", n, n), DistribunimExtra(uint64(n)), nil, k)
	}
	sum, n := uint64(0), uint64(0)
	for e := range uint64(14) {
		for ; n < 1<<e; n++ {
			sum += DistribunimExtra(n + 1)
		}
		got, err := DistribunimSum(t.Context(), e)
		want(t, fmt.Sprintf("sum to 2^%d", e), got, err, sum)
	}
}

// lostOfDynamicNim lists the lost heaps to most, for r = a/b, by the rules.
func lostOfDynamicNim(most int, r *big.Rat) (lost []int) {
	a, b := int(r.Num().Int64()), int(r.Denom().Int64())
	// least[n] is the least number that wins as a first move from n.
	least := make([]int, most+1)
	for n := 1; n <= most; n++ {
		for k := 1; least[n] == 0; k++ {
			if k == n || least[n-k]*b > k*a {
				least[n] = k
			}
		}
		if least[n] == n {
			lost = append(lost, n)
		}
	}
	return lost
}

func TestTransition(t *testing.T) {
	last := big.NewRat(1, 1)
	between := func(r *big.Rat) *big.Rat { // a little below r
		return new(big.Rat).Sub(r, big.NewRat(1, 100000))
	}
	for i := uint64(1); i <= 40; i++ {
		r, err := Transition(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			want(t, "the first", r, nil, last)
			continue
		}
		if r.Cmp(last) <= 0 {
			t.Errorf("transition %d is %v, after %v", i, r, last)
		}
		const most = 1500
		before, below, at := lostOfDynamicNim(most, last), lostOfDynamicNim(most, between(r)), lostOfDynamicNim(most, r)
		if !slices.Equal(before, below) {
			t.Errorf("the lost heaps change between %v and %v", last, r)
		}
		if slices.Equal(before, at) {
			t.Errorf("the lost heaps do not change at %v", r)
		}
		last = r
	}
}

func TestCoprimeAndDivisorValues(t *testing.T) {
	var o oracle.Oracle
	for _, n := range []int{0, 1, 2, 3, 4, 62} {
		var values []uint64
		for i := 1; i < n; i++ {
			values = append(values, valueOf(t, &o, "coprime-nim(%d)", i))
		}
		checkValues(t, fmt.Sprintf("coprime-nim below %d", n), CoprimeValues, uint64(n), values)
		values = nil
		for i := 2; i <= n; i++ {
			values = append(values, valueOf(t, &o, "divisor-pairs(%d)", i))
		}
		checkValues(t, fmt.Sprintf("divisor-pairs to %d", n), DivisorValues, uint64(n), values)
	}
}

func checkValues(t *testing.T, what string, count func(context.Context, uint64) ([]uint64, error), n uint64, values []uint64) {
	t.Helper()
	right, err := Histogram(values)
	if err != nil {
		t.Fatal(err)
	}
	got, err := count(t.Context(), n)
	for len(got) > len(right) && got[len(got)-1] == 0 {
		got = got[:len(got)-1]
	}
	want(t, what, got, err, right)
}

func TestBezoutWon(t *testing.T) {
	var o oracle.Oracle
	won := 0
	for n := range 45 {
		for a := 1; a < n; a++ {
			if valueOf(t, &o, "bezouts-game(%d,%d)", a, n-a) != 0 {
				won++
			}
		}
		got, err := BezoutWon(t.Context(), uint64(n))
		want(t, fmt.Sprint(n), got, err, won)
	}
}

func TestFactorNim(t *testing.T) {
	const most = 200000
	sum := 0
	least := make([]int, most+1) // prime factors
	for n := 1; n <= most; n++ {
		for j := n; n > 1 && (j == n || least[n] == n) && j <= most; j += n {
			if least[j] == 0 {
				least[j] = n
			}
		}
		nimSum := 0
		for rest := n; rest > 1; rest /= least[rest] {
			nimSum ^= least[rest]
		}
		if nimSum == 0 {
			sum += n
		}
		if n < 300 || n%9973 == 0 || n == most {
			got, err := FactorNim(t.Context(), uint64(n))
			want(t, fmt.Sprint(n), got, err, sum)
		}
	}
}

// TestFactorNimBeyond64Bits crosses the number at which the sum needs more than 64 bits.
func TestFactorNimBeyond64Bits(t *testing.T) {
	if !long.Asked {
		t.Skip("it takes a second")
	}
	const from, to = 2_203_810_720_780, 2_203_810_720_880
	before, err := FactorNim(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	for n := from + 1; n <= to; n++ {
		nimSum, rest := 0, n
		for p := 2; rest > 1; p++ {
			if p*p > rest {
				p = rest
			}
			for ; rest%p == 0; rest /= p {
				nimSum ^= p
			}
		}
		if nimSum == 0 {
			before.Add(before, number(uint64(n)))
		}
	}
	got, err := FactorNim(t.Context(), to)
	want(t, "the sum", got, err, before)
}

func TestScatter(t *testing.T) {
	names := map[uint64]string{2: "4.0", 3: "{2,3}.0", 4: "{2,3,4}.0", 5: "{2,3,4,5}.0"}
	for parts := uint64(2); parts <= 5; parts++ {
		var o oracle.Oracle
		for n := range 13 {
			won := 0
			var partitions func(rest, least int, value uint64)
			partitions = func(rest, least int, value uint64) {
				if rest == 0 && value != 0 {
					won++
				}
				for h := least; h <= rest; h++ {
					partitions(rest-h, h, value^valueOf(t, &o, "%s(%d)", names[parts], h))
				}
			}
			partitions(n, 1, 0)
			got, err := ScatterWon(t.Context(), uint64(n), parts)
			want(t, fmt.Sprintf("%d tokens, %d parts", n, parts), got, err, won)
		}
	}
	for n := range uint64(25) {
		sum := uint64(0)
		for parts := uint64(2); parts <= n; parts++ {
			won, err := ScatterWon(t.Context(), n, parts)
			if err != nil {
				t.Fatal(err)
			}
			sum += won
		}
		got, err := ScatterSum(t.Context(), n)
		want(t, fmt.Sprintf("sum of %d tokens", n), got, err, sum)
	}
}

func TestPaperCuts(t *testing.T) {
	var o oracle.Oracle
	for w := 1; w <= 5; w++ {
		for h := 1; h <= 12; h++ {
			won := 0
			for x := 1; x < w; x++ {
				for y := 1; y < h; y++ {
					if valueOf(t, &o, "paper-cutting(%d,%d) + paper-cutting(%d,%d) + paper-cutting(%d,%d) + paper-cutting(%d,%d)",
						x, y, w-x, y, x, h-y, w-x, h-y) == 0 {
						won++
					}
				}
			}
			got, err := PaperCuts(t.Context(), uint64(w), uint64(h))
			want(t, fmt.Sprintf("%d by %d", w, h), got, err, won)
		}
	}
}

// TestPaperCutsFar compares heights beyond those that are looked at with a table.
func TestPaperCutsFar(t *testing.T) {
	const widths, heights = 14, 400
	var g [widths + 1][heights + 1]int
	sum := 0
	for w := 2; w <= widths; w++ {
		for h := 2; h <= heights; h++ {
			var options [1 << 8]bool
			won := 0
			for x := 1; x < w; x++ {
				for y := 1; y < h; y++ {
					v := g[x][y] ^ g[w-x][y] ^ g[x][h-y] ^ g[w-x][h-y]
					if options[v] = true; v == 0 {
						won++
					}
				}
			}
			g[w][h] = slices.Index(options[:], false)
			if sum += won; h%57 == 0 || h == heights {
				got, err := PaperCuts(t.Context(), uint64(w), uint64(h))
				want(t, fmt.Sprintf("%d by %d", w, h), got, err, won)
			}
		}
	}
	got, err := PaperCutsTo(t.Context(), heights, widths)
	want(t, "the sum", got, err, sum)
	got, err = PaperCutsTo(t.Context(), 12, 123)
	want(t, "the sum of the statement", got, err, 327398)
}

func TestCardsLost(t *testing.T) {
	var o oracle.Oracle
	for n := 0; n <= 8; n++ {
		var values []uint64
		for b := range 1 << n {
			letters := make([]byte, n)
			for i := range letters {
				letters[i] = "oX"[b>>i&1]
			}
			values = append(values, valueOf(t, &o, "card-stacking(%q)", letters))
		}
		checkValues(t, fmt.Sprintf("%d cards", n), func(ctx context.Context, n uint64) ([]uint64, error) {
			counts, free, err := cardValues(ctx, n)
			free()
			return counts, err
		}, uint64(n), values)
	}
	// The theorem by the rules, with more cards than the sets of the counts.
	for n := 9; n <= 16; n++ {
		right := make([]uint64, n)
		for b := range 1 << n {
			right[cardValue(b, n)]++
		}
		got, free, err := cardValues(t.Context(), uint64(n))
		free()
		want(t, fmt.Sprintf("%d cards", n), got, err, right)
	}
}

// cardValue is the theorem of [CardsLost].
func cardValue(visible, n int) int {
	if visible == 0 {
		return 0
	}
	for visible&1 == 0 {
		visible, n = visible>>1, n-1
	}
	zeros, t := 0, 0
	for i := range n {
		zeros += 1 - visible>>i&1
	}
	for 2*t+1 < n && visible>>(2*t+1)&1 == 0 {
		t++
	}
	if 2*t+1 >= n {
		return zeros
	}
	return min(zeros, 2*t+zeros%2)
}

func TestFlipsWon(t *testing.T) {
	squares, triangles := []uint64{1, 4}, []uint64{1, 3, 6}
	for n := 1; n <= 4; n++ {
		var o oracle.Oracle
		// The whole board has too many positions; its parts do not: the nim-value of a position
		// is the nim-sum of those with one white disc (the lemma on coin-turning games).
		disc := make([]uint64, n*n)
		for i := range disc {
			rows := make([]string, n)
			for r := range rows {
				row := []byte(strings.Repeat(".", n))
				if i/n == r {
					row[i%n] = 'o'
				}
				rows[r] = string(row)
			}
			disc[i] = valueOf(t, &o, "flipping-discs(%q)", strings.Join(rows, "/"))
		}
		all, won := uint64(0), 0
		for _, v := range disc {
			all ^= v
		}
		for i := range disc {
			for _, w := range squares {
				for _, h := range triangles {
					if int(h) > n-i/n || int(w) > i%n+1 {
						continue
					}
					sum := all
					for r := range int(h) {
						for c := range int(w) {
							sum ^= disc[i+r*n-c]
						}
					}
					if sum == 0 {
						won++
					}
				}
			}
		}
		got, err := FlipsWon(t.Context(), uint64(n), squares, triangles)
		want(t, fmt.Sprint(n), got, err, won)
	}
}

// TestRefusals asks what no machine could answer.
func TestRefusals(t *testing.T) {
	ctx, huge := t.Context(), uint64(1)<<62
	for name, ask := range map[string]func() error{
		"Histogram":      func() error { _, err := Histogram([]uint64{huge}); return err },
		"Multisets":      func() error { _, err := Multisets(ctx, []uint64{1, 2, 3}, huge); return err },
		"Pairs":          func() error { _, err := Pairs([]uint64{huge}, []uint64{huge}); return err },
		"NimOfMultiples": func() error { _, err := NimOfMultiples(ctx, []uint64{huge}, number(1)); return err },
		"SilverDollar":   func() error { _, err := SilverDollar(ctx, huge, huge-1); return err },
		"EqualTakes":     func() error { _, err := EqualTakes(ctx, huge); return err },
		"Proportionate":  func() error { _, err := Proportionate(ctx, huge); return err },
		"DistribunimSum": func() error { _, err := DistribunimSum(ctx, huge); return err },
		"Transition":     func() error { _, err := Transition(ctx, huge); return err },
		"HoppingMove":    func() error { _, err := HoppingMove(ctx, huge); return err },
		"FibonacciTrees": func() error { _, err := FibonacciTrees(ctx, huge); return err },
		"HanoiLost":      func() error { _, err := HanoiLost(ctx, huge); return err },
		"CoprimeValues":  func() error { _, err := CoprimeValues(ctx, huge); return err },
		"DivisorValues":  func() error { _, err := DivisorValues(ctx, huge); return err },
		"BezoutWon":      func() error { _, err := BezoutWon(ctx, huge); return err },
		"FactorNim":      func() error { _, err := FactorNim(ctx, huge); return err },
		"ScatterWon":     func() error { _, err := ScatterWon(ctx, huge, 2); return err },
		"PaperCuts":      func() error { _, err := PaperCuts(ctx, huge, huge); return err },
		"CardsLost":      func() error { _, err := CardsLost(ctx, huge, 1); return err },
		"FlipsWon":       func() error { _, err := FlipsWon(ctx, huge, []uint64{1}, []uint64{1}); return err },
	} {
		if err := ask(); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Lists(ctx, []uint64{1}, 1, 0); err == nil {
		t.Error("lists modulo 0")
	}
}

// TestBudgets asks without memory, and after the end.
func TestBudgets(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	poor := meter.With(t.Context(), 1)
	many := make([]uint64, 1<<10)
	for name, ask := range map[string]func(context.Context) error{
		"Lists":     func(ctx context.Context) error { _, err := Lists(ctx, many, 5, 7); return err },
		"Multisets": func(ctx context.Context) error { _, err := Multisets(ctx, many, 5); return err },
		"NimOfMultiples": func(ctx context.Context) error {
			_, err := NimOfMultiples(ctx, []uint64{1, 2, 3}, number(99))
			return err
		},
		"SilverDollar":   func(ctx context.Context) error { _, err := SilverDollar(ctx, 99, 9); return err },
		"RemovingDigits": func(ctx context.Context) error { _, err := RemovingDigits(ctx, 99); return err },
		"FibonacciTrees": func(ctx context.Context) error { _, err := FibonacciTrees(ctx, 99); return err },
		"HoppingMove":    func(ctx context.Context) error { _, err := HoppingMove(ctx, 99); return err },
		"HanoiLost":      func(ctx context.Context) error { _, err := HanoiLost(ctx, 98); return err },
		"EqualTakes":     func(ctx context.Context) error { _, err := EqualTakes(ctx, 99); return err },
		"Proportionate":  func(ctx context.Context) error { _, err := Proportionate(ctx, 99); return err },
		"DistribunimSum": func(ctx context.Context) error { _, err := DistribunimSum(ctx, 99); return err },
		"CoprimeValues":  func(ctx context.Context) error { _, err := CoprimeValues(ctx, 99); return err },
		"DivisorValues":  func(ctx context.Context) error { _, err := DivisorValues(ctx, 99); return err },
		"BezoutWon":      func(ctx context.Context) error { _, err := BezoutWon(ctx, 99); return err },
		"FactorNim":      func(ctx context.Context) error { _, err := FactorNim(ctx, 99); return err },
		"ScatterWon":     func(ctx context.Context) error { _, err := ScatterWon(ctx, 99, 3); return err },
		"ScatterSum":     func(ctx context.Context) error { _, err := ScatterSum(ctx, 99); return err },
		"PaperCuts":      func(ctx context.Context) error { _, err := PaperCuts(ctx, 99, 99); return err },
		"PaperCutsTo":    func(ctx context.Context) error { _, err := PaperCutsTo(ctx, 99, 99); return err },
		"CardsLost":      func(ctx context.Context) error { _, err := CardsLost(ctx, 99, 2); return err },
		"FlipsWon":       func(ctx context.Context) error { _, err := FlipsWon(ctx, 99, []uint64{1}, []uint64{1}); return err },
	} {
		if err := ask(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the end: %v", name, err)
		}
		if err := ask(poor); !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%s without memory: %v", name, err)
		}
		if err := ask(meter.With(t.Context(), 1<<30)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Transition(ended, 99); !errors.Is(err, context.Canceled) {
		t.Errorf("Transition after the end: %v", err)
	}
}
