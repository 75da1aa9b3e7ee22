package solve

import "grundy"

// SetProbe sets what a search may take before other ways are looked at, and returns
// a function that sets it back.
func SetProbe(cost grundy.Cost) func() {
	before := probe
	probe = cost
	return func() { probe = before }
}
