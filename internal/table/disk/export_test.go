package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"slices"
)

// Small has a table filled in many small units, with a ring of no more than that many
// bytes where that is possible. It need not last.
func (o Options) Small(unit, block, ring uint64) Options {
	o.plan = &plan{unit, block, ring}
	o.fleeting = true
	return o
}

// SmallPieces has a table read again in the smallest pieces.
func (o Options) SmallPieces() Options {
	o.pieceBits = 16
	return o
}

// Writing has a table written by other means.
func (o Options) Writing(write func(f *os.File, p []byte, at int64) error) Options {
	o.write = write
	return o
}

// WriteAt is how tables are written.
var WriteAt = writeAt

// Widths returns the bits a value of each block.
func (t *Table) Widths() []uint8 {
	var widths []uint8
	for _, e := range t.entries {
		widths = append(widths, e.bits)
	}
	return widths
}

// Block returns how many positions a block has.
func (t *Table) Block() uint64 { return t.of.Block }

// IsRefusal reports whether an error says what is wrong with a folder.
func IsRefusal(err error) bool {
	_, format := errors.AsType[*FormatError](err)
	_, other := errors.AsType[*OtherError](err)
	return format || other
}

// Resealed returns a file of facts whose blocks have the checksums of what they hold.
func Resealed(text []byte) []byte {
	sealed := slices.Clone(text)
	f, err := OpenFacts(bytes.NewReader(text))
	if err != nil {
		return sealed
	}
	at := bytes.IndexByte(text, '\n') + 1
	for number := uint64(0); at+blockHead <= len(text); number++ {
		end := at + blockHead + int(binary.LittleEndian.Uint32(text[at:]))
		if end > len(text) {
			break
		}
		binary.LittleEndian.PutUint32(sealed[at+4:], checksumOf(f.checksum, number, text[at+blockHead:end]))
		at = end
	}
	return sealed
}
