package job

// The journal of a folder has a record for each piece that is done, with the checksum of its
// bytes. A process that is killed tears the last record at most.
//
// The journal begins with a line of text and the ID of the job in another. Then come the
// records, whose numbers have their lowest byte first:
//
//	mark    4 bytes
//	kind    1 byte    'r' for a result; 'd' where the result is dropped
//	by      1 byte    the length of the name of who computed it
//	piece   8 bytes
//	time    8 bytes   when it was written, in milliseconds since 1970
//	length  4 bytes   of the result
//	check   4 bytes   CRC-32C of the ID of the job and all of the above
//	name, result
//	check   4 bytes   CRC-32C that goes on from the one above
//
// Of several records of a piece the last one counts. A torn record at the end is cut off
// before more is written. Damage in the middle is passed over, up to the next record that
// is whole.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"
)

const (
	preamble   = "grundy journal 1\n"
	mark       = "\xf7rec"
	headBytes  = 30
	checkBytes = 4
	resultKind = 'r'
	dropKind   = 'd'
	mostName   = 255
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A file is what a journal needs of a file.
type file interface {
	io.ReaderAt
	io.Writer // at the end
	Truncate(size int64) error
	Sync() error
	Close() error
}

// A place is where the result of a piece stands.
type place struct {
	at     int64
	length int
	by     string
	when   int64
}

// A span is a part of a journal: the bytes from … to-1.
type span struct{ from, to int64 }

// A journal is the records of a file.
type journal struct {
	file    file
	id      string
	pieces  int
	places  map[int]place
	by      map[string]int // how many pieces each worker computed
	bytes   int64          // of results
	damaged []span
	end     int64  // of the last whole record
	torn    int64  // bytes behind it, when it was read
	epoch   string // where the last drop stands, and when it was written; "" where damage may hide one
	broken  error  // nothing can be written any more

	names   map[string]string // of who computed, each once
	missing int               // the pieces before this one are there
	since   int64             // a time, for the next two
	recent  int               // pieces that were written since
	last    int64             // when the last of these was written
}

// start is how a journal of that job begins.
func start(id string) string { return preamble + id + "\n" }

// errOtherJournal says that a file is not the journal of the job.
var errOtherJournal = errors.New("it is not the journal of this job")

func newJournal(f file, id string, pieces int) *journal {
	return &journal{file: f, id: id, pieces: pieces, places: map[int]place{}, by: map[string]int{}, names: map[string]string{}}
}

// firstMissing returns the first piece that is missing.
func (j *journal) firstMissing() int {
	for _, has := j.places[j.missing]; has; _, has = j.places[j.missing] {
		j.missing++
	}
	return j.missing
}

// written returns how many pieces were written from a time on, and when the last one was.
func (j *journal) written(since int64) (pieces int, last int64) {
	if since != j.since {
		j.since, j.recent, j.last = since, 0, 0
		for _, p := range j.places {
			if p.when >= since {
				j.recent, j.last = j.recent+1, max(j.last, p.when)
			}
		}
	}
	return j.recent, j.last
}

// note notes a record.
func (j *journal) note(kind byte, piece int, p place) {
	if old, had := j.places[piece]; had {
		j.bytes -= int64(old.length)
		if j.by[old.by]--; j.by[old.by] == 0 {
			delete(j.by, old.by)
		}
		if old.when >= j.since {
			j.recent--
		}
		j.missing = min(j.missing, piece)
		delete(j.places, piece)
	}
	if kind == resultKind {
		if p.when >= j.since {
			j.recent, j.last = j.recent+1, max(j.last, p.when)
		}
		j.places[piece] = p
		j.bytes += int64(p.length)
		j.by[p.by]++
	} else {
		j.epoch = fmt.Sprintf("%d-%d", p.at, p.when)
	}
}

// readJournal reads the journal in the first size bytes of a file.
func readJournal(f file, size int64, id string, pieces int) (*journal, error) {
	j := newJournal(f, id, pieces)
	return j, j.follow(size)
}

// begin reads how the journal begins. It was killed when it began if j.end is 0 then.
func (j *journal) begin(w *window, seed uint32) error {
	first := start(j.id)
	text, err := w.at(0, len(first))
	if err != nil || len(text) < len(first) && bytes.HasPrefix([]byte(first), text) {
		return err
	}
	if j.end = int64(len(first)); string(text) != first {
		// Records are of this job, as their checksums say; if there are none, it is another's.
		next, err := w.next(0, seed, j.pieces, 0)
		if err != nil {
			return err
		}
		if next < 0 {
			return errOtherJournal
		}
		j.damaged, j.end = []span{{0, next}}, next
	}
	return nil
}

// follow reads what stands behind the records that were read, in the first size bytes of the file.
func (j *journal) follow(size int64) error {
	w := &window{file: j.file, size: size}
	seed := crc32.Checksum([]byte(j.id), castagnoli)
	if j.end == 0 {
		if err := j.begin(w, seed); err != nil {
			return err
		}
	}
	if j.torn = 0; j.end == 0 {
		j.torn = size
		return nil
	}
	for at := j.end; at < size; {
		r, err := w.record(at, seed, j.pieces)
		if err != nil {
			return err
		}
		switch r.state {
		case torn:
			j.torn, j.epoch = size-j.end, ""
			return nil
		case damaged:
			next, err := w.next(at, seed, j.pieces, r.next)
			if err != nil {
				return err
			}
			if next < 0 { // no record behind is whole
				j.torn, j.epoch = size-j.end, ""
				return nil
			}
			j.damaged, j.epoch = append(j.damaged, span{at, next}), ""
			at = next
			continue
		}
		if j.names[r.by] == "" {
			j.names[r.by] = r.by
		}
		r.by = j.names[r.by]
		j.note(r.kind, r.piece, r.place)
		at, j.end = r.next, r.next
	}
	return nil
}

// A record is what stands at a place in a journal.
type record struct {
	place
	kind  byte
	piece int
	state state
	next  int64 // behind it; 0 where that is not known
}

type state uint8

const (
	whole state = iota
	torn        // it would end behind the end of the file
	damaged
)

// A window reads a file in large parts.
type window struct {
	file io.ReaderAt
	size int64
	from int64
	text []byte
}

const windowBytes = 1 << 16

// at returns n bytes, or fewer at the end of the file. They are valid until the next call.
func (w *window) at(at int64, n int) ([]byte, error) {
	n = int(min(int64(n), w.size-at))
	if at < w.from || at+int64(n) > w.from+int64(len(w.text)) {
		text := w.text[:0]
		if cap(text) < max(n, windowBytes) {
			text = make([]byte, 0, max(n, windowBytes))
		}
		text = text[:min(int64(cap(text)), w.size-at)]
		w.from, w.text = at, nil
		if _, err := w.file.ReadAt(text, at); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		w.text = text
	}
	return w.text[at-w.from:][:n], nil
}

// record reads the record at a place.
func (w *window) record(at int64, seed uint32, pieces int) (record, error) {
	head, err := w.at(at, headBytes)
	if err != nil {
		return record{}, err
	}
	if len(head) < headBytes {
		return record{state: torn}, nil
	}
	sum := crc32.Update(seed, castagnoli, head[:headBytes-checkBytes])
	if string(head[:len(mark)]) != mark || binary.LittleEndian.Uint32(head[headBytes-checkBytes:]) != sum {
		return record{state: damaged}, nil
	}
	piece, length := binary.LittleEndian.Uint64(head[6:]), binary.LittleEndian.Uint32(head[22:])
	r := record{kind: head[4], piece: int(piece), place: place{length: int(length), when: int64(binary.LittleEndian.Uint64(head[14:]))}}
	name := int(head[5])
	r.at = at + headBytes + int64(name)
	r.next = r.at + int64(length) + checkBytes
	switch {
	case piece >= uint64(pieces), length > MostResult, r.kind != resultKind && r.kind != dropKind, r.kind == dropKind && length > 0:
		return record{state: damaged}, nil
	case r.next > w.size:
		return record{state: torn}, nil
	}
	text, err := w.at(at+headBytes, name)
	if err != nil {
		return record{}, err
	}
	r.by = string(text)
	for from := at + headBytes; from < r.next-checkBytes; {
		text, err := w.at(from, int(min(windowBytes, r.next-checkBytes-from)))
		if err != nil {
			return record{}, err
		}
		sum = crc32.Update(sum, castagnoli, text)
		from += int64(len(text))
	}
	check, err := w.at(r.next-checkBytes, checkBytes)
	if err != nil {
		return record{}, err
	}
	if binary.LittleEndian.Uint32(check) != sum {
		r.state = damaged
	}
	return r, nil
}

// next returns the place of the first whole record behind a damaged one, or -1. Where the
// head of that one is whole, it ends at guess, and what stands in it is looked at last.
func (w *window) next(at int64, seed uint32, pieces int, guess int64) (int64, error) {
	if guess > 0 && guess < w.size {
		if r, err := w.record(guess, seed, pieces); err != nil || r.state == whole {
			return guess, err
		}
	}
	for at++; at < w.size; {
		text, err := w.at(at, windowBytes)
		if err != nil {
			return 0, err
		}
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			if int64(len(text)) == w.size-at {
				break
			}
			at += int64(len(text) - len(mark) + 1)
			continue
		}
		at += int64(i)
		if r, err := w.record(at, seed, pieces); err != nil || r.state == whole {
			return at, err
		}
		at++
	}
	return -1, nil
}

