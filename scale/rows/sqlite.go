package rows

// A file of SQLite has the rows in a table of that name, and what is said about them in the table
// sweep.

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"github.com/grundy-games/grundy/internal/sweep"
)

// sqlTypes are the types of columns. A truth is 0 or 1.
var sqlTypes = map[sweep.Kind]string{sweep.Text: "TEXT", sweep.Whole: "INTEGER", sweep.Truth: "INTEGER"}

type sqlite struct {
	db     *sql.DB
	tx     *sql.Tx
	insert *sql.Stmt
}

func openSQLite(ctx context.Context, name string, columns []sweep.Column) (_ table, err error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	t := &sqlite{db: db}
	defer func() {
		if err != nil {
			_ = t.close()
		}
	}()
	if t.tx, err = db.BeginTx(ctx, nil); err != nil {
		return nil, err
	}
	var declared, places []string
	for _, c := range columns {
		declared = append(declared, `"`+c.Name+`" `+sqlTypes[c.Kind])
		places = append(places, "?")
	}
	for _, s := range []string{
		"CREATE TABLE rows (" + strings.Join(declared, ", ") + ")",
		"CREATE TABLE sweep (name TEXT PRIMARY KEY, value TEXT)",
	} {
		if _, err := t.tx.ExecContext(ctx, s); err != nil {
			return nil, err
		}
	}
	t.insert, err = t.tx.PrepareContext(ctx, "INSERT INTO rows VALUES ("+strings.Join(places, ", ")+")")
	return t, err
}

func (t *sqlite) add(ctx context.Context, cells []any) error {
	_, err := t.insert.ExecContext(ctx, cells...)
	return err
}

func (t *sqlite) note(ctx context.Context, name, value string) error {
	_, err := t.tx.ExecContext(ctx, "INSERT INTO sweep VALUES (?, ?)", name, value)
	return err
}

func (t *sqlite) close() (err error) {
	if t.insert != nil {
		err = t.insert.Close()
	}
	if t.tx != nil {
		if e := t.tx.Commit(); !errors.Is(e, sql.ErrTxDone) {
			err = errors.Join(err, e)
		}
	}
	return errors.Join(err, t.db.Close())
}
