package table_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/table"
)

// write writes values in portions of the sizes given, over and over.
func write(t interface{ Fatal(...any) }, w table.Writer, values []uint64, portions ...int) {
	for i := 0; len(values) > 0; i++ {
		n := min(portions[i%len(portions)], len(values))
		if err := w.Write(values[:n]); err != nil {
			t.Fatal(err)
		}
		values = values[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestText(t *testing.T) {
	kayles := []uint64{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6}
	queen := []uint64{0, 1, 2, 1, 2, 0}
	words := []table.Word{{Text: "1^431", JSON: `"1^431"`}, {Text: "9^(8,10)", JSON: `"9^(8,10)"`}, {Text: "?", JSON: "null"}}
	genera := table.Header{
		Game: "chomp(_,3)", From: 4, Shape: []uint64{3}, Each: "genus", All: "genera",
		Word: func(v uint64) table.Word { return words[v-table.Mark] },
	}
	symbols := []uint64{table.Mark, table.Mark + 1, table.Mark + 2}
	for _, test := range []struct {
		format table.Format
		header table.Header
		values []uint64
		want   string
	}{
		{table.Text, table.Header{Game: "0.77", Shape: []uint64{12}}, kayles, `      +0  +1  +2  +3  +4  +5  +6  +7  +8  +9
 0 |   0   1   2   3   1   4   3   2   1   4
10 |   2   6
`},
		{table.Text, table.Header{Game: "0.77", Shape: []uint64{12}, Columns: 12}, kayles, `      +0  +1  +2  +3  +4  +5  +6  +7  +8  +9 +10 +11
 0 |   0   1   2   3   1   4   3   2   1   4   2   6
`},
		{table.Text, table.Header{Game: "nim", From: 98, Shape: []uint64{6}, Columns: 3}, []uint64{98, 10000, 99, 7, 1, 123456}, `         +0    +1    +2
 98 |    98 10000    99
101 |     7     1 123456
`},
		{table.Text, table.Header{Game: "queen", Shape: []uint64{2, 3}}, queen, `    0 1 2
0 | 0 1 2
1 | 1 2 0
`},
		{table.BFile, table.Header{Game: "0.77", From: 3, Shape: []uint64{3}}, kayles[3:6], "3 3\n4 1\n5 4\n"},
		{table.CSV, table.Header{Game: "0.77", From: 3, Shape: []uint64{3}}, kayles[3:6], "heap,nim_value\n3,3\n4,1\n5,4\n"},
		{table.CSV, table.Header{Game: "queen", Shape: []uint64{2, 3}}, queen, "0,1,2\n1,2,0\n"},
		{table.BFile, genera, symbols, "4 1^431\n5 9^(8,10)\n6 ?\n"},
		{table.CSV, genera, symbols, "heap,genus\n4,\"1^431\"\n5,\"9^(8,10)\"\n6,\n"},
		{table.JSON, table.Header{Game: "0.77", From: 3, Shape: []uint64{3}}, kayles[3:6], `{"game": "0.77", "from": 3, "values": [3,1,4]}` + "\n"},
		{table.JSON, table.Header{Game: "queen", Shape: []uint64{2, 3}}, queen, `{"game": "queen", "shape": [2,3], "values": [[0,1,2],` + "\n  [1,2,0]]}\n"},
		{table.JSON, table.Header{Game: "x", Shape: []uint64{0}}, nil, `{"game": "x", "from": 0, "values": []}` + "\n"},
	} {
		var out bytes.Buffer
		w, err := table.NewWriter(&out, test.format, test.header)
		if err != nil {
			t.Fatal(err)
		}
		write(t, w, test.values, 5, 1)
		if got := strings.Replace(out.String(), `, "version": "`+build.Version()+`"`, "", 1); got != test.want {
			t.Errorf("%s of %v:\n%s\nwant\n%s", test.format, test.header, got, test.want)
		}
	}
}

// If the values stop, whole lines have been written, even of long values.
func TestWholeLines(t *testing.T) {
	for _, test := range []struct {
		format table.Format
		header table.Header
	}{
		{table.CSV, table.Header{From: 7, Shape: []uint64{100_000}}},
		{table.BFile, table.Header{From: 95, Shape: []uint64{100_000}}},
		{table.Text, table.Header{From: 95, Shape: []uint64{100_000}, Columns: 7}},
		{table.Text, table.Header{Shape: []uint64{1000, 333}}},
		{table.CSV, table.Header{Shape: []uint64{1000, 333}}},
		{table.CSV, table.Header{Shape: []uint64{3, 200_000}}},
	} {
		values := make([]uint64, 100_000)
		for i := range values {
			values[i] = uint64(i * i % 1009)
		}
		var whole bytes.Buffer
		for stop := len(values); stop > 0; stop /= 2 {
			var out bytes.Buffer
			w, err := table.NewWriter(&out, test.format, test.header)
			if err != nil {
				t.Fatal(err)
			}
			for from := 0; from < stop; from += 999 {
				if err := w.Write(values[from:min(from+999, stop)]); err != nil {
					t.Fatal(err)
				}
			}
			kept := out.Len()
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if whole.Len() == 0 {
				whole.Write(out.Bytes())
			}
			if lines := out.Bytes()[kept:]; len(lines) > 0 && lines[len(lines)-1] != '\n' {
				t.Errorf("%s of %v, stopped at %d: flushed to %q", test.format, test.header, stop, lines[max(0, len(lines)-30):])
			}
			if got := out.Bytes()[:kept]; len(got) > 0 && got[len(got)-1] != '\n' || !bytes.HasPrefix(whole.Bytes(), got) {
				t.Errorf("%s of %v, stopped at %d: ends with %q", test.format, test.header, stop, got[max(0, len(got)-30):])
			}
		}
		if whole.Len() == 0 && test.header.Shape[len(test.header.Shape)-1] < 200_000 {
			t.Errorf("%s of %v: all is kept to the end", test.format, test.header)
		}
	}
}

// A table of any shape is read back from JSON as it was.
func TestJSONOfAnyShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.Uint64Range(1, 4), 1, 4).Draw(t, "shape")
		count := uint64(1)
		for _, n := range shape {
			count *= n
		}
		values := make([]uint64, count)
		for i := range values {
			values[i] = uint64(i)
		}
		var out bytes.Buffer
		w, err := table.NewWriter(&out, table.JSON, table.Header{Game: "a", Shape: shape})
		if err != nil {
			t.Fatal(err)
		}
		write(t, w, values, 3)
		var read struct {
			Shape  []uint64 `json:"shape"`
			Values any      `json:"values"`
		}
		if err := json.Unmarshal(out.Bytes(), &read); err != nil {
			t.Fatalf("%v in %s", err, &out)
		}
		if len(shape) > 1 && !slices.Equal(read.Shape, shape) {
			t.Fatalf("shape %v, want %v", read.Shape, shape)
		}
		next := 0.0
		var walk func(v any, shape []uint64)
		walk = func(v any, shape []uint64) {
			if len(shape) == 0 {
				if v != next {
					t.Fatalf("value %v, want %v in %s", v, next, &out)
				}
				next++
				return
			}
			list, ok := v.([]any)
			if !ok || uint64(len(list)) != shape[0] {
				t.Fatalf("%v has not the shape %v", v, shape)
			}
			for _, e := range list {
				walk(e, shape[1:])
			}
		}
		walk(read.Values, shape)
	})
}

