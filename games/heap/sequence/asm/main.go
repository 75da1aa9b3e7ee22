// Command asm writes the assembly of package heap's word engine:
//
//	go run . -out ../word_amd64.s -stubs ../word_stubs_amd64.go -pkg sequence
//
// word_kernel.go has the same loops in Go, and explains them.
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

// mexes writes the first kernel for words of width bits, and so for groups
// of 16 or 8 lanes.
//
// Of each group the words of far offsets are gathered from the table. Nearer
// ones come from this group, the last and the last but one, which are kept in
// vectors: as one-hot words for options of code 0, which are most of those that
// are very near; and for others as the width less one less the code, so that an
// exclusive or with such a number is a shift. The lanes of this group are found
// in steps. A step adds the options that are known now and are needed for the
// next lanes, and then finds the words of all lanes that have all their options.
// The others are kept empty: an option that was added stays.
//
// Far offsets, a multiple of four of them, and the stride are in bytes. The
// program of near options begins with a section for the two groups before; a
// section and a mask of the lanes that are found make a step. A section is two
// lists, each after its length: of options of code 0, and of pairs of an option
// and a code, nim-added to the width less one. An option is the number of bytes
// from where counts, the numbers 0, 1, 2, …, says for each lane which lane of
// two vectors it takes.
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
	andNot := func(a, b, k, to Op) { VPANDND_Z(a, b, k, to) }
	if width == 64 {
		andNot = func(a, b, k, to Op) { VPANDNQ_Z(a, b, k, to) }
	}
	zeros := choose(func(o ...Op) { VPLZCNTD(o...) }, func(o ...Op) { VPLZCNTQ(o...) })
	widen := choose(func(o ...Op) { VPMOVZXBD(o...) }, func(o ...Op) { VPMOVZXBQ(o...) })
	narrow := choose(func(o ...Op) { VPMOVDB(o...) }, func(o ...Op) { VPMOVQB(o...) })

	TEXT(fmt.Sprintf("mexes%dAVX512", width), NOSPLIT,
		"func(table *byte, far *int, fars int, near *int, steps int, rowCodes *uint64, rows, stride int, counts, before, codes *byte) uint64")
	Pragma("noescape")
	words := Load(Param("table"), GP64())
	far := Load(Param("far"), GP64())
	near := Load(Param("near"), GP64())
	rowCodes := Load(Param("rowCodes"), GP64())
	stride := Load(Param("stride"), GP64())
	counts := Load(Param("counts"), GP64())
	codes := Load(Param("codes"), GP64())
	groups, i, at, offset := GP64(), GP64(), GP64(), GP64()

	type group struct{ word, shift reg.VecVirtual }
	newGroup := func() group { return group{ZMM(), ZMM()} }
	ones, top, all := ZMM(), ZMM(), ZMM()
	MOVQ(U32(1), i)
	broadcast(sized(i, width), ones)
	MOVQ(U32(width-1), i)
	broadcast(sized(i, width), top)
	VPXORD(all, all, all)
	now, last, older := newGroup(), newGroup(), newGroup()
	before := Load(Param("before"), GP64())
	for k, g := range []group{older, last} {
		widen(Mem{Base: before, Disp: k * lanes}, g.shift)
		VPXORD(top, g.shift, g.shift)
		VPXORD(top, g.shift, g.word)
		shift(g.word, ones, g.word)
	}
	MOVQ(U32(block/lanes), groups)

	Label("group")
	options, more := ZMM(), ZMM()
	VPXORD(options, options, options)
	VPXORD(more, more, more)
	Load(Param("fars"), i)
	TESTQ(i, i)
	JZ(LabelRef("gathered"))
	Label("gather")
	for k, sum := range []reg.VecVirtual{options, more, options, more} {
		MOVQ(Mem{Base: far, Index: i, Scale: 8, Disp: -8 * (k + 1)}, offset)
		VPORD(Mem{Base: words, Index: offset, Scale: 1}, sum, sum)
	}
	SUBQ(U8(4), i)
	JNZ(LabelRef("gather"))
	VPORD(more, options, options)
	Label("gathered")

	// section adds the options of a section, of lanes of the two groups.
	set := ZMM()
	MOVQ(near, at)
	section := func(name string, low, high group) {
		take := func(low, high reg.VecVirtual) {
			MOVQ(Mem{Base: at}, offset)
			VMOVDQU64(Mem{Base: counts, Index: offset, Scale: 1}, set)
			permute(high, low, set)
		}
		MOVQ(Mem{Base: at}, i)
		ADDQ(U8(8), at)
		TESTQ(i, i)
		JZ(LabelRef(name + "_others"))
		Label(name + "_word")
		take(low.word, high.word)
		VPORD(set, options, options)
		ADDQ(U8(8), at)
		DECQ(i)
		JNZ(LabelRef(name + "_word"))
		Label(name + "_others")
		MOVQ(Mem{Base: at}, i)
		ADDQ(U8(8), at)
		TESTQ(i, i)
		JZ(LabelRef(name + "_done"))
		Label(name + "_shift")
		take(low.shift, high.shift)
		xorAll(Mem{Base: at, Disp: 8}, set, set)
		shift(set, ones, set)
		VPORD(set, options, options)
		ADDQ(U8(16), at)
		DECQ(i)
		JNZ(LabelRef(name + "_shift"))
		Label(name + "_done")
	}
	section("before", older, last)
	steps := GP64()
	Load(Param("steps"), steps)
	VPXORD(now.word, now.word, now.word)
	VPTERNLOGD(U8(0xff), now.shift, now.shift, now.shift) // no shift by so much leaves anything
	Label("step")
	section("near", last, now)
	found := K()
	KMOVW(Mem{Base: at}, found)
	ADDQ(U8(8), at)
	add(ones, options, now.word)
	andNot(now.word, options, found, now.word) // the least missing code alone
	zeros(now.word, now.shift)
	DECQ(steps)
	JNZ(LabelRef("step"))

	code := ZMM()
	VPXORD(top, now.shift, code)
	VPORD(code, all, all)
	narrow(code, Mem{Base: codes})
	row, r := GP64(), GP64()
	MOVQ(words, row)
	MOVQ(rowCodes, r)
	Load(Param("rows"), i)
	Label("store")
	xorAll(Mem{Base: r}, now.shift, set)
	shift(set, ones, set)
	VMOVDQU64(set, Mem{Base: row})
	ADDQ(stride, row)
	ADDQ(U32(8), r)
	DECQ(i)
	JNZ(LabelRef("store"))
	VMOVDQA64(last.word, older.word)
	VMOVDQA64(last.shift, older.shift)
	VMOVDQA64(now.word, last.word)
	VMOVDQA64(now.shift, last.shift)
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
	TEXT("spreadAVX512", NOSPLIT, "func(codes, bitmaps *byte, stride, rows int, above *[8]uint64)")
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

