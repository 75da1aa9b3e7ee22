package family

// A game in Go has no formulas, so nothing about it can be decided. Its moves are compared with
// those of a known game by play, and whoever uses the result says so.

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/rules"
)

// A Seen says how far a game in Go was played, and had the moves of a family.
type Seen struct {
	Positions, Options uint64
	To                 []int64 // all positions from 0 to here, by coordinate
}

// playSteps bounds the options that are compared, and some for each position.
const playSteps = 1 << 18

// Played returns the game with an engine whose moves a game in Go has at all positions of a box from
// 0 on. List lists its options by coordinates of these names. The error is a [*Stranger] where no
// known game has the moves, or that of list, or ctx's. It plays some hundred thousand options.
func Played(ctx context.Context, names []string, list func(at []int64, to *rules.Listed) error) (*Family, Seen, error) {
	b := &box{names: names, least: make([]int64, len(names)), most: slices.Repeat([]int64{math.MaxInt64}, len(names))}
	tries := []func(*prober) candidate{guessRuled(ctx), guessPiece}
	switch {
	case len(names) == 0 || len(names) > mostAxes:
		return nil, Seen{}, stranger("positions have %d numbers", len(names))
	case len(names) == 1:
		tries = []func(*prober) candidate{guessHeap, guessPiece}
	}
	for _, guess := range tries {
		p := &prober{box: b, player: listed(list), seen: map[string]bool{}}
		last := ""
		for range mostRounds {
			c := guess(p)
			if ctx.Err() != nil {
				return nil, Seen{}, context.Cause(ctx)
			}
			if p.err != nil {
				return nil, Seen{}, p.err
			}
			if c == nil || c.String() == last {
				break
			}
			last = c.String()
			found, err := c.family(b)
			if err != nil {
				break
			}
			seen, at, err := found.plays(ctx, list, len(names))
			if err != nil {
				return nil, seen, err
			}
			if at == nil {
				return found, seen, nil
			}
			p.unlike = append(p.unlike, at)
			p.look(at)
		}
	}
	return nil, Seen{}, stranger("the moves fit no known family")
}

type listed func(at []int64, to *rules.Listed) error

func (l listed) List(at []int64, to *rules.Listed) error { return l(at, to) }

// plays compares the options of a game with those of the family, at all positions of a box that grows.
// It returns the first position at which they differ, or nil.
func (f *Family) plays(ctx context.Context, list listed, axes int) (seen Seen, differs []int64, err error) {
	work := uint64(0)
	at := make([]int64, axes)
	for side := int64(0); work < playSteps; side++ {
		seen.To = slices.Repeat([]int64{side}, axes)
		for {
			if slices.Max(at) == side { // those of smaller sides were compared before
				var theirs rules.Listed
				if err := list(at, &theirs); err != nil {
					return seen, nil, err
				}
				same, options := f.same(at, &theirs)
				if !same {
					return seen, slices.Clone(at), nil
				}
				seen.Positions, seen.Options, work = seen.Positions+1, seen.Options+options, work+options+8
				if ctx.Err() != nil {
					return seen, nil, context.Cause(ctx)
				}
			}
			if !advance(at, side) {
				break
			}
		}
	}
	return seen, nil, nil
}

// advance goes on to the next point of the cube to side, and back to the first behind the last.
func advance(at []int64, side int64) bool {
	for i := range at {
		if at[i]++; at[i] <= side {
			return true
		}
		at[i] = 0
	}
	return false
}

// same reports whether the family has these options at a point, and how many they are.
func (f *Family) same(at []int64, theirs *rules.Listed) (same bool, options uint64) {
	args := make([]grundy.Arg, len(at))
	for i, n := range at {
		args[i] = grundy.ArgOf(uint64(n))
	}
	own, err := f.place(args)
	if err != nil || theirs.None != "" {
		return err != nil && theirs.None != "", 0
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, q := range own.AppendOptions(nil) {
		numbers, ok := numbersOf(q)
		if !ok {
			return false, 0
		}
		want[f.key(numbers)] = true
	}
	from := 0
	for _, to := range theirs.Ends {
		if to-from != 1 && !f.heaps {
			return false, 0
		}
		var numbers []uint64
		for _, n := range theirs.Numbers[from*len(at) : to*len(at)] {
			numbers = append(numbers, uint64(n))
		}
		if from = to; !want[f.key(numbers)] {
			return false, 0
		}
		got[f.key(numbers)] = true
	}
	return len(got) == len(want), uint64(len(theirs.Ends))
}

// key writes the numbers of a position so that equal positions are written the same.
func (f *Family) key(numbers []uint64) string {
	if f.heaps {
		numbers = slices.DeleteFunc(slices.Clone(numbers), func(n uint64) bool { return n == 0 })
		slices.Sort(numbers)
	}
	return fmt.Sprint(numbers)
}
