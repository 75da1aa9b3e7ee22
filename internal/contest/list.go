package contest

// The list of all problems is made from the files of package wall.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/contest/wall"
	"github.com/grundy-games/grundy/internal/lazy"
)

// A listed is a problem that is loaded when it is asked for.
type listed struct {
	name string
	load func() *Problem
}

var listedAll lazy.Value[[]listed]

// all returns the problems of the wall, by name.
func all() []listed { return listedAll.Of(listAll) }

func listAll() (all []listed) {
	for _, name := range wall.Names() {
		all = append(all, listed{name, sync.OnceValue(func() *Problem {
			file, err := wall.Open(name)
			if err != nil {
				panic(err) // it is one of the names
			}
			p, err := Load(context.Background(), name+Extension, file)
			if err := errors.Join(err, file.Close()); err != nil {
				panic(fmt.Sprintf("contest: the wall: %v", err)) // a test loads them all
			}
			return p
		})})
	}
	return all
}

// Names returns the names of all problems, by site.
func Names() (names []string) {
	for _, p := range all() {
		names = append(names, p.name)
	}
	return names
}

// Problems returns all problems, by site.
func Problems() (problems []*Problem) {
	for _, p := range all() {
		problems = append(problems, p.load())
	}
	return problems
}

// Find returns the problem with that name, in upper or lower case.
func Find(name string) (*Problem, bool) {
	for _, p := range all() {
		if strings.EqualFold(p.name, name) {
			return p.load(), true
		}
	}
	return nil, false
}
