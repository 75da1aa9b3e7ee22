// Package duel runs programs of contestants against the engine, in any language.
//
// [NewProgram] finds a command, and [Duel.Run] gives it inputs until it fails: tests,
// extreme inputs, and random ones that grow. The failing input is made as small as it
// goes. [Series.Play] has the program play games instead.
package duel

// A program is judged input by input, until one tells it from the truth.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/scan"
)

// A Judge knows the right answers of a problem.
type Judge struct {
	// Inputs makes inputs; without it there are only those that are given.
	Inputs Inputs
	// Answer returns the right output. An error that wraps [grundy.ErrTooLarge] or
	// [grundy.ErrBudget] passes an input over.
	Answer func(ctx context.Context, text []byte) ([]byte, error)
	// Compare returns an error that names the first difference of an output for the input
	// from one that is right, if there is one that matters. Its errors that wrap
	// [grundy.ErrTooLarge] or [grundy.ErrBudget] pass an input over.
	Compare func(ctx context.Context, input, want, got []byte) error
}

// Inputs makes inputs of a problem. Its sequences end when the context does.
type Inputs interface {
	Parse(ctx context.Context, text []byte) (*input.Data, error)
	Text(ctx context.Context, data *input.Data) []byte
	Random(ctx context.Context, random *rand.Rand, want Draw) (*input.Data, error)
	// Extremes yields small extreme inputs where bits is 0, and otherwise those of full size
	// whose numbers are below about 2^bits.
	Extremes(ctx context.Context, random *rand.Rand, bits int) iter.Seq2[string, *input.Data]
	Shrink(ctx context.Context, data *input.Data) iter.Seq[*input.Data]
}

// A Draw says which random input is wanted.
type Draw struct {
	Size int  // grows from 0 without end
	Bits int  // where it is not 0, numbers are below about 2^Bits, whatever the size
	Few  bool // lists are short, and there are few tests
}

// A Test is an input that a program must answer.
type Test struct {
	Name    string
	Purpose string
	Input   []byte
	Want    []byte // the right output if it is known, which must be the engine's

	bits int  // of its numbers, where they were drawn so
	full bool // it is an extreme one of full size
}

// A Duel is a program and what it is judged by.
type Duel struct {
	Judge   Judge
	Program *Program
	Tests   iter.Seq2[Test, error] // to begin with, such as samples
	Later   iter.Seq2[Test, error] // behind small extreme inputs, such as tests that take long to make
	All     bool                   // judge all tests, also after one that fails, and no random inputs
	Seed    uint64                 // of random inputs
	Runs    int                    // the most random inputs; 0 for no bound
	// Time ends the search for a failure, and then the search for a smaller one; 0 for no
	// bound. With All every test is judged, however long it takes.
	Time time.Duration
	// Progress is told how many inputs were judged; it may be nil.
	Progress grundy.Progress

	seen  map[string]bool // small random inputs
	whole context.Context // of the duel; other contexts end with the time of a part
	bits  int             // of numbers that the engine may answer: fewer than it refused
	vain  int             // extreme inputs of full size in a row that it refused
}

// A Judged is a test with what the program did.
type Judged struct {
	Test
	Result
}

// ErrNoTime is the error of a duel whose time was over before an input was judged.
var ErrNoTime = errors.New("no input was judged in time")

// A WrongTestError is a test that is wrong itself: its input is not one of the problem, or
// its answer is not the engine's.
type WrongTestError struct {
	Name string
	Err  error
}

func (e *WrongTestError) Error() string {
	return fmt.Sprintf("test %s: %v", message.Quoted(e.Name), e.Err)
}

func (e *WrongTestError) Unwrap() error { return e.Err }

