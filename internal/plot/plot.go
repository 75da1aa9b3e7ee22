// Package plot draws nim-values: a [HeatMap] of a table, a [Sequence] as points, a
// [Histogram] of how often each occurs; and games: a [Position] from its scene, a
// [GameGraph] of all that can be reached.
//
// The two functions that most people need are [HeatMap.Write] and [Sequence.Write].
//
// Data comes in, a picture goes out, as PNG or SVG, or as coloured
// characters for a terminal; there is no mathematics here. Pictures of tables
// are exact: a cell is a whole number of pixels in one colour, without
// smoothing, x to the right and y upward from (0,0) at the bottom left.
package plot

// All pictures share this: their formats, and what is too large.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Picture is a [HeatMap], a [Sequence] or a [Histogram].
type Picture interface {
	// Write draws the picture and writes it to w.
	Write(ctx context.Context, w io.Writer, f Format, progress grundy.Progress) error
	// WriteTerminal draws it in characters, for a window of that size.
	WriteTerminal(ctx context.Context, w io.Writer, columns, rows int, colours Colours) error
}

// A Format is a format of pictures.
type Format int

// The formats.
const (
	PNG Format = iota
	SVG
)

var formatNames = []string{"png", "svg"}

func (f Format) String() string { return formatNames[f] }

// FormatOf returns the format whose ending path has: .png or .svg.
func FormatOf(path string) (Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	for i, name := range formatNames {
		if ending == name {
			return Format(i), nil
		}
	}
	if ending == "" {
		return 0, fmt.Errorf("%q has no ending that tells its format: want .png or .svg", path)
	}
	return 0, fmt.Errorf("%q: pictures are not written as .%s: want .png or .svg%s", path, ending, message.DidYouMean(ending, formatNames))
}

// maxSide is the longest side of a picture in pixels: of a PNG, as it is made in memory; of
// an SVG, as viewers draw it with numbers of few digits.
func (f Format) maxSide() int { return [...]int{1 << 24, 99_999}[f] }

// checkSide refuses a picture that has too long a side.
func (f Format) checkSide(width, height int) error {
	if width > f.maxSide() || height > f.maxSide() {
		return fmt.Errorf("a picture of about %d x %d pixels: a side has at most %d in %s",
			width, height, f.maxSide(), strings.ToUpper(f.String()))
	}
	return nil
}

// checkLetters refuses words with letters that the format cannot show.
func (f Format) checkLetters(title string) error { return f.check("title", title) }

// check is checkLetters for any text; what says what it is.
func (f Format) check(what, text string) error {
	for _, r := range text {
		if f == PNG && r != '\n' && !hasLetter(r) { // who shows an SVG has the fonts
			return fmt.Errorf("%s %q: there is no %q in the font of a PNG: want Latin letters, or an SVG", what, text, r)
		}
	}
	return nil
}

// errNothing refuses a picture of nothing.
var errNothing = errors.New("there is nothing to draw")

// A contextWriter stops with the context's error.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
