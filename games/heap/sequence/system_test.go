package sequence_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// randomSystem returns moves of some kinds: to lesser heaps, and from a kind to one before it to
// heaps as large or larger.
func randomSystem(r *rand.Rand, mostFree int) [][]sequence.Breaking {
	kinds := make([][]sequence.Breaking, 1+r.IntN(4))
	for kind := range kinds {
		for range 1 + r.IntN(4) {
			b := sequence.Breaking{From: r.IntN(5), Every: 1, Taken: 1 + r.IntN(4)}
			if r.IntN(4) == 0 {
				b.Every += r.IntN(3)
			}
			for range r.IntN(mostFree + 1) {
				b.Free = append(b.Free, sequence.Part{Kind: r.IntN(len(kinds)), Heap: r.IntN(3)})
			}
			slices.SortFunc(b.Free, func(a, b sequence.Part) int { return a.Kind - b.Kind })
			for i := 1; i < len(b.Free); i++ {
				if b.Free[i].Kind == b.Free[i-1].Kind {
					b.Free[i].Heap = b.Free[i-1].Heap
				}
			}
			if kind > 0 && r.IntN(3) == 0 && len(b.Free) == 1 {
				b.Free[0].Kind, b.Taken = r.IntN(kind), -r.IntN(3)
			}
			for b.From > 0 && r.IntN(3) == 0 {
				b.Beside = append(b.Beside, sequence.Part{Kind: r.IntN(len(kinds)), Heap: r.IntN(b.From)})
			}
			kinds[kind] = append(kinds[kind], b)
		}
	}
	return kinds
}

// byDefinition returns the values of heaps by the mex rule alone.
func byDefinition(kinds [][]sequence.Breaking, misere bool) func(kind, n int) uint32 {
	known := map[[2]int]uint32{}
	var value func(kind, n int) uint32
	value = func(kind, n int) uint32 {
		if v, ok := known[[2]int{kind, n}]; ok {
			return v
		}
		var options []grundy.Value
		for i := range kinds[kind] {
			for parts := range kinds[kind][i].Each(n) {
				v := uint32(0)
				for _, p := range slices.Clone(parts) {
					v ^= value(p.Kind, p.Heap)
				}
				options = append(options, grundy.Value(v))
			}
		}
		v := uint32(grundy.Mex(options...))
		if misere && len(options) == 0 {
			v = 1
		}
		known[[2]int{kind, n}] = v
		return v
	}
	return value
}

// TestSystems compares values and proved periods with values by definition.
func TestSystems(t *testing.T) {
	r := chance.New(t, 36)
	proved := 0
	for i := range long.Of(30, 160, 6000) {
		kinds := randomSystem(r, 2+i%2)
		s, err := sequence.NewSystem(kinds)
		if err != nil {
			continue // play may go on for ever
		}
		misere := s.One() && r.IntN(2) == 0
		far := 260
		if i%2 == 1 {
			far = 40
		}
		solved, err := s.Solve(t.Context(), misere, 1<<40, uint64(far), 1<<22, nil)
		if err != nil && !errors.Is(err, grundy.ErrBudget) {
			t.Fatal(err)
		}
		value := byDefinition(kinds, misere)
		for n := range far {
			if !solved.Has(uint64(n)) {
				break
			}
			for kind := range kinds {
				if got := solved.At(kind, uint64(n)); got != uint64(value(kind, n)) {
					t.Fatalf("%+v\nG(%d) of kind %d is %d, not %d; %s", kinds, n, kind, value(kind, n), got, solved.Theorem())
				}
			}
		}
		if !solved.Proved {
			continue
		}
		proved++
		needed, from := s.Needed(solved.Preperiod, solved.Period)
		if needed != solved.Needed || from != solved.Preperiod || solved.Period%s.Every() != 0 || needed > uint64(len(solved.Values[0])) {
			t.Fatalf("%+v\nproved by %d heaps: %s", kinds, needed, solved.Theorem())
		}
	}
	if proved < long.Or(4, 10) {
		t.Errorf("%d periods proved", proved)
	}
}

func TestBadSystems(t *testing.T) {
	to := func(taken int, free ...sequence.Part) sequence.Breaking {
		return sequence.Breaking{Every: 1, Taken: taken, Free: free}
	}
	for _, kinds := range [][][]sequence.Breaking{
		nil,
		make([][]sequence.Breaking, sequence.MostKinds+1),
		{{to(0, sequence.Part{})}},
		{{to(1, sequence.Part{Kind: 1})}},
		{{to(0, sequence.Part{Kind: 1})}, {to(0, sequence.Part{})}},
		{{to(-2, sequence.Part{Kind: 1})}, {to(2, sequence.Part{})}},
		{{to(-2, sequence.Part{Kind: 1})}, {to(1, sequence.Part{}, sequence.Part{})}},
		{{to(1, sequence.Part{}, sequence.Part{Heap: 1})}},
		{{{Every: 0, Taken: 1}}},
		{{{Every: 1, From: -1}}},
		{{{Every: 1, From: 2, Beside: []sequence.Part{{Heap: 2}}}}},
		{{{Every: 60013, From: 1, Taken: 1, Free: []sequence.Part{{}}}, {Every: 60017, From: 1, Taken: 2, Free: []sequence.Part{{}}}}},
	} {
		if _, err := sequence.NewSystem(kinds); err == nil {
			t.Errorf("%v is a system", kinds)
		}
	}
}
