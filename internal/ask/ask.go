// Package ask holds questions about games and their answers as data, for whoever
// passes them on: the command, a server, a page.
//
// The two questions that most people need are [Solve] and [Values].
//
// A question is a struct whose fields can be read from JSON, such as [Solve],
// [Values] or [Period], and its method Ask answers it within [Means]: so much
// memory and time. [WriteJSON] writes an answer as the JSON that others script
// against. A wrong question gives a [*FieldError], which names the field; any
// other error says that the work failed.
//
// Any number of goroutines may ask at once. Each question has a clock and a meter
// of its own, so that none stops because of another.
package ask

// All questions share this: what they may use, how they read positions and games, and what
// is wrong with a field.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Means are what a question may use. The zero value allows [DefaultMemory], any
// time, and no files.
type Means struct {
	Memory uint64        // bytes; 0 for DefaultMemory
	Time   time.Duration // 0 for no bound
	Steps  uint64        // of searches; 0 for no bound
	Cores  int           // that compute for it at a time; 0 for all
	// Open opens the files that positions name, such as FILE.star(5). Its errors
	// need not name the file. Where it is nil, positions name no files.
	Open func(name string) (io.ReadCloser, error)
	// Free returns how many bytes the disk of a folder has room for. It may be nil.
	Free func(folder string) (bytes uint64, ok bool)
	// Progress begins to count something, such as "cells", or what has no name.
	// It may be nil.
	Progress func(counted string) grundy.Progress

	// What questions that follow each other share; nil for nothing.
	kept  *position.Kept
	cache *solve.Cache
	// Patterns keeps what is proved of the patterns of games, for all questions that share
	// it; nil for this question alone.
	Patterns *Patterns
	// Table holds values that questions about positions are answered from; it may be nil.
	Table *Lookup
	// Jobs are the folders of jobs that others may look on at.
	Jobs []*job.Watcher
	// Print shows the lines that rules of files print. Where it is nil, files that
	// print are refused.
	Print func(line string)
}

// Patterns are proved patterns of games, by which questions about far positions are answered.
// Several goroutines may use them. The zero value has none yet, and keeps what was used last.
type Patterns = pattern.Closer

// patterns returns what lends closed forms.
func (m Means) patterns() *Patterns {
	if m.Patterns == nil {
		return &Patterns{Memory: m.budget().Memory}
	}
	return m.Patterns
}

// DefaultMemory is the memory of a question that says nothing of it.
const DefaultMemory = 1 << 30

// budget returns the means as package solve takes them.
func (m Means) budget() solve.Budget {
	if m.Memory == 0 {
		m.Memory = DefaultMemory
	}
	return solve.Budget{Memory: m.Memory, Time: m.Time, Steps: m.Steps}
}

// searching returns the budget of a search in work that has a clock of its own.
func (m Means) searching() solve.Budget {
	return solve.Budget{Memory: m.budget().Memory, Steps: m.Steps}
}

// metered returns ctx with the meter of a question.
func (m Means) metered(ctx context.Context) context.Context {
	return meter.WithCores(meter.With(ctx, m.budget().Memory), m.Cores)
}

// progress returns what counts the next part of the work.
func (m Means) progress(counted string) grundy.Progress {
	if m.Progress == nil {
		return nil
	}
	return m.Progress(counted)
}

// files lets positions read files within the means.
func (m Means) files() position.Files {
	return position.Files{Open: m.Open, Memory: m.budget().Memory, Progress: m.progress("bytes"), Rules: m.rules(), Kept: m.kept}
}

// rules returns what a call of a function in a file of rules may use: its values,
// and then its moves, stand beside what a search keeps.
func (m Means) rules() rules.Options {
	const share = 8
	return rules.Options{
		Memory: int64(min(rules.DefaultMemory, max(m.budget().Memory/share, 1<<20))), Print: m.printer(),
		Graphs: &rules.Graphs{Open: m.Open, Memory: m.budget().Memory},
	}
}

// printer returns what shows lines that rules print, or nil.
func (m Means) printer() *rules.Printer {
	if m.Print == nil {
		return nil
	}
	return rules.NewPrinter(m.Print)
}

// within refuses what costs more than the means allow.
func (m Means) within(cost grundy.Cost, what string) error {
	budget := m.budget()
	switch {
	case cost.Bytes > budget.Memory:
		return grundy.BudgetError{Msg: fmt.Sprintf("%s needs %s of memory, and the budget is %s",
			what, units.Bytes(cost.Bytes), units.Bytes(budget.Memory)), What: "memory"}
	case budget.Time > 0 && cost.Time > budget.Time:
		return grundy.BudgetError{Msg: fmt.Sprintf("%s needs about %s of computing, and the budget is %s",
			what, units.Time(cost.Time), units.Time(budget.Time)), What: "time"}
	}
	return nil
}

