package message

// An error is one printable line, whatever stands in the text that it names.

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what an error shows, in characters.
const (
	mostShown   = 60  // of a value that a user gave
	mostWord    = 120 // of what has no space in it, such as the path of a file
	mostMessage = 800 // of a whole line
)

// Shown returns a value that the user gave as an error shows it: as it is if it
// is short and plain, otherwise shortened and in quotes.
func Shown(text string) string {
	plain := text != "" && strings.IndexFunc(text, func(r rune) bool { return r == ' ' || r == utf8.RuneError || !unicode.IsPrint(r) }) < 0
	if plain && utf8.RuneCountInString(text) <= mostShown {
		return text
	}
	return Quoted(text)
}

// Quoted returns a value that the user gave in quotes, shortened if it is long.
func Quoted(text string) string {
	if utf8.RuneCountInString(text) <= mostShown {
		return strconv.Quote(text)
	}
	at := 0
	for range mostShown - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return strconv.Quote(text[:at] + "…")
}

// Line returns what err says as one printable line: also where it names a
// file or a word in which there are control characters, or that is very long.
// A text that is too long loses its middle.
func Line(err error) string {
	words := strings.Split(printable(err), " ")
	for i, word := range words {
		words[i] = Shortened(word, mostWord)
	}
	return Shortened(strings.Join(words, " "), mostMessage)
}

// Shortened drops the middle of a text that has more than most characters.
func Shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	tail := most / 4
	return string(runes[:most-1-tail]) + "…" + string(runes[len(runes)-tail:])
}

func printable(err error) string {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) && err.Error() == errors.Join(joined.Unwrap()...).Error() {
		var parts []string
		for _, part := range joined.Unwrap() {
			parts = append(parts, printable(part))
		}
		return strings.Join(parts, "; ")
	}
	return Printable(err.Error())
}

// Printable returns a text in which all that cannot be printed, such as what controls a
// terminal or the direction of letters, is escaped as in a string of Go.
func Printable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)), r != ' ' && !unicode.IsPrint(r):
			_, size := utf8.DecodeRuneInString(text[i:])
			escaped := strconv.Quote(text[i : i+size])
			b.WriteString(escaped[1 : len(escaped)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
