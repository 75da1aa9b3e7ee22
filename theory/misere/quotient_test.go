package misere_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/misere"
)

// addHeaps adds the heaps 0 … to of a code, until the quotient does not take one.
func addHeaps(t interface{ Fatal(...any) }, q *misere.Quotient, c sequence.Code, to uint64) {
	for n := uint64(0); n <= to; n++ {
		var options [][]int
		for parts := range c.Options(n) {
			var option []int
			for _, p := range parts {
				option = append(option, int(p))
			}
			options = append(options, option)
		}
		if g, err := q.Add(options); errors.Is(err, grundy.ErrBudget) {
			return
		} else if err != nil || g != int(n) {
			t.Fatal(c, n, g, err)
		}
	}
}

// order returns the elements that sums of the games in q have, and checks that they
// are pairwise told apart, so that q is the quotient and no larger monoid.
func order(t *testing.T, q *misere.Quotient) int {
	sums := map[int][]int{0: nil}
	for queue := [][]int{nil}; len(queue) > 0; queue = queue[1:] {
		for g := range q.Len() {
			sum := append(slices.Clone(queue[0]), g)
			if x := q.Element(sum); sums[x] == nil && x != 0 {
				sums[x] = sum
				queue = append(queue, sum)
			}
		}
	}
	rows := map[string]int{}
	for x, sum := range sums {
		row := ""
		for y := range len(sums) {
			row += q.Outcome(slices.Concat(sum, sums[y])).String()
		}
		if other, ok := rows[row]; ok {
			t.Errorf("elements %d and %d are alike", x, other)
		}
		rows[row] = x
	}
	return len(sums)
}

// Nim to heaps below 2^k has the quotient T_k of 2^k + 2 elements.
func TestQuotientsOfNim(t *testing.T) {
	for to, want := range map[uint64]int{1: 2, 2: 6, 3: 6, 4: 10, 8: 18, 16: 34, 32: 66} {
		q := misere.NewQuotient(misere.QuotientBounds{Elements: 200})
		addHeaps(t, q, sequence.MustCode("0.3[3]"), to)
		if all, _ := q.Order(); all != want || order(t, q) != want || q.Len() != int(to)+1 {
			t.Errorf("to %d: %d elements for %d games, want %d", to, all, q.Len(), want)
		}
	}
}

// Published quotients: where they grow, and the periods of the heaps.
func TestPublishedQuotients(t *testing.T) {
	text, err := os.ReadFile("testdata/quotients.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		t.Run(fields[0], func(t *testing.T) {
			q := misere.NewQuotient(misere.QuotientBounds{Elements: 100})
			heaps := q.NewHeaps(sequence.MustCode(fields[0]))
			grows := fields[3:]
			for i, at := range grows {
				var n, all, p, before int
				if _, err := fmt.Sscanf(at, "%d:%d/%d", &n, &all, &p); err != nil {
					t.Fatal(err)
				}
				if all > 100 {
					break // which takes seconds
				}
				if i > 0 {
					before, _ = q.Order()
				}
				for _, to := range []int{n, n + 1} {
					if err := heaps.Extend(to); err != nil {
						t.Fatal(err)
					}
					gotAll, gotP := q.Order()
					if to == n && i > 0 && gotAll != before || to > n && (gotAll != all || gotP != p) {
						t.Errorf("to heaps of %d: %d elements, %d of them P, want %s", to-1, gotAll, gotP, at)
					}
				}
			}
			if fields[1] == "-" {
				return
			}
			if err := heaps.Extend(1000); err != nil {
				t.Fatal(err)
			}
			all, p := q.Order()
			got := heaps.Period()
			if !got.Proved || fmt.Sprintf("%d %d", got.Period, got.Preperiod) != fields[1]+" "+fields[2] || !strings.HasSuffix(grows[len(grows)-1], fmt.Sprintf(":%d/%d", all, p)) {
				t.Errorf("%d elements, %d of them P, %+v: want %s", all, p, got, line)
			}
			if elements := order(t, q); elements != all {
				t.Errorf("%d elements; sums have %d", all, elements)
			}
		})
	}
}

// loses reports whether the heaps are P in misère play, by the definition.
func loses(c sequence.Code, heaps []int, known map[string]bool) bool {
	heaps = slices.DeleteFunc(slices.Sorted(slices.Values(heaps)), func(h int) bool { return h == 0 })
	key := fmt.Sprint(heaps)
	if p, ok := known[key]; ok {
		return p
	}
	p, canMove := true, false
	for i, h := range heaps {
		for parts := range c.Options(uint64(h)) {
			next := slices.Concat(heaps[:i], heaps[i+1:])
			for _, part := range parts {
				next = append(next, int(part))
			}
			canMove = true
			if p = p && !loses(c, next, known); !p {
				break
			}
		}
	}
	known[key] = p && canMove
	return known[key]
}

