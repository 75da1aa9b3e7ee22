package solve_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// stoppable is a game with keys whose rules stop when they have been asked for a number of keys.
type stoppable struct {
	packedPins
	keys *int // that are left
	end  context.CancelCauseFunc
	err  *error
}

var errStop = errors.New("time is over")

func (g stoppable) AppendKeys(dst []uint64, row string) ([]uint64, bool) {
	if *g.keys--; *g.keys < 0 {
		g.end(errStop)
		*g.err = fmt.Errorf("stopped while this ran: %w", errStop)
		return nil, false
	}
	return g.packedPins.AppendKeys(dst, row)
}

func (g stoppable) Start(context.Context) grundy.Run[string] { return g }
func (g stoppable) Err() error                               { return *g.err }

// Whenever rules are stopped, the answer is why, and not what follows from it.
func TestStoppedAtAnyKey(t *testing.T) {
	for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		for most := 0; ; most++ {
			ctx, end := context.WithCancelCause(t.Context())
			keys, failed := most, error(nil)
			game := stoppable{keys: &keys, end: end, err: &failed}
			a, err := solve.Solve(ctx, solve.Question{
				Sum:        grundy.SumOf(grundy.Place(game, "XXXX"), grundy.Place(game, "XXX.XX"), grundy.Place(game, "X.XX")),
				Convention: convention, MaxMoves: 10,
			})
			end(nil)
			if failed == nil {
				if err != nil || a.WinningMoveCount.Sign() == 0 {
					t.Errorf("%v: %v, %v", convention, a, err)
				}
				break
			}
			if !errors.Is(err, errStop) {
				t.Errorf("%v, stopped after %d keys: %v", convention, most, err)
			}
			if most > 1000 {
				t.Fatal("the question does not end")
			}
		}
	}
}
