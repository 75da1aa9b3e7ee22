package ask

// [Period] asks for the period of a game of heaps, of a take-and-break code, or of a row of
// a board.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/period"
)

// A Period asks for the period of the values of a game, and its proof.
type Period struct {
	Game        string   `json:"game" doc:"a game without a position, such as 0.77 or queen, or one with one open number, such as pass-nim(_,3,1)"`
	Fix         []string `json:"fix,omitempty" doc:"numbers of the game that are fixed, as in passes=1; the others are open"`
	Of          string   `json:"of,omitempty" doc:"the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound"`
	Misere      bool     `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound    string   `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Max         *uint64  `json:"n,omitempty" old:"max" doc:"the last heap that is looked at"`
	Row         *uint64  `json:"row,omitempty" doc:"of a board: the row y of its table"`
	Certificate bool     `json:"certificate,omitempty" doc:"check that the proof can be written as a certificate"`
	// Soon says that where no engine proves periods, it is enough to see one eight times.
	Soon bool `json:"-"`
	// Segment makes the certificate a chain with that many values a segment. With 0, proofs of more than 2^30
	// values become chains.
	Segment uint64 `json:"-"`
	// Keeper keeps the runs of take-and-break codes; nil for one that keeps nothing.
	Keeper Keeper `json:"-"`
}

// DefaultMax is the last heap that a [Period] looks at, if it does not say.
const DefaultMax = 1_000_000_000

// A Keeper keeps the long runs of take-and-break codes.
type Keeper interface {
	// Begin returns a session for that many terms of the code.
	Begin(code sequence.Code, terms uint64) (*sequence.Session, error)
	// Unkept is called in place of Begin for any other game. It may refuse it.
	Unkept() error
	// Keep is called after each step of the session: the last one if it is done, or
	// ended with an error. It returns that error, or one of its own.
	Keep(ctx context.Context, s *sequence.Session, done bool, err error) error
}

// A Recurrence is the answer to a [Period]: what is known of it.
type Recurrence struct {
	Game            string       `json:"game"`
	Of              string       `json:"of,omitempty"` // what the sequence is, such as "misère nim-values"; "" for nim-values
	Row             *uint64      `json:"row,omitempty"`
	Family          string       `json:"family,omitempty" doc:"the game with an engine whose moves the file states"`
	Preperiod       *uint64      `json:"preperiod"`
	Period          *uint64      `json:"period"`
	Saltus          *uint64      `json:"saltus"`
	Proved          bool         `json:"proved"`
	Theorem         *string      `json:"theorem"`
	ComputedTo      uint64       `json:"computed_to"` // the last heap whose value was computed
	PreperiodAtMost *uint64      `json:"preperiod_at_most,omitempty"`
	ValuesNeeded    *uint64      `json:"values_needed,omitempty"`
	Aperiodic       bool         `json:"aperiodic,omitempty"`
	Says            string       `json:"says,omitempty" doc:"where no period is proved: what is known"`
	Exceptional     *Exceptional `json:"exceptions,omitempty"`
	Seen            *Seen        `json:"observed,omitempty"`
	Audits          *int         `json:"audits,omitempty"` // of engines that audit themselves
	OEIS            *OEIS        `json:"oeis,omitempty"`   // the known sequence that begins like that of a game of heaps

	Result     period.Result      `json:"-"`
	Observed   period.Observed    `json:"-"`
	Exceptions *period.Exceptions `json:"-"` // nil where they are not known
	Ends       bool               `json:"-"` // whether ComputedTo is the last heap of the game
	Kept       uint64             `json:"-"` // the number of values, from 0 on, that were not dropped
	// Certificate is the proof, if it was asked for. Where there is none,
	// Uncertified says why.
	Certificate *certificate.Certificate `json:"-"`
	Chain       *certificate.Chain       `json:"-"` // in its place, of long runs
	Uncertified error                    `json:"-"`
}

// Exceptional lists the heaps below the preperiod that differ from the period continued to them.
type Exceptional struct {
	Count uint64   `json:"count"`
	First []uint64 `json:"first"`
	Last  *uint64  `json:"last"`
}

// Seen is what was seen, and not proved.
type Seen struct {
	Preperiod uint64 `json:"preperiod"`
	Period    uint64 `json:"period"`
	Saltus    uint64 `json:"saltus"`
}

// An UnprovedError says that no period is proved by what was computed.
type UnprovedError struct {
	What string // with how far was looked
	Ends bool   // whether there is no more to look at
}

func (e *UnprovedError) Error() string {
	if e.Ends {
		return e.What + ", and there are no more"
	}
	return e.What
}

