package solve

// This file holds the search of all positions that can be reached where play need
// not end. Positions are told apart only by the parts that can move: a
// component is the bag of its parts that can move, whatever their order; where a
// player moves in one component at a time, so is the whole sum. Bags with the same
// parts have the same moves, up to the way in which these are written, so that
// one of them stands for all, in any compound.

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"grundy"
	"grundy/internal/message"
	"grundy/theory/compound"
	"grundy/theory/loopy"
)

// A retrograde numbers positions as it meets them.
type retrograde struct {
	ledger
	components []grundy.Component // of the given position
	kind       compound.Kind

	parts       map[grundy.Identity]uint32 // noPart for those that have ended
	positions   []grundy.Component
	partOptions [][]uint32 // bags, of each part; nil where they have not been asked for
	alone       []uint32   // the bag of each part alone, and 1; or 0 where it has not been asked for

	bags       map[string]uint32 // by their parts
	runs       [][]run           // of each
	bagOptions [][]uint32        // bags, of each; nil where they have not been asked for

	number map[string]uint32 // of a position, by its bags
	count  uint32            // of positions that have a number
	ofBag  []uint32          // the number of a position of one bag, and 1; or 0
	sorted []uint32
	buffer []byte
	merged []run

	// The given position: the options of its components, and the numbers of the
	// positions to which eachMove moves, in its order.
	options [][]grundy.Component
	choices [][]choice
	moves   []uint32
}

// noPart stands for parts that have ended.
const noPart = ^uint32(0)

// A run is a part, and how often it occurs in a bag. The runs of a bag ascend.
type run struct{ part, count uint32 }

// newRetrograde returns a search from the components, single copies, of a compound
// of some kind.
func (s *solver) newRetrograde(kind compound.Kind, components ...grundy.Component) *retrograde {
	r := &retrograde{
		kind: kind, components: components,
		parts: map[grundy.Identity]uint32{}, bags: map[string]uint32{}, number: map[string]uint32{},
	}
	of := briefSum(s.question.Sum)
	r.ledger = ledger{ctx: s.ctx, limit: s.memoryLeft(0), account: s.account, over: func(what string) error {
		return fmt.Errorf("%s: the search of a sum with cycles has met %s and may use no more %s: %w",
			of, message.Count(max(int(r.count), 1), "position", "positions"), what, grundy.ErrBudget)
	}}
	return r
}

// partOf returns the number of a part.
func (r *retrograde) partOf(c grundy.Component) uint32 {
	key := c.Identity()
	id, ok := r.parts[key]
	if !ok {
		if id = noPart; !hasEnded(c) {
			id = uint32(len(r.positions))
			r.positions, r.partOptions, r.alone = append(r.positions, c), append(r.partOptions, nil), append(r.alone, 0)
		}
		r.parts[key] = id
		r.bytes += uint64(len(key.Text)) + 2*positionBytes
	}
	return id
}

// bagOf returns the bag of a component.
func (r *retrograde) bagOf(c grundy.Component) uint32 {
	if !c.Splits() {
		id := r.partOf(c)
		if id == noPart {
			return r.bagOfRuns(nil)
		}
		if r.alone[id] == 0 {
			r.alone[id] = 1 + r.bagOfRuns([]run{{id, 1}})
		}
		return r.alone[id] - 1
	}
	var parts []uint32
	for _, part := range c.Split() {
		if id := r.partOf(part); id != noPart {
			parts = append(parts, id)
		}
	}
	slices.Sort(parts)
	var runs []run
	for _, part := range parts {
		if last := len(runs) - 1; last >= 0 && runs[last].part == part {
			runs[last].count++
		} else {
			runs = append(runs, run{part, 1})
		}
	}
	return r.bagOfRuns(runs)
}

// bagOfRuns returns the bag that has these runs, which it does not keep.
func (r *retrograde) bagOfRuns(runs []run) uint32 {
	r.buffer = r.buffer[:0]
	for _, one := range runs {
		r.buffer = binary.LittleEndian.AppendUint32(r.buffer, one.part)
		r.buffer = binary.LittleEndian.AppendUint32(r.buffer, one.count)
	}
	id, ok := r.bags[string(r.buffer)]
	if !ok {
		id = uint32(len(r.runs))
		r.bags[string(r.buffer)] = id
		r.runs, r.bagOptions = append(r.runs, slices.Clone(runs)), append(r.bagOptions, nil)
		r.bytes += uint64(2*len(r.buffer)) + positionBytes/2
	}
	return id
}

