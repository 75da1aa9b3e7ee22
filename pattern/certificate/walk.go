package certificate

// This file walks through the text of rules and lists the paths through function moves.
// Each path that states a move gives a kind of move: what must hold along the path, and
// where the move leads, with variables for the numbers of loops. Paths that come to the
// same are joined again.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/rules/lang"
)

// Bounds of a walk.
const (
	mostSteps = 1 << 19
	mostSize  = 1 << 14 // of a value, with all that it holds
	mostTurns = 1 << 12 // of one loop that is run
	mostKinds = 1 << 9
	mostPaths = 1 << 9
)

// A placeError says where the rules hold what the verifier does not understand.
type placeError struct {
	at   lang.Pos
	says string
}

func (e *placeError) Error() string {
	return fmt.Sprintf("rules: line %d, column %d: %s", e.at.Line, e.at.Col, e.says)
}

func failAt(t *lang.Syntax, format string, args ...any) error {
	return &placeError{t.At, fmt.Sprintf(format, args...)}
}

// A kind of move is one path.
type kind struct {
	at    lang.Pos
	bound []int
	guard formula
	parts [][]term // a position each
}

// A duty is what must hold at every position where the rules come to it.
type duty struct {
	at    lang.Pos
	fails formula // over positions: where it does not hold
	says  string
}

// A game is what the rules say, over the variables 0, 1, … of its coordinates.
type game struct {
	coordinates []string
	least, most []int64 // by coordinate
	shape       formula // without the bounds
	kinds       []kind
	duties      []duty
	won, lost   formula // where play is over, for the player to move
	drawn       formula
	misere      bool
	framed      bool // the frame says the length of a field
}

var none = val{is: 'n'}

// A path is how far the walk has come: what the names mean, what holds, and the variables that this
// speaks of. Paths are never changed.
type path struct {
	names  map[string]val
	guards []formula
	bound  []int
}

// and adds what holds. It returns nil where it cannot.
func (p *path) and(fs ...formula) *path {
	q := &path{p.names, slices.Clip(p.guards), p.bound}
	for _, f := range fs {
		if f.kind == "and" {
			if q = q.and(f.formulas...); q == nil {
				return nil
			}
			continue
		}
		k, opposite := f.key(), not(f).key()
		for _, g := range q.guards {
			if g.key() == opposite {
				return nil
			}
			if g.key() == k {
				f = yes
			}
		}
		switch f.kind {
		case "false":
			return nil
		case "true":
		default:
			q.guards = append(slices.Clip(q.guards), f)
		}
	}
	return q
}

func (p *path) let(name string, v val) *path {
	names := maps.Clone(p.names)
	names[name] = v
	return &path{names, p.guards, p.bound}
}

// since is what holds at p beyond what holds at an earlier spot of the path.
func (p *path) since(earlier *path) formula {
	return exists(p.bound[len(earlier.bound):], all(p.guards[len(earlier.guards):]...))
}

// A walker reads a file.
type walker struct {
	frame  Frame
	fields []field
	game   *game
	next   int // variable
	steps  int
	depth  int
	top    map[string]val
	inside string // the function of the file that is walked through, "" at the top
	quiet  int    // above 0 nothing is recorded: a loop is walked through a second time
	ctx    context.Context
}

// A Frame says what the rules leave open.
type Frame struct {
	Length int64            `json:"length"` // of a row or heaps without a fixed length; 0: there is none
	Fixed  map[string]int64 `json:"fixed"`  // integers that no move changes
}

// hash returns the hash of rules as it stands in certificates.
func hash(rules string) string {
	sum := sha256.Sum256([]byte(rules))
	return hex.EncodeToString(sum[:])
}

