package sweep

// The rows of a folder are read whole, and written in one of several formats.

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/grundy-games/grundy/internal/message"
)

// Rows yields the rows in the order of the games, as many as there are. A row that has only
// the class of its game gets the answer of the class.
func (f *Folder) Rows(ctx context.Context) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		classes, err := f.classes(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for r, err := range f.own() {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && classes != nil {
				err = f.resolve(r.row, classes, 0)
			}
			if !yield(r.row, err) || err != nil {
				return
			}
		}
	}
}

// classes returns the rows of the codes that answer for others.
func (f *Folder) classes(ctx context.Context) (map[string]Row, error) {
	if !f.Family.Codes || f.Question.Column("class") < 0 {
		return nil, nil
	}
	classes := map[string]Row{}
	for pass := range 2 {
		for r, err := range f.own() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			if _, wanted := classes[r.row[0]]; wanted && pass == 1 {
				classes[r.row[0]] = r.row
			} else if pass == 0 && f.Question.IsDeferred(r.row) {
				classes[f.Question.Get(r.row, "class")] = nil
			}
		}
	}
	return classes, nil
}

// resolve gives a row that has only the class of its game the answer of the class, if that
// is there. The class may have one of its own.
func (f *Folder) resolve(r Row, classes map[string]Row, depth int) error {
	class := classes[f.Question.Get(r, "class")]
	if class == nil || !f.Question.IsDeferred(r) || depth > len(classes) {
		return nil
	}
	if err := f.resolve(class, classes, depth+1); err != nil || f.Question.IsDeferred(class) {
		return err
	}
	return f.Question.follow(r, class)
}

// follow gives the row of a game the answer of its class: G(n) = G'(n + shift).
//
// With a shift to the right the sequence begins later, so that the preperiod is so much
// less. With one to the left, s zeros stand before the sequence of the class. The preperiod
// is so much more if that of the class is not 0; otherwise the zeros may belong to the
// period, and s is a bound.
func (q *Question) follow(r, class Row) error {
	shift, err := strconv.ParseInt(q.Get(r, "shift"), 10, 16)
	if err != nil {
		return fmt.Errorf("%s: shift %s: %w", r[0], message.Quoted(q.Get(r, "shift")), err)
	}
	for _, name := range []string{"proved", "period", "saltus", "at_most", "values_needed", "computed_to", "note"} {
		q.Set(r, name, q.Get(class, name))
	}
	if theorem := q.Get(class, "theorem"); theorem != "" {
		q.Set(r, "theorem", "as "+class[0]+": "+theorem)
	}
	if text := q.Get(class, "preperiod"); text != "" {
		preperiod, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%s: preperiod %s: %w", class[0], message.Quoted(text), err)
		}
		if preperiod == 0 && shift < 0 {
			q.Set(r, "at_most", true)
		}
		q.Set(r, "preperiod", max(0, preperiod-shift))
	}
	return nil
}

// A Format is how rows are written.
type Format int

// The formats.
const (
	CSV       Format = iota
	JSONLines        // an object a line
	JSON             // a list of objects
)

// Write writes the rows of the folder. It returns their number, and the hash of their CSV.
func (f *Folder) Write(ctx context.Context, w io.Writer, format Format) (count uint64, hash string, err error) {
	return f.write(ctx, w, format, func(Row) error { return nil })
}

// write is Write, which passes each row to visit.
func (f *Folder) write(ctx context.Context, w io.Writer, format Format, visit func(Row) error) (count uint64, hash string, err error) {
	sum := sha256.New()
	text := io.MultiWriter(w, sum)
	if format != CSV {
		text = sum
	}
	table := csv.NewWriter(text)
	names := make(Row, len(f.Question.Columns))
	for i, c := range f.Question.Columns {
		names[i] = c.Name
	}
	if err := table.Write(names); err != nil {
		return 0, "", err
	}
	var line []byte
	before, behind := "", "\n"
	if format == JSON {
		before, behind = "[", ""
	}
	for r, err := range f.Rows(ctx) {
		if err != nil {
			return count, "", err
		}
		if format != CSV {
			line = append(f.Question.appendJSON(append(line[:0], before...), r), behind...)
			if _, err := w.Write(line); err != nil {
				return count, "", err
			}
			if format == JSON {
				before = ",\n "
			}
		}
		if err := errors.Join(table.Write(r), visit(r)); err != nil {
			return count, "", err
		}
		count++
	}
	if format == JSON {
		if count > 0 {
			before = ""
		}
		if _, err := io.WriteString(w, before+"]\n"); err != nil {
			return count, "", err
		}
	}
	table.Flush()
	return count, hex.EncodeToString(sum.Sum(nil)), table.Error()
}

// appendJSON appends the row as an object.
func (q *Question) appendJSON(dst []byte, r Row) []byte {
	dst = append(dst, '{')
	for i, c := range q.Columns {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(strconv.AppendQuote(dst, c.Name), ": "...)
		switch {
		case r[i] == "":
			dst = append(dst, "null"...)
		case c.Kind == Text:
			text, _ := json.Marshal(r[i])
			dst = append(dst, text...)
		default:
			dst = append(dst, r[i]...)
		}
	}
	return append(dst, '}')
}
