package certificate

import (
	"bytes"
	"testing"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/period"
)

// openState returns a chain's game of a code, with the mask that its engine uses, and its first
// values.
func openState(t testing.TB, text string, base uint64) (*game, *sequence.Solution) {
	t.Helper()
	s, err := sequence.Solve(t.Context(), sequence.MustCode(text), 1<<19, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Period.Proof = period.StateProof{} // the space is known without a proof
	mask, timed, rare := s.Sparse()
	v, err := openChain(t.Context(), &Chain{Game: text, Mask: mask, Timed: timed, Rare: rare, Snapshots: []Snapshot{{At: base}}})
	if err != nil {
		t.Fatal(text, err)
	}
	t.Cleanup(v.Close)
	return v.game, s
}

// begin returns a segment behind a snapshot of width values.
func begin(t testing.TB, g *game, s *sequence.Solution, start, width int) *segment {
	t.Helper()
	terms, err := s.Terms(uint64(start-width), uint64(start))
	if err != nil {
		t.Fatal(err)
	}
	var values []byte
	for _, v := range terms {
		values = append(values, byte(v))
	}
	x, err := g.newSegment(start, values)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Many steps together are what single steps are, and what the engine says.
func TestManyStepsAreSingleSteps(t *testing.T) {
	for _, test := range []struct {
		text string
		base int
	}{{"0.106", 1 << 14}, {"0.054", 1 << 14}, {"0.167", 1 << 14}}[long.Or(2, 0):] {
		g, s := openState(t, test.text, uint64(test.base))
		start := 3*test.base + 12345
		end := start + test.base + g.reach + 8*chunk + 3000
		a, b := begin(t, g, s, start, 15000), begin(t, g, s, start, 15000)
		if err := a.oneByOne(t.Context(), end); err != nil {
			t.Fatal(test.text, err)
		}
		a.write(start, a.codes[start-a.from:])
		if err := b.run(t.Context(), end, nil); err != nil {
			t.Fatal(test.text, err)
		}
		if !bytes.Equal(a.codes, b.codes) || a.width != b.width || !bytes.Equal(a.hash.Sum(nil), b.hash.Sum(nil)) {
			t.Errorf("%s: many steps give others than single ones, from width %d and %d", test.text, a.width, b.width)
		}
		terms, err := s.Terms(uint64(start), uint64(end))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range a.tail(end - start) {
			if uint32(v) != terms[i] {
				t.Fatalf("%s: G(%d) = %d, want %d", test.text, start+i, v, terms[i])
			}
		}
	}
}

// A heap that nothing serves is found, wherever it stands in a chunk.
func TestManyStepsMissNothing(t *testing.T) {
	const base = 1 << 14
	g, s := openState(t, "0.104", base)
	start := 2 * base
	x := begin(t, g, s, start, 15000)
	at := start + base + g.reach
	if err := x.oneByOne(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	for code := range byte(9) {
		for _, before := range []int{0, 1, 63, strip - 1, chunk - 1} {
			less := withoutWitnesses(g, code)
			codes := bytes.Clone(x.codes[:len(x.codes)-before])
			y := &segment{stretch: stretch{less, x.from, codes}, out: x.out, start: start}
			z := &segment{stretch: stretch{less, x.from, bytes.Clone(codes)}, out: x.out, start: start}
			end := at + 8*chunk
			if first, second := y.oneByOne(t.Context(), end), z.many(t.Context(), end, func(int) {}); first == nil || second == nil {
				t.Fatalf("without witnesses of the code %d: %v and %v", code, first, second)
			} else if z.next() > y.next()+chunk {
				t.Errorf("without witnesses of the code %d: %d heaps are passed over; %v", code, z.next()-y.next(), first)
			}
		}
	}
}

// withoutWitnesses returns a game in which no heap below base leaves the code together with any
// code that is common among the others.
func withoutWitnesses(g *game, code byte) *game {
	other := *g
	other.small = bytes.Clone(g.small)
	for i, c := range other.small {
		if c != noCode && c^code < 16 {
			other.small[i] = noCode
		}
	}
	return &other
}

// The values of codes, 8 at once, and of single codes agree in every space.
func TestDecodeBytes(t *testing.T) {
	var codes, got [mostCodes]byte
	for i := range codes {
		codes[i] = byte(i)
	}
	for mask := uint32(1); mask < 2*mostCodes; mask++ {
		for way := range 8 {
			g := &game{rarity: rarity{mask, way&1 != 0, way >> 1 & 1}}
			for mask>>g.low&1 == 0 {
				g.low++
			}
			if g.low > 5 {
				continue // all codes are below the mask
			}
			n := way >> 2
			decodeBytes(g, n, codes[:], got[:])
			for i, v := range got {
				if want := byte(g.decode(uint32(i), n+i, false)); v != want || g.encode(uint32(v)) != uint32(i) {
					t.Fatalf("mask %d, way %d: code %d is %d, want %d", mask, way, i, v, want)
				}
			}
		}
	}
}

// Codes are in the order of values.
func TestCodesOfSegments(t *testing.T) {
	for mask := uint32(1); mask < 64; mask++ {
		g := &game{rarity: rarity{mask: mask}}
		for mask>>g.low&1 == 0 {
			g.low++
		}
		for rare := range 2 {
			last := -1
			for c := range uint32(mostCodes) {
				v := g.decode(c, 0, rare == 1)
				if g.encode(v) != c || g.isRare(v, 0) != (rare == 1) || int(v) <= last {
					t.Fatalf("mask %d: code %d, value %d behind %d", mask, c, v, last)
				}
				last = int(v)
			}
		}
	}
}

// BenchmarkSegment measures the check of a segment.
func BenchmarkSegment(b *testing.B) {
	for _, text := range []string{"0.106", "0.104", "0.054"} {
		b.Run(text, func(b *testing.B) {
			const base = 1 << 15
			more := 1 << 26
			if testing.Short() {
				more = 1 << 20
			}
			g, s := openState(b, text, base)
			x := begin(b, g, s, 1<<18, mostWindow)
			for b.Loop() {
				if err := x.run(b.Context(), x.next()+more, nil); err != nil {
					b.Fatal(err)
				}
				x.start = x.next()
			}
			b.ReportMetric(float64(more)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
		})
	}
}
