package terminal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }

// names returns the names of keys; those of pasted runes stand between quotes.
func names(keys []Key) string {
	var names []string
	for _, k := range keys {
		if k.Pasted {
			k.Name = fmt.Sprintf("%q", k.Name)
		}
		names = append(names, k.Name)
	}
	return strings.Join(names, " ")
}

func TestKeys(t *testing.T) {
	for sent, want := range map[string]string{
		"hé世😀":                                "h é 世 😀",
		"\r\n\t\x7f\b \x03\x1a\x04\x15":       "enter enter tab backspace backspace   ctrl+c ctrl+z ctrl+d ctrl+u",
		"\x1b[A\x1b[B\x1bOC\x1bOD":            "up down right left",
		"\x1b[H\x1bOF\x1b[1~\x1b[4~\x1b[7~":   "home end home end home",
		"\x1b[5~\x1b[6~\x1b[Z\x1b[3~":         "pgup pgdown shift+tab",
		"\x1b":                                "esc",
		"\x1b\x1b":                            "esc esc",
		"\x1b\x1b[A":                          "esc up",
		"\x1bq\x1béa\x1b[1;5Ab":               "a b", // with Alt and Ctrl
		"\x1b[\x1b[A":                         "up",
		"\xffa\x80":                           "a",
		"a\x1b[200~q\r\x1b[A2\x1b[201~\x1b[B": `a "q" "[" "A" "2" down`,
	} {
		if got := names((&decoder{}).decode([]byte(sent))); got != want {
			t.Errorf("%q: keys %s, want %s", sent, got, want)
		}
	}
}

// FuzzKeys decodes any bytes, whole and in pieces: no key is lost or made up, names are short,
// and what waits for its end is.
func FuzzKeys(f *testing.F) {
	fuzz := fuzz.Seeds(f)
	fuzz.Add([]byte("h\x1b[A\x1b[200~nim(3,\x1b[5)\x1b[201~\x1bOB世"), uint8(3))
	fuzz.Add([]byte("\x1b[200~\x1b[201~\x1b[1;5A\x1b\x1bé\xff\x7f\r"), uint8(1))
	fuzz.Fuzz(func(t *testing.T, sent []byte, piece uint8) {
		var whole, parts decoder
		want := whole.decode(sent)
		if len(whole.rest) > longest+2 {
			t.Errorf("%q waits for more", whole.rest)
		}
		for _, k := range want {
			if k.Name == "" || len(k.Name) > len("shift+tab") || k.Pasted && len([]rune(k.Name)) != 1 {
				t.Errorf("a key %+v", k)
			}
		}
		// Escapes are keys where a piece ends with one; other pieces mean what the whole means.
		var got []Key
		for rest := sent; len(rest) > 0; {
			n := min(len(rest), int(piece%7)+1)
			for isKey := true; isKey && n < len(rest); {
				ahead := parts
				ahead.decode(rest[:n])
				if isKey = rest[n-1] == escape && !ahead.pasting; isKey {
					n++
				}
			}
			got = append(got, parts.decode(rest[:n])...)
			rest = rest[n:]
		}
		if !slices.Equal(got, want) {
			t.Errorf("in pieces %s, want %s", names(got), names(want))
		}
	})
}

// TestWidth measures text by columns.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"nim(3)": 6, "▲●─": 3, "é": 1, "e\u0301": 1, "世界": 4, "ｱ": 1, "Ａ": 2, "😀": 2, "": 0} {
		if got := Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

// TestStyles combines styles; a plain text has no sequences.
func TestStyles(t *testing.T) {
	if got := Plain.With(Bold).With(Plain).With(Reverse).Render("a") + Plain.Render("b"); got != "\x1b[1;7ma\x1b[mb" {
		t.Errorf("%q", got)
	}
}
