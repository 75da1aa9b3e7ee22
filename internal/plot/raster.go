package plot

// Pictures as pixels: polygons with smooth edges, and letters made of these.

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/grundy-games/grundy/internal/lazy"
)

// A raster is a canvas of pixels.
type raster struct {
	img   draw.Image // *image.Paletted or *image.RGBA
	z     vector.Rasterizer
	known map[rune]glyph
}

// newRaster returns a raster on which there is nothing yet.
func newRaster(img draw.Image) *raster {
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	return &raster{img: img, known: map[rune]glyph{}}
}

// fill fills polygons of x and y in turn. Where they overlap, they must turn the same way;
// a hole turns the other way.
func (r *raster) fill(c color.Color, polygons ...[]float64) {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, points := range polygons {
		for i := 0; i+1 < len(points); i += 2 {
			left, right = min(left, points[i]), max(right, points[i])
			top, bottom = min(top, points[i+1]), max(bottom, points[i+1])
		}
	}
	at := image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom))).Intersect(r.img.Bounds())
	if at.Empty() {
		return
	}
	r.z.Reset(at.Dx(), at.Dy())
	for _, points := range polygons {
		for i := 0; i+1 < len(points); i += 2 {
			x, y := float32(points[i]-float64(at.Min.X)), float32(points[i+1]-float64(at.Min.Y))
			if i == 0 {
				r.z.MoveTo(x, y)
			} else {
				r.z.LineTo(x, y)
			}
		}
		r.z.ClosePath()
	}
	covered := image.NewAlpha(image.Rectangle{Max: at.Size()})
	r.z.Draw(covered, covered.Rect, image.Opaque, image.Point{})
	draw.DrawMask(r.img, at, image.NewUniform(c), image.Point{}, covered, image.Point{}, draw.Over)
}

func (r *raster) shape(points []float64, closed bool, fill, edge color.Color, width float64) {
	if fill != nil {
		r.fill(fill, points)
	}
	if edge == nil {
		return
	}
	if n := len(points); closed {
		points = append(points[:n:n], points[:2]...)
	}
	var lines [][]float64 // a bar along each, and a disc at each corner
	for i := 0; i+3 < len(points); i += 2 {
		x0, y0, x1, y1 := points[i], points[i+1], points[i+2], points[i+3]
		if i > 0 || closed {
			lines = append(lines, ringAround(x0, y0, width/2))
		}
		if length := math.Hypot(x1-x0, y1-y0); length > 0 {
			dx, dy := (x1-x0)/length*width/2, (y1-y0)/length*width/2
			lines = append(lines, []float64{x0 + dy, y0 - dx, x1 + dy, y1 - dx, x1 - dy, y1 + dx, x0 - dy, y0 + dx})
		}
	}
	r.fill(edge, lines...)
}

func (r *raster) disc(x, y, radius float64, fill, edge color.Color, width float64) {
	if fill != nil {
		r.fill(fill, ringAround(x, y, radius))
	}
	if edge != nil {
		r.fill(edge, ringAround(x, y, radius+width/2), ringAround(x, y, -max(radius-width/2, 0)))
	}
}

// ringAround returns a polygon like a circle; it turns the other way below 0.
func ringAround(x, y, radius float64) (points []float64) {
	count := 12 + int(4*math.Sqrt(math.Abs(radius)))
	for i := range count {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(count))
		points = append(points, x+math.Abs(radius)*cos, y+radius*sin)
	}
	return points
}

func (r *raster) rectangles(c color.Color, all ...image.Rectangle) {
	source := image.NewUniform(c)
	for _, one := range all {
		draw.Draw(r.img, one, source, image.Point{}, draw.Src)
	}
}

func (r *raster) layer(l layer, colours color.Palette) error {
	if img, ok := r.img.(*image.Paletted); ok {
		return l.paint(img.SubImage(l.at).(*image.Paletted))
	}
	img := image.NewPaletted(l.at, colours)
	if err := l.paint(img); err != nil {
		return err
	}
	draw.Draw(r.img, l.at, img, l.at.Min, draw.Src)
	return nil
}