// A Report is the outcome of a duel.
type Report struct {
	Inputs  int      // that were judged
	Bytes   int      // of the largest of them
	Number  uint64   // the greatest in them, up to 2^64-1
	Passed  []string // the names of tests that the engine refused, which were passed over
	Refused error    // why, for the first of them
	Table   []Judged // with Duel.All, each test, without input and output
	Failure *Failure // nil if no difference was found
}

// A Failure is an input that a program fails at.
type Failure struct {
	Judged
	From    Test // where it was made from, by making it smaller
	Tries   int  // inputs that were tried for that
	Failed  int  // how many runs of the last Repeats failed
	Repeats int

	tried map[string]bool // inputs at which the program did not fail
}

// Sometimes reports whether the program also gives the right answer.
func (f *Failure) Sometimes() bool { return f.Failed < f.Repeats }

const (
	repeats   = 5       // runs that show whether a program always fails
	attempts  = 3       // runs of a program that fails at times, to see it fail
	maxTries  = 3000    // inputs that are tried to make one smaller
	large     = 1000    // bytes of an input for which a small one is looked for
	smallFor  = 300     // small random inputs that are looked at for it
	fullEvery = 4       // random inputs to each extreme one of full size
	maxAgain  = 100     // draws of a size, until one is an input that was not there before
	mostKnown = 200     // sizes in a row without such an input, until none is expected
	batchSize = 8       // inputs that are judged at a time; the next ones follow from what was refused
	leastBits = 4       // of numbers that are large
	middle    = 32      // inputs of a few large numbers that come before those that take long to make
	largeFrom = 1 << 30 // the number of the first of these, for its seed
	mostVain  = 3       // extreme inputs in a row that the engine refuses, until smaller ones are tried
)

// Run judges the program. The error comes from ctx or from a test that cannot be read, or
// says why nothing can be judged; what the program does is in the report.
func (d *Duel) Run(ctx context.Context) (*Report, error) {
	d.whole, d.seen, d.bits, d.vain = ctx, map[string]bool{}, 64, 0
	if d.Tests == nil {
		d.Tests = none
	}
	if d.Later == nil {
		d.Later = none
	}
	limited, cancel := context.WithCancel(ctx)
	if !d.All {
		limited, cancel = d.limited(ctx)
	}
	defer cancel()
	r := &Report{}
	failed, err := d.search(limited, r)
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case limited.Err() != nil && failed == nil && r.Inputs == 0:
		return r, ErrNoTime
	case errors.Is(err, context.DeadlineExceeded):
		err = nil // the time of the search is over
	}
	if err != nil || failed == nil {
		return r, err
	}
	r.Failure, err = d.reduce(ctx, *failed)
	return r, err
}

// none yields nothing.
func none(func(Test, error) bool) {}

// limited returns a context that ends with the time of a part of the duel.
func (d *Duel) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.Time > 0 {
		return context.WithTimeout(ctx, d.Time)
	}
	return context.WithCancel(ctx)
}

// search judges tests, and returns the first one that fails.
func (d *Duel) search(ctx context.Context, r *Report) (first *Judged, err error) {
	batch := []Test{}
	flush := func() (more bool) {
		var all []Judged
		if all, err = d.judgeAll(ctx, batch, r); err != nil {
			return false
		}
		batch = batch[:0]
		r.Inputs += len(all)
		d.Progress.Report(uint64(r.Inputs), uint64(d.Runs))
		for _, j := range all {
			r.Bytes, r.Number = max(r.Bytes, len(j.Input)), max(r.Number, greatestIn(j.Input))
			if j.Verdict != Accepted && first == nil {
				first = &j
			}
			if d.All {
				row := j
				row.Input, row.Output, row.Want = nil, nil, nil
				r.Table = append(r.Table, row)
			}
		}
		return ctx.Err() == nil && (first == nil || d.All)
	}
	for test, failed := range d.tests(ctx) {
		if failed != nil {
			return nil, failed
		}
		if batch = append(batch, test); len(batch) == batchSize && !flush() {
			return first, err
		}
	}
	flush()
	return first, err
}

