package main

// This file writes what came of a duel, for people and as JSON.

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/solve"
)

// A dueled is a report with what else is said of it.
type dueled struct {
	problem  string
	command  []string
	report   *duel.Report
	fenced   error           // why the program did not run in namespaces of its own, or nil
	position *duel.Explained // that the failing input asks about, or nil

	interrupted bool // by somebody: there is more to try
}

// write writes the report for people.
func (d *dueled) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	r := d.report
	if r.Table != nil {
		writeTable(out, r.Table)
	}
	if f := r.Failure; f != nil {
		d.writeFailure(out, f)
	}
	writeClasses(out, r)
	if len(r.Passed) > 0 {
		fmt.Fprintf(out, "passed over: %s, such as %q\n", message.Count(len(r.Passed), "test", "tests"), r.Passed[0])
	}
	if r.Refused != nil {
		fmt.Fprintf(out, "refused, as the engine says: %s\n", message.Line(r.Refused))
	}
	if d.fenced != nil {
		fmt.Fprintf(out, "the program was not kept from other processes and files: %s\n", message.Line(d.fenced))
	}
	if r.Failure == nil {
		fmt.Fprintf(out, "no difference in %s", message.Count(r.Inputs, "input", "inputs"))
		if r.Tests > r.Inputs {
			fmt.Fprintf(out, " with %s", message.Count(r.Tests, "test", "tests"))
		}
		if r.Inputs > 0 {
			fmt.Fprintf(out, ", of at most %s, with numbers to %s", message.Count(r.Bytes, "byte", "bytes"), units.Grouped(r.Number))
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// writeClasses writes how many inputs of each size were tried.
func writeClasses(out *bufio.Writer, r *duel.Report) {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "inputs\ttried\ttests\tskipped\trefused\tbytes to\tnumbers to\tcut to")
	for _, c := range r.Classes {
		line := fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s", c.Name, c.Inputs, c.Tests, c.Skipped, c.Refused, units.Grouped(uint64(c.Bytes)), units.Grouped(c.Number), c.Cut)
		fmt.Fprintln(w, strings.TrimRight(line, "\t"))
	}
	_ = w.Flush()
	fmt.Fprintln(out)
}

// writeTable writes the table of a judge.
func writeTable(out *bufio.Writer, table []duel.Judged) {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "test\tverdict\ttime\tmemory\tpurpose")
	counts := map[duel.Verdict]int{}
	var slowest time.Duration
	var largest uint64
	for _, j := range table {
		counts[j.Verdict]++
		slowest, largest = max(slowest, j.Time), max(largest, j.Memory)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", short(j.Name), j.Verdict, units.Time(j.Time.Round(time.Millisecond)), memoryText(j.Memory), j.Purpose)
	}
	_ = w.Flush()
	var parts []string
	for v := duel.Accepted; v <= duel.LastVerdict; v++ {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	fmt.Fprintf(out, "\n%s: %s; at most %s and %s\n\n", message.Count(len(table), "test", "tests"), strings.Join(parts, ", "), units.Time(slowest.Round(time.Millisecond)), memoryText(largest))
}

// memoryText writes an amount of memory, where it was measured.
func memoryText(bytes uint64) string {
	if bytes == 0 {
		return "-"
	}
	return units.Bytes(bytes)
}

// writeFailure writes the input that the program fails at, and both answers.
func (d *dueled) writeFailure(out *bufio.Writer, f *duel.Failure) {
	at := f.From.Name
	if f.From.Purpose != "" {
		at += " (" + f.From.Purpose + ")"
	}
	fmt.Fprintf(out, "%s at %s\n", f.Verdict, at)
	if f.Why != "" {
		fmt.Fprintln(out, f.Why)
	}
	if f.Tries > 0 && !bytes.Equal(f.Input, f.From.Input) {
		fmt.Fprintf(out, "made smaller in %s: %s instead of %s\n", message.Count(f.Tries, "run", "runs"), message.Count(len(f.Input), "byte", "bytes"), units.Grouped(uint64(len(f.From.Input))))
	}
	if f.Sometimes() {
		fmt.Fprintf(out, "the program fails only sometimes: in %d of %d runs\n", f.Failed, f.Repeats)
	}
	writeText(out, "input", f.Input)
	writeText(out, "right output", f.Want)
	writeText(out, "output of the program", f.Output)
	writeMessages(out, string(f.Messages))
	if x := d.position; x != nil {
		fmt.Fprintf(out, "\n%s\noutcome %v: %s\n", short(x.Question.Sum.String()), x.Answer.Outcome, ask.OutcomeSays(x.Answer.Outcome, x.Question.Compound, x.Question.Convention))
		writePosition(out, x.Answer)
	}
	fmt.Fprintln(out)
}

// Texts are shown up to these lines, and bytes in a line.
const (
	maxShownLines = 40
	maxShownBytes = 200
)

// writeText writes lines, indented, or the first ones.
func writeText(out *bufio.Writer, title string, text []byte) {
	if len(bytes.TrimSpace(text)) == 0 {
		fmt.Fprintf(out, "\n%s: nothing\n", title)
		return
	}
	fmt.Fprintf(out, "\n%s:\n", title)
	number, shown := 0, 0
	for line := range bytes.Lines(text) {
		if number++; number > maxShownLines {
			fmt.Fprintf(out, "    … and %s more\n", message.Count(len(text)-shown, "byte", "bytes"))
			break
		}
		shown += len(line)
		line = bytes.TrimRight(line, "\r\n")
		rest := ""
		if more := len(line) - maxShownBytes; more > 0 {
			line, rest = line[:maxShownBytes], fmt.Sprintf(" … (%s more)", message.Count(more, "byte", "bytes"))
		}
		fmt.Fprintf(out, "    %s%s\n", strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) && r != '\t' {
				return '?'
			}
			return r
		}, string(line)), rest)
	}
}

