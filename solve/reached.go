package solve

// A search that its budget has ended says in its error how far it came, and whether ten times the
// budget may be enough.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/search"
)

// A Reached error says how far a search came that its budget has ended, besides why it
// ended.
type Reached struct {
	Err       error
	Positions uint64 // that were seen
	Most      uint64 // a bound on the positions that can be reached; 0 for none that is known
	// Settled of the Options of the position have their measures; both are 0 where nobody
	// has listed them.
	Settled, Options int
	Saw              string // in place of the positions, where the search knows more; or ""
}

// Unwrap returns why the search has ended.
func (e *Reached) Unwrap() error { return e.Err }

func (e *Reached) Error() string {
	over, ok := errors.AsType[*search.BudgetError](e.Err)
	switch {
	case ok && e.Saw != "":
		return fmt.Sprintf("%v: no more %s; %s", grundy.ErrBudget, meter.Than(over.What, over.Limit), e.Words())
	case ok: // which says what was seen
		return e.Err.Error() + "; " + e.prospect()
	}
	return e.Err.Error() + "; " + e.Words()
}

// Words say how far the search came, and whether ten times the budget may be enough.
func (e *Reached) Words() string {
	return "the search saw " + e.seen() + "; " + e.prospect()
}

func (e *Reached) seen() string {
	if e.Saw != "" {
		return e.Saw
	}
	if e.Most > 0 {
		return fmt.Sprintf("%s of up to %s", units.Grouped(e.Positions), positionsUpTo(e.Most))
	}
	if e.Positions == 1 {
		return "1 position"
	}
	return units.Grouped(e.Positions) + " positions"
}

// prospect says whether ten times the budget may be enough. A search that goes depth first
// may settle its last options faster than the first ones.
func (e *Reached) prospect() string {
	var said []string
	if e.Options > 0 {
		said = append(said, fmt.Sprintf("it settled %d of %s", e.Settled, message.Count(e.Options, "option", "options")))
	}
	const times = 10
	enough := "ten times the budget may not be enough"
	if e.Most > 0 && e.Most <= grundy.MulCounts(e.Positions, times) || e.Settled > 0 && e.Options <= times*e.Settled {
		enough = "ten times the budget may be enough"
	}
	return strings.Join(append(said, enough), ", and ")
}

// A probedSearch is one that did not end within its probe.
type probedSearch struct {
	Reached
	of   grundy.Identity
	cost grundy.Cost // that was estimated for the rest
}

// refusal says why the search is not gone on with, although how long it would take is not
// known: err says which budget is too small for the estimate.
func (p *probedSearch) refusal(c grundy.Component, err error, budget Budget) error {
	over, ok := errors.AsType[grundy.BudgetError](err)
	if !ok || p.Most == 0 || over.What == "steps" {
		return err
	}
	limit := "memory of " + units.Bytes(budget.Memory)
	enough := p.cost.Bytes/10 <= budget.Memory
	if over.What == "time" {
		limit, enough = "time of "+units.Time(budget.Time), p.cost.Time/10 <= budget.Time
	}
	may := "may not"
	if enough {
		may = "may"
	}
	saw := "a search has seen " + p.seen()
	if p.Positions <= 1 { // the position itself
		saw = "up to " + positionsUpTo(p.Most) + " can be reached"
	}
	over.Msg = fmt.Sprintf("%s: %s, and the %s is too little for all of them; ten times as much %s be enough", brief(c), saw, limit, may)
	return over
}

// reached adds to an error how far a search from c came: has reports whether an option is
// settled. Other errors than those of a budget, or of a clock, stay as they are.
func (s *solver) reached(err error, c grundy.Component, positions uint64, has func(grundy.Component) bool) error {
	if err == nil || s.ctx.Err() == nil && !errors.Is(err, grundy.ErrBudget) {
		return err
	}
	e := &Reached{Err: err, Positions: positions}
	e.Most, _ = c.CountPositions()
	if c.IsStarter() && s.ctx.Err() != nil {
		return e // its rules list nothing any more
	}
	if count, ok := c.CountOptions(); !ok || count <= MaxWalked {
		options := c.AppendOptions(nil)
		e.Options = len(options)
		for _, q := range options {
			if has(q) {
				e.Settled++
			}
		}
	}
	return e
}
