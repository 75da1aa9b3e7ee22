// Package scan reads whole numbers from text at the speed of the memory. For a
// wrong number it says where it is and what was expected.
//
// A [Reader] needs the same small memory for an input of any length: it keeps
// one buffer and copies nothing out of it. Its guarantee is that a number is
// either read exactly or refused with an [Error]; nothing wraps around and
// nothing is guessed. The two functions that most people need are
// [Reader.Uints], which fills a slice, and [Reader.Uint], which reads one
// number.
//
// White space is the space and the ASCII controls from tab to carriage
// return. A number is decimal digits and nothing else, leading zeros allowed,
// between white space or at the ends of the input.
package scan

// This is the reader: the buffer, positions in the text, and the slow path, which reads a byte at
// a time and knows every rule. The fast path is in digits.go.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"
)

// bufferSize is large enough that a system call costs nothing a number, and
// small enough to stay in the second-level cache.
const bufferSize = 64 << 10

var newline = []byte{'\n'}

// A Kind is a kind of number: what it counts and its range, which is not empty.
type Kind struct {
	Name     string // with its article, for example "a number of stones"
	Min, Max uint64
}

// A Position is a place in the text. Both numbers count from 1, and columns
// count bytes.
type Position struct{ Line, Column int }

// A Reader reads numbers from text. Use [New] to make one.
type Reader struct {
	in  io.Reader
	err error // from in, kept until the bytes before it are read

	buf      []byte // buf[pos:end] is not yet read
	pos, end int

	// buf[marked] is on this line, which began lineBytes bytes before it.
	marked    int
	line      int
	lineBytes int

	// The number last read: where it begins in buf, or, where start is -1
	// because the slow path read it, its position and its first bytes.
	start int
	at    Position
	head  []byte
}

// New returns a Reader of the text that in yields. It may read ahead, and reads
// only when it has used up what it read before.
func New(in io.Reader) *Reader { return newSize(in, bufferSize) }

// newSize is New with a buffer of size bytes.
func newSize(in io.Reader, size int) *Reader {
	return &Reader{in: in, buf: make([]byte, size), line: 1, start: -1, head: make([]byte, 0, maxText+1)}
}

// Uint reads one number of the kind k. It returns an [*Error] where the text
// has none, and the input's own error where that fails.
func (r *Reader) Uint(k Kind) (uint64, error) {
	var one [1]uint64
	_, err := r.Uints(one[:], k)
	return one[0], err
}

// Uints fills dst with numbers of the kind k. It returns how many it read,
// which is len(dst) unless there is an error, as from [Reader.Uint].
func (r *Reader) Uints(dst []uint64, k Kind) (n int, err error) {
	for {
		n += r.fast(dst[n:], k)
		if n == len(dst) {
			return n, nil
		}
		// The fast path stopped at something that is rare, or wrong, or
		// cut by the end of the buffer.
		if dst[n], err = r.slow(k); err != nil {
			return n, err
		}
		n++
	}
}

// Int reads one number from least to most, which may have a minus sign. The name is
// as in a [Kind]; it fails as [Reader.Uint] does.
func (r *Reader) Int(name string, least, most int64) (int64, error) {
	want := fmt.Sprintf("%s, %d … %d", name, least, most)
	more, err := r.More()
	if err != nil {
		return 0, err
	}
	if !more {
		return 0, NewError(r.locate(r.end), nil, want)
	}
	var digits [20]byte // as many as an int64 has, and a sign
	text, right := digits[:0], true
	err = r.token(func(c byte) bool {
		if len(text) == 1 && text[0] == '0' || len(text) == 2 && text[0] == '-' && text[1] == '0' {
			text = text[:len(text)-1] // a leading zero
		}
		right = len(text) < cap(text) && (c-'0' <= 9 || c == '-')
		if right {
			text = append(text, c)
		}
		return right
	})
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseInt(string(text), 10, 64)
	if !right || err != nil || v < least || v > most {
		return 0, r.Reject(want)
	}
	return v, nil
}

