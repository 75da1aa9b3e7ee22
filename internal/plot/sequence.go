package plot

// A picture of a nim-sequence shows G(n) as points over n, with the preperiod and one
// period shaded.
//
// The points stand on a grid of pixels, n to the right and G(n) upward. Where
// there are few, each has whole pixels to itself, in bands below each other. More of
// them have an overview, in which a column of pixels stands for several n and colours say
// how many of these have a value, and below it a band of the first values and one of
// the period, or of the last ones. All formats draw the same rectangles.

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/internal/units"
)

// A Sequence is a picture of a nim-sequence, or of a part of it.
type Sequence struct {
	Title string // above the picture, or ""
	// From is the n of the first value, at most 2^53 less their number.
	From   uint64
	Values []uint64
	// Period is the length of the period, or 0 if none is known. From n =
	// Preperiod on, G(n+Period) = G(n) + Saltus.
	Preperiod, Period, Saltus uint64
	// AtMost says that the preperiod may be shorter, Proved that the period is
	// proved.
	AtMost, Proved bool

	band // if it is a part of a picture
}

// A band is what parts of a sequence have in common that stand below each other.
type band struct {
	columns int    // the number of values of the longest band
	largest uint64 // value of all
	end     uint64 // the n behind the last value of all
	height  int    // the most pixels of a band, or 0 for sequenceHeight
	later   bool   // whether it is not the first one, which has the title and the key
	dense   bool   // whether several n stand in a column, and colours count them
}

// The bands of a long sequence.
const (
	mostBands  = 12
	bandHeight = 180
)

// bands returns the sequence in parts, to be drawn below each other: in bands in which each
// value has a column of whole pixels, as long as fits, or a number of whole periods, so
// that they stand below each other. Where that takes too many bands, the first part is an
// overview, and two bands show the beginning, and the period or the end. A sequence that
// rises is one part.
func (s *Sequence) bands() []Sequence {
	length := sequenceWidth
	if s.Period > 0 && s.Period <= sequenceWidth/2 {
		length -= length % int(s.Period)
	}
	last := len(s.Values) - length
	if last <= 0 {
		return []Sequence{*s}
	}
	if s.Saltus > 0 {
		return []Sequence{*s}
	}
	var all []Sequence
	var begins []int
	largest := slices.Max(s.Values)
	overview := len(s.Values) > mostBands*length
	if overview {
		all = append(all, *s)
		all[0].dense = true
		begins = []int{0, last}
		if at := s.Preperiod - s.From; s.Period > 0 && s.Preperiod >= s.From && at < uint64(last) {
			begins[1] = int(at) // the period, once from its beginning
		}
		if begins[1] < length {
			begins = begins[:1]
		}
	} else {
		for from := 0; from < len(s.Values); from += length {
			begins = append(begins, from)
		}
	}
	for _, from := range begins {
		part := *s
		part.From, part.Values = s.From+uint64(from), s.Values[from:min(from+length, len(s.Values))]
		if overview { // its bands need not be compared with each other
			largest = slices.Max(part.Values)
		}
		part.band = band{columns: length, largest: largest, end: s.From + uint64(len(s.Values)), height: bandHeight, later: len(all) > 0}
		if part.later {
			part.Title = ""
		}
		all = append(all, part)
	}
	return all
}

// count returns the number of columns of values.
func (s *Sequence) count() int { return max(len(s.Values), s.columns) }

// The size of the part where the points are, if they have no whole pixels.
const (
	sequenceWidth  = 1200
	sequenceHeight = 480
	// maxDot is the side of the largest points.
	maxDot = 7
	// maxDrawn is the number of rectangles that an SVG draws one by one.
	// Of more it shows an image.
	maxDrawn = 20_000
)

// The colours of the parts of a sequence's picture.
const (
	colourPaper = iota
	colourPreperiod
	colourPeriod
	colourPoint
	colourMany // of an overview, and three lighter ones
)

var sequenceColours = []color.RGBA{rgb("ffffff"), rgb("f6e3c5"), rgb("d3e7f5"), rgb("2f2a6b"), rgb("1f1a5b"), rgb("5a54ad"), rgb("8a86d0"), rgb("b3b0e4")}

// shades are the shares of the values of a column that the colours of an overview stand
// for, as their inverse: at least a quarter, and so on; and fewer.
var shades = []uint64{4, 16, 64}

// maxExact is the number below which float64 has a value for each whole number.
const maxExact = 1 << 53

// A patch is a set of rectangles of one colour.
type patch struct {
	colour     uint8
	rectangles []image.Rectangle
}

// Check returns an error if the sequence cannot be drawn in format f.
func (s Sequence) Check(f Format) error {
	if err := s.check(); err != nil {
		return err
	}
	return f.checkLetters(s.Title)
}

