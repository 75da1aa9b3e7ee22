package plot

// This file draws how often each value occurs.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/internal/units"
)

// A Histogram is a picture of how often values occur.
type Histogram struct {
	Title string
	// Measure is what the values are, or "" for nim-values.
	Measure string
	// Bars are drawn as they are, such as those of the values 0, 1, 2 … 3, 4 … 7 and so on; nil for
	// those of the values that are added.
	Bars []Bar

	counts map[uint64]uint64 // of values, shifted to the right
	shift  int
	total  uint64
}

// mostCounted is the number of different values that are counted apart. Where there are
// more, neighbours are counted together.
const mostCounted = 1 << 12

// Add counts a value. All that is kept fits into some 200 kB.
func (h *Histogram) Add(value uint64) {
	if h.counts == nil {
		h.counts = map[uint64]uint64{}
	}
	h.total++
	h.counts[value>>h.shift]++
	for len(h.counts) > mostCounted {
		h.shift++
		counts := map[uint64]uint64{}
		for v, count := range h.counts {
			counts[v>>1] += count
		}
		h.counts = counts
	}
}

// mostBars is the number of bars of a picture. Where there are more values, each bar is
// of as many neighbouring values, a power of two.
const mostBars = 40

// A Bar is the values Least … Most.
type Bar struct{ Least, Most, Count uint64 }

// bars returns all bars from the least value to the largest, empty ones too.
func (h *Histogram) bars() (all []Bar) {
	if h.Bars != nil {
		return h.Bars
	}
	largest, least := uint64(0), ^uint64(0)
	for v := range h.counts {
		largest, least = max(largest, v), min(least, v)
	}
	wider := 0
	for largest>>wider-least>>wider >= mostBars {
		wider++
	}
	shift := h.shift + wider
	for i := least >> wider; i <= largest>>wider; i++ {
		all = append(all, Bar{Least: i << shift, Most: i<<shift | (1<<shift - 1)})
	}
	for v, count := range h.counts {
		all[v>>wider-least>>wider].Count += count
	}
	return all
}

// sum returns how many values there are.
func (h *Histogram) sum() uint64 {
	sum := h.total
	for _, b := range h.Bars {
		sum += b.Count
	}
	return sum
}

// name names the values of a bar.
func (b Bar) name() string {
	if b.Least == b.Most {
		return units.Grouped(b.Least)
	}
	return units.Grouped(b.Least) + " … " + units.Grouped(b.Most)
}

// words says how many values a bar has.
func (h *Histogram) words(b Bar) string {
	return fmt.Sprintf("%s (%.1f %%)", units.Grouped(b.Count), 100*float64(b.Count)/float64(h.sum()))
}

// heading names the values.
func (h *Histogram) heading() string {
	if h.Measure != "" {
		return h.Measure
	}
	return "nim-value"
}

// check refuses a picture of nothing.
func (h *Histogram) check() error {
	if h.sum() == 0 {
		return errNothing
	}
	return bounds.CheckTitle(h.Title)
}

// Write implements [Picture].
func (h *Histogram) Write(ctx context.Context, w io.Writer, f Format, _ grundy.Progress) error {
	if err := h.check(); err != nil {
		return err
	}
	if err := f.checkLetters(h.Title); err != nil {
		return err
	}
	bars := h.bars()
	const pitch, thick, length = 20, 14, 520
	left, largest := textWidth(12, h.heading()), uint64(0)
	right := 0.0
	for _, b := range bars {
		left, right = max(left, textWidth(12, b.name())), max(right, textWidth(12, h.words(b)))
		largest = max(largest, b.Count)
	}
	colourOf := func(i int) uint64 { return bars[i].Most }
	if h.Bars != nil {
		colourOf = func(i int) uint64 { return uint64(i + 1) }
	}
	c, err := View{}.classify(extent{above: colourOf(len(bars) - 1)}, "", h.Measure) // the colours of heat maps
	if err != nil {
		return err
	}
	body := drawing{left + 12 + length + 8 + right, float64(pitch*(len(bars)+1)) + 4, func(p pen) {
		p.words(faint, 12, left, pitch/2, 1, h.heading())
		p.line(ink, 1, left+8, pitch, left+8, float64(pitch*(len(bars)+1)))
		for i, b := range bars {
			y := float64(pitch * (i + 1))
			width := length * float64(b.Count) / float64(largest)
			p.words(ink, 12, left, y+pitch/2, 1, b.name())
			if b.Count > 0 {
				p.box(left+9, y+(pitch-thick)/2, max(width, 1), thick, c.colours[c.class(0, 0, colourOf(i))], nil)
			}
			p.words(faint, 12, left+9+width+8, y+pitch/2, -1, h.words(b))
		}
	}}
	return below(10, append(heading(h.Title), body)...).write(ctx, w, f)
}

// WriteTerminal implements [Picture].
func (h *Histogram) WriteTerminal(ctx context.Context, w io.Writer, columns, _ int, _ Colours) error {
	if err := h.check(); err != nil {
		return err
	}
	out := bufio.NewWriter(contextWriter{ctx, w})
	if h.Title != "" {
		fmt.Fprintln(out, h.Title)
	}
	bars := h.bars()
	left, right, largest := len(h.heading()), 0, uint64(1)
	for _, b := range bars {
		left, right, largest = max(left, len([]rune(b.name()))), max(right, len(h.words(b))), max(largest, b.Count)
	}
	if columns <= 0 {
		columns = 80
	}
	length := min(max(columns-left-right-5, 10), 60)
	fmt.Fprintf(out, "%*s\n", left, h.heading())
	for _, b := range bars {
		blocks := float64(length) * float64(b.Count) / float64(largest)
		line := strings.Repeat("█", int(blocks))
		if part := int(8 * (blocks - float64(int(blocks)))); part > 0 {
			line += string(rune('█' + 8 - part)) // the eighths of a block
		}
		fmt.Fprintf(out, "%*s |%s %s\n", left, b.name(), line, h.words(b))
	}
	return out.Flush()
}
