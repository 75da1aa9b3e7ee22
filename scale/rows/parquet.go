package rows

// A file of Parquet has a column for each of the question's, which may be null, and what is said
// about them as metadata.

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/grundy-games/grundy/internal/sweep"
)

var parquetTypes = map[sweep.Kind]reflect.Type{
	sweep.Text: reflect.TypeFor[string](), sweep.Whole: reflect.TypeFor[int64](), sweep.Truth: reflect.TypeFor[bool](),
}

type parquetFile struct {
	file *os.File
	out  *parquet.GenericWriter[any]
	row  parquet.Row
}

func openParquet(_ context.Context, name string, columns []sweep.Column) (table, error) {
	var fields []reflect.StructField // a group would sort the columns by name
	for _, c := range columns {
		fields = append(fields, reflect.StructField{
			Name: strings.ToUpper(c.Name), Type: parquetTypes[c.Kind],
			Tag: reflect.StructTag(`parquet:"` + c.Name + `,optional,zstd"`),
		})
	}
	schema := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	const rowsInMemory = 1 << 14
	return &parquetFile{file: f, out: parquet.NewGenericWriter[any](f, schema, parquet.MaxRowsPerRowGroup(rowsInMemory))}, nil
}

func (t *parquetFile) add(ctx context.Context, cells []any) error {
	t.row = t.row[:0]
	for i, c := range cells {
		defined := 1
		if c == nil {
			defined = 0
		}
		t.row = append(t.row, parquet.ValueOf(c).Level(0, defined, i))
	}
	_, err := t.out.WriteRows([]parquet.Row{t.row})
	return errors.Join(err, ctx.Err())
}

func (t *parquetFile) note(_ context.Context, name, value string) error {
	t.out.SetKeyValueMetadata(name, value)
	return nil
}

func (t *parquetFile) close() error { return errors.Join(t.out.Close(), t.file.Close()) }
