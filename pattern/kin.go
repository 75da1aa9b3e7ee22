package pattern

// A file may state the moves of a game with an engine (package internal/rules/family), which tells more
// than a pattern.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// A kinKey tells the frames of a file apart in which families are looked for.
type kinKey gameKey

// kin returns the family of a component of a file, or nil.
func (x *Closer) kin(ctx context.Context, c grundy.Component) *family.Family {
	c = c.AtRest()
	f, ok := rules.FileOf(c)
	if !ok || f.HasTheorem() { // which answers
		return nil
	}
	for _, hold := range []bool{false, true} {
		frame := rules.FrameOf(c, rules.Frame{Hold: hold})
		what, err := x.once(ctx, kinKey{f.TextKey(), fmt.Sprint(frame)}, func() (any, uint64, error) {
			found, err := family.Recognise(ctx, f, frame)
			return found, 0, err
		})
		if err == nil {
			return what.(*family.Family)
		}
	}
	return nil
}

// mostSearched bounds the positions from which a search is as fast as an engine, with how many
// options each may have.
const mostSearched = 1 << 20

// LendEngine implements [solve.Lender].
func (x *Closer) LendEngine(ctx context.Context, c grundy.Component) (grundy.Component, bool) {
	_, isPosition := c.Position().(rules.Position)
	if positions, most := extent(c.String()); !isPosition || positions*most <= mostSearched {
		return c, false
	}
	if kin := x.kin(ctx, c); kin != nil {
		if g, err := x.ruled(ctx, c); err == nil {
			return x.closed(ctx, c, g, false), true
		}
	}
	return c, false
}

// CountOptions implements [grundy.OptionCounter].
func (g *closed) CountOptions(c grundy.Component) uint64 {
	if g.family != nil {
		if count, ok := g.family.CountOptions(c); ok {
			return count
		}
	}
	return g.countAll(c)
}

// PlanTable implements [grundy.Tabler].
func (g *closed) PlanTable(m grundy.Measure, c grundy.Component) (grundy.Plan[grundy.Component], bool) {
	if g.family != nil {
		if plan, ok := g.family.PlanTable(m, c); ok {
			return plan, true
		}
	}
	return c.PlanTable(m)
}
