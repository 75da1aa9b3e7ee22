package solve_test

// This file checks that arguments are true: each number and each move in them, against
// the definitions.

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/internal/oracle"
	"grundy/position"
	"grundy/solve"
	"grundy/theory/compound"
)

// fataler is a test.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A checked is an answer whose argument is compared with the definitions.
type checked struct {
	fataler
	truth      *oracle.Oracle
	question   solve.Question
	answer     *solve.Answer
	components []grundy.Component
	seen       map[string]int
}

// checkArgument asks why, and checks the argument.
func checkArgument(t fataler, truth *oracle.Oracle, q solve.Question, seen map[string]int) {
	t.Helper()
	q.Why, q.MaxMoves = true, 50
	a, err := solve.Solve(context.Background(), q)
	if err != nil {
		t.Fatalf("%v: %v", q.Sum, err)
	}
	c := checked{t, truth, q, a, q.Sum.Components(), seen}
	for _, step := range a.Argument {
		seen[fmt.Sprintf("%T", step)]++
		switch x := step.(type) {
		case *solve.NimSum:
			c.nimSum(x)
		case *solve.Mex:
			c.mex(x)
		case *solve.Pairing:
			c.pairing(x)
		case *solve.Comparison:
			c.comparison(x)
		case *solve.Misere:
			c.misere(x)
		case *solve.Replies:
			c.replies(x)
		}
	}
}

func (c checked) fail(format string, args ...any) {
	c.Helper()
	c.Fatalf("%v, %v, %v: %s", c.question.Sum, c.question.Convention, c.question.Compound, fmt.Sprintf(format, args...))
}

// loses reports whether the player to move loses a position.
func (c checked) loses(components []grundy.Component) bool {
	return !c.truth.Wins(rules[c.question.Compound], c.question.Convention, components)
}

// legal checks that a move is one, and returns the position after it.
func (c checked) legal(from []grundy.Component, move solve.Move) []grundy.Component {
	c.Helper()
	next := solve.AfterMove(from, move)
	for _, s := range move {
		if from[s.Component].String() != s.From.String() {
			c.fail("%v moves from %v", s, from[s.Component])
		}
	}
	if !slices.ContainsFunc(oracle.Moves(rules[c.question.Compound], from), func(m []grundy.Component) bool {
		return oracle.Text(m) == oracle.Text(next)
	}) {
		c.fail("there is no move %v from %s", move, oracle.Text(from))
	}
	return next
}

func (c checked) nimSum(x *solve.NimSum) {
	c.Helper()
	want, listed := uint64(0), x.OthersSum
	for _, component := range c.components {
		want ^= c.truth.Value(component)
	}
	for _, p := range x.Parts {
		if p.Value != c.truth.Value(p.Position) {
			c.fail("the nim-value of %v is not %d", p.Position, p.Value)
		}
		if p.Copies%2 == 1 {
			listed ^= p.Value
		}
	}
	if x.Sum != want || listed != want || x.Digit != 1<<bits.Len64(want)>>1 {
		c.fail("nim-sum %d, listed %d, digit %d, want %d", x.Sum, listed, x.Digit, want)
	}
	if (want == 0) != (len(x.Changes) == 0) {
		c.fail("nim-sum %d and %d changes", want, len(x.Changes))
	}
	for _, change := range x.Changes {
		if c.truth.Value(change.Part.Position) != change.Part.Value || change.Part.Value&x.Digit == 0 || change.To != change.Part.Value^want {
			c.fail("%+v does not have the digit %d", change, x.Digit)
		}
		if change.Move != nil && !c.loses(c.legal(c.components, change.Move)) {
			c.fail("%v does not win", change.Move)
		}
	}
}

// valueOf returns the nim-value of a component, or the misère nim-value.
func (c checked) valueOf(p grundy.Component, misere bool) uint64 {
	if !misere {
		return c.truth.Value(p)
	}
	for n := uint64(0); ; n++ { // G + *n is P exactly for that n
		heap, err := position.Parse(fmt.Sprintf("nim(%d)", n))
		if err != nil {
			c.fail("%v", err)
		}
		if !c.truth.Wins(oracle.One, grundy.Misere, []grundy.Component{p, heap[0].Component}) {
			return n
		}
	}
}

func (c checked) mex(x *solve.Mex) {
	c.Helper()
	if x.Value != c.valueOf(x.Position, x.Misere) {
		c.fail("%+v: the value is %d", x, c.valueOf(x.Position, x.Misere))
	}
	below := x.Others
	for i, o := range x.Options {
		if i > 0 && o.Value <= x.Options[i-1].Value || o.Value == x.Value || o.Value != c.valueOf(o.Option, x.Misere) {
			c.fail("%+v: not %d", x, o.Value)
		}
		if o.Value < x.Value {
			below++
		}
		if !slices.ContainsFunc(x.Position.AppendOptions(nil), func(q grundy.Component) bool { return q.String() == o.Option.String() }) {
			c.fail("%v is not an option of %v", o.Option, x.Position)
		}
	}
	if below != x.Value {
		c.fail("%+v: %d values below", x, below)
	}
}

