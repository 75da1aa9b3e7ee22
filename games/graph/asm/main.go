// Command asm writes the assembly of package graph:
//
//	go run . -out ../numbers_amd64.s -stubs ../numbers_stubs_amd64.go -pkg graph
package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of comparisons.
const (
	less         = 1
	notEqual     = 4
	greaterEqual = 5
	greater      = 6
)

const (
	width       = 64 // bytes of text that are looked at together
	linesAtOnce = 4
	mostDigits  = 8
)

func main() {
	ConstraintExpr("!purego")
	numbers()
	seen()
	Generate()
}

// table defines a vector of constants.
func table(name string, of func(i int) byte) Mem {
	address := GLOBL(name, attr.RODATA|attr.NOPTR)
	for at := 0; at < width; at += 8 {
		word := uint64(0)
		for i := range 8 {
			word |= uint64(of(at+i)) << (8 * i)
		}
		DATA(at, U64(word))
	}
	return address
}

// broadcast returns a vector of eight times a word.
func broadcast(bytes ...byte) reg.VecVirtual {
	word := uint64(0)
	for i := range 8 {
		word |= uint64(bytes[i%len(bytes)]) << (8 * i)
	}
	r, v := GP64(), ZMM()
	MOVQ(U64(word), r)
	VPBROADCASTQ(r, v)
	return v
}

// compress gathers those bytes of which the mask has the bit, with zeros behind
// them. Package avo does not know the instruction.
func compress(from, mask, to Op) {
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB.Z", Operands: []Op{from, mask, to}, Inputs: []Op{from, mask}, Outputs: []Op{to},
		ISA: []string{"AVX512_VBMI2"},
	})
}

