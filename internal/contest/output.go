package contest

// Which outputs are right is declared by output(…): any of a set, numbers within a tolerance, or
// what the file's own function right takes. Otherwise it is the answer, word by word.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/scan"
)

// An Output is what a file declares of right outputs. The zero value says that the answer alone
// is right.
type Output struct {
	// Any says that the answer is a list of right outputs.
	Any bool
	// AnyCase takes small letters for large ones.
	AnyCase bool
	// Tolerance is the absolute or relative error that numbers may have, as a decimal text, or
	// "".
	Tolerance string
	// Forms are what may be printed for one innermost repetition.
	Forms []Form

	within *big.Rat       // the tolerance
	right  *lang.Function // of forms
	at     lang.Node
}

// A Form is words, and then fields.
type Form struct {
	Words  []string
	Fields []input.Field
	// Judged says that the function right takes the fields. Otherwise the output must be as the
	// answer is.
	Judged bool
	// Shape is the shape of the input, with the fields in the innermost repetition. From is the
	// first of them.
	Shape *input.Shape
	From  int

	slots []slot
	args  []int
	at    lang.Node
}

// Output returns what the file declares of right outputs.
func (p *Problem) Output() Output { return p.output }

// setOutput is output(any = True), output(tolerance = "1e-6"), output(any_case = True) and
// output("First", i = number(1, n)).
func (d *declaration) setOutput(ev *lang.Evaluator, c *lang.Call) lang.Value {
	o := &d.output
	o.at = c.Node
	f := Form{at: c.Node}
	for i := range c.Args {
		text, ok := ev.TextAt(c, i)
		if !ok {
			return lang.Value{}
		}
		f.Words = append(f.Words, strings.Fields(text)...)
	}
	for i, name := range c.Names {
		v, at := c.Named[i], c.Keyword(name)
		switch name {
		case "any", "any_case":
			if v.Kind != lang.BoolKind {
				return ev.Fail(at, "want True or False, not %s", ev.Show(v))
			}
			*map[string]*bool{"any": &o.Any, "any_case": &o.AnyCase}[name] = v.Truth()
		case "tolerance":
			o.Tolerance = textOf(v)
			if o.within = decimal([]byte(o.Tolerance)); o.within == nil || o.within.Sign() <= 0 || o.within.Cmp(big.NewRat(1, 1)) >= 0 {
				return ev.Fail(at, `want a number between 0 and 1 as text, such as "1e-6", not %s`, ev.Show(v))
			}
		default:
			field, ok := v.Hosted().(*fieldValue)
			if !ok || field.counted != nil || field.Name != "" {
				return ev.Fail(at, "want any, any_case, tolerance, or a field of what is printed, as in output(i = number(1, n))")
			}
			field.Name = name
			f.Fields = append(f.Fields, field.Field)
		}
	}
	if len(f.Words)+len(f.Fields) > 0 {
		o.Forms = append(o.Forms, f)
	} else if len(c.Names) == 0 {
		return ev.FailHere(`want what is right, as in output(any = True), output(tolerance = "1e-6") or output("First", i = number(1, n))`)
	}
	return lang.None
}

