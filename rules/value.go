package rules

// This file finds nim-values by search: for examples, for checks, and for what a file
// claims.

import (
	"context"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/search"
)

// A valuer returns values of positions of one file, and remembers them: nim-values, also infinite
// ones where the rules may say who has won.
type valuer func(ctx context.Context, p Position) (grundy.LoopyValue, error)

// newValuer returns a valuer that searches by keys, and meets at most the given number
// of positions; 0 means any number.
func newValuer[K search.Key](g *game[K], most uint64) valuer {
	memo := newMemo(g.file, g.NewMoveLister(), g.run().searchOptions(most))
	var keys []K
	return func(ctx context.Context, p Position) (grundy.LoopyValue, error) {
		var ok bool
		if keys, ok = g.AppendKeys(keys[:0], p); !ok {
			return grundy.LoopyValue{}, g.run().Err()
		}
		return sumOfKeys(ctx, g.file, memo, keys, g.Unpack)
	}
}

// newMemo returns a memo of nim-values or, where the rules may say who has won, of the worths of
// theory/entailing.
func newMemo[K search.Key](f *File, r search.Rules[K], o search.Options) *search.Memo[K] {
	if f.decisive {
		define, _ := compound.Define(grundy.ByWorth)
		return search.NewMeasure(r, define, o)
	}
	return search.NewMemo(r, o)
}

// sumOfKeys returns the value of a sum of positions with these keys.
func sumOfKeys[K search.Key](ctx context.Context, f *File, memo *search.Memo[K], keys []K, position func(key K) Position) (grundy.LoopyValue, error) {
	if !f.decisive {
		v, err := nimSum(ctx, f, memo, keys, position)
		return grundy.LoopyValue{Nim: grundy.Value(v)}, err
	}
	sum := entailing.Nim(0)
	for _, key := range keys {
		v, err := memo.Value(ctx, key)
		if err != nil {
			return grundy.LoopyValue{}, explain(f, err, position)
		}
		sum = new(entailing.Values).Plus(sum, v)
	}
	return entailing.Loopy(sum), nil
}

// nimSum returns the nim-value of a sum of positions with these keys.
func nimSum[K search.Key](ctx context.Context, f *File, memo *search.Memo[K], keys []K, position func(key K) Position) (sum uint64, err error) {
	for _, key := range keys {
		v, err := memo.Value(ctx, key)
		if err != nil {
			return 0, explain(f, err, position)
		}
		sum ^= v
	}
	return sum, nil
}

// explain turns the error of a cycle into one that writes the positions on it.
func explain[K search.Key](f *File, err error, position func(key K) Position) error {
	cycle, ok := err.(*search.CycleError[K]) //nolint:errorlint // the search returns it as it is
	if !ok {
		return err
	}
	text := message.Cycle(len(cycle.Positions), func(i int) string {
		return message.Brief(string(f.AppendPosition(nil, position(cycle.Positions[i]))), 60)
	})
	return &Error{File: f.code.Source.Name, Msg: "play need not end: " + text + `; if that is meant, say loopy = True`}
}

// ofText returns the position whose key is its text.
func ofText(key string) Position { return Position(key) }

// searchOptions bounds a search by positions, and by the memory that the question has
// left.
func (r *run) searchOptions(positions uint64) search.Options {
	o := search.Options{Positions: positions}
	if left := meter.Of(r.clock.Ctx).Left(); left < math.MaxUint64 {
		o.Memory = max(left, 1)
	}
	return o
}
