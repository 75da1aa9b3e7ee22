package solve_test

// This file tests sums of games that write their positions alike: the game and the text
// tell components apart.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// An upTo is a heap from which a move takes 1 … upTo tokens.
type upTo int

func (most upTo) AppendOptions(dst []int, n int) []int {
	for i := 1; i <= min(n, int(most)); i++ {
		dst = append(dst, n-i)
	}
	return dst
}

func (upTo) AppendPosition(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// A taking is the same, by a pointer to it or by a value that cannot be compared.
type taking struct{ amounts []int }

func (g taking) AppendOptions(dst []int, n int) []int {
	for _, amount := range g.amounts {
		if amount <= n {
			dst = append(dst, n-amount)
		}
	}
	return dst
}

func (taking) AppendPosition(dst []byte, n int) []byte { return upTo(0).AppendPosition(dst, n) }

// An identified taking says which amounts may be taken.
type identified struct{ taking }

func (g identified) RulesKey() any { return fmt.Sprint(g.amounts) }

// alike returns pairs of components that are written alike: a heap from which one token
// is taken at a time, and one from which one or two are.
func alike() map[string][2]grundy.Component {
	one, two := []int{1}, []int{1, 2}
	return map[string][2]grundy.Component{
		"values":       {grundy.Place(upTo(1), 2), grundy.Place(upTo(2), 2)},
		"pointers":     {grundy.Place(&taking{one}, 2), grundy.Place(&taking{two}, 2)},
		"incomparable": {grundy.Place(taking{one}, 2), grundy.Place(taking{two}, 2)},
		"identified":   {grundy.Place(identified{taking{one}}, 2), grundy.Place(identified{taking{two}}, 2)},
		"types":        {grundy.Place(upTo(1), 2), grundy.Place(&taking{two}, 2)},
	}
}

func TestGamesThatWriteAlike(t *testing.T) {
	for name, pair := range alike() {
		var cache solve.Cache
		for kind := range rules {
			for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
				for _, sum := range []grundy.Sum{
					grundy.SumOf(pair[0], pair[1]), grundy.SumOf(pair[1], pair[0]), grundy.SumOf(pair[0]), grundy.SumOf(pair[1]),
					grundy.SumOf(pair[0], pair[0], pair[1]), grundy.SumOf(pair[1], pair[1], pair[0]),
				} {
					check(t, &oracle.Oracle{}, sum, kind, convention)
					checkCached(t, sum, kind, convention, &cache)
				}
			}
		}
		if a := answer(t, solve.Question{Sum: grundy.SumOf(pair[0], pair[1])}); a.Outcome != grundy.N {
			t.Errorf("%s: 2 + 2 is %v", name, a.Outcome)
		}
	}
}

// checkCached compares the answer that may use a cache with the one without.
func checkCached(t *testing.T, sum grundy.Sum, kind compound.Kind, convention grundy.Convention, cache *solve.Cache) {
	t.Helper()
	q := solve.Question{Sum: sum, Compound: kind, Convention: convention, MaxMoves: 100, Budget: solve.Budget{Time: time.Hour}}
	want := answer(t, q)
	q.Cache = cache
	if got := answer(t, q); !sameAnswer(got, want) {
		t.Errorf("%v %v %v: %v, %v moves with a cache, %v, %v moves without", convention, kind, sum,
			got.Outcome, got.WinningMoveCount, want.Outcome, want.WinningMoveCount)
	}
}

func sameAnswer(a, b *solve.Answer) bool {
	return a.Outcome == b.Outcome && a.WinningMoveCount.Cmp(b.WinningMoveCount) == 0 &&
		slices.EqualFunc(a.WinningMoves, b.WinningMoves, func(m, n solve.Move) bool {
			return slices.EqualFunc(m, n, func(s, t solve.Step) bool { return s.Component == t.Component && s.To.String() == t.To.String() })
		})
}

// A retold game plays as another component does, and writes it without the name of the
// game. It has no closed form and no table.
type retold struct {
	tag    int
	loopy  bool
	splits bool
}

func (retold) AppendOptions(dst []grundy.Component, c grundy.Component) []grundy.Component {
	return c.AppendOptions(dst)
}

func (retold) AppendPosition(dst []byte, c grundy.Component) []byte {
	text := c.AppendText(nil)
	return append(dst, text[slices.Index(text, '('):]...)
}

func (g retold) AppendParts(dst []grundy.Component, c grundy.Component) []grundy.Component {
	if !g.splits {
		return append(dst, c)
	}
	return append(dst, c.Split()...)
}

func (g retold) PlanLoopy(c grundy.Component) (grundy.LoopyPlan[grundy.Component], bool) {
	if !g.loopy {
		return grundy.LoopyPlan[grundy.Component]{}, false
	}
	return c.PlanLoopy()
}

// retell returns the sum with each component retold by a game of its own.
func retell(sum grundy.Sum, splits bool) grundy.Sum {
	told := slices.Clone(sum)
	for i, t := range sum {
		_, loopy := t.Component.PlanLoopy()
		told[i].Component = grundy.Place(retold{i, loopy, splits}, t.Component)
	}
	return told
}

