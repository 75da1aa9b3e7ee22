package scene

// A picture in letters has a place for each element.

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Drawing is a scene in letters.
type Drawing struct {
	Lines []string
	Spots []Spot // where elements stand, or may come to stand; several may share a place
}

// A Spot is a place in a [Drawing].
type Spot struct {
	Line, Column, Width int    // Column and Width count letters
	Part                string // the path of the part of the scene, which ends with a slash; "" for the whole
	ID                  string // of the element, with the path, as in a [Change]; "" where none stands
	At                  []uint64
	Stone               uint64 // of a heap: this one, counted from 1; 0 for the heap as a whole
}

// Touches reports whether a change takes place at p: its element changes there, or comes
// to stand there. Of the stones of a heap those are touched that go.
func (p Spot) Touches(c Change) bool {
	switch {
	case p.ID != "" && p.ID == c.ID:
		return p.Stone == 0 || c.After == nil || p.Stone > c.After.Count
	case c.After == nil || !strings.HasPrefix(c.ID, p.Part) || strings.Contains(c.ID[len(p.Part):], "/"):
		return false
	case c.Kind == Moves && c.After.On != "":
		return p.ID == p.Part+c.After.On
	}
	return (c.Kind == Moves || c.Kind == Comes) && p.At != nil && slices.Equal(p.At, c.After.At)
}

// lettered returns a drawing of letters alone.
func lettered(lines ...string) Drawing { return Drawing{Lines: lines} }

// spot notes that text stands behind the beginning of the next line. The column of p counts
// from there.
func (d *Drawing) spot(beginning, text string, p Spot) {
	p.Line = len(d.Lines)
	p.Column += utf8.RuneCountInString(beginning)
	p.Width = utf8.RuneCountInString(text)
	d.Spots = append(d.Spots, p)
}

// below appends the lines of a drawing.
func (d *Drawing) below(other Drawing) {
	for _, p := range other.Spots {
		p.Line += len(d.Lines)
		d.Spots = append(d.Spots, p)
	}
	d.Lines = append(d.Lines, other.Lines...)
}

// beside puts the lines of a drawing behind as many lines of d, from the first one on, so
// that they begin at a column.
func (d *Drawing) beside(first int, other Drawing, column int) {
	for i, text := range other.Lines {
		line := &d.Lines[first+i]
		*line += strings.Repeat(" ", max(0, column-utf8.RuneCountInString(*line))) + text
	}
	for _, p := range other.Spots {
		p.Line += first
		p.Column += column
		d.Spots = append(d.Spots, p)
	}
}
