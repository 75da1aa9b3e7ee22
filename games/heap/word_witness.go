package heap

// This file holds how the word engine finds the witnesses that it tries first,
// and what it does when none of them serves.

import (
	"math/bits"
	"slices"
)

const (
	samples     = 4   // blocks by which witnesses are chosen
	candidates  = 512 // so many smaller parts they are chosen from
	listLimit   = 224
	manyCodes   = 64 // with more of them, witnesses are not chosen but sorted
	farLimit    = 64
	searchChunk = 1 << 12
)

// newWitness returns where a witness with the larger part offset behind n, of the
// code row, is found.
func newWitness(offset int, row uint32) witness {
	words := (offset + 63) / 64
	w := witness{offset: int(row)*(bitmapSpan/64) - words, shift: 64*words - offset, widest: offset}
	w.bytes = 8*w.offset + w.shift/8
	return w
}

// learn chooses for each rare code the witnesses to be tried, by how many n of
// the last blocks they serve: the one that serves most first, then the one that
// serves most of the rest, and so on, until all are served twice.
func (e *ledger) learn(at int) {
	e.learnAt = 2 * e.next
	clear(e.counts[:])
	for r := range e.rows {
		for _, w := range e.bitmaps[r*bitmapSpan/64+at-witnessSpan/64:][:witnessSpan/64] {
			e.counts[r] += bits.OnesCount64(w)
		}
	}
	at -= (samples - 1) * block / 64
	for code := range e.lists {
		var wanting [samples]lanes
		for s := range wanting {
			wanting[s] = e.wanting(code, at+s*block/64)
		}
		if wanting == ([samples]lanes{}) {
			continue
		}
		e.lists[code] = e.choose(uint32(code), at, wanting)
	}
}

// wanting returns the lanes of the block at which the rare value of the code
// must be an option.
func (e *ledger) wanting(code, at int) (w lanes) {
	for c := min(e.need[0][code], e.need[1][code]); c < e.rows; c++ {
		row := e.bitmaps[c*bitmapSpan/64+at:]
		for i := range w {
			if !e.space.timed {
				w[i] |= row[i]
				continue
			}
			if c >= e.need[0][code] {
				w[i] |= row[i] & 0x5555555555555555
			}
			if c >= e.need[1][code] {
				w[i] |= row[i] & 0xaaaaaaaaaaaaaaaa
			}
		}
	}
	return w
}

// choose returns a list of witnesses for the lanes that want the code.
func (e *ledger) choose(code uint32, at int, wanting [samples]lanes) witnessList {
	var list witnessList
	if e.rows > manyCodes {
		list.witnesses = e.popular(code)
		list.aligned = len(list.witnesses)
		return list
	}
	rest := e.greedy(&list, 8, code, at, wanting)
	list.aligned = len(list.witnesses)
	if rest != ([samples]lanes{}) {
		e.greedy(&list, 1, code, at, rest)
	}
	widest := 0
	for i := range list.witnesses {
		widest = max(widest, list.witnesses[i].widest)
		list.witnesses[i].widest = widest
	}
	return list
}

// popular returns all witnesses whose offsets are a multiple of 8, those first
// whose larger part has a code that many n have. With many codes, none of them
// frequent, the choice matters less than that there are enough.
func (e *ledger) popular(code uint32) []witness {
	var all []witness
	for _, s := range e.octal.splits {
		for offset := 8; offset < witnessSpan-samples*block; offset += 8 {
			part := offset - s.taken
			if part < 1 {
				continue
			}
			if c := uint32(e.history[part]); c < rareMark && int(c^code) < e.rows {
				all = append(all, newWitness(offset, c^code))
			}
		}
	}
	count := func(w witness) int { return e.counts[(w.offset+(w.widest+63)/64)/(bitmapSpan/64)] }
	slices.SortStableFunc(all, func(v, w witness) int { return count(w) - count(v) })
	widest := 0
	for i := range all {
		widest = max(widest, all[i].widest)
		all[i].widest = widest
	}
	return all
}

