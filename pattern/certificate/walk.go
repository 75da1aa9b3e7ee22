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

// A place error says where the rules hold what the verifier does not understand.
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
	misere      bool
	framed      bool // the frame says the length of a field
}

// A val is a value of the language, as far as the walk knows it.
type val struct {
	is    byte // i integer, b truth, l list or row, c copies, s text, n none, f function, r range, ? unknown
	t     term
	f     formula
	list  []val
	text  string // of a text; the name of a function of the language; why unknown
	def   *lang.Syntax
	field *field
	size  int // of what it holds
}

func (v val) key() string {
	var b strings.Builder
	b.WriteByte(v.is)
	b.WriteString(v.text)
	switch v.is {
	case 'i':
		b.WriteString(v.t.key())
	case 'b':
		b.WriteString(v.f.key())
	case 'f':
		fmt.Fprintf(&b, "%p", v.def)
	}
	for _, w := range v.list {
		b.WriteString("," + w.key())
	}
	return b.String()
}

// A field is a part of the declaration of a position.
type field struct {
	name        string
	least, most int64
	cells       int // -1: an integer
	order       string
	distinct    bool
	sorted      bool // heaps: a position has them in ascending order
}

func number(n int64) val    { return val{is: 'i', t: constant(n)} }
func truthOf(f formula) val { return val{is: 'b', f: f} }

func listOf(vs []val) val {
	size := len(vs)
	for _, v := range vs {
		size += v.weight()
	}
	return val{is: 'l', list: vs, size: size}
}

// weight is how much a value holds.
func (v val) weight() int { return v.size + v.f.size }

var none = val{is: 'n'}

// A spot on a path: what the names mean, what holds, and the variables it speaks of.
// Spots are never changed.
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
	w := &walker{ctx: ctx, frame: frame, game: &game{shape: yes, won: no, lost: no}, top: map[string]val{}}
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

// walkMoves makes the coordinates and walks through legal and moves.
func (w *walker) walkMoves() error {
	g := w.game
	var args []val
	twice := false
	here := &path{names: w.top}
	for i := range w.fields {
		f := &w.fields[i]
		if n, ok := w.frame.Fixed[f.name]; ok && f.cells < 0 {
			if n < f.least || n > f.most {
				return fmt.Errorf("frame: %s = %d is not from %d to %d", f.name, n, f.least, f.most)
			}
			args = append(args, number(n))
			continue
		}
		if f.least < 0 {
			return fmt.Errorf("rules: %s may be below 0, and the verifier reads natural numbers", f.name)
		}
		add := func(name string) val {
			twice = twice || slices.Contains(g.coordinates, name)
			g.coordinates = append(g.coordinates, name)
			g.least, g.most = append(g.least, f.least), append(g.most, f.most)
			w.next++
			return val{is: 'i', t: variable(w.next - 1)}
		}
		if f.cells < 0 {
			args = append(args, add(f.name))
			continue
		}
		var cells []val
		for c := range f.cells {
			cells = append(cells, add(fmt.Sprint(f.name, c+1)))
		}
		row := listOf(cells)
		row.field = f
		args = append(args, row)
		legal, err := f.legal(cells)
		if err != nil {
			return err
		}
		g.shape = all(g.shape, legal)
		if f.sorted {
			here = here.and(legal)
		}
	}
	for name := range w.frame.Fixed {
		if !slices.ContainsFunc(w.fields, func(f field) bool { return f.name == name && f.cells < 0 }) {
			return fmt.Errorf("frame: there is no integer %q in a position", name)
		}
	}
	if twice {
		return fmt.Errorf("rules: two numbers of a position are called the same: %s", strings.Join(g.coordinates, ", "))
	}
	if len(g.coordinates) == 0 || len(g.coordinates) > 12 {
		return fmt.Errorf("rules: a position has %d numbers; the verifier reads 1 to 12", len(g.coordinates))
	}
	if legal, ok := w.top["legal"]; ok && legal.def != nil {
		var may []formula
		err := w.call(here, legal.def, legal.def, args, func(p *path, v val) error {
			switch v.is {
			case 'b':
				may = append(may, exists(p.bound, all(append(slices.Clone(p.guards), v.f)...)))
			case 's':
			default:
				return failAt(legal.def, "want True or a message")
			}
			return nil
		})
		if err != nil {
			return err
		}
		g.shape = all(g.shape, some(may...))
		g.duties, g.won, g.lost = nil, no, no
		if len(g.kinds) > 0 {
			return failAt(legal.def, "legal states no moves")
		}
	}
	moves, ok := w.top["moves"]
	if !ok || moves.def == nil {
		return errors.New("rules: there is no function moves")
	}
	w.inside = "moves"
	return w.call(here, moves.def, moves.def, args, func(*path, val) error { return nil })
}

