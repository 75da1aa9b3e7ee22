// Package rows writes the rows of sweeps for databases: SQLite and Parquet. [Write] chooses
// by the name of the file.
package rows

// A file's name chooses its format. It is written whole or not at all.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/sweep"
)

// A NameError says that the name of a file does not say how to write it.
type NameError struct{ Name string }

func (e *NameError) Error() string {
	return fmt.Sprintf("%s: want a file that ends in .sqlite or .parquet", message.Shown(e.Name))
}

// A table is a file that is being written. A cell is a string, an int64, a bool, or nil where
// a row has nothing.
type table interface {
	add(ctx context.Context, cells []any) error
	// note says something about the table, under a name.
	note(ctx context.Context, name, value string) error
	close() error
}

// formats open a table by the end of its name.
var formats = map[string]func(ctx context.Context, name string, columns []sweep.Column) (table, error){
	".sqlite":  openSQLite,
	".parquet": openParquet,
}

// Write writes the rows of a sweep to a file, and returns how many there are. A file of that
// name is replaced when all is written. It takes memory for some thousand rows, and for the
// classes of codes.
func Write(ctx context.Context, folder *sweep.Folder, name string) (count uint64, err error) {
	open, ok := formats[filepath.Ext(name)]
	if !ok {
		return 0, &NameError{name}
	}
	partial := name + ".partial"
	if err := os.Remove(partial); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	columns := folder.Question.Columns
	t, err := open(ctx, partial, columns)
	if err != nil {
		return 0, errors.Join(err, removed(partial))
	}
	err = func() error {
		cells := make([]any, len(columns))
		for r, err := range folder.Rows(ctx) {
			if err != nil {
				return err
			}
			for i, c := range columns {
				if cells[i], err = cell(c, r[i]); err != nil {
					return fmt.Errorf("%s: %s: %w", r[0], c.Name, err)
				}
			}
			if err := t.add(ctx, cells); err != nil {
				return err
			}
			count++
		}
		last := folder.Last()
		for _, note := range [][2]string{
			{"family", folder.Family.String()}, {"question", folder.Question.Name},
			{"spec", string(last.Status.Spec)}, {"version", last.Status.Version}, {"finished", strconv.FormatBool(folder.Finished())},
		} {
			if err := t.note(ctx, note[0], note[1]); err != nil {
				return err
			}
		}
		return nil
	}()
	if err = errors.Join(err, t.close()); err == nil {
		err = os.Rename(partial, name)
	}
	if err != nil {
		return 0, errors.Join(err, removed(partial))
	}
	return count, nil
}

func removed(name string) error {
	if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// cell reads a cell.
func cell(c sweep.Column, text string) (any, error) {
	switch {
	case text == "":
		return nil, nil
	case c.Kind == sweep.Whole:
		return strconv.ParseInt(text, 10, 64)
	case c.Kind == sweep.Truth:
		return strconv.ParseBool(text)
	}
	return text, nil
}
