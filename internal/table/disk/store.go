package disk

// A table that is being filled has files. Here it is decided what is written, what is read again,
// and how much room there is on the disk.

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"

	"github.com/grundy-games/grundy/internal/hold"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// A store is the folder of a table that this process fills.
type store struct {
	dir           string
	of            written
	held          io.Closer // the lock; nil where the folder can only be read
	cannot        error     // why nothing can be written, or nil
	index, values *os.File
	write         func(f *os.File, p []byte, at int64) error
	free          func() (uint64, bool)
	fleeting      bool
	pieceBits     uint8

	// entries has room for all blocks. Those below done are written, and any goroutine may
	// read them; size is what they take.
	entries []entry
	done    atomic.Uint64
	size    atomic.Uint64
}

// A BusyError says that another process fills the table.
type BusyError struct{ Dir string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: another process is filling this table", message.Quoted(e.Dir))
}

// A RoomError says that a table does not fit on the disk.
type RoomError struct {
	Dir        string
	Need, Free uint64 // bytes
}

func (e *RoomError) Error() string {
	return fmt.Sprintf("%s: the rest of the table needs about %s, and the disk has room for %s; the same command goes on once there is more", message.Quoted(e.Dir), units.Bytes(e.Need), units.Bytes(e.Free))
}

// An OtherError says that a folder holds another table than the one that is wanted.
type OtherError struct{ Dir, Msg string }

func (e *OtherError) Error() string {
	return fmt.Sprintf("%s: %s; want another folder", message.Quoted(e.Dir), e.Msg)
}

// openStore opens the folder of a table, or makes it. The blocks that are there are not
// read yet.
func openStore(dir string, want written, o *Options) (*store, error) {
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	// A folder with anything else is not ours to write into.
	if _, err := os.Stat(filepath.Join(dir, headerName)); errors.Is(err, fs.ErrNotExist) {
		others, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if name := other.Name(); name != lockName && name != headerName+newName {
				return nil, &FormatError{Dir: dir, Msg: fmt.Sprintf("the folder holds %s and no %s; want a new folder, or that of a table", message.Quoted(name), headerName)}
			}
		}
	}
	s := &store{dir: dir, write: writeAt, free: o.Free, fleeting: o.fleeting, pieceBits: max(o.pieceBits, 16)}
	switch held, err := hold.File(filepath.Join(dir, lockName)); {
	case errors.Is(err, hold.ErrHeld):
		return nil, &BusyError{dir}
	case err != nil:
		s.cannot = err
	default:
		s.held = held
	}
	if o.pieceBits == 0 {
		s.pieceBits = pieceBits
	}
	if o.write != nil {
		s.write = o.write
	}
	if err := s.open(want); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.cannot != nil { // which does not harm a table that is complete
		s.write = func(*os.File, []byte, int64) error { return s.cannot }
	}
	return s, nil
}

// open opens the files of the table that is wanted, or begins it.
func (s *store) open(want written) (err error) {
	s.of, err = readHeader(s.dir)
	if missing, ok := errors.AsType[*FormatError](err); ok && missing.missing {
		if s.of = want; s.cannot != nil {
			return s.cannot
		}
		if err := s.begin(); err != nil {
			return err
		}
		s.of, err = readHeader(s.dir)
	}
	if err != nil {
		return err
	}
	if other := s.of.differs(&want.Header); other != "" {
		return &OtherError{s.dir, other}
	}
	if s.index, err = s.openFile(indexName); err == nil {
		s.values, err = s.openFile(valuesName)
	}
	return err
}

// openFile opens a file of the table, or makes it; where it cannot be written, it is read.
func (s *store) openFile(name string) (*os.File, error) {
	name = filepath.Join(s.dir, name)
	if s.cannot == nil {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err == nil {
			return f, nil
		}
		s.cannot = err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, s.cannot
	}
	return f, nil
}

// newName ends the name of a header that is being written.
const newName = ".new"