// repair makes the file end where the last whole record ends.
func (j *journal) repair() error {
	if j.end == 0 {
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		return j.write([]byte(start(j.id)))
	}
	if j.torn > 0 {
		return j.file.Truncate(j.end)
	}
	return nil
}

// write appends whole records, or nothing.
func (j *journal) write(text []byte) error {
	if j.broken != nil {
		return j.broken
	}
	n, err := j.file.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		if problem := j.file.Truncate(j.end); problem != nil {
			j.broken = err // what was written in part stays, and nothing may follow it
		}
		return err
	}
	j.end += int64(len(text))
	return nil
}

// put appends the result of a piece.
func (j *journal) put(piece int, by string, result []byte, now time.Time) error {
	switch {
	case piece < 0 || piece >= j.pieces:
		return fmt.Errorf("there is no piece %d among %d", piece, j.pieces)
	case len(result) > MostResult:
		return fmt.Errorf("the result of piece %d has %d bytes, and may have %d", piece, len(result), MostResult)
	case len(by) > mostName:
		by = by[:mostName]
	}
	text := j.appendRecord(make([]byte, 0, headBytes+len(by)+len(result)+checkBytes), resultKind, piece, by, result, now)
	if err := j.write(text); err != nil {
		return err
	}
	j.note(resultKind, piece, place{j.end - checkBytes - int64(len(result)), len(result), by, now.UnixMilli()})
	return nil
}

