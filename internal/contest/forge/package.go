package forge

// A package has the same parts, whatever form it is written in.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
)

// A Package is a problem with its tests: everything that a judge takes.
type Package struct {
	Short     string // lower-case letters and digits
	Title     string
	Source    string // the contest; "" if there is none
	Rights    contest.Rights
	Identity  [16]byte
	Seconds   float64
	TimeBound bool    // the problem states Seconds
	Slowest   float64 // seconds that the slowest accepted program takes; 0 if that is not known
	Megabytes int     // 0 where the problem states none
	Statement Statement
	Tests     []Test
	Groups    []Group // of the tests that are not samples; each of these is in one, or there are none
	// Validator returns a program that ends with accept where its input is one that
	// the problem allows, and with another status otherwise. The name of a group as its argument
	// demands the bounds of the group.
	Validator func(accept int) (Program, error)
	Invalid   []input.Invalid // inputs that it must refuse
	Programs  []Program       // right and wrong ones
	// OutputArgs are arguments of the judge's own output validator, where that tells right outputs
	// from others. Without them and without a checker it compares words as they are.
	OutputArgs []string
	// Checker returns a program that takes any right output, or is nil where only one is
	// right. See check.py.
	Checker func(judge string) (Program, error)
	AnyCase bool     // letters may be of either case
	Outputs []Output // for the checker
	// Interactor returns a program that plays with the contestant's, or is nil.
	Interactor func(judge string) (Program, error)
	Generators []File // programs that made tests, by their names
}

// A Statement is what contestants read, as plain paragraphs.
type Statement struct {
	Legend, Input, Output []string
	Interaction           []string // in place of Output
	Scoring               []string // where tests have groups
}

// A Test is one input and what a right program prints for it.
type Test struct {
	Name   string // what it is for, in a word or two
	Reason string // in a sentence
	Group  string // its name, or "" for samples and where there are no groups
	In     []byte
	Out    []byte
	Sample bool
	// Right are all right outputs for each innermost repetition, where others than Out are
	// right; otherwise nil.
	Right [][][]byte
	Play  []Line // of a sample of an interactive problem: what the judge and a right program say
}

// A Line is what one of them said.
type Line = contest.Line

// A Group is tests that are scored together.
type Group struct {
	Name, Title string
	Bounds      string // in words
	Score       int
	After       []string // groups before that must be passed
}

// An Output is right or wrong for an input.
type Output struct {
	Name, Reason string
	In, Ans, Out []byte
	Valid        bool
}

// A Program is one source file.
type Program struct {
	// Verdict is what a judge says of it: accepted, wrong answer, time limit or
	// run-time error.
	Verdict duel.Verdict
	File    string // its name, such as reference.cpp
	Text    []byte
	// Expected are all verdicts that its tests end with. Nil stands for Verdict, and accepted.
	Expected []duel.Verdict
	Passes   []string // groups whose tests it passes all, where it is wrong
}

// A File is one file of a package.
type File struct {
	Path    string // with slashes, from the folder of the package
	Text    []byte
	Program bool // it may be run as it is
	// Link is where a file with the same text stands, from the folder of this one: a symbolic link will
	// do. It is "" where there is none.
	Link string
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
	{"icpc-2025-09", icpc{now: true}.files},
	{"plain", plainFiles},
	{"polygon", polygonFiles},
}

// gone are formats that are given up, and what to take.
var gone = map[string]string{"icpc-2023-07": "icpc-2025-09"}

// CheckFormat returns an error unless a name is one of the [Formats].
func CheckFormat(name string) error {
	names := Formats()
	if slices.Contains(names, name) {
		return nil
	}
	if now, ok := gone[name]; ok {
		return fmt.Errorf("%s: this draft became %s; want one of %s", name, now, strings.Join(names, ", "))
	}
	return fmt.Errorf("%s: want one of %s%s", message.Shown(name), strings.Join(names, ", "), message.DidYouMean(name, names))
}

