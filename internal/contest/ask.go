package contest

// An answer asks about positions only through these questions.

import (
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// questions are the functions that an answer asks with.
func questions() map[string]lang.Builtin {
	return map[string]lang.Builtin{
		"wins":          asked("wins", conventions, askWins),
		"outcome":       asked("outcome", conventions, askOutcome),
		"nim_value":     asked("nim_value", nil, askNimValue),
		"remoteness":    asked("remoteness", conventions, askRemoteness),
		"winning_moves": asked("winning_moves", conventions, askWinningMoves),
		"winning":       asked("winning", append([]string{"most"}, conventions...), askWinning),
		"p_count":       askPCount,
		"values":        askValues,
		"parents":       treeParents,
	}
}

// conventions are the parameters of questions about play.
var conventions = []string{"misere", "compound"}

// A question is one about a position.
type question struct {
	*asking
	sum    *sum
	misere bool
	kind   compound.Kind
	most   int
}

// mostListed is how many winning moves are listed, unless the file says another number.
const mostListed = 1 << 16

// asked makes a function of a question about a position, with these named parameters.
func asked(name string, named []string, do func(ev *lang.Evaluator, q *question) (lang.Value, error)) lang.Builtin {
	return func(ev *lang.Evaluator, c *lang.Call) lang.Value {
		a, ok := askingOf(ev)
		if !ok {
			return ev.FailHere("%s asks about positions of an input: want it in a function", name)
		}
		given := ev.Keywords(c, named...)
		if ev.Err != nil {
			return lang.Value{}
		}
		if len(c.Args) != 1 {
			return ev.FailHere("want one position, as in %s(nim(3, 5, 7))", name)
		}
		q := question{asking: a, most: mostListed}
		if q.sum, ok = c.Args[0].Hosted().(*sum); !ok {
			if c.Args[0].Kind != lang.IntKind || c.Args[0].N != 0 {
				return ev.Fail(c.Argument(0), "want a position, as in %s(nim(3, 5, 7)), not %s", name, ev.Show(c.Args[0]))
			}
			q.sum = &sum{} // the sum of nothing
		}
		if v, ok := given["misere"]; ok {
			q.misere = v.Truth()
		}
		if v, ok := given["most"]; ok {
			if v.Kind != lang.IntKind || v.N < 1 || v.N > mostListed {
				return ev.Fail(c.Keyword("most"), "want 1 … %d", mostListed)
			}
			q.most = int(v.N)
		}
		if v, ok := given["compound"]; ok {
			var err error
			if v.Kind != lang.TextKind {
				return ev.Fail(c.Keyword("compound"), "want a kind of compound: %s", strings.Join(compound.Names(), ", "))
			}
			if q.kind, err = compound.ParseKind(v.Text()); err != nil {
				return ev.Fail(c.Keyword("compound"), "%v", err)
			}
		}
		if !ev.Spend(int64(q.sum.size()/8 + 1)) {
			return lang.Value{}
		}
		asked := q // some questions change it
		v, err := do(ev, &q)
		if a.means.Observe != nil {
			var answer []byte
			if err == nil && ev.Err == nil {
				answer, err = a.problem.code.AppendText(nil, v)
			}
			a.observe(name, asked.sum, asked.misere, asked.kind, string(answer))
		}
		if err != nil {
			return ev.Halt(c.Node, err)
		}
		return v
	}
}

func askWins(ev *lang.Evaluator, q *question) (lang.Value, error) {
	won, err := q.wins(q.sum, q.misere, q.kind)
	if err == nil && q.means.Greedy && won && ev.Spend(1000+500*q.sum.length()) {
		won, err = q.greedy(q.sum)
	}
	return lang.Bool(won), err
}

// askOutcome is who wins: "N" the player to move, "P" the other, "D" nobody, where play need not
// end.
func askOutcome(_ *lang.Evaluator, q *question) (lang.Value, error) {
	o := grundy.P
	if q.sum.isPlain() {
		won, err := q.wins(q.sum, q.misere, q.kind)
		if won {
			o = grundy.N
		}
		return lang.Text(o.String()), err
	}
	o, err := q.outcome(q.sum, q.misere && !q.means.NormalPlay, q.kind)
	switch {
	case o != grundy.D:
	case q.means.DrawsLost:
		o = grundy.P
	case q.means.DrawsWon:
		o = grundy.N
	}
	return lang.Text(o.String()), err
}

func askNimValue(ev *lang.Evaluator, q *question) (lang.Value, error) {
	if !q.sum.isPlain() {
		return ev.FailHere("these positions have no nim-value: play need not end, or ends otherwise than by the last move"), nil
	}
	v, err := q.total(q.sum)
	return uintValue(v), err
}

// askRemoteness is the number of moves that the play lasts where the winner hurries and
// the loser stalls: of one position, or of several that are moved in all at once.
func askRemoteness(ev *lang.Evaluator, q *question) (lang.Value, error) {
	if q.sum.size() == 1 && q.sum.isPlain() {
		m := grundy.ByRemoteness
		if q.misere && !q.means.NormalPlay {
			m = grundy.ByMisereRemoteness
		}
		if q.means.Slow {
			m = map[grundy.Measure]grundy.Measure{grundy.ByRemoteness: grundy.BySuspense, grundy.ByMisereRemoteness: grundy.ByMisereSuspense}[m]
		}
		for i := range q.sum.terms {
			if t := &q.sum.terms[i]; t.copies > 0 && t.positions() > 0 {
				v, err := q.measure(t.game, m, t.at(0), t.text)
				return uintValue(v), err
			}
		}
	}
	if q.kind == compound.Disjunctive {
		q.kind = compound.Conjunctive
	}
	answer, err := q.solve(q.sum, q.misere, q.kind, 0)
	switch {
	case err != nil:
		return lang.Value{}, err
	case answer.Remoteness != nil:
		return uintValue(*answer.Remoteness), nil
	case answer.Suspense != nil:
		return uintValue(*answer.Suspense), nil
	}
	return ev.FailHere("there is no remoteness of a %v compound: want one position, or compound = \"conjunctive\"", q.kind), nil
}

// isNimList reports whether all positions are heaps of Nim.
func (s *sum) isNimList() bool {
	return !slices.ContainsFunc(s.terms, func(t term) bool { return !t.list || !t.game.maker.IsNim() })
}

// askWinningMoves counts winning moves: one for each component and each position that it
// leads to.
func askWinningMoves(_ *lang.Evaluator, q *question) (lang.Value, error) {
	if q.means.isWrong() || q.kind == compound.Disjunctive && !q.misere && q.sum.isNimList() {
		return q.countByValues()
	}
	answer, err := q.winningMoves(0)
	if err != nil || answer.WinningMoveCount == nil {
		return lang.Int(0), err
	}
	return integerValue(new(big.Int).Set(answer.WinningMoveCount)), nil
}

// winningMoves asks package solve for the number of winning moves, and for some of them.
func (q *question) winningMoves(most int) (*solve.Answer, error) {
	answer, err := q.solve(q.sum, q.misere, q.kind, most)
	if err == nil {
		err = answer.Unlisted
	}
	return answer, err
}

// countByValues counts the winning moves of a disjunctive sum in normal play: those to
// options whose nim-value is the nim-sum of the other components.
func (q *question) countByValues() (lang.Value, error) {
	total, err := q.total(q.sum)
	if err != nil || total == 0 {
		return lang.Int(0), err
	}
	count := new(big.Int)
	seen := map[fact]bool{}
	var failed error
	add := func(t *term, at int, v, copies uint64) {
		if failed != nil || copies == 0 {
			return
		}
		if q.means.Pick == PickFirstWon && count.Sign() > 0 {
			return
		}
		target := total ^ v
		if q.means.Pick == PickAlone {
			target = 0
		}
		if t.list && t.game.maker.IsNim() {
			if target >= v {
				return
			}
			if q.means.MovesOnce {
				name := fact{0, key([]uint64{t.numbers[at], target}, "")}
				if seen[name] {
					return
				}
				seen[name], copies = true, 1
			}
			count.Add(count, new(big.Int).SetUint64(copies))
			return
		}
		numbers := t.at(at)
		var many *big.Int
		if many, failed = q.optionsOf(t.game, numbers, t.text, target); failed == nil {
			if q.means.MovesOnce {
				name := fact{1, t.game.maker.Name + key(numbers, t.text)}
				if seen[name] {
					return
				}
				seen[name], copies = true, 1
			}
			count.Add(count, many.Mul(many, new(big.Int).SetUint64(copies)))
		}
	}
	if q.true {
		return uintValue(q.nimMoves(q.sum)), nil
	}
	if _, err := q.totalOf(q.sum, add); err != nil {
		return lang.Value{}, err
	}
	return integerValue(count), failed
}

// nimMoves counts the winning moves of heaps of Nim.
func (a *asking) nimMoves(s *sum) (count uint64) {
	var tally heap.Tally
	plain := true
	for i := range s.terms {
		plain = plain && s.terms[i].copies == 1
		tally.AddAll(s.terms[i].numbers)
	}
	if plain {
		return tally.WinningMoves()
	}
	total := uint64(0)
	for _, t := range s.terms {
		for _, v := range t.numbers {
			total ^= v * (t.copies & 1)
		}
	}
	for _, t := range s.terms {
		for _, v := range t.numbers {
			if total^v < v {
				count = grundy.AddCounts(count, t.copies)
			}
		}
	}
	return count
}

// optionsOf counts the options of a position that have a nim-value.
func (a *asking) optionsOf(g *game, numbers []uint64, text string, value uint64) (*big.Int, error) {
	c, err := g.component(a.ctx, numbers, text)
	if err != nil {
		return nil, err
	}
	if found, ok := c.FindOptions(grundy.ByNimValue, value, value); ok {
		return new(big.Int).Set(found.Count), nil
	}
	count := int64(0)
	complete := solve.EachOption(c, func(option grundy.Component) bool {
		var v uint64
		if v, err = a.measureOf(g, grundy.ByNimValue, option, ""); err != nil {
			return false
		}
		if v == value {
			count++
		}
		return a.ctx.Err() == nil
	})
	if err == nil && !complete {
		err = a.ctx.Err()
	}
	return big.NewInt(count), err
}

// length is how many numbers and letters a sum has, with those of copies, up to 2^40.
func (s *sum) length() (n int64) {
	for i := range s.terms {
		t := &s.terms[i]
		n += int64(min(grundy.MulCounts(max(t.copies, 1), uint64(len(t.numbers)+len(t.text))), 1<<40))
	}
	return min(n, 1<<40)
}

// greedy says whether the first move of the first component that can move wins.
func (a *asking) greedy(s *sum) (bool, error) {
	components, err := a.components(s)
	if err != nil {
		return false, err
	}
	for i, c := range components {
		won, moved := false, false
		solve.EachOption(c, func(option grundy.Component) bool {
			moved = true
			after := slices.Clone(components)
			after[i] = option
			var answer *solve.Answer
			if answer, err = solve.Solve(a.ctx, solve.Question{Sum: grundy.SumOf(after...), Cache: &a.cache}); err == nil {
				won = answer.Outcome == grundy.P
			}
			return false
		})
		if err != nil || moved {
			return won, err
		}
	}
	return false, nil
}

// askWinning lists the winning moves, by component and then in the order of its game: (i,
// q) for a move in component i, from 0, to q. Position q is a number, a tuple or list of
// numbers, or its text. In other compounds than disjunctive ones a move is a list of such
// pairs.
func askWinning(ev *lang.Evaluator, q *question) (lang.Value, error) {
	chooses := q.most == 1 && q.means.Choices != nil
	if chooses {
		q.most = MostRight
	}
	q.misere = q.misere && !q.means.NormalPlay
	byValues := q.kind == compound.Disjunctive && q.sum.isPlain()
	if byValues && (q.means.isWrong() || q.sum.isNimList()) {
		moves, count, err := q.winningByValues(ev)
		if err != nil || ev.Err != nil || !chooses {
			return lang.List(moves), err
		}
		return q.chosen(moves, count == len(moves)), nil
	}
	answer, err := q.winningMoves(q.most)
	if err != nil {
		return lang.Value{}, err
	}
	moves := answer.WinningMoves
	items := ev.NewItems(int64(len(moves)))
	for _, move := range moves {
		steps := ev.NewItems(int64(len(move)))
		for _, s := range move {
			if ev.Err != nil {
				return lang.Value{}, nil
			}
			steps = append(steps, stepValue(ev, s.Component, s.To))
		}
		if ev.Err != nil {
			return lang.Value{}, nil
		}
		items = append(items, q.moveValue(steps))
	}
	if chooses {
		return q.chosen(items, answer.WinningMoveCount != nil && answer.WinningMoveCount.Cmp(big.NewInt(int64(len(items)))) == 0), nil
	}
	return lang.List(items), nil
}

// moveValue is a move of these steps: a pair where players move in one component.
func (q *question) moveValue(steps []lang.Value) lang.Value {
	if q.kind.OneAtATime() && len(steps) == 1 {
		return steps[0]
	}
	return lang.List(steps)
}

// stepValue returns (i, q).
func stepValue(ev *lang.Evaluator, i int, to grundy.Component) lang.Value {
	pair := ev.NewItems(2)
	if ev.Err != nil {
		return lang.Value{}
	}
	return lang.Tuple(append(pair, lang.Int(int64(i)), positionValue(ev, to.String())))
}

// positionValue returns what stands in the parentheses of a position: a number, a tuple or
// a list of numbers, or text.
func positionValue(ev *lang.Evaluator, text string) lang.Value {
	if at := strings.IndexByte(text, '('); at >= 0 {
		text = strings.TrimSuffix(text[at+1:], ")")
	}
	if !ev.Hold(int64(len(text))) || !ev.Spend(int64(len(text)/8)) {
		return lang.Value{}
	}
	inner, isList := strings.CutPrefix(text, "[")
	if isList {
		inner = strings.TrimSuffix(inner, "]")
	}
	words := strings.Split(inner, ",")
	items := ev.NewItems(int64(len(words)))
	if ev.Err != nil {
		return lang.Value{}
	}
	if inner == "" {
		return lang.List(nil)
	}
	for _, word := range words {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			big, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				return lang.Text(text)
			}
			items = append(items, uintValue(big))
			continue
		}
		items = append(items, lang.Int(n))
	}
	switch {
	case isList:
		return lang.List(items)
	case len(items) == 1:
		return items[0]
	}
	return lang.Tuple(items)
}

// treeParents is parents(edges): the parents of the nodes 2 … n of a tree with root 1, as
// the games tree and hackenbush take them.
func treeParents(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 1, 1) {
		return lang.Value{}
	}
	ends, ok := flat(ev, c.Args)
	if !ok || len(ends)%2 == 1 {
		return ev.FailHere("want the edges of a tree, as in parents(edges)")
	}
	n := uint64(len(ends)/2 + 1)
	if !ev.Spend(8*int64(n)) || !ev.Hold(64*int64(n)) {
		return lang.Value{}
	}
	for _, v := range ends {
		if v < 1 || v > n {
			return ev.FailHere("a tree of %d edges has the nodes 1 … %d, and not %d", n-1, n, v)
		}
	}
	parents := make([]uint64, n)
	up, _ := input.Rooted(ends, 1, 0, &meter.Pace{Ctx: context.Background(), Every: 1 << 13})
	for i, parent := range up {
		if parent < 0 {
			return ev.FailHere("the edges do not make a tree: no path leads from node 1 to node %d", i+1)
		}
		parents[i] = uint64(parent) + 1
	}
	return lang.HostedValue(&numberList{numbers: parents[1:]})
}
