package forge

// The table shows which test kills which wrong idea, as text and as JSON.

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// marks are the letters of the columns of the table.
const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// WriteText writes the table: a line an idea, a line a test, and which test kills which
// idea. Lines have at most 100 columns, except where an idea's name is longer.
func (r *Result) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %s, %s, seed %d\n", r.Problem, message.Count(len(r.Tests), "test", "tests"), units.Bytes(r.Bytes()), r.Seed)
	if len(r.Ideas) > 0 {
		fmt.Fprintf(w, "\nwrong solutions:\n")
	}
	for i, idea := range r.Ideas {
		fmt.Fprintf(w, "  %c  %s\n", mark(i), idea.Says)
		fmt.Fprintf(w, "     %s\n", filled(idea.verdict(r), "     "))
	}
	heads := ""
	for i := range r.Ideas {
		heads += string(mark(i))
	}
	number, size := digits(len(r.Tests)), 5
	fmt.Fprintf(w, "\n%*s  %*s  %s  %s\n", number, "", size, "bytes", heads, "what the test is for")
	for t, test := range r.Tests {
		row := make([]byte, len(r.Ideas))
		for i, idea := range r.Ideas {
			row[i] = letters[idea.Kills[t]]
		}
		head := fmt.Sprintf("%0*d  %*s  %s  ", number, t+1, size, short(len(test.In)), row)
		fmt.Fprintf(w, "%s%s\n", head, brief(test.Reason, max(20, tableColumns-len(head))))
	}
	if len(r.Ideas) > 0 {
		fmt.Fprintf(w, "\nx wrong answer  t too slow  m too much memory  o too much output  c crashes  w waits  . passes  blank: not run\n")
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "%s\n", filled(note, ""))
	}
	return w.Flush()
}

// letters are the marks of verdicts in the table.
var letters = map[duel.Verdict]byte{
	duel.Accepted: '.', duel.WrongAnswer: 'x', duel.TimeLimit: 't', duel.MemoryLimit: 'm', duel.OutputLimit: 'o', duel.RunTimeError: 'c', duel.Waiting: 'w', NotRun: ' ',
}

// tableColumns is the width of the table.
const tableColumns = 100

// filled breaks a text into lines. All of them except the first begin with the indent.
func filled(text, indent string) string {
	var b strings.Builder
	column := len(indent)
	for i, word := range strings.Fields(text) {
		length := len([]rune(word))
		switch {
		case i == 0:
		case column+1+length > tableColumns:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}

// brief cuts a line to at most that many bytes, in ASCII.
func brief(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimRight(text[:most-3], " ,;:") + "..."
}

func mark(i int) byte {
	if i < len(marks) {
		return marks[i]
	}
	return '+'
}

// short writes a number of bytes in at most five characters.
func short(n int) string {
	switch {
	case n < 100_000:
		return fmt.Sprint(n)
	case n < 10_000_000:
		return fmt.Sprintf("%dk", n/1000)
	default:
		return fmt.Sprintf("%dM", n/1_000_000)
	}
}

// verdict says in words what became of an idea.
func (i *Idea) verdict(r *Result) string {
	many, first := 0, 1+slices.IndexFunc(i.Kills, kills)
	for _, how := range i.Kills {
		if kills(how) {
			many++
		}
	}
	switch {
	case many == 1:
		return fmt.Sprintf("killed by test %0*d: %s", digits(len(r.Tests)), first, i.Why)
	case many > 1:
		return fmt.Sprintf("killed by %d tests, first by %0*d: %s", many, digits(len(r.Tests)), first, i.Why)
	case i.Right:
		return "right within the limits: " + i.Why
	}
	return "survives: " + i.Why
}

// WriteJSON writes the table as one JSON value.
func (r *Result) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Object(jsontext.Lines)
	w.Field("problem", r.Problem)
	w.Field("title", r.Title)
	w.Field("seed", r.Seed)
	w.Field("bytes", r.Bytes())
	w.Name("tests")
	w.List(jsontext.Deeper)
	for t, test := range r.Tests {
		w.Object(jsontext.Spaced)
		w.Field("test", t+1)
		w.Field("name", test.Name)
		w.Field("reason", test.Reason)
		w.Field("sample", test.Sample)
		w.Field("in_bytes", len(test.In))
		w.Field("out_bytes", len(test.Out))
		w.Name("kills")
		w.List(jsontext.Spaced)
		for _, idea := range r.Ideas {
			if kills(idea.Kills[t]) {
				w.Text(idea.Name)
			}
		}
		w.End()
		w.End()
	}
	w.End()
	w.Name("ideas")
	w.List(jsontext.Deeper)
	for _, idea := range r.Ideas {
		w.Object(jsontext.Spaced)
		w.Field("name", idea.Name)
		w.Field("says", idea.Says)
		w.Field("verdict", idea.status())
		w.Field("why", idea.Why)
		w.Name("killed_by")
		w.List(jsontext.Spaced)
		for t, how := range idea.Kills {
			if !kills(how) {
				continue
			}
			w.Object(jsontext.Spaced)
			w.Field("test", t+1)
			w.Field("how", how.String())
			w.End()
		}
		w.End()
		w.End()
	}
	w.End()
	w.Name("notes")
	w.List(jsontext.Deeper)
	for _, note := range r.Notes {
		w.Text(note)
	}
	w.End()
	w.End()
	return w.Close()
}

// status is the verdict in one word.
func (i *Idea) status() string {
	switch {
	case slices.ContainsFunc(i.Kills, kills):
		return "killed"
	case i.Right:
		return "right"
	}
	return "survives"
}
