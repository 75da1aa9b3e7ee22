package nimber

// Nimbers of any size stand in the tower of the fields of the numbers below 2^64, 2^128, 2^256 and
// so on. Each is made of the one before as the recursion in nimber.go says, with F = 2^64, 2^128,
// …; F/2 is its highest bit.
//
// A number is a list of words, the lowest first, whose length is a power of two. A step
// of the recursion takes three products of half the length, and one with F/2, which
// is cheaper.

import (
	"errors"
	"math/big"
	"math/bits"
	"slices"
)

// A Tower is the field of all finite nimbers. Numbers are not negative; the results
// are new ones. A product of n words takes about n^1.6 products of 64 bits; see each
// method for how many products it takes.
type Tower struct {
	// Check, if not nil, is asked now and then whether to go on. Its error ends
	// the work.
	Check func() error
}

// ErrZero says that 0 has no inverse.
var ErrZero = errors.New("division by zero")

// words returns x in the least field of this tower that also holds the others.
func words(x *big.Int, others ...*big.Int) []uint64 {
	length := x.BitLen()
	for _, y := range others {
		length = max(length, y.BitLen())
	}
	list := make([]uint64, 1<<bits.Len(uint(max(length-1, 0)/64)))
	text := x.FillBytes(make([]byte, 8*len(list)))
	for i, b := range text {
		list[len(list)-1-i/8] = list[len(list)-1-i/8]<<8 | uint64(b)
	}
	return list
}

func number(list []uint64) *big.Int {
	text := make([]byte, 8*len(list))
	for i := range text {
		text[len(text)-1-i] = byte(list[i/8] >> (i % 8 * 8))
	}
	return new(big.Int).SetBytes(text)
}

// Mul returns the nim-product of a and b.
func (t Tower) Mul(a, b *big.Int) (*big.Int, error) {
	x, y := words(a, b), words(b, a)
	product := make([]uint64, len(x))
	if err := t.mul(product, x, y, make([]uint64, 3*len(x))); err != nil {
		return nil, err
	}
	return number(product), nil
}

// often is the length of products before each of which Check is asked.
const often = 64

// mul sets dst, which overlaps with no other list, to the product of a and b, which
// are as long. It needs three times their length to write on.
func (t Tower) mul(dst, a, b, scratch []uint64) error {
	if len(a) == 1 {
		dst[0] = Mul(a[0], b[0])
		return nil
	}
	if len(a) == often && t.Check != nil {
		if err := t.Check(); err != nil {
			return err
		}
	}
	h := len(a) / 2
	low, high := dst[:h], dst[h:]
	if isZero(a[h:]) {
		a, b = b, a
	}
	if err := t.mul(low, a[:h], b[:h], scratch); err != nil {
		return err
	}
	if isZero(b[h:]) { // a number of the field below
		return t.mul(high, a[h:], b[:h], scratch)
	}
	x, y, top, scratch := scratch[:h], scratch[h:2*h], scratch[2*h:3*h], scratch[3*h:]
	add(copied(x, a[h:]), a[:h])
	add(copied(y, b[h:]), b[:h])
	if err := t.mul(high, x, y, scratch); err != nil {
		return err
	}
	add(high, low)
	if err := t.mul(top, a[h:], b[h:], scratch); err != nil {
		return err
	}
	timesHalf(top)
	add(low, top)
	return nil
}

func isZero(a []uint64) bool { return !slices.ContainsFunc(a, func(w uint64) bool { return w != 0 }) }

// add adds b to a.
func add(a, b []uint64) {
	for i, w := range b {
		a[i] ^= w
	}
}

func copied(to, from []uint64) []uint64 {
	copy(to, from)
	return to
}

// timesHalf multiplies a by F/2, where F is the least Fermat power above a's field.
// With G*G = F, F/2 is G*(G/2), and so
//
//	(a1*G + a0) * G*(G/2) = (a1+a0)*(G/2) * G + a1*(G/2)*(G/2).
func timesHalf(a []uint64) {
	if len(a) == 1 {
		a[0] = Mul(a[0], 1<<63)
		return
	}
	low, high := a[:len(a)/2], a[len(a)/2:]
	for i := range low {
		low[i], high[i] = high[i], low[i]^high[i]
	}
	timesHalf(high)
	timesHalf(low)
	timesHalf(low)
}

