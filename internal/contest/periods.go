package contest

// Where the nim-values of heaps become periodic, programs are wrong.

import (
	"cmp"
	"context"
	"slices"
)

// A Period is that of the nim-values of a game of heaps: from Preperiod on they repeat, perhaps with a
// number added.
type Period struct {
	Game              string
	Preperiod, Period uint64
}

// Periods returns the periods that the games of the file are known to have, by the names of the games.
// Games that an answer has not asked about yet are left out.
func (p *Problem) Periods(ctx context.Context) (periods []Period, err error) {
	p.all.mu.Lock()
	var asked []*game
	for _, g := range p.all.byKey {
		if g.maker != nil && g.maker.Alone.Sequence != nil && !g.maker.IsNim() {
			asked = append(asked, g)
		}
	}
	p.all.mu.Unlock()
	a := p.asking(ctx, Semantics{}, Options{})
	defer p.done(a)
	for _, g := range asked {
		if known := a.periodOf(g); known.Period > 0 {
			periods = append(periods, Period{g.maker.Name, known.Preperiod, known.Period})
		}
	}
	slices.SortFunc(periods, func(a, b Period) int { return cmp.Compare(a.Game, b.Game) })
	return periods, ctx.Err()
}