// settleOutput finds what the forms of the output take.
func (p *Problem) settleOutput(o Output) error {
	fn, at, err := p.code.Defined("right")
	if err != nil {
		return err
	}
	fail := func(at lang.Node, want string) error { return p.code.Source.Fail(at, "want %s", want) }
	switch {
	case fn == nil && slices.ContainsFunc(o.Forms, func(f Form) bool { return len(f.Fields) > 0 }):
		return fail(o.at, "the function that says whether the fields of the output are right: def right("+strings.Join(p.fieldNames(), ", ")+", …)")
	case len(o.Forms) > 0 && (o.Any || o.Tolerance != ""):
		return fail(o.at, "either forms of the output, or any or tolerance")
	case p.IsCalls() && (o.AnyCase || o.Tolerance != ""):
		return fail(o.at, "any = True alone: the result of a call is one value")
	case fn != nil && !fn.IsFixed():
		return fail(at, "right to take fields of the input and of the output, and nothing else")
	}
	judged := false
	for i := range o.Forms {
		f := &o.Forms[i]
		f.From = len(p.Shape.Fields(0))
		if f.Shape, err = p.Shape.With(f.Fields...); err != nil {
			return fail(f.at, strings.TrimPrefix(err.Error(), "want "))
		}
		if fn == nil || len(f.Fields) == 0 || !p.takes(fn, f) {
			continue
		}
		f.Judged, judged = true, true
		if f.args, err = p.arguments(f.Shape, fn, &f.slots, nil); err != nil {
			return err
		}
	}
	if fn != nil && !judged {
		for _, f := range o.Forms {
			if _, err := p.arguments(f.Shape, fn, &f.slots, nil); err != nil && len(f.Fields) > 0 {
				return err
			}
		}
		return fail(at, "a form of the output whose fields right takes, as in output(i = number(1, n))")
	}
	o.right = fn
	p.output = o
	return nil
}

// takes reports whether a form has all fields of the output that a function takes: its
// parameters that no other form has alone.
func (p *Problem) takes(fn *lang.Function, f *Form) bool {
	for i := range fn.Arity() {
		name, _ := fn.Parameter(i)
		_, isOf := f.Shape.Lookup(name)
		v, _ := p.code.Global(name)
		if !isOf && v.Kind != lang.FunctionKind {
			return false
		}
	}
	return true
}

// Accept returns an error that wraps [ErrDiffer] if got is not a right output for the input d,
// where want is the answer. Any other error says that this is not known, or that the answer
// itself is none of those that the file calls right.
func (p *Problem) Accept(ctx context.Context, d *input.Data, want, got []byte, s Semantics) error {
	if len(p.output.Forms) > 0 {
		if bytes.Equal(want, got) {
			return nil
		}
		return p.acceptForms(ctx, d, want, got, s)
	}
	differs := p.Compare(want, got)
	if differs == nil || !p.IsAny() {
		return differs
	}
	right, err := p.Right(ctx, d, s)
	if err != nil {
		return err
	}
	return p.Among(right, got)
}

// acceptForms reads both outputs side by side.
func (p *Problem) acceptForms(ctx context.Context, d *input.Data, want, got []byte, s Semantics) error {
	a := p.asking(ctx, s, Options{Search: s.Search})
	a.shared = true // not all repetitions are looked at by one form
	defer p.done(a)
	bounds := make([]bound, len(p.output.Forms))
	answer, printed := input.NewPrinted(want), input.NewPrinted(got)
	for i, d := range p.Shape.Innermost(d) {
		if err := ctx.Err(); err != nil {
			return err
		}
		number, start := i+1, answer.Place()
		var form *Form
		var right *input.Data
		var err error
		at := -1
		for at = range p.output.Forms {
			form = &p.output.Forms[at]
			if right, err = p.read(form, answer, d); err == nil {
				break
			}
			answer.Return(start)
		}
		if err != nil {
			return p.ownAnswer(number, err)
		}
		a.bound = bounds[at]
		wrong, err := a.judge(form, right, right)
		if err != nil || wrong != "" {
			return p.ownAnswer(number, errors.Join(err, errorOf(wrong)))
		}
		got, err := p.read(form, printed, d)
		if bad, ok := errors.AsType[*scan.Error](err); ok {
			return fmt.Errorf("answer %d: %w: %w", number, bad, ErrDiffer)
		} else if err != nil {
			return err
		}
		if wrong, err = a.judge(form, got, right); err != nil {
			return err
		}
		if wrong != "" {
			return fmt.Errorf("answer %d: %s: %w", number, wrong, ErrDiffer)
		}
		bounds[at] = a.bound
	}
	if err := answer.End(); err != nil {
		return p.ownAnswer(0, err)
	}
	if err := printed.End(); err != nil {
		return fmt.Errorf("%w: %w", err, ErrDiffer)
	}
	return nil
}