// An .npy file has the values that were written, as narrow as they allow,
// wherever the first large one stands.
func TestNPY(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(
			rapid.Uint64Range(0, 255), rapid.Uint64Range(0, 255), rapid.Uint64Range(0, 1<<16), rapid.Uint64Range(0, 1<<32), rapid.Uint64(),
		), 1, 300).Draw(t, "values")
		if rapid.Bool().Draw(t, "narrow") {
			for i := range values {
				values[i] %= 300
			}
		}
		name := filepath.Join(folder, "a.npy")
		file, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := table.NewWriter(file, table.NPY, table.Header{Game: "a", Shape: []uint64{uint64(len(values))}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, w, values, rapid.IntRange(1, 50).Draw(t, "portion"))
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		got, width := readNPY(t, name, fmt.Sprintf("(%d,)", len(values)))
		if !slices.Equal(got, values) {
			t.Fatalf("read %v, want %v", got, values)
		}
		if largest := slices.Max(values); width > 1 && largest>>(4*width) == 0 {
			t.Fatalf("%d bytes a value for at most %d", width, largest)
		}
	})
}

// readNPY reads the format from its description, not with the package.
func readNPY(t interface{ Fatalf(string, ...any) }, name, shape string) (values []uint64, width int) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if string(text[:8]) != "\x93NUMPY\x01\x00" {
		t.Fatalf("it begins %q", text[:8])
	}
	head := string(text[10:][:binary.LittleEndian.Uint16(text[8:])])
	if (10+len(head))%64 != 0 || head[len(head)-1] != '\n' {
		t.Fatalf("the heading %q is not padded to 64 bytes and a new line", head)
	}
	var order byte
	for _, w := range []int{1, 2, 4, 8} {
		order = '<'
		if w == 1 {
			order = '|'
		}
		if strings.TrimRight(head, " \n") == fmt.Sprintf("{'descr': '%cu%d', 'fortran_order': False, 'shape': %s, }", order, w, shape) {
			width = w
		}
	}
	if width == 0 {
		t.Fatalf("heading %q", head)
	}
	for data := text[10+len(head):]; len(data) > 0; data = data[width:] {
		var word [8]byte
		copy(word[:], data[:width])
		values = append(values, binary.LittleEndian.Uint64(word[:]))
	}
	return values, width
}

