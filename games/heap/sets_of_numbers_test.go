package heap

import (
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/oracle"
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

// Values are listed to the largest heap, as far as there is memory, and not beyond it.
func TestTakeFromEnds(t *testing.T) {
	ctx := meter.With(t.Context(), 1<<20)
	for _, set := range []NumberSet{Squares, Primes, Fibonacci} {
		for to, want := range map[uint64]error{set.most + 1: grundy.ErrBudget, set.most + 2: grundy.ErrTooLarge} {
			err := TakeFrom{set}.Values(ctx, 0, to, nil, func([]uint64) error { return nil })
			if !errors.Is(err, want) || errors.Is(err, grundy.ErrBudget) != errors.Is(want, grundy.ErrBudget) {
				t.Errorf("%s to %d: %v, want %v", set.name, to-1, err, want)
			}
		}
	}
}

// The values of the heaps 0 … n are n+1, and progress is reported at every 1024th.
func TestTakeFromReports(t *testing.T) {
	var heard []string
	values, err := TakeFrom{Squares}.terms(t.Context(), 2500, func(done, all uint64) {
		heard = append(heard, fmt.Sprint(done, "/", all))
	})
	if text := fmt.Sprint(heard); err != nil || len(values) != 2501 || text != "[0/2501 1024/2501 2048/2501]" {
		t.Errorf("%d values, %v; heard of %s", len(values), err, text)
	}
}
