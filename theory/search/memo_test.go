package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

var ctx = context.Background()

func nimValue[K search.Key](t testing.TB, r search.Rules[K], k K) uint64 {
	t.Helper()
	v, err := search.NimValue(ctx, r, k, search.Options{})
	if err != nil {
		t.Fatalf("%v: %v", k, err)
	}
	return v
}

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestCramIsAsPublished(t *testing.T) {
	var published struct {
		Nimbers map[string]map[string]uint64
	}
	readJSON(t, "cram.json", &published)
	most := 20
	if long.Asked {
		most = 30
	}
	compared := 0
	for h, row := range published.Nimbers {
		for w, want := range row {
			height, _ := strconv.Atoi(h)
			width, _ := strconv.Atoi(w)
			if width*height > most {
				continue
			}
			g := &cram{width: width, height: height}
			if got := nimValue(t, search.Rules[uint64](g), g.full()); got != want {
				t.Errorf("cram %d x %d: %d, published %d", height, width, got, want)
			}
			compared++
		}
	}
	if compared < 4 && most == 30 || compared < 2 {
		t.Errorf("only %d boards compared", compared)
	}
}

func TestQueensAreAsPublished(t *testing.T) {
	var published struct{ Values []uint64 }
	readJSON(t, "nonattacking_queens.json", &published)
	for side := 1; side <= 8; side++ {
		g := newQueens(side)
		memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
		got, err := memo.Value(ctx, uint64(1)<<(side*side)-1)
		if err != nil || got != published.Values[side] {
			t.Errorf("queens on %d x %d: %d, %v, published %d", side, side, got, err, published.Values[side])
		}
		t.Logf("%d x %d: %d positions", side, side, memo.Positions())
	}
}

// The nim-values of Kayles: OEIS A002186.
func TestKaylesIsAsPublished(t *testing.T) {
	want := []uint64{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7}
	texts := search.NewMemo(search.Rules[string](kayles{}), search.Options{})
	for n, v := range want {
		got, err := texts.Value(ctx, strings.Repeat("X", n))
		if err != nil || got != v {
			t.Errorf("kayles of %d pins: %d, %v, want %d", n, got, err, v)
		}
		if got := nimValue(t, search.Rules[[2]uint64](kaylesWords{}), [2]uint64{1<<n - 1}); got != v {
			t.Errorf("kayles of %d pins in words: %d, want %d", n, got, v)
		}
	}
}

// wholeCram lists whole boards, without parts or symmetry, for the oracle.
type wholeCram struct{ *cram }

func (g wholeCram) AppendOptions(dst []uint64, board uint64) []uint64 {
	var m search.Moves[uint64]
	plain := cram{width: g.width, height: g.height, plain: true}
	if err := plain.AppendMoves(&m, board); err != nil {
		panic(err)
	}
	slices.Sort(m.Parts)
	return append(dst, slices.Compact(m.Parts)...)
}

func (g wholeCram) AppendPosition(dst []byte, board uint64) []byte {
	return fmt.Appendf(dst, "cram(%x)", board)
}

// Every board of 3 x 3, in parts and turned, against the whole board by the
// definition.
func TestPartsAgainstOracle(t *testing.T) {
	g := &cram{width: 3, height: 3}
	memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
	var o oracle.Oracle
	for board := range uint64(1 << 9) {
		want := o.Value(grundy.Place(wholeCram{g}, board))
		got := uint64(0)
		for _, part := range g.appendParts(nil, board) {
			v, err := memo.Value(ctx, part)
			if err != nil {
				t.Fatal(err)
			}
			got ^= v
		}
		if got != want {
			t.Fatalf("board %b: %d, want %d", board, got, want)
		}
	}
}

// randomSums draws a game whose moves lead to sums of lower positions.
func randomSums(t *rapid.T, most int) sums {
	g := make(sums, rapid.IntRange(1, most).Draw(t, "positions"))
	for i := 1; i < len(g); i++ {
		for range rapid.IntRange(0, 5).Draw(t, "options") {
			g[i] = append(g[i], rapid.SliceOfN(rapid.Uint64Max(uint64(i-1)), 0, 3).Draw(t, "parts"))
		}
	}
	return g
}

func TestMemoAgainstRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomSums(t, 40)
		search.SetHoldBytes(t, rapid.SampledFrom([]uint64{0, 200, 1 << 20}).Draw(t, "held"))
		slow := newNaive(search.Rules[uint64](g))
		memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
		texts := search.NewMemo(search.Rules[string](texted{g}), search.Options{})
		for range 5 {
			k := rapid.Uint64Max(uint64(len(g)-1)).Draw(t, "position")
			want := slow.value(k)
			if got, err := memo.Value(ctx, k); err != nil || got != want {
				t.Fatalf("position %d of %v: %d, %v, want %d", k, g, got, err, want)
			}
			if got, ok := memo.Known(k); !ok || got != want {
				t.Fatalf("position %d of %v: %d is known, %v, want %d", k, g, got, ok, want)
			}
			if got, err := texts.Value(ctx, strconv.FormatUint(k, 10)); err != nil || got != want {
				t.Fatalf("position %d of %v by text: %d, %v, want %d", k, g, got, err, want)
			}
		}
		if memo.Positions() != texts.Positions() || memo.Positions() != uint64(len(slow.known)) {
			t.Fatalf("%d positions met by numbers, %d by texts, %d by recursion", memo.Positions(), texts.Positions(), len(slow.known))
		}
	})
}

// graphRules are the moves of an oracle's graph.
type graphRules struct{ oracle.Graph }

func (g graphRules) AppendMoves(m *search.Moves[uint64], k uint64) error {
	for _, q := range g.Graph[k] {
		m.Add(uint64(q))
	}
	return nil
}

func TestMeasuresAgainstOracle(t *testing.T) {
	random := chance.New(t, 97)
	for range 60 {
		g := make(oracle.Graph, 12)
		for i := range g {
			for j := range i {
				if random.IntN(3) == 0 {
					g[i] = append(g[i], j)
				}
			}
		}
		var o oracle.Oracle
		outcome := func(c grundy.Component, convention grundy.Convention) uint64 {
			if o.Wins(oracle.One, convention, []grundy.Component{c}) {
				return 1
			}
			return 0
		}
		for measure, want := range map[grundy.Measure]func(grundy.Component) uint64{
			grundy.ByNimValue:         o.Value,
			grundy.ByRemoteness:       o.Remoteness,
			grundy.ByMisereRemoteness: func(c grundy.Component) uint64 { return o.Length(c, grundy.Misere, false) },
			grundy.BySuspense:         func(c grundy.Component) uint64 { return o.Length(c, grundy.Normal, true) },
			grundy.ByMisereSuspense:   func(c grundy.Component) uint64 { return o.Length(c, grundy.Misere, true) },
			grundy.ByOutcome:          func(c grundy.Component) uint64 { return outcome(c, grundy.Normal) },
			grundy.ByOutcomes: func(c grundy.Component) uint64 {
				return compound.BothOutcomes(len(c.AppendOptions(nil)) == 0,
					grundy.Outcome(outcome(c, grundy.Normal)), grundy.Outcome(outcome(c, grundy.Misere)))
			},
		} {
			d, ok := compound.Define(measure)
			if !ok {
				t.Fatalf("no definition of the %v", measure)
			}
			memo := search.NewMeasure(search.Rules[uint64](graphRules{g}), d, search.Options{})
			for k := len(g) - 1; k >= 0; k-- {
				c := grundy.Place(g, k)
				if got, err := memo.Value(ctx, uint64(k)); err != nil || got != want(c) {
					t.Fatalf("%v of %v: %d, %v, want %d", measure, c, got, err, want(c))
				}
			}
		}
	}
}

