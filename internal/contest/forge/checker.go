package forge

// The checker of a package judges an output where others than the answer are right. It reads any
// input of the problem, and runs the problem's own functions; where these have no program, it has all
// right outputs for the inputs of the package.

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
)

//go:embed check.py
var checkProgram string

// An outputChecker is all that its program in Python depends on, besides how a judge calls it.
type outputChecker struct {
	title  string
	mode   string // "forms", "any", "choice", "list" or "words", as in check.py
	output contest.Output
	input  []byte // what check.py knows of it
	reader string
	module *emit.Module
	listed []byte
	forms  []byte
}

// checkerOf returns the checker of a problem, or nil where the answer alone is right, word by word. A note
// says where it judges the tests of the package alone.
func checkerOf(ctx context.Context, p *contest.Problem, tests []Test) (c *outputChecker, note string, err error) {
	c = &outputChecker{title: p.Title, mode: "words", output: p.Output(), listed: []byte("{}"), forms: []byte("[]")}
	shape, function := p.Shape, "answer"
	switch {
	case len(c.output.Forms) > 0:
		c.mode, function = "forms", ""
		for _, f := range c.output.Forms {
			if f.Judged {
				shape, function = f.Shape, "right"
			}
		}
		c.forms, err = tableOf(c.output.Forms)
	case c.output.Any:
		c.mode = "any"
	case p.IsChoice():
		c.mode = "choice"
	case c.output.AnyCase || c.output.Tolerance != "":
		function = ""
	default:
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	if c.input, c.reader, err = p.Shape.Reader(); err != nil {
		return nil, "", err
	}
	if function == "" {
		return c, "", nil
	}
	if c.module, err = emit.Functions(ctx, p, shape, function); err == nil {
		return c, "", nil
	}
	if ctx.Err() != nil || c.mode == "forms" {
		if ctx.Err() == nil {
			err = fmt.Errorf("no checker can be written: %w", err)
		}
		return nil, "", err
	}
	note = fmt.Sprintf("The checker has the right outputs for the tests of the package alone, and compares outputs for another test with its answer: %v. A function right in the file would judge all.", err)
	c.mode = "list"
	c.listed, err = listOf(tests)
	return c, note, err
}

// tableOf returns the forms of the output as Python.
func tableOf(forms []contest.Form) ([]byte, error) {
	var all []string
	for _, f := range forms {
		words, err := json.Marshal(append([]string{}, f.Words...))
		if err != nil {
			return nil, err
		}
		fields, err := f.Shape.Tables(f.From)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf(`{"words": %s, "judged": %s, "fields": %s}`, words, truth(f.Judged), fields))
	}
	return []byte("[" + strings.Join(all, ", ") + "]"), nil
}

// listOf returns the right outputs of each test, by the SHA-256 of its input, as Python.
func listOf(tests []Test) ([]byte, error) {
	text := []byte("{\n")
	for _, test := range tests {
		right := make([][]string, len(test.Right))
		for i, outputs := range test.Right {
			for _, out := range outputs {
				right[i] = append(right[i], string(out))
			}
		}
		list, err := json.Marshal(right)
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, "    \"%x\": %s,\n", sha256.Sum256(test.In), list)
	}
	return append(text, '}'), nil
}

// truth writes a truth value in Python.
func truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// arguments returns the arguments of the default output validator of Kattis, where it judges as
// the checker does.
func (c *outputChecker) arguments() (args []string) {
	if c == nil {
		return []string{"case_sensitive"}
	}
	if c.mode != "words" {
		return nil
	}
	if !c.output.AnyCase {
		args = append(args, "case_sensitive")
	}
	if c.output.Tolerance != "" {
		args = append(args, "float_tolerance "+c.output.Tolerance)
	}
	return append([]string{}, args...)
}

// program returns the checker. Judge says how it is called and how it ends: as "icpc" does,
// check.py INPUT ANSWER FEEDBACK with the output on standard input, 42 and 43, or as "testlib" does,
// check.py INPUT OUTPUT ANSWER, 0 to 3.
func (c *outputChecker) program(judge string) (Program, error) {
	status := `{"right": 0, "wrong": 1, "malformed": 2, "failure": 3}`
	if judge == "icpc" {
		status = `{"right": 42, "wrong": 43, "malformed": 43, "failure": 1}`
	}
	tolerance := "0"
	var b bytes.Buffer
	fmt.Fprintf(&b, "#!/usr/bin/env python3\n# Judges an output of %s.\nfrom fractions import Fraction\n", strings.Join(strings.Fields(c.title), " "))
	if c.output.Tolerance != "" {
		tolerance = fmt.Sprintf("Fraction(%q)", c.output.Tolerance)
	}
	fmt.Fprintf(&b, "JUDGE, MODE, STATUS = %q, %q, %s\nANY_CASE, ABSOLUTE, RELATIVE = %s, %s, %[5]s\n", judge, c.mode, status, truth(c.output.AnyCase), tolerance)
	function := ""
	if c.module != nil {
		function = c.module.Functions[0].Name
	}
	fmt.Fprintf(&b, "FUNCTION = %q\nFORMS = %s\nLISTED = %s\nINPUT = %s\n\n%s\n\n%s\n\n%s\n\nmain()\n", function, c.forms, c.listed, c.input, c.reader, checkProgram, c.module.Table())
	return Program{File: "check.py", Text: b.Bytes()}, nil
}
