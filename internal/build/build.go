// Package build says which version of the program this is.
package build

import "runtime/debug"

// Release is the release, which CHANGELOG.md describes.
const Release = "0.1.0"

// Commit returns the commit that the program was built from, and whether files were
// changed since. Programs of `go run` and of tests do not know it: commit is "".
func Commit() (commit string, changed bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	return commit, changed
}
