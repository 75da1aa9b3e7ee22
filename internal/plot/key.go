package plot

// The key of a heat map is a list of colours, or a scale, and stands beside the map.

import (
	"image"
	"image/color"
)

// A key shows the colour of each class. Its places are counted from its top
// left.
type key struct {
	classes
	unit          float64 // the size of a pixel of a small picture
	words         float64 // the size of letters
	width, height int
	line          int // width of lines
	gap           int // from colours to words
	swatches      []swatch
	scale         image.Rectangle // empty where all classes have swatches
	ticks         []tick          // of the scale
}

// A swatch is one colour of a key and its name.
type swatch struct {
	at    image.Rectangle
	class int
	name  string
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

// keyOf lays out the key of classes from top to bottom, beside a map of that size in pixels.
func keyOf(c classes, unit float64, size image.Point) *key {
	k := &key{classes: c, unit: unit, words: tickSize * unit, line: whole(unit)}
	k.gap = k.px(7)
	k.width = widthOf(k.words, c.heading)
	k.swatches = c.named()
	k.layOut(size)
	return k
}

func (k *key) px(v float64) int { return whole(v * k.unit) }

func (k *key) layOut(size image.Point) {
	top, width, pitch := k.px(22), k.px(18), k.px(20)
	k.height = top
	if k.listed == nil {
		length := max(size.Y-top-pitch*len(k.swatches), k.px(160))
		if size.Y > 4*size.X {
			length = min(length, k.px(320)) // not as if it were the map
		}
		k.scale = image.Rect(0, top, width, top+length)
		k.layTicks(length)
		for _, t := range k.ticks {
			k.width = max(k.width, width+k.gap+k.px(3)+widthOf(k.words, t.label))
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

// layTicks places numbers on a scale of that length, from its low end. The first and the last
// colour stand for the ends of the scale, in the middle of their stripes. Numbers too near to those
// at the ends are left out.
func (k *key) layTicks(length int) {
	stripe := (k.high - k.low) / float64(k.steps-1)
	place := func(v float64) float64 {
		return (v - k.low + stripe/2) / (k.high - k.low + stripe) * float64(length)
	}
	apart := 20 * k.unit
	k.ticks = []tick{{k.low, place(k.low), signed(k.low)}, {k.high, place(k.high), signed(k.high)}}
	for _, t := range wholeTicks(k.low, k.high, 2*apart, place) {
		if t.at-k.ticks[0].at >= apart && k.ticks[1].at-t.at >= apart {
			k.ticks = append(k.ticks, t)
		}
	}
}

// layers returns the coloured parts of the key whose top left is at.
func (k *key) layers(at image.Point) (layers []layer) {
	if k.listed == nil {
		layers = append(layers, layer{at: k.scale.Add(at), paint: func(img *image.Paletted) error {
			b := img.Bounds()
			for y := range b.Dy() {
				row := img.Pix[img.PixOffset(b.Min.X, b.Min.Y+y):][:b.Dx()]
				for x := range row {
					row[x] = uint8((b.Dy() - 1 - y) * k.steps / b.Dy())
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

// draw draws the words and lines of the key from the pen's origin.
func (k *key) draw(p pen) {
	write := func(x, y, align float64, words string) { p.words(color.Black, k.words, x, y, align, words) }
	write(0, k.words/2, -1, k.heading)
	for _, s := range k.swatches {
		p.frame(s.at, k.line)
		write(float64(s.at.Max.X+k.gap), float64(s.at.Min.Y+s.at.Max.Y)/2, -1, s.name)
	}
	if k.listed != nil {
		return
	}
	box := k.scale
	p.frame(box, k.line)
	for _, t := range k.ticks { // a line from the frame outward, and the number behind it
		long := k.gap - k.line
		y := float64(box.Max.Y) - t.at
		top := lineAt(y, k.line)
		p.rectangles(color.Black, image.Rect(box.Max.X+k.line, top, box.Max.X+long, top+k.line))
		write(float64(box.Max.X+k.gap+k.px(3)), y, -1, t.label)
	}
}
