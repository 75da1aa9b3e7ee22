package input_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// grouped is an input with numbers, lists, words and queries.
func grouped(t testing.TB) *input.Shape {
	item := input.Numbers("", input.Counted(at(1), at(9)), at(-100), at(100))
	return shape(t, input.Declaration{Group: tests(20, input.Group{
		Fields: []input.Field{
			input.Number("n", at(1), at(1000)), input.Numbers("a", input.Exactly(of("n")), at(0), at(1e9)),
			input.Text("word", at(1), at(30), "XO"), input.Lists("rows", input.Counted(at(1), at(5)), item),
		},
		Repeat: queries(50, fields(input.Number("i", at(1), of("n")))),
	})})
}

func tight(field string, most int64) input.Tighter {
	return input.Tighter{Field: field, Most: input.IntOf(most)}
}

// Inputs that are drawn within tighter bounds obey them and those that are declared; the validator
// takes the same texts as Parse does.
func TestWithin(t *testing.T) {
	s, random := grouped(t), chance.New(t, 3)
	two := input.IntOf(2)
	small, err := s.Within([]input.Tighter{tight("n", 3), {Field: "a", Least: &two, Most: input.IntOf(7)}, tight("word", 2), tight("rows", -90), tight("tests", 2), tight("queries", 4)})
	if err != nil {
		t.Fatal(err)
	}
	var program bytes.Buffer
	if err := s.Validator(&program, input.ValidatorOptions{Parts: []input.Part{{Name: "small", Shape: small}}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "validate.py")
	if err := os.WriteFile(file, program.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	path := python(t)
	for i := range long.Or(2, 8) {
		from := small
		if i%2 == 1 {
			from = s
		}
		d, err := from.Random(random, input.Small)
		if err != nil {
			t.Fatal(err)
		}
		text := s.Text(d)
		if _, err := s.Parse(bytes.NewReader(text), input.Options{Exact: true}); err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		_, err = small.Parse(bytes.NewReader(text), input.Options{Exact: true})
		if i%2 == 0 && err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		for argument, right := range map[string]bool{"small": err == nil, "other": true} {
			command := exec.Command(path, file, argument)
			command.Stdin = bytes.NewReader(text)
			if err := command.Run(); command.ProcessState == nil || (command.ProcessState.ExitCode() == 42) != right {
				t.Errorf("validate.py %s: %v, right is %v:\n%s", argument, err, right, text)
			}
		}
	}
}

// Bounds that are not tighter are refused with what would be right.
func TestWithinErrors(t *testing.T) {
	s := grouped(t)
	zero := input.IntOf(0)
	for _, at := range []struct {
		bounds input.Tighter
		want   string
	}{
		{tight("n", 1001), "n: want bounds of n within 1 … 1000"},
		{input.Tighter{Field: "n", Least: &zero, Most: input.IntOf(9)}, "n: want bounds of n within 1 … 1000"},
		{tight("n", 0), "n: want bounds of n within 1 … 1000"},
		{tight("i", 3), "i: want bounds of n, by which i is bounded"},
		{tight("x", 3), `x: want a field of the input, not "x"`},
		{tight("tests", 21), "tests: want bounds of tests within 1 … 20"},
	} {
		_, err := s.Within([]input.Tighter{at.bounds})
		if _, ok := errors.AsType[*input.Error](err); !ok || err.Error() != at.want {
			t.Errorf("%s: %v, want %s", at.bounds.Field, err, at.want)
		}
	}
}

// TestReach looks at the ends of all that is declared, however bounds are made.
func TestReach(t *testing.T) {
	least := made(t, input.Least, of("n"), at(1e5))
	for _, test := range []struct {
		fields            []input.Field
		longest, greatest uint64
	}{
		{[]input.Field{input.Number("n", at(1), at(1e9)), input.Numbers("a", input.Exactly(least), at(-7), at(5))}, 1e5, 1e9},
		{[]input.Field{input.Number("n", at(2), at(9)), input.Number("m", at(0), made(t, input.Product, of("n"), of("n")))}, 0, 81},
		{[]input.Field{input.Records("r", input.Counted(at(1), at(30)), input.Number("", at(0), at(4)), input.Number("", at(-99), at(4)))}, 30, 99},
		{[]input.Field{input.Text("w", at(1), at(40), "a"), input.Lists("l", input.Counted(at(1), at(5)), input.Numbers("", input.Exactly(of("w")), at(0), of("w")))}, 40, 40},
	} {
		longest, greatest := shape(t, input.Declaration{Group: fields(test.fields...)}).Reach()
		if longest != test.longest || greatest != test.greatest {
			t.Errorf("%v: %d and %d, not %d and %d", test.fields, longest, greatest, test.longest, test.greatest)
		}
	}
}
