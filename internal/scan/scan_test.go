package scan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/fuzz"
)

var anyNumber = Kind{"a number", 0, math.MaxUint64}

// A word is a token of a text and its place, found the slow way.
type word struct {
	at   Position
	text string // "" at the end of the text
}

// words returns the tokens of text and, last, its end.
func words(text []byte) []word {
	var all []word
	inside := false
	at := Position{1, 1}
	for _, c := range text {
		if strings.IndexByte(" \t\r\n\v\f", c) >= 0 {
			inside = false
		} else {
			if !inside {
				all = append(all, word{at: at})
				inside = true
			}
			all[len(all)-1].text += string([]byte{c})
		}
		at.Column++
		if c == '\n' {
			at = Position{at.Line + 1, 1}
		}
	}
	return append(all, word{at: at})
}

// read returns what a Reader owes for w.
func (w word) read(k Kind) (uint64, error) {
	v, ok := new(big.Int), w.text != ""
	for _, c := range []byte(w.text) {
		ok = ok && c >= '0' && c <= '9'
	}
	if ok {
		v, ok = v.SetString(w.text, 10)
	}
	if ok && v.IsUint64() && v.Uint64() >= k.Min && v.Uint64() <= k.Max {
		return v.Uint64(), nil
	}
	return 0, NewError(w.at, []byte(w.text), k.String())
}

// compare reads text with r, as the steps say, and with the slow way.
func compare(r *Reader, text []byte, steps []byte, k Kind) error {
	left := words(text)
	last := word{}
	for _, step := range steps {
		switch step % 8 {
		default: // one number
			got, err := r.Uint(k)
			want, wantErr := left[0].read(k)
			if err := differ(got, err, want, wantErr); err != nil || wantErr != nil {
				return err
			}
			last, left = left[0], left[1:]
		case 1: // several
			dst := make([]uint64, step/8)
			n, err := r.Uints(dst, k)
			for i := range dst {
				want, wantErr := left[0].read(k)
				if wantErr != nil {
					if n != i {
						return fmt.Errorf("read %d numbers, want %d", n, i)
					}
					return differ(0, err, 0, wantErr)
				}
				if err := differ(dst[i], nil, want, nil); err != nil {
					return err
				}
				last, left = left[0], left[1:]
			}
			if n != len(dst) || err != nil {
				return fmt.Errorf("read %d numbers and error %w, want %d", n, err, len(dst))
			}
		case 2:
			if more, err := r.More(); err != nil || more != (left[0].text != "") {
				return fmt.Errorf("more: %v, error %w, before %q", more, err, left[0].text)
			}
		case 3:
			if last.text != "" && r.Position() != last.at {
				return fmt.Errorf("position %v, want %v", r.Position(), last.at)
			}
		case 4:
			if last.text != "" {
				if err := differ(0, r.Reject("x"), 0, NewError(last.at, []byte(last.text), "x")); err != nil {
					return err
				}
			}
		}
	}
	var want error
	if left[0].text != "" {
		want = NewError(left[0].at, []byte(left[0].text), "the end of the input after x")
	}
	return differ(0, r.End("x"), 0, want)
}

