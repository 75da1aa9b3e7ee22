package forge

// This file writes the layout of packages of Polygon, the system of Codeforces.

import (
	"encoding/xml"
	"fmt"
	"math"
	"path"
	"strings"
)

// checker compares outputs word by word, as the checker wcmp of testlib does. It needs
// testlib.h, which Polygon has.
const checker = `// Accepts an output that has the same words as the answer, in the same order.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int words = 0;
    while (!ans.seekEof() && !ouf.seekEof()) {
        words++;
        std::string want = ans.readWord(), got = ouf.readWord();
        if (want != got)
            quitf(_wa, "word %d: expected '%s', found '%s'", words, compress(want).c_str(), compress(got).c_str());
    }
    if (!ans.seekEof())
        quitf(_wa, "the output ends after %d words", words);
    if (!ouf.seekEof())
        quitf(_wa, "the output has more than %d words", words);
    quitf(_ok, "%d words", words);
}
`

// playChecker leaves the verdict to the interactor.
const playChecker = `// Accepts what the interactor has accepted.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    quitf(_ok, "the interactor decides");
}
`

// The elements of problem.xml.
type (
	polygonProblem struct {
		XMLName    xml.Name           `xml:"problem"`
		Revision   int                `xml:"revision,attr"`
		Short      string             `xml:"short-name,attr"`
		Names      []polygonName      `xml:"names>name"`
		Statements []polygonStatement `xml:"statements>statement"`
		Judging    polygonJudging     `xml:"judging"`
		Checker    polygonAsset       `xml:"assets>checker"`
		Interactor *polygonAsset      `xml:"assets>interactor,omitempty"`
		Validators []polygonAsset     `xml:"assets>validators>validator"`
		Solutions  []polygonAsset     `xml:"assets>solutions>solution,omitempty"`
	}
	polygonName struct {
		Language string `xml:"language,attr"`
		Value    string `xml:"value,attr"`
	}
	polygonStatement struct {
		Charset  string `xml:"charset,attr"`
		Language string `xml:"language,attr"`
		Path     string `xml:"path,attr"`
		Type     string `xml:"type,attr"`
	}
	polygonJudging struct {
		Input  string         `xml:"input-file,attr"`
		Output string         `xml:"output-file,attr"`
		Set    polygonTestSet `xml:"testset"`
	}
	polygonTestSet struct {
		Name   string         `xml:"name,attr"`
		Time   int            `xml:"time-limit"`   // milliseconds
		Memory int            `xml:"memory-limit"` // bytes
		Count  int            `xml:"test-count"`
		In     string         `xml:"input-path-pattern"`
		Out    string         `xml:"answer-path-pattern"`
		Tests  []polygonTest  `xml:"tests>test"`
		Groups *polygonGroups `xml:"groups"`
	}
	polygonTest struct {
		Method      string `xml:"method,attr"`
		Sample      bool   `xml:"sample,attr,omitempty"`
		Description string `xml:"description,attr"`
		Group       string `xml:"group,attr,omitempty"`
		Points      string `xml:"points,attr,omitempty"`
	}
	polygonGroups struct {
		Groups []polygonGroup `xml:"group"`
	}
	polygonGroup struct {
		Name   string               `xml:"name,attr"`
		Points string               `xml:"points,attr"`
		Policy string               `xml:"points-policy,attr"`
		After  *polygonDependencies `xml:"dependencies"`
	}
	polygonDependencies struct {
		Groups []polygonDependency `xml:"dependency"`
	}
	polygonDependency struct {
		Group string `xml:"group,attr"`
	}
	polygonAsset struct {
		Name   string           `xml:"name,attr,omitempty"`
		Type   string           `xml:"type,attr,omitempty"`
		Tag    string           `xml:"tag,attr,omitempty"`
		Source polygonSource    `xml:"source"`
		Set    *polygonAssetSet `xml:"testset"`
	}
	// polygonAssetSet are the tests of a validator or a checker.
	polygonAssetSet struct {
		Count int                `xml:"test-count"`
		In    string             `xml:"input-path-pattern"`
		Out   string             `xml:"output-path-pattern,omitempty"`
		Ans   string             `xml:"answer-path-pattern,omitempty"`
		Tests []polygonAssetTest `xml:"tests>test"`
	}
	polygonAssetTest struct {
		Verdict string `xml:"verdict,attr"`
	}
	polygonSource struct {
		Path string `xml:"path,attr"`
		Type string `xml:"type,attr"`
	}
)

