package disk

// Facts are what a search that prunes has found of the parts of one game, by their keys. They are one
// file, which is written as a whole.
//
//	a line       the header, as JSON
//	blocks       4 bytes: how many bytes of records follow; 4 bytes: the CRC-32C of the
//	             header's checksum, the number of the block, and the records; the records
//	the last one has no records, and the file ends
//
// A record is the key and what is known of it, in varints as package encoding/binary has them:
//
//	the length of the key, and its bytes
//	the nim-value + 1, or 0 where it is not known, and then
//	the size, the bits of the numbers that it is not, how many more numbers it is not, and by how much
//	each of these is greater than the one before, the first one by how much it is than 64

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/search"
)

// A FactsHeader says what facts are of.
type FactsHeader struct {
	Game  string `json:"game"`            // as the user named it
	Rules string `json:"rules,omitempty"` // the SHA-256 of the rules' text; "" for a built-in game
	// Samples are some positions and their keys, which tell whether a program makes the same keys.
	Samples []Sample `json:"samples"`
}

// A Sample is a position, without the name of its game, and its key.
type Sample struct {
	Position string `json:"position"`
	Key      []byte `json:"key"`
}

// Differs says in what the game of facts differs from one that is wanted, or returns "". The
// name matters where there is no text of rules.
func (h *FactsHeader) Differs(game, rules string) string {
	switch {
	case h.Rules == rules && (rules != "" || h.Game == game):
		return ""
	case h.Game != game:
		return fmt.Sprintf("it has facts of %s, not of %s", message.Shown(h.Game), message.Shown(game))
	}
	return fmt.Sprintf("it has facts of %s with other rules (SHA-256 %.12s…, now %.12s…)", message.Shown(h.Game), h.Rules, rules)
}

const (
	factsVersion = 1
	factsBlock   = 1 << 16 // bytes of records, about
	mostRecords  = 1 << 20 // bytes of a block
	blockHead    = 8
	firstFar     = 64
)

// writtenFacts is a header as its line has it.
type writtenFacts struct {
	Version int `json:"grundy-facts"`
	FactsHeader
	Checksum uint32 `json:"checksum"`
}

func (w writtenFacts) line() (line []byte, checksum uint32) {
	w.Checksum = 0
	bare, _ := json.Marshal(w) // strings
	w.Checksum = crc32.Checksum(bare, castagnoli)
	line, _ = json.Marshal(w)
	return append(line, '\n'), w.Checksum
}

// WriteFacts writes a file of facts.
func WriteFacts(out io.Writer, h FactsHeader, facts iter.Seq[search.Findings[string]]) error {
	line, header := writtenFacts{Version: factsVersion, FactsHeader: h}.line()
	if len(line) > mostHead {
		return fmt.Errorf("the samples of the header are too long")
	}
	_, err := out.Write(line)
	records, number := make([]byte, blockHead, factsBlock+factsBlock/4), uint64(0)
	end := func() {
		binary.LittleEndian.PutUint32(records, uint32(len(records)-blockHead))
		binary.LittleEndian.PutUint32(records[4:], checksumOf(header, number, records[blockHead:]))
		number++
		if err == nil {
			_, err = out.Write(records)
		}
		records = records[:blockHead]
	}
	for f := range facts {
		before := len(records)
		records = appendFact(records, f)
		if len(records) > mostRecords { // which a reader refuses
			records = records[:before]
		}
		if len(records) >= factsBlock {
			end()
		}
		if err != nil {
			return err
		}
	}
	if len(records) > blockHead {
		end()
	}
	end()
	return err
}

func appendFact(dst []byte, f search.Findings[string]) []byte {
	dst = append(binary.AppendUvarint(dst, uint64(len(f.Key))), f.Key...)
	dst = binary.AppendUvarint(dst, uint64(f.Value+1))
	if f.Value >= 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(f.Size))
	dst = binary.AppendUvarint(dst, f.Not)
	dst = binary.AppendUvarint(dst, uint64(len(f.Far)))
	last := uint32(firstFar)
	for _, heap := range f.Far {
		dst = binary.AppendUvarint(dst, uint64(heap-last))
		last = heap
	}
	return dst
}

