package forge

// Wrong solutions follow from the question: from what it asks, not from who answers.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// A thought is a wrong idea at work.
type thought struct {
	Idea
	means    contest.Semantics
	problem  *contest.Problem // with the mistake, if it is one
	slip     bool
	found    int         // inputs that it fails
	here     int         // of the group that is searched
	smallest *input.Data // of them
	size     extent      // of that
	unsure   bool        // on some input it was not judged
	proved   bool        // no input tells it from the truth
}

// mostSlips bounds the small mistakes that are tried. Of more, every second, third and so on
// is.
const mostSlips = 16

// thoughts returns the wrong ideas about a problem, and small mistakes in its answer.
func thoughts(ctx context.Context, p *contest.Problem) (ideas []*thought, err error) {
	for _, idea := range p.Ideas() {
		ideas = append(ideas, &thought{Idea: Idea{Name: idea.Name, Says: idea.Says}, means: idea.Semantics, problem: p})
	}
	slips, err := p.Slips(ctx)
	for i := 0; i < len(slips); i += 1 + (len(slips)-1)/mostSlips {
		s := slips[i]
		ideas = append(ideas, &thought{
			Idea:    Idea{Name: fmt.Sprintf("slip-%d-line-%d", i+1, s.Line), Says: fmt.Sprintf("%s (line %d)", s.Says, s.Line)},
			problem: s.Problem, slip: true,
		})
	}
	return ideas, err
}

// makesSense reports whether an idea is one about this problem: it needs several
// components if it is about how their values are put together: several equal ones that are a multiple
// are not enough. Ideas that neither an input
// nor a proof tells anything about are not listed.
func (f *forger) makesSense(idea *thought) bool {
	m := &idea.means
	together := m.Combine != contest.CombineNimSum || m.FirstOnly || m.Value == contest.ValueOutcome
	if idea.found > 0 {
		return true
	}
	if together && f.components < 2 {
		return false
	}
	return idea.proved || together || m.NormalPlay || m.Disjunctive || m.MovesOnce
}
