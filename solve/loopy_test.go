package solve_test

// This file tests sums in which play need not end.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

// withFiles reads a sum; the names of its files are looked up in texts.
func withFiles(t testing.TB, text string, texts map[string]string) grundy.Sum {
	t.Helper()
	sum, err := position.ParseWith(context.Background(), text, position.Files{Open: func(name string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(texts[name])), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// slowOutcomes follows the definitions until nothing changes, on all positions
// that can be reached.
func slowOutcomes(rule oracle.Rule, convention grundy.Convention, position []grundy.Component) map[string]grundy.Outcome {
	options := map[string][]string{}
	outcomes := map[string]grundy.Outcome{}
	var todo [][]grundy.Component
	meet := func(p []grundy.Component) {
		key := oracle.Text(p)
		outcomes[key] = grundy.D
		switch oracle.Ending(p) {
		case grundy.Won:
			outcomes[key] = grundy.N
		case grundy.Lost:
			outcomes[key] = grundy.P
		case grundy.Drawn:
			options[key] = []string{key}
		default:
			todo = append(todo, p)
		}
	}
	meet(position)
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		for _, next := range oracle.Moves(rule, p) {
			key := oracle.Text(next)
			options[oracle.Text(p)] = append(options[oracle.Text(p)], key)
			if _, ok := outcomes[key]; !ok {
				meet(next)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for p, o := range outcomes {
			if o != grundy.D {
				continue
			}
			some, all := false, true
			for _, q := range options[p] {
				some = some || outcomes[q] == grundy.P
				all = all && outcomes[q] == grundy.N
			}
			switch {
			case some || len(options[p]) == 0 && convention == grundy.Misere:
				outcomes[p], changed = grundy.N, true
			case all:
				outcomes[p], changed = grundy.P, true
			}
		}
	}
	return outcomes
}

func checkLoopy(t *testing.T, sum grundy.Sum, kind compound.Kind, convention grundy.Convention) *solve.Answer {
	t.Helper()
	a := checkLoopyMoves(t, sum, kind, convention)
	checkLoopyComponents(t, sum, kind, convention, a)
	return a
}

// checkLoopyMoves compares the outcome and every winning move with the definitions.
func checkLoopyMoves(t *testing.T, sum grundy.Sum, kind compound.Kind, convention grundy.Convention) *solve.Answer {
	t.Helper()
	a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Compound: kind, Convention: convention, MaxMoves: 1 << 20})
	if err != nil {
		t.Fatalf("%v %v %v: %v", convention, kind, sum, err)
	}
	components := sum.Components()
	truth := slowOutcomes(rules[kind], convention, components)
	if want := truth[oracle.Text(components)]; a.Outcome != want {
		t.Fatalf("%v %v %v is %v, by definition %v", convention, kind, sum, a.Outcome, want)
	}
	var want, got []string
	for _, next := range oracle.Moves(rules[kind], components) {
		if truth[oracle.Text(next)] == grundy.P {
			want = append(want, oracle.Text(next))
		}
	}
	for _, m := range a.WinningMoves {
		next := slices.Clone(components)
		for _, s := range m {
			next[s.Component] = s.To
		}
		got = append(got, oracle.Text(next))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || a.WinningMoveCount.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v %v %v: winning moves %v (count %v), by definition %v", convention, kind, sum, got, a.WinningMoveCount, want)
	}
	if len(a.Methods) == 0 {
		t.Errorf("%v: no method", sum)
	}
	return a
}

// slowRemoteness follows the definition, round by round: what is settled in round n
// has remoteness n.
func slowRemoteness(rule oracle.Rule, convention grundy.Convention, position []grundy.Component) uint64 {
	options, over, root := map[string][]string{}, map[string]grundy.Outcome{}, oracle.Text(position)
	for todo := [][]grundy.Component{position}; len(todo) > 0; todo = todo[1:] {
		p := oracle.Text(todo[0])
		if _, ok := options[p]; ok {
			continue
		}
		options[p] = []string{}
		switch stated := oracle.Ending(todo[0]); stated {
		case grundy.Won, grundy.Lost:
			over[p] = map[grundy.Ending]grundy.Outcome{grundy.Won: grundy.N, grundy.Lost: grundy.P}[stated]
		case grundy.Drawn:
			options[p] = []string{p}
		}
		for _, next := range oracle.Moves(rule, todo[0]) {
			options[p] = append(options[p], oracle.Text(next))
			todo = append(todo, next)
		}
	}
	settled := map[string]grundy.Outcome{}
	for round := uint64(0); ; round++ {
		now := map[string]grundy.Outcome{}
		for p, list := range options {
			if _, ok := settled[p]; ok {
				continue
			}
			some, all := false, true
			for _, q := range list {
				outcome, ok := settled[q]
				some = some || ok && outcome == grundy.P
				all = all && ok && outcome == grundy.N
			}
			stated, isOver := over[p]
			switch {
			case isOver:
				now[p] = stated
			case some || len(list) == 0 && convention == grundy.Misere:
				now[p] = grundy.N
			case all:
				now[p] = grundy.P
			}
		}
		if _, ok := now[root]; ok {
			return round
		}
		if len(now) == 0 {
			return loopy.Infinite
		}
		maps.Copy(settled, now)
	}
}

// checkLoopyComponents checks what is told besides who wins: remotenesses by their
// definition, and nim-values as each component has them by itself.
func checkLoopyComponents(t *testing.T, sum grundy.Sum, kind compound.Kind, convention grundy.Convention, a *solve.Answer) {
	t.Helper()
	text := func(remoteness *uint64) string {
		if remoteness == nil {
			return "none"
		}
		return fmt.Sprint(*remoteness)
	}
	remoteness := func(components ...grundy.Component) string {
		if kind != compound.Conjunctive {
			return "none"
		}
		return fmt.Sprint(slowRemoteness(rules[kind], convention, components))
	}
	if got, want := text(a.Remoteness), remoteness(sum.Components()...); got != want {
		t.Fatalf("%v %v %v: remoteness %s, by definition %s", convention, kind, sum, got, want)
	}
	for _, c := range a.Components {
		fromFile := c.Position.IsStarter() // whose nim-values are not cheap
		if got, want := text(c.Remoteness), remoteness(c.Position); got != want {
			t.Fatalf("%v %v %v: %v has remoteness %s, by definition %s", convention, kind, sum, c.Position, got, want)
		}
		alone := answer(t, solve.Question{Sum: grundy.SumOf(c.Position)})
		want, got := "none", "none"
		switch {
		case alone.Infinite != nil:
			want = alone.Infinite.String()
		case alone.Components[0].NimValue != nil:
			want = text(alone.Components[0].NimValue)
		}
		switch {
		case c.Infinite != nil:
			got = c.Infinite.String()
		case c.NimValue != nil:
			got = text(c.NimValue)
		}
		if got != want && (!fromFile || got != "none") {
			t.Fatalf("%v %v %v: %v has nim-value %s, alone %s", convention, kind, sum, c.Position, got, want)
		}
	}
}

// Heaps beside each other and beside graphs with cycles, in all compounds; by default
// each in one of the conventions.
func TestLoopyHeaps(t *testing.T) {
	texts := map[string]string{"F": "1 2\n2 1\n2 0\n0 end\n", "G": "1 0\n0 1\n", "H": "1 0\n2 1\n2 2\n"}
	for i, text := range []string{
		"graph[F](2)",
		"graph[G](1) + nim(2,1,2)",
		"graph[F](1) + nim(2,1) + nim(1,2)",
		"graph[H](2) + 0.77(4,3)",
		"2*graph[H](2) + grundy(6)",
		"graph[F](2) + grundy(5,2) + 0.07(3,0,2)",
		"graph[H](1) + graph[F](1) + kayles(4)",
		"graph[F](1) + partition[2,3](5) + squares(4,2)",
		"graph[H](2) + graph[H](0) + nim(2)",
		"graph[H](2) + nim(0) + 0.6(3)",
	} {
		sum := withFiles(t, text, texts)
		for kind := range rules {
			if i%4 == 0 || long.Asked {
				checkLoopy(t, sum, kind, grundy.Normal)
			}
			if i%4 == 1 || long.Asked {
				checkLoopy(t, sum, kind, grundy.Misere)
			}
		}
	}
}

// canonical writes a position of heaps and graphs as the parts that can move in each
// component, or, where only one moves at a time, in all of them.
func canonical(kind compound.Kind, position []grundy.Component) string {
	var all []string
	for _, c := range position {
		var parts []string
		heaps, ok := c.Position().([]uint64)
		if !ok {
			heaps = []uint64{0} // of a graph
		}
		for _, heap := range heaps {
			text := fmt.Sprintf("%v %d", c.Game(), heap)
			if !ok {
				text = c.String()
			} else if heap == 0 || strings.HasPrefix(c.String(), "grundy(") && heap < 3 {
				continue
			}
			parts = append(parts, text)
		}
		slices.Sort(parts)
		if kind == compound.Disjunctive {
			all = append(all, parts...)
		} else {
			all = append(all, strings.Join(parts, ","))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// The search meets no more positions than there are that differ.
func TestRetrogradeMeetsCanonicalPositions(t *testing.T) {
	long.Only(t)
	texts := map[string]string{"cyc": "1 0\n0 1\n"}
	for text, most := range map[string]int{
		"nim(3,3,3) + graph[cyc](1)":            40,
		"nim(2,2) + nim(2,2) + graph[cyc](1)":   0,
		"0.77(9) + graph[cyc](1)":               0,
		"0.77(5,3) + nim(3) + graph[cyc](0)":    0,
		"grundy(9) + 2*graph[cyc](1)":           0,
		"0.77(18) + graph[cyc](1)":              2 * 1597, // partitions of 0 … 18
		"grundy(22) + graph[cyc](1)":            2 * 1002, // of 22
		"grundy(7) + grundy(7) + graph[cyc](1)": 0,
	} {
		components := withFiles(t, text, texts).Components()
		for kind, rule := range rules {
			if most > 40 && kind != compound.Disjunctive {
				continue
			}
			got, err := solve.Retrograde(t.Context(), kind, components...)
			if err != nil {
				t.Fatal(err)
			}
			if most > 0 && kind == compound.Disjunctive && (got > most || most == 40 && got != 40) {
				t.Errorf("%s: %d positions, want at most %d", text, got, most)
			}
			if most > 40 {
				continue // too many orders of heaps
			}
			differ := map[string]bool{}
			for todo := [][]grundy.Component{components}; len(todo) > 0; todo = todo[1:] {
				if key := canonical(kind, todo[0]); !differ[key] {
					differ[key] = true
					todo = append(todo, oracle.Moves(rule, todo[0])...)
				}
			}
			if got != len(differ) {
				t.Errorf("%v %s: %d positions, want %d", kind, text, got, len(differ))
			}
		}
	}
}

// randomLoopySum returns random graphs beside other games, in a form for each seed.
func randomLoopySum(t *testing.T, random *rand.Rand, seed uint64) grundy.Sum {
	texts := map[string]string{}
	for _, name := range []string{"F", "G"} {
		n := 2 + random.IntN(5)
		text := ""
		for v := range n {
			text += fmt.Sprintln(v)
			for u := range n {
				if random.IntN(4) < []int{1, 2}[min(max(v-u, 0), 1)] {
					text += fmt.Sprintln(v, u)
				}
			}
		}
		texts[name] = text
	}
	return withFiles(t, strings.ReplaceAll([]string{
		"graph[F](1)", "graph[F](1) + nim(K)", "graph[F](1) + graph[G](0) + nim(K)", "2*graph[F](1) + nim(K)", "nim(K) + graph[G](1) + subtraction[1,2](4)",
	}[seed%5], "K", fmt.Sprint(1+random.IntN(3))), texts)
}

// Random graphs with cycles beside each other and beside other games.
func TestLoopySums(t *testing.T) {
	outcomes := map[grundy.Outcome]int{}
	infinite := 0
	for seed := range long.Or[uint64](30, 150) {
		random := rand.New(rand.NewPCG(seed, 3))
		sum := randomLoopySum(t, random, seed)
		a := checkLoopy(t, sum, compound.Disjunctive, grundy.Normal)
		outcomes[a.Outcome]++
		if a.Infinite != nil {
			infinite++
		}
		checkLoopy(t, sum, compound.Disjunctive, grundy.Misere)
		for kind := range rules {
			if kind != compound.Disjunctive {
				checkLoopy(t, sum, kind, grundy.Normal)
				checkLoopy(t, sum, kind, grundy.Misere)
			}
		}
	}
	if least := long.Or(2, 10); outcomes[grundy.P] < least || outcomes[grundy.N] < least || outcomes[grundy.D] < least || infinite < least {
		t.Errorf("outcomes %v, %d infinite: the sums show too little", outcomes, infinite)
	}
}

func TestLoopyAnswers(t *testing.T) {
	texts := map[string]string{"F": "end\none end\nloop loop\nloop end\nloop two\ntwo one\ntwo end\npure pure\n"}
	for text, want := range map[string]string{
		"graph[F](loop)":                         "N ∞(0,2) 1",
		"graph[F](loop) + nim(2)":                "N ∞(0,2) 1",
		"graph[F](loop) + nim(3)":                "D ∞(1,3) 0",
		"graph[F](loop) + graph[F](pure)":        "D ∞ 0",
		"2*graph[F](loop)":                       "D ∞ 0",
		"graph[F](pure) + nim(5)":                "D ∞ 0",
		"graph[F](two) + nim(3)":                 "N 1 1",
		"2*graph[F](pure) + graph[F](two)":       "D ∞ 0",
		"graph[F](loop) + 2*nim(7) + nim(2,2)":   "N ∞(0,2) 1",
		"graph[F](loop) + queen(3,3) + nim(2)":   "D ∞(4,6) 0",
		"graph[F](loop) + queen(0,0) + 3*nim(2)": "N ∞(0,2) 1",
	} {
		a := answer(t, solve.Question{Sum: withFiles(t, text, texts), MaxMoves: 5})
		value := ""
		switch {
		case a.NimValue != nil:
			value = fmt.Sprint(*a.NimValue)
		case a.Infinite != nil:
			value = a.Infinite.String()
		}
		if got := fmt.Sprintf("%v %s %v", a.Outcome, value, a.WinningMoveCount); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestLoopyBudget(t *testing.T) {
	texts := map[string]string{"F": "1 2\n2 1\n2 0\n"}
	sum := withFiles(t, "graph[F](1) + nim(1000,1000)", texts)
	q := solve.Question{Sum: sum, Convention: grundy.Misere, Budget: solve.Budget{Memory: 1 << 20}}
	if _, err := solve.Solve(t.Context(), q); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a search in 1 MiB: %v", err)
	}
	q.Budget = solve.Budget{Time: 1}
	if _, err := solve.Solve(t.Context(), q); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a search in no time: %v", err)
	}
	q.Budget = solve.Budget{Memory: 10}
	q.Convention = grundy.Normal
	if _, err := solve.Solve(t.Context(), q); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("values in 10 bytes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q = solve.Question{Sum: sum, Convention: grundy.Misere}
	if _, err := solve.Solve(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("a search after ctx has ended: %v", err)
	}
}

// A component with more options than there may be memory for is refused before
// they are listed.
func TestLoopyManyOptions(t *testing.T) {
	sum := withFiles(t, "graph[f](1) + nim(1000000000000)", map[string]string{"f": "1 1\n1 0\n"})
	for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		_, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Compound: compound.Selective, Convention: convention, Budget: solve.Budget{Memory: 1 << 20}})
		if !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%v: %v", convention, err)
		}
	}
}

// A search among very many components ends soon after ctx.
func TestLoopyManyComponents(t *testing.T) {
	sum := withFiles(t, "500000*graph[f](1)", map[string]string{"f": "1 1\n1 0\n"})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := solve.Solve(ctx, solve.Question{Sum: sum, Compound: compound.Disjunctive, Convention: grundy.Misere})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
