package duel

// Inputs are tried by classes of size. Each class gets about the same share of the work, so that
// those which cost little come in thousands. A class whose inputs the engine refuses is cut to
// smaller ones, and what was tried, skipped and refused is counted.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/units"
)

// A Class is inputs of about one size, and what became of them.
type Class struct {
	Name    string `json:"class"`
	Inputs  int    `json:"inputs"`          // that were judged
	Tests   int    `json:"tests"`           // in them
	Skipped int    `json:"skipped"`         // that were drawn again
	Refused int    `json:"refused"`         // that the engine did not answer
	Bytes   int    `json:"largest_bytes"`   // of an input that was judged
	Number  uint64 `json:"greatest_number"` // in one, up to 2^64-1
	Cut     string `json:"cut,omitempty"`   // what larger inputs were cut to, as the engine refused them

	listed bool // in the report
}

// A source draws the inputs of a class.
type source struct {
	*Class
	size, floor input.Size // what is drawn, and what other classes draw
	// next returns the next input with its purpose, and nil where there are no more.
	next     func(ctx context.Context) (*input.Data, string, error)
	stop     func() // of next
	batch    int    // the inputs of the next turn
	files    int    // that were made
	cost     int    // of what it has drawn, in milliseconds of a fast program
	cheap    int    // its cost is divided by this
	vain     int    // inputs in a row that the engine refused
	stale    int    // inputs in a row that were there before
	cautious bool   // the engine has refused some
	extreme  bool
	over     bool
}

// Bounds of a turn, and costs. They are counts, so that the inputs follow from the seed.
const (
	firstAlone   = 16      // inputs of a first turn, a run each,
	firstJoined  = 64      // or joined to one
	mostBatch    = 1024    // inputs that are joined
	mostJoined   = 1 << 16 // bytes of an input that is joined, about
	mostSmall    = 4000    // inputs from the smallest on
	mostVain     = 2       // inputs in a row that are refused, until smaller ones are drawn
	mostStale    = 200     // inputs in a row that were there before, until there are no others
	shortText    = 100     // bytes of an input that is not judged twice
	costOfRun    = 2
	bytesForCost = 20_000 // of an input
	testsForCost = 4
	costOfRefuse = 200
	costOfRank   = 12   // which larger classes begin with, so that smaller ones come first
	early        = 2000 // cost of classes before the later tests
	leastLong    = 9    // of a list that is long
)

// A searcher looks for the first input that the program fails at.
type searcher struct {
	*Duel
	report *Report
	seen   map[string]bool // short inputs
	drawn  int             // inputs of classes
	batch  int             // of a first turn
	first  *Judged
}

// search judges tests until one fails, or until there are no more.
func (s *searcher) search(ctx context.Context) error {
	if done, err := s.give(ctx, "given", s.Tests); done || err != nil {
		return err
	}
	if s.Judge.Inputs == nil {
		_, err := s.give(ctx, "later", s.Later)
		return err
	}
	sources := s.sources(ctx)
	defer func(all []*source) {
		for _, src := range all {
			src.stop()
		}
	}(sources)
	small := sources[0]
	for !small.over {
		if done, err := s.turn(ctx, small); done || err != nil {
			return err
		}
	}
	if !s.All {
		if done, err := s.schedule(ctx, sources, early); done || err != nil {
			return err
		}
	}
	if done, err := s.give(ctx, "forged", s.Later); done || err != nil {
		return err
	}
	if s.All {
		sources = slices.DeleteFunc(slices.Clone(sources), func(src *source) bool { return !src.extreme })
	}
	_, err := s.schedule(ctx, sources, math.MaxInt)
	return err
}

// schedule gives each source a turn, and then the one that has cost least, until all together
// cost so much, or until all are over. It is done where the search is.
func (s *searcher) schedule(ctx context.Context, sources []*source, most int) (done bool, err error) {
	for {
		var least *source
		total := 0
		for _, src := range sources {
			total += src.cost
			if !src.over && (least == nil || src.cost/src.cheap < least.cost/least.cheap) {
				least = src
			}
		}
		if least == nil || least.listed && total >= most {
			return false, nil
		}
		if !s.All && s.Runs > 0 && s.drawn >= s.Runs {
			return false, nil
		}
		if done, err := s.turn(ctx, least); done || err != nil {
			return done, err
		}
	}
}

