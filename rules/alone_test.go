package rules

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"grundy"
	"grundy/internal/long"
)

// How far tables and sequences reach, against which of their numbers choose positions.
func TestTablesEnd(t *testing.T) {
	far := long.Or[uint64](64, 512) // of a start that is asked there
	for name, test := range map[string]struct {
		text         string
		least        [2]uint64
		size, within [2]uint64 // the height of a sequence is 0
	}{
		"range":   {"position(n = integer(0, 100))\ndef moves(n):\n    pass\n", [2]uint64{}, [2]uint64{1000, 0}, [2]uint64{101, 0}},
		"enough":  {"position(n = integer(1, 100))\ndef moves(n):\n    pass\n", [2]uint64{1, 0}, [2]uint64{50, 0}, [2]uint64{50, 0}},
		"row":     {"position(r = row('ox', most = 30))\ndef start(n):\n    return fill('o', n)\ndef moves(r):\n    pass\n", [2]uint64{}, [2]uint64{1000, 0}, [2]uint64{31, 0}},
		"ranges":  {"position(w = integer(1, 60), h = integer(-3, 20))\ndef moves(w, h):\n    pass\n", [2]uint64{1, 0}, [2]uint64{512, 512}, [2]uint64{61, 21}},
		"below 0": {"position(w = integer(-5, -1), h = integer(2, 4))\ndef moves(w, h):\n    pass\n", [2]uint64{0, 2}, [2]uint64{9, 9}, [2]uint64{9, 5}},
		"endless": {"position(w = integer(), h = integer())\ndef moves(w, h):\n    pass\n", [2]uint64{}, [2]uint64{64, 64}, [2]uint64{64, 64}},
		"grid":    {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('o', h, w)\ndef moves(b):\n    pass\n", [2]uint64{}, [2]uint64{far, far}, [2]uint64{6, 8}},
		"late":    {"position(n = integer(), most = integer())\ndef start(n):\n    return n - 3, n\ndef moves(n, most):\n    pass\n", [2]uint64{3, 0}, [2]uint64{50, 0}, [2]uint64{50, 0}},
		"fails":   {"position(r = row('ox', most = 30))\ndef start(n):\n    if n < 4:\n        fail('four at least')\n    return fill('o', n)\ndef moves(r):\n    pass\n", [2]uint64{4, 0}, [2]uint64{50, 0}, [2]uint64{31, 0}},
		"none":    {"position(n = integer(), most = integer())\ndef start(n):\n    return -1, n\ndef moves(n, most):\n    pass\n", [2]uint64{}, [2]uint64{50, 0}, [2]uint64{50, 0}},
		"corner":  {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('o', h - 2, w - 1)\ndef moves(b):\n    pass\n", [2]uint64{2, 1}, [2]uint64{far, far}, [2]uint64{8, 9}},
		"wrong":   {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('z', h, w)\ndef moves(b):\n    pass\n", [2]uint64{}, [2]uint64{16, 16}, [2]uint64{16, 16}},
	} {
		f := load(t, name+".star", test.text, Options{})
		if s, ok := f.Sequence(); ok {
			if got := s.Within(t.Context(), test.size[0]); got != test.within[0] {
				t.Errorf("%s: %d terms of %d, want %d", name, got, test.size[0], test.within[0])
			}
			err := s.Values(t.Context(), 0, test.within[0], nil, func([]uint64) error { return nil })
			if unplaced := (UnplacedError{}); errors.As(err, &unplaced) != (name == "none") {
				t.Errorf("%s: %v", name, err)
			}
			if got := f.during(t.Context()).leasts()[0]; got != test.least[0] {
				t.Errorf("%s: least %d, want %d", name, got, test.least[0])
			}
			continue
		}
		table, ok := f.Table()
		if !ok {
			t.Fatal(name)
		}
		least := table.Least(t.Context())
		w, h := table.Within(t.Context(), test.size[0], test.size[1])
		if !slices.Equal(least, test.least[:]) || [2]uint64{w, h} != test.within {
			t.Errorf("%s: from %d to %d x %d, want %v and %v", name, least, w, h, test.least, test.within)
		}
		nothing := func([]uint64) error { return nil }
		var unplaced UnplacedError
		if err := table.EachRow(context.Background(), grundy.ByNimValue, []uint64{w, h}, 0, nil, nothing); name == "wrong" || name == "below 0" {
			if !errors.As(err, &unplaced) {
				t.Errorf("%s: %v", name, err)
			}
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "ranges" || name == "grid" || name == "corner" {
			for _, more := range [][2]uint64{{w + 1, h}, {w, h + 1}} {
				if err := table.EachRow(context.Background(), grundy.ByNimValue, more[:], 0, nil, nothing); !errors.As(err, &unplaced) || max(unplaced.Numbers[0], unplaced.Numbers[1]) == 0 {
					t.Errorf("%s: %d x %d: %v", name, more[0], more[1], err)
				}
			}
		}
	}
}

// Where the first numbers of a table choose positions only if they are large enough
// together, each cell tells for itself; and a sequence says where it ends.
func TestNumbersThatChoose(t *testing.T) {
	f := load(t, "together.star", "position(x = integer(), y = integer(), z = integer())\ndef start(a, b):\n    if a + b < 5:\n        fail('too few')\n    return a, b, 0\ndef moves(x, y, z):\n    for k in range(x):\n        move(k, y, z)\n    for k in range(y):\n        move(x, k, z)\n", Options{})
	table, ok := f.Table()
	if !ok {
		t.Fatal("no table")
	}
	y := uint64(0)
	err := table.EachRow(t.Context(), grundy.ByNimValue, []uint64{8, 8}, 0, nil, func(row []uint64) error {
		for x, v := range row {
			holds := uint64(x)+y >= 5
			if want := uint64(x) ^ y; holds && v != want || !holds && v != NoPosition || table.Holds(t.Context(), []uint64{uint64(x), y}) != holds {
				t.Errorf("(%d,%d): value %d, position %v", x, y, v, table.Holds(t.Context(), []uint64{uint64(x), y}))
			}
		}
		y++
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	f = load(t, "ends.star", "position(r = row('ox', most = 30))\ndef start(n):\n    if n < 4:\n        fail('four at least')\n    return fill('o', n)\ndef moves(r):\n    pass\n", Options{})
	s, ok := f.Sequence()
	if !ok {
		t.Fatal("no sequence")
	}
	for n, want := range map[uint64]bool{3: false, 4: false, 30: false, 31: true} {
		if got := s.EndsBefore(t.Context(), n); got != want {
			t.Errorf("ends before %d: %v, want %v", n, got, want)
		}
	}
}

// A start that takes long is asked no longer than somebody waits.
func TestSlowStart(t *testing.T) {
	f := load(t, "slow.star", "position(x = integer(), y = integer(), z = integer())\ndef start(a, b):\n    for i in range(1 << 40):\n        pass\n    return a, b, 0\ndef moves(x, y, z):\n    pass\n", Options{})
	table, ok := f.Table()
	if !ok {
		t.Fatal("no table")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if least := table.Least(ctx); !slices.Equal(least, []uint64{0, 0}) {
		t.Errorf("from %d", least)
	}
	const far = 1 << 20
	if w, h := table.Within(ctx, far, far); w != far || h != far {
		t.Errorf("%d x %d", w, h)
	}
}

// Only a shape of few positions, which are not long either, is looked at as a whole.
func TestSmallShapes(t *testing.T) {
	for shape, want := range map[string]int{ // the number of positions, or 0
		"row(3, 3, most = 100)":  101,
		"row(3, 3, most = 4900)": 0,
		"integer(0, 4999)":       5000,
		"integer(0, 5000)":       0,
		"row(-9223372036854775807, 9223372036854775807, most = 1)": 0,
		`row("XO", most = 3)`:              15,
		"heaps(1, 3, most = 2)":            10,
		`grid("XO", 2, 2)`:                 1 + 2 + 4 + 4 + 16,
		"integer(0, 9), b = integer(1, 2)": 20,
	} {
		fields := "a"
		if strings.Contains(shape, "b = ") {
			fields = "a, b"
		}
		f := load(t, "small.star", "position(a = "+shape+")\ndef moves("+fields+"):\n    pass\n", Options{})
		all, whole := f.during(t.Context()).positionsOfShape()
		different := map[Position]bool{}
		for p := range all {
			different[p] = true
		}
		if whole != (want > 0) || whole && len(different) != want {
			t.Errorf("%s: %d positions, all: %v; want %d", shape, len(different), whole, want)
		}
	}
}
