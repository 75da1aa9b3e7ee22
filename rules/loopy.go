package rules

// Where a file says loopy = True, play need not end, and all positions that play can reach are
// valued together.

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/loopy"
)

const loopyMethod = "nim-values of all positions that can be reached, with cycles, by Smith's labels (C. A. B. Smith 1966; A. S. Fraenkel and Y. Perl 1975; theory/loopy)"

// mostLoopy bounds the positions that are valued together, unless the options set a
// lower bound. Each takes some 200 bytes.
var mostLoopy uint64 = 10_000_000

// An explored is the graph of the positions that play can reach from one of them.
type explored struct {
	number map[Position]uint32
	graph  *loopy.Graph
	ends   bool                         // no cycle can be reached
	values atomic.Pointer[loopy.Values] // once they have been asked for
	held   *meter.Account
}

// exploredBytes is roughly the memory of a position in the graph besides its text, and
// edgeBytes that of an option.
const (
	exploredBytes = 96
	edgeBytes     = 24
)

// explore returns the graph of the positions that play can reach from p by the plain
// rules. Loopy files do not use their declared symmetries and parts: all positions are
// listed anyway, and play may have to end from a position but not from its parts, though
// both have the same value.
//
// A node from which play is over has the moves that give it the right outcome: none if the
// player to move has lost, one to a node without moves if they have won, and one to itself
// at a draw. In misère play, having no move is a win.
func (r *run) explore(ctx context.Context, p Position, most uint64, played grundy.Convention) (*explored, error) {
	e := &explored{number: map[Position]uint32{p: 0}, held: meter.Open(ctx)}
	ok := false
	defer func() {
		if !ok {
			e.held.Close()
		}
	}()
	positions := []Position{p}
	var edges []loopy.Edge
	var won []uint32 // nodes
	for from := 0; from < len(positions); from++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		options, err := r.optionsOf(positions[from])
		if err == nil {
			err = e.held.Take(uint64(len(options) * edgeBytes))
		}
		if err != nil {
			return nil, err
		}
		if len(options) == 0 {
			ending, err := r.endingOf(positions[from])
			if err != nil {
				return nil, err
			}
			switch {
			case ending == grundy.Won || ending == grundy.NoEnding && played == grundy.Misere:
				won = append(won, uint32(from))
			case ending == grundy.Drawn:
				edges = append(edges, loopy.Edge{From: uint32(from), To: uint32(from)})
			}
		}
		for _, q := range options {
			to, known := e.number[q]
			if !known {
				if uint64(len(positions)) >= most {
					return nil, r.code.OutOfPositions(most)
				}
				if err := e.held.Take(uint64(len(q) + exploredBytes)); err != nil {
					return nil, fmt.Errorf("%s: the graph of %d positions: %w", r, len(positions), err)
				}
				to = uint32(len(positions))
				e.number[q] = to
				positions = append(positions, q)
			}
			edges = append(edges, loopy.Edge{From: uint32(from), To: to})
		}
	}
	nodes := len(positions)
	for _, from := range won {
		edges = append(edges, loopy.Edge{From: from, To: uint32(nodes)})
	}
	var err error
	if e.graph, err = loopy.NewGraph(ctx, nodes+min(len(won), 1), edges); err != nil {
		return nil, err
	}
	cycle, err := e.graph.Cycle(ctx)
	e.ends, ok = cycle == nil, err == nil
	return e, err
}

// exploredFrom returns the graph that was explored last if p is in it; otherwise it
// explores.
func (r *run) exploredFrom(p Position) (*explored, error) {
	if e := r.explored.Load(); e != nil {
		if _, ok := e.number[p]; ok {
			return e, nil
		}
	}
	most := mostLoopy
	if r.code.Options.Positions > 0 {
		most = min(most, r.code.Options.Positions)
	}
	e, err := r.explore(r.clock.Ctx, p, most, grundy.Normal)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(r.clock.Ctx, e.held.Close)
	r.explored.Store(e)
	return e, nil
}

// PlanLoopy implements [grundy.Loopy] for files that say that play need not end.
func (g *game[K]) PlanLoopy(p Position) (grundy.LoopyPlan[Position], bool) {
	r := g.run()
	if !r.Loopy || r.Err() != nil {
		return grundy.LoopyPlan[Position]{}, false
	}
	e, err := r.exploredFrom(p)
	if err != nil {
		r.note(err)
		return grundy.LoopyPlan[Position]{}, false
	}
	if e.ends {
		return grundy.LoopyPlan[Position]{}, false
	}
	nodes, edges := uint64(e.graph.Nodes()), uint64(e.graph.Edges())
	return grundy.LoopyPlan[Position]{
		Cost: grundy.Cost{
			Bytes: loopy.SolveCost(nodes, edges),
			Time:  grundy.Nanoseconds(grundy.MulCounts(nodes+edges, 50)),
		},
		Method: loopyMethod,
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.LoopyTable[Position], error) {
			values, err := e.solve(ctx)
			if err != nil {
				return nil, err
			}
			return func(q Position) grundy.LoopyValue { return values.At(e.number[q]) }, nil
		},
	}, true
}

// solve returns the values of the graph, and keeps them.
func (e *explored) solve(ctx context.Context) (*loopy.Values, error) {
	if values := e.values.Load(); values != nil {
		return values, nil
	}
	values, err := loopy.Solve(ctx, e.graph)
	if err == nil {
		e.values.Store(values)
	}
	return values, err
}
