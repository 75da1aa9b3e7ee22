package plot

// A palette has a name, and a colour for each number from 0 to 1.
//
// The sequential palettes are perceptually uniform: equal steps of the number
// look like equal steps of colour, and the lightness rises all the way, so that
// they also serve readers who do not tell red from green, and grey prints. The
// colours of viridis, the default, were chosen with such readers in mind.

import (
	_ "embed"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/message"
)

// A palette returns the colour of t, 0 <= t <= 1.
type palette func(t float64) color.RGBA

//go:embed palettes.txt
var palettesText string

// palettes are the names of the palettes, and the colours of each.
var palettes = sync.OnceValues(func() (names []string, colours map[string][]color.RGBA) {
	colours = map[string][]color.RGBA{}
	for line := range strings.Lines(palettesText) {
		name, data, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "#" || data == "" {
			continue
		}
		names = append(names, name)
		for i := 0; i < len(data); i += 6 {
			colours[name] = append(colours[name], rgb(data[i:i+6]))
		}
	}
	return names, colours
})

// Palettes returns the names of the palettes: viridis, magma, plasma and gray,
// which run from dark to light, and blue-red, which runs from blue through light
// grey to red.
func Palettes() []string {
	names, _ := palettes()
	return names
}

// CheckPalette returns an error unless name is among [Palettes] or "".
func CheckPalette(name string) error {
	if name == "" {
		return nil
	}
	_, err := paletteNamed(name)
	return err
}

// paletteNamed returns the palette of that name.
func paletteNamed(name string) (palette, error) {
	names, all := palettes()
	colours := all[name]
	if colours == nil {
		return nil, fmt.Errorf("unknown palette %q: want %s%s", name, strings.Join(names, ", "), message.DidYouMean(name, names))
	}
	return func(t float64) color.RGBA {
		at := t * float64(len(colours)-1)
		i := min(int(at), len(colours)-2)
		return blend(colours[i], colours[i+1], at-float64(i))
	}, nil
}

// rgb returns the colour of six hexadecimal digits.
func rgb(hex string) color.RGBA {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		panic("plot: colour " + hex)
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

// contrast returns how much white stands out on c, 1 … 21 (WCAG 2).
func contrast(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 1.05 / (0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B) + 0.05)
}

// dark reports whether white letters stand out more than black ones on c.
func dark(c color.RGBA) bool { return contrast(c) > 21/contrast(c) }

// blend returns the colour that is t of the way from a to b.
func blend(a, b color.RGBA, t float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	return color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// The second of two classes is drawn in pale if the first is looked for.
var pale = color.RGBA{R: 232, G: 232, B: 232, A: 255}

// categories are the eight colours of Okabe and Ito, "Color Universal Design"
// (2008), which all readers tell apart, for classes without an order.
var categories = []color.RGBA{
	rgb("000000"), rgb("e69f00"), rgb("56b4e9"), rgb("009e73"),
	rgb("f0e442"), rgb("0072b2"), rgb("d55e00"), rgb("cc79a7"),
}
