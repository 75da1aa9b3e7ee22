package certificate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

// blindly is how large the numbers of random games are.
const blindly = 9

// randomTerm draws a linear form.
func randomTerm(rng *rand.Rand, vars []int) term {
	t := constant(rng.Int64N(7) - 3)
	for range 1 + rng.IntN(2) {
		t, _ = t.plus(rng.Int64N(5)-2, variable(vars[rng.IntN(len(vars))]))
	}
	return t
}

// randomFormula draws a formula over variables. Each number that it binds is below a bound.
func randomFormula(rng *rand.Rand, vars []int, depth int) formula {
	if depth > 0 {
		switch inner := func() formula { return randomFormula(rng, vars, depth-1) }; rng.IntN(6) {
		case 0:
			return all(inner(), inner())
		case 1:
			return some(inner(), inner(), inner())
		case 2:
			return not(inner())
		case 3:
			v := 3000 + rng.IntN(1<<20)
			return exists([]int{v}, all(below(variable(v), constant(blindly)), randomFormula(rng, append(slices.Clip(vars), v), depth-1)))
		}
	}
	switch rng.IntN(8) {
	case 0:
		return formula{kind: "power", terms: []term{randomTerm(rng, vars), constant(2 + rng.Int64N(2))}}
	case 1:
		return formula{kind: "xor", terms: []term{randomTerm(rng, vars), randomTerm(rng, vars), randomTerm(rng, vars)}}
	case 2, 3:
		return isZero(randomTerm(rng, vars))
	}
	return isLeast(randomTerm(rng, vars))
}

// below is t <= u.
func below(t, u term) formula { d, _ := u.plus(-1, t); return isLeast(d) }

// randomGame draws a game: a shape, ends of play and kinds of moves.
func randomGame(rng *rand.Rand) *game {
	g := &game{coordinates: []string{"x", "y"}, least: []int64{0, rng.Int64N(2)}, most: []int64{1 << 40, 1 << 40}}
	here := []int{0, 1}
	g.shape = randomFormula(rng, here, 2)
	g.won, g.lost, g.drawn = no, no, no
	if rng.IntN(3) == 0 {
		g.lost = randomFormula(rng, here, 1)
	}
	for i := range 1 + rng.IntN(3) {
		var m kind
		vars := slices.Clone(here)
		guard := yes
		for j := range rng.IntN(3) {
			v := 1000 + 10*i + j
			to := variable(vars[rng.IntN(len(vars))])
			to.more = rng.Int64N(3) - 1
			guard = all(guard, below(variable(v), to))
			m.bound, vars = append(m.bound, v), append(vars, v)
		}
		m.guard = all(guard, randomFormula(rng, vars, 3))
		for range rng.IntN(3) {
			m.parts = append(m.parts, []term{randomTerm(rng, vars), randomTerm(rng, vars)})
		}
		g.kinds = append(g.kinds, m)
	}
	return g
}

// TestPlayAgainstTrial compares what a Play finds by solving with what is found when all small
// numbers are tried.
func TestPlayAgainstTrial(t *testing.T) {
	rng := chance.New(t, 30)
	options, positions := 0, 0
	for n := range long.Of(50, 200, 4000) {
		g := randomGame(rng)
		p, err := g.play()
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			at := []int64{rng.Int64N(6), rng.Int64N(6)}
			point := map[int]int64{0: at[0], 1: at[1]}
			is, err := p.IsPosition(at)
			if want := g.shape.holds(point, blindly+1) && at[1] >= g.least[1]; err != nil || is != want {
				t.Fatalf("game %d at %v: %v, %v, want %v: %s", n, at, is, err, want, g.shape.key())
			}
			ending, err := p.Ending(at)
			want := grundy.NoEnding
			if g.lost.holds(point, blindly+1) {
				want = grundy.Lost
			}
			if err != nil || ending != want {
				t.Fatalf("game %d at %v: %v, %v, want %v", n, at, ending, err, want)
			}
			if want != grundy.NoEnding {
				continue
			}
			var got []string
			err = p.Options(at, func(numbers []int64, _ string) error {
				var parts [][]int64
				for part := range slices.Chunk(slices.Clone(numbers), 2) {
					parts = append(parts, part)
				}
				got = append(got, shown(parts))
				return nil
			})
			slices.Sort(got)
			got = slices.Compact(got)
			wanted := g.options(at, blindly+1)
			if err != nil || !slices.Equal(got, wanted) {
				t.Fatalf("game %d at %v: %v, %v, want %v: %v", n, at, got, err, wanted, g.kinds)
			}
			positions++
			options += len(got)
		}
	}
	if t.Logf("%d positions, %d options", positions, options); positions < 150 || options < 300 {
		t.Error("too few are compared")
	}
}