// Bound returns which bound of the means an error says is used up: "memory" or "time",
// and "" for others, which more means do not raise: the steps of a call in a file of
// rules, and its memory above [rules.DefaultMemory].
func Bound(err error) string {
	if over, ok := errors.AsType[grundy.BudgetError](err); ok && (over.What == "memory" || over.What == "time") {
		return over.What
	}
	return ""
}

// A FieldError says what is wrong with a field of a question.
type FieldError struct {
	Field string // its name in JSON, such as "size"
	Value any    // what it holds; nil where Err shows it, or where the field is lacking
	Err   error  // what would be right
}

// wrong returns a [*FieldError].
func wrong(field string, value any, format string, args ...any) error {
	return &FieldError{field, value, fmt.Errorf(format, args...)}
}

func (e *FieldError) Error() string { return e.Named(e.Field) }

// Named returns the error's text with another name for the field, such as that of
// a flag. Where there is no name, as for an argument, it is what would be right.
func (e *FieldError) Named(name string) string {
	switch {
	case name == "":
		return e.Err.Error()
	case e.Value == nil:
		return fmt.Sprintf("%s: %v", name, e.Err)
	case strings.HasPrefix(name, "--"), !strings.HasPrefix(name, "-"):
		name += "="
	default:
		name += " "
	}
	return fmt.Sprintf("%s%s: %v", name, message.Shown(fmt.Sprint(e.Value)), e.Err)
}

// texts are the fields that hold what is asked about. Errors in them say where they
// stand, and need no name.
var texts = []string{"position", "expression", "game", "words", "file", "text", "certificate", "family", "function"}

// InText reports whether the field holds what is asked about, such as a position.
func (e *FieldError) InText() bool { return slices.Contains(texts, e.Field) }

// Unwrap returns what would be right.
func (e *FieldError) Unwrap() error { return e.Err }

// Place returns where the text of a field is wrong, as far as an error says it: the line
// and the column, in bytes, from 1; 0 for what it does not say.
func Place(err error) (line, column int) {
	if in, ok := errors.AsType[*graph.Error](err); ok {
		line = in.Line
	}
	if in, ok := errors.AsType[*rules.Error](err); ok {
		line, column = in.Pos.Line, in.Pos.Col
	}
	if in, ok := errors.AsType[*position.SyntaxError](err); ok {
		line, column = in.Line, in.Column
	}
	return line, column
}

// sum reads the position of a question.
func (m Means) sum(ctx context.Context, text string) (grundy.Sum, error) {
	sum, err := position.ParseWith(ctx, text, m.files())
	return sum, refused(ctx, "position", err)
}

// IsSum reports whether a text is a sum of positions.
func (m Means) IsSum(ctx context.Context, text string) bool {
	ctx, clock := m.begin(ctx, "")
	_, err := m.sum(ctx, text)
	return clock.end(err) == nil
}

// refused makes a text that could not be read a wrong field, if the reason is not
// the budget, or the end of ctx.
func refused(ctx context.Context, field string, err error) error {
	_, overMemory := errors.AsType[*meter.Error](err)
	_, overTime := errors.AsType[*TimeError](err)
	switch {
	case err == nil || ctx.Err() != nil || overMemory || overTime:
		return err
	case errors.Is(err, grundy.ErrTooLarge): // a graph
		return grundy.BudgetError{Msg: strings.TrimSuffix(err.Error(), ": "+grundy.ErrTooLarge.Error()), What: "memory"}
	}
	return &FieldError{field, nil, err}
}

// conventionOf returns the convention of play of a sum: misère play also where rules say so.
func conventionOf(misere bool, sum grundy.Sum) grundy.Convention {
	if misere || sum.PlayedMisere() != nil {
		return grundy.Misere
	}
	return grundy.Normal
}

// kindOf reads the kind of a compound, "" for the disjunctive one.
func kindOf(name string) (compound.Kind, error) {
	if name == "" {
		return compound.Disjunctive, nil
	}
	kind, err := compound.ParseKind(name)
	if err == nil {
		return kind, nil
	}
	names := compound.Names()
	if strings.HasPrefix(strings.ToLower(name), "moore") {
		names = nil // moore:K is none of them as it stands
	}
	return 0, wrong("compound", nil, "%w%s", err, message.DidYouMean(name, names))
}
