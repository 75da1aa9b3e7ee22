package sequence

// This file estimates what the values of a code cost, before they are computed.

import (
	"math"
	"time"

	"github.com/grundy-games/grundy"
)

// Cost estimates what the values to n cost, and names the engine. The result is false
// where that many values are not kept.
func (c Code) Cost(n uint64) (grundy.Cost, string, bool) {
	cost, engine, ok := c.costByEngine(n)
	if r, known := c.formula(); known && r.Preperiod+r.Period <= firstProof { // the theorem gives the rest
		cost = grundy.Cost{Bytes: 1 << 12, Time: time.Millisecond}
	}
	return cost, engine, ok
}

func (c Code) costByEngine(n uint64) (grundy.Cost, string, bool) {
	if _, ok := c.octal(); !ok {
		return newListingEngine(c).cost(n)
	}
	if n < naiveLimit {
		return grundy.Cost{Bytes: 4 * n, Time: time.Duration(n * n)}, "take-and-break game: the mex of all options", true
	}
	each := uint64(500) // nanoseconds a value; fewer where the game is sparse
	if n > 1<<20 {
		each = 50
	}
	bytes := min(grundy.MulCounts(n, 5), uint64(historyLimit+2*recentLimit)+4<<24)
	return grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(grundy.MulCounts(n, each))}, "take-and-break game: nim-sequence in sparse space (Winning Ways, chapter 4; Gangolli and Plambeck 1989)", true
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
