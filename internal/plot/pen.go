package plot

// This file holds drawings: pictures made of lines, shapes and letters, which are
// composed of smaller ones. Lengths are pixels, from the top left.

import (
	"context"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/grundy-games/grundy"
)

// The colours of what a position is for the player to move, which have a shape too, as
// shape draws it: blue wins, orange loses, grey draws. Each is told from the others by
// readers who do not tell red from green, and is dark enough for letters on white.
var (
	winning = rgb("0b62a4")
	losing  = rgb("c2510c")
	drawn   = rgb("6b6b6b")
)

// The colours of things.
var (
	ink      = rgb("1d1d1f")
	faint    = rgb("5f6368") // letters that say less
	hairline = rgb("b5b9be") // lines that say less
	wood     = rgb("f3efe6") // a square of a board; every other one is white
	stone    = rgb("3f454d")
	leaf     = rgb("2f7d46")
	ground   = rgb("6d5a43")
	white    = rgb("ffffff")
)

// A drawing is a picture of a size.
type drawing struct {
	width, height float64
	draw          func(p pen)
}

// A pen draws on a canvas; the origin is where the drawing begins.
type pen struct {
	canvas draw.Canvas
	x, y   float64 // of the origin
	height float64 // of the sheet
}

// at returns the pen with another origin.
func (p pen) at(x, y float64) pen {
	p.x, p.y = p.x+x, p.y+y
	return p
}

func (p pen) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(p.x + x), Y: vg.Length(p.height - p.y - y)}
}

// path returns the path through points, x and y in turn.
func (p pen) path(points ...float64) (path vg.Path) {
	for i := 0; i+1 < len(points); i += 2 {
		if at := p.point(points[i], points[i+1]); i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	return path
}

// polygon fills the polygon of points unless fill is nil, and frames it unless frame is.
func (p pen) polygon(fill, frame color.Color, points ...float64) {
	path := p.path(points...)
	path.Close()
	p.closed(path, fill, frame, 1)
}

// closed fills a closed path unless fill is nil, and draws its edge unless that is.
func (p pen) closed(path vg.Path, fill, edge color.Color, width float64) {
	if fill != nil {
		p.canvas.SetColor(fill)
		p.canvas.Fill(path)
	}
	if edge != nil {
		p.stroke(edge, width, path)
	}
}

// line draws a line through points.
func (p pen) line(c color.Color, width float64, points ...float64) {
	p.stroke(c, width, p.path(points...))
}

func (p pen) stroke(c color.Color, width float64, path vg.Path) {
	p.canvas.SetColor(c)
	p.canvas.SetLineWidth(vg.Length(width))
	p.canvas.Stroke(path)
}

// box is polygon for a rectangle.
func (p pen) box(x, y, width, height float64, fill, frame color.Color) {
	p.polygon(fill, frame, x, y, x+width, y, x+width, y+height, x, y+height)
}

func (p pen) circle(x, y, radius float64) (path vg.Path) {
	path.Move(p.point(x+radius, y))
	path.Arc(p.point(x, y), vg.Length(radius), 0, 2*math.Pi)
	path.Close()
	return path
}

// disc is closed for a circle.
func (p pen) disc(x, y, radius float64, fill, edge color.Color, width float64) {
	p.closed(p.circle(x, y, radius), fill, edge, width)
}

// words writes words with their middle at (x,y); align is -1 for their left end there,
// and 1 for their right end.
func (p pen) words(c color.Color, size, x, y, align float64, words string) {
	s := style(size)
	s.Color, s.XAlign, s.YAlign = c, draw.XAlignment(-(align+1)/2), draw.YCenter
	p.canvas.FillText(s, p.point(x, y), words)
}

// arrow draws a line through points with a head at its end.
func (p pen) arrow(c color.Color, width float64, points ...float64) {
	n := len(points)
	x, y := points[n-2], points[n-1]
	dx, dy := x-points[n-4], y-points[n-3]
	if length := math.Hypot(dx, dy); length > 0 {
		dx, dy = dx/length, dy/length
	}
	const head, half = 8, 3.5
	points[n-2], points[n-1] = x-head*dx*0.7, y-head*dy*0.7
	p.line(c, width, points...)
	p.polygon(c, nil, x, y, x-head*dx+half*dy, y-head*dy-half*dx, x-head*dx-half*dy, y-head*dy+half*dx)
}

// shape draws the shape of an outcome: ▲ where the player to move wins, ▼ where he
// loses, ● for a draw.
func (p pen) shape(o grundy.Outcome, x, y, radius float64, edge color.Color) {
	fill, side := winning, 1.0
	switch o {
	case grundy.P:
		fill, side = losing, -1
	case grundy.D:
		p.disc(x, y, radius*0.9, drawn, edge, 1)
		return
	}
	p.polygon(fill, edge, x, y-1.15*side*radius, x+1.1*radius, y+0.8*side*radius, x-1.1*radius, y+0.8*side*radius)
}

// textWidth returns the width of words.
func textWidth(size float64, words string) float64 {
	s := style(size)
	return float64(s.Width(words))
}

// lettering is a drawing of a line of words.
func lettering(c color.Color, size float64, words string) drawing {
	return drawing{textWidth(size, words), math.Ceil(size * 1.4), func(p pen) { p.words(c, size, 0, size*0.7, -1, words) }}
}

// heading is the title of a drawing, or nothing if there is none.
func heading(title string) []drawing {
	if title == "" {
		return nil
	}
	return []drawing{lettering(ink, 15, title)}
}

// behind puts words behind the shape of an outcome; they begin at x.
func (words drawing) behind(o grundy.Outcome, x float64) drawing {
	return drawing{words.width + x, words.height, func(p pen) {
		p.shape(o, 7, words.height/2, 7, nil)
		words.draw(p.at(x, 0))
	}}
}

// below puts drawings below each other, gap apart.
func below(gap float64, all ...drawing) drawing {
	return stack(all, func(above drawing) (x, y float64) { return 0, above.height + gap })
}

// beside puts drawings beside each other, gap apart, on one base line.
func beside(gap float64, all ...drawing) drawing {
	tallest := 0.0
	for _, d := range all {
		tallest = max(tallest, d.height)
	}
	for i, d := range all {
		draw := d.draw
		all[i] = drawing{d.width, tallest, func(p pen) { draw(p.at(0, tallest-d.height)) }}
	}
	return stack(all, func(before drawing) (x, y float64) { return before.width + gap, 0 })
}

// stack puts each drawing where next says, of the whole of those before it.
func stack(all []drawing, next func(before drawing) (x, y float64)) drawing {
	whole := drawing{draw: func(pen) {}}
	for i, d := range all {
		x, y := 0.0, 0.0
		if i > 0 {
			x, y = next(whole)
		}
		before := whole.draw
		whole = drawing{max(whole.width, x+d.width), max(whole.height, y+d.height), func(p pen) {
			before(p)
			d.draw(p.at(x, y))
		}}
	}
	return whole
}

// write writes the drawing with a margin around it.
func (d drawing) write(ctx context.Context, w io.Writer, f Format) error {
	const margin = 16
	s := sheet{
		width:  int(math.Ceil(d.width)) + 2*margin,
		height: int(math.Ceil(d.height)) + 2*margin,
	}
	s.chrome = func(c draw.Canvas) { d.draw(pen{c, margin, margin, float64(s.height)}) }
	return s.write(contextWriter{ctx, w}, f)
}
