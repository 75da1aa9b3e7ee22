package plot

// The places of words on sheets, which a canvas of this file writes down; and the pixels that
// shapes cover.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/build"
)

// A recorder knows where words stand.
type recorder struct {
	said []said
}

type said struct {
	words                    string
	left, top, right, bottom float64
}

func (r *recorder) shape([]float64, bool, color.Color, color.Color, float64) {}
func (r *recorder) disc(_, _, _ float64, _, _ color.Color, _ float64)        {}
func (r *recorder) rectangles(color.Color, ...image.Rectangle)               {}
func (r *recorder) layer(layer, color.Palette) error                         { return nil }
func (r *recorder) words(_ color.Color, size, x, y, align float64, words string) {
	if words != "" {
		x -= align * textWidth(size, words)
		r.said = append(r.said, said{words, x, y - size*capHeight, x + textWidth(size, words), y})
	}
}

// No words cover others or reach out of the sheet, whatever the shape of the map and the
// length of the sequence.
func TestWordsApart(t *testing.T) {
	sheets := map[string]*sheet{}
	for _, v := range []View{{}, {kind: xorDifference}, {mod, 7}} {
		for _, width := range []int{1, 2, 3, 10, 40, 300, 5000} {
			for _, height := range []int{1, 2, 3, 10, 40, 300, 5000} {
				h := HeatMap{Title: "a title", Width: width, Height: height, View: v, At: func(int, int) uint64 { return 0 }}
				c, err := v.classify(extent{above: 1000, below: 99}, "", "")
				if err != nil {
					t.Fatal(err)
				}
				sheets[fmt.Sprintf("%d x %d cells, %v", width, height, v)] = h.layOut(c, nil)
			}
		}
	}
	for _, count := range []int{1, 2, 5, 30, 1200, 1_000_000} {
		for _, from := range []uint64{0, 7, 1 << 50} {
			for _, largest := range []uint64{0, 3, 100, 1 << 60} {
				s := Sequence{Title: "a title", From: from, Values: make([]uint64, count), Period: 3, Preperiod: 5}
				s.Values[count/2] = largest
				picture, err := s.layOut(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				sheets[fmt.Sprintf("%d values from %d to %d", count, from, largest)] = picture
			}
		}
	}
	for name, s := range sheets {
		r := &recorder{}
		if err := s.drawOn(r); err != nil {
			t.Fatal(err)
		}
		for i, a := range r.said {
			if a.left < 0 || a.top < 0 || a.right > float64(s.width) || a.bottom > float64(s.height) {
				t.Errorf("%s: %q stands outside: %v of %d x %d", name, a.words, a, s.width, s.height)
			}
			for _, b := range r.said[:i] {
				if min(a.right, b.right) > max(a.left, b.left) && min(a.bottom, b.bottom) > max(a.top, b.top) {
					t.Errorf("%s: %q covers %q: %v, %v", name, a.words, b.words, a, b)
				}
			}
		}
	}
}

// Shapes cover as much as their areas, and lines as much where they cross themselves.
func TestShapesCover(t *testing.T) {
	for name, test := range map[string]struct {
		draw func(r *raster)
		want float64
	}{
		"triangle":  {func(r *raster) { r.shape([]float64{10, 10, 50, 10, 10, 40}, true, color.Black, nil, 0) }, 600},
		"turned":    {func(r *raster) { r.shape([]float64{10, 40, 50, 10, 10, 10}, true, color.Black, nil, 0) }, 600},
		"disc":      {func(r *raster) { r.disc(30, 30, 20, color.Black, nil, 0) }, 400 * math.Pi},
		"ring":      {func(r *raster) { r.disc(30, 30, 20, nil, color.Black, 4) }, 160 * math.Pi},
		"line":      {func(r *raster) { r.shape([]float64{5, 8, 55, 48}, false, nil, color.Black, 2) }, 2 * math.Hypot(50, 40)},
		"back":      {func(r *raster) { r.shape([]float64{5, 30, 55, 30, 5, 30}, false, nil, color.Black, 2) }, 100 + math.Pi/2},
		"half in":   {func(r *raster) { r.shape([]float64{-30, -30, 30, -30, 30, 30, -30, 30}, true, color.Black, nil, 0) }, 900},
		"outside":   {func(r *raster) { r.disc(-50, 30, 20, color.Black, nil, 0) }, 0},
		"rectangle": {func(r *raster) { r.rectangles(color.Black, image.Rect(3, 3, 9, 9), image.Rect(50, 50, 90, 90)) }, 36 + 100},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 60, 60))
		test.draw(newRaster(img))
		covered := 0.0
		for i := 0; i < len(img.Pix); i += 4 {
			covered += 1 - float64(img.Pix[i])/255
		}
		if math.Abs(covered-test.want) > 0.01*test.want+0.5 {
			t.Errorf("%s: %.1f pixels are covered, want %.1f", name, covered, test.want)
		}
	}
}

// TestMaker: pictures say which program made them, where no reader of pictures shows it.
func TestMaker(t *testing.T) {
	s := Sequence{Title: "kayles", Values: []uint64{0, 1, 2}}
	if text := string(s.written(t, SVG)); !strings.Contains(text, "<metadata>"+build.Maker()+"</metadata>\n") {
		t.Errorf("SVG: %.400s", text)
	}
	got := s.written(t, PNG)
	if _, err := png.Decode(bytes.NewReader(got)); err != nil { // it checks the sums of the chunks that it knows
		t.Error(err)
	}
	want := "tEXtSoftware\x00" + build.Maker()
	at := bytes.Index(got, []byte(want))
	if at != pngHeader+4 || int(binary.BigEndian.Uint32(got[pngHeader:])) != len(want)-4 || binary.BigEndian.Uint32(got[at+len(want):]) != crc32.ChecksumIEEE([]byte(want)) || string(got[at+len(want)+8:][:4]) != "PLTE" {
		t.Errorf("PNG: %q", got[:min(len(got), 120)])
	}
	var small bytes.Buffer
	w := &signer{w: &small}
	for _, b := range got[:pngHeader] { // however it comes
		if _, err := w.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.HasPrefix(got, small.Bytes()) || small.Len() != at+len(want)+4 {
		t.Errorf("byte by byte: %q", small.Bytes())
	}
}
