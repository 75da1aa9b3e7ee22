package forge

// Statement, validator and programs of a package follow from the problem file.

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// Package returns the tests as a package: with the reference, where one travels, and the
// setter's programs whose source is known. It adds to the notes of r where there is no
// reference.
func (r *Result) Package(ctx context.Context, p *contest.Problem, opt Options) (*Package, error) {
	pack := &Package{
		Short: ShortName(p.Name), Title: p.Title, Source: p.Judge, Rights: p.Rights, Identity: r.identity(),
		Seconds: cmp.Or(r.Limit, secondsOf(p)), TimeBound: p.Limits.Milliseconds > 0, Slowest: r.Slowest,
		Megabytes: p.Limits.Megabytes, Statement: statement(p),
		Tests:   slices.Clone(r.Tests),
		Invalid: r.Invalid, Outputs: r.Outputs, AnyCase: p.Output().AnyCase,
	}
	var lacks string
	var err error
	if pack.Validator, lacks, err = validator(ctx, p); err != nil {
		return nil, err
	}
	for _, g := range p.Groups {
		pack.Groups = append(pack.Groups, Group{g.Name, g.Title, p.Bounds(&g), g.Score, g.After})
	}
	for i := range pack.Tests {
		if test := &pack.Tests[i]; len(pack.Groups) > 0 && !test.Sample && test.Group == "" {
			test.Group = p.GroupOf(ctx, test.In)
		}
	}
	check, note, err := checkerOf(ctx, p, r.Tests)
	if err != nil {
		return nil, err
	}
	if pack.OutputArgs = check.arguments(); check != nil {
		pack.Checker = check.program
	}
	for _, note := range []string{lacks, note} {
		if note != "" {
			r.Notes = append(r.Notes, note)
		}
	}
	for _, reference := range r.References {
		if reference.File != "reference.go" || len(r.References) == 1 { // some judges lack Go
			pack.Programs = append(pack.Programs, reference)
		}
	}
	if p.Interaction != nil {
		pack.interact(ctx, p)
	}
	pack.Generators = opt.Generators
	if len(r.References) == 0 && r.Refused != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("No reference solution is in the package: %v. --right adds your own.", r.Refused))
	}
	for _, c := range opt.Right {
		pack.add(c.Source, nil)
	}
	for i, c := range opt.Wrong {
		pack.add(c.Source, r.Ideas[len(r.Ideas)-len(opt.Wrong)+i].Kills)
	}
	return pack, ctx.Err()
}

// add adds a program whose source is known: a right one, which has no verdicts, or one that some
// test kills.
func (p *Package) add(source Program, verdicts []duel.Verdict) {
	if source.File == "" || slices.ContainsFunc(p.Programs, func(q Program) bool { return q.File == source.File }) {
		return
	}
	failed := map[string]bool{}
	for i, v := range verdicts {
		switch {
		case v == duel.OutputLimit || v == NotRun:
			return // judges have no place for it
		case !kills(v):
			continue
		case v == duel.MemoryLimit:
			v = duel.RunTimeError
		}
		if !slices.Contains(source.Expected, v) {
			source.Expected = append(source.Expected, v)
		}
		source.Verdict = v
		failed[p.Tests[i].Group] = true
	}
	if verdicts != nil && source.Expected == nil {
		return
	}
	for _, g := range p.Groups {
		if source.Expected != nil && !failed[g.Name] && !slices.ContainsFunc(g.After, func(before string) bool { return failed[before] }) {
			source.Passes = append(source.Passes, g.Name)
		}
	}
	p.Programs = append(p.Programs, source)
}

