package rules

// A player asks the rules of a file about single positions, which coordinates say. It serves
// whoever compares the rules with formulas.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy"
)

// A Player plays the rules of a layout at single positions. One goroutine at a time may use it.
type Player struct {
	*Layout
	worker *worker
}

// Listed is what rules say at a point.
type Listed struct {
	// None says why the point is not a position; "" where it is one.
	None string
	// Unsorted says that heaps of the point are not in ascending order, as positions have them.
	Unsorted bool
	Ending   grundy.Ending
	// Numbers has the parts of all options one behind the other, each with a number for each
	// coordinate, and Ends how many parts there are at the end of each option.
	Numbers []int64
	Ends    []int
	// Outside is an option that has no coordinates in the frame, or "".
	Outside string
}

// Player returns a player whose rules stop soon after ctx ends. Their steps are counted
// (internal/meter).
func (l *Layout) Player(ctx context.Context) *Player {
	return &Player{l, l.file.during(ctx).newWorker()}
}

// List asks the rules about the point, and writes what they say into a Listed, whose slices it uses
// again. It passes on the error of the rules.
func (p *Player) List(at []int64, to *Listed) error {
	*to = Listed{Numbers: to.Numbers[:0], Ends: to.Ends[:0]}
	for _, h := range p.heaps {
		to.Unsorted = to.Unsorted || !slices.IsSorted(at[h[0]:h[1]])
	}
	w := p.worker
	state, err := p.stateOf(at)
	if err != nil {
		to.None = err.Error()
		return nil
	}
	if w.run.hasLegal() {
		err := w.run.checkLegal(state)
		if wrong, ok := illegal(err); ok {
			to.None = wrong.Msg
			return nil
		}
		if err != nil {
			return err
		}
	}
	copy(w.state, state)
	if err := w.list(); err != nil {
		return err
	}
	w.count()
	to.Ending = w.result.Ending
	size, from := w.run.code.Shape.Size, 0
	for _, end := range w.result.Ends {
		for ; from < end; from += size {
			part := w.result.States[from : from+size]
			numbers, ok := p.appendTo(to.Numbers, part)
			if !ok {
				to.Outside = w.run.code.PositionText(part)
				return nil
			}
			to.Numbers = numbers
		}
		to.Ends = append(to.Ends, end/size)
	}
	return nil
}