func polygonFiles(p *Package) ([]File, error) {
	programs, err := p.judges(0, "testlib")
	if err != nil {
		return nil, err
	}
	asset := func(file string) polygonAsset {
		return polygonAsset{Source: polygonSource{"files/" + file, polygonLanguage(file)}}
	}
	check, source := asset("check.cpp"), []byte(checker)
	check.Name, check.Type = "std::wcmp.cpp", "testlib"
	problem := polygonProblem{
		Revision:   1,
		Short:      p.Short,
		Names:      []polygonName{{"english", p.Title}},
		Statements: []polygonStatement{{"UTF-8", "english", "statements/english/problem.tex", "application/x-tex"}},
	}
	validator := asset(programs[0].File)
	files := []File{{Path: validator.Source.Path, Text: programs[0].Text}}
	switch {
	case p.Interactor != nil:
		interactor := asset(programs[1].File)
		problem.Interactor, check.Name, source = &interactor, "check.cpp", []byte(playChecker)
		files = append(files, File{Path: interactor.Source.Path, Text: programs[1].Text})
	case p.Checker != nil:
		check, source = asset(programs[1].File), programs[1].Text
		check.Name, check.Type = programs[1].File, "testlib"
	}
	files = append(files,
		File{Path: check.Source.Path, Text: source},
		File{Path: "statements/english/problem.tex", Text: []byte(polygonStatementTeX(p))},
		File{Path: "statement-sections/english/name.tex", Text: []byte(texText(p.Title) + "\n")})
	for _, section := range append([]section{{"Legend", p.Statement.Legend}}, p.Statement.sections()...) {
		var b strings.Builder
		texParagraphs(&b, section.paragraphs)
		files = append(files, File{Path: "statement-sections/english/" + strings.ToLower(section.name) + ".tex", Text: []byte(b.String())})
	}
	tests, set := polygonTests(p)
	wrong, invalid := polygonInvalid(p)
	validator.Set = invalid
	files = append(append(files, tests...), wrong...)
	outputs, judged := polygonOutputs(p)
	check.Set = judged
	files = append(files, outputs...)
	problem.Judging, problem.Checker, problem.Validators = polygonJudging{Set: set}, check, []polygonAsset{validator}
	main := "main" // the first right solution is; the others are only accepted
	for i := range p.Programs {
		program := &p.Programs[i]
		tag := map[string]string{"": main, "WA": "wrong-answer", "TLE": "time-limit-exceeded", "RTE": "failed"}[strings.Join(program.failures(), " ")]
		switch tag {
		case main:
			main = "accepted"
		case "":
			tag = "rejected"
		}
		name := "solutions/" + fileName(program.File)
		files = append(files, File{Path: name, Text: program.Text})
		problem.Solutions = append(problem.Solutions, polygonAsset{Tag: tag, Source: polygonSource{name, polygonLanguage(program.File)}})
	}
	text, err := xml.MarshalIndent(problem, "", "    ")
	if err != nil {
		return nil, err
	}
	text = append([]byte(`<?xml version="1.0" encoding="utf-8" standalone="no"?>`+"\n"), text...)
	files = append(files, File{Path: "problem.xml", Text: append(text, '\n')})
	return append(files, in("files", p.Generators)...), nil
}

// polygonSamples is the group of the samples, where there are groups.
const polygonSamples = "samples"

