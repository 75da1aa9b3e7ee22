// Package web holds the page of grundy serve, ready to serve. Node builds it from the
// sources beside this file (README.md says how); Go needs only dist.
package web

import (
	"embed"
	"io/fs"
)

// Languages returns the codes of the languages that the page has, as its switch lists them.
func Languages() []string { return []string{"en", "de", "es"} }

//go:embed all:dist
var dist embed.FS

// Files returns the page: index.html, which answers every address of a screen, and what
// it loads, under assets. A name under assets contains a hash of its contents, so it may
// be kept forever.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is a valid name
	}
	return files
}
