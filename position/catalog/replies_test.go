package catalog_test

// Games whose moves say how the opponent must reply are compared with their definitions, by whole sums,
// and with what is published.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/entailing"
)

// told returns the answer about a position, and its nim-value in words.
func told(t *testing.T, text string) (a *solve.Answer, value string) {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if a, err = solve.Solve(t.Context(), solve.Question{Sum: sum, MaxMoves: 1000}); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	switch {
	case a.Infinite != nil:
		value = a.Infinite.String()
	case a.NimValue != nil:
		value = fmt.Sprint(*a.NimValue)
	}
	return a, value
}

// stacks is a sum of stacks of Top Entails and a heap of Nim. The last stack is the one in which the
// player to move must move, if bound is set.
type stacks struct {
	coins []int
	heap  int
	bound bool
}

// wins follows the rules.
func (s stacks) wins(known map[string]bool) bool {
	if s.bound {
		slices.Sort(s.coins[:len(s.coins)-1])
	} else {
		slices.Sort(s.coins)
	}
	key := fmt.Sprint(s)
	won, ok := known[key]
	if ok {
		return won
	}
	for i, n := range s.coins {
		if s.bound && i < len(s.coins)-1 {
			continue
		}
		rest := slices.Delete(slices.Clone(s.coins), i, i+1)
		if n > 0 {
			won = won || !stacks{append(slices.Clone(rest), n-1), s.heap, true}.wins(known)
		}
		for k := 1; k <= n-k; k++ {
			won = won || !stacks{append(slices.Clone(rest), k, n-k), s.heap, false}.wins(known)
		}
	}
	for h := 0; h < s.heap && !s.bound; h++ {
		won = won || !stacks{slices.Clone(s.coins), h, false}.wins(known)
	}
	known[key] = won
	return won
}

func TestTopEntails(t *testing.T) {
	known := map[string]bool{}
	most := long.Or(5, 10)
	for a := range most + 1 {
		want := "∞"
		for heap := 9; heap >= 0; heap-- {
			if !(stacks{[]int{a}, heap, false}).wins(known) {
				want = fmt.Sprint(heap)
			}
		}
		if _, got := told(t, fmt.Sprintf("top-entails(%d)", a)); got != want {
			t.Errorf("a stack of %d has %s, by definition %s", a, got, want)
		}
		for b := range a + 1 {
			for heap := range 4 {
				for _, s := range []struct {
					text string
					stacks
				}{
					{"top-entails(%d,%d) + nim(%d)", stacks{[]int{a, b}, heap, false}},
					{"top-entails(%d) + top-entails(%d,answer) + nim(%d)", stacks{[]int{a, b}, heap, true}},
					{"top-entails(%d;%d,answer) + nim(%d)", stacks{[]int{a, b}, heap, true}},
				} {
					text := fmt.Sprintf(s.text, a, b, heap)
					answer, _ := told(t, text)
					if won := s.wins(known); won != (answer.Outcome == grundy.N) {
						t.Errorf("%s is %v, by definition won %v", text, answer.Outcome, won)
					}
				}
			}
		}
	}
}

// J. West, New values for Top Entails (Games of No Chance, 1996): the loony stacks to 600,000 coins are
// these.
func TestLoonyStacks(t *testing.T) {
	loony := []int{1, 3, 2403, 2505, 33243}
	table, err := solve.NewTabulation(t.Context(), solve.OfWorth, solve.Question{})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for n := range long.Of(400, 2600, 2600) {
		sum, err := position.Parse(fmt.Sprintf("top-entails(%d)", n))
		if err != nil {
			t.Fatal(err)
		}
		v, err := table.Value(sum)
		if err != nil {
			t.Fatal(err)
		}
		if told := entailing.Loopy(v).String(); (told == "∞") != slices.Contains(loony, n) {
			t.Errorf("a stack of %d has %s", n, told)
		}
	}
}

// A drawn is a position of Nimstring on a small board, as letters, and a heap of Nim.
type drawn struct {
	board string // lines with "/" between them
	heap  int
}