// Each number that the fast path reads can be rejected, also after others were.
func TestRejectOneByOne(t *testing.T) {
	r := New(strings.NewReader("12 345 6" + strings.Repeat(" ", 100)))
	for _, want := range []string{
		`line 1, column 1: "12": want less`, `line 1, column 4: "345": want less`, `line 1, column 8: "6": want less`,
	} {
		if _, err := r.Uint(Kind{Name: "a number", Max: 1000}); err != nil {
			t.Fatal(err)
		}
		if err := r.Reject("less"); err.Error() != want {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

func differ(got uint64, err error, want uint64, wantErr error) error {
	if got != want && wantErr == nil || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		return fmt.Errorf("read %d, error %w; want %d, error %w", got, err, want, wantErr)
	}
	return nil
}

// FuzzReader compares with the slow way, with buffers so small that tokens lie
// across their ends.
func FuzzReader(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add([]byte("1 22 333\n4444 55555\r\n\t666666 7777777\n"), []byte{0, 9, 0, 2, 3, 4, 0, 0}, uint8(30), uint8(7), uint64(0), uint64(math.MaxUint64))
	f.Add([]byte("12345678 123456789012345678 18446744073709551615 18446744073709551616"), []byte{0, 0, 0, 0}, uint8(80), uint8(200), uint64(0), uint64(math.MaxUint64))
	f.Add([]byte("00000000000000000000000000000000000001 7 x"), []byte{0, 4, 0, 0}, uint8(1), uint8(1), uint64(1), uint64(9))
	f.Add([]byte("1 2 12x4\x80 +5 -6"), []byte{33}, uint8(255), uint8(255), uint64(0), uint64(9))
	f.Fuzz(func(t *testing.T, text, steps []byte, size, chunk uint8, least, most uint64) {
		var in io.Reader = bytes.NewReader(text)
		if chunk%4 == 0 {
			in = iotest.DataErrReader(in)
		}
		in = &chunks{in, int(chunk) + 1}
		k := Kind{"a number", min(least, most), max(least, most)}
		if err := compare(newSize(in, int(size)+1), text, steps, k); err != nil {
			t.Error(err)
		}
	})
}

// chunks yields at most size bytes a call.
type chunks struct {
	in   io.Reader
	size int
}

func (c *chunks) Read(p []byte) (int, error) { return c.in.Read(p[:min(len(p), c.size)]) }

// TestReader makes texts that are mostly right, which fuzzing seldom finds.
func TestReader(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		digits := rapid.IntRange(1, 64).Draw(t, "bits")
		v := rapid.Uint64Max(1<<(digits-1)|(1<<(digits-1)-1)).Draw(t, "v")
		return strings.Repeat("0", max(0, rapid.IntRange(-30, 3).Draw(t, "zeros"))) + fmt.Sprint(v)
	})
	space := rapid.SampledFrom([]string{" ", " ", " ", "\n", "\n", "\r\n", "\t", "  ", " \n\n\v\f "})
	rapid.Check(t, func(t *rapid.T) {
		var text []byte
		for range rapid.IntRange(0, 200).Draw(t, "count") {
			text = append(text, number.Draw(t, "number")...)
			text = append(text, space.Draw(t, "space")...)
		}
		text = append(text, rapid.SampledFrom([]string{"", "", "7", "x", "18446744073709551616"}).Draw(t, "end")...)
		steps := rapid.SliceOf(rapid.Byte()).Draw(t, "steps")
		size := rapid.IntRange(1, 300).Draw(t, "size")
		chunk := rapid.IntRange(1, 300).Draw(t, "chunk")
		if err := compare(newSize(&chunks{bytes.NewReader(text), chunk}, size), text, steps, anyNumber); err != nil {
			t.Error(err)
		}
	})
}

