package puzzle_test

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/internal/puzzle"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// match begins a match.
func match(t *testing.T, text string, convention grundy.Convention) *play.Match {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.New(t.Context(), play.Options{Sum: sum, Convention: convention, Budget: solve.Budget{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func judge(t *testing.T, text string, convention grundy.Convention) *puzzle.Judged {
	t.Helper()
	j, err := puzzle.Judge(t.Context(), match(t, text, convention))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return j
}

// TestDrawn draws puzzles of all levels and of days. The oracle counts the winning moves of each
// and says which of the chosen moves win; the same number gives the same puzzle again.
func TestDrawn(t *testing.T) {
	var o oracle.Oracle
	games := map[string]bool{}
	misere, sums := 0, 0
	check := func(d *puzzle.Drawn, level int) {
		t.Helper()
		text := d.Sum.String()
		j := judge(t, text, d.Convention)
		if j.Level != d.Level || level != 0 && j.Level != level {
			t.Errorf("%s: level %d, drawn as %d for %d", text, j.Level, d.Level, level)
		}
		components := d.Sum.Components()
		won := map[string]bool{}
		for _, next := range o.WinningMoves(oracle.One, d.Convention, components) {
			won[oracle.Text(next)] = true
		}
		wins := func(k int) bool { return won[oracle.Text(solve.AfterMove(components, j.Moves[k].Move))] }
		count := 0
		for k := range j.Moves {
			if wins(k) {
				count++
			}
		}
		if lasts := *j.Remoteness; level == 1 && (len(j.Moves) > 16 || lasts > 9) {
			t.Errorf("%s is easy, with %d moves and %d to the end", text, len(j.Moves), lasts)
		}
		if count == 0 || count > 2 || j.Winning.Cmp(big.NewInt(int64(count))) != 0 {
			t.Errorf("%s: %v winning moves, and %d by the definition", text, j.Winning, count)
		}
		if fails := fail(j, wins); fails != j.Fails() || fails < 3 {
			t.Errorf("%s: %d ideas fail, and %d by the definition", text, j.Fails(), fails)
		}
		if lasts := o.Length(components[0], d.Convention, false); len(components) == 1 && lasts != *j.Remoteness {
			t.Errorf("%s: remoteness %d, and %d by the definition", text, *j.Remoteness, lasts)
		}
		for _, c := range components {
			name, _, _ := strings.Cut(c.String(), "(")
			name, _, _ = strings.Cut(name, "[")
			games[name] = true
		}
		if d.Convention == grundy.Misere {
			misere++
		}
		if len(components) > 1 {
			sums++
		}
	}
	for number := range uint64(long.Of(2, 24, 1000)) {
		for level := 1; level <= puzzle.Levels; level++ {
			d, err := puzzle.Draw(t.Context(), level, number)
			if err != nil {
				t.Fatal(err)
			}
			check(d, level)
			if number%5 == 0 && (level == 1 || long.Asked) {
				again, err := puzzle.Draw(t.Context(), level, number)
				if err != nil || again.Sum.String() != d.Sum.String() || again.Convention != d.Convention {
					t.Errorf("level %d, number %d: %v and %v (%v)", level, number, d.Sum, again.Sum, err)
				}
			}
		}
	}
	if len(games) < long.Or(4, 12) || long.Asked && (misere == 0 || sums == 0) {
		t.Errorf("puzzles of %d games, %d in misère play, %d sums", len(games), misere, sums)
	}
	for day := 1; day <= 7; day += long.Or(7, 1) {
		date := fmt.Sprintf("2026-11-%02d", day) // the first is a Sunday
		d, err := puzzle.Daily(t.Context(), date)
		if err != nil {
			t.Fatal(err)
		}
		check(d, []int{3, 1, 1, 1, 2, 2, 2}[(day-1)%7])
		if d.Date != date {
			t.Errorf("%s has the date %s", date, d.Date)
		}
	}
	for _, wrong := range []string{"2026-11-31", "28.11.2026", "tomorrow"} {
		if _, err := puzzle.Daily(t.Context(), wrong); err == nil {
			t.Errorf("there is a puzzle of %s", wrong)
		}
	}
	if _, err := puzzle.Draw(t.Context(), puzzle.Levels+1, 1); err == nil {
		t.Error("there is one level too many")
	}
}

// fail counts the ideas that fail.
func fail(j *puzzle.Judged, wins func(k int) bool) (fails int) {
	for _, tried := range j.Ideas {
		n := len(tried.Chosen)
		if applies := n > 0 && n < len(j.Moves); applies && !slices.ContainsFunc(tried.Chosen, wins) {
			fails++
		}
	}
	return fails
}

// TestFixed has puzzles that must stay what they are: their links were sent to others.
func TestFixed(t *testing.T) {
	for number, want := range fixed {
		d, err := puzzle.Draw(t.Context(), 2, number)
		if err != nil || d.Sum.String() != want {
			t.Errorf("number %d: %v, want %s (%v)", number, d.Sum, want, err)
		}
	}
}

var fixed = map[uint64]string{1: "rook(3,8) + nim(6)", 1 << 40: "knight4[8](7,4) + nim(5)"}

// A slow position is one whose moves and ideas are written down here once more, from its numbers.
type slow struct {
	moves []after
	ideas [6]func(after) (int, bool) // greedy, copy, largest, middle, last, parity
}

// An after is a move: the text that it leads to, and the numbers before and after it.
type after struct {
	text   string
	before []int
	now    []int
}

// TestIdeas compares the ideas with slow definitions by numbers, for all small positions of Nim,
// of the queen, alone and beside a heap, of two coins to turn, and rows of Kayles.
func TestIdeas(t *testing.T) {
	side := long.Of(4, 7, 9)
	for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		for a := range side {
			for b := range side {
				for c := range side {
					if a+b+c > 0 {
						compare(t, fmt.Sprintf("nim(%d,%d,%d)", a, b, c), convention, slowNim([]int{a, b, c}, convention))
					}
				}
				if a < b && b > 0 {
					compare(t, fmt.Sprintf("turning-turtles(%d,%d)", a+1, b+1), convention, slowTurtles(a+1, b+1, convention))
				}
				if a+b > 0 {
					compare(t, fmt.Sprintf("queen(%d,%d) + nim(2)", a, b), convention, slowSum(a, b, 2, convention))
					compare(t, fmt.Sprintf("queen(%d,%d)", a, b), convention, slowQueen(a, b, convention))
				}
			}
		}
	}
	for _, row := range []string{"XX", "XXX", "XXXX", "XXXXXX", "XX.XXXX", "X.XX.X", "XXX..XXX.X", "X..X.XXXXX"} {
		compare(t, "kayles("+strconv.Quote(row)+")", grundy.Normal, slowKayles(row))
	}
}

func compare(t *testing.T, text string, convention grundy.Convention, s slow) {
	t.Helper()
	j := judge(t, text, convention)
	if len(j.Moves) != len(s.moves) {
		t.Fatalf("%s: %d moves, and %d by the definition", text, len(j.Moves), len(s.moves))
	}
	for i, tried := range j.Ideas {
		want := map[string]int{}
		best := 0
		for _, m := range s.moves {
			score, ok := s.ideas[i](m)
			if !ok {
				continue
			}
			if len(want) == 0 || score > best {
				want, best = map[string]int{}, score
			}
			if score == best {
				want[m.text]++
			}
		}
		got := map[string]int{}
		for _, k := range tried.Chosen {
			got[j.Moves[k].Move[0].To.String()]++
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s, %v: %s chooses %v, and %v by the definition", text, convention, tried.Name, got, want)
		}
	}
}

func none(after) (int, bool) { return 0, false }

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}

// parity says whether a number is what the idea wants.
func parity(n int, convention grundy.Convention) bool {
	return n%2 == 0 == (convention == grundy.Normal)
}

func slowNim(heaps []int, convention grundy.Convention) (s slow) {
	for i, n := range heaps {
		for k := range n {
			now := slices.Clone(heaps)
			now[i] = k
			s.moves = append(s.moves, after{fmt.Sprintf("nim(%d,%d,%d)", now[0], now[1], now[2]), heaps, now})
		}
	}
	changed := func(m after) (before, now int) {
		for i := range m.before {
			if m.before[i] != m.now[i] {
				return m.before[i], m.now[i]
			}
		}
		panic("no move")
	}
	s.ideas = [6]func(after) (int, bool){
		func(m after) (int, bool) { before, now := changed(m); return before - now, true },
		func(m after) (int, bool) {
			left := slices.DeleteFunc(slices.Sorted(slices.Values(m.now)), func(n int) bool { return n == 0 })
			return 0, len(left) == 2 && left[0] == left[1]
		},
		func(m after) (int, bool) { before, _ := changed(m); return before, true },
		func(m after) (int, bool) {
			before, now := changed(m)
			return 0, before > 1 && (now*2 == before || now*2 == before-1 || now*2 == before+1)
		},
		func(m after) (int, bool) { return -sum(m.now), true },
		func(m after) (int, bool) { return 0, parity(sum(m.now), convention) },
	}
	return s
}

func slowQueen(x, y int, convention grundy.Convention) (s slow) {
	add := func(a, b int) {
		s.moves = append(s.moves, after{fmt.Sprintf("queen(%d,%d)", a, b), []int{x, y}, []int{a, b}})
	}
	for k := 1; k <= max(x, y); k++ {
		if k <= x {
			add(x-k, y)
		}
		if k <= y {
			add(x, y-k)
		}
		if k <= min(x, y) {
			add(x-k, y-k)
		}
	}
	s.ideas = [6]func(after) (int, bool){
		func(m after) (int, bool) { return x + y - sum(m.now), true },
		func(m after) (int, bool) { return 0, m.now[0] == m.now[1] && m.now[0] > 0 },
		none,
		func(m after) (int, bool) { return 0, half(x, m.now[0]) && half(y, m.now[1]) },
		func(m after) (int, bool) { return -(sum(m.now) + min(m.now[0], m.now[1])), true },
		func(m after) (int, bool) { return 0, parity(sum(m.now), convention) },
	}
	return s
}

// half reports whether what changes becomes its half.
func half(before, now int) bool {
	return now == before || before > 1 && (now == before/2 || now == (before+1)/2)
}

func slowSum(x, y, n int, convention grundy.Convention) (s slow) {
	queen := slowQueen(x, y, convention)
	for _, m := range queen.moves {
		s.moves = append(s.moves, after{m.text, []int{x, y, n}, append(m.now, n)})
	}
	for k := range n {
		s.moves = append(s.moves, after{fmt.Sprintf("nim(%d)", k), []int{x, y, n}, []int{x, y, k}})
	}
	s.ideas = [6]func(after) (int, bool){
		func(m after) (int, bool) { return x + y + n - sum(m.now), true },
		func(m after) (int, bool) { return 0, m.now[2] == 0 && m.now[0] == m.now[1] && m.now[0] > 0 },
		func(m after) (int, bool) {
			if m.now[2] < n {
				return n, true
			}
			return x + y, true
		},
		func(m after) (int, bool) {
			return 0, half(x, m.now[0]) && half(y, m.now[1]) && half(n, m.now[2])
		},
		func(m after) (int, bool) { return -(sum(m.now) + min(m.now[0], m.now[1])), true },
		func(m after) (int, bool) { return 0, parity(sum(m.now), convention) },
	}
	return s
}

// slowTurtles has a coin turned from heads to tails, and one before it in any way.
func slowTurtles(a, b int, convention grundy.Convention) (s slow) {
	for _, coin := range []int{a, b} {
		for other := range coin { // 0 for none
			heads := map[int]bool{a: true, b: true}
			heads[coin] = false
			if other > 0 {
				heads[other] = !heads[other]
			}
			var now []int
			for k := 1; k <= b; k++ {
				if heads[k] {
					now = append(now, k)
				}
			}
			text := strings.ReplaceAll(strings.Trim(fmt.Sprint(now), "[]"), " ", ",")
			s.moves = append(s.moves, after{"turning-turtles(" + text + ")", []int{coin, other}, now})
		}
	}
	s.ideas = [6]func(after) (int, bool){
		func(m after) (int, bool) { return min(m.before[1], 1), true },
		none,
		func(m after) (int, bool) { return m.before[0], true },
		func(m after) (int, bool) {
			coin, other := m.before[0], m.before[1]
			return 0, other > 0 && slices.Contains(m.now, other) && half(coin, other)
		},
		func(m after) (int, bool) { return -sum(m.now), true }, // a coin can be turned alone, or with each before it
		func(m after) (int, bool) { return 0, parity(len(m.now), convention) },
	}
	return s
}

func slowKayles(row string) (s slow) {
	add := func(at, pins int) {
		now := row[:at] + strings.Repeat(".", pins) + row[at+pins:]
		s.moves = append(s.moves, after{"kayles(" + strconv.Quote(now) + ")", []int{at, pins}, nil})
	}
	for i := range row {
		if row[i] == 'X' {
			add(i, 1)
			if strings.HasPrefix(row[i:], "XX") {
				add(i, 2)
			}
		}
	}
	text := func(m after) string {
		return row[:m.before[0]] + strings.Repeat(".", m.before[1]) + row[m.before[0]+m.before[1]:]
	}
	count := func(row string) (moves int) { // two for each pin, but one for the last of a run
		return 2*strings.Count(row, "X") - len(strings.FieldsFunc(row, func(r rune) bool { return r != 'X' }))
	}
	s.ideas = [6]func(after) (int, bool){
		func(m after) (int, bool) { return m.before[1], true },
		func(m after) (int, bool) {
			t := []byte(text(m))
			turned := slices.Clone(t)
			slices.Reverse(turned)
			return 0, string(t) == string(turned) && strings.Contains(string(t), "X")
		},
		func(m after) (int, bool) {
			from := m.before[0]
			for from > 0 && row[from-1] == 'X' {
				from--
			}
			run, _, _ := strings.Cut(row[from:]+".", ".")
			return len(run), true
		},
		func(m after) (int, bool) {
			off := 2*m.before[0] + m.before[1] - len(row) // twice the distance from the middle
			return -off * off, true
		},
		func(m after) (int, bool) { return -count(text(m)), true },
		func(m after) (int, bool) { return 0, strings.Count(text(m), "X")%2 == 0 },
	}
	return s
}