// drop appends records of dropped pieces, in one write.
func (j *journal) drop(pieces []int, now time.Time) error {
	var text []byte
	for _, piece := range pieces {
		if piece < 0 || piece >= j.pieces {
			return fmt.Errorf("there is no piece %d among %d", piece, j.pieces)
		}
		text = j.appendRecord(text, dropKind, piece, "", nil, now)
	}
	at := j.end
	if err := j.write(text); err != nil {
		return err
	}
	for _, piece := range pieces {
		at += headBytes + checkBytes
		j.note(dropKind, piece, place{at: at - checkBytes, when: now.UnixMilli()})
	}
	return nil
}

// appendRecord appends a record to text.
func (j *journal) appendRecord(text []byte, kind byte, piece int, by string, result []byte, now time.Time) []byte {
	first := len(text)
	text = append(text, mark...)
	text = append(text, kind, byte(len(by)))
	text = binary.LittleEndian.AppendUint64(text, uint64(piece))
	text = binary.LittleEndian.AppendUint64(text, uint64(now.UnixMilli()))
	text = binary.LittleEndian.AppendUint32(text, uint32(len(result)))
	sum := crc32.Update(crc32.Checksum([]byte(j.id), castagnoli), castagnoli, text[first:])
	text = binary.LittleEndian.AppendUint32(text, sum)
	text = append(append(text, by...), result...)
	return binary.LittleEndian.AppendUint32(text, crc32.Update(sum, castagnoli, text[first+headBytes:]))
}

// errChanged says that a record is not what it was when the journal was read or written.
var errChanged = errors.New("the record has changed")

// result reads the result at a place, and its checksum.
func (j *journal) result(p place) ([]byte, error) {
	first := headBytes + len(p.by)
	text := make([]byte, first+p.length+checkBytes)
	if n, err := j.file.ReadAt(text, p.at-int64(first)); n < len(text) {
		if errors.Is(err, io.EOF) {
			err = errChanged
		}
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum([]byte(j.id), castagnoli), castagnoli, text[:headBytes-checkBytes])
	sum = crc32.Update(sum, castagnoli, text[headBytes:first+p.length])
	if binary.LittleEndian.Uint32(text[first+p.length:]) != sum {
		return nil, errChanged
	}
	return text[first:][:p.length:p.length], nil
}
