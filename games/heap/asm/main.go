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

const (
	group = 16
	block = 512
)

func main() {
	ConstraintExpr("!purego")
	mexes(32)
	mexes(64)
	spread()
	cover()
	Generate()
}

// mexes writes the first kernel for words of so many bits. Offsets and the
// stride are in bytes.
func mexes(width int) {
	size := width / 8
	vectors := group * size / 64
	pick := func(narrow, wide func(...Op)) func(...Op) {
		if width == 32 {
			return narrow
		}
		return wide
	}
	TEXT(fmt.Sprintf("mexes%dAVX512", width), NOSPLIT,
		fmt.Sprintf("func(words *uint%d, far *int, fars int, near *int, nears int, rowCodes *uint%d, nearRows, rows, stride int, codes *byte) uint64", width, width))
	Pragma("noescape")
	words := Load(Param("words"), GP64())
	far := Load(Param("far"), GP64())
	near := Load(Param("near"), GP64())
	rowCodes := Load(Param("rowCodes"), GP64())
	stride := Load(Param("stride"), GP64())
	codes := Load(Param("codes"), GP64())
	all, one, groups := GP64(), GP64(), GP64()
	XORQ(all, all)
	MOVQ(U32(1), one)
	MOVQ(U32(block/group), groups)
	ones := ZMM()
	pick(func(o ...Op) { VPBROADCASTD(o...) }, func(o ...Op) { VPBROADCASTQ(o...) })(pickReg(one, width), ones)
	options := AllocLocal(group * size)

	Label("group")
	acc := make([]reg.VecVirtual, vectors)
	for v := range acc {
		acc[v] = ZMM()
		VPXORD(acc[v], acc[v], acc[v])
	}
	i, offset := GP64(), GP64()
	Load(Param("fars"), i)
	TESTQ(i, i)
	JZ(LabelRef("gathered"))
	Label("gather")
	MOVQ(Mem{Base: far, Index: i, Scale: 8, Disp: -8}, offset)
	for v := range acc {
		VPORD(Mem{Base: words, Index: offset, Scale: 1, Disp: 64 * v}, acc[v], acc[v])
	}
	DECQ(i)
	JNZ(LabelRef("gather"))
	Label("gathered")
	for v := range acc {
		VMOVDQU64(acc[v], options.Offset(64*v))
	}

	nears, nearRows := GP64(), GP64()
	for lane := range group {
		set, code, row := GP64(), GP64(), GP64()
		mov := pick(func(o ...Op) { MOVL(o[0], o[1]) }, func(o ...Op) { MOVQ(o[0], o[1]) })
		mov(options.Offset(lane*size), pickReg(set, width))
		Load(Param("nears"), nears)
		TESTQ(nears, nears)
		JZ(LabelRef(fmt.Sprintf("joined%d", lane)))
		Label(fmt.Sprintf("join%d", lane))
		MOVQ(Mem{Base: near, Index: nears, Scale: 8, Disp: -8}, offset)
		pick(func(o ...Op) { ORL(o[0], o[1]) }, func(o ...Op) { ORQ(o[0], o[1]) })(
			Mem{Base: words, Index: offset, Scale: 1, Disp: lane * size}, pickReg(set, width))
		DECQ(nears)
		JNZ(LabelRef(fmt.Sprintf("join%d", lane)))
		Label(fmt.Sprintf("joined%d", lane))
		if width == 32 {
			NOTL(set.As32())
			TZCNTL(set.As32(), code.As32())
		} else {
			NOTQ(set)
			TZCNTQ(set, code)
		}
		ORQ(code, all)
		MOVB(code.As8(), Mem{Base: codes, Disp: lane})
		XORQ(nearRows, nearRows)
		MOVQ(words, row)
		Load(Param("nearRows"), i)
		TESTQ(i, i)
		JZ(LabelRef(fmt.Sprintf("stored%d", lane)))
		Label(fmt.Sprintf("store%d", lane))
		bit := GP64()
		mov(Mem{Base: rowCodes, Index: nearRows, Scale: uint8(size)}, pickReg(bit, width))
		XORQ(code, bit)
		if width == 32 {
			SHLXL(bit.As32(), one.As32(), bit.As32())
		} else {
			SHLXQ(bit, one, bit)
		}
		mov(pickReg(bit, width), Mem{Base: row, Disp: lane * size})
		ADDQ(stride, row)
		INCQ(nearRows)
		CMPQ(nearRows, i)
		JL(LabelRef(fmt.Sprintf("store%d", lane)))
		Label(fmt.Sprintf("stored%d", lane))
	}

	// The rows that only far offsets refer to, a group at once.
	lanes := make([]reg.VecVirtual, vectors)
	for v := range lanes {
		lanes[v] = ZMM()
		pick(func(o ...Op) { VPMOVZXBD(o...) }, func(o ...Op) { VPMOVZXBQ(o...) })(Mem{Base: codes, Disp: 8 * v}, lanes[v])
	}
	row, r := GP64(), GP64()
	Load(Param("nearRows"), r)
	Load(Param("rows"), i)
	MOVQ(stride, row)
	IMULQ(r, row)
	ADDQ(words, row)
	JMP(LabelRef("check"))
	Label("row")
	for v := range lanes {
		z := ZMM()
		if width == 32 {
			VPXORD_BCST(Mem{Base: rowCodes, Index: r, Scale: 4}, lanes[v], z)
			VPSLLVD(z, ones, z)
		} else {
			VPXORQ_BCST(Mem{Base: rowCodes, Index: r, Scale: 8}, lanes[v], z)
			VPSLLVQ(z, ones, z)
		}
		VMOVDQU64(z, Mem{Base: row, Disp: 64 * v})
	}
	ADDQ(stride, row)
	INCQ(r)
	Label("check")
	CMPQ(r, i)
	JL(LabelRef("row"))

	ADDQ(U32(group*size), words)
	ADDQ(U32(group), codes)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	Store(all, ReturnIndex(0))
	RET()
}

