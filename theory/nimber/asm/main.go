// Command asm writes the assembly of package nimber:
//
//	go run . -out ../mul_amd64.s -stubs ../mul_stubs_amd64.go -pkg nimber
package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	points()
	planes()
	Generate()
}

// multiplyBytes multiplies bytes as polynomials, z = x*y.
func multiplyBytes(y, x Op, z reg.VecVirtual) { vector("VGF2P8MULB", []Op{y, x}, z) }

// mapBytes applies a map to bytes.
func mapBytes(matrix, x Op, z reg.VecVirtual) {
	vector("VGF2P8AFFINEQB", []Op{U8(0), matrix, x}, z)
}

// vector appends an instruction that avo does not know.
func vector(opcode string, from []Op, to Op) {
	var inputs []Op
	for _, op := range from {
		if _, constant := op.(Constant); !constant {
			inputs = append(inputs, op)
		}
	}
	Instruction(&ir.Instruction{
		Opcode: opcode, Operands: append(from, to), Inputs: inputs, Outputs: []Op{to},
		ISA: []string{"AVX512F", "GFNI"},
	})
}

// points writes the product of two nimbers by Karatsuba's formula in one go.
//
// Write a nimber in base 256 with digits x[0] … x[7]. A point is a choice, for
// each of the three bits of the index, of 0, 1 or both; its value is the sum of
// the digits so chosen. The formula says, for each F of 256, 2^16 and 2^32,
//
//	(a1*F + a0) * (b1*F + b0) = a0*b0*(F+1) + a1*b1*(F/2) + (a1+a0)*(b1+b0)*F,
//
// so the product is the sum over the 27 points of the product of the two values
// times a weight, a nimber, which is a product of three such factors.
func points() {
	const halfVector = 32 // the bytes of a are there below these, those of b above
	const none = 31       // a byte that stays 0
	from, to := byteBasis()
	constants := GLOBL("points", attr.RODATA|attr.NOPTR)
	// The linker aligns constants by 32 bytes. So there are two copies. One
	// of them is aligned by 64, and vectors of it lie in one line of the cache each.
	const copied = 1024
	content := map[int]uint64{} // by offset
	data := func(at int, v uint64) { content[at] = v }
	size := 0
	define := func(bytes [64]byte) (at int) {
		for i := 0; i < 64; i += 8 {
			data(size+i, word(bytes[i:]))
		}
		size += 64
		return size - 64
	}
	// A stage makes one bit of the index a choice: 8 digits of bits i j k become
	// 12 of choices and bits c j k, then 18 of c d k, then 27.
	var stages [3][2]int
	for stage := range stages {
		var first, second [64]byte
		for i := range first {
			first[i], second[i] = none, none
		}
		choices, rest := 1, 1<<(2-stage)
		for range stage {
			choices *= 3
		}
		for made := range choices {
			for choice := range 3 {
				for k := range rest {
					i, zero := (made*3+choice)*rest+k, made*2*rest+k
					low, high := byte(zero), byte(zero+rest)
					switch choice {
					case 0:
						first[i] = low
					case 1:
						first[i] = high
					case 2:
						first[i], second[i] = low, high
					}
				}
			}
		}
		for i := range halfVector {
			first[halfVector+i], second[halfVector+i] = first[i]+halfVector, second[i]+halfVector
		}
		stages[stage] = [2]int{define(first), define(second)}
	}
	// Byte e of word k of these vectors, each of 8 points, is the digit k of the
	// weight of the point.
	var weights [4]int
	for group := range weights {
		var content [64]byte
		for e := range 8 {
			point := 8*group + e
			if point >= 27 {
				break
			}
			weight := uint64(1)
			for _, bits := range []int{8, 16, 32} {
				f := uint64(1) << bits
				weight = product(weight, [3]uint64{f ^ 1, f / 2, f}[point%3])
				point /= 3
			}
			for k := range 8 {
				content[8*k+e] = apply(to, byte(weight>>(8*k)))
			}
		}
		weights[group] = define(content)
	}
	toAt, fromAt := size, size+8
	data(toAt, affine(to))
	data(fromAt, affine(from))
	for _, base := range []int{0, copied + 32} {
		for at := 0; at < size+16; at += 8 {
			DATA(base+at, U64(content[at]))
		}
	}

	TEXT("mulPoints", NOSPLIT, "func(a, b uint64) uint64")
	Pragma("noescape")
	Doc("mulPoints returns the product of nimbers.")
	x, y, address, beside := ZMM(), YMM(), GP64(), GP64()
	LEAQ(constants, address)
	MOVQ(address, beside)
	ANDQ(U8(32), beside)
	ADDQ(beside, address)
	SHLQ(U8(5), beside) // 32 times 32 is copied
	ADDQ(beside, address)
	at := func(offset int) Mem { return Mem{Base: address, Disp: offset} }
	aAt, err := Param("a").Resolve()
	if err != nil {
		panic(err)
	}
	bAt, err := Param("b").Resolve()
	if err != nil {
		panic(err)
	}
	VMOVQ(aAt.Addr, x.AsX())
	VMOVQ(bAt.Addr, y.AsX())
	VINSERTI64X4(U8(1), y, x, x)
	matrix := ZMM()
	VPBROADCASTQ(at(toAt), matrix)
	mapBytes(matrix, x, x)
	for _, stage := range stages {
		first, second := ZMM(), ZMM()
		VMOVDQU64(at(stage[0]), first)
		VMOVDQU64(at(stage[1]), second)
		VPERMB(x, first, first)
		VPERMB(x, second, second)
		x = ZMM()
		VPXORQ(first, second, x)
	}
	VEXTRACTI64X4(U8(1), x, y)
	vector("VGF2P8MULB", []Op{y, x.AsY()}, y)
	both, sum := ZMM(), ZMM()
	VINSERTI64X4(U8(1), y, y.AsZ(), both)
	for group, offset := range weights {
		v := ZMM()
		VPERMQ(U8(0x55*group), both, v)
		multiplyBytes(at(offset), v, v)
		if group == 0 {
			sum = v
		} else {
			VPXORQ(v, sum, sum)
		}
	}
	// Word k of sum has now 8 bytes whose sum is digit k. With a word for the
	// matrix, byte j of the next vector has bit j of the bytes, as nimbers, one
	// in a bit; so the sum of its bits is bit j of the digit.
	digits := ZMM()
	VPBROADCASTQ(at(fromAt), digits)
	mapBytes(sum, digits, digits)
	ones := ZMM()
	VPTERNLOGD(U8(0xff), ones, ones, ones)
	mapBytes(digits, ones, ones)
	VPMOVQB(ones, x.AsX())
	result, err := ReturnIndex(0).Resolve()
	if err != nil {
		panic(err)
	}
	VMOVQ(x.AsX(), result.Addr)
	VZEROUPPER()
	RET()
}

