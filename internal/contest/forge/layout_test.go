package forge

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/long"
)

// This file reads packages as a strict judge does: no file and no key that the form does not know,
// every input passes the validator, every invalid one is refused, every program has its verdict.

// A layout is a package as a judge finds it.
type layout struct {
	t     *testing.T
	name  string // of the problem and the form, for errors
	files map[string][]byte
	// The files of each kind.
	tests   []judged
	invalid []judged // for the validator
	outputs []judged // for the checker
	args    []string // of the checker
	check   string   // its path, or "" where words are compared
	valid   string   // the path of the validator
	accept  int      // its exit status
}

// A judged is a test, or what a validator or a checker must accept or refuse.
type judged struct {
	in, ans, out []byte
	args         []string // of the validator
	right        bool
}

func readLayout(t *testing.T, name, format string, files []File) *layout {
	t.Helper()
	l := &layout{t: t, name: name + " as " + format, files: map[string][]byte{}}
	for _, f := range files {
		if _, twice := l.files[f.Path]; twice {
			l.fail("%s is there twice", f.Path)
		}
		l.files[f.Path] = f.Text
		if to := path.Join(path.Dir(f.Path), f.Link); f.Link != "" && !slices.ContainsFunc(files, func(g File) bool { return g.Path == to && bytes.Equal(g.Text, f.Text) }) {
			l.fail("%s does not stand at %s", f.Path, to)
		}
		for part := range strings.SplitSeq(f.Path, "/") {
			if !legalName.MatchString(part) {
				l.fail("%s: no judge takes this name", f.Path)
			}
		}
		if !strings.Contains(f.Path, "invalid") && !strings.Contains(f.Path, "validator-tests") {
			if !utf8.Valid(f.Text) || bytes.ContainsRune(f.Text, '\r') || len(f.Text) > 0 && f.Text[len(f.Text)-1] != '\n' {
				l.fail("%s is not a text that ends with a line end", f.Path)
			}
		}
	}
	switch format {
	case "icpc":
		l.icpc(icpc{})
	case "icpc-2025-09":
		l.icpc(icpc{now: true})
	case "polygon":
		l.polygon()
	case "plain":
		l.plain()
	}
	for name := range l.files {
		l.fail("%s has no place in this form", name)
	}
	return l
}

