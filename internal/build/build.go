// Package build says which version of the program this is.
package build

import (
	"runtime/debug"
	"strings"
	"sync"
)

// Release is the release, which CHANGELOG.md describes.
const Release = "0.17.0"

// Version is the release with the commit where the program was built from one:
// "0.17.0+0123456789ab", with "+changes" behind it if files were changed since. It stands in
// answers, in certificates and in the folders of jobs.
var Version = sync.OnceValue(func() string {
	commit, changed := Commit()
	version := Release
	if commit != "" {
		version += "+" + commit[:min(12, len(commit))]
	}
	if commit != "" && changed {
		version += "+changes"
	}
	return version
})

// Maker names the program with its version, for files that people keep: pictures and tables.
func Maker() string { return "grundy " + Version() }

// IsVersion reports whether a text may be what [Version] of some program says: up to 100
// letters, digits, and ".", "+" or "-".
func IsVersion(text string) bool {
	const signs = ".+-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return text != "" && len(text) <= 100 && strings.Trim(text, signs) == ""
}

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
