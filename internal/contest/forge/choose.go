package forge

// This file chooses the tests among the candidates.

import (
	"cmp"
	"slices"
)

// choose returns the samples and at most as many other candidates as are asked for: first
// those that kill what is not yet killed by enough tests, then of each kind in turn.
func (f *forger) choose() []*candidate {
	var chosen []*candidate
	taken := map[*candidate]bool{}
	bytes, others := uint64(0), 0
	count := make([]int, f.columns())
	take := func(c *candidate) {
		taken[c] = true
		chosen = append(chosen, c)
		bytes += uint64(len(c.In) + len(c.Out))
		for i, v := range c.kills {
			if kills(v) {
				count[i]++
			}
		}
		if !c.Sample {
			others++
		}
	}
	fits := func(c *candidate) bool {
		return !taken[c] && others < f.opt.Count && bytes+uint64(len(c.In)+len(c.Out)) <= f.opt.MaxBytes
	}
	for _, c := range f.pool {
		if c.Sample {
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
					if kills(v) && count[i] < round {
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
	for more := true; more; { // one of each kind and name in turn
		more = false
		had := map[string]bool{}
		for _, c := range f.pool {
			if !had[c.Name] && fits(c) {
				had[c.Name], more = true, true
				take(c)
			}
		}
	}
	slices.SortStableFunc(chosen[len(chosen)-others:], func(a, b *candidate) int { return cmp.Compare(len(a.In), len(b.In)) })
	return chosen
}

// columns is how many ideas, slow solutions and programs there are.
func (f *forger) columns() int { return len(f.ideas) + len(slownesses) + len(f.opt.Wrong) }
