package input_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// minimum shrinks d as long as it stays bad, and counts the inputs that it looked at.
func minimum(s *input.Shape, d *input.Data, bad func(*input.Data) bool) (smallest *input.Data, looked int) {
	for {
		next := (*input.Data)(nil)
		for c := range s.Shrink(d) {
			if looked++; bad(c) {
				next = c
				break
			}
		}
		if next == nil {
			return d, looked
		}
		d = next
	}
}

// value returns the value of a field in a repetition.
func value(s *input.Shape, d *input.Data, name string) *input.Value {
	place, _ := s.Lookup(name)
	return d.At(place)
}

func TestShrinkFindsTheMinimum(t *testing.T) {
	all := formats(t)
	find := func(name string) input.Declaration {
		i := slices.IndexFunc(all, func(f format) bool { return f.name == name })
		return all[i].Declaration
	}
	xor := func(list []uint64) (x uint64) {
		for _, n := range list {
			x ^= n
		}
		return x
	}
	depth := func(v *input.Value) int { // of the node farthest from node 1
		far, deepest := map[uint64]int{1: 0}, 0
		for range v.List {
			for i := 0; i < len(v.List); i += 2 {
				for _, e := range [2][2]uint64{{v.List[i], v.List[i+1]}, {v.List[i+1], v.List[i]}} {
					if d, known := far[e[0]]; known {
						if _, known := far[e[1]]; !known {
							far[e[1]] = d + 1
							deepest = max(deepest, d+1)
						}
					}
				}
			}
		}
		return deepest
	}
	for _, c := range []struct {
		format string
		bad    func(s *input.Shape, test *input.Data) bool // of one of the repetitions
		want   string
	}{
		{"nim-game", func(s *input.Shape, d *input.Data) bool {
			return xor(value(s, d, "s").List) == 0 && len(value(s, d, "s").List) > 1
		}, "1\n2\n0 0\n"},
		{"nim-game", func(s *input.Shape, d *input.Data) bool { return slices.Contains(value(s, d, "s").List, 77) }, "1\n1\n77\n"},
		{"nim-game", func(s *input.Shape, d *input.Data) bool {
			return slices.ContainsFunc(value(s, d, "s").List, func(n uint64) bool { return n >= 12345 })
		}, "1\n1\n12345\n"},
		{"nim-game", func(s *input.Shape, d *input.Data) bool {
			list := value(s, d, "s").List
			return xor(list) == 0 && len(list) > 0 && slices.Max(list) > 1
		}, "1\n2\n2 2\n"},
		{"counter-game", func(_ *input.Shape, d *input.Data) bool { return d.Values[0].Number >= 1<<33 }, "1\n8589934592\n"},
		{"kyles", func(s *input.Shape, d *input.Data) bool {
			return bytes.Contains(value(s, d, "pins").Text, []byte("XX"))
		}, "1\n2\nXX\n"},
		{"deforestation", func(s *input.Shape, d *input.Data) bool { return len(value(s, d, "edges").List) >= 4 }, "1\n3\n1 2\n1 3\n"},
		{"deforestation", func(s *input.Shape, d *input.Data) bool { return depth(value(s, d, "edges")) >= 3 }, "1\n4\n1 2\n2 3\n3 4\n"},
		{"permutation-game", func(s *input.Shape, d *input.Data) bool { return !slices.IsSorted(value(s, d, "p").List) }, "1\n2\n2 1\n"},
		{"move-the-coins", func(s *input.Shape, d *input.Data) bool { return value(s, d, "u").Number > value(s, d, "v").Number }, "2\n0 0\n1 2\n1\n2 1\n"},
		{"benders-play", func(s *input.Shape, d *input.Data) bool {
			return len(value(s, d, "edges").List) > 0 && len(value(s, d, "nodes").List) > 1
		}, "2 1\n1 2\n1\n2\n1 1\n"},
		{"bob-and-ben", func(s *input.Shape, d *input.Data) bool { return value(s, d, "trees").Len() > 1 }, "1\n2\n1 2\n1 2\n"},
		{"grid", func(s *input.Shape, d *input.Data) bool { return bytes.IndexByte(value(s, d, "board").Text, '#') >= 0 }, "1 1\n#\n"},
		{"digits-square-board", func(s *input.Shape, d *input.Data) bool { return slices.Contains(value(s, d, "board").List, 4) }, "1\n1\n4\n"},
		{"s-nim", func(s *input.Shape, d *input.Data) bool {
			return slices.Contains(value(s, d, "set").List, 5) && value(s, d, "positions").Len() > 1
		}, "1 5\n2\n1 0\n1 0\n0\n"},
		{"s-nim with queries", func(s *input.Shape, d *input.Data) bool {
			return len(value(s, d, "set").List) > 1 && len(value(s, d, "h").List) > 1
		}, "2 1 2\n1\n2 0 0\n0\n"},
		{"until 0 0", func(s *input.Shape, d *input.Data) bool { return len(value(s, d, "a").List) > 1 }, "0 2\n1 1\n0 0\n"},
		{"sums of fields", func(s *input.Shape, d *input.Data) bool {
			return len(value(s, d, "a").List) > 3 && value(s, d, "last").Number > 2
		}, "1\n1 4 4\n0 0 0 0\n3\n"},
		{"columns in order", func(s *input.Shape, d *input.Data) bool {
			return value(s, d, "segments").Len() > 1 && value(s, d, "cells").Len() > 1
		},
			"1\n2\n0 0 0\n1 0 0\n2\n1 0\n1 1\n"},
		{"ErrantKnight", func(s *input.Shape, d *input.Data) bool { return slices.Contains(value(s, d, "x").List, ^uint64(9)) }, `{"args": [[-10], [0]]}` + "\n"},
		{"ErrantKnight", func(s *input.Shape, d *input.Data) bool { return len(value(s, d, "x").List) > 1 }, `{"args": [[0, 0], [0, 0]]}` + "\n"},
		{"LongLongNim", func(s *input.Shape, d *input.Data) bool { return len(value(s, d, "moves").List) == 3 }, `{"args": [1, [1, 2, 3]]}` + "\n"},
		{"MoreNim", func(s *input.Shape, d *input.Data) bool { return value(s, d, "heaps").Len() > 1 }, `{"args": [["0", "0"]]}` + "\n"},
		{"TheXGame", func(s *input.Shape, d *input.Data) bool {
			return bytes.Count(value(s, d, "board").Text, []byte("X")) > 1
		}, `{"args": ["XX"]}` + "\n"},
	} {
		s := shape(t, find(c.format))
		bad := func(d *input.Data) bool {
			return slices.ContainsFunc(s.Innermost(d), func(test *input.Data) bool { return c.bad(s, test) })
		}
		random := chance.New(t, 1)
		tried := 0
		for i := 0; tried < 3 && i < 3000; i++ {
			d, err := s.Random(random, input.Small)
			if i%2 == 1 {
				d, err = s.Random(random, input.Size{Tests: 5, Length: 12, Value: 1 << 40, Elements: 200})
			}
			if err != nil {
				t.Fatal(err)
			}
			if !bad(d) {
				continue
			}
			tried++
			smallest, looked := minimum(s, d, bad)
			if text := string(s.Text(smallest)); text != c.want {
				t.Errorf("%s: got %q, want %q, from\n%.500s", c.format, text, c.want, s.Text(d))
			}
			if looked > 20_000 {
				t.Errorf("%s: looked at %d inputs", c.format, looked)
			}
		}
		if tried == 0 {
			t.Errorf("%s: no bad input for %q", c.format, c.want)
		}
	}
}

