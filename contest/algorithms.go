package contest

// This file holds the algorithms that answers call by name: how their arguments are taken,
// and what they are charged. The algorithms stand in package census.

import (
	"context"
	"fmt"

	"grundy"
	"grundy/contest/census"
	"grundy/internal/meter"
	"grundy/internal/units"
	"grundy/rules/lang"
	"grundy/theory/loopy"
)

// An algorithm answers a question of its own.
type algorithm struct {
	takes string // a letter an argument: n a number, l numbers, m rows of numbers, w a word
	form  string // as an error shows it
	// bytes is what it needs; nil where that is less than the arguments take.
	bytes func(args []argument) uint64
	run   func(ctx context.Context, args []argument) (lang.Value, error)
}

// An argument holds what its letter says.
type argument struct {
	number uint64
	list   []uint64
	rows   [][]uint64
	word   string
}

// algorithms are all of them, by their names in problem files.
var algorithms = map[string]lang.Builtin{
	"rows_won": algorithm{takes: "l", form: "rows_won(piles)", run: func(ctx context.Context, args []argument) (lang.Value, error) {
		piles := args[0].list
		for i := 1; i < len(piles); i++ {
			if piles[i] < piles[i-1] {
				return lang.Value{}, fmt.Errorf("pile %d has %d stones, after one of %d: want piles in non-decreasing order", i+1, piles[i], piles[i-1])
			}
		}
		won, err := census.RowsWon(ctx, piles)
		return uintValue(won), err
	}}.builtin(),
	"compositions_won": algorithm{takes: "lnn", form: "compositions_won(values, heaps, total)", run: func(ctx context.Context, args []argument) (lang.Value, error) {
		ways, err := census.CompositionsWon(ctx, args[0].list, args[1].number, args[2].number)
		return uintValue(ways), err
	}}.builtin(),
	"distinct_lists_won": algorithm{takes: "nn", form: "distinct_lists_won(heaps, bits)", run: func(ctx context.Context, args []argument) (lang.Value, error) {
		ways, err := census.DistinctListsWon(ctx, args[0].number, args[1].number)
		return uintValue(ways), err
	}}.builtin(),
	"ways_to_lose": algorithm{takes: "l", form: "ways_to_lose(heaps)", run: func(_ context.Context, args []argument) (lang.Value, error) {
		return uintValue(census.WaysToLose(args[0].list)), nil
	}}.builtin(),
	"least_added": algorithm{takes: "l", form: "least_added(heaps)", run: func(_ context.Context, args []argument) (lang.Value, error) {
		for _, h := range args[0].list {
			if h >= 1<<57 || len(args[0].list) > 1<<5 && h >= 1<<32 {
				return lang.Value{}, fmt.Errorf("a heap of %d: %w", h, grundy.ErrTooLarge)
			}
		}
		if least, ok := census.LeastAdded(args[0].list); ok {
			return uintValue(least), nil
		}
		return lang.Int(-1), nil
	}}.builtin(),
	"number_of_primes": algorithm{
		takes: "n", form: "number_of_primes(n)",
		bytes: func(args []argument) uint64 { return args[0].number / 2 },
		run: func(ctx context.Context, args []argument) (lang.Value, error) {
			count, err := census.NumberOfPrimes(ctx, args[0].number)
			return uintValue(count), err
		},
	}.builtin(),
	"half_least": algorithm{takes: "n", form: "half_least(n)", run: func(_ context.Context, args []argument) (lang.Value, error) {
		return uintValue(census.HalfLeast(args[0].number)), nil
	}}.builtin(),
	"pair_won": algorithm{
		takes: "wwn", form: "pair_won(a, b, k)",
		bytes: func(args []argument) uint64 {
			return 220*uint64(max(len(args[0].word), len(args[1].word))) + 100*uint64(len(args[0].word)+len(args[1].word))
		},
		run: func(ctx context.Context, args []argument) (lang.Value, error) {
			for _, arg := range args[:2] {
				for i := range len(arg.word) {
					if c := arg.word[i]; c < 'a' || c > 'z' {
						return lang.Value{}, fmt.Errorf("%q in a word: want letters a … z", c)
					}
				}
			}
			first, second, found, err := census.PairWon(ctx, args[0].word, args[1].word, args[2].number)
			if err != nil || !found {
				return lang.List(nil), err
			}
			return lang.List([]lang.Value{lang.Text(first), lang.Text(second)}), nil
		},
	}.builtin(),
	"cut_board_value": algorithm{takes: "m", form: "cut_board_value(board)", run: func(ctx context.Context, args []argument) (lang.Value, error) {
		board := args[0].rows
		if len(board) < 1 || len(board) > 32 || len(board[0]) < 1 || len(board[0]) > 32 {
			return lang.Value{}, fmt.Errorf("want a board of 1 … 32 rows and columns")
		}
		for _, row := range board {
			if len(row) != len(board[0]) {
				return lang.Value{}, fmt.Errorf("rows of %d and %d digits: want rows of one length", len(board[0]), len(row))
			}
		}
		v, err := census.CutBoardValue(ctx, board)
		return uintValue(v), err
	}}.builtin(),
	"increasing_won": algorithm{
		takes: "l", form: "increasing_won(row)",
		bytes: func(args []argument) uint64 { return 1 << min(len(args[0].list), 63) },
		run: func(ctx context.Context, args []argument) (lang.Value, error) {
			won, err := census.IncreasingWon(ctx, args[0].list)
			return lang.Bool(won), err
		},
	}.builtin(),
	"pick": algorithm{takes: "ll", form: "pick(list, places)", run: func(_ context.Context, args []argument) (lang.Value, error) {
		picked := make([]uint64, len(args[1].list))
		for i, place := range args[1].list {
			if place >= uint64(len(args[0].list)) {
				return lang.Value{}, fmt.Errorf("place %d of a list of %d", place, len(args[0].list))
			}
			picked[i] = args[0].list[place]
		}
		return lang.HostedValue(&numberList{numbers: picked}), nil
	}}.builtin(),
	"graph_values": algorithm{
		takes: "nm", form: "graph_values(nodes, edges)",
		bytes: func(args []argument) uint64 {
			nodes, edges := args[0].number+1, uint64(len(args[1].rows))
			return grundy.AddCounts(loopy.Cost(nodes, edges), loopy.SolveCost(nodes, edges))
		},
		run: func(ctx context.Context, args []argument) (lang.Value, error) {
			values, err := census.GraphValues(ctx, args[0].number, args[1].rows)
			return lang.HostedValue(&numberList{numbers: values}), err
		},
	}.builtin(),
}

// builtin takes the arguments from the values of a call, and charges them.
func (a algorithm) builtin() lang.Builtin {
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
			case 'w':
				if args[i].word, ok = ev.TextAt(c, i); !ok {
					return lang.Value{}
				}
			case 'm':
				if args[i].rows, ok = rowsOf(ev, v); !ok {
					return lang.Value{}
				}
			}
		}
		if a.bytes != nil {
			if host, ok := ev.Host().(*asking); ok {
				if bytes := a.bytes(args); bytes > host.memory() {
					return ev.Halt(c.Node, fmt.Errorf("%s needs %s, and the budget is %s: %w", a.form, units.Bytes(bytes), units.Bytes(host.memory()), grundy.ErrTooLarge))
				}
			}
		}
		ctx := contextOf(ev)
		if host, ok := ev.Host().(*asking); ok {
			ctx = meter.With(ctx, host.memory())
		}
		v, err := a.run(ctx, args)
		if err != nil {
			return ev.Halt(c.Node, err)
		}
		return v
	}
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
