package automata

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

func testSystems(t testing.TB) []*System {
	list := []*System{Base(2), Base(3), Base(10), Zeckendorf(), Tribonacci()}
	for _, q := range [][2][]int{
		{{1}, {2}}, {{0}, {3}}, {{1}, {1, 2}}, {{0, 2, 5}, {1, 3}}, {{0, 1, 1, 2}, {4}}, {{1}, {1}}, {{3, 7}, {1, 1, 2}},
	} {
		s, err := Ostrowski(q[0], q[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	for _, c := range [][2][]int64{{{3, 1}, nil}, {{1, 0, 1}, nil}, {{2, 1}, {1, 3}}, {{3, -1}, nil}, {{1, 1}, {1, 3}}, {{2, 0, 1, 1}, nil}, {{1, 0, 0, 1}, {1, 2, 3, 4, 6}}, {{1, 1}, {1, 2, 4, 6}}} {
		s, err := Recurrence(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func TestGreedyRace(t *testing.T) {
	t.Parallel()
	for _, s := range testSystems(t) {
		t.Run(s.Name(), func(t *testing.T) {
			// The valid words of some length stand for 0, 1, 2, … in their order.
			n := int64(0)
			word := make([]int, 0)
			var walk func(places int)
			valid := func(w []int) bool {
				if s.universe.valid == nil {
					return true
				}
				var letters [][]int
				for _, d := range w {
					letters = append(letters, []int{d})
				}
				return s.universe.valid.Accepts(letters)
			}
			walk = func(places int) {
				if n > 300 {
					return
				}
				if places == 0 {
					if valid(word) {
						if got := s.Value(word); got.Int64() != n {
							t.Fatalf("%v is %v, not %d", word, got, n)
						}
						if got := s.Value(s.Digits(big.NewInt(n))); got.Int64() != n {
							t.Fatalf("digits of %d make %v", n, got)
						}
						n++
					}
					return
				}
				for d := range s.digits {
					word = append(word, d)
					walk(places - 1)
					word = word[:len(word)-1]
				}
			}
			places := 0
			for s.Weight(places).Int64() < 60 {
				places++
			}
			walk(places)
			if n < 60 {
				t.Errorf("only %d numbers", n)
			}
		})
	}
}

func TestAdderRace(t *testing.T) {
	t.Parallel()
	for _, s := range testSystems(t) {
		t.Run(s.Name(), func(t *testing.T) {
			th := &Theory{System: s}
			for _, f := range []Formula{
				Equal(V("x").Plus(V("y")), V("z")),
				Less(V("x"), V("y")),
				Equal(V("x").Plus(C(1)), V("y")),
			} {
				a, stats, err := th.Automaton(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				t.Log(f, a.States(), a.Nodes(), fmt.Sprint(stats))
				for x := range int64(9) {
					for y := range int64(9) {
						for z := range int64(18) {
							at := map[string]*big.Int{"x": big.NewInt(x), "y": big.NewInt(y), "z": big.NewInt(z)}
							var numbers []*big.Int
							for _, name := range a.Tracks() {
								numbers = append(numbers, at[name])
							}
							if got, want := a.Accepts(s.Word(numbers...)), s.Holds(f, at, 0); got != want {
								t.Fatalf("%s at %d, %d, %d: %v, not %v", f, x, y, z, got, want)
							}
						}
					}
				}
			}
		})
	}
}

// TestRefusals refuses what is too large, within the budget and without a panic.
func TestRefusals(t *testing.T) {
	t.Parallel()
	many := Term{}
	for i := range 70 {
		many = many.Plus(V(fmt.Sprint("x", i)))
	}
	huge, _ := Parse("10^30*x = 1 + 10^30*y + 3*z", nil)
	mod, _ := Parse("x = y mod 2147483647", nil)
	for _, test := range []struct {
		f    Formula
		says string
	}{
		{Equal(many, C(3)), "a relation of 70 numbers"},
		{huge, "coefficient 1000000000000000000000000000000"},
		{mod, "modulus 2147483647"},
		{Equal(V("x").Times(999), V("y").Times(998)), "the automaton needs more than"},
		{Xor(V("x"), V("y"), V("z")), "xor needs a base that is a power of two"},
	} {
		th := &Theory{System: Zeckendorf(), Budget: Budget{States: 1000}}
		_, err := th.Decide(context.Background(), test.f)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, not %s", test.f, err, test.says)
		}
	}
	ctx := meter.With(context.Background(), 1<<20)
	th := &Theory{System: Tribonacci()}
	if _, err := th.Decide(ctx, Equal(V("x").Times(50), V("y").Times(49))); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a mebibyte: %v", err)
	}
	if meter.Of(ctx).Used() != 0 {
		t.Errorf("%d bytes are still held", meter.Of(ctx).Used())
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := th.Decide(ended, Equal(V("x").Times(50), V("y").Times(49))); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestBounds keeps coefficients where sums fit a word, and gives up places that the digits
// rule out: without that the adder of this system has 6,164 states on the way.
func TestBounds(t *testing.T) {
	t.Parallel()
	if most := Base(36).mostCoefficient(); most > 1<<59/Base(36).small[len(Base(36).small)-1] {
		t.Errorf("base 36 allows the coefficient %d", most)
	}
	if most := Zeckendorf().mostCoefficient(); most != 1<<16 {
		t.Errorf("Zeckendorf's system allows the coefficient %d", most)
	}
	s, err := Ostrowski([]int{0, 2, 5}, []int{1, 3})
	if err != nil {
		t.Fatal(err)
	}
	_, stats, err := (&Theory{System: s}).Automaton(context.Background(), Equal(V("x").Plus(V("y")), V("z")))
	if err != nil || stats.Largest.States > 2000 {
		t.Errorf("%v states, %v", stats.Largest, err)
	}
}

// TestLargeConstant takes off a large number that Zeckendorf's sums know by no short rule.
func TestLargeConstant(t *testing.T) {
	th := &Theory{System: Zeckendorf(), Budget: Budget{States: 50_000}}
	even, _, err := th.Automaton(t.Context(), Congruent(V("n"), Term{}, 2))
	if err != nil {
		t.Fatal(err)
	}
	less := V("n").Minus(C(123456789012345678))
	v, err := th.Decide(t.Context(), Implies(Set("G", even, V("n")), Not(And(LessEqual(Term{}, less), Set("G", even, less)))))
	if err != nil || v.Holds || v.Counter["n"].Int64() != 123456789012345678 {
		t.Error(v, err)
	}
}
