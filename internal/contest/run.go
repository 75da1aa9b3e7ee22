package contest

// A run reads inputs and writes answers in the same order.

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/scan"
	"github.com/grundy-games/grundy/internal/units"
)

// outputs are for [Problem.Run].
var outputs = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<16) }}

// Run reads a judge's input from in and writes the answers to out. It returns
// the error of ctx soon after ctx ends, unless it waits for in; before it waits, it
// writes all answers that it has.
func (p *Problem) Run(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	buffer := outputs.Get().(*bufio.Writer)
	defer outputs.Put(buffer)
	buffer.Reset(out)
	err := p.run(ctx, &waiting{ctx, in, buffer}, buffer, opt)
	if flushErr := buffer.Flush(); err == nil {
		err = flushErr
	}
	return err
}

func (p *Problem) run(ctx context.Context, in *waiting, out *bufio.Writer, opt Options) error {
	if opt.Check && !p.IsCalls() {
		return ErrNothingToCheck
	}
	if opt.Workers > 1 {
		return p.runTeam(ctx, in, out, opt)
	}
	a := p.asking(ctx, Semantics{}, opt)
	defer p.done(a)
	shape := p.Shape.In(ctx)
	c := checking{out: out}
	var line []byte
	err := shape.Each(in, opt.reading(), func(d *input.Data) (err error) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if line, err = a.appendAnswer(line[:0], d); err != nil {
			return err
		}
		return c.take(opt, d, line)
	})
	if err == nil && opt.Check {
		err = c.summary()
	}
	return err
}

// reading returns the options of the reader. Memory for numbers that have arrived counts
// as that of tables.
func (opt Options) reading() input.Options {
	reading := input.Options{NoLimits: opt.NoLimits}
	if opt.MaxMemory > 0 {
		held := uint64(0)
		reading.Charge = func(bytes uint64) error {
			if held += bytes; held > opt.MaxMemory {
				return fmt.Errorf("the input takes more than %s, which is the budget: %w", units.Bytes(opt.MaxMemory), grundy.ErrTooLarge)
			}
			return nil
		}
	}
	return reading
}

// waiting is an input that ends with its context. It flushes the answers before it waits
// for more to read, so that a program can talk to a problem line by line.
type waiting struct {
	ctx context.Context
	in  io.Reader
	out *bufio.Writer
}

func (w *waiting) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	if err := w.out.Flush(); err != nil {
		return 0, err
	}
	return w.in.Read(p)
}