// writeMessages writes the beginning of what a program said on standard error.
func writeMessages(out *bufio.Writer, messages string) {
	if messages = strings.TrimSpace(messages); messages != "" {
		writeText(out, "on standard error", []byte(messages))
	}
}

// writePosition writes who wins a position, by which moves, and why.
func writePosition(out *bufio.Writer, a *solve.Answer) {
	writeMoves(out, a)
	fmt.Fprintln(out, "\nwhy:")
	pass := func(line string) { fmt.Fprintln(out, line) }
	writeReasons(a, pass)
	writeArgument(a, pass)
}

// dueledJSON is a report as JSON.
type dueledJSON struct {
	Problem    string        `json:"problem"`
	Command    []string      `json:"command"`
	Verdict    string        `json:"verdict"`
	Inputs     int           `json:"inputs"`
	Bytes      int           `json:"largest_bytes"`   // of an input
	Number     uint64        `json:"greatest_number"` // in one
	PassedOver []string      `json:"passed_over,omitempty"`
	Cases      int           `json:"tests_tried"`       // in all inputs
	Fenced     bool          `json:"fenced"`            // the program ran in namespaces of its own
	Refused    string        `json:"refused,omitempty"` // why, for the first input that the engine refused
	Cut        bool          `json:"interrupted,omitempty"`
	Classes    []*duel.Class `json:"classes"`
	Failure    *failureJSON  `json:"failure"`
	Tests      []testJSON    `json:"tests,omitempty"`
}

type testJSON struct {
	Test    string  `json:"test"`
	Verdict string  `json:"verdict"`
	Why     string  `json:"why,omitempty"`
	Seconds float64 `json:"seconds"`
	Bytes   uint64  `json:"memory_bytes"`
	Purpose string  `json:"purpose,omitempty"`
}

type failureJSON struct {
	testJSON
	Input    string   `json:"input"`
	Want     string   `json:"want"`
	Got      string   `json:"got"` // its beginning where it is long
	GotBytes int      `json:"got_bytes"`
	Messages string   `json:"messages,omitempty"`
	From     string   `json:"from_input"`
	Tries    int      `json:"tries"`
	Failed   int      `json:"failed"`
	Runs     int      `json:"runs"`
	Position string   `json:"position,omitempty"`
	Outcome  string   `json:"outcome,omitempty"`
	Winning  []string `json:"winning,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
}

// maxGot bounds the output of a program in JSON, in bytes.
const maxGot = 1 << 20

// writeJSON writes the report as one JSON value.
func (d *dueled) writeJSON(w io.Writer) error {
	r := d.report
	j := dueledJSON{Problem: d.problem, Command: d.command, Verdict: duel.Accepted.String(), Inputs: r.Inputs, Bytes: r.Bytes, Number: r.Number, PassedOver: r.Passed, Cases: r.Tests, Fenced: d.fenced == nil, Cut: d.interrupted, Classes: r.Classes}
	if r.Refused != nil {
		j.Refused = message.Line(r.Refused)
	}
	for _, row := range r.Table {
		j.Tests = append(j.Tests, testOf(row))
	}
	if f := r.Failure; f != nil {
		j.Verdict = f.Verdict.String()
		j.Failure = &failureJSON{
			testJSON: testOf(f.Judged), Input: string(f.Input), Want: string(f.Want), Got: string(f.Output[:min(len(f.Output), maxGot)]), GotBytes: len(f.Output), Messages: string(f.Messages),
			From: string(f.From.Input), Tries: f.Tries, Failed: f.Failed, Runs: f.Repeats,
		}
		j.Failure.Test = f.From.Name
		if x := d.position; x != nil {
			a := x.Answer
			j.Failure.Position, j.Failure.Outcome, j.Failure.Reasons = x.Question.Sum.String(), a.Outcome.String(), a.Reasons
			for _, m := range a.WinningMoves {
				j.Failure.Winning = append(j.Failure.Winning, moveText(m, isSum(a)))
			}
		}
	}
	return writeIndented(w, j)
}

func testOf(j duel.Judged) testJSON {
	return testJSON{j.Name, j.Verdict.String(), j.Why, j.Time.Seconds(), j.Memory, j.Purpose}
}

// writeIndented writes one JSON value, a field a line.
func writeIndented(out io.Writer, v any) error {
	w := jsontext.New(out)
	w.Indented(v)
	return w.Close()
}
