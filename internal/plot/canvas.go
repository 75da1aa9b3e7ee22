package plot

// This file holds the sheets on which pictures are drawn: one interface to the
// three formats. Text and lines are drawn by gonum.org/v1/plot. Parts that must be
// right to the pixel are drawn in layers, images which no format may smooth: the
// PNG takes their pixels over, SVG and PDF embed them.
//
// A unit of length is a pixel in all formats, so that one layout serves them
// all. Canvases of the library count y from the bottom, images from the top.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"
	"io"
	"math"
	"os"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A layer is a part of a picture that is painted pixel by pixel.
type layer struct {
	at image.Rectangle // from the top left of the sheet
	// paint sets the pixels of an image with the bounds of at.
	paint func(*image.Paletted) error
	// draw draws the same on a canvas that cannot paint pixels; nil where an
	// image does it.
	draw func(draw.Canvas)
}

// A sheet is a picture that is to be drawn.
type sheet struct {
	width, height int
	// chrome draws the parts around the layers, in greys; or, without layers, all in
	// any colours.
	chrome  func(draw.Canvas)
	layers  []layer
	colours []color.RGBA  // of the layers
	encoded func(row int) // is told how far a PNG has come
	// over draws above the layers; it may be nil.
	over func(draw.Canvas)
}

// stackSheets returns sheets of the same colours below each other.
func stackSheets(parts []*sheet) *sheet {
	if len(parts) == 1 {
		return parts[0]
	}
	whole := &sheet{colours: parts[0].colours, encoded: parts[0].encoded}
	tops := make([]int, len(parts))
	for i, s := range parts {
		tops[i] = whole.height
		whole.width, whole.height = max(whole.width, s.width), whole.height+s.height
	}
	moved := func(c draw.Canvas, part int, draw func(draw.Canvas)) {
		c.Push()
		c.Translate(vg.Point{Y: vg.Length(whole.height - tops[part] - parts[part].height)})
		draw(c)
		c.Pop()
	}
	for i, s := range parts {
		for _, l := range s.layers {
			down := image.Pt(0, tops[i])
			there := layer{at: l.at.Add(down), paint: func(img *image.Paletted) error {
				return l.paint(&image.Paletted{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect.Sub(down), Palette: img.Palette})
			}}
			if l.draw != nil {
				there.draw = func(c draw.Canvas) { moved(c, i, l.draw) }
			}
			whole.layers = append(whole.layers, there)
		}
	}
	whole.chrome = func(c draw.Canvas) {
		for i, s := range parts {
			moved(c, i, s.chrome)
		}
	}
	return whole
}

// grays is the number of greys in the letters and lines of a PNG.
const grays = 32

// write writes the sheet in format f.
func (s *sheet) write(w contextWriter, f Format) error {
	if err := f.checkSide(s.width, s.height); err != nil {
		return err
	}
	switch f {
	case SVG:
		return s.writeSVG(w)
	case PDF:
		return s.writePDF(w)
	}
	return s.writePNG(w)
}

// palette returns the colours of the layers, and the greys after them.
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

// writePNG writes a PNG with a palette, a byte a pixel.
func (s *sheet) writePNG(w contextWriter) error {
	if len(s.layers) == 0 {
		if s.width > maxStrip/s.height {
			return fmt.Errorf("a picture of %d x %d pixels: want an SVG", s.width, s.height)
		}
		canvas := newImgCanvas(s.width, s.height, color.White)
		s.chrome(draw.NewCanvas(canvas, vg.Length(s.width), vg.Length(s.height)))
		return png.Encode(w, canvas.Image())
	}
	picture := image.NewPaletted(image.Rect(0, 0, s.width, s.height), s.palette())
	if err := s.writeOn(w.ctx, picture, max(1, maxStrip/s.width)); err != nil {
		return err
	}
	for _, l := range s.layers {
		if err := l.paint(picture.SubImage(l.at).(*image.Paletted)); err != nil {
			return err
		}
	}
	if s.over != nil {
		whole := image.NewRGBA(picture.Bounds())
		stddraw.Draw(whole, whole.Bounds(), picture, image.Point{}, stddraw.Src)
		above := newImgCanvas(s.width, s.height, color.Transparent)
		s.over(draw.NewCanvas(above, vg.Length(s.width), vg.Length(s.height)))
		stddraw.Draw(whole, whole.Bounds(), above.Image(), image.Point{}, stddraw.Over)
		return png.Encode(w, whole)
	}
	return png.Encode(w, &observed{picture, s.encoded})
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

// writeOn draws letters and lines on a picture, one strip of the given number
// of rows after the other, as the library takes eight bytes a pixel.
func (s *sheet) writeOn(ctx context.Context, picture *image.Paletted, rows int) error {
	for top := 0; top < s.height; top += rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := min(rows, s.height-top)
		canvas := newImgCanvas(s.width, rows, color.White)
		canvas.Translate(vg.Point{Y: vg.Length(top + rows - s.height)})
		s.chrome(draw.NewCanvas(canvas, vg.Length(s.width), vg.Length(s.height)))
		chrome := canvas.Image().(*image.RGBA)
		for i := range s.width * rows {
			grey := (int(chrome.Pix[4*i+1])*(grays-1) + 127) / 255
			picture.Pix[top*s.width+i] = uint8(len(s.colours) + grey)
		}
	}
	return nil
}

