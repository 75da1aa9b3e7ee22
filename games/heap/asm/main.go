// Command asm writes the assembly of package heap's word engine:
//
//	go run . -out ../word_amd64.s -stubs ../word_stubs_amd64.go -pkg heap
//
// Its loops are those of word_kernel.go, which says what they mean.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const block = 512

func main() {
	ConstraintExpr("!purego")
	mexes(32)
	mexes(64)
	spread()
	cover()
	Generate()
}

// mexes writes the first kernel for words of so many bits, and so for groups
// of 16 or 8 lanes.
//
// Of each group the words of far offsets are gathered from the table. Nearer
// ones come from the codes of this group, the last and the last but one, which
// are kept in vectors, as the width less one less the code, so that an
// exclusive or with such a number is a shift. The codes of this group are found
// in passes: a lane is right after a pass if the lanes that it depends on were
// right before it, so that every pass makes as many more lanes right as the
// nearest offset says.
//
// Far offsets and the stride are in bytes. A near or middle option is a pair:
// the bytes from where steps, the numbers 0, 1, 2, …, says for each lane which
// lane it takes of two vectors; and the code, nim-added to the width less one.
func mexes(width int) {
	lanes := 512 / width
	choose := func(narrow, wide func(...Op)) func(...Op) {
		if width == 32 {
			return narrow
		}
		return wide
	}
	broadcast := choose(func(o ...Op) { VPBROADCASTD(o...) }, func(o ...Op) { VPBROADCASTQ(o...) })
	permute := choose(func(o ...Op) { VPERMI2D(o...) }, func(o ...Op) { VPERMI2Q(o...) })
	xorAll := choose(func(o ...Op) { VPXORD_BCST(o...) }, func(o ...Op) { VPXORQ_BCST(o...) })
	shift := choose(func(o ...Op) { VPSLLVD(o...) }, func(o ...Op) { VPSLLVQ(o...) })
	add := choose(func(o ...Op) { VPADDD(o...) }, func(o ...Op) { VPADDQ(o...) })
	zeros := choose(func(o ...Op) { VPLZCNTD(o...) }, func(o ...Op) { VPLZCNTQ(o...) })
	widen := choose(func(o ...Op) { VPMOVZXBD(o...) }, func(o ...Op) { VPMOVZXBQ(o...) })
	narrow := choose(func(o ...Op) { VPMOVDB(o...) }, func(o ...Op) { VPMOVQB(o...) })

	TEXT(fmt.Sprintf("mexes%dAVX512", width), NOSPLIT,
		fmt.Sprintf("func(words *uint%d, far *int, fars int, middle *int, middles int, near *int, nears, passes int, rowCodes *uint64, rows, stride int, steps *uint%d, before, codes *byte) uint64", width, width))
	Pragma("noescape")
	words := Load(Param("words"), GP64())
	far := Load(Param("far"), GP64())
	middle := Load(Param("middle"), GP64())
	near := Load(Param("near"), GP64())
	rowCodes := Load(Param("rowCodes"), GP64())
	stride := Load(Param("stride"), GP64())
	steps := Load(Param("steps"), GP64())
	codes := Load(Param("codes"), GP64())
	groups, i, at, offset := GP64(), GP64(), GP64(), GP64()

	ones, top, all := ZMM(), ZMM(), ZMM()
	MOVQ(U32(1), i)
	broadcast(sized(i, width), ones)
	MOVQ(U32(width-1), i)
	broadcast(sized(i, width), top)
	VPXORD(all, all, all)
	last, older, now := ZMM(), ZMM(), ZMM()
	before := Load(Param("before"), GP64())
	widen(Mem{Base: before}, older)
	widen(Mem{Base: before, Disp: lanes}, last)
	VPXORD(top, older, older)
	VPXORD(top, last, last)
	MOVQ(U32(block/lanes), groups)

	Label("group")
	gathered, options := ZMM(), ZMM()
	VPXORD(gathered, gathered, gathered)
	Load(Param("fars"), i)
	TESTQ(i, i)
	JZ(LabelRef("gathered"))
	Label("gather")
	MOVQ(Mem{Base: far, Index: i, Scale: 8, Disp: -8}, offset)
	VPORD(Mem{Base: words, Index: offset, Scale: 1}, gathered, gathered)
	DECQ(i)
	JNZ(LabelRef("gather"))
	Label("gathered")

	// join adds to sum the options that pairs of the list take from the vectors.
	set := ZMM()
	join := func(name, count string, list reg.GPVirtual, low, high, sum reg.VecVirtual) {
		Load(Param(count), i)
		TESTQ(i, i)
		JZ(LabelRef(name + "_joined"))
		MOVQ(list, at)
		Label(name)
		MOVQ(Mem{Base: at}, offset)
		VMOVDQU64(Mem{Base: steps, Index: offset, Scale: 1}, set)
		permute(high, low, set)
		xorAll(Mem{Base: at, Disp: 8}, set, set)
		shift(set, ones, set)
		VPORD(set, sum, sum)
		ADDQ(U32(16), at)
		DECQ(i)
		JNZ(LabelRef(name))
		Label(name + "_joined")
	}
	join("middle", "middles", middle.(reg.GPVirtual), older, last, gathered)

	passes := GP64()
	Load(Param("passes"), passes)
	VPTERNLOGD(U8(0xff), now, now, now) // no shift by so much leaves anything
	Label("pass")
	VMOVDQA64(gathered, options)
	join("near", "nears", near.(reg.GPVirtual), last, now, options)
	add(ones, options, now)
	VPANDND(now, options, now) // the least missing code alone
	zeros(now, now)
	DECQ(passes)
	JNZ(LabelRef("pass"))

	code := ZMM()
	VPXORD(top, now, code)
	VPORD(code, all, all)
	narrow(code, Mem{Base: codes})
	row, r := GP64(), GP64()
	MOVQ(words, row)
	MOVQ(rowCodes, r)
	Load(Param("rows"), i)
	TESTQ(i, i)
	JZ(LabelRef("stored"))
	Label("store")
	xorAll(Mem{Base: r}, now, set)
	shift(set, ones, set)
	VMOVDQU64(set, Mem{Base: row})
	ADDQ(stride, row)
	ADDQ(U32(8), r)
	DECQ(i)
	JNZ(LabelRef("store"))
	Label("stored")
	VMOVDQA64(last, older)
	VMOVDQA64(now, last)
	ADDQ(U32(64), words)
	ADDQ(U32(lanes), codes)
	DECQ(groups)
	JNZ(LabelRef("group"))

	buffer := AllocLocal(64)
	VMOVDQU64(all, buffer)
	VZEROUPPER()
	sum := GP64()
	XORQ(sum, sum)
	for lane := range 8 {
		ORQ(buffer.Offset(8*lane), sum)
	}
	if width == 32 {
		MOVQ(sum, i)
		SHRQ(U8(32), i)
		ORL(i.As32(), sum.As32())
	}
	Store(sum, ReturnIndex(0))
	RET()
}

