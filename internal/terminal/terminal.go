// Package terminal knows the terminal of this process: whether a stream is one and how large it
// is, the keys that come from it, and a screen that is redrawn in place.
//
// [Open] makes a [Screen] of a terminal, and [Is] says whether a stream is one. The sequences are
// those that all terminals of today understand; one that does not, such as
// TERM=dumb, gets no screen.
package terminal

import (
	"bytes"
	"fmt"
	"os"
	"unicode"

	"golang.org/x/term"
	"golang.org/x/text/width"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Size returns the columns and lines of a terminal, or zeros where they are not known.
func Size(file *os.File) (columns, lines int) {
	columns, lines, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, lines
}

// Width returns the columns that a text without control characters takes: none for a mark that
// stands over the rune before it, two for most of what East Asian scripts and emoji have.
func Width(text string) (columns int) {
	for _, r := range text {
		switch {
		case r < 0x300:
			columns++
		case unicode.In(r, unicode.Mn, unicode.Me):
		default:
			columns++
			if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
				columns++
			}
		}
	}
	return columns
}

// A Style is how text looks, as the parameters of the sequence SGR: "1;38;5;33" is bold and
// blue. The empty one is plain.
type Style string

// The styles that need no colour.
const (
	Plain     Style = ""
	Bold      Style = "1"
	Faint     Style = "2"
	Underline Style = "4"
	Reverse   Style = "7"
)

// With returns the style with another one added.
func (s Style) With(other Style) Style {
	if s == "" || other == "" {
		return s + other
	}
	return s + ";" + other
}

// Render returns text in the style.
func (s Style) Render(text string) string {
	if s == "" || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[m"
}

// A Cursor is where the cursor of the terminal stands, counted from 0 at the left and at the top.
type Cursor struct{ X, Y int }

// A Screen is a terminal that is drawn on as a whole and passes on each key. It is for one
// goroutine, except Keys.
type Screen struct {
	in, out *os.File
	saved   *term.State
	decoder decoder
	resized chan os.Signal
}

const (
	// Another screen without what was there, lines that end at the edge, and pasted text in marks.
	enter = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[2J"
	leave = "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
)

// Open begins a screen. Close it on every way out.
func Open(in, out *os.File) (*Screen, error) {
	s := &Screen{in: in, out: out, resized: notify()}
	if err := s.begin(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Screen) begin() (err error) {
	if s.saved, err = term.MakeRaw(int(s.in.Fd())); err != nil {
		return err
	}
	obeySequences(s.out)
	_, err = s.out.WriteString(enter)
	return err
}

// Close lets the terminal be as it was.
func (s *Screen) Close() {
	if s.saved != nil {
		_, _ = s.out.WriteString(leave)
		_ = term.Restore(int(s.in.Fd()), s.saved)
		s.saved = nil
	}
}

// Resized returns a channel that says when to look at the size again.
func (s *Screen) Resized() <-chan os.Signal { return s.resized }

// Size returns the columns and lines of the screen.
func (s *Screen) Size() (columns, lines int) { return Size(s.out) }

// Keys waits for keys, and returns those that have come. No key is lost between two calls.
func (s *Screen) Keys() ([]Key, error) {
	sent := make([]byte, 1<<12)
	n, err := s.in.Read(sent)
	return s.decoder.decode(sent[:n]), err
}

// Draw draws the lines of the screen, all that it has, and lets the cursor be seen unless it is nil.
func (s *Screen) Draw(lines []string, cursor *Cursor) error {
	var b bytes.Buffer
	b.WriteString("\x1b[?25l")
	for i, line := range lines {
		fmt.Fprintf(&b, "\x1b[%d;1H\x1b[2K%s", i+1, line)
	}
	if cursor != nil {
		fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[?25h", cursor.Y+1, cursor.X+1)
	}
	_, err := s.out.Write(b.Bytes())
	return err
}