// Sums of up to four heaps, as far as there is a quotient, against the definition; by
// default of smaller heaps.
func TestQuotientsByDefinition(t *testing.T) {
	codes := []string{"0.77", "0.07", "0.123", "0.6", "0.144", "4.7", "0.15", "0.26", "0.351", "0.45", "0.137", "4.03", "0.3F", "0.7A7"}
	for _, code := range codes {
		c := sequence.MustCode(code)
		q := misere.NewQuotient(misere.QuotientBounds{Elements: 300, Work: 1 << 26})
		addHeaps(t, q, c, long.Or[uint64](12, 14))
		known := map[string]bool{}
		var each func(heaps []int)
		each = func(heaps []int) {
			if p := loses(c, heaps, known); p != (q.Outcome(heaps) == grundy.P) {
				t.Errorf("%s of heaps %v: P is %v, by the quotient %v", code, heaps, p, q.Outcome(heaps))
			}
			if len(heaps) == 4 {
				return
			}
			for h := range min(q.Len(), long.Or(11, 13)-3*len(heaps)) {
				if len(heaps) == 0 || h <= heaps[len(heaps)-1] {
					each(append(slices.Clone(heaps), h))
				}
			}
		}
		each(nil)
	}
}

// Games made at random: each option a sum of up to two games before it.
func TestRandomQuotients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := misere.NewQuotient(misere.QuotientBounds{Elements: 200, Work: 1 << 24})
		games := [][][]int{}
		for n := range rapid.IntRange(1, 8).Draw(t, "games") {
			var options [][]int
			for range rapid.IntRange(0, min(n, 4)).Draw(t, "options") {
				option := make([]int, rapid.IntRange(0, 2).Draw(t, "parts"))
				for i := range option {
					option[i] = rapid.IntRange(0, n-1).Draw(t, "part")
				}
				options = append(options, option)
			}
			before, p := q.Order()
			if _, err := q.Add(options); err != nil {
				if all, good := q.Order(); !errors.Is(err, grundy.ErrBudget) || q.Len() != n || all != before || good != p {
					t.Fatal(err, q.Len(), all)
				}
				break
			}
			games = append(games, options)
		}
		known := map[string]bool{}
		var p func(sum []int) bool
		p = func(sum []int) bool {
			slices.Sort(sum)
			key := fmt.Sprint(sum)
			if is, ok := known[key]; ok {
				return is
			}
			is, canMove := true, false
			for i, g := range sum {
				for _, option := range games[g] {
					canMove = true
					is = is && !p(slices.Concat(sum[:i], sum[i+1:], option))
				}
			}
			known[key] = is && canMove
			return known[key]
		}
		for range 20 {
			sum := make([]int, rapid.IntRange(0, 4).Draw(t, "sum"))
			for i := range sum {
				sum[i] = rapid.IntRange(0, len(games)-1).Draw(t, "game")
			}
			if got := q.Outcome(sum) == grundy.P; got != p(slices.Clone(sum)) {
				t.Errorf("%v of %v: P is %v by the quotient", sum, games, got)
			}
		}
	})
}

func TestQuotientBounds(t *testing.T) {
	c := sequence.MustCode("0.77")
	q := misere.NewQuotient(misere.QuotientBounds{Elements: 23, Work: 1 << 24})
	addHeaps(t, q, c, 30)
	if q.Len() != 12 {
		t.Errorf("%d heaps with at most 23 elements, want 12", q.Len())
	}
	q = misere.NewQuotient(misere.QuotientBounds{Elements: 300, Work: 1 << 12})
	addHeaps(t, q, c, 30)
	if q.Len() > 12 {
		t.Errorf("%d heaps with few steps", q.Len())
	}
	stop := errors.New("stop")
	q = misere.NewQuotient(misere.QuotientBounds{Elements: 300, Check: func() error { return stop }})
	if _, err := q.Add(nil); err != nil {
		t.Error(err)
	}
	if _, err := q.Add([][]int{{0}}); !errors.Is(err, stop) {
		t.Errorf("%v, want the error of Check", err)
	}
	// Games that are alike change nothing, but are kept and counted.
	asked := 0
	q = misere.NewQuotient(misere.QuotientBounds{Elements: 2, Memory: 1000, Check: func() error { asked++; return nil }})
	_, err := q.Add(nil)
	for err == nil && q.Len() < 100 {
		_, err = q.Add([][]int{{0}})
	}
	if !errors.Is(err, grundy.ErrBudget) || q.Len() != 32 || asked < 32 {
		t.Errorf("%v after %d games and %d calls of Check", err, q.Len(), asked)
	}
}

// The example of docs/mathematics.md: no game has its nim-value and
// misère nim-value, but it acts otherwise.
func TestTwoNumbersAreNotEnough(t *testing.T) {
	c := sequence.MustCode("0.77")
	q := misere.NewQuotient(misere.QuotientBounds{Elements: 100})
	addHeaps(t, q, c, 9)
	store := misere.NewStore()
	var heaps []misere.Form
	for n := range uint64(10) {
		var options []misere.Form
		for parts := range c.Options(n) {
			sum := misere.Form(0)
			for _, p := range parts {
				sum, _ = store.Sum(sum, heaps[p])
			}
			options = append(options, sum)
		}
		heaps = append(heaps, store.Of(options))
	}
	twice, err := store.Sum(heaps[5], heaps[5])
	if err != nil {
		t.Fatal(err)
	}
	if g := store.Genus(twice); g.Base() != 0 || g.At(0) != 1 {
		t.Errorf("genus %v, want 0^1…", g)
	}
	known := map[string]bool{}
	for _, s := range []struct {
		heaps []int
		p     bool
	}{{[]int{9}, true}, {[]int{5, 5, 9}, false}, {[]int{}, false}, {[]int{5, 5}, false}} {
		if q.Outcome(s.heaps) == grundy.P != s.p || loses(c, s.heaps, known) != s.p {
			t.Errorf("%v: want P %v", s.heaps, s.p)
		}
	}
}
