package forge

// This file writes the problem package format of the ICPC and of Kattis, in the
// legacy form and in the draft of July 2023 (kattis.com/problem-package-format).

import (
	"fmt"
	"math"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/lazy"
)

// icpc is one of the two forms.
type icpc struct{ draft bool }

func (form icpc) files(p *Package) ([]File, error) {
	statement := "problem_statement/problem.en.tex"
	if form.draft {
		statement = "statement/problem.en.tex"
	}
	files := []File{
		{Path: "problem.yaml", Text: form.yaml(p)},
		{Path: statement, Text: []byte(texStatement(p))},
	}
	if form.draft && p.Checker == nil { // the legacy form says it in problem.yaml
		files = append(files, File{Path: "data/testdata.yaml", Text: []byte("output_validator_flags: case_sensitive\n")})
	}
	samples, secret := 0, 0
	for _, test := range p.Tests {
		if test.Sample {
			samples++
		} else {
			secret++
		}
	}
	sample, hidden := 0, 0
	for _, test := range p.Tests {
		var base string
		if test.Sample {
			sample++
			base = fmt.Sprintf("data/sample/%0*d", len(fmt.Sprint(samples)), sample)
		} else {
			hidden++
			base = fmt.Sprintf("data/secret/%0*d-%s", digits(secret), hidden, slug(test.Name))
		}
		files = append(files,
			File{Path: base + ".in", Text: test.In},
			File{Path: base + ".ans", Text: test.Out},
			File{Path: base + ".desc", Text: []byte(test.Reason + "\n")})
	}
	validator, err := p.Validator(42)
	if err != nil {
		return nil, err
	}
	files = append(files, File{Path: "input_validators/" + validator.File, Text: validator.Text, Program: true})
	if p.Checker != nil {
		checker, err := p.Checker("icpc")
		if err != nil {
			return nil, err
		}
		folder := "output_validators/"
		if form.draft {
			folder = "output_validator/"
		}
		files = append(files, File{Path: folder + checker.File, Text: checker.Text, Program: true})
	}
	for _, program := range p.Programs {
		folder := map[duel.Verdict]string{
			duel.Accepted: "accepted", duel.WrongAnswer: "wrong_answer", duel.TimeLimit: "time_limit_exceeded", duel.RunTimeError: "run_time_error",
		}[program.Verdict]
		files = append(files, File{Path: "submissions/" + folder + "/" + program.File, Text: program.Text})
	}
	return files, nil
}

// yaml returns problem.yaml.
func (form icpc) yaml(p *Package) []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if form.draft {
		line("problem_format_version: 2023-07-draft")
		line("name:\n  en: %s", yamlText(p.Title))
	} else {
		line("problem_format_version: legacy")
		line("name: %s", yamlText(p.Title))
	}
	id := p.Identity
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562: version 8, what the maker likes
	line("uuid: %x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	if p.Source != "" {
		line("source: %s", yamlText(p.Source))
	}
	line("license: unknown")
	line("limits:")
	line("  memory: %d", p.Megabytes)
	line("  output: %d", p.outputMegabytes())
	switch {
	case form.draft:
		line("  time_limit: %v", p.Seconds)
	case p.Checker != nil:
		line("validation: custom")
	default:
		line("validator_flags: case_sensitive")
	}
	return []byte(b.String())
}

// outputMegabytes is a limit of output with room for four times the longest answer.
func (p *Package) outputMegabytes() int {
	longest := 0
	for _, test := range p.Tests {
		longest = max(longest, len(test.Out))
	}
	return max(8, int(math.Ceil(4*float64(longest)/(1<<20))))
}

// yamlText quotes a text for YAML.
func yamlText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\t", " ").Replace(text) + `"`
}

// texStatement returns the statement in LaTeX, with the macros of problemtools.
func texStatement(p *Package) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\problemname{%s}\n", texText(p.Title))
	if texText(p.Title) != p.Title {
		fmt.Fprintf(&b, "%%%% plainproblemname: %s\n", p.Title)
	}
	b.WriteByte('\n')
	texParagraphs(&b, p.Statement.Legend)
	fmt.Fprintf(&b, "\\section*{Input}\n\n")
	texParagraphs(&b, p.Statement.Input)
	fmt.Fprintf(&b, "\\section*{Output}\n\n")
	texParagraphs(&b, p.Statement.Output)
	return b.String()
}

func texParagraphs(b *strings.Builder, paragraphs []string) {
	for _, text := range paragraphs {
		fmt.Fprintf(b, "%s\n\n", texText(text))
	}
}

// texText escapes plain text for LaTeX. Powers such as 10^9 become formulas.
func texText(text string) string {
	var b strings.Builder
	last := 0
	for _, at := range powers().FindAllStringIndex(text, -1) {
		base, exponent, _ := strings.Cut(text[at[0]:at[1]], "^")
		fmt.Fprintf(&b, "%s$%s^{%s}$", texEscapes.Replace(text[last:at[0]]), base, exponent)
		last = at[1]
	}
	return b.String() + texEscapes.Replace(text[last:])
}

var powers = lazy.Regexp(`[0-9]+\^[0-9]+`)

var texEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`, `"`, `''`,
	"≤", `$\le$`, "≥", `$\ge$`, "≠", `$\ne$`, "…", `\ldots{}`, "·", `$\cdot$`, "×", `$\times$`, "−", "$-$",
)
