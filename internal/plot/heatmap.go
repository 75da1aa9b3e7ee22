package plot

// This file decides what heat maps show, and lays them out.

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/internal/units"
)

// A HeatMap is a picture of a table of nim-values: a square of one colour for
// each cell, x to the right and y upward, (0,0) at the bottom left.
type HeatMap struct {
	Title string // above the picture, or ""
	// Width and Height are the numbers of cells, at least 1.
	Width, Height int
	// At returns the nim-value at (x,y), 0 <= x < Width, 0 <= y < Height. It
	// is called for each cell once or twice, and as often again where the cells have
	// numbers in them.
	At func(x, y int) uint64
	// Blocked reports whether there is no position at (x,y), so that At says
	// nothing there. Such cells have a colour of their own. It may be nil.
	Blocked func(x, y int) bool
	// BlockedName is what the key calls such cells, or "" for "blocked".
	BlockedName string
	// Axes are the names of x and y, or "" for these.
	Axes [2]string
	// Measure is what At returns, for the key, or "" for nim-values, whose zeros are
	// P-positions.
	Measure string
	// View is what is shown of the nim-values.
	View View
	// Palette is one of [Palettes], or "" for the one that suits the view.
	Palette string
	// Cell is the side of a cell in pixels, at least 1, or 0 for one that
	// gives a picture of about a thousand pixels.
	Cell int
}

// Check returns an error if the map cannot be drawn in format f, whatever its
// values are.
func (h HeatMap) Check(f Format) error {
	if err := h.check(); err != nil {
		return err
	}
	if err := f.checkLetters(h.Title); err != nil {
		return err
	}
	return f.checkSide(h.side(h.Width, aroundWidth), h.side(h.Height, aroundHeight))
}

// The space around the cells of a small map, about, in pixels.
const aroundWidth, aroundHeight = 200, 100

// side returns about the length of a side of the picture with the given number of cells.
func (h *HeatMap) side(cells int, around float64) int {
	pixels := grundy.MulCounts(uint64(cells), uint64(h.cell()))
	return int(min(grundy.AddCounts(pixels, uint64(around*h.unit())), math.MaxInt))
}

// check refuses a map that cannot be drawn at all.
func (h *HeatMap) check() error {
	switch {
	case h.Width == 0 || h.Height == 0:
		return errNothing
	case h.Width < 0 || h.Height < 0:
		return fmt.Errorf("a map of %d x %d cells: want at least 1 x 1", h.Width, h.Height)
	case h.Cell < 0:
		return fmt.Errorf("cells of %d pixels: want at least 1", h.Cell)
	}
	if err := bounds.CheckTitle(h.Title); err != nil {
		return err
	}
	return CheckPalette(h.Palette)
}

// cell returns the side of a cell in pixels.
func (h *HeatMap) cell() int {
	if h.Cell > 0 {
		return h.Cell
	}
	return min(max(1, 1024/max(h.Width, h.Height)), 40)
}

// unit returns how much larger than in a small picture letters and lines are.
func (h *HeatMap) unit() float64 {
	return min(max(1, float64(h.cell())*float64(max(h.Width, h.Height))/1000), 8)
}

// Memory returns about how many bytes drawing takes, or 2^64-1 where that is as
// large or larger: a few for each pixel, beside what the table takes.
func (h HeatMap) Memory(f Format) uint64 {
	if h.check() != nil {
		return 0
	}
	pixels := grundy.MulCounts(uint64(h.side(h.Width, aroundWidth)), uint64(h.side(h.Height, aroundHeight)))
	bytes := [...]uint64{2, 8}[f]
	if f == PNG && h.isNumbered() {
		bytes += numberedBytes
	}
	return grundy.AddCounts(grundy.MulCounts(pixels, bytes), 8*maxStrip)
}

// Write draws the map and writes it to w. It is as wide and high as its cells
// need, and what stands around them.
//
// It takes some 50 ns a cell or pixel, whichever are more, and [HeatMap.Memory]
// bytes. Its error comes from [HeatMap.Check], from w, or from ctx soon after ctx
// ends.
func (h HeatMap) Write(ctx context.Context, w io.Writer, f Format, progress grundy.Progress) error {
	if err := h.Check(f); err != nil {
		return err
	}
	c, err := h.classes(ctx, h.Width, h.Height, progress)
	if err != nil {
		return err
	}
	s := h.layOut(c, func(img *image.Paletted) error { return h.paint(ctx, img, c, progress) })
	s.encoded = func(row int) { h.report(progress, 2, row*h.Height/s.height) }
	err = s.write(contextWriter{ctx, w}, f)
	if err == nil {
		h.report(progress, 3, 0)
	}
	return err
}

// report says that a part of the work is done, and the given rows of the next. The
// parts are to look at the values, to paint and to encode.
func (h *HeatMap) report(progress grundy.Progress, parts, rows int) {
	progress.Report(uint64(parts*h.Height+rows), 3*uint64(h.Height))
}

// classes sorts the values of the first width x height cells into classes.
func (h *HeatMap) classes(ctx context.Context, width, height int, progress grundy.Progress) (classes, error) {
	var e extent
	if h.View.needsExtent() {
		for y := range height {
			if err := ctx.Err(); err != nil {
				return classes{}, err
			}
			for x := range width {
				if h.Blocked == nil || !h.Blocked(x, y) {
					h.View.widen(&e, x, y, h.At(x, y))
				}
			}
			h.report(progress, 0, y)
		}
	}
	if h.Blocked == nil {
		return h.View.classify(e, h.Palette, h.Measure)
	}
	e.apart = 1
	c, err := h.View.classify(e, h.Palette, h.Measure)
	name := h.BlockedName
	if name == "" {
		name = "blocked"
	}
	return c.withBlocked(h.Blocked, name), err
}