// greedy adds witnesses to the list, greedily, whose offsets are multiples of
// multiple. It returns the lanes that none serves.
func (e *ledger) greedy(list *witnessList, multiple int, code uint32, at int, wanting [samples]lanes) (unserved [samples]lanes) {
	type candidate struct {
		witness
		gain int // at most so many lanes
	}
	var all []candidate
	for _, s := range e.octal.splits {
		for offset := multiple; offset <= candidates*multiple; offset += multiple {
			part := offset - s.taken
			if part < 1 {
				continue
			}
			if c := uint32(e.history[part]); c < rareMark && int(c^code) < e.rows {
				all = append(all, candidate{newWitness(offset, c^code), samples * block})
			}
		}
	}
	served := func(c *candidate, s int) (w lanes) {
		row := e.bitmaps[at+s*block/64+c.offset:][:block/64+1]
		for i := range w {
			w[i] = row[i]>>c.shift | row[i+1]<<(64-c.shift)
		}
		return w
	}
	for round := range 2 {
		rest := wanting
		for i := range all {
			if all[i].gain >= 0 {
				all[i].gain = samples * block
			}
		}
		for rest != ([samples]lanes{}) && len(list.witnesses) < listLimit {
			best, gain := -1, 0
			for i := range all {
				if all[i].gain <= gain {
					continue
				}
				all[i].gain = 0
				for s := range rest {
					for j, w := range served(&all[i], s) {
						all[i].gain += bits.OnesCount64(w & rest[s][j])
					}
				}
				if all[i].gain > gain {
					best, gain = i, all[i].gain
				}
			}
			if best < 0 {
				break
			}
			for s := range rest {
				for j, w := range served(&all[best], s) {
					rest[s][j] &^= w
				}
			}
			list.witnesses = append(list.witnesses, all[best].witness)
			all[best].gain = -1
		}
		if round == 0 {
			unserved = rest
		}
	}
	return unserved
}

// search looks for a witness that the rare value of the code is an option of n,
// in all that is kept of the history. What it finds it adds to the list.
func (e *ledger) search(n int, code byte) bool {
	for _, i := range e.octal.singles {
		b := e.byteAt(n - i)
		v := e.value[(n-i)&1][b]
		if e.space.rare(v, n) && byte(e.encode(v)) == code {
			e.widest = max(e.widest, i)
			return true
		}
	}
	for k, part := range e.far[code] {
		for _, s := range e.octal.splits {
			if e.serves(n-s.taken, part, s.unequal, code) {
				copy(e.far[code][1:k+1], e.far[code][:k])
				e.far[code][0] = part
				e.widest = max(e.widest, part+s.taken)
				return true
			}
		}
	}
	for from := 1; 2*from <= n; from += searchChunk {
		if e.patience > 0 && e.effort > e.patience {
			return false
		}
		for _, s := range e.octal.splits {
			m := n - s.taken
			to := min(from+searchChunk, s.half(m)+1)
			if part := e.scan(m, from, to, code); part > 0 {
				e.remember(code, part, s.taken, e.byteAt(m-part))
				return true
			}
		}
	}
	return false
}

// scan returns the first part from … to-1 such that dividing m into it and the
// rest gives the code, and 0 if there is none. No part is larger than the rest.
func (e *ledger) scan(m, from, to int, code byte) int {
	if from >= to {
		return 0
	}
	e.effort += to - from
	if m-from < len(e.history) {
		rests := e.history[m-to+1 : m-from+1]
		for k, b := range e.history[from:to] {
			if b^rests[len(rests)-1-k] == code {
				return from + k
			}
		}
		return 0
	}
	for part := from; part < to; part++ {
		if e.serves(m, part, false, code) {
			return part
		}
	}
	return 0
}

// byteAt returns the byte of history for n, in the present block too; 0xff,
// which serves nobody, where it was not kept.
func (e *ledger) byteAt(n int) byte {
	if n >= e.next {
		return e.codes[n-e.next]
	}
	if b, known := e.at(n); known {
		return b
	}
	return 0xff
}

// serves reports whether dividing m into part and the rest gives the code.
func (e *ledger) serves(m, part int, unequal bool, code byte) bool {
	rest := m - part
	if rest < part || rest == part && unequal || part >= len(e.history) {
		return false
	}
	b := e.byteAt(rest)
	return b^e.history[part] == code && b != 0xff
}

// remember adds a witness that was found late.
func (e *ledger) remember(code byte, part, taken int, rest byte) {
	offset := part + taken
	if rest < rareMark && offset+block < witnessSpan && len(e.lists[code].witnesses) < 8*listLimit {
		w := newWitness(offset, uint32(rest))
		list := &e.lists[code]
		if k := len(list.witnesses); k > 0 {
			w.widest = max(w.widest, list.witnesses[k-1].widest)
		}
		list.witnesses = append(list.witnesses, w)
	} else {
		late := e.far[code]
		if len(late) < farLimit {
			late = append(late, 0)
		}
		copy(late[1:], late)
		late[0] = part
		e.far[code] = late
	}
	e.widest = max(e.widest, offset)
}
