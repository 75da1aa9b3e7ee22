package sequence

// In some games a heap is only divided, into as many heaps of one size as a list says, such
// as partition-equal[2,3]. All heaps that are reached from n are divisors of n. There are
// few of them however large n is: at most 103,680 below 2^63.

// OnlyDivides reports whether a move divides a heap into equal ones, by a list of
// their numbers that has an end, and does nothing else.
func (c Code) OnlyDivides() bool {
	if len(c.digits) != 1 || len(c.added) > 0 || c.period > 0 || !c.leavesEqual() {
		return false
	}
	_, bounded := c.digits[0].maxParts()
	return bounded
}

// Dividing returns a function that returns f of a heap, for a code that
// [Code.OnlyDivides], where f follows from the ways to divide the heap. It costs as
// much as the heaps that are reached have options, and remembers them.
func (c Code) Dividing(f func(ways []Division) uint64) func(n uint64) uint64 {
	known := map[uint64]uint64{}
	var of func(n uint64) uint64
	of = func(n uint64) uint64 {
		if v, ok := known[n]; ok {
			return v
		}
		var ways []Division
		c.equalWays(int(n), func(k, m int) { ways = append(ways, Division{k, of(uint64(m))}) })
		v := f(ways)
		known[n] = v
		return v
	}
	return of
}

// A Division is a way to divide a heap into equal ones, and what is known of each.
type Division struct {
	Heaps int
	Each  uint64
}
