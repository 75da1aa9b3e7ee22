package contest

// A problem file is parsed, its top level runs and declares the input, and what its functions take
// is found.

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

// Extension is how names of problem files end.
const Extension = ".problem.star"

// Load reads a problem file. Messages call it by name. The error is a [*lang.Error] unless
// reading failed; a file that prints is one. Loading stops soon after ctx ends.
func Load(ctx context.Context, name string, r io.Reader) (*Problem, error) {
	return LoadPrinting(ctx, name, r, nil)
}

// LoadPrinting is Load for a file that may print: show gets each different line, up to a bound.
func LoadPrinting(ctx context.Context, name string, r io.Reader, show func(line string)) (*Problem, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<20)) // the language bounds files further
	if err != nil {
		return nil, err
	}
	p := &Problem{Name: strings.TrimSuffix(name, Extension), File: string(text)}
	d := &declaration{}
	words := lang.Vocabulary{Functions: d.words(), Wide: wide}
	words.Values = p.gameValues(words.Functions)
	maps.Copy(words.Functions, questions())
	maps.Copy(words.Functions, counts())
	const claimed = "outcome" // rules in the file may say it of their positions
	words.Values[claimed] = lang.HostedValue(&claimedWord{claimed, words.Functions[claimed]})
	delete(words.Functions, claimed)
	words.Functions["game"] = p.game
	means := rules.Options{}
	if show != nil {
		means.Print = rules.NewPrinter(show)
	}
	file, code, err := rules.LoadWith(ctx, name, bytes.NewReader(text), means, words)
	if err != nil {
		return nil, err
	}
	p.code = code
	if file != nil {
		p.all.here = position.MakerOf(ctx, file)
		p.all.find(ctx, hereName)
	}
	if err := p.settle(ctx, d); err != nil {
		return nil, err
	}
	return p, nil
}

// gameValues are the games by their names in a file. Each is looked up when it is
// mentioned.
func (p *Problem) gameValues(declared map[string]lang.Builtin) map[string]lang.Value {
	values := map[string]lang.Value{hereName: lang.HostedValue(&gameValue{name: hereName, of: &p.all})}
	for name, game := range gameNames() {
		values[name] = lang.HostedValue(&gameValue{name: game, of: &p.all})
	}
	// At the top level tree(n) declares a field, and in functions it is a game.
	values["tree"] = lang.HostedValue(&fieldOrGame{gameValue{name: "tree", of: &p.all}, declared["tree"]})
	delete(declared, "tree")
	return values
}

// A claimedWord is a function that a file may define otherwise.
type claimedWord struct {
	name string
	call lang.Builtin
}

// TypeName implements [lang.Hosted].
func (*claimedWord) TypeName() string { return "function" }

// AppendText implements [lang.Hosted].
func (w *claimedWord) AppendText(dst []byte) []byte { return append(dst, w.name...) }

// Call calls the function.
func (w *claimedWord) Call(ev *lang.Evaluator, c *lang.Call) lang.Value { return w.call(ev, c) }

// A fieldOrGame is a name that declares a field at the top level, and is a game in
// functions.
type fieldOrGame struct {
	gameValue
	declare lang.Builtin
}

// Call declares a field, or makes a position.
func (f *fieldOrGame) Call(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if ev.IsAtTop() {
		return f.declare(ev, c)
	}
	return f.gameValue.Call(ev, c)
}

// game is game("0.77"): any game that the grammar of positions knows.
func (p *Problem) game(ev *lang.Evaluator, c *lang.Call) lang.Value {
	name, ok := oneText(ev, c)
	if !ok || !ev.Hold(1024+64*int64(len(name))) {
		return lang.Value{}
	}
	if name == "" || len(name) > 200 {
		return ev.Fail(c.Argument(0), `want the name of a game, as in game("0.77")`)
	}
	return lang.HostedValue(&gameValue{name: name, of: &p.all})
}

