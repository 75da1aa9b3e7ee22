package heap

import (
	"testing"

	"grundy"
	"grundy/internal/oracle"
)

func TestTakeFromIsTheOracle(t *testing.T) {
	for _, set := range []NumberSet{Squares, Primes, Powers, Fibonacci} {
		var o oracle.Oracle
		for n := range uint64(40) {
			p, err := PlaceTakeFrom(set, []grundy.Arg{grundy.ArgOf(n), grundy.ArgOf(3)})
			if err != nil {
				t.Fatal(err)
			}
			plan, _ := p.PlanTable(grundy.ByNimValue)
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := table(p), o.Value(p); got != want {
				t.Errorf("%s: %d, want %d", p, got, want)
			}
			if count, _ := p.CountOptions(); count != uint64(len(p.AppendOptions(nil))) {
				t.Errorf("%s: %d options", p, count)
			}
		}
	}
}
