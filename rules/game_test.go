package rules

// These tests compare games from files against the same games elsewhere: built-in ones, published
// values, and the rules without what the file declares.

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/search"
)

// docFile loads an example of docs/rules.md, the last of that name.
func docFile(t *testing.T, name string) *File {
	t.Helper()
	doc, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, b := range docBlock.FindAllStringSubmatch(string(doc), -1) {
		if b[1] == name {
			text = b[2]
		}
	}
	if text == "" {
		t.Fatalf("docs/rules.md has no %s", name)
	}
	return load(t, name, text, Options{CompiledOnly: true})
}

func read(t *testing.T, f *File, position string) grundy.Component {
	t.Helper()
	c, _, err := f.Read(t.Context(), position)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// valueIn returns the nim-value of a position by search, as it is declared.
func valueIn(r *run, p Position) (uint64, error) {
	v, err := r.newValues(r, 0)(r.clock.Ctx, p)
	return uint64(v.Nim), err
}

// noPosition stands among values for numbers that choose no position.
const noPosition = 1 << 63

// valuesOf returns the nim-values of the positions that the first numbers along each axis
// choose, by search.
func valuesOf(t *testing.T, f *File, sides ...uint64) (values []uint64) {
	t.Helper()
	r := f.during(t.Context())
	value := r.newValues(r, 0)
	cell := make([]uint64, len(sides))
	for {
		p, err := r.at(cell...)
		v := uint64(noPosition)
		if err == nil {
			var of grundy.LoopyValue
			of, err = value(t.Context(), p)
			v = uint64(of.Nim)
		} else if exists(err) || makesNone(err) {
			err = nil
		}
		if err != nil {
			t.Fatalf("%s at %d: %v", f, cell, err)
		}
		values = append(values, v)
		axis := 0
		for ; axis < len(cell); axis++ {
			if cell[axis]++; cell[axis] < sides[axis] {
				break
			}
			cell[axis] = 0
		}
		if axis == len(cell) {
			return values
		}
	}
}

func nimOf(t *testing.T, f *File, c grundy.Component) uint64 {
	t.Helper()
	v, err := valueIn(f.during(t.Context()), c.Position().(Position))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSequencesAgainstBuiltIn(t *testing.T) {
	kayles, err := sequence.ParseCode("0.77")
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := sequence.ParseCode("0.137") // Dawson's Chess, which is Node Kayles on a path
	if err != nil {
		t.Fatal(err)
	}
	for name, same := range map[string]heap.Sequence{
		"kayles.star": kayles, "heaps.star": kayles, "nodekayles.star": nodes, "squares.star": heap.TakeFrom{Set: heap.Squares},
	} {
		const n = 60
		var theirs []uint64
		ours := valuesOf(t, docFile(t, name), n)
		if err := same.Values(context.Background(), 0, n, nil, func(v []uint64) error { theirs = append(theirs, v...); return nil }); err != nil {
			t.Fatal(err)
		}
		for i := range ours {
			if ours[i] != theirs[i] {
				t.Errorf("%s: G(%d) = %d, and %v has %d", name, i, ours[i], same, theirs[i])
			}
		}
	}
}

func TestWythoffAgainstQueen(t *testing.T) {
	f := docFile(t, "wythoff.star")
	const side = 24
	table := slices.Collect(slices.Chunk(valuesOf(t, f, side, side), side))
	queen, err := board.Placer(board.Queen())(nil, []grundy.Arg{grundy.ArgOf(0), grundy.ArgOf(0)})
	if err != nil {
		t.Fatal(err)
	}
	y := 0
	err = queen.Game().(board.Piece).EachRow(context.Background(), grundy.ByNimValue, []uint64{side, side}, 1, nil, func(row []uint64) error {
		if !slices.Equal(table[y], row) {
			t.Errorf("row %d: %d, and the queen has %d", y, table[y], row)
		}
		y++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTables holds tables equal to searches, also where moves leave the box.
func TestTables(t *testing.T) {
	for name, text := range map[string]string{
		"nim": "position(a = integer(1), b = integer(-2), c = integer())\ndef moves(a, b, c):\n    for k in range(1, a):\n        move(k, b, c)\n    for k in range(-2, b):\n        move(a, k, c)\n    for k in range(c):\n        move(a, b, k)\n",
		// The first number falls, the second may rise within its box.
		"rising": "position(a = integer(0, 30), b = integer(0, 30), c = integer(0, 30))\ndef moves(a, b, c):\n    if a > 0:\n        move(a - 1, min(b + 2, 30), c // 2)\n        move(a // 2, b, c)\n    if b > 1:\n        move(a, b - 2, c)\n    if c > 2:\n        move(a, b, c - 3)\n",
		// Moves that leave the box below (20,…), which no probe may meet.
		"leaving": "position(a = integer(0, 40), b = integer(0, 40), c = integer(0, 40))\ndef moves(a, b, c):\n    if a == 17 and b == 13 and c == 3:\n        move(3, 40, 2)\n    for k in range(a):\n        move(k, b, c)\n    for k in range(b):\n        move(a, k, c)\n    for k in range(c):\n        move(a, b, k)\n",
	} {
		f := load(t, name+".star", text, Options{CompiledOnly: true})
		at := "30,30,30)"
		if name == "nim" {
			at = "27,24,26)"
		}
		c := read(t, f, at)
		p := c.Position().(Position)
		started := c.Game().(grundy.Starter[Position]).Start(t.Context())
		ranks, ok := started.(grundy.Ranker[Position]).PlanRanks(p)
		if !ok {
			t.Fatal(name, "has no ranks")
		}
		table, err := search.Table(t.Context(), func() search.DenseRules { return ranks.NewMoves() }, ranks.Count(), search.Options{Sizes: ranks.Sizes})
		if name == "leaving" {
			if !errors.Is(err, grundy.ErrUnranked) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(name, err)
		}
		r := f.during(t.Context())
		value := r.newValues(r, 0)
		for _, q := range append(c.AppendOptions(nil), c) {
			want, err := value(context.Background(), q.Position().(Position))
			if err != nil {
				t.Fatal(err)
			}
			rank := ranks.Rank(q.Position().(Position))
			if back, ok := ranks.Unrank(rank); !ok || back != q.Position() {
				t.Errorf("%s: %s has the rank %d, which stands for another position", name, q, rank)
			}
			if got := table.At(rank); got != uint64(want.Nim) {
				t.Errorf("%s: %s: %d by table, %v by search", name, q, got, want)
			}
		}
	}
}

// TestDeclarationsAgainstOracle holds small positions of the documented games to
// the definition of nim-values, played by their plain options.
func TestDeclarationsAgainstOracle(t *testing.T) {
	for name, position := range map[string]string{
		"nim.star": "1,2,3)", "wythoff.star": "3,4)", "chomp.star": "3,3)", "cram.star": "2,4)", "nodekayles.star": "7)",
		"counter.star": "37)", "euclid.star": "7,12)", "fibonacci.star": "9)", "heaps.star": "7)", "kayles.star": "7)",
	} {
		f := docFile(t, name)
		c := read(t, f, position)
		want := new(oracle.Oracle).Value(c)
		if got := nimOf(t, f, c); got != want {
			t.Errorf("%s: %d, by definition %d", c, got, want)
		}
	}
}

func TestCram(t *testing.T) {
	f := docFile(t, "cram.star")
	for position, want := range map[string]uint64{"4,4)": 0, "4,5)": 2, "3,4)": 1} { // theory/search/testdata/cram.json
		if got := nimOf(t, f, read(t, f, position)); got != want {
			t.Errorf("cram(%s is %d, not %d", position, got, want)
		}
	}
}

const queensRules = `"""Put a queen on a cell that no queen attacks: Node Kayles on the queen's graph."""
position(board = grid(".#", height = 9, width = 9))
def start(n):
    return fill(".", n, n)
def moves(board):
    h, w = board.height, board.width
    for r in range(h):
        for c in range(w):
            if board[r, c] == ".":
                move([["#" if i == r or j == c or abs(i - r) == abs(j - c) else board[i, j] for j in range(w)] for i in range(h)])
symmetric("rotate", "reflect")
`

func TestQueens(t *testing.T) {
	want := []uint64{0, 1, 1, 2, 1, 3, 1, 2, 3, 1} // OEIS A344227
	f := load(t, "queens.star", queensRules, Options{CompiledOnly: true})
	most := 6
	if long.Asked {
		most = 9
	}
	for n, v := range valuesOf(t, f, uint64(most+1)) {
		if v != want[n] {
			t.Errorf("a(%d) = %d, not %d", n, v, want[n])
		}
	}
}

func TestCheckFinds(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"symmetry": {
			"position(x = integer(), y = integer())\ndef moves(x, y):\n    for k in range(x):\n        move(k, y)\n    if y > 0:\n        move(x, y - 1)\nsymmetric(\"swap\")\n",
			"w.star(2,0) has the nim-value 2, and w.star(0,2), which should stand for it, 0",
		},
		"touching": { // moves jump over gaps
			"position(r = row(\"X.\", most = 9))\ndef moves(r):\n    for i in range(len(r)):\n        for j in range(i):\n            if r[i] == \"X\" and r[j] == \"X\":\n                move(put(r, \".\", i, j))\ntouching(\"X\")\n",
			"which should stand for it",
		},
		"parts": {
			"position(a = integer(), b = integer())\ndef moves(a, b):\n    for k in range(1, min(a, b) + 1):\n        move(a - k, b - k)\ndef parts(a, b):\n    part(a, 0)\n    part(0, b)\n",
			"w.star(1,1) has the nim-value 1, and w.star(0,1;1,0), which should stand for it, 0",
		},
	} {
		f := load(t, "w.star", c.text, Options{})
		r, err := f.Check(context.Background(), CheckBounds{})
		if err != nil || r.OK() || len(r.Declared) != 1 || !strings.Contains(r.Declared[0].Wrong, c.want) {
			t.Errorf("%s: %+v, %v; want %s", name, r.Declared, err, c.want)
		}
	}
	f := load(t, "c.star", "position(n = integer(0, 9))\ndef moves(n):\n    move((n + 4) % 6)\n", Options{})
	r, err := f.Check(context.Background(), CheckBounds{})
	if err != nil || r.OK() || strings.Join(r.Cycle, " ") != "c.star(0) c.star(4) c.star(2)" {
		t.Errorf("%v, %v", r.Cycle, err)
	}
	f = load(t, "e.star", "position(n = integer())\ndef moves(n):\n    if n > 0:\n        move(n - 1)\nexample(3, outcome = \"P\", nim_value = 2, options = 3)\n", Options{})
	r, err = f.Check(context.Background(), CheckBounds{})
	if err != nil || r.OK() || strings.Join(r.Examples[0].Wrong, "; ") != `options = 1, not 3; nim_value = 1, not 2; outcome = "N", not "P"` {
		t.Errorf("%v, %v", r.Examples, err)
	}
}

// TestNoAllocation checks that compiled rules allocate nothing once their machine
// and its lists are warm.
func TestNoAllocation(t *testing.T) {
	f := load(t, "kayles.star", kaylesRules, Options{CompiledOnly: true})
	c := read(t, f, `"XXXXXXX.XXXX")`)
	state := statesOf(f, c.Position().(Position))
	m := f.fastMoves.NewMachine()
	result := lang.Collector{Wants: "move"}
	never := lang.NewClock(t.Context())
	run := func() {
		result.States, result.Ends = result.States[:0], result.Ends[:0]
		if done, err := f.fastMoves.Run(m, &never, state, &result); !done || err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestEqualParts checks that many equal parts cost as much as one, and have the
// same options as they had if each were looked at.
func TestEqualParts(t *testing.T) {
	f := load(t, "f.star", oneHeap+"def moves(n):\n    for k in range(n):\n        move(k)\n", Options{})
	c, _, err := f.Read(t.Context(), "1,"+strings.Repeat("3,", 30000)+"1)")
	if err != nil {
		t.Fatal(err)
	}
	options, err := f.during(t.Context()).optionsOf(c.Position().(Position))
	if err != nil || len(options) != 4 {
		t.Errorf("%d options, %v; want 4", len(options), err)
	}
}
