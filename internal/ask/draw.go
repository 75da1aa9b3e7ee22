package ask

// [Draw] asks for a picture of a position, or of its game graph.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A Draw asks for a picture of a position.
type Draw struct {
	Position string  `json:"position" doc:"a sum of positions, such as knight(5,4) + queen(3,3)"`
	Misere   bool    `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound string  `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Winning  bool    `json:"winning,omitempty" doc:"mark the winning moves, and say who wins"`
	Graph    bool    `json:"graph,omitempty" doc:"the graph of all positions that can be reached"`
	Merge    bool    `json:"merge,omitempty" doc:"of the graph: positions once that differ in the order of their parts"`
	Title    *string `json:"title,omitempty" doc:"above the picture; the position if it is left out"`
}

// A Drawn is the answer to a [Draw]: the components, or a graph.
type Drawn struct {
	Position   string           `json:"position"`
	Outcome    string           `json:"outcome,omitempty" enum:"N,P,D"` // if winning moves are marked
	Components []DrawnComponent `json:"components,omitempty"`
	Nodes      []DrawnNode      `json:"nodes,omitempty" layout:"lines"`
	Moves      [][2]int         `json:"moves,omitempty"`

	title, note string         // of the picture
	outcome     grundy.Outcome // that the note tells
}

// A DrawnComponent is a component and its winning moves.
type DrawnComponent struct {
	Position string       `json:"position"`
	Scene    grundy.Scene `json:"scene"`
	Winning  []scene.Move `json:"winning_moves,omitempty"`
}

// A DrawnNode is a position of a game graph.
type DrawnNode struct {
	Position string `json:"position"`
	Outcome  string `json:"outcome" enum:"N,P,D"`
	NimValue number `json:"nim_value"` // nil where it decides nothing

	outcome grundy.Outcome
	value   *grundy.LoopyValue // NimValue
}

// mostDrawn bounds the components of a picture, and mostMarked the winning moves that
// are marked.
const (
	mostDrawn  = 40
	mostMarked = 1000
)

