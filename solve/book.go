package solve

// The positions that a search of a sum, or of a game without keys, meets: each has a key of a
// few bytes. Positions are told apart only by their parts: a component is the bag of
// its parts, whatever their order; where a player moves in one component at a time, so is the
// whole sum. Bags with the same parts have the same moves, up to the way in which these are
// written, so that one of them stands for all, in any compound.

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// A book numbers positions as it meets them. Its keys are numbers of bags, one for each component,
// in four bytes each.
type book struct {
	spending
	kind  compound.Kind
	games map[grundy.GameID]grundy.Component // positions in the runs of the present question
	// Apart: each part of an option has a key of its own, the number of the part, as for
	// measures that add.
	apart bool
	// Wholes: positions are given as those of a [compound.Product].
	wholes bool
	// Loops: play need not end, or the rules may end it; parts that have ended are left out.
	loops bool
	// Closed returns the measure of a position that has a closed form; it may be nil.
	closed func(grundy.Component) (uint64, bool)
	// Meet is told how many options a position has, before they are listed if they are counted; it may be nil.
	meet   func(options uint64) error
	memo   remembering // of the measures; nil for a graph
	failed error       // why a position got no key

	parts       map[grundy.Identity]uint32 // noPart for those that are left out
	positions   []grundy.Component
	partOptions [][]uint32               // bags, of each part; nil where they have not been asked for
	endings     map[uint32]grundy.Ending // of the parts that end the play as a whole
	entailed    map[uint32]bool          // the parts in which the player to move must move

	bags       map[string]uint32 // by their parts
	runs       [][]run           // of each
	bagOptions [][]uint32        // bags, of each; nil where they have not been asked for

	sorted []uint32
	buffer []byte
	merged []run
}

// remembering is what remembers the measures of a book's keys.
type remembering interface {
	Set(key string, v uint64) error
	Bytes() uint64
	Positions() uint64
}

// partBytes is about what a part costs besides its text and the memo.
const partBytes = 96

// noPart stands for parts that have ended.
const noPart = ^uint32(0)

// A run is a part, and how often it occurs in a bag. The runs of a bag ascend.
type run struct{ part, count uint32 }

func newBook(kind compound.Kind) *book {
	return &book{
		kind: kind, games: map[grundy.GameID]grundy.Component{}, parts: map[grundy.Identity]uint32{},
		endings: map[uint32]grundy.Ending{}, entailed: map[uint32]bool{}, bags: map[string]uint32{},
	}
}

// fresh returns an empty book for the same.
func (b *book) fresh() *book {
	f := newBook(b.kind)
	f.apart, f.wholes, f.loops, f.closed = b.apart, b.wholes, b.loops, b.closed
	return f
}

// packed returns what a search by keys wants to know of a game. Unpack is for keys of parts.
func (b *book) packed() grundy.PackedComponent[string] {
	return grundy.PackedComponent[string]{
		Lister: b,
		AppendKeys: func(dst []string, c grundy.Component) (_ []string, ok bool) {
			dst, b.failed = b.AppendKeys(dst, b.componentsOf(c)...)
			return dst, b.failed == nil
		},
		Unpack: func(key string) grundy.Component { return b.positions[numbersOf(key)[0]] },
	}
}

// bookOfParts returns what packs positions by their parts, each of which has a key of its own.
func bookOfParts() *packing[string] {
	b := newBook(compound.Disjunctive)
	b.apart = true
	return &packing[string]{game: b.packed(), book: b}
}

// componentsOf returns the components of a position.
func (b *book) componentsOf(c grundy.Component) []grundy.Component {
	if b.wholes {
		return c.Position().([]grundy.Component)
	}
	return []grundy.Component{c}
}

// bind lets a book use the memory of a question, and the runs of its games.
func (b *book) bind(s *solver, c grundy.Component) {
	for _, c := range b.componentsOf(c) {
		b.games[c.GameID()] = c
	}
	if b.account == s.account {
		return
	}
	budget := s.question.Budget
	b.spending = spending{ctx: s.ctx, bytes: b.bytes, account: s.account, besides: b.memo.Bytes, over: func(what string) error {
		return &search.BudgetError{Positions: b.memo.Positions(), What: what, Limit: budget.limit(what)}
	}}
}

