package nimber

// Logarithms of nimbers of any size are found as in log.go: by the prime divisors of the group's
// order. That is the product of the Fermat numbers 2^(2^k)+1. Those of 2^64+1 are small enough.
// From 2^128+1 on some are not, and then only logarithms that are not too large are found.

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
)

// fermatPrimes are prime divisors of Fermat numbers from 2^64+1 on: F. Landry 1880, M.
// A. Morrison and J. Brillhart 1975, R. P. Brent and J. M. Pollard 1981.
var fermatPrimes = [][2]string{
	{"274177", "67280421310721"},
	{"59649589127497217", "5704689200685129054721"},
	{"1238926361552897", "93461639715357977769163558199606896584051237541638188580280321"},
}

// factors returns numbers without a common divisor whose product is the order of the
// group of the numbers of that length: primes, and at last Fermat numbers as a whole.
func factors(length int) (list []*big.Int) {
	for _, p := range primes {
		list = append(list, new(big.Int).SetUint64(p))
	}
	for i, words := 0, 1; words < length; i, words = i+1, 2*words {
		if i < len(fermatPrimes) {
			for _, text := range fermatPrimes[i] {
				p, _ := new(big.Int).SetString(text, 10)
				list = append(list, p)
			}
			continue
		}
		list = append(list, new(big.Int).Add(groupOf(words), big.NewInt(2)))
	}
	return list
}

// mostKept bounds the words of the powers that a search keeps, and mostTried the words
// of what it tries beyond them: some ten seconds of work.
const (
	mostKept  = 1 << 21
	mostTried = 1 << 27
)

// LogBytes is about the most memory that [Tower.Log] takes for a search.
const LogBytes = 64 << 20

// Log returns the least e for which the product of e factors base is a. The result
// is nil where there is none. The error wraps [grundy.ErrTooLarge] where the search for
// e takes too many steps. That may be so where base or a is 2^128 or more. Below, it
// takes up to 2^26 products.
func (t Tower) Log(base, a *big.Int) (*big.Int, error) {
	if base.IsUint64() && a.IsUint64() {
		if e, ok := Log(base.Uint64(), a.Uint64()); ok {
			return new(big.Int).SetUint64(e), nil
		}
		return nil, nil
	}
	if base.Sign() == 0 || a.Sign() == 0 {
		return nil, nil
	}
	b, x := words(base, a), words(a, base)
	order, list, err := t.order(b)
	if err != nil {
		return nil, err
	}
	if power, err := t.power(x, order); err != nil || !isOne(power) {
		return nil, err
	}
	// Invariant: e is the logarithm modulo m, a divisor of order.
	e, m := new(big.Int), big.NewInt(1)
	for _, p := range list {
		left := new(big.Int).Div(order, p)
		target, err := t.power(x, left)
		if err != nil {
			return nil, err
		}
		r := new(big.Int)
		if !isOne(target) {
			if p.CmpAbs(big.NewInt(mostKept*mostTried/int64(len(b)*len(b)))) > 0 {
				continue
			}
			step, err := t.power(b, left)
			if err != nil {
				return nil, err
			}
			found, _, err := t.search(step, target, mostTried/len(b)+1)
			if err != nil {
				return nil, err
			}
			r.SetUint64(found)
		}
		// e + m*k is r modulo p for k = (r-e)/m modulo p.
		k := new(big.Int).Sub(r, e)
		k.Mul(k, new(big.Int).ModInverse(m, p)).Mod(k, p)
		e.Add(e, k.Mul(k, m))
		m.Mul(m, p)
	}
	if m.Cmp(order) == 0 {
		return e, nil
	}
	return t.logBeyond(b, x, e, m)
}

// logBeyond returns the logarithm of x, which is e modulo m, if it is e + m*k for a k
// that a search finds.
func (t Tower) logBeyond(base, x []uint64, e, m *big.Int) (*big.Int, error) {
	step, err := t.power(base, m)
	if err != nil {
		return nil, err
	}
	known, err := t.power(base, e)
	if err != nil {
		return nil, err
	}
	inverse, err := t.inverse(known)
	if err != nil {
		return nil, err
	}
	target := make([]uint64, len(x))
	if err := t.mul(target, x, inverse, make([]uint64, 3*len(x))); err != nil {
		return nil, err
	}
	k, ok, err := t.search(step, target, mostKept/len(base))
	if err == nil && !ok {
		err = fmt.Errorf("a logarithm of 2^%d or more takes too many steps: %w", m.BitLen()-1+2*bits.Len(uint(mostKept/len(base)-1)), grundy.ErrTooLarge)
	}
	if err != nil {
		return nil, err
	}
	return m.Mul(m, new(big.Int).SetUint64(k)).Add(m, e), nil
}

// order returns the multiplicative order of a, and those of the factors of the group's
// order that divide it.
func (t Tower) order(a []uint64) (order *big.Int, list []*big.Int, err error) {
	order = groupOf(len(a))
	for _, p := range factors(len(a)) {
		less := new(big.Int).Div(order, p)
		power, err := t.power(a, less)
		if err != nil {
			return nil, nil, err
		}
		if isOne(power) {
			order = less
		} else {
			list = append(list, p)
		}
	}
	return order, list, nil
}

func isOne(a []uint64) bool { return a[0] == 1 && isZero(a[1:]) }

// search returns the least e for which the product of e factors base is a, as
// logOfPrime does, and false where it is not found by so many steps beyond the powers
// that are kept.
func (t Tower) search(base, a []uint64, steps int) (e uint64, ok bool, err error) {
	var (
		newest  = map[uint64]int32{} // by the lowest word, the last power that has it
		before  []int32              // the power before it that has the same, or -1
		powers  []uint64
		power   = make([]uint64, len(a))
		next    = make([]uint64, len(a))
		scratch = make([]uint64, 3*len(a))
	)
	power[0] = 1
	for j := 0; j < mostKept/len(a) && (j == 0 || !isOne(power)); j++ {
		last, ok := newest[power[0]]
		if !ok {
			last = -1
		}
		newest[power[0]], before, powers = int32(j), append(before, last), append(powers, power...)
		if err := t.step(next, power, base, scratch, j); err != nil {
			return 0, false, err
		}
		power, next = next, power
	}
	back, err := t.inverse(power)
	if err != nil {
		return 0, false, err
	}
	a = slices.Clone(a)
	for i := range steps {
		j, ok := newest[a[0]]
		for ; ok && j >= 0; j = before[j] {
			if slices.Equal(powers[int(j)*len(a):][:len(a)], a) {
				return uint64(i)*uint64(len(before)) + uint64(j), true, nil
			}
		}
		if err := t.step(next, a, back, scratch, i); err != nil {
			return 0, false, err
		}
		a, next = next, a
	}
	return 0, false, nil
}

// step multiplies two numbers, the i-th time.
func (t Tower) step(dst, a, b, scratch []uint64, i int) error {
	if i%(1<<12) == 0 && t.Check != nil {
		if err := t.Check(); err != nil {
			return err
		}
	}
	return t.mul(dst, a, b, scratch)
}
