package disk

// A complete table is read a block at a time, and each block is checked.

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"

	"github.com/grundy-games/grundy/theory/search"
)

// A Table is a table that is open to be read. Several goroutines may use it at once. Its
// values are mapped into memory, and the system reads what is asked for.
type Table struct {
	dir     string
	of      written
	order   *search.Arrangement
	entries []entry // of the blocks that are there
	broken  bool    // the record behind the last entry is damaged
	values  mmap.MMap
	sound   []atomic.Bool // by block: its checksum was right
}

// Open opens the table of a folder. One that is being filled has the blocks that are done
// by now.
func Open(dir string) (*Table, error) {
	of, err := readHeader(dir)
	if err != nil {
		return nil, err
	}
	order, err := search.Arrange(of.Sizes, of.Weights)
	if err != nil {
		return nil, &FormatError{Dir: dir, Msg: fmt.Sprintf("%s: %v", headerName, err)}
	}
	t := &Table{dir: dir, of: of, order: order}
	index, err := os.Open(filepath.Join(dir, indexName))
	if err != nil {
		return nil, err
	}
	var damaged int
	t.entries, damaged, err = t.of.readIndex(index, true)
	t.broken = damaged >= 0
	if err := errors.Join(err, index.Close()); err != nil {
		return nil, err
	}
	t.sound = make([]atomic.Bool, len(t.entries))
	values, err := os.Open(filepath.Join(dir, valuesName))
	if err != nil {
		return nil, err
	}
	size, err := values.Seek(0, io.SeekEnd)
	if err == nil && size > 0 {
		if size > math.MaxInt {
			err = fmt.Errorf("%s does not fit into the addresses of this machine", valuesName)
		} else {
			t.values, err = mmap.Map(values, mmap.RDONLY, 0)
		}
	}
	if err := errors.Join(err, values.Close()); err != nil {
		return nil, err
	}
	return t, nil
}

// readIndex reads the records of the blocks that are there. It returns the first one that
// is damaged, or -1, and ends there if that is asked for.
func (w *written) readIndex(f io.Reader, end bool) (entries []entry, damaged int, err error) {
	damaged = -1
	const most = 1 << 12 // records at a time
	buffer := make([]byte, most*recordSize)
	offset := uint64(0)
	for uint64(len(entries)) < w.blocks() {
		n, err := io.ReadFull(f, buffer)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, damaged, err
		}
		for at := 0; at+recordSize <= n && uint64(len(entries)) < w.blocks(); at += recordSize {
			block := uint64(len(entries))
			e, ok := w.parseRecord(block, buffer[at:at+recordSize])
			if !ok {
				if damaged < 0 {
					damaged = len(entries)
				}
				if end {
					return entries, damaged, nil
				}
				e = entry{bits: unknown}
			} else {
				e.offset = offset
				offset += w.bytes(block, e.bits)
			}
			entries = append(entries, e)
		}
		if err != nil {
			break
		}
	}
	return entries, damaged, nil
}

// unknown is the width of a block whose record is damaged.
const unknown = 0xff

// Header returns what the table is of.
func (t *Table) Header() Header { return t.of.Header }

// Len returns the number of positions.
func (t *Table) Len() uint64 { return t.of.count() }

// Complete reports whether all blocks are there.
func (t *Table) Complete() bool { return t.Lacking() == nil }

// Lacking returns nil if all blocks are there. Otherwise the error is a [*DamageError] if the
// record of the next block is damaged, or a [*MissingError].
func (t *Table) Lacking() error {
	done := uint64(len(t.entries))
	switch {
	case done == t.of.blocks():
		return nil
	case t.broken:
		return t.of.damage(t.dir, done, "its record in the %s is wrong", indexName)
	}
	return &MissingError{t.dir, done, t.of.blocks()}
}

// Greatest returns the greatest value of the blocks that are there.
func (t *Table) Greatest() uint64 {
	greatest := uint16(0)
	for _, e := range t.entries {
		greatest = max(greatest, e.greatest)
	}
	return uint64(greatest) - min(uint64(greatest), t.of.least())
}

// At returns the value of the position with that rank, which must be below [Table.Len]. The
// error is a [*MissingError], a [*HoleError] or a [*DamageError]: a block is checked when it
// is read for the first time.
func (t *Table) At(rank uint64) (uint64, error) {
	if rank >= t.of.count() {
		return 0, fmt.Errorf("%s: rank %d of a table of %d positions", t.dir, rank, t.of.count())
	}
	place := t.order.Place(rank)
	block := place / t.of.Block
	if err := t.ready(block); err != nil {
		return 0, err
	}
	e := &t.entries[block]
	v, least := at(t.values[e.offset:], place-block*t.of.Block, e.bits), t.of.least()
	if v < least {
		return v, &HoleError{t.dir, rank}
	}
	return v - least, nil
}

// ready makes sure that a block is there and was checked once.
func (t *Table) ready(block uint64) error {
	if block >= uint64(len(t.entries)) {
		if t.broken {
			return t.of.damage(t.dir, block, "the index is damaged at block %d", len(t.entries))
		}
		return t.Lacking()
	}
	if t.sound[block].Load() {
		return nil
	}
	err := t.check(block)
	if err == nil {
		t.sound[block].Store(true)
	}
	return err
}

// check checks the bytes of a block.
func (t *Table) check(block uint64) error {
	e := t.entries[block]
	end := e.offset + t.of.bytes(block, e.bits)
	if end > uint64(len(t.values)) {
		return t.of.damage(t.dir, block, "%s ends before it", valuesName)
	}
	if crc32.Checksum(t.values[e.offset:end], castagnoli) != e.checksum {
		return t.of.damage(t.dir, block, "its checksum is wrong")
	}
	return nil
}

// damage returns the error of a block.
func (w *written) damage(dir string, block uint64, format string, args ...any) error {
	from, to := w.places(block)
	return &DamageError{dir, block, from, to - 1, fmt.Sprintf(format, args...)}
}

// Verify checks all blocks that are there, and returns the first that is damaged.
func (t *Table) Verify() error {
	for block := range t.entries {
		if err := t.check(uint64(block)); err != nil {
			return err
		}
	}
	if t.broken {
		return t.Lacking()
	}
	return nil
}

// Close gives the files back. At must not be called any more.
func (t *Table) Close() error {
	if t.values == nil {
		return nil
	}
	return t.values.Unmap()
}
