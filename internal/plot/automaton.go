package plot

// This file draws finite automata: states in layers from the left, by the number of
// letters that lead to them, and arrows with the letters that they read.

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot/bounds"
)

// An Automaton is a picture of a finite automaton, which begins in the first state.
type Automaton struct {
	Title  string
	Notes  []string // below the picture: what it reads, and what its states say
	States []State
	Arrows []Arrow
}

// A State of an [Automaton] says what a word is that ends there.
type State struct {
	Says   string // "" for nothing
	Finite bool   // whether that is a nim-value, or P, which is 0
	// NimValue chooses a colour of the palette of heat maps.
	NimValue uint64
}

// An Arrow leads from state to state by any of its letters.
type Arrow struct {
	From, To int
	Letters  []string
}

// Larger automata cannot be read.
const (
	mostStates = 40
	mostArrows = 160
)

const (
	stateRadius = 20
	lettersLine = 3 // letters in a line beside an arrow
	linesShown  = 4 // lines beside an arrow
)

// Write draws the automaton and writes it to w. The error of one that is too large to be
// read wraps [grundy.ErrTooLarge].
func (a Automaton) Write(ctx context.Context, w io.Writer, f Format) error {
	if len(a.States) > mostStates || len(a.Arrows) > mostArrows {
		return bounds.Unreadable(fmt.Sprintf("an automaton of %s and %s cannot be read as a picture, which has at most %d and %d",
			message.Count(len(a.States), "state", "states"), message.Count(len(a.Arrows), "arrow", "arrows"), mostStates, mostArrows))
	}
	if err := f.checkLetters(a.Title); err != nil {
		return err
	}
	for _, note := range a.Notes {
		if err := f.check("note", note); err != nil {
			return err
		}
	}
	largest := uint64(0)
	for _, s := range a.States {
		largest = max(largest, s.NimValue)
	}
	c, err := View{}.classify(extent{above: largest}, "", "") // the colours of heat maps
	if err != nil {
		return err
	}
	rows := append(heading(a.Title), a.body(c))
	for _, note := range a.Notes {
		rows = append(rows, lettering(faint, 12, note))
	}
	return below(10, rows...).write(ctx, w, f)
}

// A curve is an arrow from edge to edge of its states, and the words beside it.
type curve struct {
	points []float64
	words  []string
	wide   float64 // of the words
}

// body draws states and arrows.
func (a Automaton) body(c classes) drawing {
	l := a.layout()
	var curves []curve
	for i, arrow := range a.Arrows {
		words := lettersIn(arrow.Letters)
		wide := 0.0
		for _, line := range words {
			wide = max(wide, textWidth(11, line))
		}
		curves = append(curves, curve{a.curveOf(i, l), words, wide + 4})
	}
	boxes := make([][4]float64, 0, len(curves)+len(l.x))
	for v := range l.x {
		boxes = append(boxes, [4]float64{l.x[v] - stateRadius, l.y[v] - stateRadius, 2 * stateRadius, 2 * stateRadius})
	}
	for i := range curves {
		boxes = append(boxes, curves[i].place(boxes, a.Arrows[i].From == a.Arrows[i].To))
	}
	left, top, right, bottom := -34.0, 0.0, l.width, l.height
	for _, b := range boxes {
		left, top = min(left, b[0]), min(top, b[1])
		right, bottom = max(right, b[0]+b[2]), max(bottom, b[1]+b[3])
	}
	for _, c := range curves {
		for j := 0; j < len(c.points); j += 2 {
			left, right = min(left, c.points[j]), max(right, c.points[j])
			top, bottom = min(top, c.points[j+1]), max(bottom, c.points[j+1])
		}
	}
	return drawing{right - left, bottom - top, func(p pen) {
		p = p.at(-left, -top)
		p.arrow(ink, 1.5, l.x[0]-stateRadius-22, l.y[0], l.x[0]-stateRadius-2, l.y[0])
		for _, c := range curves {
			p.arrow(stone, 1.3, slices.Clone(c.points)...)
		}
		for i, b := range boxes[len(l.x):] {
			p.box(b[0], b[1], b[2], b[3], white, nil)
			for j, line := range curves[i].words {
				p.words(ink, 11, b[0]+b[2]/2, b[1]+8+13*float64(j), 0, line)
			}
		}
		for v, s := range a.States {
			fill, letters := white, ink
			if s.Finite {
				if fill = c.colours[c.class(0, 0, s.NimValue)]; dark(fill) {
					letters = white
				}
			}
			p.disc(l.x[v], l.y[v], stateRadius, fill, stone, 1.5)
			if s.Says == "" {
				p.words(faint, 11, l.x[v], l.y[v], 0, fmt.Sprint("q", v))
				continue
			}
			p.words(letters, 14, l.x[v], l.y[v]-4, 0, s.Says)
			p.words(letters, 10, l.x[v], l.y[v]+10, 0, fmt.Sprint("q", v))
		}
	}}
}

