package sequence

// The word engine uses sparse space for games with few rare heaps, where a set of values
// fits a machine word.
//
// For each n and each code r of a rare heap the table holds the set
// {code(n) ^ r} in a word. The common options of n are the union of such words
// at fixed offsets i + h behind n, for each digit i that splits and each rare
// heap h: this vectorises over consecutive n. What is left in sequence is the
// mex. The ledger verifies the rest.
//
// A lane that nothing serves, or a code too large for the word, ends the
// engine's run before its block; the scalar engine goes on.

import (
	"slices"
)

// A wordEngine computes codes from a plan.
type wordEngine struct {
	ledger
	mexes   mexKernel
	program program
	table   []byte
	tableAt int // the n of the first word of a row
	snapshots
	again rereader
}

// suitsWords reports whether the game has few enough rare heaps.
func (p *codePlan) suitsWords() bool { return len(p.rare)*len(p.octal.splits) <= mostEntries }

// wordWidths returns the widths of words, narrowest first. Shorter words serve
// more n at once, but the assembly waits for near options anyway.
func wordWidths(portable bool) []int {
	if _, ok := fastVerifyKernels(); ok && !portable {
		return []int{32, 64}
	}
	return []int{16, 32, 64}
}

// widerWords returns an engine with words of more than width bits that goes on
// after a ledger, and nil if there is none.
func widerWords(l ledger, width int, portable bool) *wordEngine {
	for _, w := range wordWidths(portable) {
		if w > width {
			if e, ok := openWords(l, w, portable); ok {
				return e
			}
		}
	}
	return nil
}

// openWords returns the engine that goes on after a ledger.
func openWords(l ledger, width int, portable bool) (*wordEngine, bool) {
	e := &wordEngine{ledger: l}
	e.program.width = width
	if l.rows > width {
		return nil, false
	}
	e.setProgram()
	if len(e.program.codes) == 0 || e.kept > min(e.next-block, recentLimit/2) || len(e.program.codes)*e.program.stride > mostBytes {
		return nil, false
	}
	fast, ok := fastMexes(&e.program)
	if e.mexes = fast; portable || !ok {
		e.mexes = newMexes(&e.program)
	}
	e.fill()
	return e, true
}

const (
	mostEntries = 1 << 10 // rare heaps, times digits that split
	mostBytes   = 1 << 29 // in the table
)

// setProgram derives the offsets from the rare heaps and the digits.
func (e *wordEngine) setProgram() {
	type offset struct {
		back int
		code uint32
	}
	var offsets []offset
	for _, s := range e.octal.splits {
		for _, h := range e.rare {
			offsets = append(offsets, offset{s.taken + h, uint32(e.at(h) &^ rareMark)})
		}
	}
	for _, i := range e.octal.singles {
		if !e.space.timed || i%2 == 0 { // otherwise a common value is rare at n
			offsets = append(offsets, offset{i, 0})
		}
	}
	slices.SortFunc(offsets, func(a, b offset) int { return a.back - b.back })
	offsets = slices.Compact(offsets)
	p := &e.program
	e.kept = 0
	for _, o := range offsets {
		e.kept = max(e.kept, o.back)
		if o.code >= uint32(p.width) {
			continue // nim-added to a code that fits the word it gives one that does not
		}
		if !slices.Contains(p.codes, o.code) {
			p.codes = append(p.codes, o.code)
		}
	}
	e.kept = (e.kept + block) / block * block
	// No multiple of 4096, so that rows do not compete for places in the cache.
	p.stride = (2*e.kept+16*block)*p.size() + 64
	for _, o := range offsets {
		if o.code >= uint32(p.width) {
			continue
		}
		p.options = append(p.options, option{slices.Index(p.codes, o.code), o.back})
	}
}

// fill sets up the table from the history.
func (e *wordEngine) fill() {
	size := e.program.size()
	e.table = make([]byte, len(e.program.codes)*e.program.stride)
	e.tableAt = e.next - e.kept
	for r, code := range e.program.codes {
		row := e.table[r*e.program.stride:]
		for k, b := range e.span(e.tableAt, e.next) {
			if c := uint32(b); c < rareMark {
				row[k*size+int(c^code)/8] = 1 << ((c ^ code) % 8)
			}
		}
	}
}

func (e *wordEngine) what() string { return "of words" }

// step computes and verifies the next block, and nothing where it stops.
func (e *wordEngine) step() stop {
	if all := e.mex(); all >= uint64(e.program.width) {
		return tooLarge
	} else if !e.check(all) {
		if e.stopped {
			return cutShort
		}
		return newRare
	}
	e.take()
	e.keep()
	e.next += block
	return goesOn
}

// mex computes the codes of the next block, and returns their bitwise or, which
// is the width or more if some do not fit the word.
func (e *wordEngine) mex() (all uint64) {
	size := e.program.size()
	if (e.next+block-e.tableAt)*size > e.program.stride {
		from := e.next - e.tableAt - e.kept
		for r := range e.program.codes {
			row := e.table[r*e.program.stride:][:e.program.stride]
			copy(row, row[from*size:(from+e.kept)*size])
		}
		e.tableAt += from
	}
	return e.mexes(e.table, (e.next-e.tableAt)*size, e.before(), e.codes)
}

// appendValues appends G(from) … G(to-1). Where the codes were not kept, they are
// computed again.
func (e *wordEngine) appendValues(dst []uint32, from, to int) []uint32 {
	add := func(codes []byte) {
		dst = e.appendCodes(dst, from, codes)
		from += len(codes)
	}
	for from < to {
		if from < e.past.size || e.keeps(from) {
			add(e.run(from, to))
		} else {
			e.again.read(e, from, min(to, e.recentAt, from+replaySpan), add)
		}
	}
	return dst
}
