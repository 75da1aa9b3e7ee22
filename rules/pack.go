package rules

// This file packs positions into short keys, by which theory/search remembers them
// (grundy.Packed). A key has a fixed number of bits for each field: for an integer, as
// many as its range needs; for a row, its length and then all cells that it can have.
// Keys of up to 256 bits are words, and longer ones strings. Positions are first taken
// apart and made canonical, so that positions that are the same game share a key.

import (
	"context"
	"math"
	"math/bits"
	"unsafe"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/mirror"
	"github.com/grundy-games/grundy/theory/search"
)

// mostKeyBits is the longest key made of words.
const mostKeyBits = 256

// A packing says how states become keys.
type packing struct {
	bits   int   // of a key, or more than mostKeyBits
	reply  uint8 // of the last cell, which says how a player must reply
	fields []packedField
}

// A packedField is a field and its tables of letters.
type packedField struct {
	*Field
	code   *[256]uint8 // of letters
	width  uint8       // of a cell
	first  [2]uint8    // of the length, or the height and the width
	firsts int
}

func widthOf(n uint64) uint8 { return uint8(bits.Len64(n)) }

func newPacking(s *core.Shape) *packing {
	p := &packing{}
	for i := range s.Fields {
		f := &s.Fields[i]
		pf := packedField{Field: f, width: widthOf(uint64(f.Hi) - uint64(f.Lo))}
		if f.Letters != "" {
			pf.code = new([256]uint8)
			for i := range len(f.Letters) {
				pf.code[f.Letters[i]] = uint8(i)
			}
			pf.width = widthOf(uint64(len(f.Letters) - 1))
		}
		switch f.Kind {
		case Integer:
			p.bits += int(pf.width)
		case Heaps, Row:
			pf.firsts, pf.first = 1, [2]uint8{widthOf(uint64(f.Most))}
			p.bits += int(pf.first[0]) + f.Most*int(pf.width)
		case Grid:
			pf.firsts, pf.first = 2, [2]uint8{widthOf(uint64(f.Height)), widthOf(uint64(f.Width))}
			p.bits += int(pf.first[0]) + int(pf.first[1]) + f.Height*f.Width*int(pf.width)
		}
		p.fields = append(p.fields, pf)
	}
	if s.Replies {
		p.reply = widthOf(uint64(core.Pass))
		p.bits += int(p.reply)
	}
	return p
}

// keyWords is a key while it is written or read.
type keyWords struct {
	w  [4]uint64
	at uint
}

func (k *keyWords) put(v uint64, width uint8) {
	word, shift := k.at/64, k.at%64
	k.w[word&3] |= v << shift
	if shift+uint(width) > 64 {
		k.w[(word+1)&3] |= v >> (64 - shift)
	}
	k.at += uint(width)
}

func (k *keyWords) get(width uint8) uint64 {
	word, shift := k.at/64, k.at%64
	v := k.w[word&3] >> shift
	if shift+uint(width) > 64 {
		v |= k.w[(word+1)&3] << (64 - shift)
	}
	k.at += uint(width)
	return v & (1<<width - 1)
}

// pack writes a state, which must fit into 256 bits.
func (p *packing) pack(k *keyWords, state []int64) {
	for i := range p.fields {
		f := &p.fields[i]
		if f.Kind == Integer {
			k.put(uint64(state[f.At])-uint64(f.Lo), f.width)
			continue
		}
		for j := range f.firsts {
			k.put(uint64(state[f.At+j]), f.first[j])
		}
		items := f.Items(state)
		if f.code != nil {
			for _, c := range items {
				k.put(uint64(f.code[byte(c)]), f.width)
			}
		} else {
			for _, c := range items {
				k.put(uint64(c)-uint64(f.Lo), f.width)
			}
		}
	}
	if p.reply > 0 {
		k.put(uint64(state[len(state)-1]), p.reply)
	}
}

// unpack reads a state into dst, which it clears.
func (p *packing) unpack(dst []int64, k *keyWords) {
	clear(dst)
	for i := range p.fields {
		f := &p.fields[i]
		if f.Kind == Integer {
			dst[f.At] = int64(k.get(f.width) + uint64(f.Lo))
			continue
		}
		for j := range f.firsts {
			dst[f.At+j] = int64(k.get(f.first[j]))
		}
		items := f.Items(dst)
		for i := range items {
			if v := k.get(f.width); f.code != nil {
				items[i] = int64(f.Letters[v])
			} else {
				items[i] = int64(v + uint64(f.Lo))
			}
		}
	}
	if p.reply > 0 {
		dst[len(dst)-1] = int64(k.get(p.reply))
	}
}