// Write draws the sequence and writes it to w. It takes some 10 ns a value, and
// memory for one picture of about a thousand pixels. Its error comes from
// [Sequence.Check], from w, or from ctx soon after ctx ends.
func (s Sequence) Write(ctx context.Context, w io.Writer, f Format, progress grundy.Progress) error {
	if err := s.Check(f); err != nil {
		return err
	}
	var parts []*sheet
	for _, part := range s.bands() {
		sheet, err := part.layOut(ctx, progress)
		if err != nil {
			return err
		}
		parts = append(parts, sheet)
	}
	return stackSheets(parts).write(contextWriter{ctx, w}, f)
}

// check refuses a sequence that cannot be drawn.
func (s *Sequence) check() error {
	if len(s.Values) == 0 {
		return errNothing
	}
	if s.From > maxExact-uint64(len(s.Values)) {
		return fmt.Errorf("from n = %d: want less than 2^53, less the number of values", s.From)
	}
	return bounds.CheckTitle(s.Title)
}

// scale returns the size of the part where the points are, and of a point.
func (s *Sequence) scale(largest uint64) (size image.Point, dot int) {
	fit := func(count, room int) (side, pitch int) {
		pitch = min(room/count, 24)
		if pitch == 0 {
			return room, 1
		}
		return count * pitch, pitch
	}
	width, across := fit(s.count(), sequenceWidth)
	height, up := sequenceHeight, 1
	if s.height > 0 {
		height = s.height
	}
	if largest < uint64(height) {
		height, up = fit(int(largest)+1, height)
	}
	if s.dense {
		return image.Pt(width, height), 2
	}
	return image.Pt(max(width, 240), height), max(2, min(across, up, maxDot))
}

// column returns where n begins in a picture of that width; row returns where
// the point of a value stands in one of that height.
func (s *Sequence) column(n float64, width int) int {
	at := (n - float64(s.From)) / float64(s.count()) * float64(width)
	return int(math.Round(min(max(at, 0), float64(width))))
}

// patches returns what the picture shows, from back to front, with the origin at
// the top left of the part where the points are.
func (s *Sequence) patches(ctx context.Context, size image.Point, dot int, largest uint64, progress grundy.Progress) ([]patch, error) {
	area := image.Rectangle{Max: size}
	all := []patch{{colourPaper, []image.Rectangle{area}}}
	count := float64(s.count())
	if s.Period > 0 {
		start := s.column(float64(s.Preperiod), size.X)
		end := s.column(float64(s.Preperiod)+float64(s.Period), size.X)
		all = append(all,
			patch{colourPreperiod, []image.Rectangle{image.Rect(0, 0, start, size.Y)}},
			patch{colourPeriod, []image.Rectangle{image.Rect(start, 0, end, size.Y)}})
	}
	across := func(i float64) float64 { return (i + 0.5) / count * float64(size.X) }
	up := func(v float64) float64 { return float64(size.Y) - (v+0.5)/(float64(largest)+1)*float64(size.Y) }
	each := float64(len(s.Values)) / float64(size.X) // values in a column
	counts := make([]uint32, size.X*size.Y)
	for i, v := range s.Values {
		if i%(1<<16) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			progress.Report(uint64(i), uint64(len(s.Values)))
		}
		x, y := int(across(float64(i))-float64(dot-1)/2), int(up(float64(v))-float64(dot-1)/2)
		x, y = min(max(x, 0), size.X-1), min(max(y, 0), size.Y-1)
		counts[y*size.X+x]++
	}
	points := make([]patch, 1)
	points[0].colour = colourPoint
	high := dot
	if s.dense {
		points = make([]patch, len(shades)+1)
		for i := range points {
			points[i].colour = colourMany + uint8(len(shades)-i) // the darkest in front
		}
		high = max(dot, min(size.Y/int(min(largest, uint64(size.Y)-1)+1)-4, maxDot))
	}
	for at, count := range counts {
		if count == 0 {
			continue
		}
		p := len(points) - 1
		if s.dense {
			for p > 0 && float64(count)*float64(shades[len(shades)-p]) < each {
				p--
			}
		}
		x, y := at%size.X, at/size.X-(high-dot)/2
		points[p].rectangles = append(points[p].rectangles, image.Rect(x, y, x+dot, y+high).Intersect(area))
	}
	return append(all, points...), nil
}

// legend returns what is said of the period, and the colour beside each: that of
// the paper where there is nothing of it to see.
func (s *Sequence) legend() (words []string, colours []uint8) {
	if s.Period == 0 {
		return []string{"no period known"}, []uint8{colourPaper}
	}
	add := func(word string, colour uint8, seen bool) {
		if !seen {
			colour = colourPaper
		}
		words, colours = append(words, word), append(colours, colour)
	}
	end := max(s.From+uint64(len(s.Values)), s.end)
	preperiod := "preperiod " + units.Grouped(s.Preperiod)
	if s.AtMost {
		preperiod = "preperiod at most " + units.Grouped(s.Preperiod)
	}
	add(preperiod, colourPreperiod, s.Preperiod > s.From)
	period := "period " + units.Grouped(s.Period)
	if s.Proved {
		period += " (proved)"
	} else {
		period += " (not proved)"
	}
	add(period, colourPeriod, s.Preperiod < end && grundy.AddCounts(s.Preperiod, s.Period) > s.From)
	if s.Saltus > 0 {
		add("saltus "+units.Grouped(s.Saltus), colourPaper, false)
	}
	return words, colours
}

