//go:build !playing

package ask

// [Sweep] asks one question about every game of a family, as a job whose pieces are some of
// the games. Package sweep has the families and the rows.

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/position"
)

// A Sweep asks a question about every game of a family. Fields that are 0 or "" have usual
// values.
type Sweep struct {
	sweep.Spec
}

// The defaults of a [Sweep].
const (
	DefaultSweepMax    = 1 << 20 // heaps whose period is looked for
	DefaultSweepValues = 100     // heaps whose values are listed
	DefaultSweepSteps  = 1 << 26 // of searches
	DefaultPeriodSteps = 1 << 34 // of runs of octal codes, about a nanosecond each
	DefaultQuotientMax = 10      // heaps of a quotient that no period proves for all
	mostSweepValues    = 1 << 14
	mostSweepCells     = 1 << 22 // of a table
)

// periodSteps is how many steps of a run of an octal code are about as much work as one of
// a search.
const periodSteps = sequence.StepsOfWork

// Plan checks the sweep and fills in what is usual. It reads the files that the family names.
func (q *Sweep) Plan(ctx context.Context, m Means) error {
	family, err := sweep.ParseFamily(q.Family)
	if err != nil {
		return &FieldError{"family", nil, err}
	}
	if _, err := sweep.FindQuestion(q.Ask); err != nil {
		return &FieldError{"ask", q.Ask, err}
	}
	q.Memory = cmp.Or(q.Memory, min(DefaultGameMemory, m.budget().Memory))
	if q.Memory > m.budget().Memory {
		return wrong("game-memory", q.Memory, "each game may take more than the whole sweep, which may take %d", m.budget().Memory)
	}
	if q.Piece == 0 {
		q.Piece = int(min(max(family.Size()/1024, 1), 1024))
	}
	if q.Piece < 1 || q.Piece > sweep.MostPiece {
		return wrong("piece", q.Piece, "want 1 to %d games", sweep.MostPiece)
	}
	takes := map[string]string{"period": "max steps", "values": "max steps", "outcome": "start steps", "pattern": "of steps", "quotient": "max steps"}[q.Ask]
	if q.Ask == "quotient" && family.Codes { // of all heaps
		takes = "steps"
	}
	for _, f := range []struct {
		name  string
		value any
		given bool
	}{{"max", q.Max, q.Max > 0}, {"start", q.Start, q.Start != ""}, {"of", q.Of, q.Of != ""}, {"steps", q.Steps, q.Steps > 0}} {
		if f.given && !strings.Contains(takes, f.name) {
			return wrong(f.name, f.value, "the question %s does not take it", q.Ask)
		}
	}
	switch q.Ask {
	case "period":
		q.Max = cmp.Or(q.Max, DefaultSweepMax)
		q.Steps = cmp.Or(q.Steps, DefaultPeriodSteps)
	case "values": // steps are DefaultSweepSteps in the job, so that the spec stays what it was
		if q.Max = cmp.Or(q.Max, DefaultSweepValues); q.Max > mostSweepValues {
			return wrong("max", q.Max, "want a heap of at most %d", mostSweepValues)
		}
	default:
		q.Steps = cmp.Or(q.Steps, DefaultSweepSteps)
		if q.Ask == "quotient" && !family.Codes {
			if q.Max = cmp.Or(q.Max, DefaultQuotientMax); q.Max > MaxQuotientHeap {
				return wrong("max", q.Max, "want a heap of at most %d", uint64(MaxQuotientHeap))
			}
		}
	}
	if q.Ask == "outcome" && q.Start == "" {
		return wrong("start", nil, "want the numbers of the position, such as 100 for a heap or 5,3 for two")
	}
	if q.Ask == "quotient" && q.Misere {
		return wrong("misere", nil, "a quotient is of misère play anyway")
	}
	return q.try(ctx, m, family)
}

