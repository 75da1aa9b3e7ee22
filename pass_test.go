package grundy_test

// Here is a game made of any other one: once in a game, one of the players may pass instead of
// moving. It shows how to write such a game so that it loses nothing that the other game can do.

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Pass is the game. A position is one of the other game, with the pass or without.
type Pass struct{}

// Passing is a position of Pass.
type Passing struct {
	Of   grundy.Component
	Left bool // the pass may still be made
}

// AppendOptions implements [grundy.Game]: the pass comes last. A player who cannot move
// otherwise cannot pass.
func (g Pass) AppendOptions(dst []Passing, p Passing) []Passing {
	moves := p.Of.AppendOptions(nil)
	for _, q := range moves {
		dst = append(dst, g.With(p, q))
	}
	if p.Left && len(moves) > 0 {
		dst = append(dst, Passing{Of: p.Of})
	}
	return dst
}

// AppendPosition implements [grundy.Notation].
func (Pass) AppendPosition(dst []byte, p Passing) []byte {
	if p.Left {
		return fmt.Appendf(dst, "pass(%v)", p.Of)
	}
	return fmt.Appendf(dst, "passed(%v)", p.Of)
}

// Inner implements [grundy.Wrapper]: without the pass the position plays as that of the
// other game.
func (Pass) Inner(p Passing) (c grundy.Component, plays bool) { return p.Of, !p.Left }

// With implements [grundy.Wrapper].
func (Pass) With(p Passing, c grundy.Component) Passing { return Passing{c, p.Left} }

func Example_wrapper() {
	sum, _ := position.Parse("queen(1000000000000000000,5)")
	far := grundy.Place(Pass{}, Passing{Of: sum[0].Component})
	a, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(far), MaxMoves: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Outcome, a.WinningMoves[0][0].To)
	// Output: N passed(queen(3,5))
}

// pass returns the positions of the sum, with the pass or without.
func pass(sum grundy.Sum, left bool) grundy.Sum {
	sum = slices.Clone(sum)
	for i := range sum {
		sum[i].Component = grundy.Place(Pass{}, Passing{sum[i].Component, left})
	}
	return sum
}

func parsedSum(t *testing.T, text string) grundy.Sum {
	t.Helper()
	files := position.Files{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1 2\n2 1\n2 3\n")), nil
	}}
	sum, err := position.ParseWith(t.Context(), text, files)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// Without the pass, the answer is that about the other game: by the same methods, with
// the same moves, and where no search would end.
func TestSpentPass(t *testing.T) {
	for _, text := range []string{
		"queen(1000000000000000000,5)", "queen(5,7) + 0.77(9)", "counter(1000000)", "subtraction[1,3](1000001) + nim(5)", "3*staircase(5,9,1000)",
		"cram(3,3) + nim(2)", "turning-corners(2,3)", "graph[a](1) + nim(2)", "graph[a](1)", "ruler(5,6)", "euclid(5,13)",
	} {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			for _, kind := range []compound.Kind{compound.Disjunctive, compound.Conjunctive} {
				if strings.Contains(text, "000") && (convention == grundy.Misere || kind == compound.Conjunctive) {
					continue // no theorem reaches so far
				}
				sum := parsedSum(t, text)
				q := solve.Question{Sum: sum, Convention: convention, Compound: kind, MaxMoves: 20, Budget: solve.Budget{Memory: 64 << 20}}
				want, wantErr := solve.Solve(t.Context(), q)
				q.Sum = pass(sum, false)
				got, err := solve.Solve(t.Context(), q)
				if (err == nil) != (wantErr == nil) {
					t.Errorf("%v %v %s: %v, without the wrapper %v", convention, kind, text, err, wantErr)
				}
				if err != nil || wantErr != nil {
					continue
				}
				inner := strings.NewReplacer("passed(", "(").Replace
				if got.Outcome != want.Outcome || inner(fmt.Sprint(got.Methods)) != fmt.Sprint(want.Methods) || fmt.Sprint(got.WinningMoveCount) != fmt.Sprint(want.WinningMoveCount) {
					t.Errorf("%v %v %s: %v, %v moves, by %q; without the wrapper %v, %v, by %q", convention, kind, text,
						got.Outcome, got.WinningMoveCount, got.Methods, want.Outcome, want.WinningMoveCount, want.Methods)
				}
				for i, m := range got.WinningMoves {
					for j, s := range m {
						if to := s.To.Position().(Passing); to.Of.String() != want.WinningMoves[i][j].To.String() {
							t.Errorf("%v %v %s: move %v, without the wrapper %v", convention, kind, text, s.To, want.WinningMoves[i][j].To)
						}
						if got, want := s.From.DescribeMove(s.To), want.WinningMoves[i][j].From.DescribeMove(want.WinningMoves[i][j].To); got != want {
							t.Errorf("%s: a move is %q, without the wrapper %q", text, got, want)
						}
					}
				}
			}
		}
	}
}

