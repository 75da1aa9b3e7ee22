package plot

// Drawings are made of lines, shapes and letters, and composed of smaller ones. Lengths are
// pixels, from the top left.

import (
	"context"
	"image"
	"image/color"
	"io"
	"math"

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
	canvas canvas
	x, y   float64 // of the origin
}

// at returns the pen with another origin.
func (p pen) at(x, y float64) pen { return pen{p.canvas, p.x + x, p.y + y} }

// from returns points, x and y in turn, as the canvas counts them.
func (p pen) from(points []float64) []float64 {
	there := make([]float64, len(points))
	for i := 0; i+1 < len(points); i += 2 {
		there[i], there[i+1] = p.x+points[i], p.y+points[i+1]
	}
	return there
}

// polygon fills the polygon of points unless fill is nil, and frames it unless frame is.
func (p pen) polygon(fill, frame color.Color, points ...float64) {
	p.canvas.shape(p.from(points), true, fill, frame, 1)
}

// line draws a line through points.
func (p pen) line(c color.Color, width float64, points ...float64) {
	p.canvas.shape(p.from(points), false, nil, c, width)
}

// box is polygon for a rectangle.
func (p pen) box(x, y, width, height float64, fill, frame color.Color) {
	p.polygon(fill, frame, x, y, x+width, y, x+width, y+height, x, y+height)
}

// disc fills a circle unless fill is nil, and draws its edge unless that is.
func (p pen) disc(x, y, radius float64, fill, edge color.Color, width float64) {
	p.canvas.disc(p.x+x, p.y+y, radius, fill, edge, width)
}

// rectangles fills rectangles of whole pixels.
func (p pen) rectangles(c color.Color, all ...image.Rectangle) {
	there := make([]image.Rectangle, len(all))
	for i, r := range all {
		there[i] = r.Add(image.Pt(int(p.x), int(p.y)))
	}
	p.canvas.rectangles(c, there...)
}

// frame draws a frame of that width around the outside of r.
func (p pen) frame(r image.Rectangle, width int) {
	p.rectangles(color.Black,
		image.Rect(r.Min.X-width, r.Min.Y-width, r.Max.X+width, r.Min.Y),
		image.Rect(r.Min.X-width, r.Max.Y, r.Max.X+width, r.Max.Y+width),
		image.Rect(r.Min.X-width, r.Min.Y, r.Min.X, r.Max.Y),
		image.Rect(r.Max.X, r.Min.Y, r.Max.X+width, r.Max.Y))
}

// words writes words with their middle at (x,y); align is -1 for their left end there,
// and 1 for their right end.
func (p pen) words(c color.Color, size, x, y, align float64, words string) {
	p.canvas.words(c, size, p.x+x, p.y+y+size*capHeight/2, (align+1)/2, words)
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
	s.chrome = func(p pen) { d.draw(p.at(margin, margin)) }
	return s.write(contextWriter{ctx, w}, f)
}
