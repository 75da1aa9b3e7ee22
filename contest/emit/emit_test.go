package emit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/contest"
	"grundy/contest/input"
	"grundy/internal/chance"
	"grundy/internal/long"
)

// A trial is the program of a problem, and inputs to try it on.
type trial struct {
	problem *contest.Problem
	code    string
	inputs  []string
	want    []string
}

// TestWall runs the programs of all problems that have one on their samples and on random
// inputs, and compares what they print with the engine's answers.
func TestWall(t *testing.T) {
	inputs := map[string]trial{}
	for _, l := range Languages {
		t.Run(string(l), func(t *testing.T) {
			if testing.Short() && l != Go {
				t.Skip("takes long")
			}
			var trials []trial
			for _, p := range contest.Problems() {
				code, err := Emit(t.Context(), p, l)
				var refused *Refusal
				switch {
				case errors.As(err, &refused):
					t.Logf("%s: %v", p.Name, err)
					continue
				case err != nil:
					t.Errorf("%s: %v", p.Name, err)
					continue
				}
				if only := os.Getenv("GRUNDY_EMIT_ONLY"); only != "" && !strings.Contains(p.Name, only) {
					continue
				}
				at, ok := inputs[p.Name]
				if !ok {
					at = newTrial(t, p)
					inputs[p.Name] = at
				}
				at.code = code
				trials = append(trials, at)
			}
			run := buildAll(t, l, trials)
			for i := range trials {
				at := &trials[i]
				for k, in := range at.inputs {
					got, err := run(i, in)
					if err == nil {
						err = at.problem.Compare([]byte(at.want[k]), []byte(got))
					}
					if err != nil {
						t.Errorf("%s: %v\ninput: %s", at.problem.Name, err, brief(in))
						break
					}
				}
			}
			t.Logf("%d programs", len(trials))
		})
	}
}

func brief(s string) string {
	if len(s) > 400 {
		s = s[:400] + "…"
	}
	return s
}

// newTrial draws inputs, and answers them by the engine.
func newTrial(t *testing.T, p *contest.Problem) trial {
	at := trial{problem: p}
	for _, s := range p.Samples {
		at.inputs, at.want = append(at.inputs, s.Input), append(at.want, s.Output)
	}
	rnd := chance.New(t, 1)
	var drawn []*input.Data
	for i := range long.Or(12, 100) {
		d, err := p.Shape.Random(rnd, input.Size{Tests: 8, Length: uint64(2 + i/2), Value: 4 << (i % 8), Elements: 200})
		if err != nil {
			t.Logf("%s: %v", p.Name, err)
			continue
		}
		drawn = append(drawn, d)
	}
	for _, d := range p.Shape.Pack(drawn) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		want, err := p.Answer(ctx, d, contest.Semantics{})
		cancel()
		if err != nil {
			t.Logf("%s: %v", p.Name, err)
			continue
		}
		at.inputs, at.want = append(at.inputs, string(p.Shape.Text(d))), append(at.want, string(want))
	}
	return at
}

// buildAll compiles programs together, and returns how to run one of them.
func buildAll(t *testing.T, l Language, trials []trial) func(i int, input string) (string, error) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	put := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := func(i int) []string { return []string{program, fmt.Sprint(i)} }
	switch l {
	case Go:
		var imports, calls strings.Builder
		for i, at := range trials {
			code := strings.Replace(at.code, "package main", fmt.Sprintf("package p%d", i), 1)
			put(fmt.Sprintf("p%d/p.go", i), strings.Replace(code, "func main()", "func Main()", 1))
			fmt.Fprintf(&imports, "\t\"wall/p%d\"\n", i)
			fmt.Fprintf(&calls, "\tcase \"%d\":\n\t\tp%d.Main()\n", i, i)
		}
		put("go.mod", "module wall\n\ngo 1.23\n")
		put("main.go", fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n\tswitch os.Args[1] {\n%s\t}\n}\n", imports.String(), calls.String()))
		compileIn(t, dir, "go", "build", "-o", program, ".")
	case CPP:
		var includes, code, calls strings.Builder
		seen := map[string]bool{}
		for i, at := range trials {
			fmt.Fprintf(&code, "namespace p%d {\n", i)
			for _, line := range strings.Split(at.code, "\n") {
				if strings.HasPrefix(line, "#include") {
					if !seen[line] {
						includes.WriteString(line + "\n")
					}
					seen[line] = true
					continue
				}
				code.WriteString(strings.Replace(line, "int main()", "void main_()", 1) + "\n")
			}
			code.WriteString("}\n")
			fmt.Fprintf(&calls, "    if (which == %d) p%d::main_();\n", i, i)
		}
		put("main.cpp", includes.String()+code.String()+"int main(int, char** args) {\n    int which = atoi(args[1]);\n"+calls.String()+"}\n")
		compileIn(t, dir, "g++", "-std=c++17", "-Wall", "-Wno-unused-function", "-o", program, "main.cpp")
	default:
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("python3 is not here, so that its programs are not tried")
		}
		return pythons(t, dir, put, trials)
	}
	if keep := os.Getenv("GRUNDY_EMIT_KEEP"); keep != "" {
		for _, at := range trials {
			name := regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(at.problem.Name, "_")
			os.WriteFile(filepath.Join(keep, name+"."+map[Language]string{Go: "go", CPP: "cpp", Python: "py"}[l]), []byte(at.code), 0o600)
		}
	}
	return func(i int, in string) (string, error) {
		a := args(i)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, a[0], a[1:]...)
		cmd.Stdin = strings.NewReader(in)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, brief(stderr.String()))
		}
		return string(out), err
	}
}

// pythons runs all programs on all their inputs in one process, as each takes long to start.
func pythons(t *testing.T, dir string, put func(name, text string), trials []trial) func(i int, in string) (string, error) {
	for i, at := range trials {
		put(fmt.Sprintf("p%d.py", i), at.code)
		for k, in := range at.inputs {
			put(fmt.Sprintf("p%d.%d.in", i, k), in)
		}
	}
	put("all.py", `import glob, io, runpy, sys, traceback

for source in glob.glob("p*.in"):
    sys.stdin = open(source, encoding="utf-8")
    sys.stdout = io.StringIO()
    try:
        runpy.run_path(source.split(".")[0] + ".py")
    except BaseException:
        print(traceback.format_exc())
    with open(source[:-2] + "out", "w", encoding="utf-8") as out:
        out.write(sys.stdout.getvalue())
`)
	compileIn(t, dir, "python3", "all.py")
	return func(i int, in string) (string, error) {
		k := slices.Index(trials[i].inputs, in)
		out, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("p%d.%d.out", i, k)))
		return string(out), err
	}
}

func compileIn(t *testing.T, dir string, args ...string) {
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skipf("%s is not here, so that its programs are not tried", args[0])
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
