package input_test

import (
	"bytes"
	"math"
	"strconv"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/scan"
)

// The declared readers stand beside hand-written ones, so that one run gives the ratio.

// lines returns count lines, each with that many random numbers from 1 to most.
func lines(b *testing.B, count, numbers int, most uint64) []byte {
	random := chance.New(b, 1)
	text := strconv.AppendInt(nil, int64(count), 10)
	text = append(text, '\n')
	for range count {
		for j := range numbers {
			if j > 0 {
				text = append(text, ' ')
			}
			text = strconv.AppendUint(text, 1+random.Uint64N(most), 10)
		}
		text = append(text, '\n')
	}
	return text
}

// byHand reads the tests of a text.
func byHand(b *testing.B, text []byte, numbers int, most uint64) {
	test, kind := make([]uint64, numbers), scan.Kind{Name: "a number", Max: most}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		in, sum := scan.New(bytes.NewReader(text)), uint64(0)
		count, err := in.Uint(scan.Kind{Name: "tests", Max: math.MaxInt64})
		for range count {
			if _, err = in.Uints(test, kind); err != nil {
				break
			}
			for _, n := range test {
				sum ^= n
			}
		}
		if err == nil {
			err = in.End("the last test")
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// declared reads the tests of a text through a shape.
func declared(b *testing.B, text []byte, s *input.Shape) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		sum := uint64(0)
		if err := s.Each(bytes.NewReader(text), input.Options{}, func(d *input.Data) error {
			for i := range d.Values {
				sum ^= d.Values[i].Number
				for _, n := range d.Values[i].List {
					sum ^= n
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}

const benchmarkTests = 100_000

func BenchmarkOneNumberByHand(b *testing.B) {
	byHand(b, lines(b, benchmarkTests, 1, 1<<62), 1, 1<<63)
}

func BenchmarkOneNumberDeclared(b *testing.B) {
	declared(b, lines(b, benchmarkTests, 1, 1<<62), shape(b, input.Declaration{Group: tests(benchmarkTests, fields(input.Number("n", at(1), big(b, "2^64-1"))))}))
}

func BenchmarkFourNumbersByHand(b *testing.B) {
	byHand(b, lines(b, benchmarkTests, 4, 10_000), 4, 10_000)
}

func BenchmarkFourNumbersDeclared(b *testing.B) {
	coordinate := func(name string) input.Field { return input.Number(name, at(0), at(10_000)) }
	declared(b, lines(b, benchmarkTests, 4, 10_000), shape(b, input.Declaration{Group: tests(benchmarkTests, fields(
		sameLine(coordinate("a")), sameLine(coordinate("b")), sameLine(coordinate("c")), coordinate("d")))}))
}

const benchmarkNumbers = 1_000_000

// longList returns one list of numbers.
func longList(b *testing.B) []byte {
	return append([]byte("1000000\n"), bytes.ReplaceAll(lines(b, 1, benchmarkNumbers, 1e9)[2:], []byte("\n"), nil)...)
}

func BenchmarkListByHand(b *testing.B) {
	text := longList(b)
	b.SetBytes(int64(len(text)))
	var part [4096]uint64
	for b.Loop() {
		in, sum := scan.New(bytes.NewReader(text)), uint64(0)
		left, err := in.Uint(scan.Kind{Name: "n", Max: benchmarkNumbers})
		for left > 0 && err == nil {
			var n int
			n, err = in.Uints(part[:min(left, uint64(len(part)))], scan.Kind{Name: "a", Max: 1e9})
			for _, number := range part[:n] {
				sum ^= number
			}
			left -= uint64(n)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkListDeclared(b *testing.B) {
	declared(b, longList(b), shape(b, input.Declaration{Group: fields(
		input.Number("n", at(1), at(benchmarkNumbers)), input.Numbers("a", input.Exactly(of("n")), at(1), at(1e9)))}))
}

func BenchmarkWrite(b *testing.B) {
	text := longList(b)
	s := shape(b, input.Declaration{Group: fields(
		input.Number("n", at(1), at(benchmarkNumbers)), input.Numbers("a", input.Exactly(of("n")), at(1), at(1e9)))})
	d, err := s.Parse(bytes.NewReader(text), input.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_ = s.Text(d)
	}
}