// Ask answers the question. An error beside an answer says why no more is known.
func (q Period) Ask(ctx context.Context, m Means) (*Recurrence, error) {
	within, clock := m.begin(ctx, q.Game)
	a, err := q.find(within, m)
	err = clock.end(err)
	if a == nil {
		return nil, err
	}
	a.Uncertified = clock.end(a.Uncertified)
	a.fill()
	_, unproved := errors.AsType[*UnprovedError](err)
	switch {
	case unproved:
		return a, err
	case err != nil && a.Result.Proved:
		return a, fmt.Errorf("the period is proved, but its exceptions are not known: %w", err)
	case err != nil:
		return a, fmt.Errorf("no period is proved: %w", err)
	case a.Result.Aperiodic:
		return a, fmt.Errorf("%s has no period", a.Game)
	case !a.Result.Proved:
		return a, &UnprovedError{fmt.Sprintf("no period of %s is proved by the heaps to %s", a.Game, units.Grouped(a.ComputedTo)), a.Ends}
	}
	return a, nil
}

// last returns the last heap that is looked at.
func (q Period) last() uint64 {
	if q.Max == nil {
		return DefaultMax
	}
	return *q.Max
}

// find answers the question as far as it can.
func (q Period) find(ctx context.Context, m Means) (*Recurrence, error) {
	what, err := measuredBy(q.Of, q.Misere, q.Compound)
	if err != nil {
		return nil, err
	}
	game, err := m.game(ctx, q.Game, 0, q.Fix)
	if _, isNim := game.Sequence.(heap.Nim); isNim && q.Row != nil && !game.IsTemplate {
		game, err = m.game(ctx, q.Game, 2, nil)
	}
	if err != nil {
		return nil, err
	}
	what.misere = what.misere || game.PlayedMisere()
	if known, found := q.byFamily(ctx, m, game); found != nil && (what.plain() || known.Sequence != nil) {
		a, err := q.answer(ctx, m, known, what)
		if a != nil {
			a.Family = found.Says()
			a.forget(game.Template.Least())
		}
		return a, err
	}
	return q.answer(ctx, m, game, what)
}

// forget leaves out exceptions below the least heap of a file.
func (a *Recurrence) forget(least []uint64) {
	if e := a.Exceptions; e != nil && len(least) == 1 {
		before := len(e.First)
		e.First = slices.DeleteFunc(e.First, func(n uint64) bool { return n < least[0] })
		if e.Count -= uint64(before - len(e.First)); e.Count == 0 {
			e.Last = 0
		}
	}
}

// byFamily returns the game with an engine, if its file states the moves of a game that has one,
// and that family; nil where there is none, or the file does not allow the row.
func (q Period) byFamily(ctx context.Context, m Means, game position.Game) (position.Game, *family.Family) {
	if m.Steps > 0 { // engines count no steps
		return game, nil
	}
	if q.Row != nil && (len(game.Template.Axes) != 2 || !game.Template.Allows([]uint64{0, grundy.AddCounts(*q.Row, 1)})) {
		return game, nil
	}
	return game.ByFamily(ctx)
}

