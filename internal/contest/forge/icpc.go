package forge

// This file writes the problem package format of the ICPC and of Kattis, in the legacy form and in
// that of September 2025 (kattis.com/problem-package-format).

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/lazy"
)

// icpc is one of the two forms: that of 2025-09, or the legacy one.
type icpc struct{ now bool }

// choose returns the first name in the form of 2025-09, and otherwise the second.
func (form icpc) choose(now, legacy string) string {
	if form.now {
		return now
	}
	return legacy
}

func (form icpc) files(p *Package) ([]File, error) {
	files := []File{
		{Path: "problem.yaml", Text: form.problem(p)},
		{Path: form.choose("statement", "problem_statement") + "/problem.en.tex", Text: []byte(texStatement(p, form.now))},
	}
	files = append(files, form.samples(p)...)
	files = append(files, form.secret(p)...)
	if form.now {
		files = append(files, validation(p)...)
	}
	programs, err := p.judges(42, "icpc")
	if err != nil {
		return nil, err
	}
	for i, program := range programs {
		folder := "input_validators/"
		if i > 0 {
			folder = form.choose("output_validator/", "output_validators/")
		}
		files = append(files, File{Path: folder + program.File, Text: program.Text, Program: true})
	}
	files = append(files, form.submissions(p)...)
	return append(files, in("generators", p.Generators)...), nil
}

// yamlText gathers lines of a YAML file.
type yamlText struct{ strings.Builder }

func (y *yamlText) line(format string, args ...any) { fmt.Fprintf(y, format+"\n", args...) }

