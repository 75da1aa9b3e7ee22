package rules

// Nobody has to believe what a file declares to be the same game, by symmetric, touching and
// parts. A run that uses it compares it with the moves: first at small positions, then at a
// sample of the positions that it meets.
//
// Let [s] be what searches take a state s for: its parts, each turned to its least image. The
// declarations are true where s and the sum [s] have the same options, each option taken for
// its [·] again: then both have the same value by every measure, by induction. Where these
// sets differ, the trees below may still be equal: some thousand options are spent on
// comparing them. If that is not enough, the values decide, once a search has found them
// (solve asks the lister to settle).

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/entailing"
)

const (
	// A question may look at that many states for comparisons: a few milliseconds. Interpreted
	// rules take some thirty times as long.
	freeLooks            = 1 << 15
	freeLooksInterpreted = 1 << 10
	// Beyond, it looks at one state for each looksEvery that its searches meet.
	looksEvery  = 64
	cellsOfLook = 32
	// A comparison of trees looks at no more states than this, and all of a question at no more
	// than mostTrees. Then mostPending states wait for the values of a search.
	mostTree    = 1 << 11
	mostTrees   = 1 << 15
	mostPending = 1 << 9
	mostSeen    = 1 << 13 // states that are not compared again
	// A state that is compared has no more parts than this, and these no more cells.
	mostTaken      = 1 << 8
	mostTakenCells = 1 << 16
)

// alikeness is what a run knows of the positions that its file declares to be the same.
type alikeness struct {
	mu      sync.Mutex
	tried   bool            // the small positions
	met     uint64          // states that were taken for others
	looks   uint64          // at states, for comparisons
	need    uint64          // looks that one comparison seems to need
	seen    map[uint64]bool // states that were compared, by hash
	passed  uint64          // states that were to wait; each 2^thinned-th does
	thinned uint
	pending []string  // packed states that only values can decide
	by      *comparer // nil until it is needed
}

// waits keeps a state until its value is known. Where there are too many, each second one is kept,
// and so on.
func (a *alikeness) waits(state string) {
	if a.passed++; a.passed&(1<<a.thinned-1) != 0 {
		return
	}
	if len(a.pending) == mostPending {
		for i := range mostPending / 2 {
			a.pending[i] = a.pending[2*i]
		}
		a.pending = a.pending[:mostPending/2]
		a.thinned++
	}
	a.pending = append(a.pending, state)
}

// takeOver begins with the states that another run has not decided.
func (a *alikeness) takeOver(other *alikeness) {
	other.mu.Lock()
	defer other.mu.Unlock()
	a.pending = slices.Clone(other.pending)
}

// free returns how many looks are free for a run.
func (f *File) free() uint64 {
	if f.fastMoves == nil || f.parts != nil && f.fastParts == nil {
		return freeLooksInterpreted
	}
	return freeLooks
}

// doubt compares a state that a search meets with what it is taken for, if it is the turn of
// that state.
func (w *worker) doubt(state []int64) error {
	a := &w.run.folded
	a.mu.Lock()
	defer a.mu.Unlock()
	a.met += w.wait + 1
	w.wait, w.due = 0, 0
	free := w.run.free()
	if a.by == nil {
		a.by = w.run.newComparer()
	}
	if !a.tried {
		a.tried = true
		if err := w.compareSmall(); err != nil {
			return err
		}
	}
	allowed := free + a.met/looksEvery
	if a.looks+a.need >= allowed {
		w.setWait(looksEvery)
		return nil
	}
	a.looks++
	hash := w.run.hashOf(state)
	if a.seen[hash] {
		return nil
	}
	c := a.by
	c.left, c.short = allowed-a.looks, false
	before := c.left
	differs, err := c.compare(state)
	a.looks += before - c.left
	if c.short {
		a.need = min(max(2*a.need, 16), mostTree)
	}
	if differs {
		if len(a.seen) < mostSeen {
			if a.seen == nil {
				a.seen = map[uint64]bool{}
			}
			a.seen[hash] = true
		}
		if a.looks > free {
			w.setWait(looksEvery/2 + hash%looksEvery)
		}
	}
	return err
}

// setWait lets a worker pass over some states.
func (w *worker) setWait(n uint64) { w.wait, w.due = n, int(n) }