// begin writes the header of a new table.
func (s *store) begin() error {
	if need := s.of.count() / 8; s.free != nil {
		if free, ok := s.free(); ok && need > free {
			return &RoomError{s.dir, need, free}
		}
	}
	name := filepath.Join(s.dir, headerName)
	f, err := os.Create(name + newName)
	if err != nil {
		return err
	}
	err = s.write(f, s.of.text(), 0)
	if err == nil && !s.fleeting {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return s.explain(err)
	}
	return os.Rename(name+newName, name)
}

func writeAt(f *os.File, p []byte, at int64) error {
	_, err := f.WriteAt(p, at)
	return err
}

// explain says what to do after a file could not be written.
func (s *store) explain(err error) error {
	return fmt.Errorf("%s: %w; the same command goes on from here", message.Quoted(s.dir), err)
}

// close closes the files, and gives the lock back last.
func (s *store) close() error {
	var err error
	for _, f := range []*os.File{s.index, s.values} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	if s.held != nil {
		err = errors.Join(err, s.held.Close())
	}
	return err
}

// load reads the index. It returns how many blocks it names; whether they are what was
// written is for [store.check] to say.
func (s *store) load() (blocks uint64, err error) {
	if _, err := s.index.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	entries, _, err := s.of.readIndex(s.index, false)
	if err != nil {
		return 0, err
	}
	s.entries = make([]entry, s.of.blocks())
	copy(s.entries, entries)
	return uint64(len(entries)), nil
}

// check checks the next block, which the index names, and counts it as done. The error is a
// [*DamageError] where it is not what was written.
func (s *store) check(buffer []byte) ([]byte, error) {
	block := s.done.Load()
	e := &s.entries[block]
	if e.bits == unknown {
		return buffer, s.of.damage(s.dir, block, "its record in the %s is wrong", indexName)
	}
	e.offset = s.size.Load()
	buffer, err := s.read(buffer, block)
	if err == nil {
		s.advance(uint64(len(buffer)))
	}
	return buffer, err
}

// advance counts the next block as done.
func (s *store) advance(bytes uint64) {
	s.size.Add(bytes)
	s.done.Add(1)
}

// read reads the bytes of a block and checks them.
func (s *store) read(buffer []byte, block uint64) ([]byte, error) {
	e := s.entries[block]
	size := s.of.bytes(block, e.bits)
	if uint64(cap(buffer)) < size {
		buffer = make([]byte, size)
	}
	buffer = buffer[:size]
	if _, err := s.values.ReadAt(buffer, int64(e.offset)); errors.Is(err, io.EOF) {
		return buffer, s.of.damage(s.dir, block, "%s ends before it", valuesName)
	} else if err != nil {
		return buffer, err
	}
	if crc32.Checksum(buffer, castagnoli) != e.checksum {
		return buffer, s.of.damage(s.dir, block, "its checksum is wrong")
	}
	return buffer, nil
}

// room refuses the rest of a table that will not fit on the disk, by what the blocks so far
// take.
func (s *store) room() error {
	if s.free == nil {
		return nil
	}
	done, size := s.done.Load(), s.size.Load()
	each := float64(size)/float64(max(done, 1)) + recordSize
	left := float64(s.of.blocks()-done) * each
	free, ok := s.free()
	if need := uint64(left); ok && need > free {
		return &RoomError{s.dir, need, free}
	}
	return nil
}

// put writes the next block, and its record last. Where a sound record is there already,
// the block must be the one that it names.
func (s *store) put(packed []byte, greatest uint16) error {
	block := s.done.Load()
	old := &s.entries[block]
	e := entry{s.size.Load(), crc32.Checksum(packed, castagnoli), greatest, bitsOf(greatest)}
	if known := old.checksum != 0 || old.bits != 0; known && old.bits != unknown && (old.checksum != e.checksum || old.greatest != e.greatest) {
		return &FormatError{Dir: s.dir, Msg: fmt.Sprintf("block %d changes when it is computed again: other rules have made this table", block)}
	}
	if err := s.room(); err != nil {
		return err
	}
	if err := s.write(s.values, packed, int64(e.offset)); err != nil {
		return s.explain(err)
	}
	if err := s.write(s.index, s.of.appendRecord(nil, block, e), int64(block)*recordSize); err != nil {
		return s.explain(err)
	}
	*old = e
	s.advance(uint64(len(packed)))
	return nil
}

