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
		case *big.Rat:
			return lang.Tuple([]lang.Value{integerValue(r.Num()), integerValue(r.Denom())}), nil
		}
		return uintValue(result.(uint64)), nil
	}}.builtin()
}

// of1 and of2 are counts that one number, or two, decide.
func of1[R any](form string, f func(context.Context, uint64) (R, error)) lang.Builtin {
	return counting("n", form, func(ctx context.Context, args []argument) (any, error) { return f(ctx, args[0].number) })
}

func of2[R any](form string, f func(_ context.Context, a, b uint64) (R, error)) lang.Builtin {
	return counting("nn", form, func(ctx context.Context, args []argument) (any, error) {
		return f(ctx, args[0].number, args[1].number)
	})
}

// atOnce is a count that takes no time.
func atOnce[R any](f func(uint64) R) func(context.Context, uint64) (R, error) {
	return func(_ context.Context, n uint64) (R, error) { return f(n), nil }
}

// ofBig is a count that takes an integer of any length.
func ofBig(f func(*big.Int) *big.Int) func(uint64) *big.Int {
	return func(n uint64) *big.Int { return f(new(big.Int).SetUint64(n)) }
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
	"nim_of_multiples": counting("ln", "nim_of_multiples(factors, most)", func(ctx context.Context, args []argument) (any, error) {
		return census.NimOfMultiples(ctx, args[0].list, new(big.Int).SetUint64(args[1].number))
	}),
	"flips_won": counting("nll", "flips_won(n, widths, heights)", func(ctx context.Context, args []argument) (any, error) {
		return census.FlipsWon(ctx, args[0].number, args[1].list, args[2].list)
	}),

	"equal_takes_lost":    of1("equal_takes_lost(n)", census.EqualTakes),
	"proportionate_lost":  of1("proportionate_lost(n)", census.Proportionate),
	"unequal_nim_lost":    of1("unequal_nim_lost(n)", atOnce(ofBig(census.UnequalNim))),
	"silver_dollar_won":   of2("silver_dollar_won(squares, others)", census.SilverDollar),
	"removing_digits_won": of1("removing_digits_won(n)", census.RemovingDigits),

	"fibonacci_least_takes": of1("fibonacci_least_takes(n)", atOnce(census.LeastTakes)),
	"fibonacci_most_takes":  of1("fibonacci_most_takes(n)", atOnce(census.MostTakes)),
	"fibonacci_trees_won":   of1("fibonacci_trees_won(k)", census.FibonacciTrees),
	"euclid_lost":           of1("euclid_lost(n)", atOnce(ofBig(census.EuclidLost))),
	"dynamic_nim_change":    of1("dynamic_nim_change(i)", census.Transition),
	"hopping_move":          of1("hopping_move(n)", census.HoppingMove),
	"hanoi_lost":            of1("hanoi_lost(n)", census.HanoiLost),

	"distribunim_pairs": of1("distribunim_pairs(n)", atOnce(census.DistribunimPairs)),
	"distribunim_extra": of1("distribunim_extra(n)", atOnce(census.DistribunimExtra)),
	"distribunim_sum":   of1("distribunim_sum(e)", census.DistribunimSum),

	"coprime_histogram": of1("coprime_histogram(n)", census.CoprimeValues),
	"divisor_histogram": of1("divisor_histogram(n)", census.DivisorValues),
	"bezout_won":        of1("bezout_won(n)", census.BezoutWon),
	"factor_nim_lost":   of1("factor_nim_lost(n)", census.FactorNim),

	"scatter_won":    of2("scatter_won(n, parts)", census.ScatterWon),
	"scatter_sum":    of1("scatter_sum(n)", census.ScatterSum),
	"paper_cuts":     of2("paper_cuts(w, h)", census.PaperCuts),
	"paper_cuts_sum": of2("paper_cuts_sum(w, h)", census.PaperCutsTo),
	"cards_lost":     of2("cards_lost(n, suits)", census.CardsLost),
}

// countedGames are the games whose positions are counted, by the names of the counts.
var countedGames = map[string]string{
	"nim_of_multiples": "nim", "distinct_lists_won": "nim", "hanoi_lost": "nim", "factor_nim_lost": "nim",
	"flips_won": "flipping-discs", "equal_takes_lost": "equal-takes", "proportionate_lost": "proportionate-nim",
	"unequal_nim_lost": "unequal-nim", "silver_dollar_won": "silver-dollar", "removing_digits_won": "removing-digits",
	"fibonacci_least_takes": "fibonacci-nim", "fibonacci_most_takes": "fibonacci-nim", "fibonacci_trees_won": "hackenbush",
	"euclid_lost": "euclid-stones", "dynamic_nim_change": "dynamic-nim", "hopping_move": "hopping-game",
	"distribunim_pairs": "distribunim", "distribunim_extra": "distribunim", "distribunim_sum": "distribunim",
	"coprime_histogram": "coprime-nim", "divisor_histogram": "divisor-pairs", "bezout_won": "bezouts-game",
	"paper_cuts": "paper-cutting", "paper_cuts_sum": "paper-cutting",
	"cards_lost": "card-stacking",
}
