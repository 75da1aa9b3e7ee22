package graph

// A list of edges is a text of lines:
//
//	line = [ name [ name ] ] [ "#" comment ] .
//
// A line of two names is an edge from the first to the second, a line of one
// name declares a node, and a line of none is nothing. A name is any text
// without white space that does not begin with "#", and without commas unless the format was named.
//
// One goroutine reads sections of whole lines, several others take sections apart,
// and the caller puts them together in order. Where all names of a section are
// numbers, as in nearly all large files, numbers.go reads them; otherwise keys are
// made of all names, by which the caller looks them up.

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/loopy"
)

const (
	// Sections are of blockBytes. The first ones are shorter, a part of what was read
	// before them, so that a file over the budget is noticed soon.
	blockBytes = 1 << 20
	firstBytes = 1 << 14
	sectionOf  = 4
	// maxLine bounds a line. A name may be as long.
	maxLine = blockBytes - 1
)

// A section is some whole lines of the text. Sections are used again.
type section struct {
	memory []byte
	text   []byte        // in memory
	ready  chan struct{} // closed when the rest is set
	err    error         // of the input, after the text

	lines    int
	edges    []loopy.Edge // where all names are numbers
	most     uint32       // the largest of these
	named    bool         // some names are not numbers, so that words has all lines, and edges none
	words    []word       // two names an edge, the second one empty for a node without edge
	singles  bool         // there are such nodes
	wrong    error        // what is wrong in a line
	wrongAt  int          // that line, from 0
	inLength int          // bytes that were read for it

	commas bool // may be part of a name

	scratch []loopy.Edge
}

// A word is a name in a section's text.
type word struct {
	key
	length uint32
	at     uint32
}

// readEdges reads a list of edges into b.
func readEdges(ctx context.Context, in io.Reader, b *builder) error {
	workers := meter.Cores(ctx, 0)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work := make(chan *section, workers)
	inOrder := make(chan *section, 2*workers)
	free := make(chan *section, 4*workers)
	b.numbers = true
	b.names.begin()
	hash := names{seed: b.names.seed} // for the keys of long names
	go readSections(ctx, in, free, work, inOrder)
	for range workers {
		go func() {
			for s := range work {
				s.commas = b.options.Format == Edges
				s.parse(&hash)
				close(s.ready)
			}
		}()
	}
	done := uint64(0)
	for s := range inOrder {
		<-s.ready
		if err := b.addSection(s); err != nil {
			return err
		}
		if s.err != nil {
			return s.err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		done += uint64(s.inLength)
		b.options.Progress.Report(done, done)
		select {
		case free <- s:
		default:
		}
	}
	return ctx.Err()
}

// readSections divides the text into sections, sends each to be parsed, and all in
// order.
func readSections(ctx context.Context, in io.Reader, free <-chan *section, work, inOrder chan<- *section) {
	defer close(work)
	defer close(inOrder)
	var begun []byte // of a line that is not whole yet
	done := 0        // bytes that were read
	for last := false; !last; {
		s := &section{}
		select {
		case s = <-free:
			*s = section{memory: s.memory, words: s.words[:0], scratch: s.scratch[:0]}
		default:
			s.memory = make([]byte, blockBytes)
		}
		s.ready = make(chan struct{})
		text := s.memory[:0]
		text = append(text, begun...)
		most := firstBytes
		var err error
		end := 0 // of the last whole line
		for err == nil && end == 0 && len(text) < blockBytes {
			most = min(max(2*len(text), most, done/sectionOf), blockBytes)
			var n int
			n, err = io.ReadFull(in, text[len(text):most])
			end = bytes.LastIndexByte(text[:len(text)+n], '\n') + 1
			text = text[:len(text)+n]
		}
		s.text, s.inLength = text, len(text)-len(begun)
		done += s.inLength
		if err != nil {
			last = true
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				s.err = err
			}
		} else {
			if end == 0 {
				s.text, last = nil, true
				s.wrong = fmt.Errorf("a line of more than %d bytes, beginning with %s", maxLine, quoted(text))
			} else {
				begun, s.text = append(begun[:0], text[end:]...), text[:end]
			}
		}
		for _, to := range []chan<- *section{work, inOrder} {
			select {
			case to <- s:
			case <-ctx.Done():
				return
			}
		}
	}
}

// addSection adds what was found in a section.
func (b *builder) addSection(s *section) error {
	if s.wrong != nil {
		return b.failAt(b.line+1+s.wrongAt, s.wrong)
	}
	b.line += s.lines
	b.singles = b.singles || s.singles
	switch {
	case s.named:
		if b.numbers {
			if err := b.giveNames(); err != nil {
				return err
			}
		}
		return b.addWords(s)
	case len(s.edges) == 0:
		return nil
	case !b.numbers:
		if err := b.nameEdges(s.edges); err != nil {
			return err
		}
		return b.addAll(s.edges)
	}
	b.most = max(b.most, s.most)
	return b.addAll(s.edges)
}

