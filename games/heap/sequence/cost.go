package sequence

// This file holds what the values of a code cost, as it is told beforehand.

import (
	"math"
	"math/bits"
	"time"

	"grundy"
)

// Cost estimates what the values to n cost, and names the engine. The result is false
// where that many values are not kept.
func (c Code) Cost(n uint64) (grundy.Cost, string, bool) {
	cost, engine := c.costByEngine(n)
	if _, ok := newListingEngine(c); ok && n >= scalarLimit {
		if _, ok := c.octal(); !ok {
			return grundy.Cost{}, "", false
		}
	}
	if r, ok := c.formula(); ok && r.Preperiod+r.Period <= firstProof { // the values end where the theorem tells the rest
		cost = grundy.Cost{Bytes: 1 << 12, Time: time.Millisecond}
	}
	return cost, engine, true
}

func (c Code) costByEngine(n uint64) (grundy.Cost, string) {
	if _, ok := c.octal(); !ok {
		if e, ok := newListingEngine(c); ok {
			return grundy.Cost{
				Bytes: grundy.AddCounts(grundy.MulCounts(n, 16), 1<<16),
				Time:  grundy.Nanoseconds(e.stepsTo(n)),
			}, "take-and-break game: the mex of all options (games/heap/sequence/engine_equal.go, engine_taking.go)"
		}
		cells := grundy.MulCounts(n+1, n+1)
		if _, ok := newTriplesEngine(c); ok {
			return grundy.Cost{Bytes: grundy.AddCounts(cells/4, grundy.MulCounts(n, 100)), Time: grundy.Nanoseconds(grundy.MulCounts(cells, uint64(50*len(c.digits))))}, "sets of values of divisions into two (games/heap/sequence/engine_triples.go)"
		}
		e := newSetsEngine(c)
		return grundy.Cost{
			Bytes: 2 * min(e.bytes(n+1, bits.Len64(n)), 1<<62),
			Time:  grundy.Nanoseconds(grundy.MulCounts(cells, grundy.MulCounts(uint64(e.levels), n/16+20))),
		}, "sets of values of divisions (games/heap/sequence/engine_sets.go)"
	}
	if n < naiveLimit {
		return grundy.Cost{Bytes: 4 * n, Time: time.Duration(n * n)}, "take-and-break game: the mex of all options"
	}
	each := uint64(500) // nanoseconds a value; fewer where the game is sparse
	if n > 1<<20 {
		each = 50
	}
	bytes := min(grundy.MulCounts(n, 5), uint64(historyLimit+2*recentLimit)+4<<24)
	return grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(grundy.MulCounts(n, each))}, "take-and-break game: nim-sequence in sparse space (Winning Ways, chapter 4; Gangolli and Plambeck 1989)"
}

// largestParts is the largest heap in codes whose moves may leave any number of
// heaps, or more than three, or take any number of tokens and divide the rest:
// for these there are only methods that look at all heaps, if not for the values
// then for the moves. (It is not for games that only divide into equal heaps, see
// divisors.go, nor for those of finder_dividing.go.)
const largestParts = 1 << 16

// Largest returns the largest heap whose options can be found or counted.
func (c Code) Largest() uint64 {
	if _, most := c.shape(); (most > 3 || c.period > 0 && most > 1) && !c.OnlyDivides() && !c.dividesFarOut() {
		return largestParts
	}
	return math.MaxInt64
}
