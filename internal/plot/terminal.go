package plot

// A terminal shows pictures in characters: maps of half blocks, two cells above each other
// in a character; sequences of Braille dots, eight in a character; and digits where there
// are no colours.

import (
	"bufio"
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/units"
)

// Colours is what a terminal can show.
type Colours int

// The colours that a terminal can show.
const (
	NoColours   Colours = iota
	Colours256          // the 256 colours of xterm
	TrueColours         // 24 bits
)

// appendColour appends the sequence that sets a colour: of the letters (38) or
// behind them (48).
func (c Colours) appendColour(dst []byte, ground int, to color.RGBA) []byte {
	if c == TrueColours {
		return fmt.Appendf(dst, "\x1b[%d;2;%d;%d;%dm", ground, to.R, to.G, to.B)
	}
	return fmt.Appendf(dst, "\x1b[%d;5;%dm", ground, xtermFirst+xtermColours().Index(to))
}

// shown returns the colour that the terminal shows for one.
func (c Colours) shown(to color.RGBA) color.RGBA {
	if c == Colours256 {
		to = color.RGBAModel.Convert(xtermColours().Convert(to)).(color.RGBA)
	}
	return to
}

const resetColours = "\x1b[0m"

// xtermFirst is the number of the first of xtermColours.
const xtermFirst = 16

// xtermColours are xterm's colours from 16 on: a cube of six levels a primary colour,
// and 24 greys.
var xtermColours = sync.OnceValue(func() (all color.Palette) {
	levels := []uint8{0, 95, 135, 175, 215, 255}
	for _, r := range levels {
		for _, g := range levels {
			for _, b := range levels {
				all = append(all, color.RGBA{r, g, b, 255})
			}
		}
	}
	for i := range uint8(24) {
		all = append(all, color.Gray{8 + 10*i})
	}
	return all
})

// WindowCells returns how many cells of a map fit into a window of that many
// columns and rows, with what stands around them: at least one of each.
func WindowCells(columns, rows int) (width, height int) {
	height = max(1, 2*(rows-mapLines))
	return max(1, columns-len(strconv.Itoa(height))-1), height
}

// WindowTerms returns how many values of a sequence have a column each in a
// window of that many columns: at least one.
func WindowTerms(columns int) int { return max(1, columns-8) }

// mapLines is the number of lines around a coloured map: title, axis, key, the
// note about what did not fit, and the prompt.
const mapLines = 5