func TestRefused(t *testing.T) {
	if _, err := table.ParseFormat("bfiles"); err == nil || !strings.Contains(err.Error(), `did you mean "bfile"`) {
		t.Errorf("bfiles: %v", err)
	}
	if _, err := table.NewWriter(&bytes.Buffer{}, table.BFile, table.Header{Shape: []uint64{2, 2}}); err == nil {
		t.Error("a table as a b-file")
	}
	if _, err := table.NewWriter(&bytes.Buffer{}, table.NPY, table.Header{Shape: []uint64{2}}); err == nil {
		t.Error("an .npy file to a stream")
	}
	for _, n := range []int{1, 3} {
		w, err := table.NewWriter(&bytes.Buffer{}, table.CSV, table.Header{Shape: []uint64{2}})
		if err != nil {
			t.Fatal(err)
		}
		if errWrite, errClose := w.Write(make([]uint64, n)), w.Close(); errWrite == nil && errClose == nil {
			t.Errorf("%d values for a table of 2", n)
		}
	}
}

// BenchmarkWriter measures how fast each format takes a sequence of small values.
func BenchmarkWriter(b *testing.B) {
	values := make([]uint64, 1<<16)
	for i := range values {
		values[i] = uint64(i * i % 251)
	}
	for _, name := range table.Formats() {
		b.Run(name, func(b *testing.B) {
			const portions = 64
			h := table.Header{Game: "a", Shape: []uint64{portions * uint64(len(values))}}
			file, err := os.Create(filepath.Join(b.TempDir(), "a"))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			for b.Loop() {
				if _, err := file.Seek(0, 0); err != nil {
					b.Fatal(err)
				}
				w, err := table.NewWriter(file, table.Format(name), h)
				if err != nil {
					b.Fatal(err)
				}
				for range portions {
					if err := w.Write(values); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*portions*float64(len(values))/b.Elapsed().Seconds(), "values/s")
		})
	}
}

// Files have at least the size that is told beforehand.
func TestLeastSize(t *testing.T) {
	for _, shape := range [][]uint64{{1}, {9}, {1000}, {12345}, {3, 4}, {30, 200}, {2, 3, 4}} {
		for _, from := range []uint64{0, 7, 95, 99_990} {
			for _, name := range table.Formats() {
				h := table.Header{Game: "a", From: from, Shape: shape}
				values := make([]uint64, 1)
				for _, n := range shape {
					values = make([]uint64, uint64(len(values))*n)
				}
				path := filepath.Join(t.TempDir(), "a")
				file, err := os.Create(path)
				if err != nil {
					t.Fatal(err)
				}
				w, err := table.NewWriter(file, table.Format(name), h)
				if err != nil {
					_ = file.Close()
					continue // no b-files of boards
				}
				write(t, w, values, 1000)
				if err := file.Close(); err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if least := h.LeastSize(table.Format(name)); uint64(len(text)) < least {
					t.Errorf("%s of %v from %d: %d bytes, and at least %d were told", name, shape, from, len(text), least)
				}
			}
		}
	}
	if got := (table.Header{Shape: []uint64{1 << 40, 1 << 40}}).LeastSize(table.CSV); got != 1<<64-1 {
		t.Errorf("a table of 2^80 values has %d bytes", got)
	}
}

// A long file holds one line after the other, and an empty one takes no room.
func TestLongAndEmpty(t *testing.T) {
	const count = 50_000
	values := make([]uint64, count)
	var got, want strings.Builder
	want.WriteString("heap,nim_value\n")
	for n := range values {
		values[n] = uint64(n % 7)
		fmt.Fprintf(&want, "%d,%d\n", n, n%7)
	}
	w, err := table.NewWriter(&got, table.CSV, table.Header{Shape: []uint64{count}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(values), w.Close()); err != nil || got.String() != want.String() {
		t.Errorf("%v: %.100s", err, got.String())
	}
	if size := (table.Header{Shape: []uint64{0, 5}}).LeastSize(table.Text); size != 0 {
		t.Errorf("an empty table takes %d bytes", size)
	}
}