// TestPlayFarOut solves where nobody could try: numbers that equations give, or short intervals.
func TestPlayFarOut(t *testing.T) {
	const far = 1_000_000_000_000
	k, q := 1000, 1001
	minus := func(t term, n int64, u term) term { d, _ := t.plus(n, u); return d }
	x, y := variable(0), variable(1)
	g := &game{coordinates: []string{"x", "y"}, least: []int64{0, 0}, most: []int64{1 << 40, 1 << 40}, shape: yes, won: no, lost: no, drawn: no}
	third := minus(minus(x, -3, variable(k)), 0, x) // x - 3k
	g.kinds = []kind{
		// k = x // 3
		{bound: []int{k}, guard: all(isLeast(third), below(third, constant(2)), isLeast(minus(x, 1, constant(-1)))), parts: [][]term{{variable(k), y}}},
		// y = 2 q, and q stays hidden; 1 <= k <= 2
		{bound: []int{k}, guard: all(exists([]int{q}, isZero(minus(y, -2, variable(q)))), isLeast(minus(variable(k), 1, constant(-1))), below(variable(k), constant(2)), below(variable(k), x)), parts: [][]term{{minus(x, -1, variable(k)), y}}},
		// k is x or y, and less than 5 from x
		{bound: []int{k}, guard: all(some(isZero(minus(variable(k), -1, x)), isZero(minus(variable(k), -1, y))), below(x, minus(variable(k), 1, constant(4)))), parts: [][]term{{constant(0), variable(k)}}},
		// k is a power of 2 beyond x - 1000
		{bound: []int{k}, guard: all(formula{kind: "power", terms: []term{variable(k), constant(2)}}, below(variable(k), x)), parts: [][]term{{variable(k), constant(1)}}},
	}
	p, err := g.play()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := p.Options([]int64{far, 8}, func(numbers []int64, _ string) error { got = append(got, fmt.Sprint(numbers)); return nil }); err != nil {
		t.Fatal(err)
	}
	want := []string{"[333333333333 8]", "[999999999999 8]", "[999999999998 8]", "[0 1000000000000]"}
	if len(got) != len(want)+40 || !slices.Equal(got[:len(want)], want) {
		t.Errorf("%v", got)
	}
	if p.Steps > 4000 {
		t.Errorf("%d steps", p.Steps)
	}
}

// TestPlayRefuses asks for numbers that do not fit, numbers without a bound, and more than its budget.
func TestPlayRefuses(t *testing.T) {
	k := 1000
	times := func(n int64, v int) term { s, _ := constant(0).plus(n, variable(v)); return s }
	make := func(guard formula, part term) *Play {
		g := &game{coordinates: []string{"x"}, least: []int64{0}, most: []int64{1 << 40}, shape: yes, won: no, lost: no, drawn: no, kinds: []kind{{bound: []int{k}, guard: guard, parts: [][]term{{part}}}}}
		p, err := g.play()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	ignore := func([]int64, string) error { return nil }
	same, _ := variable(0).plus(-1, variable(k))
	p := make(isZero(same), times(1<<30, k))
	if err := p.Options([]int64{1 << 34}, ignore); !IsWide(err) {
		t.Error(err)
	}
	if err := p.Options([]int64{1 << 20}, ignore); err != nil {
		t.Error(err)
	}
	if err := make(below(variable(0), variable(k)), variable(k)).Options([]int64{3}, ignore); err == nil || IsWide(err) {
		t.Error(err)
	}
	p = make(below(variable(k), variable(0)), variable(k))
	ctx, end := meter.WithWork(t.Context(), 1<<16)
	defer end()
	p.Within(ctx)
	if err := p.Options([]int64{1 << 40}, ignore); !errors.Is(err, meter.Steps) {
		t.Error(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	p.Within(stopped)
	if err := p.Options([]int64{1 << 40}, ignore); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// options lists the options of a position, as texts.
func (g *game) options(point []int64, bound int64) (all []string) {
	at := map[int]int64{}
	for i, n := range point {
		at[i] = n
	}
	for _, parts := range (&played{game: g}).options(at, bound) {
		all = append(all, shown(parts))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// shown writes the parts of an option, in any order.
func shown(parts [][]int64) string {
	var texts []string
	for _, p := range parts {
		texts = append(texts, fmt.Sprint(p))
	}
	slices.Sort(texts)
	return strings.Join(texts, "+")
}
