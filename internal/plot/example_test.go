package plot_test

import (
	"context"
	"os"

	"github.com/grundy-games/grundy/internal/plot"
)

func ExampleHeatMap_WriteTerminal() {
	h := plot.HeatMap{
		Title: "rook, 8 x 4 cells",
		Width: 8, Height: 4,
		At: func(x, y int) uint64 { return uint64(x ^ y) },
	}
	if err := h.WriteTerminal(context.Background(), os.Stdout, 0, 0, plot.NoColours); err != nil {
		panic(err)
	}
	// Output:
	// rook, 8 x 4 cells
	// 3 | 3 2 1 0 7 6 5 4
	// 2 | 2 3 0 1 6 7 4 5
	// 1 | 1 0 3 2 5 4 7 6
	// 0 | 0 1 2 3 4 5 6 7
	//   +----------------
	//     0 1 2 3 4 5 6 7
}
