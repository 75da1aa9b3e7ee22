package plot

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
)

// queen returns nim-values of Wythoff's queen by the definition.
func queen(width, height int) func(x, y int) uint64 {
	values := make([]grundy.Value, width*height)
	for y := range height {
		for x := range width {
			var options []grundy.Value
			for k := 1; k <= max(x, y); k++ {
				if k <= x {
					options = append(options, values[y*width+x-k])
				}
				if k <= y {
					options = append(options, values[(y-k)*width+x])
				}
				if k <= min(x, y) {
					options = append(options, values[(y-k)*width+x-k])
				}
			}
			values[y*width+x] = grundy.Mex(options...)
		}
	}
	return func(x, y int) uint64 { return uint64(values[y*width+x]) }
}

// queenMap returns a map of the queen.
func queenMap(width, height int, v View) HeatMap {
	return HeatMap{
		Title: fmt.Sprintf("queen, %d x %d cells: %s", width, height, v.Title()),
		Width: width, Height: height, View: v, At: queen(width, height),
	}
}

var someViews = map[string]View{
	"values": {}, "p": {kind: pOnly}, "equal": {equal, 3}, "mod": {mod, 4}, "mod12": {mod, 12}, "xor": {kind: xorDifference},
}

// golden compares the pixels of a PNG with a kept one, except for a shade at
// the edges of letters, as processors round differently (TestEveryPixel is exact).
// With UPDATE_GOLDEN=1 it is written anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, b := decode(t, got), decode(t, kept)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%s: %v, want %v", name, a.Bounds(), b.Bounds())
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if !within(rgba(a, x, y), rgba(b, x, y), 9) {
				t.Fatalf("%s: pixel (%d,%d) is %v, want %v", name, x, y, rgba(a, x, y), rgba(b, x, y))
			}
		}
	}
}

