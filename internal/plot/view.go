package plot

// A view decides what a heat map shows of the nim-values. It sorts the values into at most
// maxColours classes, each with its colour, and says what the key of the picture shows
// about them.

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// A View is what a heat map shows of the nim-values, as [ParseView] reads it. The zero
// View shows the values themselves.
type View struct {
	kind viewKind
	k    uint64
}

type viewKind int

const (
	values        viewKind = iota // on a scale from 0 to the largest
	pOnly                         // which cells are P-positions, those of nim-value 0
	equal                         // which cells have nim-value k
	mod                           // modulo k; 0 is refused
	xorDifference                 // minus x XOR y, the nim-value of a rook, on a scale around 0
)

// views say how each kind is written, and what its title begins with. A kind with a
// number wants it behind a colon.
var views = [...]struct {
	name, number, title string
	least               uint64
	want                string
}{
	values:        {name: "values", title: "nim-values"},
	pOnly:         {name: "p", title: "P-positions"},
	equal:         {name: "value", number: ":K", title: "nim-value ", want: "a nim-value, as in value:3"},
	mod:           {name: "mod", number: ":M", title: "nim-values modulo ", least: 1, want: "a modulus that is at least 1, as in mod:4"},
	xorDifference: {name: "xor", title: "nim-values minus x XOR y"},
}

// ViewForms returns the forms that [ParseView] reads: values, p, value:K, mod:M,
// xor.
func ViewForms() (forms []string) {
	for _, v := range views {
		forms = append(forms, v.name+v.number)
	}
	return forms
}

// ParseView reads a view: values, p, value:K, mod:M or xor.
func ParseView(text string) (View, error) {
	name, number, hasNumber := strings.Cut(text, ":")
	var names []string
	for kind, v := range views {
		names = append(names, v.name)
		switch {
		case name != v.name || v.number == "" && hasNumber:
			continue
		case v.number == "":
			return View{kind: viewKind(kind)}, nil
		}
		k, err := strconv.ParseUint(number, 10, 64)
		if err != nil || k < v.least {
			return View{}, fmt.Errorf("%q: want %s", text, v.want)
		}
		return View{viewKind(kind), k}, nil
	}
	return View{}, fmt.Errorf("unknown view %q: want %s%s", text, strings.Join(ViewForms(), ", "), message.DidYouMean(name, names))
}

// Title returns what the view shows, in words: "nim-values modulo 4".
func (v View) Title() string {
	if views[v.kind].number == "" {
		return views[v.kind].title
	}
	return views[v.kind].title + units.Grouped(v.k)
}

const (
	// maxColours is the number of classes that a picture can have: those of a
	// PNG with a palette, less what the letters need.
	maxColours = 256 - grays
	// maxListed is the number of classes that a key lists one by one.
	maxListed = 16
)

// extent is the range of what a view shows, as distances from 0.
type extent struct {
	above uint64 // the largest
	below uint64 // minus the smallest, if that is negative
	apart int    // classes beside those of the view, of blocked cells
}

// needsExtent reports whether the classes depend on the values.
func (v View) needsExtent() bool { return v.kind == values || v.kind == xorDifference }

// widen makes e include the value of a cell.
func (v View) widen(e *extent, x, y int, value uint64) {
	if v.kind != xorDifference {
		e.above = max(e.above, value)
		return
	}
	if distance, negative := difference(x, y, value); negative {
		e.below = max(e.below, distance)
	} else {
		e.above = max(e.above, distance)
	}
}

// classes say how a view draws: class returns the index of a cell's colour.
type classes struct {
	class   func(x, y int, value uint64) uint8
	colours []color.RGBA
	heading string   // of the key
	listed  []string // what each class is, or nil for a scale
	steps   int      // of the scale: the number of its colours
	low     float64  // the ends of the scale
	high    float64
	blocked string // the name of the last class if it holds the blocked cells, otherwise ""
	zero    string // the name of the first class if it stands out, otherwise ""
	// digits appends what stands for a cell in plain text.
	digits func(dst []byte, x, y int, value uint64) []byte
}

