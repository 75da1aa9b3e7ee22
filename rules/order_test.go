package rules

// These are tests of what is found that every move lowers, and of numbered positions.

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/search"
)

// A ranked game, a position of it, and what every move lowers.
var orders = []struct {
	rules, position, words string
	proved, byRank         bool
	count                  uint64
}{
	{"position(x = integer(), y = integer())\ndef moves(x, y):\n    for k in range(x):\n        move(k, y)\n    for k in range(y):\n        move(x, k)\n", "6,5", "x + y", true, true, 42},
	{"position(x = integer(), y = integer())\ndef moves(x, y):\n    if x >= 2:\n        move(x - 2, y + 1)\n    if y >= 2:\n        move(x + 1, y - 2)\n", "6,5", "x + y", true, false, 144},
	{"position(x = integer(), y = integer(0, 4))\ndef moves(x, y):\n    for k in range(5):\n        if x:\n            move(x - 1, k)\n    if y:\n        move(x, y - 1)\n", "3,2", "x, then x + y", true, true, 20},
	{"position(x = integer(0, 8), y = integer(0, 4))\ndef moves(x, y):\n    for k in range(9):\n        if y:\n            move(k, y - 1)\n    if x:\n        move(x - 1, y)\n", "3,2", "y, then x", true, false, 27},
	{"position(up = integer(0, 7), x = integer(0, 5))\ndef moves(up, x):\n    if up < 7:\n        move(up + 1, x)\n        move(up + 1, 5 - x)\n", "0,3", "-up", true, false, 32},
	{"position(h = row(0, 9, order = \"descending\"))\ndef moves(h):\n    for i in range(len(h)):\n        for k in range(h[i]):\n            move([min(c, k) if j >= i else c for j, c in enumerate(h)])\n", "[4,4,4]", "the sum of h", true, true, 35},
	{"position(h = row(0, 9, order = \"ascending\"))\ndef moves(h):\n    for i in range(len(h)):\n        for k in range(h[i - 1] if i else 0, h[i]):\n            move([k if j == i else c for j, c in enumerate(h)])\n", "[1,3,3]", "the sum of h", true, true, 16},
	{"position(h = heaps(1, 9, most = 5))\ndef moves(h):\n    for i in range(len(h)):\n        move([c for j, c in enumerate(h) if j != i])\n        for k in range(1, h[i]):\n            move([k if j == i else c for j, c in enumerate(h)])\n", "[2,3,4]", "the rank", false, true, 28},
	{"position(h = heaps(0, 9, length = 3))\ndef moves(h):\n    for i in range(3):\n        for k in range(h[i]):\n            move([k if j == i else c for j, c in enumerate(h)])\n", "[2,3,4]", "the sum of h", false, true, 28},
	{"position(b = grid(\".#\", height = 3, width = 2, exact = True))\ndef moves(b):\n    for y in range(3):\n        for x in range(2):\n            if b[y, x] == \".\":\n                move(put(b, \"#\", (y, x)))\n", "\"../../..\"", `the number of "." in b`, true, false, 64},
	{"position(n = integer(), r = row(\"ab\", length = 2))\ndef legal(n, r):\n    return n % 2 == 0\ndef moves(n, r):\n    if n % 2:\n        fail(\"odd\")\n    if n:\n        move(n - 2, r)\n    if r[0] == \"a\":\n        move(n, put(r, \"b\", 0))\n", "6,\"aa\"", "n, then", true, false, 28},
}

// The ranks of a game are of its positions, each with its own options, and its order is one of
// all moves.
func TestOrders(t *testing.T) {
	outcomes := 0
	for _, c := range orders {
		f := load(t, "g", c.rules, Options{})
		p := read(t, f, c.position+")")
		ranks, ok := p.Ranks()
		if !ok {
			t.Errorf("%s\nhas no ranks", c.rules)
			continue
		}
		if c.count > 0 && ranks.Count() != c.count {
			t.Errorf("%s\nhas %d ranks at %s, want %d", c.rules, ranks.Count(), p, c.count)
		}
		order, err := ranks.FindOrder(t.Context())
		if err != nil || !strings.HasPrefix(order.Words, c.words) || order.Proved != c.proved || order.ByRank != c.byRank {
			t.Errorf("%s\nis in the order %+v, %v", c.rules, order, err)
			continue
		}
		checkOrder(t, ranks, order)
		if order.ByRank {
			outcomes += checkOutcomes(t, ranks)
		}
	}
	if outcomes < 4 {
		t.Errorf("only %d games have moves backward", outcomes)
	}
}