// release gives back what was taken: somebody may still ask what is known.
func (b *book) release() {
	if b.account != nil {
		b.account.Give(b.accounted)
		b.account, b.accounted = nil, 0
	}
}

// within bounds what follows: Steps were taken. It returns the bounds of the memo.
func (b *book) within(ctx context.Context, o search.Options, steps uint64) search.Options {
	b.ctx, b.limit, b.most, b.steps = ctx, o.Memory, 0, 0
	if o.Steps > 0 {
		b.most = max(o.Steps-min(o.Steps, steps), 1)
		o.Steps = max(o.Steps/bookSteps, 1)
	}
	return o
}

// partOf returns the number of a part.
func (b *book) partOf(c grundy.Component) uint32 {
	key := c.Identity()
	id, ok := b.parts[key]
	if !ok {
		ending, ended := grundy.NoEnding, b.loops && grundy.HasEnded(c)
		if ended {
			ending, _ = c.Ending()
		}
		entailed, _ := c.Entailed() // who cannot move there has lost
		if id = noPart; !ended || entailed || ending != grundy.NoEnding {
			id = uint32(len(b.positions))
			if ended {
				b.endings[id] = ending
			}
			if entailed {
				b.entailed[id] = true
			}
			b.positions = append(b.positions, c)
			if !b.apart {
				b.partOptions = append(b.partOptions, nil)
				b.bytes += positionBytes
			}
		}
		b.parts[key] = id
		b.bytes += uint64(len(key.Text)) + partBytes
	}
	return id
}

// bagOf returns the bag of a component.
func (b *book) bagOf(c grundy.Component) uint32 {
	b.merged = b.merged[:0]
	for _, part := range c.Split() {
		if id := b.partOf(part); id != noPart {
			b.merge(run{id, 1})
		}
	}
	return b.bagOfRuns(b.merged)
}

// merge adds parts to those that are merged. Counts are modulo 2^32, so that what is
// added can be taken away.
func (b *book) merge(more run) {
	i := 0
	for i < len(b.merged) && b.merged[i].part < more.part {
		i++
	}
	if i == len(b.merged) || b.merged[i].part != more.part {
		b.merged = slices.Insert(b.merged, i, more)
	} else if b.merged[i].count += more.count; b.merged[i].count == 0 {
		b.merged = slices.Delete(b.merged, i, i+1)
	}
}

// bagOfRuns returns the bag that has these runs, which it does not keep.
func (b *book) bagOfRuns(runs []run) uint32 {
	b.buffer = b.buffer[:0]
	for _, one := range runs {
		b.buffer = binary.LittleEndian.AppendUint32(b.buffer, one.part)
		b.buffer = binary.LittleEndian.AppendUint32(b.buffer, one.count)
	}
	id, ok := b.bags[string(b.buffer)]
	if !ok {
		id = uint32(len(b.runs))
		b.bags[string(b.buffer)] = id
		b.runs, b.bagOptions = append(b.runs, slices.Clone(runs)), append(b.bagOptions, nil)
		b.bytes += uint64(2*len(b.buffer)) + positionBytes/2
	}
	return id
}

// replaced returns a bag without the parts in out, which it has, and with those in in.
func (b *book) replaced(bag uint32, out, in []run) uint32 {
	b.merged = append(b.merged[:0], b.runs[bag]...)
	for _, one := range out {
		b.merge(run{one.part, -one.count})
	}
	for _, one := range in {
		b.merge(one)
	}
	return b.bagOfRuns(b.merged)
}

// listed returns the options of a part.
func (b *book) listed(part uint32) ([]grundy.Component, error) {
	c := b.positions[part]
	if now, ok := b.games[c.GameID()]; ok {
		c = grundy.SameGame(c, now) // not of an earlier question's run
	}
	count, counted := c.CountOptions()
	if counted && b.meet != nil {
		if err := b.meet(count); err != nil {
			return nil, err
		}
	}
	options, held, err := b.list(c, 0)
	if err == nil {
		b.bytes -= held // they are dropped
	}
	if err == nil && !counted && b.meet != nil {
		err = b.meet(uint64(len(options)))
	}
	return options, err
}

