// Package docs holds the pages of this folder, so that a program can show them.
//
// [Open] returns a page, and [Pages] lists their names.
package docs

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Pages returns the names of the pages, such as "rules", ascending.
func Pages() (names []string) {
	entries, err := pages.ReadDir(".")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Open returns a page as Markdown. The result is false where there is none of that name.
func Open(name string) (string, bool) {
	text, err := pages.ReadFile(name + ".md")
	return string(text), err == nil
}