// compareSmall compares small positions, once a file: those that start makes, where it makes
// some, and what play reaches from these.
func (w *worker) compareSmall() error {
	tried := &w.run.compared[0]
	if w.run.needsTrees() {
		tried = &w.run.compared[1]
	}
	if tried.Load() {
		return nil
	}
	free := w.run.free()
	steps := int64(free << 8)
	r := w.run.during(w.run.clock.Ctx)
	r.believes, r.steps = true, &steps
	c, count := r.newComparer(), 0
	c.left = free
	var wrong error
	_, _, err := r.smallPositions(func(p Position, inside bool) bool {
		count++
		if !inside && r.start != nil {
			return false
		}
		for _, part := range r.split(p) {
			r.unpack(c.from, part)
			if _, err := c.compare(c.from); err != nil {
				if _, ok := errors.AsType[ClaimError](err); ok {
					wrong = err
				}
				return false
			}
		}
		return c.left > 0 && count < mostClaimed
	})
	if wrong == nil && w.run.clock.HasEnded() {
		return errors.Join(err, w.run.clock.Ctx.Err())
	}
	if wrong == nil {
		tried.Store(true) // rules that fail at small positions do not matter here
	}
	return wrong
}

// needsTrees reports whether the answer needs more than equal nim-values, or outcomes where
// the rules may end the play.
func (r *run) needsTrees() bool { return r.Misere || grundy.NeedsSameGames(r.clock.Ctx) }

// A comparer compares states with what searches take them for.
type comparer struct {
	worker   *worker
	left     uint64  // looks at states
	short    bool    // these did not suffice for the options
	from     []int64 // the state that is compared
	parts    []int64 // the states that it is taken for, one behind the other
	raw      []int64 // the same before they are turned
	hashes   []uint64
	own, sum []uint64 // options, by hash
	pending  func(state string)
	inTrees  uint64         // looks at states that may be spent on trees
	trees    map[string]int // by packed states
	known    map[string]int // by the options
	worths   entailing.Values
	nodes    []node
}

// A node is a tree of play, up to equal options.
type node struct {
	nim, misere uint64 // nim is the worth where the rules may say who has won
	outcome     grundy.Outcome
}

func (r *run) newComparer() *comparer {
	c := &comparer{worker: r.newWorker(), from: make([]int64, r.code.Shape.Size)}
	c.worker.believing, c.inTrees = true, mostTrees
	c.trees, c.known = map[string]int{}, map[string]int{}
	c.pending = func(state string) {
		r.folded.waits(state)
	}
	return c
}

// errLooks ends a comparison that may not look at more states.
var errLooks = errors.New("no more looks")

// look counts looks at states: long ones take several.
func (c *comparer) look(states int) error {
	looks := uint64(states) * uint64(1+len(c.from)/cellsOfLook)
	if looks > c.left {
		c.left = 0
		return errLooks
	}
	c.left -= looks
	return nil
}

// compare compares a state with what searches take it for. It reports whether that is another
// one. The error is a [ClaimError] where they differ, or one of the rules.
func (c *comparer) compare(state []int64) (differs bool, err error) {
	copy(c.from, state)
	if err := c.takenFor(); err != nil {
		c.short = errors.Is(err, errLooks)
		return false, c.unlessLooks(err)
	}
	size := len(c.from)
	if len(c.parts) == size && slices.Equal(c.parts, c.from) {
		return false, nil
	}
	copy(c.worker.state, c.from)
	if c.own, err = c.appendOptions(c.own[:0], 0); err == nil {
		c.sum, err = c.optionsOfParts(c.sum[:0], c.parts)
	}
	if err != nil || slices.Equal(c.own, c.sum) {
		c.short = errors.Is(err, errLooks)
		return true, c.unlessLooks(err)
	}
	return true, c.compareTrees()
}

// unlessLooks returns an error that is not one of budgets.
func (c *comparer) unlessLooks(err error) error {
	if errors.Is(err, errLooks) || errors.Is(err, grundy.ErrBudget) && !c.worker.run.clock.HasEnded() {
		return nil
	}
	return err
}

// takenFor sets raw to the declared parts of c.from, and parts to their least images.
func (c *comparer) takenFor() error {
	c.raw, c.parts, c.hashes = c.raw[:0], c.parts[:0], c.hashes[:0]
	copy(c.worker.state, c.from)
	add := func(part []int64) error {
		if len(c.hashes) == mostTaken || len(c.raw) > mostTakenCells || c.look(1) != nil {
			return errLooks
		}
		c.raw = append(c.raw, part...)
		c.worker.run.canonical(part, c.worker.room)
		c.parts, c.hashes = append(c.parts, part...), append(c.hashes, c.worker.run.hashOf(part))
		return nil
	}
	if c.worker.run.falls {
		return c.worker.eachDeclared(c.worker.state, add)
	}
	return add(c.worker.state)
}

