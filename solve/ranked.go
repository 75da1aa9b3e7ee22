package solve

// When a table is filled for games that number their positions (grundy.Ranker), by
// theory/search: nim-values of all ranks, on several cores, in a byte or two each.

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/search"
)

// leastRanks is the smallest number of ranks for which a table is planned.
var leastRanks uint64 = 1 << 14

const (
	mostRanks    = 1 << 33              // for which a table is planned
	rankedProbe  = 1 << 17              // steps of the search that is tried before a table
	sampledRanks = 100                  // whose moves are counted for an estimate
	rankedOption = 20 * time.Nanosecond // to look at an option
)

// planRanks plans a table of the ranks that can be reached from c. The result is false
// where there are no ranks, where the table would not give the measure m, or where it is
// over the budget. If a move turns out to leave the ranks, the plan otherwise is used.
func (s *solver) planRanks(c grundy.Component, m grundy.Measure) (plan func(otherwise grundy.Plan[grundy.Component]) grundy.Plan[grundy.Component], ok bool) {
	misere := m == grundy.ByMisereNimValue
	of, what := m.OfNimValue, "nim-values"
	if misere {
		of, what = func(v uint64) (uint64, bool) { return v, true }, "misère nim-values"
	}
	if !misere && !m.FollowsFromNimValue() {
		return nil, false
	}
	ranks, ok := c.Ranks()
	count := ranks.Count()
	if !ok || ranks.Loose || count < leastRanks || count > mostRanks {
		return nil, false
	}
	options, ok := sampleRanks(ranks)
	if !ok {
		return nil, false
	}
	work := grundy.MulCounts(grundy.MulCounts(count, options+1), uint64(rankedOption))
	cost := grundy.Cost{Bytes: search.TableCost(count), Time: grundy.Nanoseconds(work / uint64(meter.Cores(s.ctx, 0)))}
	if left := s.memoryLeft(0); left > 0 && cost.Bytes > left {
		return nil, false
	}
	return func(otherwise grundy.Plan[grundy.Component]) grundy.Plan[grundy.Component] {
		return grundy.Plan[grundy.Component]{
			Cost:   cost,
			Method: what + " of all positions that have a rank, by a table in an order that respects the moves (theory/search)",
			Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
				rules := func() search.DenseRules { return ranks.NewMoves() }
				values, err := search.Table(ctx, rules, count, search.Options{Sizes: ranks.Sizes, Misere: misere})
				switch {
				case errors.Is(err, grundy.ErrUnranked):
					return otherwise.Build(ctx, progress)
				case err != nil:
					return nil, explainCycle(err, func(rank uint64) string {
						position, _ := ranks.Unrank(rank)
						return brief(position)
					})
				}
				return func(q grundy.Component) uint64 {
					v, _ := of(values.At(ranks.Rank(q)))
					return v
				}, nil
			},
		}
	}, true
}

// sampleRanks looks at the moves of some ranks, the same ones each time: how many there
// are on average, and whether all lead to ranks.
func sampleRanks(ranks grundy.Ranks[grundy.Component]) (options uint64, ok bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	moves := ranks.NewMoves()
	var dst []uint64
	for i := range sampledRanks {
		rank := ranks.Count() - 1
		if i > 0 {
			rank = rng.Uint64N(ranks.Count())
		}
		var err error
		if dst, err = moves.AppendOptions(dst[:0], rank); err != nil {
			return 0, false
		}
		options += uint64(len(dst))
	}
	return options / sampledRanks, true
}

// searchAll searches all positions that can be reached from c for nim-values, by a table
// of their ranks where that is shorter.
func (s *solver) searchAll(found memo, c grundy.Component, o search.Options) error {
	if table, ranked := s.planRanks(c, grundy.ByNimValue); ranked && o.Steps == 0 {
		probe := o
		probe.Steps = found.steps() + rankedProbe
		_, err := found.measure(s.ctx, c, probe)
		if over, ok := errors.AsType[*search.BudgetError](err); !ok || over.What != "steps" {
			return err
		}
		_, err = table(grundy.Plan[grundy.Component]{
			Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[grundy.Component], error) {
				_, err := found.measure(ctx, c, o)
				return nil, err
			},
		}).Build(s.ctx, nil)
		return err
	}
	_, err := found.measure(s.ctx, c, o)
	return err
}