// checkOutcomes compares outcomes of ranks with nim-values and with the definition in misère play,
// where moves are listed backward: then it returns 1.
func checkOutcomes(t *testing.T, ranks grundy.Ranks[grundy.Component]) int {
	t.Helper()
	backward, err := ranks.FindBackward(t.Context())
	if err != nil {
		return 0
	}
	rules := func() search.DenseRules { return ranks.NewMoves() }
	for _, o := range []search.Options{{}, {Misere: true}} {
		got, err := search.NewOutcomes(t.Context(), ranks.NewMoves(), backward, ranks.Count(), o)
		values, fails := search.Table(t.Context(), rules, ranks.Count(), o)
		if errors.Is(fails, grundy.ErrUnranked) && err != nil {
			continue
		}
		if err != nil || fails != nil && !errors.Is(fails, grundy.ErrUnranked) {
			t.Fatalf("outcomes: %v, values: %v", err, fails)
		}
		for rank := range ranks.Count() {
			p, ok := ranks.Unrank(rank)
			if fails == nil && ok && got.At(rank) != min(values.At(rank), 1) {
				t.Fatalf("%s: %v: %d, nim-value %d", p, o.Misere, got.At(rank), values.At(rank))
			}
		}
	}
	return 1
}

// checkOrder compares the moves of all ranks with those of their positions, and with an order.
func checkOrder(t *testing.T, ranks grundy.Ranks[grundy.Component], order grundy.Order) {
	t.Helper()
	weights := order.Weights
	if order.ByRank {
		weights = nil
	}
	a, err := search.Arrange(ranks.Sizes, weights)
	if err != nil {
		t.Fatal(err)
	}
	lister := ranks.NewMoves()
	for rank := range ranks.Count() {
		options, err := lister.AppendOptions(nil, rank)
		p, ok := ranks.Unrank(rank)
		if !ok {
			if len(options) > 0 {
				t.Fatalf("rank %d is of no position, and has options", rank)
			}
			continue
		}
		if back := ranks.Rank(p); back != rank {
			t.Fatalf("%s has the rank %d, and rank %d is %s", p, back, rank, p)
		}
		if err != nil {
			if !errors.Is(err, grundy.ErrUnranked) {
				t.Fatalf("%s: %v", p, err)
			}
			continue
		}
		var want []uint64
		for _, q := range p.AppendOptions(nil) {
			want = append(want, ranks.Rank(q))
		}
		slices.Sort(want)
		slices.Sort(options)
		options = slices.Compact(options)
		if !slices.Equal(options, slices.Compact(want)) {
			t.Fatalf("%s has the options %d, by ranks %d", p, want, options)
		}
		for _, q := range options {
			if a.Place(q) >= a.Place(rank) {
				to, _ := ranks.Unrank(q)
				t.Fatalf("%s, rank %d, leads to %s, rank %d: not lower by %s", p, rank, to, q, order.Words)
			}
		}
	}
}

// Moves in circles through weighted sums have no order.
func TestNoOrder(t *testing.T) {
	f := load(t, "g", "position(x = integer(0, 9), y = integer(0, 9))\ndef moves(x, y):\n    for a, b in [(9, 2), (2, 7), (7, 3), (3, 8)]:\n        if x == a:\n            move(b, y)\n", Options{})
	report, err := f.Check(t.Context(), CheckBounds{})
	if err != nil || report.Order.Words != "" || !strings.HasPrefix(report.Order.Why, "no weighted sum of x, y is found that every move lowers") {
		t.Errorf("%+v, %v", report.Order, err)
	}
}

// Random games whose moves lower a random weighted sum have an order.
func TestOrdersOfRandomGames(t *testing.T) {
	rng := chance.New(t, 5)
	outcomes := 0
	for range 40 {
		text := "position(x = integer(0, 12), y = integer(0, 12))\ndef moves(x, y):\n    pass\n"
		a, b := rng.Int64N(3), rng.Int64N(3)
		for range 1 + rng.IntN(4) {
			dx, dy := rng.Int64N(5)-2, rng.Int64N(5)-2
			if a*dx+b*dy < 0 {
				text += "    if 0 <= x + " + str(dx) + " and x + " + str(dx) + " <= 12 and 0 <= y + " + str(dy) + " and y + " + str(dy) + " <= 12:\n        move(x + " + str(dx) + ", y + " + str(dy) + ")\n"
			}
		}
		f := load(t, "g", text, Options{})
		p := read(t, f, "9,8)")
		ranks, ok := p.Ranks()
		if !ok {
			t.Fatalf("%s\nhas no ranks", text)
		}
		order, err := ranks.FindOrder(t.Context())
		if err != nil {
			if len(p.AppendOptions(nil)) > 0 {
				t.Errorf("%s\n%v", text, err)
			}
			continue
		}
		checkOrder(t, ranks, order)
		if order.ByRank {
			outcomes += checkOutcomes(t, ranks)
		}
	}
	if outcomes < 10 {
		t.Errorf("only %d games have moves backward", outcomes)
	}
}

func str(n int64) string { return strconv.FormatInt(n, 10) }
