package ask

// This file compares windows with the tables that [Values] writes, and with the cells.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// A tileJSON is what [Tiled.WriteJSON] writes.
type tileJSON struct {
	Game     string
	Values   [][]any
	Losing   [][]int
	Sampled  bool
	Complete bool
}

func tiled(t *testing.T, q Tile, m Means, tables *Tiles) (*Tiled, tileJSON) {
	t.Helper()
	a, err := q.Ask(t.Context(), m, tables)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	var out bytes.Buffer
	var read tileJSON
	if err := errors.Join(WriteJSON(&out, a), json.Unmarshal(out.Bytes(), &read)); err != nil {
		t.Fatal(err)
	}
	return a, read
}

// wholeTable returns values[y][x] by [Values].
func wholeTable(t *testing.T, q Values, m Means) [][]any {
	t.Helper()
	a, err := q.Ask(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var line struct{ Values []any }
	if q.Size == "" {
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		return [][]any{line.Values}
	}
	var whole struct{ Values [][]any }
	if err := json.Unmarshal(out.Bytes(), &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Values
}

const tileRules = `position(x = integer(0, 60), y = integer(0, 40))
def legal(x, y):
    return (x + 2 * y) % 7 != 3 or "want another cell"
def moves(x, y):
    for k in range(1, min(x, 3) + 1):
        if (x - k + 2 * y) % 7 != 3:
            move(x - k, y)
    for k in range(1, y + 1):
        if (x + 2 * (y - k)) % 7 != 3:
            move(x, y - k)
`

const loopyRules = `position(x = integer(0, 30), y = integer(0, 30))
loopy = True
def moves(x, y):
    if x > 0:
        move(x - 1, y)
        if x % 3 == 1 and x < 30:
            move(x + 1, y)
    if y > 0:
        move(x, y - 1)
`

func tileFiles(name string) (io.ReadCloser, error) {
	switch name {
	case "own.star":
		return io.NopCloser(strings.NewReader(tileRules)), nil
	case "loopy.star":
		return io.NopCloser(strings.NewReader(loopyRules)), nil
	}
	return nil, fmt.Errorf("no such file")
}

func TestTilesAgainstValues(t *testing.T) {
	m := Means{Memory: 1 << 28, Open: tileFiles}
	random := chance.New(t, 13)
	for i, c := range []struct {
		game          string
		width, height int // of the table that is compared; 0 for a line
		of            string
		misere        bool
	}{
		{game: "queen", width: 90, height: 70},
		{game: "queen", width: 90, height: 70, of: outcomes},
		{game: "queen", width: 16, height: 15, of: remoteness},
		{game: "queen", width: 40, height: 50, misere: true},
		{game: "knight4[20]", width: 20, height: 20, of: remoteness},
		{game: "piece[leaps -1,-2 -2,-1; rides -1,0; side 30; blocked 3,3]", width: 30, height: 30},
		{game: "piece[leaps -1,-2 -2,-1; rides -1,0; side 30; blocked 3,3]", width: 30, height: 30, of: outcomes},
		{game: "nim(_,5,_)", width: 50, height: 60},
		{game: "nim", width: 50, height: 60, misere: true},
		{game: "chomp", width: 5, height: long.Of(4, 5, 6)},
		{game: "own.star", width: 61, height: 41},
		{game: "own.star", width: 61, height: 41, of: suspense, misere: true},
		{game: "loopy.star", width: 31, height: 31},
		{game: "loopy.star", width: 31, height: 31, of: remoteness},
		{game: "0.77", width: 9000},
		{game: long.Of("0.123", "0.123", "0.77"), width: 40, misere: true}, // 0.77 takes all the work that a window may
		{game: "kayles", width: 60, of: outcomes},
		{game: "queen(_,7)", width: 300},
	} {
		if !long.Asked && i%5 > 0 {
			continue
		}
		q := Values{Game: c.game, Of: c.of, Misere: c.misere}
		if c.height > 0 {
			q.Size = fmt.Sprintf("%dx%d", c.width, c.height)
		} else {
			last := uint64(c.width) - 1
			q.N = &last
		}
		whole := wholeTable(t, q, m)
		tables := NewTiles(1 << 20)
		for i := range 6 {
			tile := Tile{Game: c.game, Of: c.of, Misere: c.misere, Step: 1 + uint64(i)%3*uint64(random.IntN(5))}
			tile.X, tile.Width = uint64(random.IntN(c.width)), 1+uint64(random.IntN(40))
			// No cells are looked at beyond the table that is compared.
			tile.Width = max(1, min(tile.Width, (uint64(c.width)-tile.X)/tile.Step))
			if tile.X+tile.Width*tile.Step > uint64(c.width) {
				tile.Step = 1
			}
			if tile.Height = 1; c.height > 0 {
				tile.Y = uint64(random.IntN(c.height))
				if tile.Height = (uint64(c.height) - tile.Y) / tile.Step; tile.Height == 0 {
					tile.Step, tile.Height = 1, 1
				}
			}
			use := tables
			if i == 5 {
				use = nil
			}
			a, got := tiled(t, tile, m, use)
			if !got.Complete || got.Sampled {
				t.Errorf("%+v: complete %t, sampled %t", tile, got.Complete, got.Sampled)
			}
			for row := range tile.Height {
				for column := range tile.Width {
					var cells []any
					y := tile.Y + row*tile.Step
					for ; y < min(tile.Y+(row+1)*tile.Step, uint64(len(whole))); y++ {
						cells = append(cells, whole[y][tile.X+column*tile.Step:tile.X+(column+1)*tile.Step]...)
					}
					value, part := summed(cells, a.what)
					if fmt.Sprint(got.Values[row][column]) != fmt.Sprint(value) || got.Losing[row][column] != part {
						t.Fatalf("%+v (%d,%d): %v, %d; want %v, %d of %v", tile, column, row, got.Values[row][column], got.Losing[row][column], value, part, cells)
					}
				}
			}
		}
	}
}

// summed returns the value of a block with these cells, and which part of it is P, by the
// definition.
func summed(cells []any, what measured) (any, int) {
	sum, numbers, positions, losing, infinite := 0., 0, 0, 0, 0
	letters := map[string]int{}
	for _, c := range cells {
		isLosing := false
		switch v := c.(type) {
		case nil:
			continue
		case float64:
			sum += v
			numbers++
			isLosing = v == 0
			if what.of == remoteness || what.of == suspense {
				isLosing = (int(v)%2 == 0) != what.misere
			}
		case string:
			letters[v]++
			isLosing = v == "P"
		default:
			infinite++
		}
		positions++
		if isLosing {
			losing++
		}
	}
	if positions == 0 {
		return nil, 0
	}
	part := (255*losing + positions - 1) / positions
	switch {
	case len(letters) > 0:
		best := "P"
		for _, letter := range []string{"N", "D"} {
			if letters[letter] > letters[best] {
				best = letter
			}
		}
		return best, part
	case numbers > 0:
		return float64((int(sum) + numbers/2) / numbers), part
	}
	return "infinite", part
}

// TestTilesFarOut looks where no table reaches.
func TestTilesFarOut(t *testing.T) {
	const far = 1_000_000_000_000
	m := Means{Memory: 1 << 26}
	tables := NewTiles(1 << 20)
	_, nim := tiled(t, Tile{Game: "nim", X: far, Y: far + 3, Width: 4, Height: 5, Step: 2}, m, tables)
	if !nim.Sampled || !nim.Complete {
		t.Errorf("nim: %+v", nim)
	}
	for row := range 5 {
		for column := range 4 {
			want := (far + 2*column) ^ (far + 3 + 2*row)
			if nim.Values[row][column] != float64(want) || (nim.Losing[row][column] == 255) != (want == 0) {
				t.Errorf("nim at %d, %d: %v", column, row, nim.Values[row][column])
			}
		}
	}
	_, line := tiled(t, Tile{Game: "0.77", X: far, Width: 30}, m, tables)
	near := wholeTable(t, Values{Game: "0.77", N: ptr[uint64](300)}, m)[0]
	for i, v := range line.Values[0] {
		if v != near[240+(far+i-240)%12] {
			t.Errorf("0.77 at %d: %v", far+i, v)
		}
	}
	_, queen := tiled(t, Tile{Game: "queen", X: far, Y: far, Width: 40, Height: 3, Of: outcomes}, m, tables)
	if fmt.Sprint(queen.Values[0][:3]) != "[N N N]" {
		t.Errorf("queen: %v", queen.Values)
	}
	_, err := Tile{Game: "queen", X: far, Y: far}.Ask(t.Context(), m, tables)
	if !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("nim-values of a queen far out: %v", err)
	}
	// A window near the corner is answered after one far out was refused.
	if _, near := tiled(t, Tile{Game: "queen", Width: 3, Height: 1}, m, tables); fmt.Sprint(near.Values) != "[[0 1 2]]" {
		t.Errorf("queen: %v", near.Values)
	}
}

// Cells with words are not lost positions, and the map of a board counts all infinite values.
func TestWordsInCells(t *testing.T) {
	for _, of := range []string{nimValues, remoteness, suspense} {
		for _, v := range []uint64{nothing, firstWord, firstWord + 1} {
			if (measured{of: of}).isLosing(v) || (measured{of: of, misere: true}).isLosing(v) {
				t.Errorf("%s: the code %d stands for a lost position", of, v-nothing)
			}
		}
	}
	m := Means{Memory: 1 << 28, Open: tileFiles}
	ctx := m.metered(t.Context())
	game, err := m.game(ctx, "loopy.star", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGrid(game, "31x31", measured{of: nimValues}, m)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := drawnTable(ctx, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, infinite := 0, 0
	if err := g.values(ctx, 0, nil, func(values []uint64) error {
		for _, v := range values {
			if v == firstWord {
				first++
			}
			if v >= firstWord {
				infinite++
			}
		}
		return nil
	}); err != nil || first == 0 || drawn.infinite != infinite || drawn.words != infinite {
		t.Errorf("%d infinite values in the map, want %d, %d of them the first word: %v", drawn.infinite, infinite, first, err)
	}
}

// The values of a game with few positions are looked at to its end.
func TestPeriodToTheEndOfAGame(t *testing.T) {
	m := Means{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("position(n = integer(0, 50))\ndef moves(n):\n    for k in range(1, min(n, 3) + 1):\n        if n * n != 4 or k != 1: # no formula says it, so that no family is known, with a proof\n            move(n - k)\n")), nil
	}}
	for last, ends := range map[uint64]bool{20: false, 49: false, 50: true, 100: true} {
		a, err := Period{Game: "short.star", Max: &last}.Ask(t.Context(), m)
		if _, unproved := errors.AsType[*UnprovedError](err); !unproved || a.Ends != ends || a.ComputedTo != min(last, 50) || a.Observed.Period != 4 {
			t.Errorf("to %d: %+v, %v", last, a, err)
		}
	}
}

func ptr[T any](v T) *T { return &v }

// TestTilesInPart says what is known where the rest takes too long.
func TestTilesInPart(t *testing.T) {
	long.Only(t)
	m := Means{Memory: 1 << 26, Time: 2 * time.Second, Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("position(x = integer(0, 100000), y = integer(0, 100000))\n" +
			"def moves(x, y):\n    for i in range(x + y):\n        for j in range(i + 1):\n            if j <= x and i - j <= y:\n                move(j, i - j)\n")), nil
	}}
	tables := NewTiles(1 << 20)
	q := Tile{Game: "slow.star", Width: 256, Height: 256}
	a, got := tiled(t, q, m, tables)
	if a.Complete || got.Values[0][0] != 0. || got.Values[255][255] != "unknown" {
		t.Errorf("complete %t: %v … %v", a.Complete, got.Values[0][0], got.Values[255][255])
	}
	if q.X = 1 << 40; true {
		_, beyond := tiled(t, q, m, tables)
		if beyond.Values[0][0] != nil || !beyond.Complete {
			t.Errorf("beyond the shape: %v", beyond.Values[0][0])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Tile{Game: "slow.star", X: 300}).Ask(ctx, m, tables); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestTilesTogetherRace asks for many windows at once, with little room for tables.
func TestTilesTogetherRace(t *testing.T) {
	tables := NewTiles(100_000)
	var wait sync.WaitGroup
	for i := range 24 {
		wait.Go(func() {
			game := []string{"queen", "knight", "nim(_,_,1)"}[i%3]
			q := Tile{Game: game, X: uint64(20 * i), Y: 3, Width: 4, Height: 2}
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			if i%8 == 7 {
				cancel()
			}
			a, err := q.Ask(ctx, Means{Memory: 1 << 27}, tables)
			switch {
			case i%8 == 7:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%v", err)
				}
			case err != nil || !a.Complete:
				t.Errorf("%+v: %v", q, err)
			}
		})
	}
	wait.Wait()
	sum := uint64(0)
	for _, held := range tables.tables {
		sum += held.kept
		if held.users != 0 {
			t.Errorf("%d users are left", held.users)
		}
	}
	if sum > tables.limit {
		t.Errorf("%d bytes are kept of at most %d", sum, tables.limit)
	}
}

