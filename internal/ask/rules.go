package ask

// [Check] asks whether a file of rules is as it says.

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// RulesEnding is how the names of files of rules end, by which positions tell them
// from games.
const RulesEnding = ".star"

// A Check asks whether a file of rules, its examples and what it declares hold.
type Check struct {
	Name      string    `json:"name" doc:"of the file; it ends in .star"`
	Text      io.Reader `json:"-"`
	Positions uint64    `json:"max,omitempty" doc:"the most positions that are searched for an example"`
}

// DefaultChecked is how many positions are searched for an example where nobody says.
const DefaultChecked = 1_000_000

// A Checked is the answer to a [Check].
type Checked struct {
	_         struct{}          `layout:"compact"`
	File      string            `json:"file"`
	Title     string            `json:"title"`
	Game      string            `json:"game,omitempty"`
	Numbers   []string          `json:"numbers" doc:"the numbers that choose a position, by which positions are tabulated"`
	Loopy     bool              `json:"loopy"`
	Misere    bool              `json:"misere,omitempty"`
	Functions []checkedFunction `json:"functions"`
	Unused    []checkedUnused   `json:"unused,omitempty"`
	Definable checkedDefinable  `json:"definable"`
	Family    string            `json:"family,omitempty" doc:"the game with engines of its own whose moves these are, as the formulas prove"`
	Order     checkedOrder      `json:"order"`
	Examples  []checkedExample  `json:"examples"`
	Declared  []checkedDeclared `json:"declared"`
	Positions int               `json:"positions"`
	Moves     bool              `json:"moves"`
	Outside   int               `json:"outside,omitempty" doc:"small positions at which something is wrong that does not count: play does not reach them from small numbers of start, or leaves the shape from them"`
	Beyond    string            `json:"outside_why,omitempty" doc:"what is wrong at the first of these"`
	Undecided int               `json:"undecided"`
	Stopped   bool              `json:"stopped"`
	Cycle     []string          `json:"cycle,omitempty"`
	Error     string            `json:"error,omitempty"`
	OK        bool              `json:"ok"`

	Report *rules.Report  `json:"-"`
	Rules  *rules.File    `json:"-"`
	Known  *family.Family `json:"-"` // to which the rules belong, or nil
}

// IsTimed reports whether the answer depends on the time that there was.
func (a *Checked) IsTimed() bool { return a.Stopped }

// file loads rules.
func (m Means) file(ctx context.Context, name string, text io.Reader) (*rules.File, error) {
	if !strings.HasSuffix(name, RulesEnding) {
		return nil, wrong("file", nil, "%s: the name of a file of rules must end in %s; no position could name it otherwise", message.Shown(name), RulesEnding)
	}
	loading, clock := m.begin(ctx, name)
	f, err := rules.Load(loading, name, text, m.rules())
	over := context.Cause(loading)
	if err := clock.end(err); err != nil {
		if over != nil {
			return nil, err
		}
		return nil, &FieldError{"text", nil, err}
	}
	return f, nil
}

// A Core asks what the functions of a file of rules mean, as its readers see it.
type Core struct {
	Name     string // of the file; it ends in .star
	Text     io.Reader
	Function string // of the file, or "" for all
}

// Ask answers the question.
func (q Core) Ask(ctx context.Context, m Means) ([]rules.Core, error) {
	f, err := m.file(ctx, q.Name, q.Text)
	if err != nil {
		return nil, err
	}
	all := f.Cores()
	if q.Function == "" {
		return all, nil
	}
	var names []string
	for _, c := range all {
		if c.Name == q.Function {
			return []rules.Core{c}, nil
		}
		names = append(names, c.Name)
	}
	hint := message.DidYouMean(q.Function, names)
	if len(names) == 0 {
		return nil, wrong("function", nil, "%s: %s is not a function with a core: the game is built in, and has none", f, message.Shown(q.Function))
	}
	return nil, wrong("function", nil, "%s: %s is not a function that is lowered%s; want %s", f, message.Shown(q.Function), hint, strings.Join(names, ", "))
}

// Ask answers the question. A check that runs out of time is an answer, which says
// how far it came.
func (q Check) Ask(ctx context.Context, m Means) (*Checked, error) {
	began := time.Now()
	f, err := m.file(ctx, q.Name, q.Text)
	if err != nil {
		return nil, err
	}
	bounds := rules.CheckBounds{Positions: q.Positions}
	if m.Time > 0 {
		bounds.Time = max(m.Time-time.Since(began), 1)
	}
	report, err := f.Check(m.metered(ctx), bounds)
	if err != nil {
		return nil, err
	}
	var known *family.Family
	if len(report.Definable.Coordinates) > 0 && !report.Stopped && report.Failed == nil {
		if known, err = family.Recognise(m.metered(ctx), f, rules.Frame{Length: report.Definable.Length}); ctx.Err() != nil {
			return nil, err
		}
	}
	return checked(f, report, known), nil
}

// Problem returns what the check has against the file, or nil: details are in the
// report.
func (a *Checked) Problem() error {
	r := a.Report
	refuted := slices.ContainsFunc(r.Declared, func(d rules.DeclaredReport) bool { return d.Wrong != "" })
	switch {
	case r.OK():
		return nil
	case r.Looked == 0 && r.Failed == nil && r.Cycle == nil && !refuted && (r.Undecided > 0 || r.Stopped):
		bound := "positions"
		if r.Stopped {
			bound = "time"
		}
		return fmt.Errorf("%s: no small position could be decided, for want of %s: %w", a.Rules, bound, grundy.Spent(bound))
	}
	return fmt.Errorf("%s: the check did not hold", a.Rules)
}

// A checkedFunction is part of a report.
type checkedFunction struct {
	Name     string `json:"name"`
	Line     int    `json:"line"`
	Compiled bool   `json:"compiled"`
	Why      string `json:"why,omitempty"`
	At       string `json:"at,omitempty"`
	Near     string `json:"near,omitempty"`
}

// A checkedUnused is part of a report.
type checkedUnused struct {
	Name string `json:"name"`
	At   string `json:"at"`
}

// A checkedExample is part of a report.
type checkedExample struct {
	Line     int      `json:"line"`
	Position string   `json:"position"`
	Holds    bool     `json:"holds"`
	Wrong    []string `json:"wrong,omitempty"`
}

// A checkedDeclared is part of a report.
type checkedDeclared struct {
	What  string `json:"what"`
	Holds bool   `json:"holds"`
	Wrong string `json:"wrong,omitempty"`
}

// A checkedDefinable is part of a report.
type checkedDefinable struct {
	Holds       bool     `json:"holds" doc:"whether formulas state the moves"`
	Coordinates []string `json:"coordinates,omitempty" doc:"the variables of the formulas"`
	Kinds       int      `json:"kinds,omitempty" doc:"how many kinds of moves the formulas state"`
	Base        int      `json:"base,omitempty" doc:"the base of powers in the rules"`
	Length      int      `json:"length,omitempty" doc:"the length of rows that was looked at"`
	Held        []string `json:"held,omitempty" doc:"numbers that are held, as moves pass them on"`
	Why         string   `json:"why,omitempty"`
	At          string   `json:"at,omitempty"`
	Near        string   `json:"near,omitempty"`
}

// A checkedOrder is part of a report.
type checkedOrder struct {
	Lowers string `json:"lowers,omitempty" doc:"what every move lowers, by which tables can be filled"`
	Proved bool   `json:"proved" doc:"it follows from the rules"`
	Length int    `json:"length,omitempty" doc:"the length of rows that was looked at"`
	Why    string `json:"why,omitempty"`
}

// checked returns the report on a file, whose rules belong to a family, or nil.
func checked(f *rules.File, r *rules.Report, known *family.Family) *Checked {
	a := &Checked{
		Rules: f, Report: r, Known: known,
		File: f.String(), Title: f.Title, Game: r.BuiltIn, Loopy: f.Loopy, Misere: f.Misere, Positions: r.Looked, Moves: r.Moves || r.BuiltIn != "", Outside: r.Outside, Beyond: r.OutsideWhy, Undecided: r.Undecided, Stopped: r.Stopped, Cycle: r.Cycle, OK: r.OK(),
		Numbers: append([]string{}, f.Numbers()...), Functions: []checkedFunction{}, Examples: []checkedExample{}, Declared: []checkedDeclared{},
	}
	for _, fn := range r.Functions {
		line := checkedFunction{Name: fn.Name, Line: fn.Pos.Line, Compiled: fn.Compiled, Why: fn.Why, Near: fn.Near}
		if fn.Where.Line > 0 {
			line.At = fmt.Sprintf("%d:%d", fn.Where.Line, fn.Where.Col)
		}
		a.Functions = append(a.Functions, line)
	}
	d := r.Definable
	a.Definable = checkedDefinable{len(d.Coordinates) > 0, d.Coordinates, d.Kinds, d.Base, d.Length, d.Held, d.Why, "", d.Near}
	if d.Where.Line > 0 {
		a.Definable.At = fmt.Sprintf("%d:%d", d.Where.Line, d.Where.Col)
	}
	if known != nil {
		a.Family = known.Name
	}
	a.Order = checkedOrder{r.Order.Words, r.Order.Proved, r.Order.Length, r.Order.Why}
	for _, u := range r.Unused {
		a.Unused = append(a.Unused, checkedUnused{u.Name, fmt.Sprintf("%d:%d", u.Pos.Line, u.Pos.Col)})
	}
	for _, e := range r.Examples {
		a.Examples = append(a.Examples, checkedExample{e.Pos.Line, e.Position, len(e.Wrong) == 0, e.Wrong})
	}
	for _, d := range r.Declared {
		a.Declared = append(a.Declared, checkedDeclared{d.What, d.Wrong == "", d.Wrong})
	}
	if r.Failed != nil {
		a.Error = r.Failed.Error()
	}
	return a
}
