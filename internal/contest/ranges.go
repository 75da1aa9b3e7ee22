package contest

// An answer may ask about a range of positions: for their nim-values, and how many are lost. A
// proved period, a closed form or a table gives them.

import (
	"fmt"
	"math/big"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/period"
)

// rangeOf takes the game and the ends of a range from the arguments.
func rangeOf(ev *lang.Evaluator, c *lang.Call) (a *asking, g *game, from, to uint64, ok bool) {
	a, isAsking := askingOf(ev)
	if !isAsking {
		ev.FailHere("this asks about positions: want it in a function")
		return
	}
	if !wants(ev, c, 2, 3) {
		return
	}
	of, isGame := c.Args[0].Hosted().(*gameValue)
	if !isGame {
		ev.Fail(c.Argument(0), "want a game, such as nim or game(\"0.77\"), not %s", ev.Show(c.Args[0]))
		return
	}
	if g = of.game(ev); g == nil {
		return
	}
	if g.maker.Numbers != 1 || !g.isPlain() {
		ev.Fail(c.Argument(0), "want a game whose positions are single numbers, and in which the last move wins")
		return
	}
	last := c.Args[len(c.Args)-1]
	if to, ok = numberIn(last); !ok {
		ev.Fail(c.Argument(len(c.Args)-1), "want a number from 0, not %s", ev.Show(last))
		return
	}
	if len(c.Args) == 3 {
		if from, ok = numberIn(c.Args[1]); !ok {
			ev.Fail(c.Argument(1), "want a number from 0, not %s", ev.Show(c.Args[1]))
		}
	}
	if a.means.Before && from > 0 {
		from--
	}
	if a.means.NotLast && to > 0 {
		to--
	}
	return a, g, from, to, ok && ev.Err == nil
}

// askValues is values(game, n), values(game, a, b): the list of the nim-values of the
// positions 0 … n, or a … b.
func askValues(ev *lang.Evaluator, c *lang.Call) lang.Value {
	a, g, from, to, ok := rangeOf(ev, c)
	if !ok {
		return lang.Value{}
	}
	if to < from {
		return lang.List(nil)
	}
	count := to - from + 1
	if count == 0 || count > 1<<40 || !ev.Hold(8*int64(count)) || !ev.Spend(int64(count)) {
		if ev.Err == nil {
			ev.Halt(c.Node, fmt.Errorf("the values of %d … %d: %w", from, to, grundy.ErrTooLarge))
		}
		return lang.Value{}
	}
	values := make([]uint64, 0, count)
	var err error
	if a.plainly(g) {
		err = a.eachValue(g, from, to, func(vs []uint64) { values = append(values, vs...) })
	} else {
		if g.maker.Alone.Sequence != nil {
			_ = a.extend(g, to) // otherwise the values are found one by one
		}
		err = a.oneByOne(ev, g, from, to, 0, func(v uint64) { values = append(values, v) })
	}
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	return lang.HostedValue(&numberList{numbers: values})
}

// oneByOne passes what is taken for the nim-value of each position, as long as there are steps for the cost.
func (a *asking) oneByOne(ev *lang.Evaluator, g *game, from, to uint64, cost int64, visit func(v uint64)) error {
	for n := from; ev.Spend(cost); n++ {
		v, err := a.one(&term{game: g, copies: 1, list: true}, []uint64{n})
		if err != nil {
			return err
		}
		if visit(v); n == to {
			break
		}
	}
	return nil
}

// plainly reports whether the values of a game of heaps are asked as they are.
func (a *asking) plainly(g *game) bool {
	return a.true && g.maker.Alone.Sequence != nil
}

// eachValue passes the nim-values of heaps.
func (a *asking) eachValue(g *game, from, to uint64, sink func([]uint64)) error {
	if line := g.line.Load(); line != nil && to < uint64(len(*line)) && from >= g.first {
		sink((*line)[from : to+1])
		return nil
	}
	if to < shortLine && a.extend(g, to) == nil && from >= g.first {
		sink((*g.line.Load())[from : to+1])
		return nil
	}
	return g.maker.Alone.Sequence.Values(a.ctx, from, to+1, nil, func(vs []uint64) error {
		sink(vs)
		return nil
	})
}

// mostCounted bounds the positions that are looked at one by one to count some.
const mostCounted = 1 << 32

// askPCount is p_count(game, n), p_count(game, a, b): how many of the positions 0 … n, or
// a … b, are lost for the player to move.
func askPCount(ev *lang.Evaluator, c *lang.Call) lang.Value {
	a, g, from, to, ok := rangeOf(ev, c)
	if !ok || to < from {
		return lang.Int(0)
	}
	if !ev.Spend(64) {
		return lang.Value{}
	}
	if g.maker.Alone.Sequence == nil {
		return a.countOneByOne(ev, c, g, from, to)
	}
	count, known, err := a.zerosAs(g, from, to)
	if !known {
		return a.countOneByOne(ev, c, g, from, to)
	}
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	return integerValue(count)
}