// Word appends the bytes before the next white space to dst. An error says that it
// wanted that: there is no such byte, or there are more than most.
func (r *Reader) Word(dst []byte, most int, want string) ([]byte, error) {
	more, err := r.More()
	if err != nil {
		return dst, err
	}
	if !more {
		return dst, NewError(r.locate(r.end), nil, want)
	}
	r.start, r.at, r.head = -1, r.locate(r.pos), r.head[:0]
	for left := most; ; {
		part := r.buf[r.pos:r.end]
		end := bytes.IndexFunc(part, func(c rune) bool { return c < 0x80 && isSpace(byte(c)) })
		found := end >= 0
		if !found {
			end = len(part)
		}
		r.head = append(r.head, part[:min(end, cap(r.head)-len(r.head))]...)
		if end > left {
			r.pos += end
			return dst, r.Reject(want)
		}
		dst = append(dst, part[:end]...)
		left -= end
		r.pos += end
		if found {
			return dst, nil
		}
		if err := r.fill(); errors.Is(err, io.EOF) {
			return dst, nil
		} else if err != nil {
			return dst, err
		}
	}
}

// More reports whether anything but white space follows, and skips the white
// space. The error is the input's own.
func (r *Reader) More() (bool, error) {
	for {
		for r.pos < r.end {
			if !isSpace(r.buf[r.pos]) {
				return true, nil
			}
			r.pos++
		}
		if err := r.fill(); errors.Is(err, io.EOF) {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
}

// End returns an [*Error] if anything but white space follows, saying that the
// end of the input was wanted, and after what.
func (r *Reader) End(after string) error {
	more, err := r.More()
	if err != nil || !more {
		return err
	}
	if err := r.token(nil); err != nil {
		return err
	}
	return r.Reject("the end of the input after " + after)
}

// Position returns where the number last read begins. All calls together look at
// each byte of the text once.
func (r *Reader) Position() Position {
	if r.start >= 0 {
		return r.locate(r.start)
	}
	return r.at
}

// Reject returns an [*Error] about the number last read.
func (r *Reader) Reject(want string) error {
	r.keepLast()
	return NewError(r.at, r.head, want)
}

// keepLast takes the number last read out of the buffer, for an error about it.
func (r *Reader) keepLast() {
	if r.start < 0 {
		return
	}
	r.at, r.head = r.locate(r.start), r.head[:0]
	for i := r.start; !isSpace(r.buf[i]) && len(r.head) < cap(r.head); i++ {
		r.head = append(r.head, r.buf[i]) // fast found a space after it
	}
	r.start = -1
}

// slow reads one number of the kind k from any text.
func (r *Reader) slow(k Kind) (uint64, error) {
	more, err := r.More()
	if err != nil {
		return 0, err
	}
	if !more {
		return 0, NewError(r.locate(r.end), nil, k.String())
	}
	var v uint64
	right := true
	err = r.token(func(c byte) bool {
		high, low := bits.Mul64(v, 10)
		low, carry := bits.Add64(low, uint64(c-'0'), 0)
		v = low
		right = right && c-'0' <= 9 && high == 0 && carry == 0
		return right
	})
	if err != nil {
		return 0, err
	}
	if !right || v < k.Min || v > k.Max {
		return 0, r.Reject(k.String())
	}
	return v, nil
}

// token passes the bytes before the next white space, at least one, to each. If
// each is nil or has returned false, it stops once it has read enough to show the
// token in an error.
func (r *Reader) token(each func(byte) bool) error {
	r.start, r.at, r.head = -1, r.locate(r.pos), r.head[:0]
	wanted := each != nil
	for {
		for r.pos < r.end {
			c := r.buf[r.pos]
			if isSpace(c) {
				return nil
			}
			r.pos++
			if len(r.head) < cap(r.head) {
				r.head = append(r.head, c)
			} else if !wanted {
				return nil
			}
			wanted = wanted && each(c)
		}
		if err := r.fill(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// fill reads the next bytes into the buffer, whose contents have all been used.
func (r *Reader) fill() error {
	r.keepLast()
	if r.err != nil {
		return r.err
	}
	r.locate(r.end)
	r.marked, r.pos, r.end = 0, 0, 0
	for range 100 {
		r.end, r.err = r.in.Read(r.buf)
		if r.end > 0 {
			return nil
		}
		if r.err != nil {
			return r.err
		}
	}
	r.err = io.ErrNoProgress
	return r.err
}

// locate returns the position of buf[i] and marks it. It must not be asked for
// a byte before the mark.
func (r *Reader) locate(i int) Position {
	passed := r.buf[r.marked:i]
	if n := bytes.Count(passed, newline); n > 0 {
		r.line += n
		r.lineBytes = len(passed) - 1 - bytes.LastIndexByte(passed, '\n')
	} else {
		r.lineBytes += len(passed)
	}
	r.marked = i
	return Position{r.line, r.lineBytes + 1}
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }
