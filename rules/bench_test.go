package rules

// The speed of moves: compiled and interpreted rules beside the same game in Go.

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// queenRules has one queen, that moves left, down, or left and down.
var queenRules = "\"\"\"One queen.\"\"\"\n" + oracle.Wythoff("integer(0, 63)")

const chompRules = `"""Chomp."""
position(bar = row(0, 8, most = 8))
def moves(bar):
    for i in range(len(bar)):
        for h in range(1 if i == 0 else 0, bar[i]):
            move([min(c, h) if j >= i else c for j, c in enumerate(bar)])
`

const kaylesRules = `"""Kayles."""
position(pins = row("X.", most = 60))
def moves(pins):
    for i in range(len(pins)):
        if pins[i] == "X":
            move(put(pins, ".", i))
            if i + 1 < len(pins) and pins[i + 1] == "X":
                move(put(pins, ".", i, i + 1))
`

const ringRules = `"""Kayles on a ring."""
position(pins = row("X.", most = 60))
def moves(pins):
    n = len(pins)
    for i in range(n):
        if pins[i] == "X":
            move(put(pins, ".", i))
            j = (i + 1) % n
            if pins[j] == "X" and n > 1:
                move(put(pins, ".", i, j))
`

const cramRules = `"""Cram."""
position(board = grid("X.", 6, 6))
def moves(board):
    for r in range(board.height):
        for c in range(board.width):
            if board[r, c] == ".":
                for s, d in [(r, c + 1), (r + 1, c)]:
                    if inside(board, s, d) and board[s, d] == ".":
                        move(put(board, "X", (r, c), (s, d)))
`

func load(tb testing.TB, name, text string, o Options) *File {
	tb.Helper()
	f, err := Load(tb.Context(), name, strings.NewReader(text), o)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// sweepQueen counts the moves of all positions of the queen's board.
func sweepQueen(tb testing.TB, f *File) (moves int) {
	result, r := lang.Collector{Wants: "move"}, f.during(tb.Context())
	for x := range int64(64) {
		for y := range int64(64) {
			result.States, result.Ends = result.States[:0], result.Ends[:0]
			if err := r.movesOf([]int64{x, y}, &result); err != nil {
				tb.Fatal(err)
			}
			moves += len(result.Ends)
		}
	}
	return moves
}

func BenchmarkQueen(b *testing.B) {
	b.Run("Go", func(b *testing.B) {
		var dst []int64
		moves := 0
		for b.Loop() {
			for x := range int64(64) {
				for y := range int64(64) {
					dst = dst[:0]
					for k := int64(1); k <= x; k++ {
						dst = append(dst, x-k, y)
					}
					for k := int64(1); k <= y; k++ {
						dst = append(dst, x, y-k)
					}
					for k := int64(1); k <= min(x, y); k++ {
						dst = append(dst, x-k, y-k)
					}
					moves += len(dst) / 2
				}
			}
		}
		b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
	})
	for name, o := range map[string]Options{"compiled": {CompiledOnly: true}, "interpreted": {Interpreted: true}} {
		b.Run(name, func(b *testing.B) {
			f := load(b, "queen.star", queenRules, o)
			moves := 0
			for b.Loop() {
				moves += sweepQueen(b, f)
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

func benchmarkAt(b *testing.B, name, text string, state func(f *File) []int64) {
	for way, o := range map[string]Options{"compiled": {CompiledOnly: true}, "interpreted": {Interpreted: true}} {
		b.Run(way, func(b *testing.B) {
			f := load(b, name, text, o)
			at, r := state(f), f.during(b.Context())
			result := lang.Collector{Wants: "move"}
			moves := 0
			for b.Loop() {
				result.States, result.Ends = result.States[:0], result.Ends[:0]
				if err := r.movesOf(at, &result); err != nil {
					b.Fatal(err)
				}
				moves += len(result.Ends)
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

func BenchmarkChomp(b *testing.B) {
	benchmarkAt(b, "chomp.star", chompRules, func(*File) []int64 { return []int64{8, 8, 8, 8, 8, 6, 6, 3, 1} })
}

// fullOf returns the state whose only field has these sizes and this letter everywhere.
func fullOf(letter byte, sizes ...int64) func(f *File) []int64 {
	return func(f *File) []int64 {
		state := slices.Repeat([]int64{int64(letter)}, f.code.Shape.Size)
		copy(state, sizes)
		return state
	}
}

func BenchmarkKayles(b *testing.B) { benchmarkAt(b, "kayles.star", kaylesRules, fullOf('X', 60)) }

func BenchmarkRing(b *testing.B) { benchmarkAt(b, "ring.star", ringRules, fullOf('X', 60)) }

func BenchmarkCram(b *testing.B) { benchmarkAt(b, "cram.star", cramRules, fullOf('.', 6, 6)) }

// BenchmarkCatalog lists the moves of files of the catalogue.
func BenchmarkCatalog(b *testing.B) {
	for name, position := range map[string]string{
		"notakto": "6,6)", "peaceful-knights": "6,6)", "slither": "5,6)", "silver-dollar": `".o..oo...o..$..o....o")`, "furlo-and-rublo": "6724)",
	} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile("../position/catalog/" + name + ".star")
			if err != nil {
				b.Fatal(err)
			}
			benchmarkAt(b, name+".star", string(text), func(f *File) []int64 {
				c, _, err := f.Read(b.Context(), position)
				if err != nil {
					b.Fatal(err)
				}
				return statesOf(f, c.Position().(Position))
			})
		})
	}
}
