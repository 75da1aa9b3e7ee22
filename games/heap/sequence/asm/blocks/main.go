// Command blocks writes the assembly of package heap's block engine:
//
//	go run ./blocks -out ../block_amd64.s -stubs ../block_stubs_amd64.go -pkg sequence
//
// block_kernel.go has the same loops in Go, and explains them.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// words is the number of words of a strip.
const words = 4

func main() {
	ConstraintExpr("!purego")
	clearLanes()
	probe()
	scan()
	Generate()
}

// clearLanes writes clearLanes. Both halves of a byte are looked up to exchange
// its bits.
func clearLanes() {
	exchange := GLOBL("exchange", RODATA|NOPTR)
	for low := range 8 {
		for half := range 2 {
			for i := range 16 {
				moved := 0
				for bit := range 4 {
					moved |= i >> bit & 1 << ((4*half + bit) ^ low)
				}
				DATA(32*low+16*half+i, U8(moved))
			}
		}
	}
	TEXT("clearAVX512", NOSPLIT, "func(left *uint64, budgets *int, targets int, table *byte, size int, behind *int32, starts *int32, order *int32, orders, groups, few int)")
	Pragma("noescape")
	left := Load(Param("left"), GP64())
	budgets := Load(Param("budgets"), GP64())
	entries := Load(Param("behind"), GP64())
	tables := GP64()
	here, target, bounds, low, at, count, offset := GP64(), GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	k := K()
	var rest, sum [words]reg.VecVirtual
	for w := range rest {
		rest[w], sum[w] = ZMM(), ZMM()
	}
	half, lowTable, highTable, x := ZMM(), ZMM(), ZMM(), ZMM()
	MOVL(U32(0x0f0f0f0f), at.As32())
	VPBROADCASTD(at.As32(), half)
	// keep loads or stores what is left for the target.
	keep := func(load bool) {
		MOVQ(target, offset)
		SHLQ(U8(8), offset)
		for w := range rest {
			if m := (Mem{Base: left, Index: offset, Scale: 1, Disp: 64 * w}); load {
				VMOVDQU64(m, rest[w])
			} else {
				VMOVDQU64(rest[w], m)
			}
		}
	}

	Label("order")
	Load(Param("orders"), at)
	SUBQ(U8(1), at)
	JL(LabelRef("cleared"))
	Store(at, Param("orders"))
	Load(Param("order"), at)
	MOVLQZX(Mem{Base: at}, low)
	ADDQ(U8(4), at)
	Store(at, Param("order"))
	Load(Param("size"), here)
	IMULQ(low, here)
	Load(Param("table"), at)
	ADDQ(at, here)
	q := AllocLocal(8)
	MOVQ(low, q)
	XORQ(target, target)

	Label("target")
	CMPQ(Mem{Base: budgets, Index: target, Scale: 8}, U8(0))
	JLE(LabelRef("next"))
	MOVQ(q, bounds)
	XORQ(target, bounds)
	Load(Param("groups"), at)
	CMPQ(bounds, at)
	JGE(LabelRef("next"))
	SHLQ(U8(5), bounds)
	Load(Param("starts"), at)
	ADDQ(at, bounds)
	MOVLQZX(Mem{Base: bounds, Disp: 32}, count)
	MOVLQZX(Mem{Base: bounds}, at)
	SUBQ(at, count)
	JZ(LabelRef("next"))
	SUBQ(count, Mem{Base: budgets, Index: target, Scale: 8})
	LEAQ(Mem{Base: entries, Index: at, Scale: 4}, at)
	keep(true)
	LEAQ(exchange, tables)
	XORQ(low, low)

	Label("low")
	MOVLQZX(Mem{Base: bounds}, offset)
	MOVLQZX(Mem{Base: bounds, Disp: 4}, count)
	SUBQ(offset, count)
	JZ(LabelRef("none"))
	for w := range sum {
		VPXORQ(sum[w], sum[w], sum[w])
	}
	Label("entry")
	MOVLQSX(Mem{Base: at}, offset)
	for w := range sum {
		VPORQ(Mem{Base: here, Index: offset, Scale: 1, Disp: 64 * w}, sum[w], sum[w])
	}
	ADDQ(U8(4), at)
	DECQ(count)
	JNZ(LabelRef("entry"))
	VBROADCASTI32X4(Mem{Base: tables}, lowTable)
	VBROADCASTI32X4(Mem{Base: tables, Disp: 16}, highTable)
	for w := range sum {
		VPANDQ(half, sum[w], x)
		VPSRLQ(U8(4), sum[w], sum[w])
		VPANDQ(half, sum[w], sum[w])
		VPSHUFB(x, lowTable, x)
		VPSHUFB(sum[w], highTable, sum[w])
		VPTERNLOGQ(U8(0x10), x, sum[w], rest[w]) // rest and neither
	}
	Label("none")
	ADDQ(U8(4), bounds)
	ADDQ(U8(32), tables)
	INCQ(low)
	CMPQ(low, U8(8))
	JL(LabelRef("low"))

	keep(false)
	XORQ(count, count)
	for w := range rest {
		VPTESTMB(rest[w], rest[w], k)
		KMOVQ(k, offset)
		POPCNTQ(offset, offset)
		ADDQ(offset, count)
	}
	Load(Param("few"), at)
	CMPQ(count, at)
	JG(LabelRef("next"))
	MOVQ(U32(0), Mem{Base: budgets, Index: target, Scale: 8})
	Label("next")
	INCQ(target)
	Load(Param("targets"), at)
	CMPQ(target, at)
	JL(LabelRef("target"))
	JMP(LabelRef("order"))

	Label("cleared")
	VZEROUPPER()
	RET()
}

