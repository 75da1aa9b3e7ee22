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
	"github.com/grundy-games/grundy/internal/units"
)

// A Judge knows the right answers of a problem.
type Judge struct {
	// Inputs makes inputs, as long as a context lasts; without it there are only those that are given.
	Inputs func(ctx context.Context) Inputs
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
	Parse(text []byte) (*input.Data, error)
	Text(data *input.Data) []byte
	Random(random *rand.Rand, size input.Size) (*input.Data, error)
	// Small yields the smallest inputs in order, up to that number of them.
	Small(most int) iter.Seq[*input.Data]
	Extremes(random *rand.Rand, size input.Size) iter.Seq2[string, *input.Data]
	Shrink(data *input.Data) iter.Seq[*input.Data]
	// Pack joins inputs of few tests to inputs of many, where a format has tests.
	Pack(inputs []*input.Data) []*input.Data
	// Tests returns how many tests an input has, at least 1.
	Tests(data *input.Data) int
}

// A Test is an input that a program must answer.
type Test struct {
	Name    string
	Purpose string
	Input   []byte
	Want    []byte // the right output if it is known, which must be the engine's

	tests int    // in the input, where it was drawn
	right []byte // the engine's output, where it was asked for already
}

// A Duel is a program and what it is judged by.
type Duel struct {
	Judge   Judge
	Program *Program
	Tests   iter.Seq2[Test, error] // to begin with, such as samples
	Later   iter.Seq2[Test, error] // behind the first random inputs, such as tests that take long to make
	All     bool                   // judge all tests, also after one that fails, and no random inputs
	Seed    uint64                 // of random inputs
	Runs    int                    // the most inputs of classes; 0 for no bound
	// Time ends the search for a failure, and then the search for a smaller one; 0 for no
	// bound. It is by the clock, and up to four times that where the machine is busy with other
	// work. With All every test is judged, however long it takes.
	Time time.Duration
	// Progress is told how many inputs were judged; it may be nil.
	Progress grundy.Progress

	whole   context.Context // of the duel; other contexts end with the time of a part
	leashes chan *leash
}

// A Judged is a test with what the program did.
type Judged struct {
	Test
	Result
}

// ErrNoTime is the error where the time was over before anything was judged.
var ErrNoTime = errors.New("nothing was judged in time")

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
	Tests   int      // in them, where the format has tests
	Bytes   int      // of the largest of them
	Number  uint64   // the greatest in them, up to 2^64-1
	Classes []*Class // in the order in which they began
	Passed  []string // the names of given tests that the engine refused
	Refused error    // why, for the first input that it refused
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
	repeats   = 5    // runs that show whether a program always fails
	attempts  = 3    // runs of a program that fails at times, to see it fail
	maxTries  = 3000 // inputs that are tried to make one smaller
	large     = 1000 // bytes of an input for which a small one is looked for
	smallFor  = 300  // small random inputs that are looked at for it
	batchSize = 8    // tests that are judged at a time
)

// Run judges the program. The error comes from ctx or from a test that cannot be read, or
// says why nothing can be judged; what the program does is in the report. Where ctx has ended, that
// has what was done before.
func (d *Duel) Run(ctx context.Context) (*Report, error) {
	d.whole, d.leashes = ctx, make(chan *leash, runtime.GOMAXPROCS(0))
	if d.Tests == nil {
		d.Tests = none
	}
	if d.Later == nil {
		d.Later = none
	}
	limited, cancel := context.WithCancel(ctx)
	if !d.All {
		limited, cancel = limitedBy(ctx, d.Program, d.Time)
	}
	defer cancel()
	r := &Report{}
	s := &searcher{Duel: d, report: r, seen: map[string]bool{}}
	err := s.search(limited)
	failed := s.first
	if failed != nil { // as it is where somebody interrupts what makes it smaller
		r.Failure = &Failure{Judged: *failed, From: failed.Test, Failed: 1, Repeats: 1}
	}
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case limited.Err() != nil && failed == nil && r.Inputs == 0:
		return r, ErrNoTime
	case errors.Is(err, limited.Err()):
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

// limitedBy returns a context that ends with the time of a part of the work. On a machine that is
// busy with other work it goes on while the program and we have had little of the processors.
func limitedBy(ctx context.Context, program *Program, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if limit == 0 {
		return ctx, cancel
	}
	begun, used := time.Now(), program.used()
	var timer *time.Timer
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if over(time.Since(begun), program.used()-used, limit) {
			cancel()
			return
		}
		timer.Reset(limit / 20)
	})
	return ctx, func() { timer.Stop(); cancel() }
}

// over reports whether a part of a duel is over, by the clock and the processor time since it began.
func over(clock, used, limit time.Duration) bool {
	const idle, busy = 3, 4 // a third of the processor time is enough, and four times the clock
	return clock >= limit && used >= limit/idle || clock >= busy*limit
}

// used returns the processor time that we have used, and the program. Time in which it waits for nothing
// is used, too.
func (p *Program) used() time.Duration {
	return UsedTime(false) + time.Duration(p.spent.Load()+p.slept.Load())
}

// greatestIn returns the greatest number in a text, without its sign, or 2^64-1 where it is greater.
func greatestIn(text []byte) (greatest uint64) {
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.ParseUint(string(word), 10, 64) // the greatest one where it is out of range
		greatest = max(greatest, n)
	}
	return greatest
}