// learn notes the measure of a position, if that has a closed form and is new: those before
// had numbers below met.
func (b *book) learn(c grundy.Component, number uint32, met int) error {
	if b.closed == nil || int(number) < met {
		return nil
	}
	v, ok := b.closed(c)
	if !ok {
		return nil
	}
	return b.memo.Set(keyOf(number), v)
}

// keyOf returns the key of bags, or of a part.
func keyOf(numbers ...uint32) string {
	var short [32]byte
	return string(appendKey(short[:0], numbers))
}

func appendKey(key []byte, numbers []uint32) []byte {
	for _, number := range numbers {
		key = binary.BigEndian.AppendUint32(key, number)
	}
	return key
}

// bagsOf returns the bags of components.
func (b *book) bagsOf(components []grundy.Component) ([]uint32, error) {
	bags := make([]uint32, len(components))
	for i, c := range components {
		bags[i] = b.bagOf(c)
		if err := b.check(1); err != nil {
			return nil, err
		}
	}
	return bags, nil
}

// eachMove calls visit for the positions after the moves from bags that ascend. It keeps none.
func (b *book) eachMove(bags []uint32, visit func(next []uint32)) (err error) {
	options := make([][]uint32, len(bags))
	for i, bag := range bags {
		if options[i], err = b.optionsOf(bag); err != nil {
			return err
		}
	}
	compound.EachMoveUpToOrder(b.kind, bags, options, func(next []uint32, _ []bool) bool {
		visit(next)
		err = b.check(len(bags))
		return err == nil
	})
	return err
}

// keyOf returns the key of components with these bags.
func (b *book) keyOf(bags []uint32) string {
	return keyOf(b.inOrder(b.whole(bags))...)
}

// inOrder returns bags in ascending order, until it is called again.
func (b *book) inOrder(bags []uint32) []uint32 {
	b.sorted = append(b.sorted[:0], bags...)
	slices.Sort(b.sorted)
	return b.sorted
}

// numbersOf returns the bags of a key, or the part.
func numbersOf(key string) []uint32 {
	numbers := make([]uint32, len(key)/4)
	for i := range numbers {
		numbers[i] = binary.BigEndian.Uint32([]byte(key[4*i:]))
	}
	return numbers
}

// AppendKeys appends the key of a sum of components or, with apart, the keys of its parts.
func (b *book) AppendKeys(dst []string, components ...grundy.Component) ([]string, error) {
	if !b.apart {
		bags, met := make([]uint32, len(components)), len(b.runs)
		for i, c := range components {
			bags[i] = b.bagOf(c)
		}
		if len(components) == 1 {
			if err := b.learn(components[0], bags[0], met); err != nil {
				return dst, err
			}
		}
		return append(dst, b.keyOf(bags)), nil
	}
	for _, c := range components {
		for _, part := range c.Split() {
			met := len(b.positions)
			number := b.partOf(part)
			if err := b.learn(part, number, met); err != nil {
				return dst, err
			}
			dst = append(dst, keyOf(number))
		}
	}
	return dst, nil
}

// AppendMoves implements [grundy.MoveLister].
func (b *book) AppendMoves(m *grundy.Moves[string], key string) (err error) {
	if steps := b.steps; b.memo != nil {
		defer func() { b.steps = steps }() // the memo counts them once the list is there
	}
	numbers := numbersOf(key)
	if b.apart {
		options, err := b.listed(numbers[0])
		for i := 0; i < len(options) && err == nil; i++ {
			if m.Parts, err = b.AppendKeys(m.Parts, options[i]); err == nil {
				err = b.check(1)
			}
			m.Ends = append(m.Ends, len(m.Parts))
		}
		return err
	}
	if m.Ending = b.endingOf(numbers); m.Ending != grundy.NoEnding {
		return nil
	}
	return b.eachMove(numbers, func(next []uint32) { m.Add(keyOf(b.inOrder(next)...)) })
}

// Size implements [search.Sizer] for parts: the number of options.
func (b *book) Size(key string) uint32 {
	part := numbersOf(key)[0]
	if !b.apart {
		return 1
	}
	count, ok := b.positions[part].CountOptions()
	if !ok {
		options, _ := b.listed(part) // an error comes again when they are asked for
		count = uint64(len(options))
	}
	return uint32(min(count, math.MaxInt32))
}