// probe writes probe, for 32 lanes and 8 candidates of each.
func probe() {
	TEXT("probeAVX512", NOSPLIT, "func(history *uint16, options *int32, count int, candidates *[8][32]uint16, missing *[8]uint32)")
	Pragma("noescape")
	history := Load(Param("history"), GP64())
	options := Load(Param("options"), GP64())
	count := Load(Param("count"), GP64())
	candidates := Load(Param("candidates"), GP64())
	missing := Load(Param("missing"), GP64())
	var wanted [8]reg.VecVirtual
	for i := range wanted {
		wanted[i] = ZMM()
		VMOVDQU64(Mem{Base: candidates, Disp: 64 * i}, wanted[i])
	}
	// Comparisons are done by one port of the processor, least values by another:
	// with some candidates in each way both are busy.
	var nearest [3]reg.VecVirtual
	var differs [len(wanted) - len(nearest)]reg.OpmaskVirtual
	for i := range nearest {
		nearest[i] = ZMM()
		VPTERNLOGD(U8(0xff), nearest[i], nearest[i], nearest[i])
	}
	for i := range differs {
		differs[i] = K()
		KXNORQ(differs[i], differs[i], differs[i])
	}
	offset, x, y := GP64(), ZMM(), [len(nearest)]reg.VecVirtual{}
	for i := range y {
		y[i] = ZMM()
	}
	TESTQ(count, count)
	JZ(LabelRef("probed"))
	Label("option")
	MOVLQSX(Mem{Base: options}, offset)
	VMOVDQU64(Mem{Base: history, Index: offset, Scale: 1}, x)
	VPXORD_BCST(Mem{Base: options, Disp: 4}, x, x)
	const unequal = 4
	for i := range differs {
		VPCMPUW(U8(unequal), wanted[len(nearest)+i], x, differs[i], differs[i])
		if i < len(nearest) {
			VPXORD(wanted[i], x, y[i])
			VPMINUW(y[i], nearest[i], nearest[i])
		}
	}
	ADDQ(U8(8), options)
	DECQ(count)
	JNZ(LabelRef("option"))
	Label("probed")
	bits := GP64()
	for i := range wanted {
		k := K()
		if i < len(nearest) {
			VPTESTMW(nearest[i], nearest[i], k)
		} else {
			k = differs[i-len(nearest)]
		}
		KMOVD(k, bits.As32())
		MOVL(bits.As32(), Mem{Base: missing, Disp: 4 * i})
	}
	VZEROUPPER()
	RET()
}

// scan writes scan, whose count is a multiple of 32. While nothing is found, it
// looks at four times as many together.
func scan() {
	reverse := GLOBL("reverse", RODATA|NOPTR)
	for i := range 32 {
		DATA(2*i, U16(31-i))
	}
	TEXT("scanAVX512", NOSPLIT, "func(parts, rests *uint16, count int, code uint64) int")
	Pragma("noescape")
	parts := Load(Param("parts"), GP64())
	rests := Load(Param("rests"), GP64())
	count := Load(Param("count"), GP64())
	code := Load(Param("code"), GP64())
	order, wanted, x, y, k := ZMM(), ZMM(), ZMM(), ZMM(), K()
	VMOVDQU64(reverse, order)
	VPBROADCASTW(code.(reg.GPVirtual).As32(), wanted)
	at, bits := GP64(), GP64()
	XORQ(at, at)
	end, some := GP64(), ZMM()
	Label("together")
	LEAQ(Mem{Base: at, Disp: 128}, end)
	CMPQ(end, count)
	JG(LabelRef("scan"))
	for i := range 4 {
		z := ZMM()
		if i == 0 {
			z = some
		}
		VPERMW(Mem{Base: rests, Disp: -62 - 64*i}, order, z)
		VPTERNLOGQ(U8(0x96), Mem{Base: parts, Disp: 64 * i}, wanted, z) // 0 where found
		if i > 0 {
			VPMINUW(z, some, some)
		}
	}
	VPTESTNMW(some, some, k)
	KORTESTD(k, k)
	JNZ(LabelRef("scan"))
	ADDQ(U32(256), parts)
	SUBQ(U32(256), rests)
	MOVQ(end, at)
	JMP(LabelRef("together"))
	Label("scan")
	CMPQ(at, count)
	JGE(LabelRef("nothing"))
	VPERMW(Mem{Base: rests, Disp: -62}, order, x)
	VPXORD(Mem{Base: parts}, x, y)
	VPCMPEQW(y, wanted, k)
	KMOVD(k, bits.As32())
	TESTL(bits.As32(), bits.As32())
	JNZ(LabelRef("found"))
	ADDQ(U8(64), parts)
	SUBQ(U8(64), rests)
	ADDQ(U8(32), at)
	JMP(LabelRef("scan"))
	Label("found")
	TZCNTL(bits.As32(), bits.As32())
	ADDQ(bits, at)
	Store(at, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Label("nothing")
	MOVQ(I32(-1), at)
	Store(at, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
