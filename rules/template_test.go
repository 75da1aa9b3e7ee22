package rules

import (
	"slices"
	"testing"
)

// The open integers of a template have the names of their fields, with a number where a
// field has several, or the names of the parameters of start.
func TestNamesOfOpenIntegers(t *testing.T) {
	two := "position(h = heaps(most = 6, hi = 9), n = integer(0, 4))\ndef moves(h, n):\n    pass\n"
	for text, c := range map[string]struct {
		rules   string
		names   []string
		offsets []int
		limits  []uint64
	}{
		"[_,3,_],_)": {two, []string{"h 1", "h 2", "n"}, []int{1, 5, 8}, []uint64{0, 0, 5}},
		"[1,_],2)":   {two, []string{"h"}, []int{3}, []uint64{0}},
		"_,_)":       {two + "def start(a, b):\n    return [a], b\n", []string{"a", "b"}, []int{0, 2}, []uint64{0, 0}},
	} {
		template, length, err := load(t, "t.star", c.rules, Options{}).ReadTemplate(text)
		if err != nil || length != len(text) || !slices.Equal(template.Names, c.names) || !slices.Equal(template.Offsets, c.offsets) || !slices.Equal(template.Limits, c.limits) {
			t.Errorf("%s: %+v, %d, %v", text, template, length, err)
		}
	}
}