// Ask describes the position.
func (q Draw) Ask(ctx context.Context, m Means) (*Drawn, error) {
	d := &Drawn{}
	if q.Graph && q.Winning {
		return nil, wrong("winning", nil, "a game graph shows every outcome; want either")
	}
	if q.Merge && !q.Graph {
		return nil, wrong("merge", nil, "only the positions of a game graph are merged; want the graph too")
	}
	title := q.Title
	if title != nil {
		if err := bounds.CheckTitle(*title); err != nil {
			return nil, wrong("title", nil, "%w", err)
		}
	}
	err := m.question(ctx, q.Position, q.Misere, q.Compound, func(ctx context.Context, asked solve.Question) error {
		d.Position = asked.Sum.String()
		if title == nil {
			text := message.Brief(d.Position, 90)
			if q.Misere {
				text += ", misère play"
			}
			if asked.Compound != compound.Disjunctive {
				text += ", " + asked.Compound.String() + " compound"
			}
			title = &text
		}
		d.title = *title
		if q.Graph {
			return d.explore(ctx, asked, q.Merge)
		}
		return d.describe(ctx, asked, q.Winning)
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// describe makes the scenes of all components.
func (d *Drawn) describe(ctx context.Context, asked solve.Question, winning bool) error {
	started, failed := grundy.Start(ctx, asked.Sum)
	components, ok := started.ComponentsUpTo(mostDrawn)
	if !ok {
		return grundy.BudgetError{Msg: fmt.Sprintf("a picture of more than %d components cannot be read", mostDrawn), What: "components"}
	}
	for _, c := range components {
		s, err := sceneOf(c)
		if err := cmp.Or(err, failed()); err != nil {
			return err
		}
		d.Components = append(d.Components, DrawnComponent{Position: c.String(), Scene: s})
	}
	if !winning {
		return nil
	}
	asked.MaxMoves = mostMarked
	solved, err := solve.Solve(ctx, asked)
	if err != nil {
		return err
	}
	d.Outcome = solved.Outcome.String()
	d.outcome = solved.Outcome
	d.note = "the player to move " + map[grundy.Outcome]string{grundy.N: "wins", grundy.P: "loses", grundy.D: "can force a draw, and no win"}[solved.Outcome]
	if solved.NimValue != nil {
		d.note += fmt.Sprintf("; nim-value %d", *solved.NimValue)
	}
	for _, move := range solved.WinningMoves {
		for _, step := range move {
			c := &d.Components[step.Component]
			marked, err := scene.MoveOf(c.Scene, components[step.Component], step.To)
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			c.Winning = append(c.Winning, marked)
		}
	}
	return nil
}

// explore finds all positions that can be reached, and values them.
func (d *Drawn) explore(ctx context.Context, asked solve.Question, merge bool) error {
	started, failed := grundy.Start(ctx, asked.Sum)
	product := compound.Product{Kind: asked.Compound}
	first, ok := started.ComponentsUpTo(mostDrawn)
	if !ok {
		return bounds.CheckGraph(1<<30, 0)
	}
	index, parts := map[any]int{}, map[grundy.Identity]int{}
	var positions [][]grundy.Component
	number := func(components []grundy.Component) int {
		components = slices.Clone(components)
		whole := grundy.Place(product, components).Identity()
		key := any(whole)
		if merge {
			key = bagsOf(components, parts, asked.Compound == compound.Disjunctive)
		}
		i, ok := index[key]
		if !ok {
			i = len(positions)
			index[key] = i
			positions = append(positions, components)
			d.Nodes = append(d.Nodes, DrawnNode{Position: whole.Text})
		}
		return i
	}
	number(first)
	var edges []loopy.Edge
	endings, mayEnd := map[uint32]grundy.Ending{}, solve.MayEnd(started)
	for i := 0; i < len(positions); i++ {
		if stated := solve.Stated(grundy.SumOf(positions[i]...)); stated != grundy.NoEnding {
			endings[uint32(i)] = stated
			continue
		}
		to, options := map[int]bool{}, uint64(0)
		for _, c := range positions[i] {
			if n, ok := c.CountOptions(); ok {
				options = grundy.AddCounts(options, n)
			}
		}
		if err := bounds.CheckGraph(len(positions), int(min(options, 1<<30))); err != nil { // before they are listed
			return err
		}
		product.EachMove(positions[i], func(next []grundy.Component, _ []bool) bool {
			j := number(next)
			if !to[j] {
				to[j] = true
				d.Moves = append(d.Moves, [2]int{i, j})
				edges = append(edges, loopy.Edge{From: uint32(i), To: uint32(j)})
			}
			return bounds.CheckGraph(len(positions), len(edges)) == nil && ctx.Err() == nil
		})
		if err := errors.Join(ctx.Err(), failed()); err != nil {
			return err
		}
		if err := bounds.CheckGraph(len(positions), len(edges)); err != nil {
			return err
		}
	}
	graph, err := loopy.NewGraph(ctx, len(positions), edges)
	if err != nil {
		return err
	}
	graph.Endings = endings
	outcomes, _, err := loopy.Outcomes(ctx, graph, asked.Convention)
	if err != nil {
		return err
	}
	values, err := loopy.Solve(ctx, graph)
	if err != nil {
		return err
	}
	decides := asked.Convention == grundy.Normal && !mayEnd // otherwise the nim-value of normal play says nothing
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.outcome, n.Outcome = outcomes[i], outcomes[i].String()
		if decides {
			value := values.At(uint32(i))
			n.value, n.NimValue = &value, valueJSON(&value)
		}
	}
	return nil
}

// bagsOf returns what tells a position from those that have other parts that can move, in
// each of its components or, where they are a sum, in all of them. It numbers the parts.
func bagsOf(components []grundy.Component, numbers map[grundy.Identity]int, sum bool) string {
	var all, bag []int
	for i, c := range components {
		for _, part := range c.Split() {
			entailed, _ := part.Entailed()
			if ending, _ := part.Ending(); ending == grundy.NoEnding && !entailed && grundy.HasEnded(part) {
				continue
			}
			id := part.Identity()
			if _, ok := numbers[id]; !ok {
				numbers[id] = len(numbers)
			}
			bag = append(bag, numbers[id])
		}
		if !sum || i == len(components)-1 {
			slices.Sort(bag)
			all, bag = append(append(all, bag...), -1), nil
		}
	}
	return fmt.Sprint(all)
}