// paint sets the pixels of all cells.
func (h *HeatMap) paint(ctx context.Context, img *image.Paletted, c classes, progress grundy.Progress) error {
	cell, bounds := h.cell(), img.Bounds()
	row := make([]uint8, bounds.Dx())
	for y := range h.Height {
		if err := ctx.Err(); err != nil {
			return err
		}
		for x := range h.Width {
			class := c.class(x, y, h.At(x, y))
			for i := range cell {
				row[x*cell+i] = class
			}
		}
		top := bounds.Max.Y - (y+1)*cell
		for i := range cell {
			copy(img.Pix[img.PixOffset(bounds.Min.X, top+i):], row)
		}
		h.report(progress, 1, y)
	}
	return nil
}

// layOut returns the sheet of a map: from left to right the axis, the cells and
// the key; from top to bottom the title, the cells and the axis.
func (h *HeatMap) layOut(c classes, paint func(*image.Paletted) error) *sheet {
	cell, unit := h.cell(), h.unit()
	px := func(v float64) int { return whole(v * unit) }
	mapWidth, mapHeight := h.Width*cell, h.Height*cell

	ticks := func(cells int, roomy, tight float64, place func(v float64) float64) (ticks []tick) {
		for _, apart := range []float64{roomy, tight} { // beside a thin map, better tight than one number
			ticks = wholeTicks(0, float64(cells-1), apart*unit, place)
			if len(ticks) > 1 {
				break
			}
		}
		return ticks
	}
	widest := textWidth(tickSize, units.Grouped(uint64(h.Width-1)))
	around := axes{
		size: image.Pt(mapWidth, mapHeight), unit: unit, names: [2]string{h.axis(0), h.axis(1)},
		ticks: [2][]tick{
			ticks(h.Width, widest+12, widest+3, func(v float64) float64 { return (v + 0.5) * float64(cell) }),
			ticks(h.Height, 24, 10, func(v float64) float64 { return float64(mapHeight) - (v+0.5)*float64(cell) }),
		},
	}
	margin, title := px(14), 15*unit
	key := keyOf(c, unit, image.Pt(mapWidth, mapHeight))
	left, below, right, above := around.room()
	left, below, above = margin+left, margin+below, max(margin, above)
	if h.Title != "" {
		above += px(24)
	}
	beside := max(px(22), right+px(10))
	keyAt := image.Pt(left+mapWidth+beside, above)
	right = keyAt.X + key.width
	below = max(below, key.height-mapHeight+margin)
	s := &sheet{
		width:   max(right, left+widthOf(title, h.Title)) + margin,
		height:  above + mapHeight + below,
		colours: c.colours,
	}
	at := image.Rect(left, above, left+mapWidth, above+mapHeight)
	s.layers = append(s.layers, layer{at: at, paint: paint})
	s.layers = append(s.layers, key.layers(keyAt)...)
	s.chrome = func(p pen) {
		around.draw(p.at(float64(left), float64(above)))
		p.words(color.Black, title, float64(left), float64(margin)+title*0.4, -1, h.Title)
		key.draw(p.at(float64(keyAt.X), float64(keyAt.Y)))
	}
	s.over = h.numbers(c, at)
	return s
}

// axis returns the name of an axis.
func (h *HeatMap) axis(i int) string {
	if h.Axes[i] != "" {
		return h.Axes[i]
	}
	return "xy"[i : i+1]
}

// Cells that have at least this side are numbered, in pictures of at most mostNumbered
// pixels: the numbers take numberedBytes a pixel of a PNG, and some time each.
const (
	leastNumbered = 20
	mostNumbered  = maxStrip
	numberedBytes = 8
)

// isNumbered reports whether the cells have numbers in them if these fit.
func (h *HeatMap) isNumbered() bool {
	return h.cell() >= leastNumbered && h.Width <= mostNumbered/h.cell()/h.cell()/h.Height
}

// numbers returns what writes the number of each cell into it, as papers print tables,
// where all of them fit; otherwise nil.
func (h *HeatMap) numbers(c classes, at image.Rectangle) func(pen) {
	if !h.isNumbered() {
		return nil
	}
	cell := h.cell()
	size := min(max(0.42*float64(cell), 10), 22)
	texts := make([]string, 0, h.Width*h.Height)
	for y := range h.Height {
		for x := range h.Width {
			text := string(c.digits(nil, x, y, h.At(x, y)))
			if text == "." || text == string(blockedMark) {
				text = ""
			}
			texts = append(texts, text)
			if widthOf(size, text) > cell-4 {
				return nil
			}
		}
	}
	return func(p pen) {
		for i, text := range texts {
			x, y := i%h.Width, i/h.Width
			letters := color.Black
			if dark(c.colours[c.class(x, y, h.At(x, y))]) {
				letters = color.White
			}
			p.words(letters, size, float64(at.Min.X)+float64(cell)*(float64(x)+0.5), float64(at.Max.Y)-float64(cell)*(float64(y)+0.5), 0, text)
		}
	}
}