// All that Shrink offers is valid and different, and the input itself stays.
func TestShrinkOffersValidInputs(t *testing.T) {
	for i, f := range formats(t) {
		s, random := shape(t, f.Declaration), chance.New(t, uint64(400+i))
		for range 3 {
			d, err := s.Random(random, input.Tiny)
			if err != nil {
				t.Fatal(err)
			}
			before := string(s.Text(d))
			n := 0
			for c := range s.Shrink(d) {
				if err := s.Check(c); err != nil || string(s.Text(c)) == before {
					t.Errorf("%s: %v: %q from %q", f.name, err, s.Text(c), before)
				}
				if n++; n == 200 {
					break
				}
			}
			if string(s.Text(d)) != before {
				t.Fatalf("%s: the input has changed", f.name)
			}
			// With every step taken, it ends at an input without steps.
			smallest, _ := minimum(s, d, func(*input.Data) bool { return true })
			for range s.Shrink(smallest) {
				t.Errorf("%s: a smaller one", f.name)
			}
		}
	}
	if s := testsOfHeaps(t); s != nil {
		d, _ := s.Parse(strings.NewReader("2 1 5 2 3 3"), input.Options{})
		for c := range s.Shrink(d) {
			if text := string(s.Text(c)); text != "1\n2\n3 3\n" {
				t.Errorf("first %q", text)
			}
			break
		}
	}
}
