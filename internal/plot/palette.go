package plot

// A palette has a name, and a colour for each number from 0 to 1.
//
// The sequential palettes are perceptually uniform: equal steps of the number
// look like equal steps of colour, and the lightness rises all the way, so that
// they also serve readers who do not tell red from green, and grey prints. The
// colours of viridis, the default, were chosen with such readers in mind.

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// A palette returns the colour of t, 0 <= t <= 1.
type palette func(t float64) color.RGBA

// Palettes returns the names of the palettes: viridis, magma, plasma and gray,
// which run from dark to light, and blue-red, which runs from blue through light
// grey to red.
func Palettes() []string { return []string{"viridis", "magma", "plasma", "gray", "blue-red"} }

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
	switch name {
	case "viridis":
		return tabled(viridisData), nil
	case "magma":
		return tabled(magmaData), nil
	case "plasma":
		return tabled(plasmaData), nil
	case "gray":
		return gray, nil
	case "blue-red":
		return tabled(blueRedData), nil
	}
	return nil, fmt.Errorf("unknown palette %q: want %s%s", name, strings.Join(Palettes(), ", "), message.DidYouMean(name, Palettes()))
}

// tabled returns the palette that runs through the colours of data.
func tabled(data string) palette {
	colours := make([]color.RGBA, len(data)/6)
	for i := range colours {
		colours[i] = rgb(data[6*i : 6*i+6])
	}
	return func(t float64) color.RGBA {
		at := t * float64(len(colours)-1)
		i := min(int(at), len(colours)-2)
		return blend(colours[i], colours[i+1], at-float64(i))
	}
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

// gray returns the grey of lightness L* = 100 t (CIE 1976), in sRGB.
func gray(t float64) color.RGBA {
	lightness := 100 * t
	luminance := lightness / 903.3
	if lightness > 8 {
		root := (lightness + 16) / 116
		luminance = root * root * root
	}
	v := 12.92 * luminance
	if luminance > 0.0031308 {
		v = 1.055*math.Pow(luminance, 1/2.4) - 0.055
	}
	g := uint8(math.Round(255 * min(v, 1)))
	return color.RGBA{R: g, G: g, B: g, A: 255}
}

// The second of two classes is drawn in pale if the first is looked for.
var pale = color.RGBA{R: 232, G: 232, B: 232, A: 255}

// categories are the eight colours of Okabe and Ito, "Color Universal Design"
// (2008), which all readers tell apart, for classes without an order.
var categories = []color.RGBA{
	rgb("000000"), rgb("e69f00"), rgb("56b4e9"), rgb("009e73"),
	rgb("f0e442"), rgb("0072b2"), rgb("d55e00"), rgb("cc79a7"),
}
