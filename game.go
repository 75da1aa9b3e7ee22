package grundy

// A game needs one method, and each further capability is a small interface. A capability is found
// by assertion on the game's value; see the package documentation for the list.

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"
)

// A Game is the rules of one impartial game whose positions are of type P.
// Play must end: no infinite sequence of moves may exist, unless the game has the
// capability [Loopy].
type Game[P any] interface {
	// AppendOptions appends to dst the options of p, the positions to which
	// a player may move from p, each once, and returns the extended slice.
	// The order is the game's own and always the same. It appends nothing
	// where p has no option. It does not keep or change p.
	AppendOptions(dst []P, p P) []P
}

// Notation writes positions.
type Notation[P any] interface {
	// AppendPosition appends p as the grammar of positions writes it, for
	// example "queen(3,3)". Two positions of the game are the same exactly
	// when they are written the same. Other games may write theirs alike.
	AppendPosition(dst []byte, p P) []byte
}

// OptionCounter counts options without listing them.
type OptionCounter[P any] interface {
	// CountOptions returns the number of options of p, or 2^64-1 where
	// there are as many or more.
	CountOptions(p P) uint64
}

// Bounded bounds the positions that play can reach.
type Bounded[P any] interface {
	// CountPositions returns a number that the positions reachable from p,
	// p among them, do not exceed; 2^64-1 where it is as large or larger.
	// Where the game is a [Splitter], those with the same parts count as one.
	CountPositions(p P) uint64
}

// A Measure is a number that belongs to a position and decides some kind of
// play. The order of the constants means nothing.
type Measure uint8

const (
	// ByOutcome: 0 where the position is P and 1 where it is N, in normal
	// play.
	ByOutcome Measure = iota
	// ByNimValue: the nim-value.
	ByNimValue
	// ByRemoteness: the number of moves that the game lasts when the winner
	// hurries and the loser stalls; 0 without options, else one more than
	// the least even remoteness of an option, or, if all are odd, than the
	// greatest (Steinhaus 1925; Winning Ways, chapter 9). The position is N
	// exactly when it is odd.
	ByRemoteness
	// ByGenus: how a position behaves in misère sums, if it is tame: 0 or 1
	// where it is fickle of that nim-value, and v + 2 where it is firm of
	// nim-value v. Package theory/misere explains the words.
	ByGenus
	// ByOutcomes: 0 without options, else 1 or 2 where the position is P in
	// normal play, and N or P in misère play, and 3 or 4 where it is N in
	// normal play, and P or N in misère play.
	ByOutcomes
	// ByMisereRemoteness: like ByRemoteness, but in misère play, where a
	// position without options is N: 0 without options, else one more than the
	// least odd remoteness of an option, or, if all are even, than the
	// greatest. The position is N exactly when it is even.
	ByMisereRemoteness
	// BySuspense: the number of moves that the game lasts when the winner
	// stalls and the loser hurries; 0 without options, else one more than the
	// greatest even suspense of an option, or, if all are odd, than the least.
	// The position is N exactly when it is odd.
	BySuspense
	// ByMisereSuspense: the same in misère play; 0 without options, else one
	// more than the greatest odd suspense of an option, or, if all are even,
	// than the least. The position is N exactly when it is even.
	ByMisereSuspense
	// ByForeclosed: 0 without options, 1 where some option has no options,
	// else v + 2 where v is the foreclosed nim-value: the mex of those of the
	// options that have one.
	ByForeclosed
	// ByMisereForeclosed: 0 without options, else v + 1 where v is the mex of
	// the misère foreclosed nim-values of the options that have options.
	ByMisereForeclosed
	// ByHeap: v + 1 where the position is a heap of v of Nim, apart from
	// options that are alike, and 0 where it is none. It is one exactly when
	// no option of any position that can be reached has a greater nim-value
	// than that position.
	ByHeap
	// ByMisereNimValue: 1 without options, else the mex of the options' misère
	// nim-values. The position is P in misère play exactly when it is 0. It says
	// nothing of sums.
	ByMisereNimValue
	// ByMisereOutcome: 0 where the position is P and 1 where it is N, in misère play.
	ByMisereOutcome
	// ByWorth: the nim-value, or that the player to move wins whatever else there is, where the rules
	// may say who has won ([Decisive]). Package theory/entailing numbers these values.
	ByWorth
)

// FollowsFromNimValue reports whether the nim-value of a position decides the
// measure, as [Measure.OfNimValue] says.
func (m Measure) FollowsFromNimValue() bool { return m == ByOutcome || m == ByNimValue }

// OfNimValue returns the measure of positions of nim-value v. The result is false
// unless m [Measure.FollowsFromNimValue].
func (m Measure) OfNimValue(v uint64) (measure uint64, ok bool) {
	switch m {
	case ByOutcome:
		return min(v, 1), true
	case ByNimValue:
		return v, true
	}
	return 0, false
}

// NimValuesOfOutcomes returns the interval of the nim-values that belong to the
// outcomes lo … hi, which are measures by outcome: 0 for P, all others for N.
// It is empty, its first end above its last, where there is no such outcome.
func NimValuesOfOutcomes(lo, hi uint64) (least, most uint64) {
	switch {
	case lo > 1 || lo > hi:
		return 1, 0
	case hi >= 1:
		return lo, math.MaxUint64
	}
	return 0, 0
}