// An imgCanvas writes digits apart: the font draws the ones of 11 together until
// they touch, in small letters.
type imgCanvas struct{ *vgimg.Canvas }

func newImgCanvas(width, height int, background color.Color) imgCanvas {
	return imgCanvas{vgimg.NewWith(vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(72), vgimg.UseBackgroundColor(background))}
}

func (c imgCanvas) FillString(face font.Face, at vg.Point, words string) {
	for {
		i := strings.Index(words, "11") + 1
		if i == 0 {
			c.Canvas.FillString(face, at, words)
			return
		}
		c.Canvas.FillString(face, at, words[:i])
		at.X += face.Width(words[:i])
		words = words[i:]
	}
}

// drawOn draws the sheet on a canvas that cannot paint pixels: its layers as images.
func (s *sheet) drawOn(c draw.Canvas) error {
	for _, l := range s.layers {
		if l.draw != nil {
			l.draw(c)
			continue
		}
		img := image.NewPaletted(l.at, s.palette())
		if err := l.paint(img); err != nil {
			return err
		}
		// Readers of SVG refuse texts of 10 MB. Each strip reaches below
		// the next one, so that no seam shows where edges are smoothed.
		rows := max(1, maxStrip/l.at.Dx())
		for y := l.at.Min.Y; y < l.at.Max.Y; y += rows {
			strip := image.Rect(l.at.Min.X, y, l.at.Max.X, min(y+rows+1, l.at.Max.Y))
			c.DrawImage(upward(strip, s.height), img.SubImage(strip))
		}
	}
	s.chrome(c)
	if s.over != nil {
		s.over(c)
	}
	return nil
}

// maxStrip is the number of pixels of an embedded image.
const maxStrip = 4 << 20

// writeSVG writes an SVG. The library's has images that viewers smooth and call
// JPEG, and names a font without saying what is as good; both are mended here.
func (s *sheet) writeSVG(w io.Writer) error {
	canvas := vgsvg.New(vg.Length(s.width), vg.Length(s.height))
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Path())
	if err := s.drawOn(c); err != nil {
		return err
	}
	var all bytes.Buffer
	if _, err := canvas.WriteTo(&all); err != nil {
		return err
	}
	size := `width="%.5gpt" height="%.5gpt"`
	mended := bytes.Replace(all.Bytes(),
		fmt.Appendf(nil, size, float64(s.width), float64(s.height)),
		fmt.Appendf(nil, `width="%d" height="%d"`, s.width, s.height), 1)
	for _, r := range [][2]string{
		{`xlink:href="data:image/jpg;`, `preserveAspectRatio="none" style="image-rendering:crisp-edges;image-rendering:pixelated" xlink:href="data:image/png;`},
		{`font-family:Liberation Sans;`, `font-family:'Liberation Sans',Arial,Helvetica,sans-serif;font-kerning:none;`},
	} {
		mended = bytes.ReplaceAll(mended, []byte(r[0]), []byte(r[1]))
	}
	_, err := w.Write(mended)
	return err
}

