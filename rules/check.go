package rules

// This file checks a file before anybody plays it: which functions are compiled, whether
// the examples come out as expected, and whether the declared symmetries and parts hold
// at small positions. That is a test and not a proof; the report counts the positions
// that were looked at.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A Report is what [File.Check] found.
type Report struct {
	Functions []FunctionReport
	// Unused lists names that the file sets and never reads, and where.
	Unused   []UnusedReport
	Examples []ExampleReport
	// Declared lists the declarations that were tested. Looked counts the small
	// positions that were decided, or, where the file says loopy = True and declares
	// nothing, those whose moves were listed.
	Declared []DeclaredReport
	Looked   int
	// Moves says that some small position has a move.
	Moves bool
	// Cycle is a play that returns to its first position, if there is one and the
	// file does not say loopy = True.
	Cycle []string
	// Failed is the error of the rules at an example or at a small position, or nil.
	// It ended the check.
	Failed error
	// Outside counts the small positions at which something is wrong, and that need not matter:
	// play does not reach them from what start makes of small numbers, or from an example, where
	// there is a start; otherwise it leaves the shape from them, as its bounds are narrow.
	// OutsideWhy says what is wrong at the first one.
	Outside    int
	OutsideWhy string
	// Undecided counts the small positions that needed more positions or more time
	// than allowed.
	Undecided int
	// Stopped says that the time ran out before the check was complete.
	Stopped bool
	// Definable says whether formulas state the moves ([File.Define]).
	Definable DefinableReport
	// Order says in which order a table can be filled.
	Order OrderReport
	// BuiltIn is the built-in game that the file declares, or "".
	BuiltIn string
}

// OK reports whether the check found something out, and nothing wrong.
func (r *Report) OK() bool {
	ok := r.Cycle == nil && r.Failed == nil && (r.Looked > 0 || r.Undecided == 0 && !r.Stopped)
	for _, e := range r.Examples {
		ok = ok && len(e.Wrong) == 0
	}
	for _, d := range r.Declared {
		ok = ok && d.Wrong == ""
	}
	return ok
}

// A DefinableReport says whether formulas state the moves, and if not, why.
type DefinableReport struct {
	Coordinates []string // of a position; empty where no formulas state the moves
	Kinds       int      // of moves
	Base        int      // of powers that the rules speak of, or 0
	Length      int      // of rows and heaps of any length that was looked at, or 0
	Held        []string // numbers that were held, as the moves pass them on
	// Where, Near and Why say what stands in the way: the place, the text there, and
	// the reason.
	Where Pos
	Near  string
	Why   string
}

// A FunctionReport says whether a function is compiled or interpreted.
type FunctionReport struct {
	Name     string
	Pos      Pos
	Compiled bool
	// Where, Near and Why say what keeps it from being compiled: the place, the text
	// there, and the reason.
	Where Pos
	Near  string
	Why   string
}

// An UnusedReport is a name that the file sets and never reads.
type UnusedReport struct {
	Name string
	Pos  Pos
}

// An ExampleReport lists what is wrong with an example: nothing if it came out as
// expected.
type ExampleReport struct {
	Pos      Pos
	Position string
	Wrong    []string
}

// A DeclaredReport says whether a declaration holds.
type DeclaredReport struct {
	What  string // symmetric, touching or parts
	Wrong string // a position at which it does not hold, and how; or ""
}

// A CheckBounds bounds a check.
type CheckBounds struct {
	// Positions bounds the positions that are looked at, separately for each example
	// and for the declarations; 0 means a million.
	Positions uint64
	Time      time.Duration // 0 for no bound
}

// errCheckTime ends a check whose time is up.
var errCheckTime = fmt.Errorf("the time of the check is up: %w", grundy.ErrBudget)