// An outcome is settled by one option that is P: the others are not looked at.
func TestEnoughIsEnough(t *testing.T) {
	wide := make(sums, 1000)
	for i := range uint64(len(wide)) - 1 {
		wide[i+1] = [][]uint64{{0}, {i}}
	}
	define := compound.OutcomeIn(grundy.Normal)
	memo := search.NewMeasure(search.Rules[uint64](wide), define, search.Options{})
	if v, err := memo.Value(ctx, 999); err != nil || v != 1 {
		t.Errorf("outcome %d, %v, want 1", v, err)
	}
	if memo.Positions() != 2 {
		t.Errorf("%d positions met, want 2", memo.Positions())
	}
	two := sums{nil, nil, {{0, 1}}}
	if _, err := search.NewMeasure(search.Rules[uint64](two), define, search.Options{}).Value(ctx, 2); !errors.Is(err, search.ErrSum) {
		t.Errorf("the outcome of a sum: %v, want %v", err, search.ErrSum)
	}
}

// A definition with Plus values moves that leave sums: here the length of the longest
// play of games that split a heap in three, one part of them empty now and then.
func TestMeasureOfSums(t *testing.T) {
	split := sums{}
	longest := []uint64{}
	for n := range uint64(40) {
		var moves [][]uint64
		best := uint64(0)
		for a := range n {
			b := (n - 1 - a) / 2
			moves = append(moves, []uint64{a, b, n - 1 - a - b})
			best = max(best, 1+longest[a]+longest[b]+longest[n-1-a-b])
		}
		split, longest = append(split, moves), append(longest, best)
	}
	define := compound.Definition{
		Of: func(options []uint64) uint64 {
			if len(options) == 0 {
				return 0
			}
			return 1 + slices.Max(options)
		},
		Plus: func(a, b uint64) uint64 { return a + b },
	}
	memo := search.NewMeasure(search.Rules[uint64](split), define, search.Options{})
	for n, want := range longest {
		if v, err := memo.Value(t.Context(), uint64(n)); err != nil || v != want {
			t.Errorf("%d: %d, %v, want %d", n, v, err, want)
		}
	}
}

// stairs goes down step by step; from multiples of 3 also by two.
type stairs struct{}

func (stairs) AppendMoves(m *search.Moves[uint64], n uint64) error {
	if n > 0 {
		m.Add(n - 1)
	}
	if n > 1 && n%3 == 0 {
		m.Add(n - 2)
	}
	return nil
}

func TestGamesOfAMillionMoves(t *testing.T) {
	most := long.Or[uint64](250_000, 1_000_000)
	want := []uint64{0, 1}
	for n := uint64(2); n <= most; n++ {
		if n%3 == 0 {
			want = append(want, uint64(grundy.Mex(grundy.Value(want[n-1]), grundy.Value(want[n-2]))))
		} else {
			want = append(want, uint64(grundy.Mex(grundy.Value(want[n-1]))))
		}
	}
	if got := nimValue(t, search.Rules[uint64](stairs{}), most); got != want[most] {
		t.Errorf("%d, want %d", got, want[most])
	}
}

// nim is a heap whose first option is the largest, so that a search that keeps
// the moves of all positions on its way would hold n²/2 of them.
type nim struct{}