// statement returns the statement that follows from a problem file. A setter will write a
// better one; this one says all that must be known.
func statement(p *contest.Problem) Statement {
	var s Statement
	for paragraph := range strings.SplitSeq(p.About, "\n\n") {
		if text := strings.Join(strings.Fields(paragraph), " "); text != "" && strings.TrimSuffix(text, ".") != p.Title {
			s.Legend = append(s.Legend, text)
		}
	}
	if len(s.Legend) == 0 {
		s.Legend = []string{p.Title + "."}
	}
	s.Input = p.Shape.Describe()
	if p.Interaction != nil {
		s.Interaction = p.Interaction.Protocol()
	}
	s.Output = []string{"The answer to each test on a line of its own, as the samples show."}
	if p.IsCalls() {
		s.Output = []string{"The result of each call as JSON, on a line of its own."}
	}
	if p.Interaction != nil {
		s.Output = nil
	}
	for _, g := range p.Groups {
		title := ""
		if g.Title != "" {
			title = " (" + g.Title + ")"
		}
		s.Scoring = append(s.Scoring, fmt.Sprintf("Group %s%s, %d points: %s.", g.Name, title, g.Score, p.Bounds(&g)))
	}
	output := p.Output()
	for i, f := range output.Forms {
		text := "Either "
		if i > 0 {
			text = "Or "
		}
		for _, word := range f.Words {
			text += fmt.Sprintf("%q ", word)
		}
		s.Output = append(s.Output, strings.TrimSpace(text+f.Shape.DescribeMore(f.From))+".")
	}
	if output.Tolerance != "" {
		s.Output = append(s.Output, "Numbers may have an absolute or relative error of at most "+output.Tolerance+".")
	}
	if output.AnyCase {
		s.Output = append(s.Output, "Letters may be of either case.")
	}
	if p.IsAny() {
		s.Output = append(s.Output, "Where several answers are right, any of them is accepted.")
	}
	return s
}

// demandsOf returns what the inputs of a problem must be besides what is declared, as functions in
// Python: def valid, and that a program can win a game. They are nil where nothing is demanded.
// The error is a [*emit.Refusal] where there is no such program.
func demandsOf(ctx context.Context, p *contest.Problem) (functions *emit.Module, demands []input.Demand, err error) {
	if p.HasValid() {
		demands = append(demands, input.Demand{Function: "valid", Right: true, Want: "an input that is valid as the problem says"})
	}
	if p.Interaction != nil {
		if won, want := p.Interaction.MustWin(); want != "" {
			demands = append(demands, input.Demand{Function: "won", Right: won, Want: want})
		}
	}
	if demands == nil {
		return nil, nil, nil
	}
	var names []string
	for _, d := range demands {
		names = append(names, d.Function)
	}
	if functions, err = emit.Functions(ctx, p, p.Shape, names...); err != nil {
		return nil, nil, err
	}
	for i := range demands {
		demands[i].Function = functions.Functions[i].Name
	}
	return functions, demands, nil
}

// validator returns what makes the program that checks inputs, and a note where this program
// does not check all.
func validator(ctx context.Context, p *contest.Problem) (write func(accept int) (Program, error), note string, err error) {
	functions, demands, err := demandsOf(ctx, p)
	if err != nil {
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		note = fmt.Sprintf("The validator checks what is declared, and no more: %v.", err)
	}
	opt := input.ValidatorOptions{Title: p.Title, Demands: demands}
	if functions != nil {
		opt.Functions = functions.Table()
	}
	for _, g := range p.Groups {
		opt.Parts = append(opt.Parts, input.Part{Name: g.Name, Shape: g.Shape})
	}
	return func(accept int) (Program, error) {
		var text bytes.Buffer
		opt.Accepted, opt.Rejected = accept, 43
		if accept == 0 {
			opt.Rejected = 3 // as testlib has it
		}
		err := p.Shape.Validator(&text, opt)
		return Program{File: "validate.py", Text: text.Bytes()}, err
	}, note, nil
}

// invalid returns inputs that the validator must refuse. Where it does not check all that the
// problem demands, they are refused for what is declared.
func invalid(ctx context.Context, p *contest.Problem, seed uint64) ([]input.Invalid, error) {
	shape := p.Shape
	if _, _, err := demandsOf(ctx, p); err != nil {
		declared := shape.Declaration()
		declared.Valid = nil
		if shape, err = input.New(declared); err != nil {
			return nil, err
		}
	}
	return shape.In(ctx).Invalid(rand.New(rand.NewPCG(seed, 0x696e76616c6964))), ctx.Err()
}

// interact puts the interactor into the package.
func (p *Package) interact(ctx context.Context, problem *contest.Problem) {
	p.Interactor = func(judge string) (Program, error) {
		text, err := emit.Interactor(ctx, problem, judge)
		return Program{File: "interact.py", Text: []byte(text)}, err
	}
}