// cover writes the third kernel. In one loop it tries the witnesses of a list
// those whose shift is 0, and in another the rest.
func cover() {
	const (
		witness = 24 // its size: offset, shift, widest
		list    = 48 // its size: needs, aligned, witnesses
	)
	TEXT("coverAVX512", NOSPLIT, "func(lists *int, above *[8]uint64, bitmaps *byte, from, to int, left *[8]uint64) (code, widest int)")
	Pragma("noescape")
	lists := Load(Param("lists"), GP64())
	above := Load(Param("above"), GP64())
	bitmaps := Load(Param("bitmaps"), GP64())
	code := Load(Param("from"), GP64())
	to := Load(Param("to"), GP64())
	at, end, offset, widest := GP64(), GP64(), GP64(), GP64()
	rest, even, k := ZMM(), ZMM(), K()
	MOVQ(U64(0x5555555555555555), offset)
	VPBROADCASTQ(offset, even)
	MOVQ(U32(8), offset)
	eight, by, back := XMM(), XMM(), XMM()
	VMOVQ(offset, eight)
	XORQ(widest, widest)
	IMUL3Q(U8(list), code, offset)
	ADDQ(offset, lists)

	Label("code")
	CMPQ(code, to)
	JGE(LabelRef("done"))
	MOVQ(Mem{Base: lists}, at)
	MOVQ(Mem{Base: lists, Disp: 8}, end)
	SHLQ(U8(6), at)
	SHLQ(U8(6), end)
	VMOVDQU64(Mem{Base: above, Index: end, Scale: 1}, rest)
	VPTERNLOGQ(U8(0xb8), Mem{Base: above, Index: at, Scale: 1}, even, rest) // at even n the one, at odd n the other
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JZ(LabelRef("next"))
	MOVQ(Mem{Base: lists, Disp: 24}, at)
	IMUL3Q(U8(witness), Mem{Base: lists, Disp: 16}, end)
	ADDQ(at, end)
	Label("bytes")
	CMPQ(at, end)
	JAE(LabelRef("others"))
	MOVQ(Mem{Base: at}, offset)
	VPTERNLOGQ(U8(0x50), Mem{Base: bitmaps, Index: offset, Scale: 1}, rest, rest) // rest &^ row
	ADDQ(U8(witness), at)
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JNZ(LabelRef("bytes"))
	JMP(LabelRef("covered"))

	Label("others")
	IMUL3Q(U8(witness), Mem{Base: lists, Disp: 32}, end)
	ADDQ(Mem{Base: lists, Disp: 24}, end)
	low, high := ZMM(), ZMM()
	Label("bits")
	CMPQ(at, end)
	JAE(LabelRef("left"))
	MOVQ(Mem{Base: at}, offset)
	VMOVQ(Mem{Base: at, Disp: 8}, by)
	VPSUBQ(by, eight, back)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 1}, low)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 1, Disp: 1}, high)
	VPSRLQ(by, low, low)
	VPSLLQ(back, high, high)
	VPTERNLOGQ(U8(0x10), high, low, rest) // rest &^ (low | high)
	ADDQ(U8(witness), at)
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JNZ(LabelRef("bits"))

	Label("covered")
	CMPQ(widest, Mem{Base: at, Disp: 16 - witness})
	CMOVQLT(Mem{Base: at, Disp: 16 - witness}, widest)
	Label("next")
	ADDQ(U8(list), lists)
	INCQ(code)
	JMP(LabelRef("code"))

	// No witness of the list, which may be empty, has served these lanes.
	Label("left")
	Load(Param("left"), offset)
	VMOVDQU64(rest, Mem{Base: offset})
	CMPQ(Mem{Base: lists, Disp: 32}, U8(0))
	JE(LabelRef("done"))
	CMPQ(widest, Mem{Base: at, Disp: 16 - witness})
	CMOVQLT(Mem{Base: at, Disp: 16 - witness}, widest)
	Label("done")
	VZEROUPPER()
	Store(code, ReturnIndex(0))
	Store(widest, ReturnIndex(1))
	RET()
}
