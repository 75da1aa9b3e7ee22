package sequence

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// smallPieces makes the history of words come in pieces of 1 << bits codes.
func smallPieces(t testing.TB, bits int) {
	old := pieceBits
	pieceBits = bits
	t.Cleanup(func() { pieceBits = old })
}

// A record whose past is in pieces reads as a list of all codes does: at each bound of a
// piece, of the recent codes, and elsewhere.
func TestPieces(t *testing.T) {
	random := chance.New(t, 41)
	for range 20 {
		size := 4 + random.IntN(4)
		full, recent := 1+random.IntN(6<<size), random.IntN(100)
		all := make([]byte, full+recent)
		for i := range all {
			all[i] = byte(random.IntN(6))
		}
		r := record[byte]{codePlan: &codePlan{octal: &octal{}}, next: len(all), most: 1 << 20, scanner: scan[byte]}
		r.past.bits = size
		for left := all[:full]; len(left) > 0; {
			some := left[:1+random.IntN(min(len(left), 3<<size))]
			left = left[len(some):]
			r.reserve(r.past.size + len(some))
			r.past.add(some)
		}
		r.recent, r.recentAt = all[full:], full
		if len(r.past.list) > 1 {
			for _, piece := range r.past.list[:len(r.past.list)-1] {
				if len(piece) != 1<<size || cap(piece) != 1<<size {
					t.Fatalf("a piece of %d, with room for %d", len(piece), cap(piece))
				}
			}
		}
		for from := range all {
			if r.at(from) != all[from] {
				t.Fatalf("code %d is %d", from, r.at(from))
			}
			to := from + 1 + random.IntN(len(all)-from)
			if !bytes.Equal(r.span(from, to), all[from:to]) {
				t.Fatalf("the codes of %d … %d", from, to-1)
			}
			run, back := r.run(from, to), r.runBack(from, to)
			if len(run) == 0 || len(back) == 0 || !bytes.Equal(run, all[from:from+len(run)]) || !bytes.Equal(back, all[to-len(back):to]) {
				t.Fatalf("the runs of %d … %d", from, to-1)
			}
		}
		checkScans(t, random, &r, all)
	}
}

// checkScans compares searches with a walk through all divisions.
func checkScans(t *testing.T, random *rand.Rand, r *record[byte], all []byte) {
	t.Helper()
	for range 300 {
		m := 2 + random.IntN(len(all)-1)
		from := 1 + random.IntN(m/2)
		to := from + random.IntN(m/2-from+2)
		code, want := byte(random.IntN(9)), 0
		for part := to - 1; part >= from; part-- {
			if rest := m - part; rest < len(all) && part < r.past.size && all[part]^all[rest] == code {
				want = part
			}
		}
		if got := r.scan(m, from, to, code); got != want {
			t.Fatalf("%d into %d … %d and the rest gives %d first with %d, not %d", m, from, to-1, code, want, got)
		}
	}
}

// Engines whose history comes in pieces of any size compute the same, prove the same and
// save the same.
func TestSizesOfPieces(t *testing.T) {
	random := chance.New(t, 42)
	games := []string{"0.106", "0.127", "0.16", "0.454"}
	auditFrom(t, 1<<10)
	keepLess(t, 3<<14, 1<<16)
	code := MustCode(games[random.IntN(len(games))])
	var want []byte
	for i, bits := range []int{22, 9, 10 + random.IntN(5)} {
		smallPieces(t, bits)
		s, err := Solve(t.Context(), code, 1<<18, nil)
		if err != nil {
			t.Fatal(err)
		}
		e, ok := s.run.fast.(*wordEngine)
		if !ok || i > 0 && len(e.past.list) < 2 {
			t.Fatalf("%s: no pieces", code)
		}
		got := stateOf(t, s.run)
		if i == 0 {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: pieces of %d codes give another checkpoint", code, 1<<bits)
		}
		again, err := Resume(bytes.NewReader(got), 1<<18)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(stateOf(t, again.run), want) {
			t.Errorf("%s: resumed with pieces of %d codes, it is another", code, 1<<bits)
		}
	}
}

// A pattern is found where a walk finds it, whichever of its codes is searched for.
func TestPatterns(t *testing.T) {
	random := chance.New(t, 43)
	for range 500 {
		text := make([]byte, random.IntN(60))
		for i := range text {
			text[i] = byte(random.IntN(3))
		}
		pattern := make([]byte, 1+random.IntN(4))
		for i := range pattern {
			pattern[i] = byte(random.IntN(3))
		}
		want := bytes.Index(text, pattern)
		var wide, sought []uint16
		for _, c := range text {
			wide = append(wide, uint16(c))
		}
		for _, c := range pattern {
			sought = append(sought, uint16(c))
		}
		for key := -1; key < len(pattern); key++ {
			if a, b := index(text, pattern, key), index(wide, sought, key); a != want || b != want {
				t.Fatalf("%v in %v by code %d: at %d and %d, want %d", pattern, text, key, a, b, want)
			}
		}
	}
}

// All pairs of a part and its rest give their sums, marks too.
func TestAddSums(t *testing.T) {
	random := chance.New(t, 44)
	for n := range 40 {
		parts, rests := make([]byte, n), make([]byte, n)
		var wideParts, wideRests []uint16
		var want, got, wide [1 << 16]bool
		for i := range parts {
			parts[i], rests[n-1-i] = byte(random.Uint32()), byte(random.Uint32())
			want[parts[i]^rests[n-1-i]] = true
		}
		for i := range parts {
			wideParts, wideRests = append(wideParts, uint16(parts[i])), append(wideRests, uint16(rests[i]))
		}
		addSums(&got, parts, rests)
		addSums(&wide, wideParts, wideRests)
		if !slices.Equal(got[:], want[:]) || !slices.Equal(wide[:], want[:]) {
			t.Fatalf("%d pairs", n)
		}
	}
}

// The nim-sum of two values follows from the nim-sum of their codes, as audits assume.
func TestSumsOfCodes(t *testing.T) {
	random := chance.New(t, 45)
	for range 20 {
		s := space{mask: 1 + random.Uint32N(127), timed: random.IntN(2) == 0, phase: random.IntN(2)}
		r := newRecord[byte](planCodes(&octal{}, s, nil), 0, 0, 9)
		for a := range 256 {
			b, m, n := random.IntN(256), random.IntN(2), random.IntN(2)
			if got, want := r.values[0][a^b]^r.values[(m+n)&1][0], r.values[m][a]^r.values[n][b]; got != want {
				t.Fatalf("%+v: codes %d and %d of heaps of parity %d and %d: %d, want %d", s, a, b, m, n, got, want)
			}
		}
	}
}
