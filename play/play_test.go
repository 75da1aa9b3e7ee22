package play_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

var ctx = context.Background()

func parseOne(text string) (grundy.Component, error) {
	sum, err := position.Parse(text)
	if err != nil {
		return nil, err
	}
	if len(sum) != 1 || sum[0].Copies != 1 {
		return nil, errors.New("not one position")
	}
	return sum[0].Component, nil
}

func newMatch(t testing.TB, text string, o play.Options) *play.Match {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	o.Sum, o.Parse = sum, parseOne
	m, err := play.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var rules = oracle.Rules(compound.ParseKind)

// allFamilies are small positions of every kind of game of the catalogue.
var allFamilies = []string{
	"nim(1,2,4)", "subtraction[1,3,4](9)", "0.77(7)", "4.07(6)", "0.137(7)", "grundy(9)", "queen(3,4)", "rook(2,3)", "bishop(4,3)",
	"king(3,3)", "knight(4,4)", "knight4[6](4,3)", "staircase(0,2,1)", "tree[1,1,2](0,1,2,1)", "counter(40)",
	"nondecreasing(1,3,3)", "cake(3,3,4)", "roxor(1,0,1,2)", "wythoff[2](2,4)", "euclid(5,8)", "turning-turtles(1,3,4)",
	"squares(10)", "primes(9)", "powers(9)", "fibonacci(9)", "allbut[1,3](9)", "partition[2,3](8)", "partition-equal[2,3](8)",
	"partition-distinct[2,3](8)", "amazon(3,2)", "archbishop(3,2)", "chancellor(3,2)", "nightrider(3,4)", "cyclic-nimhoff[3](2,2,1)",
	"leaper[-1,-2,-2,-1](4,4)", "rider[-1,0,0,-1,-1,-1](2,3)", "nimhof[1,0,3,1,0,1](3,3)",
	"piece[leaps -1,-2 -2,-1; rides -1,0; side 8; blocked 3,3](4,4)", "hackenbush[0,0,1,3](1,2,3,4)",
	"hackenbush-graph[0,1,1,2,2,0](1,2,3)", "geography[0,1,1,2,2,0,2,3](3)", "geography[0,1,1,2]()", "twins(1,3,4)", "mock-turtles(2,4)", "ruler(2,4)", "turning[1,3,4](3,5)",
	"turning-corners(2,3)", "rugs(2,3)", "tartan[3,4](2,3)", "moebius(1,3,4)", "mogul(2,5)", "moidores(1,4,5)", "turning-up-to[4](1,3,5)", "sprouts(2)", `sprouts("0.AB|1AB")`,
	// And some games from files of rules, of each shape.
	"lieges-of-legendre(5,3)", "fibonacci-nim(9)", "kayles(5)", "cram(2,3)", "chomp(3,2)", "digits-square-board(\"12/34\")", "welter(1,3,4)",
}

func TestNoFamilyIsLeftOut(t *testing.T) {
	for _, name := range position.Names() {
		if name != "graph" && !catalog.Has(name) && !slices.ContainsFunc(allFamilies, func(text string) bool {
			return strings.HasPrefix(text, name+"(") || strings.HasPrefix(text, name+"[")
		}) {
			t.Errorf("no match is played at %s", name)
		}
	}
}

// The engine wins every match from a position that is N when it moves, against a
// player who moves at random.
func TestBestWinsFromN(t *testing.T) {
	random := chance.New(t, 99)
	matches := long.Of(20, 250, 2000)
	kinds := []compound.Kind{compound.Disjunctive}
	for k := range rules {
		kinds = append(kinds, k, compound.Disjunctive)
	}
	won := 0
	for range matches {
		text := allFamilies[random.IntN(len(allFamilies))]
		o := play.Options{Convention: grundy.Convention(random.IntN(2))}
		if random.IntN(2) == 0 {
			text += " + " + allFamilies[random.IntN(len(allFamilies))]
			o.Compound = kinds[random.IntN(len(kinds))]
		}
		m := newMatch(t, text, o)
		engine, winning := random.IntN(2), false
		for {
			winner, over := m.Over()
			if over {
				if winning && winner != engine {
					t.Fatalf("%s, %v, %v: the engine had a win and lost", text, o.Convention, o.Compound)
				}
				if winning {
					won++
				}
				break
			}
			if m.Mover() == engine {
				advice, err := m.Best(ctx)
				if err != nil {
					t.Fatalf("%s, %v, %v, move %d: %v", text, o.Convention, o.Compound, m.Turn(), err)
				}
				if winning && advice.Outcome != grundy.N {
					t.Fatalf("%s, %v, %v: a win turned into %v", text, o.Convention, o.Compound, advice.Outcome)
				}
				winning = advice.Outcome == grundy.N
				m.Make(advice.Move)
				continue
			}
			moves, count := m.Moves(1 << 16)
			if count == nil || count.Cmp(bigInt(len(moves))) != 0 {
				t.Fatalf("%s, %v: %d moves listed, %v counted", text, o.Compound, len(moves), count)
			}
			m.Make(moves[random.IntN(len(moves))])
		}
	}
	if won < matches/2 {
		t.Errorf("only %d of %d matches were won", won, matches)
	}
}

// Two players at random: the moves that are said to give a win away are those
// after which the oracle finds that the opponent wins.
func TestThrownAgainstOracle(t *testing.T) {
	random := chance.New(t, 100)
	texts := []string{"nim(1,2,3)", "subtraction[1,3,4](8)", "0.77(6)", "queen(2,3)", "knight(3,3)", "cake(1,2,2)"}
	for range long.Of(40, 100, 300) {
		text := texts[random.IntN(len(texts))] + " + " + texts[random.IntN(len(texts))]
		o := play.Options{Convention: grundy.Convention(random.IntN(2))}
		m := newMatch(t, text, o)
		var truth oracle.Oracle
		thrown := [2]int{-1, -1}
		for {
			if _, over := m.Over(); over {
				break
			}
			moves, _ := m.Moves(1 << 16)
			before := truth.Wins(oracle.One, o.Convention, m.Components())
			player := m.Mover()
			m.Make(moves[random.IntN(len(moves))])
			if before && truth.Wins(oracle.One, o.Convention, m.Components()) {
				thrown[player] = m.Turn() - 1
			}
		}
		for player, want := range thrown {
			got, ok, err := m.LastThrown(ctx, player)
			if err != nil || ok != (want >= 0) || ok && got.Turn != want {
				t.Fatalf("%s: player %d: %+v, %v, %v, want move %d", text, player, got, ok, err, want)
			}
			for _, better := range got.Better {
				_, components := m.Past(got.Turn)
				next := append([]grundy.Component(nil), components...)
				for _, s := range better {
					next[s.Component] = s.To
				}
				if truth.Wins(oracle.One, o.Convention, next) {
					t.Fatalf("%s: %v is said to win", text, better)
				}
			}
		}
	}
}

func TestMovesAgainstOracle(t *testing.T) {
	for kind, rule := range rules {
		for _, text := range []string{"nim(2) + queen(1,1)", "nim(0) + nim(2)", "nim(1) + nim(1) + nim(2)", "nim(0) + nim(0)", "knight(2,2)"} {
			m := newMatch(t, text, play.Options{Compound: kind})
			want := oracle.Moves(rule, m.Components())
			moves, count := m.Moves(1000)
			if len(moves) != len(want) || count.Cmp(bigInt(len(want))) != 0 {
				t.Errorf("%s, %v: %d moves, counted %v, by definition %d", text, kind, len(moves), count, len(want))
			}
			if _, over := m.Over(); over != (len(want) == 0) {
				t.Errorf("%s, %v: over is %v with %d moves", text, kind, over, len(want))
			}
		}
	}
}

// Every listed move is found by its number and by what a player may write.
func TestFindReadsEveryMove(t *testing.T) {
	for kind := range rules {
		for _, text := range append([]string{"nim(2) + queen(1,1) + nim(3)", "3*nim(2)", "nim(3) + nim(2)"}, oneIn(long.Of(40, 8, 1), allFamilies)...) {
			m := newMatch(t, text, play.Options{Compound: kind})
			moves, _ := m.Moves(long.Of(2, 6, 500))
			for i, want := range moves {
				var steps []string
				for _, s := range want {
					steps = append(steps, fmt.Sprintf("%d: %v", s.Component+1, s.To))
				}
				whole := m.Components()
				var parts []string
				next := append([]grundy.Component(nil), whole...)
				for _, s := range want {
					next[s.Component] = s.To
				}
				for _, c := range next {
					parts = append(parts, strings.ReplaceAll(c.String(), ",", " , "))
				}
				ways := []string{fmt.Sprint(i + 1), strings.Join(steps, " ; "), strings.Join(parts, "+")}
				if words := inWords(want); words != "" {
					ways = append(ways, words, strings.ToUpper(words))
				}
				for _, written := range ways {
					got, err := m.Find(written)
					if err != nil || textOf(got) != textOf(want) {
						t.Fatalf("%s, %v: %q reads %v, %v, want %v", text, kind, written, textOf(got), err, textOf(want))
					}
				}
			}
		}
	}
}

// oneIn returns each nth thing of a list.
func oneIn(n int, list []string) (some []string) {
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// inWords writes a move in words, or "" where they are said of another one too.
func inWords(move solve.Move) string {
	var steps []string
	for _, s := range move {
		words := s.From.DescribeMove(s.To)
		said := 0
		for _, q := range s.From.AppendOptions(nil) {
			if s.From.DescribeMove(q) == words && q.String() != s.To.String() {
				said++
			}
		}
		if words == "" || said > 0 || strings.ContainsAny(words, ":+") {
			return ""
		}
		steps = append(steps, fmt.Sprintf("%d:  %s", s.Component+1, words))
	}
	return strings.Join(steps, ";")
}

func textOf(move solve.Move) string {
	var steps []string
	for _, s := range move {
		steps = append(steps, fmt.Sprintf("%d: %v -> %v", s.Component, s.From, s.To))
	}
	return strings.Join(steps, "; ")
}

func TestFindSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ position, kind, text, want string }{
		{"queen(3,3)", "", "queen(2,2)", ""},
		{"queen(3,3)", "", " 2,2 ", ""},
		{"queen(3,3)", "", "( 2, 2 )", `"( 2, 2 )" is not an option of queen(3,3)`},
		{"queen(3,3)", "", "queen(3,3)", `"queen(3,3)" is the position as it stands, and no move`},
		{"queen(3,3)", "", "queen(4,4)", `"queen(4,4)" is not an option of queen(3,3)`},
		{"queen(3,3)", "", "10", "there is no move 10: 9 moves are listed"},
		{"queen(3,3)", "", "0", "the moves are numbered from 1"},
		{"queen(3,3)", "", "99999999999999999999999", `there is no move "99999999999999999999999" that is listed: write the position`},
		{"queen(3,3)", "", "2: queen(2,2)", "component 2: there are components 1 to 1"},
		{"queen(3,3) + nim(3)", "", "nim(1)", ""},
		{"queen(3,3) + nim(3)", "", "queen(3,3) + nim(1)", ""},
		{"queen(3,3) + nim(3)", "", "queen(3,3) + nim(3)", "that is the position as it stands, and no move"},
		{"queen(3,3) + nim(3)", "", "queen(3,2) + nim(1)", "a move in 2 of the components: in the disjunctive compound it must be in 1"},
		{"queen(3,3) + nim(3)", "", "nim(4)", `"nim(4)" is an option of no component`},
		{"queen(3,3) + nim(3)", "", "2: 1; 2: 0", "component 2 moves twice"},
		{"queen(3,3) + nim(3)", "selective", "2: 1; queen(3,2)", `"queen(3,2)": want "component: position" for each step`},
		{"queen(3,3) + nim(3)", "selective", "2: 1; 1: 3,2", ""},
		{"queen(3,3) + nim(3)", "selective", "queen(3,2); 2: 1", `"queen(3,2)": want "component: position" for each step`},
		{"nim(4,5)", "", "take 2 from the heap of 5", ""},
		{"nim(4,5)", "", "take 5 from the heap of 4", `"take 5 from the heap of 4" is not an option of nim(4,5)`},
		{"nim(4,5) + queen(1,1)", "", "Take 2  from the HEAP of 5", ""},
		{"queen(3,3) + rook(4,4)", "", "2 left", `"2 left" is an option of components 1 and 2: write "1: 2 left" or "2: 2 left"`},
		{"queen(3,3) + nim(3)", "", "nim(1); x", `"nim(1); x": want "component: position" for each step`},
		{"nim(3) + nim(4)", "", "nim(2)", `"nim(2)" is an option of components 1 and 2: write "1: nim(2)" or "2: nim(2)"`},
		{"nim(3) + nim(3)", "", "nim(2)", ""},
		{"nim(4,5)", "", "nim(5,3)", ""},
		{"nim(4,5)", "", "5, 3", ""},
		{"nim(4,5)", "", "nim(5)", ""},
		{"nim(4,5)", "", "nim(5,4)", `"nim(5,4)" is not an option of nim(4,5)`},
		{"0.77(10)", "", "0.77(6,3)", ""},
		{"queen(3,4)", "", "queen(4,2)", `"queen(4,2)" is not an option of queen(3,4)`},
		{"nim(1000000000000000000)", "", "nim(999999999999)", ""},
		{"nim(1000000000000000000)", "", "1000000000000000001", `there is no move "1000000000000000001" that is listed: write the position`},
		{"queen(3,3)", "", "", `"" is not an option of queen(3,3)`},
		{"queen(3,3)", "", strings.Repeat("x", 100), `"` + strings.Repeat("x", 59) + `…" is not an option of queen(3,3)`},
	} {
		o := play.Options{}
		if c.kind != "" {
			o.Compound, _ = compound.ParseKind(c.kind)
		}
		move, err := newMatch(t, c.position, o).Find(c.text)
		switch {
		case c.want == "" && (err != nil || move == nil):
			t.Errorf("%s: %q: %v", c.position, c.text, err)
		case c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%s: %q: %v, want %s", c.position, c.text, err, c.want)
		}
	}
}

