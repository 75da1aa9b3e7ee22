package certificate

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// certifySystem makes the certificate of heaps of a kind, or returns nil where no period is proved.
func certifySystem(t testing.TB, kinds [][]sequence.Breaking, kind int) *Certificate {
	t.Helper()
	s, err := sequence.NewSystem(kinds)
	if err != nil {
		return nil
	}
	g := heap.NewSystem(0, []uint64{0, uint64(len(kinds))}, s).At([]uint64{0, uint64(kind)})
	r, _, err := g.Period(t.Context(), 400, nil)
	if err != nil || !r.Proved {
		return nil
	}
	c, err := New(t.Context(), g, r, nil)
	if err != nil {
		t.Fatalf("%+v: %v", kinds, err)
	}
	return c
}

// triangles are the moves of Node Kayles on a path, and on a path with a triangle at its end.
func triangles() [][]sequence.Breaking {
	path := func(least int) sequence.Part { return sequence.Part{Heap: least} }
	forked := sequence.Part{Kind: 1, Heap: 1}
	return [][]sequence.Breaking{
		{
			{Every: 1, Taken: 3, Free: []sequence.Part{path(0), path(0)}},
			{Every: 1, Taken: 2, Free: []sequence.Part{path(0)}},
			{From: 1, Every: 1, Beside: []sequence.Part{path(0)}},
		},
		{
			{Every: 1, Taken: 1, Free: []sequence.Part{path(0)}},
			{Every: 1, Taken: 2, Free: []sequence.Part{path(0)}},
			{From: 1, Every: 1, Beside: []sequence.Part{path(0)}},
			{Every: 1, Taken: 3, Free: []sequence.Part{path(0)}, Beside: []sequence.Part{path(2)}},
			{From: 2, Every: 1, Beside: []sequence.Part{path(2)}},
			{Every: 1, Taken: 3, Free: []sequence.Part{path(0), forked}},
			{Every: 1, Taken: 2, Free: []sequence.Part{forked}},
		},
	}
}

// randomKinds returns small systems.
func randomKinds(r *rand.Rand) [][]sequence.Breaking {
	kinds := make([][]sequence.Breaking, 1+r.IntN(3))
	for kind := range kinds {
		for range 1 + r.IntN(3) {
			b := sequence.Breaking{From: r.IntN(4), Every: 1 + r.IntN(4)/3, Taken: 1 + r.IntN(3)}
			for range 1 + r.IntN(2) {
				b.Free = append(b.Free, sequence.Part{Kind: r.IntN(len(kinds)), Heap: r.IntN(2)})
			}
			slices.SortFunc(b.Free, func(a, b sequence.Part) int { return a.Kind - b.Kind })
			if len(b.Free) > 1 && b.Free[0].Kind == b.Free[1].Kind {
				b.Free[1].Heap = b.Free[0].Heap
			}
			kinds[kind] = append(kinds[kind], b)
		}
		if r.IntN(2) == 0 {
			kinds[kind] = append(kinds[kind], sequence.Breaking{From: 1 + r.IntN(3), Every: 1, Beside: []sequence.Part{{Kind: r.IntN(len(kinds))}}})
		}
	}
	return kinds
}

func TestSystemCertificates(t *testing.T) {
	r := chance.New(t, 38)
	made := 0
	for i := range long.Of(60, 200, 3000) {
		kinds := randomKinds(r)
		if i == 0 {
			kinds = triangles()
		}
		c := certifySystem(t, kinds, len(kinds)-1)
		if c == nil {
			continue
		}
		made++
		checkFile(t, c)
	}
	if made < 15 {
		t.Errorf("%d certificates", made)
	}
}