// layout puts the states into columns.
func (a Automaton) layout() layout {
	rank := make([]int, len(a.States))
	for v := range rank {
		rank[v] = -1
	}
	rank[0] = 0
	for todo := []int{0}; len(todo) > 0; todo = todo[1:] {
		for _, arrow := range a.Arrows {
			if arrow.From == todo[0] && rank[arrow.To] < 0 {
				rank[arrow.To] = rank[todo[0]] + 1
				todo = append(todo, arrow.To)
			}
		}
	}
	tall, ends := make([]float64, len(a.States)), make([][2]int, len(a.Arrows))
	longest := 0.0
	for v := range tall {
		tall[v], rank[v] = 2*stateRadius+26, max(rank[v], 0)
	}
	for i, arrow := range a.Arrows {
		ends[i] = [2]int{arrow.From, arrow.To}
		words := lettersIn(arrow.Letters)
		if arrow.From == arrow.To {
			tall[arrow.From] += 36 + 26*float64(len(words)) // the loop is above, and the state in the middle
		}
		for _, line := range words {
			longest = max(longest, textWidth(11, line))
		}
	}
	l := layered(tall, stateRadius, rank, ends, 2*stateRadius+max(54, longest+44))
	l.x, l.y, l.width, l.height = l.y, l.x, l.height, l.width
	for _, points := range l.edges {
		for j := 0; j < len(points); j += 2 {
			points[j], points[j+1] = points[j+1], points[j]
		}
	}
	for v := range l.x {
		l.x[v] += stateRadius
	}
	for _, points := range l.edges {
		for j := 0; j < len(points); j += 2 {
			points[j] += stateRadius
		}
	}
	l.width += 2 * stateRadius
	return l
}

// curveOf returns the way of an arrow: a loop above its state, a bow where another arrow
// leads back or the states stand in one column, and otherwise through the layers.
func (a Automaton) curveOf(i int, l layout) []float64 {
	from, to := a.Arrows[i].From, a.Arrows[i].To
	x0, y0, x1, y1 := l.x[from], l.y[from], l.x[to], l.y[to]
	if from == to {
		const open, high = 0.62, 30.0 // half the angle of the loop, and its height
		s, c := math.Sincos(open)
		return bezier(x0-stateRadius*s, y0-stateRadius*c, x0-stateRadius*s-9, y0-stateRadius*c-high,
			x0+stateRadius*s+9, y0-stateRadius*c-high, x0+stateRadius*s, y0-stateRadius*c)
	}
	length := math.Hypot(x1-x0, y1-y0)
	dx, dy := (x1-x0)/length, (y1-y0)/length
	bow := 0.0
	if slices.ContainsFunc(a.Arrows, func(b Arrow) bool { return b.From == to && b.To == from }) {
		bow = 0.22 * min(length, 160)
	}
	if through := len(l.edges[i]) > 4; through && bow == 0 {
		points := smooth(l.edges[i])
		return clipped(points, x0, y0, x1, y1)
	}
	for v := range l.x { // a state in the way
		along := (l.x[v]-x0)*dx + (l.y[v]-y0)*dy
		aside := (l.x[v]-x0)*dy - (l.y[v]-y0)*dx
		if v != from && v != to && along > 0 && along < length && math.Abs(aside-bow) < stateRadius+6 {
			bow += 1.5*stateRadius + 0.1*length
			break
		}
	}
	return clipped(bezier(x0, y0, x0+dx*length/3+dy*bow*4/3, y0+dy*length/3-dx*bow*4/3,
		x1-dx*length/3+dy*bow*4/3, y1-dy*length/3-dx*bow*4/3, x1, y1), x0, y0, x1, y1)
}