// replaced returns a bag without the parts in out, which it has, and with those in in.
func (r *retrograde) replaced(bag []run, out, in []run) uint32 {
	r.merged = r.merged[:0]
	for len(bag) > 0 || len(in) > 0 {
		order := 0
		switch {
		case len(bag) == 0:
			order = 1
		case len(in) == 0:
			order = -1
		default:
			order = cmp.Compare(bag[0].part, in[0].part)
		}
		var next run
		if order <= 0 {
			next, bag = bag[0], bag[1:]
			if len(out) > 0 && out[0].part == next.part {
				next.count -= out[0].count
				out = out[1:]
			}
		}
		if order >= 0 {
			next.part, next.count = in[0].part, next.count+in[0].count
			in = in[1:]
		}
		if next.count > 0 {
			r.merged = append(r.merged, next)
		}
	}
	return r.bagOfRuns(r.merged)
}

// optionsOfPart returns the bags to which a part moves, each once.
func (r *retrograde) optionsOfPart(part uint32) ([]uint32, error) {
	if r.partOptions[part] == nil {
		options, held, err := r.list(r.positions[part], 0)
		if err != nil {
			return nil, err
		}
		r.bytes -= held // they are dropped
		bags := make([]uint32, 0, len(options))
		for _, q := range options {
			bags = append(bags, r.bagOf(q))
			if err := r.check(1); err != nil {
				return nil, err
			}
		}
		r.partOptions[part] = r.distinct(bags)
	}
	return r.partOptions[part], nil
}

// optionsOf returns the bags to which a bag moves, each once.
func (r *retrograde) optionsOf(bag uint32) ([]uint32, error) {
	if r.bagOptions[bag] == nil {
		bags := []uint32{}
		for _, one := range r.runs[bag] {
			options, err := r.optionsOfPart(one.part)
			if err != nil {
				return nil, err
			}
			moved := []run{{one.part, 1}}
			for _, to := range options {
				bags = append(bags, r.replaced(r.runs[bag], moved, r.runs[to]))
				if err := r.check(len(r.runs[bag])); err != nil {
					return nil, err
				}
			}
		}
		r.bagOptions[bag] = r.distinct(bags)
	}
	return r.bagOptions[bag], nil
}

// distinct returns a list in ascending order, each number once.
func (r *retrograde) distinct(list []uint32) []uint32 {
	slices.Sort(list)
	list = slices.Clip(slices.Compact(list))
	r.bytes += 4 * uint64(len(list))
	return list
}

// numberOf returns the number of the position of these bags, whose order does not
// matter, and whether it is new.
func (r *retrograde) numberOf(bags []uint32) (uint32, bool) {
	r.sorted = append(r.sorted[:0], bags...)
	if len(bags) == 1 {
		if more := len(r.runs) - len(r.ofBag); more > 0 {
			r.ofBag = append(r.ofBag, make([]uint32, more)...)
			r.bytes += 4 * uint64(more)
		}
		number := &r.ofBag[bags[0]]
		isNew := *number == 0
		if isNew {
			r.count++
			*number = r.count
		}
		return *number - 1, isNew
	}
	slices.Sort(r.sorted)
	r.buffer = r.buffer[:0]
	for _, id := range r.sorted {
		r.buffer = binary.LittleEndian.AppendUint32(r.buffer, id)
	}
	number, ok := r.number[string(r.buffer)]
	if !ok {
		number = r.count
		r.count++
		r.number[string(r.buffer)] = number
		r.bytes += uint64(3*len(r.buffer)) + positionBytes/2
	}
	return number, !ok
}

// A choice is an option of a component of the given position.
type choice struct {
	component, option int
	bag               uint32
}

// eachMove calls visit for each move from the given position, with the components
// that move, until it returns false; the list is valid until it returns. Equal
// components, and equal parts, count separately.
func (r *retrograde) eachMove(visit func(move []choice) bool) {
	if r.kind == compound.Disjunctive {
		for _, list := range r.choices {
			for i := range list {
				if !visit(list[i : i+1]) {
					return
				}
			}
		}
		return
	}
	var move []choice
	compound.EachMove(r.kind, make([]choice, len(r.choices)), r.choices, func(next []choice, moved []bool) bool {
		move = move[:0]
		for i, yes := range moved {
			if yes {
				move = append(move, next[i])
			}
		}
		return visit(move)
	})
}

