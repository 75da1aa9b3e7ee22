package solve_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

func options(t testing.TB, q solve.OptionsQuestion) *solve.OptionList {
	t.Helper()
	list, err := solve.Options(t.Context(), q)
	if err != nil {
		t.Fatalf("%v: %v", q.Sum, err)
	}
	return list
}

// checkOptions compares the options with all moves by definition: outcomes in both
// conventions, nim-values where play ends, remotenesses, their number and order.
func checkOptions(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, list *solve.OptionList, q solve.OptionsQuestion,
) {
	components, rule := q.Sum.Components(), rules[q.Compound]
	truth := [2]map[string]grundy.Outcome{}
	for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		truth[convention] = slowOutcomes(rule, convention, components)
	}
	var want, got []string
	for _, next := range oracle.Moves(rule, components) {
		text := oracle.Text(next)
		want = append(want, fmt.Sprint(text, truth[q.Convention][text], truth[1-q.Convention][text]))
	}
	var definition oracle.Oracle
	for _, o := range list.Options {
		next, ends := slices.Clone(components), true
		for _, s := range o.Move {
			next[s.Component] = s.To
		}
		got = append(got, fmt.Sprint(oracle.Text(next), o.Outcome, o.Other))
		total := uint64(0)
		for _, c := range next {
			if isGraph(c) {
				ends = false
				break
			}
			total ^= definition.Value(c)
		}
		if q.Compound == compound.Disjunctive && q.Convention == grundy.Normal {
			switch {
			case o.Value == nil:
				t.Errorf("%v: no nim-value after %v", q.Sum, next)
			case loopy.OutcomeOf(*o.Value) != o.Outcome, ends && uint64(o.Value.Nim) != total:
				t.Errorf("%v: nim-value %v and outcome %v after %v", q.Sum, o.Value, o.Outcome, next)
			}
		}
		if !ends || !q.Compound.OneAtATime() || isGraph(o.Move[0].To) {
			continue
		}
		to := o.Move[0].To
		if o.To != nil && uint64(o.To.Nim) != definition.Value(to) {
			t.Errorf("%v: nim-value %v of %v, want %d", q.Sum, o.To, to, definition.Value(to))
		}
		for stall, length := range map[bool]*uint64{false: o.Remoteness, true: o.Suspense} {
			if length == nil || *length != definition.Length(to, q.Convention, stall) {
				t.Errorf("%v, %v: length %v of %v, want %d", q.Sum, q.Convention, length, to, definition.Length(to, q.Convention, stall))
			}
		}
		a, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(to), Convention: grundy.Misere})
		if err != nil {
			t.Fatalf("%v", err)
		}
		told := a.Components[0].Genus.String()
		if full, ok := map[string]string{"0": "0^1", "1": "1^0"}[told]; ok {
			told = full
		} else if told != "" && !strings.Contains(told, "^") {
			if told += "^" + told; len(told) > 3 { // of a heap of Nim
				told = strings.Replace(told, "^", "^(", 1) + ")"
			}
		}
		if told != "" && o.Genus.String() != told {
			t.Errorf("%v: genus %q of %v, want %q", q.Sum, o.Genus, to, told)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || list.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Errorf("%v %v %v: %v (%v), want %v", q.Sum, q.Compound, q.Convention, got, list.Count, want)
	}
}

func isGraph(c grundy.Component) bool { return strings.HasPrefix(c.String(), "graph") }