// legal is what the shape of a row says, besides its bounds.
func (f *field) legal(cells []val) (formula, error) {
	legal := yes
	for i := range cells {
		for j := range i {
			up, ok := cells[i].t.plus(-1, cells[j].t)
			if !ok {
				return no, errors.New("a number is too large")
			}
			down, _ := constant(0).plus(-1, up)
			switch {
			case f.sorted, f.order == "ascending" && j == i-1:
				legal = all(legal, isLeast(up))
			case f.order == "descending" && j == i-1:
				legal = all(legal, isLeast(down))
			}
			if f.distinct {
				legal = all(legal, not(isZero(up)))
			}
		}
	}
	return legal, nil
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
			next = append(next, join2(q, on, len(on) == len(outs))...)
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

// join2 joins paths that come from one and on which all names mean the same. Whole says
// that no path went elsewhere: what distinguishes them is then left out, if all are
// joined.
func join2(from *path, paths []*path, whole bool) []*path {
	if len(paths) < 2 {
		return paths
	}
	groups := map[string][]*path{}
	var order []string
	for _, p := range paths {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(p.names)) {
			if v, ok := from.names[name]; !ok || v.is == 'i' || v.is == 'b' || v.is == 'l' || v.is != p.names[name].is {
				b.WriteString(name + "=" + p.names[name].key() + ";")
			}
		}
		k := b.String()
		if _, ok := groups[k]; !ok {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var joined []*path
	for _, k := range order {
		group := groups[k]
		g, b := commonGuards(group)
		stem := &path{group[0].names, group[0].guards[:g], group[0].bound[:b]}
		if len(group) == 1 || g < len(from.guards) || b < len(from.bound) || speaksBeyond(group[0].names, group[0].bound[b:]) {
			joined = append(joined, group...)
			continue
		}
		if !whole || len(order) > 1 {
			var ways []formula
			for _, p := range group {
				ways = append(ways, p.since(stem))
			}
			if stem = stem.and(some(ways...)); stem == nil {
				continue
			}
		}
		joined = append(joined, stem)
	}
	return joined
}

// commonGuards returns how many guards and bound variables all paths begin with.
func commonGuards(paths []*path) (guards, bound int) {
	for first := paths[0]; guards < len(first.guards); guards++ {
		k := first.guards[guards].key()
		if slices.ContainsFunc(paths, func(p *path) bool { return len(p.guards) <= guards || p.guards[guards].key() != k }) {
			break
		}
	}
	for first := paths[0]; bound < len(first.bound); bound++ {
		if slices.ContainsFunc(paths, func(p *path) bool { return len(p.bound) <= bound || p.bound[bound] != first.bound[bound] }) {
			break
		}
	}
	// No guard may speak of a variable that is not common.
	for i, f := range paths[0].guards[:guards] {
		for _, p := range paths {
			if f.speaksOf(p.bound[bound:]) {
				return i, bound
			}
		}
	}
	return guards, bound
}

func (f formula) speaksOf(vars []int) bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.speaksOf(vars) }) ||
		slices.ContainsFunc(f.formulas, func(g formula) bool { return g.speaksOf(vars) })
}

func (t term) speaksOf(vars []int) bool {
	return slices.ContainsFunc(vars, func(v int) bool { return t.times[v] != 0 })
}

func (v val) speaksOf(vars []int) bool {
	return v.t.speaksOf(vars) || v.f.speaksOf(vars) || slices.ContainsFunc(v.list, func(w val) bool { return w.speaksOf(vars) })
}

