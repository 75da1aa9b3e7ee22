package main

// This file holds `grundy period`: the period of a nim-sequence, or of a row of
// a board's table, with the theorem that proves it.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/games"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/games/heap/certificate"
	"grundy/internal/message"
	"grundy/internal/units"
	"grundy/solve"
	"grundy/theory/period"
)

// periodFlags are the flags of `grundy period`.
type periodFlags struct {
	most        uint64
	time        time.Duration
	timeSet     bool // whether the user chose it
	mostSet     bool
	row         uint64
	rowSet      bool
	certificate string
	resume      string
	every       time.Duration
	memory      memoryFlag
	asJSON      bool
}

func newPeriod() *cobra.Command {
	var f periodFlags
	cmd := &cobra.Command{
		Use:   "period GAME",
		Short: "Find and prove the period of a game's nim-values",
		Long: `Find and prove the period of the nim-sequence of a game of heaps: the least
preperiod q and period p with G(n+p) = G(n) + saltus for all n >= q, the
exceptions below q, and the theorem that proves it. A period that only shows in
what was computed, without a theorem, is told as observed, and the exit status
is then 1.

GAME is a game without a position, such as 0.77, subtraction[1,3,4] or grundy; of
a game in a file, FILE.star, a period is only observed.
Of a board game, --row=R asks for the row y = R of the table of nim-values.

Long runs of take-and-break codes can be kept in a file: with --resume=FILE the
run is saved there now and then, and at the end or when it is interrupted; the
same command line goes on from it, and ends with what an unbroken run ends with.
Without --resume, a run of more than 2 seconds that is interrupted or reaches
--max-time is saved in a new file in the current folder: 0.106.checkpoint, or
0.106-2.checkpoint if that is there, and so on. What was computed is printed then too.

--certificate writes the proof as a file that "grundy verify" checks. With
--certificate=- it goes to standard output and the answer to standard error. There
is none where the values have a closed form, as those of nim: then the theorem is
the proof.

Exit status: 0 proved, 1 not proved as far as was computed or proved without the
certificate that was wanted, 2 the request was wrong.`,
		Example: `  grundy period 0.77
  grundy period 'subtraction[1,3,4]' --json
  grundy period 0.104 --certificate=0.104.json
  grundy period 0.77 --certificate=- | grundy verify -
  grundy period 0.106 --max=800000000000 --resume=0.106.checkpoint
  grundy period queen --row=50`,
		Args:              wantArgs(1, 1, "a game, such as 0.77"),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags := cmd.Flags()
			f.timeSet, f.mostSet, f.rowSet = flags.Changed("max-time"), flags.Changed("max"), flags.Changed("row")
			if err := f.check(); err != nil {
				return err
			}
			budget := f.budget()
			limitMemory(budget)
			game, err := games.ParseGameWith(cmd.Context(), args[0], 0, openFiles(budget, nil))
			if err != nil {
				return usageError{err}
			}
			return f.run(cmd, game)
		},
	}
	flags := cmd.Flags()
	f.most = 1_000_000_000
	flags.Var(&numberFlag{&f.most, math.MaxInt64 - 1}, "max", "look at heaps up to this one")
	flags.DurationVar(&f.time, "max-time", 5*time.Minute, "stop after so long; 0, and with --max by default, for no bound")
	flags.Var(&numberFlag{&f.row, board.MaxCoordinate}, "row", "of a board game: the row y of its table")
	flags.StringVar(&f.certificate, "certificate", "", "write the proof to this file; - for standard output")
	flags.StringVar(&f.resume, "resume", "", "keep the run in this file, and go on from it if it is there")
	flags.DurationVar(&f.every, "checkpoint-every", 30*time.Second, "with --resume: save the run so often, unless saving takes long")
	flags.Var(&f.memory, "max-memory", "with --row: refuse what needs more memory, such as 4GiB (default half of the machine's)")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON value")
	return cmd
}

// budget returns what --max-memory allows; --max-time is not for the rows alone.
func (f *periodFlags) budget() solve.Budget { return (&budgetFlags{memory: f.memory}).budget() }

func (f *periodFlags) check() error {
	switch {
	case f.time < 0:
		return usagef("--max-time=%v: want a time that is not below 0", f.time)
	case f.every < 0:
		return usagef("--checkpoint-every=%v: want a time that is not below 0", f.every)
	case f.asJSON && isStandardOutput(f.certificate):
		return usagef("--json and --certificate=%s: both are for standard output; want --certificate=FILE or one of them", shown(f.certificate))
	case f.mostSet && !f.timeSet:
		f.time = 0 // who says how far means it
	}
	return nil
}

// errOutOfTime ends a search that reached --max-time.
var errOutOfTime = errors.New("--max-time is over")