func kindsOfRules() (kinds []compound.Kind) {
	for kind := range rules {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

func TestOptions(t *testing.T) {
	kinds := kindsOfRules()
	rapid.Check(t, func(t *rapid.T) {
		q := solve.OptionsQuestion{Other: true, Remoteness: true, Suspense: true, Genus: true}
		q.Sum, q.MaxMoves = drawSum(t, long.Of[uint64](40, 200, 400)), 1<<20
		q.Compound = compound.Disjunctive
		if rapid.Bool().Draw(t, "compound") {
			q.Compound = rapid.SampledFrom(kinds).Draw(t, "kind")
		}
		q.Convention = grundy.Convention(rapid.IntRange(0, 1).Draw(t, "convention"))
		list, err := solve.Options(context.Background(), q)
		if err != nil {
			t.Fatalf("%v: %v", q.Sum, err)
		}
		checkOptions(t, list, q)
		q.MaxMoves = 3
		first, err := solve.Options(context.Background(), q)
		if err != nil || first.Count.Cmp(list.Count) != 0 || len(first.Options) != min(3, len(list.Options)) {
			t.Fatalf("%v: %d options of %v, %v", q.Sum, len(first.Options), first.Count, err)
		}
		for i, o := range first.Options {
			if o.Outcome != list.Options[i].Outcome || !reflect.DeepEqual(o.Value, list.Options[i].Value) {
				t.Errorf("%v: option %d is %v %v, in the whole list %v %v", q.Sum, i, o.Outcome, o.Value, list.Options[i].Outcome, list.Options[i].Value)
			}
		}
		q.InOrder, q.MaxMoves = true, 1<<20
		ordered, err := solve.Options(context.Background(), q)
		if err != nil || len(ordered.Options) != len(list.Options) || ordered.Sorted {
			t.Fatalf("%v: %d options in the order of the games, want %d: %v", q.Sum, len(ordered.Options), len(list.Options), err)
		}
	})
}

// Where play need not end, an option may be a draw.
func TestLoopyOptions(t *testing.T) {
	kinds := kindsOfRules()
	drawn := 0
	for seed := range long.Of[uint64](40, 150, 300) {
		random := rand.New(rand.NewPCG(seed, 31))
		q := solve.OptionsQuestion{Other: true, Remoteness: true, Suspense: true, Genus: true}
		q.Sum, q.MaxMoves = randomLoopySum(t, random, seed), 1<<20
		q.Compound, q.Convention = compound.Disjunctive, grundy.Convention(random.IntN(2))
		if random.IntN(2) == 0 {
			q.Compound = kinds[random.IntN(len(kinds))]
		}
		list := options(t, q)
		checkOptions(t, list, q)
		for _, o := range list.Options {
			if o.Outcome == grundy.D {
				drawn++
			}
		}
	}
	if drawn < 20 {
		t.Errorf("only %d draws", drawn)
	}
}

// After a move in one of three copies of infinite nim-value two are left: a draw.
func TestOptionsOfInfiniteCopies(t *testing.T) {
	for _, text := range []string{"graph[a](1)", "2*graph[a](1) + nim(1)", "3*graph[a](1) + nim(1)", "4*graph[a](1)"} {
		q := solve.OptionsQuestion{Other: true}
		q.Sum, q.MaxMoves = withFiles(t, text, map[string]string{"a": "1 1\n1 2\n1 3\n2 3\n"}), 1<<20
		checkOptions(t, options(t, q), q)
	}
}

// More options than can be walked are counted exactly, and winning ones are among those that
// are listed, by component; their outcomes and values agree with Solve.
func TestManyOptions(t *testing.T) {
	for text, count := range map[string]string{
		"nim(1000000000000000000)":                             "1000000000000000000",
		"4*nim(9000000000000000000)":                           "36000000000000000000",
		"queen(1000000000000000000,5)":                         "1000000000000000010",
		"queen(1000000000000000000,3) + nim(5)":                "1000000000000000011",
		"queen(1000000000000000000,1000000000000000001)":       "3000000000000000001",
		"0.777(45000)":                                         "67499",
		"nim(700000) + subtraction[1,3,4](9)":                  "700003",
		"cake(9223372036854775807,9223372036854775806,3)":      "9223372036854775807",
		"tree[1,1](0,1000000000000000000,1000000000000000000)": "2000000000000000000",
	} {
		for _, inOrder := range []bool{false, true} {
			if inOrder && strings.HasPrefix(text, "0.") {
				continue // it takes long
			}
			q := solve.OptionsQuestion{InOrder: inOrder}
			q.Sum, q.MaxMoves = parse(t, text), 12
			list := options(t, q)
			if list.Count.String() != count || len(list.Options) != 12 || list.Sorted {
				t.Errorf("%s: %d of %v options, want 12 of %s", text, len(list.Options), list.Count, count)
			}
			seen, wins := map[string]bool{}, false
			for i, o := range list.Options {
				if i > 1 && strings.HasPrefix(text, "0.") {
					break // each is a sequence of its own
				}
				after := q.Sum.Components()
				s := o.Move[0]
				after[s.Component] = s.To
				a := answer(t, solve.Question{Sum: grundy.SumOf(after...)})
				if a.Outcome != o.Outcome || o.Value != nil && a.NimValue != nil && uint64(o.Value.Nim) != *a.NimValue {
					t.Errorf("%s: %v is %v %v, want %v %d", text, s.To, o.Outcome, o.Value, a.Outcome, a.NimValue)
				}
				if i > 0 && s.Component < list.Options[i-1].Move[0].Component {
					t.Errorf("%s: the components are not in order", text)
				}
				wins = wins || o.Outcome == grundy.P
				seen[fmt.Sprint(s.Component, s.To)] = true
			}
			switch {
			case strings.HasPrefix(text, "0."):
			case len(seen) != len(list.Options):
				t.Errorf("%s: an option is listed twice", text)
			case wins != (list.Answer.Outcome == grundy.N):
				t.Errorf("%s is %v, and a winning move is listed: %v", text, list.Answer.Outcome, wins)
			}
		}
	}
}

// A list that is cut has as many options of each heap, by heap and size, whoever wins; and the
// winning one is among them.
func TestSomeOfEachHeap(t *testing.T) {
	for _, text := range []string{"nim(1000000000000,5,7)", "nim(1000000000000) + nim(5) + nim(7)", "2*nim(1000000000000) + nim(5,7)"} {
		q := solve.OptionsQuestion{}
		q.Sum, q.MaxMoves = parse(t, text), 12
		var got []string
		for _, o := range options(t, q).Options {
			got = append(got, fmt.Sprintf("%d:%v %v", o.Move[0].Component, o.Move[0].To, o.Outcome))
		}
		want := map[string]string{
			"nim(1000000000000,5,7)": "0:nim(0,5,7) N, 0:nim(1,5,7) N, 0:nim(2,5,7) P, 0:nim(3,5,7) N, " +
				"0:nim(1000000000000,0,7) N, 0:nim(1000000000000,1,7) N, 0:nim(1000000000000,2,7) N, 0:nim(1000000000000,3,7) N, " +
				"0:nim(1000000000000,5,0) N, 0:nim(1000000000000,5,1) N, 0:nim(1000000000000,5,2) N, 0:nim(1000000000000,5,3) N",
			"nim(1000000000000) + nim(5) + nim(7)": "0:nim(0) N, 0:nim(1) N, 0:nim(2) P, 0:nim(3) N, " +
				"1:nim(0) N, 1:nim(1) N, 1:nim(2) N, 1:nim(3) N, 2:nim(0) N, 2:nim(1) N, 2:nim(2) N, 2:nim(3) N",
			"2*nim(1000000000000) + nim(5,7)": "0:nim(0) N, 0:nim(1) N, 0:nim(2) N, 1:nim(0) N, 1:nim(1) N, 1:nim(2) N, " +
				"2:nim(0,7) N, 2:nim(1,7) N, 2:nim(2,7) N, 2:nim(5,0) N, 2:nim(5,1) N, 2:nim(5,5) P",
		}[text]
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s, want %s", text, want)
		}
	}
}

// Options of a far position may be near enough for a search.
func TestNearOptions(t *testing.T) {
	q := solve.OptionsQuestion{Remoteness: true, Suspense: true}
	q.Sum, q.MaxMoves = parse(t, "nim(1000000000000000000,3)"), 9
	near := map[string][2]uint64{"nim(3,3)": {6, 2}, "nim(2,3)": {5, 3}, "nim(1,3)": {3, 3}, "nim(0,3)": {1, 1}}
	found := 0
	for _, o := range options(t, q).Options {
		want, ok := near[o.Move[0].To.String()]
		if !ok {
			continue
		}
		found++
		if o.Remoteness == nil || o.Suspense == nil || [2]uint64{*o.Remoteness, *o.Suspense} != want {
			t.Errorf("%v: remoteness %v, suspense %v, want %d", o.Move[0].To, o.Remoteness, o.Suspense, want)
		}
	}
	if found != len(near) {
		t.Errorf("%d near options are listed, want %d", found, len(near))
	}
}

func TestOptionsOverBudget(t *testing.T) {
	q := solve.OptionsQuestion{}
	q.Sum, q.MaxMoves, q.Budget.Memory = parse(t, "nim(60000)"), 1<<20, 1<<20
	if _, err := solve.Options(context.Background(), q); !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("60000 options in 1 MiB: %v", err)
	}
}

// A broad game has too many options to list them.
type broad struct{ upTo }

func (broad) CountOptions(int) uint64 { return 1 << 40 }

// Copies of it are not looked at one by one.
func TestMovesThatCannotBeListed(t *testing.T) {
	sum := grundy.Sum{{Copies: 1 << 60, Component: grundy.Place(broad{}, 1)}, {Copies: 1, Component: grundy.Place(upTo(1), 1)}}
	moves := 0
	complete := solve.EachMove(sum, compound.Disjunctive, func(m solve.Move) bool {
		moves += m[0].Component >> 60
		return true
	})
	if complete || moves != 1 {
		t.Errorf("%d moves behind those that cannot be listed, complete %t", moves, complete)
	}
	// A visitor that has seen enough misses nothing.
	if !solve.EachMove(parse(t, "nim(3) + nim(4)"), compound.Disjunctive, func(solve.Move) bool { return false }) {
		t.Error("moves that were not asked for are missed")
	}
}