// trueSystem reports whether a claim is true of the first heaps, by the mex rule alone.
func trueSystem(c *Certificate, heaps int) bool {
	kinds := c.System.Kinds
	known := map[sequence.Part]uint32{}
	var value func(p sequence.Part) uint32
	value = func(p sequence.Part) uint32 {
		if v, ok := known[p]; ok {
			return v
		}
		var options []grundy.Value
		for i := range kinds[p.Kind] {
			for parts := range kinds[p.Kind][i].Each(p.Heap) {
				v := uint32(0)
				for _, q := range slices.Clone(parts) {
					v ^= value(q)
				}
				options = append(options, grundy.Value(v))
			}
		}
		known[p] = uint32(grundy.Mex(options...))
		return known[p]
	}
	for n := int(c.Preperiod); n+int(c.Period) < heaps; n++ {
		if value(sequence.Part{Kind: c.System.Kind, Heap: n}) != value(sequence.Part{Kind: c.System.Kind, Heap: n + int(c.Period)}) {
			return false
		}
	}
	return true
}

// TestChangedSystems changes every field of certificates, and every number of the moves in them. A
// certificate that is accepted with a new digest is true of the changed moves.
func TestChangedSystems(t *testing.T) {
	r := chance.New(t, 39)
	for of := 0; of < long.Of(1, 2, 80); {
		kinds := randomKinds(r)
		if of == 0 {
			kinds = triangles()
		}
		c := certifySystem(t, kinds, 0)
		if of++; c == nil {
			continue
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var fields any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&fields); err != nil {
			t.Fatal(err)
		}
		tried, read, accepted := 0, 0, 0
		variants(fields, func(where string) {
			if tried++; tried%long.Or(4, 1) > 0 {
				return
			}
			changed, err := Read(t.Context(), strings.NewReader(encode(fields)))
			if err != nil || encode(fields) == string(text) {
				return
			}
			read++
			if err := Verify(t.Context(), changed, nil); err == nil {
				t.Errorf("accepted with %s", where)
			}
			if changed.Digest, err = changed.digest(); err != nil || changed.Digest == c.Digest {
				return
			}
			if err := verify(t.Context(), changed, 1<<20, nil); err == nil && !strings.HasPrefix(where, ".version") {
				if accepted++; changed.System == nil || !trueSystem(changed, 2*int(changed.Terms)/len(changed.System.Kinds)) {
					t.Errorf("%s\naccepted with %s and a new digest", text, where)
				}
			}
		})
		t.Logf("%d changes, %d true", read, accepted)
		if read < 50 {
			t.Errorf("%d changes", read)
		}
	}
}

// A system that lets play go on for ever is refused, and so is one with numbers out of bounds.
func TestBadSystems(t *testing.T) {
	good := certifySystem(t, triangles(), 1)
	for what, change := range map[string]func(b *sequence.Breaking){
		"taken 0":    func(b *sequence.Breaking) { b.Taken = 0 },
		"taken less": func(b *sequence.Breaking) { b.Taken = -1 << 40 },
		"every 0":    func(b *sequence.Breaking) { b.Every = 0 },
		"every 2":    func(b *sequence.Breaking) { b.Every = 2 },
		"from":       func(b *sequence.Breaking) { b.From = -1 },
		"kind":       func(b *sequence.Breaking) { b.Free[0].Kind = 2 },
		"kind less":  func(b *sequence.Breaking) { b.Free[0].Kind = -1 },
		"heap":       func(b *sequence.Breaking) { b.Free[0].Heap = 1 << 40 },
		"more heaps": func(b *sequence.Breaking) { b.Free = append(b.Free, make([]sequence.Part, 20)...) },
		"itself": func(b *sequence.Breaking) {
			*b = sequence.Breaking{From: 2, Every: 1, Beside: []sequence.Part{{Heap: 2}}}
		},
	} {
		bad := *good
		bad.System = &System{Kind: 1, Kinds: triangles()}
		change(&bad.System.Kinds[0][0])
		bad.Digest, _ = bad.digest()
		if err := Verify(t.Context(), &bad, nil); err == nil || strings.Contains(err.Error(), "digest") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
