package sequence

// The bytes of a checkpoint are hashed as they are written and read. Small codes go two to
// a byte, as an interrupted user waits for them.

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

// fileChunk is how many bytes are hashed or packed at once.
const fileChunk = 1 << 20

// A hashedWriter hashes what is written. The first error stays, and finish returns it.
type hashedWriter struct {
	*bufio.Writer
	out io.Writer
	sum hash.Hash
}

func newHashedWriter(out io.Writer) *hashedWriter {
	sum := sha256.New()
	return &hashedWriter{bufio.NewWriterSize(io.MultiWriter(out, sum), fileChunk), out, sum}
}

// room returns where n bytes, at most fileChunk, are to be appended and then written.
func (w *hashedWriter) room(n int) []byte {
	if n > w.Available() {
		_ = w.Flush()
	}
	return w.AvailableBuffer()
}

// bytes writes p.
func (w *hashedWriter) bytes(p []byte) { _, _ = w.Write(p) }

// words writes numbers of two bytes.
func (w *hashedWriter) words(list []uint16) {
	for len(list) > 0 {
		part := list[:min(len(list), fileChunk/2)]
		out := w.room(2 * len(part))
		for _, c := range part {
			out = binary.LittleEndian.AppendUint16(out, c)
		}
		w.bytes(out)
		list = list[len(part):]
	}
}

// packed writes the lower halves of codes, whose number is a multiple of 8.
func (w *hashedWriter) packed(codes []byte) {
	for len(codes) > 0 {
		part := codes[:min(len(codes), fileChunk)]
		out := w.room(len(part) / 2)
		for ; len(part) >= 8; part = part[8:] {
			x := binary.LittleEndian.Uint64(part) & 0x0f0f0f0f0f0f0f0f
			x = (x | x>>4) & 0x00ff00ff00ff00ff
			x = (x | x>>8) & 0x0000ffff0000ffff
			out = binary.LittleEndian.AppendUint32(out, uint32(x|x>>16))
		}
		w.bytes(out)
		codes = codes[min(len(codes), fileChunk):]
	}
}

// finish writes the hash, and returns the first error.
func (w *hashedWriter) finish() error {
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := w.out.Write(w.sum.Sum(nil))
	return err
}

// A hashedReader hashes what is read.
type hashedReader struct {
	in  *bufio.Reader
	sum hash.Hash
}

func newHashedReader(in io.Reader) *hashedReader {
	return &hashedReader{bufio.NewReaderSize(in, 1<<16), sha256.New()}
}

func (h *hashedReader) Read(p []byte) (int, error) {
	n, err := h.in.Read(p)
	h.sum.Write(p[:n])
	return n, err
}

// longestLine bounds the bytes of a line.
const longestLine = 1 << 27

// line reads up to the end of a line.
func (h *hashedReader) line() (line []byte, err error) {
	for isWhole := false; !isWhole && len(line) < longestLine; {
		var part []byte
		part, err = h.in.ReadSlice('\n')
		line, isWhole = append(line, part...), !errors.Is(err, bufio.ErrBufferFull)
	}
	h.sum.Write(line)
	if err != nil {
		return nil, fmt.Errorf("%w: it ends early", ErrCheckpoint)
	}
	return line, nil
}

// take reads n bytes, or n codes that are packed, a multiple of 8, into a slice with
// room for room of them. It asks for memory as they come: for all of it when an eighth is there.
func (h *hashedReader) take(n, room int, packed bool) ([]byte, error) {
	if n < 0 {
		return nil, fmt.Errorf("%w: it has a negative size", ErrCheckpoint)
	}
	room = max(n, room)
	var all, halves []byte
	for len(all) < n {
		if len(all) == cap(all) {
			more := max(2*len(all), 1<<14)
			if len(all) >= room/8 {
				more = room // n at least
			}
			all = append(make([]byte, 0, min(more, room)), all...)
		}
		from := len(all)
		all = all[:min(cap(all), n, from+fileChunk)]
		part := all[from:]
		if packed {
			if halves == nil {
				halves = make([]byte, min(n, fileChunk)/2)
			}
			part = halves[:len(part)/2]
		}
		if _, err := io.ReadFull(h, part); err != nil {
			return nil, fmt.Errorf("%w: it ends early", ErrCheckpoint)
		}
		if packed {
			unpack(all[from:], part)
		}
	}
	if cap(all) < room {
		all = append(make([]byte, 0, room), all...)
	}
	return all, nil
}

// unpack is what packed turns round.
func unpack(codes, halves []byte) {
	for ; len(halves) >= 4; codes, halves = codes[8:], halves[4:] {
		x := uint64(binary.LittleEndian.Uint32(halves))
		x = (x | x<<16) & 0x0000ffff0000ffff
		x = (x | x<<8) & 0x00ff00ff00ff00ff
		x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
		binary.LittleEndian.PutUint64(codes, x)
	}
}

// finish reads the hash, behind which nothing else may come.
func (h *hashedReader) finish() error {
	want := h.sum.Sum(nil)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(h.in, got); err != nil {
		return fmt.Errorf("%w: it ends early", ErrCheckpoint)
	}
	if string(got) != string(want) {
		return fmt.Errorf("%w: its hash is another", ErrCheckpoint)
	}
	if _, err := h.in.ReadByte(); err != io.EOF {
		return fmt.Errorf("%w: something follows its end", ErrCheckpoint)
	}
	return nil
}