// Files returns the files of the package in one of the [Formats]. The same package
// gives the same files.
func (p *Package) Files(format string) ([]File, error) {
	if err := CheckFormat(format); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	for _, f := range formats {
		if f.name == format {
			return f.write(p)
		}
	}
	return nil, nil
}

// check says what makes a package one that no judge takes.
func (p *Package) check() error {
	in := map[string]bool{}
	for _, test := range p.Tests {
		in[test.Group] = true
	}
	for _, g := range p.Groups {
		if !in[g.Name] {
			return fmt.Errorf("no test is in the group %s (%s): --count asks for more tests, and --max-time for more time", g.Name, g.Bounds)
		}
	}
	return nil
}

// groups returns the tests of each group, in the order of the groups; all in one where there are
// none.
func (p *Package) groups() [][]Test {
	all := make([][]Test, max(1, len(p.Groups)))
	for _, test := range p.Tests {
		at := slices.IndexFunc(p.Groups, func(g Group) bool { return g.Name == test.Group })
		switch {
		case test.Sample:
		case len(p.Groups) == 0:
			all[0] = append(all[0], test)
		case at >= 0:
			all[at] = append(all[at], test)
		}
	}
	return all
}

// samples returns the tests that contestants see.
func (p *Package) samples() (samples []Test) {
	for _, test := range p.Tests {
		if test.Sample {
			samples = append(samples, test)
		}
	}
	return samples
}

// all returns the samples, and then the tests by their groups.
func (p *Package) all() []Test {
	return append(p.samples(), slices.Concat(p.groups()...)...)
}

// score is the sum over all groups.
func (p *Package) score() (sum int) {
	for _, g := range p.Groups {
		sum += g.Score
	}
	return sum
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
	tests := p.all()
	for i, test := range tests {
		name := fmt.Sprintf("%0*d", digits(len(tests)), i+1)
		files = append(files, File{Path: name + ".in", Text: test.In}, File{Path: name + ".out", Text: test.Out})
		group := ""
		if test.Group != "" {
			group = test.Group + ": "
		}
		fmt.Fprintf(&list, "%s  %s%s\n", name, group, test.Reason)
	}
	for _, g := range p.Groups {
		fmt.Fprintf(&list, "\ngroup %s: %d points; %s", g.Name, g.Score, g.Bounds)
	}
	if len(p.Groups) > 0 {
		list.WriteString("\n")
	}
	for i, wrong := range p.Invalid {
		name := fmt.Sprintf("invalid/%0*d.in", digits(len(p.Invalid)), i+1)
		files = append(files, File{Path: name, Text: wrong.In})
		if i == 0 {
			list.WriteString("\nInputs that must be refused:\n\n")
		}
		fmt.Fprintf(&list, "%s  %s\n", name, wrong.Reason)
	}
	files = append(files, File{Path: "tests.txt", Text: []byte(list.String())})
	programs, err := p.judges(0, "testlib")
	if err != nil {
		return nil, err
	}
	for _, program := range programs {
		files = append(files, File{Path: program.File, Text: program.Text, Program: true})
	}
	for _, program := range p.Programs {
		files = append(files, File{Path: fileName(program.File), Text: program.Text})
	}
	return append(files, in("generators", p.Generators)...), nil
}

// judges returns the validator, and the checker or the interactor where there is one.
func (p *Package) judges(accept int, judge string) (programs []Program, err error) {
	validator, err := p.Validator(accept)
	if err != nil {
		return nil, err
	}
	programs = append(programs, validator)
	for _, make := range []func(string) (Program, error){p.Checker, p.Interactor} {
		if make == nil {
			continue
		}
		program, err := make(judge)
		if err != nil {
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
}

// in puts files into a folder.
func in(folder string, files []File) (moved []File) {
	for _, f := range files {
		f.Path = folder + "/" + f.Path
		moved = append(moved, f)
	}
	return moved
}

// digits is how many digits the numbers to n have, at least two.
func digits(n int) int { return max(2, len(fmt.Sprint(n))) }

// IsSource reports whether a file of that name is the source of a program, in a language
// that judges take.
func IsSource(name string) bool { return polygonLanguage(name) != "none" }
