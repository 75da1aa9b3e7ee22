package nimber

// The product by logarithms runs everywhere.

import "sync/atomic"

// The powers of generator are all nimbers below 2^16 but 0, and its third
// power is 2^15 = F/2 for F = 2^16, with which the recursion multiplies.
const (
	generator = 10279
	logHalf   = 3
	order16   = 1<<16 - 1 // of the generator
	// logZero stands for the logarithm of 0: a sum of logarithms with which
	// it is one leads to where powers is 0, and no other does.
	logZero = 2*(order16-1) + 2*logHalf + 1
)

// logarithms are tables of the field of nimbers below 2^16.
type logarithms struct {
	log    [1 << 16]uint32
	powers [2*logZero + 2*logHalf + 1]uint16
}

var logarithmsMade atomic.Pointer[logarithms]

// makeLogarithms makes the tables. Where several goroutines do so at once, any
// of the equal ones stays.
func makeLogarithms() *logarithms {
	// Multiplication by the generator is linear.
	var times linear
	for i := range 16 {
		times[i] = mulRecursive(generator, 1<<i, 8)
	}
	var low, high [256]uint16
	for v := range uint64(256) {
		low[v], high[v] = uint16(times.apply(v)), uint16(times.apply(v<<8))
	}
	t := new(logarithms)
	t.log[0] = logZero
	v := uint16(1)
	for i := range uint32(order16) {
		t.log[v] = i
		t.powers[i] = v
		v = low[v&255] ^ high[v>>8]
	}
	copy(t.powers[order16:logZero], t.powers[:order16])
	copy(t.powers[2*order16:logZero], t.powers[:order16])
	logarithmsMade.Store(t)
	return t
}

// mulRecursive is Conway's recursion; a and b are below 2^(2*half), half being
// a power of two.
func mulRecursive(a, b uint64, half int) uint64 {
	if a < 2 || b < 2 {
		return a * b
	}
	mask := uint64(1)<<half - 1
	a1, a0, b1, b0 := a>>half, a&mask, b>>half, b&mask
	low := mulRecursive(a0, b0, half/2)
	if a1|b1 == 0 {
		return low
	}
	high, both := mulRecursive(a1, b1, half/2), mulRecursive(a1^a0, b1^b0, half/2)
	return (both^low)<<half ^ low ^ mulRecursive(high, 1<<(half-1), half/2)
}

// mulLogarithms writes a and b in base 2^16 and does two steps of Karatsuba's
// kind. The logarithms of the digits, of sums of two that stand side by side
// or two apart, and of the sum of all are enough for the nine products of
// digits, and for those times 2^15 and its square.
//
// The products of the high halves only count times 2^31 = 2^15 * 2^16. Let x1,
// x0 and xs be the products of the high digits, of the low ones, and of the sums, so
// that the product of the halves is c1*2^16 + c0 with c1 = xs+x0 and c0 = x0 +
// h*x1, h = 2^15. Times 2^31 this is h*(c1+c0)*2^16 + h*h*c1, which is
// (h*xs + h*h*x1)*2^16 + h*h*xs + h*h*x0.
func mulLogarithms(a, b uint64) uint64 {
	t := logarithmsMade.Load()
	if t == nil {
		t = makeLogarithms()
	}
	log, powers := &t.log, &t.powers
	as, bs := a^a>>16, b^b>>16 // digits 0 and 2: sums of neighbours
	am, bm := a^a>>32, b^b>>32 // the sum of the halves
	ams, bms := am^am>>16, bm^bm>>16

	x1 := log[uint16(a>>48)] + log[uint16(b>>48)]
	x0 := log[uint16(a>>32)] + log[uint16(b>>32)]
	xs := log[uint16(as>>32)] + log[uint16(bs>>32)]
	high1 := powers[xs+logHalf] ^ powers[x1+2*logHalf]
	high0 := powers[xs+2*logHalf] ^ powers[x0+2*logHalf]

	y1 := log[uint16(a>>16)] + log[uint16(b>>16)]
	y0 := powers[log[uint16(a)]+log[uint16(b)]]
	ys := log[uint16(as)] + log[uint16(bs)]
	low1 := powers[ys] ^ y0
	low0 := y0 ^ powers[y1+logHalf]

	z1 := log[uint16(am>>16)] + log[uint16(bm>>16)]
	z0 := powers[log[uint16(am)]+log[uint16(bm)]]
	zs := log[uint16(ams)] + log[uint16(bms)]
	both1 := powers[zs] ^ z0
	both0 := z0 ^ powers[z1+logHalf]

	return uint64(both1^low1)<<48 | uint64(both0^low0)<<32 | uint64(low1^high1)<<16 | uint64(low0^high0)
}
