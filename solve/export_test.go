package solve

import (
	"context"

	"grundy"
	"grundy/theory/compound"
)

// SetProbe sets what a search may take before other ways are looked at, and returns
// a function that sets it back.
func SetProbe(bytes, steps uint64) func() {
	before := probe
	probe = effort{bytes, steps}
	return func() { probe = before }
}

// Retrograde returns the number of positions that a search of a compound with cycles
// meets.
func Retrograde(ctx context.Context, kind compound.Kind, components ...grundy.Component) (int, error) {
	r := (&solver{ctx: ctx}).newRetrograde(kind, components...)
	graph, err := r.explore(nil)
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