// try reads the first game of the family, and the last one if that is none, with their files.
func (q *Sweep) try(ctx context.Context, m Means, family *sweep.Family) error {
	within, clock := m.begin(ctx, q.Family)
	defer func() { _ = clock.end(nil) }()
	if q.Rules != nil {
		m.Open = opener(q.Rules, "job")
	} else {
		m.Open = recording(m.Open, &q.Rules)
	}
	_, err := m.game(within, family.Game(0), 0, nil)
	if err != nil && ctx.Err() == nil {
		if _, last := m.game(within, family.Game(family.Size()-1), 0, nil); last == nil {
			err = nil
		}
	}
	if wrongly, ok := errors.AsType[*FieldError](err); ok {
		return &FieldError{"family", nil, fmt.Errorf("%s: %w", message.Shown(family.Game(0)), wrongly.Err)}
	}
	if err == nil {
		err = q.suits(within, m, family.Game(0))
		if err != nil && q.suits(within, m, family.Game(family.Size()-1)) == nil {
			err = nil
		}
		if _, wrongly := errors.AsType[*FieldError](err); !wrongly {
			err = nil // the rows say it
		}
	}
	if err == nil && q.Ask == "outcome" {
		var position string
		if position, err = started(family.Game(family.Size()-1), q.Start); err == nil {
			_, err = m.sum(within, position)
		}
		if wrongly, ok := errors.AsType[*FieldError](err); ok {
			return &FieldError{"start", q.Start, wrongly.Err}
		}
	}
	return clock.end(err)
}

// suits refuses a question that cannot be asked of a game of that kind.
func (q *Sweep) suits(ctx context.Context, m Means, text string) error {
	game, err := m.game(ctx, text, 0, nil)
	if err != nil {
		return nil // its row says it
	}
	axes, of := len(game.Template.Axes), "a "+q.Ask // which a refusal names
	switch q.Ask {
	case "period", "quotient":
		if axes != 1 {
			break
		}
		if least := uint64(1); q.Ask == "period" {
			_, err = Period{Game: text, Max: &least, Misere: q.Misere}.Ask(ctx, m)
		}
		return q.onFamily(err)
	case "values":
		if axes > 1 && product(q.sides(axes)) > mostSweepCells {
			return wrong("max", q.Max, "%s has %s, and the table of a game may have %s cells; want less", game.Name, message.Count(axes, "number", "numbers"), units.Grouped(mostSweepCells))
		}
		_, err := q.valuesOf(game).Ask(ctx, m)
		return q.onFamily(err)
	case "pattern":
		switch {
		case game.Template.Loopy:
			return &FieldError{"family", nil, fmt.Errorf("play of %s need not end, and patterns are of play that ends", game.Name)}
		case game.Template.Ends && q.Of == nimValues:
			return q.onFamily(endsItself("of", game, q.Of))
		}
		return nil
	default:
		return nil
	}
	open := ""
	if !game.IsTemplate {
		open = fmt.Sprintf(", as in %s(_%s)", text, strings.Repeat(",0..9", axes-1))
	}
	return &FieldError{"family", nil, fmt.Errorf("%s is a game of %d numbers, and %s is of one: leave one open%s", message.Shown(text), axes, of, open)}
}

// onFamily makes an error in a game one in the family.
func (q *Sweep) onFamily(err error) error {
	if wrongly, ok := errors.AsType[*FieldError](err); ok && wrongly.Field != "max" {
		return &FieldError{"family", nil, fmt.Errorf("the question %s: %w", q.Ask, wrongly.Err)}
	}
	return err
}

// sides returns the sides of a table whose numbers go to the last heap.
func (q *Sweep) sides(axes int) []uint64 { return slices.Repeat([]uint64{q.Max + 1}, axes) }

// Job returns the job of a sweep that was planned. Its spec says all, and the means nothing.
func (q Sweep) Job(Means) (job.Job, error) {
	if err := q.Check(); err != nil {
		return job.Job{}, &FieldError{"spec", nil, err}
	}
	family, _ := sweep.ParseFamily(q.Family)
	question, _ := sweep.FindQuestion(q.Ask)
	m := Means{Memory: q.Memory, Steps: cmp.Or(q.Steps, DefaultSweepSteps), Cores: 1, Open: opener(q.Rules, "job")}
	if q.Ask == "period" {
		m.Steps = max(cmp.Or(q.Steps, DefaultPeriodSteps)/periodSteps, 1)
	}
	return job.Job{
		Kind: sweep.JobKind, Spec: q.JSON(), Pieces: q.Pieces(family.Size()),
		Do: func(ctx context.Context, piece int, _ job.Earlier) ([]byte, error) {
			var rows []sweep.Row
			for _, number := range q.InPiece(piece, family.Size()) {
				row := question.NewRow(family.Game(number))
				if err := q.answer(ctx, m, family, question, row); err != nil {
					return nil, err
				}
				rows = append(rows, row)
			}
			return question.Encode(rows), nil
		},
	}, nil
}

