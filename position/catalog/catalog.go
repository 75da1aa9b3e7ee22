// Package catalog holds named games whose rules stand in files of package rules,
// one a game: NAME.star is the game NAME of the grammar of positions. Games with
// an engine of their own live in the folders of games.
//
// The two functions that most people need are [Open] and [Names].
//
// [Open] returns the rules of one, [Names] lists all. A file tells the rules in one
// sentence, the source, the OEIS number where there is one, what is known, words
// to search by, and examples whose answers "grundy rules check" compares.
package catalog

// The files of the catalogue are built in.

import (
	"embed"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.star
var files embed.FS

const ending = ".star"

// Names returns the names of all games of the catalogue, ascending.
func Names() []string { return slices.Clone(names()) }

var names = sync.OnceValue(func() []string {
	paths, err := fs.Glob(files, "*"+ending)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(path, ending)
	}
	slices.Sort(paths) // without the ending "-" stands elsewhere
	return paths
})

// Has reports whether the catalogue holds a game of that name.
func Has(name string) bool {
	_, found := slices.BinarySearch(names(), name)
	return found
}

// Open returns the rules of a game. The result is false where the catalogue
// holds none of that name.
func Open(name string) (io.ReadCloser, bool) {
	if !Has(name) {
		return nil, false
	}
	f, err := files.Open(name + ending)
	return f, err == nil
}