// cut cuts the string at a place, and says whether a coin is taken.
func (p drawn) cut(at int) (next drawn, takes bool) {
	width := strings.IndexByte(p.board+"/", '/') + 1
	cells := []byte(p.board)
	cells[at] = '.'
	beside := func(at int, visit func(int)) {
		for _, to := range []int{at - width, at + width, at - 1, at + 1} {
			if to >= 0 && to < len(cells) {
				visit(to)
			}
		}
	}
	beside(at, func(coin int) {
		strings := 0
		if cells[coin] != 'o' {
			return
		}
		beside(coin, func(to int) {
			if cells[to] == 'x' {
				strings++
			}
		})
		if strings == 0 {
			cells[coin], takes = '.', true
		}
	})
	return drawn{string(cells), p.heap}, takes
}

// wins follows the rules: who takes a coin goes on.
func (p drawn) wins(known map[drawn]bool) bool {
	won, ok := known[p]
	if ok {
		return won
	}
	for at := range len(p.board) {
		if p.board[at] == 'x' && !won {
			next, takes := p.cut(at)
			won = next.wins(known) == takes
		}
	}
	for h := 0; h < p.heap && !won; h++ {
		won = !drawn{p.board, h}.wins(known)
	}
	known[p] = won
	return won
}

// isLoony reports whether a coin with one string hangs on a coin with two, whose other string is not the
// only one of a third coin.
func (p drawn) isLoony() bool {
	width := strings.IndexByte(p.board+"/", '/') + 1
	is := func(at int, letter byte) bool { return at >= 0 && at < len(p.board) && p.board[at] == letter }
	steps := []int{-width, width, -1, 1}
	stringsOf := func(coin int) (all []int) {
		for _, step := range steps {
			if is(coin+step, 'x') {
				all = append(all, step)
			}
		}
		return all
	}
	for coin := range len(p.board) {
		if is(coin, 'o') && len(stringsOf(coin)) == 1 {
			first := stringsOf(coin)[0]
			other := coin + 2*first
			if !is(other, 'o') || len(stringsOf(other)) != 2 {
				continue
			}
			for _, step := range stringsOf(other) {
				if third := other + 2*step; step != -first && (!is(third, 'o') || len(stringsOf(third)) != 1) {
					return true
				}
			}
		}
	}
	return false
}

// Every position of some boards has the value of the definition. It is infinite where Winning Ways says so in
// chapter 16; but three coins in a row that hang on nothing else are worth 0.
func TestNimstring(t *testing.T) {
	long.Only(t)
	for _, start := range []string{"xoxoxox", ".x.x./xoxox/.x.x.", "...x.../.oxoxo./.x...x./.oxoxo."} {
		known, met := map[drawn]bool{}, map[string]int{}
		seen := map[string]bool{start: true}
		for todo := []string{start}; len(todo) > 0; todo = todo[1:] {
			p := drawn{board: todo[0]}
			for at := range len(p.board) {
				if p.board[at] == 'x' {
					if next, _ := p.cut(at); !seen[next.board] {
						seen[next.board], todo = true, append(todo, next.board)
					}
				}
			}
			want := "∞"
			for heap := 5; heap >= 0; heap-- {
				if !(drawn{p.board, heap}).wins(known) {
					want = fmt.Sprint(heap)
				}
			}
			if met[want]++; want != "∞" && p.isLoony() {
				t.Errorf("%s is loony, and worth %s by definition", p.board, want)
			}
			a, got := told(t, fmt.Sprintf("nimstring(%q)", p.board))
			if got != want {
				t.Errorf("%s has %s, by definition %s", p.board, got, want)
			}
			winning := 0
			for at := range len(p.board) {
				if p.board[at] == 'x' {
					if next, takes := p.cut(at); next.wins(known) == takes {
						winning++
					}
				}
			}
			if distinct := a.WinningMoveCount.Int64(); (distinct == 0) != (winning == 0) || distinct > int64(winning) {
				t.Errorf("%s: %d winning moves, by definition %d", p.board, distinct, winning)
			}
		}
		t.Log(start, met)
		if met["∞"] == 0 || met["0"] == 0 {
			t.Errorf("%s: %v", start, met)
		}
	}
}