// A FactsError says why a file of facts cannot be read.
type FactsError struct{ Msg string }

func (e *FactsError) Error() string { return e.Msg }

func noFacts(format string, args ...any) error { return &FactsError{fmt.Sprintf(format, args...)} }

// Facts are a file of facts that is being read.
type Facts struct {
	Header   FactsHeader
	checksum uint32
	in       *bufio.Reader
}

// OpenFacts reads the header of facts. The error is a [*FactsError] unless reading failed.
func OpenFacts(in io.Reader) (*Facts, error) {
	r := bufio.NewReaderSize(in, mostHead)
	line, err := r.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	var w writtenFacts
	damaged := json.Unmarshal(line, &w) != nil
	switch {
	case w.Version == 0:
		return nil, noFacts("this is not a file of facts, which begins with %q", `{"grundy-facts":`)
	case w.Version != factsVersion:
		return nil, noFacts("it is of version %d of the format, and this program knows %d", w.Version, factsVersion)
	}
	want, checksum := w.line()
	if damaged || !bytes.Equal(line, want) {
		return nil, noFacts("its first line is damaged")
	}
	return &Facts{w.FactsHeader, checksum, r}, nil
}

// Each calls visit for all facts, until the first error. That is a [*FactsError] where the file is damaged.
func (f *Facts) Each(visit func(search.Findings[string]) error) error {
	var records []byte
	for number := uint64(0); ; number++ {
		var head [blockHead]byte
		if _, err := io.ReadFull(f.in, head[:]); err != nil {
			return endOf(err, number)
		}
		size := binary.LittleEndian.Uint32(head[:])
		if size > mostRecords {
			return noFacts("block %d is damaged", number)
		}
		if uint32(cap(records)) < size {
			records = make([]byte, size)
		}
		records = records[:size]
		if _, err := io.ReadFull(f.in, records); err != nil {
			return endOf(err, number)
		}
		if binary.LittleEndian.Uint32(head[4:]) != checksumOf(f.checksum, number, records) {
			return noFacts("block %d is damaged: its checksum is wrong", number)
		}
		if size == 0 {
			break
		}
		for rest := records; len(rest) > 0; {
			var fact search.Findings[string]
			var ok bool
			if fact, rest, ok = cutFact(rest); !ok {
				return noFacts("block %d holds bytes that are not a fact", number)
			}
			if err := visit(fact); err != nil {
				return err
			}
		}
	}
	if _, err := f.in.ReadByte(); err == nil {
		return noFacts("more follows behind its last block")
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func endOf(err error, block uint64) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return noFacts("it ends in block %d, and is not whole", block)
	}
	return err
}

// cutFact reads the first record. The result is false where there is none.
func cutFact(records []byte) (f search.Findings[string], rest []byte, ok bool) {
	ok = true
	number := func(most uint64) uint64 {
		v, n := binary.Uvarint(records)
		if n <= 0 || v > most {
			ok = false
			return 0
		}
		records = records[n:]
		return v
	}
	length := number(uint64(len(records)))
	if length > uint64(len(records)) {
		return f, nil, false
	}
	f.Key, records = string(records[:length]), records[length:]
	if f.Value = int64(number(math.MaxInt32+1)) - 1; f.Value >= 0 {
		return f, records, ok
	}
	f.Size, f.Not = uint32(number(math.MaxUint32)), number(math.MaxUint64)
	last := uint64(firstFar)
	for i := number(uint64(len(records))); i > 0 && ok; i-- {
		last += number(math.MaxUint32 - last)
		f.Far = append(f.Far, uint32(last))
	}
	return f, records, ok
}
