package certificate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// solved returns 0.16 with its period: a chain can be made of this short run.
var solved = sync.OnceValues(func() (*sequence.Solution, error) {
	return sequence.Solve(context.Background(), sequence.MustCode("0.16"), 1<<20, nil)
})

// shortPeriods returns games whose snapshots stand closer together than their windows.
var shortPeriods = sync.OnceValues(func() (all []*sequence.Solution, err error) {
	for _, text := range []string{"0.127", "4.406", "0.56"}[:long.Of(2, 2, 3)] { // of the periods 4, 44 and, under GRUNDY_LONG=whole, 144
		s, err := sequence.Solve(context.Background(), sequence.MustCode(text), 1<<20, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
})

// shortChain returns the chain of 0.16.
func shortChain(t testing.TB, length uint64) *Chain {
	t.Helper()
	if chains[length] == nil {
		s, err := solved()
		if err != nil {
			t.Fatal(err)
		}
		if chains[length], err = NewChain(t.Context(), s, s.Period, length, nil); err != nil {
			t.Fatal(err)
		}
	}
	return resealed(t, chains[length], func(*Chain) {})
}

// chains are those that shortChain has made.
var chains = map[uint64]*Chain{}

// allOf returns all segments.
func allOf(c *Chain) (all []int) {
	for i := range c.Segments() {
		all = append(all, i)
	}
	return all
}

// verifyChain checks all of a chain.
func verifyChain(ctx context.Context, c *Chain, workers int) error {
	v, err := NewChainVerifier(ctx, c)
	if err != nil {
		return err
	}
	defer v.Close()
	return v.Segments(ctx, allOf(c), workers, nil)
}

// Chains of segments of any length hold, on any number of goroutines; read and written they are
// the same.
func TestChain(t *testing.T) {
	for workers, length := range long.Every(2, []uint64{0, 50000}) {
		c := shortChain(t, length)
		if c.Preperiod != 105351 || c.Period != 149459 || c.Segments() < 3 {
			t.Errorf("%d, %d in %d segments", c.Preperiod, c.Period, c.Segments())
		}
		if err := verifyChain(t.Context(), c, 1+workers); err != nil {
			t.Errorf("segments of %d: %v", length, err)
		}
		var out bytes.Buffer
		if err := c.Write(&out); err != nil || !IsChain(out.Bytes()) {
			t.Fatal(err)
		}
		read, err := ReadChain(t.Context(), &out)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(c)
		if got, _ := json.Marshal(read); !bytes.Equal(got, want) {
			t.Errorf("written and read it is another:\n%.300s\n%.300s", got, want)
		}
	}
}

// Short periods have chains whose snapshots overlap. They hold, with the exceptions that the
// engine counts.
func TestChainsOfShortPeriods(t *testing.T) {
	long.Only(t)
	games, err := shortPeriods()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range games[:long.Of(2, 2, 3)] {
		for _, length := range []uint64{0, 1 << 16}[:long.Of(1, 1, 2)] {
			c, err := NewChain(t.Context(), s, s.Period, length, nil)
			if err != nil {
				t.Error(err)
				continue
			}
			if err := verifyChain(t.Context(), c, 2); err != nil {
				t.Errorf("%s, segments of %d: %v", c.Game, length, err)
			}
			want, err := s.Exceptions(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			v, err := NewChainVerifier(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := v.AllExceptions(t.Context(), 1, nil); err != nil || got != want.Count {
				t.Errorf("%s: %d exceptions, want %d; %v", c.Game, got, want.Count, err)
			}
			v.Close()
		}
	}
}

// Of the chain of a short period, changed or with a false claim of true values, none is accepted.
func TestFalseChainsOfShortPeriods(t *testing.T) {
	long.Only(t)
	games, err := shortPeriods()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range games[1:] {
		for name, change := range map[string]func(r *period.Result){
			"the preperiod is more": func(r *period.Result) { r.Preperiod++ },
			"the preperiod is less": func(r *period.Result) { r.Preperiod-- },
			"two periods":           func(r *period.Result) { r.Period *= 2 },
			"nine periods":          func(r *period.Result) { r.Period *= 9 },
			"half the period":       func(r *period.Result) { r.Period /= 2 },
		} {
			r := s.Period
			change(&r)
			if _, err := NewChain(t.Context(), s, r, 0, nil); err == nil {
				t.Errorf("%s: %s: there is a chain", s.Code, name)
			}
		}
		c, err := NewChain(t.Context(), s, s.Period, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewChainVerifier(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		m, end := v.m, len(c.Snapshots)-1
		verify := func(changed *Chain) error {
			m, err := changed.suits()
			if err != nil {
				return err
			}
			w := &ChainVerifier{chain: changed, m: m, game: v.game, account: v.account}
			return w.Segments(t.Context(), allOf(changed)[m-1:], 1, nil)
		}
		if err := verify(c); err != nil {
			t.Fatal(err)
		}
		refused := func(name string, change func(c *Chain)) {
			if err := verify(resealed(t, c, change)); err == nil {
				t.Errorf("%s: %s: it is accepted", c.Game, name)
			}
		}
		here, last := c.Snapshots[m], c.Snapshots[end]
		known := append(bytes.Clone(here.Values), last.Values[len(last.Values)-int(c.Period):]...) // from q - 1 on
		before := func(at uint64, width int) []byte {
			n := int(at - here.begins())
			return bytes.Clone(known[n-width : n])
		}
		for i := m; i <= end; i++ {
			x := c.Snapshots[i]
			if !bytes.Equal(x.Values, before(x.At, len(x.Values))) {
				t.Fatalf("%s: snapshot %d is not what the sequence has", c.Game, i)
			}
			if i > m && i < end { // true values, and more or less of them
				refused("a value less", func(c *Chain) { c.Snapshots[i].Values = x.Values[1:] })
				refused("a value more", func(c *Chain) { c.Snapshots[i].Values = before(x.At, len(x.Values)+1) })
				refused("values from before the preperiod on", func(c *Chain) { c.Snapshots[i].Values = known[:x.At-here.begins()] })
				refused("none there", func(c *Chain) { c.Snapshots = slices.Delete(c.Snapshots, i, i+1) })
			}
			for k := 0; k < len(x.Values); k += 1 + len(x.Values)/long.Of(3, 3, 8) { // also what many snapshots have
				n := x.begins() + uint64(k)
				refused("a value", func(c *Chain) { c.Snapshots[i].Values[k] ^= 7 })
				refused("a value of all snapshots", func(c *Chain) {
					for j := m; j <= end; j++ {
						if y := c.Snapshots[j]; n >= y.begins() && n < y.At {
							y.Values[n-y.begins()] ^= 3
						}
					}
				})
			}
		}
		refused("the next preperiod", func(c *Chain) {
			c.Preperiod++
			c.Snapshots[m].Values, c.Snapshots[end].Values = here.Values[1:], last.Values[1:]
		})
		refused("the preperiod before", func(c *Chain) { c.Preperiod-- })
		p := c.Period / 2
		refused("half the period", func(c *Chain) {
			i, _ := c.at(here.At + p)
			c.Period, c.Snapshots = p, c.Snapshots[:i+1]
			c.Snapshots[i].Values = before(here.At+p, len(here.Values))
		})
		refused("half the period, in the values of the snapshot before", func(c *Chain) {
			i, _ := c.at(here.At + p)
			c.Period, c.Snapshots = p, c.Snapshots[:i+1]
			c.Snapshots[i].Values = append([]byte{here.Values[0] ^ 3}, here.Values[1:]...)
		})
		r := s.Period // the chain of two periods, drawn up without the check of its end
		r.Period *= 2
		twice, err := draw(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifyChain(t.Context(), resealed(t, twice, func(*Chain) {}), 1); err == nil || !strings.Contains(err.Error(), "nothing shows that") {
			t.Errorf("%s: twice the period: %v", c.Game, err)
		}
	}
}

// draw makes a chain without a check of its end.
func draw(ctx context.Context, game Game, r period.Result) (*Chain, error) {
	d, err := drawChain(ctx, game, r, segmentLength, mostChain, nil)
	if err != nil {
		return nil, err
	}
	d.Close()
	d.chain.Snapshots = d.made
	return d.chain, nil
}

// Where a file would be too large, its segments become longer.
func TestLargeChain(t *testing.T) {
	long.Only(t)
	s, err := solved()
	if err != nil {
		t.Fatal(err)
	}
	const length = 1 << 16
	var out bytes.Buffer
	if err := shortChain(t, length).Write(&out); err != nil {
		t.Fatal(err)
	}
	most := out.Len() - 1
	if c, err := newChain(t.Context(), s, s.Period, length, most, nil); err != nil {
		t.Fatal(err)
	} else if err := verifyChain(t.Context(), c, 1); err != nil {
		t.Error(err)
	} else if out.Reset(); c.Write(&out) != nil || out.Len() > most {
		t.Errorf("the file has %d bytes, of at most %d", out.Len(), most)
	}
}

// resealed returns a copy of a chain, changed, with the digest of what it says then.
func resealed(t testing.TB, c *Chain, change func(c *Chain)) *Chain {
	t.Helper()
	other := *c
	other.Rare, other.Snapshots = slices.Clone(c.Rare), slices.Clone(c.Snapshots)
	for i := range other.Snapshots {
		other.Snapshots[i].Values = bytes.Clone(c.Snapshots[i].Values)
	}
	change(&other)
	var err error
	if other.Digest, err = other.digest(); err != nil {
		t.Fatal(err)
	}
	return &other
}

// A chain in which something is changed is refused, with a right digest, and says why.
func TestChangedChains(t *testing.T) {
	c := shortChain(t, 1<<16)
	m, last := -1, len(c.Snapshots)-1
	for i, s := range c.Snapshots {
		if s.At == c.Snapshots[last].At-c.Period {
			m = i
		}
	}
	v, err := NewChainVerifier(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	type change struct {
		name string
		of   func(c *Chain)
		at   int // the only snapshot that is changed, or 0
	}
	changes := []change{
		{"game", func(c *Chain) { c.Game = "0.56" }, 0},
		{"format", func(c *Chain) { c.Format = "grundy period chain 2" }, 0},
		{"timed", func(c *Chain) { c.Timed = !c.Timed }, 0},
		{"no snapshot", func(c *Chain) { c.Snapshots = nil }, 0},
		{"one snapshot", func(c *Chain) { c.Snapshots = c.Snapshots[:1] }, 0},
		{"preperiod more", func(c *Chain) { c.Preperiod++ }, 0},
		{"preperiod less", func(c *Chain) { c.Preperiod-- }, 0},
		{"preperiod 0", func(c *Chain) { c.Preperiod = 0 }, 0},
		{"huge preperiod", func(c *Chain) { c.Preperiod = 1<<64 - 1 }, 0},
		{"period more", func(c *Chain) { c.Period++ }, 0},
		{"period less", func(c *Chain) { c.Period-- }, 0},
		{"period 0", func(c *Chain) { c.Period = 0 }, 0},
		{"huge period", func(c *Chain) { c.Period = 1<<64 - 1 }, 0},
		{"mask", func(c *Chain) { c.Mask ^= 1 }, 0},
		{"mask 0", func(c *Chain) { c.Mask = 0 }, 0},
		{"mask of no value", func(c *Chain) { c.Mask |= 1 << 20 }, 0},
		{"no rare heaps", func(c *Chain) { c.Rare = []uint64{} }, 0},
		{"a rare heap too many", func(c *Chain) { c.Rare = append(c.Rare, 20000) }, 0},
		{"a huge rare heap", func(c *Chain) { c.Rare = append(c.Rare, 1<<63) }, 0},
		{"huge place", func(c *Chain) { c.Snapshots[last].At = 1 << 63 }, 0},
		{"huge base", func(c *Chain) { c.Snapshots[0].At = 1 << 62 }, 0},
		{"turned round", func(c *Chain) { slices.Reverse(c.Snapshots) }, 0},
		{"no hash", func(c *Chain) { c.Snapshots[1].Hash = "" }, 0},
		{"hash in capitals", func(c *Chain) { c.Snapshots[1].Hash = strings.ToUpper(c.Snapshots[1].Hash) }, 0},
		{"no values", func(c *Chain) { c.Snapshots[1].Values = nil }, 0},
		{"many values", func(c *Chain) { c.Snapshots[1].Values = make([]byte, 1<<17) }, 0},
		{"a rare value", func(c *Chain) { c.Snapshots[2].Values[5] = 0 }, 0},
		{"both snapshots without the first value", func(c *Chain) {
			c.Preperiod++
			for _, i := range []int{m, last} {
				c.Snapshots[i].Values = c.Snapshots[i].Values[1:]
			}
		}, 0},
		{"a value in both snapshots", func(c *Chain) {
			a, b := c.Snapshots[m].Values, c.Snapshots[last].Values
			a[77], b[77] = a[78], b[78]
		}, 0},
	}
	for i := 0; i < len(c.Rare); i += long.Of(27, 2, 1) {
		changes = append(changes,
			change{"a rare heap less", func(c *Chain) { c.Rare = slices.Delete(c.Rare, i, i+1) }, 0},
			change{"another rare heap", func(c *Chain) { c.Rare[i]++ }, 0})
	}
	for i := range c.Snapshots {
		if i%long.Of(16, 1, 1) > 0 && i != m && i != last {
			continue
		}
		changes = append(changes,
			change{"place", func(c *Chain) { c.Snapshots[i].At++ }, i},
			change{"place", func(c *Chain) { c.Snapshots[i].At-- }, i},
			change{"hash", func(c *Chain) { c.Snapshots[i].Hash = strings.Repeat("0", 64) }, i},
			change{"a value less", func(c *Chain) { c.Snapshots[i].Values = c.Snapshots[i].Values[1:] }, i},
			change{"the last value twice", func(c *Chain) {
				s := &c.Snapshots[i]
				s.Values = append(s.Values[1:], s.Values[len(s.Values)-1])
			}, i},
			change{"the first value", func(c *Chain) { c.Snapshots[i].Values[0] ^= 6 }, i},
			change{"dropped", func(c *Chain) { c.Snapshots = slices.Delete(c.Snapshots, i, i+1) }, i})
		if i > 0 {
			changes = append(changes, change{"exchanged", func(c *Chain) {
				a, b := &c.Snapshots[i-1], &c.Snapshots[i]
				a.Hash, a.Values, b.Hash, b.Values = b.Hash, b.Values, a.Hash, a.Values
			}, i - 1})
		}
	}
	reasons := map[string]bool{}
	changes = long.Every(3, changes)
	for _, x := range changes {
		changed := resealed(t, c, x.of)
		var err error
		if x.at == 0 {
			err = verifyChain(t.Context(), changed, 1)
		} else if m, problem := changed.suits(); problem != nil {
			err = problem
		} else { // the heaps before the first snapshot, and the other segments, are the same
			w := &ChainVerifier{chain: changed, m: m, game: v.game, account: v.account}
			err = w.Segments(t.Context(), allOf(changed)[x.at-1:min(x.at+2, changed.Segments())], 1, nil)
		}
		if err == nil {
			t.Errorf("%s: it is accepted", x.name)
		} else if text := err.Error(); strings.Contains(text, "digest") || strings.ContainsAny(text, "\n\x00") {
			t.Errorf("%s: %s", x.name, text)
		} else {
			reasons[text] = true
		}
	}
	if len(reasons) < len(changes)/3 {
		t.Errorf("%d changes have %d reasons", len(changes), len(reasons))
	}
	c.Period++
	if err := verifyChain(t.Context(), c, 1); err == nil || !strings.Contains(err.Error(), "digest") {
		t.Errorf("without a right digest: %v", err)
	}
}

// Claims that are false of true values: no chain is made of them, and if one is drawn up, it
// is refused.
func TestFalseChains(t *testing.T) {
	s, err := solved()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(r *period.Result){
		"the preperiod is more":    func(r *period.Result) { r.Preperiod += 5 },
		"the preperiod is less":    func(r *period.Result) { r.Preperiod-- },
		"two periods":              func(r *period.Result) { r.Period *= 2 },
		"another period":           func(r *period.Result) { r.Period += 2 },
		"a bound of the preperiod": func(r *period.Result) { r.AtMost = true },
		"not proved":               func(r *period.Result) { r.Proved = false },
		"another theorem":          func(r *period.Result) { r.Proof = period.GuySmithProof{} },
		"a huge period":            func(r *period.Result) { r.Period = 1 << 63 },
		"a huge preperiod":         func(r *period.Result) { r.Preperiod = 1<<64 - 1 },
		"a small preperiod":        func(r *period.Result) { r.Preperiod = 100 },
	} {
		if !long.Asked && (name == "two periods" || name == "the preperiod is more") {
			continue // whose values are compared one by one, as those of another period and of a lesser preperiod
		}
		r := s.Period
		change(&r)
		if _, err := NewChain(t.Context(), s, r, 1<<16, nil); err == nil {
			t.Errorf("%s: there is a chain", name)
		}
	}
}

// Memory is charged, an end is heard, and segments are counted.
func TestChainWithinMeansRace(t *testing.T) {
	c := shortChain(t, 1<<16)
	if _, err := NewChainVerifier(meter.With(t.Context(), 1<<10), c); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("in 1 KiB: %v", err)
	}
	v, err := NewChainVerifier(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Segment(meter.With(t.Context(), 1<<20), 1, nil); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("in 1 MiB: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := v.Segments(ended, allOf(c), 2, nil); err == nil {
		t.Error("it does not hear the end")
	}
	done, total := uint64(0), uint64(0)
	progress := grundy.Progress(func(d, t uint64) { done, total = max(done, d), t })
	if err := v.Segments(t.Context(), []int{1, 2}, 2, progress); err != nil || done != total || total != c.Snapshots[3].At-c.Snapshots[1].At {
		t.Errorf("%d of %d; %v", done, total, err)
	}
}

// The first of several false segments is named, on any number of goroutines.
func TestFirstFalseSegmentRace(t *testing.T) {
	c := resealed(t, shortChain(t, 50000), func(c *Chain) {
		for i := 2; i < len(c.Snapshots); i++ {
			c.Snapshots[i].Hash = strings.Repeat("1", 64)
		}
	})
	for _, workers := range []int{1, 3} {
		if workers == 1 && (testing.Short() || !long.Asked) {
			continue // for the race detector
		}
		if err := verifyChain(t.Context(), c, workers); err == nil || !strings.HasPrefix(err.Error(), "segment 2, ") {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

func FuzzReadChain(t *testing.F) {
	f := fuzz.Seeds(t)
	c := longestChain(f)
	c.Snapshots = []Snapshot{{1 << 14, c.Snapshots[0].Hash, []byte{4, 1, 4}}, {1 << 15, c.Snapshots[1].Hash, []byte{2, 1, 2}}}
	v, err := openChain(f.Context(), c) // of few heaps
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(v.Close)
	text, err := json.Marshal(c)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format":"grundy period chain 1","game":"0.16","preperiod":1,"period":1,"mask":1,"timed":false,"rare":null,"snapshots":null,"digest":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ReadChain(t.Context(), bytes.NewReader(text))
		if err != nil {
			return
		}
		c = resealed(t, c, func(*Chain) {})
		if m, err := c.suits(); err == nil && c.Snapshots[m].At <= c.Preperiod {
			t.Errorf("the period begins at %d, before the preperiod", c.Snapshots[m].At)
		}
		for _, x := range c.Snapshots { // any values before any heap, of a game that is known
			if x.At < 1<<15 || x.At > 1<<40 || uint64(len(x.Values)) > x.At {
				continue
			}
			long := bytes.Repeat(x.Values, v.game.reach/max(1, len(x.Values))+1)
			if s, err := v.game.newSegment(int(x.At), long); err == nil {
				_ = s.oneByOne(t.Context(), int(x.At)+100)
			}
		}
	})
}

// longestChain returns the chain of 0.106.
func longestChain(t testing.TB) *Chain {
	t.Helper()
	in, err := os.Open("testdata/0.106.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	c, err := ReadChain(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The chain of 0.106: its end holds, and its shortest segment, behind the preperiod; with
// GRUNDY_LONG=whole also one of 2^30 values.
func TestLongestChain(t *testing.T) {
	c := longestChain(t)
	v, err := NewChainVerifier(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if c.Preperiod != 465384263797 || c.Period != 328226140474 {
		t.Errorf("preperiod %d, period %d", c.Preperiod, c.Period)
	}
	segments := allOf(c)
	slices.SortFunc(segments, func(a, b int) int { return cmp.Compare(c.Values([]int{a}), c.Values([]int{b})) })
	segments = append(segments[:1:1], segments[len(segments)-long.Of(0, 0, 1):]...)
	for _, i := range segments {
		if err := v.Segment(t.Context(), i, nil); err != nil {
			t.Error(err)
		}
	}
}
