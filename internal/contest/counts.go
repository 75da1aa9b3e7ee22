package contest

// Counts of positions by their nim-values, and the nim-values of a graph, by their names in problem
// files: what they take, and what they are charged. Package census holds the algorithms.

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/census"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// A counting function takes numbers, and gives a number or a list of numbers.
type counting struct {
	takes string // a letter an argument: n a number, l numbers, m rows of numbers
	form  string // as an error shows it
	// bytes is what it needs; nil where that is less than the arguments take.
	bytes func(args []argument) uint64
	run   func(ctx context.Context, args []argument) (any, error)
	// wrong is what somebody with a wrong idea finds, or nil where that is the truth.
	wrong func(ctx context.Context, s *Semantics, args []argument) any
}

// An argument holds what its letter says.
type argument struct {
	number uint64
	list   []uint64
	rows   [][]uint64
}

// counts returns all of them, and other functions of numbers that answers call.
func counts() map[string]lang.Builtin {
	return map[string]lang.Builtin{
		"nim_product": nimProduct,
		"outcomes":    askOutcomes,
		"lists_lost": counting{takes: "lnn", form: "lists_lost(counts, k, modulus)", run: func(ctx context.Context, args []argument) (any, error) {
			return census.Lists(ctx, args[0].list, args[1].number, args[2].number)
		}, wrong: wrongLists}.builtin(),
		"compositions_won": counting{takes: "lnn", form: "compositions_won(values, heaps, total)", run: func(ctx context.Context, args []argument) (any, error) {
			return census.CompositionsWon(ctx, args[0].list, args[1].number, args[2].number)
		}, wrong: func(_ context.Context, s *Semantics, args []argument) any {
			for i, v := range args[0].list {
				args[0].list[i] = s.value(v, uint64(i))
			}
			return nil
		}}.builtin(),
		"graph_values": counting{
			takes: "nm", form: "graph_values(nodes, edges)",
			bytes: func(args []argument) uint64 {
				nodes, edges := args[0].number+1, uint64(len(args[1].rows))
				return grundy.AddCounts(loopy.Cost(nodes, edges), loopy.SolveCost(nodes, edges))
			},
			run: func(ctx context.Context, args []argument) (any, error) {
				return graphValues(ctx, args[0].number, args[1].rows)
			},
			wrong: wrongGraph,
		}.builtin(),
		"pick": counting{takes: "ll", form: "pick(list, places)", run: func(_ context.Context, args []argument) (any, error) {
			picked := make([]uint64, len(args[1].list))
			for i, place := range args[1].list {
				if place >= uint64(len(args[0].list)) {
					return nil, fmt.Errorf("place %d of a list of %d", place, len(args[0].list))
				}
				picked[i] = args[0].list[place]
			}
			return picked, nil
		}}.builtin(),
	}
}

// builtin takes the arguments from the values of a call, and charges them.
func (a counting) builtin() lang.Builtin {
	return func(ev *lang.Evaluator, c *lang.Call) lang.Value {
		if len(c.Names) > 0 || len(c.Args) != len(a.takes) {
			return ev.FailHere("want %s", a.form)
		}
		args := make([]argument, len(c.Args))
		for i, v := range c.Args {
			ok := false
			switch a.takes[i] {
			case 'n':
				if args[i].number, ok = numberIn(v); !ok {
					return ev.Fail(c.Argument(i), "want a number from 0, as in %s, not %s", a.form, ev.Show(v))
				}
			case 'l':
				if args[i].list, ok = numbersOf(ev, v); !ok {
					return lang.Value{}
				}
			case 'm':
				if args[i].rows, ok = rowsOf(ev, v); !ok {
					return lang.Value{}
				}
			}
		}
		ctx := contextOf(ev)
		if host, ok := askingOf(ev); ok {
			most := host.memory()
			if bytes := a.bytes; bytes != nil && bytes(args) > most {
				return ev.Halt(c.Node, fmt.Errorf("%s needs %s, and the budget is %s: %w", a.form, units.Bytes(bytes(args)), units.Bytes(most), grundy.ErrTooLarge))
			}
			ctx = meter.With(ctx, most)
			if a.wrong != nil && host.means.isWrong() {
				for i := range args {
					args[i].list = slices.Clone(args[i].list)
				}
				if result := a.wrong(ctx, &host.means, args); result != nil {
					return countedValue(result)
				}
			}
		}
		result, err := a.run(ctx, args)
		if err != nil {
			return ev.Halt(c.Node, err)
		}
		return countedValue(result)
	}
}

// countedValue is what a counting function gives.
func countedValue(result any) lang.Value {
	if r, ok := result.([]uint64); ok {
		return lang.HostedValue(&numberList{numbers: r})
	}
	return uintValue(result.(uint64))
}