// answer fills in the row of a game. An error ends the sweep; whatever else goes wrong
// becomes the note of the row.
func (q Sweep) answer(ctx context.Context, m Means, family *sweep.Family, question *sweep.Question, row sweep.Row) (err error) {
	set := func(column string, value any) { question.Set(row, column, value) }
	outer, end := ctx, func() {}
	if family.Codes && (q.Ask != "period" || q.Misere) { // others count what they do by themselves
		ctx, end = meter.WithWork(ctx, int64(min(m.Steps, math.MaxInt64)))
	}
	defer end()
	switch q.Ask {
	case "period":
		err = q.period(ctx, m, family, row, set)
	case "quotient":
		err = q.quotient(ctx, m, row[0], set)
	case "pattern":
		err = q.pattern(ctx, m, row[0], set)
	case "values":
		err = q.values(ctx, m, row[0], set)
	case "outcome":
		err = q.outcome(ctx, m, row[0], set)
	}
	if outer.Err() != nil {
		return context.Cause(outer)
	}
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("more steps than %s: %w", units.Grouped(cmp.Or(q.Steps, DefaultSweepSteps)), meter.Steps)
	}
	if err != nil {
		set("note", message.Line(err))
	}
	return nil
}

// period answers for the period, or names the class of a code.
func (q Sweep) period(ctx context.Context, m Means, family *sweep.Family, row sweep.Row, set func(string, any)) error {
	if family.Codes && !q.Misere {
		code, err := sequence.ParseCode(row[0])
		if err != nil {
			return err
		}
		within := m.metered(ctx)
		easily, err := sequence.SolveEasily(within, code, easyTerms)
		if err != nil {
			return err
		}
		e, ok, err := easily.FindStandard(within)
		if err != nil {
			return err
		}
		if class := e.Standard.String(); ok {
			set("class", class)
			set("shift", e.Shift)
			set("equivalence", e.Proof)
			if class != row[0] && !easily.Period.Proved && family.Has(class) {
				return nil // its row is asked
			}
		}
	}
	// With the usual bound, no more is looked at than shows something.
	a, err := Period{Game: row[0], Max: &q.Max, Soon: q.Max == DefaultSweepMax, Misere: q.Misere, Keeper: stepsOf{most: q.Steps}}.Ask(ctx, m)
	if a == nil {
		set("proved", false)
		return err
	}
	r := a.Result
	set("proved", r.Proved)
	set("computed_to", a.ComputedTo)
	if r.Proved {
		set("preperiod", r.Preperiod)
		set("period", r.Period)
		set("saltus", r.Saltus)
		set("at_most", r.AtMost)
		set("values_needed", r.Needed)
		set("theorem", r.Theorem)
		if a.Exceptions != nil {
			set("exceptions", a.Exceptions.Count)
		}
	}
	if _, unproved := errors.AsType[*UnprovedError](err); unproved {
		switch o := a.Observed; {
		case family.Codes && !q.Misere:
			return nil // the row says so
		case a.ComputedTo < q.Max && o.Period > 0 && q.Max == DefaultSweepMax:
			return fmt.Errorf("%w, where a period of %s fits in eight times", err, units.Grouped(o.Period))
		}
	}
	return err
}

// stepsOf is a [Keeper] that stops runs which take more steps.
type stepsOf struct {
	forgetful
	most uint64
}

// Keep implements [Keeper].
func (k stepsOf) Keep(_ context.Context, s *sequence.Session, done bool, err error) error {
	if err == nil && !done && s.Steps() > k.most {
		return fmt.Errorf("more steps than %s: %w", units.Grouped(k.most), meter.Steps)
	}
	return err
}

