// Package forge makes the tests of a contest problem, chosen so that wrong solutions
// fail.
//
// The wrong solutions are derived from the problem itself: one answer function, run with
// other semantics ([contest.Semantics]), gives the right answer and the wrong ones. Others
// are right but slow, and are told by the steps that they need. The setter's own programs
// may join them.
//
// [Forge] returns the tests, and which of them kills which wrong solution; the rest of
// the package writes them in the forms that judges take ([Result.Package],
// [Package.Files]). The same problem, seed and options give the same tests.
package forge

// Forge takes a problem and gives tests that kill wrong solutions.

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// MostTests is the greatest number of tests that may be asked for.
const MostTests = 10_000

// Options say what tests are wanted. The zero value of a field asks for the usual.
type Options struct {
	Seed  uint64 // tests are drawn from it
	Count int    // at most this many tests besides the samples; 40 by default
	// MaxBytes bounds the tests together; 256 MiB by default.
	MaxBytes uint64
	// Wrong are programs of the setter for the table. Right ones must pass all tests.
	Wrong, Right []Contestant
	// Own are tests of the setter. All of them are tests of the result. Generators have printed some.
	Own        []OwnTest
	Generators []File

	// Time is the processor time that the search may take; 0 sets no bound. When it is over, the tests
	// that are ready make the result, and the notes say what is missing.
	Time time.Duration
	// Enough ends the search like the end of the time, where it is not nil.
	Enough context.Context
	// Clock is the processor time that the process has used; nil asks the system.
	Clock func() time.Duration
	// Build makes programs of the references, to see how long they take; nil leaves it.
	Build Builder
	// Progress is told the name of each step when it begins, where it is not nil.
	Progress func(step string) grundy.Progress
	// Ready gets a first result, with the tests that kill most, before larger ones are looked for. It is
	// not called where the time is over before.
	Ready func(*Result)
}

// An OwnTest is a test that somebody wrote, or that a generator of theirs has printed.
type OwnTest struct {
	Name   string // of the file, or of the generator
	Reason string // what it is for; "" says no more than whose it is
	In     []byte
	Ans    []byte // as it is written; nil where the engine alone answers
}

// A Contestant is a program that somebody wrote.
type Contestant struct {
	Name   string
	Run    *duel.Program
	Source Program // for the package, where its file is known
}

// A Result is a set of tests, and the table of what they kill.
type Result struct {
	Problem string
	Title   string
	Seed    uint64
	Tests   []Test
	Ideas   []*Idea
	Notes   []string // what else there is to say, each in a sentence or two
	// Invalid are inputs that a validator must refuse.
	Invalid []input.Invalid
	Outputs []Output // for a checker
	// References are right solutions, in the languages that there are some in, and Refused says why
	// there is none in the first of the others.
	References []Program
	Refused    error
	// Limit is the limit of time that follows from the references, in seconds; 0 where the file states
	// one, or where nothing was measured.
	Limit   float64
	Slowest float64 // seconds that the slowest reference took; 0 where nothing was measured
}

// An Idea is a wrong solution.
type Idea struct {
	Name string // such as "xor-as-sum"
	Says string // in words
	// Kills says how each test ends for it: [duel.Accepted] where it passes, and
	// [NotRun] where that is not known.
	Kills []duel.Verdict
	// Right says that no input within the limits can kill it. Why proves that,
	// or says what was tried, or how it is killed.
	Right bool
	Why   string
}

// NotRun is the verdict of an input that is too large to answer it as an idea has it.
const NotRun duel.Verdict = -1

// kills reports whether a verdict tells a solution from a right one.
func kills(v duel.Verdict) bool { return v != duel.Accepted && v != NotRun }

// Bytes returns the size of all tests.
func (r *Result) Bytes() uint64 {
	total := uint64(0)
	for _, test := range r.Tests {
		total += uint64(len(test.In) + len(test.Out))
	}
	return total
}

// identity returns a number for the package that follows from its problem and seed.
func (r *Result) identity() (id [16]byte) {
	sum := sha256.Sum256(fmt.Appendf(nil, "grundy forge\n%s\n%d\n", r.Problem, r.Seed))
	copy(id[:], sum[:])
	return id
}
