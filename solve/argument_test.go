package solve_test

// This file checks that arguments are true: each number and each move in them, against
// the definitions.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
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
	if q.Sum.PlayedMisere() != nil { // by its rules
		q.Convention = grundy.Misere
	}
	q.Why, q.MaxMoves = true, 50*(len(q.Sum)%2) // the argument is whole where no moves are listed, too
	a, err := solve.Solve(context.Background(), q)
	if err != nil {
		t.Fatalf("%v: %v", q.Sum, err)
	}
	if a.Cut == nil && len(a.Reasons) == 0 {
		t.Fatalf("%v: no reasons", q.Sum)
	}
	c := checked{t, truth, q, a, q.Sum.Components(), seen}
	for _, step := range a.Argument {
		seen[fmt.Sprintf("%T", step)]++
		switch x := step.(type) {
		case *solve.NimSum:
			c.nimSum(x)
		case *solve.Reading:
			c.reading(x)
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
		if change.To != change.Part.Value^want || (change.Part.Value&x.Digit == 0) != (change.To > change.Part.Value) {
			c.fail("%+v does not make the nim-sum 0", change)
		}
		c.change(x, change)
	}
	// Each winning move is one of the changes.
	for _, next := range c.truth.WinningMoves(oracle.One, grundy.Normal, c.components) {
		if !slices.ContainsFunc(x.Changes, func(change solve.Change) bool { return c.changes(change, next) }) && len(x.Changes) < 8 {
			c.fail("no reason for the move to %s in %+v", oracle.Text(next), x.Changes)
		}
	}
}

// reading checks that the numbers that count give the nim-value.
func (c checked) reading(x *solve.Reading) {
	c.Helper()
	sum := uint64(0)
	for _, e := range x.Elements {
		if e.Use == grundy.UseCounts {
			sum ^= e.Value
		}
	}
	if sum != x.Value || sum != c.truth.Value(x.Position) {
		c.fail("the numbers of %+v give %d", x, sum)
	}
}

// changes reports whether a winning move changes the component of a part.
func (c checked) changes(change solve.Change, next []grundy.Component) bool {
	for i := range change.Part.Copies {
		if at := change.Part.Component + int(i); next[at].String() != c.components[at].String() {
			return true
		}
	}
	return false
}

