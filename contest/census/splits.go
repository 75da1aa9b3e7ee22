package census

// This file counts in games in which heaps or rectangles are divided.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"grundy"
	"grundy/internal/meter"
)

// ScatterWon returns how many multisets of heaps with n tokens are won, if a move divides
// a heap into 2 … parts heaps; modulo 10^9+7.
//
// The nim-values of heaps to n come from the nim-sums of all p heaps of m tokens, p by p. The
// multisets are then counted by the tokens and the nim-sum, one size of heaps after the
// other. With values below v it takes n^2 v parts + n^2 v log n steps.
func ScatterWon(ctx context.Context, n, parts uint64) (uint64, error) {
	s, err := scatter(ctx, n, parts)
	if err != nil {
		return 0, err
	}
	return s.won(ctx)
}

// ScatterSum returns the sum of [ScatterWon] for 2 … n parts.
//
// Once all heaps m have the value m-1, they keep it with more parts: the options grow, and
// no play of a heap m has more than m-1 moves, so that no value is greater.
func ScatterSum(ctx context.Context, n uint64) (uint64, error) {
	sum := uint64(0)
	for parts := uint64(2); parts <= n; parts++ {
		s, err := scatter(ctx, n, parts)
		if err != nil {
			return 0, err
		}
		won, err := s.won(ctx)
		if err != nil {
			return 0, err
		}
		if s.isFull() {
			return (sum + (n-parts+1)%prime*won) % prime, nil
		}
		sum = (sum + won) % prime
	}
	return sum, nil
}

type scatterNim struct {
	values []int // of the heaps 0 … n
	size   int   // a power of two above all nim-sums
}

func (s *scatterNim) isFull() bool {
	for m, v := range s.values[1:] {
		if v != m {
			return false
		}
	}
	return true
}

func scatter(ctx context.Context, n, parts uint64) (*scatterNim, error) {
	if n > 1<<12 {
		return nil, fmt.Errorf("heaps of %d: %w", n, grundy.ErrTooLarge)
	}
	parts = max(min(parts, n), 2)
	s := &scatterNim{values: make([]int, n+1), size: 1 << bits.Len64(n)}
	free, err := hold(ctx, (n+1)*(parts+1), uint64(s.size))
	if err != nil {
		return nil, err
	}
	defer free()
	// reached[p][m][x]: some p heaps of m tokens have nim-sum x.
	reached := make([][][]bool, parts+1)
	for p := range reached {
		reached[p] = make([][]bool, n+1)
		for m := range reached[p] {
			reached[p][m] = make([]bool, s.size)
		}
	}
	p := newPace(ctx)
	for m := 1; m <= int(n); m++ {
		options := make([]bool, s.size+1)
		for k := 2; k <= int(parts); k++ {
			here := reached[k][m]
			for first := 1; first < m; first++ {
				v := s.values[first]
				for x, ok := range reached[k-1][m-first] {
					if ok {
						here[x^v] = true
					}
				}
				if err := p.Step(s.size); err != nil {
					return nil, err
				}
			}
			for x, ok := range here {
				options[x] = options[x] || ok
			}
		}
		for options[s.values[m]] {
			s.values[m]++
		}
		reached[1][m][s.values[m]] = true
	}
	return s, nil
}

func (s *scatterNim) won(ctx context.Context) (uint64, error) {
	n := len(s.values) - 1
	free, err := hold(ctx, uint64(n+1), 4*uint64(s.size))
	if err != nil {
		return 0, err
	}
	defer free()
	ways := make([][]uint32, n+1) // by tokens and nim-sum
	for m := range ways {
		ways[m] = make([]uint32, s.size)
	}
	ways[0][0] = 1
	p := newPace(ctx)
	for heap := 1; heap <= n; heap++ {
		for m := heap; m <= n; m++ {
			for x, count := range ways[m-heap] {
				to := &ways[m][x^s.values[heap]]
				*to = (*to + count) % prime
			}
			if err := p.Step(s.size); err != nil {
				return 0, err
			}
		}
	}
	won := uint64(0)
	for _, count := range ways[n][1:] {
		won += uint64(count)
	}
	return won % prime, nil
}

// PaperCuts returns how many first cuts win the paper of w by h, if a move cuts a paper
// along a vertical and a horizontal line at once into four. PaperCutsTo returns the sum
// over all papers of 2 … w by 2 … h.
//
// Cut the width into x and w-x, and let A(y) = g(x, y) ^ g(w-x, y). The cut of the height
// into y and h-y has the value A(y) ^ A(h-y). Suppose that A is constant, c, from q on. For
// h >= 2q the values of these cuts are A(y) ^ c for y < q, each twice, and 0 for the other
// ones. So if A of every x is constant from q on, g(w, h) is constant for h >= 2q, and the
// number of zeros grows by w-1 with each h. This is a proof by machine: the widths are done
// one after the other, each up to such an h at most. One finds then where it really becomes
// constant, which is at some 20 w. The heights below 2q of an x are looked at one by one,
// and take q/2 steps each.
func PaperCuts(ctx context.Context, w, h uint64) (*big.Int, error) {
	w, h = min(w, h), max(w, h)
	zeros := new(big.Int)
	err := eachPaper(ctx, w, h, func(f *paper) { zeros = f.zeros(h) })
	return zeros, err
}

