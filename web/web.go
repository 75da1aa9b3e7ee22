// Package web holds the page of grundy serve, ready to serve. Node builds it from the
// sources beside this file (README.md says how); Go needs only dist.
package web

import (
	"embed"
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
)

//go:embed page.json
var about []byte

// About is what the page and those who serve it must both know.
type About struct {
	// Languages are the names of the page's languages, by their codes.
	Languages map[string]string
	// Boards are the screens whose addresses end with a position or a game, such as play/0.77(9).
	// They can stand in a frame, below /embed.
	Boards []string
}

// Facts returns what the page and those who serve it must both know.
func Facts() About {
	var a About
	if err := json.Unmarshal(about, &a); err != nil {
		panic(err) // the file is part of the program
	}
	return a
}

// Languages returns the codes of the page's languages, sorted.
func Languages() []string { return slices.Sorted(maps.Keys(Facts().Languages)) }

// Policy is what a browser may load for the page: what its host has, and nothing else. Scripts
// are for each host to allow.
const Policy = "default-src 'none'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; form-action 'none'; base-uri 'none'; "

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
