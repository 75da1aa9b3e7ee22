//go:build !playing

package ask

// Further facts about the nodes of a graph.

import (
	"context"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/theory/loopy"
)

// facts finds what the question wants to know besides, for all nodes.
func (q Graph) facts(ctx context.Context, g *graph.Graph, a *Graphed) (err error) {
	for _, fact := range q.With {
		switch fact {
		case "birthday":
			a.birthdays, _, err = loopy.Birthdays(ctx, g.Rows())
		case "class":
			if a.classes, err = loopy.Classes(ctx, g.Rows()); err == nil {
				numberInOrder(a.classes, g)
			}
		case "remoteness":
			if !q.Misere { // there the outcomes come with it
				_, a.lengths, err = loopy.Outcomes(ctx, g.Rows(), grundy.Normal)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// numberInOrder numbers the classes in the order of their first nodes.
func numberInOrder(classes []uint32, g *graph.Graph) {
	const unknown = math.MaxUint32
	numbers := make([]uint32, len(classes))
	for c := range numbers {
		numbers[c] = unknown
	}
	next := uint32(0)
	for v := range g.All() {
		if c := classes[v]; numbers[c] == unknown {
			numbers[c] = next
			next++
		}
	}
	for v, c := range classes {
		classes[v] = numbers[c]
	}
}