// settle takes the title, the shape, and the functions from the top level.
func (p *Problem) settle(ctx context.Context, d *declaration) error {
	p.About = p.code.Docstring()
	p.Title, _, _ = strings.Cut(p.About, "\n")
	p.Title = strings.TrimSuffix(strings.TrimSpace(p.Title), ".")
	if p.Title == "" {
		p.Title = p.Name
	}
	if v, at := p.code.Global("judge"); at != nil {
		if v.Kind != lang.TextKind {
			return p.code.Source.Fail(at, `want the judge and the contest, as in "HackerRank, Week of Code 20"`)
		}
		p.Judge = v.Text()
	}
	p.Limits, p.Samples = d.limits, d.samples
	if err := p.settleRights(d); err != nil {
		return err
	}
	if len(d.named) == 0 {
		return p.code.Source.Fail(nil, "want the input, as in n = number(1, 100)")
	}
	valid, err := p.validity(d.talk)
	if err != nil {
		return err
	}
	if p.Shape, err = d.shape(p.code, valid); err != nil {
		return err
	}
	if err := p.setParts(d.parts); err != nil {
		return err
	}
	if err := p.findGames(ctx); err != nil {
		return err
	}
	if err := p.settleAnswer(d); err != nil {
		return err
	}
	if fn, _, err := p.code.Defined("valid"); fn != nil && err == nil {
		var slots []slot
		_, err := p.arguments(p.Shape, fn, &slots, nil)
		return err
	}
	return nil
}

// settleAnswer finds the function that answers, and all that is played with.
func (p *Problem) settleAnswer(d *declaration) error {
	if p.Prefix = d.prefix; p.Prefix != "" && (d.talk != nil || d.output.Any || d.call != "") {
		return p.code.Source.Fail(d.prefixAt, "want no prefix where interactive, output or call says what the answers look like")
	}
	if d.talk != nil {
		return p.settleInteraction(d.talk)
	}
	fn, at, err := p.code.Defined("answer")
	switch {
	case err != nil:
		return err
	case fn == nil:
		return p.code.Source.Fail(nil, "want the answer: def answer(%s):", strings.Join(p.fieldNames(), ", "))
	case !fn.IsFixed():
		return p.code.Source.Fail(at, "answer takes fields of the input, and nothing else")
	}
	p.answer = fn
	if p.args, err = p.arguments(p.Shape, fn, &p.slots, nil); err != nil {
		return err
	}
	if err := p.settleOutput(d.output); err != nil {
		return err
	}
	p.kernel = p.kernelOf()
	return nil
}

// findGames looks up the games that the file mentions.
func (p *Problem) findGames(ctx context.Context) error {
	known := func(name string) bool {
		if name == "tree" { // else tree(n) is a field: the game has parents in brackets
			return strings.Contains(p.File, "tree[")
		}
		return gameNames()[name] != "" && fieldKinds[name].form == ""
	}
	mentioned := p.code.Mentions(known)
	for _, name := range slices.Sorted(maps.Keys(mentioned)) {
		g := p.all.find(ctx, gameNames()[name])
		if g.err != nil {
			return p.code.Source.Fail(mentioned[name], "%v", g.err)
		}
		p.Games = append(p.Games, gameNames()[name])
	}
	if at := p.code.Mentions(func(name string) bool { return name == hereName })[hereName]; at != nil {
		if p.all.here == nil {
			return p.code.Source.Fail(at, `the file states no rules: want position(…) and def moves(…) for here(…)`)
		}
		p.Games = append(p.Games, hereName)
	}
	if v, at := p.code.Global("plays"); at != nil {
		g := p.all.find(ctx, textOf(v))
		isKnown := g.err == nil || gameNames()[strings.ReplaceAll(textOf(v), "-", "_")] == textOf(v) // perhaps of files alone
		if !isKnown || v.Kind != lang.TextKind {
			return p.code.Source.Fail(at, `want the name of the game that the problem is about, as in plays = "nim"; "grundy games" lists them`)
		}
		if !slices.Contains(p.Games, v.Text()) {
			p.Games = append([]string{v.Text()}, p.Games...)
		}
	}
	var wrong error
	p.code.Literals("game", func(text string, at lang.Node) {
		g := p.all.find(ctx, text)
		if g.err != nil && wrong == nil {
			wrong = p.code.Source.Fail(at, "%v", g.err)
		}
		if !slices.Contains(p.Games, text) {
			p.Games = append(p.Games, text)
		}
	})
	return wrong
}

// fieldNames returns the names of the fields, from the outermost.
func (p *Problem) fieldNames() (names []string) {
	for out := p.Shape.Depth(); out >= 0; out-- {
		for _, f := range p.Shape.Fields(out) {
			names = append(names, f.Name)
		}
	}
	return names
}

