//go:build !purego

package tables

// This file lets the assembly take the place of fillThree where the processor
// has what it needs. The build tag purego leaves it out.

//go:generate go run -C asm . -out ../tile_amd64.s -stubs ../tile_stubs_amd64.go -pkg tables

import "github.com/grundy-games/grundy/internal/vector"

// frontScratch is the memory in which the assembly keeps what it knows of the
// cells of a front.
type frontScratch [frontCells * (8 + 5)]uint64

// prefetchColumns is how many columns ahead the assembly asks for the records
// that will be needed.
const prefetchColumns = 8

// fastFillThree returns the assembly for three rides and no leaps, and false
// where the processor cannot run it.
func fastFillThree() (frontFiller, bool) { return fillThreeAVX512, vector.HasAVX512() }

func fillThreeAVX512(w *worker, x, r, count, start int) {
	ahead := func(i int) int { return int(w.rulers[i].b*w.rulers[i].size) * 8 * prefetchColumns }
	fill3AVX512(&w.records[0], &w.front[0][0].summary, &w.front[1][0].summary, &w.front[2][0].summary, &w.scratch[0],
		&w.cells[r*w.stride+x], (w.stride-1)*4, count, start, ahead(1), ahead(2))
}