// String returns the measure's name, for example "nim-value".
func (m Measure) String() string {
	return [...]string{
		"outcome", "nim-value", "remoteness", "genus", "outcome in both conventions", "misère remoteness",
		"suspense", "misère suspense", "foreclosed nim-value", "misère foreclosed nim-value", "size as a heap of Nim",
		"misère nim-value", "misère outcome", "nim-value",
	}[m]
}

// A Measurer knows a closed form for a measure.
type Measurer[P any] interface {
	// Measure returns the measure m of p and the method: the theorem and its
	// source. The result is false where no closed form reaches p. It takes little
	// time: what must be computed first is a matter of a [Learner].
	Measure(m Measure, p P) (measure uint64, method string, ok bool)
}

// A Learner is a [Measurer] some of whose closed forms have to be found and proved
// first, such as the period of a sequence.
type Learner[P any] interface {
	// PlanLearning says what it costs to learn whether a closed form gives the
	// measure m of p, and of most positions that can be reached. The result is
	// false where there is nothing to learn.
	PlanLearning(m Measure, p P) (Learning, bool)
}

// A Learning has not been done yet.
type Learning struct {
	Cost Cost // at most
	// Learn makes Measure know all that it can. Several goroutines may call
	// it. It returns ctx's error soon after ctx ends; it may be called again then.
	Learn func(ctx context.Context) error
	// Check compares what was learned with this position, one of many, if that takes
	// little; nil for nothing to compare.
	Check func(ctx context.Context) error
}

// Found is a set of options, perhaps more than can be listed.
type Found[P any] struct {
	// Count is the exact number of them.
	Count *big.Int
	// Each yields them in the order of AppendOptions.
	Each iter.Seq[P]
}

// A Finder finds the options that have a given measure without walking all
// options.
type Finder[P any] interface {
	// FindOptions finds the options q of p whose measure m is lo … hi. The
	// result is false where it has no faster way than walking them.
	FindOptions(m Measure, p P, lo, hi uint64) (Found[P], bool)
}

// A Tabler computes a measure by filling a table.
type Tabler[P any] interface {
	// PlanTable says what a table would cost from which the measure m of p
	// and of each option of p can be read. The result is false where the
	// game has no table for the measure.
	PlanTable(m Measure, p P) (Plan[P], bool)
}

// A Plan is a table that has not been built.
type Plan[P any] struct {
	// Cost is what Build needs at most, as far as that can be said
	// beforehand.
	Cost Cost
	// Method names the engine and its source.
	Method string
	// Build fills the table. It returns ctx's error soon after ctx ends.
	Build func(ctx context.Context, progress Progress) (Table[P], error)
	// Find finds the options of the position whose measure is lo … hi, by
	// the table t that Build returned. It is nil where there is no faster
	// way than walking all options.
	Find func(t Table[P], lo, hi uint64) Found[P]
}

// A Table returns the measure of a position that its plan promised.
type Table[P any] func(p P) uint64

// Terminating is the capability of games whose play may be proved to end.
type Terminating interface {
	// Ends reports whether it is proved.
	Ends() bool
}

// MoveNamer puts moves into words.
type MoveNamer[P any] interface {
	// AppendMove appends the move from p to its option q in words, such as
	// "move 2 coins from step 3 to step 2".
	AppendMove(dst []byte, p, q P) []byte
}

// AppendTakes puts a move from the heaps p to q, each at most as large, into words: "take 2 from the
// heap of 5", or "take 2 from the second heap of 5 and 1 from the heap of 3" where another is as large.
func AppendTakes(dst []byte, p, q []uint64) []byte {
	head := "take "
	for i, h := range p {
		if q[i] == h {
			continue
		}
		dst = fmt.Appendf(dst, "%s%d from the ", head, h-q[i])
		if before := countOf(p[:i], h); before > 0 || slices.Contains(p[i+1:], h) {
			dst = append(appendOrdinal(dst, before+1), ' ')
		}
		dst = fmt.Appendf(dst, "heap of %d", h)
		head = " and "
	}
	return dst
}

// countOf returns how often h is in p.
func countOf(p []uint64, h uint64) (n int) {
	for _, x := range p {
		if x == h {
			n++
		}
	}
	return n
}

// appendOrdinal appends "first", "second", …, "11th", ….
func appendOrdinal(dst []byte, n int) []byte {
	names := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n <= len(names) {
		return append(dst, names[n-1]...)
	}
	end := "th"
	if n%100/10 != 1 && n%10 >= 1 && n%10 <= 3 {
		end = [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return append(strconv.AppendInt(dst, int64(n), 10), end...)
}

// A Cost is what a computation needs.
type Cost struct {
	Bytes uint64        // memory, at its peak
	Time  time.Duration // on one core of a current machine, a cautious estimate
}

// Plus returns the cost of both computations where the memory of the first is kept
// while the second runs. Times are not negative. A sum that is too large to be
// told is 2^64-1 bytes, or the longest [time.Duration], some 290 years.
func (c Cost) Plus(d Cost) Cost {
	total := c.Time + d.Time
	if total < d.Time {
		total = math.MaxInt64
	}
	return Cost{Bytes: AddCounts(c.Bytes, d.Bytes), Time: total}
}

// Progress is told how much of a long computation is done. Either number may
// be an estimate, and done may be told any number of times. It may be nil.
type Progress func(done, total uint64)

// Report calls p if it is not nil.
func (p Progress) Report(done, total uint64) {
	if p != nil {
		p(done, total)
	}
}
