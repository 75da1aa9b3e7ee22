package solve

// Which winning moves are listed, and how many there are: plans of the theory, filled with options of
// the components.

import (
	"fmt"
	"iter"
	"math"
	"math/big"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// maxComponents bounds the components of a compound in which a player moves in
// several at once, whose copies are looked at one by one.
const maxComponents = 1 << 20

// expandCopies replaces terms of several copies by as many terms.
func (s *solver) expandCopies() error {
	components, ok := s.question.Sum.ComponentsUpTo(maxComponents)
	if !ok {
		return s.tooManyCopies()
	}
	s.question.Sum = grundy.SumOf(components...)
	return nil
}

func (s *solver) tooManyCopies() error {
	return fmt.Errorf("a %v compound of more than %d components: %w", s.question.Compound, maxComponents, grundy.ErrTooLarge)
}

// winningMoves counts the winning moves and lists the first of them.
func (s *solver) winningMoves(d *decision, a *Answer) error {
	if d.outcome != grundy.N || !s.mayMove() || Stated(s.question.Sum) != grundy.NoEnding {
		return nil
	}
	return d.way.winningMoves(s, d, a)
}

// chargeList compares what a list of moves takes with the budget, before it is made.
func (s *solver) chargeList(part int, bytes, moves uint64) error {
	if err := s.chargeFor(s.question.Sum[part].Component, "", grundy.Cost{Bytes: bytes}); err != nil {
		return fmt.Errorf("a list of %d winning moves: %w", moves, err)
	}
	return nil
}

// has reports whether some option of a term has a measure lo … hi.
func (d *decision) has(part int, lo, hi uint64) bool {
	some, err := d.views[part].has(lo, hi)
	return some || err != nil // the error comes again when the box is filled
}

// fill lists the moves of boxes, and counts them, unless their number is known.
func (s *solver) fill(views []*view, plans iter.Seq[compound.Plan], counted *big.Int, a *Answer) error {
	toList := s.question.MaxMoves // if they are counted
	if counted != nil {
		a.WinningMoveCount.Set(counted)
		if counted.IsUint64() {
			toList = int(min(uint64(toList), counted.Uint64()))
		}
	}
	first := s.firstIndices()
	held := uint64(0) // by the moves that are listed
	for _, t := range s.question.Sum {
		held = max(held, heldBytes(t.Component, 1))
	}
	var shares []share // of moves in single components
	work := 0
	for plan := range plans {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if counted != nil && len(a.WinningMoves)+len(shares) >= toList {
			break
		}
		if work += len(plan); uint64(work) > s.bounded(planWork) && !s.kind.OneAtATime() {
			return s.tooManyPlans()
		}
		count := big.NewInt(1)
		found := make([]grundy.Found[grundy.Component], len(plan))
		for i, choice := range plan {
			var err error
			if found[i], err = views[choice.Part].find(choice.Lo, choice.Hi); err != nil {
				return err
			}
			ways := found[i].Count
			if choice.OrStay {
				ways = new(big.Int).Add(ways, big.NewInt(1))
			}
			if count.Mul(count, ways); count.Sign() == 0 {
				break
			}
		}
		if count.Sign() == 0 {
			continue
		}
		// A plan of one step is open to each copy; plans of several steps
		// are made for components one by one.
		copies := s.question.Sum[plan[0].Part].Copies
		count.Mul(count, new(big.Int).SetUint64(copies))
		if counted == nil {
			a.WinningMoveCount.Add(a.WinningMoveCount, count)
		}
		wanted := uint64(s.question.MaxMoves - len(a.WinningMoves) - len(shares))
		if wanted == 0 {
			continue
		}
		if len(plan) == 1 {
			listed := min(copies, wanted)
			if err := s.chargeList(plan[0].Part, grundy.MulCounts(listed, held), listed); err != nil {
				return err
			}
			for i := range listed {
				shares = append(shares, share{plan[0].Part, found, int(i)})
			}
			continue
		}
		if count.IsUint64() {
			wanted = min(wanted, count.Uint64())
		}
		bytes := grundy.MulCounts(grundy.MulCounts(wanted, uint64(len(plan))), held)
		if err := s.chargeList(plan[0].Part, bytes, wanted); err != nil {
			return err
		}
		for i := uint64(0); i < copies && len(a.WinningMoves) < s.question.MaxMoves; i++ {
			s.list(a, plan, found, first, int(i))
		}
	}
	if err := s.listShares(a, shares, first); err != nil {
		return err
	}
	return s.ctx.Err() // list stops without a word where ctx ends
}

// tryMoves looks at every move of a compound of single copies. It asks wins about the
// numbers of the components after the move, which wins may keep.
func tryMoves(s *solver, kind compound.Kind, a *Answer, numberOf func(grundy.Component) uint32, wins func(after []uint32) (bool, error)) (err error) {
	type numbered struct {
		number uint32
		c      grundy.Component
	}
	given, options := make([]numbered, len(s.question.Sum)), make([][]numbered, len(s.question.Sum))
	for i, t := range s.question.Sum {
		given[i] = numbered{numberOf(t.Component), t.Component}
		for _, q := range t.Component.AppendOptions(nil) {
			options[i] = append(options[i], numbered{numberOf(q), q})
		}
	}
	tried := uint64(0)
	compound.EachMove(kind, given, options, func(next []numbered, moved []bool) bool {
		if err = s.ctx.Err(); err != nil {
			return false
		}
		if tried++; tried > s.bounded(tried) {
			err = s.overSteps(given[0].c)
			return false
		}
		after := make([]uint32, len(next))
		for i, c := range next {
			after[i] = c.number
		}
		var isWon bool
		if isWon, err = wins(after); err != nil || !isWon {
			return err == nil
		}
		a.WinningMoveCount.Add(a.WinningMoveCount, big.NewInt(1))
		if len(a.WinningMoves) < s.question.MaxMoves {
			var move Move
			for i, yes := range moved {
				if yes {
					move = append(move, Step{i, given[i].c, next[i].c})
				}
			}
			a.WinningMoves = append(a.WinningMoves, move)
		}
		return true
	})
	return err
}

// A share is the moves of one copy of a term that a plan has found. A list has about as many
// moves of each share.
type share struct {
	part   int
	found  []grundy.Found[grundy.Component]
	copied int
}

// listShares lists some of the moves of all shares, in their order.
func (s *solver) listShares(a *Answer, shares []share, first []int) error {
	each := shareOut(s.question.MaxMoves-len(a.WinningMoves), len(shares), func(i int) uint64 {
		if n := shares[i].found[0].Count; n.IsUint64() {
			return n.Uint64()
		}
		return math.MaxUint64
	})
	for i, n := range each {
		from := s.question.Sum[shares[i].part].Component
		if err := s.chargeList(shares[i].part, heldBytes(from, uint64(n)), uint64(n)); err != nil {
			return err
		}
		for q := range shares[i].found[0].Each {
			if n == 0 || s.ctx.Err() != nil {
				break
			}
			a.WinningMoves = append(a.WinningMoves, Move{{first[shares[i].part] + shares[i].copied, from, q}})
			n--
		}
	}
	return nil
}

// list appends the moves of a plan for one copy, as many as are wanted.
func (s *solver) list(a *Answer, plan compound.Plan, found []grundy.Found[grundy.Component], first []int, copied int) {
	move := make(Move, 0, len(plan))
	var fill func(step int) bool // reports whether more are wanted
	fill = func(step int) bool {
		if s.ctx.Err() != nil {
			return false
		}
		if step == len(plan) {
			a.WinningMoves = append(a.WinningMoves, append(Move(nil), move...))
			return len(a.WinningMoves) < s.question.MaxMoves
		}
		part := plan[step].Part
		for q := range found[step].Each {
			move = append(move, Step{first[part] + copied, s.question.Sum[part].Component, q})
			if !fill(step + 1) {
				return false
			}
			move = move[:len(move)-1]
		}
		return !plan[step].OrStay || fill(step+1)
	}
	fill(0)
}

// firstIndices returns the index of the first copy of each term.
func (s *solver) firstIndices() []int {
	first := make([]int, len(s.question.Sum))
	next := uint64(0)
	for i, t := range s.question.Sum {
		first[i] = int(next)
		next += t.Copies
	}
	return first
}