// A slot is what a function takes: a field, or what another function returns. Out says how
// many repetitions share it.
type slot struct {
	name   string
	out    int
	place  input.Place
	field  input.Field
	signed bool
	fn     *lang.Function // instead of a field
	args   []int          // its slots
}

// arguments finds the slots of a function's parameters.
func (p *Problem) arguments(shape *input.Shape, fn *lang.Function, slots *[]slot, open []string) (args []int, err error) {
	for i := range fn.Arity() {
		name, at := fn.Parameter(i)
		if known := slices.IndexFunc(*slots, func(s slot) bool { return s.name == name }); known >= 0 {
			args = append(args, known)
			continue
		}
		s := slot{name: name}
		if place, ok := shape.Lookup(name); ok {
			s.place, s.out, s.signed = place, place.Out, shape.Signed(place)
			s.field = shape.Fields(place.Out)[place.Field]
		} else if v, _ := p.code.Global(name); v.Kind == lang.FunctionKind {
			if slices.Contains(open, name) {
				return nil, p.code.Source.Fail(at, "%s takes itself, by way of other functions", name)
			}
			if s.fn, _ = v.Function(); !s.fn.IsFixed() {
				return nil, p.code.Source.Fail(at, "%s takes more than fields of the input, so that it cannot be a parameter", name)
			}
			if s.args, err = p.arguments(shape, s.fn, slots, append(open, name)); err != nil {
				return nil, err
			}
			s.out = shape.Depth()
			for _, a := range s.args {
				s.out = min(s.out, (*slots)[a].out)
			}
		} else {
			names := p.fieldNames()
			return nil, p.code.Source.Fail(at, "no field of the input, and no function of fields%s; want some of %s", message.DidYouMean(name, names), strings.Join(names, ", "))
		}
		args = append(args, len(*slots))
		*slots = append(*slots, s)
	}
	return args, nil
}

// validity returns what is right of an input besides its declaration, or nil: what def valid
// says, and that a program can win a game against the judge.
func (p *Problem) validity(talk *Interaction) (func(context.Context, *input.Data) (string, error), error) {
	valid, err := p.validByFile()
	if talk == nil || err != nil {
		return valid, err
	}
	won, wrong := talk.MustWin()
	if wrong == "" {
		return valid, nil
	}
	return func(ctx context.Context, d *input.Data) (string, error) {
		if valid != nil {
			if want, err := valid(ctx, d); want != "" || err != nil {
				return want, err
			}
		}
		a := p.asking(ctx, Semantics{}, Options{Search: DrawnSearch})
		defer p.done(a)
		v, err := a.call(d, p.answer, p.slots, p.args)
		if err != nil || v.Truth() == won {
			return "", err
		}
		return wrong, nil
	}, nil
}

// validByFile returns what def valid says of an input, or nil.
func (p *Problem) validByFile() (func(context.Context, *input.Data) (string, error), error) {
	fn, at, err := p.code.Defined("valid")
	if fn == nil || err != nil {
		return nil, err
	}
	if !fn.IsFixed() {
		return nil, p.code.Source.Fail(at, "valid takes fields of the input, and nothing else")
	}
	var slots []slot
	var args []int
	var find sync.Once
	idle := sync.Pool{}
	return func(ctx context.Context, d *input.Data) (string, error) {
		find.Do(func() { args, err = p.arguments(p.Shape, fn, &slots, nil) })
		if err != nil {
			return "", err
		}
		a, _ := idle.Get().(*asking)
		if a == nil || a.ctx != ctx {
			a = &asking{ctx: ctx, problem: p, true: true}
			a.runner = p.code.NewRunner(lang.NewClock(a.ctx), a)
		}
		defer func() { a.close(); idle.Put(a) }()
		a.bound = bound{}
		v, err := a.call(d, fn, slots, args)
		switch {
		case err != nil:
			return "", err
		case v.Kind == lang.BoolKind && !v.Truth():
			return "an input that is valid as the file says", nil
		}
		if wrong, ok := verdictOf(v); ok {
			return wrong, nil
		}
		return "", p.code.Source.Fail(at, "want valid to return True, or a message that says what would be right")
	}, nil
}