// answer answers the question about a game.
func (q Period) answer(ctx context.Context, m Means, game position.Game, what measured) (*Recurrence, error) {
	code, isCode := game.Sequence.(sequence.Code)
	rows, proves := game.Table.(board.RowProver)
	names := game.Template.Axes
	switch {
	case q.last() >= math.MaxInt64:
		return nil, wrong("n", q.last(), "want a heap of at most %d", uint64(math.MaxInt64-1))
	case q.Row != nil && game.IsTemplate:
		return nil, wrong("row", *q.Row, "the numbers of %s are given already", game.Name)
	case len(names) > 1 && game.IsTemplate:
		return nil, wrong("game", nil, "%s has %d open numbers, %s, and a period is of one", game.Name, len(names), strings.Join(names, ", "))
	case len(names) > 2:
		return nil, wrong("game", nil, "%s has %d dimensions, and a period is of one number: leave one open, as in %s(_%s)", game.Name, len(names), game.Name, strings.Repeat(",3", len(names)-1))
	case q.Row != nil && len(names) == 2 && (!proves || !what.plain()): // a sequence like others
		q.Game, q.Row = fmt.Sprintf("%s(_,%d)", game.Name, *q.Row), nil
		return q.find(ctx, m)
	case q.Row != nil && len(names) == 1 && game.Sequence != nil:
		return nil, wrong("row", *q.Row, "%s has one number, and a row is of a table of two", game.Name)
	case q.Row != nil && len(names) == 1:
		return nil, wrong("row", *q.Row, "%s has 1 dimension; want a game of two", game.Name)
	case game.Fixed != nil && what.plain():
		whole, row, ok := rowOf(game)
		if !ok {
			return q.observe(ctx, m, game, what)
		}
		q.Row = &row
		return q.findRow(ctx, m, game.Name, whole)
	case len(names) == 1 && (game.Sequence == nil || !what.plain()):
		return q.observe(ctx, m, game, what)
	case game.Sequence == nil && q.Row == nil:
		return nil, wrong("row", nil, "%s has %d numbers; want a row of its table", game.Name, len(names))
	case game.Sequence == nil:
		return q.findRow(ctx, m, game.Name, rows)
	case isCode:
		return q.findCode(ctx, m, game.Name, code)
	}
	if err := q.keeper().Unkept(); err != nil {
		return nil, err
	}
	a := &Recurrence{Game: game.Name}
	show := m.progress("values")
	var err error
	a.Result, a.Observed, err = game.Sequence.Period(ctx, q.last()+1, show)
	a.ComputedTo = q.lastComputed(a.Result.Computed)
	if err == nil {
		a.OEIS, _ = findOEIS(ctx, game.Sequence, a.ComputedTo)
	}
	if err == nil && a.Result.Proved {
		var e period.Exceptions
		if e, err = heap.FindExceptions(ctx, game.Sequence, a.Result, mostExceptions, show); err == nil {
			a.Exceptions = &e
			switch game.Sequence.(type) {
			case heap.Shifted, heap.Later:
				if q.Certificate {
					a.Uncertified = fmt.Errorf("%s begins elsewhere than %s, and certificates are of whole games", game.Name, game.Sequence)
				}
			default:
				a.certify(ctx, q, game.Sequence, show)
			}
		}
	}
	return a, err
}

// rowOf returns the row of a board without an end to the right that a template is, if an
// engine proves periods there.
func rowOf(game position.Game) (whole board.RowProver, row uint64, ok bool) {
	if whole, ok = game.Whole.(board.RowProver); !ok {
		return nil, 0, false
	}
	sides := whole.Sides()
	if len(sides) != 2 || game.Fixed[0] != nil || sides[0] != 0 || *game.Fixed[1] > board.MaxCoordinate {
		return nil, 0, false
	}
	return whole, *game.Fixed[1], true
}

// certify adds the certificate, if it is wanted.
func (a *Recurrence) certify(ctx context.Context, q Period, game certificate.Game, show grundy.Progress) {
	if q.Certificate {
		a.Certificate, a.Chain, a.Uncertified = certified(ctx, game, a.Result, q.Segment, show)
	}
}

// mostExceptions bounds the exceptions that are listed.
const mostExceptions = 100

// lastComputed returns the last of count heaps, or the last one that is asked about if
// that is smaller.
func (q Period) lastComputed(count uint64) uint64 { return min(max(count, 1)-1, q.last()) }

// run looks for the period of a code in steps that the keeper may keep.
func (q Period) run(ctx context.Context, code sequence.Code, progress grundy.Progress) (*sequence.Session, error) {
	terms := q.last() + 1
	session, err := q.keeper().Begin(code, terms)
	for done := false; err == nil && !done; {
		done, err = session.Advance(ctx)
		progress.Report(session.Solution().Length, terms)
		err = q.keeper().Keep(ctx, session, done, err)
	}
	return session, err
}

func (q Period) keeper() Keeper {
	if q.Keeper == nil {
		return forgetful{}
	}
	return q.Keeper
}

// A forgetful Keeper keeps nothing.
type forgetful struct{}

func (forgetful) Begin(code sequence.Code, terms uint64) (*sequence.Session, error) {
	return sequence.NewSession(code, terms), nil
}

func (forgetful) Unkept() error { return nil }

func (forgetful) Keep(_ context.Context, _ *sequence.Session, _ bool, err error) error { return err }

// findCode answers for a take-and-break code.
func (q Period) findCode(ctx context.Context, m Means, name string, code sequence.Code) (*Recurrence, error) {
	show := m.progress("values")
	session, err := q.run(ctx, code, show)
	if session == nil {
		return nil, err
	}
	s := session.Solution()
	known, _ := findOEIS(ctx, s, q.last())
	a := &Recurrence{Game: name, OEIS: known, Result: s.Period, ComputedTo: q.lastComputed(s.Length), Audits: &s.Audits, Kept: s.Kept}
	switch {
	case err != nil && ctx.Err() == nil && s.Length == 0:
		return nil, err
	case !s.Period.Proved:
		a.Observed = s.Observed()
		a.Observed.Computed = a.ComputedTo + 1
	default:
		if !s.Period.AtMost {
			// A proof does not become less of one because the caller was impatient.
			if e, problem := s.Exceptions(context.WithoutCancel(ctx), mostExceptions); problem == nil {
				a.Exceptions = &e
			}
		}
		a.certify(ctx, q, s, show)
	}
	return a, err
}

