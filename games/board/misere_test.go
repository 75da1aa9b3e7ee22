package board

import (
	"testing"

	"github.com/grundy-games/grundy"
)

// misereByDefinition returns the misère nim-value by its definition.
func misereByDefinition() (value func(c grundy.Component) grundy.Value) {
	known := map[string]grundy.Value{}
	value = func(c grundy.Component) grundy.Value {
		text := c.String()
		if v, ok := known[text]; ok {
			return v
		}
		var values []grundy.Value
		for _, q := range c.AppendOptions(nil) {
			values = append(values, value(q))
		}
		v := grundy.Value(1)
		if len(values) > 0 {
			v = grundy.Mex(values...)
		}
		known[text] = v
		return v
	}
	return value
}

// Where moves raise a coordinate the table is larger than the box that is asked
// for, and from some of its cells moves lead out of it.
func TestMisereBoxOfClimbers(t *testing.T) {
	for _, rules := range []Rules{
		{Sides: []uint64{15, 15}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}},
		{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {1, -2}}, Blocked: [][]uint64{{4, 0}, {1, 1}}},
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 1}, {1, -2}}},
		{Sides: []uint64{0, 7, 0}, Leaps: [][]int64{{-2, 1, 0}, {0, 0, -1}}, Rides: [][]int64{{1, -3, 1}}},
	} {
		sides := []uint64{3, 4, 2}[:len(rules.Sides)]
		checkGame(t, newGame(t, rules), sides)
	}
}