// run answers the question and prints the answer.
func (f *periodFlags) run(cmd *cobra.Command, game games.Game) (err error) {
	ctx := cmd.Context()
	if f.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.time, errOutOfTime)
		defer cancel()
	}
	var proof *wholeFile
	answer := cmd.OutOrStdout()
	if f.certificate == standardStream {
		answer = cmd.ErrOrStderr()
	} else if f.certificate != "" {
		if proof, err = createWhole(f.certificate); err != nil { // before any work
			return err
		}
		defer func() {
			if proof != nil {
				_ = proof.finish(errProbe)
			}
		}()
	}
	if _, ok := game.Heap.(heap.Code); ok {
		// An interrupted user waits for the checkpoint and for what is known, however
		// long it takes until the engine stops.
		defer finishing(ctx)()
	}
	show, done := progressTo(cmd.ErrOrStderr())
	defer done()
	a, problem := f.find(ctx, cmd.ErrOrStderr(), game, show)
	done()
	if problem != nil && a == nil {
		return problem
	}
	if errors.Is(context.Cause(ctx), errOutOfTime) && !a.result.Proved {
		problem = fmt.Errorf("--max-time=%v is over", f.time)
	}
	if err := a.write(answer, f.asJSON); err != nil {
		return err
	}
	switch {
	case a.result.Aperiodic && problem == nil:
		return fmt.Errorf("%s has no period", a.game)
	case problem != nil && a.result.Proved:
		return fmt.Errorf("the period is proved, but its exceptions are not known: %w", problem)
	case problem != nil:
		return fmt.Errorf("no period is proved: %w", problem)
	case !a.result.Proved && a.computedTo < f.most:
		return fmt.Errorf("no period of %s is proved by the heaps to %s, and further ones are not looked at", a.game, units.Grouped(a.computedTo))
	case !a.result.Proved:
		return fmt.Errorf("no period of %s is proved by the heaps to %s; --max looks further", a.game, units.Grouped(a.computedTo))
	case f.certificate == "":
		return nil
	}
	c, err := a.certify()
	if err != nil {
		return fmt.Errorf("the period is proved, but there is no certificate: %w", err)
	}
	if proof == nil {
		return c.Write(cmd.OutOrStdout())
	}
	file := proof
	proof = nil
	return file.finish(c.Write(file))
}

// A periodAnswer is what is known of a period.
type periodAnswer struct {
	game       string
	row        *uint64 // of a board's table
	result     period.Result
	observed   period.Observed
	exceptions *period.Exceptions // nil where they are not known
	computedTo uint64             // the last heap whose value was computed
	audits     *int               // of engines that audit themselves
	kept       uint64             // so many values from 0 on were not dropped
	certify    func() (*certificate.Certificate, error)
}

// mostExceptions bounds the exceptions that are listed.
const mostExceptions = 100

// find answers the question. An error with an answer says why there is no more.
func (f *periodFlags) find(ctx context.Context, notes io.Writer, game games.Game, show grundy.Progress) (*periodAnswer, error) {
	code, isCode := game.Heap.(heap.Code)
	switch {
	case game.Rules != nil:
		return nil, usagef("%s has a table, of whose rows no period is looked for; want a game of heaps", game.Name)
	case f.rowSet && game.Heap != nil:
		return nil, usagef("--row=%d: %s is a game of heaps, not of a board", f.row, game.Name)
	case f.memory.bytes > 0 && game.Heap != nil:
		return nil, usagef("--max-memory=%s bounds the rows of boards, and %s is a game of heaps", f.memory.text, game.Name)
	case f.resume != "" && !isCode:
		return nil, usagef("--resume=%s: only runs of take-and-break codes, such as 0.106, can be resumed", f.resume)
	case game.Heap == nil && !f.rowSet:
		return nil, usagef("%s is a board game: want --row=R, a row of its table", game.Name)
	case game.Heap == nil:
		return f.findRow(ctx, game, show)
	case isCode:
		return f.findCode(ctx, notes, game.Name, code, show)
	}
	var a *periodAnswer
	a = &periodAnswer{game: game.Name, certify: func() (*certificate.Certificate, error) {
		return certificate.New(ctx, game.Heap, a.result, show)
	}}
	var err error
	a.result, a.observed, err = game.Heap.Period(ctx, f.most+1, show)
	a.computedTo = f.lastComputed(a.result.Computed)
	if err == nil && a.result.Proved {
		var e period.Exceptions
		if e, err = heap.FindExceptions(ctx, game.Heap, a.result, mostExceptions, show); err == nil {
			a.exceptions = &e
		}
	}
	return a, err
}

