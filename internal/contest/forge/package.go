package forge

// A package has the same parts, whatever form it is written in.

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/duel"
)

// A Package is a problem with its tests: everything that a judge takes.
type Package struct {
	Short     string // lower-case letters and digits
	Title     string
	Source    string // the contest; "" if there is none
	Identity  [16]byte
	Seconds   float64
	Megabytes int
	Statement Statement
	Tests     []Test
	// Validator returns a program that ends with accept where its input is one that
	// the problem allows, and with another status otherwise.
	Validator func(accept int) (Program, error)
	Programs  []Program // right and wrong ones
	// Checker returns a program that takes any right output, or is nil where only one is
	// right. See check.py.
	Checker func(judge string) (Program, error)
	// OutputArgs are the arguments of the default output validator of the ICPC and Kattis. They
	// are nil where it takes the Checker.
	OutputArgs []string
}

// A Statement is what contestants read, as plain paragraphs.
type Statement struct {
	Legend, Input, Output []string
}

// A Test is one input and what a right program prints for it.
type Test struct {
	Name   string // what it is for, in a word or two
	Reason string // in a sentence
	In     []byte
	Out    []byte
	Sample bool
	// Right are all right outputs for each innermost repetition, where others than Out are
	// right; otherwise nil.
	Right [][][]byte
}

// A Program is one source file.
type Program struct {
	// Verdict is what a judge says of it: accepted, wrong answer, time limit or
	// run-time error.
	Verdict duel.Verdict
	File    string // its name, such as reference.cpp
	Text    []byte
}

// A File is one file of a package.
type File struct {
	Path    string // with slashes, from the folder of the package
	Text    []byte
	Program bool // it may be run as it is
}

// Formats names the forms that packages are written in, the usual one first.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

var formats = []struct {
	name  string
	write func(*Package) ([]File, error)
}{
	{"icpc", icpc{}.files},
	{"icpc-2023-07", icpc{draft: true}.files},
	{"plain", plainFiles},
	{"polygon", polygonFiles},
}

// Files returns the files of the package in one of the [Formats]. The same package
// gives the same files.
func (p *Package) Files(format string) ([]File, error) {
	for _, f := range formats {
		if f.name == format {
			return f.write(p)
		}
	}
	return nil, fmt.Errorf("no format %q; want one of %s", format, strings.Join(Formats(), ", "))
}

// ShortName returns the lower-case letters and digits of a problem's name behind its
// site: what the ICPC form asks of a folder's name.
func ShortName(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	short := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return -1
	}, name)
	if short == "" {
		return "problem"
	}
	return short
}

// slug returns the words of a text with hyphens between them, as names of files
// may have them.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	const most = 40
	s := strings.Join(words, "-")
	if len(s) > most {
		s = strings.Trim(s[:most], "-")
	}
	return s
}

// plainFiles are the tests as NN.in and NN.out, with a list that says what each is for.
func plainFiles(p *Package) ([]File, error) {
	var files []File
	var list strings.Builder
	fmt.Fprintf(&list, "%s\n\n", p.Title)
	for i, test := range p.Tests {
		name := fmt.Sprintf("%0*d", digits(len(p.Tests)), i+1)
		files = append(files, File{Path: name + ".in", Text: test.In}, File{Path: name + ".out", Text: test.Out})
		fmt.Fprintf(&list, "%s  %s\n", name, test.Reason)
	}
	validator, err := p.Validator(0)
	if err != nil {
		return nil, err
	}
	files = append(files,
		File{Path: "tests.txt", Text: []byte(list.String())},
		File{Path: validator.File, Text: validator.Text, Program: true})
	if p.Checker != nil {
		checker, err := p.Checker("testlib")
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: checker.File, Text: checker.Text, Program: true})
	}
	for _, program := range p.Programs {
		files = append(files, File{Path: program.File, Text: program.Text})
	}
	return files, nil
}

// digits is how many digits the numbers to n have, at least two.
func digits(n int) int { return max(2, len(fmt.Sprint(n))) }

// IsSource reports whether a file of that name is the source of a program, in a language
// that judges take.
func IsSource(name string) bool { return polygonLanguage(name) != "none" }
