package ask

// [Draw] asks for a picture of a position, or of its game graph.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
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
	Position   string              `json:"position"`
	Outcome    string              `json:"outcome,omitempty" enum:"N,P,D"` // if winning moves are marked
	Components []DrawnComponent    `json:"components,omitempty"`
	Nodes      iter.Seq[DrawnNode] `json:"nodes,omitempty"`
	Moves      [][2]int            `json:"moves,omitempty"`

	picture plot.Position
	graph   *plot.GameGraph
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
		if err := plot.CheckTitle(*title); err != nil {
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
		if q.Graph {
			return d.explore(ctx, asked, q.Merge, *title)
		}
		return d.describe(ctx, asked, q.Winning, *title)
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// describe makes the scenes of all components.
func (d *Drawn) describe(ctx context.Context, asked solve.Question, winning bool, title string) error {
	started, failed := grundy.Start(ctx, asked.Sum)
	d.picture.Title = title
	components, ok := started.ComponentsUpTo(mostDrawn)
	if !ok {
		return grundy.BudgetError{Msg: fmt.Sprintf("a picture of more than %d components cannot be read", mostDrawn), What: "components"}
	}
	for _, c := range components {
		s, err := sceneOf(c)
		if err := cmp.Or(err, failed()); err != nil {
			return err
		}
		text := c.String()
		d.Components = append(d.Components, DrawnComponent{Position: text, Scene: s})
		d.picture.Components = append(d.picture.Components, plot.Component{Name: message.Brief(text, 40), Scene: s})
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
	d.picture.Outcome = solved.Outcome
	d.picture.Note = "the player to move " + map[grundy.Outcome]string{grundy.N: "wins", grundy.P: "loses", grundy.D: "can force a draw, and no win"}[solved.Outcome]
	if solved.NimValue != nil {
		d.picture.Note += fmt.Sprintf("; nim-value %d", *solved.NimValue)
	}
	for _, move := range solved.WinningMoves {
		for _, step := range move {
			c := &d.Components[step.Component]
			marked, err := scene.MoveOf(c.Scene, components[step.Component], step.To)
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			c.Winning = append(c.Winning, marked)
			d.picture.Components[step.Component].Marked = c.Winning
		}
	}
	return nil
}

// explore finds all positions that can be reached, and values them.
func (d *Drawn) explore(ctx context.Context, asked solve.Question, merge bool, title string) error {
	started, failed := grundy.Start(ctx, asked.Sum)
	product := compound.Product{Kind: asked.Compound}
	first, ok := started.ComponentsUpTo(mostDrawn)
	if !ok {
		return plot.FitsGraph(1<<30, 0)
	}
	d.graph = &plot.GameGraph{Title: title}
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
			d.graph.Nodes = append(d.graph.Nodes, plot.Node{Name: whole.Text})
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
		if err := plot.FitsGraph(len(positions), int(min(options, 1<<30))); err != nil { // before they are listed
			return err
		}
		product.EachMove(positions[i], func(next []grundy.Component, _ []bool) bool {
			j := number(next)
			if !to[j] {
				to[j] = true
				d.graph.Moves = append(d.graph.Moves, [2]int{i, j})
				edges = append(edges, loopy.Edge{From: uint32(i), To: uint32(j)})
			}
			return plot.FitsGraph(len(positions), len(edges)) == nil && ctx.Err() == nil
		})
		if err := errors.Join(ctx.Err(), failed()); err != nil {
			return err
		}
		if err := plot.FitsGraph(len(positions), len(edges)); err != nil {
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
	for i := range d.graph.Nodes {
		n := &d.graph.Nodes[i]
		if n.Outcome = outcomes[i]; decides {
			value := values.At(uint32(i))
			n.Value, n.Finite, n.NimValue = value.String(), !value.Infinite, uint64(value.Nim)
		}
	}
	d.Moves, d.Nodes = d.graph.Moves, func(yield func(DrawnNode) bool) {
		for i, n := range d.graph.Nodes {
			shown := DrawnNode{n.Name, n.Outcome.String(), nil}
			if decides {
				value := values.At(uint32(i))
				shown.NimValue = valueJSON(&value)
			}
			if !yield(shown) {
				return
			}
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
			if ending, _ := part.Ending(); ending == grundy.NoEnding && !entailed && solve.HasEnded(part) {
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

// Write writes the picture. A graph can be written as DOT too.
func (d *Drawn) Write(ctx context.Context, w io.Writer, f plot.Format) error {
	if d.graph != nil {
		return d.graph.Write(ctx, w, f)
	}
	return d.picture.Write(ctx, w, f)
}

// WriteDOT writes the game graph for Graphviz. It must have been asked for.
func (d *Drawn) WriteDOT(w io.Writer) error { return d.graph.WriteDOT(w) }

// WriteText writes the picture in letters, at most lines lines for each component.
func (d *Drawn) WriteText(w io.Writer, lines int) error {
	if d.graph != nil {
		return d.graph.WriteText(w)
	}
	for i, c := range d.Components {
		if len(d.Components) > 1 {
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "%d: %s\n", i+1, message.Brief(c.Position, briefText))
		}
		fmt.Fprintln(w, scene.Text(c.Scene, lines))
		var moves []string
		for _, move := range c.Winning {
			words := move.Words
			if words == "" {
				words = move.To
			}
			moves = append(moves, words)
		}
		if len(moves) > 0 {
			fmt.Fprintf(w, "▲ %s\n", message.Brief(strings.Join(moves, "; "), 300))
		}
	}
	if d.picture.Note != "" {
		fmt.Fprintln(w, d.picture.Note)
	}
	return nil
}

// WriteJSON writes the scenes, or the nodes and moves of the graph.
func (d *Drawn) WriteJSON(out io.Writer) error { return jsontext.Write(out, d) }