// give judges tests that are given, and is done where the search is.
func (s *searcher) give(ctx context.Context, name string, tests iter.Seq2[Test, error]) (done bool, err error) {
	class := &Class{Name: name}
	var batch []Test
	flush := func() bool {
		done, err = s.judgeAll(ctx, class, batch, 0)
		batch = batch[:0]
		return !done && err == nil
	}
	for test, failed := range tests {
		if failed != nil {
			return true, failed
		}
		if test.tests = 1; s.Judge.Inputs != nil {
			if data, err := s.Judge.Inputs(ctx).Parse(test.Input); err == nil {
				test.tests = s.Judge.Inputs(ctx).Tests(data)
			}
		}
		if batch = append(batch, test); len(batch) == batchSize && !flush() {
			return done, err
		}
	}
	flush()
	return done, err
}

// sources returns the classes, in the order in which they begin.
func (s *searcher) sources(ctx context.Context) []*source {
	// Where inputs can be joined, many cost no more than a few.
	s.batch = firstAlone
	var pair []*input.Data
	for i := range 2 {
		if data, err := s.Judge.Inputs(ctx).Random(s.random(-2-i), input.Tiny); err == nil {
			pair = append(pair, data)
		}
	}
	if len(pair) == 2 && len(s.Judge.Inputs(ctx).Pack(pair)) == 1 {
		s.batch = firstJoined
	}
	all := []*source{s.extremes(ctx, "small extremes", input.Small), s.smallest(ctx)}
	add := func(name string, size, floor input.Size) {
		of := &source{Class: &Class{Name: name}, size: size, floor: floor, batch: s.batch, cheap: 1, stop: func() {}}
		number, stream := 0, uint64(len(all))
		of.next = func(ctx context.Context) (*input.Data, string, error) {
			number++
			data, err := s.Judge.Inputs(ctx).Random(s.random(int(stream<<32)+number), of.size)
			return data, "", err
		}
		all = append(all, of)
	}
	few := input.Size{Tests: 1, Length: 4, Value: 20, Elements: 1000}
	add("random, small", input.Size{Tests: 2, Length: leastLong, Value: 20, Elements: 1000}, input.Size{})
	numbers := func(width, floor int) {
		size, below := few, few
		size.Value, below.Value = math.MaxUint64>>(64-width), max(few.Value, math.MaxUint64>>(64-floor))
		add(fmt.Sprintf("few numbers to 2^%d", width), size, below)
	}
	numbers(7, 0)
	numbers(10, 7)
	all = append(all, s.extremes(ctx, "full-size extremes", input.Full))
	for _, width := range [][2]int{{33, 10}, {64, 33}, {14, 10}, {20, 14}, {48, 33}} {
		numbers(width[0], width[1])
	}
	many := input.Size{Tests: 1, Length: leastLong, Value: math.MaxUint64, Elements: 1 << 21}
	for _, length := range []uint64{40, 300, 3000, math.MaxUint64} {
		size := many
		size.Length = length
		name := "as long as is allowed"
		if length < math.MaxUint64 {
			name = "up to " + units.Grouped(length) + " long"
		}
		small := size
		small.Value = 60
		add(name+", small numbers", small, input.Size{Length: many.Length, Value: 20})
		add(name, size, input.Size{Length: many.Length, Value: 1000})
		many.Length = length
	}
	for i, src := range all {
		src.cost = i * costOfRank * src.cheap
	}
	return all
}

// smallest draws the smallest inputs in order.
func (s *searcher) smallest(ctx context.Context) *source {
	next, stop := iter.Pull(s.Judge.Inputs(ctx).Small(mostSmall))
	return &source{
		Class: &Class{Name: "all from the smallest on"}, batch: s.batch, cheap: 1, stop: stop,
		next: func(context.Context) (*input.Data, string, error) {
			data, _ := next()
			return data, "", nil
		},
	}
}

// extremes draws extreme inputs of about a size.
func (s *searcher) extremes(ctx context.Context, name string, size input.Size) *source {
	of := &source{Class: &Class{Name: name}, size: size, floor: input.Small, batch: 4, cheap: 4, extreme: true}
	of.stop = func() {}
	begun := input.Size{}
	var next func() (string, *input.Data, bool)
	of.next = func(context.Context) (*input.Data, string, error) {
		if of.size != begun { // it was cut
			of.stop()
			next, of.stop = iter.Pull2(s.Judge.Inputs(ctx).Extremes(s.random(-1), of.size))
			begun = of.size
		}
		purpose, data, _ := next()
		return data, purpose, nil
	}
	return of
}

// A drawing is inputs of a turn, each with its text.
type drawing struct {
	data    *input.Data
	text    []byte
	purpose string
}

