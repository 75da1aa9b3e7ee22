package message

// Texts with places to fill in, as "{n} pin|{n} pins".

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/lazy"
)

// Fill writes a template: in place of each {name} stands what of returns for the name. A template
// of two forms, with "|" between them, has the first where what stands first in it is 1.
func Fill(template string, of func(name string) string) string {
	one, many, plural := strings.Cut(template, "|")
	if !plural {
		text, _ := fill(template, of)
		return text
	}
	if text, first := fill(one, of); first == "1" {
		return text
	}
	text, _ := fill(many, of)
	return text
}

// fill fills one form, and returns what stands first in it.
func fill(template string, of func(name string) string) (text, first string) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		name, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return b.String(), first
		}
		value := of(name)
		if first == "" {
			first = value
		}
		b.WriteString(value)
		template = after
	}
}

// Few writes a list with commas; its first most items stand for all.
func Few(items []string, most int) string {
	if len(items) > most {
		return strings.Join(items[:most], ", ") + ", …"
	}
	return strings.Join(items, ", ")
}

// Capital returns a text whose first letter is a capital.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Join writes a list in a sentence: "a, b and c", with that last word.
func Join(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	at := len(items) - 1
	return strings.Join(items[:at], ", ") + " " + last + " " + items[at]
}

// files matches where a text names files or folders of the program, with what binds them to it.
var files = lazy.Regexp(`;? ?\b(?:rows are )?(?:proved in )?(?:[a-z_]+(?:/[a-z_]+)*\.go\b,?|(?:games|theory)/[a-z/]+(\)))`)

// WithoutFiles returns a text without the names of the program's files and folders in it: sentences say why
// something is so, and methods where it is computed.
func WithoutFiles(text string) string {
	if !strings.Contains(text, ".go") && !strings.Contains(text, "/") {
		return text
	}
	return strings.ReplaceAll(files().ReplaceAllString(text, "$1"), " ()", "")
}