// list returns a list of YAML in one line.
func list(elements []string) string {
	var texts []string
	for _, element := range elements {
		texts = append(texts, quoted(element))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// custom reports whether a program of ours judges what is printed.
func (p *Package) custom() bool {
	return p.Interactor != nil || p.Checker != nil && len(p.OutputArgs) == 0
}

// outputArgs are the arguments of the judge's own output validator.
func (p *Package) outputArgs() []string {
	switch {
	case p.custom():
		return nil
	case len(p.OutputArgs) == 0:
		return []string{"case_sensitive"}
	}
	return strings.Fields(strings.Join(p.OutputArgs, " "))
}

// problem returns problem.yaml.
func (form icpc) problem(p *Package) []byte {
	var y yamlText
	y.line("problem_format_version: %s", form.choose("2025-09", "legacy"))
	var types []string
	if len(p.Groups) > 0 {
		types = append(types, "scoring")
	}
	if p.Interactor != nil && form.now {
		types = append(types, "interactive")
	}
	switch len(types) {
	case 1:
		y.line("type: %s", types[0])
	case 2:
		y.line("type: [%s]", strings.Join(types, ", "))
	}
	y.line("name: %s", quoted(p.Title))
	id := p.Identity
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562: version 8, what the maker likes
	y.line("uuid: %x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	form.rights(p, &y)
	form.limits(p, &y)
	if !form.now {
		switch {
		case p.Interactor != nil:
			y.line("validation: custom interactive")
		case p.custom():
			y.line("validation: custom")
		default:
			y.line("validator_flags: %s", strings.Join(p.outputArgs(), " "))
		}
		if len(p.Groups) > 0 {
			y.line("grading:\n  objective: max\n  show_test_data_groups: true")
		}
	}
	return []byte(y.String())
}

// rights says who owns the problem.
func (form icpc) rights(p *Package, y *yamlText) {
	r := p.Rights
	if len(r.Credits) > 0 {
		if form.now {
			y.line("credits:\n  authors: %s", list(r.Credits))
		} else {
			y.line("author: %s", quoted(strings.Join(r.Credits, ", ")))
		}
	}
	source := r.Source
	if source == "" {
		source = p.Source
	}
	switch {
	case source == "":
	case r.URL == "":
		y.line("source: %s", quoted(source))
	case form.now:
		y.line("source:\n  name: %s\n  url: %s", quoted(source), quoted(r.URL))
	default:
		y.line("source: %s\nsource_url: %s", quoted(source), quoted(r.URL))
	}
	license := r.License
	if license == "" {
		license = "unknown"
	}
	y.line("license: %s", license)
	if r.Owner != "" {
		y.line("rights_owner: %s", quoted(r.Owner))
	}
}

// limits states what the problem states; a judge chooses the rest.
func (form icpc) limits(p *Package, y *yamlText) {
	var some yamlText
	if p.Megabytes > 0 {
		some.line("  memory: %d", p.Megabytes)
	}
	if most := p.outputMegabytes(); most > 8 { // which judges allow
		some.line("  output: %d", most)
	}
	if form.now && p.TimeBound && p.Slowest <= p.Seconds {
		some.line("  time_limit: %v", p.Seconds)
		if step := timeStep(p.Seconds); step != 1 {
			some.line("  time_resolution: %v", step)
		}
		if 2*p.Slowest > p.Seconds { // less than the usual factor
			some.line("  time_multipliers:\n    ac_to_time_limit: %v", math.Floor(100*p.Seconds/p.Slowest)/100)
		}
	}
	if some.Len() > 0 {
		y.line("limits:\n%s", strings.TrimSuffix(some.String(), "\n"))
	}
}

// timeStep returns the greatest step, at most 1 second, that divides a time.
func timeStep(seconds float64) float64 {
	a, b := int(math.Round(1000*seconds)), 1000
	for a != 0 {
		a, b = b%a, a
	}
	return float64(b) / 1000
}

// outputMegabytes is a limit of output with room for four times the longest answer.
func (p *Package) outputMegabytes() int {
	longest := 0
	for _, test := range p.Tests {
		longest = max(longest, len(test.Out))
	}
	return int(math.Ceil(4 * float64(longest) / (1 << 20)))
}

// about returns the file beside a test that says what it is for.
func (form icpc) about(base, reason string) File {
	if form.now {
		return File{Path: base + ".yaml", Text: []byte("description: " + quoted(reason) + "\n")}
	}
	return File{Path: base + ".desc", Text: []byte(oneLine(reason) + "\n")}
}

// settings returns the file that says how the tests of a folder are judged, if it says anything.
func (form icpc) settings(folder string, y *yamlText) []File {
	if y.Len() == 0 {
		return nil
	}
	return []File{{Path: folder + "/" + form.choose("test_group.yaml", "testdata.yaml"), Text: []byte(y.String())}}
}

// output says how outputs are compared. A checker of ours gets an argument that others' tools go by.
func (form icpc) output(p *Package, y *yamlText) {
	args := p.outputArgs()
	if p.Interactor == nil && p.custom() && !p.AnyCase {
		args = []string{"case_sensitive"}
	}
	if form.now && args != nil {
		y.line("output_validator_args: %s", list(args))
	}
}

// judging returns the file that says how outputs are compared in a folder, if it says anything.
func (form icpc) judging(p *Package, folder string) []File {
	var y yamlText
	form.output(p, &y)
	return form.settings(folder, &y)
}

// samples are what contestants see: inputs with answers, or play with the interactor.
func (form icpc) samples(p *Package) (files []File) {
	const folder = "data/sample"
	samples := p.samples()
	for i, test := range samples {
		base := fmt.Sprintf("%s/%0*d", folder, len(fmt.Sprint(len(samples))), i+1)
		files = append(files, File{Path: base + ".in", Text: test.In}, File{Path: base + ".ans", Text: p.answer(test.Out)})
		if p.Interactor == nil {
			continue
		}
		files = append(files, File{Path: base + ".interaction", Text: kattis(test.Play)})
		if form.now { // which the form demands
			files = append(files, File{Path: base + ".in.download", Text: test.In}, File{Path: base + ".ans.download", Text: test.Out})
		}
	}
	if len(samples) > 0 {
		files = append(files, form.judging(p, folder)...)
	}
	return files
}

// kattis returns what is said as a file .interaction.
func kattis(play []Line) (text []byte) {
	for _, line := range play {
		text = fmt.Appendf(text, "%s%s\n", map[bool]string{true: "<", false: ">"}[line.Judge], line.Text)
	}
	return text
}

// secret are the tests that are judged, in groups or all in one folder.
func (form icpc) secret(p *Package) (files []File) {
	const folder = "data/secret"
	all := p.groups()
	test := func(base string, t Test) []File {
		return []File{{Path: base + ".in", Text: t.In}, {Path: base + ".ans", Text: p.answer(t.Out)}, form.about(base, t.Reason)}
	}
	if len(p.Groups) == 0 {
		for i, t := range all[0] {
			files = append(files, test(fmt.Sprintf("%s/%0*d-%s", folder, digits(len(all[0])), i+1, slug(t.Name)), t)...)
		}
		return append(files, form.judging(p, folder)...)
	}
	var y yamlText
	if form.now {
		y.line("max_score: %d\nscore_aggregation: sum", p.score())
		form.output(p, &y)
	} else {
		var whole, sample yamlText
		whole.line("on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 %d", p.score())
		sample.line("on_reject: continue\ngrader_flags: first_error\naccept_score: 0\nrange: 0 0")
		files = append(files, form.settings("data", &whole)...)
		if len(p.samples()) > 0 {
			files = append(files, form.settings("data/sample", &sample)...)
		}
		y.line("on_reject: continue\ngrader_flags: accept_if_any_accepted\nrange: 0 %d", p.score())
	}
	files = append(files, form.settings(folder, &y)...)
	own := make([][]File, len(p.Groups)) // files of the tests of each group
	for i, g := range p.Groups {
		inner := folder + "/" + p.groupFolder(i)
		for k, t := range all[i] {
			own[i] = append(own[i], test(fmt.Sprintf("%s/%0*d-%s", inner, digits(len(all[i])), k+1, slug(t.Name)), t)...)
		}
		var y yamlText
		if form.now {
			y.line("max_score: %d\nscore_aggregation: pass-fail", g.Score)
			var after []string
			for j, before := range p.Groups {
				if slices.Contains(g.After, before.Name) {
					after = append(after, "secret/"+p.groupFolder(j))
				}
			}
			if after != nil {
				y.line("require_pass: %s", list(after))
			}
			y.line("input_validator_args: %s", list([]string{g.Name}))
			form.output(p, &y)
		} else {
			y.line("on_reject: break\ngrader_flags: min\naccept_score: %d\nrange: 0 %d\ninput_validator_flags: %s", g.Score, g.Score, g.Name)
			for j, before := range p.Groups { // this form has no other way to say it
				if slices.Contains(g.After, before.Name) {
					for _, f := range own[j] {
						name := path.Base(f.Path)
						files = append(files, File{Path: inner + "/" + before.Name + "-" + name, Text: f.Text, Link: "../" + p.groupFolder(j) + "/" + name})
					}
				}
			}
		}
		files = append(files, form.settings(inner, &y)...)
		files = append(files, own[i]...)
	}
	return files
}

// answer is what the judge's program gets beside the input: nothing where it plays.
func (p *Package) answer(out []byte) []byte {
	if p.Interactor != nil {
		return nil
	}
	return out
}

// groupFolder is the name of the folder of a group.
func (p *Package) groupFolder(i int) string {
	return fmt.Sprintf("%0*d-%s", len(fmt.Sprint(len(p.Groups))), i+1, p.Groups[i].Name)
}

// validation are the files by which the validators are checked.
func validation(p *Package) (files []File) {
	form := icpc{now: true}
	for i, wrong := range p.Invalid {
		base := fmt.Sprintf("data/invalid_input/%0*d-%s", digits(len(p.Invalid)), i+1, slug(wrong.Name))
		files = append(files, File{Path: base + ".in", Text: wrong.In}, form.about(base, wrong.Reason))
	}
	if p.Interactor != nil {
		return files
	}
	for _, valid := range []bool{false, true} {
		folder := map[bool]string{false: "data/invalid_output", true: "data/valid_output"}[valid]
		outputs := slices.DeleteFunc(slices.Clone(p.Outputs), func(o Output) bool { return o.Valid != valid })
		for i, o := range outputs {
			base := fmt.Sprintf("%s/%0*d-%s", folder, digits(len(outputs)), i+1, slug(o.Name))
			files = append(files, File{Path: base + ".in", Text: o.In}, File{Path: base + ".ans", Text: o.Ans}, File{Path: base + ".out", Text: o.Out},
				form.about(base, o.Reason))
		}
		if len(outputs) > 0 {
			files = append(files, form.judging(p, folder)...)
		}
	}
	return files
}

// codes are what submissions.yaml calls verdicts.
var codes = map[duel.Verdict]string{
	duel.Accepted: "AC", duel.WrongAnswer: "WA", duel.TimeLimit: "TLE", duel.Waiting: "TLE", duel.RunTimeError: "RTE", duel.MemoryLimit: "RTE",
}

// failures are the ways in which the tests of a program fail, in the codes of judges.
func (p *Program) failures() (fails []string) {
	for _, v := range append(slices.Clone(p.Expected), p.Verdict) {
		if code := codes[v]; code != "" && code != "AC" && !slices.Contains(fails, code) {
			fails = append(fails, code)
		}
	}
	slices.Sort(fails)
	return fails
}

// folder is where a judge looks for a program, or "" where it has no place for it. Verdicts in
// submissions.yaml say more of a program that is rejected.
func (form icpc) folder(p *Package, program *Program) string {
	fails := program.failures()
	switch text := strings.Join(fails, " "); {
	case text == "":
		return "accepted"
	case !form.now && len(p.Groups) > 0 && len(program.Passes) > 0:
		return "partially_accepted"
	case text == "WA":
		return "wrong_answer"
	case text == "TLE":
		return "time_limit_exceeded"
	case text == "RTE":
		return "run_time_error"
	case !form.now:
		return ""
	case !slices.Contains(fails, "WA"):
		return "brute_force"
	}
	return "rejected"
}

// submissions are the programs, by what a judge says of them.
func (form icpc) submissions(p *Package) (files []File) {
	var y yamlText
	for i := range p.Programs {
		program := &p.Programs[i]
		folder := form.folder(p, program)
		if folder == "" {
			continue
		}
		name := folder + "/" + fileName(program.File)
		files = append(files, File{Path: "submissions/" + name, Text: program.Text})
		fails := program.failures()
		var more yamlText
		if folder == "rejected" {
			more.line("  permitted: %s\n  required: %s", list(append([]string{"AC"}, fails...)), list(fails))
		}
		if len(p.Groups) > 0 {
			score := 0
			for _, g := range p.Groups {
				if len(fails) == 0 || slices.Contains(program.Passes, g.Name) {
					score += g.Score
				}
			}
			more.line("  score: %d", score)
		}
		if more.Len() > 0 {
			y.line("%s:\n%s", name, strings.TrimSuffix(more.String(), "\n"))
		}
	}
	if form.now && y.Len() > 0 {
		files = append(files, File{Path: "submissions/submissions.yaml", Text: []byte(y.String())})
	}
	return files
}

// fileName returns a name with letters that all judges take.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, name)
	return strings.TrimLeft(name, ".-")
}

// quoted quotes a text of one line for YAML.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(text)) + `"`
}

// oneLine returns a text whose letters may all stand in a line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return '?'
		case !unicode.IsPrint(r):
			return ' '
		}
		return r
	}, text)
}

