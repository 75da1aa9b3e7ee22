package forge

// The checker of a package takes any right output, where several are right. It has all that
// are right for the inputs of the package, by the SHA-256 of the input; for another input it
// takes the judge's answer alone.

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/grundy-games/grundy/internal/contest"
)

//go:embed check.py
var checkProgram string

// checkerOf returns the checker of a problem. Judge says how it is called: as "icpc" does,
// check.py INPUT ANSWER FEEDBACK with the output on standard input, or as "testlib" does,
// check.py INPUT OUTPUT ANSWER.
func checkerOf(p *contest.Problem, tests []Test, judge string) (Program, error) {
	accepted, rejected := 0, 1
	if judge == "icpc" {
		accepted, rejected = 42, 43
	}
	calls := "False"
	if p.IsCalls() {
		calls = "True"
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "#!/usr/bin/env python3\n\"\"\"Accept any right output for an input of this package.\"\"\"\nACCEPTED, REJECTED, JUDGE, CALLS = %d, %d, %q, %s\n", accepted, rejected, judge, calls)
	text.WriteString("# The right outputs of each test in an input, by the SHA-256 of the input.\nRIGHT = {\n")
	for _, test := range tests {
		right := make([][]string, len(test.Right))
		for i, outputs := range test.Right {
			for _, out := range outputs {
				right[i] = append(right[i], string(out))
			}
		}
		list, err := json.Marshal(right) // also Python
		if err != nil {
			return Program{}, err
		}
		fmt.Fprintf(&text, "    \"%x\": %s,\n", sha256.Sum256(test.In), list)
	}
	text.WriteString("}\n" + checkProgram)
	return Program{File: "check.py", Text: text.Bytes()}, nil
}