var legalName = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$`)

func (l *layout) fail(format string, args ...any) {
	l.t.Helper()
	l.t.Errorf("%s: "+format, append([]any{l.name}, args...)...)
}

// take returns a file that must be there; it counts as known from then on.
func (l *layout) take(name string) []byte {
	text, ok := l.files[name]
	if !ok {
		l.fail("no file %s", name)
	}
	delete(l.files, name)
	return text
}

// names returns the files that match a pattern of package path, in order.
func (l *layout) names(pattern string) (names []string) {
	for name := range l.files {
		if ok, _ := path.Match(pattern, name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// yaml reads a map whose keys are known.
func (l *layout) yaml(name string, keys string) map[string]any {
	text := l.take(name)
	var values map[string]any
	if err := yaml.Unmarshal(text, &values); err != nil {
		l.fail("%s: %v", name, err)
	}
	for key := range values {
		if !slices.Contains(strings.Fields(keys), key) {
			l.fail("%s: unknown key %s", name, key)
		}
	}
	return values
}

// wordsOf returns a list of strings of a map.
func wordsOf(of map[string]any, key string) (list []string) {
	switch v := of[key].(type) {
	case string:
		return strings.Fields(v)
	case []any:
		for _, element := range v {
			list = append(list, fmt.Sprint(element))
		}
	}
	return list
}

// program takes the one program of a folder.
func (l *layout) program(folder string) string {
	names := l.names(folder + "/*")
	if len(names) != 1 {
		l.fail("%q in %s, want one program", names, folder)
		return ""
	}
	return names[0]
}

func (l *layout) icpc(form icpc) {
	settings, version := form.choose("test_group.yaml", "testdata.yaml"), form.choose("2025-09", "legacy")
	p := l.yaml("problem.yaml", form.choose(
		"problem_format_version type name uuid credits source license rights_owner limits",
		"problem_format_version type name uuid author source source_url license rights_owner limits validation validator_flags grading"))
	if p["problem_format_version"] != version || p["name"] == "" || p["uuid"] == "" {
		l.fail("problem.yaml: %v", p)
	}
	if license := p["license"]; license != "unknown" && license != "public domain" && p["rights_owner"] == nil && p["credits"] == nil && p["author"] == nil && p["source"] == nil {
		l.fail("problem.yaml: nobody owns it: %v", p)
	}
	limits, _ := p["limits"].(map[string]any)
	for key := range limits {
		if !slices.Contains(strings.Fields(form.choose("memory output time_limit time_resolution time_multipliers", "memory output")), key) {
			l.fail("problem.yaml: unknown limit %s", key)
		}
	}
	types := wordsOf(p, "type")
	scoring, interactive := slices.Contains(types, "scoring"), slices.Contains(types, "interactive") || p["validation"] == "custom interactive"
	l.take(form.choose("statement", "problem_statement") + "/problem.en.tex")
	l.accept = 42
	l.valid = l.program("input_validators")
	if folder := form.choose("output_validator", "output_validators"); len(l.names(folder+"/*")) > 0 {
		l.check = l.program(folder)
	}
	if !form.now && (l.check != "") != strings.HasPrefix(fmt.Sprint(p["validation"]), "custom") {
		l.fail("problem.yaml: %v, and the checker is %q", p, l.check)
	}
	if interactive {
		l.take(l.check)
		l.check = ""
	}
	if !form.now && scoring {
		l.yaml("data/"+settings, "on_reject grader_flags range")
	}
	l.folder(form, "data/sample", "output_validator_args on_reject grader_flags accept_score range", interactive)
	secret := l.folder(form, "data/secret", form.choose("output_validator_args max_score score_aggregation", "on_reject grader_flags range"), interactive)
	groups := l.names("data/secret/*/" + settings)
	if scoring != (len(groups) > 0) || scoring && secret != 0 || !scoring && secret == 0 {
		l.fail("groups %q, %d tests outside of them, type %v", groups, secret, types)
	}
	var before []string
	for _, name := range groups {
		folder := path.Dir(name)
		if l.folder(form, folder, form.choose("max_score score_aggregation require_pass input_validator_args output_validator_args",
			"on_reject grader_flags accept_score range input_validator_flags"), interactive, before...) == 0 {
			l.fail("no test in %s", folder)
		}
		before = append(before, strings.TrimPrefix(folder, "data/"))
	}
	for _, folder := range []string{"data/invalid_input", "data/invalid_output", "data/valid_output"} {
		if form.now && len(l.names(folder+"/*")) > 0 {
			l.folder(form, folder, "output_validator_args", interactive)
		}
	}
	submissions := "accepted wrong_answer time_limit_exceeded run_time_error" + form.choose(" rejected brute_force", " partially_accepted")
	if _, ok := l.files["submissions/submissions.yaml"]; ok && form.now {
		for name, about := range l.yaml("submissions/submissions.yaml", strings.ReplaceAll(strings.Join(l.names("submissions/*/*"), " "), "submissions/", "")) {
			for key := range about.(map[string]any) {
				if !slices.Contains([]string{"permitted", "required", "score"}, key) {
					l.fail("submissions.yaml: %s: unknown key %s", name, key)
				}
			}
		}
	}
	for _, name := range l.names("submissions/*/*") {
		folder := path.Base(path.Dir(name))
		if !slices.Contains(strings.Fields(submissions), folder) {
			l.fail("%s: unknown folder", name)
		}
		if !interactive {
			l.submission(name, map[string]string{"accepted": "", "wrong_answer": "WA", "partially_accepted": "WA", "rejected": "WA"}[folder])
		}
		delete(l.files, name)
	}
	l.judge()
}

// folder reads the tests of a folder, and returns how many there are.
func (l *layout) folder(form icpc, folder, keys string, interactive bool, before ...string) int {
	var set map[string]any
	settings := folder + "/" + form.choose("test_group.yaml", "testdata.yaml")
	if _, ok := l.files[settings]; ok {
		set = l.yaml(settings, keys)
	}
	for _, name := range wordsOf(set, "require_pass") {
		if !slices.Contains(before, name) {
			l.fail("%s: %s is not a group before", settings, name)
		}
	}
	arguments := append(wordsOf(set, "input_validator_args"), wordsOf(set, "input_validator_flags")...)
	if l.check == "" {
		l.args = wordsOf(set, "output_validator_args")
	}
	names := l.names(folder + "/*.in")
	for _, name := range names {
		base := strings.TrimSuffix(name, ".in")
		j := judged{in: l.take(name), args: arguments, right: true}
		if folder != "data/invalid_input" {
			j.ans = l.take(base + ".ans")
		}
		switch about := base + ".yaml"; {
		case folder == "data/sample":
			if interactive {
				for line := range bytes.Lines(l.take(base + ".interaction")) {
					if line[0] != '<' && line[0] != '>' {
						l.fail("%s.interaction: %s", base, line)
					}
				}
				if form.now {
					l.take(base + ".in.download")
					l.take(base + ".ans.download")
				}
			}
		case form.now:
			if l.yaml(about, "description hint")["description"] == "" {
				l.fail("%s says nothing", about)
			}
		default:
			l.take(base + ".desc")
		}
		switch folder {
		case "data/invalid_input":
			j.right = false
			l.invalid = append(l.invalid, j)
		case "data/invalid_output", "data/valid_output":
			j.out, j.right = l.take(base+".out"), folder == "data/valid_output"
			l.outputs = append(l.outputs, j)
		default:
			l.tests = append(l.tests, j)
		}
	}
	return len(names)
}

func (l *layout) plain() {
	l.take("tests.txt")
	l.valid = "validate.py"
	if _, ok := l.files["check.py"]; ok {
		l.check = "check.py"
	}
	for _, name := range l.names("[0-9][0-9].in") {
		l.tests = append(l.tests, judged{in: l.take(name), ans: l.take(strings.TrimSuffix(name, ".in") + ".out"), right: true})
	}
	for _, name := range l.names("invalid/*.in") {
		l.invalid = append(l.invalid, judged{in: l.take(name)})
	}
	for _, name := range l.names("*.*") {
		if name != l.valid && name != l.check && name != "interact.py" {
			l.submission(name, map[bool]string{true: "", false: "WA"}[strings.HasPrefix(name, "reference")])
		}
		if name != l.valid && name != l.check {
			delete(l.files, name)
		}
	}
	l.judge()
}

func (l *layout) polygon() {
	var p polygonProblem
	decoder := xml.NewDecoder(bytes.NewReader(l.take("problem.xml")))
	if err := decoder.Decode(&p); err != nil {
		l.fail("problem.xml: %v", err)
		return
	}
	for _, s := range p.Statements {
		l.take(s.Path)
	}
	for _, name := range l.names("statement-sections/english/*.tex") {
		delete(l.files, name)
	}
	l.valid = p.Validators[0].Source.Path
	if l.check = p.Checker.Source.Path; path.Ext(l.check) == ".cpp" {
		l.take(l.check)
		l.check = ""
	}
	if p.Interactor != nil {
		l.take(p.Interactor.Source.Path)
	}
	set := p.Judging.Set
	if set.Count != len(set.Tests) || set.Time == 0 || set.Memory == 0 {
		l.fail("problem.xml: %+v", set)
	}
	groups := map[string]string{} // what each has in points
	if set.Groups != nil {
		for _, g := range set.Groups.Groups {
			if g.After != nil {
				for _, d := range g.After.Groups {
					if _, ok := groups[d.Group]; !ok {
						l.fail("problem.xml: %s is not a group before", d.Group)
					}
				}
			}
			groups[g.Name] = g.Points
		}
	}
	for i, test := range set.Tests {
		if _, ok := groups[test.Group]; ok != (set.Groups != nil) {
			l.fail("problem.xml: no group %q", test.Group)
		}
		if test.Points != "" && test.Points != "0.0" && test.Points != groups[test.Group] {
			l.fail("problem.xml: a test has %s points of %s", test.Points, groups[test.Group])
		}
		j := judged{in: l.take(fmt.Sprintf(set.In, i+1)), ans: l.take(fmt.Sprintf(set.Out, i+1)), right: true}
		if test.Group != "" && !test.Sample {
			j.args = []string{"--testset", set.Name, "--group", test.Group}
		}
		l.tests = append(l.tests, j)
	}
	if v := p.Validators[0].Set; v != nil {
		for i, test := range v.Tests {
			l.invalid = append(l.invalid, judged{in: l.take(fmt.Sprintf(v.In, i+1)), right: test.Verdict == "VALID"})
		}
	}
	if c := p.Checker.Set; c != nil {
		for i, test := range c.Tests {
			l.outputs = append(l.outputs, judged{in: l.take(fmt.Sprintf(c.In, i+1)), out: l.take(fmt.Sprintf(c.Out, i+1)), ans: l.take(fmt.Sprintf(c.Ans, i+1)), right: test.Verdict == "OK"})
		}
	}
	for _, s := range p.Solutions {
		if p.Interactor == nil {
			l.submission(s.Source.Path, map[string]string{"main": "", "accepted": ""}[s.Tag]+map[string]string{"wrong-answer": "WA", "rejected": "WA"}[s.Tag])
		}
		l.take(s.Source.Path)
	}
	l.judge()
}

// tryAll runs one Python program on many inputs in one process, each with arguments, and returns
// their exit statuses and outputs.
const tryAll = `
import base64, io, json, sys
program, runs = json.load(sys.stdin)
code, results, real = compile(program, "program", "exec"), [], sys.stdout
for text, arguments in runs:
    sys.stdin, sys.argv = io.TextIOWrapper(io.BytesIO(base64.b64decode(text or ""))), ["program"] + arguments
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    status = 0
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        status = end.code or 0
    results.append([status, sys.stdout.getvalue()])