// readRules translates rules.
func readRules(ctx context.Context, rules string, frame Frame) (*game, error) {
	statements, _, err := lang.ParseSyntax("rules", []byte(rules))
	if err != nil {
		return nil, err
	}
	w := &walker{ctx: ctx, frame: frame, game: &game{shape: yes, won: no, lost: no, drawn: no}, top: map[string]val{}}
	for _, name := range strings.Fields(`position integer heaps row grid symmetric touching example equals heap board scene
		abs all any bool dict enumerate fail int len list max min print range repr reversed sorted str sum tuple type zip
		put fill cut inside move move_sum copies part win lose draw`) {
		w.top[name] = val{is: 'f', text: name}
	}
	w.top["True"], w.top["False"], w.top["None"] = truthOf(yes), truthOf(no), none
	start := &path{names: w.top}
	// The file is read once: functions see all names of the top.
	for _, s := range statements {
		if s.Kind == "def" {
			w.top[s.Name] = val{is: 'f', def: s, text: s.Name}
		}
	}
	for _, s := range statements {
		if s.Kind == "def" {
			continue
		}
		outs, err := w.statement(start, s)
		if err != nil {
			return nil, err
		}
		if len(outs) != 1 || outs[0].how != onward || len(outs[0].path.guards) > 0 {
			return nil, failAt(s, "the top level must not depend on a position")
		}
		start = outs[0].path
		for name, v := range start.names {
			w.top[name] = v
		}
		start = &path{names: w.top}
	}
	if w.fields == nil {
		return nil, errors.New("rules: there is no position(…); the verifier reads rules that state their moves")
	}
	if v := w.top["misere"]; v.is == 'b' {
		w.game.misere = v.f.kind == "true"
	}
	if v := w.top["loopy"]; v.is == 'b' && v.f.kind == "true" {
		return nil, errors.New("rules: play need not end where loopy = True, and the verifier reads rules whose plays end")
	}
	return w.game, w.walkMoves()
}

// variable makes a number of which a path speaks.
func (w *walker) variable() int {
	w.next++
	return w.next + 1000 // coordinates are below
}

// spend counts work, and refuses what holds too much before it is made.
func (w *walker) spend(t *lang.Syntax, size int) error {
	before := w.steps >> 10
	if w.steps += 1 + size; w.steps>>10 != before && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	switch {
	case size > mostSize:
		return failAt(t, "a value or a condition holds more than %d parts; that is over the verifier's budget", mostSize)
	case w.steps > mostSteps:
		return failAt(t, "the rules take more than %d steps to walk through; that is over the verifier's budget", mostSteps)
	}
	return nil
}

// An outcome is where a statement leads.
type outcome struct {
	path *path
	how  byte
	v    val // of a return
}

// How a statement ends.
const (
	onward   = ' '
	breaks   = 'b'
	goesOn   = 'c' // with the next turn
	returned = 'r'
)

// block walks through statements.
func (w *walker) block(p *path, list []*lang.Syntax) (ends []outcome, err error) {
	now := []*path{p}
	for _, s := range list {
		var next []*path
		for _, q := range now {
			outs, err := w.statement(q, s)
			if err != nil {
				return nil, err
			}
			var on []*path
			for _, o := range outs {
				if o.how == onward {
					on = append(on, o.path)
				} else {
					ends = append(ends, o)
				}
			}
			next = append(next, rejoin(q, on, len(on) == len(outs))...)
		}
		if now = next; len(now)+len(ends) > mostPaths {
			return nil, failAt(s, "the rules have more than %d paths here", mostPaths)
		}
	}
	for _, q := range now {
		ends = append(ends, outcome{path: q, how: onward})
	}
	return ends, nil
}