func FuzzFind(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"1", "2: 1; 1: 3,2", "nim(1) + queen(2,2)", "((", ":", ";;", "9:", "nim(0)+"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := newMatch(t, "nim(3) + queen(2,3)", play.Options{Compound: compound.Selective})
		move, err := m.Find(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: more than a line: %v", text, err)
			}
			return
		}
		before := m.Components()
		for _, s := range move {
			if s.From.String() != before[s.Component].String() {
				t.Fatalf("%q: %v", text, textOf(move))
			}
		}
		want := oracle.Moves(oracle.AnySet, before)
		m.Make(move)
		for _, next := range want {
			if oracle.Text(next) == oracle.Text(m.Components()) {
				return
			}
		}
		t.Fatalf("%q: %v is not a move", text, textOf(move))
	})
}

// Huge positions are played too: moves are listed as far as asked for.
func TestHugePositions(t *testing.T) {
	for _, c := range []struct {
		text string
		kind compound.Kind
	}{
		{"nim(1000000000000000000,5)", compound.Disjunctive},
		{"queen(1000000000000000000,618033988749894848)", compound.Disjunctive}, // P
		{"nim(1000000000000000000) + nim(1000000000000000000)", compound.Disjunctive},
		{"nim(1000000000000000000) + nim(1000000000000000000)", compound.Selective},
		{"cake(9223372036854775807,9223372036854775806)", compound.Disjunctive},
	} {
		m := newMatch(t, c.text, play.Options{Compound: c.kind})
		moves, count := m.Moves(5)
		if len(moves) != 5 || count != nil && count.Cmp(bigInt(1<<16)) < 0 {
			t.Errorf("%s: %d moves listed, %v counted", c.text, len(moves), count)
		}
		advice, err := m.Best(ctx)
		if err != nil || advice.Move == nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		m.Make(advice.Move)
		m.Undo(1)
	}
	if _, err := play.New(t.Context(), play.Options{Sum: grundy.Sum{{Copies: 1 << 60, Component: newMatch(t, "nim(1)", play.Options{}).Components()[0]}}}); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("2^60 components: %v", err)
	}
}

