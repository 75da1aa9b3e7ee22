package rules

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
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
		axes := len(f.Numbers())
		least, within := f.during(t.Context()).leasts(), f.Within(t.Context(), test.size[:axes]...)
		if !slices.Equal(least, test.least[:axes]) || !slices.Equal(within, test.within[:axes]) {
			t.Errorf("%s: from %d to %d, want %v and %v", name, least, within, test.least, test.within)
		}
	}
}

// A start that takes long is asked no longer than somebody waits.
func TestSlowStart(t *testing.T) {
	f := load(t, "slow.star", "position(x = integer(), y = integer(), z = integer())\ndef start(a, b):\n    for i in range(1 << 40):\n        pass\n    return a, b, 0\ndef moves(x, y, z):\n    pass\n", Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if least := f.during(ctx).leasts(); !slices.Equal(least, []uint64{0, 0}) {
		t.Errorf("from %d", least)
	}
	const far = 1 << 20
	if within := f.Within(ctx, far, far); !slices.Equal(within, []uint64{far, far}) {
		t.Error(within)
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