// judge asks for the right answer to a test, runs the program on it, and compares. The engine
// may take so long for an answer that no test gives; 0 for no bound.
func (d *Duel) judge(ctx context.Context, test Test, share time.Duration) (j Judged, err error) {
	if err := ctx.Err(); err != nil {
		return j, err
	}
	j.Test = test
	if j.right == nil {
		if j.right, err = d.answer(ctx, test, share); err != nil {
			return j, err
		}
	}
	j.Want = j.right
	compare := func(got []byte) (different error) {
		return d.held(ctx, share, func(ctx context.Context) error { return d.Judge.Compare(ctx, test.Input, j.right, got) })
	}
	if test.Want != nil {
		if err := compare(test.Want); beyond(err) {
			return j, err
		} else if err != nil {
			return j, &WrongTestError{test.Name, fmt.Errorf("its answer is not that of the engine: %w", err)}
		}
	}
	// A run that was begun comes to its end, so that its verdict does not depend on ours.
	if j.Result, err = d.Program.Run(d.whole, test.Input); err != nil || j.Verdict != Accepted {
		return j, err
	}
	if different := compare(j.Output); beyond(different) || ctx.Err() != nil && different != nil {
		return j, errors.Join(ctx.Err(), different)
	} else if different != nil {
		j.Verdict, j.Why = WrongAnswer, different.Error()
	}
	return j, nil
}

// answer asks the engine for the right output.
func (d *Duel) answer(ctx context.Context, test Test, share time.Duration) (out []byte, err error) {
	err = d.held(ctx, share, func(ctx context.Context) error {
		out, err = d.Judge.Answer(ctx, test.Input)
		return err
	})
	if wrong, ok := errors.AsType[*scan.Error](err); ok {
		return out, &WrongTestError{test.Name, wrong}
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", test.Name, err)
	}
	if out == nil {
		out = []byte{}
	}
	return out, nil
}

// A leash is a context for one question at a time. It ends when an answer takes too long, and
// otherwise serves for the next question, for which the engine knows what it found before.
type leash struct {
	context.Context
	parent context.Context
	cancel context.CancelFunc
}

// held calls f with a context that ends after the share, if that is not 0.
func (d *Duel) held(ctx context.Context, share time.Duration, f func(ctx context.Context) error) error {
	var l *leash
	select {
	case l = <-d.leashes:
	default:
	}
	if l == nil || l.Err() != nil || l.parent != ctx {
		if l != nil {
			l.cancel()
		}
		l = &leash{parent: ctx}
		l.Context, l.cancel = context.WithCancel(ctx)
	}
	defer func() {
		select {
		case d.leashes <- l:
		default:
			l.cancel()
		}
	}()
	if share > 0 {
		defer time.AfterFunc(share, l.cancel).Stop()
	}
	err := f(l)
	if err != nil && l.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer within %s: %w", units.Time(share), grundy.ErrBudget)
	}
	return err
}

// share is how long the engine may take for an input that was drawn.
func (d *Duel) share() time.Duration {
	if d.Time == 0 {
		return usualShare
	}
	return max(d.Time/30, leastShare)
}

const (
	usualShare = 5 * time.Second
	leastShare = time.Second / 10
)

// beyond reports whether an input is passed over.
func beyond(err error) bool {
	return errors.Is(err, grundy.ErrTooLarge) || errors.Is(err, grundy.ErrBudget)
}

// reduce makes a failing input as small as it goes, and sees whether the program
// always fails at it.
func (d *Duel) reduce(ctx context.Context, first Judged) (*Failure, error) {
	f := &Failure{Judged: first, From: first.Test, tried: map[string]bool{}}
	limited, cancel := limitedBy(ctx, d.Program, d.Time)
	defer cancel()
	var err error
	if f.Failed, f.Repeats, err = d.repeat(limited, first, 2); err == nil && d.Judge.Inputs != nil {
		err = d.shrink(limited, f)
	}
	if err == nil && f.Tries > 0 {
		f.Failed, f.Repeats, err = d.repeat(limited, f.Judged, repeats-1)
	}
	if ctx.Err() == nil && err != nil && limited.Err() != nil {
		err = nil // it stays as small as it is
	}
	return f, err
}

// repeat runs the program again on an input that it failed at, and counts, with the run
// that is known.
func (d *Duel) repeat(ctx context.Context, j Judged, times int) (failed, runs int, err error) {
	failed, runs = 1, 1
	for range times {
		again, err := d.judge(ctx, j.Test, 0)
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
	data, err := d.Judge.Inputs(ctx).Parse(f.Input)
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
		for candidate := range d.Judge.Inputs(ctx).Shrink(data) {
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
		small, err := d.Judge.Inputs(ctx).Random(d.random(i+1<<32), input.Growing(i%30)) // others than in the search
		if err != nil {
			return data, err
		}
		text := d.Judge.Inputs(ctx).Text(small)
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
	text := d.Judge.Inputs(ctx).Text(data)
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
		j, err := d.judge(ctx, Test{Name: f.From.Name, Input: text}, d.share())
		switch {
		case err != nil: // the engine has no answer
			return false, ctx.Err()
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
