package rules

import (
	"context"
	"errors"
	"testing"
)

// How far tables and sequences reach, against which of their numbers choose positions.
func TestTablesEnd(t *testing.T) {
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
		"grid":    {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('o', h, w)\ndef moves(b):\n    pass\n", [2]uint64{}, [2]uint64{512, 512}, [2]uint64{6, 8}},
		"late":    {"position(n = integer(), most = integer())\ndef start(n):\n    return n - 3, n\ndef moves(n, most):\n    pass\n", [2]uint64{3, 0}, [2]uint64{50, 0}, [2]uint64{50, 0}},
		"fails":   {"position(r = row('ox', most = 30))\ndef start(n):\n    if n < 4:\n        fail('four at least')\n    return fill('o', n)\ndef moves(r):\n    pass\n", [2]uint64{4, 0}, [2]uint64{50, 0}, [2]uint64{31, 0}},
		"none":    {"position(n = integer(), most = integer())\ndef start(n):\n    return -1, n\ndef moves(n, most):\n    pass\n", [2]uint64{}, [2]uint64{50, 0}, [2]uint64{50, 0}},
		"corner":  {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('o', h - 2, w - 1)\ndef moves(b):\n    pass\n", [2]uint64{2, 1}, [2]uint64{512, 512}, [2]uint64{8, 9}},
		"wrong":   {"position(b = grid('ox', height = 5, width = 7))\ndef start(h, w):\n    return fill('z', h, w)\ndef moves(b):\n    pass\n", [2]uint64{}, [2]uint64{16, 16}, [2]uint64{16, 16}},
	} {
		f := load(t, name+".star", test.text, Options{})
		if s, ok := f.Sequence(); ok {
			if got := s.Within(test.size[0]); got != test.within[0] {
				t.Errorf("%s: %d terms of %d, want %d", name, got, test.size[0], test.within[0])
			}
			err := s.Values(t.Context(), 0, test.within[0], nil, func([]uint64) error { return nil })
			if unplaced := (UnplacedError{}); errors.As(err, &unplaced) != (name == "none") {
				t.Errorf("%s: %v", name, err)
			}
			if got := f.leasts()[0]; got != test.least[0] {
				t.Errorf("%s: least %d, want %d", name, got, test.least[0])
			}
			continue
		}
		table, ok := f.Table()
		if !ok {
			t.Fatal(name)
		}
		x, y := table.Least()
		w, h := table.Within(test.size[0], test.size[1])
		if [2]uint64{x, y} != test.least || [2]uint64{w, h} != test.within {
			t.Errorf("%s: from %d, %d to %d x %d, want %v and %v", name, x, y, w, h, test.least, test.within)
		}
		nothing := func([]uint64) error { return nil }
		var unplaced UnplacedError
		if err := table.EachRow(context.Background(), w, h, false, nil, nothing); name == "wrong" || name == "below 0" {
			if !errors.As(err, &unplaced) {
				t.Errorf("%s: %v", name, err)
			}
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "ranges" || name == "grid" || name == "corner" {
			for _, more := range [][2]uint64{{w + 1, h}, {w, h + 1}} {
				if err := table.EachRow(context.Background(), more[0], more[1], false, nil, nothing); !errors.As(err, &unplaced) || max(unplaced.Numbers[0], unplaced.Numbers[1]) == 0 {
					t.Errorf("%s: %d x %d: %v", name, more[0], more[1], err)
				}
			}
		}
	}
}