func decode(t *testing.T, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func rgba(img image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
}

func written(t *testing.T, h HeatMap, f Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := h.Write(t.Context(), &out, f, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGoldenMaps(t *testing.T) {
	for name, v := range someViews {
		h := queenMap(24, 24, v)
		h.Cell = 9
		golden(t, "queen-"+name, written(t, h, PNG))
	}
	h := queenMap(40, 12, View{})
	h.Palette, h.Cell, h.Title = "magma", 8, ""
	golden(t, "queen-wide", written(t, h, PNG))

	// Thin maps: their keys are not as long.
	golden(t, "queen-flat", written(t, queenMap(110, 3, View{}), PNG))
	golden(t, "queen-tall", written(t, queenMap(3, 110, View{}), PNG))
	for name, v := range map[string]View{"values": {}, "mod": {mod, 5}, "xor": {kind: xorDifference}} {
		h := blockedMap(24, 20, v)
		h.Cell = 12
		golden(t, "blocked-"+name, written(t, h, PNG))
		h = blockedMap(36, 4, v)
		h.Cell = 12
		golden(t, "blocked-flat-"+name, written(t, h, PNG))
	}
}

// blockedMap is a map with blocked cells, for which At has wild values.
func blockedMap(width, height int, v View) HeatMap {
	h := queenMap(width, height, v)
	h.Title = "a board with blocked cells"
	h.Blocked = func(x, y int) bool { return x%5 == 3 && y%3 == 1 || y == 0 && x == 7 }
	values := h.At
	h.At = func(x, y int) uint64 {
		if h.Blocked(x, y) {
			return 1 << 40
		}
		return values(x, y)
	}
	return h
}

// Blocked cells have one colour that no other cell has, and do not widen the
// scale; their letter is #.
func TestBlockedCells(t *testing.T) {
	t.Parallel()
	many := func(x, y int) uint64 { return uint64(1000*y + x) } // more than there are colours
	for name, v := range someViews {
		for _, palette := range append(Palettes(), "") {
			if (testing.Short() || !long.Asked && v != (View{})) && palette != "" {
				continue
			}
			for _, at := range []func(x, y int) uint64{nil, many} {
				h := blockedMap(24, 9, v)
				h.Palette, h.Cell = palette, 2
				if at != nil {
					h.At = at
				}
				free := h
				free.Blocked = nil
				if at == nil {
					free.At = queen(24, 9)
				}
				cells := mapPixels(t, h, PNG)
				hole := rgba(cells, cells.Bounds().Min.X+3*2, cells.Bounds().Max.Y-1-1*2)
				for y := range 9 {
					for x := range 24 {
						got := rgba(cells, cells.Bounds().Min.X+2*x, cells.Bounds().Max.Y-1-2*y)
						if (got == hole) != h.Blocked(x, y) {
							t.Fatalf("%s, %q: cell (%d,%d) is %v, and blocked cells are %v", name, palette, x, y, got, hole)
						}
					}
				}
				c, err := h.classes(t.Context(), 24, 9, nil)
				if err != nil {
					t.Fatal(err)
				}
				if f, err := free.classes(t.Context(), 24, 9, nil); err != nil || at == nil && (f.high < c.high || f.low > c.low) || len(c.colours) > maxColours {
					t.Errorf("%s: from %v to %v with blocked cells (%d colours), %v to %v without (%v)", name, c.low, c.high, len(c.colours), f.low, f.high, err)
				}
			}
		}
	}
	var out bytes.Buffer
	h := blockedMap(5, 2, View{kind: pOnly})
	if err := h.WriteTerminal(t.Context(), &out, 0, 0, NoColours); err != nil {
		t.Fatal(err)
	}
	if want := h.Title + "\n1 | . . P # .\n0 | P . . . .\n  +----------\n    0 1 2 3 4\n#: blocked\n"; out.String() != want {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
	out.Reset()
	if err := blockedMap(24, 8, View{}).WriteTerminal(t.Context(), &out, 80, 24, TrueColours); err != nil || !strings.Contains(out.String(), "██\x1b[0m blocked") {
		t.Errorf("%v: %s", err, &out)
	}
}

// Ones stand apart, also in the small letters of ticks.
func TestOnesApart(t *testing.T) {
	const width, height = 40, 16
	for _, words := range []string{"11", "111", "1,111", "−11"} {
		img := image.NewPaletted(image.Rect(0, 0, width, height), (&sheet{}).palette())
		newRaster(img).words(color.Black, 11, 2, 13, 0, words)
		letters, before := 0, false // runs of columns in which there is ink
		for x := range width {
			ink := false
			for y := range height {
				ink = ink || rgba(img, x, y).G < 144
			}
			if ink && !before {
				letters++
			}
			before = ink
		}
		if letters != utf8.RuneCountInString(words) {
			t.Errorf("%s: %d letters stand apart", words, letters)
		}
	}
}

var (
	viridis, _ = paletteNamed("viridis")
	blueRed, _ = paletteNamed("blue-red")
)

// wantColour is the colour of a cell by the words of the documentation.
func wantColour(v View, value, largest uint64, far float64, x, y int) color.RGBA {
	// A scale of more than maxColours numbers is cut into as many steps.
	step := func(at, end float64, steps int) float64 {
		if end < float64(steps) {
			return at / end
		}
		return math.Round(at/end*float64(steps)) / float64(steps)
	}
	other := color.RGBA{232, 232, 232, 255}
	switch {
	case v == (View{kind: pOnly}) && value == 0, v == (View{}) && value == 0:
		return color.RGBA{0xc2, 0x51, 0x0c, 255}
	case v == (View{equal, 3}) && value == 3:
		return color.RGBA{0x44, 0x01, 0x54, 255}
	case v == (View{kind: pOnly}), v == (View{equal, 3}):
		return other
	case v == (View{mod, 4}):
		return []color.RGBA{{0, 0, 0, 255}, {0xe6, 0x9f, 0, 255}, {0x56, 0xb4, 0xe9, 255}, {0, 0x9e, 0x73, 255}}[value%4]
	case v == (View{mod, 12}):
		return viridis(float64(value%12) / 11)
	case v == (View{kind: xorDifference}):
		return blueRed(0.5 + step(float64(value)-float64(x^y), far, 111)/2)
	}
	if largest > 223 { // 0 has a colour of its own
		return viridis((1 + math.Round(float64(value-1)/float64(largest-1)*222)) / 223)
	}
	return viridis(float64(value) / float64(largest))
}

// near tells colours apart that differ by more than rounding.
func near(a, b color.RGBA) bool { return within(a, b, 1) }

func within(a, b color.RGBA, far int) bool {
	off := func(a, b uint8) bool { return int(max(a, b)-min(a, b)) > far }
	return !off(a.R, b.R) && !off(a.G, b.G) && !off(a.B, b.B) && a.A == b.A
}

// Every pixel of every cell has the colour of the cell's value, in all formats; each
// view with GRUNDY_LONG=1.
func TestEveryPixel(t *testing.T) {
	t.Parallel()
	for _, size := range long.Every(2, [][3]int{{24, 24, 3}, {7, 3, 5}, {1, 1, 19}, {3, 40, 1}, {60, 50, 2}, {260, 12, 1}}) {
		width, height := size[0], size[1]
		at := queen(width, height)
		largest, far := uint64(0), 0.0
		for y := range height {
			for x := range width {
				largest = max(largest, at(x, y))
				far = max(far, math.Abs(float64(at(x, y))-float64(x^y)))
			}
		}
		for name, v := range someViews {
			if (name == "values" && largest == 0) || (name == "xor" && far == 0) {
				continue // one colour, the middle one
			}
			h := queenMap(width, height, v)
			h.At, h.Cell = at, size[2]
			cell := h.cell()
			for _, f := range []Format{PNG, SVG} {
				if f != PNG && name != "values" && name != "xor" && !long.Asked {
					continue
				}
				cells := mapPixels(t, h, f)
				if cells.Bounds().Dx() != width*cell || cells.Bounds().Dy() != height*cell {
					t.Fatalf("%v %s: %v, want %d x %d cells of %d pixels", f, name, cells.Bounds(), width, height, cell)
				}
				for y := range height {
					for x := range width {
						want := wantColour(v, at(x, y), largest, far, x, y)
						for dy := range cell {
							for dx := range cell {
								px := cells.Bounds().Min.Add(image.Pt(x*cell+dx, (height-1-y)*cell+dy))
								if got := rgba(cells, px.X, px.Y); !near(got, want) {
									t.Fatalf("%v %s: pixel (%d,%d) of cell (%d,%d), value %d: %v, want %v", f, name, dx, dy, x, y, at(x, y), got, want)
								}
							}
						}
					}
				}
			}
		}
	}
}

// mapPixels writes h and returns the part of the picture where the cells are.
func mapPixels(t *testing.T, h HeatMap, f Format) image.Image {
	t.Helper()
	file := written(t, h, f)
	if f == SVG {
		return firstImageOfSVG(t, file)
	}
	c, err := h.classes(t.Context(), h.Width, h.Height, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := h.layOut(c, nil)
	picture := decode(t, file)
	if want := image.Rect(0, 0, s.width, s.height); picture.Bounds() != want {
		t.Fatalf("%v, want %v", picture.Bounds(), want)
	}
	// A frame around the cells, and nothing else next to them.
	r := s.layers[0].at
	for x := r.Min.X; x < r.Max.X; x++ {
		if above, below := rgba(picture, x, r.Min.Y-1), rgba(picture, x, r.Max.Y); above != (color.RGBA{A: 255}) || below != above {
			t.Fatalf("frame at x = %d: %v, %v", x, above, below)
		}
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if left, right := rgba(picture, r.Min.X-1, y), rgba(picture, r.Max.X, y); left != (color.RGBA{A: 255}) || right != left {
			t.Fatalf("frame at y = %d: %v, %v", y, left, right)
		}
	}
	return picture.(*image.Paletted).SubImage(r)
}

// firstImageOfSVG returns the map in an SVG, which must be upright, as large as
// it has pixels, and not be smoothed.
func firstImageOfSVG(t *testing.T, file []byte) image.Image {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(file)); ; {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "image" {
			continue
		}
		attributes := map[string]string{}
		for _, a := range start.Attr {
			attributes[a.Name.Local] = a.Value
		}
		data, ok := strings.CutPrefix(attributes["href"], "data:image/png;base64,")
		if !ok || !strings.Contains(attributes["style"], "image-rendering:pixelated") {
			t.Fatalf("image %.200v", start)
		}
		raw, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			t.Fatal(err)
		}
		img := decode(t, raw)
		if attributes["width"] != strconv.Itoa(img.Bounds().Dx()) || attributes["height"] != strconv.Itoa(img.Bounds().Dy()) {
			t.Fatalf("image of %v drawn as %s x %s", img.Bounds(), attributes["width"], attributes["height"])
		}
		return img
	}
}

// Strips of a large SVG are one map: each continues where the one before ends,
// except for the row that both have.
func TestStripsOfSVG(t *testing.T) {
	const width, height = 2500, 2000
	h := HeatMap{Width: width, Height: height, Cell: 1, View: View{mod, 7}, At: func(x, y int) uint64 { return uint64(x + 3*y) }}
	images := bytes.SplitAfter(written(t, h, SVG), []byte("<image"))
	if len(images) != 1+2+7 {
		t.Fatalf("%d images, want 2 strips and 7 colours", len(images)-1)
	}
	top := 0
	for i, text := range images[1:3] {
		strip := firstImageOfSVG(t, append([]byte("<image"), text...))
		for y := range strip.Bounds().Dy() {
			for x := range width {
				if want := categories[(x+3*(height-1-top-y))%7]; rgba(strip, x, y) != want {
					t.Fatalf("strip %d, pixel (%d,%d): %v, want %v", i, x, y, rgba(strip, x, y), want)
				}
			}
		}
		top += strip.Bounds().Dy() - 1
	}
	if top != height-1 {
		t.Errorf("the strips end at %d", top+1)
	}
}

// Every shape of map has a layout, thin ones too.
func TestEveryShapeFits(t *testing.T) {
	t.Parallel()
	sides, cells := []int{1, 3, 40, 10000}, []int{0, 5}
	if long.Asked {
		sides, cells = []int{1, 2, 3, 8, 11, 40, 101, 1500, 10000}, []int{0, 1, 5}
	}
	for _, width := range sides {
		for _, height := range sides {
			for _, cell := range cells {
				h := HeatMap{Width: width, Height: height, Cell: cell, At: func(int, int) uint64 { return 0 }}
				c, err := h.View.classify(extent{above: 1000}, "", "")
				if err != nil {
					t.Fatal(err)
				}
				s := h.layOut(c, nil)
				for _, l := range s.layers {
					if !l.at.In(image.Rect(0, 0, s.width, s.height)) {
						t.Errorf("%d x %d cells of %d pixels: %v stands outside of %d x %d", width, height, cell, l.at, s.width, s.height)
					}
				}
			}
		}
	}
}

// Nim-values may be as large as they can be.
func TestLargestValues(t *testing.T) {
	for _, v := range someViews {
		h := HeatMap{Width: 2, Height: 1, View: v, At: func(x, _ int) uint64 { return []uint64{0, math.MaxUint64}[x] }}
		for _, f := range []Format{PNG, SVG} {
			written(t, h, f)
		}
		for _, c := range []Colours{NoColours, Colours256, TrueColours} {
			if err := h.WriteTerminal(t.Context(), io.Discard, 80, 24, c); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRefusedMaps(t *testing.T) {
	zero := func(int, int) uint64 { return 0 }
	for want, h := range map[string]HeatMap{
		"nothing to draw":             {Width: 0, Height: 5, At: zero},
		"-3 x 5 cells":                {Width: -3, Height: 5, At: zero},
		"-1 pixels":                   {Width: 3, Height: 5, At: zero, Cell: -1},
		`did you mean "viridis"?`:     {Width: 3, Height: 5, At: zero, Palette: "viridi"},
		"modulo 0":                    {Width: 3, Height: 5, At: zero, View: View{mod, 0}},
		"has at most":                 {Width: math.MaxInt, Height: 5, At: zero},
		"at most 99999":               {Width: 100_000, Height: 1, At: zero},
		"title of 300 characters":     {Width: 3, Height: 5, At: zero, Title: strings.Repeat("ü", 300)},
		`title "a\nb": want one line`: {Width: 3, Height: 5, At: zero, Title: "a\nb"},
		`title "\xff": want one line`: {Width: 3, Height: 5, At: zero, Title: "\xff"},
		`\u202e`:                      {Width: 3, Height: 5, At: zero, Title: "\u202e"},
	} {
		var out bytes.Buffer
		err := h.Write(t.Context(), &out, SVG, nil)
		if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%v (%d bytes written), want %q", err, out.Len(), want)
		}
	}
	if got := (HeatMap{Width: math.MaxInt, Height: math.MaxInt}).Memory(PNG); got != math.MaxUint64 {
		t.Errorf("the largest map takes %d bytes", got)
	}
}

// A title has letters that the format can show.
func TestLetters(t *testing.T) {
	for _, test := range []struct {
		title    string
		png, svg bool
	}{
		{"0.77: G(n) für n = 0 … 10 − 3", true, true},
		{"λόγος", true, true},
		{"中", false, true},
	} {
		for f, want := range map[Format]bool{PNG: test.png, SVG: test.svg} {
			h := HeatMap{Width: 1, Height: 1, Title: test.title, At: func(int, int) uint64 { return 0 }}
			s := Sequence{Values: []uint64{0}, Title: test.title}
			for _, err := range []error{h.Check(f), s.Check(f), h.Write(t.Context(), io.Discard, f, nil), s.Write(t.Context(), io.Discard, f, nil)} {
				if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "font of a") {
					t.Errorf("%s in a %v: %v", test.title, f, err)
				}
			}
		}
	}
}

// A picture stops with its context and with its reader.
func TestStopped(t *testing.T) {
	h := HeatMap{Width: 3, Height: 3, At: func(int, int) uint64 { return 0 }}
	s := Sequence{Values: []uint64{0, 1, 2}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	broken := errors.New("broken")
	for _, f := range []Format{PNG, SVG} {
		if err := h.Write(ctx, io.Discard, f, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", f, err)
		}
		if err := s.Write(ctx, io.Discard, f, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", f, err)
		}
		if err := h.Write(t.Context(), failing{broken}, f, nil); !errors.Is(err, broken) {
			t.Errorf("%v: %v", f, err)
		}
		if err := s.Write(t.Context(), failing{broken}, f, nil); !errors.Is(err, broken) {
			t.Errorf("%v: %v", f, err)
		}
	}
	for _, c := range []Colours{NoColours, TrueColours} {
		if err := h.WriteTerminal(t.Context(), failing{broken}, 80, 24, c); !errors.Is(err, broken) {
			t.Error(err)
		}
		if err := s.WriteTerminal(t.Context(), failing{broken}, 80, 24, c); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// Progress ends with all of the work.
func TestProgress(t *testing.T) {
	done, total := uint64(0), uint64(1)
	if err := queenMap(9, 7, View{}).Write(t.Context(), io.Discard, PNG, func(d, n uint64) { done, total = d, n }); err != nil || done != total {
		t.Errorf("%d of %d done (%v)", done, total, err)
	}
}

// The axes of every map have their names, those of thin ones too.
func TestNamesOfAxes(t *testing.T) {
	for _, size := range []image.Point{{300, 3}, {3, 300}, {1, 1}, {1500, 1}, {1, 1500}, {24, 24}} {
		file := string(written(t, HeatMap{Width: size.X, Height: size.Y, At: func(int, int) uint64 { return 0 }}, SVG))
		for _, name := range []string{">x</text>", ">y</text>"} {
			if strings.Count(file, name) != 1 {
				t.Errorf("%v cells: %d of %s", size, strings.Count(file, name), name)
			}
		}
	}
}

// Where there is but one value it has its own colour: one that is looked for the first
// of the palette, and no difference the middle one.
func TestColourOfOneValue(t *testing.T) {
	for v, want := range map[View]float64{{kind: equal}: 0, {kind: xorDifference}: 0.5} {
		for _, palette := range []string{"viridis", "blue-red"} {
			p, err := paletteNamed(palette)
			if err != nil {
				t.Fatal(err)
			}
			c, err := v.classify(extent{}, palette, "")
			if err != nil || c.colours[c.class(0, 0, 0)] != p(want) {
				t.Errorf("%v in %s: %v (%v), want %v", v, palette, c.colours, err, p(want))
			}
		}
	}
}

// Small maps have the number in each cell, larger ones none; P-positions have the colour
// of a lost position in every palette that does not have it, and white in the others.
func TestNumbersInCells(t *testing.T) {
	count := func(h HeatMap, word string) int { return strings.Count(string(written(t, h, SVG)), ">"+word+"</text>") }
	h := queenMap(6, 6, View{})
	h.Cell = 40
	h.At = func(int, int) uint64 { return 7 }
	if got, want := count(h, "7"), 36+1; got != want { // one in the key
		t.Errorf("%d cells say 7, want %d", got, want)
	}
	h.Axes = [2]string{"left", "right"}
	if count(h, "left") != 1 || count(h, "right") != 1 {
		t.Error("the axes are not named")
	}
	for name, want := range map[string]color.RGBA{"": losing, "viridis": losing, "gray": losing, "magma": white, "plasma": white, "blue-red": white} {
		c, err := View{}.classify(extent{above: 1000}, name, "")
		if err != nil || c.colours[c.class(0, 0, 0)] != want || c.class(0, 0, 1) != 1 || int(c.class(0, 0, 1000)) != len(c.colours)-1 {
			t.Errorf("%q: %v, %v", name, c.colours[:3], err)
		}
	}
	if c, err := (View{}).classify(extent{above: 10}, "", "remoteness"); err != nil || c.heading != "remoteness" || c.colours[0] == losing {
		t.Errorf("a remoteness of 0 stands out: %v", c)
	}
	if c, err := (View{}).classify(extent{above: 1}, "", "misère outcomes"); err != nil || strings.Join(c.listed, "") != "PN" || c.colours[c.class(0, 0, 1)] != winning || string(c.digits(nil, 0, 0, 0)) != "P" {
		t.Errorf("outcomes: %v, %v", c, err)
	}
	plain, numbered := h, decode(t, written(t, h, PNG))
	plain.At = func(int, int) uint64 { return 123_456 } // too long for a cell
	if _, paletted := decode(t, written(t, plain, PNG)).(*image.Paletted); !paletted {
		t.Error("numbers that do not fit are written")
	}
	large := HeatMap{Width: 103, Height: 102, Cell: leastNumbered, At: h.At}
	if _, paletted := decode(t, written(t, large, PNG)).(*image.Paletted); !paletted {
		t.Error("a large map has numbers, which take much more memory than it says")
	}
	if large.Width--; large.Memory(PNG) < numberedBytes*102*102*leastNumbered*leastNumbered {
		t.Errorf("a map with numbers says that it takes %d bytes", large.Memory(PNG))
	}
	whites, at := 0, h.layoutArea(t)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if rgba(numbered, x, y) == (color.RGBA{A: 255}) {
				whites++
			}
		}
	}
	if whites < 36 {
		t.Errorf("%d pixels of the cells are black letters", whites)
	}
}

// layoutArea returns where the cells are in a picture.
func (h HeatMap) layoutArea(t *testing.T) image.Rectangle {
	t.Helper()
	c, err := h.classes(t.Context(), h.Width, h.Height, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := h.layOut(c, nil)
	return s.layers[0].at
}

// Cells without a position are called as the map says.
func TestNameOfBlocked(t *testing.T) {
	h := blockedMap(6, 6, View{})
	for _, name := range []string{"", "no position"} {
		h.BlockedName = name
		want := name
		if name == "" {
			want = "blocked"
		}
		if file := string(written(t, h, SVG)); !strings.Contains(file, ">"+want+"</text>") {
			t.Errorf("%q: the key does not say %q", name, want)
		}
		for _, colours := range []Colours{NoColours, TrueColours} {
			var out bytes.Buffer
			if err := h.WriteTerminal(t.Context(), &out, 80, 24, colours); err != nil || !strings.Contains(out.String(), want) {
				t.Errorf("%q: %v: %s", name, err, &out)
			}
		}
	}
}

// Numbers in a terminal stand out from their cells by 4.5 to 1, in the 256 colours that it
// shows.
func TestLettersStandOut(t *testing.T) {
	for _, name := range Palettes() {
		h := HeatMap{Width: 10, Height: 10, At: func(x, y int) uint64 { return uint64(10*y + x) }, Palette: name}
		var out bytes.Buffer
		if err := h.WriteTerminal(t.Context(), &out, 80, 24, Colours256); err != nil {
			t.Fatal(err)
		}
		cells := regexp.MustCompile("\\[48;5;(\\d+)m\x1b\\[38;5;(\\d+)m").FindAllStringSubmatch(out.String(), -1)
		if len(cells) != 100 {
			t.Fatalf("%s: %d cells", name, len(cells))
		}
		for _, cell := range cells {
			var c [2]float64
			for i := range c {
				n, err := strconv.Atoi(cell[1+i])
				if err != nil {
					t.Fatal(err)
				}
				c[i] = contrast(color.RGBAModel.Convert(xtermColours()[n-xtermFirst]).(color.RGBA))
			}
			if ratio := max(c[0]/c[1], c[1]/c[0]); ratio < 4.5 {
				t.Errorf("%s: letters of colour %s on %s, %.1f to 1", name, cell[2], cell[1], ratio)
			}
		}
	}
}