// text writes the position of a key.
func (b *book) text(key string) string {
	if b.apart {
		return brief(b.positions[numbersOf(key)[0]])
	}
	var texts []string
	for _, bag := range numbersOf(key) {
		for _, one := range b.runs[bag] {
			for range min(one.count, maxReasons) {
				texts = append(texts, brief(b.positions[one.part]))
			}
		}
	}
	return strings.Join(texts, " + ")
}

// explain writes the positions of a cycle, if err is about one.
func (b *book) explain(err error) error {
	cycle, ok := errors.AsType[*search.CycleError[string]](err)
	if !ok {
		return err
	}
	last := numbersOf(cycle.Positions[len(cycle.Positions)-1])[0]
	first := numbersOf(cycle.Positions[0])[0]
	if !b.apart {
		if len(cycle.Positions[0]) > 4 || len(b.runs[first]) != 1 || len(b.runs[last]) != 1 {
			return explainCycle(err, b.text)
		}
		first, last = b.runs[first][0].part, b.runs[last][0].part
	}
	options, _ := b.listed(last)
	if alike := writtenAlike(b.positions[first], options); alike != nil {
		return alike
	}
	return explainCycle(err, b.text)
}

// optionsOfPart returns the bags to which a part moves, each once.
func (b *book) optionsOfPart(part uint32) ([]uint32, error) {
	if b.partOptions[part] == nil {
		options, err := b.listed(part)
		if err != nil {
			return nil, err
		}
		bags := make([]uint32, 0, len(options))
		for _, q := range options {
			met := len(b.runs)
			bag := b.bagOf(q)
			bags = append(bags, bag)
			if err := b.learn(q, bag, met); err != nil {
				return nil, err
			}
			if err := b.check(1); err != nil {
				return nil, err
			}
		}
		b.partOptions[part] = b.distinct(bags)
	}
	return b.partOptions[part], nil
}

// optionsOf returns the bags to which a bag moves, each once.
func (b *book) optionsOf(bag uint32) ([]uint32, error) {
	if b.bagOptions[bag] == nil {
		bags := []uint32{}
		entailed := slices.ContainsFunc(b.runs[bag], b.isEntailed)
		for _, one := range b.runs[bag] {
			if entailed && !b.isEntailed(one) {
				continue
			}
			options, err := b.optionsOfPart(one.part)
			if err != nil {
				return nil, err
			}
			moved := []run{{one.part, 1}}
			for _, to := range options {
				bags = append(bags, b.replaced(bag, moved, b.runs[to]))
				if err := b.check(len(b.runs[bag])); err != nil {
					return nil, err
				}
			}
		}
		b.bagOptions[bag] = b.distinct(bags)
	}
	return b.bagOptions[bag], nil
}

// isEntailed reports whether the player to move must move in a part.
func (b *book) isEntailed(one run) bool { return b.entailed[one.part] }

// distinct returns a list in ascending order, each number once.
func (b *book) distinct(list []uint32) []uint32 {
	slices.Sort(list)
	list = slices.Clip(slices.Compact(list))
	b.bytes += 4 * uint64(len(list))
	return list
}

// whole returns the bags of the position of components with these bags: one for each, or
// one for all where a player moves in one at a time.
func (b *book) whole(bags []uint32) []uint32 {
	if b.kind != compound.Disjunctive {
		return bags
	}
	b.merged = b.merged[:0]
	for _, bag := range bags {
		for _, one := range b.runs[bag] {
			b.merge(one)
		}
	}
	return []uint32{b.bagOfRuns(b.merged)}
}

// endingOf returns how the play as a whole ends at bags.
func (b *book) endingOf(bags []uint32) (ending grundy.Ending) {
	if len(b.endings) > 0 {
		for _, bag := range bags {
			for _, one := range b.runs[bag] {
				ending = max(ending, b.endings[one.part])
			}
		}
	}
	return ending
}

// check returns an error if the search has lasted too long. It counts one step for
// each component or part that was looked at.
func (b *book) check(work int) error {
	if err := b.checkMemory(); err != nil {
		return err
	}
	return b.step(work)
}