// zerosAs counts the heaps whose nim-value is taken for 0. It is not known where that does
// not follow from how often values recur.
func (a *asking) zerosAs(g *game, from, to uint64) (count *big.Int, known bool, err error) {
	s := &a.means
	switch {
	case s.Value == ValueSize:
		return big.NewInt(int64(1 - min(from, 1))), true, nil
	case s.Value == ValueSizeMod:
		m := max(s.Modulus, 1)
		count = new(big.Int).SetUint64(to/m + 1)
		if from > 0 {
			count.Sub(count, new(big.Int).SetUint64((from-1)/m+1))
		}
		return count, true, nil
	case s.misreadsPeriod():
		r := a.periodOf(g)
		if s.Short > 0 || s.Ends {
			r = a.guessed(g)
		}
		if r.Period == 0 || r.Saltus != 0 {
			return nil, false, nil
		}
		if r.Period += s.PeriodMore; s.NoPreperiod {
			r.Preperiod = g.first
		}
		count, err = a.zerosOfPeriod(g, r, from, to)
	default:
		count, err = a.zeros(g, from, to)
	}
	for n := uint64(0); n < 64 && n <= to && s.Forgotten>>n != 0 && err == nil; n++ {
		if n < from || n < g.first || !s.forgets(n) {
			continue
		}
		v, e := a.heap(g, n)
		if err = e; err == nil && v != 0 {
			count.Add(count, big.NewInt(1))
		}
	}
	return count, true, err
}

// zeros counts the heaps of nim-value 0.
func (a *asking) zeros(g *game, from, to uint64) (*big.Int, error) {
	if g.maker.IsNim() {
		if from == 0 {
			return big.NewInt(1), nil
		}
		return new(big.Int), nil
	}
	if to >= shortLine {
		if r := a.periodOf(g); r.Period > 0 && r.Saltus == 0 {
			return a.zerosOfPeriod(g, r, from, to)
		}
		if to-from >= mostCounted {
			return nil, fmt.Errorf("the positions %d … %d of %s, which has no proved period: %w", from, to, g.maker.Name, grundy.ErrTooLarge)
		}
	}
	if g.first > from {
		from = g.first
	}
	count := uint64(0)
	err := a.eachValue(g, from, to, func(vs []uint64) {
		for _, v := range vs {
			if v == 0 {
				count++
			}
		}
	})
	return new(big.Int).SetUint64(count), err
}

// periodOf returns the proved period of the nim-values of a game, or one of length 0.
func (a *asking) periodOf(g *game) period.Result {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.period == nil {
		found := period.Result{}
		if s := g.maker.Alone.Sequence; s != nil {
			if r, _, err := s.Period(a.ctx, mostPeriod, nil); err == nil {
				found = r
			}
		}
		if a.ctx.Err() != nil {
			return found // another one may have more time
		}
		g.period = &found
	}
	return *g.period
}

// zerosOfPeriod counts zeros where the period is proved.
func (a *asking) zerosOfPeriod(g *game, r period.Result, from, to uint64) (*big.Int, error) {
	length := r.Preperiod + r.Period
	if grundy.MulCounts(8, length) > a.memory() {
		return nil, fmt.Errorf("the period of %s needs %s: %w", g.maker.Name, units.Bytes(grundy.MulCounts(8, length)), grundy.ErrTooLarge)
	}
	before := make([]uint64, 1, length+1) // zeros among the first i
	err := a.eachValue(g, g.first, length-1, func(vs []uint64) {
		for uint64(len(before)) <= g.first {
			before = append(before, 0)
		}
		for _, v := range vs {
			next := before[len(before)-1]
			if v == 0 {
				next++
			}
			before = append(before, next)
		}
	})
	if err != nil {
		return nil, err
	}
	upTo := func(n uint64) *big.Int { // zeros among 0 … n-1
		if n <= length {
			return new(big.Int).SetUint64(before[n])
		}
		turns, rest := (n-r.Preperiod)/r.Period, (n-r.Preperiod)%r.Period
		a := new(big.Int).SetUint64(turns)
		a.Mul(a, new(big.Int).SetUint64(before[length]-before[r.Preperiod]))
		return a.Add(a, new(big.Int).SetUint64(before[r.Preperiod+rest]))
	}
	if to == 1<<64-1 {
		return nil, fmt.Errorf("positions to %d: %w", to, grundy.ErrTooLarge)
	}
	return new(big.Int).Sub(upTo(to+1), upTo(from)), nil
}

// countOneByOne looks at each position.
func (a *asking) countOneByOne(ev *lang.Evaluator, c *lang.Call, g *game, from, to uint64) lang.Value {
	count := int64(0)
	err := a.oneByOne(ev, g, from, to, 4, func(v uint64) {
		if v == 0 {
			count++
		}
	})
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	return lang.Int(count)
}

// askOutcomes is outcomes(game, a, b, "WL"): a word with a letter for each of the positions a … b,
// the first letter where the player to move wins.
func askOutcomes(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 4, 4) {
		return lang.Value{}
	}
	letters := c.Args[3].Text()
	if c.Args[3].Kind != lang.TextKind || len(letters) != 2 {
		return ev.Fail(c.Argument(3), `want two letters, for wins and losses, such as "WL"`)
	}
	c.Args = c.Args[:3]
	values := askValues(ev, c)
	if ev.Err != nil {
		return lang.Value{}
	}
	list, _ := numbersOf(ev, values)
	if !ev.Hold(int64(len(list))) {
		return lang.Value{}
	}
	word := make([]byte, len(list))
	for i, v := range list {
		word[i] = letters[0]
		if v == 0 {
			word[i] = letters[1]
		}
	}
	return lang.Text(string(word))
}