// texStatement returns the statement in LaTeX, with the macros of problemtools, or with the
// environments that the form of 2025-09 has.
func texStatement(p *Package, environments bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\problemname{%s}\n", texText(p.Title))
	if texText(p.Title) != p.Title && !environments {
		fmt.Fprintf(&b, "%%%% plainproblemname: %s\n", p.Title)
	}
	b.WriteByte('\n')
	texParagraphs(&b, p.Statement.Legend)
	for _, section := range p.Statement.sections() {
		if environments && section.name != "Scoring" {
			fmt.Fprintf(&b, "\\begin{%s}\n\n", section.name)
			texParagraphs(&b, section.paragraphs)
			fmt.Fprintf(&b, "\\end{%s}\n\n", section.name)
		} else {
			fmt.Fprintf(&b, "\\section*{%s}\n\n", section.name)
			texParagraphs(&b, section.paragraphs)
		}
	}
	return b.String()
}

// A section is a part of a statement with a heading.
type section struct {
	name       string
	paragraphs []string
}

// sections returns those behind the legend.
func (s *Statement) sections() (all []section) {
	for _, section := range []section{{"Input", s.Input}, {"Interaction", s.Interaction}, {"Output", s.Output}, {"Scoring", s.Scoring}} {
		if len(section.paragraphs) > 0 {
			all = append(all, section)
		}
	}
	return all
}

func texParagraphs(b *strings.Builder, paragraphs []string) {
	for _, text := range paragraphs {
		fmt.Fprintf(b, "%s\n\n", texText(text))
	}
}

// texText escapes plain text for LaTeX. Powers such as 10^9 and 2*10^5 become formulas.
func texText(text string) string {
	var b strings.Builder
	last := 0
	for _, at := range powers().FindAllStringIndex(text, -1) {
		base, exponent, _ := strings.Cut(text[at[0]:at[1]], "^")
		fmt.Fprintf(&b, "%s$%s^{%s}$", texEscapes.Replace(text[last:at[0]]), strings.ReplaceAll(base, "*", ` \cdot `), exponent)
		last = at[1]
	}
	return b.String() + texEscapes.Replace(text[last:])
}

var powers = lazy.Regexp(`([0-9]+\*)*[0-9]+\^[0-9]+`)

var texEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`, `"`, `''`,
	"≤", `$\le$`, "≥", `$\ge$`, "≠", `$\ne$`, "…", `\ldots{}`, "·", `$\cdot$`, "×", `$\times$`, "−", "$-$",
)