// optionsOfParts appends the options of a sum of states, by hash, in ascending order.
func (c *comparer) optionsOfParts(dst []uint64, parts []int64) (_ []uint64, err error) {
	total := uint64(0)
	for _, hash := range c.hashes {
		total += hash
	}
	size := len(c.from)
	for i, hash := range c.hashes {
		if slices.Contains(c.hashes[:i], hash) {
			continue
		}
		copy(c.worker.state, parts[i*size:(i+1)*size])
		if dst, err = c.appendOptions(dst, total-hash); err != nil {
			return dst, err
		}
	}
	slices.Sort(dst)
	return slices.Compact(dst), nil
}

// appendOptions appends the options of c.state beside others, by hash, in ascending order.
func (c *comparer) appendOptions(dst []uint64, others uint64) ([]uint64, error) {
	if err := c.worker.list(); err != nil {
		return dst, err
	}
	if err := c.look(len(c.worker.result.Ends)); err != nil {
		return dst, err
	}
	from, size := 0, len(c.from)
	hash := others
	add := func(part []int64) error {
		hash += c.worker.run.hashOf(part)
		return nil
	}
	for _, end := range c.worker.result.Ends {
		for hash = others; from < end; from += size {
			if err := c.worker.eachPart(c.worker.result.States[from:from+size], add); err != nil {
				return dst, err
			}
		}
		dst = append(dst, mix(hash, 3))
	}
	if c.worker.result.Ending != grundy.NoEnding {
		dst = append(dst, uint64(c.worker.result.Ending))
	}
	slices.Sort(dst)
	return slices.Compact(dst), nil
}

// mix folds a product of 128 bits.
func mix(a, b uint64) uint64 {
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xd1342543de82ef95
	hi, lo := bits.Mul64(a^odd1, b^odd2)
	return hi ^ lo
}

// hashOf returns a hash of a state; the sum of hashes is one of a sum of states.
func (f *File) hashOf(state []int64) uint64 {
	h := uint64(len(state)) + uint64(f.reply(state))<<32
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		for _, cell := range state[field.At : field.At+field.Used(state)] {
			h = mix(h, uint64(cell)) + 1
		}
	}
	return h
}

// compareTrees compares c.from with its parts where their options differ, by all that play can
// reach, if that is little; otherwise the values of a search will decide.
func (c *comparer) compareTrees() error {
	left, given := c.left, min(c.inTrees, mostTree)
	c.left = given
	defer func() { c.inTrees, c.left = c.inTrees-(given-c.left), left }()
	images, state := c.packedParts(), slices.Clone(c.from)
	plain, err := c.treeOfState(state)
	var taken int
	if err == nil {
		taken, err = c.treeOf(images)
	}
	switch a, b := c.nodeOf(plain), c.nodeOf(taken); {
	case errors.Is(err, errLooks), errors.Is(err, errCircle):
		c.pending(c.worker.run.pack(state))
		return nil
	case err != nil:
		return c.unlessLooks(err)
	case plain == taken:
	case c.worker.run.decisive && a.nim != b.nim:
		return c.isNot(state, images, "has "+worthText(a.nim), worthText(b.nim))
	case c.worker.run.Ends && a.outcome != b.outcome:
		return c.isNot(state, images, "is "+a.outcome.String(), b.outcome.String())
	case !c.worker.run.Ends && a.nim != b.nim:
		return c.isNot(state, images, fmt.Sprintf("has the nim-value %d", a.nim), fmt.Sprint(b.nim))
	case !c.worker.run.needsTrees():
	case !c.worker.run.Ends && a.misere != b.misere:
		return c.isNot(state, images, fmt.Sprintf("has the misère nim-value %d", a.misere), fmt.Sprint(b.misere))
	default:
		return c.isNot(state, images, "has other moves", "none of them: their nim-values are the same, which do not decide here")
	}
	return nil
}

// errCircle says that a play comes back.
var errCircle = errors.New("a play comes back")

func (c *comparer) nodeOf(tree int) node {
	if tree >= len(c.nodes) {
		return node{}
	}
	return c.nodes[tree]
}

// treeOfState returns the tree that has the options of a state as it stands.
func (c *comparer) treeOfState(state []int64) (int, error) {
	copy(c.worker.state, state)
	options, err := c.appendSums(nil, nil)
	if err != nil {
		return 0, err
	}
	return c.treeOfOptions(options, c.worker.result.Ending, false)
}

