package sequence

// The word engine decides here which witnesses it tries first, and what it does when none
// of them serves.

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

const (
	samples       = 4   // blocks by which witnesses are chosen
	candidates    = 512 // how many smaller parts they are chosen from,
	fewCandidates = 24  // and how many of these are compared at a time
	listLimit     = 224
	mostWitnesses = 8 * listLimit // of a rare code, with those that were found late
)

// newWitness returns where a witness with the larger part back behind n, of the
// code row, is found.
func newWitness(back int, row uint32) witness {
	bytes := (back + 7) / 8
	return witness{offset: int(row)*bitmapStride - bytes, shift: 8*bytes - back, widest: back}
}

// place returns what newWitness was given.
func (w *witness) place() (back int, row uint32) {
	r := (w.offset + bitmapStride - 1) / bitmapStride
	return 8*(r*bitmapStride-w.offset) - w.shift, uint32(r)
}

// wordOf returns the n of a row of bitmaps that begin at byte at, 64 of them.
func (e *ledger) wordOf(at int) uint64 { return binary.LittleEndian.Uint64(e.bitmaps[at:]) }

// learn chooses for each rare code the witnesses to be tried, by how many n of
// the last blocks they serve: the one that serves most first, then the one that
// serves most of the rest, and so on, until all are served twice.
func (e *ledger) learn(at int) {
	e.learnAt = 4 * e.next
	at -= (samples - 1) * block / 8
	for code := range e.lists {
		var wanting [samples]lanes
		for s := range wanting {
			wanting[s] = e.wanting(code, at+s*block/8)
		}
		if wanting == ([samples]lanes{}) {
			continue
		}
		list := e.choose(uint32(code), at, wanting)
		list.needs = e.lists[code].needs
		e.lists[code] = list
	}
}

// wanting returns the lanes of the block at which the rare value of the code
// must be an option.
func (e *ledger) wanting(code, at int) (w lanes) {
	needs := &e.lists[code].needs
	for c := min(needs[0], needs[1]); c < e.rows; c++ {
		mask := uint64(0)
		if c >= needs[0] {
			mask |= 0x5555555555555555
		}
		if c >= needs[1] {
			mask |= 0xaaaaaaaaaaaaaaaa
		}
		for i := range w {
			w[i] |= e.wordOf(c*bitmapStride+at+8*i) & mask
		}
	}
	return w
}

// choose returns a list of witnesses for the lanes that want the code.
func (e *ledger) choose(code uint32, at int, wanting [samples]lanes) witnessList {
	var list witnessList
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

// greedy adds witnesses to the list, greedily, whose offsets are multiples of
// multiple. It returns the lanes that none serves.
//
// The best witness is looked for among those few that served most of the first
// sample at the beginning, and among all only when these serve nothing more.
func (e *ledger) greedy(list *witnessList, multiple int, code uint32, at int, wanting [samples]lanes) (unserved [samples]lanes) {
	type candidate struct {
		witness
		gain int // of lanes of the first sample at the beginning, or chosen
	}
	const chosen = -1
	rest := newRemainder(wanting[:1])
	var all []candidate
	for _, s := range e.octal.splits {
		for offset := multiple; offset <= candidates*multiple; offset += multiple {
			part := offset - s.taken
			if part < 1 {
				continue
			}
			if c := uint32(e.at(part)); c < rareMark && int(c^code) < e.rows {
				w := newWitness(offset, c^code)
				all = append(all, candidate{w, e.gain(&w, at, rest)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.gain - a.gain })
	for round := range 2 {
		rest = newRemainder(wanting[:])
		for len(rest) > 0 && len(list.witnesses) < listLimit {
			best, gain, tried := -1, 0, 0
			for i := range all {
				if all[i].gain == chosen {
					continue
				}
				if tried++; tried > fewCandidates && best >= 0 {
					break
				}
				if g := e.gain(&all[i].witness, at, rest); g > gain {
					best, gain = i, g
				}
			}
			if best < 0 {
				break
			}
			list.witnesses = append(list.witnesses, all[best].witness)
			rest = e.serve(&all[best].witness, at, rest)
			all[best].gain = chosen
		}
		if round == 0 {
			for _, r := range rest {
				unserved[r.sample][r.word] = r.lanes
			}
		}
	}
	return unserved
}

// A remainder is what is left of samples of lanes: the words that are not empty.
type remainder []remaining

type remaining struct {
	sample, word int
	lanes        uint64
}

func newRemainder(wanting []lanes) (rest remainder) {
	for s := range wanting {
		for i, w := range wanting[s] {
			if w != 0 {
				rest = append(rest, remaining{s, i, w})
			}
		}
	}
	return rest
}

// served returns the lanes that the witness serves in the word of the sample.
func (e *ledger) served(w *witness, at int, r remaining) uint64 {
	at += r.sample*block/8 + 8*r.word + w.offset
	return e.wordOf(at)>>w.shift | e.wordOf(at+1)<<(8-w.shift)
}

// gain returns how many lanes the witness serves of what is left.
func (e *ledger) gain(w *witness, at int, rest remainder) (lanes int) {
	for _, r := range rest {
		lanes += bits.OnesCount64(e.served(w, at, r) & r.lanes)
	}
	return lanes
}

// serve returns what the witness leaves, in the place of rest.
func (e *ledger) serve(w *witness, at int, rest remainder) (less remainder) {
	less = rest[:0]
	for _, r := range rest {
		if r.lanes &^= e.served(w, at, r); r.lanes != 0 {
			less = append(less, r)
		}
	}
	return less
}

// search looks for a witness that the rare value of the code is an option of n,
// in all that is kept of the history. It adds what it finds to the list. If it is
// interrupted, it says that there is none, and sets stopped.
func (e *ledger) search(n int, code byte) bool {
	if e.recall(n, code) {
		return true
	}
	part, taken, stopped := e.look(n, 1, n, code)
	if e.stopped = stopped; part > 0 {
		e.remember(code, part, taken, e.at(n-taken-part))
	}
	return part > 0
}

// remember adds a witness that was found late.
func (e *ledger) remember(code byte, part, taken int, rest byte) {
	offset := part + taken
	if rest < rareMark && offset+block < witnessSpan && len(e.lists[code].witnesses) < mostWitnesses {
		w := newWitness(offset, uint32(rest))
		list := &e.lists[code]
		if k := len(list.witnesses); k > 0 {
			w.widest = max(w.widest, list.witnesses[k-1].widest)
		}
		list.witnesses = append(list.witnesses, w)
	} else {
		e.late.served(int(code), part)
	}
	e.widest = max(e.widest, offset)
}