func word(b []byte) (w uint64) {
	for i := range 8 {
		w |= uint64(b[i]) << (8 * i)
	}
	return w
}

// pair is a product of nimbers below 2^16, lane by lane: c1 times 256, and c0.
type pair struct{ c1, c0 reg.VecVirtual }

// planes writes products of 64 pairs of nimbers at a time. Plane i is a vector
// of the i-th bytes of 64 numbers. As polynomials, bytes are multiplied by one
// instruction, and the larger nimbers by Karatsuba's formula, three times over.
func planes() {
	from, to := byteBasis()
	const permutation, toAt, fromAt, halfAt = 0, 64, 72, 80
	constants := GLOBL("planes", attr.RODATA|attr.NOPTR)
	for i := range 8 {
		row := uint64(0)
		for j := range 8 {
			row |= uint64(8*j+i) << (8 * j)
		}
		DATA(permutation+8*i, U64(row))
	}
	DATA(toAt, U64(affine(to)))
	DATA(fromAt, U64(affine(from)))
	half := uint64(apply(to, 128))
	DATA(halfAt, U64(half*0x0101010101010101))
	square := uint64(apply(to, byte(product(128, 128))))
	DATA(halfAt+8, U64(square*0x0101010101010101))

	TEXT("mulPlanes", 0, "func(dst, a, b *uint64, blocks int)")
	Pragma("noescape")
	Doc("mulPlanes multiplies 64 pairs of nimbers a block, at least one.")
	dst := Load(Param("dst"), GP64())
	aAt := Load(Param("a"), GP64())
	bAt := Load(Param("b"), GP64())
	blocks := Load(Param("blocks"), GP64())
	scratch := AllocLocal(20 * 64)
	address := GP64()
	LEAQ(constants, address)
	transposition, toBytes, fromBytes, h, hh := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()

	// transpose makes planes of vectors of 8 numbers, and back: within a vector
	// byte j of number i goes to byte i of word j, then word j of vector i to
	// word i of vector j.
	transpose := func(v [8]reg.VecVirtual) (out [8]reg.VecVirtual) {
		var t, u [8]reg.VecVirtual
		for i := 0; i < 8; i += 2 {
			t[i], t[i+1] = ZMM(), ZMM()
			VPUNPCKLQDQ(v[i+1], v[i], t[i])
			VPUNPCKHQDQ(v[i+1], v[i], t[i+1])
		}
		for i := range 2 {
			for j := range 2 {
				low, high := ZMM(), ZMM()
				a, b := t[4*j+i], t[4*j+2+i]
				VSHUFI64X2(U8(0x88), b, a, low)
				VSHUFI64X2(U8(0xdd), b, a, high)
				u[4*j+i], u[4*j+2+i] = low, high // words i and 4+i, words 2+i and 6+i
			}
		}
		for i := range 4 {
			out[i], out[i+4] = ZMM(), ZMM()
			VSHUFI64X2(U8(0x88), u[4+i], u[i], out[i])
			VSHUFI64X2(U8(0xdd), u[4+i], u[i], out[i+4])
		}
		return out
	}

	VMOVDQU64(Mem{Base: address, Disp: permutation}, transposition)
	VPBROADCASTQ(Mem{Base: address, Disp: toAt}, toBytes)
	VPBROADCASTQ(Mem{Base: address, Disp: fromAt}, fromBytes)
	VPBROADCASTQ(Mem{Base: address, Disp: halfAt}, h)
	VPBROADCASTQ(Mem{Base: address, Disp: halfAt + 8}, hh)

	Label("block")
	for k, at := range []reg.Register{aAt, bAt} {
		var v [8]reg.VecVirtual
		for i := range v {
			v[i] = ZMM()
			VPERMB(Mem{Base: at, Disp: 64 * i}, transposition, v[i])
			mapBytes(toBytes, v[i], v[i])
		}
		for i, plane := range transpose(v) {
			VMOVDQU64(plane, scratch.Offset(512*k+64*i))
		}
	}

	// product16 returns the products of x1*256 + x0 and y1*256 + y0; it uses
	// up its arguments.
	product16 := func(x, y pair) pair {
		xs, ys := ZMM(), ZMM()
		VPXORQ(x.c1, x.c0, xs)
		VPXORQ(y.c1, y.c0, ys)
		multiplyBytes(y.c1, x.c1, x.c1)
		multiplyBytes(y.c0, x.c0, x.c0)
		multiplyBytes(ys, xs, xs)
		VPXORQ(x.c0, xs, xs)
		multiplyBytes(h, x.c1, x.c1)
		VPXORQ(x.c1, x.c0, x.c0)
		return pair{xs, x.c0}
	}
	// timesHalf16 returns the product with 2^15: (h*(c1+c0), h*h*c1).
	timesHalf16 := func(x pair) pair {
		VPXORQ(x.c1, x.c0, x.c0)
		multiplyBytes(h, x.c0, x.c0)
		multiplyBytes(hh, x.c1, x.c1)
		return pair{x.c0, x.c1}
	}
	add := func(x, y pair) { // to y
		VPXORQ(x.c1, y.c1, y.c1)
		VPXORQ(x.c0, y.c0, y.c0)
	}
	sum := func(x, y pair) pair {
		z := pair{ZMM(), ZMM()}
		VPXORQ(x.c1, y.c1, z.c1)
		VPXORQ(x.c0, y.c0, z.c0)
		return z
	}
	// product32 returns the products of the numbers of 4 planes each, which
	// load gives.
	product32 := func(load func(operand, plane int) reg.VecVirtual) (high, low pair) {
		take := func(operand, at int) pair { return pair{load(operand, at+1), load(operand, at)} }
		xLow, yLow, xHigh, yHigh := take(0, 0), take(1, 0), take(0, 2), take(1, 2)
		xSum, ySum := sum(xLow, xHigh), sum(yLow, yHigh)
		low, high = product16(xLow, yLow), product16(xHigh, yHigh)
		both := product16(xSum, ySum)
		add(low, both)
		high = timesHalf16(high)
		add(high, low)
		return both, low
	}
	plain := func(first int) func(operand, plane int) reg.VecVirtual {
		return func(operand, plane int) reg.VecVirtual {
			v := ZMM()
			VMOVDQU64(scratch.Offset(512*operand+64*(first+plane)), v)
			return v
		}
	}
	// The high half's product times 2^31 = 2^15 * 2^16, which is
	// (2^15*(c1+c0), 2^15*2^15*c1).
	c1, c0 := product32(plain(4))
	add(c1, c0)
	c0 = timesHalf16(c0)
	c1 = timesHalf16(timesHalf16(c1))
	low1, low0 := product32(plain(0))
	add(low1, c0)
	add(low0, c1)
	for i, v := range []reg.VecVirtual{c1.c0, c1.c1, c0.c0, c0.c1} {
		VMOVDQU64(v, scratch.Offset(1024+64*i))
	}
	high1, high0 := product32(func(operand, plane int) reg.VecVirtual {
		v := plain(plane)(operand, 0)
		VPXORQ(scratch.Offset(512*operand+64*(4+plane)), v, v)
		return v
	})
	add(low1, high1)
	add(low0, high0)

	result := [8]reg.VecVirtual{4: high0.c0, 5: high0.c1, 6: high1.c0, 7: high1.c1}
	for i := range 4 {
		result[i] = ZMM()
		VMOVDQU64(scratch.Offset(1024+64*i), result[i])
	}
	for i, v := range transpose(result) {
		mapBytes(fromBytes, v, v)
		VPERMB(v, transposition, v)
		VMOVDQU64(v, Mem{Base: dst, Disp: 64 * i})
	}
	ADDQ(U32(512), aAt)
	ADDQ(U32(512), bAt)
	ADDQ(U32(512), dst)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}
