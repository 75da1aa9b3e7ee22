package forge

// This file holds what a package takes from the problem: the statement, the validator and
// the reference.

import (
	"strings"

	"grundy/contest"
)

// statement returns the statement that follows from a problem file. A setter will write a
// better one; this one says all that must be known.
func statement(p *contest.Problem) Statement {
	var s Statement
	for paragraph := range strings.SplitSeq(p.About, "\n\n") {
		if text := strings.Join(strings.Fields(paragraph), " "); text != "" {
			s.Legend = append(s.Legend, text)
		}
	}
	return s
}

func validator(p *contest.Problem, accept int) (Program, error) { return Program{}, nil }
