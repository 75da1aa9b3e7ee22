//go:build !playing

package period

// Subtraction games with numbers far apart: the term n is the mex of the terms n - d, for a few
// distances d. The last distances are far greater than the others.
//
// The sequence is written in runs: terms that repeat a pattern over a length. As long as none of the
// terms n - d of the far distances comes to another run, these terms repeat together, with a period m that the
// lengths of their patterns divide. There the terms at the near distances and n modulo m decide the
// next term; so once these recur, the terms repeat to the end of that stretch, and a new run of any
// length costs what it takes until they recur. The work depends on the number of runs, and not on the greatest
// distance.
//
// Where runs whose lengths come to the greatest distance w or more return in the same order, w terms
// return, and all that follow with them (Golomb 1966; window.go); so they do in one run that is a turn of its
// pattern longer than w. The runs that are compared are chosen as by Brent there.

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"github.com/grundy-games/grundy"
)

// Runs is the beginning of a sequence in runs, and if its period is proved the whole of it.
type Runs struct {
	runs []run
	end  uint64 // the number of terms in them
	// The terms from at on return after shift; 0 where that is not proved.
	at, shift uint64
	distances []uint64
	far       int // the first far distance
	work      int // that is left
}

// A run is the pattern, from start on, as often as it takes for the length.
type run struct {
	start, length uint64
	pattern       []uint8
}

// at returns the term n of the sequence if the run went on for ever.
func (r *run) at(n uint64) uint8 { return r.pattern[(n-r.start)%uint64(len(r.pattern))] }

// turns reports whether the pattern occurs twice at least: other runs are just terms.
func (r *run) turns() bool { return r.length >= 2*uint64(len(r.pattern)) }

// ByRuns computes the mexes of the terms at ascending distances, those from the index far on being far
// greater than the others, until the one at index last is there or all are known. There are at most 63 distances.
// It takes at most some steps of work, each of one term; if they are not enough, the error
// wraps [grundy.ErrBudget].
func ByRuns(ctx context.Context, distances []uint64, far int, last uint64, work int) (*Runs, error) {
	s := &Runs{distances: distances, far: far, work: work}
	anchor, looked, patience := 0, 0, 1
	for s.end <= last {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.stretch(last)
		width := distances[len(distances)-1]
		if r := &s.runs[len(s.runs)-1]; r.length >= width+uint64(len(r.pattern)) {
			s.at, s.shift = r.start+width, uint64(len(r.pattern)) // the pattern goes on for ever
			return s, nil
		}
		for looked++; looked < len(s.runs)-1; looked++ { // the last run may go on
			if looked-anchor > patience {
				anchor, patience = looked-1, 2*patience
			}
			if s.returns(anchor, looked) {
				return s, nil
			}
		}
		looked--
		if s.work < 0 {
			return nil, fmt.Errorf("no period shows in the first %d terms: %w", s.end, grundy.Spent("values"))
		}
	}
	return s, nil
}

// returns reports whether runs before the end of one are those before the end of another, and come to
// the greatest distance. Then the period is proved.
func (s *Runs) returns(a, b int) bool {
	total := uint64(0)
	for i := 0; i <= a && a < b; i++ {
		before, now := &s.runs[a-i], &s.runs[b-i]
		s.work -= len(now.pattern)
		if before.length != now.length || !bytes.Equal(before.pattern, now.pattern) {
			return false
		}
		if total += now.length; total >= s.distances[len(s.distances)-1] {
			s.at = s.runs[a].start + s.runs[a].length
			s.shift = s.runs[b].start + s.runs[b].length - s.at
			return true
		}
	}
	return false
}

