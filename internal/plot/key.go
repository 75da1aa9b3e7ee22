package plot

// This file holds the key of a heat map: a list of colours, or a scale, beside the
// map, or below it where the map is flat.

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A key shows the colour of each class. Its places are counted from its top
// left.
type key struct {
	classes
	unit          float64 // the size of a pixel of a small picture
	words         text.Style
	width, height int
	line          int // width of lines
	gap           int // from colours to words
	swatches      []swatch
	scale         image.Rectangle       // empty where all classes have swatches
	across        bool                  // the key is below the map, and its scale runs to the right
	ticks         plot.ConstantTicks    // of the scale
	place         func(float64) float64 // where a number stands on the scale, from its low end
}

// A swatch is one colour of a key and its name.
type swatch struct {
	at    image.Rectangle
	class int
	name  string
}

// keyOf lays out the key of classes of a map of that size in pixels. A key that
// is too high to stand beside the map stands below it, if that is wide enough.
func (h *HeatMap) keyOf(c classes, unit float64, size image.Point) *key {
	k := newKey(c, unit)
	k.beside(size)
	if k.height > size.Y+k.px(6) && size.X >= k.px(300) {
		k = newKey(c, unit)
		k.below(size.X)
	}
	return k
}

// named returns the colours that a key shows apart from its scale, if it has one.
func (c classes) named() (all []swatch) {
	for i, name := range c.listed {
		all = append(all, swatch{class: i, name: name})
	}
	if c.zero != "" && c.listed == nil {
		all = append(all, swatch{class: 0, name: c.zero})
	}
	if c.blocked != "" {
		all = append(all, swatch{class: len(c.colours) - 1, name: c.blocked})
	}
	return all
}

func newKey(c classes, unit float64) *key {
	k := &key{classes: c, unit: unit, words: style(11 * unit), line: whole(unit)}
	k.gap = k.px(7)
	k.width = widthOf(k.words, c.heading)
	k.swatches = c.named()
	return k
}

func (k *key) px(v float64) int { return whole(v * k.unit) }

// beside lays the key out from top to bottom.
func (k *key) beside(size image.Point) {
	top, width, pitch := k.px(22), k.px(18), k.px(20)
	k.height = top
	if k.listed == nil {
		length := max(size.Y-top-pitch*len(k.swatches), k.px(160))
		if size.Y > 4*size.X {
			length = min(length, k.px(320)) // not as if it were the map
		}
		k.scale = image.Rect(0, top, width, top+length)
		k.layTicks(length, func(string) float64 { return 20 * k.unit })
		for _, t := range k.ticks {
			k.width = max(k.width, width+k.gap+k.px(3)+widthOf(k.words, t.Label))
		}
		k.height = k.scale.Max.Y + k.px(6)
	}
	for i := range k.swatches {
		s := &k.swatches[i]
		s.at = image.Rect(0, k.height, width, k.height+k.px(14))
		k.width = max(k.width, width+k.gap+widthOf(k.words, s.name))
		k.height += pitch
	}
}

// below lays the key out from left to right, in lines not much longer than the
// map is wide.
func (k *key) below(width int) {
	k.across = true
	top, side, high := k.px(22), k.px(18), k.px(14)
	x, y := 0, top
	k.height = top + k.px(20)
	if k.listed == nil {
		length := min(width*2/3, k.px(480))
		k.layTicks(length, func(label string) float64 { return float64(widthOf(k.words, label)) + 10*k.unit })
		x = (widthOf(k.words, signed(k.low)) + 1) / 2
		k.scale = image.Rect(x, y, x+length, y+high)
		x += length + (widthOf(k.words, signed(k.high))+1)/2
		k.width, k.height = max(k.width, x), y+high+k.px(20)
		x += k.px(18)
	}
	for i := range k.swatches {
		s := &k.swatches[i]
		long := side + k.gap + widthOf(k.words, s.name)
		if x > 0 && x+long > width {
			x, y = 0, k.height
			k.height += k.px(20)
		}
		s.at = image.Rect(x, y, x+side, y+high)
		x += long
		k.width = max(k.width, x)
		x += k.px(18)
	}
}

