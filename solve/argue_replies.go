package solve

// Which answers to moves are shown: what refutes each move of the player who loses, and
// what keeps a draw.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/loopy"
)

const (
	// maxReplies bounds the moves that are answered, fewReplies those of sums of more
	// than fewComponents. All but the first few get an eighth of the steps.
	maxReplies    = 64
	fewReplies    = maxShown
	fewComponents = 64
	// maxAnswers bounds the winning answers to a move from which one is taken, and
	// maxLooked the moves that are looked at where the outcome after each is known.
	maxAnswers = 32
	maxLooked  = 1 << 12
)

// replies looks for answers: to the moves of the player who loses, or of both where nobody
// wins. It finds none where no winning move is listed, or where there are too many
// components.
func (g *arguer) replies() []Argument {
	if g.solver.components > mostReplied {
		return nil
	}
	components := g.solver.question.Sum.Components()
	after := Move(nil)
	switch {
	case g.a.Outcome == grundy.N && g.pairs != nil:
		after = g.pairs.After
	case g.a.Outcome == grundy.N && len(g.a.WinningMoves) > 0:
		after = g.a.WinningMoves[0]
	case g.a.Outcome == grundy.N:
		return nil
	}
	first, kept := g.repliesTo(components, after)
	steps := []Argument{first}
	if g.a.Outcome == grundy.D && kept != nil {
		second, _ := g.repliesTo(components, kept)
		steps = append(steps, second)
	}
	return steps
}

// repliesTo looks for answers to the moves after a move. It also returns the first one
// that keeps a draw and after which there is a move, or nil.
func (g *arguer) repliesTo(components []grundy.Component, after Move) (r *Replies, kept Move) {
	from := AfterMove(components, after)
	sum := grundy.SumOf(from...)
	r = &Replies{After: after.atRest(), Count: CountMoves(sum, g.solver.question.Compound)}
	t := &responder{arguer: g, before: from, back: Unordered(from), left: map[string]int{}}
	if g.pairs != nil {
		t.twins = twinsOf(from)
	}
	most := maxReplies
	if g.solver.components > fewComponents {
		most = fewReplies
	}
	tried := 0
	complete := EachMove(sum, g.solver.question.Compound, func(move Move) bool {
		if tried++; tried > most || g.solver.ctx.Err() != nil {
			r.More = true
			return false
		}
		if t.steps = argueSteps; tried > fewReplies {
			t.steps /= 8
		}
		answer, outcome, ok := t.answer(move)
		if !ok {
			r.More = true
			return true
		}
		if outcome == grundy.D && kept == nil && answer != nil {
			kept = slices.Clone(move)
		}
		same := len(r.Replies)
		if answer != nil {
			key := Unordered(AfterMove(AfterMove(from, move), answer))
			if first, met := t.left[key]; met {
				same = first
			} else {
				t.left[key] = same
			}
		}
		r.Replies = append(r.Replies, Reply{move.atRest(), answer.atRest(), outcome, same})
		return true
	})
	r.More = r.More || !complete
	return r, kept
}

// A responder answers the moves from one position.
type responder struct {
	arguer *arguer
	before []grundy.Component
	back   string      // the key of before
	twins  map[int]int // of the components
	steps  uint64      // that the search for an answer may take
	// left holds the positions that answers have left, with the first of these.
	left map[string]int
}

// answer returns the outcome after a move, and what answers it: a winning move or, after
// a move that keeps a draw, one that keeps it too. The answer is nil where the play is
// over. The result is false where it takes too long to find one.
func (t *responder) answer(move Move) (answer Move, outcome grundy.Outcome, ok bool) {
	if twin, ok := t.twins[move[0].Component]; ok {
		return Move{{twin, t.before[twin], move[0].To}}, grundy.N, true
	}
	components := AfterMove(t.before, move)
	outcome, answers, ok := t.respond(components)
	switch {
	case !ok || outcome == grundy.P:
		return nil, outcome, false
	case len(answers) == 0:
		return nil, outcome, !CanMove(grundy.SumOf(components...), t.arguer.solver.question.Compound)
	}
	best, order := 0, 0
	for i, a := range answers {
		if rank := t.rank(AfterMove(components, a)); i == 0 || rank > order {
			best, order = i, rank
		}
	}
	return answers[best], outcome, true
}

// rank is how good an answer explains the strategy that leaves such components: best by
// pairs, then by a position that was left before, and at last by the position before.
func (t *responder) rank(after []grundy.Component) int {
	if t.arguer.pairs != nil && t.pairsUp(after) {
		return 2
	}
	key := Unordered(after)
	if _, met := t.left[key]; met {
		return 1
	}
	if key == t.back {
		return -1
	}
	return 0
}

// pairsUp reports whether pairs are left, apart from the parts of nim-value 0.
func (t *responder) pairsUp(components []grundy.Component) bool {
	odd := map[grundy.Identity]bool{}
	for part := range apart(grundy.SumOf(components...)) {
		if id := part.Position.Identity(); !t.arguer.zeros[id] && !grundy.HasEnded(part.Position) {
			odd[id] = !odd[id]
		}
	}
	for _, alone := range odd {
		if alone {
			return false
		}
	}
	return true
}