json.dump(results, real)
`

// python runs a program on inputs, each with arguments.
func python(t *testing.T, program []byte, runs [][2]any) (statuses []int, outputs [][]byte) {
	t.Helper()
	in, err := json.Marshal([]any{string(program), runs})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(tool(t, "python3"), "-c", tryAll)
	command.Stdin = bytes.NewReader(in)
	var problem bytes.Buffer
	command.Stderr = &problem
	out, err := command.Output()
	var results [][2]any
	if err == nil {
		err = json.Unmarshal(out, &results)
	}
	if err != nil || len(results) != len(runs) {
		t.Fatalf("%v %s%s", err, out, problem.Bytes())
	}
	for _, r := range results {
		statuses, outputs = append(statuses, int(r[0].(float64))), append(outputs, []byte(r[1].(string)))
	}
	return statuses, outputs
}

// judge asks the validator about all inputs, and the checker about all outputs.
func (l *layout) judge() {
	l.t.Helper()
	if len(l.tests) == 0 {
		l.fail("no tests")
	}
	all := slices.Concat(l.tests, l.outputs, l.invalid)
	var runs [][2]any
	for _, j := range all {
		runs = append(runs, [2]any{j.in, append([]string{}, j.args...)})
	}
	statuses, _ := python(l.t, l.files[l.valid], runs)
	for i, status := range statuses {
		if right := i < len(all)-len(l.invalid) || all[i].right; (status == l.accept) != right {
			l.fail("the validator ends with %d, and right is %v:\n%.300s", status, right, all[i].in)
		}
	}
	delete(l.files, l.valid)
	if l.check == "" {
		return
	}
	outputs := slices.Clone(l.outputs)
	for _, j := range l.tests {
		outputs = append(outputs, judged{in: j.in, ans: j.ans, out: j.ans, right: true}, judged{in: j.in, ans: j.ans, out: append(bytes.Clone(j.ans), "x\n"...)})
	}
	for i, right := range l.accepts(outputs) {
		if right != outputs[i].right {
			l.fail("the checker says %v:\n%.300s%.300s", right, outputs[i].in, outputs[i].out)
		}
	}
	delete(l.files, l.check)
}

// accepts asks the checker about outputs.
func (l *layout) accepts(outputs []judged) (right []bool) {
	if l.check == "" {
		for _, j := range outputs {
			right = append(right, slices.Equal(strings.Fields(string(j.ans)), strings.Fields(string(j.out))))
		}
		return right
	}
	folder := l.t.TempDir()
	var runs [][2]any
	for i, j := range outputs {
		in, ans, out := filepath.Join(folder, fmt.Sprint(i, ".in")), filepath.Join(folder, fmt.Sprint(i, ".ans")), filepath.Join(folder, fmt.Sprint(i, ".out"))
		for name, text := range map[string][]byte{in: j.in, ans: j.ans, out: j.out} {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				l.t.Fatal(err)
			}
		}
		if l.accept == 42 {
			runs = append(runs, [2]any{j.out, append([]string{in, ans, folder + "/"}, l.args...)})
		} else {
			runs = append(runs, [2]any{nil, []string{in, out, ans}})
		}
	}
	statuses, _ := python(l.t, l.files[l.check], runs)
	for _, status := range statuses {
		right = append(right, status == l.accept)
	}
	return right
}

// submission runs a program of the package on all tests, and compares its verdict: "" or "WA". Those
// of other verdicts are not run, nor those without a compiler here.
func (l *layout) submission(name, want string) {
	l.t.Helper()
	outputs := slices.Clone(l.tests)
	switch path.Ext(name) {
	case ".py":
		for i, out := range printedBy(l.t, l.files[name], l.tests) {
			outputs[i].out = out
		}
	case ".cpp":
		file := compiled(l.t, l.files[name])
		for i := range outputs {
			command := exec.Command(file)
			command.Stdin = bytes.NewReader(outputs[i].in)
			out, err := command.Output()
			if err != nil {
				l.fail("%s: %v", name, err)
			}
			outputs[i].out = out
		}
	default:
		return
	}
	if right := !slices.Contains(l.accepts(outputs), false); right != (want == "") {
		l.fail("%s: all outputs are right: %v", name, right)
	}
}

// printedBy returns what a Python program prints for tests.
func printedBy(t *testing.T, program []byte, tests []judged) [][]byte {
	t.Helper()
	var runs [][2]any
	for _, test := range tests {
		runs = append(runs, [2]any{test.in, []string{}})
	}
	_, outputs := python(t, program, runs)
	return outputs
}

// tool returns the path of a program, or skips the test.
func tool(t *testing.T, name string) string {
	t.Helper()
	found, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no %s here: packages are not judged", name)
	}
	return found
}

// programs are those that were compiled, by their text.
var programs = map[string]string{}

// compiled returns a program in C++.
func compiled(t *testing.T, text []byte) string {
	t.Helper()
	if file, ok := programs[string(text)]; ok {
		return file
	}
	folder, err := os.MkdirTemp("", "layout")
	if err != nil {
		t.Fatal(err)
	}
	source, file := filepath.Join(folder, "main.cpp"), filepath.Join(folder, "main")
	if err := os.WriteFile(source, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tool(t, "g++"), "-std=c++17", "-o", file, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	programs[string(text)] = file
	return file
}

const anyMove = `"""Any Move

Take 1, 3 or 4 crates from a stack. Print a stack and what is left of it, or 0 0."""
rights(license = "cc by-sa", owner = "A. Owner")
limits(milliseconds = 1500)
n = number(1, 20)
stacks = numbers(n, 0, "10^9")

