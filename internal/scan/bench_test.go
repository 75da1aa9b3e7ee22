package scan

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
)

// numbersText returns count random numbers 1 … 10^9 on one line.
func numbersText(count int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for range count {
		text = strconv.AppendInt(text, 1+random.Int64N(1e9), 10)
		text = append(text, ' ')
	}
	return append(text, '\n')
}

const benchmarkNumbers = 1_000_000

func BenchmarkUints(b *testing.B) {
	text := numbersText(benchmarkNumbers)
	dst := make([]uint64, 4096)
	kind := Kind{"a number of stones", 1, 1e9}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r := New(bytes.NewReader(text))
		for left := benchmarkNumbers; left > 0; {
			n, err := r.Uints(dst[:min(left, len(dst))], kind)
			if err != nil {
				b.Fatal(err)
			}
			left -= n
		}
	}
	b.ReportMetric(float64(b.N)*benchmarkNumbers/b.Elapsed().Seconds(), "numbers/s")
}

func BenchmarkUint(b *testing.B) {
	text := numbersText(benchmarkNumbers)
	kind := Kind{"a number of stones", 1, 1e9}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r := New(bytes.NewReader(text))
		for range benchmarkNumbers {
			if _, err := r.Uint(kind); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*benchmarkNumbers/b.Elapsed().Seconds(), "numbers/s")
}

// BenchmarkSlow reads numbers of 20 digits, which only the slow path takes.
func BenchmarkSlow(b *testing.B) {
	text := bytes.Repeat([]byte("12345678901234567890 "), benchmarkNumbers)
	dst := make([]uint64, benchmarkNumbers)
	kind := Kind{"a number of stones", 1, 1<<64 - 1}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := New(bytes.NewReader(text)).Uints(dst, kind); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*benchmarkNumbers/b.Elapsed().Seconds(), "numbers/s")
}

// BenchmarkScanner is what a program without this package does.
func BenchmarkScanner(b *testing.B) {
	text := numbersText(benchmarkNumbers)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := bufio.NewScanner(io.Reader(bytes.NewReader(text)))
		s.Split(bufio.ScanWords)
		for s.Scan() {
			if _, err := strconv.ParseUint(s.Text(), 10, 64); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*benchmarkNumbers/b.Elapsed().Seconds(), "numbers/s")
}
