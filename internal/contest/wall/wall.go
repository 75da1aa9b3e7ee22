// Package wall holds the problems of judges, a file each: JUDGE/NAME.problem.star. Package
// contest loads them; docs/contest.md describes the form.
package wall

import (
	"embed"
	"io"
	"io/fs"
	"slices"
	"strings"
)

//go:embed */*.problem.star
var files embed.FS

const extension = ".problem.star"

// Names returns the names of all problems, such as "cses/1730", in order.
func Names() (names []string) {
	paths, err := fs.Glob(files, "*/*"+extension)
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(path, extension))
	}
	slices.Sort(names)
	return names
}

// Open returns the file of a problem.
func Open(name string) (io.ReadCloser, error) { return files.Open(name + extension) }