// Check checks a file. It stops at the first error of the rules, and when the time runs
// out, which the report says. It returns an error only if ctx ends.
func (f *File) Check(ctx context.Context, bounds CheckBounds) (*Report, error) {
	most := bounds.Positions
	if most == 0 {
		most = 1_000_000
	}
	whole := ctx
	if bounds.Time > 0 {
		timed, cancel := context.WithTimeoutCause(ctx, bounds.Time, errCheckTime)
		defer cancel()
		ctx = timed
	}
	r := f.Look(ctx)
	newRun := func() *run {
		run := f.during(ctx)
		run.checks = true
		return run
	}
	for i := range f.examples {
		e := &f.examples[i]
		wrong, err := newRun().checkExample(ctx, e, most)
		if whole.Err() != nil {
			return nil, whole.Err()
		}
		failed := isFailure(err)
		switch {
		case ctx.Err() != nil && !failed:
			wrong = []string{"not decided: " + errCheckTime.Error()}
		case err != nil:
			wrong = append(wrong, err.Error())
		}
		r.Examples = append(r.Examples, ExampleReport{e.Pos, e.Position.String(), wrong})
		if failed { // to meet it again may take as long again
			r.Failed = err
			return r, nil
		}
	}
	if f.builtIn == nil && ctx.Err() == nil {
		newRun().checkSmall(ctx, r, most)
		newRun().reportOrder(ctx, r)
	}
	r.Stopped = ctx.Err() != nil
	return r, whole.Err()
}

// Look reports what can be said of a file without playing: of its functions, names, and
// formulas.
func (f *File) Look(ctx context.Context) *Report {
	r := &Report{}
	if f.builtIn != nil {
		r.BuiltIn = f.builtIn.name
	}
	f.reportFunctions(r)
	f.reportDefinable(ctx, r)
	for _, id := range f.code.Unused(wordsOfGame) {
		r.Unused = append(r.Unused, UnusedReport{id.Name, Pos{Line: int(id.NamePos.Line), Col: int(id.NamePos.Col)}})
	}
	return r
}

// isFailure reports whether the rules failed at a position. A search that exceeded its
// budget, or rules that were stopped, do not count.
func isFailure(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.At != "" && !lang.IsStopped(err)
}

// reportFunctions reports for each function whether it is compiled.
func (f *File) reportFunctions(r *Report) {
	names, at := f.code.Definitions()
	hosts := map[string]bool{}
	for _, host := range f.compiled() {
		if host.fn != nil {
			hosts[host.fn.Name] = true
		}
	}
	for i, name := range names {
		report := FunctionReport{Name: name, Pos: at[i]}
		switch why := f.slow[name]; {
		case why != nil:
			report.Where, report.Near, report.Why = why.Pos, why.Near, why.Msg
		case f.code.Options.Interpreted:
			report.Why = "all rules are interpreted"
		case hosts[name] || f.called[name]:
			report.Compiled = true
		case name == "start" || name == "draw":
			report.Why = "it runs once a position, and is always interpreted"
		default:
			report.Why = "no compiled function calls it"
		}
		r.Functions = append(r.Functions, report)
	}
}

// usualLength is the length of rows of any length for which a check translates the moves.
const usualLength = 3

// reportDefinable reports whether formulas state the moves: of rows of a usual length, and
// with numbers of an example held where the moves pass them on and no formulas state them
// otherwise.
func (f *File) reportDefinable(ctx context.Context, r *Report) {
	frame, held := Frame{}, Frame{Hold: true}
	for i := range f.Fields() {
		if field := &f.code.Shape.Fields[i]; (field.Kind == core.Row || field.Kind == core.Heaps) && !field.Exact {
			frame.Length = min(cmp.Or(frame.Length, usualLength), field.Most)
		}
	}
	for _, e := range f.examples {
		if p, ok := e.Position.Position().(Position); ok && len(held.Fixed) == 0 {
			held = f.framed(held, p)
		}
	}
	is := &r.Definable
	is.Length = frame.Length
	d, err := f.Define(ctx, frame)
	if err != nil && len(held.Fixed) > 0 {
		if d2, err2 := f.Define(ctx, held); err2 == nil {
			d, err, is.Length = d2, nil, held.Length
			is.Held = slices.Sorted(maps.Keys(held.Fixed))
		}
	}
	if err == nil {
		is.Coordinates, is.Kinds, is.Base = d.Moves.Coordinates, len(d.Kinds), d.Base
		return
	}
	is.Why = strings.TrimPrefix(err.Error(), f.String()+": ")
	if wrong, ok := errors.AsType[*Error](err); ok {
		is.Where, is.Near, is.Why = wrong.Pos, wrong.Near, wrong.Msg
	}
}

