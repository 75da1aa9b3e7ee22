package plot

// Axes of whole numbers around a rectangle of whole pixels.

import (
	"image"
	"image/color"
	"math"
)

// A tick is a number on an axis or a scale.
type tick struct {
	value float64
	at    float64 // in pixels, from the left or the top of what is scaled
	label string
}

// axes stand around a rectangle of that size.
type axes struct {
	size  image.Point
	unit  float64 // a pixel of a small picture, as large ones are looked at from farther away
	names [2]string
	ticks [2][]tick
}

// The parts of axes, in units: the length of ticks, what is between these and their
// numbers, between numbers of y and its name, and the sizes of letters.
const (
	tickLength = 5
	tickGap    = 3
	nameGap    = 8
	tickSize   = 11
	nameSize   = 12
)

// wholeTicks returns ticks at multiples of 1, 2 or 5 times a power of ten in low … high, at
// least apart from each other, where place says where a number stands.
func wholeTicks(low, high, apart float64, place func(v float64) float64) (ticks []tick) {
	step := 1.0
	for i := 0; step <= high-low && math.Abs(place(low+step)-place(low)) < apart; i++ {
		step = [...]float64{1, 2, 5}[(i+1)%3] * math.Pow10((i+1)/3)
	}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, tick{v, place(v), signed(v)})
	}
	return ticks
}

// lineAt returns where a line of that width begins, nearest to at, so that it covers whole
// pixels.
func lineAt(at float64, width int) int {
	if width%2 == 0 {
		return int(math.Round(at)) - width/2
	}
	return int(math.Floor(at)) - width/2
}

// room returns the space that the axes take on each side, in pixels.
func (a *axes) room() (left, below, right, above int) {
	u := a.unit
	widest := 0.0
	for _, t := range a.ticks[1] {
		widest = max(widest, textWidth(tickSize*u, t.label))
		above = max(above, int(math.Ceil(tickSize/2*u-t.at)))
	}
	for _, t := range a.ticks[0] {
		half := textWidth(tickSize*u, t.label) / 2
		left = max(left, int(math.Ceil(half-t.at)))
		right = max(right, int(math.Ceil(t.at+half))-a.size.X)
	}
	left = max(left, int(math.Ceil((tickLength+tickGap+nameGap)*u+widest+textWidth(nameSize*u, a.names[1]))))
	return left, int(math.Ceil((tickLength + tickGap + tickSize + tickGap + nameSize) * u)), right, above
}

// draw draws the axes around a rectangle at the pen's origin, and a frame.
func (a *axes) draw(p pen) {
	u, line := a.unit, whole(a.unit)
	long := line + int(math.Round(tickLength*u))
	p.frame(image.Rectangle{Max: a.size}, line)
	widest := 0.0
	for _, t := range a.ticks[0] {
		at := lineAt(t.at, line)
		p.rectangles(color.Black, image.Rect(at, a.size.Y+line, at+line, a.size.Y+long))
		p.words(color.Black, tickSize*u, t.at, float64(a.size.Y)+(tickLength+tickGap+tickSize/2.0)*u, 0, t.label)
	}
	for _, t := range a.ticks[1] {
		at := lineAt(t.at, line)
		p.rectangles(color.Black, image.Rect(-long, at, -line, at+line))
		p.words(color.Black, tickSize*u, -(tickLength+tickGap)*u, t.at, 1, t.label)
		widest = max(widest, textWidth(tickSize*u, t.label))
	}
	p.words(color.Black, nameSize*u, float64(a.size.X)/2, float64(a.size.Y)+(tickLength+tickGap+tickSize+tickGap+nameSize/2.0)*u, 0, a.names[0])
	p.words(color.Black, nameSize*u, -(tickLength+tickGap+nameGap)*u-widest, float64(a.size.Y)/2, 1, a.names[1])
}