// A codec turns states into keys and back. Key is for states without a bitboard; see keyOf.
type codec[K search.Key] struct {
	key   func(state []int64) K
	state func(dst []int64, key K)
	first func(*[4]uint64) K // the key of these words; nil for texts
}

// keyOf returns the key of a part.
func (c *codec[K]) keyOf(w *worker, part []int64) K {
	if c.first != nil && w.onBoard(part) {
		return c.first(&w.boards.whole(part).w)
	}
	return c.key(part)
}

// newGame chooses the type of key.
func (f *File) newGame() {
	p := newPacking(f.code.Shape)
	f.bitboard = f.newBitboard(p)
	switch {
	case p.bits <= 64:
		use(f, byWords(f, p,
			func(w *[4]uint64) uint64 { return w[0] },
			func(key uint64) [4]uint64 { return [4]uint64{key} }))
	case p.bits <= 128:
		use(f, byWords(f, p,
			func(w *[4]uint64) [2]uint64 { return [2]uint64(w[:]) },
			func(key [2]uint64) [4]uint64 { return [4]uint64{key[0], key[1]} }))
	case p.bits <= mostKeyBits:
		use(f, byWords(f, p,
			func(w *[4]uint64) [4]uint64 { return *w },
			func(key [4]uint64) [4]uint64 { return key }))
	default:
		use(f, f.byText())
	}
}

// byWords returns the codec whose keys are packed into words.
func byWords[K search.Key](f *File, p *packing, first func(*[4]uint64) K, all func(K) [4]uint64) codec[K] {
	unpack := p.unpack
	if f.bitboard != nil {
		unpack = f.bitboard.state
	}
	return codec[K]{
		key: func(state []int64) K {
			var k keyWords
			p.pack(&k, state)
			return first(&k.w)
		},
		state: func(dst []int64, key K) { unpack(dst, &keyWords{w: all(key)}) },
		first: first,
	}
}

// byText returns the codec whose keys are packed states.
func (f *File) byText() codec[string] {
	return codec[string]{
		key:   f.pack,
		state: f.unpack,
	}
}

// use places the positions of the file in a game by keys of type K.
func use[K search.Key](f *File, c codec[K]) {
	rest := &game[K]{file: f, codec: c}
	f.place = func(p Position) grundy.Component { return grundy.Place(rest, p) }
	if f.find.fn != nil {
		f.place = func(p Position) grundy.Component { return grundy.Place(finding[K]{rest}, p) }
	}
	f.newValues = func(r *run, most uint64) valuer { return newValuer(&game[K]{f, c, r}, most) }
}

// Place makes a position a component of sums.
func (f *File) Place(p Position) grundy.Component { return f.place(p) }

// AppendKeys implements [grundy.Packed].
func (g *game[K]) AppendKeys(dst []K, p Position) ([]K, bool) {
	r := g.run()
	err := r.lend(func(w *worker) error {
		return w.eachPartOf(p, func(part []int64) error {
			dst = append(dst, g.codec.keyOf(w, part))
			return nil
		})
	})
	if err != nil {
		r.note(err)
	}
	return dst, err == nil
}

// Unpack implements [grundy.Packed].
func (g *game[K]) Unpack(key K) Position {
	state := make([]int64, g.file.code.Shape.Size)
	g.codec.state(state, key)
	return Position(g.file.pack(state))
}

// NewMoveLister implements [grundy.Packed].
func (g *game[K]) NewMoveLister() grundy.MoveLister[K] {
	return &questionLister[K]{lister: newLister(g.run(), g.codec)}
}

// A lister lists moves by keys.
type lister[K search.Key] struct {
	worker *worker
	codec  codec[K]
	plain  bool             // without what the file declares about symmetry and parts
	moves  *grundy.Moves[K] // to which add adds
	add    func(part []int64) error
	take   func(k *keyWords) error
}

func newLister[K search.Key](r *run, c codec[K]) *lister[K] {
	l := &lister[K]{worker: r.newWorker(), codec: c}
	l.add = func(part []int64) error { return l.keep(l.codec.keyOf(l.worker, part)) }
	l.take = func(k *keyWords) error { return l.keep(l.codec.first(&k.w)) }
	return l
}

// keep adds the key of a part.
func (l *lister[K]) keep(key K) error {
	l.moves.Parts = append(l.moves.Parts, key)
	bytes := int(unsafe.Sizeof(key))
	if text, ok := any(key).(string); ok {
		bytes += len(text)
	}
	return l.worker.hold(bytes)
}

// addParts adds the keys of the parts of a state.
func (l *lister[K]) addParts(state []int64) error {
	switch w := l.worker; {
	case l.plain:
		return l.add(state)
	case l.codec.first == nil || w.run.parts != nil || !w.onBoard(state):
		return w.eachPart(state, l.add)
	default:
		if err := w.mayDoubt(state); err != nil {
			return err
		}
		return w.boards.eachKey(w, state, l.take)
	}
}

