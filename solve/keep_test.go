package solve_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/search"
)

// A memory keeps facts as a file would.
type memory struct {
	facts  map[string]search.Findings[string]
	keeps  int
	keep   func(keeps int) error // is called before facts are kept now and then
	unkept error
}

func (m *memory) Begin(_ context.Context, _ int, f solve.Facts) error {
	for _, x := range m.facts {
		if err := f.Learn(x); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Keep(f solve.Facts, end bool) error {
	if !end {
		if m.keeps++; m.keep != nil {
			if err := m.keep(m.keeps); err != nil {
				return err
			}
		}
	}
	m.facts = map[string]search.Findings[string]{}
	for x := range f.All() {
		if key, ok := f.KeyOf(f.Position(x.Key)); ok && key != x.Key || !f.Known(x.Key) { // none where the run has ended
			return fmt.Errorf("the key of %s is %q, not %q", f.Position(x.Key), key, x.Key)
		}
		m.facts[x.Key] = x
	}
	return nil
}

func (m *memory) Unkept(why error) error {
	m.unkept = why
	return why
}

// keptGames are positions of games that fall apart, with others of the same games.
var keptGames = [][]string{
	{`cram(3,6)`, `cram(5,3)`, `cram(3,4) + cram(".../.#./...") + nim(3)`},
	{`clobber("xox/oxo/xox")`, `clobber("xoxo/oxox")`, `clobber("xo/ox") + clobber("xoxo")`},
	{`sprouts(3)`, `sprouts(2)`, `sprouts(1) + sprouts(2)`},
	{`node-kayles-path(14)`, `node-kayles-path(9)`, `node-kayles-path(5) + node-kayles-path(8)`},
	{`snort(3,3)`, `snort(2,3)`, `snort(3,2) + snort(1,4)`},
	{`col(3,3)`, `col(1,7)`, `2*col(2,2) + col(2,3)`},
}

// Questions that are stopped after any number of steps, or by a keeper, and go on with what was kept, have the answers
// of one run; so have other questions about the game.
func TestKeptFacts(t *testing.T) {
	long.Only(t)
	defer solve.SetSlices(1, 1<<40)()
	random, stopped := chance.New(t, 335), 0
	for _, game := range keptGames {
		kept := &memory{}
		for _, position := range game {
			q := solve.Question{Sum: parse(t, position), MaxMoves: 1000}
			want, err := solve.Solve(t.Context(), q)
			if err != nil {
				t.Fatal(position, err)
			}
			reset := solve.SetKeepSteps(2 + random.Uint64N(100))
			for stops := 0; ; stops++ {
				ctx, stop := context.WithCancelCause(t.Context())
				q.Keeper, q.Budget.Steps = kept, 0
				limit, enough := 1+stops%3, errors.New("enough")
				kept.keeps, kept.keep = 0, func(keeps int) error {
					switch {
					case keeps < limit || stops > 12:
					case stops%2 == 0:
						return enough
					default:
						stop(enough)
					}
					return nil
				}
				got, err := solve.Solve(ctx, q)
				stop(nil)
				if err != nil && !errors.Is(err, enough) && !errors.Is(err, context.Canceled) {
					t.Fatalf("%s after %d stops: %v", position, stops, err)
				}
				if err != nil {
					continue
				}
				if got.Outcome != want.Outcome || got.NimValue != nil && want.NimValue != nil && *got.NimValue != *want.NimValue || fmt.Sprint(got.WinningMoves, got.WinningMoveCount) != fmt.Sprint(want.WinningMoves, want.WinningMoveCount) {
					t.Errorf("%s after %d stops: %v %v, want %v %v", position, stops, got.Outcome, got.WinningMoves, want.Outcome, want.WinningMoves)
				}
				stopped += stops
				break
			}
			reset()
		}
		t.Logf("%s: %d facts, after %d stops", game[0], len(kept.facts), stopped)
	}
	if stopped < 20 {
		t.Errorf("%d stops", stopped)
	}
}

// Facts that are forged are noticed, or at least nothing is proved by them; what is proved is what is true.
func TestForgedFacts(t *testing.T) {
	long.Only(t)
	defer solve.SetSlices(1, 1<<40)()
	position := `cram("..../.#../....")`
	kept := &memory{}
	q := solve.Question{Sum: parse(t, position), MaxMoves: 1000, Keeper: kept}
	want, err := solve.Solve(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	truth := kept.facts
	checked, refused, proved := 0, 0, 0
	for key, fact := range truth {
		forged := map[string]search.Findings[string]{key: {Key: key, Value: fact.Value ^ 1}}
		if fact.Value < 0 {
			forged[key] = search.Findings[string]{Key: key, Value: 5}
		}
		for other, x := range truth {
			if other != key && checked%2 == 0 { // else it stands alone
				forged[other] = x
			}
		}
		checked++
		kept.facts = forged
		q.Prover = func(_ *solve.Answer, lemmas func(func(solve.Lemma) error) error) error {
			return lemmas(func(l solve.Lemma) error {
				v, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(l.Position), MaxMoves: 1})
				if err != nil || v.NimValue == nil || (*v.NimValue == l.N) != l.Equal {
					t.Errorf("%v is proved to be %d: %v", l.Position, l.N, l.Equal)
				}
				return err
			})
		}
		a, err := solve.Solve(t.Context(), q)
		switch {
		case errors.Is(err, search.ErrUnfounded):
			refused++
		case err != nil:
			t.Fatal(err)
		case a.Unproved != nil:
			t.Errorf("no proof: %v", a.Unproved)
		case a.Outcome != want.Outcome:
			t.Errorf("%v is proved", a.Outcome)
		default:
			proved++
		}
	}
	if refused == 0 || proved == 0 {
		t.Errorf("%d of %d forged facts are refused; %d proofs", refused, checked, proved)
	}
}

// Nothing is kept of sums that couples do not serve.
func TestUnkept(t *testing.T) {
	for _, position := range []string{"nim(3)", "queen(3,4)", "cram(2,3) + snort(2,2)"} {
		kept := &memory{}
		if _, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, position), Keeper: kept}); err == nil || kept.unkept == nil {
			t.Errorf("%q: %v", position, err)
		}
	}
	kept := &memory{}
	if _, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, "cram(2,3)"), Convention: grundy.Misere, Keeper: kept}); err == nil || kept.unkept == nil {
		t.Error(err)
	}
}