// bezier returns points of a cubic curve.
func bezier(x0, y0, x1, y1, x2, y2, x3, y3 float64) (points []float64) {
	const steps = 24
	for k := range steps + 1 {
		t := float64(k) / steps
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		points = append(points, a*x0+b*x1+c*x2+d*x3, a*y0+b*y1+c*y2+d*y3)
	}
	return points
}

// smooth returns a curve near a broken line: its corners are cut twice.
func smooth(points []float64) []float64 {
	for range 3 {
		n := len(points)
		cut := points[:2:2]
		for j := 0; j+3 < n; j += 2 {
			x0, y0, x1, y1 := points[j], points[j+1], points[j+2], points[j+3]
			cut = append(cut, x0+(x1-x0)/4, y0+(y1-y0)/4, x0+(x1-x0)*3/4, y0+(y1-y0)*3/4)
		}
		cut = append(cut, points[n-2], points[n-1])
		points = cut
	}
	return points
}

// clipped returns the part of a curve outside of the states at both ends, in short steps.
func clipped(points []float64, x0, y0, x1, y1 float64) (outside []float64) {
	const step = 3
	for j := 0; j+3 < len(points); j += 2 {
		dx, dy := points[j+2]-points[j], points[j+3]-points[j+1]
		steps := math.Ceil(math.Hypot(dx, dy) / step)
		for k := range int(steps) {
			x, y := points[j]+dx*float64(k)/steps, points[j+1]+dy*float64(k)/steps
			if math.Hypot(x-x0, y-y0) >= stateRadius && math.Hypot(x-x1, y-y1) >= stateRadius+2 {
				outside = append(outside, x, y)
			}
		}
	}
	if len(outside) < 4 {
		return points
	}
	return outside
}

// place returns the box of the words beside the curve where they hide least.
func (c curve) place(others [][4]float64, loop bool) (best [4]float64) {
	n, tall := len(c.points)/2, 13*float64(len(c.words))+2
	if loop {
		return [4]float64{c.points[2*(n/2)] - c.wide/2, c.points[2*(n/2)+1] - tall, c.wide, tall}
	}
	least := math.Inf(1)
	for _, t := range []float64{0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74} {
		k := int(t * float64(n-1))
		b := [4]float64{c.points[2*k] - c.wide/2, c.points[2*k+1] - tall/2, c.wide, tall}
		hidden := math.Abs(t - 0.5)
		for _, o := range others {
			const apart = 3
			across := min(b[0]+b[2], o[0]+o[2]) - max(b[0], o[0]) + apart
			down := min(b[1]+b[3], o[1]+o[3]) - max(b[1], o[1]) + apart
			if across > 0 && down > 0 {
				hidden += across * down
			}
		}
		if hidden < least {
			best, least = b, hidden
		}
	}
	return best
}

// lettersIn returns the lines beside an arrow.
func lettersIn(letters []string) (lines []string) {
	wanted := (len(letters) + lettersLine - 1) / lettersLine
	for rest := letters; len(rest) > 0; {
		if len(lines) == linesShown-1 && len(rest) > lettersLine {
			return append(lines, fmt.Sprintf("… (%d letters)", len(letters)))
		}
		n := min(lettersLine, (len(rest)+wanted-len(lines)-1)/(wanted-len(lines)))
		lines = append(lines, strings.Join(rest[:n], " "))
		rest = rest[n:]
	}
	return lines
}

// WriteDOT writes the automaton for Graphviz.
func (a Automaton) WriteDOT(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s { // %s\n  rankdir=LR\n  node [shape=circle, fontname=\"Helvetica\"]\n  edge [fontname=\"Helvetica\"]\n  start [shape=point]\n  start -> 0\n", idDOT(a.Title), build.Maker())
	for i, s := range a.States {
		shape := "circle"
		if s.Says != "" && s.NimValue == 0 {
			shape = "doublecircle"
		}
		label := fmt.Sprint("q", i)
		if s.Says != "" {
			label = s.Says + "\n" + label
		}
		fmt.Fprintf(&b, "  %d [shape=%s, label=%s]\n", i, shape, strings.ReplaceAll(labelDOT(label), "\n", `\n`))
	}
	for _, arrow := range a.Arrows {
		fmt.Fprintf(&b, "  %d -> %d [label=%s]\n", arrow.From, arrow.To, labelDOT(strings.Join(arrow.Letters, " ")))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
