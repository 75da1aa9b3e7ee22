package contest_test

// This file compares problems of the wall whose answer is more than a question about a
// position with their statements, played out on small inputs.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest"
)

// ask runs a problem on a judge's input.
func ask(t testing.TB, name, in string) string {
	t.Helper()
	p, ok := contest.Find(name)
	if !ok {
		t.Fatalf("no problem %s", name)
	}
	var out bytes.Buffer
	if err := p.Run(t.Context(), strings.NewReader(in), &out, contest.Options{}); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, in)
	}
	return strings.TrimSpace(out.String())
}

// line writes numbers with blanks between them.
func line[T any](numbers []T) string { return strings.Trim(fmt.Sprint(numbers), "[]") + "\n" }

// callOf writes a call.
func callOf(t testing.TB, args ...any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"args": args})
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// A played finds who wins by playing: options of a position, each a text of its own.
type played struct {
	options func(position string) []string
	known   map[string]bool
}

func (g *played) wins(position string) bool {
	if won, ok := g.known[position]; ok {
		return won
	}
	if g.known == nil {
		g.known = map[string]bool{}
	}
	won := false
	for _, q := range g.options(position) {
		won = !g.wins(q) || won
	}
	g.known[position] = won
	return won
}

// numbersIn and textOf turn positions into numbers and back.
func numbersIn(position string) (numbers []int) {
	for _, word := range strings.Fields(position) {
		n, err := strconv.Atoi(word)
		if err != nil {
			panic(err) // positions are numbers
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func textOf(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// changed returns the list with another number at i.
func changed(list []int, i, n int) []int {
	list = slices.Clone(list)
	list[i] = n
	return list
}

// randomList draws a list of numbers.
func randomList(rng *rand.Rand, length, least, most int) []int {
	list := make([]int, length)
	for i := range list {
		list[i] = least + rng.IntN(most-least+1)
	}
	return list
}

func name(won bool, first, second string) string {
	if won {
		return first
	}
	return second
}

func TestUnfairNim(t *testing.T) {
	rng := chance.New(t, 1)
	for range 150 {
		a := randomList(rng, 2+rng.IntN(3), 1, 9)
		want := -1
		for moved := 0; moved < a[0] && want < 0; moved++ {
			sum := (a[0] - moved) ^ (a[1] + moved)
			for _, h := range a[2:] {
				sum ^= h
			}
			if sum == 0 {
				want = moved
			}
		}
		if got := ask(t, "atcoder/abc172_f", fmt.Sprintf("%d\n%s", len(a), line(a))); got != fmt.Sprint(want) {
			t.Fatalf("%v: %s, want %d", a, got, want)
		}
	}
}

func TestArbitraryNim(t *testing.T) {
	rng := chance.New(t, 1)
	for range 80 {
		a := randomList(rng, 1+rng.IntN(4), 1, 6)
		if rng.IntN(2) == 0 { // a nim-sum of 0
			sum := 0
			for _, h := range a {
				sum ^= h
			}
			if sum > 0 {
				a = append(a, sum)
			}
		}
		wins := func(k int) bool {
			g := played{options: func(position string) (options []string) {
				heaps := numbersIn(position)
				for i, h := range heaps {
					for take := 1; take <= min(h, k); take++ {
						q := changed(heaps, i, h-take)
						slices.Sort(q)
						options = append(options, textOf(q))
					}
				}
				return options
			}}
			p := slices.Clone(a)
			slices.Sort(p)
			return g.wins(textOf(p))
		}
		most := slices.Max(a)
		want := 0
		for k := 1; k <= most; k++ {
			if wins(k) {
				want = k
			}
		}
		if want == most { // and then any larger number does the same
			want = -1
		}
		if got := ask(t, "atcoder/arc168_b", fmt.Sprintf("%d\n%s", len(a), line(a))); got != fmt.Sprint(want) {
			t.Fatalf("%v: %s, want %d", a, got, want)
		}
	}
}

func TestMoreNim(t *testing.T) {
	rng := chance.New(t, 1)
	for range 100 {
		heaps := randomList(rng, 1+rng.IntN(7), 1, 40)
		want := -1
		for kept := range 1 << len(heaps) {
			removed, free := 0, true
			for i, h := range heaps {
				if kept>>i&1 == 0 {
					removed += h
				}
			}
			for part := kept; part > 0; part = (part - 1) & kept {
				sum := 0
				for i, h := range heaps {
					sum ^= h * (part >> i & 1)
				}
				free = free && sum != 0
			}
			if free && (want < 0 || removed < want) {
				want = removed
			}
		}
		words := make([]string, len(heaps))
		for i, h := range heaps {
			words[i] = fmt.Sprint(h)
		}
		if got := ask(t, "topcoder/morenim", callOf(t, words)); got != fmt.Sprint(want) {
			t.Fatalf("%v: %s, want %d", heaps, got, want)
		}
	}
}

func TestLiegesOfLegendre(t *testing.T) {
	rng := chance.New(t, 1)
	values := map[[2]int]int{}
	var value func(n, k int) int
	value = func(n, k int) int {
		if v, ok := values[[2]int{n, k}]; ok || n == 0 {
			return v
		}
		options := map[int]bool{value(n-1, k): true}
		if n%2 == 0 {
			sum := 0
			for range k {
				sum ^= value(n/2, k)
			}
			options[sum] = true
		}
		v := 0
		for options[v] {
			v++
		}
		values[[2]int{n, k}] = v
		return v
	}
	for range 200 {
		a, k := randomList(rng, 1+rng.IntN(4), 1, 40), 1+rng.IntN(7)
		sum := 0
		for _, n := range a {
			sum ^= value(n, k)
		}
		if got := ask(t, "codeforces/603C", fmt.Sprintf("%d %d\n%s", len(a), k, line(a))); got != name(sum != 0, "Kevin", "Nicky") {
			t.Fatalf("%v, k = %d: %s", a, k, got)
		}
	}
}

// TestArpaAndMojtaba plays with the whole list of numbers.
func TestArpaAndMojtaba(t *testing.T) {
	rng := chance.New(t, 1)
	prime := func(n int) bool {
		for d := 2; d*d <= n; d++ {
			if n%d == 0 {
				return false
			}
		}
		return true
	}
	g := played{options: func(position string) (options []string) {
		a := numbersIn(position)
		for p := 2; p <= slices.Max(a); p++ {
			if !prime(p) {
				continue
			}
			for power := p; power <= slices.Max(a); power *= p {
				q, chosen := slices.Clone(a), false
				for i, n := range q {
					if n%power == 0 {
						q[i], chosen = n/power, true
					}
				}
				if slices.Sort(q); chosen {
					options = append(options, textOf(q))
				}
			}
		}
		return options
	}}
	for range 120 {
		a := randomList(rng, 1+rng.IntN(4), 1, 72)
		p := slices.Clone(a)
		slices.Sort(p)
		if got := ask(t, "codeforces/850C", fmt.Sprintf("%d\n%s", len(a), line(a))); got != name(g.wins(textOf(p)), "Mojtaba", "Arpa") {
			t.Fatalf("%v: %s", a, got)
		}
	}
}

// TestChessTraining plays on until a queen stands in the corner, lines of the corner included.
func TestChessTraining(t *testing.T) {
	rng := chance.New(t, 1)
	g := played{options: func(position string) (options []string) {
		p := numbersIn(position)
		for i := 0; i < len(p); i += 2 {
			if p[i] == 0 && p[i+1] == 0 {
				return nil // the other player has won
			}
		}
		for i := 0; i < len(p); i += 2 {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
				for x, y := p[i]-d[0], p[i+1]-d[1]; x >= 0 && y >= 0; x, y = x-d[0], y-d[1] {
					options = append(options, textOf(changed(changed(p, i, x), i+1, y)))
				}
			}
		}
		return options
	}}
	for range 60 {
		n := 1 + rng.IntN(2)
		x, y := randomList(rng, n, 0, 7), randomList(rng, n, 1, 7)
		var p []int
		for i := range x {
			p = append(p, x[i], y[i])
		}
		if got := ask(t, "topcoder/chesstraining", callOf(t, x, y)); got != fmt.Sprintf("%q", name(g.wins(textOf(p)), "Alice will win", "Bob will win")) {
			t.Fatalf("%v, %v: %s", x, y, got)
		}
	}
}

func TestCirclesGame(t *testing.T) {
	rng := chance.New(t, 1)
	for range 60 {
		var x, y, r []int
		for range 40 { // those that meet no other are kept
			a, b, c := rng.IntN(40)-20, rng.IntN(10)-5, 1+rng.IntN(15)
			good := len(x) < 8
			for i := range x {
				d := (a-x[i])*(a-x[i]) + (b-y[i])*(b-y[i])
				good = good && (d > (c+r[i])*(c+r[i]) || d < (c-r[i])*(c-r[i]))
			}
			if good {
				x, y, r = append(x, a), append(y, b), append(r, c)
			}
		}
		g := played{options: func(position string) (options []string) {
			left := numbersIn(position)
			for _, i := range left { // a point beside the middle of circle i, in no circle within it
				var rest []int
				for _, j := range left {
					d := (x[i]-x[j])*(x[i]-x[j]) + (y[i]-y[j])*(y[i]-y[j])
					if j != i && (d >= r[j]*r[j] || r[j] <= r[i]) {
						rest = append(rest, j)
					}
				}
				options = append(options, textOf(rest))
			}
			return options
		}}
		all := make([]int, len(x))
		for i := range all {
			all[i] = i
		}
		if got := ask(t, "topcoder/circlesgame", callOf(t, x, y, r)); got != fmt.Sprintf("%q", name(g.wins(textOf(all)), "Alice", "Bob")) {
			t.Fatalf("%v, %v, %v: %s", x, y, r, got)
		}
	}
}

func TestGameEnding(t *testing.T) {
	rng := chance.New(t, 1)
	hits := func(n, a, b int) bool {
		dx, dy := a/n-b/n, a%n-b%n
		return dx == 0 || dy == 0 || dx*dx+dy*dy == 5
	}
	for range 60 {
		n := 1 + rng.IntN(4)
		g := played{options: func(position string) (options []string) {
			taken := numbersIn(position)
			for at := range n * n {
				if !slices.ContainsFunc(taken, func(b int) bool { return hits(n, at, b) }) {
					q := append(slices.Clone(taken), at)
					slices.Sort(q)
					options = append(options, textOf(q))
				}
			}
			return options
		}}
		var taken []int
		moves := []string{}
		want := ""
		for range rng.IntN(n + 1) {
			at := rng.IntN(n * n)
			if slices.ContainsFunc(taken, func(b int) bool { return hits(n, at, b) }) {
				want = "Invalid input"
			}
			taken = append(taken, at)
			moves = append(moves, string([]byte{"abcdefg"[at/n], "1234567"[at%n]}))
		}
		if want == "" {
			slices.Sort(taken)
			want = name(g.wins(textOf(taken)) == (len(taken)%2 == 0), "First player wins", "Second player wins")
		}
		if got := ask(t, "topcoder/gameending", callOf(t, n, moves)); got != fmt.Sprintf("%q", want) {
			t.Fatalf("%d, %v: %s, want %s", n, moves, got, want)
		}
	}
}

// TestDivisionGame looks at each interval; the nim-values follow from the moves.
func TestDivisionGame(t *testing.T) {
	values := map[int]int{}
	for n := 1; n < 80; n++ {
		options := map[int]bool{}
		for d := 2; d <= n; d++ {
			if n%d == 0 {
				options[values[n/d]] = true
			}
		}
		for options[values[n]] {
			values[n]++
		}
	}
	for low := 2; low < 60; low += 7 {
		high, want := low+17, 0
		for a := low; a <= high; a++ {
			sum := 0
			for b := a; b <= high; b++ {
				if sum ^= values[b]; sum != 0 {
					want++
				}
			}
		}
		if got := ask(t, "topcoder/thedivisiongame", callOf(t, low, high)); got != fmt.Sprint(want) {
			t.Fatalf("%d, %d: %s, want %d", low, high, got, want)
		}
	}
}

func TestPrimeHeaps(t *testing.T) {
	for most := 2; most <= 20; most += 3 {
		var primes []int
		for n := 2; n <= most; n++ {
			if !slices.ContainsFunc(primes, func(p int) bool { return n%p == 0 }) {
				primes = append(primes, n)
			}
		}
		counts := map[int]int{0: 1}
		for k := 1; k <= 5; k++ {
			next := map[int]int{}
			for sum, count := range counts {
				for _, p := range primes {
					next[sum^p] += count
				}
			}
			counts = next
			if got := ask(t, "topcoder/nim", callOf(t, k, most)); got != fmt.Sprint(counts[0]) {
				t.Fatalf("%d, %d: %s, want %d", k, most, got, counts[0])
			}
		}
	}
}

func TestStickGame(t *testing.T) {
	rng := chance.New(t, 1)
	for range 50 {
		n := 1 + rng.IntN(60)
		moves := []int{1}
		for m := 2; m <= n; m++ {
			if rng.IntN(6) == 0 {
				moves = append(moves, m)
			}
		}
		wins := make([]bool, n+1)
		want := ""
		for i := 1; i <= n; i++ {
			for _, m := range moves {
				wins[i] = wins[i] || m <= i && !wins[i-m]
			}
			want += name(wins[i], "W", "L")
		}
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		if got := ask(t, "cses/1729", fmt.Sprintf("%d %d\n%s", n, len(moves), line(moves))); got != want {
			t.Fatalf("%d, %v: %s, want %s", n, moves, got, want)
		}
	}
}

// TestTakeOneToThree asks about heaps far beyond what a table holds.
func TestTakeOneToThree(t *testing.T) {
	rng := chance.New(t, 1)
	for range 200 {
		x := randomList(rng, 1+rng.IntN(5), 1, 1_000_000_000>>rng.IntN(30))
		sum := 0
		for _, n := range x {
			sum ^= n % 4 // the options of n have the other residues below 4
		}
		if got := ask(t, "cses/1098", fmt.Sprintf("1\n%d\n%s", len(x), line(x))); got != name(sum != 0, "first", "second") {
			t.Fatalf("%v: %s", x, got)
		}
	}
}

// TestTreeGame plays from every vertex.
func TestTreeGame(t *testing.T) {
	rng := chance.New(t, 1)
	for range 80 {
		n := 2 + rng.IntN(5)
		stones := randomList(rng, n, 0, 4)
		beside := make([][]int, n)
		edges := ""
		for v := 1; v < n; v++ {
			u := rng.IntN(v)
			beside[u], beside[v] = append(beside[u], v), append(beside[v], u)
			edges += fmt.Sprintln(v+1, u+1)
		}
		g := played{options: func(position string) (options []string) {
			p := numbersIn(position) // the stones, and where the token stands
			if at := p[n]; p[at] > 0 {
				for _, to := range beside[at] {
					options = append(options, textOf(changed(changed(p, at, p[at]-1), n, to)))
				}
			}
			return options
		}}
		var want []int
		for v := range n {
			if g.wins(textOf(append(slices.Clone(stones), v))) {
				want = append(want, v+1)
			}
		}
		if got := ask(t, "atcoder/agc010_f", fmt.Sprintf("%d\n%s%s", n, line(stones), edges)); got != textOf(want) {
			t.Fatalf("%v\n%s: %s, want %v", stones, edges, got, want)
		}
	}
}

// TestConstrainedNim finds nim-values by the moves.
func TestConstrainedNim(t *testing.T) {
	rng := chance.New(t, 1)
	for range 300 {
		const most = 16
		none := map[[2]int]bool{}
		var takes strings.Builder
		count := rng.IntN(30)
		for range count { // some are said twice
			x := 1 + rng.IntN(most)
			y := 1 + rng.IntN(x)
			none[[2]int{x, y}] = true
			fmt.Fprintln(&takes, x, y)
		}
		var values [most + 1]int
		for x := range values {
			options := map[int]bool{}
			for y := 1; y <= x; y++ {
				if !none[[2]int{x, y}] {
					options[values[x-y]] = true
				}
			}
			for options[values[x]] {
				values[x]++
			}
		}
		a := randomList(rng, 1+rng.IntN(3), 1, most)
		sum := 0
		for _, x := range a {
			sum ^= values[x]
		}
		in := fmt.Sprintf("%d %d\n%s%s", len(a), count, line(a), takes.String())
		if got := ask(t, "atcoder/abc255_g", in); got != name(sum != 0, "Takahashi", "Aoki") {
			t.Fatalf("%s: %s", in, got)
		}
	}
}