// greatestIn returns the greatest number in a text, without its sign, or 2^64-1 where it is greater.
func greatestIn(text []byte) (greatest uint64) {
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.ParseUint(string(word), 10, 64) // the greatest one where it is out of range
		greatest = max(greatest, n)
	}
	return greatest
}

// judgeAll judges tests at the same time, without those that the engine refuses.
func (d *Duel) judgeAll(ctx context.Context, tests []Test, r *Report) ([]Judged, error) {
	all, failed := make([]Judged, len(tests)), make([]error, len(tests))
	var work sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, test := range tests {
		work.Go(func() {
			room <- struct{}{}
			all[i], failed[i] = d.judge(ctx, test)
			<-room
		})
	}
	work.Wait()
	kept := all[:0]
	for i, j := range all {
		switch err := failed[i]; {
		case err == nil:
			kept = append(kept, j)
			if tests[i].full {
				d.vain = 0
			}
		case d.whole.Err() == nil && ctx.Err() != nil: // one that was not begun any more
		case ctx.Err() == nil && beyond(err):
			if r.Passed = append(r.Passed, tests[i].Name); r.Refused == nil {
				r.Refused = err
			}
			if bits := tests[i].bits; bits > 0 {
				d.bits = min(d.bits, max(bits-1, leastBits))
			}
			if tests[i].full {
				d.vain++
			}
		default:
			return kept, err
		}
	}
	return kept, nil
}

// judge runs the program on a test and compares.
func (d *Duel) judge(ctx context.Context, test Test) (j Judged, err error) {
	if err := ctx.Err(); err != nil {
		return j, err
	}
	j.Test = test
	j.Want, err = d.Judge.Answer(ctx, test.Input)
	if wrong, ok := errors.AsType[*scan.Error](err); ok {
		return j, &WrongTestError{test.Name, wrong}
	}
	if err != nil {
		return j, fmt.Errorf("%s: %w", test.Name, err)
	}
	if test.Want != nil {
		if err := d.Judge.Compare(ctx, test.Input, j.Want, test.Want); beyond(err) {
			return j, err
		} else if err != nil {
			return j, &WrongTestError{test.Name, fmt.Errorf("its answer is not that of the engine: %w", err)}
		}
	}
	// A run that was begun comes to its end, so that its verdict does not depend on ours.
	if j.Result, err = d.Program.Run(d.whole, test.Input); err != nil || j.Verdict != Accepted {
		return j, err
	}
	if different := d.Judge.Compare(ctx, test.Input, j.Want, j.Output); beyond(different) || ctx.Err() != nil && different != nil {
		return j, errors.Join(ctx.Err(), different)
	} else if different != nil {
		j.Verdict, j.Why = WrongAnswer, different.Error()
	}
	return j, nil
}

// beyond reports whether an input is passed over.
func beyond(err error) bool {
	return errors.Is(err, grundy.ErrTooLarge) || errors.Is(err, grundy.ErrBudget)
}

// reduce makes a failing input as small as it goes, and sees whether the program
// always fails at it.
func (d *Duel) reduce(ctx context.Context, first Judged) (*Failure, error) {
	f := &Failure{Judged: first, From: first.Test, tried: map[string]bool{}}
	limited, cancel := d.limited(ctx)
	defer cancel()
	var err error
	if f.Failed, f.Repeats, err = d.repeat(limited, first, 2); err == nil && d.Judge.Inputs != nil {
		err = d.shrink(limited, f)
	}
	if err == nil && f.Tries > 0 {
		f.Failed, f.Repeats, err = d.repeat(limited, f.Judged, repeats-1)
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil // it stays as small as it is
	}
	return f, err
}