func TestTileBinary(t *testing.T) {
	for _, q := range []Tile{
		{Game: "queen", Width: 30, Height: 3}, {Game: "queen", X: 3, Y: 300, Width: 3, Height: 2},
		{Game: "nim", X: 1 << 40, Width: 5, Height: 5}, {Game: "chomp", X: 38, Width: 8, Height: 3, Of: outcomes},
	} {
		a, err := q.Ask(t.Context(), Means{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := a.WriteBinary(&out); err != nil {
			t.Fatal(err)
		}
		b := out.Bytes()
		n := len(a.values)
		values := run{b[0], b[8 : 8+n*int(b[0])]}
		if len(b) != 8+n*int(b[0])+n || b[1] != 0 || b[2] != 1 {
			t.Fatalf("%d bytes, %v", len(b), b[:8])
		}
		for i, v := range a.values {
			if values.at(uint64(i)) != v || b[8+n*int(b[0])+i] != a.losing[i] {
				t.Errorf("%+v: value %d", q, i)
			}
		}
	}
}

func TestTileErrors(t *testing.T) {
	for _, c := range []struct {
		q    Tile
		want string
	}{
		{Tile{Game: "quen"}, "quen"},
		{Tile{Game: "queen", Step: 1 << 13}, "step=8192: want 1 … 4096"},
		{Tile{Game: "queen", Width: 1 << 10, Height: 1 << 10}, "w=1024: 1,048,576 values are more than a window has; want at most 262,144"},
		{Tile{Game: "0.77", Y: 3}, "y=3: 0.77 has one open number"},
		{Tile{Game: "0.77", Height: 3}, "h=3: 0.77 has one open number; want 1"},
		{Tile{Game: "nim(_,_,_)"}, "nim(_,_,_) has 3 open numbers"},
		{Tile{Game: "queen", X: 1 << 63}, "x=9223372036854775808: want a number of at most"},
		{Tile{Game: "queen", Of: "remotness"}, "did you mean \"remoteness\""},
	} {
		if _, err := c.q.Ask(t.Context(), Means{}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
}
