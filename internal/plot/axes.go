package plot

// This file holds axes of whole numbers around a rectangle of whole pixels.

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newAxes returns a plot with only axes, in the style of all pictures. unit is
// the size of a pixel of a small picture, as large ones are looked at from
// farther away.
func newAxes(x, y string, unit float64) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for axis, label := range map[*plot.Axis]string{&p.X: x, &p.Y: y} {
		axis.Padding = 0
		axis.Width = 0 // a frame is drawn instead
		axis.Label.Text = label
		axis.Label.Padding = vg.Length(3 * unit)
		axis.Tick.Length = vg.Length(math.Round(5 * unit))
		axis.Tick.Width = vg.Length(whole(unit))
		labels := style(11 * unit)
		labels.XAlign, labels.YAlign = axis.Tick.Label.XAlign, axis.Tick.Label.YAlign
		axis.Tick.Label = labels
		title := style(12 * unit)
		title.XAlign, title.YAlign = axis.Label.TextStyle.XAlign, axis.Label.TextStyle.YAlign
		axis.Label.TextStyle = title
	}
	p.Y.Label.Padding = vg.Length(8 * unit) // or the name is read as a part of a number
	return p
}

// wholeTicks returns labelled ticks at multiples of 1, 2 or 5 times a power of
// ten in low … high, at least apart from each other, where place says where a
// number stands.
func wholeTicks(low, high, apart float64, place func(v float64) float64) plot.ConstantTicks {
	step := 1.0
	for i := 0; step <= high-low && math.Abs(place(low+step)-place(low)) < apart; i++ {
		step = [...]float64{1, 2, 5}[(i+1)%3] * math.Pow10((i+1)/3)
	}
	ticks := plot.ConstantTicks{}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: signed(v)})
	}
	return ticks
}

// snapped returns where a line of that width is drawn nearest to v so that it
// covers whole pixels.
func snapped(v float64, width int) float64 {
	if width%2 == 0 {
		return math.Round(v)
	}
	return math.Floor(v) + 0.5
}

// fit returns the rectangle in which p must be drawn so that its data stand in
// data. The library computes the inner rectangle from the outer one: the axes
// take a fixed width and height, and labels that stick out at the right and the
// top some more, which depends on the size. More outside gives more inside, so
// that the right size is found by halving.
func fit(p *plot.Plot, data vg.Rectangle) (vg.Rectangle, error) {
	inside := func(outer vg.Rectangle) vg.Rectangle {
		return p.DataCanvas(draw.Canvas{Rectangle: outer}).Rectangle
	}
	outer := data
	outer.Min = data.Min.Sub(inside(data).Min.Sub(data.Min))
	low, high := outer.Max, vg.Point{}
	for more := vg.Length(64); ; more *= 2 {
		high = outer.Max.Add(vg.Point{X: more, Y: more})
		in := inside(vg.Rectangle{Min: outer.Min, Max: high})
		if in.Max.X >= data.Max.X && in.Max.Y >= data.Max.Y {
			break
		}
		if more > 1<<30 {
			return vg.Rectangle{}, errUnaligned
		}
	}
	for high.X-low.X > 1e-8 {
		outer.Max = vg.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
		in := inside(outer)
		halve := func(in, want, at vg.Length, low, high *vg.Length) {
			if in < want {
				*low = at
			} else {
				*high = at
			}
		}
		halve(in.Max.X, data.Max.X, outer.Max.X, &low.X, &high.X)
		halve(in.Max.Y, data.Max.Y, outer.Max.Y, &low.Y, &high.Y)
	}
	outer.Max = high
	off := inside(outer)
	for _, d := range []vg.Length{off.Min.X - data.Min.X, off.Min.Y - data.Min.Y, off.Max.X - data.Max.X, off.Max.Y - data.Max.Y} {
		if math.Abs(float64(d)) > 1e-6 {
			return vg.Rectangle{}, errUnaligned
		}
	}
	return outer, nil
}
