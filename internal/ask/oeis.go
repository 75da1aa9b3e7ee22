package ask

// This file knows nim-sequences in the On-Line Encyclopedia of Integer Sequences, and
// says whether one of them begins as a sequence does.

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/games/heap/certificate"
)

//go:embed oeis.txt
var oeisText string

// An OEIS names a sequence of the On-Line Encyclopedia of Integer Sequences that begins as
// some nim-sequence does. Farther on they may differ.
type OEIS struct {
	Number string `json:"number"` // such as A002186
	Shift  int    `json:"shift"`  // a heap of n has the term of n + shift
	Terms  int    `json:"terms"`  // how many terms were compared; all agree
	Game   string `json:"game"`   // what the sequence is said to be
	Says   string `json:"says"`   // all of that
}

// say fills in "begins like A002187(n-1), octal game 0.137, in 60 terms".
func (o *OEIS) say() *OEIS {
	term := "n"
	if o.Shift != 0 {
		term = fmt.Sprintf("n%+d", o.Shift)
	}
	o.Says = fmt.Sprintf("begins like %s(%s), %s, in %d terms", o.Number, term, o.Game, o.Terms)
	return o
}

type oeisEntry struct {
	OEIS
	first int // n of the first of the terms, which is not 0
	terms []uint64
}

// leastOEIS is how many terms must agree. No two of the
// sequences that are known agree in that many, whatever zeros they begin with.
const leastOEIS = 16

var oeisEntries = sync.OnceValue(func() (list []oeisEntry) {
	for line := range strings.Lines(oeisText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(strings.TrimSpace(line), " ", 4)
		first, err := strconv.Atoi(fields[1])
		e := oeisEntry{OEIS: OEIS{Number: fields[0], Game: fields[3]}}
		for word := range strings.SplitSeq(fields[2], ",") {
			v, wrong := strconv.ParseUint(word, 10, 64)
			if err != nil || wrong != nil {
				panic("ask: oeis.txt is damaged: " + line)
			}
			e.terms = append(e.terms, v)
		}
		zeros, terms := withoutZeros(e.terms)
		e.first, e.terms = first+zeros, terms
		list = append(list, e)
	}
	return list
})

// oeisTerms is how many values of heaps are worth comparing.
const oeisTerms = 64

// findOEIS returns the known sequence that begins as the game's, as far as heaps to the
// last one say, or nil.
func findOEIS(ctx context.Context, game certificate.Game, last uint64) (*OEIS, error) {
	var values []uint64
	err := game.Values(ctx, 0, min(last, oeisTerms-1), nil, func(part []uint64) error {
		values = append(values, part...)
		return nil
	})
	return oeisOf(values), err
}

// oeisOf returns the known sequence that begins as the nim-values of the heaps from 0 on,
// without the zeros at the start, or nil.
func oeisOf(values []uint64) *OEIS {
	zeros, values := withoutZeros(values)
	for _, e := range oeisEntries() {
		n := min(len(values), len(e.terms))
		agree := n >= leastOEIS
		for i := 0; i < n && agree; i++ {
			agree = values[i] == e.terms[i]
		}
		if agree {
			found := e.OEIS
			found.Shift, found.Terms = e.first-zeros, n
			return found.say()
		}
	}
	return nil
}

// withoutZeros returns the values behind the zeros at the start, and their number.
func withoutZeros(values []uint64) (int, []uint64) {
	for i, v := range values {
		if v != 0 {
			return i, values[i:]
		}
	}
	return len(values), nil
}
