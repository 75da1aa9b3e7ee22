package sequence

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// interrupted solves c as a user does who has no patience: the run is interrupted
// at random moments, often in the middle of a block, saved, and resumed, now and
// then with a smaller budget first.
//
// A proof may be found where a smaller budget ends: early is then true.
func interrupted(t *testing.T, c Code, budget uint64, random *rand.Rand, most int) (got *Solution, resumes int, early bool) {
	t.Helper()
	s, now := NewSession(c, budget), budget
	for {
		ctx := newCountedContext(t, 2+random.IntN(most), func() {})
		before := s.Solution().Length
		done, err := s.Advance(ctx)
		if s.Solution().Length == before {
			most += most/8 + 1 // otherwise some searches would never end
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		proved := s.Solution().Period.Proved
		if done && (proved || s.Solution().Length >= budget) {
			return s.Solution(), resumes, proved && now < budget && s.Solution().Length >= now
		}
		if err == nil && !done && random.IntN(3) > 0 {
			continue
		}
		now = budget
		if n := s.Solution().Length; !done && random.IntN(4) == 0 {
			now = min(budget, n+1+random.Uint64N(n/2+1))
		}
		var file bytes.Buffer
		if err := s.Save(&file); err != nil {
			t.Fatal(err)
		}
		if s, err = Resume(&file, now); err != nil {
			t.Fatal(c, err)
		}
		resumes++
	}
}

// Runs that are interrupted and resumed give what unbroken ones give, and these
// what the values say, also where most of the history is dropped.
func TestInterruptions(t *testing.T) {
	long.Only(t)
	for i, c := range []struct {
		code    string
		budget  uint64
		history int // how many codes are kept
		recent  int
		most    int // questions until an interruption
	}{
		{"0.16", 1 << 19, 1 << 20, 1 << 15, 200},
		{"0.16", 1 << 19, 1 << 16, 1 << 15, 200},
		{"0.16", 1 << 19, 1 << 17, 1 << 17, 300},
		{"0.127", 1 << 18, 1 << 15, 1 << 16, 100},
		{"0.106", 1 << 18, 1 << 15, 1 << 16, 100},
		{"0.106", 100_000, 1 << 20, 1 << 14, 100},
		{"0.354", 30_000, 1 << 20, 1 << 14, 2000},
		{"0.644", 1 << 16, 1 << 20, 1 << 14, 1000},
		{"0.6", 30_000, 1 << 20, 1 << 14, 3000},
		{"0.77", 1000, 1 << 20, 1 << 14, 20},
		{"0.3F", 300, 1 << 20, 1 << 14, 20},
		{"4!.0", 30_000, 1 << 20, 1 << 14, 3000},
		{"0.007", 18_000, 1 << 20, 1 << 14, 3000},
		{"0.[3]", 300, 1 << 20, 1 << 14, 2},
	} {
		if testing.Short() && c.budget > 30_000 || !long.Whole && i < 2 {
			continue
		}
		keepLess(t, c.history, c.recent)
		auditFrom(t, 1<<10)
		code := MustCode(c.code)
		unbroken, err := Solve(t.Context(), code, c.budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		if unbroken.Length > 1<<10 && unbroken.Audits == 0 {
			t.Errorf("%s: no audits", c.code)
		}
		if _, isOctal := code.octal(); isOctal && unbroken.Period.Proved && unbroken.Period.Saltus == 0 {
			comparesWithValues(t, unbroken)
		}
		rounds := long.Of(2, 2, 8)
		total := 0
		for seed := range rounds {
			random := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			got, resumes, early := interrupted(t, code, c.budget, random, c.most)
			total += resumes
			if early {
				if a, b := got.Period, unbroken.Period; a.Preperiod != b.Preperiod && !a.AtMost || a.Period != b.Period || a.Saltus != b.Saltus {
					t.Errorf("%s, seed %d, resumed %d times: %+v, want %+v", c.code, seed, resumes, a, b)
				}
				continue
			}
			if got.Period != unbroken.Period || got.Audits != unbroken.Audits || got.Length != unbroken.Length {
				t.Errorf("%s, seed %d, resumed %d times: %+v, want %+v", c.code, seed, resumes, got.Period, unbroken.Period)
			}
			if !bytes.Equal(stateOf(t, got.run), stateOf(t, unbroken.run)) {
				t.Errorf("%s, seed %d, resumed %d times: the states differ", c.code, seed, resumes)
			}
			if !got.Period.Proved {
				continue
			}
			want, err := unbroken.Exceptions(t.Context(), 100)
			if err != nil {
				t.Fatal(err)
			}
			if e, err := got.Exceptions(t.Context(), 100); err != nil || e.Count != want.Count || e.Last != want.Last || !slices.Equal(e.First, want.First) {
				t.Errorf("%s, seed %d: %d exceptions, want %d: %v", c.code, seed, e.Count, want.Count, err)
			}
		}
		if total == 0 {
			t.Errorf("%s: it was never interrupted", c.code)
		}
	}
}

// Audits that an interruption left undone are made when the session goes on, even
// if the values that are there prove a period.
func TestAuditsOfResumedSessions(t *testing.T) {
	auditFrom(t, 1<<10)
	unbroken, err := Solve(t.Context(), MustCode("0.56"), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := unbroken.Audits
	unbroken.run.audits, unbroken.run.nextAudits = 0, auditStart // as if they had been cut short from the first on
	var file bytes.Buffer
	if err := (&Session{run: unbroken.run}).Save(&file); err != nil {
		t.Fatal(err)
	}
	s, err := Resume(&file, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if done, err := s.Advance(t.Context()); err != nil || !done {
		t.Fatal(done, err)
	}
	if got := s.Solution(); !got.Period.Proved || got.Audits != before || before == 0 {
		t.Errorf("%d audits, want %d", got.Audits, before)
	}
}

// auditFrom makes runs audit themselves from n on, until the test ends.
func auditFrom(t testing.TB, n int) {
	old := auditStart
	auditStart = n
	t.Cleanup(func() { auditStart = old })
}

// stateOf returns the checkpoint of a run, except how far a recurrence was looked
// for: that may be further where a smaller budget has ended.
func stateOf(t *testing.T, r *run) []byte {
	t.Helper()
	var w *int
	anchor := 0
	switch e := r.fast.(type) {
	case *wordEngine:
		w, anchor = &e.watch.searched, e.watch.anchor
	case *blockEngine:
		w, anchor = &e.watch.searched, e.watch.anchor
	}
	if w != nil {
		searched := *w
		*w = anchor
		defer func() { *w = searched }()
	}
	var file bytes.Buffer
	if err := (&Session{run: r}).Save(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// comparesWithValues compares what is said of the period with the values of the
// scalar engine, by going through them.
func comparesWithValues(t *testing.T, s *Solution) {
	t.Helper()
	r := s.Period
	n := int(r.Preperiod + 2*r.Period)
	values := sparse(t, s.Code, n)
	q, p := int(r.Preperiod), int(r.Period)
	for m := q; m+p < n; m++ {
		if values[m] != values[m+p] {
			t.Fatalf("%s: G(%d) and G(%d) differ", s.Code, m, m+p)
		}
	}
	if q > 0 && values[q-1] == values[q-1+p] {
		t.Errorf("%s: the preperiod is less than %d", s.Code, q)
	}
	for less := 1; less < p; less++ {
		if p%less == 0 && slices.Equal(values[q:q+p-less], values[q+less:q+p]) {
			t.Errorf("%s: the period is %d, not %d", s.Code, less, p)
		}
	}
	var exceptions []uint64
	for m := range q {
		if values[m] != values[m+(q-m+p-1)/p*p] {
			exceptions = append(exceptions, uint64(m))
		}
	}
	e, err := s.Exceptions(t.Context(), len(exceptions)+1)
	if err != nil || e.Count != uint64(len(exceptions)) || !slices.Equal(e.First, exceptions) {
		t.Errorf("%s: %d exceptions, want %d: %v", s.Code, e.Count, len(exceptions), err)
	}
	random := chance.New(t, 1)
	for range 50 {
		m := random.IntN(n)
		if v, ok := s.At(uint64(m)); !ok || v != uint64(values[m]) {
			t.Errorf("%s: G(%d) is %d, want %d", s.Code, m, v, values[m])
		}
	}
	from := random.IntN(n / 2)
	var got []uint32
	err = s.Values(t.Context(), uint64(from), uint64(n), nil, func(vs []uint64) error {
		for _, v := range vs {
			got = append(got, uint32(v))
		}
		return nil
	})
	if err != nil || !slices.Equal(got, values[from:]) {
		t.Errorf("%s: %s, %v", s.Code, firstDifference(got, values[from:]), err)
	}
}

// Blocks that are computed ahead on a second core are given up whole.
func TestInterruptedAheadRace(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, text := range long.Every(2, []string{"0.6", "4!.0"}) {
		budget := long.Of[uint64](20_000, 24_000, 40_000)
		if testing.Short() {
			budget = 8_000
		}
		unbroken, err := Solve(t.Context(), MustCode(text), budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range long.Of[uint64](1, 2, 4) {
			got, _, _ := interrupted(t, MustCode(text), budget, rand.New(rand.NewPCG(3, seed)), 2000)
			if !bytes.Equal(stateOf(t, got.run), stateOf(t, unbroken.run)) {
				t.Errorf("%s, seed %d: the states differ", text, seed)
			}
		}
	}
}

// The sizes in a checkpoint cost no memory until the bytes are there.
func TestLargeSizes(t *testing.T) {
	s := NewSession(MustCode("0.106"), 1<<16)
	for s.run.fast == nil {
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	e := s.run.fast.(*wordEngine)
	v := saved{Game: "0.106", Engine: "words", Mask: e.space.mask, Timed: e.space.timed, TryAt: s.run.tryAt, ProveAt: s.run.proveAt, NextAudits: auditStart, Ledger: e.saved()}
	v.Ledger.History, v.Ledger.Recent, v.Ledger.Next = historyLimit, 2*recentLimit, historyLimit+2*recentLimit
	blocks := saved{Game: "0.6", Engine: "blocks", Mask: 1, NextAudits: auditStart, Blocks: savedBlocks{Next: blockLimit, PairAt: blockLimit, Groups: 1}}
	values := saved{Game: "0.6", NextAudits: auditStart, Values: scalarLimit}
	for _, v := range []saved{v, blocks, values} {
		file := bytes.NewBufferString(checkpointFormat)
		if err := json.NewEncoder(file).Encode(v); err != nil {
			t.Fatal(err)
		}
		file.Write(make([]byte, 1000))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Resume(file, 1<<40)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), "ends early") || used > 8<<20 {
			t.Errorf("%s: %v, %d bytes were asked for", v.Engine, err, used)
		}
	}
}