// treeOf returns the tree of a sum of packed states.
func (c *comparer) treeOf(parts []string) (int, error) {
	parts = slices.Clone(parts)
	slices.Sort(parts)
	key := strings.Join(parts, "")
	if tree, ok := c.trees[key]; ok {
		if tree < 0 {
			return 0, errCircle
		}
		return tree, nil
	}
	c.trees[key] = -1
	defer func() {
		if c.trees[key] < 0 {
			delete(c.trees, key)
		}
	}()
	var options [][]string
	ending := grundy.NoEnding
	entailed := slices.ContainsFunc(parts, c.worker.run.binds)
	for i, part := range parts {
		if i > 0 && parts[i-1] == part || entailed && !c.worker.run.binds(part) {
			continue
		}
		c.worker.run.unpack(c.worker.state, part)
		var err error
		if options, err = c.appendSums(options, slices.Delete(slices.Clone(parts), i, i+1)); err != nil {
			return 0, err
		}
		ending = max(ending, c.worker.result.Ending)
	}
	if ending != grundy.NoEnding {
		options = nil
	}
	tree, err := c.treeOfOptions(options, ending, entailed)
	if err == nil {
		c.trees[key] = tree
	}
	return tree, err
}

// appendSums appends the options of c.state beside others, as packed states that searches take
// them for.
func (c *comparer) appendSums(dst [][]string, others []string) ([][]string, error) {
	if err := c.worker.list(); err != nil {
		return dst, err
	}
	if err := c.look(len(c.worker.result.Ends) + 1); err != nil {
		return dst, err
	}
	from, size := 0, len(c.from)
	for _, end := range c.worker.result.Ends {
		sum := slices.Clone(others)
		for ; from < end; from += size {
			if err := c.worker.eachPart(c.worker.result.States[from:from+size], func(part []int64) error {
				sum = append(sum, c.worker.run.pack(part))
				return nil
			}); err != nil {
				return dst, err
			}
		}
		dst = append(dst, sum)
	}
	return dst, nil
}

// treeOfOptions returns the tree with these options. In an entailed position a player must take one.
func (c *comparer) treeOfOptions(options [][]string, ending grundy.Ending, entailed bool) (int, error) {
	trees := make([]int, len(options))
	for i, option := range options {
		var err error
		if trees[i], err = c.treeOf(option); err != nil {
			return 0, err
		}
	}
	slices.Sort(trees)
	trees = slices.Compact(trees)
	key := []byte{byte(ending)}
	if entailed {
		key[0] = ^key[0]
	}
	for _, tree := range trees {
		key = binary.AppendUvarint(key, uint64(tree))
	}
	if tree, ok := c.known[string(key)]; ok {
		return tree, nil
	}
	made := node{outcome: grundy.P}
	var nims, miseres []grundy.Value
	for _, tree := range trees {
		o := c.nodes[tree]
		nims, miseres = append(nims, grundy.Value(o.nim)), append(miseres, grundy.Value(o.misere))
		switch {
		case o.outcome == grundy.P:
			made.outcome = grundy.N
		case o.outcome == grundy.D && made.outcome == grundy.P:
			made.outcome = grundy.D
		}
	}
	made.nim, made.misere = uint64(grundy.Mex(nims...)), uint64(grundy.Mex(miseres...))
	if c.worker.run.decisive {
		worths := make([]uint64, len(trees))
		for i, tree := range trees {
			worths[i] = c.nodes[tree].nim
		}
		of := c.worths.Of
		if entailed {
			of = c.worths.Entailed
		}
		made.nim = worthBy(of, worths, ending)
	}
	if len(trees) == 0 {
		made.misere = 1
	}
	switch {
	case ending == grundy.Won, ending == grundy.NoEnding && len(trees) == 0 && c.worker.run.Misere:
		made.outcome = grundy.N
	case ending == grundy.Drawn:
		made.outcome = grundy.D
	}
	c.nodes = append(c.nodes, made)
	c.known[string(key)] = len(c.nodes) - 1
	return len(c.nodes) - 1, nil
}

// worthBy returns the worth of a position by what makes it of that of its options, and by how the
// rules end the play there.
func worthBy(of func([]uint64) uint64, options []uint64, ending grundy.Ending) uint64 {
	if ending != grundy.NoEnding {
		return entailing.Ended(ending)
	}
	return of(options)
}

func worthText(worth uint64) string {
	if worth == entailing.Over {
		return "lost"
	}
	return "the nim-value " + entailing.Loopy(worth).String()
}

