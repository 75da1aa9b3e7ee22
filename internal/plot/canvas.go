package plot

// Sheets, on which pictures are drawn, and what a format must be able to draw: shapes,
// words, and layers, the parts that must be right to the pixel and that no format may
// smooth. raster.go and svg.go are the formats.
//
// A unit of length is a pixel in both, counted from the top left, so that one layout serves
// them.

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"

	"github.com/grundy-games/grundy/internal/build"
)

// A canvas is what a picture in some format is drawn on.
type canvas interface {
	// shape fills the polygon of points, x and y in turn, unless fill is nil, and draws
	// the line through them unless edge is nil, back to the first one if it is closed.
	shape(points []float64, closed bool, fill, edge color.Color, width float64)
	disc(x, y, radius float64, fill, edge color.Color, width float64)
	rectangles(c color.Color, all ...image.Rectangle)
	// words writes words on the base line y. The part align of their width is left of x.
	words(c color.Color, size, x, y, align float64, words string)
	layer(l layer, colours color.Palette) error
}

// A layer is a part of a picture that is painted pixel by pixel.
type layer struct {
	at image.Rectangle // from the top left of the sheet
	// paint sets the pixels of an image with the bounds of at.
	paint func(*image.Paletted) error
	// draw draws the same, where that is less than an image; or nil.
	draw func(pen)
}

// A sheet is a picture that is to be drawn.
type sheet struct {
	width, height int
	// chrome draws the parts around the layers, in greys; or, without layers, all in
	// any colours.
	chrome  func(pen)
	layers  []layer
	colours []color.RGBA  // of the layers
	encoded func(row int) // is told how far a PNG has come
	// over draws above the layers; it may be nil.
	over func(pen)
}

// stackSheets returns sheets of the same colours below each other.
func stackSheets(parts []*sheet) *sheet {
	if len(parts) == 1 {
		return parts[0]
	}
	whole := &sheet{colours: parts[0].colours, encoded: parts[0].encoded, chrome: func(pen) {}}
	for _, s := range parts {
		top, before := whole.height, whole.chrome
		whole.width, whole.height = max(whole.width, s.width), top+s.height
		for _, l := range s.layers {
			down := image.Pt(0, top)
			there := layer{at: l.at.Add(down), paint: func(img *image.Paletted) error {
				return l.paint(&image.Paletted{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect.Sub(down), Palette: img.Palette})
			}}
			if l.draw != nil {
				there.draw = func(p pen) { l.draw(p.at(0, float64(top))) }
			}
			whole.layers = append(whole.layers, there)
		}
		whole.chrome = func(p pen) {
			before(p)
			s.chrome(p.at(0, float64(top)))
		}
	}
	return whole
}

// drawOn draws the sheet.
func (s *sheet) drawOn(c canvas) error {
	p := pen{canvas: c}
	s.chrome(p)
	for _, l := range s.layers {
		if err := c.layer(l, s.palette()); err != nil {
			return err
		}
	}
	if s.over != nil {
		s.over(p)
	}
	return nil
}

// write writes the sheet in format f.
func (s *sheet) write(w contextWriter, f Format) error {
	if err := f.checkSide(s.width, s.height); err != nil {
		return err
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if f == SVG {
		return s.writeSVG(w)
	}
	return s.writePNG(w)
}

// maxStrip is the number of pixels of an embedded image, and of a PNG without layers.
const maxStrip = 4 << 20

// grays is the number of greys in the letters and lines of a PNG.
const grays = 32

// palette returns the colours of the layers, and the greys after them, from black to white.
func (s *sheet) palette() color.Palette {
	all := make(color.Palette, 0, len(s.colours)+grays)
	for _, c := range s.colours {
		all = append(all, c)
	}
	for i := range grays {
		all = append(all, color.Gray{Y: uint8(i * 255 / (grays - 1))})
	}
	return all
}

// writePNG writes a PNG: with a palette, a byte a pixel, if greys are drawn around layers.
func (s *sheet) writePNG(w contextWriter) error {
	bounds := image.Rect(0, 0, s.width, s.height)
	if len(s.layers) > 0 && s.over == nil {
		img := image.NewPaletted(bounds, s.palette())
		if err := s.drawOn(newRaster(img)); err != nil {
			return err
		}
		return png.Encode(&signer{w: w}, &observed{img, s.encoded})
	}
	if len(s.layers) == 0 && s.width > maxStrip/s.height {
		return fmt.Errorf("a picture of %d x %d pixels: want an SVG", s.width, s.height)
	}
	img := image.NewRGBA(bounds)
	if err := s.drawOn(newRaster(img)); err != nil {
		return err
	}
	return png.Encode(&signer{w: w}, img)
}

// A signer passes a PNG on, and puts a text behind its header that says which program made it.
type signer struct {
	w    io.Writer
	head []byte // as far as it is not complete
	done bool
}

// pngHeader is the length of a PNG's signature and of the header behind it.
const pngHeader = 8 + 25

func (s *signer) Write(p []byte) (int, error) {
	if s.done {
		return s.w.Write(p)
	}
	if s.head = append(s.head, p...); len(s.head) < pngHeader {
		return len(p), nil
	}
	text := "tEXtSoftware\x00" + build.Maker()
	chunk := binary.BigEndian.AppendUint32(slices.Clone(s.head[:pngHeader]), uint32(len(text)-len("tEXt")))
	chunk = binary.BigEndian.AppendUint32(append(chunk, text...), crc32.ChecksumIEEE([]byte(text)))
	s.done = true
	if _, err := s.w.Write(append(chunk, s.head[pngHeader:]...)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// An observed image reports the row that its encoder has reached.
type observed struct {
	*image.Paletted
	row func(y int)
}

// ColorIndexAt is how the encoder of PNG reads an image, row by row.
func (o *observed) ColorIndexAt(x, y int) uint8 {
	if x == 0 {
		o.row(y)
	}
	return o.Pix[y*o.Stride+x]
}

// whole returns v rounded to whole pixels, but at least 1.
func whole(v float64) int { return max(1, int(math.Round(v))) }