func pickReg(r reg.GPVirtual, width int) reg.Register {
	if width == 32 {
		return r.As32()
	}
	return r
}

// spread writes the second kernel; the stride is in bytes.
func spread() {
	TEXT("spreadAVX512", NOSPLIT, "func(codes *byte, bitmaps *uint64, stride, rows int)")
	Pragma("noescape")
	codes := Load(Param("codes"), GP64())
	bitmaps := Load(Param("bitmaps"), GP64())
	stride := Load(Param("stride"), GP64())
	rows := Load(Param("rows"), GP64())
	var lanes [block / 64]reg.VecVirtual
	for i := range lanes {
		lanes[i] = ZMM()
		VMOVDQU64(Mem{Base: codes, Disp: 64 * i}, lanes[i])
	}
	c, bits, same := ZMM(), GP64(), GP64()
	one := ZMM()
	VPXORD(c, c, c)
	MOVQ(U32(1), same)
	VPBROADCASTB(same.As32(), one)
	Label("row")
	for i := range lanes {
		k := K()
		VPCMPEQB(lanes[i], c, k)
		KMOVQ(k, bits)
		MOVQ(bits, Mem{Base: bitmaps, Disp: 8 * i})
	}
	VPADDB(one, c, c)
	ADDQ(stride, bitmaps)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// cover writes the third kernel; offsets are in bytes.
func cover() {
	TEXT("coverAVX512", NOSPLIT, "func(lanes *[8]uint64, bitmaps *uint64, witnesses *int, count int) int")
	Pragma("noescape")
	lanes := Load(Param("lanes"), GP64())
	bitmaps := Load(Param("bitmaps"), GP64())
	at := Load(Param("witnesses"), GP64())
	count := Load(Param("count"), GP64())
	used, offset, left := GP64(), GP64(), GP64()
	rest := ZMM()
	VMOVDQU64(Mem{Base: lanes}, rest)
	XORQ(used, used)
	MOVQ(U32(64), left)
	sixtyFour := XMM()
	VMOVQ(left, sixtyFour)
	Label("next")
	CMPQ(used, count)
	JGE(LabelRef("done"))
	MOVQ(Mem{Base: at}, offset)
	low, high, by, back := ZMM(), ZMM(), XMM(), XMM()
	VMOVQ(Mem{Base: at, Disp: 8}, by)
	VPSUBQ(by, sixtyFour, back)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 8}, low)
	VMOVDQU64(Mem{Base: bitmaps, Index: offset, Scale: 8, Disp: 8}, high)
	VPSRLQ(by, low, low)
	VPSLLQ(back, high, high)
	VPTERNLOGQ(U8(0x10), high, low, rest) // rest &^ (low | high)
	INCQ(used)
	ADDQ(U32(24), at) // the size of a witness
	k := K()
	VPTESTMQ(rest, rest, k)
	KORTESTB(k, k)
	JNZ(LabelRef("next"))
	Label("done")
	VMOVDQU64(rest, Mem{Base: lanes})
	VZEROUPPER()
	Store(used, ReturnIndex(0))
	RET()
}