// addAll adds edges.
func (b *builder) addAll(edges []loopy.Edge) error {
	b.chunks = append(b.chunks, edges)
	b.edges += len(edges)
	if b.numbers {
		b.note(notedBits + 64*uint64(b.edges))
	}
	return b.check()
}

// addWords adds edges between names.
func (b *builder) addWords(s *section) error {
	edges := make([]loopy.Edge, 0, len(s.words)/2)
	for words := s.words; len(words) > 0; {
		some := words[:min(len(words), warmNames)]
		words = words[len(some):]
		b.names.makeRoom(len(some))
		b.nothing += b.names.warm(some)
		for i := 0; i < len(some); i += 2 {
			e := loopy.Edge{To: noNumber}
			var err error
			w := &some[i]
			e.From, err = b.names.internKey(s.text[w.at:][:w.length], w.key)
			if w = &some[i+1]; err == nil && w.length > 0 {
				e.To, err = b.names.internKey(s.text[w.at:][:w.length], w.key)
			}
			if err != nil {
				return b.failAt(b.line, err)
			}
			edges = append(edges, e)
		}
	}
	return b.addAll(edges)
}

// notedBits is how many bits may be spent to note numbers, besides 64 an edge.
const notedBits = 1 << 26

// note notes numbers in the order of their first appearance, unless they are so
// large that it takes more than that many bits.
func (b *builder) note(most uint64) {
	if uint64(b.most) >= most {
		return
	}
	if words := int(b.most)/64 + 1; words > len(b.seen) {
		b.seen = append(b.seen, make([]uint64, max(words-len(b.seen), len(b.seen)))...)
	}
	seen, order := b.seen, b.names.order
	for ; b.noted < len(b.chunks); b.noted++ {
		for _, e := range b.chunks[b.noted] {
			for _, v := range [...]uint32{e.From, e.To} {
				if v == noNumber {
					continue
				}
				if bit := uint64(1) << (v % 64); seen[v/64]&bit == 0 {
					seen[v/64] |= bit
					order = append(order, v)
				}
			}
		}
	}
	b.names.order = order
}

// closeNumbers settles which nodes there are, where all names are numbers. It
// returns the number of rows.
func (b *builder) closeNumbers() int {
	if int(b.most) < 4*b.edges+1024 {
		b.note(noNumber)
		b.seen = nil
		b.names.dense = true
		return int(b.most) + 1
	}
	b.seen = nil
	// They are far apart, so they are numbered anew.
	b.names.order = nil
	numbers := []uint32{}
	nodes := map[uint32]uint32{}
	number := func(n uint32) uint32 {
		v, ok := nodes[n]
		if !ok {
			v = uint32(len(numbers))
			nodes[n], numbers = v, append(numbers, n)
		}
		return v
	}
	for _, chunk := range b.chunks {
		for i, e := range chunk {
			e.From = number(e.From)
			if e.To != noNumber {
				e.To = number(e.To)
			}
			chunk[i] = e
		}
	}
	b.names.numbers = numbers
	return len(numbers)
}

// giveNames turns numbers into names, as it is found that not all names are
// numbers.
func (b *builder) giveNames() error {
	b.numbers, b.seen, b.names.order = false, nil, nil
	for _, chunk := range b.chunks {
		if err := b.nameEdges(chunk); err != nil {
			return err
		}
	}
	return nil
}

// nameEdges replaces numbers by the nodes that have them as their names.
func (b *builder) nameEdges(edges []loopy.Edge) error {
	var text [10]byte
	for i, e := range edges {
		for _, end := range []*uint32{&e.From, &e.To} {
			if *end == noNumber {
				continue
			}
			v, err := b.names.intern(strconv.AppendUint(text[:0], uint64(*end), 10))
			if err != nil {
				return b.failAt(b.line, err)
			}
			*end = v
		}
		edges[i] = e
	}
	return nil
}

// parse takes the section's text apart.
func (s *section) parse(hash *names) {
	if s.wrong == nil && !s.parseNumbers(hash) && s.wrong == nil {
		s.parseNames(hash)
	}
}