// writePDF writes a PDF of one page, with the font in it.
func (s *sheet) writePDF(w io.Writer) error {
	// The library prepares the font in a temporary folder, and panics where
	// it cannot.
	folder, err := os.MkdirTemp("", "grundy-plot-")
	if err != nil {
		return fmt.Errorf("a PDF needs a temporary folder: %w", err)
	}
	if err := os.Remove(folder); err != nil {
		return err
	}
	canvas := pdfCanvas{vgpdf.New(vg.Length(s.width), vg.Length(s.height))}
	c := draw.New(canvas)
	if err := s.drawOn(c); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err = w.Write(pdfDates.ReplaceAll(b.Bytes(), []byte("${1}20000101000000)"))) // the same picture has the same bytes
	return err
}

// pdfDates finds when a PDF was made and changed.
var pdfDates = regexp.MustCompile(`(/(?:Creation|Mod)Date \(D:)\d{14}\)`)

// A pdfCanvas writes text in the encoding of the fonts of a PDF, Windows-1252,
// which the library's takes for granted.
type pdfCanvas struct{ *vgpdf.Canvas }

func (c pdfCanvas) FillString(face font.Face, at vg.Point, words string) {
	encoded := make([]byte, 0, len(words))
	for _, r := range words {
		b, _ := inPDF(r)
		encoded = append(encoded, b)
	}
	c.Canvas.FillString(face, at, string(encoded))
}

// inPDF returns a letter in that encoding.
func inPDF(r rune) (b byte, ok bool) {
	switch {
	case r >= ' ' && r < 0x7f || r >= 0xa0 && r <= 0xff:
		return byte(r), true
	case r == '−', r == '–':
		return 0x96, true
	case r == '…':
		return 0x85, true
	case r == '—':
		return 0x97, true
	}
	return '?', false
}

// hasLetter reports whether the font has a letter.
func hasLetter(r rune) bool {
	s := style(1)
	face := plot.DefaultTextHandler.Cache().Lookup(s.Font, s.Font.Size)
	glyph, err := face.Face.GlyphIndex(nil, r)
	return err == nil && glyph != 0
}

// DrawImage draws an image upright; the library's stands on its head.
func (c pdfCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	c.Push()
	c.Translate(vg.Point{Y: r.Min.Y + r.Max.Y})
	c.Scale(1, -1)
	c.Canvas.DrawImage(r, img)
	c.Pop()
}

// frame draws a frame of that width around the outside of r.
func frame(c draw.Canvas, height int, r image.Rectangle, width int) {
	c.SetColor(color.Black)
	for _, bar := range []image.Rectangle{
		image.Rect(r.Min.X-width, r.Min.Y-width, r.Max.X+width, r.Min.Y),
		image.Rect(r.Min.X-width, r.Max.Y, r.Max.X+width, r.Max.Y+width),
		image.Rect(r.Min.X-width, r.Min.Y, r.Min.X, r.Max.Y),
		image.Rect(r.Max.X, r.Min.Y, r.Max.X+width, r.Max.Y),
	} {
		fillRectangle(c, height, bar)
	}
}

// fillRectangle fills r.
func fillRectangle(c draw.Canvas, height int, r image.Rectangle) { c.Fill(upward(r, height).Path()) }

// upward returns r, which is counted from the top of a sheet, counted from the
// bottom.
func upward(r image.Rectangle, height int) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: vg.Length(r.Min.X), Y: vg.Length(height - r.Max.Y)},
		Max: vg.Point{X: vg.Length(r.Max.X), Y: vg.Length(height - r.Min.Y)},
	}
}

// style returns the style of words of the given size in pixels.
func style(size float64) text.Style {
	return text.Style{
		Color:   color.Black,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)},
		Handler: plot.DefaultTextHandler,
		XAlign:  draw.XLeft,
		YAlign:  draw.YTop,
	}
}

// widthOf returns the width of words in pixels, rounded up.
func widthOf(s text.Style, words string) int { return int(math.Ceil(float64(s.Width(words)))) }

// whole returns v rounded to whole pixels, but at least 1.
func whole(v float64) int { return max(1, int(math.Round(v))) }

// errUnaligned says that the library laid axes out in a way that is not known
// here.
var errUnaligned = errors.New("the axes do not fit the picture")
