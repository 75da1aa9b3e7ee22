package solve

import (
	"context"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// SetProbe sets what a search may take before other ways are looked at, and returns
// a function that sets it back.
func SetProbe(bytes, steps uint64) func() {
	before := probe
	probe = effort{bytes, steps}
	return func() { probe = before }
}

// SetKeepSteps sets after how many steps facts are kept, and returns a function that sets it back.
func SetKeepSteps(steps uint64) func() {
	before := keepSteps
	keepSteps = steps
	return func() { keepSteps = before }
}

// NoAnswer is why there is no answer.
var NoAnswer = noAnswer

// Retrograde returns the number of positions that a search of a compound with cycles
// meets.
func Retrograde(ctx context.Context, kind compound.Kind, components ...grundy.Component) (int, error) {
	r := (&solver{ctx: ctx}).newRetrograde(kind)
	graph, err := explore(ctx, r, components)
	if err != nil {
		return 0, err
	}
	return graph.Nodes(), nil
}

// SetLeastRanks sets from how many ranks on there are tables of them, and returns a
// function that sets it back.
func SetLeastRanks(count uint64) func() {
	before := leastRanks
	leastRanks = count
	return func() { leastRanks = before }
}

// SetMisereWork sets the work that the algebras of misère sums get first, and that may be
// spent to see whether a component is tame; and the only algebras, of "quotients", "couples" and "sums". It returns a function that sets everything back.
func SetMisereWork(first, tame uint64, ways ...string) func() {
	firstBefore, tameBefore, sumsBefore, waysBefore := firstWork, tameWork, tameWorkOfSums, algebras
	firstWork, tameWork, tameWorkOfSums, algebras = first, tame, tame, nil
	for _, way := range ways {
		algebras = append(algebras, map[string]inAlgebra{"quotients": decideInQuotient, "couples": decideInCouples, "sums": bySumsOnly}[way])
	}
	return func() {
		firstWork, tameWork, tameWorkOfSums, algebras = firstBefore, tameBefore, sumsBefore, waysBefore
	}
}

// SetSlices sets the first slice of a search that waits for that by couples, and how
// many times as much the latter gets. It returns a function that sets both back.
func SetSlices(first, share uint64) func() {
	firstBefore, shareBefore := firstSlice, pruneShare
	firstSlice, pruneShare = first, share
	return func() { firstSlice, pruneShare = firstBefore, shareBefore }
}

// SetOutcomesFrom sets outcomesFrom, and returns what restores it.
func SetOutcomesFrom(d time.Duration) (restore func()) {
	before := outcomesFrom
	outcomesFrom = d
	return func() { outcomesFrom = before }
}

func bySumsOnly(s *solver, work uint64) (*decision, error) { return decideIn(s, s.reducing(), work) }

// Met returns how many positions a tabulation has searched from which play need not end.
func Met(t Tabulation) (n uint32) {
	for _, l := range t.(*tabulation).walks {
		n += l.met()
	}
	return n
}
