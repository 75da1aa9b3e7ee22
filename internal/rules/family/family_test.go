package family_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

func load(t testing.TB, text string) *rules.File {
	t.Helper()
	f, err := rules.Load(t.Context(), "g.star", strings.NewReader(text), rules.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// recognise returns the family of a text, or nil where it is of none.
func recognise(t testing.TB, text string) *family.Family {
	t.Helper()
	found, err := family.Recognise(t.Context(), load(t, text), rules.Frame{})
	var strange *family.Stranger
	if err != nil && !errors.As(err, &strange) {
		t.Fatalf("%v\n%s", err, text)
	}
	return found
}

// checkValues compares the values of a family's engine with a search of the rules of the file,
// at all positions with numbers below side.
func checkValues(t testing.TB, text string, found *family.Family, side uint64) {
	t.Helper()
	f := load(t, text)
	l, err := f.Layout(rules.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	sides := slices.Repeat([]uint64{side}, len(l.Names()))
	var search oracle.Oracle
	var all []uint64
	sink := func(values []uint64) error {
		all = append(all, values...)
		return nil
	}
	if found.Sequence != nil {
		err = found.Sequence.Values(t.Context(), 0, side, nil, sink)
	} else {
		for i, most := range found.Table.Sides() {
			if most > 0 {
				sides[i] = min(side, most)
			}
		}
		err = found.Table.EachRow(t.Context(), grundy.ByNimValue, sides, 1, nil, sink)
	}
	if err != nil {
		t.Fatal(err)
	}
	at := make([]int64, len(sides))
	for _, v := range all {
		c, err := l.Place(at)
		if p, isPosition := l.Position(at); err == nil && isPosition == nil && legal(f, p) {
			if search.Value(c) != v {
				t.Fatalf("%s has the value %d, and %s says %d\n%s", c, search.Value(c), found.Name, v, text)
			}
			checkOptions(t, found, c)
		}
		for i := range at { // the first coordinate runs fastest
			if at[i]++; at[i] < int64(sides[i]) {
				break
			}
			at[i] = 0
		}
	}
}

// checkOptions compares what the engine of a family says of a position of the file, and of its
// options, with a search of the rules.
func checkOptions(t testing.TB, found *family.Family, c grundy.Component) {
	t.Helper()
	var search oracle.Oracle
	if count, ok := found.CountOptions(c); ok && count != uint64(len(c.AppendOptions(nil))) {
		t.Fatalf("%s has %d options, not %d", c, len(c.AppendOptions(nil)), count)
	}
	if learning, ok := found.PlanLearning(grundy.ByNimValue, c); ok {
		if err := learning.Learn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if v, _, ok := found.Measure(grundy.ByNimValue, c); ok && v != search.Value(c) {
		t.Fatalf("%s has the value %d, and %s says %d", c, search.Value(c), found.Name, v)
	}
	check := func(lo, hi uint64, options grundy.Found[grundy.Component]) {
		var got, want []string
		for q := range options.Each {
			got = append(got, q.String())
		}
		for _, q := range c.AppendOptions(nil) {
			if v := search.Value(q); lo <= v && v <= hi {
				want = append(want, q.String())
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if options.Count.Cmp(big.NewInt(int64(len(want)))) != 0 || !slices.Equal(got, want) {
			t.Fatalf("options of %s with values %d … %d: %v %v, want %v", c, lo, hi, options.Count, got, want)
		}
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 2}} {
		if options, ok := found.FindOptions(grundy.ByNimValue, c, interval[0], interval[1]); ok {
			check(interval[0], interval[1], options)
		}
	}
	plan, ok := found.PlanTable(grundy.ByNimValue, c)
	if !ok {
		return
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := table(c); v != search.Value(c) {
		t.Fatalf("%s has the value %d, and the table of %s says %d", c, search.Value(c), found.Name, v)
	}
	for _, q := range c.AppendOptions(nil) {
		if len(strings.Split(q.String(), ",")) == len(strings.Split(c.String(), ",")) && table(q) != search.Value(q) {
			t.Fatalf("%s has the value %d, and the table of %s says %d", q, search.Value(q), found.Name, table(q))
		}
	}
	if plan.Find != nil {
		check(0, 1, plan.Find(table, 0, 1))
	}
}

// legal reports whether a position may be written.
func legal(f *rules.File, p rules.Position) bool {
	_, _, err := f.Read(context.Background(), strings.TrimPrefix(f.Place(p).String(), "g.star("))
	return err == nil
}

var axes = []string{"x", "y", "z"}

// pieceText writes the moves of a piece, each in one of several ways.
func pieceText(r *rand.Rand, leaps, rides [][]int64, sides []uint64) string {
	dimension := len(sides)
	names := axes[:dimension]
	var b strings.Builder
	var fields []string
	for i, side := range sides {
		if side > 0 {
			fields = append(fields, fmt.Sprintf("%s = integer(0, %d)", names[i], side-1))
		} else {
			fields = append(fields, names[i]+" = integer()")
		}
	}
	fmt.Fprintf(&b, "position(%s)\ndef moves(%s):\n", strings.Join(fields, ", "), strings.Join(names, ", "))
	var lines []string
	to := func(step []int64, times string) string {
		var all []string
		for i, d := range step {
			all = append(all, fmt.Sprintf("%s + %s(%d)", names[i], times, d))
		}
		return strings.Join(all, ", ")
	}
	room := func(step []int64, times string) string {
		all := []string{"True"}
		for i, d := range step {
			if d < 0 {
				all = append(all, fmt.Sprintf([]string{"%s >= %s%d", "not %s < %s%d"}[r.IntN(2)], names[i], times, -d))
			}
			if d > 0 && sides[i] > 0 {
				all = append(all, fmt.Sprintf("%s + %s%d < %d", names[i], times, d, sides[i]))
			}
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return strings.Join(all, " and ")
	}
	for _, step := range leaps {
		lines = append(lines, fmt.Sprintf("    if %s:\n        move(%s)\n", room(step, ""), to(step, "")))
	}
	for _, step := range rides {
		axis := slices.IndexFunc(step, func(d int64) bool { return d < 0 })
		alone := !slices.ContainsFunc(step, func(d int64) bool { return d != 0 && d != step[axis] })
		switch count := dimension - strings.Count(fmt.Sprint(step), "0"); {
		case alone && step[axis] == -1 && count == 1 && r.IntN(2) == 0:
			left := slices.Clone(names)
			left[axis] = "left"
			lines = append(lines, fmt.Sprintf("    for left in range(%s):\n        move(%s)\n", names[axis], strings.Join(left, ", ")))
		case r.IntN(2) == 0:
			lines = append(lines, fmt.Sprintf("    k = 1\n    while %s:\n        move(%s)\n        k = k + 1\n", room(step, "k * "), to(step, "k * ")))
		default:
			lines = append(lines, fmt.Sprintf("    for k in range(1, %s + 1):\n        if %s:\n            move(%s)\n", names[axis], room(step, "k * "), to(step, "k * ")))
		}
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	b.WriteString(strings.Join(lines, ""))
	return b.String()
}

func TestRandomPieces(t *testing.T) {
	r := chance.New(t, 1)
	for range 12 {
		sides := make([]uint64, 1+r.IntN(3))
		if r.IntN(3) == 0 {
			for i := range sides {
				sides[i] = uint64(5 + r.IntN(8))
			}
		}
		draw := func(n int) (steps [][]int64) {
			for range n {
				step := make([]int64, len(sides))
				for i := range step {
					step[i] = -r.Int64N(3)
				}
				if slices.Max(step) == 0 && slices.Min(step) == 0 {
					step[r.IntN(len(step))] = -1
				}
				steps = append(steps, step)
			}
			return steps
		}
		leaps, rides := draw(r.IntN(4)), draw(r.IntN(3))
		if len(leaps) > 0 && len(sides) > 1 && r.IntN(2) == 0 {
			leaps[0][0], leaps[0][1] = 1, -2 // which climbs
		}
		want, err := board.New(board.Rules{Leaps: leaps, Rides: rides, Sides: make([]uint64, len(sides))})
		if err != nil || len(leaps)+len(rides) == 0 {
			continue
		}
		text := pieceText(r, leaps, rides, sides)
		found := recognise(t, text)
		if found == nil {
			t.Fatalf("%s is not recognised:\n%s", want, text)
		}
		side := []uint64{0, 20, 7, 4}[len(sides)]
		if sides[0] > 0 {
			side = min(side, slices.Min(sides))
		}
		checkValues(t, text, found, side)
	}
}

// codeText writes the moves of a code with digits 0 … 7 and, with '!' or '=', those of two
// different or two equal heaps.
func codeText(r *rand.Rand, digits string) string {
	var b strings.Builder
	b.WriteString("position(n = integer())\ndef moves(n):\n    pass\n")
	for k, d := range digits {
		bits := int(d - '0')
		switch {
		case bits&3 == 3 && r.IntN(2) == 0:
			fmt.Fprintf(&b, "    if n >= %d:\n        move(n - %d)\n", k, k)
		case bits&3 == 3:
			fmt.Fprintf(&b, "    if n == %d:\n        move_sum()\n    if n > %d:\n        move_sum(n - %d)\n", k, k, k)
		case bits&3 == 1:
			fmt.Fprintf(&b, "    if n == %d:\n        move_sum(0, 0)\n", k)
		case bits&3 == 2:
			fmt.Fprintf(&b, "    if n > %d:\n        move(n - %d)\n", k, k)
		}
		if bits&4 > 0 {
			fmt.Fprintf(&b, []string{
				"    for a in range(1, n - %d):\n        move_sum(a, n - %[1]d - a)\n",
				"    for a in range(1, (n - %d) // 2 + 1):\n        move_sum(n - %[1]d - a, a)\n",
				"    a = n - %d - 1\n    while 2 * a >= n - %[1]d and a < n - %[1]d and n > %[1]d + 1:\n        move_sum(0, a, n - %[1]d - a)\n        a = a - 1\n",
			}[r.IntN(3)], k)
		}
	}
	return b.String()
}

func TestRandomCodes(t *testing.T) {
	r := chance.New(t, 2)
	for i := range long.Or(6, 12) {
		digits := []byte("0")
		for range 1 + r.IntN(4) {
			digits = append(digits, byte('0'+r.IntN(8)))
		}
		if i%4 == 0 {
			digits[0] = '4'
		}
		text, want := codeText(r, string(digits)), sequence.MustCode(string(digits[:1])+"."+string(digits[1:]))
		found := recognise(t, text)
		if found == nil {
			t.Fatalf("%s is not recognised:\n%s", want, text)
		}
		if code, ok := found.Sequence.(sequence.Code); ok && code.String() != want.String() {
			t.Fatalf("%s, not %s:\n%s", code, want, text)
		}
		checkValues(t, text, found, 14)
	}
}

func TestHeaps(t *testing.T) {
	for _, c := range long.Every(2, []struct{ want, position, moves string }{
		{"subtraction[1,3,4]", "n = integer()", "for s in [4, 3, 1]:\n        if n - s >= 0:\n            move(n - s)"},
		{"subtraction[2,60]", "n = integer()", "if n >= 60:\n        move(n - 60)\n    if n > 1:\n        move(n - 2)"},
		{"subtraction[1,2,3,4,5,6,7,8,9]", "n = integer(0, 500)", "for k in range(1, min(9, n) + 1):\n        move(n - k)"},
		{"nim", "n = integer()", "for left in range(n):\n        move(left)"},
		{"allbut[2]", "n = integer()", "for k in range(1, n + 1):\n        if k != 2:\n            move(n - k)"},
		{"0.[30]", "n = integer()", "for k in range(1, n + 1, 2):\n        move(n - k)"},
		{"powers", "n = integer()", "k = 1\n    while k <= n:\n        move(n - k)\n        k = 2 * k"},
		{"4!.0", "n = integer()", "for a in range(1, (n + 1) // 2):\n        move_sum(a, n - a)"},
		{"4=.[3]", "n = integer()", "if n > 0 and n % 2 == 0:\n        move_sum(copies(2, n // 2))\n    for left in range(n):\n        move(left)"},
		{"0.08", "n = integer()", "for a in range(1, n):\n        for b in range(a, n):\n            if n - 2 - a - b >= b:\n                move_sum(a, b, n - 2 - a - b)"},
		{"0.2G", "n = integer()", "if n > 1:\n        move(n - 1)\n    for a in range(1, n):\n        for b in range(a, n):\n            for c in range(b, (n - 2 - a - b) // 2 + 1):\n                move_sum(a, b, c, n - 2 - a - b - c)"},
		{"0.22", "n = integer(1, 100000)", "if n > 2:\n        move(n - 2)\n    if n > 1:\n        move(n - 1)"},
	}) {
		text := fmt.Sprintf("position(%s)\ndef moves(n):\n    %s\n", c.position, c.moves)
		found := recognise(t, text)
		if found == nil {
			t.Errorf("%s is not recognised:\n%s", c.want, text)
			continue
		}
		if found.Name != c.want {
			t.Errorf("%s, not %s:\n%s", found.Name, c.want, text)
		}
		checkValues(t, text, found, 13)
	}
}

// A heap that is divided into two or five: a period with a saltus.
func TestFiveHeaps(t *testing.T) {
	text := `position(n = integer())
def moves(n):
    for a in range(1, n // 2 + 1):
        move_sum(a, n - a)
    for a in range(1, n // 5 + 1):
        for b in range(a, (n - a) // 4 + 1):
            for c in range(b, (n - a - b) // 3 + 1):
                for d in range(c, (n - a - b - c) // 2 + 1):
                    move_sum(a, b, c, d, n - a - b - c - d)
`
	if !long.Asked {
		t.Skip("set GRUNDY_LONG=1")
	}
	if found := recognise(t, text); found == nil || found.Name != sequence.MustCode("{2,5}.0").String() {
		t.Errorf("it is taken for %+v", found)
	} else {
		checkValues(t, text, found, 12)
	}
}

const (
	queen  = "    for k in range(1, x + 1):\n        move(x - k, y)\n    for k in range(1, y + 1):\n        move(x, y - k)\n    for k in range(1, min(x, y) + 1):\n        move(x - k, y - k)\n"
	kayles = "    for take in (1, 2):\n        if take <= n:\n            for left in range((n - take) // 2 + 1):\n                move_sum(left, n - take - left)\n"
)

// TestNearMisses holds rules that differ from those of a known game in little.
func TestNearMisses(t *testing.T) {
	xy, n := "position(x = integer(), y = integer())\n", "position(n = integer())\n"
	for _, c := range long.Every(9, []struct{ not, text string }{
		{"queen", xy + "def moves(x, y):\n" + queen + "    if x == 1000001 and y > 7:\n        move(x - 2, y - 1)\n"},
		{"queen", xy + "def moves(x, y):\n" + strings.Replace(queen, "range(1, min(x, y) + 1)", "range(1, min(x, y, 40) + 1)", 1)},
		{"queen", xy + "def moves(x, y):\n" + strings.Replace(queen, "range(1, min(x, y) + 1)", "range(1, min(x, y, 1000000) + 1)", 1)},
		{"queen", xy + "def moves(x, y):\n" + strings.Replace(queen, "move(x, y - k)", "if y - k != 3000000:\n            move(x, y - k)", 1)},
		{"queen", xy + "def moves(x, y):\n    if x + y > 5000000000:\n        return\n" + queen},
		{"queen", xy + "def moves(x, y):\n    if x == y and x % 1024 == 1023:\n        return\n" + queen},
		{"queen", xy + "def legal(x, y):\n    return x != 900 or y != 30\ndef moves(x, y):\n" + queen}, // it may move there
		{"queen", "loopy = True\n" + xy + "def moves(x, y):\n" + queen},
		{"queen", xy + "def moves(x, y):\n    if x == 9000 and y == 0:\n        win()\n        return\n" + queen},
		{"rook", xy + "def moves(x, y):\n" + strings.Replace(queen[:strings.LastIndex(queen, "    for")], "range(1, y + 1)", "range(1, min(y, x + 1000000) + 1)", 1)},
		{"0.77", n + "def moves(n):\n" + kayles + "    if n == 70000:\n        move(3)\n"},
		{"0.77", n + "def moves(n):\n" + strings.Replace(kayles, "move_sum(left, n - take - left)", "if left != 1234567:\n                    move_sum(left, n - take - left)", 1)},
		{"0.77", n + "def moves(n):\n    if n > 4000 and n % 3 == 0:\n        return\n" + kayles},
		{"0.77", n + "def moves(n):\n" + kayles + "    if n == 0:\n        win()\n"},
		{"subtraction[1,2]", "position(n = integer(1))\ndef moves(n):\n    for k in (1, 2):\n        if n >= k:\n            move(n - k)\n"}, // it leaves 0, where there is no position
		{"subtraction[1,2]", n + "def legal(n):\n    return n != 500\ndef moves(n):\n    for k in (1, 2):\n        if n >= k:\n            move(n - k)\n"},
		{"0.2G", n + "def moves(n):\n    if n > 1:\n        move(n - 1)\n    for a in range(1, n):\n        for b in range(a, n):\n            for c in range(b, (n - 2 - a - b) // 2 + 1):\n                if c != 100000:\n                    move_sum(a, b, c, n - 2 - a - b - c)\n"},
		{"queen", xy + "def legal(x, y):\n    return x != y + 5000\ndef moves(x, y):\n" + queen},
		{"nim", n + "def moves(n):\n    for k in range(1, n + 1):\n        if k != 100000:\n            move(n - k)\n"},
	}) {
		if found := recognise(t, c.text); found != nil && found.Name == c.not {
			t.Errorf("taken for %s:\n%s", c.not, c.text)
		}
	}
}

// TestBoards holds pieces on boards with edges, with cells that are barred, and in which
// numbers are held.
func TestBoards(t *testing.T) {
	for _, c := range []struct{ want, text string }{
		{"queen", "position(x = integer(0, 99), y = integer(0, 77))\ndef moves(x, y):\n" + queen},
		{"queen", "position(x = integer(), y = integer())\ndef moves(x, y):\n" + queen + "def value(x, y):\n    return 0 if x == 0 and y == 0 else -1\n"}, // which the theorem does not hide
		{"queen", "misere = True\nposition(x = integer(), y = integer())\ndef moves(x, y):\n" + queen},
		{"queen", "position(x = integer(), y = integer())\nsymmetric(\"swap\")\ndef moves(x, y):\n    for k in range(x):\n        move(k, y, label = \"left to %d\" % k)\n    for k in range(y):\n        move(x, k)\n    d = 1\n    while x - d >= 0 and y - d >= 0:\n        move(x - d, y - d)\n        d += 1\n"},
		{"piece[rides 0,-1 -1,0; blocked 4,3]", "BARRED = [(4, 3)]\nposition(x = integer(), y = integer())\ndef legal(x, y):\n    return (x, y) not in BARRED\ndef moves(x, y):\n    for k in range(1, x + 1):\n        if (x - k, y) in BARRED:\n            break\n        move(x - k, y)\n    for k in range(1, y + 1):\n        if (x, y - k) in BARRED:\n            break\n        move(x, y - k)\n"},
		{"piece[leaps 1,-2 -1,-2 -2,1 -2,-1; side 8]", "position(x = integer(0, 7), y = integer(0, 7))\ndef moves(x, y):\n    for a, b in [(-2, 1), (-2, -1), (1, -2), (-1, -2)]:\n        if 0 <= x + a and x + a <= 7 and y + b in range(8):\n            move(x + a, y + b)\n"},
	} {
		found := recognise(t, c.text)
		if found == nil {
			t.Errorf("%s is not recognised:\n%s", c.want, c.text)
			continue
		}
		if found.Name != c.want {
			t.Errorf("%s, not %s:\n%s", found.Name, c.want, c.text)
		}
		checkValues(t, c.text, found, 7)
	}
}
