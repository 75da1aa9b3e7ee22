package forge

// This file holds the wrong solutions that follow from the question.

import "grundy/contest"

// A thought is a wrong idea at work.
type thought struct {
	Idea
	means    contest.Semantics
	found    int    // inputs that it fails
	example  string // the shortest of them
	shortest int    // numbers in it
	proved   bool   // no input tells it from the truth
}

// thoughts returns the wrong ideas about a problem.
func thoughts(p *contest.Problem) (ideas []*thought) {
	for _, idea := range p.Ideas() {
		ideas = append(ideas, &thought{Idea: Idea{Name: idea.Name, Says: idea.Says}, means: idea.Semantics})
	}
	return ideas
}

// makesSense reports whether an idea is one about this problem: it needs several
// components if it is about how their values are put together. Ideas that neither an input
// nor a proof tells anything about are not listed.
func (f *forger) makesSense(idea *thought) bool {
	m := &idea.means
	together := m.Combine != contest.CombineNimSum || m.FirstOnly || m.Value == contest.ValueOutcome
	if together && f.components < 2 {
		return false
	}
	return idea.found > 0 || together
}
