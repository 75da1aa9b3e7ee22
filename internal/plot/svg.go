package plot

// Pictures as SVG.

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"

	"github.com/grundy-games/grundy/internal/build"
)

// An svg is a canvas that writes SVG.
type svg struct{ bytes.Buffer }

// writeSVG writes an SVG. Its words are in a font that the reader has, without pairs of
// letters that are moved together, as the layout knows none.
func (s *sheet) writeSVG(w contextWriter) error {
	out := &svg{}
	fmt.Fprintf(out, `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" style="font-family:Arial,Helvetica,'Liberation Sans',sans-serif;font-kerning:none" stroke-linejoin="round">
<metadata>%s</metadata>
<rect width="100%%" height="100%%" fill="#ffffff"/>
`, s.width, s.height, build.Maker())
	if err := s.drawOn(out); err != nil {
		return err
	}
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// number writes a length after some text, to a hundredth of a pixel.
func (s *svg) number(before string, v float64) {
	s.WriteString(before)
	s.Write(strconv.AppendFloat(s.AvailableBuffer(), math.Round(100*v)/100, 'f', -1, 64))
}

// painted writes the fill and the edge of an element, and ends it.
func (s *svg) painted(fill, edge color.Color, width float64) {
	if fill == nil {
		s.WriteString(`" fill="none`)
	} else {
		fmt.Fprintf(s, `" fill="%s`, hexOf(fill))
	}
	if edge != nil {
		fmt.Fprintf(s, `" stroke="%s`, hexOf(edge))
		s.number(`" stroke-width="`, width)
	}
	s.WriteString("\"/>\n")
}

// hexOf returns a colour as #rrggbb.
func hexOf(c color.Color) string {
	v := color.RGBAModel.Convert(c).(color.RGBA)
	return fmt.Sprintf("#%02x%02x%02x", v.R, v.G, v.B)
}

func (s *svg) shape(points []float64, closed bool, fill, edge color.Color, width float64) {
	s.WriteString(`<path d="`)
	for i := 0; i+1 < len(points); i += 2 {
		if i == 0 {
			s.number("M", points[i])
		} else {
			s.number("L", points[i])
		}
		s.number(" ", points[i+1])
	}
	if closed {
		s.WriteString("Z")
	}
	s.painted(fill, edge, width)
}

func (s *svg) disc(x, y, radius float64, fill, edge color.Color, width float64) {
	s.number(`<circle cx="`, x)
	s.number(`" cy="`, y)
	s.number(`" r="`, radius)
	s.painted(fill, edge, width)
}

func (s *svg) rectangles(c color.Color, all ...image.Rectangle) {
	s.WriteString(`<path shape-rendering="crispEdges" d="`)
	for _, r := range all {
		if !r.Empty() {
			fmt.Fprintf(s, "M%d %dh%dv%dh%dz", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), -r.Dx())
		}
	}
	s.painted(c, nil, 0)
}

func (s *svg) words(c color.Color, size, x, y, align float64, words string) {
	s.number(`<text x="`, x)
	s.number(`" y="`, y)
	s.number(`" font-size="`, size)
	switch align {
	case 0.5:
		s.WriteString(`" text-anchor="middle`)
	case 1:
		s.WriteString(`" text-anchor="end`)
	}
	fmt.Fprintf(s, `" fill="%s">`, hexOf(c))
	_ = xml.EscapeText(s, []byte(words)) // a buffer takes all
	s.WriteString("</text>\n")
}

func (s *svg) layer(l layer, colours color.Palette) error {
	if l.draw != nil {
		l.draw(pen{canvas: s})
		return nil
	}
	img := image.NewPaletted(l.at, colours)
	if err := l.paint(img); err != nil {
		return err
	}
	// Readers of SVG refuse texts of 10 MB. Each strip reaches below the next one, so that
	// no seam shows where edges are smoothed.
	rows := max(1, maxStrip/l.at.Dx())
	for y := l.at.Min.Y; y < l.at.Max.Y; y += rows {
		strip := image.Rect(l.at.Min.X, y, l.at.Max.X, min(y+rows+1, l.at.Max.Y))
		fmt.Fprintf(s, `<image x="%d" y="%d" width="%d" height="%d" preserveAspectRatio="none" style="image-rendering:crisp-edges;image-rendering:pixelated" xlink:href="data:image/png;base64,`,
			strip.Min.X, strip.Min.Y, strip.Dx(), strip.Dy())
		text := base64.NewEncoder(base64.StdEncoding, s)
		if err := png.Encode(text, img.SubImage(strip)); err != nil {
			return err
		}
		if err := text.Close(); err != nil {
			return err
		}
		s.WriteString("\"/>\n")
	}
	return nil
}
