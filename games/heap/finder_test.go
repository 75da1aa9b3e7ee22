package heap

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
)

// What tables of nim-values find is what the list of all options has; see the tests
// of package sequence.
func TestTablesFindOptions(t *testing.T) {
	positions := []grundy.Component{}
	for _, code := range []string{"0.77", "0.106", "0.3F", "0.[3]", "0.3[12]", "0.*", "4!.0", "80.0", "{2=+}.0"} {
		positions = append(positions, place(t, code, 23), place(t, code, 9, 14, 0))
	}
	for _, set := range []NumberSet{Squares, Primes, Powers, Fibonacci} {
		positions = append(positions, grundy.Place(TakeFrom{set}, []uint64{40, 7, 0, 40}))
	}
	for _, p := range positions {
		plan, ok := p.PlanTable(grundy.ByNimValue)
		if !ok || plan.Find == nil {
			t.Fatalf("%s: no table that finds options", p)
		}
		table, err := plan.Build(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		list := oracle.OptionsOf(t, p, table)
		for v := range uint64(9) {
			list.CheckFound(t, plan.Find(table, v, v), grundy.ByNimValue, v, v)
		}
		list.CheckFound(t, plan.Find(table, 1, ^uint64(0)), grundy.ByNimValue, 1, ^uint64(0))
	}
}
