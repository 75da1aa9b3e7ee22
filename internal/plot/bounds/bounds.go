// Package bounds has the bounds of pictures that are known before anything is drawn, so that a
// question can be refused without the package that draws.
package bounds

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
)

// maxTitle is the number of characters of the longest title.
const maxTitle = 200

// CheckTitle returns an error unless title is at most a line of words.
func CheckTitle(title string) error {
	if n := utf8.RuneCountInString(title); n > maxTitle {
		return fmt.Errorf("a title of %d characters: want at most %d", n, maxTitle)
	}
	if !utf8.ValidString(title) || strings.ContainsFunc(title, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("title %q: want one line of words", title)
	}
	return nil
}

// Larger graphs cannot be read.
const (
	MostNodes = 150
	MostMoves = 900
)

// CheckGraph returns an error, which wraps [grundy.ErrTooLarge], where a graph is too
// large to be read.
func CheckGraph(nodes, moves int) error {
	if nodes > MostNodes || moves > MostMoves {
		return Unreadable(fmt.Sprintf("a graph of more than %d positions or %d moves cannot be read", MostNodes, MostMoves))
	}
	return nil
}

// An Unreadable picture is too large for readers, whatever the budget. It wraps
// [grundy.ErrTooLarge].
type Unreadable string

func (u Unreadable) Error() string { return string(u) }
func (u Unreadable) Unwrap() error { return grundy.ErrTooLarge }