// respond returns the outcome of a position, and some of the moves that do best there.
func (t *responder) respond(components []grundy.Component) (outcome grundy.Outcome, answers []Move, ok bool) {
	sum := grundy.SumOf(components...)
	outcome, lasts, ok := t.arguer.outcomeOf(components)
	if !ok {
		if answers = t.statedAgain(components); len(answers) > 0 {
			return grundy.N, answers, true
		}
		switch a := t.try(sum, maxAnswers, t.steps); {
		case a == nil:
			return 0, nil, false
		case a.Outcome != grundy.D:
			return a.Outcome, a.WinningMoves, true
		}
		outcome = grundy.D
	}
	looked := 0
	EachMove(sum, t.arguer.solver.question.Compound, func(move Move) bool {
		if looked++; looked > maxLooked || t.arguer.solver.ctx.Err() != nil {
			return false
		}
		after := AfterMove(components, move)
		left, length, known := t.arguer.outcomeOf(after)
		if !ok {
			a := t.try(grundy.SumOf(after...), 0, argueSteps)
			if known = a != nil; known {
				left = a.Outcome
			}
		}
		switch {
		case !known:
		case outcome == grundy.D && left == grundy.D,
			outcome == grundy.N && left == grundy.P && (lasts == 0 || length+1 == lasts): // others may go round in circles
			answers = append(answers, slices.Clone(move))
		}
		return len(answers) < maxAnswers
	})
	return outcome, answers, true
}

// isStated reports whether rules say that a position is lost, by a closed form or a strategy, whose
// options are few enough to look at, and not found by their nim-values.
func isStated(c grundy.Component) bool {
	if _, finds := c.FindOptions(grundy.ByNimValue, 0, 0); finds || !isLost(c) {
		return false
	}
	return isFew(c)
}

// isFew reports whether the options of c are few enough to look at, as far as is known.
func isFew(c grundy.Component) bool {
	count, ok := c.CountOptions()
	return !ok || count <= maxLooked
}

// isLost reports whether a closed form says that the player to move loses in normal play.
func isLost(c grundy.Component) bool {
	for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		if v, _, ok := c.Measure(m); ok && v == 0 {
			return true
		}
	}
	return false
}

// statedAgain returns answers that need no search. The rules say that the position before is lost, as
// by a strategy of symmetry, and they say the same of what these answers leave.
func (t *responder) statedAgain(components []grundy.Component) (answers []Move) {
	if len(components) != 1 || t.arguer.solver.question.Convention != grundy.Normal || t.arguer.solver.isLoopy() || !isStated(t.before[0]) || !isFew(components[0]) {
		return nil
	}
	c := components[0]
	for _, q := range c.AppendOptions(nil) {
		if len(answers) == maxAnswers || t.arguer.solver.ctx.Err() != nil {
			break
		}
		if isLost(q) {
			answers = append(answers, Move{{0, c, q}})
		}
	}
	return answers
}

// try answers the question about a position, within bounds on its winning moves and on the
// steps. The answer is nil where these do not do.
func (t *responder) try(sum grundy.Sum, moves int, steps uint64) *Answer {
	trial := t.arguer.solver.trial(sum)
	trial.question.MaxMoves, trial.question.Budget.Steps = moves, t.arguer.solver.bounded(steps)
	err := trial.prepare()
	if err == nil {
		var a *Answer
		if a, err = trial.settle(); err == nil {
			return a
		}
	}
	t.arguer.keepError(err)
	return nil
}

// outcomeOf returns the outcome of a position that can be reached, where something is known
// that decides all of these; and its remoteness, or 0 where that is not known.
func (g *arguer) outcomeOf(components []grundy.Component) (outcome grundy.Outcome, lasts uint64, ok bool) {
	switch way := g.d.way.(type) {
	case byRetrograde:
		number := way.search.at(components...)
		if err := way.search.book.check(len(components)); err != nil || int(number) >= len(way.outcomes) {
			return 0, 0, false
		}
		return way.outcomes[number], way.lengths[number], true
	case *byQuotient:
		quotient, product := g.solver.quotient.quotient, 0
		for _, c := range components {
			element, err := g.solver.quotient.element(c)
			if err != nil {
				return 0, 0, false
			}
			product = quotient.Product(product, element)
		}
		if quotient.IsP(product) {
			return grundy.P, 0, true
		}
		return grundy.N, 0, true
	case *byMisereCouples:
		p, known := way.search.decided(nil, components...)
		if p {
			return grundy.P, 0, known
		}
		return grundy.N, 0, known
	case byLoopyValues:
		sum, i := grundy.LoopyValue{}, 0
		for _, t := range g.solver.question.Sum {
			table := g.solver.loops[t.Component.Identity()]
			for range t.Copies {
				value := grundy.LoopyValue{}
				if table != nil {
					value = table(components[i])
				} else if v, known := g.partValue(components[i]); known {
					value.Nim = grundy.Value(v)
				} else {
					return 0, 0, false
				}
				sum, i = loopy.Sum(sum, value), i+1
			}
		}
		return loopy.OutcomeOf(sum), 0, true
	}
	return 0, 0, false
}

// twinsOf pairs equal components off, and returns the twin of each that has one.
func twinsOf(components []grundy.Component) map[int]int {
	twins, alone := map[int]int{}, map[grundy.Identity]int{}
	for i, c := range components {
		id := c.Identity()
		other, ok := alone[id]
		if !ok {
			alone[id] = i
			continue
		}
		twins[i], twins[other] = other, i
		delete(alone, id)
	}
	return twins
}
