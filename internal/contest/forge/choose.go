package forge

// This file chooses the tests among the candidates.

import (
	"bytes"
	"cmp"
	"slices"
)

// choose returns the samples and at most as many other candidates as are asked for: first
// those that kill what is not yet killed by enough tests, then of each kind in turn.
func (f *forger) choose() []*candidate {
	var chosen []*candidate
	taken := map[*candidate]bool{}
	size, others := uint64(0), 0
	count := map[string][]int{} // tests of each group that kill
	for _, c := range f.pool {
		count[c.Group] = make([]int, f.columns())
	}
	answers := map[string]int{} // how often an answer is chosen
	take := func(c *candidate) {
		taken[c] = true
		chosen = append(chosen, c)
		size += uint64(len(c.In) + len(c.Out))
		answers[string(c.Out)]++
		for i, v := range c.kills {
			if kills(v) {
				count[c.Group][i]++
			}
		}
		if !c.Sample && c.kind != own {
			others++
		}
	}
	fits := func(c *candidate) bool {
		return !taken[c] && others < max(f.opt.Count, len(f.areas())) && size+uint64(len(c.In)+len(c.Out)) <= f.opt.MaxBytes
	}
	for _, c := range f.pool {
		if c.Sample || c.kind == own {
			take(c)
		}
	}
	first := len(chosen)
	for _, a := range f.areas() { // the largest of each group
		var largest *candidate
		for _, c := range f.pool {
			if c.Group == a.group && !c.Sample && fits(c) && (largest == nil || len(c.In) > len(largest.In)) {
				largest = c
			}
		}
		if largest != nil {
			take(largest)
		}
	}
	for _, c := range f.pool { // the smallest against each idea
		if others < f.opt.Count/2 && fits(c) && f.isSmallest(c) {
			take(c)
		}
	}
	for round := 1; round <= wanted; round++ {
		for {
			var best *candidate
			most := 0
			for _, c := range f.pool {
				gain := 0
				for i, v := range c.kills {
					if kills(v) && count[c.Group][i] < round {
						gain++
					}
				}
				if gain > most && fits(c) {
					best, most = c, gain
				}
			}
			if best == nil {
				break
			}
			take(best)
		}
	}
	for more := true; more; { // one of each kind and name in turn, large ones first, of those the one whose answer is rarest
		more = false
		rarest := map[string]*candidate{}
		var names []string
		for _, c := range f.pool {
			if !fits(c) {
				continue
			}
			name := c.Group + "\n" + c.Name
			best, had := rarest[name]
			if !had {
				names = append(names, name)
			}
			if !had || answers[string(c.Out)] < answers[string(best.Out)] {
				rarest[name] = c
			}
		}
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rarest[b].kind/large, rarest[a].kind/large) })
		for _, name := range names {
			if c := rarest[name]; fits(c) {
				more = true
				take(c)
			}
		}
	}
	slices.SortStableFunc(chosen[first:], func(a, b *candidate) int { return cmp.Compare(len(a.In), len(b.In)) })
	return chosen
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