// sized returns the low bits of r.
func sized(r reg.GPVirtual, width int) reg.Register {
	if width == 32 {
		return r.As32()
	}
	return r
}

// spread writes the second kernel; the stride is in bytes.
func spread() {
	TEXT("spreadAVX512", NOSPLIT, "func(codes *byte, bitmaps *uint64, stride, rows int, above *[8]uint64)")
	Pragma("noescape")
	codes := Load(Param("codes"), GP64())
	bitmaps := Load(Param("bitmaps"), GP64())
	stride := Load(Param("stride"), GP64())
	rows := Load(Param("rows"), GP64())
	above := Load(Param("above"), GP64())
	var lanes [block / 64]reg.VecVirtual
	for i := range lanes {
		lanes[i] = ZMM()
		VMOVDQU64(Mem{Base: codes, Disp: 64 * i}, lanes[i])
	}
	c, one, bits := ZMM(), ZMM(), GP64()
	VPXORD(c, c, c)
	MOVQ(U32(1), bits)
	VPBROADCASTB(bits.As32(), one)
	Label("row")
	for i := range lanes {
		k := K()
		VPCMPEQB(lanes[i], c, k)
		KMOVQ(k, bits)
		MOVQ(bits, Mem{Base: bitmaps, Disp: 8 * i})
	}
	for i := range lanes {
		k := K()
		VPCMPB(U8(2), lanes[i], c, k) // c <= code; a rare byte is negative
		KMOVQ(k, bits)
		MOVQ(bits, Mem{Base: above, Disp: 8 * i})
	}
	VPADDB(one, c, c)
	ADDQ(stride, bitmaps)
	ADDQ(U32(block/8), above)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// cover writes the third kernel, in two loops: for witnesses whose shift is a
// number of bytes, and for others.
func cover() {
	const size = 32 // of a witness: offset, shift, bytes, widest
	TEXT("coverAVX512", NOSPLIT, "func(lanes *[8]uint64, bitmaps *uint64, witnesses *int, aligned, count int) int")
	Pragma("noescape")
	lanes := Load(Param("lanes"), GP64())
	bitmaps := Load(Param("bitmaps"), GP64())
	at := Load(Param("witnesses"), GP64())
	aligned := Load(Param("aligned"), GP64())
	count := Load(Param("count"), GP64())
	used, offset, width := GP64(), GP64(), GP64()
	rest, k := ZMM(), K()
	VMOVDQU64(Mem{Base: lanes}, rest)
	XORQ(used, used)
	Label("bytes")
	CMPQ(used, aligned)
	JGE(LabelRef("others"))
	MOVQ(Mem{Base: at, Disp: 16}, offset)
	VPTERNLOGQ(U8(0x50), Mem{Base: bitmaps, Index: offset, Scale: 1}, rest, rest) // rest &^ row
	INCQ(used)
	ADDQ(U32(size), at)
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JNZ(LabelRef("bytes"))
	JMP(LabelRef("done"))

	Label("others")
	MOVQ(U32(64), width)
	sixtyFour, by, back := XMM(), XMM(), XMM()
	low, high := ZMM(), ZMM()
	VMOVQ(width, sixtyFour)
	Label("bits")
	CMPQ(used, count)
	JGE(LabelRef("done"))
	MOVQ(Mem{Base: at}, offset)
	VMOVQ(Mem{Base: at, Disp: 8}, by)
	VPSUBQ(by, sixtyFour, back)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 8}, low)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 8, Disp: 8}, high)
	VPSRLQ(by, low, low)
	VPSLLQ(back, high, high)
	VPTERNLOGQ(U8(0x10), high, low, rest) // rest &^ (low | high)
	INCQ(used)
	ADDQ(U32(size), at)
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JNZ(LabelRef("bits"))

	Label("done")
	VMOVDQU64(rest, Mem{Base: lanes})
	VZEROUPPER()
	Store(used, ReturnIndex(0))
	RET()
}
