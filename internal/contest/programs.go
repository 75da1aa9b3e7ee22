package contest

// Problem files may call only these functions in Go: programs that read a judge's input where only
// that is fast, and functions that are algorithms of their own. Each stands in the file of its
// family, with its proof or its source.

import (
	"bufio"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/scan"
)

// A program reads a judge's input and writes its output.
type program func(ctx context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error

// programs are those that a file names with program(…).
var programs = map[string]program{
	"chocolate_in_box": chocolateInBox,
	"counter_game":     onTests(counterGame, 1, scan.Kind{Name: "a counter", Min: 1, Max: math.MaxUint64}),
	"knight_and_queen": onTests(knightAndQueen, 4, scan.Kind{Name: "a coordinate", Max: greatest}),
	"move_the_coins":   moveTheCoins,
}

// builtins are functions that answers call, besides the questions and the counts.
var builtins = map[string]lang.Builtin{
	"nim_product": nimProduct,
	"outcomes":    askOutcomes,
}

func programNames() []string { return slices.Sorted(maps.Keys(programs)) }
