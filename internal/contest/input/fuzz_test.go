package input_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/scan"
)

// FuzzParse reads any text as any format. An input that was read is written and read
// again alike. An error is one line and points into the text. Memory goes with the text.
func FuzzParse(t *testing.F) {
	f := fuzz.Seeds(t)
	all := formats(f)
	var shapes []*input.Shape
	for i, format := range all {
		shapes = append(shapes, shape(f, format.Declaration))
		f.Add(uint8(i), format.text, true)
		f.Add(uint8(i), strings.ReplaceAll(format.text, "1", "9"), false)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string, limits bool) {
		s := shapes[int(which)%len(shapes)]
		charged := uint64(0)
		opt := input.Options{NoLimits: !limits, Charge: func(bytes uint64) error {
			charged += bytes
			return nil
		}}
		d, err := s.Parse(strings.NewReader(text), opt)
		if most := 1<<20 + 1000*uint64(len(text)); charged > most {
			t.Errorf("%q: %d bytes", text, charged)
		}
		visits := 0
		each := s.Each(strings.NewReader(text), opt, func(*input.Data) error { visits++; return nil })
		if errorText(err) != errorText(each) {
			t.Errorf("%q: %v, but test by test %v", text, err, each)
		}
		if err != nil {
			checkError(t, text, err)
			return
		}
		if n := len(s.Innermost(d)); n != visits {
			t.Errorf("%q: %d tests, but %d one by one", text, n, visits)
		}
		written := s.Text(d)
		again, err := s.Parse(bytes.NewReader(written), input.Options{NoLimits: !limits, Exact: true})
		if err != nil || !input.Equal(d, again) {
			t.Errorf("%q was written as %q: %v", text, written, err)
		}
		_, err = s.Parse(strings.NewReader(text), input.Options{NoLimits: !limits, Exact: true})
		if (err == nil) != (string(written) == text) {
			t.Errorf("%q is exact: %v; it was written as %q", text, err, written)
		}
	})
}

// checkError demands that an error is about the text, is one line, and points into the
// text.
func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var wrong *scan.Error
	if !errors.As(err, &wrong) {
		t.Fatalf("%q: error %v of type %T", text, err, err)
	}
	for _, c := range err.Error() {
		if !unicode.IsPrint(c) {
			t.Errorf("%q: error %q", text, err)
		}
	}
	lines := strings.Split(text, "\n")
	if wrong.Line < 1 || wrong.Line > len(lines) || wrong.Column < 1 || wrong.Column > len(lines[wrong.Line-1])+1 {
		t.Errorf("%q: error %v points beyond the text", text, err)
	}
}

// FuzzParseInt reads any text as a number, which is read again alike.
func FuzzParseInt(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"10^9", "2^64-1", "-4000", "2*10^5", "1e18", "7^17 + 1", "99999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := input.ParseInt(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q", err)
			}
			return
		}
		if again, err := input.ParseInt(n.String()); err != nil || again != n {
			t.Errorf("%q is %s, which is %s, %v", text, n, again, err)
		}
	})
}

// FuzzPrinted compares fields that are read from any text with its words.
func FuzzPrinted(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"First 2 3 4", "first\n1 -1", "First 0", "FIRST 1 99999999999999999999", "", "First 1 2 x", "First 1 00000000000000000000000000000007", "First 1 -0"} {
		f.Add(text)
	}
	s := shape(f, input.Declaration{Group: input.Group{Fields: []input.Field{{Name: "n", Kind: input.KindNumber, Least: input.At(1), Most: input.At(9)}}}})
	more, err := s.With(input.Field{Name: "a", Kind: input.KindNumbers, Count: input.Counted(input.At(0), input.Of("n")), Least: input.At(-5), Most: input.Of("n")})
	if err != nil {
		f.Fatal(err)
	}
	d := &input.Data{Values: []input.Value{{Number: 7}}}
	f.Fuzz(func(t *testing.T, text string) {
		p := input.NewPrinted([]byte(text))
		var got *input.Data
		err := p.Literal("First", true)
		if err == nil {
			got, err = more.ReadMore(p, d)
		}
		if err == nil {
			err = p.End()
		}
		words := strings.FieldsFunc(text, func(r rune) bool { return r < 0x80 && input.IsSpace(byte(r)) })
		right := len(words) > 1 && strings.EqualFold(words[0], "first") && len(words[0]) == 5
		var numbers []int64
		for i := 1; right && i < len(words); i++ {
			n, failed := strconv.ParseInt(words[i], 10, 64)
			numbers = append(numbers, n)
			right = failed == nil && words[i][0] != '+' && len(words[i]) <= 30 && (i == 1 || n >= -5 && n <= 7)
		}
		right = right && numbers[0] >= 0 && numbers[0] <= 7 && int(numbers[0]) == len(numbers)-1
		if right != (err == nil) || err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("%q: %v, right %t", text, err, right)
		}
		for i := range numbers[min(1, len(numbers)):] {
			if right && int64(got.Values[1].List[i]) != numbers[i+1] {
				t.Errorf("%q: %v", text, got.Values[1].List)
			}
		}
	})
}
