package input_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// driver runs validators on many texts in one process. Its input is a list of
// {"validator": …, "texts": […]}; its output the lists of exit statuses.
const driver = `
import base64, io, json, sys
jobs = json.load(sys.stdin)
result = []
class Input:
    pass
for job in jobs:
    try:
        code = compile(job["validator"], "validator", "exec")
    except SyntaxError:
        print(job["validator"], file=sys.stderr)
        raise
    statuses = []
    for text in job["texts"]:
        sys.stdin = Input()
        sys.stdin.buffer = io.BytesIO(base64.b64decode(text or ""))
        sys.stderr = io.StringIO()
        status = "no exit"
        try:
            exec(code, {"__name__": "__main__"})
        except SystemExit as end:
            status = str(end.code)
            if status == "43" and not sys.stderr.getvalue().endswith("\n"):
                status = "no message"
        except BaseException as wrong:
            status = repr(wrong)
        sys.stderr = sys.__stderr__
        statuses.append(status)
    result.append(statuses)
json.dump(result, sys.stdout)
`

func python(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err == nil {
		err = exec.Command(path, "-c", "").Run()
	}
	if err != nil {
		t.Skip("no python3 here")
	}
	return path
}

// mutate returns a text with a few bytes changed.
func mutate(random *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + random.IntN(2) {
		if len(text) == 0 {
			return []byte("1\n")
		}
		i := random.IntN(len(text))
		switch random.IntN(7) {
		case 0: // another digit
			text[i] = '0' + byte(random.IntN(10))
		case 1:
			text = append(text[:i], text[i+1:]...)
		case 2:
			text = append(text[:i], append([]byte{" \n0-1X,"[random.IntN(7)]}, text[i:]...)...)
		case 3: // swap two words
			words := bytes.Fields(text)
			if len(words) > 0 {
				a, b := words[random.IntN(len(words))], words[random.IntN(len(words))]
				text = bytes.Replace(text, a, b, 1)
			}
		case 4:
			text[i] = " \n\t1"[random.IntN(4)]
		case 5: // repeat a line
			lines := bytes.SplitAfter(text, []byte("\n"))
			j := random.IntN(len(lines))
			text = bytes.Join(append(lines[:j:j], append([][]byte{lines[j]}, lines[j:]...)...), nil)
		case 6: // drop a line
			lines := bytes.SplitAfter(text, []byte("\n"))
			j := random.IntN(len(lines))
			text = bytes.Join(append(lines[:j:j], lines[j+1:]...), nil)
		}
	}
	return text
}

// A validator in Python and Parse accept the same texts.
func TestValidators(t *testing.T) {
	path := python(t)
	type job struct {
		Validator string   `json:"validator"`
		Texts     [][]byte `json:"texts"`
	}
	var jobs []job
	var wants [][]bool
	all := long.Every(8, formats(t))
	for i, f := range all {
		s, random := shape(t, f.Declaration), chance.New(t, uint64(500+i))
		var program bytes.Buffer
		opt := input.ValidatorOptions{Title: f.name}
		if f.Valid != nil {
			opt.Functions = "def valid(u, v):\n    return \"two nodes\" if u == v else True\n\n\nFUNCTIONS, TAKES, DERIVED = {\"valid\": valid}, {\"valid\": [\"u\", \"v\"]}, []\n"
			opt.Demands = []input.Demand{{Function: "valid", Right: true}}
		}
		if err := s.Validator(&program, opt); err != nil {
			t.Fatal(err)
		}
		j, want := job{Validator: program.String()}, []bool{}
		add := func(text []byte) {
			_, err := s.Parse(bytes.NewReader(text), input.Options{Exact: true})
			j.Texts, want = append(j.Texts, bytes.Clone(text)), append(want, err == nil)
		}
		add([]byte(f.text))
		add([]byte{})
		add([]byte(strings.Repeat("9", 5000) + "\n"))
		add([]byte("\x00\xff\n"))
		for range 5 {
			d, err := s.Random(random, input.Small)
			if err != nil {
				t.Fatal(err)
			}
			add(s.Text(d))
			for range 12 {
				add(mutate(random, s.Text(d)))
			}
			if d, err = s.Random(random, input.Tiny); err != nil {
				t.Fatal(err)
			}
			for range 12 {
				add(mutate(random, s.Text(d)))
			}
		}
		jobs, wants = append(jobs, j), append(wants, want)
	}
	in, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "-c", driver)
	command.Stdin, command.Stderr = bytes.NewReader(in), os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var statuses [][]string
	if err := json.Unmarshal(out, &statuses); err != nil {
		t.Fatal(err)
	}
	accepted, rejected := 0, 0
	for i, f := range all {
		failed := 0
		for j, status := range statuses[i] {
			want := "43"
			if wants[i][j] {
				want = "42"
				accepted++
			} else {
				rejected++
			}
			if failed < 3 && status != want {
				failed++
				_, err := shape(t, f.Declaration).Parse(bytes.NewReader(jobs[i].Texts[j]), input.Options{Exact: true})
				t.Errorf("%s: %s, want %s (%v) for\n%.300q", f.name, status, want, err, jobs[i].Texts[j])
			}
		}
		if failed > 0 {
			t.Logf("%s", jobs[i].Validator)
		}
	}
	if rejected < accepted || accepted < long.Or(150, 300) {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}

// The program as a judge runs it.
func TestValidatorRuns(t *testing.T) {
	path := python(t)
	s := testsOfHeaps(t)
	for _, c := range long.Every(3, []struct {
		opt     input.ValidatorOptions
		text    string
		status  int
		message string
	}{
		{input.ValidatorOptions{}, "1\n2\n3 4\n", 42, ""},
		{input.ValidatorOptions{}, "1\n2\n3 x4\n", 43, "line 3, column 3: 'x4': want a number (s), 1 ... 1000000000\n"},
		{input.ValidatorOptions{}, "1\n2\n3  4\n", 43, "line 3, column 3: ' ': want no white space\n"},
		{input.ValidatorOptions{}, "1\n2\n3 4 \n", 43, "line 3, column 4: ' ': want the end of the line\n"},
		{input.ValidatorOptions{}, "1\n2\n3\n", 43, "line 3, column 2: '\\n': want one blank\n"},
		{input.ValidatorOptions{Accepted: 0, Rejected: 3}, "1\n1\n3\n", 0, ""},
		{input.ValidatorOptions{Accepted: 0, Rejected: 3}, "1\n1\n3\n7\n", 3, "line 4, column 1: '7': want the end of the input\n"},
	}) {
		file := filepath.Join(t.TempDir(), "validator.py")
		var program bytes.Buffer
		if err := s.Validator(&program, c.opt); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, program.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(path, file)
		var message bytes.Buffer
		command.Stdin, command.Stderr = strings.NewReader(c.text), &message
		_ = command.Run()
		if status := command.ProcessState.ExitCode(); status != c.status || message.String() != c.message {
			t.Errorf("%q: status %d, %q; want %d, %q", c.text, status, message.String(), c.status, c.message)
		}
	}
}