// layTicks places numbers on a scale of that length, with room for the label of
// each. The first and the last colour stand for the ends of the scale, in the
// middle of their stripes.
func (k *key) layTicks(length int, room func(label string) float64) {
	stripe := (k.high - k.low) / float64(k.steps-1)
	k.place = func(v float64) float64 {
		return (v - k.low + stripe/2) / (k.high - k.low + stripe) * float64(length)
	}
	apart := max(room(signed(k.low)), room(signed(k.high)))
	k.ticks = k.withEnds(wholeTicks(k.low, k.high, max(2*apart, 40*k.unit), k.place), apart)
}

// withEnds returns ticks with the ends of the scale, in place of those that are
// nearer to them than apart.
func (k *key) withEnds(ticks plot.ConstantTicks, apart float64) plot.ConstantTicks {
	all := plot.ConstantTicks{{Value: k.low, Label: signed(k.low)}, {Value: k.high, Label: signed(k.high)}}
	for _, t := range ticks {
		if math.Abs(k.place(t.Value)-k.place(k.low)) >= apart && math.Abs(k.place(t.Value)-k.place(k.high)) >= apart {
			all = append(all, t)
		}
	}
	return all
}

// layers returns the coloured parts of the key whose top left is at.
func (k *key) layers(at image.Point) (layers []layer) {
	if k.listed == nil {
		layers = append(layers, layer{at: k.scale.Add(at), paint: func(img *image.Paletted) error {
			b := img.Bounds()
			for y := range b.Dy() {
				row := img.Pix[img.PixOffset(b.Min.X, b.Min.Y+y):][:b.Dx()]
				for x := range row {
					if k.across {
						row[x] = uint8(x * k.steps / b.Dx())
					} else {
						row[x] = uint8((b.Dy() - 1 - y) * k.steps / b.Dy())
					}
				}
			}
			return nil
		}})
	}
	for _, s := range k.swatches {
		layers = append(layers, layer{at: s.at.Add(at), paint: func(img *image.Paletted) error {
			for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
				fillRow(img, y, uint8(s.class))
			}
			return nil
		}})
	}
	return layers
}

func fillRow(img *image.Paletted, y int, class uint8) {
	from := img.PixOffset(img.Rect.Min.X, y)
	for i := range img.Rect.Dx() {
		img.Pix[from+i] = class
	}
}

// draw draws the words and lines of the key whose top left is at.
func (k *key) draw(c draw.Canvas, height int, at image.Point) {
	write := func(x, y float64, right text.XAlignment, up text.YAlignment, words string) {
		s := k.words
		s.XAlign, s.YAlign = right, up
		c.FillText(s, vg.Point{X: vg.Length(x), Y: vg.Length(float64(height) - y)}, words)
	}
	write(float64(at.X), float64(at.Y), draw.XLeft, draw.YTop, k.heading)
	for _, s := range k.swatches {
		box := s.at.Add(at)
		frame(c, height, box, k.line)
		write(float64(box.Max.X+k.gap), float64(box.Min.Y+box.Max.Y)/2, draw.XLeft, draw.YCenter, s.name)
	}
	if k.listed != nil {
		return
	}
	box := k.scale.Add(at)
	frame(c, height, box, k.line)
	for _, t := range k.ticks {
		// A line from the frame outward, and the number behind it.
		long := k.gap - k.line
		if k.across {
			x := float64(box.Min.X) + k.place(t.Value)
			left := int(math.Round(snapped(x, k.line) - float64(k.line)/2))
			c.SetColor(color.Black)
			fillRectangle(c, height, image.Rect(left, box.Max.Y+k.line, left+k.line, box.Max.Y+long))
			write(x, float64(box.Max.Y+long), draw.XCenter, draw.YTop, t.Label)
			continue
		}
		y := float64(box.Max.Y) - k.place(t.Value)
		top := int(math.Round(snapped(y, k.line) - float64(k.line)/2))
		c.SetColor(color.Black)
		fillRectangle(c, height, image.Rect(box.Max.X+k.line, top, box.Max.X+long, top+k.line))
		write(float64(box.Max.X+k.gap+k.px(3)), y, draw.XLeft, draw.YCenter, t.Label)
	}
}