// turn draws some inputs of a source and judges them. It is done where the search is.
func (s *searcher) turn(ctx context.Context, src *source) (done bool, err error) {
	cases, err := s.draw(ctx, src)
	if err != nil {
		return true, err
	}
	s.growing(src, cases)
	refused := src.Refused
	var tests []Test
	if !src.cautious {
		if tests, err = s.files(ctx, src, cases); err != nil {
			return true, err
		}
		src.cautious = tests == nil && len(cases) > 0
	}
	if src.cautious {
		kept, err := s.answerable(ctx, src, cases)
		if err != nil {
			return true, err
		}
		if tests, err = s.files(ctx, src, kept); err != nil {
			return true, err
		}
		if tests == nil { // the engine answers each of them, and not all together
			src.Refused += len(kept)
		}
	}
	for i := range tests {
		src.files++
		if tests[i].Name = fmt.Sprintf("%s %d", src.Name, src.files); !src.extreme {
			tests[i].Name += fmt.Sprintf(" of seed %d", s.Seed)
		}
		src.cost += costOfRun + len(tests[i].Input)/bytesForCost + tests[i].tests/testsForCost
	}
	src.cost += 1 + costOfRefuse*(src.Refused-refused)*src.cheap
	if len(cases) >= src.batch && len(tests) == 1 && len(tests[0].Input) < mostJoined {
		src.batch = min(2*src.batch, mostBatch)
	}
	s.drawn += len(tests)
	return s.judgeAll(ctx, src.Class, tests, s.share())
}

// draw draws the inputs of a turn.
func (s *searcher) draw(ctx context.Context, src *source) (cases []drawing, err error) {
	most := src.batch
	if s.Runs > 0 && !s.All && s.batch == firstAlone {
		most = max(min(most, s.Runs-s.drawn), 1)
	}
	size := 0
	for len(cases) < most && size < mostJoined {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, purpose, err := src.next(ctx)
		switch {
		case errors.Is(err, input.ErrNoInput) && ctx.Err() == nil && src.Inputs+len(cases) > 0, beyond(err) && src.floor.Length > 0:
			src.over = true
			return cases, nil
		case err != nil:
			return nil, err
		case data == nil:
			src.over = true
			return cases, ctx.Err()
		}
		of := drawing{data, s.Judge.Inputs(ctx).Text(data), purpose}
		if len(of.text) <= shortText {
			if s.seen[string(of.text)] {
				src.Skipped++
				if src.stale++; src.stale >= mostStale {
					src.over = true
					return cases, ctx.Err()
				}
				continue
			}
			s.seen[string(of.text)] = true
		}
		src.stale = 0
		size += len(of.text)
		cases = append(cases, of)
	}
	return cases, ctx.Err()
}

// growing ends a source whose inputs are no larger than those of other classes.
func (s *searcher) growing(src *source, cases []drawing) {
	if src.files > 0 || len(cases) < src.batch {
		return
	}
	for _, of := range cases {
		if lists := src.floor.Length >= leastLong; !lists && greatestIn(of.text) > src.floor.Value || lists && longestIn(of.data) > src.floor.Length {
			return
		}
	}
	src.over = true // these are the last
}

// longestIn returns the length of the longest list or word of an input.
func longestIn(d *input.Data) (most uint64) {
	for i := range d.Values {
		most = max(most, uint64(len(d.Values[i].List)), uint64(len(d.Values[i].Text)))
	}
	for _, test := range d.Tests {
		most = max(most, longestIn(test))
	}
	return most
}

// answerable returns the inputs that the engine answers. Where it refuses some in a row, it cuts
// the source and leaves out the rest.
func (s *searcher) answerable(ctx context.Context, src *source, cases []drawing) (kept []drawing, err error) {
	const together = 2
	for len(cases) > 0 {
		some := cases[:min(together, len(cases))]
		cases = cases[len(some):]
		tests := make([]Test, len(some))
		for i, of := range some {
			tests[i] = Test{Name: src.Name, Input: of.text}
		}
		failed, err := s.answers(ctx, tests)
		if err != nil {
			return nil, err
		}
		for i, of := range some {
			if failed[i] == nil {
				kept = append(kept, of)
				src.vain = 0
				continue
			}
			src.vain++
			src.Refused++
			if s.report.Refused == nil {
				s.report.Refused = failed[i]
			}
		}
		if src.vain >= mostVain {
			src.Skipped += len(cases)
			if src.vain = 0; len(kept) == 0 {
				src.cut()
			}
			break
		}
	}
	return kept, nil
}