// PaperCutsTo is described at [PaperCuts].
func PaperCutsTo(ctx context.Context, w, h uint64) (*big.Int, error) {
	w, h = min(w, h), max(w, h)
	sum := new(big.Int)
	err := eachPaper(ctx, w, h, func(f *paper) {
		last := min(h, uint64(len(f.count)-1))
		for height := uint64(2); height <= last; height++ {
			sum.Add(sum, number(f.count[height]))
		}
		if h > last { // an arithmetic series
			more := new(big.Int).Add(f.zeros(last+1), f.zeros(h))
			sum.Add(sum, half(more.Mul(more, number(h-last))))
		}
	})
	return sum, err
}

// eachPaper does the widths 2 … w one after the other, for heights to h.
func eachPaper(ctx context.Context, w, h uint64, visit func(f *paper)) error {
	if w < 2 {
		return nil
	}
	f, err := newPaper(ctx, w)
	if err != nil {
		return err
	}
	defer f.memory.Close()
	for width := uint64(2); width <= w; width++ {
		if err := f.cut(width, h); err != nil {
			return err
		}
		visit(f)
	}
	return nil
}

// A paper holds the widths that are done: row[w][h] is the nim-value, constant from the last
// one on. For the last width, count[h] is the number of cuts of value 0.
type paper struct {
	ctx    context.Context
	pace   meter.Pace
	memory *meter.Account
	rows   [][]uint16
	count  []uint64
}

func newPaper(ctx context.Context, w uint64) (*paper, error) {
	if w > 1<<12 {
		return nil, fmt.Errorf("papers of %d or more to each side: %w", w, grundy.ErrTooLarge)
	}
	return &paper{ctx: ctx, pace: *newPace(ctx), memory: meter.Open(ctx), rows: [][]uint16{{0}, {0}}}, nil
}

// at returns the value of a row at h.
func at(row []uint16, h int) uint16 { return row[min(h, len(row)-1)] }

// zeros returns the number of cuts of value 0 of the last width.
func (f *paper) zeros(h uint64) *big.Int {
	last := uint64(len(f.count) - 1)
	if h <= last {
		return number(f.count[h])
	}
	more := new(big.Int).Mul(number(h-last), number(uint64(len(f.rows)-2)))
	return more.Add(more, number(f.count[last]))
}

// A side is what cuts of the width into x and w-x share.
type side struct {
	a         []uint16 // A(y), constant from the last one on
	twice     uint64   // 2 where x and w-x differ, otherwise 1
	below     []uint64 // the set of A(y) ^ c for y < q, and 0
	zeros     uint64   // how many y < q, y > 0, have A(y) = c
	constantQ int      // q
}

// cut finds the row of width w, for heights to h at most.
func (f *paper) cut(w, h uint64) error {
	var sides []side
	longest := 1
	for x := 1; x <= int(w)/2; x++ {
		one, other := f.rows[x], f.rows[int(w)-x]
		a := make([]uint16, max(len(one), len(other)))
		for y := range a {
			a[y] = at(one, y) ^ at(other, y)
		}
		for len(a) > 1 && a[len(a)-1] == a[len(a)-2] {
			a = a[:len(a)-1]
		}
		s := side{a: a, twice: 2, constantQ: max(len(a)-1, 1), below: make([]uint64, 4)}
		if 2*x == int(w) {
			s.twice = 1
		}
		s.mark(0)
		for y := 1; y < s.constantQ; y++ {
			v := a[y] ^ a[len(a)-1]
			s.mark(v)
			if v == 0 {
				s.zeros++
			}
		}
		longest = max(longest, s.constantQ)
		sides = append(sides, s)
	}
	last := min(h, uint64(2*longest))
	if err := f.memory.Take(10*(last+1) + 2*uint64(longest)); err != nil {
		return err
	}
	row, count := make([]uint16, last+1), make([]uint64, last+1)
	var set []uint64
	for n := 2; n <= int(last); n++ {
		clear(set)
		for i := range sides {
			s := &sides[i]
			if n >= 2*s.constantQ {
				for len(set) < len(s.below) {
					set = append(set, 0)
				}
				for j, word := range s.below {
					set[j] |= word
				}
				count[n] += s.twice * (2*s.zeros + uint64(n-1-2*(s.constantQ-1)))
				continue
			}
			zeros := uint64(0)
			for y := 1; y < n-y; y++ {
				v := at(s.a, y) ^ at(s.a, n-y)
				for int(v/64) >= len(set) {
					set = append(set, 0)
				}
				set[v/64] |= 1 << (v % 64)
				if v == 0 {
					zeros++
				}
			}
			zeros *= 2
			if n%2 == 0 {
				if len(set) == 0 {
					set = append(set, 0)
				}
				set[0] |= 1
				zeros++
			}
			count[n] += s.twice * zeros
			if err := f.pace.Step(n); err != nil {
				return err
			}
		}
		for _, word := range set {
			row[n] += uint16(bits.TrailingZeros64(^word))
			if ^word != 0 {
				break
			}
		}
	}
	if h >= uint64(2*longest) { // constant from here on
		for len(row) > 1 && row[len(row)-1] == row[len(row)-2] {
			row = row[:len(row)-1]
		}
	}
	f.rows, f.count = append(f.rows, row), count
	return nil
}

func (s *side) mark(v uint16) {
	for int(v/64) >= len(s.below) {
		s.below = append(s.below, 0)
	}
	s.below[v/64] |= 1 << (v % 64)
}