// parseNumbers reads lines as long as all names are numbers. It returns false if
// some are not, or a line is wrong.
func (s *section) parseNumbers(hash *names) bool {
	for text := s.text; len(text) > 0; {
		s.scratch = slices.Grow(s.scratch, len(text)/leastLine+1)
		edges, length, most := numbers(text, s.scratch)
		s.lines += len(edges) - len(s.scratch)
		s.scratch, s.most, text = edges, max(s.most, most), text[length:]
		// Some other line. The next one may be of the kind again.
		two, count, length := s.line(text, 0, hash)
		if s.wrong != nil {
			return false
		}
		e := loopy.Edge{To: noNumber}
		for i, end := range []*uint32{&e.From, &e.To}[:count] {
			v, ok := numberOf(text[two[i].at:][:two[i].length])
			if !ok {
				return false
			}
			*end, s.most = v, max(s.most, v)
		}
		if count > 0 {
			s.singles = s.singles || count == 1
			s.scratch = append(s.scratch, e)
		}
		text = text[length:]
	}
	s.edges = slices.Clone(s.scratch)
	return true
}

// parseNames makes keys of all names.
func (s *section) parseNames(hash *names) {
	s.named, s.lines, s.singles = true, 0, false
	for at := 0; at < len(s.text) && s.wrong == nil; {
		two, count, next := s.line(s.text, at, hash)
		if count > 0 {
			s.words = append(s.words, two[0], two[1])
			s.singles = s.singles || count == 1
		}
		at = next
	}
}

// line reads the line that begins at text[at], if one does: the names in it, and
// where the next one begins.
func (s *section) line(text []byte, at int, hash *names) (two [2]word, count, next int) {
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case c == '#':
			if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
				at += n
			} else {
				at = len(text) - 1
			}
			fallthrough
		case c == '\n':
			s.lines++
			return two, count, at + 1
		case isSpace(rune(c)):
			continue
		}
		w, err := wordAt(text, at, hash)
		if err == nil && !s.commas && bytes.IndexByte(text[at:][:w.length], ',') >= 0 {
			err = errComma(text[at:][:w.length])
		}
		if err == nil && count == len(two) {
			err = fmt.Errorf("%s after two names: want an edge \"u v\", or one name for a node without edges; a node and all that are next to it begin with \"u:\"; a table has commas", quoted(text[at:][:w.length]))
		}
		if err != nil {
			s.wrong, s.wrongAt = err, s.lines
			return two, 0, at
		}
		two[count] = w
		count++
		at += int(w.length) - 1
	}
	s.lines++
	return two, count, at
}

// wordAt returns the name that begins at text[at], which is not white space.
func wordAt(text []byte, at int, hash *names) (w word, err error) {
	w.at = uint32(at)
	if len(text)-at >= 16 {
		rest := text[at : at+16 : at+16]
		low, high := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint64(rest[8:])
		length := 16
		if ends := atMostSpace(low); ends != 0 {
			length = bits.TrailingZeros64(ends) >> 3
			low &= 1<<(8*length) - 1
			high = 0
		} else if ends := atMostSpace(high); ends != 0 {
			length = 8 + bits.TrailingZeros64(ends)>>3
			high &= 1<<(8*(length-8)) - 1
		}
		if length <= shortName && isSpace(rune(rest[length])) && !isOdd(low) && !isOdd(high) {
			w.low, w.high, w.length = low, uint32(high), uint32(length)
			return w, nil
		}
	}
	end := at
	for end < len(text) && !isSpace(rune(text[end])) {
		end++
	}
	name := text[at:end]
	w.key, w.length = hash.keyOf(name), uint32(len(name))
	return w, goodWord(name)
}

// A byte of 1, and one of the top bit, in each byte of a word.
const (
	ones    = 0x0101010101010101
	topBits = 0x8080808080808080
)

// atMostSpace returns a word whose lowest bit is in the first byte that is at
// most a space, if there is one; otherwise 0.
func atMostSpace(v uint64) uint64 { return (v - (0x21 * ones)) &^ v & topBits }

// isOdd reports whether a byte is above those of plain text.
func isOdd(v uint64) bool { return (v+ones|v)&topBits != 0 }

// goodWord reports what is wrong with a name in a list of edges, if anything is.
// Spaces other than those of ASCII do not end a name, but look as if they did.
func goodWord(word []byte) error {
	if err := goodName(word); err != nil {
		return err
	}
	if i := bytes.IndexFunc(word, unicode.IsSpace); i >= 0 {
		r, _ := utf8.DecodeRune(word[i:])
		return fmt.Errorf("the character %U in %s: want spaces or tabs between names", r, quoted(word))
	}
	return nil
}

// errComma says that a comma stands in a name, which hardly anybody means.
func errComma(name []byte) error {
	return fmt.Errorf("a comma in the name %s: want white space between names; or say that the format is csv, or edges if the name is meant", quoted(name))
}