// explore returns the graph of all positions; the first node is the given one, and
// its moves are those that the games themselves list.
func (r *retrograde) explore(progress grundy.Progress) (*loopy.Graph, error) {
	given := make([]uint32, len(r.components))
	for i, c := range r.components {
		given[i] = r.bagOf(c)
	}
	err := r.choose()
	if err != nil {
		return nil, err
	}
	whole := given // of one bag for each component, or of one for all
	if r.kind == compound.Disjunctive {
		whole = []uint32{r.union(given)}
	}
	width := len(whole)
	r.numberOf(whole)
	positions := slices.Clone(r.sorted) // one behind the other
	var edges []loopy.Edge
	var ends []uint32 // of the edges from one node
	to := func(next []uint32) bool {
		number, isNew := r.numberOf(next)
		if isNew {
			positions = append(positions, r.sorted...)
		}
		ends = append(ends, number)
		r.bytes += 4
		err = r.check(width)
		return err == nil
	}
	after := make([]uint32, len(given))
	r.eachMove(func(move []choice) bool {
		if r.kind == compound.Disjunctive {
			m := move[0]
			return to([]uint32{r.replaced(r.runs[whole[0]], r.runs[given[m.component]], r.runs[m.bag])})
		}
		copy(after, given)
		for _, m := range move {
			after[m.component] = m.bag
		}
		return to(after)
	})
	if err != nil {
		return nil, err
	}
	r.moves = slices.Clone(ends)
	r.bytes += 4 * uint64(len(ends))
	bags := make([][]uint32, width)
	for from := 0; ; {
		slices.Sort(ends)
		for _, end := range slices.Compact(ends) {
			edges = append(edges, loopy.Edge{From: uint32(from), To: end})
			r.bytes += 24
		}
		r.bytes -= 4 * uint64(len(ends))
		ends = ends[:0]
		if from++; from == int(r.count) {
			return loopy.NewGraph(r.ctx, from, edges)
		}
		progress.Report(uint64(from), uint64(r.count))
		p := slices.Clone(positions[from*width:][:width])
		for i, id := range p {
			if bags[i], err = r.optionsOf(id); err != nil {
				return nil, err
			}
		}
		if err := r.check(width); err != nil {
			return nil, err
		}
		compound.EachMoveUpToOrder(r.kind, p, bags, func(next []uint32, _ []bool) bool { return to(next) })
		if err != nil {
			return nil, err
		}
	}
}

// choose lists the options of each component of the given position.
func (r *retrograde) choose() error {
	for i, c := range r.components {
		options, _, err := r.list(c, len(c.AppendText(nil)))
		if err != nil {
			return err
		}
		choices := make([]choice, len(options))
		for j, q := range options {
			choices[j] = choice{i, j, r.bagOf(q)}
			if err := r.check(1); err != nil {
				return err
			}
		}
		r.options, r.choices = append(r.options, options), append(r.choices, choices)
	}
	return nil
}

// union returns the bag of all that is in some bags.
func (r *retrograde) union(bags []uint32) uint32 {
	count := map[uint32]uint32{}
	for _, bag := range bags {
		for _, one := range r.runs[bag] {
			count[one.part] += one.count
		}
	}
	runs := make([]run, 0, len(count))
	for part, n := range count {
		runs = append(runs, run{part, n})
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.part, b.part) })
	return r.bagOfRuns(runs)
}

// firstMoves returns the first moves, as many as are wanted, to positions that are good
// by their number.
func (r *retrograde) firstMoves(wanted int, good func(number uint32) bool) ([]Move, error) {
	if wanted <= 0 {
		return nil, nil
	}
	var moves []Move
	var err error
	index := 0
	r.eachMove(func(move []choice) bool {
		if index++; good(r.moves[index-1]) {
			var steps Move
			for _, m := range move {
				steps = append(steps, Step{m.component, r.components[m.component], r.options[m.component][m.option]})
			}
			moves = append(moves, steps)
		}
		err = r.check(1)
		return err == nil && len(moves) < wanted
	})
	return moves, err
}

// check returns an error if the search has lasted too long. It counts one step for
// each component or part that was looked at.
func (r *retrograde) check(work int) error {
	if err := r.checkMemory(); err != nil {
		return err
	}
	return r.step(work)
}