// AppendMoves implements [grundy.MoveLister].
func (l *lister[K]) AppendMoves(m *grundy.Moves[K], key K) error {
	l.worker.held.Give(l.worker.held.Held())
	l.codec.state(l.worker.state, key)
	if err := l.worker.list(); err != nil {
		return err
	}
	l.moves, m.Ending, m.Entailed = m, l.worker.result.Ending, l.worker.run.reply(l.worker.state) != core.Anywhere
	from, size := 0, l.worker.run.code.Shape.Size
	for _, end := range l.worker.result.Ends {
		for ; from < end; from += size {
			if err := l.addParts(l.worker.result.States[from : from+size]); err != nil {
				return err
			}
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return nil
}

// EndingOf implements [grundy.EndTeller].
func (l *lister[K]) EndingOf(key K) (grundy.Ending, error) {
	l.codec.state(l.worker.state, key)
	return l.worker.ending()
}

// A questionLister keeps the first error in its run, and bounds the positions of a
// question.
type questionLister[K search.Key] struct {
	lister *lister[K]
	asked  uint64                      // positions
	forms  map[*mirrored]*mirror.Forms // nil where there are none
}

// EndingOf implements [grundy.EndTeller].
func (l *questionLister[K]) EndingOf(key K) (grundy.Ending, error) {
	err := l.lister.worker.run.Err()
	ending := grundy.NoEnding
	if err == nil {
		if ending, err = l.lister.EndingOf(key); err != nil {
			l.lister.worker.run.note(err)
		}
	}
	return ending, err
}

// Settle is what package solve asks of keys that rest on a declaration.
func (l *questionLister[K]) Settle(ctx context.Context, m grundy.Measure, value func(sum []K) (uint64, error), of func(options []uint64) uint64) error {
	var keys []K
	err := l.lister.worker.run.settle(ctx, m, func(parts []string) (uint64, error) {
		keys = keys[:0]
		for _, part := range parts {
			l.lister.worker.run.unpack(l.lister.worker.state, part)
			keys = append(keys, l.lister.codec.keyOf(l.lister.worker, l.lister.worker.state))
		}
		return value(keys)
	}, of)
	if err != nil {
		l.lister.worker.run.note(err)
	}
	return err
}

// Size implements [search.Sizer].
func (l *questionLister[K]) Size(key K) uint32 {
	w := l.lister.worker
	l.lister.codec.state(w.state, key)
	size := uint64(0)
	for i := range w.run.code.Shape.Fields {
		size += w.sizeOf(i, w.state)
	}
	return uint32(min(size, math.MaxUint32))
}

// sizeOf guesses how many moves a field gives: as many as there are pairs of neighbours that
// hold together, or cells where these do so from afar, or as its numbers come to.
func (w *worker) sizeOf(field int, state []int64) (size uint64) {
	f := &w.run.code.Shape.Fields[field]
	if f.Kind == Integer {
		return uint64(state[f.At] - f.Lo)
	}
	items := f.Items(state)
	if f.Letters == "" {
		for _, v := range items {
			size += uint64(v - f.Lo)
		}
		return size
	}
	is := func(c int64) bool { return c == int64(f.Letters[0]) }
	if len(w.run.touching) > 0 && w.run.touching[0].of == field {
		is = func(c int64) bool { return w.run.touching[0].class[c-f.Lo] > 0 }
	}
	width, far := len(items), false
	if f.Kind == Grid {
		width = int(state[f.At+1])
		far = len(w.run.touching) > 0 && len(w.run.touching[0].rides) > 0
	}
	for i, c := range items {
		if !is(c) {
			continue
		}
		if far { // pairs of neighbours say little
			size++
			continue
		}
		if (i+1)%width != 0 && is(items[i+1]) {
			size++
		}
		if i+width < len(items) && is(items[i+width]) {
			size++
		}
	}
	return size
}

// AppendMoves implements [grundy.MoveLister].
func (l *questionLister[K]) AppendMoves(m *grundy.Moves[K], key K) error {
	if l.asked++; l.lister.worker.run.code.Options.Positions > 0 && l.asked > l.lister.worker.run.code.Options.Positions {
		return l.lister.worker.run.code.OutOfPositions(l.lister.worker.run.code.Options.Positions)
	}
	err := l.lister.worker.run.Err() // it would take as long to find it again
	if err == nil {
		if err = l.lister.AppendMoves(m, key); err != nil {
			l.lister.worker.run.note(err)
		}
	}
	return err
}