// WriteTerminal writes the map as text: with colours as half blocks, without as
// digits, x to the right and y upward. Of a map that does not fit into a window
// of that many columns and rows the part around (0,0) is shown, and a line says
// so; 0 stands for a window without end.
func (h HeatMap) WriteTerminal(ctx context.Context, w io.Writer, columns, rows int, colours Colours) error {
	if err := h.check(); err != nil {
		return err
	}
	width, height := h.Width, h.Height
	if colours != NoColours {
		fitX, fitY := WindowCells(columns, rows)
		if columns > 0 {
			width = min(width, fitX)
		}
		if rows > 0 {
			height = min(height, fitY)
		}
	}
	c, err := h.classes(ctx, width, height, nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(contextWriter{ctx, w})
	if h.Title != "" {
		fmt.Fprintln(out, h.Title)
	}
	if colours == NoColours {
		h.writeDigits(out, c, h.digitsWidth(c), colours)
		return out.Flush()
	}
	if wide := h.digitsWidthWithin(c, columns, rows); wide > 0 {
		h.writeDigits(out, c, wide, colours)
	} else {
		h.writeBlocks(out, c, width, height, colours)
	}
	writeKey(out, c, columns, colours)
	if width < h.Width || height < h.Height {
		fmt.Fprintf(out, "shown: %s x %s of %s x %s cells; the window has no room for more\n",
			units.Grouped(uint64(width)), units.Grouped(uint64(height)), units.Grouped(uint64(h.Width)), units.Grouped(uint64(h.Height)))
	}
	return out.Flush()
}

// digitsWidth returns the number of characters of the longest number of a map or of its
// axis.
func (h *HeatMap) digitsWidth(c classes) int {
	wide := len(strconv.Itoa(h.Width - 1))
	var word []byte
	for y := range h.Height {
		for x := range h.Width {
			word = c.digits(word[:0], x, y, h.At(x, y))
			wide = max(wide, len(word))
		}
	}
	return wide
}

// digitsWidthWithin returns the same where the window has room for all numbers, and 0
// otherwise.
func (h *HeatMap) digitsWidthWithin(c classes, columns, rows int) int {
	if h.Height > rows-mapLines || 2*h.Width > columns { // windows without an end too
		return 0
	}
	wide := h.digitsWidth(c)
	if len(strconv.Itoa(h.Height-1))+1+h.Width*(wide+2) > columns {
		return 0
	}
	return wide
}

// writeDigits writes a map as a table of numbers, in which no number has more digits than wide: with
// colours on those of their cells. The first error of out stays with it.
func (h *HeatMap) writeDigits(out *bufio.Writer, c classes, wide int, colours Colours) {
	plain := colours == NoColours
	edge, gap, end := " ", " ", resetColours+"\n"
	if plain {
		edge, gap, end = " |", "", "\n"
	}
	left := len(strconv.Itoa(h.Height - 1))
	var line, word []byte
	for y := h.Height - 1; y >= 0; y-- {
		line = fmt.Appendf(line[:0], "%*d%s", left, y, edge)
		for x := range h.Width {
			if !plain {
				ground, letters := c.colours[c.class(x, y, h.At(x, y))], color.RGBA{A: 255}
				if dark(colours.shown(ground)) {
					letters = white
				}
				line = colours.appendColour(colours.appendColour(line, 48, ground), 38, letters)
			}
			word = c.digits(word[:0], x, y, h.At(x, y))
			line = fmt.Appendf(line, " %*s%s", wide, word, gap)
		}
		if _, err := out.Write(append(line, end...)); err != nil {
			return
		}
	}
	if plain {
		fmt.Fprintf(out, "%*s +%s\n", left, "", strings.Repeat("-", h.Width*(wide+1)))
	}
	fmt.Fprintf(out, "%*s", left+len(edge), "")
	for x := range h.Width {
		fmt.Fprintf(out, " %*d%s", wide, x, gap)
	}
	fmt.Fprintln(out)
	if plain && c.blocked != "" {
		fmt.Fprintf(out, "%c: %s\n", blockedMark, c.blocked)
	}
}

// writeBlocks writes the first width x height cells in half blocks, with axes.
func (h *HeatMap) writeBlocks(out *bufio.Writer, c classes, width, height int, colours Colours) {
	left := len(strconv.Itoa(height - 1))
	apart := 3.0
	if height <= 20 {
		apart = 1
	}
	labels := labelled(wholeTicks(0, float64(height-1), apart, func(v float64) float64 { return v / 2 }))
	none := color.RGBA{}
	for y := (height - 1) / 2 * 2; y >= 0; y -= 2 {
		fmt.Fprintf(out, "%*s ", left, labels[y]+labels[y+1])
		above, below := none, none // the colours that are set
		var line []byte
		for x := range width {
			low := c.colours[c.class(x, y, h.At(x, y))]
			if y+1 == height {
				if above != low {
					line, above = colours.appendColour(line, 38, low), low
				}
				line = append(line, "▄"...)
				continue
			}
			high := c.colours[c.class(x, y+1, h.At(x, y+1))]
			if above != high {
				line, above = colours.appendColour(line, 38, high), high
			}
			if below != low {
				line, below = colours.appendColour(line, 48, low), low
			}
			line = append(line, "▀"...)
		}
		if _, err := out.Write(append(line, resetColours+"\n"...)); err != nil {
			return
		}
	}
	apart = float64(len(units.Grouped(uint64(width-1))) + 2)
	writeLabels(out, left+1, width, wholeTicks(0, float64(width-1), apart, func(v float64) float64 { return v }),
		func(v float64) int { return int(v) })
}

// labelled returns the labels of ticks by their numbers.
func labelled(ticks []tick) map[int]string {
	labels := map[int]string{}
	for _, t := range ticks {
		labels[int(t.value)] = t.label
	}
	return labels
}

// writeLabels writes the labels of an axis of that width: each begins where
// place says, or so that it ends in time.
func writeLabels(out *bufio.Writer, left, width int, ticks []tick, place func(float64) int) {
	line := []byte(strings.Repeat(" ", left+width))
	for _, t := range ticks {
		at := left + place(t.value)
		if at+len(t.label) <= len(line) {
			copy(line[at:], t.label)
		}
	}
	fmt.Fprintln(out, strings.TrimRight(string(line), " "))
}

// writeKey writes the key of a map in one line, or more where it lists many
// colours.
func writeKey(out *bufio.Writer, c classes, columns int, colours Colours) {
	fmt.Fprintf(out, "%s: ", c.heading)
	used := utf8.RuneCountInString(c.heading) + 2
	if c.listed == nil {
		low, high := signed(c.low), signed(c.high)
		used += utf8.RuneCountInString(low+high) + 4
		blocks := 24
		if columns > 0 {
			blocks = min(blocks, max(columns-used, 4))
		}
		fmt.Fprintf(out, "%s ", low)
		for i := range blocks {
			out.Write(append(colours.appendColour(nil, 38, c.colours[i*(c.steps-1)/(blocks-1)]), "█"...))
		}
		fmt.Fprintf(out, "%s %s  ", resetColours, high)
		used += blocks
	}
	for _, s := range c.named() {
		if used += utf8.RuneCountInString(s.name) + 5; columns > 0 && used > columns {
			fmt.Fprintln(out)
			used = utf8.RuneCountInString(s.name) + 5
		}
		out.Write(append(colours.appendColour(nil, 38, c.colours[s.class]), "██"+resetColours...))
		fmt.Fprintf(out, " %s  ", s.name)
	}
	fmt.Fprintln(out)
}

// zoneColours colour points in the preperiod and in the first period, on any
// ground.
var zoneColours = [...]color.RGBA{1: rgb("e69f00"), 2: rgb("56b4e9")}

// WriteTerminal writes the sequence as text: with colours as points that fill a
// window of that many columns and rows, where 0 stands for 80 and 24; without as
// numbers, ten in a line.
func (s Sequence) WriteTerminal(ctx context.Context, w io.Writer, columns, rows int, colours Colours) error {
	if err := s.check(); err != nil {
		return err
	}
	out := bufio.NewWriter(contextWriter{ctx, w})
	if s.Title != "" {
		fmt.Fprintln(out, s.Title)
	}
	each := 0
	if colours == NoColours {
		s.writeNumbers(out)
	} else {
		if columns <= 0 {
			columns = 80
		}
		if rows <= 0 {
			rows = 24
		}
		each = s.writeDots(out, columns, rows, colours)
	}
	words, _ := s.legend()
	if each > 2 {
		words = append(words, fmt.Sprintf("a character: %s values", units.Grouped(uint64(each))))
	}
	fmt.Fprintln(out, strings.Join(words, " · "))
	return out.Flush()
}

// writeNumbers writes ten values a line behind the n of the first.
func (s *Sequence) writeNumbers(out *bufio.Writer) {
	left, wide := len(strconv.FormatUint(s.From+uint64(len(s.Values)-1), 10)), 1
	for _, v := range s.Values {
		wide = max(wide, len(strconv.FormatUint(v, 10)))
	}
	for i, v := range s.Values {
		if i%10 == 0 {
			fmt.Fprintf(out, "%*d |", left, s.From+uint64(i))
		}
		fmt.Fprintf(out, " %*d", wide, v)
		if i%10 == 9 || i == len(s.Values)-1 {
			if _, err := fmt.Fprintln(out); err != nil {
				return
			}
		}
	}
}

// braille are the bits of the dots of a Braille character (U+2800), by column
// and by row from the top.
var braille = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// writeDots writes the points as Braille dots, with axes. It returns how many values a
// character stands for, rounded.
func (s *Sequence) writeDots(out *bufio.Writer, columns, rows int, colours Colours) int {
	largest := uint64(0)
	for _, v := range s.Values {
		largest = max(largest, v)
	}
	left := len(units.Grouped(largest)) + 1
	width, height := max(1, columns-left), max(1, rows-mapLines+1)
	count, levels := float64(len(s.Values)), float64(largest)+1
	if levels < float64(height) {
		height = int(levels) // a line for each value
	}
	exact := len(s.Values) <= width && int(levels) == height // a character for each point
	if len(s.Values) <= width {
		width = len(s.Values)
	}
	column := func(i float64) int { return int((i + 0.5) / count * float64(2*width)) }
	line := func(v float64) int { return 4*height - 1 - int((v+0.5)/levels*float64(4*height)) }
	if int(levels) == height {
		line = func(v float64) int { return 4*(height-1-int(v)) + 1 }
	}
	dots, zones := make([]rune, width*height), make([]uint8, width*height)
	for i, v := range s.Values {
		x, y := min(column(float64(i)), 2*width-1), min(max(line(float64(v)), 0), 4*height-1)
		at := y/4*width + x/2
		dots[at] |= braille[x%2][y%4]
		zones[at] = max(zones[at], s.zone(s.From+uint64(i)))
	}
	apart := 2.0
	if int(levels) == height {
		apart = 1
	}
	labels := map[int]string{}
	for _, t := range wholeTicks(0, float64(largest), apart, func(v float64) float64 { return float64(line(v)) / 4 }) {
		labels[line(t.value)/4] = t.label
	}
	for y := range height {
		fmt.Fprintf(out, "%*s ", left-1, labels[y])
		zone := uint8(0)
		for x := range width {
			at := y*width + x
			if dots[at] == 0 {
				_ = out.WriteByte(' ')
				continue
			}
			if zones[at] != zone {
				zone = zones[at]
				fmt.Fprint(out, resetColours)
				if zone != 0 {
					out.Write(colours.appendColour(nil, 38, zoneColours[zone]))
				}
			}
			mark := 0x2800 + dots[at]
			if exact {
				mark = '•'
			}
			_, _ = out.WriteRune(mark)
		}
		if _, err := fmt.Fprintln(out, resetColours); err != nil {
			return 0
		}
	}
	last := s.From + uint64(len(s.Values)-1)
	ticks := wholeTicks(float64(s.From), float64(last), float64(len(units.Grouped(last))+2),
		func(n float64) float64 { return (n - float64(s.From)) / count * float64(width) })
	writeLabels(out, left, width, ticks, func(n float64) int {
		return int(math.Floor((n - float64(s.From) + 0.5) / count * float64(width)))
	})
	return (len(s.Values) + width/2) / width
}

// zone tells points of the preperiod, 1, and of the first period, 2, from the
// others.
func (s *Sequence) zone(n uint64) uint8 {
	switch {
	case s.Period == 0 || n >= s.Preperiod && n-s.Preperiod >= s.Period:
		return 0
	case n < s.Preperiod:
		return 1
	}
	return 2
}
