package solve

// All moves of a position, listed and counted, in any compound.

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// MaxWalked bounds the options of one component that [EachMove] lists at once where the
// game has a faster way to find them, and maxListed where it has none.
const (
	MaxWalked = 1 << 16
	maxListed = 1 << 20
)

// Stated returns how the play of a sum is over because the rules of a component say so,
// whatever moves there are.
func Stated(sum grundy.Sum) (ending grundy.Ending) {
	for _, t := range sum {
		stated, _ := t.Component.Ending()
		ending = max(ending, stated)
	}
	return ending
}

// CanMove reports whether there is a move in a sum that is played as the kind says.
func CanMove(sum grundy.Sum, kind compound.Kind) bool {
	if Stated(sum) != grundy.NoEnding {
		return false
	}
	if at := sum.Entailed(); at >= 0 {
		return !grundy.HasEnded(sum[at].Component)
	}
	components, active := uint64(0), uint64(0)
	for _, t := range sum {
		components = grundy.AddCounts(components, t.Copies)
		if !grundy.HasEnded(t.Component) {
			active = grundy.AddCounts(active, t.Copies)
		}
	}
	return mayMove(kind, components, active)
}

// mayMove reports whether there is a move in a compound, by the numbers of its components
// and of those that can move.
func mayMove(kind compound.Kind, components, active uint64) bool {
	if kind.EndsEarly() && active < components {
		return false
	}
	if kind.OneAtATime() {
		return active > 0
	}
	fewest, greatest := kind.Moved(int(components), int(active))
	return fewest <= greatest && fewest <= int(active)
}

// AfterMove returns the components after a move.
func AfterMove(components []grundy.Component, move Move) []grundy.Component {
	next := slices.Clone(components)
	for _, s := range move {
		next[s.Component] = s.To
	}
	return next
}

// Unordered writes a position in a way that does not depend on the order of its components.
func Unordered(components []grundy.Component) string {
	texts := make([]string, len(components))
	for i, c := range components {
		texts[i] = c.String()
	}
	slices.Sort(texts)
	return strings.Join(texts, " + ")
}

// EachMove calls visit for the moves of a sum that is played as the kind says, in an
// order that is always the same, until visit returns false. The move is valid until it
// returns. Where a player moves in several components at once, each term must be one
// copy. The result is false where there are moves that cannot be listed, because a
// component has too many of them.
func EachMove(sum grundy.Sum, kind compound.Kind, visit func(Move) bool) (complete bool) {
	if !CanMove(sum, kind) {
		return true
	}
	if kind.OneAtATime() {
		return eachSingle(sum, visit)
	}
	complete = true
	components, options := sum.Components(), make([][]grundy.Component, len(sum))
	for i, c := range components {
		most := math.MaxInt
		if count, ok := c.CountOptions(); ok && count > MaxWalked {
			most, complete = fewOptions, false
		}
		EachOption(c, func(q grundy.Component) bool {
			options[i] = append(options[i], q)
			return len(options[i]) < most
		})
	}
	goOn := true
	compound.EachMove(kind, components, options, func(next []grundy.Component, moved []bool) bool {
		var move Move
		for i, yes := range moved {
			if yes {
				move = append(move, Step{Component: i, From: components[i], To: next[i]})
			}
		}
		goOn = visit(move)
		return goOn
	})
	return complete || !goOn
}

// eachSingle is EachMove where a move is in one component.
func eachSingle(sum grundy.Sum, visit func(Move) bool) (complete bool) {
	complete = true
	first, entailed := 0, sum.Entailed()
	for i, t := range sum {
		for copied := range t.Copies {
			if entailed >= 0 && i != entailed {
				break
			}
			listed, goOn := false, true
			all := EachOption(t.Component, func(q grundy.Component) bool {
				listed, goOn = true, visit(Move{{Component: first + int(copied), From: t.Component, To: q}})
				return goOn
			})
			if !goOn {
				return true
			}
			if complete = complete && all; !listed {
				break // nor are any of the other copies
			}
		}
		first += int(t.Copies)
	}
	return complete
}