// classify returns the classes of a view whose values have extent e. name is the
// palette, or "" for the one that suits the view; measure is what the values are, or ""
// for nim-values.
func (v View) classify(e extent, name, measure string) (classes, error) {
	chosen := name
	if chosen == "" {
		chosen = "viridis"
		if v.kind == xorDifference {
			chosen = "blue-red"
		}
	}
	p, err := paletteNamed(chosen)
	if err != nil {
		return classes{}, err
	}
	isNim := measure == ""
	if isNim {
		measure = "nim-value"
	}
	if v.kind == values && strings.HasSuffix(measure, "outcomes") { // 0, 1 and 2
		names, colours := []string{"P", "N", "D"}, []color.RGBA{losing, winning, drawn}
		count := min(int(e.above), 2) + 1
		return classes{
			heading: measure, listed: names[:count], colours: colours[:count],
			class:  func(_, _ int, value uint64) uint8 { return uint8(min(value, 2)) },
			digits: func(dst []byte, _, _ int, value uint64) []byte { return append(dst, names[min(value, 2)]...) },
		}, nil
	}
	switch v.kind {
	case pOnly, equal:
		return v.marked(p), nil
	case xorDifference:
		return differences(e, p), nil
	}
	c, number := classes{heading: measure}, func(value uint64) uint64 { return value }
	largest := e.above
	if v.kind == mod {
		if v.k == 0 {
			return classes{}, fmt.Errorf("nim-values modulo 0: want a modulus that is at least 1")
		}
		largest = v.k - 1
		number = func(value uint64) uint64 { return value % v.k }
		c.heading = measure + " mod " + units.Grouped(v.k)
	}
	c.high = float64(largest)
	count := maxColours - e.apart
	if largest < uint64(count) {
		count = int(largest) + 1
		c.class = func(_, _ int, value uint64) uint8 { return uint8(number(value)) }
	} else {
		scale := float64(count-1) / float64(largest)
		c.class = func(_, _ int, value uint64) uint8 { return uint8(math.Round(float64(number(value)) * scale)) }
	}
	c.digits = func(dst []byte, _, _ int, value uint64) []byte { return strconv.AppendUint(dst, number(value), 10) }
	c.colours, c.steps = []color.RGBA{p(0)}, count // that of 0 where there is nothing else
	if count > 1 {
		c.colours = spread(p, count)
	}
	if v.kind == mod && name == "" && count <= len(categories) {
		c.colours = slices.Clone(categories[:count])
	}
	if count <= maxListed {
		for i := range count {
			c.listed = append(c.listed, strconv.Itoa(i))
		}
	}
	if isNim && v.kind == values {
		c.markZero(name, largest)
	}
	return c, nil
}

// markZero makes the nim-value 0, and nothing else, stand out in a colour that the
// palette does not have: orange, which means lost for the player to move.
func (c *classes) markZero(palette string, largest uint64) {
	c.colours[0] = losing
	if palette == "magma" || palette == "plasma" || palette == "blue-red" { // which have orange
		c.colours[0] = white
	}
	c.zero = "0: P-position"
	if c.listed != nil {
		c.listed[0] = c.zero
	}
	if last := uint64(len(c.colours) - 1); last < largest {
		scale := float64(last-1) / float64(largest-1)
		c.class = func(_, _ int, value uint64) uint8 {
			if value == 0 {
				return 0
			}
			return uint8(1 + math.Round(float64(value-1)*scale))
		}
	}
}