// Replies beyond 2^64 are counted exactly.
func TestManyReplies(t *testing.T) {
	for _, copies := range []int{2, long.Of(30, 40, 80)} { // 6^30 is beyond 64 bits
		m := newMatch(t, fmt.Sprintf("%d*nim(5) + 0.77(9)", copies), play.Options{Compound: compound.ContinuedConjunctive})
		won, err := m.Best(ctx)
		if err != nil {
			t.Fatal(err)
		}
		m.Make(won.Move)
		advice, err := m.Best(ctx)
		switch {
		case err != nil:
			t.Error(err)
		case advice.Outcome != grundy.P:
			t.Errorf("%d copies: the outcome is %v", copies, advice.Outcome)
		case advice.WinningReplies == nil || advice.Replies == nil || advice.Replies.Cmp(advice.WinningReplies) < 0:
			t.Errorf("%d copies: %v winning replies among %v", copies, advice.WinningReplies, advice.Replies)
		}
	}
}

func bigInt(n int) *big.Int { return big.NewInt(int64(n)) }

// faulty is a game whose rules fail in position 2, after which nothing has moves in
// the same run.
type faulty struct{ err error }

func (g *faulty) AppendOptions(dst []int, p int) []int {
	if p == 2 {
		g.err = errors.New("rules.star:3:1: no rule for 2")
	}
	if g.err != nil {
		return dst
	}
	for q := range p {
		dst = append(dst, q)
	}
	return dst
}