// lastComputed returns the last of so many heaps, at most --max.
func (f *periodFlags) lastComputed(count uint64) uint64 {
	return min(max(count, 1)-1, f.most)
}

// findCode answers for a take-and-break code, in a run that can be resumed.
func (f *periodFlags) findCode(ctx context.Context, notes io.Writer, name string, code heap.Code, show grundy.Progress) (*periodAnswer, error) {
	run, err := openRun(code, f.resume, f.every, f.most+1, notes)
	if err != nil {
		return nil, err
	}
	err = run.run(ctx, show)
	s := run.session.Solution()
	a := &periodAnswer{game: name, result: s.Period, computedTo: f.lastComputed(s.Length), audits: &s.Audits, kept: s.Kept}
	a.certify = func() (*certificate.Certificate, error) { return certificate.New(ctx, s, s.Period, show) }
	switch {
	case err != nil && ctx.Err() == nil && s.Length == 0:
		return nil, err
	case !s.Period.Proved:
		a.observed = s.Observed()
		a.observed.Computed = a.computedTo + 1
	case !s.Period.AtMost:
		// A proof does not become less of one because the user was impatient.
		if e, problem := s.Exceptions(context.WithoutCancel(ctx), mostExceptions); problem == nil {
			a.exceptions = &e
		}
	}
	return a, err
}

// mostWalked bounds the preperiods that are walked to list the exceptions.
const mostWalked = 1 << 26

// findRow answers for a row of a board's table.
func (f *periodFlags) findRow(ctx context.Context, game games.Game, show grundy.Progress) (*periodAnswer, error) {
	if f.certificate != "" {
		return nil, usagef("--certificate: there are none for rows of %s; want a game of heaps", game.Name)
	}
	switch sides := game.Sides(); {
	case len(sides) != 2:
		return nil, usagef("--row=%d: %s has %d dimensions; want a game of two", f.row, game.Name, len(sides))
	case f.row > board.MaxCoordinate:
		return nil, usagef("--row=%d: want a row from 0 to %d", f.row, uint64(board.MaxCoordinate))
	case sides[0] != 0:
		return nil, usagef("--row=%d: the rows of %s end after %d columns; want a board without a far edge to the right", f.row, game.Name, sides[0])
	case sides[1] != 0 && f.row >= sides[1]:
		return nil, usagef("--row=%d: %s has the rows 0 … %d", f.row, game.Name, sides[1]-1)
	}
	row, err := f.proveRow(ctx, game, show)
	if errors.Is(err, board.ErrNoRow) {
		return nil, usagef("--row=%d: %w", f.row, err)
	}
	a := &periodAnswer{game: game.Name, row: &f.row, result: row.Result, computedTo: max(row.Result.Computed, 1) - 1}
	if !a.result.Proved {
		a.observed.Computed = row.Result.Computed
		return a, err
	}
	if row.Result.Preperiod <= mostWalked {
		if e, problem := row.FindExceptions(ctx, mostExceptions); problem == nil {
			a.exceptions = &e
		}
	}
	return a, nil
}

// proveRow proves the period of a row within the budget. With an error, the row
// says how many of its cells were computed.
func (f *periodFlags) proveRow(ctx context.Context, game games.Game, show grundy.Progress) (*board.Row, error) {
	var memory func(r uint64) uint64
	var prove func(ctx context.Context, r, budget uint64, progress grundy.Progress) (*board.Row, error)
	switch {
	case game.Piece != nil:
		memory = func(r uint64) uint64 { return board.RowPeriodMemory(*game.Piece, r) }
		prove = func(ctx context.Context, r, budget uint64, progress grundy.Progress) (*board.Row, error) {
			return board.RowPeriod(ctx, *game.Piece, r, budget, progress)
		}
	case game.Board != nil:
		memory, prove = game.Board.RowPeriodMemory, game.Board.RowPeriod
	default:
		memory, prove = game.Table.RowPeriodMemory, game.Table.RowPeriod
	}
	budget := f.budget()
	what := fmt.Sprintf("row %d of %s", f.row, game.Name)
	if err := within(budget, grundy.Cost{Bytes: memory(f.row)}, what); err != nil {
		return &board.Row{}, err
	}
	const cellBytes = 2 // of a cell that is visited
	cells, bound := grundy.MulCounts(grundy.AddCounts(f.most, 1), grundy.AddCounts(f.row, 1)), "--max"
	if most := budget.Memory / cellBytes; most < cells {
		cells, bound = most, "--max-memory"
	}
	ctx, watch := watched(ctx, budget, what)
	row, err := prove(ctx, f.row, cells, show)
	if err = watch.end(err); errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%s: %w", what, context.Cause(ctx))
	}
	if errors.Is(err, grundy.ErrBudget) {
		if row.Result.Computed == 0 { // which engines tell in cells
			columns := message.Count(cells/grundy.AddCounts(f.row, 1), "column", "columns")
			err = fmt.Errorf("%s is not proved within %s: %w", what, columns, grundy.ErrBudget)
		}
		err = fmt.Errorf("%w; %s looks further", err, bound)
	}
	return row, err
}