def answer(stacks):
    moves = winning(subtraction[1, 3, 4](stacks), most = 1)
    return [moves[0][0] + 1, moves[0][1]] if moves else "0 0"

example("2\n1 0", "1 0")
`

const groupedStacks = `"""Stacks in Groups

Take 1, 3 or 4 crates from a stack. The player who cannot take loses."""
rights(license = "educational", credits = ["A. Author", "B. Author"], source = "A contest", url = "https://contest.example")
tests(1, 9)
n = number(1, 20)
stacks = numbers(n, 0, "10^9")
group("one", score = 10, title = "One stack", n = 1, stacks = 1000)
group("few", score = 30, n = 3, stacks = 1000)
group("all", score = 60)

def answer(stacks):
    return "YES" if wins(subtraction[1, 3, 4](stacks)) else "NO"

example("2\n1\n11\n2\n7 14", "YES\nNO")
`

// parity is wrong where there are several stacks.
const parity = `import sys

numbers = list(map(int, sys.stdin.read().split()[1:]))
while numbers:
    n, numbers = numbers[0], numbers[1:]
    print("YES" if sum(x % 7 not in (0, 2) for x in numbers[:n]) % 2 else "NO")
    numbers = numbers[n:]
`

// TestLayouts forges packages in each form, three where long tests are asked for, and reads them as a
// strict judge does.
func TestLayouts(t *testing.T) {
	long.Only(t) // TestInteractiveLayout reads a package that is made by hand
	tool(t, "python3")
	texts := map[string]string{"groups": groupedStacks, "misere": misereNim, "any": anyMove}
	for _, name := range []string{"groups", "misere", "any"} {
		p, opt := load(t, texts[name]), Options{Seed: 1, Count: 14}
		r, err := Forge(t.Context(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		pack, err := r.Package(t.Context(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		if name == "groups" {
			var tests []judged
			for _, test := range pack.Tests {
				tests = append(tests, judged{in: test.In})
			}
			verdicts := make([]duel.Verdict, len(tests))
			for i, out := range printedBy(t, []byte(parity), tests) {
				if p.Compare(pack.Tests[i].Out, out) != nil {
					verdicts[i] = duel.WrongAnswer
				}
			}
			pack.add(Program{File: "parity.py", Text: []byte(parity)}, verdicts)
			if last := pack.Programs[len(pack.Programs)-1]; last.File != "parity.py" || !slices.Equal(last.Passes, []string{"one"}) {
				t.Errorf("%s passes %q", last.File, last.Passes)
			}
		}
		for _, format := range Formats() {
			files, err := pack.Files(format)
			if err != nil {
				t.Fatal(err)
			}
			l := readLayout(t, name, format, files)
			if format != "icpc" && len(l.invalid) < 20 {
				l.fail("only %d inputs that must be refused", len(l.invalid))
			}
		}
	}
}

// TestInteractiveLayout reads a package of an interactive problem with groups.
func TestInteractiveLayout(t *testing.T) {
	tool(t, "python3")
	p := smallPackage()
	p.Interactor = func(string) (Program, error) {
		return Program{File: "interact.py", Text: []byte("import sys\nsys.exit(42)\n")}, nil
	}
	p.Tests[0].Play = []Line{{Judge: true, Text: "1"}, {Text: "Second"}}
	p.Groups = []Group{{"a", "", "n (1)", 40, nil}, {"b", "", "all inputs", 60, []string{"a"}}}
	p.Tests[1].Group, p.Tests[2].Group = "a", "b"
	p.Programs[1].Expected = []duel.Verdict{duel.WrongAnswer, duel.TimeLimit}
	p.Programs[1].File = "my program.cpp"
	for _, format := range long.Every(9, Formats()) {
		files, err := p.Files(format)
		if err != nil {
			t.Fatal(err)
		}
		readLayout(t, "play", format, files)
		texts := map[string]string{}
		for _, f := range files {
			texts[f.Path] = string(f.Text)
		}
		for name, want := range map[string]string{
			"problem.yaml":                 "\ntype: [scoring, interactive]\n",
			"submissions/submissions.yaml": "rejected/my_program.cpp:\n  permitted: [\"AC\", \"TLE\", \"WA\"]\n",
			"data/sample/1.interaction":    "<1\n>Second\n",
		} {
			if format == "icpc-2025-09" && !strings.Contains(texts[name], want) {
				t.Errorf("%s: %s", name, texts[name])
			}
		}
	}
	p.Tests[2].Group = "a"
	if _, err := p.Files("icpc"); err == nil || !strings.Contains(err.Error(), "no test is in the group b") {
		t.Errorf("a group without tests: %v", err)
	}
}