// numbers writes a reader of lines of two numbers.
//
// It looks at 64 bytes from the beginning of a line. Comparisons give a bit for
// each byte that is a space, a newline, or no digit; four lines at a time, or as
// many as are whole, are checked by arithmetic with these bits. The positions of
// the first bytes of numbers, and of those behind their last ones, are gathered
// into a byte each. Then each number has a lane of eight bytes, into which its
// digits are moved to the end, with zeros before them; three multiplications
// join neighbours as in internal/scan/digits.go.
func numbers() {
	positions := table("positions", func(i int) byte { return byte(i) })
	lanes := table("lanes", func(i int) byte { return byte(i / mostDigits) })

	TEXT("numbersAVX512", NOSPLIT, "func(text *byte, length int, edges *uint32, most *[8]uint32) (count, read int)")
	Pragma("noescape")
	Doc("numbersAVX512 reads lines of two numbers, each of at most eight digits, from text",
		"to edges, and stops before a line that is anything else or less than 64 bytes",
		"before the end. At edges there is room for four more than there are. Among most",
		"is the largest number.")
	text := Load(Param("text"), GP64()).(reg.GPVirtual)
	limit := Load(Param("length"), GP64()).(reg.GPVirtual)
	edges := Load(Param("edges"), GP64()).(reg.GPVirtual)
	SUBQ(U8(width), limit)
	at, count := GP64(), GP64()
	XORQ(at, at)
	XORQ(count, count)

	zero, nine, newline, space, tab := broadcast('0'), broadcast('9'), broadcast('\n'), broadcast(' '), broadcast('\t')
	longest := broadcast(mostDigits)
	toEnd := broadcast(8, 7, 6, 5, 4, 3, 2, 1)
	tens, hundreds, thousands := broadcast(10, 1), broadcast(100, 0, 1, 0), broadcast(10000&255, 10000>>8, 0, 0, 0, 0, 0, 0)
	position, lane := ZMM(), ZMM()
	VMOVDQU8(positions, position)
	VMOVDQU8(lanes, lane)
	most := YMM()
	VPXOR(most, most, most)

	Label("next")
	CMPQ(at, limit)
	JGT(LabelRef("done"))
	bytes := ZMM()
	VMOVDQU8(Mem{Base: text, Index: at, Scale: 1}, bytes)
	bitsOf := func(compare func(k reg.OpmaskVirtual)) reg.GPVirtual {
		k, bits := K(), GP64()
		compare(k)
		KMOVQ(k, bits)
		return bits
	}
	newlines := bitsOf(func(k reg.OpmaskVirtual) { VPCMPEQB(newline, bytes, k) })
	last := GP64() // the bit of the last newline
	MOVL(U32(1<<(linesAtOnce-1)), last.As32())
	PDEPQ(newlines, last, last)
	TESTQ(last, last)
	JNZ(LabelRef("whole"))
	TESTQ(newlines, newlines)
	JZ(LabelRef("done"))
	shift, top := GP64(), GP64()
	LZCNTQ(newlines, shift)
	MOVQ(U64(1<<63), top)
	SHRXQ(shift, top, last)
	Label("whole")
	separators := bitsOf(func(k reg.OpmaskVirtual) { VPCMPUB(U8(less), zero, bytes, k) })
	spaces := bitsOf(func(k reg.OpmaskVirtual) {
		tabs := K()
		VPCMPEQB(space, bytes, k)
		VPCMPEQB(tab, bytes, tabs)
		KORQ(tabs, k, k)
	})
	wrong := bitsOf(func(k reg.OpmaskVirtual) { VPCMPUB(U8(greater), nine, bytes, k) })
	lines := GP64() // their bits
	BLSMSKQ(last, lines)
	for _, bits := range []reg.GPVirtual{separators, newlines, spaces, wrong} {
		ANDQ(lines, bits)
	}
	starts := GP64()
	LEAQ(Mem{Base: separators, Index: separators, Scale: 1, Disp: 1}, starts)
	ANDQ(lines, starts)
	// All that separates is a space or a newline.
	XORQ(newlines, spaces)
	XORQ(separators, spaces)
	ORQ(spaces, wrong)
	// No number is empty.
	empty := GP64()
	MOVQ(starts, empty)
	ANDQ(separators, empty)
	ORQ(empty, wrong)
	// None begins with a zero that is not all of it.
	zeros := bitsOf(func(k reg.OpmaskVirtual) { VPCMPEQB(zero, bytes, k) })
	alone := GP64()
	MOVQ(separators, alone)
	SHRQ(U8(1), alone)
	ANDNQ(zeros, alone, alone)
	ANDQ(starts, alone)
	ORQ(alone, wrong)
	// Spaces and newlines take turns.
	turns, howMany := GP64(), GP64()
	PEXTQ(separators, newlines, turns)
	POPCNTQ(newlines, howMany)
	twice := GP64()
	LEAQ(Mem{Base: howMany, Index: howMany, Scale: 1}, twice)
	alternate := GP64()
	MOVL(U32(0xaa), alternate.As32()) // a space, then a newline
	BZHIQ(twice, alternate, twice)
	XORQ(twice, turns)
	ORQ(turns, wrong)
	// None is too long.
	first, end, k := ZMM(), ZMM(), K()
	KMOVQ(starts, k)
	compress(position, k, first)
	k = K()
	KMOVQ(separators, k)
	compress(position, k, end)
	length := ZMM()
	VPSUBB(first, end, length)
	long := bitsOf(func(k reg.OpmaskVirtual) { VPCMPUB(U8(greater), longest, length, k) })
	ORQ(long, wrong)
	JNZ(LabelRef("done"))

	VPERMB(first, lane, first)
	VPERMB(end, lane, end)
	VPSUBB(toEnd, end, end)
	k = K()
	VPCMPB(U8(greaterEqual), first, end, k)
	digits := ZMM()
	VPSUBB(zero, bytes, bytes)
	VPERMB_Z(bytes, end, k, digits)
	VPMADDUBSW(tens, digits, digits)
	VPMADDWD(hundreds, digits, digits)
	high := ZMM()
	VPMULUDQ(thousands, digits, high)
	VPSRLQ(U8(32), digits, digits)
	VPADDQ(high, digits, digits)
	pairs := YMM()
	VPMOVQD(digits, pairs)
	VPMAXUD(pairs, most, most)
	VMOVDQU(pairs, Mem{Base: edges, Index: count, Scale: 8})
	ADDQ(howMany, count)
	TZCNTQ(last, last)
	LEAQ(Mem{Base: at, Index: last, Scale: 1, Disp: 1}, at)
	JMP(LabelRef("next"))

	Label("done")
	largest := Load(Param("most"), GP64()).(reg.GPVirtual)
	VMOVDQU(most, Mem{Base: largest})
	Store(count, ReturnIndex(0))
	Store(at, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// seen writes a function that skips edges between numbers that were seen before,
// eight at a time.
func seen() {
	const together = 8
	TEXT("seenAVX512", NOSPLIT, "func(edges *uint32, count int, seen *uint64) int")
	Pragma("noescape")
	Doc("seenAVX512 returns how many edges there are before eight, each beginning at a",
		"multiple of eight, of whose numbers some have no bit in seen, or before less than",
		"eight. The number 0xffffffff counts as seen.")
	edges := Load(Param("edges"), GP64()).(reg.GPVirtual)
	count := Load(Param("count"), GP64()).(reg.GPVirtual)
	table := Load(Param("seen"), GP64()).(reg.GPVirtual)
	at := GP64()
	XORQ(at, at)
	SUBQ(U8(together), count)
	one, bitsOfPlace, all := ZMM(), ZMM(), ZMM()
	r := GP32()
	MOVL(U32(1), r)
	VPBROADCASTD(r, one)
	MOVL(U32(31), r)
	VPBROADCASTD(r, bitsOfPlace)
	VPTERNLOGD(U8(0xff), all, all, all)

	Label("next")
	CMPQ(at, count)
	JGT(LabelRef("done"))
	numbers, places, words, known, unseen := ZMM(), ZMM(), ZMM(), K(), K()
	VMOVDQU32(Mem{Base: edges, Index: at, Scale: 8}, numbers)
	VPCMPUD(U8(notEqual), all, numbers, known)
	VPSRLD(U8(5), numbers, places)
	VMOVDQA32(all, words)
	VPGATHERDD(Mem{Base: table, Index: places, Scale: 4}, known, words)
	VPANDD(bitsOfPlace, numbers, numbers)
	VPSRLVD(numbers, words, words)
	VPTESTNMD(one, words, unseen)
	KORTESTW(unseen, unseen)
	JNZ(LabelRef("done"))
	ADDQ(U8(together), at)
	JMP(LabelRef("next"))

	Label("done")
	Store(at, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