// repeat runs the program again on an input that it failed at, and counts, with the run
// that is known.
func (d *Duel) repeat(ctx context.Context, j Judged, times int) (failed, runs int, err error) {
	failed, runs = 1, 1
	for range times {
		again, err := d.judge(ctx, j.Test)
		if err != nil {
			return failed, runs, err
		}
		if runs++; again.Verdict != Accepted {
			failed++
		}
	}
	return failed, runs, nil
}

// shrink replaces the failing input by smaller ones that fail in the same way, as long
// as there are any.
func (d *Duel) shrink(ctx context.Context, f *Failure) error {
	data, err := d.Judge.Inputs.Parse(ctx, f.Input)
	if err != nil {
		return nil // a test that is beyond the declaration stays as it is
	}
	if len(f.Input) > large {
		if data, err = d.smaller(ctx, f, data); err != nil {
			return err
		}
	}
	for {
		if data, err = d.descend(ctx, f, data); err != nil {
			return err
		}
		before := data
		if data, err = d.smaller(ctx, f, data); err != nil || data == before {
			return err
		}
	}
}

// descend makes the failing input smaller until no step does.
func (d *Duel) descend(ctx context.Context, f *Failure, data *input.Data) (*input.Data, error) {
	for stuck := false; !stuck; {
		stuck = true
		for candidate := range d.Judge.Inputs.Shrink(ctx, data) {
			fails, err := d.fails(ctx, f, candidate)
			if err != nil || f.Tries >= maxTries {
				return data, err
			}
			if fails {
				data, stuck = candidate, false
				break
			}
		}
	}
	return data, nil
}

// smaller looks for a failing input among small random ones, to which no steps may lead. It
// returns data if there is none.
func (d *Duel) smaller(ctx context.Context, f *Failure, data *input.Data) (*input.Data, error) {
	for i := range smallFor {
		small, err := d.Judge.Inputs.Random(ctx, d.random(i+1<<32), d.draw(i%30)) // others than in the search
		if err != nil {
			return data, err
		}
		text := d.Judge.Inputs.Text(ctx, small)
		if len(text) > len(f.Input) || len(text) == len(f.Input) && bytes.Compare(text, f.Input) >= 0 {
			continue
		}
		if fails, err := d.fails(ctx, f, small); err != nil || fails {
			return small, err
		}
		if f.Tries >= maxTries {
			break
		}
	}
	return data, nil
}

// fails tries an input, and keeps it if the program fails in the same way.
func (d *Duel) fails(ctx context.Context, f *Failure, data *input.Data) (bool, error) {
	text := d.Judge.Inputs.Text(ctx, data)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if len(text) == 0 || f.tried[string(text)] || bytes.Equal(text, f.Input) {
		return false, nil // no test at all shows nothing
	}
	runs := 1
	if f.Sometimes() {
		runs = attempts
	}
	for range runs {
		f.Tries++
		j, err := d.judge(ctx, Test{Name: f.From.Name, Input: text})
		switch {
		case beyond(err):
			return false, ctx.Err()
		case err != nil:
			return false, err
		case j.Verdict == f.Verdict:
			f.Judged = j
			return true, nil
		}
	}
	if len(text) <= large {
		f.tried[string(text)] = true
	}
	return false, nil
}

// random returns the generator of random input i.
func (d *Duel) random(i int) *rand.Rand { return rand.New(rand.NewPCG(d.Seed, uint64(i))) }