// Answer returns the output for a whole input, as the semantics has it.
func (p *Problem) Answer(ctx context.Context, d *input.Data, s Semantics) ([]byte, error) {
	a := p.asking(ctx, s, Options{Search: s.Search})
	defer p.done(a)
	d = s.read(p.Shape, d)
	var out []byte
	for _, d := range p.Shape.Innermost(d) {
		err := ctx.Err()
		if err == nil {
			out, err = a.appendAnswer(out, d)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// mostIdle bounds the askings that are kept for the next answers.
const mostIdle = 16

// asking returns one for a run. An earlier one for the same context
// has found values already.
func (p *Problem) asking(ctx context.Context, s Semantics, opt Options) *asking {
	p.Release()
	p.mu.Lock()
	defer p.mu.Unlock()
	var a *asking
	if i := slices.IndexFunc(p.idle, func(a *asking) bool { return a.ctx == ctx && a.opt == opt }); i >= 0 {
		a = p.idle[i]
		p.idle = slices.Delete(p.idle, i, i+1)
		a.bound, a.shared = bound{}, false
	} else {
		a = &asking{ctx: ctx, problem: p, opt: opt}
		a.runner = p.code.NewRunner(lang.NewClock(ctx), a)
	}
	a.means, a.true, a.runner.Left = s, !s.isWrong(), nil
	if s.Steps > 0 {
		a.runner.Left = &a.means.Steps
	}
	return a
}

// Release gives back the memory that was kept for the next answers in contexts that have ended.
func (p *Problem) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.DeleteFunc(p.idle, func(a *asking) bool {
		ended := a.ctx.Err() != nil
		if ended {
			a.close()
		}
		return ended
	})
}

// done keeps an asking for the next answer.
func (p *Problem) done(a *asking) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.ctx.Err() == nil && a.cache.Bytes() < mostCache {
		p.idle = append(p.idle, a)
		if len(p.idle) <= mostIdle {
			return
		}
		a, p.idle = p.idle[0], p.idle[1:]
	}
	a.close()
}

// mostCache is how many bytes an asking may hold that is kept.
const mostCache = 64 << 20

// bound holds the values of slots, from one test to the next.
type bound struct {
	values []lang.Value
	last   *input.Data // whose values they are
}

// isNew reports whether what is shared by out levels of repetitions is new at d.
func (a *asking) isNew(d *input.Data, out int) bool {
	if a.shared { // another goroutine may have had the first of these repetitions
		before := a.bound.last
		for range out {
			d, before = d.Outer, before.Outer
		}
		return d != before
	}
	for ; out > 0; out-- {
		if d.Index != 0 {
			return false
		}
		d = d.Outer
	}
	return true
}

// call calls a function with its slots at an input.
func (a *asking) call(d *input.Data, fn *lang.Function, slots []slot, args []int) (lang.Value, error) {
	if err := a.bind(d, slots); err != nil {
		return lang.Value{}, err
	}
	return a.runner.Call(fn, a.taken(args)...)
}

// bind finds the values of slots at an input.
func (a *asking) bind(d *input.Data, slots []slot) (err error) {
	fresh := len(a.bound.values) != len(slots)
	if fresh {
		a.bound.values = make([]lang.Value, len(slots))
	}
	for i := range slots {
		s := &slots[i]
		switch {
		case !fresh && !a.isNew(d, s.out):
		case s.fn != nil:
			if a.bound.values[i], err = a.derived(s); err != nil {
				a.bound = bound{}
				return err
			}
		case s.field.Name != "": // or it is the move of a game, which comes later
			a.bound.values[i] = valueOf(&s.field, d.At(s.place), s.signed)
		}
	}
	a.bound.last = d
	return nil
}

// kept is what a function of no fields gives for all inputs.
type kept struct {
	value lang.Value
	err   error
	asks  bool // about positions, so that it is the truth alone
}

// mostKeptSteps bounds the steps of a function of no fields, where the steps of an answer have a bound:
// these do not count for the answer.
const mostKeptSteps = 30_000_000

// derived returns the value of a function of slots. That of a function of none is found once: for all
// inputs, and for wrong ideas too, if it asks no question.
func (a *asking) derived(s *slot) (lang.Value, error) {
	p, same := a.problem, len(s.args) == 0
	if same {
		p.mu.Lock()
		k, ok := p.kept[s.name]
		p.mu.Unlock()
		if ok && (a.true || !k.asks) {
			return k.value, k.err
		}
		if left := a.runner.Left; left != nil {
			most := int64(mostKeptSteps)
			a.runner.Left = &most
			defer func() { a.runner.Left = left }()
		}
	}
	a.asks = false
	v, err := a.runner.Call(s.fn, a.taken(s.args)...)
	if err == nil {
		v = lang.Frozen(v)
	}
	lasts := err == nil || !a.asks && a.ctx.Err() == nil && !errors.Is(err, meter.Memory)
	if same && lasts && (a.true || !a.asks) {
		p.mu.Lock()
		if p.kept == nil {
			p.kept = map[string]kept{}
		}
		p.kept[s.name] = kept{v, err, a.asks}
		p.mu.Unlock()
	}
	return v, err
}

// taken returns the values of slots.
func (a *asking) taken(args []int) []lang.Value {
	values := make([]lang.Value, len(args))
	for i, at := range args {
		values[i] = a.bound.values[at]
	}
	return values
}

// appendAnswer appends the answer to the innermost repetition d, with the end of its line.
func (a *asking) appendAnswer(dst []byte, d *input.Data) ([]byte, error) {
	p := a.problem
	if p.Prefix != "" {
		dst = fmt.Appendf(dst, p.Prefix, d.Index+1)
	}
	if p.kernel != nil && a.true && a.means.Observe == nil {
		if dst, ok := p.kernel(a, dst, d); ok {
			return append(dst, '\n'), nil
		}
	}
	v, err := a.call(d, p.answer, p.slots, p.args)
	if err == nil && p.output.Any {
		var items []lang.Value
		if items, err = p.rightItems(v); err == nil {
			v = items[0]
		}
	}
	switch {
	case err != nil:
	case p.Interaction != nil:
		dst, err = a.appendWord(dst, d, v.Truth())
	default:
		dst, err = p.appendValue(dst, v)
	}
	if err != nil {
		if a.ctx.Err() != nil && errors.Is(err, a.ctx.Err()) {
			return dst, a.ctx.Err()
		}
		if d.Line() > 0 {
			return dst, fmt.Errorf("line %d of the input: %w", d.Line(), err)
		}
		return dst, err
	}
	if len(dst) == 0 || dst[len(dst)-1] != '\n' || v.Kind != lang.TextKind {
		dst = append(dst, '\n')
	}
	return dst, nil
}

// mostOutputNesting is how deep lists of the result of a call may nest.
const mostOutputNesting = 8

// appendValue appends what is printed for a value: the result of a call as JSON. Otherwise text and
// numbers as they are, the elements of a list with blanks between them, and lists in a list on lines
// of their own.
func (p *Problem) appendValue(dst []byte, v lang.Value) ([]byte, error) {
	return p.appendPrinted(dst, v, p.IsCalls(), 0)
}

func (p *Problem) appendPrinted(dst []byte, v lang.Value, asJSON bool, depth int) ([]byte, error) {
	switch {
	case v.Kind == lang.TextKind && asJSON:
		text, err := json.Marshal(v.Text())
		return append(dst, text...), err
	case v.Kind == lang.TextKind:
		return append(dst, v.Text()...), nil
	case v.Kind == lang.IntKind:
		return strconv.AppendInt(dst, v.N, 10), nil
	case v.Kind == lang.BoolKind && asJSON:
		return strconv.AppendBool(dst, v.Truth()), nil
	case v.Kind == lang.BoolKind, isOutput(v):
		return p.code.AppendText(dst, v)
	}
	items, ok := itemsOf(v)
	switch {
	case asJSON && (!ok || depth > mostOutputNesting):
		return dst, wrongOutput(p.code, v, "a string, a number, a truth value, or a list of these")
	case !ok || !asJSON && depth > 1:
		return dst, wrongOutput(p.code, v, "a string, a number, or a list of these")
	case asJSON:
		dst = append(dst, '[')
	}
	var err error
	for i, e := range items {
		switch {
		case i == 0:
		case asJSON:
			dst = append(dst, ',')
		case isListLike(e) || isListLike(items[i-1]):
			dst = append(dst, '\n')
		default:
			dst = append(dst, ' ')
		}
		if dst, err = p.appendPrinted(dst, e, asJSON, depth+1); err != nil {
			return dst, err
		}
	}
	if asJSON {
		dst = append(dst, ']')
	}
	return dst, nil
}

// isOutput reports whether a value of the host is one to print.
func isOutput(v lang.Value) bool {
	_, ok := v.Hosted().(*integer)
	return ok
}

func wrongOutput(code *lang.Code, v lang.Value, want string) error {
	_, at := code.Global("answer")
	return code.Source.Fail(at, "want answer to return %s, not %s", want, lang.Article(v))
}

// itemsOf returns the elements of a list of any kind.
func itemsOf(v lang.Value) ([]lang.Value, bool) {
	if l, ok := v.Hosted().(lang.Listed); ok {
		items := make([]lang.Value, l.Len())
		for i := range items {
			items[i] = l.At(i)
		}
		return items, true
	}
	return v.Items()
}

// shownDifferences is how many wrong answers are printed.
const shownDifferences = 10

// checking compares the answers to calls with the expected ones.
type checking struct {
	out              *bufio.Writer
	last             int // line
	checked, differs int
}

// take writes an answer, or checks it.
func (c *checking) take(opt Options, d *input.Data, answer []byte) error {
	if opt.Check {
		return c.check(d, answer)
	}
	_, err := c.out.Write(answer)
	return err
}

func (c *checking) check(d *input.Data, answer []byte) error {
	c.last = d.Line()
	if d.Expect == nil {
		return scan.NewError(scan.Position{Line: d.Line(), Column: 1}, bytes.TrimSpace(d.Call), `a member "expect" to check the answer with`)
	}
	c.checked++
	if sameJSON(answer, d.Expect) {
		return nil
	}
	c.differs++
	if c.differs <= shownDifferences {
		fmt.Fprintf(c.out, "line %d: expected %s, got %s\n", d.Line(), compactJSON(d.Expect), bytes.TrimSpace(answer))
	}
	return nil
}

// summary prints the counts of a run that checked.
func (c *checking) summary() error {
	if c.checked == 0 {
		return scan.NewError(scan.Position{Line: c.last + 1, Column: 1}, nil, `a line like {"args": […], "expect": …} to check`)
	}
	if c.differs > shownDifferences {
		fmt.Fprintf(c.out, "… and %d more\n", c.differs-shownDifferences)
	}
	fmt.Fprintf(c.out, "%d checked, %d as expected, %d not\n", c.checked, c.checked-c.differs, c.differs)
	if c.differs > 0 {
		return fmt.Errorf("%d of %d answers are %w", c.differs, c.checked, ErrDiffer)
	}
	return nil
}

// sameJSON reports whether two JSON texts mean the same.
func sameJSON(a, b []byte) bool {
	decode := func(text []byte) (v any, ok bool) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // numbers may exceed 2^53
		ok = d.Decode(&v) == nil
		_, err := d.Token()
		return v, ok && errors.Is(err, io.EOF) // nothing stands behind it
	}
	x, ok1 := decode(a)
	y, ok2 := decode(b)
	return ok1 && ok2 && reflect.DeepEqual(x, y)
}

// compactJSON returns a valid JSON text on one line.
func compactJSON(text []byte) []byte {
	var b bytes.Buffer
	_ = json.Compact(&b, text)
	return b.Bytes()
}