// change checks the nim-values before and after a change, its move, and the move back.
func (c checked) change(x *solve.NimSum, change solve.Change) {
	c.Helper()
	if c.truth.Value(change.Part.Position) != change.Part.Value {
		c.fail("the nim-value of %v is not %d", change.Part.Position, change.Part.Value)
	}
	if change.Move == nil {
		if change.Back != nil || change.To > change.Part.Value {
			c.fail("%+v without a move", change)
		}
		return
	}
	next := c.legal(c.components, change.Move)
	if !c.loses(next) {
		c.fail("%v does not win", change.Move)
	}
	sum := func(components []grundy.Component) (sum uint64) {
		for _, component := range components {
			sum ^= c.truth.Value(component)
		}
		return sum
	}
	if left := sum(next); left != x.Sum^change.Part.Value^change.To {
		c.fail("%v leaves the nim-sum %d", change.Move, left)
	}
	if change.Back != nil && sum(c.legal(next, change.Back)) != x.Sum {
		c.fail("%v does not take %v back", change.Back, change.Move)
	}
	if change.Back == nil && change.To > change.Part.Value && c.question.Convention == grundy.Normal {
		c.fail("%v is not taken back", change.Move)
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
		if o.Back != nil && c.valueOf(o.Back, x.Misere) != x.Value || o.Back == nil && o.Value > x.Value && !x.Misere {
			c.fail("%v is taken back to %v", o.Option, o.Back)
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
	from := c.components
	if x.After != nil {
		from = c.legal(from, x.After)
	}
	for _, pair := range x.Pairs {
		if pair[0].Position.Identity() != pair[1].Position.Identity() {
			c.fail("%v and %v are not twins", pair[0].Position, pair[1].Position)
		}
		for _, p := range pair {
			if whole := from[p.Component]; whole.String() != p.Position.String() && !slices.ContainsFunc(whole.Split(), func(q grundy.Component) bool { return q.String() == p.Position.String() }) {
				c.fail("component %d is %v, not %v", p.Component, whole, p.Position)
			}
		}
	}
	for _, p := range x.Zeros {
		if c.truth.Value(p.Position) != 0 {
			c.fail("%v has not nim-value 0", p.Position)
		}
	}
	if !c.loses(from) {
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
		c.digits(x)
		if x.Sum != sum || loses != (x.Firm && sum == 0 || !x.Firm && sum == 1) {
			c.fail("%+v: the nim-sum is %d, and loses is %v", x, sum, loses)
		}
	case x.Way == solve.ByGenera && x.Heap > 0 && loses != (x.Heap == x.Rest):
		c.fail("%+v: loses is %v", x, loses)
	case x.Way == solve.ByQuotient && (x.PPortion >= x.Order || x.Product == "" || x.Lost != loses):
		c.fail("%+v", x)
	}
}

// digits checks the nim-values of tame parts, and the changes that win.
func (c checked) digits(x *solve.Misere) {
	c.Helper()
	listed, firm := x.Digits.OthersSum, x.Digits.Others > 0 && x.Firm
	for _, p := range x.Digits.Parts {
		if p.Value != c.truth.Value(p.Position) || (p.Words == "firm") != (p.Value == c.valueOf(p.Position, true)) {
			c.fail("%v is not %d, %s", p.Position, p.Value, p.Words)
		}
		if p.Copies%2 == 1 {
			listed ^= p.Value
		}
		firm = firm || p.Words == "firm"
	}
	if listed != x.Sum || x.Digits.Sum != x.Sum || firm != x.Firm {
		c.fail("%+v: %+v", x, x.Digits)
	}
	for _, change := range x.Digits.Changes {
		if x.Sum > 1 && (change.Part.Value^change.To)&x.Digits.Digit == 0 || x.Sum^change.Part.Value^change.To > 1 {
			c.fail("%+v does not change the digit %d", change, x.Digits.Digit)
		}
		c.change(x.Digits, change)
	}
	for _, next := range c.truth.WinningMoves(oracle.One, grundy.Misere, c.components) {
		if !slices.ContainsFunc(x.Digits.Changes, func(change solve.Change) bool { return c.changes(change, next) }) && len(x.Digits.Changes) < 8 {
			c.fail("no reason for the move to %s in %+v", oracle.Text(next), x.Digits.Changes)
		}
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
	left := map[string]int{}
	for i, r := range x.Replies {
		next := c.legal(from, r.Move)
		if r.Outcome != grundy.N {
			c.fail("%v keeps a draw", r.Move)
		}
		first := i
		if r.Answer != nil {
			key := sortedText(solve.AfterMove(next, r.Answer))
			if at, ok := left[key]; ok {
				first = at
			}
			left[key] = first
		}
		if r.Same != first {
			c.fail("%v: reply %d leaves the same as reply %d, not %d", x.After, i, first, r.Same)
		}
		switch {
		case r.Answer != nil && !c.loses(c.legal(next, r.Answer)):
			c.fail("%v does not answer %v", r.Answer, r.Move)
		case r.Answer == nil && (c.question.Convention == grundy.Normal || solve.CanMove(grundy.SumOf(next...), c.question.Compound)):
			c.fail("no answer to %v", r.Move)
		}
	}
	if n := len(oracle.Moves(rules[c.question.Compound], from)); x.More != (n > len(x.Replies)) || x.Count.Cmp(big.NewInt(int64(n))) != 0 {
		c.fail("%d replies of %d, counted %v, and more is %v", len(x.Replies), n, x.Count, x.More)
	}
}

func sortedText(components []grundy.Component) string {
	components = slices.Clone(components)
	slices.SortFunc(components, func(a, b grundy.Component) int { return strings.Compare(a.String(), b.String()) })
	return oracle.Text(components)
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
	for _, step := range []any{&solve.Pairing{}, &solve.NimSum{}, &solve.Reading{}, &solve.Mex{}, &solve.Comparison{}, &solve.Misere{}, &solve.Replies{}} {
		if seen[fmt.Sprintf("%T", step)] == 0 {
			t.Errorf("no argument of kind %T", step)
		}
	}
}

// Copies are paired off among each other: two are shown, and the other pairs are counted.
func TestPairsOfCopies(t *testing.T) {
	sum := parse(t, "kayles(9) + nim(3)")
	sum[0].Copies, sum[1].Copies = 6, 2
	a := answer(t, solve.Question{Sum: sum, Why: true})
	if p, ok := a.Argument[0].(*solve.Pairing); !ok || len(p.Pairs) != 2 || p.Others != 2 || len(p.Zeros) != 0 {
		t.Errorf("%+v", a.Argument[0])
	}
}

// Small positions of every game that has a name, alone and in sums of all kinds with heaps
// and with the game before it.
func TestArgumentsOfTheCatalogue(t *testing.T) {
	random := chance.New(t, 12)
	seen := map[string]int{}
	every := long.Of(127, 4, 1)
	kinds := slices.Sorted(maps.Keys(rules))
	before := parse(t, "nim(2)")[0].Component
	for i, entry := range position.All() {
		if i%every != 0 {
			continue
		}
		sum, err := position.Parse(entry.Example)
		if err != nil {
			continue // it needs a file
		}
		if _, may := sum[0].Component.Entailed(); may {
			continue // misère play and compounds refuse it
		}
		small, reached, ok := descend(random, sum[0].Component)
		if !ok {
			continue
		}
		few, _, _ := descendTo(random, small, 12)
		heap := parse(t, fmt.Sprintf("nim(%d)", random.IntN(4)))
		questions := []solve.Question{
			{Sum: grundy.SumOf(small)},
			{Sum: grundy.Sum{{Component: few, Copies: 3}}},
			{Sum: append(grundy.SumOf(small), heap...)},
			{Sum: append(grundy.SumOf(before, small), heap...)},
			{Sum: grundy.SumOf(small, small)},
		}
		for options := range 3 { // in the position: none, one, two
			if at := slices.IndexFunc(reached, func(c grundy.Component) bool { return len(c.AppendOptions(nil)) == options }); at >= 0 {
				questions = append(questions, solve.Question{Sum: grundy.SumOf(reached[at])}, solve.Question{Sum: append(grundy.SumOf(reached[at]), heap...)})
			}
		}
		for n := range 3 {
			questions = append(questions, solve.Question{Sum: append(grundy.SumOf(few), heap...), Compound: kinds[(3*i/every+n)%len(kinds)]})
		}
		var cache solve.Cache // the claims of a file are compared once
		for _, q := range questions {
			var truth oracle.Oracle
			q.Cache = &cache
			checkArgument(t, &truth, q, seen)
			q.Convention = grundy.Misere
			checkArgument(t, &truth, q, seen)
		}
		before = few
	}
	if seen["*solve.Mex"] < 400/every || seen["*solve.NimSum"] < 300/every || seen["*solve.Replies"] < 800/every || seen["*solve.Pairing"] < 100/every || seen["*solve.Comparison"] < 200/every {
		t.Errorf("few arguments: %v", seen)
	}
}

// descend plays at random until few positions can be reached, and returns these; play
// must end.
func descend(random *rand.Rand, c grundy.Component) (small grundy.Component, all []grundy.Component, ok bool) {
	return descendTo(random, c, 60)
}

func descendTo(random *rand.Rand, c grundy.Component, few int) (small grundy.Component, all []grundy.Component, ok bool) {
	for range 200 {
		if _, loops := c.PlanLoopy(); loops {
			return nil, nil, false
		}
		if count, ok := c.CountOptions(); ok && count > 5000 {
			return nil, nil, false
		}
		all = []grundy.Component{c}
		reached := map[string]bool{c.String(): true}
		todo := []grundy.Component{c}
		for len(todo) > 0 && len(reached) <= few {
			last := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, q := range last.AppendOptions(nil) {
				if !reached[q.String()] {
					reached[q.String()] = true
					todo, all = append(todo, q), append(all, q)
				}
			}
		}
		if len(reached) <= few {
			return c, all, true
		}
		options := c.AppendOptions(nil)
		c = options[random.IntN(len(options))]
	}
	return nil, nil, false
}

// Sums with cycles: each answer to a reply leaves a position that is P, or keeps a draw,
// and each part has the nim-value that is listed.
func TestArgumentsWithCycles(t *testing.T) {
	seen := map[string]int{}
	for seed := range long.Of[uint64](15, 300, 1000) {
		random := rand.New(rand.NewPCG(seed, 5))
		sum := randomLoopySum(t, random, seed)
		for _, q := range []solve.Question{
			{Sum: sum}, {Sum: sum, Convention: grundy.Misere}, {Sum: sum, Compound: compound.Selective}, {Sum: sum, Compound: compound.Conjunctive},
		} {
			q.Why, q.MaxMoves = true, 20
			l := looping{t, q, answer(t, q), map[string]grundy.Outcome{}, seen}
			for _, step := range l.answer.Argument {
				seen[fmt.Sprintf("%T", step)]++
				switch x := step.(type) {
				case *solve.NimSum:
					for _, p := range x.Parts {
						if p.Infinite == nil && !l.has(p.Position, p.Value) {
							t.Errorf("%v: the nim-value of %v is not %d", sum, p.Position, p.Value)
						}
					}
				case *solve.Mex:
					l.mex(x)
				case *solve.Pairing:
					for _, term := range sum {
						if _, loops := term.Component.PlanLoopy(); loops {
							t.Errorf("%v: pairs, by which play may go on for ever", sum)
						}
					}
				case *solve.Replies:
					l.replies(x)
				}
			}
		}
	}
	for _, kind := range []string{"*solve.Mex", "an infinite mex", "*solve.NimSum", "*solve.Replies", "an answer that wins", "an answer that draws", "a draw kept"} {
		if seen[kind] < long.Or(10, 50) {
			t.Errorf("%d of %s: %v", seen[kind], kind, seen)
		}
	}
}

// A looping is an answer about a sum with cycles, whose argument is compared with outcomes
// by their definition.
type looping struct {
	*testing.T
	question solve.Question
	answer   *solve.Answer
	known    map[string]grundy.Outcome
	seen     map[string]int
}

func (l looping) outcome(components []grundy.Component) grundy.Outcome {
	how := fmt.Sprint(l.question.Convention, l.question.Compound)
	text := oracle.Text(components)
	if _, ok := l.known[how+text]; !ok {
		for text, outcome := range slowOutcomes(rules[l.question.Compound], l.question.Convention, components) {
			l.known[how+text] = outcome
		}
	}
	return l.known[how+text]
}

// has reports whether c has a nim-value: whether c and a heap of it are P.
func (l looping) has(c grundy.Component, value uint64) bool {
	sum := looping{T: l.T, known: l.known}
	return sum.outcome([]grundy.Component{c, parse(l.T, fmt.Sprintf("nim(%d)", value))[0].Component}) == grundy.P
}

func (l looping) mex(x *solve.Mex) {
	options := x.Position.AppendOptions(nil)
	listed := []grundy.Value{}
	for _, o := range x.Options {
		listed = append(listed, grundy.Value(o.Value))
		if !l.has(o.Option, o.Value) || !slices.ContainsFunc(options, func(q grundy.Component) bool { return q.String() == o.Option.String() }) {
			l.Errorf("%v: no option %v of nim-value %d", x.Position, o.Option, o.Value)
		}
	}
	if x.Infinite == nil {
		if !l.has(x.Position, x.Value) || slices.Contains(listed, grundy.Value(x.Value)) {
			l.Errorf("%v: %+v", x.Position, x)
		}
		return
	}
	l.seen["an infinite mex"]++
	for value := range uint64(8) {
		met := slices.ContainsFunc(options, func(q grundy.Component) bool { return l.has(q, value) })
		if l.has(x.Position, value) || met != slices.Contains(listed, grundy.Value(value)) || met != slices.Contains(x.Infinite.Options, grundy.Value(value)) {
			l.Errorf("%v: %v, listed %v, value %d", x.Position, x.Infinite, listed, value)
		}
	}
}

func (l looping) replies(x *solve.Replies) {
	q := l.question
	from := solve.AfterMove(q.Sum.Components(), x.After)
	want := l.answer.Outcome
	if want == grundy.N {
		want = grundy.P
	}
	if got := l.outcome(from); got != want {
		l.Errorf("%v, %v, %v: %v after %v", q.Sum, q.Convention, q.Compound, got, x.After)
	}
	if x.After != nil && want == grundy.D {
		l.seen["a draw kept"]++
	}
	moves := oracle.Moves(rules[q.Compound], from)
	if x.More != (len(moves) > len(x.Replies)) || x.Count.Cmp(big.NewInt(int64(len(moves)))) != 0 {
		l.Errorf("%v: %d replies of %d, counted %v, and more is %v", q.Sum, len(x.Replies), len(moves), x.Count, x.More)
	}
	for _, r := range x.Replies {
		next := solve.AfterMove(from, r.Move)
		if got := l.outcome(next); got != r.Outcome {
			l.Errorf("%v, %v, %v: %v leads to %v, not to %v", q.Sum, q.Convention, q.Compound, r.Move, got, r.Outcome)
		}
		if r.Answer == nil {
			if solve.CanMove(grundy.SumOf(next...), q.Compound) {
				l.Errorf("%v: no answer to %v", q.Sum, r.Move)
			}
			continue
		}
		want, what := grundy.P, "an answer that wins"
		if r.Outcome == grundy.D {
			want, what = grundy.D, "an answer that draws"
		}
		l.seen[what]++
		if got := l.outcome(solve.AfterMove(next, r.Answer)); got != want {
			l.Errorf("%v, %v, %v: after %v, %v leads to %v, not to %v", q.Sum, q.Convention, q.Compound, r.Move, r.Answer, got, want)
		}
	}
}

// Large sums and large numbers: arguments stay short, and their numbers are exact.
func TestArgumentsFarOut(t *testing.T) {
	const large = 1<<63 - 1
	heaps := func(sizes ...uint64) (sum grundy.Sum) {
		for _, n := range sizes {
			sum = append(sum, parse(t, fmt.Sprintf("nim(%d)", n))...)
		}
		return sum
	}
	many := heaps(1, 2, 4)
	for n := range 20_000 {
		many = append(many, grundy.Term{Component: many[n%3].Component, Copies: 1})
	}
	for _, q := range []struct {
		sum     grundy.Sum
		nimSum  uint64
		replies bool
	}{
		{heaps(large, large-1, 5), 4, true},
		{heaps(large, 1<<62), large ^ 1<<62, true},
		{append(heaps(large), grundy.Term{Component: heaps(large)[0].Component, Copies: 1_000_000}), large, false},
		{append(heaps(9, 6), grundy.Term{Component: heaps(5)[0].Component, Copies: 1_000_000}), 9 ^ 6, false},
		{many, 4, false}, // 6668, 6668 and 6667 of each
	} {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			a := answer(t, solve.Question{Sum: q.sum, Convention: convention, MaxMoves: 20, Why: true})
			if a.Cut != nil {
				t.Errorf("%.60v: cut: %v", q.sum, a.Cut)
			}
			for _, step := range a.Argument {
				length := 0
				switch x := step.(type) {
				case *solve.NimSum:
					if length = len(x.Parts); x.Sum != q.nimSum {
						t.Errorf("%.60v: nim-sum %d, want %d", q.sum, x.Sum, q.nimSum)
					}
				case *solve.Misere:
					length = len(x.Parts)
				case *solve.Pairing:
					length = len(x.Pairs) + len(x.Zeros)
				case *solve.Mex:
					if length = len(x.Options); x.Value != uint64(length)+x.Others {
						t.Errorf("%v: %d options and %d others", x.Position, length, x.Others)
					}
				case *solve.Replies:
					if length = len(x.Replies) / 8; !q.replies {
						t.Errorf("%.60v has replies", q.sum)
					}
				}
				if length > 8 {
					t.Errorf("%.60v: %T of %d", q.sum, step, length)
				}
			}
		}
	}
}

// A tiring game takes 1, 2 or 4 from a heap. Its rules fail after some calls.
type tiring struct {
	left *int
	err  *error
}

var errTired = fmt.Errorf("the rules have been asked too often: %w", grundy.ErrBudget)

func (g tiring) AppendOptions(dst []int, p int) []int {
	if *g.left == 0 {
		*g.err = errTired
		return dst
	}
	*g.left--
	for _, take := range []int{1, 2, 4} {
		if take <= p {
			dst = append(dst, p-take)
		}
	}
	return dst
}

func (tiring) AppendPosition(dst []byte, p int) []byte { return fmt.Appendf(dst, "tiring(%d)", p) }
func (g tiring) Err() error                            { return *g.err }
func (g tiring) Start(context.Context) grundy.Run[int] { return tiring{g.left, new(error)} }

// Where the budget ends while the argument is made, the answer stays, and says that the
// argument is cut: it has the first steps of the whole one.
func TestBudgetEndsInAnArgument(t *testing.T) {
	for _, q := range []solve.Question{
		{Sum: grundy.SumOf(grundy.Place[int](tiring{}, 10))},
		{Sum: grundy.SumOf(grundy.Place[int](tiring{}, 9))},
		{Sum: grundy.SumOf(grundy.Place[int](tiring{}, 10)), Convention: grundy.Misere},
		{Sum: grundy.SumOf(grundy.Place[int](tiring{}, 5), grundy.Place[int](tiring{}, 6)), Compound: compound.Selective},
	} {
		positions := []int{}
		for _, term := range q.Sum {
			positions = append(positions, term.Component.Position().(int))
		}
		ask := func(why bool, calls int) (*solve.Answer, int, error) {
			left := calls
			q := q
			q.Why, q.MaxMoves, q.Sum = why, 20, nil
			game := tiring{left: &left}
			for _, p := range positions {
				q.Sum = append(q.Sum, grundy.SumOf(grundy.Place[int](game, p))...)
			}
			a, err := solve.Solve(t.Context(), q)
			return a, calls - left, err
		}
		plain, needed, err := ask(false, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		whole, all, err := ask(true, 1<<20)
		if err != nil || whole.Cut != nil || len(whole.Argument) < 2 || all == needed {
			t.Fatalf("%v: %v, %v, %d steps, asked %d and %d times", q.Sum, err, whole.Cut, len(whole.Argument), needed, all)
		}
		for calls := needed; calls < all; calls++ {
			a, _, err := ask(true, calls)
			switch {
			case err != nil:
				t.Errorf("%v, %d of %d calls: %v", q.Sum, calls, all, err)
			case a.Outcome != plain.Outcome || len(a.WinningMoves) != len(plain.WinningMoves) || a.Reasons != nil && !slices.Equal(a.Reasons, whole.Reasons):
				t.Errorf("%v, %d of %d calls: %v", q.Sum, calls, all, a)
			case !errors.Is(a.Cut, errTired):
				t.Errorf("%v, %d of %d calls: cut is %v", q.Sum, calls, all, a.Cut)
			case len(a.Argument) >= len(whole.Argument) || fmt.Sprintf("%T", a.Argument) != fmt.Sprintf("%T", whole.Argument[:len(a.Argument)]):
				t.Errorf("%v, %d of %d calls: %v", q.Sum, calls, all, a.Argument)
			}
		}
	}
}
