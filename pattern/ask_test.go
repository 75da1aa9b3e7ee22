package pattern

import (
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/automata"
)

// exact returns the game of a file and, by the definition, its values in a cube: a move takes one from
// two of three heaps.
func exact(t *testing.T, of Kind, misere bool, side int) (position.Game, *Table) {
	t.Helper()
	game, err := position.ParseGameWith(t.Context(), "exact32.star", 0, position.Files{
		Open: func(name string) (io.ReadCloser, error) { return os.Open("testdata/" + name) },
	})
	if err != nil {
		t.Fatal(err)
	}
	values := NewTable(of, game.Template.Axes, side, side, side)
	at := func(a, b, c int) int64 { return values.At(a, b, c) }
	i := 0
	for a := range side {
		for b := range side {
			for c := range side {
				var seen []int64
				for _, v := range []int64{at(a-1, b-1, c), at(a-1, b, c-1), at(a, b-1, c-1)} {
					if v != Hole {
						seen = append(seen, v)
					}
				}
				v := int64(0)
				for slices.Contains(seen, v) {
					v++
				}
				if misere && len(seen) == 0 {
					v = 1
				}
				if of == Outcomes {
					v = min(v, 1)
				}
				values.Values[i] = v
				i++
			}
		}
	}
	return game, values
}

// TestAsk learns automata of three heaps by questions, which small boxes do not show, and compares
// them with the definition far beyond the box and by their certificate.
func TestAsk(t *testing.T) {
	long.Only(t) // the other tests of this file ask about less
	for _, c := range []struct {
		of     Kind
		misere bool
		quick  bool
		states []int
	}{
		{NimValues, false, true, []int{29, 76, 32, 62}},
		{Outcomes, true, false, []int{59}},
	} {
		if !c.quick && !long.Whole {
			continue
		}
		game, values := exact(t, c.of, c.misere, 80)
		p, _, err := Guess(t.Context(), Question{Game: game, Of: []Kind{c.of}, Misere: c.misere, Box: 31})
		if err != nil || p == nil {
			t.Fatal(p, err)
		}
		if got := p.Rule.(*automatic).states(); !slices.Equal(got, c.states) {
			t.Errorf("%v: %d states, want %d", c.of, got, c.states)
		}
		r := chance.New(t, 36)
		for range 2000 {
			at := []int{r.IntN(80), r.IntN(80), r.IntN(80)}
			if v, ok := p.Rule.At(at); !ok || v != values.At(at...) {
				t.Fatalf("%v is %d, %v, want %d", at, v, ok, values.At(at...))
			}
		}
		proof, err := p.Prove(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		written, err := proof.Certificate(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := certificate.Verify(t.Context(), written.(*certificate.Certificate), nil); err != nil {
			t.Error(err)
		}
	}
}

// TestExaminer compares what is asked for with the definition, until the steps are used up.
func TestExaminer(t *testing.T) {
	r := chance.New(t, 37)
	for _, misere := range []bool{false, true} {
		for _, of := range []Kind{NimValues, Outcomes} {
			game, values := exact(t, of, misere, 24)
			s := sourceOf(Question{Game: game, Misere: misere, Budget: solve.Budget{Steps: 1 << 15}}, of)
			e, err := s.newExaminer(t.Context(), nil, s.budget.Steps)
			if err != nil {
				t.Fatal(err)
			}
			e.box = values.Within(4, 4, 4)
			known, unsaid := 0, 0
			for range 400 {
				at := []int{r.IntN(24), r.IntN(24), r.IntN(24)}
				switch v := e.value(at, 1<<12); v {
				case unknown:
					unsaid++
				case values.At(at...):
					known++
				default:
					t.Fatalf("%v, misère %v: %v is %d, want %d", of, misere, at, v, values.At(at...))
				}
			}
			if known < 20 || unsaid < 20 {
				t.Errorf("%v, misère %v: %d known, %d not", of, misere, known, unsaid)
			}
			e.end()
			s.Close()
		}
	}
}

// random returns an automaton of so many states that reads the digits of several numbers, and says
// the same with zeros before them.
func random(r *rand.Rand, states, letters int) *machine {
	m := &machine{letters: letters}
	for range states {
		m.out = append(m.out, none+2*r.Int64N(2))
		for range letters {
			m.next = append(m.next, int32(r.IntN(states)))
		}
	}
	m.next[0] = 0
	return m
}

// TestLesson learns random automata from little tables and from single positions at which they are
// wrong, while most positions beyond are unknown.
func TestLesson(t *testing.T) {
	r := chance.New(t, 38)
	for range long.Of(15, 200, 2000) {
		axes, states := 1+r.IntN(3), 2+r.IntN(12)
		known := []int{0, 1 << 9, 1 << 6, 1 << 4}[axes]
		m := random(r, states, 1<<axes)
		in := &numeration{System: automata.Base(2)}
		words := newTeacher(slices.Repeat([]*reading{in.reading(known)}, axes), nil)
		value := func(at []int) int64 { return truth(m.out[m.run(words.word(nil, at))] == 1) }
		small := slices.Repeat([]int{known / 4}, axes)
		l := newLesson(tableOf(Outcomes, []string{"a", "b", "c"}[:axes], small, value), in, 1<<20, 1<<26)
		l.part = parts
		l.beyond = func(at []int) int64 {
			if slices.Max(at) >= known/2 && !slices.Contains(at, 0) {
				return unknown
			}
			if slices.Max(at) >= known {
				return unknown
			}
			return value(at)
		}
		if err := l.learn(t.Context()); err != nil {
			t.Fatal(err)
		}
		for at := range boxes(slices.Repeat([]int{known}, axes)) {
			want := value(at)
			if got, ok := l.At(at); ok && got == want {
				continue
			}
			if _, err := l.correct(t.Context(), slices.Clone(at), want); err != nil {
				t.Fatalf("%d states, %d coordinates: %v: %v", states, axes, at, err)
			}
			if got, _ := l.At(at); l.beyond(at) != unknown && got != want {
				t.Fatalf("%d states, %d coordinates: %v is still %d", states, axes, at, got)
			}
		}
		for at, v := range l.table.Cells() {
			if got, _ := l.At(at); got != v {
				t.Fatalf("%v is %d, want %d", at, got, v)
			}
		}
	}
}