func (r *raster) words(c color.Color, size, x, y, align float64, words string) {
	x -= align * textWidth(size, words)
	y = math.Round(y) // letters stand on a line of pixels
	var outlines [][]float64
	for _, letter := range words {
		g, ok := r.known[letter]
		if !ok {
			g = glyphOf(letter)
			r.known[letter] = g
		}
		for _, outline := range g.outlines {
			there := make([]float64, len(outline))
			for i := 0; i < len(outline); i += 2 {
				there[i], there[i+1] = x+size*outline[i], y+size*outline[i+1]
			}
			outlines = append(outlines, there)
		}
		x += size * g.width
	}
	r.fill(c, outlines...)
}

// letters is the font of a PNG. The words of an SVG are as wide in Arial, Helvetica and
// Liberation Sans, or a little less wide.
func letters() *sfnt.Font {
	return parsed.Of(func() *sfnt.Font {
		f, err := sfnt.Parse(goregular.TTF)
		if err != nil {
			panic("plot: " + err.Error())
		}
		return f
	})
}

var parsed lazy.Value[*sfnt.Font]

// capHeight is the height of capitals and digits in a font of size 1.
const capHeight = 0.72

// hasLetter reports whether the font has a letter.
func hasLetter(r rune) bool {
	g, err := letters().GlyphIndex(nil, r)
	return err == nil && g != 0
}

// A glyph is a letter of size 1, whose base line is at y = 0.
type glyph struct {
	width    float64
	outlines [][]float64
}

// unitsAnEm is the size in which the letters of the font have been drawn.
const unitsAnEm = 2048

// glyphOf returns a letter of the font, or what it shows for those that it lacks.
func glyphOf(letter rune) (g glyph) {
	var buffer sfnt.Buffer
	index, width, ok := advanceOf(&buffer, letter)
	if !ok {
		return g
	}
	g.width = width
	segments, err := letters().LoadGlyph(&buffer, index, unitsAnEm, nil)
	if err != nil {
		return g
	}
	for _, s := range segments {
		at := func(p fixed.Point26_6) (x, y float64) { return float64(p.X) / unitsAnEm, float64(p.Y) / unitsAnEm }
		last := len(g.outlines) - 1
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			g.outlines = append(g.outlines, []float64{x, y})
		case sfnt.SegmentOpLineTo:
			g.outlines[last] = append(g.outlines[last], x, y)
		default: // curves of TrueType are quadratic
			const steps = 5
			n := len(g.outlines[last])
			x0, y0 := g.outlines[last][n-2], g.outlines[last][n-1]
			x1, y1 := at(s.Args[1])
			for i := 1.0; i <= steps; i++ {
				t := i / steps
				u := 1 - t
				g.outlines[last] = append(g.outlines[last], u*u*x0+2*u*t*x+t*t*x1, u*u*y0+2*u*t*y+t*t*y1)
			}
		}
	}
	return g
}

// advanceOf returns the number of a letter in the font, and its width in size 1.
func advanceOf(buffer *sfnt.Buffer, letter rune) (index sfnt.GlyphIndex, width float64, ok bool) {
	index, err := letters().GlyphIndex(buffer, letter)
	if err != nil {
		return 0, 0, false
	}
	advance, err := letters().GlyphAdvance(buffer, index, unitsAnEm, font.HintingNone)
	return index, float64(advance) / unitsAnEm, err == nil
}

// textWidth returns the width of words.
func textWidth(size float64, words string) (width float64) {
	var buffer sfnt.Buffer
	for _, letter := range words {
		_, advance, _ := advanceOf(&buffer, letter)
		width += advance
	}
	return size * width
}

// widthOf returns the width of words in pixels, rounded up.
func widthOf(size float64, words string) int { return int(math.Ceil(textWidth(size, words))) }