// write prints the answer.
func (a *periodAnswer) write(out io.Writer, asJSON bool) error {
	w := bufio.NewWriter(out)
	if asJSON {
		return a.writeJSON(w)
	}
	r := a.result
	game := a.game
	if a.row != nil {
		game = fmt.Sprintf("%s, row %d", a.game, *a.row)
	}
	switch {
	case r.Proved && r.AtMost:
		fmt.Fprintf(w, "%s\nperiod %s, proved; the preperiod is at most %s\n", game, units.Grouped(r.Period), units.Grouped(r.Preperiod))
	case r.Proved && r.Saltus > 0:
		fmt.Fprintf(w, "%s\npreperiod %s, period %s, saltus %s, proved\n", game, units.Grouped(r.Preperiod), units.Grouped(r.Period), units.Grouped(r.Saltus))
	case r.Proved:
		fmt.Fprintf(w, "%s\npreperiod %s, period %s, proved\n", game, units.Grouped(r.Preperiod), units.Grouped(r.Period))
	case r.Aperiodic:
		fmt.Fprintf(w, "%s\nthere is no period\n", game)
	default:
		fmt.Fprintf(w, "%s\nno period is proved\n", game)
		fmt.Fprintf(w, "  observed    %s\n", a.observed)
	}
	if r.Theorem != "" {
		fmt.Fprintf(w, "  theorem     %s\n", r.Theorem)
	}
	if a.computedTo > 0 {
		fmt.Fprintf(w, "  computed    to n = %s\n", units.Grouped(a.computedTo))
	}
	if e := a.exceptions; e != nil {
		fmt.Fprintf(w, "  exceptions  %s\n", exceptionsText(*e))
	}
	if a.audits != nil && *a.audits > 0 {
		options := "all options evaluated"
		if a.kept < a.result.Computed {
			options = "options evaluated as far as values are kept"
		}
		fmt.Fprintf(w, "  audits      %d heaps at random, %s: passed\n", *a.audits, options)
	}
	return w.Flush()
}

// exceptionsText lists exceptions: "14: n = 0, 3, 6, …, 70".
func exceptionsText(e period.Exceptions) string {
	if e.Count == 0 {
		return "none"
	}
	const shown = 20
	var list []string
	for _, n := range e.First[:min(len(e.First), shown)] {
		list = append(list, fmt.Sprint(n))
	}
	if e.Count > uint64(len(list)) {
		list = append(list, "…", fmt.Sprint(e.Last))
	}
	return fmt.Sprintf("%s: n = %s", units.Grouped(e.Count), strings.Join(list, ", "))
}

type exceptionsJSON struct {
	Count uint64   `json:"count"`
	First []uint64 `json:"first"`
	Last  *uint64  `json:"last"`
}

type observedJSON struct {
	Preperiod uint64 `json:"preperiod"`
	Period    uint64 `json:"period"`
	Saltus    uint64 `json:"saltus"`
}

func (a *periodAnswer) writeJSON(w *bufio.Writer) error {
	r := a.result
	o := objectWriter{w: w}
	o.field("game", a.game)
	if a.row != nil {
		o.field("row", *a.row)
	}
	known := func(v uint64, is bool) *uint64 {
		if !is {
			return nil
		}
		return &v
	}
	o.field("preperiod", known(r.Preperiod, r.Proved && !r.AtMost))
	o.field("period", known(r.Period, r.Proved))
	o.field("saltus", known(r.Saltus, r.Proved))
	o.field("proved", r.Proved)
	if r.Theorem == "" {
		o.field("theorem", nil)
	} else {
		o.field("theorem", r.Theorem)
	}
	o.field("computed_to", a.computedTo)
	if r.Proved && r.AtMost {
		o.field("preperiod_at_most", r.Preperiod)
	}
	if r.Proved {
		o.field("values_needed", r.Needed)
	}
	if r.Aperiodic {
		o.field("aperiodic", true)
	}
	if e := a.exceptions; e != nil {
		o.field("exceptions", exceptionsJSON{e.Count, append([]uint64{}, e.First...), known(e.Last, e.Count > 0)})
	}
	if a.observed.Period > 0 {
		o.field("observed", observedJSON{a.observed.Preperiod, a.observed.Period, a.observed.Saltus})
	}
	if a.audits != nil {
		o.field("audits", *a.audits)
	}
	return o.end()
}
