package heap

// This file holds the word engine: sparse space for games with few rare heaps,
// where a set of values fits a machine word.
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
	"math/bits"
	"slices"
	"strconv"
)

// A wordEngine computes codes from a plan.
type wordEngine[W word] struct {
	ledger
	mexes   mexKernel[W]
	program program
	words   []W
	wordsAt int // the n of the first word of a row
}

// newWordEngine returns an engine that goes on after values, or false if the
// game is not for it. It expects at most limit values in all.
func newWordEngine[W word](p *codePlan, values []uint32, limit int, portable bool) (*wordEngine[W], bool) {
	if len(p.rare)*len(p.octal.splits) > mostEntries {
		return nil, false
	}
	l, ok := newLedger(p, values, limit, portable)
	if !ok {
		return nil, false
	}
	return openWords[W](l, portable)
}

// openWords returns the engine that goes on after a ledger.
func openWords[W word](l ledger, portable bool) (*wordEngine[W], bool) {
	e := &wordEngine[W]{ledger: l}
	e.name = strconv.Itoa(width[W]())
	if l.rows > width[W]() {
		return nil, false
	}
	e.setProgram()
	if len(e.program.codes) == 0 || e.next < e.kept+block || len(e.program.codes)*e.program.stride > mostWords {
		return nil, false
	}
	fast, ok := fastMexes[W](&e.program)
	if e.mexes = fast; portable || !ok {
		e.mexes = newMexes[W](&e.program)
	}
	e.fill()
	return e, true
}

const (
	mostEntries = 1 << 10 // rare heaps, times digits that split
	mostWords   = 1 << 26 // in the table
)

// width returns the number of bits of a word.
func width[W word]() int { return bits.Len64(uint64(^W(0))) }

// setProgram derives the offsets from the rare heaps and the digits.
func (e *wordEngine[W]) setProgram() {
	type offset struct {
		back int
		code uint32
	}
	var offsets []offset
	for _, s := range e.octal.splits {
		for _, h := range e.rare {
			offsets = append(offsets, offset{s.taken + h, uint32(e.history[h] &^ rareMark)})
		}
	}
	for _, i := range e.octal.singles {
		if !e.space.timed || i%2 == 0 { // else a common value is rare at n
			offsets = append(offsets, offset{i, 0})
		}
	}
	slices.SortFunc(offsets, func(a, b offset) int { return a.back - b.back })
	offsets = slices.Compact(offsets)
	p := &e.program
	for _, o := range offsets {
		e.kept = max(e.kept, o.back)
		if !slices.Contains(p.codes, o.code) {
			p.codes = append(p.codes, o.code)
		}
	}
	e.kept = (e.kept + block) / block * block
	p.stride = 8*e.kept + 32*block
	for _, o := range offsets {
		p.options = append(p.options, option{slices.Index(p.codes, o.code), o.back})
	}
}

// fill sets up the table from the history.
func (e *wordEngine[W]) fill() {
	e.words = make([]W, len(e.program.codes)*e.program.stride)
	e.wordsAt = e.next - e.kept
	for r, code := range e.program.codes {
		for k, b := range e.span(e.wordsAt, e.next) {
			if c := uint32(b); c < rareMark {
				e.words[r*e.program.stride+k] = 1 << (c ^ code)
			}
		}
	}
}

// step computes and verifies the next block, and nothing where it stops.
func (e *wordEngine[W]) step() stop {
	if e.next+block-e.wordsAt > e.program.stride {
		from := e.next - e.wordsAt - e.kept
		for r := range e.program.codes {
			row := e.words[r*e.program.stride:][:e.program.stride]
			copy(row, row[from:from+e.kept])
		}
		e.wordsAt += from
	}
	all := e.mexes(e.words, e.next-e.wordsAt, e.before(), e.codes[:])
	if uint32(all) >= uint32(width[W]()) {
		return tooLarge
	}
	if _, ok := e.check(all); !ok {
		return newRare
	}
	e.keep()
	e.next += block
	return goesOn
}