// checkExample lists what did not come out as expected.
func (r *run) checkExample(ctx context.Context, e *Example, most uint64) (wrong []string, err error) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if e.Options != nil {
		count, ok := e.Position.CountOptions()
		if !ok {
			if p, isOurs := e.Position.Position().(Position); isOurs {
				options, err := r.optionsOf(p)
				if err != nil {
					return nil, err
				}
				count = uint64(len(options))
			} else {
				count = uint64(len(e.Position.AppendOptions(nil)))
			}
		}
		if count != *e.Options {
			say("options = %d, not %d", count, *e.Options)
		}
	}
	if len(e.Perft) > 0 {
		plays, err := Perft(ctx, e.Position, len(e.Perft), most)
		if err != nil {
			return wrong, err
		}
		if !slices.Equal(plays, e.Perft) {
			say("perft = %d, not %d", plays, e.Perft)
		}
	}
	if e.NimValue == nil && e.Outcome == "" {
		return wrong, nil
	}
	value, err := r.valueOf(ctx, e.Position, most)
	if err != nil {
		return wrong, err
	}
	if e.NimValue != nil && (value.Infinite || uint64(value.Nim) != *e.NimValue) {
		say("nim_value = %v, not %d", value, *e.NimValue)
	}
	if outcome := loopy.OutcomeOf(value).String(); e.Outcome != "" && e.Outcome != outcome {
		say("outcome = %q, not %q", outcome, e.Outcome)
	}
	return wrong, nil
}

// reachedBytes is roughly the memory of a position that is kept, besides its text.
const reachedBytes = 160

// Perft counts the plays of 1, 2, … depth moves from c, which is how generators of moves
// are compared; 2^64-1 stands for as many or more. Equal options count once. It looks at
// each option of each position that it meets, once for each depth. Its error wraps
// [grundy.ErrBudget] if more than most positions stand at one depth.
func Perft(ctx context.Context, c grundy.Component, depth int, most uint64) ([]uint64, error) {
	type reached struct {
		position grundy.Component
		plays    uint64
	}
	started, failed := grundy.Start(ctx, grundy.SumOf(c))
	c = started[0].Component
	held := meter.Open(ctx)
	defer held.Close()
	counts := make([]uint64, 0, depth)
	now := map[string]reached{c.String(): {c, 1}}
	for range depth {
		next, total, before := map[string]reached{}, uint64(0), held.Held()
		for _, r := range now {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			options := r.position.AppendOptions(nil)
			if err := failed(); err != nil {
				return nil, err
			}
			for _, option := range options {
				key := option.String()
				if _, ok := next[key]; !ok {
					if err := held.Take(uint64(2*len(key) + reachedBytes)); err != nil {
						return nil, fmt.Errorf("perft: after %d moves: %w", len(counts)+1, err)
					}
				}
				next[key] = reached{option, grundy.AddCounts(next[key].plays, r.plays)}
				total = grundy.AddCounts(total, r.plays)
			}
			if uint64(len(next)) > most {
				return nil, fmt.Errorf("perft: more than %d positions after %d moves: %w", most, len(counts)+1, grundy.Spent("positions"))
			}
		}
		held.Give(before) // which nothing holds any more
		counts, now = append(counts, total), next
	}
	return counts, nil
}

// valueOf returns the value of a position of the file.
func (r *run) valueOf(ctx context.Context, c grundy.Component, most uint64) (grundy.LoopyValue, error) {
	p, isOurs := c.Position().(Position)
	if !isOurs {
		v, err := builtInValue(ctx, c)
		return grundy.LoopyValue{Nim: grundy.Value(v)}, err
	}
	if r.Loopy || r.Ends && !r.decisive || r.Misere {
		e, err := r.explore(ctx, p, most, r.Convention())
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		defer e.held.Close()
		values, err := e.solve(ctx)
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		return values.At(0), nil
	}
	return r.newValues(r, most)(ctx, p)
}

// builtInValue returns the nim-value of a position of a built-in game.
func builtInValue(ctx context.Context, c grundy.Component) (uint64, error) {
	if v, _, ok := c.Measure(grundy.ByNimValue); ok {
		return v, nil
	}
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok {
		return 0, fmt.Errorf("%s: no table gives the nim-value", c)
	}
	table, err := plan.Build(ctx, nil)
	if err != nil {
		return 0, err
	}
	return table(c), nil
}
