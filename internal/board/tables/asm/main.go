// Command asm writes the assembly of package tables:
//
//	go run . -out ../tile_amd64.s -stubs ../tile_stubs_amd64.go -pkg tables
//
// It does what fillThree in tile_fill.go does, for at most 64 cells that are not
// options of each other.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lines is the number of records that a cell has.
const lines = 3

// The state of the cells of a front while they are worked on; byte offsets in
// scratch.
const (
	cells = 64

	openAt  = 0                 // eight words: groups of words, open in no line
	groupAt = openAt + 64*cells // a bit for each that has any left
	firstAt = groupAt + 8*cells // the first word of the first group
	wordAt  = firstAt + 8*cells // the word that was looked into last
	seenAt  = wordAt + 8*cells  // what is seen there
	listAt  = seenAt + 8*cells  // the cells for which that is everything
	indexOf = 8                 // the second one belongs to its set
	eight   = 8 * 64            // words that eight words of summaries are for
)

func main() {
	ConstraintExpr("!purego")
	fill()
	Generate()
}

// fill writes the kernel. The search of one cell would be a loop that is left
// at an unforeseeable place, so the processor would often guess wrong, and
// begin the next cells too late to have their records when it needs them.
// Instead all cells look into the first word in question, those that find it
// full are listed, without a branch, those on the list look into the next word,
// and so on until the list is empty. At last all enter their values.
//
// Each look asks for the same word of records that many columns ahead, of the
// two rides that do not keep to the row.
func fill() {
	TEXT("fill3AVX512", NOSPLIT, "func(records *uint64, front0, front1, front2 *int, scratch *uint64, out *uint32, step, count, start, ahead1, ahead2 int)")
	Pragma("noescape")
	records := Load(Param("records"), GP64())
	var front [lines]reg.Register
	for j := range front {
		front[j] = Load(Param(fmt.Sprint("front", j)), GP64())
	}
	scratch := Load(Param("scratch"), GP64())
	of := func(at int, cell reg.Register) Mem {
		return Mem{Base: scratch, Index: cell, Scale: 8, Disp: at}
	}
	cell, listed := GP64(), GP64()
	k, t, summaries, word, bit, m := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	first := AllocLocal(8)
	Load(Param("start"), summaries)
	SHLQ(U8(6), summaries)
	MOVQ(summaries, first)
	SHRQ(U8(3), summaries)
	ADDQ(records, summaries)
	open, other, some := ZMM(), ZMM(), K()
	var ahead [lines]reg.Register
	for j := 1; j < lines; j++ {
		ahead[j] = Load(Param(fmt.Sprint("ahead", j)), GP64())
		ADDQ(records, ahead[j])
	}

	// offset sets t to where the records of the cell are in a front.
	offset := func() {
		MOVQ(cell, t)
		SHLQ(U8(4), t)
	}
	// unite finds what eight words of the summaries, from base on, leave open.
	unite := func(base, index reg.Register) {
		MOVQ(Mem{Base: front[0], Index: t, Scale: 1}, index)
		VMOVDQU64(Mem{Base: base, Index: index, Scale: 8}, open)
		MOVQ(Mem{Base: front[1], Index: t, Scale: 1}, index)
		VMOVDQU64(Mem{Base: base, Index: index, Scale: 8}, other)
		MOVQ(Mem{Base: front[2], Index: t, Scale: 1}, index)
		VPTERNLOGQ(U8(0x01), Mem{Base: base, Index: index, Scale: 8}, other, open) // none of the three
		VPTESTMQ(open, open, some)
		KMOVB(some, m.As32())
		MOVQ(m, of(groupAt, cell))
		MOVQ(cell, word)
		SHLQ(U8(6), word)
		VMOVDQU64(open, Mem{Base: scratch, Index: word, Scale: 1, Disp: openAt})
	}
	// look looks into word k of the cell, and lists the cell if it is full.
	look := func() {
		MOVQ(k, of(wordAt, cell))
		for j := range front {
			MOVQ(Mem{Base: front[j], Index: t, Scale: 1, Disp: indexOf}, m)
			ADDQ(k, m)
			if j == 0 {
				MOVQ(Mem{Base: records, Index: m, Scale: 8}, word)
			} else {
				ORQ(Mem{Base: records, Index: m, Scale: 8}, word)
				PREFETCHT0(Mem{Base: ahead[j], Index: m, Scale: 8})
			}
		}
		MOVQ(word, of(seenAt, cell))
		MOVQ(cell, of(listAt, listed))
		ADDQ(U8(1), word) // carries if it is full
		ADCQ(U8(0), listed)
	}

	Comment("The summaries of the columns ahead.")
	Load(Param("count"), cell)
	DECQ(cell)
	XORQ(listed, listed)
	offset()
	for j := 1; j < lines; j++ {
		MOVQ(Mem{Base: front[j], Index: t, Scale: 1}, m)
		LEAQ(Mem{Base: summaries, Index: m, Scale: 8}, m)
		ADDQ(ahead[j], m)
		SUBQ(records, m)
		PREFETCHT0(Mem{Base: m})
	}

	Comment("The first look of each cell.")
	Label("cell")
	offset()
	unite(summaries, k)
	VPCOMPRESSQ(open, some, open)
	VMOVQ(open.AsX(), word)
	MOVQ(first, k)
	MOVQ(k, of(firstAt, cell))
	TZCNTL(m.As32(), m.As32())
	JC(LabelRef("none"))
	SHLQ(U8(6), m)
	TZCNTQ(word, word)
	ADDQ(m, k)
	ADDQ(word, k)
	look()
	Label("looked")
	DECQ(cell)
	JGE(LabelRef("cell"))

	Comment("More looks of those that are listed.")
	at, end := GP64(), GP64()
	Label("pass")
	TESTQ(listed, listed)
	JZ(LabelRef("found"))
	MOVQ(listed, end)
	XORQ(listed, listed)
	XORQ(at, at)
	Label("again")
	MOVQ(of(listAt, at), cell)
	MOVQ(of(groupAt, cell), m)
	TESTQ(m, m)
	JZ(LabelRef("advance"))
	TZCNTQ(m, t)
	LEAQ(Mem{Base: t, Index: cell, Scale: 8}, t)
	BLSRQ(m, k)
	BLSRQ(of(openAt, t), word) // without the word that was full
	CMOVQEQ(k, m)              // the last of its group
	MOVQ(word, of(openAt, t))
	MOVQ(m, of(groupAt, cell))
	TZCNTQ(m, t)
	JC(LabelRef("advance"))
	Label("next")
	LEAQ(Mem{Base: t, Index: cell, Scale: 8}, k)
	TZCNTQ(of(openAt, k), k)
	SHLQ(U8(6), t)
	ADDQ(t, k)
	ADDQ(of(firstAt, cell), k)
	offset()
	look()
	INCQ(at)
	CMPQ(at, end)
	JL(LabelRef("again"))
	JMP(LabelRef("pass"))

	Comment("The values are known.")
	Label("found")
	Load(Param("count"), cell)
	DECQ(cell)
	out := Load(Param("out"), GP64())
	step := Load(Param("step"), GP64())
	Label("enter")
	MOVQ(of(wordAt, cell), k)
	MOVQ(of(seenAt, cell), word)
	NOTQ(word)
	BLSIQ(word, bit)
	TZCNTQ(word, word)
	MOVQ(k, t)
	SHLQ(U8(6), t)
	ADDQ(word, t)
	MOVL(t.As32(), Mem{Base: out})
	ADDQ(step, out)
	offset()
	for j := range front {
		MOVQ(Mem{Base: front[j], Index: t, Scale: 1, Disp: indexOf}, m)
		ADDQ(k, m)
		MOVQ(Mem{Base: records, Index: m, Scale: 8}, word)
		ORQ(bit, word)
		MOVQ(word, Mem{Base: records, Index: m, Scale: 8})
		CMPQ(word, I8(-1))
		JE(LabelRef(fmt.Sprint("full", j)))
		Label(fmt.Sprint("entered", j))
	}
	DECQ(cell)
	JGE(LabelRef("enter"))
	VZEROUPPER()
	RET()

	Comment("A word has become full: a bit in the summary.")
	for j := range front {
		Label(fmt.Sprint("full", j))
		MOVQ(k, m)
		SHRQ(U8(6), m)
		ADDQ(Mem{Base: front[j], Index: t, Scale: 1}, m)
		MOVQ(Mem{Base: records, Index: m, Scale: 8}, word)
		BTSQ(k, word) // modulo 64
		MOVQ(word, Mem{Base: records, Index: m, Scale: 8})
		JMP(LabelRef(fmt.Sprint("entered", j)))
	}

	Comment("No word is open among the first: a look would be in vain.")
	Label("none")
	MOVQ(cell, of(listAt, listed))
	INCQ(listed)
	JMP(LabelRef("looked"))

	Comment("Nor any more: the next eight words of the summaries.")
	Label("advance")
	MOVQ(of(firstAt, cell), k)
	ADDQ(U32(eight), k)
	MOVQ(k, of(firstAt, cell))
	SHRQ(U8(3), k)
	ADDQ(records, k)
	offset()
	unite(k, m)
	TZCNTQ(m, t)
	JC(LabelRef("advance"))
	JMP(LabelRef("next"))
}