func errorOf(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

// ownAnswer returns the error that the answer of the file is none that it calls right.
func (p *Problem) ownAnswer(number int, err error) error {
	return p.code.Source.Fail(p.output.at, "want answer %d of this file to be one that it calls right, and it is not: %v", number, err)
}

// read reads a form.
func (p *Problem) read(f *Form, from *input.Printed, d *input.Data) (*input.Data, error) {
	for _, w := range f.Words {
		if err := from.Literal(w, p.output.AnyCase); err != nil {
			return nil, err
		}
	}
	return f.Shape.ReadMore(from, d)
}

// judge says what is wrong with the fields of a form, or "".
func (a *asking) judge(f *Form, got, answer *input.Data) (wrong string, err error) {
	if !f.Judged {
		if !input.Equal(got, answer) {
			return "not what the answer has after " + fmt.Sprintf("%q", f.Words), nil
		}
		return "", nil
	}
	p := a.problem
	v, err := a.call(got, p.output.right, f.slots, f.args)
	if err != nil {
		return "", err
	}
	wrong, ok := verdictOf(v)
	if !ok {
		_, at := p.code.Global("right")
		return "", p.code.Source.Fail(at, "want right to return True, or a message that says what is wrong, not %s", lang.Article(v))
	}
	if wrong == "" && v.Kind == lang.BoolKind && !v.Truth() {
		wrong = "not a right output"
	}
	return wrong, nil
}

// verdictOf takes what valid and right return: True, or what is wrong.
func verdictOf(v lang.Value) (wrong string, ok bool) {
	switch {
	case v.Kind == lang.BoolKind:
		return "", true
	case v.Kind == lang.TextKind && v.Text() != "":
		return message.Brief(v.Text(), 200), true
	}
	return "", false
}

// CheckSample answers a sample, and returns an error that wraps [ErrDiffer] if one of the
// outputs is not right.
func (p *Problem) CheckSample(ctx context.Context, s Sample) error {
	d, err := p.Shape.In(ctx).Parse(strings.NewReader(s.Input), input.Options{})
	if err != nil {
		return fmt.Errorf("its input: %w", err)
	}
	got, err := p.Answer(ctx, d, Semantics{})
	if err != nil {
		return err
	}
	if len(p.output.Forms) > 0 { // also where both are equal: that the function right says so
		return p.acceptForms(ctx, d, got, []byte(s.Output), Semantics{})
	}
	differs := p.Compare([]byte(s.Output), got)
	if differs == nil || !p.IsAny() {
		return differs
	}
	return p.Accept(ctx, d, got, []byte(s.Output), Semantics{})
}

// number is a decimal number as judges read it.
var number = lazy.Regexp(`^([+-]?)([0-9]{1,200})?(?:\.([0-9]{0,200}))?(?:[eE]([+-]?[0-9]{1,3}))?$`)

// decimal returns the number that a word is, or nil.
func decimal(word []byte) *big.Rat {
	if m := number().FindSubmatch(word); m == nil || len(m[2])+len(m[3]) == 0 {
		return nil
	}
	r, _ := new(big.Rat).SetString(string(word))
	return r
}

// sameWord reports whether a word of an output means the same as one of the answer.
func (o *Output) sameWord(want, got []byte) bool {
	if o.within != nil {
		if x := decimal(want); x != nil {
			y := decimal(got)
			if y == nil {
				return false
			}
			off, room := new(big.Rat).Sub(x, y), new(big.Rat).Abs(x)
			if off.Abs(off); room.Cmp(big.NewRat(1, 1)) < 0 {
				room.SetInt64(1)
			}
			return off.Cmp(room.Mul(room, o.within)) <= 0
		}
	}
	return o.AnyCase && bytes.Equal(input.LowerASCII(want), input.LowerASCII(got))
}
