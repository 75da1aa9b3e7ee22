package rows

import (
	"math"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A plan by rows is offered where a table takes more than four times its time.
func TestPlanIsOfferedWhereTablesAreDearer(t *testing.T) {
	p, c := boardtest.QueenMoves(), moves.Cell{X: 1 << 40, Y: 20}
	cost := Cost(p, c.Y)
	for _, test := range []struct {
		table grundy.Cost
		want  bool
	}{
		{grundy.Cost{Time: 0}, false},
		{grundy.Cost{Time: 4*cost.Time - 1}, false},
		{grundy.Cost{Time: 4 * cost.Time}, false},
		{grundy.Cost{Time: 4*cost.Time + 3}, false},
		{grundy.Cost{Time: 4*cost.Time + 4}, true},
		{grundy.Cost{Time: math.MaxInt64}, true},
	} {
		plan, ok := Plan(p, grundy.ByNimValue, c, test.table)
		if ok != test.want || ok && plan.Cost != cost {
			t.Errorf("the table takes %v, the rows %v: %v, want %v", test.table.Time, cost.Time, ok, test.want)
		}
	}
}