// marked returns the two classes of a view that looks for one nim-value, which
// is 0 where the view has no number.
func (v View) marked(p palette) classes {
	c := classes{
		heading: "nim-value",
		listed:  []string{units.Grouped(v.k), "other"},
		class: func(_, _ int, value uint64) uint8 {
			if value == v.k {
				return 0
			}
			return 1
		},
		colours: []color.RGBA{p(0), pale},
	}
	mark := strconv.FormatUint(v.k, 10)
	if v.kind == pOnly {
		mark, c.heading, c.listed = "P", "outcome", []string{"P", "N"}
		c.colours[0] = losing
	}
	c.digits = func(dst []byte, _, _ int, value uint64) []byte {
		if value == v.k {
			return append(dst, mark...)
		}
		return append(dst, '.')
	}
	return c
}

// difference returns how far value is from x XOR y, and whether it is below.
func difference(x, y int, value uint64) (distance uint64, negative bool) {
	if xor := uint64(x ^ y); value < xor {
		return xor - value, true
	}
	return value - uint64(x^y), false
}

// differences returns the classes of the view of differences, as many on either
// side of 0.
func differences(e extent, p palette) classes {
	far := max(e.above, e.below)
	side := int(min(far, uint64(maxColours-1-e.apart)/2)) // classes on either side
	scale := 1.0
	if far > 0 {
		scale = float64(side) / float64(far)
	}
	c := classes{
		heading: "nim-value − (x XOR y)",
		colours: spread(p, 2*side+1), steps: 2*side + 1,
		low: -float64(far), high: float64(far),
		class: func(x, y int, value uint64) uint8 {
			distance, negative := difference(x, y, value)
			steps := int(math.Round(float64(distance) * scale))
			if negative {
				steps = -steps
			}
			return uint8(side + steps)
		},
		digits: func(dst []byte, x, y int, value uint64) []byte {
			distance, negative := difference(x, y, value)
			if negative {
				dst = append(dst, '-')
			}
			return strconv.AppendUint(dst, distance, 10)
		},
	}
	if len(c.colours) <= maxListed {
		for i := -side; i <= side; i++ {
			c.listed = append(c.listed, signed(float64(i)))
		}
	}
	return c
}

// withBlocked returns the classes with one more, of that name, of the cells that are
// blocked.
func (c classes) withBlocked(blocked func(x, y int) bool, name string) classes {
	class, digits, last := c.class, c.digits, uint8(len(c.colours))
	c.class = func(x, y int, value uint64) uint8 {
		if blocked(x, y) {
			return last
		}
		return class(x, y, value)
	}
	c.digits = func(dst []byte, x, y int, value uint64) []byte {
		if blocked(x, y) {
			return append(dst, blockedMark)
		}
		return digits(dst, x, y, value)
	}
	c.colours, c.blocked = append(c.colours, unlike(c.colours)), name
	return c
}

// blockedMark stands for blocked cells in plain text.
const blockedMark = '#'

// unlike returns the colour, of a few that are easily seen, that is farthest from
// the one of colours that is nearest to it.
func unlike(colours []color.RGBA) (best color.RGBA) {
	farthest := -1
	for _, hex := range []string{"ffffff", "e8175d", "00b84a", "000000"} {
		candidate, nearest := rgb(hex), math.MaxInt
		for _, c := range colours {
			r, g, b := int(c.R)-int(candidate.R), int(c.G)-int(candidate.G), int(c.B)-int(candidate.B)
			nearest = min(nearest, r*r+g*g+b*b)
		}
		if nearest > farthest {
			best, farthest = candidate, nearest
		}
	}
	return best
}

// spread returns count colours at equal distances along p, and its middle if
// there is but one, such as that of no difference.
func spread(p palette, count int) []color.RGBA {
	if count == 1 {
		return []color.RGBA{p(0.5)}
	}
	colours := make([]color.RGBA, count)
	for i := range colours {
		colours[i] = p(float64(i) / float64(count-1))
	}
	return colours
}

// signed writes a whole number that may be negative, for labels.
func signed(v float64) string {
	if v < 0 {
		return "−" + signed(-v)
	}
	if v >= math.MaxUint64 { // which as a float64 is 2^64
		return units.Grouped(math.MaxUint64)
	}
	return units.Grouped(uint64(v))
}
