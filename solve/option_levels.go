package solve

// The levels of some components: the measures that their options
// have. Moves in several components at once are planned by level.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
)

// leastWhere returns the least measure at which holds is true, which stays so above.
func leastWhere(holds func(measure uint64) (bool, error)) (uint64, error) {
	lo, hi := uint64(0), ^uint64(0)
	for lo < hi {
		middle := lo + (hi-lo)/2
		ok, err := holds(middle)
		if err != nil {
			return 0, err
		}
		if ok {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	return lo, nil
}

// least returns the least measure of an option. There must be an option.
func (v *view) least() (uint64, error) {
	return leastWhere(func(most uint64) (bool, error) { return v.has(0, most) })
}

// greatest returns the greatest measure of an option. There must be an option.
func (v *view) greatest() (uint64, error) {
	return leastWhere(func(most uint64) (bool, error) {
		above, err := v.has(most+1, ^uint64(0))
		return !above, err
	})
}

// appendLevels appends every measure from lo to hi that an option has, in
// ascending order, by halving the interval. It gives up when there are more
// than most in all.
func (v *view) appendLevels(dst []uint64, lo, hi uint64, most int) ([]uint64, error) {
	if err := v.solver.ctx.Err(); err != nil {
		return nil, err
	}
	some, err := v.has(lo, hi)
	if err != nil || !some {
		return dst, err
	}
	if lo == hi {
		if len(dst) == most {
			return nil, fmt.Errorf("the winning moves of a %v compound of %d components with more than %d values of the %v: %w",
				v.solver.kind, len(v.solver.question.Sum), most, v.measure, grundy.ErrTooLarge)
		}
		return append(dst, lo), nil
	}
	middle := lo + (hi-lo)/2
	if dst, err = v.appendLevels(dst, lo, middle, most); err != nil {
		return nil, err
	}
	return v.appendLevels(dst, middle+1, hi, most)
}

// commonLevels returns the measures, in ascending order, that the least one of
// all components can have after a move in each: those that an option of some
// view has, up to the greatest that all views can reach. It gives up when there
// are more than most.
func commonLevels(views []*view, most int) ([]uint64, error) {
	reach := ^uint64(0)
	for _, v := range views {
		greatest, err := v.greatest()
		if err != nil {
			return nil, err
		}
		reach = min(reach, greatest)
	}
	return levelsOf(views, 0, reach, most)
}

// commonUpperLevels is the same for the greatest measure of all components that
// move, which are those that can.
func commonUpperLevels(views []*view, most int) ([]uint64, error) {
	var active []*view
	reach := uint64(0)
	for _, v := range views {
		if v.value == 0 {
			continue // it has ended
		}
		least, err := v.least()
		if err != nil {
			return nil, err
		}
		reach = max(reach, least)
		active = append(active, v)
	}
	return levelsOf(active, reach, ^uint64(0), most)
}

// levelsOf returns the measures from lo to hi that an option of some view has, in
// ascending order.
func levelsOf(views []*view, lo, hi uint64, most int) ([]uint64, error) {
	var levels []uint64
	done := map[*view]bool{} // equal components share a view
	for _, v := range views {
		if done[v] {
			continue
		}
		done[v] = true
		own, err := v.appendLevels(nil, lo, hi, most)
		if err != nil {
			return nil, err
		}
		levels = append(levels, own...)
		slices.Sort(levels)
		levels = slices.Compact(levels)
	}
	return levels, nil
}
