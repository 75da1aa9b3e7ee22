package automata

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

// zeckendorf returns the universe of words without two ones side by side.
func zeckendorf(t testing.TB) *Universe {
	t.Helper()
	w := NewWork(t.Context(), Budget{})
	defer w.Close()
	a, err := Build(w, Free(2), []string{""}, 0, func(last int, letter []int) (int, bool) {
		return letter[0], last+letter[0] < 2
	}, func(int) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return a.Universe()
}

// random returns an automaton of some random states, most of them with ways on.
func random(t testing.TB, w *Work, rng *rand.Rand, u *Universe, tracks ...string) *Automaton {
	t.Helper()
	states := 1 + rng.IntN(5)
	density := rng.Float64()
	ways := make(map[string]int)
	verdicts := make([]bool, states)
	for s := range verdicts {
		verdicts[s] = rng.IntN(2) == 0
	}
	zeros := make([]int, len(tracks))
	a, err := Build(w, u, tracks, 0, func(s int, letter []int) (int, bool) {
		if s == 0 && slices.Equal(letter, zeros) {
			return 0, true
		}
		key := fmt.Sprint(s, letter)
		if _, known := ways[key]; !known {
			if ways[key] = -1; rng.Float64() < density {
				ways[key] = rng.IntN(states)
			}
		}
		return ways[key], ways[key] >= 0
	}, func(s int) bool { return verdicts[s] })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// words yields all words of a length over letters of so many digits that are numbers on
// each track.
func words(u *Universe, tracks, length int, do func([][]int)) {
	word := make([][]int, length)
	for i := range word {
		word[i] = make([]int, tracks)
	}
	number := func(track int) bool {
		var digits [][]int
		for _, letter := range word {
			digits = append(digits, letter[track:track+1])
		}
		return u.valid == nil || u.valid.Accepts(digits)
	}
	var walk func(i int)
	walk = func(i int) {
		if i == length*tracks {
			for t := range tracks {
				if !number(t) {
					return
				}
			}
			do(word)
			return
		}
		for d := range u.digits {
			word[i/tracks][i%tracks] = d
			walk(i + 1)
		}
	}
	walk(0)
}

// on returns the digits of a word over tracks that a reads, after names were changed: the
// digit of a track stands where names[track] stands in tracks.
func on(a *Automaton, tracks []string, names map[string]string, word [][]int) [][]int {
	var out [][]int
	for _, letter := range word {
		var digits []int
		for _, name := range a.tracks {
			if to, ok := names[name]; ok {
				name = to
			}
			digits = append(digits, letter[slices.Index(tracks, name)])
		}
		out = append(out, digits)
	}
	return out
}

// some says whether there are numbers on the hidden tracks such that a accepts: by
// following all of them at once, state by state.
func some(a *Automaton, hidden []string, word [][]int) bool {
	now := map[int]bool{a.Start(): true}
	read := func(letter []int) map[int]bool {
		after := map[int]bool{}
		for s := range now {
			if s == dead {
				continue
			}
			for way, to := range a.Arrows(s) {
				at, fits := 0, true
				for i, name := range a.tracks {
					if !slices.Contains(hidden, name) {
						fits = fits && way[i] == letter[at]
						at++
					}
				}
				if fits {
					after[to] = true
				}
			}
		}
		return after
	}
	zeros := make([]int, len(a.tracks))
	for before := 0; before < len(now); {
		before = len(now)
		for s := range read(zeros) {
			now[s] = true
		}
	}
	for _, letter := range word {
		now = read(letter)
	}
	for s := range now {
		if a.Accepting(s) {
			return true
		}
	}
	return false
}

// classes returns how many states a minimal automaton has: by telling apart pairs, naively.
func classes(a *Automaton) int {
	n := a.States()
	apart := make([][]bool, n+1) // n is the dead state
	accepts := func(s int) bool { return s < n && a.Accepting(s) }
	for s := range apart {
		apart[s] = make([]bool, n+1)
		for r := range apart[s] {
			apart[s][r] = accepts(s) != accepts(r)
		}
	}
	to := func(s int, letter []int) int {
		if s == n {
			return n
		}
		if s = a.Step(s, letter); s == dead {
			return n
		}
		return s
	}
	for changed := true; changed; {
		changed = false
		words(Free(a.Digits()), len(a.tracks), 1, func(word [][]int) {
			for s := range apart {
				for r := range s {
					if !apart[s][r] && apart[to(s, word[0])][to(r, word[0])] {
						apart[s][r], apart[r][s], changed = true, true, true
					}
				}
			}
		})
	}
	count := 0
	for s := range n + 1 {
		if !slices.Contains(apart[s][s+1:], false) {
			count++
		}
	}
	return count - 1
}

// TestOperations compares every operation with words: on all of them up to a length.
func TestOperations(t *testing.T) {
	rng := chance.New(t, 15)
	universes := []*Universe{Free(2), Free(3), zeckendorf(t), Free(1)}
	all := []string{"x", "y", "z"}
	for round := range long.Or(24, 300) {
		w := NewWork(t.Context(), Budget{})
		u := universes[round%len(universes)]
		must := func(a *Automaton, err error) *Automaton {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if got := classes(a); got != a.States() {
				t.Fatalf("%d states, %d would do", a.States(), got)
			}
			return a
		}
		pick := func() []string {
			var tracks []string
			for _, name := range all {
				if rng.IntN(3) > 0 {
					tracks = append(tracks, name)
				}
			}
			return tracks
		}
		a, b := random(t, w, rng, u, pick()...), random(t, w, rng, u, pick()...)
		must(a, nil)
		both := sortedNames(slices.Concat(a.tracks, b.tracks))
		length := 3
		if len(both) < 3 {
			length = 4
		}
		and, or := must(w.And(a, b)), must(w.Or(a, b))
		minus, differ := must(w.Minus(a, b)), must(w.Differ(a, b))
		words(u, len(both), length, func(word [][]int) {
			ina, inb := a.Accepts(on(a, both, nil, word)), b.Accepts(on(b, both, nil, word))
			for _, c := range []struct {
				got  *Automaton
				want bool
			}{{and, ina && inb}, {or, ina || inb}, {minus, ina && !inb}, {differ, ina != inb}} {
				if c.got.Accepts(word) != c.want {
					t.Fatalf("round %d: %v on %v %v", round, word, a.tracks, b.tracks)
				}
			}
		})
		not := must(w.Not(a))
		words(u, len(a.tracks), length, func(word [][]int) {
			if a.Accepts(word) == not.Accepts(word) {
				t.Fatalf("round %d: not %v", round, word)
			}
		})
		if again := must(w.Not(not)); !again.Equal(a) {
			t.Fatalf("round %d: not not", round)
		}
		hidden := pick()
		left := must(w.Project(and, hidden...))
		words(u, len(left.tracks), length, func(word [][]int) {
			if left.Accepts(word) != some(and, hidden, word) {
				t.Fatalf("round %d: for some %v of %v: %v", round, hidden, both, word)
			}
		})
		names := map[string]string{}
		for _, name := range pick() {
			names[name] = all[rng.IntN(3)]
		}
		renamed := must(w.Rename(or, names))
		words(u, len(renamed.tracks), length, func(word [][]int) {
			if renamed.Accepts(word) != or.Accepts(on(or, renamed.tracks, names, word)) {
				t.Fatalf("round %d: names %v of %v: %v", round, names, both, word)
			}
		})
		if len(both) > 0 {
			track := both[rng.IntN(len(both))]
			words(u, 1, 3, func(number [][]int) {
				digits := []int{number[0][0], number[1][0], number[2][0]}
				fixed := must(w.Fix(or, track, digits))
				words(u, len(fixed.tracks), 3, func(word [][]int) {
					var full [][]int
					for i, letter := range word {
						at := slices.Index(both, track)
						full = append(full, slices.Insert(slices.Clone(letter), at, digits[i]))
					}
					if fixed.Accepts(word) != or.Accepts(full) {
						t.Fatalf("round %d: %s = %v: %v", round, track, digits, word)
					}
				})
			})
		}
		if word, ok := minus.Shortest(); ok != !minus.Empty() || ok && !minus.Accepts(word) {
			t.Fatalf("round %d: shortest %v %v", round, word, ok)
		} else if ok {
			words(u, len(both), len(word), func(other [][]int) {
				if minus.Accepts(other) && slices.Compare(slices.Concat(other...), slices.Concat(word...)) < 0 {
					t.Fatalf("round %d: %v before %v", round, other, word)
				}
			})
		}
		w.Close()
	}
}

func TestBuildRefusesLeadingZeros(t *testing.T) {
	w := NewWork(t.Context(), Budget{})
	_, err := Build(w, Free(2), []string{"x"}, 0, func(s int, _ []int) (int, bool) { return 1 - s, true },
		func(s int) bool { return s == 1 })
	if !errors.Is(err, ErrLeadingZeros) {
		t.Error(err)
	}
}

// TestBudget has an operation that needs two to the power of n states: the digit n places
// from the end, hidden from the front.
func TestBudget(t *testing.T) {
	build := func(w *Work) error {
		const places = 20
		a, err := Build(w, Free(2), []string{"x", "y"}, 0, func(s int, letter []int) (int, bool) {
			switch {
			case s == 0 && letter[1] == 0:
				return 0, true
			case s == 0:
				return 1, letter[0] == 1
			}
			return s + 1, letter[1] == 0 && s < places
		}, func(s int) bool { return s == places })
		if err == nil {
			_, err = w.Project(a, "y")
		}
		return err
	}
	w := NewWork(t.Context(), Budget{States: 1000})
	err := build(w)
	over, ok := errors.AsType[*BudgetError](err)
	if !ok || !errors.Is(err, grundy.ErrBudget) {
		t.Fatal(err)
	}
	if over.Limit != 1000 || over.Reached.States != 1001 || over.Reached.Nodes != 1000 {
		t.Errorf("%+v", over)
	}
	const want = "for some y: the automaton needs more than 1000 states (1000 nodes reached)"
	if err.Error() != want {
		t.Error(err)
	}
	ctx := meter.With(t.Context(), 1<<20)
	w = NewWork(ctx, Budget{})
	if err := build(w); !errors.Is(err, meter.Memory) {
		t.Error(err)
	}
	w.Close()
	if used := meter.Of(ctx).Used(); used != 0 {
		t.Errorf("%d bytes are not given back", used)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	mine := errors.New("mine")
	cancel(mine)
	if err := build(NewWork(ctx, Budget{})); !errors.Is(err, mine) {
		t.Error(err)
	}
}
