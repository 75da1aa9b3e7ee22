package rules

// The cores of the functions of a file.

import (
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Core is what a function of a file means that the host calls.
type Core struct {
	Name    string // of the function; equals of a lambda
	Program *core.Program
	Why     *Error // it has no core; then Program is nil
}

// A hosted is a function that the host calls, and what for.
type hosted struct {
	fn   *lang.Function
	what core.What
}

// lower lowers the functions that the host calls.
func (f *File) lower() map[hosted]Core {
	all := map[hosted]Core{}
	for _, host := range f.compiled() {
		if host.fn == nil {
			continue
		}
		c := Core{Name: host.fn.Name}
		if c.Name == "lambda" { // the others are defined by their names
			c.Name = "equals"
		}
		c.Program, c.Why = f.code.Lower(host.fn, host.what)
		all[host.hosted] = c
	}
	return all
}

// Cores returns what moves, parts, legal, value, outcome and the heaps of equals mean,
// those of them that the file has. A game that is built in has none.
func (f *File) Cores() (all []Core) {
	for _, host := range f.compiled() {
		if host.fn != nil {
			all = append(all, f.lowered()[host.hosted])
		}
	}
	return all
}