// Wild misère sums, sums with cycles, and compounds, of components that are written
// alike.
func TestRetold(t *testing.T) {
	ring := map[string]string{"a": "1 2\n2 1\n2 3\n", "b": "1 2\n2 3\n3 1\n3 4\n", "c": "1 2\n2 3\n1 3\n"}
	for _, sum := range long.Every(3, []grundy.Sum{
		parse(t, "0.77(4) + 0.137(4) + nim(4)"), parse(t, "0.26(5) + 0.15(5)"), parse(t, "0.07(7) + 0.77(7)"),
		withFiles(t, "graph[a](1) + graph[b](1)", ring), withFiles(t, "graph[c](1) + graph[a](1)", ring),
		withFiles(t, "graph[b](1) + graph[c](1) + graph[a](1)", ring),
	}) {
		for _, splits := range []bool{false, true} {
			told := retell(sum, splits)
			for kind := range rules {
				for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
					if isLoopy(told) {
						checkLoopyMoves(t, told, kind, convention)
					} else {
						check(t, &oracle.Oracle{}, told, kind, convention)
					}
				}
			}
		}
	}
}

func isLoopy(sum grundy.Sum) bool {
	return slices.ContainsFunc(sum, func(t grundy.Term) bool {
		_, ok := t.Component.PlanLoopy()
		return ok
	})
}

// With the forms given no time, misère sums are settled by quotients.
func TestRetoldByQuotient(t *testing.T) {
	defer solve.SetProbe(1, 1)()
	for _, text := range []string{"0.77(5) + 0.137(5)", "0.26(6) + 0.77(6)"} {
		check(t, &oracle.Oracle{}, retell(parse(t, text), true), compound.Disjunctive, grundy.Misere)
	}
}

// A whole compound is one position, which its components tell from others.
func TestIdentityOfProducts(t *testing.T) {
	for name, pair := range alike() {
		product := compound.Product{Kind: compound.Selective}
		a, b := grundy.Place(product, pair[:1]), grundy.Place(product, pair[1:])
		if a.Identity() == b.Identity() {
			t.Errorf("%s: products of different games are the same", name)
		}
		if a.Identity() != grundy.Place(product, []grundy.Component{pair[0]}).Identity() {
			t.Errorf("%s: equal products are different", name)
		}
		check(t, &oracle.Oracle{}, grundy.SumOf(a, b), compound.Disjunctive, grundy.Misere)
		check(t, &oracle.Oracle{}, grundy.SumOf(a, b), compound.Disjunctive, grundy.Normal)
	}
}

// A strict game takes one or two coins from a heap. Its rules list nothing once the
// question has ended, or has met a heap of 9.
type strict struct {
	ctx context.Context
	err *error
}

func (g strict) AppendOptions(dst []int, n int) []int {
	if g.err != nil && *g.err == nil {
		if *g.err = g.ctx.Err(); n == 9 {
			*g.err = errors.New("no rule for 9")
		}
	}
	if g.err != nil && *g.err != nil {
		return dst
	}
	for k := 1; k <= min(n, 2); k++ {
		dst = append(dst, n-k)
	}
	return dst
}

func (strict) AppendPosition(dst []byte, n int) []byte { return fmt.Appendf(dst, "strict(%d)", n) }

func (strict) Start(ctx context.Context) grundy.Run[int] { return strict{ctx, new(error)} }

func (g strict) Err() error { return *g.err }

// Rules play each question in a run of its own. A cache keeps whole positions for the runs
// that follow. It forgets all of them when rules fail.
func TestCacheOfRuns(t *testing.T) {
	sum := func(heaps ...int) (s grundy.Sum) {
		for _, n := range heaps {
			s = append(s, grundy.Term{Copies: 1, Component: grundy.Place(strict{}, n)})
		}
		return s
	}
	refused := 0
	for memory := uint64(4 << 10); memory < 64<<10; memory += 1 << 10 {
		var cache solve.Cache
		// This one has met positions at whose options it has not looked when it stops.
		q := solve.Question{Sum: sum(8, 7, 6), Compound: compound.ProperSelective, Convention: grundy.Misere, Budget: solve.Budget{Memory: memory, Time: time.Hour}, Cache: &cache}
		if _, err := solve.Solve(t.Context(), q); err != nil {
			refused++
		}
		checkCached(t, sum(6, 5, 4), q.Compound, q.Convention, &cache)
		q.Sum, q.Budget = sum(11, 3, 2), solve.Budget{}
		for range 2 {
			if _, err := solve.Solve(t.Context(), q); err == nil || err.Error() != "no rule for 9" {
				t.Errorf("%v, want the error of the rules", err)
			}
		}
		checkCached(t, sum(8, 6, 5), q.Compound, q.Convention, &cache)
	}
	if refused < 5 {
		t.Errorf("%d questions were refused, too few", refused)
	}
}
