package rules

// This file holds what can be found out about a file before anybody plays it:
// which way its functions run, whether its examples are as expected, and whether
// what it declares about symmetry and parts is true of small positions. That is
// a test and no proof; the report says how many positions it looked at.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"go.starlark.net/syntax"

	"grundy"
	"grundy/internal/message"
	"grundy/theory/loopy"
	"grundy/theory/search"
)

// A Report is what [File.Check] found.
type Report struct {
	Functions []FunctionReport
	Examples  []ExampleReport
	// Declared are the declarations that were tested, Looked the small positions
	// that were decided, declarations included; where the file says loopy = True,
	// those whose moves were listed.
	Declared []DeclaredReport
	Looked   int
	// Cycle is a play that comes back to where it began, where there is one and
	// the file does not say loopy = True.
	Cycle []string
	// Failed is the error of the rules at an example or at some small position, or
	// nil. It ended the check.
	Failed error
	// Undecided are the small positions of which nothing was found out, as that
	// took more positions or time than allowed.
	Undecided int
	// Stopped says that the time was up before all was looked at.
	Stopped bool
	// BuiltIn is the built-in game that the file declares, or "".
	BuiltIn string
}

// OK reports whether nothing is wrong, and something was found out.
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

// A FunctionReport says which way a function runs.
type FunctionReport struct {
	Name     string
	Pos      Pos
	Compiled bool
	// Where and Why tell what keeps it from being compiled: an error's text
	// with its place.
	Where Pos
	Near  string
	Why   string
}

// An ExampleReport says what is wrong with an example; nothing where it is as
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
	// Positions bounds those that are looked at, for the examples and for the
	// declarations each; 0 stands for a million.
	Positions uint64
	Time      time.Duration // 0 for no bound
}

// errCheckTime ends a check whose time is up.
var errCheckTime = fmt.Errorf("the time of the check is up: %w", grundy.ErrBudget)

// Check looks at a file. It stops at the first error of the rules, and when the
// time is up, which the report says. It returns an error only where ctx ends.
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
	defer f.Within(ctx)()
	r := &Report{}
	if f.builtIn != nil {
		r.BuiltIn = f.builtIn.name
	}
	f.reportFunctions(r)
	for i := range f.examples {
		e := &f.examples[i]
		wrong, err := f.checkExample(ctx, e, most)
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
	if f.builtIn == nil {
		f.checkSmall(ctx, r, most)
		r.Stopped = ctx.Err() != nil
	}
	return r, whole.Err()
}

// isFailure reports whether the rules failed at a position: not that a search had
// enough of them, nor that they were stopped.
func isFailure(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.At != "" && !wrong.stopped
}

// reportFunctions says which way each function of the file runs.
func (f *File) reportFunctions(r *Report) {
	slow := map[string]Slow{}
	for _, s := range f.slow {
		slow[s.Function] = s
	}
	for _, st := range f.syntax.Stmts {
		def, ok := st.(*syntax.DefStmt)
		if !ok {
			continue
		}
		report := FunctionReport{Name: def.Name.Name, Pos: posOf(def.Def)}
		switch s, isSlow := slow[report.Name]; {
		case isSlow:
			report.Where, report.Near, report.Why = s.Pos, s.Near, s.Why
		case f.options.Interpreted:
			report.Why = "all rules are interpreted"
		case report.Name == "moves" || report.Name == "parts" && f.parts != nil:
			report.Compiled = true
		case f.called[report.Name]:
			report.Compiled = true
		case report.Name == "start" || report.Name == "draw":
			report.Why = "it runs once a position, and is always interpreted"
		default:
			report.Why = "no compiled function calls it"
		}
		r.Functions = append(r.Functions, report)
	}
}

