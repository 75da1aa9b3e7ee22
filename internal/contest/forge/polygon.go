package forge

// This file writes the layout of packages of Polygon, the system of Codeforces.

import (
	"encoding/xml"
	"fmt"
	"math"
	"path"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/duel"
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
		Name   string        `xml:"name,attr"`
		Time   int           `xml:"time-limit"`   // milliseconds
		Memory int           `xml:"memory-limit"` // bytes
		Count  int           `xml:"test-count"`
		In     string        `xml:"input-path-pattern"`
		Out    string        `xml:"answer-path-pattern"`
		Tests  []polygonTest `xml:"tests>test"`
	}
	polygonTest struct {
		Method      string `xml:"method,attr"`
		Sample      bool   `xml:"sample,attr,omitempty"`
		Description string `xml:"description,attr"`
	}
	polygonAsset struct {
		Name   string        `xml:"name,attr,omitempty"`
		Type   string        `xml:"type,attr,omitempty"`
		Tag    string        `xml:"tag,attr,omitempty"`
		Source polygonSource `xml:"source"`
	}
	polygonSource struct {
		Path string `xml:"path,attr"`
		Type string `xml:"type,attr"`
	}
)

func polygonFiles(p *Package) ([]File, error) {
	validator, err := p.Validator(0)
	if err != nil {
		return nil, err
	}
	check, source := polygonAsset{Name: "std::wcmp.cpp", Type: "testlib", Source: polygonSource{"files/check.cpp", "cpp.g++17"}}, []byte(checker)
	if p.Checker != nil {
		program, err := p.Checker("testlib")
		if err != nil {
			return nil, err
		}
		path := "files/" + program.File
		check, source = polygonAsset{Name: program.File, Type: "testlib", Source: polygonSource{path, polygonLanguage(path)}}, program.Text
	}
	width := digits(len(p.Tests))
	pattern := fmt.Sprintf("tests/%%0%dd", width)
	files := []File{
		{Path: check.Source.Path, Text: source},
		{Path: "files/" + validator.File, Text: validator.Text},
		{Path: "statements/english/problem.tex", Text: []byte(polygonStatementTeX(p))},
		{Path: "statement-sections/english/name.tex", Text: []byte(texText(p.Title) + "\n")},
	}
	for _, section := range []struct {
		name       string
		paragraphs []string
	}{{"legend", p.Statement.Legend}, {"input", p.Statement.Input}, {"output", p.Statement.Output}} {
		var b strings.Builder
		texParagraphs(&b, section.paragraphs)
		files = append(files, File{Path: "statement-sections/english/" + section.name + ".tex", Text: []byte(b.String())})
	}
	set := polygonTestSet{
		Name: "tests", Time: int(math.Ceil(1000 * p.Seconds)), Memory: p.Megabytes << 20,
		Count: len(p.Tests), In: pattern, Out: pattern + ".a",
	}
	for i, test := range p.Tests {
		base := fmt.Sprintf("tests/%0*d", width, i+1)
		files = append(files, File{Path: base, Text: test.In}, File{Path: base + ".a", Text: test.Out})
		set.Tests = append(set.Tests, polygonTest{Method: "manual", Sample: test.Sample, Description: test.Reason})
	}
	problem := polygonProblem{
		Revision:   1,
		Short:      p.Short,
		Names:      []polygonName{{"english", p.Title}},
		Statements: []polygonStatement{{"UTF-8", "english", "statements/english/problem.tex", "application/x-tex"}},
		Judging:    polygonJudging{Set: set},
		Checker:    check,
		Validators: []polygonAsset{{Source: polygonSource{"files/" + validator.File, polygonLanguage(validator.File)}}},
	}
	main := "main" // the first right solution is; the others are only accepted
	for _, program := range p.Programs {
		tag := map[duel.Verdict]string{
			duel.Accepted: main, duel.WrongAnswer: "wrong-answer", duel.TimeLimit: "time-limit-exceeded", duel.RunTimeError: "failed",
		}[program.Verdict]
		if program.Verdict == duel.Accepted {
			main = "accepted"
		}
		name := "solutions/" + program.File
		files = append(files, File{Path: name, Text: program.Text})
		problem.Solutions = append(problem.Solutions, polygonAsset{Tag: tag, Source: polygonSource{name, polygonLanguage(program.File)}})
	}
	text, err := xml.MarshalIndent(problem, "", "    ")
	if err != nil {
		return nil, err
	}
	text = append([]byte(`<?xml version="1.0" encoding="utf-8" standalone="no"?>`+"\n"), text...)
	return append(files, File{Path: "problem.xml", Text: append(text, '\n')}), nil
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
	fmt.Fprintf(&b, "\\begin{problem}{%s}{standard input}{standard output}{%v seconds}{%d megabytes}\n\n", texText(p.Title), p.Seconds, p.Megabytes)
	texParagraphs(&b, p.Statement.Legend)
	b.WriteString("\\InputFile\n")
	texParagraphs(&b, p.Statement.Input)
	b.WriteString("\\OutputFile\n")
	texParagraphs(&b, p.Statement.Output)
	b.WriteString("\\Example\n\n\\begin{example}\n")
	for i, test := range p.Tests {
		if test.Sample {
			fmt.Fprintf(&b, "\\exmpfile{example.%0*d}{example.%0*d.a}%%\n", digits(len(p.Tests)), i+1, digits(len(p.Tests)), i+1)
		}
	}
	b.WriteString("\\end{example}\n\n\\end{problem}\n")
	return b.String()
}