// mostWalked bounds the preperiods that are walked to list the exceptions.
const mostWalked = 1 << 26

// findRow answers for a row of a board's table.
func (q Period) findRow(ctx context.Context, m Means, name string, rows board.RowProver) (*Recurrence, error) {
	if q.Certificate {
		return nil, wrong("certificate", nil, "there are no certificates for rows of %s; want a game of heaps", name)
	}
	r := *q.Row
	switch sides := rows.Sides(); {
	case len(sides) != 2:
		return nil, wrong("row", r, "%s has %s; want a game of two", name, message.Count(len(sides), "dimension", "dimensions"))
	case r > board.MaxCoordinate:
		return nil, wrong("row", r, "want a row from 0 to %d", uint64(board.MaxCoordinate))
	case sides[0] != 0:
		return nil, wrong("row", r, "the rows of %s end after %d columns; want a board without a far edge to the right", name, sides[0])
	case sides[1] != 0 && r >= sides[1]:
		return nil, wrong("row", r, "%s has the rows 0 … %d", name, sides[1]-1)
	}
	row, err := q.proveRow(ctx, m, name, rows)
	if errors.Is(err, board.ErrNoRow) {
		return nil, wrong("row", r, "%w", err)
	}
	a := &Recurrence{Game: name, Row: &r, Result: row.Result, ComputedTo: max(row.Result.Computed, 1) - 1}
	if !a.Result.Proved {
		a.Observed.Computed = row.Result.Computed
		return a, err
	}
	if row.Result.Preperiod <= mostWalked {
		if e, problem := row.FindExceptions(ctx, mostExceptions); problem == nil {
			a.Exceptions = &e
		}
	}
	return a, nil
}

// proveRow proves the period of a row within the means. With an error, the row
// says how many of its cells were computed.
func (q Period) proveRow(ctx context.Context, m Means, name string, rows board.RowProver) (*board.Row, error) {
	r := *q.Row
	what := fmt.Sprintf("row %d of %s", r, name)
	if err := m.within(grundy.Cost{Bytes: rows.RowPeriodMemory(r)}, what); err != nil {
		return &board.Row{}, err
	}
	const cellBytes = 2 // of a cell that is visited
	wanted := grundy.MulCounts(grundy.AddCounts(q.last(), 1), grundy.AddCounts(r, 1))
	cells := min(wanted, m.budget().Memory/cellBytes)
	row, err := rows.RowPeriod(ctx, r, cells, m.progress("cells"))
	if !errors.Is(err, grundy.ErrBudget) || context.Cause(ctx) != nil {
		return row, err
	}
	if row.Result.Computed == 0 { // engines count in cells
		columns := cells / grundy.AddCounts(r, 1)
		err = fmt.Errorf("%s is not proved within %s: %w", what, message.Count(columns, "column", "columns"), meter.Memory)
	}
	if cells == wanted {
		err = &UnprovedError{What: fmt.Sprintf("no period is proved: %v", err)}
	}
	return row, err
}

// fill fills in what JSON shows of the proof, or of what was seen.
func (a *Recurrence) fill() {
	r := a.Result
	if a.Proved, a.Aperiodic = r.Proved, r.Aperiodic; r.Theorem != "" {
		a.Theorem = &r.Theorem
	}
	switch {
	case r.Proved && r.AtMost:
		a.PreperiodAtMost = &r.Preperiod
	case r.Proved:
		a.Preperiod = &r.Preperiod
	}
	if r.Proved {
		a.Period, a.Saltus, a.ValuesNeeded = &r.Period, &r.Saltus, &r.Needed
	}
	if a.Aperiodic {
		a.Says = "there is no period"
	} else if !r.Proved {
		a.Says = a.Observed.String()
	}
	if e := a.Exceptions; e != nil {
		if a.Exceptional = (&Exceptional{Count: e.Count, First: append([]uint64{}, e.First...)}); e.Count > 0 {
			a.Exceptional.Last = &e.Last
		}
	}
	if o := a.Observed; o.Period > 0 {
		a.Seen = &Seen{o.Preperiod, o.Period, o.Saltus}
	}
}
