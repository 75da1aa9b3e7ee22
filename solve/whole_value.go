//go:build !playing

package solve

// The nim-value of a compound in normal play, as one game: the mex of those of all positions that a move leaves. It
// decides nothing, so the answer to one question has it where it is known or cheap; tables ask for it.

import (
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// wholeExtraSteps bounds the steps of a search for the nim-value of a compound that nobody asked for.
const wholeExtraSteps = 1 << 27

// tellWhole adds the nim-value of the compound to the answer, where it is known or cheap, and how it was found.
func (s *solver) tellWhole(d *decision, a *Answer) {
	if s.isMisere() || s.isLoopy() || MayEnd(s.question.Sum) {
		return
	}
	if a.Outcome == grundy.P {
		a.NimValue = new(uint64)
		return
	}
	_ = s.inPart(func() error { // it was not asked for
		v, method, err := s.valueOfWhole(func(i int) (uint64, bool) {
			if d.measure == grundy.ByHeap {
				return d.views[i].value, true
			}
			v, _, ok := s.closedIf(s.question.Sum[i].Component, grundy.ByHeap, s.afford)
			return v, ok
		}, wholeExtraSteps)
		if err == nil {
			a.NimValue, a.Methods = &v, append(a.Methods, method)
		}
		return err
	})
}

// valueOfWhole returns the nim-value of the compound and says how it was found: by a closed form if all terms are heaps of
// Nim, as the measure [grundy.ByHeap] of each says, otherwise by a search of at most that number of steps, where 0 stands for any.
func (s *solver) valueOfWhole(heap func(i int) (measure uint64, ok bool), steps uint64) (v uint64, method string, err error) {
	var parts []compound.Part
	for i, t := range s.question.Sum {
		measure, ok := heap(i)
		if !ok {
			break
		}
		parts = append(parts, compound.Part{Measure: measure, Copies: t.Copies})
	}
	if len(parts) == len(s.question.Sum) {
		if v, method, ok := s.question.Compound.NimValue(parts); ok {
			return v, method, nil
		}
	}
	if steps > 0 && s.question.NoExtras {
		return 0, "", grundy.ErrUnknown
	}
	define, _ := compound.Define(grundy.ByNimValue)
	whole, found, err := s.wholeMemo(grundy.ByNimValue, define)
	if err != nil {
		return 0, "", err
	}
	memory, before := s.memoryLeft(0), found.steps()
	if few := grundy.AddCounts(found.bytes(), cheap.Bytes); steps > 0 && (memory == 0 || few < memory) {
		memory = few
	}
	v, err = found.alone(s.ctx, whole, s.further(found, memory, steps))
	s.spend(found.steps() - before)
	return v, fmt.Sprintf("nim-value of the %v compound by search of all positions that can be reached", s.question.Compound), err
}

// wholeValue returns the nim-value of a compound of a table.
func (t *tabulation) wholeValue(sum grundy.Sum) (uint64, error) {
	s := t.solver
	s.question.Sum = sum
	v, _, err := s.valueOfWhole(func(i int) (uint64, bool) { return t.known(sum[i].Component, grundy.ByHeap) }, 0)
	return v, err
}