// densities appends how many values a column stands for, if these are several, and what
// the colours of an overview say.
func (s *Sequence) densities(words []string, colours []uint8) ([]string, []uint8) {
	each := (len(s.Values) + sequenceWidth/2) / sequenceWidth
	if each > 1 {
		words, colours = append(words, fmt.Sprintf("a column: %s values", units.Grouped(uint64(each)))), append(colours, colourPaper)
	}
	if !s.dense {
		return words, colours
	}
	for i, share := range shades {
		words, colours = append(words, fmt.Sprintf("1/%d of them or more", share)), append(colours, colourMany+uint8(i))
	}
	return append(words, "fewer"), append(colours, colourMany+uint8(len(shades)))
}

// layOut returns the sheet of the sequence: title, legend, points, axes.
func (s *Sequence) layOut(ctx context.Context, progress grundy.Progress) (*sheet, error) {
	largest := max(s.largest, slices.Max(s.Values))
	size, dot := s.scale(largest)
	patches, err := s.patches(ctx, size, dot, largest, progress)
	if err != nil {
		return nil, err
	}

	count := float64(s.count())
	x := func(n float64) float64 { return (n + 0.5 - float64(s.From)) / count * float64(size.X) }
	y := func(v float64) float64 { return float64(size.Y) - (v+0.5)/(float64(largest)+1)*float64(size.Y) }
	widest := textWidth(tickSize, units.Grouped(s.From+uint64(len(s.Values))))
	around := axes{size: size, unit: 1, names: [2]string{"n", "G(n)"}, ticks: [2][]tick{
		wholeTicks(float64(s.From), float64(s.From)+count-1, widest+24, x), wholeTicks(0, float64(largest), 24, y),
	}}

	const margin, titleHeight, legendHeight, title, small = 14, 24, 26, 15, 11
	left, below, beside, _ := around.room()
	left, below, beside = margin+left, margin+below, margin+max(0, beside)
	above := margin + legendHeight
	if s.Title != "" {
		above += titleHeight
	}
	words, colours := s.densities(s.legend())
	if s.later {
		words, above = nil, margin
	}
	type item struct {
		words  string
		colour uint8
		at     image.Rectangle
	}
	var items []item
	legendEnd := left
	for i, w := range words {
		it := item{w, colours[i], image.Rect(0, 0, 0, 12).Add(image.Pt(legendEnd, above-legendHeight))}
		if it.colour != colourPaper {
			it.at.Max.X += 18
			legendEnd = it.at.Max.X + 6
		}
		items = append(items, it)
		legendEnd += widthOf(small, w) + 22
	}
	at := image.Rectangle{Max: size}.Add(image.Pt(left, above))
	picture := &sheet{
		width:   max(at.Max.X+beside, left+widthOf(title, s.Title)+margin, legendEnd),
		height:  at.Max.Y + below,
		colours: sequenceColours,
		encoded: func(int) {},
	}
	picture.layers = append(picture.layers, layerOf(patches, at))
	for _, it := range items {
		if it.colour != colourPaper {
			picture.layers = append(picture.layers, layerOf([]patch{{it.colour, []image.Rectangle{{Max: it.at.Size()}}}}, it.at))
		}
	}
	picture.chrome = func(p pen) {
		around.draw(p.at(float64(left), float64(above)))
		p.words(color.Black, title, float64(left), margin+title*0.4, -1, s.Title)
		for _, it := range items {
			x := it.at.Min.X
			if it.colour != colourPaper {
				p.frame(it.at, 1)
				x = it.at.Max.X + 6
			}
			p.words(color.Black, small, float64(x), float64(it.at.Min.Y+it.at.Max.Y)/2, -1, it.words)
		}
	}
	return picture, nil
}

// layerOf returns the layer of patches whose origin is the top left of at.
func layerOf(patches []patch, at image.Rectangle) layer {
	l := layer{at: at, paint: func(img *image.Paletted) error {
		for _, p := range patches {
			for _, r := range p.rectangles {
				r = r.Add(at.Min)
				for y := r.Min.Y; y < r.Max.Y; y++ {
					fillRow(img.SubImage(r).(*image.Paletted), y, p.colour)
				}
			}
		}
		return nil
	}}
	count := 0
	for _, p := range patches {
		count += len(p.rectangles)
	}
	if count <= maxDrawn {
		l.draw = func(p pen) {
			p = p.at(float64(at.Min.X), float64(at.Min.Y))
			for _, one := range patches {
				if len(one.rectangles) > 0 {
					p.rectangles(sequenceColours[one.colour], one.rectangles...)
				}
			}
		}
	}
	return l
}