func (nim) AppendMoves(m *search.Moves[uint64], n uint64) error {
	for k := n; k > 0; k-- {
		m.Parts = append(m.Parts, k-1)
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return nil
}

func TestStackForgetsMoves(t *testing.T) {
	long.Only(t)
	memo := search.NewMemo(search.Rules[uint64](nim{}), search.Options{Memory: 200 << 20})
	if v, err := memo.Value(ctx, 6000); err != nil || v != 6000 { // 144 MB of parts and 144 of ends
		t.Fatalf("%d, %v", v, err)
	}
	if memo.Bytes() > 100<<20 {
		t.Errorf("%d bytes in use", memo.Bytes())
	}
}

// powers has positions of nim-value 2^k: its options are all sums of positions
// below it.
type powers struct{}

func (powers) AppendMoves(m *search.Moves[uint64], k uint64) error {
	for set := range uint64(1) << k {
		for i := range k {
			if set>>i&1 == 1 {
				m.Parts = append(m.Parts, i)
			}
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return nil
}

func TestCellsAreAsWideAsNeeded(t *testing.T) {
	for cell, want := range map[uint64]uint64{255: 1, 256: 2, 65535: 2, 65536: 4, math.MaxUint32: 4} {
		if got := search.WidthFor(cell); got != want {
			t.Errorf("a cell of %d: %d bytes each, want %d", cell, got, want)
		}
	}
}

func TestCellsGetWider(t *testing.T) {
	memo := search.NewMemo(search.Rules[uint64](powers{}), search.Options{})
	for _, k := range []uint64{3, long.Or[uint64](17, 18), 7, 8, 9, 15, 16, 17} {
		if v, err := memo.Value(ctx, k); err != nil || v != 1<<k {
			t.Errorf("position %d: %d, %v, want %d", k, v, err, uint64(1)<<k)
		}
	}
}

func TestCyclesAreShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomSums(t, 12)
		search.SetHoldBytes(t, rapid.SampledFrom([]uint64{0, 1 << 20}).Draw(t, "held"))
		for range rapid.IntRange(1, 3).Draw(t, "moves up") {
			from := rapid.IntRange(0, len(g)-1).Draw(t, "from")
			g[from] = append(g[from], []uint64{rapid.Uint64Max(uint64(len(g)-1)).Draw(t, "to")})
		}
		memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
		for k := range uint64(len(g)) {
			v, err := memo.Value(ctx, k)
			cyclic := reachesCycle(g, k, nil)
			if (err != nil) != cyclic {
				t.Fatalf("position %d of %v: %v, reaches a cycle: %v", k, g, err, cyclic)
			}
			if err == nil {
				if want := newNaive(search.Rules[uint64](g)).value(k); v != want {
					t.Fatalf("position %d of %v: %d, want %d", k, g, v, want)
				}
				continue
			}
			var cycle *search.CycleError[uint64]
			if !errors.As(err, &cycle) || len(cycle.Positions) == 0 {
				t.Fatalf("position %d of %v: %v", k, g, err)
			}
			for i, p := range cycle.Positions {
				next := cycle.Positions[(i+1)%len(cycle.Positions)]
				if !slices.ContainsFunc(g[p], func(parts []uint64) bool { return slices.Contains(parts, next) }) {
					t.Fatalf("%v: no cycle, there is no move from %d to %d", cycle.Positions, p, next)
				}
			}
		}
	})
}

func reachesCycle(g sums, k uint64, path []uint64) bool {
	if slices.Contains(path, k) {
		return true
	}
	for _, parts := range g[k] {
		for _, p := range parts {
			if reachesCycle(g, p, append(path, k)) {
				return true
			}
		}
	}
	return false
}

func TestBudgets(t *testing.T) {
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	g := &cram{width: long.Of(4, 4, 5), height: 5}
	want := long.Of[uint64](2, 2, 0)
	rules := search.Rules[uint64](g)
	for _, c := range []struct {
		ctx     context.Context
		options search.Options
		want    error
		what    string
	}{
		{ctx, search.Options{Positions: 100}, grundy.ErrBudget, "positions"},
		{ctx, search.Options{Steps: 1000}, grundy.ErrBudget, "steps"},
		{ctx, search.Options{Memory: 40_000}, grundy.ErrBudget, "memory"},
		{stopped, search.Options{}, context.Canceled, ""},
	} {
		memo := search.NewMemo(rules, c.options)
		_, err := memo.Value(c.ctx, g.full())
		if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.what) {
			t.Errorf("%+v: %v, want %v: %s", c.options, err, c.want, c.what)
		}
		if c.options.Positions > 0 && memo.Positions() != c.options.Positions {
			t.Errorf("%d positions met, allowed %d", memo.Positions(), c.options.Positions)
		}
		memo.SetOptions(search.Options{}) // and now without bounds, from where it stopped
		if v, err := memo.Value(ctx, g.full()); err != nil || v != want {
			t.Errorf("%+v: afterwards %d, %v", c.options, v, err)
		}
	}
	texts := search.NewMemo(search.Rules[string](kayles{}), search.Options{Memory: 30_000})
	if _, err := texts.Value(ctx, strings.Repeat("X", 5000)); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("kayles by text: %v", err)
	}
	line := search.NewMemo(search.Rules[uint64](fails{nil}), search.Options{Steps: 100}) // where each position is met once
	if _, err := line.Value(ctx, 1000); !errors.Is(err, grundy.ErrBudget) || line.Steps() != 101 {
		t.Errorf("%d steps of a line: %v", line.Steps(), err)
	}
	line.SetOptions(search.Options{})
	if v, err := line.Value(ctx, 1000); err != nil || v != 0 || line.Steps() > 1101 {
		t.Errorf("a line afterwards: %d, %v, %d steps", v, err, line.Steps())
	}
	failing := errors.New("no such position")
	if _, err := search.NimValue(ctx, search.Rules[uint64](fails{failing}), 5, search.Options{}); !errors.Is(err, failing) {
		t.Errorf("the error of the rules: %v", err)
	}
}

