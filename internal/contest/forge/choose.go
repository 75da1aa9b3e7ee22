package forge

// This file chooses the tests among the candidates.

import (
	"bytes"
	"cmp"
	"slices"
)

// A selection is the candidates that have been chosen.
type selection struct {
	*forger
	chosen  []*candidate
	taken   map[*candidate]bool
	size    uint64           // bytes
	others  int              // besides samples and tests of the setter
	killed  map[string][]int // how many tests of each group kill each idea
	answers map[string]int   // how often an answer is chosen
}

// choose returns the samples and at most as many other candidates as are asked for: first
// those that kill what is not yet killed by enough tests, then of each kind in turn.
func (f *forger) choose() []*candidate {
	s := &selection{forger: f, taken: map[*candidate]bool{}, killed: map[string][]int{}, answers: map[string]int{}}
	for _, c := range f.pool {
		s.killed[c.Group] = make([]int, f.columns())
	}
	for _, c := range f.pool {
		if c.isAsked() {
			s.take(c)
		}
	}
	first := len(s.chosen)
	for _, a := range f.areas() { // the largest of each group
		s.take(s.best(func(c *candidate) int {
			if c.Sample || c.Group != a.group {
				return 0
			}
			return 1 + len(c.In)
		}))
	}
	for _, c := range f.pool { // the smallest against each idea
		if s.others < f.opt.Count/2 && s.fits(c) && f.isSmallest(c) {
			s.take(c)
		}
	}
	for round := 1; round <= wanted; round++ {
		for more := true; more; {
			more = s.take(s.best(func(c *candidate) int { return s.gain(c, round) }))
		}
	}
	for more := true; more; {
		more = s.takeRarest()
	}
	slices.SortStableFunc(s.chosen[first:], func(a, b *candidate) int { return cmp.Compare(len(a.In), len(b.In)) })
	return s.chosen
}

// isAsked reports whether the setter wants a candidate to be a test.
func (c *candidate) isAsked() bool { return c.kind == sample || c.kind == own }

// take chooses a candidate, if there is one.
func (s *selection) take(c *candidate) bool {
	if c == nil {
		return false
	}
	s.taken[c] = true
	s.chosen = append(s.chosen, c)
	s.size += uint64(len(c.In) + len(c.Out))
	s.answers[string(c.Out)]++
	for i, v := range c.kills {
		if kills(v) {
			s.killed[c.Group][i]++
		}
	}
	if !c.isAsked() {
		s.others++
	}
	return true
}

// fits reports whether there is room for a candidate.
func (s *selection) fits(c *candidate) bool {
	return !s.taken[c] && s.others < max(s.opt.Count, len(s.areas())) &&
		s.size+uint64(len(c.In)+len(c.Out)) <= s.opt.MaxBytes
}

// best returns the first candidate of the greatest worth, which is above 0, or nil.
func (s *selection) best(worth func(c *candidate) int) (best *candidate) {
	most := 0
	for _, c := range s.pool {
		if w := worth(c); w > most && s.fits(c) {
			best, most = c, w
		}
	}
	return best
}

// gain is how many ideas a candidate kills that fewer tests of its group have killed than the round wants.
func (s *selection) gain(c *candidate, round int) (gain int) {
	for i, v := range c.kills {
		if kills(v) && s.killed[c.Group][i] < round {
			gain++
		}
	}
	return gain
}

// takeRarest chooses one of each kind and name, large ones first, of those the one whose answer is rarest. It
// reports whether there were any.
func (s *selection) takeRarest() (found bool) {
	rarest := map[string]*candidate{}
	var names []string
	for _, c := range s.pool {
		if !s.fits(c) {
			continue
		}
		name := c.Group + "\n" + c.Name
		best, had := rarest[name]
		if !had {
			names = append(names, name)
		}
		if !had || s.answers[string(c.Out)] < s.answers[string(best.Out)] {
			rarest[name] = c
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(rarest[b].kind/large, rarest[a].kind/large)
	})
	for _, name := range names {
		if c := rarest[name]; s.fits(c) {
			found = s.take(c)
		}
	}
	return found
}

// isSmallest reports whether a candidate is the smallest input that was found against an idea, or holds
// these of all ideas.
func (f *forger) isSmallest(c *candidate) bool {
	return c.Name == "smallest" || slices.ContainsFunc(f.ideas, func(idea *thought) bool {
		return idea.smallest != nil && f.numbers(c.data) == idea.size.numbers && bytes.Equal(c.In, f.all.Text(idea.smallest))
	})
}

// columns is how many ideas, slow solutions and programs there are.
func (f *forger) columns() int { return len(f.ideas) + len(slownesses) + len(f.opt.Wrong) }