// quotient answers for the misère quotient.
func (q Sweep) quotient(ctx context.Context, m Means, game string, set func(string, any)) error {
	asked := Quotient{Game: game}
	if q.Max > 0 {
		asked.Heaps = &q.Max
	}
	a, err := asked.Ask(ctx, m)
	if a == nil {
		set("proved", false)
		return err
	}
	set("proved", a.Known() && a.Proved)
	if a.Last() >= 0 {
		set("heaps", a.Last())
	}
	if !a.Known() {
		set("found", a.Found.Order)
		return err
	}
	set("order", *a.Order)
	set("p_portion", *a.PPortion)
	if a.Proved {
		set("preperiod", *a.Preperiod)
		set("period", *a.Period)
	} else if err == nil {
		err = fmt.Errorf("this is the quotient of the heaps to %s", units.Grouped(uint64(a.Last())))
	}
	set("presentation", *a.Presentation)
	set("p", strings.Join(a.P, " "))
	return err
}

// pattern answers for the pattern, and its proof.
func (q Sweep) pattern(ctx context.Context, m Means, game string, set func(string, any)) error {
	a, err := Guess{Game: game, Of: q.Of, Misere: q.Misere, Prove: true}.Ask(ctx, m)
	if a == nil || a.Pattern == nil {
		set("proved", false)
		return err
	}
	set("of", a.Of)
	set("family", a.Family)
	set("pattern", a.Words)
	set("checked", a.Checked.Positions)
	set("proved", a.Proved)
	if !a.Proved {
		return cmp.Or(err, a.Unproved)
	}
	set("theorem", *a.Theorem)
	if t := a.Proof.Theorem; t != nil {
		set("system", t.System.Name())
		set("states", strings.Trim(fmt.Sprint(t.Candidate), "[]"))
		set("largest", t.Largest)
	}
	return err
}

// values lists the values.
func (q Sweep) values(ctx context.Context, m Means, game string, set func(string, any)) error {
	parsed, err := m.game(m.metered(ctx), game, 0, nil)
	if err != nil {
		return err
	}
	a, err := q.valuesOf(parsed).Ask(ctx, m)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	a.largest = new(uint64)
	if err := a.Write(ctx, &text); err != nil {
		return err
	}
	var found struct {
		Values json.RawMessage `json:"values"`
	}
	if err := json.Unmarshal(text.Bytes(), &found); err != nil {
		return err
	}
	text.Reset()
	if err := json.Compact(&text, found.Values); err != nil {
		return err
	}
	set("to", q.Max)
	set("largest", *a.largest)
	set("values", text.String())
	return nil
}

// valuesOf is the question for the values of a game: of several numbers, to the last heap
// along each axis.
func (q *Sweep) valuesOf(game position.Game) Values {
	v := Values{Game: game.Name, N: &q.Max, Misere: q.Misere}
	if axes := len(game.Template.Axes); axes > 1 && !game.IsTemplate {
		v.N, v.Size = nil, sizeText(q.sides(axes))
	}
	return v
}

// outcome answers who wins from the start.
func (q Sweep) outcome(ctx context.Context, m Means, game string, set func(string, any)) error {
	position, err := started(game, q.Start)
	if err != nil {
		return err
	}
	a, err := Solve{Position: position, Misere: q.Misere}.Ask(ctx, m)
	if err != nil {
		return err
	}
	set("start", position)
	set("outcome", a.Outcome)
	if v := a.Answer.NimValue; v != nil {
		set("nim_value", strconv.FormatUint(*v, 10))
	}
	if a.WinningMoveCount != nil {
		set("winning_moves", a.WinningMoveCount)
	}
	set("method", a.Method)
	return nil
}

// started returns the position of a game at the start: the numbers take the places that a
// template leaves open, or stand in brackets behind a name.
func started(game, start string) (string, error) {
	if !strings.Contains(game, "_") {
		return game + "(" + start + ")", nil
	}
	numbers := strings.Split(start, ",")
	pieces := strings.Split(game, "_")
	if len(numbers) != len(pieces)-1 {
		return "", wrong("start", start, "%s leaves %s open", game, message.Count(len(pieces)-1, "number", "numbers"))
	}
	for i, n := range numbers {
		pieces[i] += n
	}
	return strings.Join(pieces, ""), nil
}
