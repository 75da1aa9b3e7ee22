package scan

// An error says where the text is wrong: line, column and what stands there.

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// maxText bounds the bytes of an offending text that an error shows.
const maxText = 40

// An Error says where a text is wrong and what was expected there.
type Error struct {
	Position
	// Text is the offending text, cut to 40 bytes and then ending in "…".
	// It is empty where the input ends too early.
	Text string
	// Want is what would be right, for example
	// "a number of stones, 1 … 1000000000".
	Want string
}

// NewError returns an *Error about text, which may be long, or nil where the
// input ends.
func NewError(at Position, text []byte, want string) error {
	if len(text) > maxText {
		end := maxText - len("…")
		for i := 1; i < utf8.UTFMax && !utf8.RuneStart(text[end]); i++ {
			end-- // not in the middle of a character
		}
		text = append(bytes.Clone(text[:end]), "…"...)
	}
	return &Error{Position: at, Text: string(text), Want: want}
}

// Error returns one printable line.
func (e *Error) Error() string {
	offence := "the input ends here"
	if e.Text != "" {
		offence = strconv.Quote(e.Text)
	}
	return fmt.Sprintf("line %d, column %d: %s: want %s", e.Line, e.Column, offence, e.Want)
}

// String returns the kind as errors name it.
func (k Kind) String() string { return fmt.Sprintf("%s, %d … %d", k.Name, k.Min, k.Max) }