// square squares a. It needs half the length of a to write on.
func square(a, scratch []uint64) {
	if len(a) == 1 {
		a[0] = Mul(a[0], a[0])
		return
	}
	low, high := a[:len(a)/2], a[len(a)/2:]
	square(low, scratch)
	square(high, scratch)
	top := copied(scratch[:len(high)], high)
	timesHalf(top)
	add(low, top)
}

// SquareRoot returns the nimber whose product with itself is a. There is one, in the
// same field as a, since
//
//	(x1*F + x0) * (x1*F + x0) = x1*x1*F + x0*x0 + x1*x1*(F/2).
//
// It takes about as long as a product.
func (t Tower) SquareRoot(a *big.Int) *big.Int {
	x := words(a)
	squareRoot(x, make([]uint64, len(x)))
	return number(x)
}

func squareRoot(a, scratch []uint64) {
	if len(a) == 1 {
		a[0] = SquareRoot(a[0])
		return
	}
	low, high := a[:len(a)/2], a[len(a)/2:]
	top := copied(scratch[:len(high)], high)
	timesHalf(top)
	add(low, top)
	squareRoot(low, scratch)
	squareRoot(high, scratch)
}

// Divide returns the nimber whose product with b is a. The error is [ErrZero] where b
// is 0. It takes some four products.
func (t Tower) Divide(a, b *big.Int) (*big.Int, error) {
	if b.Sign() == 0 {
		return nil, ErrZero
	}
	inverse, err := t.inverse(words(b))
	if err != nil {
		return nil, err
	}
	return t.Mul(a, number(inverse))
}

// inverse returns the inverse of a, as [Inverse] does: the conjugate over the norm.
func (t Tower) inverse(a []uint64) ([]uint64, error) {
	if len(a) == 1 {
		inverse, _ := Inverse(a[0])
		return []uint64{inverse}, nil
	}
	h := len(a) / 2
	high, scratch := a[h:], make([]uint64, 3*len(a))
	conjugate := slices.Clone(a)
	add(conjugate[:h], high)
	norm := make([]uint64, h)
	if err := t.mul(norm, a[:h], conjugate[:h], scratch); err != nil {
		return nil, err
	}
	top := slices.Clone(high)
	square(top, scratch)
	timesHalf(top)
	add(norm, top)
	below, err := t.inverse(norm)
	if err != nil {
		return nil, err
	}
	inverse := make([]uint64, 2*h)
	return inverse, t.mul(inverse, conjugate, append(below, make([]uint64, h)...), scratch)
}

// Power returns the nim-product of e factors a, 1 where e is 0. A negative e
// stands for -e factors 1/a; the error is [ErrZero] where a is 0 then. It takes two
// products for each bit of a at most, however large e is.
func (t Tower) Power(a, e *big.Int) (*big.Int, error) {
	switch {
	case a.Sign() > 0:
	case e.Sign() < 0:
		return nil, ErrZero
	case e.Sign() > 0:
		return new(big.Int), nil
	default:
		return big.NewInt(1), nil
	}
	x := words(a)
	// The elements of the field other than 0 are a group of one less than its elements.
	order := groupOf(len(x))
	power, err := t.power(x, new(big.Int).Mod(e, order))
	if err != nil {
		return nil, err
	}
	return number(power), nil
}

// groupOf returns how many numbers of a length in words there are, without 0.
func groupOf(length int) *big.Int {
	order := new(big.Int).Lsh(big.NewInt(1), 64*uint(length))
	return order.Sub(order, big.NewInt(1))
}

// power returns the product of e factors a.
func (t Tower) power(a []uint64, e *big.Int) ([]uint64, error) {
	power, scratch := make([]uint64, len(a)), make([]uint64, 4*len(a))
	power[0] = 1
	for i := e.BitLen() - 1; i >= 0; i-- {
		square(power, scratch)
		if e.Bit(i) == 0 {
			continue
		}
		product := scratch[:len(a)]
		if err := t.mul(product, power, a, scratch[len(a):]); err != nil {
			return nil, err
		}
		copy(power, product)
	}
	return power, nil
}