// checkExample returns what is not as expected.
func (f *File) checkExample(ctx context.Context, e *Example, most uint64) (wrong []string, err error) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if e.Options != nil {
		count, ok := e.Position.CountOptions()
		if !ok {
			if p, isOurs := e.Position.Position().(Position); isOurs {
				options, err := f.optionsOf(p)
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
		if failed := f.Err(); failed != nil {
			err = failed // it makes no moves since
		}
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
	value, err := f.valueOf(ctx, e.Position, most)
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

// Perft returns the numbers of plays of 1, 2, … depth moves from c, 2^64-1 for as
// many or more: what generators of moves are compared by. Options that are equal
// count once. It costs a look at each option of each position that is met, once for
// each depth; the error wraps [grundy.ErrBudget] if at one depth there are more
// than most of them.
func Perft(ctx context.Context, c grundy.Component, depth int, most uint64) ([]uint64, error) {
	type reached struct {
		position grundy.Component
		plays    uint64
	}
	counts := make([]uint64, 0, depth)
	now := map[string]reached{c.String(): {c, 1}}
	for range depth {
		next, total := map[string]reached{}, uint64(0)
		for _, r := range now {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, option := range r.position.AppendOptions(nil) {
				key := option.String()
				next[key] = reached{option, grundy.AddCounts(next[key].plays, r.plays)}
				total = grundy.AddCounts(total, r.plays)
			}
			if uint64(len(next)) > most {
				return nil, fmt.Errorf("perft: more than %d positions after %d moves: %w", most, len(counts)+1, grundy.ErrBudget)
			}
		}
		counts, now = append(counts, total), next
	}
	return counts, nil
}

// valueOf returns the value of a position of the file.
func (f *File) valueOf(ctx context.Context, c grundy.Component, most uint64) (grundy.LoopyValue, error) {
	p, isOurs := c.Position().(Position)
	if !isOurs {
		v, err := builtInValue(ctx, c)
		return grundy.LoopyValue{Nim: grundy.Value(v)}, err
	}
	if f.Loopy {
		e, err := f.explore(ctx, p, most)
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		values, err := e.solve(ctx)
		if err != nil {
			return grundy.LoopyValue{}, err
		}
		return values.At(0), nil
	}
	v, err := f.nimValue(ctx, p, most)
	return grundy.LoopyValue{Nim: grundy.Value(v)}, err
}

// nimValue returns the nim-value of a position by search, as it is declared.
func (f *File) nimValue(ctx context.Context, p Position, most uint64) (uint64, error) {
	return f.newMemo(most)(ctx, p)
}

// newMemo returns a search that remembers.
func (f *File) newMemo(most uint64) func(ctx context.Context, p Position) (uint64, error) {
	l := &textLister{file: f, result: collector{wants: "move"}, state: make([]int64, f.shape.size), room: make([]int64, f.shape.roomSize())}
	memo := search.NewMemo(l, search.Options{Positions: most})
	return func(ctx context.Context, p Position) (uint64, error) {
		states := f.shape.states(p)
		value := uint64(0)
		for ; len(states) > 0; states = states[f.shape.size:] {
			parts, err := l.parts(states[:f.shape.size])
			if err != nil {
				return 0, err
			}
			for i := 0; i < len(parts); i += f.shape.size {
				v, err := memo.Value(ctx, string(f.shape.pack(parts[i:i+f.shape.size])))
				if err != nil {
					return 0, err
				}
				value ^= v
			}
		}
		return value, nil
	}
}

// A textLister lists moves by the packed text of states. Plain, it does without
// what the file declares about symmetry and parts.
type textLister struct {
	file        *File
	plain       bool
	result      collector
	state, room []int64
	found       []int64
}

// parts returns the canonical parts of a state.
func (l *textLister) parts(state []int64) ([]int64, error) {
	if l.plain {
		return state, nil
	}
	var err error
	l.found, err = l.file.appendParts(l.found[:0], state, l.room)
	return l.found, err
}

// AppendMoves implements [grundy.MoveLister].
func (l *textLister) AppendMoves(m *grundy.Moves[string], key string) error {
	f := l.file
	clear(l.state)
	f.shape.unpack(l.state, key)
	l.result.states, l.result.ends = l.result.states[:0], l.result.ends[:0]
	if err := f.movesOf(l.state, &l.result); err != nil {
		return err
	}
	size, from := f.shape.size, 0
	for _, end := range l.result.ends {
		for ; from < end; from += size {
			parts, err := l.parts(l.result.states[from : from+size])
			if err != nil {
				return err
			}
			for i := 0; i < len(parts); i += size {
				m.Parts = append(m.Parts, string(f.shape.pack(parts[i:i+size])))
			}
		}
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return nil
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

// checkSmall looks at small positions: for cycles, for errors of the rules, and
// whether what is declared holds at each. It decides each as it comes, so that what
// takes long at some leaves a report on those before.
func (f *File) checkSmall(ctx context.Context, r *Report, most uint64) {
	decide := func(Position) bool { return true }
	if !f.Loopy {
		decide = f.newDecider(ctx, r, most).decide
	}
	found, expanded, err := f.smallPositions(decide)
	if f.Loopy {
		r.Looked = expanded
	}
	switch {
	case isFailure(err) || err != nil && ctx.Err() == nil:
		r.Failed = err
	case f.Loopy:
		r.Undecided = found - expanded
	}
}

// A decider decides small positions for a report.
type decider struct {
	file     *File
	ctx      context.Context
	report   *Report
	lister   *textLister
	memo     *search.Memo[string]
	most     uint64
	misses   int
	declares string // what it tests besides that play ends, or ""
	room     []int64
}

func (f *File) newDecider(ctx context.Context, r *Report, most uint64) *decider {
	l := &textLister{file: f, plain: true, result: collector{wants: "move"}, state: make([]int64, f.shape.size)}
	return &decider{
		file: f, ctx: ctx, report: r, lister: l, most: most,
		memo:     search.NewMemo(l, search.Options{Positions: most / 4}),
		declares: f.declares(),
		room:     make([]int64, f.shape.roomSize()),
	}
}

// declares names what the file declares about symmetry and parts.
func (f *File) declares() string {
	if !f.falls && len(f.same) == 0 {
		return ""
	}
	var what []string
	if len(f.symmetry) > 0 {
		var names []string
		for _, s := range f.symmetry {
			names = append(names, s.name)
		}
		what = append(what, "symmetric: "+strings.Join(names, ", "))
	}
	if len(f.touching) > 0 {
		what = append(what, "touching")
	}
	if f.parts != nil {
		what = append(what, "parts")
	}
	return strings.Join(what, "; ")
}

// plain returns the nim-value of a sum of states, without what is declared.
func (d *decider) plain(states []int64) (value uint64, err error) {
	shape := d.file.shape
	for ; len(states) > 0; states = states[shape.size:] {
		v, err := d.memo.Value(d.ctx, string(shape.pack(states[:shape.size])))
		if err != nil {
			return 0, err
		}
		value ^= v
	}
	return value, nil
}

// undecided counts the position of an error that leaves it undecided.
func (d *decider) undecided(err error) bool {
	var budget *search.BudgetError
	switch {
	case err == nil || isFailure(err):
		return false
	case d.ctx.Err() != nil:
		d.report.Undecided++
		return true
	case !errors.As(err, &budget):
		return false
	}
	d.report.Undecided++
	// Of the others, many have been met. But each miss costs the whole budget, so
	// that after some of them it must be a smaller one.
	const mostMisses = 8
	if d.misses++; d.misses == mostMisses {
		d.memo = search.NewMemo(d.lister, search.Options{Positions: d.most/256 + 1})
	}
	return true
}

// decide looks at a position, and reports whether the check goes on.
func (d *decider) decide(p Position) (more bool) {
	f, r := d.file, d.report
	if d.ctx.Err() != nil {
		r.Undecided++
		return true
	}
	states := f.shape.states(p)
	value, err := d.plain(states)
	var cycle *search.CycleError[string]
	switch {
	case errors.As(err, &cycle):
		for _, key := range cycle.Positions {
			r.Cycle = append(r.Cycle, string(f.AppendPosition(nil, Position(key))))
		}
		return false
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	case d.declares == "":
		r.Looked++
		return true
	}
	var parts []int64
	for ; err == nil && len(states) > 0; states = states[f.shape.size:] {
		parts, err = f.appendParts(parts, states[:f.shape.size], d.room)
	}
	var sum uint64
	if err == nil {
		sum, err = d.plain(parts)
	}
	switch {
	case d.undecided(err):
		return true
	case err != nil:
		r.Failed = err
		return false
	}
	if len(r.Declared) == 0 {
		r.Declared = []DeclaredReport{{What: d.declares}}
	}
	if sum != value {
		stands := message.Brief(string(f.AppendPosition(nil, f.shape.position(parts))), 120)
		r.Declared[0].Wrong = fmt.Sprintf("%s has the nim-value %d, and %s, which should stand for it, %d",
			f.AppendPosition(nil, p), value, stands, sum)
		return false
	}
	r.Looked++
	return true
}

// mostSmall bounds the small positions that are looked at.
const mostSmall = 2000

// smallPositions passes the given positions to visit as they come, and then
// what can be reached from them, until visit returns false or the rules fail or
// are stopped. It returns how many there were, and of how many the moves were
// listed: in loopy files of all, else until there are enough positions.
func (f *File) smallPositions(visit func(Position) (more bool)) (found, expanded int, err error) {
	var all []Position
	seen := map[Position]bool{}
	add := func(p Position) (more bool) {
		if len(all) == mostSmall || seen[p] {
			return true
		}
		seen[p] = true
		all = append(all, p)
		return visit(p)
	}
	for p := range f.givenPositions() {
		if !add(p) {
			return len(all), 0, nil
		}
	}
	for ; expanded < len(all) && (f.Loopy || len(all) < mostSmall); expanded++ {
		options, err := f.optionsOf(all[expanded])
		if err != nil {
			return len(all), expanded, err
		}
		for _, q := range options {
			if !add(q) {
				return len(all), expanded, nil
			}
		}
	}
	return len(all), expanded, nil
}

// givenPositions returns the positions of start with small numbers, or else the
// smallest of the shape; and those of the examples.
func (f *File) givenPositions() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		if f.start != nil {
			n := len(f.start.def.Params)
			few := []int{1, 16, 5, 4}[min(n, 3)] // values of each number
			count := 1
			for range min(n, 4) {
				count *= few
			}
			for i := range count {
				numbers := make([]int64, n)
				for j, rest := 0, i; j < n; j, rest = j+1, rest/few {
					numbers[j] = int64(rest % few)
				}
				if state, err := f.startState(numbers); err == nil && !yield(f.shape.position(state)) {
					return
				}
			}
		} else {
			for _, state := range f.smallStates() {
				if !yield(f.shape.position(state)) {
					return
				}
			}
		}
		for _, e := range f.examples {
			if p, ok := e.Position.Position().(Position); ok && !yield(p) {
				return
			}
		}
	}
}

// smallStates returns states of the shape with small numbers and few cells.
func (f *File) smallStates() (all [][]int64) {
	const few = 600
	all = [][]int64{make([]int64, f.shape.size)}
	for i := range f.shape.fields {
		field := &f.shape.fields[i]
		var values [][]int64 // of the field alone
		switch field.Kind {
		case Integer:
			for v := field.Lo; v <= field.Hi && v < field.Lo+24 && v >= field.Lo; v++ {
				values = append(values, []int64{v})
			}
		case Grid:
			for h := 1; h <= min(3, field.Height); h++ {
				for w := 1; w <= min(3, field.Width); w++ {
					for _, cells := range field.smallRows(h*w, few/9) {
						values = append(values, append([]int64{int64(h), int64(w)}, cells...))
					}
				}
			}
		default:
			for n := 0; n <= min(6, field.Most); n++ {
				for _, cells := range field.smallRows(n, few/6) {
					values = append(values, append([]int64{int64(n)}, cells...))
				}
			}
		}
		var more [][]int64
		for _, state := range all {
			for _, v := range values {
				if len(more) >= mostSmall {
					break
				}
				next := append([]int64(nil), state...)
				copy(next[field.at:], v)
				more = append(more, next)
			}
		}
		all = more
	}
	return all
}

// smallRows returns at most most rows of n cells.
func (f *Field) smallRows(n, most int) (all [][]int64) {
	var cells []int64
	for i := range int64(4) {
		switch {
		case f.Letters != "" && int(i) < len(f.Letters):
			cells = append(cells, int64(f.Letters[i]))
		case f.Letters == "" && i <= f.Hi-f.Lo:
			cells = append(cells, f.Lo+i)
		}
	}
	all = [][]int64{{}}
	for range n {
		var more [][]int64
		for _, row := range all {
			for _, c := range cells {
				if f.Kind == Heaps && len(row) > 0 && c < row[len(row)-1] || len(more) >= most {
					continue
				}
				more = append(more, append(append([]int64(nil), row...), c))
			}
		}
		all = more
	}
	return all
}
