package ask_test

// This file tries the programs that are emitted of problems and of patterns.

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

func load(t *testing.T, name, text string) *contest.Problem {
	t.Helper()
	p, err := contest.Load(t.Context(), name+contest.Extension, strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// TestRefusals has what is not written, and why.
func TestEmitRefusals(t *testing.T) {
	for _, c := range []struct {
		answer string
		l      emit.Language
		want   string
	}{
		{"sorted([x > 1 for x in a])[0]", emit.Go, "3:12: no program is written: a bool in order, and Go orders no such values"},
		{"(1 in a) < (2 in a)", emit.Go, "3:12: no program is written: a bool in order, and Go orders no such values"},
		{"[a].count(a)", emit.Go, "3:12: no program is written: a list of a number compared, and Go compares no such values"},
		{"[a].index(a)", emit.Go, "3:12: no program is written: a list of a number compared, and Go compares no such values"},
		{"a in [a]", emit.Go, "3:12: no program is written: a list of a number compared, and Go compares no such values"},
		{"max((1, 2))", emit.Go, "3:17: no program is written: max of a tuple of a number and a number"},
		{"max((1, 2))", emit.CPP, "3:17: no program is written: max of a tuple of a number and a number"},
		{"len(())", emit.Python, "3:16: no program is written: an empty tuple is not translated"},
		{"min([a, a])[0]", emit.Go, ""},
		{"1 << (1 << a[0])", emit.CPP, "3:12: no program is written: a number here may need more than 64 bits; --emit=python has no such bound"},
		{"(a[0] + 5000000000) * 2000000000", emit.Go, "3:12: no program is written: a number here may need more than 64 bits; --emit=python has no such bound"},
		{"(a[0] + 3000000000) * 3000000000", emit.Go, ""},
		{"1 << (1 << a[0])", emit.Python, ""},
		{"a[0] or 5", emit.Go, "3:12: no program is written: and, or of a number as a value, which is a bool in Go and C++"},
		{"1 if a[0] or 5 else 2", emit.Go, ""},
		{"1 in a", emit.CPP, " no program is written: answer returns a bool, which Go and C++ print otherwise"},
		{"1 in a", emit.Python, ""},
		{"nim_value(hopping_game(a[0], a[1]))", emit.Go, "3:22: no program is written: no closed form of hopping-game is known, and its positions are too many for a table"},
	} {
		p := load(t, "test", "a = numbers(counted(1, 9), 0, 9)\ndef answer(a):\n    return "+c.answer+"\n")
		_, err := emit.Emit(t.Context(), p, c.l)
		if got := fmt.Sprint(err); got != "test.problem.star:"+c.want && (err != nil || c.want != "") {
			t.Errorf("%s in %s: %v, want %s", c.answer, c.l, err, c.want)
		}
	}
}

// TestEmitNoDef has an answer that is a function without a name of its own.
func TestEmitNoDef(t *testing.T) {
	p := load(t, "test", "n = number(1, 9)\nanswer = lambda n: n\n")
	want := "test.problem.star: no program is written: answer is not written as def answer(…)"
	if _, err := emit.Emit(t.Context(), p, emit.Go); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestEmitSilentlyWrong has what Go and C++ would answer otherwise than the rule language: it is refused
// there, and Python has it.
func TestEmitSilentlyWrong(t *testing.T) {
	for _, c := range []struct{ body, inGo, inCPP string }{
		{"c = a\n    c[0] = 7\n    return a[0]", "4:5: c and a are one list, which changes; write list(a)", "="},
		{"c = list(a)\n    c[0] = 7\n    return a[0]", "", ""},
		{"b = [list(a), list(a)]\n    c = b[0]\n    c[0] = 7\n    return b[0][0]", "5:5: c is a part of another list, which changes; write list(…), or change the part in its place", "="},
		{"c = 0\n    for _ in a:\n        c += 1\n    return c", "", ""},
		{"for i in range(9):\n        i += 2\n    return 1", "4:9: the loop's variable i is set in its body", "="},
		{"i, c = 0, list(a)\n    i, c[i] = 1, 5\n    return c[0]", "5:8: a place that another one of the same assignment changes", ""},
		{"d = {}\n    for x in a:\n        d[x] = 1\n    for x in d:\n        return x", "7:14: the order of a dict, which Go and C++ do not keep; go over sorted keys", "="},
		{"return u - 5", "4:12: a number of 64 bits without a sign that may be below 0", "="},
		{"return [len(\"x\" * (a[0] - 5))]", "", ""},
	} {
		if c.inCPP == "=" {
			c.inCPP = c.inGo
		}
		p := load(t, "test", "u = number(1, \"2^64-1\")\na = numbers(counted(1, 9), 0, 9)\ndef answer(u, a):\n    "+c.body+"\n")
		for l, want := range map[emit.Language]string{emit.Go: c.inGo, emit.CPP: c.inCPP, emit.Python: ""} {
			_, err := emit.Emit(t.Context(), p, l)
			got := ""
			if err != nil {
				got = strings.NewReplacer("test.problem.star:", "", "no program is written: ", "").Replace(err.Error())
			}
			if got != want {
				t.Errorf("%s in %s: %q, want %q", c.body, l, got, want)
			}
		}
	}
}

// A trial is a program, and inputs to try it on.
type trial struct {
	name    string
	compare func(want, got []byte) error
	emit    func(emit.Language) (string, error)
	draw    func(*trial) // adds inputs, unless nil
	code    string       // in the language that is tried
	inputs  []string
	want    []string
}

// unwritten are the problems for which no program is written, as docs/contest.md says, and
// onlyPython is the one whose numbers need more than 64 bits.
var unwritten = []string{"red-kingdom", "three"}

const onlyPython = "hackerrank/permutation-game"

// TestWall runs the programs of all problems that have one on their samples and on random
// inputs, and those of patterns on near and far positions. It compares what they print with the
// engine's answers. The short run has a sixteenth of the wall, and only the whole one has what others wrote, as some
// of these programs take seconds.
func TestWall(t *testing.T) {
	long.Only(t)
	problems := contest.Problems()
	wall, own := len(problems), 0
	for _, folder := range []string{"../contest/testdata/others/*", "../contest/testdata/own", "../contest/emit/testdata"} { // the last have what no problem has
		files, err := filepath.Glob(filepath.Join(folder, "*"+contest.Extension))
		if own = len(problems); err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			problems = append(problems, load(t, strings.TrimSuffix(filepath.Base(file), contest.Extension), string(text)))
		}
	}
	var all []trial
	for i, p := range problems {
		if i < wall && i%long.Of(9, 9, 1) == 0 || i >= own || long.Whole {
			all = append(all, trial{
				name: p.Name, compare: p.Compare, draw: func(at *trial) { at.drawInputs(t, p) },
				emit: func(l emit.Language) (string, error) { return emit.Emit(t.Context(), p, l) },
			})
		}
	}
	all = append(all, patternTrials(t)...)
	for _, l := range emit.Languages {
		t.Run(string(l), func(t *testing.T) {
			if testing.Short() && l != emit.Go {
				t.Skip("takes long")
			}
			var trials []trial
			for i := range all {
				at := &all[i]
				code, err := at.emit(l)
				var refused *emit.Refusal
				switch {
				case errors.As(err, &refused) && (slices.Contains(unwritten, at.name) || at.name == onlyPython && l != emit.Python):
					t.Logf("%s: %v", at.name, err)
					continue
				case err != nil:
					t.Errorf("%s: %v", at.name, err)
					continue
				}
				if at.draw != nil {
					at.draw(at)
					at.draw = nil
				}
				at.code = code
				trials = append(trials, *at)
			}
			dir := runAll(t, l, trials)
			for i, at := range trials {
				for k, in := range at.inputs {
					got, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("p%d.%d.out", i, k)))
					if err == nil {
						err = at.compare([]byte(at.want[k]), got)
					}
					if err != nil {
						t.Errorf("%s: %v\ninput: %s\noutput: %s", at.name, err, brief(in), brief(string(got)))
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

// drawInputs draws inputs of a problem, and answers them by the engine.
func (at *trial) drawInputs(t *testing.T, p *contest.Problem) {
	for _, s := range p.Samples {
		at.inputs, at.want = append(at.inputs, s.Input), append(at.want, s.Output)
	}
	rnd := chance.New(t, 1)
	var drawn []*input.Data
	draws := long.Of(8, 20, 100)
	for i := range draws {
		d, err := p.Shape.Random(rnd, input.Size{Tests: 8, Length: uint64(2 + i*long.Of(6, 20, 50)/draws), Value: 4 << (i % 8), Elements: 200})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			break
		}
		drawn = append(drawn, d)
	}
	for _, d := range p.Shape.Pack(drawn) {
		want, err := p.Answer(t.Context(), d, contest.Semantics{})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			break
		}
		at.inputs, at.want = append(at.inputs, string(p.Shape.Text(d))), append(at.want, string(want))
	}
}

// runAll runs all programs of a language in one process, as each takes long to start. It
// returns the directory where the output of program i on its input k is pi.k.out.
func runAll(t *testing.T, l emit.Language, trials []trial) string {
	dir := t.TempDir()
	put := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, at := range trials {
		for k, in := range at.inputs {
			put(fmt.Sprintf("p%d.%d.in", i, k), in)
		}
	}
	switch l {
	case emit.Go:
		var imports, calls strings.Builder
		for i, at := range trials {
			put(fmt.Sprintf("p%d/p.go", i), strings.Replace(at.code, "package main", fmt.Sprintf("package p%d", i), 1))
			put(fmt.Sprintf("p%d/run.go", i), fmt.Sprintf(goRun, i))
			fmt.Fprintf(&imports, "\t\"wall/p%d\"\n", i)
			for k := range at.inputs {
				fmt.Fprintf(&calls, "\trun(p%d.Run, \"p%d.%d\")\n", i, i, k)
			}
		}
		put("go.mod", "module wall\n\ngo 1.23\n")
		put("main.go", fmt.Sprintf(goMain, imports.String(), calls.String()))
		runIn(t, dir, "go", "run", "-trimpath", ".") // so that what has not changed is compiled once
	case emit.CPP:
		var includes, code, programs, calls strings.Builder
		seen := map[string]bool{}
		alike := map[string]string{} // programs by their headers
		for i, at := range trials {
			own, body := "", fmt.Sprintf("namespace p%d {\n", i)
			for _, line := range strings.Split(at.code, "\n") {
				if strings.HasPrefix(line, "#include") {
					if own += line + "\n"; !seen[line] {
						includes.WriteString(line + "\n")
					}
					seen[line] = true
					continue
				}
				body += strings.Replace(line, "int main()", "void run()", 1) + "\n"
			}
			body += "}\n"
			code.WriteString(body)
			alike[own] += body
			fmt.Fprintf(&programs, "namespace p%d { void run(); }\n", i)
			for k := range at.inputs {
				fmt.Fprintf(&calls, "    run(p%d::run, \"p%d.%d\");\n", i, i, k)
			}
		}
		if long.Asked { // each program has the headers that it needs
			for i, own := range slices.Sorted(maps.Keys(alike)) {
				if i%long.Of(1, 5, 1) > 0 {
					continue
				}
				put("alike.cpp", own+alike[own])
				runIn(t, dir, "g++", "-std=c++17", "-fsyntax-only", "alike.cpp")
			}
			t.Logf("%d sets of headers", len(alike))
		}
		put("programs.cpp", includes.String()+code.String())
		put("main.cpp", fmt.Sprintf(cppMain, programs.String(), calls.String()))
		program := filepath.Join(dir, "program")
		runIn(t, dir, "g++", "-std=c++17", "-Wall", "-Wno-unused-function", "-o", program, "main.cpp", "programs.cpp")
		runIn(t, dir, program)
	default:
		for i, at := range trials {
			put(fmt.Sprintf("p%d.py", i), at.code)
		}
		put("main.py", pythonMain)
		runIn(t, dir, "python3", "main.py")
	}
	return dir
}

// What runs programs. The ones in Go keep nothing but their reader and writer; each run in
// C++ is a process of its own, as the standard streams belong to it.
const (
	goRun = `package p%d

import "io"

func Run(r io.Reader, w io.Writer) {
	in.Reset(r)
	out.Reset(w)
	main()
}
`
	goMain = `package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
%s)

func run(program func(io.Reader, io.Writer), name string) {
	in, err := os.Open(name + ".in")
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(&out, "%%v\n%%s", r, debug.Stack())
		}
		if err := os.WriteFile(name+".out", out.Bytes(), 0o600); err != nil {
			panic(err)
		}
	}()
	program(in, &out)
}

func main() {
%s}
`
	cppMain = `#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

%s
void run(void (*program)(), std::string name) {
    int child = fork();
    if (child == 0) {
        dup2(open((name + ".in").c_str(), O_RDONLY), 0);
        dup2(creat((name + ".out").c_str(), 0600), 1);
        program();
        exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status != 0) std::ofstream(name + ".out") << "ended with status " << status;
}

int main() {
%s}
`
	pythonMain = `import glob, io, runpy, sys, traceback

for source in glob.glob("p*.in"):
    sys.stdin = open(source, encoding="utf-8")
    sys.stdout = io.StringIO()
    try:
        runpy.run_path(source.split(".")[0] + ".py")
    except BaseException:
        print(traceback.format_exc())
    with open(source[:-2] + "out", "w", encoding="utf-8") as out:
        out.write(sys.stdout.getvalue())
`
)

// runIn runs a command in a directory, and skips the test where there is no such command.
func runIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skipf("%s is not here, so that its programs are not tried", args[0])
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	case len(out) > 0:
		t.Logf("%s", out)
	}
}
