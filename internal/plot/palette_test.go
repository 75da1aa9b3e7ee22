package plot

import (
	"image/color"
	"math"
	"testing"
)

// lab returns the CIELAB coordinates (CIE 1976, white D65) of an sRGB colour.
func lab(c color.RGBA) (l, a, b float64) {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	red, green, blue := linear(c.R), linear(c.G), linear(c.B)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*red + 0.3575761*green + 0.1804375*blue) / 0.95047)
	y := f(0.2126729*red + 0.7151522*green + 0.0721750*blue)
	z := f((0.0193339*red + 0.1191920*green + 0.9503041*blue) / 1.08883)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

func distance(c, d color.RGBA) float64 {
	l1, a1, b1 := lab(c)
	l2, a2, b2 := lab(d)
	return math.Sqrt((l1-l2)*(l1-l2) + (a1-a2)*(a1-a2) + (b1-b2)*(b1-b2))
}

// Along the sequential palettes lightness rises all the way, and steps of a
// sixteenth look alike: none is far from the mean. (They were made
// uniform in a colour space that fits blues better than CIELAB.)
func TestPalettesAreUniform(t *testing.T) {
	for _, name := range []string{"viridis", "magma", "plasma", "gray"} {
		p, err := paletteNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		last := -1.0
		for i := range maxColours {
			l, _, _ := lab(p(float64(i) / (maxColours - 1)))
			if l <= last-0.1 {
				t.Errorf("%s: lightness falls from %.2f to %.2f at %d", name, last, l, i)
			}
			last = l
		}
		steps, sum := make([]float64, 16), 0.0
		for i := range steps {
			steps[i] = distance(p(float64(i)/16), p(float64(i+1)/16))
			sum += steps[i] / 16
		}
		for i, s := range steps {
			if s > 2*sum || s < 0.4*sum {
				t.Errorf("%s: step %d is %.1f, the mean %.1f", name, i, s, sum)
			}
		}
	}
}

// Colours that must be told apart are well apart: listed classes differ by many
// times the just noticeable distance, about 2.3.
func TestListedColoursAreApart(t *testing.T) {
	for _, v := range []View{{mod, 2}, {mod, 4}, {mod, 8}, {mod, 12}, {kind: pOnly}, {equal, 7}, {}} {
		for _, palette := range append(Palettes(), "") {
			c, err := v.classify(extent{above: 11}, palette, "")
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range c.colours {
				for _, b := range c.colours[:i] {
					if d := distance(a, b); d < 7 {
						t.Errorf("%v, palette %q: %v and %v are %.1f apart", v, palette, a, b, d)
					}
				}
			}
		}
	}
}

// Published colours (github.com/BIDS/colormap, Moreland 2009).
func TestPublishedColours(t *testing.T) {
	for name, want := range map[string][3]string{
		"viridis":  {"440154", "21918c", "fde725"},
		"magma":    {"000004", "b73779", "fcfdbf"},
		"plasma":   {"0d0887", "cc4778", "f0f921"},
		"gray":     {"000000", "777777", "ffffff"},
		"blue-red": {"3b4cc0", "dddddd", "b40426"},
	} {
		p, err := paletteNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, hex := range want {
			if got := p(float64(i) / 2); !near(got, rgb(hex)) {
				t.Errorf("%s at %d/2: %v, want %v", name, i, got, rgb(hex))
			}
		}
	}
}

func TestUnknownPalettes(t *testing.T) {
	for name, want := range map[string]string{
		"virides": `unknown palette "virides": want viridis, magma, plasma, gray, blue-red; did you mean "viridis"?`,
		"rainbow": `unknown palette "rainbow": want viridis, magma, plasma, gray, blue-red`,
	} {
		if err := CheckPalette(name); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, name := range append(Palettes(), "") {
		if err := CheckPalette(name); err != nil {
			t.Error(err)
		}
	}
}