// cut has a source draw smaller inputs, or none where there are no others.
func (src *source) cut() {
	middle := func(a, b uint64) uint64 { return math.MaxUint64 >> (64 - (bits.Len64(a)+bits.Len64(b))/2) }
	switch {
	case bits.Len64(src.size.Value) > bits.Len64(src.floor.Value)+1:
		src.size.Value = middle(src.size.Value, src.floor.Value)
		src.Cut = fmt.Sprintf("numbers to about %s", units.Grouped(src.size.Value))
	case bits.Len64(src.size.Length) > bits.Len64(src.floor.Length)+1:
		src.size.Length = middle(min(src.size.Length, 1<<20), src.floor.Length)
		src.Cut = fmt.Sprintf("lengths to %s, and numbers to about %s", units.Grouped(src.size.Length), units.Grouped(src.size.Value))
	default:
		src.over = true
		src.Cut = "none of these sizes"
	}
}

// files joins inputs and asks the engine for their answers. It returns nil where the engine
// refuses one.
func (s *searcher) files(ctx context.Context, src *source, cases []drawing) ([]Test, error) {
	var tests []Test
	if !src.extreme { // those stay as they are
		all := make([]*input.Data, len(cases))
		for i, of := range cases {
			all[i] = of.data
		}
		for _, d := range s.Judge.Inputs(ctx).Pack(all) {
			tests = append(tests, Test{Input: s.Judge.Inputs(ctx).Text(d), tests: s.Judge.Inputs(ctx).Tests(d)})
		}
	} else {
		for _, of := range cases {
			tests = append(tests, Test{Input: of.text, Purpose: of.purpose, tests: s.Judge.Inputs(ctx).Tests(of.data)})
		}
	}
	failed, err := s.answers(ctx, tests)
	if err != nil {
		return nil, err
	}
	for _, err := range failed {
		if err != nil {
			return nil, nil
		}
	}
	return tests, nil
}

// each calls f for the numbers below n, some at the same time.
func each(n int, f func(i int)) {
	var work sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		room <- struct{}{}
		work.Go(func() {
			f(i)
			<-room
		})
	}
	work.Wait()
}

// answers asks the engine for the answers of tests. Which it refuses, and why, is in failed, also
// where the file of the problem fails at what was drawn.
func (s *searcher) answers(ctx context.Context, tests []Test) (failed []error, err error) {
	failed = make([]error, len(tests))
	each(len(tests), func(i int) { tests[i].right, failed[i] = s.answer(ctx, tests[i], s.share()) })
	return failed, ctx.Err()
}

// judgeAll judges tests of a class, and is done where the search is.
func (s *searcher) judgeAll(ctx context.Context, class *Class, tests []Test, share time.Duration) (done bool, err error) {
	r := s.report
	if !class.listed && len(tests)+class.Refused > 0 {
		class.listed = true
		r.Classes = append(r.Classes, class)
	}
	all, failed := make([]Judged, len(tests)), make([]error, len(tests))
	each(len(tests), func(i int) { all[i], failed[i] = s.judge(ctx, tests[i], share) })
	for i, j := range all {
		switch err := failed[i]; {
		case err == nil:
			s.count(class, j)
		case s.whole.Err() == nil && ctx.Err() != nil: // one that was not begun any more
		case ctx.Err() == nil && beyond(err):
			if class.Refused++; share == 0 {
				r.Passed = append(r.Passed, tests[i].Name)
			}
			if r.Refused == nil {
				r.Refused = err
			}
		default:
			return true, err
		}
	}
	s.Progress.Report(uint64(r.Inputs), uint64(s.Runs))
	return ctx.Err() != nil || s.first != nil && !s.All, nil
}

// count counts a test that was judged.
func (s *searcher) count(class *Class, j Judged) {
	r, greatest := s.report, greatestIn(j.Input)
	r.Inputs++
	r.Tests += j.tests
	r.Bytes, r.Number = max(r.Bytes, len(j.Input)), max(r.Number, greatest)
	class.Inputs++
	class.Tests += j.tests
	class.Bytes, class.Number = max(class.Bytes, len(j.Input)), max(class.Number, greatest)
	if j.Verdict != Accepted && s.first == nil {
		s.first = &j
	}
	if s.All {
		row := j
		row.Input, row.Output, row.Want, row.right = nil, nil, nil, nil
		r.Table = append(r.Table, row)
	}
}
