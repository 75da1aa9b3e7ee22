package terminal

// Keys are found here in the bytes that a terminal sends.

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// A Key is a key that was pressed, or a rune of a text that was pasted.
type Key struct {
	// Name is the rune that the key writes, or the name of one that writes nothing: "enter",
	// "tab", "shift+tab", "esc", "backspace", "up", "down", "left", "right", "home", "end", "pgup",
	// "pgdown", and "ctrl+c" with any other letter.
	Name   string
	Pasted bool
}

// A decoder finds keys.
type decoder struct {
	rest    []byte // the beginning of a sequence or rune whose end has not come
	pasting bool
}

const (
	escape = '\x1b'
	// These stand around pasted text.
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	// longest bounds the bytes of a sequence.
	longest = 32
)

// decode returns the keys that bytes complete. Keys that mean nothing here, such as those
// with Alt, are left out.
func (d *decoder) decode(sent []byte) (keys []Key) {
	rest := slices.Concat(d.rest, sent)
	for len(rest) > 0 {
		name, size := d.first(rest)
		if size == 0 {
			break
		}
		switch string(rest[:size]) {
		case pasteBegins:
			d.pasting = true
		case pasteEnds:
			d.pasting = false
		default:
			if name != "" {
				keys = append(keys, Key{name, d.pasting})
			}
		}
		rest = rest[size:]
	}
	d.rest = rest
	return keys
}

// first returns the first key of what was sent and its bytes. The name is "" if it means
// nothing, and the size 0 if more must come.
func (d *decoder) first(sent []byte) (name string, size int) {
	c := sent[0]
	switch {
	case d.pasting && bytes.HasPrefix(sent, []byte(pasteEnds)):
		return "", len(pasteEnds)
	case d.pasting && bytes.HasPrefix([]byte(pasteEnds), sent):
		return "", 0
	case d.pasting && (c < ' ' || c == '\x7f'):
		return "", 1
	case c == escape:
		return escaped(sent)
	case c < ' ' || c == '\x7f':
		return control(c), 1
	case !utf8.FullRune(sent):
		return "", 0
	}
	r, size := utf8.DecodeRune(sent)
	if r == utf8.RuneError {
		return "", size
	}
	return string(r), size
}

// control names a key that sends a control character.
func control(c byte) string {
	switch c {
	case '\r', '\n':
		return "enter"
	case '\t':
		return "tab"
	case '\b', '\x7f':
		return "backspace"
	}
	return "ctrl+" + string('`'+rune(c))
}

// escaped returns the key of a sequence that begins with an escape. An escape that nothing
// follows is the key of that name, for terminals send a sequence in one piece.
func escaped(sent []byte) (name string, size int) {
	switch {
	case len(sent) == 1 || sent[1] == escape:
		return "esc", 1
	case sent[1] == '[' || sent[1] == 'O':
		for i := 2; i < len(sent); i++ {
			switch c := sent[i]; {
			case c < ' ' || c > '~' || i > longest: // broken off
				return "", i
			case c >= '@':
				return sequence(string(sent[2 : i+1])), i + 1
			}
		}
		return "", 0
	case !utf8.FullRune(sent[1:]):
		return "", 0
	}
	_, size = utf8.DecodeRune(sent[1:]) // with Alt
	return "", 1 + size
}

// sequence names a key by what follows "\x1b[" or "\x1bO".
func sequence(code string) string {
	switch code {
	case "A":
		return "up"
	case "B":
		return "down"
	case "C":
		return "right"
	case "D":
		return "left"
	case "H", "1~", "7~":
		return "home"
	case "F", "4~", "8~":
		return "end"
	case "5~":
		return "pgup"
	case "6~":
		return "pgdown"
	case "Z":
		return "shift+tab"
	case "M": // of the keypad
		return "enter"
	}
	return ""
}
