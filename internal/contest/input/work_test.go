package input_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

// An ending context ends when it has been looked at so often.
type ending struct {
	context.Context
	left  int
	after int // looks behind the end
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		e.after++
		return context.Canceled
	}
	return nil
}

// large are inputs that take long to draw.
var large = map[string]input.Group{
	"numbers":     {Fields: []input.Field{input.Numbers("a", input.Exactly(input.At(40_000)), input.At(0), input.At(1<<40))}},
	"order":       {Fields: []input.Field{{Name: "a", Kind: input.KindNumbers, Count: input.Exactly(input.At(40_000)), Most: input.At(1 << 40), Order: input.Increasing}}},
	"texts":       {Fields: []input.Field{input.Texts("w", input.Exactly(input.At(20_000)), input.At(1), input.At(9), "ab")}},
	"grid":        {Fields: []input.Field{input.Grid("g", input.At(200), input.At(200), ".#")}},
	"permutation": {Fields: []input.Field{input.Permutation("p", input.At(20_000), 1)}},
	"tree":        {Fields: []input.Field{input.Tree("t", input.At(10_000))}},
	"graph":       {Fields: []input.Field{{Name: "g", Kind: input.KindGraph, Nodes: input.At(5_000), Count: input.Exactly(input.At(10_000)), Base: 1, Connected: true}}},
	"records":     {Fields: []input.Field{input.Records("r", input.Exactly(input.At(20_000)), input.Number("", input.At(1), input.At(9)), input.Number("", input.At(1), input.At(9)))}},
	"lists":       {Fields: []input.Field{input.Lists("l", input.Exactly(input.At(10_000)), input.Numbers("", input.Counted(input.At(1), input.At(3)), input.At(1), input.At(9)))}},
	"tests": {Repeat: &input.Repeat{
		Count: input.Counted(input.At(1), input.At(5_000)), Group: input.Group{Fields: []input.Field{input.Number("n", input.At(1), input.At(9))}},
	}},
}

// TestEnds ends the context of a draw, of a check and of steps toward smaller inputs at many
// places. Each says so, and does not go on.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, group := range large {
		s, err := input.New(input.Declaration{Group: group})
		if err != nil {
			t.Fatal(name, err)
		}
		random := func(ctx context.Context) (*input.Data, error) {
			return s.In(ctx).Random(chance.New(t, 170), input.Size{Tests: long.Or[uint64](8_000, 20_000), Length: long.Or[uint64](8_000, 20_000), Value: 1 << 40, Elements: 1 << 20})
		}
		d, err := random(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		for work, do := range map[string]func(ctx context.Context) error{
			"draw":  func(ctx context.Context) error { _, err := random(ctx); return err },
			"check": func(ctx context.Context) error { return s.In(ctx).Check(d) },
			"shrink": func(ctx context.Context) error {
				for range s.In(ctx).Shrink(d) {
					break
				}
				return ctx.Err()
			},
		} {
			const endless = 1 << 30
			all := &ending{Context: t.Context(), left: endless}
			if err := do(all); err != nil {
				t.Fatal(name, work, err)
			}
			looks := endless - all.left
			if looks == 0 {
				t.Errorf("%s of %s looks at the context %d times", work, name, looks)
			}
			for at := 0; at < looks-1; at += max(1, looks/long.Or(2, 3)) {
				e := &ending{Context: t.Context(), left: at}
				if err := do(e); !errors.Is(err, context.Canceled) {
					t.Errorf("%s of %s, ended at look %d: %v", work, name, at, err)
				}
				if e.after > 30 {
					t.Errorf("%s of %s, ended at look %d, goes on for %d more", work, name, at, e.after)
				}
			}
		}
	}
}

// TestCharged draws more than there is memory for: it is refused before it is taken.
func TestCharged(t *testing.T) { // not parallel: it looks at what is allocated
	for name, group := range map[string]input.Group{
		"numbers": {Fields: []input.Field{input.Numbers("a", input.Exactly(input.At(1e9)), input.At(0), input.At(9))}},
		"texts":   {Fields: []input.Field{input.Texts("w", input.Exactly(input.At(1e6)), input.At(1), input.At(1e6), "ab")}},
		"grid":    {Fields: []input.Field{input.Grid("g", input.At(1e5), input.At(1e5), ".#")}},
		"matrix":  {Fields: []input.Field{input.Matrix("g", input.At(1e5), input.At(1e5), input.At(0), input.At(9))}},
		"tree":    {Fields: []input.Field{input.Tree("t", input.At(1e9))}},
		"drawn":   {Fields: []input.Field{input.Number("n", input.At(1e6), input.At(1e9)), input.Tree("t", input.Of("n"))}},
		"tests": {Repeat: &input.Repeat{
			Count: input.Counted(input.At(1e6), input.At(1e6)), Group: input.Group{Fields: []input.Field{input.Number("n", input.At(1), input.At(9))}},
		}},
	} {
		s, err := input.New(input.Declaration{Group: group})
		if err != nil {
			t.Fatal(name, err)
		}
		ctx := meter.With(t.Context(), 4<<20)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = s.In(ctx).Random(chance.New(t, 171), input.Full)
		extremes := 0
		for range s.In(ctx).Extremes(chance.New(t, 172), input.Full) {
			extremes++
		}
		runtime.ReadMemStats(&after)
		if !errors.Is(err, grundy.ErrBudget) || extremes > 0 {
			t.Errorf("%s: %d extremes, %v", name, extremes, err)
		}
		if used := meter.Of(ctx).Used(); used != 0 {
			t.Errorf("%s: %d bytes are held", name, used)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
			t.Errorf("%s: %d bytes were taken", name, took)
		}
	}
	// What need not be so large is as large as there is room for.
	s, err := input.New(input.Declaration{Group: input.Group{Fields: []input.Field{input.Number("n", input.At(1), input.At(1e9)), input.Numbers("a", input.Exactly(input.Of("n")), input.At(1), input.At(9))}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := meter.With(t.Context(), 4<<20)
	most := uint64(0)
	for _, d := range s.In(ctx).Extremes(chance.New(t, 173), input.Full) {
		most = max(most, d.Values[0].Number)
	}
	if most < 10_000 || most > 100_000 {
		t.Errorf("the longest list has %d numbers", most)
	}
}