// TestFast gives the fast path numbers of each length, with each byte behind them. It
// must read what is right, and leave the rest alone.
func TestFast(t *testing.T) {
	for length := 1; length <= 21; length++ {
		for behind := range 256 {
			if behind >= '0' && behind <= '9' {
				continue // a longer number
			}
			for _, before := range []string{"", " ", "\n\t ", "7 ", "12345678 1234567890123456 "} {
				digits := "123456789098765432101"[:length]
				text := before + digits + string([]byte{byte(behind)}) + " 5678 " + strings.Repeat("9", 40)
				want, skipped := []uint64{}, 0
				for _, f := range strings.Fields(before) {
					v, _ := strconv.ParseUint(f, 10, 64)
					want = append(want, v)
				}
				skipped = len(want)
				if v, err := strconv.ParseUint(digits, 10, 64); err == nil && isSpace(byte(behind)) {
					want = append(want, v, 5678)
				}
				r := New(strings.NewReader(text))
				if err := r.fill(); err != nil {
					t.Fatal(err)
				}
				dst := make([]uint64, 9)
				n := r.fast(dst, anyNumber)
				if !slices.Equal(dst[:n], want) {
					t.Errorf("%q: read %d, want %d", text, dst[:n], want)
				}
				if n > skipped && r.start != strings.LastIndex(text, "5678 ") {
					t.Errorf("%q: the last number begins at %d", text, r.start)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	stones := Kind{"a number of stones", 1, 1000000000}
	for _, test := range []struct{ text, want string }{
		{"1\n2 3 x7 4", `line 2, column 5: "x7": want a number of stones, 1 … 1000000000`},
		{"1\n2 3\n", `line 3, column 1: the input ends here: want a number of stones, 1 … 1000000000`},
		{"1 -5 2", `line 1, column 3: "-5": want a number of stones, 1 … 1000000000`},
		{"1 +5 2", `line 1, column 3: "+5": want a number of stones, 1 … 1000000000`},
		{"1 0 2", `line 1, column 3: "0": want a number of stones, 1 … 1000000000`},
		{"1\r\n1000000001\r\n", `line 2, column 1: "1000000001": want a number of stones, 1 … 1000000000`},
		{"18446744073709551617", `line 1, column 1: "18446744073709551617": want a number of stones, 1 … 1000000000`},
		{"1 2\x1b[31m", `line 1, column 3: "2\x1b[31m": want a number of stones, 1 … 1000000000`},
		{"5 " + strings.Repeat("9", 41), `line 1, column 3: "` + strings.Repeat("9", 37) + `…": want a number of stones, 1 … 1000000000`},
		{"5 " + strings.Repeat("9", 40), `line 1, column 3: "` + strings.Repeat("9", 40) + `": want a number of stones, 1 … 1000000000`},
		{strings.Repeat("ä", 30), `line 1, column 1: "` + strings.Repeat("ä", 18) + `…": want a number of stones, 1 … 1000000000`},
		{"", `line 1, column 1: the input ends here: want a number of stones, 1 … 1000000000`},
	} {
		r := New(strings.NewReader(test.text))
		var err error
		for err == nil {
			_, err = r.Uint(stones)
		}
		var wrong *Error
		if !errors.As(err, &wrong) || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}

// TestEndlessToken reads a token without end: it must be refused before the input
// ends.
func TestEndlessToken(t *testing.T) {
	endless := func(c byte) io.Reader { return &chunks{repeat(c), 1000} }
	if _, err := New(endless('x')).Uint(anyNumber); err == nil {
		t.Error("no error for a token of letters without end")
	}
	if _, err := New(endless('9')).Uint(anyNumber); err == nil {
		t.Error("no error for a number without end")
	}
	if err := New(endless('9')).End("nothing"); err == nil {
		t.Error("no error for a token after the end")
	}
}

type repeat byte

func (c repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(c)
	}
	return len(p), nil
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "1 2 ", "1 23"} {
		r := New(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		var err error
		for err == nil {
			_, err = r.Uint(anyNumber)
		}
		if !errors.Is(err, broken) {
			t.Errorf("%q: %v, want the reader's error", text, err)
		}
	}
	if _, err := New(&chunks{strings.NewReader("1"), 0}).Uint(anyNumber); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%v, want %v", err, io.ErrNoProgress)
	}
}

func TestConstantMemory(t *testing.T) {
	text := numbersText(100_000)
	dst := make([]uint64, 1000)
	allocs := testing.AllocsPerRun(1, func() {
		r := newSize(bytes.NewReader(text), 4096)
		for range 100 {
			if _, err := r.Uints(dst, anyNumber); err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocs > 8 {
		t.Errorf("%.0f allocations for 100,000 numbers", allocs)
	}
}

// Numbers of 14 to 22 digits, about the powers of ten and 2^64, one after the
// other and far from the buffer's end.
func TestLongNumbers(t *testing.T) {
	var near []*big.Int
	for digits := int64(13); digits <= 21; digits++ {
		near = append(near, new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil))
	}
	near = append(near, new(big.Int).Lsh(big.NewInt(1), 64))
	for _, n := range near {
		for d := int64(-2); d <= 2; d++ {
			number := new(big.Int).Add(n, big.NewInt(d))
			for _, zeros := range []string{"", "0", "00"} {
				text := []byte("7 " + zeros + number.String() + "\n8" + strings.Repeat(" ", 50))
				for _, k := range []Kind{anyNumber, {"a number", 5, 1e17}} {
					if err := compare(New(bytes.NewReader(text)), text, []byte{1, 1, 1}, k); err != nil {
						t.Errorf("%s: %v", text, err)
					}
				}
			}
		}
	}
}
