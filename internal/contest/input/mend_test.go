package input_test

import (
	"context"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// Conditions that a random list meets hardly ever are met row by row.
func TestRandomMeetsConditions(t *testing.T) {
	intervals := input.Records("a", input.Exactly(of("n")), input.Number("", at(1), at(99)), input.Number("", at(2), at(100)))
	for _, c := range []struct {
		name  string
		group input.Group
		valid func(d *input.Data) bool
	}{
		{"intervals", tests(100, fields(input.Number("n", at(1), at(100)), intervals)), func(d *input.Data) bool {
			for i := range d.Values[1].Len() {
				if row := d.Values[1].Row(i); row[0] >= row[1] {
					return false
				}
			}
			return true
		}},
		{"circles", fields(input.Number("n", at(1), at(50)), input.Numbers("x", input.Exactly(of("n")), at(0), at(100)), input.Numbers("r", input.Exactly(of("n")), at(1), at(100))),
			func(d *input.Data) bool {
				x, r := d.Values[1].List, d.Values[2].List
				for i := range x {
					for j := range i {
						far := max(x[i], x[j]) - min(x[i], x[j])
						if far <= r[i]+r[j] && far >= max(r[i], r[j])-min(r[i], r[j]) {
							return false
						}
					}
				}
				return true
			}},
		{"even numbers", fields(input.Number("n", at(1), at(5000)), input.Numbers("a", input.Exactly(of("n")), at(0), at(1e9))), func(d *input.Data) bool {
			return !slices.ContainsFunc(d.Values[1].List, func(n uint64) bool { return n%2 == 1 })
		}},
		{"no zero first", fields(input.Number("n", at(1), at(50)), input.Texts("a", input.Exactly(of("n")), at(1), at(9), "0123456789")), func(d *input.Data) bool {
			for i := range d.Values[1].Len() {
				if word := d.Values[1].Word(i); word[0] == '0' {
					return false
				}
			}
			return true
		}},
	} {
		s := shape(t, input.Declaration{Group: c.group, Valid: func(_ context.Context, d *input.Data) (string, error) {
			if c.valid(d) {
				return "", nil
			}
			return c.name, nil
		}})
		random := chance.New(t, 1)
		longest := 0
		for range 20 {
			d, err := s.Random(random, input.Large)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if err := s.Check(d); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			for _, test := range s.Innermost(d) {
				longest = max(longest, int(test.Values[0].Number))
			}
		}
		if longest < 10 {
			t.Errorf("%s: none has more than %d rows", c.name, longest)
		}
	}
}