// tests returns all tests in order: the given ones, small extreme inputs, some of a few large
// numbers, those for later, and random ones that grow, among which are the extreme inputs of full size.
func (d *Duel) tests(ctx context.Context) iter.Seq2[Test, error] {
	return func(yield func(Test, error) bool) {
		for test, err := range d.Tests {
			if !yield(test, err) {
				return
			}
		}
		if d.Judge.Inputs != nil && !d.extremes(ctx, 0, yield) {
			return
		}
		for i := 0; d.Judge.Inputs != nil && !d.All && i < middle && (d.Runs == 0 || i < d.Runs); i++ {
			// Numbers grow from 8 bits to 64, or to those that the engine refuses.
			bits := min(d.bits, 8+i%4+(i/batchSize)*(i/batchSize)*6)
			if test, known, err := d.drawn(ctx, i+largeFrom, Draw{Size: i, Bits: bits, Few: true}); !known && !yield(test, err) {
				return
			}
		}
		for test, err := range d.Later {
			if !yield(test, err) {
				return
			}
		}
		if d.Judge.Inputs == nil {
			return
		}
		full, stop := iter.Pull2(func(yield func(Test, error) bool) { d.full(ctx, yield) })
		defer stop()
		more := true // extreme inputs
		stale := 0   // sizes in a row that had no new input
		for i := 0; !d.All && (d.Runs == 0 || i < d.Runs); i++ {
			if more && i%fullEvery == 0 {
				var test Test
				if test, _, more = full(); more && !yield(test, nil) {
					return
				}
			}
			test, known, err := d.drawn(ctx, i, d.draw(i))
			if err == nil && known {
				if stale++; stale == mostKnown {
					break // there are no others
				}
				continue // a greater size has others
			}
			if stale = 0; !yield(test, err) {
				return
			}
		}
		for more {
			var test Test
			if test, _, more = full(); more && !yield(test, nil) {
				return
			}
		}
	}
}

// drawn returns random input i, drawn anew where it is a small one that was there before. It
// is known if it is one of those in any case.
func (d *Duel) drawn(ctx context.Context, i int, want Draw) (test Test, known bool, err error) {
	for again := range maxAgain {
		data, err := d.Judge.Inputs.Random(ctx, d.random(i+again<<32), want)
		if err != nil {
			return Test{}, false, err
		}
		test := Test{Name: fmt.Sprintf("random input %d of seed %d", i%largeFrom+1, d.Seed), Input: d.Judge.Inputs.Text(ctx, data), bits: want.Bits}
		if len(test.Input) > 100 {
			return test, false, ctx.Err()
		}
		if !d.seen[string(test.Input)] {
			d.seen[string(test.Input)] = true
			return test, false, ctx.Err()
		}
	}
	return Test{}, true, nil
}

// draw says what random input i is. In every other one numbers have any number of digits, or
// as many as the engine may answer; half of these are short, since many large heaps are more
// often refused than a few.
func (d *Duel) draw(i int) Draw {
	want := Draw{Size: i}
	if i%2 == 1 {
		random := d.random(i + 1<<40)
		want.Bits, want.Few = 1+random.IntN(d.bits), i%4 == 1
		if random.IntN(2) == 0 {
			want.Bits = max(d.bits-random.IntN(3), 1)
		}
	}
	return want
}

// full yields extreme inputs of full size. Where the engine refuses those in a row, it yields
// others whose numbers are less.
func (d *Duel) full(ctx context.Context, yield func(Test, error) bool) {
	goesOn := func(test Test, err error) bool { return d.vain < mostVain && yield(test, err) }
	if d.extremes(ctx, 64, goesOn) || d.vain < mostVain {
		return
	}
	d.vain = 0
	d.extremes(ctx, d.bits, goesOn)
}

// extremes yields extreme inputs: small ones where bits is 0, else those of full size.
func (d *Duel) extremes(ctx context.Context, bits int, yield func(Test, error) bool) (more bool) {
	name, number := "small", 0
	switch {
	case bits == 64:
		name = "full size"
	case bits > 0:
		name = fmt.Sprintf("full size, with numbers of %d bits", bits)
	}
	for purpose, data := range d.Judge.Inputs.Extremes(ctx, d.random(-1), bits) {
		number++
		test := Test{Name: fmt.Sprintf("%s %d", name, number), Purpose: purpose, Input: d.Judge.Inputs.Text(ctx, data), full: bits > 0}
		if ctx.Err() != nil || !yield(test, nil) {
			return false
		}
	}
	return true
}
