package forge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// A judged output, and what the checker says of it.
type judgedOutput struct {
	In, Answer, Output []byte
	Says               string
	accept             error
}

// checkerDriver runs a checker many times in one process. Its input is the program, the form of
// judge, a folder, and cases; its output a list of statuses.
const checkerDriver = `
import base64, io, json, os, sys
job = json.load(sys.stdin)
code = compile(base64.b64decode(job["Program"]), "check.py", "exec")
class Input:
    pass
names = [os.path.join(job["Folder"], n) for n in ("in", "answer", "output")]
result = []
for case in job["Cases"]:
    texts = [base64.b64decode(case[n] or "") for n in ("In", "Answer", "Output")]
    for name, text in zip(names, texts):
        with open(name, "wb") as file:
            file.write(text)
    if job["Judge"] == "icpc":
        sys.argv = ["check.py", names[0], names[1], job["Folder"] + "/"]
        sys.stdin = Input()
        sys.stdin.buffer = io.BytesIO(texts[2])
    else:
        sys.argv = ["check.py", names[0], names[2], names[1]]
    sys.stderr = io.StringIO()
    status = "no exit"
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        status = str(end.code)
    except BaseException as wrong:
        status = repr(wrong)
    message = sys.stderr.getvalue()
    sys.stderr = sys.__stderr__
    result.append(status + " " + message.strip())
json.dump(result, sys.stdout)
`