func speaksBeyond(names map[string]val, vars []int) bool {
	for _, v := range names {
		if v.speaksOf(vars) {
			return true
		}
	}
	return false
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

// forLoop walks through a loop over known values turn by turn, and through one over a
// range of unknown length with a variable.
func (w *walker) forLoop(p *path, s *lang.Syntax, over val) (ends []outcome, err error) {
	if items, ok := over.items(); ok {
		if len(items) > mostTurns {
			return nil, failAt(s, "the loop has more than %d turns", mostTurns)
		}
		now := []*path{p}
		var left []*path
		for _, item := range items {
			var next []*path
			for _, q := range now {
				err := w.assign(q, s.Kids[0], item, func(q *path) error {
					outs, err := w.block(q, s.Kids[2].Kids)
					var on []*path
					for _, o := range outs {
						switch o.how {
						case onward, goesOn:
							on = append(on, o.path)
						case breaks:
							left = append(left, o.path)
						default:
							ends = append(ends, o)
						}
					}
					next = append(next, join2(q, on, len(on) == len(outs))...)
					return err
				})
				if err != nil {
					return nil, err
				}
			}
			if now = next; len(now)+len(left) > mostPaths {
				return nil, failAt(s, "the rules have more than %d paths here", mostPaths)
			}
		}
		after := slices.Concat(now, left)
		for i, q := range after {
			after[i] = q.forget(p, targets(s.Kids[0]))
		}
		for _, q := range join2(p, after, len(ends) == 0) {
			ends = append(ends, outcome{path: q, how: onward})
		}
		return ends, nil
	}
	if over.is != 'r' || s.Kids[0].Kind != "name" {
		return nil, failAt(s.Kids[1], "the verifier reads loops over ranges and lists of known length")
	}
	from, to, step := over.list[0].t, over.list[1].t, over.list[2].t.more
	// The variable is a natural number: no turn may have another one.
	low := from
	span, ok := to.plus(-1, from)
	if step < 0 {
		low = to
		low.more++
		span, ok = from.plus(-1, to)
	}
	if !ok {
		return nil, failAt(s, "a number is too large")
	}
	w.demand(p, s.Kids[1], some(isLeast(low), not(isLeast(span)), isZero(span)), "the loop goes over numbers below 0")
	v := w.variable()
	return w.turns(p, s, s.Kids[2].Kids, v, map[string]val{s.Kids[0].Name: {is: 'i', t: variable(v)}}, func(v int) (formula, error) {
		return w.between(s, from, to, step, v)
	}, step > 0, nil)
}

// forget takes away what names of a loop mean behind it, unless they meant something
// before.
func (p *path) forget(before *path, names []string) *path {
	for _, name := range names {
		if _, ok := before.names[name]; !ok {
			p = p.let(name, val{is: '?', text: "the loop has ended"})
		}
	}
	return p
}

// targets returns the names to which something assigns.
func targets(t *lang.Syntax) (names []string) {
	switch t.Kind {
	case "name":
		return []string{t.Name}
	case "tuple", "list":
		for _, k := range t.Kids {
			names = append(names, targets(k)...)
		}
	case "assign":
		return targets(t.Kids[0])
	case "for":
		names = targets(t.Kids[0])
		fallthrough
	case "if", "while", "block":
		for _, k := range t.Kids {
			if k.Kind != "name" && k.Kind != "tuple" && k.Kind != "list" {
				names = append(names, targets(k)...)
			}
		}
	}
	return names
}

// between says that a number is in a range.
func (w *walker) between(at *lang.Syntax, from, to term, step int64, v int) (formula, error) {
	x := variable(v)
	if step < 0 {
		// v = from - i |step| > to
		from, to = to, from
	}
	above, ok1 := x.plus(-1, from)
	below, ok2 := to.plus(-1, x)
	if !ok1 || !ok2 {
		return no, failAt(at, "a number is too large")
	}
	var in formula
	start := above
	if step > 0 {
		below.more--
		in = all(isLeast(above), isLeast(below))
	} else {
		above.more--
		in = all(isLeast(above), isLeast(below))
		start = below
	}
	if n := int64(magnitude(step)); n > 1 {
		q := w.variable()
		multiple, ok := start.plus(-n, variable(q))
		if !ok {
			return no, failAt(at, "a number is too large")
		}
		in = all(in, exists([]int{q}, isZero(multiple)))
	}
	return in, nil
}

// turns walks through the body of a loop whose turns a variable v counts. In says which
// numbers it takes, rising or falling. A turn comes only if no turn before it left the
// loop, nor its condition ended it; what the body assigns is unknown in other turns.
func (w *walker) turns(p *path, s *lang.Syntax, body []*lang.Syntax, v int, means map[string]val, in func(int) (formula, error), rising bool, condition func(v int) (formula, error)) (ends []outcome, err error) {
	here, err := in(v)
	if err != nil {
		return nil, err
	}
	changed := targets(&lang.Syntax{Kind: "block", Kids: body})
	start := p
	for _, name := range changed {
		if _, ok := means[name]; !ok {
			start = start.let(name, val{is: '?', text: "another turn of the loop gave it its value"})
		}
	}
	for name, value := range means {
		start = start.let(name, value)
	}
	start = &path{start.names, start.guards, append(slices.Clip(start.bound), v)}
	if start = start.and(here); start == nil {
		return []outcome{{path: p, how: onward}}, nil
	}
	// First find out where a turn leaves the loop.
	stops, err := w.stops(start, body)
	if err != nil {
		return nil, err
	}
	if condition != nil {
		goes, err := condition(v)
		if err != nil {
			return nil, err
		}
		stops = some(stops, not(goes))
		if start = start.and(goes); start == nil {
			return []outcome{{path: p, how: onward}}, nil
		}
	}
	earlier := func(now int) (formula, error) { // some turn before this one left
		u := w.variable()
		there, err := in(u)
		if err != nil {
			return no, err
		}
		first, second := now, u
		if !rising {
			first, second = u, now
		}
		apart, _ := variable(first).plus(-1, variable(second))
		apart.more = -1
		return exists([]int{u}, all(there, isLeast(apart), stops.put(v, u))), nil
	}
	if stops.kind != "false" {
		left, err := earlier(v)
		if err != nil {
			return nil, err
		}
		if start = start.and(not(left)); start == nil {
			return []outcome{{path: p, how: onward}}, nil
		}
	}
	outs, err := w.block(start, body)
	if err != nil {
		return nil, err
	}
	leave := no
	after := p
	for _, name := range changed {
		after = after.let(name, val{is: '?', text: "a loop gave it its value"})
	}
	for name := range means {
		if condition == nil {
			after = after.forget(p, []string{name})
			if _, ok := p.names[name]; ok {
				after = after.let(name, val{is: '?', text: "a loop gave it its value"})
			}
		}
	}
	for _, o := range outs {
		switch o.how {
		case returned:
			leave = some(leave, o.path.since(p))
			ends = append(ends, o)
		case breaks:
			if len(changed) > 0 {
				return nil, failAt(s, "the verifier reads loops that change no names, if they break")
			}
		}
	}
	if condition == nil {
		if q := after.and(not(leave)); q != nil {
			ends = append(ends, outcome{path: q, how: onward})
		}
		return ends, nil
	}
	// Behind a while, v is the first number with which its condition fails.
	if leave.kind != "false" || slices.ContainsFunc(outs, func(o outcome) bool { return o.how == breaks }) {
		return nil, failAt(s, "the verifier reads while loops that end by their condition only")
	}
	last := w.variable()
	there, err := in(last)
	if err != nil {
		return nil, err
	}
	ended, err := condition(last)
	if err != nil {
		return nil, err
	}
	left, err := earlier(last)
	if err != nil {
		return nil, err
	}
	found := all(there, not(ended), not(left))
	if w.quiet == 0 {
		w.demand(p, s, exists([]int{last}, found), "the loop does not end")
	}
	for name := range means {
		after = after.let(name, val{is: 'i', t: variable(last)})
	}
	after = &path{after.names, after.guards, append(slices.Clip(after.bound), last)}
	if after = after.and(found); after != nil {
		ends = append(ends, outcome{path: after, how: onward})
	}
	return ends, nil
}

// stops says where a turn of a loop leaves it.
func (w *walker) stops(start *path, body []*lang.Syntax) (formula, error) {
	w.quiet++
	defer func() { w.quiet-- }()
	outs, err := w.block(start, body)
	stops := no
	for _, o := range outs {
		if o.how == breaks || o.how == returned {
			stops = some(stops, o.path.since(start))
		}
	}
	return stops, err
}

// whileLoop runs a loop whose condition is known, and understands one whose body ends
// with k += c, or with k *= b or k += k where k begins with a power of b.
func (w *walker) whileLoop(p *path, s *lang.Syntax) (ends []outcome, err error) {
	for turn := 0; ; turn++ {
		values, holds := 0, yes
		var after *path
		err := w.eval(p, s.Kids[0], func(q *path, v val) (err error) {
			values, after = values+1, q
			holds, err = condition(s.Kids[0], v)
			return err
		})
		if err != nil {
			return nil, err
		}
		if values != 1 || holds.kind != "true" && holds.kind != "false" {
			break
		}
		if holds.kind == "false" {
			return append(ends, outcome{path: after, how: onward}), nil
		}
		if turn == mostTurns {
			return nil, failAt(s, "the loop has more than %d turns", mostTurns)
		}
		outs, err := w.block(after, s.Kids[1].Kids)
		if err != nil {
			return nil, err
		}
		on := 0
		for _, o := range outs {
			switch o.how {
			case onward, goesOn:
				p = o.path
				on++
			case breaks:
				ends = append(ends, outcome{path: o.path, how: onward})
			default:
				ends = append(ends, o)
			}
		}
		if on == 0 {
			return ends, nil
		}
		if on > 1 {
			return nil, failAt(s, "the verifier reads loops whose turns come to the same")
		}
	}
	body := s.Kids[1].Kids
	last := body[len(body)-1]
	name, op, by, ok := step(last)
	start, isKnown := p.names[name]
	if !ok || !isKnown || start.is != 'i' || slices.Contains(targets(&lang.Syntax{Kind: "block", Kids: body[:len(body)-1]}), name) || contains(body, "continue") {
		return nil, failAt(s, "the verifier reads while loops that end with k += c, or with k *= b, and no others")
	}
	v := w.variable()
	in := func(v int) (formula, error) {
		x := variable(v)
		if op == '+' {
			above, ok := x.plus(-1, start.t)
			if !ok {
				return no, failAt(s, "a number is too large")
			}
			q := w.variable()
			multiple, ok := above.plus(-by, variable(q))
			if !ok {
				return no, failAt(s, "a number is too large")
			}
			return exists([]int{q}, isZero(multiple)), nil
		}
		if !start.t.isConstant() || start.t.more != 1 {
			return no, failAt(s, "the verifier reads loops over the powers of a number from 1 on")
		}
		return formula{kind: "power", terms: []term{x, constant(by)}}, nil
	}
	return w.turns(p, s, body[:len(body)-1], v, map[string]val{name: {is: 'i', t: variable(v)}}, in, true, func(v int) (formula, error) {
		goes := no
		q := p.let(name, val{is: 'i', t: variable(v)})
		err := w.eval(q, s.Kids[0], func(r *path, c val) error {
			f, err := condition(s.Kids[0], c)
			goes = some(goes, exists(r.bound[len(q.bound):], all(append(slices.Clone(r.guards[len(q.guards):]), f)...)))
			return err
		})
		return goes, err
	})
}

// contains reports whether a statement of this kind stands among others.
func contains(list []*lang.Syntax, kind string) (found bool) {
	for _, s := range list {
		lang.Walk(s, func(t *lang.Syntax) { found = found || t.Kind == kind })
	}
	return found
}

// step understands k += 3, k = k + 3, k *= 2, k = 2 * k, k += k.
func step(s *lang.Syntax) (name string, op byte, by int64, ok bool) {
	if s.Kind != "assign" || s.Kids[0].Kind != "name" {
		return "", 0, 0, false
	}
	name = s.Kids[0].Name
	sign, left, right := strings.TrimSuffix(s.Name, "="), s.Kids[0], s.Kids[1]
	if s.Name == "=" {
		if right.Kind != "binary" {
			return "", 0, 0, false
		}
		sign, left, right = right.Name, right.Kids[0], right.Kids[1]
	}
	isName := func(t *lang.Syntax) bool { return t.Kind == "name" && t.Name == name }
	if isName(right) && !isName(left) {
		left, right = right, left
	}
	switch {
	case !isName(left):
	case sign == "+" && isName(right):
		return name, '*', 2, true
	case right.Kind == "int" && right.Int > 0 && (sign == "+" || sign == "*" && right.Int > 1):
		return name, sign[0], right.Int, true
	}
	return "", 0, 0, false
}

// demand notes what must hold wherever the rules come here.
func (w *walker) demand(p *path, at *lang.Syntax, f formula, says string) {
	if f.kind != "true" && w.quiet == 0 {
		fails := exists(p.bound, all(append(slices.Clone(p.guards), not(f))...))
		w.game.duties = append(w.game.duties, duty{at.At, fails, says})
	}
}