// An EndlessHeap is a heap whose options are all ordinals below Size, a text such as w^2, which cannot be listed. The move that
// leaves the ordinal a is written Before, a, After.
type EndlessHeap struct{ Size, Before, After string }

// Says describes the options.
func (h EndlessHeap) Says() string {
	return "the heap of " + h.Size + " to anything below " + h.Size
}

// fewOptions is how many options of a component are listed that has more than MaxWalked,
// where a player moves in several components at once.
const fewOptions = 64

// fewValues is of how many nim-values options are listed where there are too many
// to list all.
const fewValues = 1 << 12

// EachOption calls visit for the options of c, until it returns false. The result
// is false where there are too many to list all.
func EachOption(c grundy.Component, visit func(grundy.Component) bool) (complete bool) {
	if IsEndless(c) {
		for _, q := range c.AppendOptions(nil) {
			if !visit(q) {
				return true
			}
		}
		return false
	}
	if count, ok := c.CountOptions(); ok && count > MaxWalked {
		if found, ok := findAll(c); ok {
			for q := range found.Each {
				if !visit(q) {
					return true
				}
			}
			return true
		}
		listed := false
		for v := range uint64(fewValues) { // games that find single nim-values only
			found, ok := c.FindOptions(grundy.ByNimValue, v, v)
			if !ok {
				break
			}
			listed = true
			for q := range found.Each {
				if !visit(q) {
					return true
				}
			}
		}
		if listed || count > maxListed {
			return false
		}
	}
	for _, q := range c.AppendOptions(nil) {
		if !visit(q) {
			return true
		}
	}
	return true
}

// findAll finds all options of c, if it finds them by a measure.
func findAll(c grundy.Component) (grundy.Found[grundy.Component], bool) {
	for _, measure := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		if found, ok := c.FindOptions(measure, 0, ^uint64(0)); ok {
			return found, true
		}
	}
	return grundy.Found[grundy.Component]{}, false
}

// CountMoves returns the number of moves of a sum that is played as the kind says, and
// nil where a component has 2^64-1 options or more and does not count them. Where a
// player moves in several components at once, each term must be one copy.
func CountMoves(sum grundy.Sum, kind compound.Kind) *big.Int {
	if !CanMove(sum, kind) {
		return new(big.Int)
	}
	bySize := []*big.Int{big.NewInt(1)} // by the number of components that move
	single, entailed := new(big.Int), sum.Entailed()
	for i, t := range sum {
		if entailed >= 0 && i != entailed {
			continue
		}
		options := countOptions(t.Component)
		switch {
		case options == nil:
			return nil
		case options.Sign() == 0:
		case kind.OneAtATime():
			single.Add(single, new(big.Int).Mul(options, new(big.Int).SetUint64(t.Copies)))
		default:
			bySize = append(bySize, new(big.Int))
			for n := len(bySize) - 1; n > 0; n-- {
				bySize[n].Add(bySize[n], new(big.Int).Mul(bySize[n-1], options))
			}
		}
	}
	if kind.OneAtATime() {
		return single
	}
	total := new(big.Int)
	fewest, greatest := kind.Moved(len(sum), len(bySize)-1)
	for _, count := range bySize[fewest : min(greatest, len(bySize)-1)+1] {
		total.Add(total, count)
	}
	return total
}

// countOptions returns the number of options of c, or nil.
func countOptions(c grundy.Component) *big.Int {
	count, ok := c.CountOptions()
	switch {
	case !ok:
		return big.NewInt(int64(len(c.AppendOptions(nil))))
	case count < ^uint64(0):
		return new(big.Int).SetUint64(count)
	}
	if found, ok := findAll(c); ok {
		return new(big.Int).Set(found.Count)
	}
	return nil
}