// polygonTests returns the tests, and what problem.xml says of them.
func polygonTests(p *Package) ([]File, polygonTestSet) {
	tests := p.all()
	width := digits(len(tests))
	pattern := fmt.Sprintf("tests/%%0%dd", width)
	set := polygonTestSet{
		Name: "tests", Time: int(math.Ceil(1000 * p.Seconds)), Memory: p.megabytes() << 20,
		Count: len(tests), In: pattern, Out: pattern + ".a",
	}
	if len(p.Groups) > 0 {
		set.Groups = &polygonGroups{}
		if len(p.samples()) > 0 {
			set.Groups.Groups = []polygonGroup{{Name: polygonSamples, Points: "0.0", Policy: "complete-group"}}
		}
	}
	points := map[string]int{} // that the next test of a group gets
	for _, g := range p.Groups {
		points[g.Name] = g.Score
		of := polygonGroup{Name: g.Name, Points: fmt.Sprintf("%d.0", g.Score), Policy: "complete-group"}
		for _, before := range g.After {
			if of.After == nil {
				of.After = &polygonDependencies{}
			}
			of.After.Groups = append(of.After.Groups, polygonDependency{before})
		}
		set.Groups.Groups = append(set.Groups.Groups, of)
	}
	var files []File
	for i, test := range tests {
		base := fmt.Sprintf("tests/%0*d", width, i+1)
		files = append(files, File{Path: base, Text: test.In}, File{Path: base + ".a", Text: test.Out})
		about := polygonTest{Method: "manual", Sample: test.Sample, Description: oneLine(test.Reason)}
		if len(p.Groups) > 0 {
			if about.Group = test.Group; test.Sample {
				about.Group = polygonSamples
			}
			about.Points = fmt.Sprintf("%d.0", points[about.Group])
			points[about.Group] = 0
		}
		set.Tests = append(set.Tests, about)
	}
	return files, set
}

// polygonInvalid returns inputs that the validator must refuse, and what problem.xml says of them.
func polygonInvalid(p *Package) (files []File, set *polygonAssetSet) {
	if len(p.Invalid) == 0 {
		return nil, nil
	}
	const folder = "files/tests/validator-tests/"
	width := digits(len(p.Invalid))
	set = &polygonAssetSet{Count: len(p.Invalid), In: fmt.Sprintf(folder+"%%0%dd", width)}
	for i, wrong := range p.Invalid {
		files = append(files, File{Path: fmt.Sprintf(folder+"%0*d", width, i+1), Text: wrong.In})
		set.Tests = append(set.Tests, polygonAssetTest{"INVALID"})
	}
	return files, set
}

// polygonOutputs returns outputs for the checker, and what problem.xml says of them.
func polygonOutputs(p *Package) (files []File, set *polygonAssetSet) {
	if len(p.Outputs) == 0 || p.Interactor != nil {
		return nil, nil
	}
	const folder = "files/tests/checker-tests/"
	width := digits(len(p.Outputs))
	pattern := fmt.Sprintf(folder+"%%0%dd", width)
	set = &polygonAssetSet{Count: len(p.Outputs), In: pattern, Out: pattern + ".o", Ans: pattern + ".a"}
	for i, o := range p.Outputs {
		base := fmt.Sprintf(folder+"%0*d", width, i+1)
		files = append(files, File{Path: base, Text: o.In}, File{Path: base + ".o", Text: o.Out}, File{Path: base + ".a", Text: o.Ans})
		set.Tests = append(set.Tests, polygonAssetTest{map[bool]string{true: "OK", false: "WRONG_ANSWER"}[o.Valid]})
	}
	return files, set
}

// megabytes is the limit of memory, or what is usual.
func (p *Package) megabytes() int {
	if p.Megabytes == 0 {
		return 256
	}
	return p.Megabytes
}

// polygonLanguage is Polygon's name for the language of a source file.
func polygonLanguage(file string) string {
	switch path.Ext(file) {
	case ".cpp", ".cc":
		return "cpp.g++17"
	case ".c":
		return "c.gcc"
	case ".go":
		return "go"
	case ".py":
		return "python.3"
	case ".java":
		return "java21"
	}
	return "none"
}

// polygonStatementTeX returns the statement with the macros of olymp.sty.
func polygonStatementTeX(p *Package) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{problem}{%s}{standard input}{standard output}{%v seconds}{%d megabytes}\n\n", texText(p.Title), p.Seconds, p.megabytes())
	texParagraphs(&b, p.Statement.Legend)
	for _, section := range p.Statement.sections() {
		name := section.name
		if name == "Input" || name == "Output" {
			name += "File"
		}
		fmt.Fprintf(&b, "\\%s\n", name)
		texParagraphs(&b, section.paragraphs)
	}
	if n := len(p.samples()); n > 0 {
		b.WriteString("\\Example\n\n\\begin{example}\n")
		width := digits(len(p.all()))
		for i := range n {
			fmt.Fprintf(&b, "\\exmpfile{example.%0*d}{example.%0*d.a}%%\n", width, i+1, width, i+1)
		}
		b.WriteString("\\end{example}\n\n")
	}
	b.WriteString("\\end{problem}\n")
	return b.String()
}
