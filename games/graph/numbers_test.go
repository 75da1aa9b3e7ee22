package graph

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/loopy"
)

// slowNumbers reads the first lines of two numbers as they are defined, but only
// numbers with at most the given digits.
func slowNumbers(text string, digits int) (edges []loopy.Edge, length int) {
	for line := range strings.Lines(text) {
		from, to, ok := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		if to = strings.TrimSuffix(to, "\n"); !ok || len(from) > digits || len(to) > digits {
			break
		}
		var e loopy.Edge
		var fromOK, toOK bool
		e.From, fromOK = numberOf([]byte(from))
		if e.To, toOK = numberOf([]byte(to)); !fromOK || !toOK || !strings.HasSuffix(line, "\n") {
			break
		}
		edges, length = append(edges, e), length+len(line)
	}
	return edges, length
}

// checkNumbers compares what is read of a text with the definition.
func checkNumbers(t *testing.T, text string) {
	t.Helper()
	want, length := slowNumbers(strings.ReplaceAll(text, "\r\n", "\n"), 10)
	got, _, most := numbers([]byte(text), nil)
	if len(got) > len(want) || fmt.Sprint(got) != fmt.Sprint(want[:len(got)]) {
		t.Fatalf("%q is read as %v, want %v", text, got, want)
	}
	if !strings.Contains(text, "\r") && length-len(lines(got)) >= width {
		t.Fatalf("%q: only %d edges are read", text, len(got))
	}
	largest := uint32(0)
	for _, e := range got {
		largest = max(largest, e.From, e.To)
	}
	if most != largest {
		t.Fatalf("%q: the largest is %d, want %d", text, most, largest)
	}
}

// width is how much of the end of a text may be left.
const width = 64

// lines writes edges.
func lines(edges []loopy.Edge) (text []byte) {
	for _, e := range edges {
		text = fmt.Appendf(text, "%d %d\n", e.From, e.To)
	}
	return text
}

// Lines of all widths, most of them right, and the wrong ones at every place.
func TestNumbers(t *testing.T) {
	random := chance.New(t, 3)
	const alphabet = "0123456789 \t\n\r\v#-./:;A\x00\x7f\x80\xb0\xff"
	for i := range long.Or(8_000, 20_000) {
		var text []byte
		digits := 1 + random.IntN(8)
		for range random.IntN(40) {
			limit := uint64(10)
			for range random.IntN(digits) {
				limit *= 10
			}
			text = fmt.Appendf(text, "%d%c%d\n", random.Uint64N(limit), " \t"[random.IntN(2)], random.Uint64N(limit))
		}
		if i%2 == 0 && len(text) > 0 {
			at, c := random.IntN(len(text)), alphabet[random.IntN(len(alphabet))]
			switch random.IntN(4) {
			case 0:
				text = append(text[:at], text[at+1:]...)
			case 1:
				text = append(text[:at+1], text[at:]...)
			case 2:
				text = append(text[:at], append(bytes.Repeat([]byte{c}, 1+random.IntN(9)), text[at:]...)...)
			default:
				text[at] = c
			}
		}
		checkNumbers(t, string(text))
	}
	// A carriage return elsewhere in the 32 bytes that are looked at.
	checkNumbers(t, "1 0x\n"+strings.Repeat("1", 26)+"\r\n1 2\n"+strings.Repeat("12345678 87654321\n", 9))
	for _, number := range []string{"", "0", "00", "01", "99999999", "100000000", "4294967294", "4294967295", "4294967296", "99999999999999999999", "1\r", "+1"} {
		for at := range 9 {
			for _, text := range []string{number + " 5\n", "5 " + number + "\n", number + "\n"} {
				checkNumbers(t, strings.Repeat("1 2\n", at)+text+strings.Repeat("12345678 87654321\n", 9))
			}
		}
	}
}

// BenchmarkEdges reads an edge list without making the graph, beside counting
// its lines.
func BenchmarkEdges(b *testing.B) {
	count := long.Benchmark(1_000_000)
	random := chance.New(b, 2)
	var edges []loopy.Edge
	for range count {
		edges = append(edges, loopy.Edge{From: random.Uint32N(uint32(count)), To: random.Uint32N(uint32(count))})
	}
	text := lines(edges)
	run := func(name string, text []byte, f func(text []byte)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f(text)
			}
			b.ReportMetric(float64(b.N*count)/b.Elapsed().Seconds()/1e6, "Medges/s")
		})
	}
	readAll := func(text []byte) {
		if err := readEdges(context.Background(), bytes.NewReader(text), &builder{}); err != nil {
			b.Fatal(err)
		}
	}
	scratch := make([]loopy.Edge, 0, len(text)/leastLine+1)
	run("numbers", text, readAll)
	run("names", bytes.ReplaceAll(text, []byte(" "), []byte(" n")), readAll)
	run("numbers-on-one-core", text, func(text []byte) { numbers(text, scratch) })
	run("lines", text, func(text []byte) { bytes.Count(text, []byte{'\n'}) })
}

// Numbers that were too large to be noted as they came are noted at the end.
func TestNoteLate(t *testing.T) {
	b := &builder{numbers: true, most: 900, edges: 5, chunks: [][]loopy.Edge{{{From: 900, To: 3}, {From: 3, To: 900}}, {{From: 5, To: noNumber}, {From: 3, To: 4}, {From: 900, To: 5}}}}
	b.note(900)
	if b.noted != 0 || len(b.names.order) != 0 {
		t.Errorf("%d chunks are noted: %v", b.noted, b.names.order)
	}
	if rows := b.closeNumbers(); rows != 901 || !b.names.dense || fmt.Sprint(b.names.order) != "[900 3 5 4]" {
		t.Errorf("%d rows, the order %v", rows, b.names.order)
	}
}