// trim ends the files of a complete table where the table ends.
func (s *store) trim() error {
	if s.cannot != nil {
		return nil
	}
	return errors.Join(cut(s.index, int64(s.of.blocks())*recordSize), cut(s.values, int64(s.size.Load())))
}

// cut removes what a file holds behind its end.
func cut(f *os.File, end int64) error {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == end {
		return err
	}
	return f.Truncate(end)
}

// sync has the system write everything to the disk.
func (s *store) sync() error {
	if s.cannot != nil {
		return nil
	}
	return errors.Join(s.values.Sync(), s.index.Sync())
}

// A lookback reads single values of blocks that are written. One goroutine at a time uses
// it. It maps pieces of the file of values, no more than most at a time.
type lookback struct {
	*store
	most   int
	maps   map[uint64]mmap.MMap
	order  []uint64 // the pieces, the oldest first
	last   uint64   // the piece that was used last
	piece  mmap.MMap
	tail   []byte // of a piece that the file does not fill yet
	tailAt uint64
}

const (
	pieceBits = 24 // of the offsets in a piece; no fewer than 16, as some systems map no less
	tailSize  = 1 << 12
)

// value returns the value of a place.
func (l *lookback) value(place uint64) (uint64, error) {
	block := place / l.of.Block
	e := &l.entries[block]
	bit := (place - block*l.of.Block) * uint64(e.bits)
	var packed [2]byte
	for i := range uint64(e.bits+7) / 8 {
		b, err := l.byteAt(e.offset + bit/8 + i)
		if err != nil {
			return 0, err
		}
		packed[i] = b
	}
	return at(packed[:], bit%8/uint64(max(e.bits, 1)), e.bits), nil
}

func (l *lookback) byteAt(offset uint64) (byte, error) {
	piece := offset >> l.pieceBits
	if l.piece == nil || piece != l.last {
		if err := l.load(piece); err != nil {
			return 0, err
		}
	}
	if l.piece != nil {
		return l.piece[offset&(1<<l.pieceBits-1)], nil
	}
	if at := offset - l.tailAt; offset < l.tailAt || at >= uint64(len(l.tail)) {
		l.tailAt = offset &^ (tailSize - 1)
		l.tail = l.tail[:tailSize]
		n, err := l.values.ReadAt(l.tail, int64(l.tailAt))
		// Bytes behind the blocks that are written may change.
		n = min(n, int(l.size.Load()-l.tailAt))
		l.tail = l.tail[:n]
		if uint64(n) <= offset-l.tailAt {
			return 0, err
		}
	}
	return l.tail[offset-l.tailAt], nil
}

// load sets l.piece to a piece of the file, or to nil where the file does not fill it.
func (l *lookback) load(piece uint64) error {
	if l.tail == nil {
		l.tail, l.maps = make([]byte, 0, tailSize), map[uint64]mmap.MMap{}
	}
	l.last = piece
	l.piece = l.maps[piece]
	if l.piece != nil || (piece+1)<<l.pieceBits > l.size.Load() {
		return nil
	}
	if len(l.order) >= l.most {
		if err := l.drop(1); err != nil {
			return err
		}
	}
	var err error
	l.piece, err = mmap.MapRegion(l.values, 1<<l.pieceBits, mmap.RDONLY, 0, int64(piece)<<l.pieceBits)
	if err == nil {
		l.maps[piece] = l.piece
		l.order = append(l.order, piece)
	}
	return err
}

// drop unmaps the oldest pieces.
func (l *lookback) drop(n int) error {
	var err error
	for _, piece := range l.order[:n] {
		old := l.maps[piece]
		err = errors.Join(err, old.Unmap())
		delete(l.maps, piece)
	}
	l.order = append(l.order[:0], l.order[n:]...)
	if n > 0 && len(l.order) == 0 {
		l.piece = nil
	}
	return err
}