// wrongLists is lists_lost with a wrong idea.
func wrongLists(ctx context.Context, s *Semantics, args []argument) any {
	counts, k, modulus := args[0].list, args[1].number, args[2].number
	if len(counts) == 0 || modulus == 0 {
		return nil
	}
	zero, all, even := new(big.Int).SetUint64(counts[0]), new(big.Int), new(big.Int)
	for v, n := range counts {
		many := new(big.Int).SetUint64(n)
		if all.Add(all, many); v%2 == 0 {
			even.Add(even, many)
		}
	}
	m := new(big.Int).SetUint64(modulus)
	power := func(x *big.Int) *big.Int { return new(big.Int).Exp(x, new(big.Int).SetUint64(k), m) }
	result := new(big.Int)
	switch {
	case s.Combine == CombineSum, s.Combine == CombineMost: // all values are 0
		result = power(zero)
	case s.Combine == CombineParity: // half of (even + odd)^k + (even - odd)^k, modulo twice the modulus
		double := new(big.Int).Lsh(m, 1)
		for _, x := range []*big.Int{all, new(big.Int).Sub(new(big.Int).Lsh(even, 1), all)} {
			result.Add(result, new(big.Int).Exp(x, new(big.Int).SetUint64(k), double))
		}
		result.Rsh(result.Mod(result, double), 1)
	case s.FirstOnly && k > 0:
		k--
		result.Mul(zero, power(all))
	case s.Complement:
		lost, err := census.Lists(ctx, counts, k, modulus)
		if err != nil {
			return nil
		}
		result.Sub(power(all), new(big.Int).SetUint64(lost))
	case s.Value == ValueOutcome:
		args[0].list = []uint64{counts[0], new(big.Int).Mod(new(big.Int).Sub(all, zero), m).Uint64()}
		return nil
	default:
		return nil
	}
	return result.Mod(result, m).Uint64()
}

// wrongGraph is graph_values with a wrong idea.
func wrongGraph(ctx context.Context, s *Semantics, args []argument) any {
	nodes := args[0].number
	if s.Value == ValueOutcome {
		values, err := graphValues(ctx, nodes, args[1].rows)
		if err != nil {
			return nil
		}
		for v := range values {
			values[v] = s.value(values[v], 0)
		}
		return values
	}
	if s.Value != ValueSize && s.Value != ValueSizeMod || nodes >= loopy.MaxNodes {
		return nil
	}
	degrees := make([]uint64, nodes+1)
	for _, e := range args[1].rows {
		if len(e) == 2 && e[0] <= nodes {
			degrees[e[0]]++
		}
	}
	for v, d := range degrees {
		degrees[v] = s.value(0, d)
	}
	return degrees
}

// rowsOf returns the rows of a matrix, of edges, or of a list of lists of numbers.
func rowsOf(ev *lang.Evaluator, v lang.Value) ([][]uint64, bool) {
	if list, ok := v.Hosted().(*rowList); ok {
		if !ev.Hold(24 * int64(list.Len())) {
			return nil, false
		}
		rows := make([][]uint64, list.Len())
		for i := range rows {
			rows[i] = list.row(i)
		}
		return rows, true
	}
	items, ok := v.Items()
	if !ok {
		ev.FailHere("want rows of numbers, not %s", ev.Show(v))
		return nil, false
	}
	rows := make([][]uint64, 0, len(items))
	for _, e := range items {
		row, ok := numbersOf(ev, e)
		if !ok {
			return nil, false
		}
		rows = append(rows, row)
	}
	return rows, true
}

// graphValues returns the nim-values of the nodes 0 … nodes of a graph, by the edges that
// leave them. It refuses a node whose nim-value is infinite, or has no number.
func graphValues(ctx context.Context, nodes uint64, edges [][]uint64) ([]uint64, error) {
	if nodes >= loopy.MaxNodes {
		return nil, fmt.Errorf("%d nodes: %w", nodes, grundy.ErrTooLarge)
	}
	list := make([]loopy.Edge, len(edges))
	for i, e := range edges {
		if len(e) != 2 || e[0] > nodes || e[1] > nodes {
			return nil, fmt.Errorf("edge %d is %d: want two nodes, 0 … %d", i+1, e, nodes)
		}
		list[i] = loopy.Edge{From: uint32(e[0]), To: uint32(e[1])}
	}
	g, err := loopy.NewGraph(ctx, int(nodes)+1, list)
	if err != nil {
		return nil, err
	}
	solved, err := loopy.Solve(ctx, g)
	if err != nil {
		return nil, err
	}
	values := make([]uint64, nodes+1)
	for v := range values {
		value, ok := solved.NimValue(uint32(v))
		if !ok {
			return nil, fmt.Errorf("play from node %d need not end: want a graph without cycles", v)
		}
		values[v] = uint64(value)
	}
	return values, nil
}

// nimProduct is nim_product(a, b): the product of two nimbers, 0 … 2^64-1.
func nimProduct(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 2, 2) {
		return lang.Value{}
	}
	a, ok1 := numberIn(c.Args[0])
	b, ok2 := numberIn(c.Args[1])
	if !ok1 || !ok2 {
		return ev.FailHere("want two nimbers, 0 … 2^64-1")
	}
	if host, ok := askingOf(ev); ok && host.means.Ordinary {
		return uintValue(a * b)
	}
	return uintValue(nimber.Mul(a, b))
}
