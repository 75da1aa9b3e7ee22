package period

// Proved and observed periods are different types, so that one never passes for the other.

import (
	"fmt"

	"github.com/grundy-games/grundy"
)

// A Term is wide enough for the largest measure that occurs in a sequence.
type Term interface{ ~uint8 | ~uint16 | ~uint32 }

// A Result is what is proved of the period of a sequence v.
type Result struct {
	Proved    bool
	Aperiodic bool   // whether it is proved that there is none
	Preperiod uint64 // the least q such that v(n+p) = v(n) + c for all n >= q
	AtMost    bool   // whether Preperiod is only known to be at most that
	Period    uint64 // the least p
	Saltus    uint64 // c
	Theorem   string // by which it is proved
	Needed    uint64 // the number of terms, from v(0), that prove it
	Computed  uint64 // the number of terms computed
	Proof     Proof  // the theorem as data; nil where only Theorem says it
}

// Method returns the kind of the proof, or "".
func (r Result) Method() Method {
	if r.Proof == nil {
		return ""
	}
	return r.Proof.Method()
}

// Times returns the result where each term stands unit times in a row.
func (r Result) Times(unit uint64) Result {
	for _, length := range []*uint64{&r.Preperiod, &r.Period, &r.Needed, &r.Computed} {
		*length = grundy.MulCounts(*length, unit)
	}
	if r.Proof != nil {
		r.Proof = r.Proof.times(unit)
	}
	return r
}

// String writes what is proved: "preperiod 71, period 12".
func (r Result) String() string {
	switch {
	case r.Aperiodic:
		return "no period"
	case !r.Proved:
		return "no period proved"
	}
	text := fmt.Sprintf("preperiod %d, period %d", r.Preperiod, r.Period)
	if r.AtMost {
		text = fmt.Sprintf("preperiod at most %d, period %d", r.Preperiod, r.Period)
	}
	if r.Saltus > 0 {
		text += fmt.Sprintf(", saltus %d", r.Saltus)
	}
	return text
}

// An Observed says how the terms that were computed repeat. It is not a proof.
type Observed struct {
	Computed  uint64 // the number of terms computed
	Period    uint64 // the least p that shows, or 0 where none does
	Saltus    uint64 // c
	Preperiod uint64 // the least q such that v(n+p) = v(n) + c for q <= n < Computed - p
	AtMost    bool   // whether Preperiod is only known to be at most that
}

// Times returns what shows where each term stands unit times in a row.
func (o Observed) Times(unit uint64) Observed {
	for _, length := range []*uint64{&o.Preperiod, &o.Period, &o.Computed} {
		*length = grundy.MulCounts(*length, unit)
	}
	return o
}

// String says it in words.
func (o Observed) String() string {
	if o.Period == 0 {
		return fmt.Sprintf("no period shows in %d values", o.Computed)
	}
	plus := ""
	if o.Saltus > 0 {
		plus = fmt.Sprintf(" + %d", o.Saltus)
	}
	return fmt.Sprintf("G(n+%d) = G(n)%s from n = %d on as far as computed, to n = %d; it is not proved", o.Period, plus, o.Preperiod, o.Computed-1)
}

// An observed period must show in a tail that is at least a quarter of
// what was computed and three times the period: in a sequence that has none,
// the last few terms often repeat by chance.
const (
	observedShare = 4
	observedTurns = 3
	observedSpan  = 1 << 22 // of the last terms, in which periods are looked for
)

// Observe looks for the least p with which the tail of v(0) … v(computed-1)
// repeats. Read appends v(from) … v(to-1), which cannot read terms before
// kept. It costs O(computed).
func Observe(computed, kept uint64, read func(dst []uint32, from, to uint64) []uint32) Observed {
	o := Observed{Computed: computed}
	if computed < observedTurns || kept >= computed {
		return o
	}
	first := computed - min(computed-kept, observedSpan)
	tail := read(nil, first, computed)
	steps := stepsOf(tail)
	for p, overlap := 1, overlaps(steps); observedTurns*p <= len(tail); p++ {
		last := len(tail) - 1
		if p < len(overlap) && int(overlap[p])+1 < (observedTurns-1)*p || tail[last] < tail[last-p] {
			continue
		}
		repeats := p // all steps, where there are as many
		if p < len(overlap) {
			repeats = p + int(overlap[p]) + 1
		}
		c, q := tail[last]-tail[last-p], computed-uint64(min(repeats, len(tail)))
		if q == first {
			q = repeatsFrom(q, kept, uint64(p), c, read)
		}
		if observedShare*(computed-q) >= computed {
			o.Period, o.Saltus, o.Preperiod, o.AtMost = uint64(p), uint64(c), q, q > 0 && q == kept
			return o
		}
	}
	return o
}

