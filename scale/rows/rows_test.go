package rows_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/scale/rows"
)

// swept does a sweep in a new folder.
func swept(t *testing.T, spec sweep.Spec) *sweep.Folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sweep")
	q := ask.Sweep{Spec: spec}
	if err := q.Plan(t.Context(), ask.Means{}); err != nil {
		t.Fatal(err)
	}
	stage, _, err := sweep.Next(dir, &q.Spec, nil)
	if err == nil {
		err = os.Mkdir(dir, 0o777)
	}
	var j job.Job
	if err == nil {
		j, err = q.Job(ask.Means{})
	}
	if err == nil {
		err = job.Run(t.Context(), j, stage, job.Options{})
	}
	var f *sweep.Folder
	if err == nil {
		f, err = sweep.Open(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// texts returns the rows as the folder has them, truths as a database has them.
func texts(t *testing.T, f *sweep.Folder) (all [][]string) {
	t.Helper()
	for r, err := range f.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		r = slices.Clone(r)
		for i, c := range f.Question.Columns {
			if c.Kind == sweep.Truth {
				r[i] = map[string]string{"true": "1", "false": "0"}[r[i]]
			}
		}
		all = append(all, r)
	}
	return all
}

func fromSQLite(t *testing.T, name string, columns int) (all [][]string, asked map[string]string) {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	query := func(text string, columns int, visit func([]string)) {
		found, err := db.QueryContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = found.Close() }()
		for found.Next() {
			cells, into := make([]sql.NullString, columns), make([]any, columns)
			for i := range cells {
				into[i] = &cells[i]
			}
			if err := found.Scan(into...); err != nil {
				t.Fatal(err)
			}
			row := make([]string, columns)
			for i, c := range cells {
				if row[i] = c.String; c.Valid && c.String == "" {
					t.Errorf("%s: an empty text instead of nothing", row[0])
				}
			}
			visit(row)
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
	}
	asked = map[string]string{}
	query("SELECT * FROM rows ORDER BY rowid", columns, func(row []string) { all = append(all, row) })
	query("SELECT name, value FROM sweep", 2, func(row []string) { asked[row[0]] = row[1] })
	return all, asked
}

func fromParquet(t *testing.T, name string, columns []sweep.Column) (all [][]string, family string) {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	info, err := in.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(in, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range file.Schema().Columns() {
		if path[0] != columns[i].Name {
			t.Errorf("column %d is %s; want %s", i, path[0], columns[i].Name)
		}
	}
	for _, group := range file.RowGroups() {
		r := group.Rows()
		for {
			found := make([]parquet.Row, 1)
			n, err := r.ReadRows(found)
			if n > 0 {
				row := make([]string, len(columns))
				for i, v := range found[0] {
					switch {
					case v.IsNull():
					case columns[i].Kind == sweep.Truth:
						row[i] = map[bool]string{true: "1", false: "0"}[v.Boolean()]
					case columns[i].Kind == sweep.Whole:
						row[i] = fmt.Sprint(v.Int64())
					default:
						row[i] = string(v.ByteArray())
					}
				}
				all = append(all, row)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	family, _ = file.Lookup("family")
	return all, family
}

// Each question's rows come back from both forms as the folder has them.
func TestWrite(t *testing.T) {
	for _, spec := range []sweep.Spec{
		{Family: "d.dd", Ask: "period", Max: 2000},
		{Family: "subtraction:1..5", Ask: "quotient"},
		{Family: "subtraction:1..4", Ask: "values", Max: 20},
		{Family: "wythoff[1..3]", Ask: "outcome", Start: "3,5"},
	} {
		f := swept(t, spec)
		want := texts(t, f)
		dir := t.TempDir()
		for _, name := range []string{"a.sqlite", "a.parquet", "a.sqlite"} { // the last one replaces a file
			name = filepath.Join(dir, name)
			if n, err := rows.Write(t.Context(), f, name); err != nil || int(n) != len(want) || n == 0 {
				t.Fatalf("%s, %s: %d rows, want %d; %v", spec.Family, name, n, len(want), err)
			}
			got, family := [][]string(nil), ""
			if strings.HasSuffix(name, ".sqlite") {
				var asked map[string]string
				got, asked = fromSQLite(t, name, len(f.Question.Columns))
				if family = asked["family"]; asked["question"] != spec.Ask || asked["finished"] != "true" {
					t.Errorf("%s: %v", spec.Family, asked)
				}
			} else {
				got, family = fromParquet(t, name, f.Question.Columns)
			}
			if family != spec.Family || !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s, %s: %s, %v; want %v", spec.Family, name, family, got, want)
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "*.partial*")); err != nil || left != nil {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// A file that cannot be written leaves nothing, and what stood there.
func TestWriteFails(t *testing.T) {
	f := swept(t, sweep.Spec{Family: "0.d", Ask: "period", Max: 100})
	if _, err := rows.Write(t.Context(), f, "rows.xlsx"); err == nil || !strings.Contains(err.Error(), "rows.xlsx: want a file that ends in .sqlite or .parquet") {
		t.Error(err)
	}
	for _, end := range []string{".sqlite", ".parquet"} {
		dir := t.TempDir()
		name := filepath.Join(dir, "rows"+end)
		if err := os.Mkdir(name, 0o777); err != nil {
			t.Fatal(err)
		}
		if _, err := rows.Write(t.Context(), f, name); err == nil {
			t.Errorf("%s: a folder was replaced", end)
		}
		if _, err := rows.Write(t.Context(), f, filepath.Join(dir, "none", "rows"+end)); err == nil {
			t.Errorf("%s: written into a folder that is not there", end)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("%s: %v are left, %v", end, entries, err)
		}
	}
}
