package catalog_test

// All games that have keys, by couples and by the definition.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/search"
)

// shuffled lists moves and their parts in a drawn order, some of them twice, and knows neither sizes
// nor strategies.
type shuffled[K search.Key] struct {
	rules  search.Rules[K]
	random *rand.Rand
}

func (s shuffled[K]) AppendMoves(m *search.Moves[K], key K) error {
	var own search.Moves[K]
	if err := s.rules.AppendMoves(&own, key); err != nil {
		return err
	}
	for _, i := range s.random.Perm(len(own.Ends)) {
		from := 0
		if i > 0 {
			from = own.Ends[i-1]
		}
		parts := own.Parts[from:own.Ends[i]]
		s.random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		for range 1 + s.random.IntN(2) {
			m.Add(parts...)
		}
	}
	return nil
}

// missized has sizes that say nothing.
type missized[K search.Key] struct {
	search.Rules[K]
	random *rand.Rand
}

func (s missized[K]) Size(K) uint32 { return s.random.Uint32N(50) }

// A coupled compares couples of one game with nim-values.
type coupled[K search.Key] struct {
	packed grundy.PackedComponent[K]
	random *rand.Rand
	shared *search.Couples[K]
}

// couplesOf returns how the couples of the game of c are compared, or nil where it has no keys.
func couplesOf(c grundy.Component, random *rand.Rand) interface {
	compare(t *testing.T, c grundy.Component, want uint64)
	isP(t *testing.T, c grundy.Component, heap uint64) (bool, error)
	gains() uint64
} {
	if p, ok := grundy.Pack[uint64](c); ok {
		return &coupled[uint64]{packed: p, random: random}
	}
	if p, ok := grundy.Pack[[2]uint64](c); ok {
		return &coupled[[2]uint64]{packed: p, random: random}
	}
	if p, ok := grundy.Pack[[4]uint64](c); ok {
		return &coupled[[4]uint64]{packed: p, random: random}
	}
	if p, ok := grundy.Pack[string](c); ok {
		return &coupled[string]{packed: p, random: random}
	}
	return nil
}

func (g *coupled[K]) isP(t *testing.T, c grundy.Component, heap uint64) (bool, error) {
	keys, _ := g.packed.AppendKeys(nil, c)
	g.shared = search.NewCouples(g.packed.Lister, search.Options{})
	p, err := g.shared.IsP(t.Context(), heap, keys...)
	t.Logf("%v: %d couples, %d parts, %d bytes", c, g.shared.Couples(), g.shared.Positions(), g.shared.Bytes())
	return p, err
}

func (g *coupled[K]) gains() uint64 { return g.shared.Gains() }

func (g *coupled[K]) compare(t *testing.T, c grundy.Component, want uint64) {
	t.Helper()
	keys, ok := g.packed.AppendKeys(nil, c)
	if !ok {
		t.Fatalf("%v has no keys", c)
	}
	if g.shared == nil {
		g.shared = search.NewCouples(g.packed.Lister, search.Options{})
	}
	plain, sizes := shuffled[K]{g.packed.Lister, g.random}, missized[K]{g.packed.Lister, g.random}
	for _, by := range []struct {
		name    string
		couples *search.Couples[K]
	}{
		{"shared", g.shared},
		{"shuffled", search.NewCouples[K](plain, search.Options{})},
		{"missized", search.NewCouples[K](sizes, search.Options{})},
	} {
		name, couples, over := by.name, by.couples, new(search.BudgetError)
		heap := g.random.Uint64N(want + 2)
		couples.SetOptions(search.Options{Memory: 1 + g.random.Uint64N(1<<16), Steps: 1 + g.random.Uint64N(100), Positions: 1 + g.random.Uint64N(30)})
		p, err := couples.IsP(t.Context(), heap, keys...)
		if err != nil && !errors.As(err, &over) || err == nil && p != (heap == want) {
			t.Errorf("%s: %v and a heap of %d, within bounds: %v, %v; the nim-value is %d", name, c, heap, p, err, want)
		}
		if name == "shuffled" { // in the least memory, except for a factor, in which it comes to an end
			for memory := 1<<10 + g.random.Uint64N(1<<12); ; memory += memory / 4 {
				couples.SetOptions(search.Options{Memory: memory, Steps: couples.Steps() + 1<<16})
				if v, err := couples.NimValue(t.Context(), keys...); errors.As(err, &over) {
					continue
				} else if err != nil || v != want {
					t.Errorf("%s: %v, in %d bytes: %d, %v; the nim-value is %d", name, c, memory, v, err, want)
				}
				break
			}
		}
		couples.SetOptions(search.Options{})
		for heap := range want + 2 {
			if p, err := couples.IsP(t.Context(), heap, keys...); err != nil || p != (heap == want) {
				t.Errorf("%s: %v and a heap of %d: %v, %v; the nim-value is %d", name, c, heap, p, err, want)
			}
		}
		facts := oracle.NewFacts(g.packed.Lister)
		if err := couples.Proof(t.Context(), func(f search.Fact[K]) error { return facts.Add(oracle.Fact[K](f)) }, want, keys...); err != nil || !facts.Show(true, want, keys) {
			t.Errorf("%s: the proof that %v has the nim-value %d fails: %v", name, c, want, err)
		}
		if v, err := couples.NimValue(t.Context(), append(keys, keys...)...); err != nil || v != 0 {
			t.Errorf("%s: twice %v: %d, %v", name, c, v, err)
		}
	}
}