// repeatsFrom returns the least n, not below kept, such that v(m+p) = v(m) + c
// for n <= m < q.
func repeatsFrom(q, kept, p uint64, c uint32, read func(dst []uint32, from, to uint64) []uint32) uint64 {
	const chunk = 1 << 16
	var low, high []uint32
	for q > kept {
		from := q - min(q-kept, chunk)
		low, high = read(low[:0], from, q), read(high[:0], from+p, q+p)
		for i := len(low) - 1; i >= 0; i-- {
			if high[i] != low[i]+c {
				return q
			}
			q--
		}
	}
	return q
}

// settle completes a proof that terms repeat with the period p from q on at least:
// it finds the least period and preperiod. (A term that returns after p, before
// terms that return after the least period, which divides p, does so too.)
func settle[T Term](r Result, terms []T, q, p uint64) (Result, bool) {
	length := uint64(len(terms))
	r.Proved, r.Computed = true, length
	r.Period = leastPeriod(terms[length-p:])
	r.Preperiod = lower(terms, q, r.Period, 0)
	return r, true
}

// Least returns a proved result with the least period and preperiod of terms that repeat
// from q on at least, with the result's period and saltus. There are two periods behind q.
func (r Result) Least(terms []uint32, q uint64) Result {
	if r.Saltus == 0 {
		r.Period = leastPeriod(terms[q : q+r.Period])
	}
	r.Preperiod, r.AtMost = lower(terms, q, r.Period, r.Saltus), false
	r.Needed = max(r.Needed, uint64(len(terms)))
	return r
}

// lower returns the least n such that terms[m+p] = terms[m] + c for n <= m < q.
func lower[T Term](terms []T, q, p, c uint64) uint64 {
	for q > 0 && uint64(terms[q-1+p]) == uint64(terms[q-1])+c {
		q--
	}
	return q
}

// stepsOf returns the differences of neighbouring terms, modulo 2^32.
func stepsOf[T Term](terms []T) []uint32 {
	steps := make([]uint32, max(len(terms), 1)-1)
	for n := range steps {
		steps[n] = uint32(terms[n+1]) - uint32(terms[n])
	}
	return steps
}

// Exceptions are the n below the preperiod at which v is not what the periodic
// part, continued downwards, would be.
type Exceptions struct {
	Count uint64
	First []uint64 // the least ones, in order, as many as were asked for
	Last  uint64   // the greatest one; it is 0 where there is none
}

// FindExceptions finds the exceptions to r, which must be proved, and lists at
// most the given number of them. Read appends v(from) … v(to-1), for to up to preperiod +
// period. It costs O(preperiod + period), and stops with false when stop says so,
// which is asked now and then and may be nil.
func FindExceptions(r Result, most int, read func(dst []uint32, from, to uint64) []uint32, stop func() bool) (Exceptions, bool) {
	const chunk = 1 << 16
	var e Exceptions
	var values, turn []uint32
	for from := uint64(0); from < r.Preperiod; {
		if stop != nil && stop() {
			return e, false
		}
		// All n from here to the end of a turn of the period, counted back
		// from the preperiod, are as far from it in turns.
		turns := (r.Preperiod - from + r.Period - 1) / r.Period
		end := min(r.Preperiod-(turns-1)*r.Period, from+chunk)
		values = read(values[:0], from, end)
		turn = read(turn[:0], from+turns*r.Period, end+turns*r.Period)
		for i, v := range values {
			if uint64(v)+turns*r.Saltus == uint64(turn[i]) {
				continue
			}
			e.Count++
			e.Last = from + uint64(i)
			if len(e.First) < most {
				e.First = append(e.First, e.Last)
			}
		}
		from = end
	}
	return e, true
}

// A Sequence is the beginning of a sequence, and if its period is proved the
// whole of it.
type Sequence[T Term] struct {
	Terms []T // v(0), v(1), …
	Result
}

// Known returns what is proved.
func (s *Sequence[T]) Known() Result { return s.Result }

// At returns v(n). Where no period is proved, n must be an index of Terms.
// It costs O(1).
func (s *Sequence[T]) At(n uint64) uint64 {
	if n < uint64(len(s.Terms)) {
		return uint64(s.Terms[n])
	}
	turns := (n - s.Preperiod) / s.Period
	return uint64(s.Terms[n-turns*s.Period]) + turns*s.Saltus
}

// AppendTerms appends v(from) … v(to-1), which must be among Terms.
func (s *Sequence[T]) AppendTerms(dst []uint32, from, to uint64) []uint32 {
	for _, v := range s.Terms[from:to] {
		dst = append(dst, uint32(v))
	}
	return dst
}

// Exceptions returns all exceptions. The period must be proved.
func (s *Sequence[T]) Exceptions() []uint64 {
	e, _ := FindExceptions(s.Result, len(s.Terms), s.AppendTerms, nil)
	return e.First
}