// A component counts as its game does, and so does one inside another game; where the game
// cannot count, neither can they.
func TestCounts(t *testing.T) {
	for _, text := range []string{"nim(3,5)", "counter(12)", "queen(3,4)", "0.77(9)", "cram(2,3)", "graph[a](1)", "moebius(1,5)"} {
		sum := parsedSum(t, text)
		game, p := reflect.ValueOf(sum[0].Component.Game()), reflect.ValueOf(sum[0].Component.Position())
		for name, count := range map[string]func(grundy.Component) (uint64, bool){
			"CountOptions": grundy.Component.CountOptions, "CountPositions": grundy.Component.CountPositions,
		} {
			want, can := uint64(0), false
			if m := game.MethodByName(name); m.IsValid() {
				want, can = m.Call([]reflect.Value{p})[0].Uint(), true
			}
			for _, c := range []grundy.Component{sum[0].Component, pass(sum, false)[0].Component} {
				if n, ok := count(c); ok != can || n != want {
					t.Errorf("%v: %s is %d (%v), want %d (%v)", c, name, n, ok, want, can)
				}
			}
			if n, ok := count(pass(sum, true)[0].Component); ok {
				t.Errorf("with the pass, %v: %s is %d", sum, name, n)
			}
		}
	}
}

// With the pass, by the definitions.
func TestPass(t *testing.T) {
	for _, text := range long.Every(3, []string{"nim(2) + nim(3)", "queen(2,2)", "0.77(4) + nim(2)", "cram(2,2) + nim(1)", "staircase(0,1,2)", "subtraction[1,3](5) + nim(1)"}) {
		for kind, rule := range oracle.Rules(compound.ParseKind) {
			for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
				var truth oracle.Oracle
				for _, sum := range []grundy.Sum{pass(parsedSum(t, text), true), append(pass(parsedSum(t, text), true), pass(parsedSum(t, "nim(2)"), false)...)} {
					a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Convention: convention, Compound: kind, MaxMoves: 1000})
					if err != nil {
						t.Fatal(err)
					}
					var whole []grundy.Component
					for _, term := range sum {
						whole = append(whole, term.Component)
					}
					wins, moves := truth.Wins(rule, convention, whole), truth.WinningMoves(rule, convention, whole)
					if (a.Outcome == grundy.N) != wins || a.Outcome == grundy.N && a.WinningMoveCount.Int64() != int64(len(moves)) {
						t.Errorf("%v %v %v: %v by %v moves, by definition %v by %d", convention, kind, sum, a.Outcome, a.WinningMoveCount, wins, len(moves))
					}
				}
			}
		}
	}
	// Where play need not end: the pass leaves the same position, which is P.
	a, err := solve.Solve(t.Context(), solve.Question{Sum: pass(parsedSum(t, "graph[a](1)"), true), MaxMoves: 10})
	if err != nil || a.Outcome != grundy.N || a.WinningMoveCount.Int64() != 1 {
		t.Errorf("a cycle with a pass: %v, %v", a, err)
	}
	// It has values as the cycle itself has: 1 -> 2 -> 3 with a pass before the end.
	a, err = solve.Solve(t.Context(), solve.Question{Sum: append(pass(parsedSum(t, "graph[a](2)"), true), parsedSum(t, "nim(2)")...), MaxMoves: 10})
	if err != nil || a.NimValue == nil && a.Infinite == nil || !strings.Contains(strings.Join(a.Methods, "\n"), "Smith's labels") {
		t.Errorf("a cycle with a pass beside a heap: %v, %v", a, err)
	}
}