func (*faulty) AppendPosition(dst []byte, p int) []byte { return fmt.Appendf(dst, "faulty(%d)", p) }
func (g *faulty) Err() error                            { return g.err }
func (*faulty) Start(context.Context) grundy.Run[int]   { return &faulty{} }

// Moves that were taken back can be made again, until another move is made.
func TestRedo(t *testing.T) {
	m := newMatch(t, "nim(3,4) + queen(2,2)", play.Options{})
	var texts []string
	for range 4 {
		texts = append(texts, grundy.SumOf(m.Components()...).String())
		moves, _ := m.Moves(2)
		m.Make(moves[len(moves)-1])
	}
	last := grundy.SumOf(m.Components()...).String()
	m.Undo(3)
	m.Undo(1)
	if m.Undone() != 4 || m.Turn() != 0 {
		t.Errorf("%d moves can be made again at turn %d, want 4 at turn 0", m.Undone(), m.Turn())
	}
	for i := range 4 {
		if got := grundy.SumOf(m.Components()...).String(); got != texts[i] || m.Redo(1) != 1 {
			t.Errorf("turn %d: %s, want %s", i, got, texts[i])
		}
	}
	if got := grundy.SumOf(m.Components()...).String(); got != last || m.Redo(1) != 0 {
		t.Errorf("at last %s, want %s", got, last)
	}
	m.Undo(3)
	moves, _ := m.Moves(1)
	m.Make(moves[0])
	if m.Undone() != 0 || m.Redo(2) != 0 {
		t.Error("moves are made again after another move")
	}
}

func TestRulesThatFailEndNoMatch(t *testing.T) {
	m, err := play.New(t.Context(), play.Options{Sum: grundy.SumOf(grundy.Place[int](&faulty{}, 1))})
	if err != nil {
		t.Fatal(err)
	}
	if _, over := m.Over(); over || m.Err() != nil {
		t.Errorf("over is %v, %v", over, m.Err())
	}
	if m, err = play.New(t.Context(), play.Options{Sum: grundy.SumOf(grundy.Place[int](&faulty{}, 3))}); err != nil {
		t.Fatal(err)
	}
	move, err := m.Find("faulty(2)")
	if err != nil {
		t.Fatal(err)
	}
	m.Make(move)
	if _, over := m.Over(); !over || m.Err() == nil {
		t.Errorf("over is %v, %v, want an error", over, m.Err())
	}
	if _, err := m.Solve(t.Context()); err == nil {
		t.Error("it was solved, and its rules fail")
	}
	m.Undo(1)
	if moves, _ := m.Moves(9); len(moves) != 3 || m.Err() != nil {
		t.Errorf("after an undo: %d moves, %v", len(moves), m.Err())
	}
}
