package contest

// This file holds the counts of package census by their names in problem files.

import (
	"context"
	"math/big"

	"grundy/contest/census"
	"grundy/rules/lang"
)

// counting makes an algorithm of a function whose result is a *big.Int, a uint64 or a list of them.
func counting(takes, form string, run func(ctx context.Context, args []argument) (any, error)) lang.Builtin {
	return algorithm{takes: takes, form: form, run: func(ctx context.Context, args []argument) (lang.Value, error) {
		result, err := run(ctx, args)
		if err != nil {
			return lang.Value{}, err
		}
		switch r := result.(type) {
		case *big.Int:
			return integerValue(r), nil
		case []uint64:
			return lang.HostedValue(&numberList{numbers: r}), nil
		}
		return uintValue(result.(uint64)), nil
	}}.builtin()
}

// counts are all of them. A histogram holds how many positions have the nim-values 0, 1, ….
var counts = map[string]lang.Builtin{
	"histogram": counting("l", "histogram(values)", func(_ context.Context, args []argument) (any, error) {
		return census.Histogram(args[0].list)
	}),
	"pair_histogram": counting("ll", "pair_histogram(counts, counts)", func(_ context.Context, args []argument) (any, error) {
		return census.Pairs(args[0].list, args[1].list)
	}),
	"lists_lost": counting("lnn", "lists_lost(counts, k, modulus)", func(ctx context.Context, args []argument) (any, error) {
		return census.Lists(ctx, args[0].list, args[1].number, args[2].number)
	}),
	"multisets_lost": counting("ln", "multisets_lost(counts, k)", func(ctx context.Context, args []argument) (any, error) {
		return census.Multisets(ctx, args[0].list, args[1].number)
	}),
}