func (c checked) pairing(x *solve.Pairing) {
	c.Helper()
	for _, pair := range x.Pairs {
		if pair[0].Position.Identity() != pair[1].Position.Identity() {
			c.fail("%v and %v are not twins", pair[0].Position, pair[1].Position)
		}
		for _, p := range pair {
			if whole := c.components[p.Component]; whole.String() != p.Position.String() && !slices.ContainsFunc(whole.Split(), func(q grundy.Component) bool { return q.String() == p.Position.String() }) {
				c.fail("component %d is %v, not %v", p.Component, whole, p.Position)
			}
		}
	}
	for _, p := range x.Zeros {
		if c.truth.Value(p.Position) != 0 {
			c.fail("%v has not nim-value 0", p.Position)
		}
	}
	if !c.loses(c.components) {
		c.fail("paired off, and N")
	}
}

func (c checked) comparison(x *solve.Comparison) {
	c.Helper()
	if len(x.Rule) == 0 {
		c.fail("no rule")
	}
	loses := c.loses(c.components)
	switch x.Lost {
	case "even", "odd":
		if loses != (x.Value%2 == 0) == (x.Lost == "even") {
			c.fail("%+v: loses is %v", x, loses)
		}
	case "0":
		if loses != (x.Value == 0) {
			c.fail("%+v: loses is %v", x, loses)
		}
	}
	if x.Others > 0 {
		return
	}
	least, greatest := ^uint64(0), uint64(0)
	ones := map[uint64]uint64{}
	for _, p := range x.Parts {
		least, greatest = min(least, p.Value), max(greatest, p.Value)
		for digit := uint64(1); x.Modulus > 0 && digit < p.Value; digit *= 2 {
			if (p.Value-1)&digit != 0 {
				ones[digit] += p.Copies
			}
		}
	}
	if x.Compares == "least" && x.Value != least || x.Compares == "greatest" && x.Value != greatest {
		c.fail("%+v", x)
	}
	for _, column := range x.Columns {
		if ones[column.Digit] != column.Ones {
			c.fail("%+v: %d ones at %d", x, ones[column.Digit], column.Digit)
		}
		if broken := x.Value&column.Digit != 0; broken != (column.Ones%x.Modulus != 0) && x.Lost != "" {
			c.fail("%+v: digit %d", x, column.Digit)
		}
	}
}

func (c checked) misere(x *solve.Misere) {
	c.Helper()
	loses := c.loses(c.components)
	switch {
	case len(x.Rule) == 0:
		c.fail("no rule")
	case x.Way == solve.ByTameGenus:
		sum := uint64(0)
		for _, component := range c.components {
			sum ^= c.truth.Value(component)
		}
		listed, known := uint64(0), true
		for _, p := range x.Parts {
			known = known && p.NimValue != nil
			if known && p.Copies%2 == 1 {
				listed ^= *p.NimValue
			}
		}
		if known && x.Others == 0 && listed != sum {
			c.fail("%+v: the parts have the nim-sum %d", x, listed)
		}
		if x.Sum != sum || loses != (x.Firm && sum == 0 || !x.Firm && sum == 1) {
			c.fail("%+v: the nim-sum is %d, and loses is %v", x, sum, loses)
		}
	case x.Way == solve.ByGenera && x.Heap > 0 && loses != (x.Heap == x.Rest):
		c.fail("%+v: loses is %v", x, loses)
	case x.Way == solve.ByQuotient && (x.PPortion >= x.Order || x.Product == "" || x.Lost != loses):
		c.fail("%+v", x)
	}
}

func (c checked) replies(x *solve.Replies) {
	c.Helper()
	from := c.components
	if x.After != nil {
		from = c.legal(from, x.After)
	}
	if !c.loses(from) {
		c.fail("%s is not lost", oracle.Text(from))
	}
	for _, r := range x.Replies {
		next := c.legal(from, r.Move)
		switch {
		case r.Answer != nil && !c.loses(c.legal(next, r.Answer)):
			c.fail("%v does not answer %v", r.Answer, r.Move)
		case r.Answer == nil && (c.question.Convention == grundy.Normal || solve.CanMove(grundy.SumOf(next...), c.question.Compound)):
			c.fail("no answer to %v", r.Move)
		}
	}
	if n := len(oracle.Moves(rules[c.question.Compound], from)); x.More != (n > len(x.Replies)) {
		c.fail("%d replies of %d, and more is %v", len(x.Replies), n, x.More)
	}
}

