package plot

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/long"
)

// kayles returns the first values of 0.77, of preperiod 71 and period 12.
func kayles(n int) []uint64 {
	values := make([]uint64, n)
	for size := range n {
		seen := map[uint64]bool{}
		for take := 1; take <= min(2, size); take++ {
			for a := 0; a <= size-take; a++ {
				seen[values[a]^values[size-take-a]] = true
			}
		}
		for seen[values[size]] {
			values[size]++
		}
	}
	return values
}

func kaylesSequence(n int) Sequence {
	return Sequence{Title: fmt.Sprintf("0.77: G(n) for n = 0 … %d", n-1), Values: kayles(n), Preperiod: 71, Period: 12, Proved: true}
}

// rising sequence of preperiod 5, period 3 and saltus 2.
func saltusSequence() Sequence {
	s := Sequence{Title: "a sequence with a saltus", Preperiod: 5, Period: 3, Saltus: 2, AtMost: true}
	for n := range 60 {
		s.Values = append(s.Values, uint64(2*(n/3)+n%3))
	}
	return s
}

func (s Sequence) written(t *testing.T, f Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Write(t.Context(), &out, f, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGoldenSequences(t *testing.T) {
	part := kaylesSequence(100)
	part.From, part.Values, part.Title = 60, part.Values[60:], ""
	for name, s := range map[string]Sequence{
		"kayles": kaylesSequence(150), "kayles-part": part, "saltus": saltusSequence(),
		"unknown": {Title: "no period known", Values: kayles(40)},
	} {
		golden(t, "sequence-"+name, s.written(t, PNG))
	}
}

// Every point stands where it belongs, and nothing else is of its colour.
func TestEveryPoint(t *testing.T) {
	for _, s := range []Sequence{kaylesSequence(1), kaylesSequence(30), kaylesSequence(150), kaylesSequence(1200), saltusSequence()} {
		sheet, err := s.layOut(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		picture := decode(t, s.written(t, PNG))
		largest := uint64(0)
		for _, v := range s.Values {
			largest = max(largest, v)
		}
		area := sheet.layers[0].at
		_, dot := s.scale(largest)
		across, up := area.Dx()/len(s.Values), area.Dy()/int(largest+1)
		points := 0
		for i, v := range s.Values {
			// The middle of the place of (n, G(n)), counted from the bottom left.
			x, y := area.Min.X+i*across+across/2, area.Max.Y-1-int(v)*up-up/2
			found := false
			for dy := -1; dy <= 1; dy++ {
				found = found || rgba(picture, min(x, area.Max.X-1), y+dy) == sequenceColours[colourPoint]
			}
			if !found {
				t.Errorf("%d values: no point at n = %d, G(n) = %d", len(s.Values), i, v)
			}
		}
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				if rgba(picture, x, y) == sequenceColours[colourPoint] {
					points++
				}
			}
		}
		if most := dot * dot * len(s.Values); points > most || points < most/3 {
			t.Errorf("%d values have %d pixels, want at most %d", len(s.Values), points, most)
		}
	}
}

// The preperiod and one period are shaded to the pixel.
func TestShades(t *testing.T) {
	s := kaylesSequence(150)
	s.Values[0] = 9 // so that the top row is free behind it
	picture := decode(t, s.written(t, PNG))
	sheet, err := s.layOut(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	area := sheet.layers[0].at
	pitch := area.Dx() / 150
	for x := 2 * pitch; x < area.Dx(); x++ {
		want := colourPaper
		switch n := x / pitch; {
		case n < 71:
			want = colourPreperiod
		case n < 83:
			want = colourPeriod
		}
		if got := rgba(picture, area.Min.X+x, area.Min.Y); got != sequenceColours[want] {
			t.Fatalf("column %d: %v, want %v", x, got, sequenceColours[want])
		}
	}
}

// Many values, a million with GRUNDY_LONG=1, are a picture of the same size, in all formats.
func TestManyValues(t *testing.T) {
	s := Sequence{From: 1 << 40, Values: make([]uint64, long.Or(400_000, 1_000_000)), Preperiod: 326_640, Period: 144, Proved: true}
	for i := range s.Values {
		s.Values[i] = uint64(i*i) % 4099
	}
	for _, f := range []Format{PNG, SVG} {
		if file := s.written(t, f); len(file) > 1<<20 {
			t.Errorf("%v: %d bytes", f, len(file))
		}
	}
	if b := decode(t, s.written(t, PNG)).Bounds(); b.Dx() > 1400 || b.Dy() > 1100 {
		t.Errorf("a picture of %v", b)
	}
	s.Values[7] = math.MaxUint64
	s.written(t, PNG)
	s.From = math.MaxUint64
	if err := s.Write(t.Context(), io.Discard, PNG, nil); err == nil || !strings.Contains(err.Error(), "2^53") {
		t.Error(err)
	}
	if err := (Sequence{}).Write(t.Context(), io.Discard, PNG, nil); err == nil {
		t.Error("a picture of nothing")
	}
}

func TestLegend(t *testing.T) {
	for want, s := range map[string]Sequence{
		"preperiod 326,640 · period 144 (proved)":                {Preperiod: 326640, Period: 144, Proved: true},
		"preperiod at most 5 · period 3 (not proved) · saltus 2": saltusSequence(),
		"no period known": {},
	} {
		if words, _ := s.legend(); strings.Join(words, " · ") != want {
			t.Errorf("%q, want %q", words, want)
		}
	}
}

// Only what can be seen in the picture has a colour in its legend.
func TestLegendColours(t *testing.T) {
	values := make([]uint64, 20)
	for i, test := range []struct {
		s    Sequence
		want []uint8
	}{
		{Sequence{Values: values, Preperiod: 0, Period: 7}, []uint8{colourPaper, colourPeriod}},
		{Sequence{Values: values, Preperiod: 3, Period: 7}, []uint8{colourPreperiod, colourPeriod}},
		{Sequence{Values: values, Preperiod: 20, Period: 7}, []uint8{colourPreperiod, colourPaper}},
		{Sequence{Values: values, Preperiod: 19, Period: 7, Saltus: 1}, []uint8{colourPreperiod, colourPeriod, colourPaper}},
		{Sequence{Values: values, Preperiod: 100, Period: 7, Saltus: 1}, []uint8{colourPreperiod, colourPaper, colourPaper}},
		{Sequence{Values: values, From: 3, Preperiod: 3, Period: 7}, []uint8{colourPaper, colourPeriod}},
		{Sequence{Values: values, From: 10, Preperiod: 3, Period: 7}, []uint8{colourPaper, colourPaper}},
		{Sequence{Values: values}, []uint8{colourPaper}},
	} {
		if _, got := test.s.legend(); !bytes.Equal(got, test.want) {
			t.Errorf("%d: colours %v, want %v", i, got, test.want)
		}
		picture, err := test.s.layOut(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		swatches := 0
		for _, c := range test.want {
			if c != colourPaper {
				swatches++
			}
		}
		if got := len(picture.layers) - 1; got != swatches {
			t.Errorf("%d: %d swatches, want %d", i, got, swatches)
		}
	}
}

// A screen is what a terminal shows: letters with the colours of each.
type screen struct {
	letters [][]rune
	front   [][]color.RGBA
	back    [][]color.RGBA
}

// show interprets the colours of text in 24 bits.
func show(t *testing.T, text string) (s screen) {
	t.Helper()
	for line := range strings.Lines(text) {
		var letters []rune
		var fronts, backs []color.RGBA
		var front, back color.RGBA
		for line = strings.TrimSuffix(line, "\n"); line != ""; {
			if code, ok := strings.CutPrefix(line, "\x1b["); ok {
				code, line, _ = strings.Cut(code, "m")
				var ground int
				var c color.RGBA
				if n, _ := fmt.Sscanf(code, "%d;2;%d;%d;%d", &ground, &c.R, &c.G, &c.B); n == 4 {
					c.A = 255
					if ground == 38 {
						front = c
					} else {
						back = c
					}
				} else if code == "0" {
					front, back = color.RGBA{}, color.RGBA{}
				} else {
					t.Fatalf("code %q", code)
				}
				continue
			}
			r, size := utf8.DecodeRuneInString(line)
			letters, fronts, backs = append(letters, r), append(fronts, front), append(backs, back)
			line = line[size:]
		}
		s.letters, s.front, s.back = append(s.letters, letters), append(s.front, fronts), append(s.back, backs)
	}
	return s
}

// Every cell that fits is a half block in the cell's colour, x to the right and
// y upward.
func TestBlocks(t *testing.T) {
	for _, size := range []image.Point{{24, 24}, {5, 7}, {1, 1}, {200, 90}, {16, 3}} {
		h := queenMap(size.X, size.Y, View{})
		at := h.At
		for _, v := range someViews {
			h.View = v
			for _, window := range []image.Point{{80, 24}, {20, 12}, {0, 0}} {
				var out bytes.Buffer
				if err := h.WriteTerminal(t.Context(), &out, window.X, window.Y, TrueColours); err != nil {
					t.Fatal(err)
				}
				width, height := size.X, size.Y
				if window.X > 0 {
					fitX, fitY := WindowCells(window.X, window.Y)
					width, height = min(width, fitX), min(height, fitY)
				}
				if (width < size.X || height < size.Y) != strings.Contains(out.String(), "no room for more") {
					t.Errorf("%v cells in %v: %s", size, window, &out)
				}
				s := show(t, out.String())
				c, err := h.classes(t.Context(), width, height, nil)
				if err != nil {
					t.Fatal(err)
				}
				if wide := h.digitsWidthWithin(c, window.X, window.Y); wide > 0 {
					checkNumbered(t, s, h, c, wide)
					continue
				}
				lines := (height + 1) / 2
				left := len(s.letters[1]) - width
				if window.X > 0 && left+width > window.X || window.Y > 0 && lines+mapLines > window.Y+1 {
					t.Errorf("%v cells in %v: %d columns, %d lines of blocks", size, window, left+width, lines)
				}
				for y := range height {
					for x := range width {
						line := 1 + lines - 1 - y/2
						want := c.colours[c.class(x, y, at(x, y))]
						letter, got := s.letters[line][left+x], s.front[line][left+x]
						if y%2 == 0 && letter == '▀' {
							got = s.back[line][left+x]
						}
						if got != want || letter != '▀' && letter != '▄' {
							t.Fatalf("%v cells in %v, %v: cell (%d,%d) is %c in %v, want %v", size, window, v, x, y, letter, got, want)
						}
					}
				}
			}
		}
	}
}

// checkNumbered checks that each cell of a small map is its number on the cell's colour.
func checkNumbered(t *testing.T, s screen, h HeatMap, c classes, wide int) {
	t.Helper()
	left := len(strconv.Itoa(h.Height-1)) + 1
	for y := range h.Height {
		for x := range h.Width {
			line, from := 1+h.Height-1-y, left+x*(wide+2)
			want := fmt.Sprintf(" %*s ", wide, c.digits(nil, x, y, h.At(x, y)))
			if got := string(s.letters[line][from : from+wide+2]); got != want {
				t.Fatalf("cell (%d,%d) is %q, want %q", x, y, got, want)
			}
			if got := s.back[line][from]; got != c.colours[c.class(x, y, h.At(x, y))] {
				t.Fatalf("cell (%d,%d) has the colour %v", x, y, got)
			}
		}
	}
}

func TestDigits(t *testing.T) {
	for want, h := range map[string]HeatMap{
		"queen, 4 x 3 cells: nim-values\n2 | 2 0 1 5\n1 | 1 2 0 4\n0 | 0 1 2 3\n  +--------\n    0 1 2 3\n":      queenMap(4, 3, View{}),
		"queen, 4 x 2 cells: P-positions\n1 | . . P .\n0 | P . . .\n  +--------\n    0 1 2 3\n":                  queenMap(4, 2, View{kind: pOnly}),
		"queen, 3 x 2 cells: nim-value 2\n1 | . 2 .\n0 | . . 2\n  +------\n    0 1 2\n":                          queenMap(3, 2, View{equal, 2}),
		"queen, 3 x 2 cells: nim-values minus x XOR y\n1 |  0  2 -3\n0 |  0  0  0\n  +---------\n     0  1  2\n": queenMap(3, 2, View{kind: xorDifference}),
		"queen, 4 x 2 cells: nim-values modulo 3\n1 | 1 2 0 1\n0 | 0 1 2 0\n  +--------\n    0 1 2 3\n":          queenMap(4, 2, View{mod, 3}),
	} {
		var out bytes.Buffer
		if err := h.WriteTerminal(t.Context(), &out, 10, 3, NoColours); err != nil || out.String() != want {
			t.Errorf("%v\n%s\nwant\n%s", err, &out, want)
		}
	}
	var out bytes.Buffer
	if err := kaylesSequence(12).WriteTerminal(t.Context(), &out, 0, 0, NoColours); err != nil {
		t.Fatal(err)
	}
	if want := "0.77: G(n) for n = 0 … 11\n 0 | 0 1 2 3 1 4 3 2 1 4\n10 | 2 6\npreperiod 71 · period 12 (proved)\n"; out.String() != want {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
}

// Where there is a column for each n and a line for each value, the points are
// the sequence.
func TestDots(t *testing.T) {
	s := kaylesSequence(60)
	var out bytes.Buffer
	if err := s.WriteTerminal(t.Context(), &out, 70, 24, TrueColours); err != nil {
		t.Fatal(err)
	}
	shown := show(t, out.String())
	points := 0
	for _, line := range shown.letters {
		for _, r := range line {
			if r == '•' {
				points++
			}
		}
	}
	for n, v := range s.Values {
		if r := shown.letters[1+8-int(v)][2+n]; r != '•' {
			t.Errorf("G(%d) = %d: %c", n, v, r)
		}
	}
	if points != 60 {
		t.Errorf("%d points", points)
	}
	// More values than columns, and windows of any size.
	for _, columns := range []int{0, 1, 7, 80} {
		for _, rows := range []int{0, 1, 9, 40} {
			for _, s := range []Sequence{kaylesSequence(500), saltusSequence(), {Values: []uint64{math.MaxUint64}, From: 1 << 50}} {
				out.Reset()
				if err := s.WriteTerminal(context.Background(), &out, columns, rows, Colours256); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// Colours of 256 are the nearest ones.
func TestXterm(t *testing.T) {
	for hex, want := range map[string]int{"000000": 16, "ffffff": 231, "5f87af": 67, "808080": 244, "0a0a0a": 232, "ff0000": 196} {
		if got := xtermFirst + xtermColours().Index(rgb(hex)); got != want {
			t.Errorf("%s: %d, want %d", hex, got, want)
		}
	}
}

// Every point of a long sequence stands in the band where it belongs. Bands are as long as
// whole periods.
func TestBands(t *testing.T) {
	s := kaylesSequence(3000)
	s.Period = 70 // which divides no width
	bands := s.bands()
	if len(bands) != 3 || len(bands[0].Values) != 1190 || bands[2].From != 2380 || len(bands[2].Values) != 620 {
		t.Fatalf("%d bands, the first of %d", len(bands), len(bands[0].Values))
	}
	if len(s.written(t, SVG)) == 0 {
		t.Error("an empty file")
	}
	picture := decode(t, s.written(t, PNG))
	top := 0
	for _, band := range bands {
		sheet, err := band.layOut(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		area := sheet.layers[0].at
		for i, v := range band.Values {
			x, y := area.Min.X+i, top+area.Max.Y-1-int(v)*20-10 // 9 values in 180 pixels
			if rgba(picture, x, y) != sequenceColours[colourPoint] {
				t.Fatalf("no point at n = %d, G(n) = %d", band.From+uint64(i), v)
			}
		}
		top += sheet.height
	}
	if top != picture.Bounds().Dy() {
		t.Errorf("a picture of %d lines, want %d", picture.Bounds().Dy(), top)
	}
	rising := saltusSequence()
	rising.Values = make([]uint64, 3000)
	if len(rising.bands()) != 1 || len((&Sequence{Values: make([]uint64, 1200)}).bands()) != 1 {
		t.Error("bands of a short or a rising sequence")
	}
}

// TestOverview draws a long sequence of a quarter threes: an overview, whose colours count,
// above a band of the beginning and one of the period.
func TestOverview(t *testing.T) {
	s := Sequence{Title: "long", Values: make([]uint64, 120_000), Preperiod: 50_000, Period: 5, Proved: true}
	for i := range s.Values {
		if i%5 == 0 {
			s.Values[i] = 3
		}
	}
	bands := s.bands()
	if len(bands) != 3 || !bands[0].dense || len(bands[0].Values) != 120_000 || bands[1].From != 0 || bands[2].From != 50_000 || bands[2].dense {
		t.Fatalf("%d bands", len(bands))
	}
	if words, colours := bands[0].densities(bands[0].legend()); strings.Join(words, " · ") != "preperiod 50,000 · period 5 (proved) · a column: 100 values · 1/4 of them or more · 1/16 of them or more · 1/64 of them or more · fewer" || len(colours) != len(words) {
		t.Error(words, colours)
	}
	s.Values[60_000] = 99 // in the overview alone
	if far := s.bands(); far[1].largest != 3 || far[2].largest != 3 {
		t.Errorf("the bands go up to %d and %d, want 3", far[1].largest, far[2].largest)
	}
	s.Values[60_000] = 3
	largest := uint64(3)
	size, dot := bands[0].scale(largest)
	all, err := bands[0].patches(t.Context(), size, dot, largest, nil)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[uint8]int{}
	for _, p := range all[3:] {
		counts[p.colour] = len(p.rectangles)
	}
	// 80 of 100 values in a column are 0, and 20 are 3.
	if near := func(n int) bool { return n >= size.X-2 && n <= size.X+2 }; !near(counts[colourMany]) || !near(counts[colourMany+1]) || counts[colourMany+2]+counts[colourMany+3] != 0 {
		t.Errorf("colours of the overview: %v", counts)
	}
}