// isNot says that a state has one value, and the sum that should stand for it another one.
func (c *comparer) isNot(state []int64, images []string, has, other string) error {
	at, what := c.blamed(state)
	return ClaimError{c.worker.run.code.Source.Fail(at, "%s does not hold: %s %s by its moves, and %s, which should stand for it, %s",
		what, c.worker.run.brief(Position(c.worker.run.pack(state))), has, c.worker.run.briefSum(images), other)}
}

// briefSum writes a sum of packed states.
func (r *run) briefSum(parts []string) string {
	return r.brief(sumOf(slices.Clone(parts)))
}

// blamed returns the declaration that makes a state what it is not, and its name: one after
// which the options differ.
func (c *comparer) blamed(state []int64) (lang.Node, string) {
	c.left = mostTree
	copy(c.from, state)
	_ = c.takenFor() // what it has found stands
	copy(c.worker.state, state)
	var err error
	if c.own, err = c.appendOptions(c.own[:0], 0); err == nil && c.worker.run.falls {
		var hashes []uint64 // of the parts as they stand
		size := len(state)
		for part := range slices.Chunk(c.raw, size) {
			image := slices.Clone(part)
			c.worker.run.canonical(image, c.worker.room)
			hashes = append(hashes, c.worker.run.hashOf(image))
		}
		c.hashes = hashes
		c.sum, err = c.optionsOfParts(c.sum[:0], c.raw)
		if err == nil && !slices.Equal(c.own, c.sum) || len(c.worker.run.symmetry) == 0 {
			return c.worker.run.apartAt, c.worker.run.declaresApart()
		}
	}
	for part := range slices.Chunk(slices.Clone(c.raw), len(state)) {
		copy(c.worker.state, part)
		c.own, _ = c.appendOptions(c.own[:0], 0)
		for i := range c.worker.run.symmetry {
			d := &c.worker.run.symmetry[i]
			for image := range c.worker.run.images(*d, part) {
				copy(c.worker.state, image)
				if c.sum, err = c.appendOptions(c.sum[:0], 0); err == nil && !slices.Equal(c.own, c.sum) {
					return d.at, "symmetric: " + d.name
				}
			}
		}
	}
	if len(c.worker.run.symmetry) > 0 {
		return c.worker.run.symmetry[0].at, c.worker.run.declares()
	}
	return c.worker.run.apartAt, c.worker.run.declares()
}

// settle compares the states that wait for values, by a measure: value returns that of a sum of
// packed states by what a search knows, and of makes one of those of the options.
func (r *run) settle(ctx context.Context, m grundy.Measure, value func(parts []string) (uint64, error), of func([]uint64) uint64) error {
	a := &r.folded
	a.mu.Lock()
	waiting := a.pending
	a.pending = nil
	a.mu.Unlock()
	if len(waiting) == 0 {
		return nil
	}
	c := r.newComparer()
	for _, text := range waiting {
		if err := c.settle(m, text, value, of); err != nil {
			return c.unlessLooks(err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// settle compares a packed state. Its error wraps [grundy.ErrBudget] where a value is not known.
func (c *comparer) settle(m grundy.Measure, text string, value func(parts []string) (uint64, error), of func([]uint64) uint64) error {
	c.left = math.MaxUint64
	c.worker.run.unpack(c.from, text)
	state := slices.Clone(c.from)
	if err := c.takenFor(); err != nil {
		return err
	}
	images := c.packedParts()
	taken, err := value(images)
	if err != nil {
		return err
	}
	copy(c.worker.state, state)
	options, err := c.appendSums(nil, nil)
	if err != nil {
		return err
	}
	values := make([]uint64, len(options))
	for i, option := range options {
		if values[i], err = value(option); err != nil {
			return err
		}
	}
	own := of(values)
	if m == grundy.ByWorth {
		own = worthBy(of, values, c.worker.result.Ending)
	}
	switch {
	case own == taken:
		return nil
	case m == grundy.ByWorth:
		return c.isNot(state, images, "has "+worthText(own), worthText(taken))
	}
	if m == grundy.ByOutcome || m == grundy.ByMisereOutcome {
		return c.isNot(state, images, "is "+whoWins(own).String(), whoWins(taken).String())
	}
	return c.isNot(state, images, fmt.Sprintf("has the %v %d", m, own), fmt.Sprint(taken))
}

// packedParts returns the states that c.from is taken for.
func (c *comparer) packedParts() (parts []string) {
	for part := range slices.Chunk(c.parts, len(c.from)) {
		parts = append(parts, c.worker.run.pack(part))
	}
	return parts
}