// Random sums of the built-in games, in all compounds and both conventions.
func TestArguments(t *testing.T) {
	kinds := slices.Sorted(func(yield func(compound.Kind) bool) {
		for kind := range rules {
			if !yield(kind) {
				return
			}
		}
	})
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		for i := range 8 {
			convention := grundy.Convention(i % 2)
			sum := drawSum(t, long.Or[uint64](1_000, 2_000))
			checkArgument(t, &truth, solve.Question{Sum: sum, Convention: convention}, seen)
			kind := rapid.SampledFrom(kinds).Draw(t, fmt.Sprint("kind", i))
			checkArgument(t, &truth, solve.Question{Sum: drawSum(t, 200), Convention: convention, Compound: kind}, seen)
		}
	})
	for _, step := range []any{&solve.Pairing{}, &solve.NimSum{}, &solve.Mex{}, &solve.Comparison{}, &solve.Misere{}, &solve.Replies{}} {
		if seen[fmt.Sprintf("%T", step)] == 0 {
			t.Errorf("no argument of kind %T", step)
		}
	}
}

// Small positions of every game that has a name, and heaps beside them.
func TestArgumentsOfTheCatalogue(t *testing.T) {
	random := chance.New(t, 12)
	seen := map[string]int{}
	every := 1
	if testing.Short() {
		every = 4
	}
	for i, entry := range position.All() {
		if i%every != 0 {
			continue
		}
		sum, err := position.Parse(entry.Example)
		if err != nil {
			continue // it needs a file
		}
		small, ok := descend(random, sum[0].Component)
		if !ok {
			continue
		}
		beside := fmt.Sprintf("nim(%d)", random.IntN(4))
		for _, q := range []solve.Question{
			{Sum: grundy.SumOf(small)},
			{Sum: grundy.SumOf(small), Convention: grundy.Misere},
			{Sum: append(grundy.SumOf(small), parse(t, beside)...)},
			{Sum: append(grundy.SumOf(small), parse(t, beside)...), Convention: grundy.Misere},
			{Sum: grundy.SumOf(small, small)},
		} {
			var truth oracle.Oracle
			checkArgument(t, &truth, q, seen)
		}
	}
	if seen["*solve.Mex"] < 50/every || seen["*solve.NimSum"] < 100/every || seen["*solve.Replies"] < 200/every {
		t.Errorf("few arguments: %v", seen)
	}
}

// descend plays at random until few positions can be reached, and play must end.
func descend(random *rand.Rand, c grundy.Component) (grundy.Component, bool) {
	const few = 60
	for range 200 {
		if _, loops := c.PlanLoopy(); loops {
			return nil, false
		}
		if count, ok := c.CountOptions(); ok && count > 5000 {
			return nil, false
		}
		reached := map[string]bool{c.String(): true}
		todo := []grundy.Component{c}
		for len(todo) > 0 && len(reached) <= few {
			last := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, q := range last.AppendOptions(nil) {
				if !reached[q.String()] {
					reached[q.String()] = true
					todo = append(todo, q)
				}
			}
		}
		if len(reached) <= few {
			return c, true
		}
		options := c.AppendOptions(nil)
		c = options[random.IntN(len(options))]
	}
	return nil, false
}

// Sums with cycles: each answer to a reply leaves a position that is P, and each part has
// the nim-value that is listed.
func TestArgumentsWithCycles(t *testing.T) {
	replies := 0
	for seed := range long.Or[uint64](200, 1000) {
		random := rand.New(rand.NewPCG(seed, 5))
		sum := randomLoopySum(t, random, seed)
		for _, q := range []solve.Question{
			{Sum: sum}, {Sum: sum, Convention: grundy.Misere}, {Sum: sum, Compound: compound.Selective}, {Sum: sum, Compound: compound.Conjunctive},
		} {
			q.Why, q.MaxMoves = true, 20
			outcomes := map[string]grundy.Outcome{}
			outcome := func(components []grundy.Component) grundy.Outcome {
				text := oracle.Text(components)
				if _, ok := outcomes[text]; !ok {
					outcomes[text] = slowOutcomes(rules[q.Compound], q.Convention, components)[text]
				}
				return outcomes[text]
			}
			a := answer(t, q)
			for _, step := range a.Argument {
				switch x := step.(type) {
				case *solve.NimSum:
					for _, p := range x.Parts {
						if p.Infinite == nil && outcome([]grundy.Component{p.Position, parse(t, fmt.Sprintf("nim(%d)", p.Value))[0].Component}) != grundy.P {
							t.Errorf("%v: the nim-value of %v is not %d", sum, p.Position, p.Value)
						}
					}
				case *solve.Pairing:
					if a.Outcome != grundy.P {
						t.Errorf("%v: pairs, and %v", sum, a.Outcome)
					}
				case *solve.Replies:
					from := solve.AfterMove(sum.Components(), x.After)
					for _, r := range x.Replies {
						next := solve.AfterMove(from, r.Move)
						if r.Answer != nil {
							replies++
							next = solve.AfterMove(next, r.Answer)
							if outcome(next) != grundy.P {
								t.Errorf("%v, %v, %v: %v does not answer %v", sum, q.Convention, q.Compound, r.Answer, r.Move)
							}
						} else if solve.CanMove(grundy.SumOf(next...), q.Compound) {
							t.Errorf("%v: no answer to %v", sum, r.Move)
						}
					}
				}
			}
		}
	}
	if replies < 50 {
		t.Errorf("only %d replies", replies)
	}
}
