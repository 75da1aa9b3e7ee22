package rules

// A file's examples are positions and what the author expects of them. `grundy rules check`
// compares them.

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// An Example is a position of the file and what its author expects.
type Example struct {
	Pos      Pos
	Position grundy.Component
	Outcome  string  // "N", "P" or "D", or ""
	NimValue *uint64 // if expected
	Options  *uint64 // their number, if expected
	// Perft lists the expected numbers of plays of 1, 2, … moves, if given.
	Perft []uint64

	node   lang.Node
	values []lang.Value
}

// mostPerft bounds the length of the plays that are counted.
const mostPerft = 30

// declareExample is example(3, 5, outcome = "N", nim_value = 1, options = 11,
// perft = [11, 64]).
func (f *File) declareExample(ev *lang.Evaluator, c *lang.Call) lang.Value {
	given := ev.Keywords(c, "outcome", "nim_value", "options", "perft")
	if ev.Err != nil {
		return lang.Value{}
	}
	if f.isGiven() { // they are about the graph that the file names itself
		return lang.None
	}
	e := Example{Pos: c.Pos(), node: c.Node, values: c.Args}
	if v, ok := given["outcome"]; ok {
		if v.Kind != lang.TextKind || v.Text() != "N" && v.Text() != "P" && v.Text() != "D" {
			return ev.Fail(c.Keyword("outcome"), `want "N", the player to move wins, "P", the other one, or "D", a draw`)
		}
		e.Outcome = v.Text()
	}
	for name, to := range map[string]**uint64{"nim_value": &e.NimValue, "options": &e.Options} {
		if v, ok := given[name]; ok {
			if v.Kind != lang.IntKind || v.N < 0 {
				return ev.Fail(c.Keyword(name), "want a number that is not below 0")
			}
			n := uint64(v.N)
			*to = &n
		}
	}
	if v, ok := given["perft"]; ok {
		items, ok := v.Items()
		for _, n := range items {
			ok = ok && n.Kind == lang.IntKind && n.N >= 0
			e.Perft = append(e.Perft, uint64(n.N))
		}
		if !ok || len(items) == 0 || len(items) > mostPerft {
			return ev.Fail(c.Keyword("perft"), "want a list of the numbers of plays of 1, 2, … at most %d moves", mostPerft)
		}
	}
	f.examples = append(f.examples, e)
	return lang.None
}

// settleExamples makes the positions of the examples once the file is complete. Together
// they may use what one call of a function may.
func (f *File) settleExamples(ctx context.Context) error {
	r, steps := f.during(ctx), f.code.Options.MostSteps()
	r.steps = &steps
	held := meter.Open(meter.With(ctx, uint64(f.code.Options.MostMemory())))
	defer held.Close()
	for i := range f.examples {
		e := &f.examples[i]
		group := make([]literal, len(e.values))
		for j, v := range e.values {
			group[j] = literal{at: j, value: v}
		}
		var err error
		switch {
		case f.builtIn != nil:
			e.Position, err = f.placeBuiltIn([][]literal{group}, []int{0})
		case e.NimValue != nil && (f.Ends && !f.decisive || f.Misere):
			err = errors.New("want outcome instead of nim_value, which says nothing of games with draw() or misere = True, nor of loopy ones with win() or lose()")
		default:
			var p Position
			if p, err = r.positionOf([][]literal{group}, []int{0}); err == nil {
				e.Position = f.place(p)
				err = held.Take(uint64(len(p)))
			}
		}
		if err != nil {
			return f.code.Source.Fail(e.node, "%v", err)
		}
	}
	return nil
}

// Examples returns the examples of the file.
func (f *File) Examples() []Example { return f.examples }