// statement walks through a statement.
func (w *walker) statement(p *path, s *lang.Syntax) (ends []outcome, err error) {
	load := 0
	for _, f := range p.guards {
		load += f.size + 1
	}
	if err := w.spend(s, load); err != nil {
		return nil, err
	}
	to := func(p *path) error { return w.goOn(&ends, p) }
	switch s.Kind {
	case "expression":
		err = w.eval(p, s.Kids[0], func(p *path, _ val) error { return to(p) })
	case "pass":
		ends = []outcome{{path: p, how: onward}}
	case "assign":
		err = w.eval(p, s.Kids[1], func(p *path, v val) error {
			if s.Name == "=" {
				return w.assign(p, s.Kids[0], v, to)
			}
			return w.eval(p, s.Kids[0], func(p *path, old val) error {
				if old.is != 'i' || v.is != 'i' {
					return failAt(s, "%s changes integers only, for the verifier", s.Name)
				}
				return w.arithmetic(p, s, strings.TrimSuffix(s.Name, "="), old, v, func(p *path, v val) error {
					return w.assign(p, s.Kids[0], v, to)
				})
			})
		})
	case "if":
		err = w.decide(p, s.Kids[0], func(p *path, holds bool) error {
			body := s.Kids[1]
			if !holds {
				body = s.Kids[2]
			}
			outs, err := w.block(p, body.Kids)
			ends = append(ends, outs...)
			return err
		})
	case "for":
		err = w.eval(p, s.Kids[1], func(p *path, over val) error {
			outs, err := w.forLoop(p, s, over)
			ends = append(ends, outs...)
			return err
		})
	case "while":
		ends, err = w.whileLoop(p, s)
	case "return":
		err = w.eval(p, s.Kids[0], func(p *path, v val) error {
			ends = append(ends, outcome{p, returned, v})
			return nil
		})
	case "break":
		ends = append(ends, outcome{path: p, how: breaks})
	case "continue":
		ends = append(ends, outcome{path: p, how: goesOn})
	default:
		err = failAt(s, "the verifier does not read %s here", s.Kind)
	}
	return ends, err
}

// goOn notes that a path leads on.
func (w *walker) goOn(ends *[]outcome, p *path) error {
	if len(*ends) > mostPaths {
		return errors.New("rules: a statement has too many paths")
	}
	*ends = append(*ends, outcome{path: p, how: onward})
	return nil
}

// assign gives a value to a name, or values to several.
func (w *walker) assign(p *path, target *lang.Syntax, v val, then func(*path) error) error {
	switch target.Kind {
	case "name":
		return then(p.let(target.Name, v))
	case "tuple", "list":
		items, ok := v.items()
		if !ok || len(items) != len(target.Kids) {
			return failAt(target, "want %d values", len(target.Kids))
		}
		for i, t := range target.Kids {
			if t.Kind != "name" {
				return failAt(t, "want a name")
			}
			p = p.let(t.Name, items[i])
		}
		return then(p)
	}
	return failAt(target, "the verifier reads assignments to names only")
}

// items returns what a loop over a value goes over, if it is known.
func (v val) items() ([]val, bool) {
	switch v.is {
	case 'l':
		return v.list, true
	case 'r':
		from, to, step := v.list[0].t, v.list[1].t, v.list[2].t.more
		if !from.isConstant() || !to.isConstant() {
			return nil, false
		}
		var all []val
		for n := from.more; (step > 0 && n < to.more || step < 0 && n > to.more) && len(all) < mostTurns+1; n += step {
			all = append(all, number(n))
		}
		return all, true
	}
	return nil, false
}

// decide walks on where a condition holds, and where it does not.
func (w *walker) decide(p *path, e *lang.Syntax, then func(p *path, holds bool) error) error {
	return w.eval(p, e, func(p *path, v val) error {
		f, err := condition(e, v)
		if err != nil {
			return err
		}
		if q := p.and(f); q != nil {
			if err := then(q, true); err != nil {
				return err
			}
		}
		if q := p.and(not(f)); q != nil {
			return then(q, false)
		}
		return nil
	})
}

// condition is what it means that a value counts as true.
func condition(e *lang.Syntax, v val) (formula, error) {
	switch v.is {
	case 'b':
		return v.f, nil
	case 'i':
		return not(isZero(v.t)), nil
	case 'l':
		return decided(len(v.list) > 0), nil
	case 's':
		return decided(v.text != ""), nil
	case 'n':
		return no, nil
	}
	return no, failAt(e, "the verifier does not know whether this is true")
}

// demand notes what must hold wherever the rules come here.
func (w *walker) demand(p *path, at *lang.Syntax, f formula, says string) {
	if f.kind != "true" && w.quiet == 0 {
		fails := exists(p.bound, all(append(slices.Clone(p.guards), not(f))...))
		w.game.duties = append(w.game.duties, duty{at.At, fails, says})
	}
}
