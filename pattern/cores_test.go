package pattern

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// failing are rules that fail from some position on, which tables meet.
const failing = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, min(y, 3) + 1):
        move(x, y - k)
    if x * y > 700:
        fail("too far")
`

// odds are rules without much of a pattern, with numbers for which there is no position.
const odds = `position(n = integer(), m = integer(0, 40))
def legal(n, m):
    return n % 7 != 3
def moves(n, m):
    for k in range(1, min(n, 5) + 1):
        if (n - k) % 7 != 3 and (n * n * n + 5 * k + m) * 40503 % 65536 < 40000:
            move(n - k, m)
    if m > 0:
        move(n, m - 1)
`

// ending are rules that say who has won.
const ending = `position(x = integer(), y = integer())
def moves(x, y):
    if x == 0 and y == 0:
        lose()
    elif x + y == 1:
        win()
    else:
        for dx, dy in [(1, 0), (0, 1), (1, 1)]:
            if dx <= x and dy <= y:
                move(x - dx, y - dy)
`

// onCores asks for a pattern on a number of cores, and writes all that it hears.
func onCores(t *testing.T, cores int, q Question) string {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(cores, 2)))
	p, rejected, err := Guess(meter.WithCores(t.Context(), cores), q)
	said := fmt.Sprintf("%+v\n%v\n", rejected, err)
	if p != nil {
		said += fmt.Sprint(p.Family, p.Of, p.Words, p.Bits, p.Listed, p.CheckedTo, p.Cells, p.Chosen, p.Rejected, p.Beyond, "\n")
		if a, ok := p.Rule.(*automatic); ok {
			for _, m := range a.machines() {
				said += fmt.Sprint(m.next, m.out, "\n")
			}
		}
	}
	return said
}

// parsed returns a game by its name, or by the text of its file.
func parsed(t *testing.T, name string) position.Game {
	t.Helper()
	files := position.Files{Open: func(name string) (io.ReadCloser, error) { return os.Open("testdata/" + name) }}
	if text := name; strings.HasPrefix(text, "position(") {
		name = "given.star"
		files.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	}
	game, err := position.ParseGameWith(t.Context(), name, 0, files)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// The whole answer is the same on one core and on several: the pattern, or the guesses that failed, or
// the error.
func TestGuessOnCores(t *testing.T) {
	for _, q := range long.Every(14, []struct {
		name   string
		of     []Kind
		misere bool
		box    int
		steps  uint64
		slow   bool
	}{
		{name: "nim(_,_)"},
		{name: "queen", of: []Kind{Outcomes}},
		{name: "wythoff[2]", misere: true, of: []Kind{Outcomes}},
		{name: "mark"},
		{name: "king"},
		{name: "subtraction[1,3,4]", of: []Kind{Remoteness}},
		{name: "euclid", of: []Kind{Outcomes}, steps: 1 << 20},
		{name: "adap60.star"},
		{name: "button.star", of: []Kind{Outcomes}},
		{name: "maxnim.star", of: []Kind{NimValues}},
		{name: "exact32.star", box: 20},
		{name: "exact32.star", misere: true, of: []Kind{Outcomes}, box: 15, steps: 1 << 18},
		{name: "short-wythoff", box: 12, steps: 1 << 18, slow: true},
		{name: "chomp([_,_,_])", of: []Kind{Outcomes}, box: 10, steps: 1 << 18, slow: true},
		{name: failing},
		{name: odds, steps: 1 << 18},
		{name: ending, of: []Kind{Outcomes}},
		{name: ending, of: []Kind{NimValues}},
	}) {
		if q.slow && !long.Whole {
			continue
		}
		ask := Question{Game: parsed(t, q.name), Of: q.of, Misere: q.misere, Box: q.box, Budget: solve.Budget{Steps: q.steps}}
		want := onCores(t, 1, ask)
		if got := onCores(t, 3, ask); got != want {
			t.Errorf("%s on several cores:\n%s\nwant, as on one:\n%s", q.name, got, want)
		}
	}
}

// Searches take as many steps on several cores as on one, also where they are used up.
func TestStepsOnCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, name := range []string{"exact32.star", odds, failing} {
		for _, steps := range []uint64{0, 5000, 12345} {
			fill := func(cores int) (uint64, string, []int64) {
				s := sourceOf(Question{Game: parsed(t, name), Budget: solve.Budget{Steps: steps}}, NimValues)
				defer s.Close()
				table, err := s.box(meter.WithCores(t.Context(), cores), 3000)
				if table == nil {
					t.Fatal(err)
				}
				return s.spent, fmt.Sprint(table.Sides, err, s.beyond, s.nothing), table.Values
			}
			spent, said, values := fill(1)
			for _, cores := range []int{2, 4} {
				if s, at, v := fill(cores); s != spent || at != said || !slices.Equal(v, values) {
					t.Errorf("%s: %d steps, %s on %d cores, and %d, %s on one", name, s, at, cores, spent, said)
				}
			}
		}
	}
}

// Several goroutines place positions, learn and prove; a search that is stopped leaves none behind.
func TestGuessOnCoresRace(t *testing.T) {
	game := parsed(t, "exact32.star")
	if said := onCores(t, 4, Question{Game: game, Of: []Kind{Outcomes}, Box: long.Or(12, 20)}); !strings.Contains(said, "automaton") {
		t.Error(said)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, after := range []int{0, 1, 300, 700, 4000} {
		ctx, cancel := context.WithCancel(t.Context())
		s := sourceOf(Question{Game: game}, NimValues)
		count := 0
		for c := range s.placed(ctx, []int{20, 20, 20}) {
			if c.err != nil {
				t.Fatal(c.err)
			}
			if count++; count == after {
				cancel()
			}
		}
		cancel()
		if count > 20*20*20 || after == 0 && count != 20*20*20 || after > 0 && count > after {
			t.Errorf("%d cells after the search was stopped at %d", count, after)
		}
	}
}

// The first that is found in order is the answer, and nobody hears of those behind it.
func TestFirstOf(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	no := errors.New("no")
	for _, cores := range []int{1, 2, 4} {
		for n := range 7 {
			for first := range n + 1 {
				var told []int
				firstOf(meter.WithCores(t.Context(), cores), n, func(ctx context.Context, i int) (bool, error) {
					if i > first && cores > 1 { // as a search that goes on until it is stopped
						<-ctx.Done()
						return false, ctx.Err()
					}
					return i == first, no
				}, func(i int, found bool, err error) {
					if told = append(told, i); found != (i == first) || !errors.Is(err, no) {
						t.Errorf("%d of %d: %v, %v", i, n, found, err)
					}
				})
				if want := min(first+1, n); len(told) != want || !slices.IsSorted(told) {
					t.Errorf("%d cores, %d of %d: told %v", cores, first, n, told)
				}
			}
		}
	}
}