// TestCheckers compares what checkers say with [contest.Problem.Accept], for outputs that are
// right, nearly right, and no outputs at all.
func TestCheckers(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	files, err := filepath.Glob("testdata/output/*.problem.star")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, file := range long.Every(6, files) {
		name := strings.TrimSuffix(filepath.Base(file), contest.Extension)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := contest.Load(t.Context(), name, bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range p.Samples {
				if err := p.CheckSample(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			rnd := chance.New(t, uint64(i))
			var cases []judgedOutput
			var tests []Test
			for range long.Of(4, 60, 600) {
				d, err := p.Shape.Random(rnd, input.Size{Tests: 4, Length: 6, Value: 40, Elements: 60})
				if err != nil {
					t.Fatal(err)
				}
				want, err := p.Answer(t.Context(), d, contest.Semantics{})
				if err != nil {
					t.Fatal(err)
				}
				right, err := p.Right(t.Context(), d, contest.Semantics{})
				if err != nil {
					t.Fatal(err)
				}
				test := Test{In: p.Shape.Text(d), Out: want, Right: right}
				tests = append(tests, test)
				for range 12 {
					out := perturbed(rnd, test)
					err := p.Accept(t.Context(), d, want, out, contest.Semantics{})
					if err != nil && !errors.Is(err, contest.ErrDiffer) {
						t.Fatalf("%q: %v", out, err)
					}
					cases = append(cases, judgedOutput{In: test.In, Answer: want, Output: out, accept: err})
				}
			}
			outputs, err := outputsOf(t.Context(), p, tests, func(ask func(context.Context) error) error { return ask(t.Context()) })
			if err != nil {
				t.Fatal(err)
			}
			valid := 0
			for _, o := range outputs {
				c := judgedOutput{In: o.In, Answer: o.Ans, Output: o.Out}
				if valid++; !o.Valid {
					c.accept = errors.New(o.Reason)
					valid--
				}
				cases = append(cases, c)
			}
			if valid == 0 && !p.IsCalls() || valid == len(outputs) {
				t.Errorf("%d of %d outputs are valid", valid, len(outputs))
			}
			check, note, err := checkerOf(t.Context(), p, tests)
			if err != nil || (note != "") != (name == "listed") {
				t.Fatalf("%q, %v", note, err)
			}
			for judge, statuses := range map[string][2]string{"icpc": {"42", "43"}, "testlib": {"0", "1"}} {
				program, err := check.program(judge)
				if err != nil {
					t.Fatal(err)
				}
				job, err := json.Marshal(map[string]any{"Program": program.Text, "Judge": judge, "Folder": t.TempDir(), "Cases": cases})
				if err != nil {
					t.Fatal(err)
				}
				run := exec.Command(python, "-c", checkerDriver)
				run.Stdin, run.Stderr = bytes.NewReader(job), os.Stderr
				out, err := run.Output()
				var said []string
				if err == nil {
					err = json.Unmarshal(out, &said)
				}
				if err != nil || len(said) != len(cases) {
					t.Fatal(len(said), err)
				}
				rights := 0
				for i, c := range cases {
					status, message, _ := strings.Cut(said[i], " ")
					if status == "2" && judge == "testlib" {
						status = "1"
					}
					want := statuses[0]
					if c.accept == nil {
						rights++
					} else {
						want = statuses[1]
					}
					if status != want {
						t.Errorf("%s: input %q, answer %q, output %q: %s %s, want %s: %v", judge, c.In, c.Answer, c.Output, status, message, want, c.accept)
					}
				}
				if rights < len(cases)/8 || rights > len(cases)*7/8 {
					t.Errorf("%d of %d outputs are right", rights, len(cases))
				}
			}
		})
	}
}

// perturbed returns an output: a right one, one that is nearly right, or none.
func perturbed(rnd *rand.Rand, test Test) []byte {
	var parts [][]byte
	for _, outputs := range test.Right {
		parts = append(parts, outputs[rnd.IntN(len(outputs))])
	}
	if len(test.Right) == 0 {
		parts = [][]byte{test.Out}
	}
	words := strings.Fields(string(bytes.Join(parts, nil)))
	if len(words) == 0 {
		words = []string{"1"}
		if rnd.IntN(2) == 0 {
			return nil
		}
	}
	at := rnd.IntN(len(words))
	end := "\n"
	switch rnd.IntN(17) {
	case 0, 1: // right
	case 2:
		words[at] = fmt.Sprint(rnd.IntN(12))
	case 3:
		words[at] = "-" + words[at]
	case 4:
		words[at] = "0" + words[at]
	case 5:
		words = append(words[:at], words[at+1:]...)
	case 6:
		words = append(words, words[at])
	case 7:
		words[at] = []string{"NaN", "nan", "inf", "1e999", "99999999999999999999", "123456789012345678901234567890123456", "1_0", "+1", "0x1", "1.", ".5", "-0", "\xff", "Ⅷ", "[", "{}", `"1"`, "true", "[NaN]", "1e3", "1E3", "+5", "-0.0", "00", "1e-3", "٣", "２", "²", strings.Repeat("9", 5000), "-" + strings.Repeat("0", 5000) + "1", "infinity", "1,5", "0b1", "1__0", "--1", "1e99999999999"}[rnd.IntN(36)]
	case 8:
		words[at] = strings.ToUpper(words[at])
	case 9:
		words = nil
	case 10:
		words[at] = strings.Repeat(words[at], 1+rnd.IntN(40))
	case 11:
		words[at] += []string{"00004", "9", ".00001", "e0", "\x00", "\x1c", "\u00a0"}[rnd.IntN(7)]
	case 12:
		words[at], words[0] = words[0], words[at]
	case 13:
		return []byte(strings.Join(words, []string{"\r\n", "\n\n", "\t", "\v", "\f ", "\x1f", "\x00", "\u0085"}[rnd.IntN(8)]))
	case 14:
		words[0] = "\ufeff" + words[0]
	case 15:
		end = []string{"", "  ", "\r\n\r\n", " \n\t", "\x1a", "\x00"}[rnd.IntN(6)]
	case 16: // a byte more, or another one
		word := words[at]
		i := rnd.IntN(len(word))
		words[at] = word[:i] + string([]byte{byte(rnd.UintN(256))}) + word[i+rnd.IntN(2):]
	}
	return []byte(strings.Join(words, []string{" ", "\n"}[rnd.IntN(2)]) + end)
}