// stretch adds the terms up to the next one at which some term at a far distance is the first one, or
// of another run.
func (s *Runs) stretch(last uint64) {
	n, left := s.end, last+1-s.end
	var taps []*run
	var back []uint64
	turn := uint64(1) // after which the terms at the far distances repeat
	for _, d := range s.distances[s.far:] {
		if n < d {
			left = min(left, d-n)
			continue
		}
		r := s.of(n - d)
		left = min(left, r.start+r.length-(n-d))
		taps, back = append(taps, r), append(back, d)
		if m := uint64(len(r.pattern)); turn <= left {
			turn = turn / gcd(turn, m) * m
		}
	}
	w := uint64(0)
	if s.far > 0 {
		w = s.distances[s.far-1]
	}
	from := n - min(n, w)
	terms := s.appendTerms(nil, from, n)
	anchor, patience := -1, 1
	for i := 0; uint64(i) < left && s.work >= 0; i++ {
		at := len(terms)
		if uint64(at) >= w && uint64(i)%turn == 0 {
			switch {
			case anchor >= 0 && bytes.Equal(terms[anchor-int(w):anchor], terms[at-int(w):]):
				s.append(terms[n-from:anchor], 0)
				s.append(terms[anchor:], left-(uint64(anchor)-(n-from)))
				return
			case anchor < 0 || i >= patience:
				anchor, patience = at, 2*max(i, 1)
			}
			s.work -= 1 + int(w)/16
		}
		seen := uint64(0)
		for _, d := range s.distances[:s.far] {
			if d > uint64(at) {
				break
			}
			seen |= 1 << terms[uint64(at)-d]
		}
		for k, r := range taps {
			seen |= 1 << r.at(n+uint64(i)-back[k])
		}
		terms = append(terms, uint8(bits.TrailingZeros64(^seen)))
		s.work--
	}
	s.append(terms[n-from:], 0)
}

// append adds terms or, if the length is not 0, terms that repeat over the length. Terms that go on with the
// run before become a part of it, and so do terms before a pattern that end as it does: so equal terms
// make equal runs, wherever stretches end.
func (s *Runs) append(terms []uint8, length uint64) {
	terms = slices.Clone(terms)
	repeats := length > 0
	if repeats {
		terms = terms[:leastPeriod(terms)]
	} else {
		length = uint64(len(terms))
	}
	if k := len(s.runs) - 1; k >= 0 && s.runs[k].turns() {
		r, skipped := &s.runs[k], uint64(0)
		most := length
		if repeats { // beyond which patterns that agree do so for ever (Fine and Wilf 1965)
			most = min(length, uint64(len(terms)+len(r.pattern)))
		}
		for skipped < most && r.at(s.end+skipped) == terms[skipped%uint64(len(terms))] {
			skipped++
		}
		if s.work -= int(skipped); repeats && skipped == most {
			skipped = length
		}
		r.length, s.end, length = r.length+skipped, s.end+skipped, length-skipped
		if at := int(skipped % uint64(max(len(terms), 1))); repeats {
			terms = slices.Concat(terms[at:], terms[:at])
		} else {
			terms = terms[min(skipped, uint64(len(terms))):]
		}
	}
	if length == 0 {
		return
	}
	if repeats && length < 2*uint64(len(terms)) {
		terms, repeats = append(terms, terms...)[:length], false
	}
	start := s.end
	s.end += length
	if k := len(s.runs) - 1; k >= 0 && !s.runs[k].turns() {
		r := &s.runs[k]
		if !repeats {
			r.pattern, r.length = append(r.pattern, terms...), r.length+length
			return
		}
		moved := 0 // from the run before
		for n := len(terms); moved < len(r.pattern) && r.pattern[len(r.pattern)-1-moved] == terms[n-1-moved%n]; {
			moved++
		}
		s.work -= moved
		r.pattern, r.length = r.pattern[:len(r.pattern)-moved], r.length-uint64(moved)
		if at := len(terms) - moved%len(terms); at < len(terms) {
			terms = slices.Concat(terms[at:], terms[:at])
		}
		if start, length = start-uint64(moved), length+uint64(moved); r.length == 0 {
			s.runs = s.runs[:k]
		}
	}
	s.runs = append(s.runs, run{start, length, terms})
}

// of returns the run of the term n.
func (s *Runs) of(n uint64) *run {
	i := sort.Search(len(s.runs), func(i int) bool { return s.runs[i].start > n }) - 1
	return &s.runs[i]
}

// appendTerms appends the terms from … to-1.
func (s *Runs) appendTerms(dst []uint8, from, to uint64) []uint8 {
	for n := from; n < to; {
		r := s.of(n)
		for end := min(to, r.start+r.length); n < end; n++ {
			dst = append(dst, r.at(n))
		}
	}
	return dst
}

// At returns the term n, which must be one of those that were asked for.
func (s *Runs) At(n uint64) uint64 {
	if s.shift > 0 && n >= s.at {
		n -= (n - s.at) / s.shift * s.shift
	}
	return uint64(s.of(n).at(n))
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
