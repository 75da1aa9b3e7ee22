package heap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"

	"pgregory.net/rapid"
)

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("sequence/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func place(t testing.TB, code string, heaps ...uint64) grundy.Component {
	t.Helper()
	args := make([]grundy.Arg, len(heaps))
	for i, h := range heaps {
		args[i] = grundy.ArgOf(h)
	}
	p, err := PlaceCode(sequence.MustCode(code), args)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// learn lets the game of a position look for a period.
func learn(t testing.TB, p grundy.Component) grundy.Component {
	t.Helper()
	if learning, ok := p.PlanLearning(grundy.ByNimValue); ok {
		if err := learning.Learn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// Tables, counts and texts agree with the oracle.
func TestBreakingIsTheOracle(t *testing.T) {
	for _, code := range []string{"0.77", "4!.0", "0.3F", "0.137", "0.[3]", "0.7[03]", "0.*", "80.0", "4=.3"} {
		var o oracle.Oracle
		for n := range uint64(9) {
			for _, heaps := range [][]uint64{{n}, {n, 3}, {0, n}} {
				p := place(t, code, heaps...)
				options := p.AppendOptions(nil)
				if count, _ := p.CountOptions(); count != uint64(len(options)) {
					t.Errorf("%s: %d options, want %d", p, count, len(options))
				}
				texts := map[string]bool{}
				for _, q := range options {
					texts[q.String()] = true
					if p.DescribeMove(q) == "" {
						t.Errorf("no words for the move from %s to %s", p, q)
					}
				}
				if len(texts) != len(options) {
					t.Errorf("%s: some options are written alike", p)
				}
				plan, ok := p.PlanTable(grundy.ByNimValue)
				if !ok {
					t.Fatalf("%s: no table", p)
				}
				table, err := plan.Build(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := table(p), o.Value(p); got != want {
					t.Errorf("%s: %d, want %d", p, got, want)
				}
				if v, _, ok := p.Measure(grundy.ByNimValue); ok && v != o.Value(p) {
					t.Errorf("%s: a closed form says %d, want %d", p, v, o.Value(p))
				}
				oracle.CheckBound(t, p)
			}
		}
	}
}

// A move is said in words: what is taken or added, and what is left of the heap.
func TestMovesOfCodesInWords(t *testing.T) {
	for _, c := range []struct{ code, to, want string }{
		{"4!.0", "4!.0(1,6,3)", "divide the heap of 7 into 1 and 6"},
		{"0.77", "0.77(2,4,3)", "take 1 from the heap of 7 and divide it into 2 and 4"},
		{"0.77", "0.77(5,3)", "take 2 from the heap of 7"},
		{"80.0", "80.0(2,3,3,3)", "add 1 to the heap of 7 and divide it into 2, 3 and 3"},
	} {
		p := place(t, c.code, 7, 3)
		i := slices.IndexFunc(p.AppendOptions(nil), func(q grundy.Component) bool { return q.String() == c.to })
		if i < 0 {
			t.Fatalf("%s: no option %s", p, c.to)
		}
		if got := p.DescribeMove(p.AppendOptions(nil)[i]); got != c.want {
			t.Errorf("%s -> %s: %q, want %q", p, c.to, got, c.want)
		}
	}
}

// Larger heaps become far fewer positions than there are plays.
func TestBoundsOfPositions(t *testing.T) {
	for _, text := range []string{"0.77", "4!.0", "0.3F"} {
		oracle.CheckBound(t, place(t, text, 17))
		if bound, _ := place(t, text, 30).CountPositions(); bound > 28_629 { // partitions of 0 … 30
			t.Errorf("%s(30): at most %d positions", text, bound)
		}
	}
	if bound, _ := place(t, "0.77", 417).CountPositions(); bound != ^uint64(0) {
		t.Errorf("0.77(417): at most %d positions", bound)
	}
}

// byDefinition returns the nim-values of the heaps below n by all their options.
func byDefinition(c sequence.Code, n int) (values []uint32) {
	var seen sequence.Marks
	for len(values) < n {
		seen.Clear()
		for parts := range c.Options(uint64(len(values))) {
			v := uint32(0)
			for _, h := range parts {
				v ^= values[h]
			}
			seen.Mark(v)
		}
		values = append(values, seen.Mex())
	}
	return values
}

// Beyond the period, values and options agree with the definition.
func TestFindBeyondThePeriod(t *testing.T) {
	for _, code := range []string{"0.77", "0.07", "0.137", "4.304", "0.3", "0.156"} {
		c := sequence.MustCode(code)
		values := byDefinition(c, 1500)
		rapid.Check(t, func(rt *rapid.T) {
			heaps := []uint64{rapid.Uint64Range(smallHeap+1, 1499).Draw(rt, "heap"), rapid.Uint64Range(0, 40).Draw(rt, "heap")}
			p := learn(t, place(t, code, heaps...))
			value, _, ok := p.Measure(grundy.ByNimValue)
			if !ok || value != uint64(values[heaps[0]]^values[heaps[1]]) {
				rt.Fatalf("%s: %d, %v", p, value, ok)
			}
			lo := rapid.Uint64Range(0, 9).Draw(rt, "lo")
			hi := lo + rapid.Uint64Range(0, 3).Draw(rt, "more")
			found, ok := p.FindOptions(grundy.ByNimValue, lo, hi)
			if !ok {
				rt.Fatalf("%s: options not found", p)
			}
			var want, got []string
			for _, q := range p.AppendOptions(nil) {
				v := uint64(0)
				for _, h := range q.Position().([]uint64) {
					v ^= uint64(values[h])
				}
				if lo <= v && v <= hi {
					want = append(want, q.String())
				}
			}
			for q := range found.Each {
				got = append(got, q.String())
			}
			if !slices.Equal(got, want) || found.Count.Uint64() != uint64(len(want)) {
				rt.Fatalf("%s: %d options of %d … %d, counted %s, want %d", p, len(got), lo, hi, found.Count, len(want))
			}
		})
	}
}

func TestHugeHeaps(t *testing.T) {
	start := time.Now()
	for _, text := range []string{"0.07", "0.77", "0.156", "0.356", "0.165", "0.3"} {
		p := learn(t, place(t, text, 1_000_000_000_000_000_000))
		value, method, ok := p.Measure(grundy.ByNimValue)
		if !ok || method == "" {
			t.Errorf("%s is not known", p)
		}
		found, ok := p.FindOptions(grundy.ByNimValue, 0, 0)
		if !ok || (value == 0) != (found.Count.Sign() == 0) {
			t.Errorf("%s of value %d has %s options of value 0", p, value, found.Count)
		}
		for q := range found.Each {
			if v, _, _ := q.Measure(grundy.ByNimValue); v != 0 {
				t.Errorf("%s has value %d", q, v)
			}
			break
		}
	}
	t.Logf("took %v", time.Since(start))
}

func TestPlaceErrors(t *testing.T) {
	big := grundy.Arg{Text: "99999999999999999999", Big: true}
	for _, c := range []struct {
		code string
		args []grundy.Arg
		want string
	}{
		{"0.77", nil, "no heap"},
		{"0.77", []grundy.Arg{big}, "99999999999999999999 is not a heap of 0.77: want 0 … 9223372036854775807"},
		{"0.*", []grundy.Arg{grundy.ArgOf(1 << 40)}, "want 0 … 65536"},
	} {
		if _, err := PlaceCode(sequence.MustCode(c.code), c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s%v: %v, want %q", c.code, c.args, err, c.want)
		}
	}
	if _, err := PlaceGrundy([]grundy.Arg{grundy.ArgOf(1)}, []grundy.Arg{grundy.ArgOf(1)}); err == nil {
		t.Error("grundy[1](1) was accepted")
	}
}

func ExamplePlaceCode() {
	heap, _ := PlaceCode(sequence.MustCode("0.77"), []grundy.Arg{grundy.ArgOf(1_000_000_000_000_000_000)})
	if learning, ok := heap.PlanLearning(grundy.ByNimValue); ok {
		_ = learning.Learn(context.Background()) // which only ends with the context
	}
	value, theorem, _ := heap.Measure(grundy.ByNimValue)
	fmt.Println(heap, value)
	fmt.Println(theorem)
	// Output:
	// 0.77(1000000000000000000) 1
	// Guy and Smith 1956: G(n+12) = G(n) for 71 <= n < 156 proves it for all n
}

// A long code is not repeated whole in an error.
func TestPlaceLongCodes(t *testing.T) {
	longest := sequence.MustCode("0." + strings.Repeat("8", 100_000))
	for _, args := range [][]grundy.Arg{nil, {grundy.ArgOf(1 << 63)}} {
		if _, err := PlaceCode(longest, args); err == nil || len(err.Error()) > 200 {
			t.Errorf("%.300v", err)
		}
	}
}

// Heaps that are only divided have few positions, and values of any size.
func TestDivisors(t *testing.T) {
	for _, text := range []string{"{2,3}=.0", "8=.0", "{2,4}=.0"} {
		g := &TakeAndBreak{code: sequence.MustCode(text), name: text}
		for n := range long.Or[uint64](22, 28) {
			reached := map[string]bool{}
			var walk func(heaps []uint64)
			walk = func(heaps []uint64) {
				key := string(g.AppendPosition(nil, heaps))
				if reached[key] {
					return
				}
				reached[key] = true
				for _, o := range g.AppendOptions(nil, heaps) {
					walk(o)
				}
			}
			walk([]uint64{n})
			if bound := g.CountPositions([]uint64{n}); bound < uint64(len(reached)) {
				t.Errorf("%s(%d): at most %d positions, but %d are reached", text, n, bound, len(reached))
			}
		}
		if bound := g.CountPositions([]uint64{1_000_003}); bound != 1 {
			t.Errorf("%s: %d positions of a prime number", text, bound)
		}
	}
	// Heaps of any size, for which no table would do.
	g := &TakeAndBreak{code: sequence.MustCode("{2,3,5}=.0"), name: "partition-equal[2,3,5]"}
	if v, _, ok := g.Measure(grundy.ByNimValue, []uint64{1 << 62}); !ok || v != 1 {
		t.Errorf("2^62: %d, %v", v, ok)
	}
	for n, want := range map[uint64]uint64{1 << 40: 1, 1_000_003: 0, 30_000: 2} {
		if v, _, ok := g.Measure(grundy.ByNimValue, []uint64{n, n, n}); !ok || v != want || g.CountOptions([]uint64{n}) != uint64(len(g.AppendOptions(nil, []uint64{n}))) {
			t.Errorf("%d: %d, %v, want %d", n, v, ok, want)
		}
	}
}

// Measure computes nothing; what is to be learned has a cost, is given up when its
// context ends, and can then be learned again.
func TestLearning(t *testing.T) {
	p := place(t, "0.77", 1e18)
	if _, _, ok := p.Measure(grundy.ByNimValue); ok {
		t.Error("the value is known before it was learned")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	learning, ok := p.PlanLearning(grundy.ByNimValue)
	if !ok || learning.Cost.Time == 0 || learning.Cost.Bytes == 0 {
		t.Fatalf("%+v, %v", learning.Cost, ok)
	}
	if err := learning.Learn(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("when the context has ended: %v", err)
	}
	learn(t, p)
	if v, _, ok := p.Measure(grundy.ByNimValue); !ok || v != 1 {
		t.Errorf("%d, %v", v, ok)
	}
	for _, p := range []grundy.Component{p, place(t, "0.77", smallHeap), place(t, "4=.0", 1e18), learn(t, place(t, "0.9", 5000))} {
		if _, ok := p.PlanLearning(grundy.ByNimValue); ok {
			t.Errorf("%s: there is something to learn", p)
		}
	}
}