type fails struct{ err error }

func (g fails) AppendMoves(m *search.Moves[uint64], k uint64) error {
	if k == 0 {
		return g.err
	}
	m.Add(k - 1)
	return nil
}

func TestPositionsAreCounted(t *testing.T) {
	ctx := meter.With(ctx, 0)
	g := &cram{width: 4, height: 5}
	memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
	if _, err := memo.Value(ctx, g.full()); err != nil {
		t.Fatal(err)
	}
	if counted, _ := meter.Of(ctx).Counted(); counted == 0 || counted > memo.Positions() {
		t.Errorf("%d positions are counted of %d", counted, memo.Positions())
	}
}

// FuzzStores compares the tables of all kinds of keys with a map.
func FuzzStores(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add([]byte("some keys, some of them twice: abc abc"), uint16(3))
	f.Add([]byte{0, 0, 0, 0, 1, 2, 255, 255}, uint16(2000))
	f.Fuzz(func(t *testing.T, data []byte, spread uint16) {
		search.CheckStores(t, data, uint64(spread))
	})
}

func TestStoresGrow(t *testing.T) {
	random := chance.New(t, 98)
	data := make([]byte, 20_000)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for _, spread := range []uint64{0, 1, 70_000} {
		search.CheckStores(t, data, spread)
	}
}

// A fold follows the moves, may fail and go on; a value that is set is not searched for.
func TestFold(t *testing.T) {
	stop := errors.New("stop")
	most := uint64(3)
	fold := func(options [][]uint64) (v uint64, err error) {
		if uint64(len(options)) > most {
			return 0, stop
		}
		for _, parts := range options {
			for _, part := range parts {
				v = 2*v + part
			}
			v *= 3
		}
		return v + 1, nil
	}
	rules := sums{{}, {{0}}, {{0}, {1}}, {{0}, {1}, {2, 1}}, {{3}, {1}, {}, {2, 0}}}
	memo := search.NewFold(search.Rules[uint64](rules), fold, search.Options{})
	if _, err := memo.Value(ctx, 4); !errors.Is(err, stop) {
		t.Errorf("a fold that fails: %v", err)
	}
	most = 4
	if v, err := memo.Value(ctx, 4); err != nil || v != 362_854 { // 1, 4, 31, 559, and then 3·559, 3·(2·1677 + 4), 3·10,074 and 3·(2·(2·30,222 + 31) + 1), and 1
		t.Errorf("after an error: %d, %v", v, err)
	}
	known := search.NewMemo(search.Rules[uint64](rules), search.Options{})
	if err := known.Set(3, 7); err != nil {
		t.Fatal(err)
	}
	if v, err := known.Value(ctx, 4); err != nil || v != 3 || known.Positions() != 5 {
		t.Errorf("beside a value that is given: %d of %d positions, %v", v, known.Positions(), err)
	}
}