// images returns the grid of a position turned, and mirrored.
func images(t *testing.T, c grundy.Component) (all []grundy.Component) {
	text := c.String()
	from, to := strings.IndexByte(text, '"')+1, strings.LastIndexByte(text, '"')
	rows := strings.Split(text[from:to], "/")
	for i := 1; i < 8; i++ {
		if i%4 == 0 {
			slices.Reverse(rows)
		}
		turned := make([]string, len(rows[0]))
		for _, row := range slices.Backward(rows) {
			for k := range row {
				turned[k] += row[k : k+1]
			}
		}
		rows = turned
		sum, err := position.Parse(text[:from] + strings.Join(rows, "/") + text[to:])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sum[0].Component)
	}
	return all
}

// Small positions of all games in which play ends by the last move and which have keys: couples are
// compared with nim-values by the definition, with moves in any order in little memory, and
// sizes that mislead; what they say is proved; and boards that are turned have the
// value that they had.
func TestCouplesOfAllGames(t *testing.T) {
	fall, compared, random := 0, 0, chance.New(t, 332)
	for _, name := range append(position.Names(), "0.77", "0.137", "4.7", "0.3F") {
		started, failed := grundy.Start(t.Context(), grundy.SumOf(oracle.Starts(name, position.Parse)...))
		starts := slices.DeleteFunc(started.Components(), func(c grundy.Component) bool {
			_, loops := c.PlanLoopy()
			_, ends := c.Ending()
			return loops || ends
		})
		if len(starts) == 0 {
			continue
		}
		g := couplesOf(starts[0], random)
		if g == nil {
			continue
		}
		var truth oracle.Oracle
		for range long.Of(1, 10, 400) {
			c := oracle.Descend(random.IntN, starts[random.IntN(len(starts))], long.Of(30, 150, 2000))
			if random.IntN(3) == 0 && len(c.AppendOptions(nil)) > 0 {
				c = c.AppendOptions(nil)[0]
			}
			want := truth.Value(c)
			g.compare(t, c, want)
			compared++
			if text := c.String(); strings.Contains(text, `/`) && slices.Contains(turning, name) {
				for _, image := range images(t, c) {
					if v := truth.Value(image); v != want {
						t.Fatalf("%v has the nim-value %d, and %v has %d", c, want, image, v)
					}
					g.compare(t, image, want)
				}
			}
			if err := failed(); err != nil {
				t.Fatal(name, err)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
		if g.gains() > 0 {
			fall++
		}
	}
	if fall < long.Of(15, 20, 20) {
		t.Errorf("%d games fall apart", fall)
	}
	t.Logf("%d positions; %d games fall apart", compared, fall)
}

// turning are the games on boards that may be turned and mirrored.
var turning = []string{"amazons", "clobber", "col", "cram", "nogo", "peaceful-bishops", "peaceful-chancellors", "peaceful-kings",
	"peaceful-knights", "peaceful-queens", "peaceful-rooks", "snort", "tac-tix"}

// TestPublishedQueens checks OEIS A344227, the nim-values of boards of n x n, by the file of the
// catalogue: OEIS has those to 13.
func TestPublishedQueens(t *testing.T) {
	var published struct{ Values []uint64 }
	text, err := os.ReadFile("../../theory/search/testdata/nonattacking_queens.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	random := chance.New(t, 333)
	for n, want := range published.Values[:long.Of(8, 10, 14)] {
		sum, err := position.Parse(fmt.Sprintf("peaceful-queens(%d,%d)", n, n))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := couplesOf(sum[0].Component, random).isP(t, sum[0].Component, want); err != nil || !p {
			t.Errorf("queens on %d x %d have not the nim-value %d: %v", n, n, want, err)
		}
	}
}
