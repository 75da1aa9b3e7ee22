package solve

// This file holds the search of all positions that can be reached where play need
// not end. Positions are told apart only by the parts that can move: a
// component is the bag of its parts that can move, whatever their order; where a
// player moves in one component at a time, so is the whole sum. Bags with the same
// parts have the same moves, up to the way in which these are written, so that
// one of them stands for all, in any compound.

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A retrograde numbers positions as it meets them.
type retrograde struct {
	ledger
	kind compound.Kind

	parts       map[grundy.Identity]uint32 // noPart for those that have ended
	positions   []grundy.Component
	partOptions [][]uint32               // bags, of each part; nil where they have not been asked for
	endings     map[uint32]grundy.Ending // of the parts that end the play as a whole

	bags       map[string]uint32 // by their parts
	runs       [][]run           // of each
	bagOptions [][]uint32        // bags, of each; nil where they have not been asked for

	number map[string]uint32 // of a position, by its bags
	count  uint32            // of positions that have a number
	ofBag  []uint32          // the number of a position of one bag, and 1; or 0
	sorted []uint32
	buffer []byte
	merged []run
}

// noPart stands for parts that have ended.
const noPart = ^uint32(0)

// A run is a part, and how often it occurs in a bag. The runs of a bag ascend.
type run struct{ part, count uint32 }

// newRetrograde returns a search of a compound of some kind.
func (s *solver) newRetrograde(kind compound.Kind) *retrograde {
	r := &retrograde{
		kind: kind, parts: map[grundy.Identity]uint32{}, endings: map[uint32]grundy.Ending{},
		bags: map[string]uint32{}, number: map[string]uint32{},
	}
	of := briefSum(s.question.Sum)
	r.ledger = ledger{ctx: s.ctx, limit: s.memoryLeft(0), most: s.question.Budget.Steps, account: s.account, over: func(what string) error {
		return fmt.Errorf("%s: the search of a sum with cycles has met %s and may use no more %s: %w",
			of, message.Count(max(int(r.count), 1), "position", "positions"), s.than(what), meter.Bound(what))
	}}
	return r
}

// partOf returns the number of a part.
func (r *retrograde) partOf(c grundy.Component) uint32 {
	key := c.Identity()
	id, ok := r.parts[key]
	if !ok {
		ending, ended := grundy.NoEnding, HasEnded(c)
		if ended {
			ending, _ = c.Ending()
		}
		if id = noPart; !ended || ending != grundy.NoEnding {
			id = uint32(len(r.positions))
			if ended {
				r.endings[id] = ending
			}
			r.positions, r.partOptions = append(r.positions, c), append(r.partOptions, nil)
		}
		r.parts[key] = id
		r.bytes += uint64(len(key.Text)) + 2*positionBytes
	}
	return id
}

// bagOf returns the bag of a component.
func (r *retrograde) bagOf(c grundy.Component) uint32 {
	r.merged = r.merged[:0]
	for _, part := range c.Split() {
		if id := r.partOf(part); id != noPart {
			r.merge(run{id, 1})
		}
	}
	return r.bagOfRuns(r.merged)
}

// merge adds parts to those that are merged. Counts are modulo 2^32, so that what is
// added can be taken away.
func (r *retrograde) merge(more run) {
	i := 0
	for i < len(r.merged) && r.merged[i].part < more.part {
		i++
	}
	if i == len(r.merged) || r.merged[i].part != more.part {
		r.merged = slices.Insert(r.merged, i, more)
	} else if r.merged[i].count += more.count; r.merged[i].count == 0 {
		r.merged = slices.Delete(r.merged, i, i+1)
	}
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
func (r *retrograde) replaced(bag uint32, out, in []run) uint32 {
	r.merged = append(r.merged[:0], r.runs[bag]...)
	for _, one := range out {
		r.merge(run{one.part, -one.count})
	}
	for _, one := range in {
		r.merge(one)
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
				bags = append(bags, r.replaced(bag, moved, r.runs[to]))
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

// whole returns the bags of the position of components with these bags: one for each, or
// one for all where a player moves in one at a time.
func (r *retrograde) whole(bags []uint32) []uint32 {
	if r.kind != compound.Disjunctive {
		return bags
	}
	r.merged = r.merged[:0]
	for _, bag := range bags {
		for _, one := range r.runs[bag] {
			r.merge(one)
		}
	}
	return []uint32{r.bagOfRuns(r.merged)}
}

// endingOf returns how the play as a whole ends at bags.
func (r *retrograde) endingOf(bags []uint32) (ending grundy.Ending) {
	if len(r.endings) > 0 {
		for _, bag := range bags {
			for _, one := range r.runs[bag] {
				ending = max(ending, r.endings[one.part])
			}
		}
	}
	return ending
}

// explore returns the graph of all positions that can be reached from some, which are
// lists of single copies. These are the first nodes, each once.
func (r *retrograde) explore(roots ...[]grundy.Component) (*loopy.Graph, error) {
	var positions []uint32 // one behind the other
	width := 0
	for _, components := range roots {
		given := make([]uint32, len(components))
		for i, c := range components {
			given[i] = r.bagOf(c)
			if err := r.check(1); err != nil {
				return nil, err
			}
		}
		given = r.whole(given)
		width = len(given)
		if _, isNew := r.numberOf(given); isNew {
			positions = append(positions, r.sorted...)
		}
	}
	var edges []loopy.Edge
	var ends []uint32 // of the edges from one node
	stated := map[uint32]grundy.Ending{}
	bags := make([][]uint32, width)
	for from := 0; from < int(r.count); from++ {
		r.fresh++
		p := slices.Clone(positions[from*width:][:width])
		if ending := r.endingOf(p); ending != grundy.NoEnding {
			stated[uint32(from)] = ending
			r.bytes += positionBytes / 2
			continue
		}
		for i, id := range p {
			var err error
			if bags[i], err = r.optionsOf(id); err != nil {
				return nil, err
			}
		}
		err := r.check(width)
		if err != nil {
			return nil, err
		}
		compound.EachMoveUpToOrder(r.kind, p, bags, func(next []uint32, _ []bool) bool {
			number, isNew := r.numberOf(next)
			if isNew {
				positions = append(positions, r.sorted...)
			}
			ends = append(ends, number)
			r.bytes += 4
			err = r.check(width)
			return err == nil
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(ends)
		for _, end := range slices.Compact(ends) {
			edges = append(edges, loopy.Edge{From: uint32(from), To: end})
			r.bytes += 24
		}
		r.bytes -= 4 * uint64(len(ends))
		ends = ends[:0]
	}
	graph, err := loopy.NewGraph(r.ctx, int(r.count), edges)
	if err != nil {
		return nil, err
	}
	graph.Endings = stated
	return graph, nil
}

// of returns the number of the position of components with these bags, which was met.
func (r *retrograde) of(bags []uint32) uint32 {
	number, _ := r.numberOf(r.whole(bags))
	return number
}

// at returns the number of the position of these components, which was met.
func (r *retrograde) at(components ...grundy.Component) uint32 {
	bags := make([]uint32, len(components))
	for i, c := range components {
		bags[i] = r.bagOf(c)
	}
	return r.of(bags)
}

// check returns an error if the search has lasted too long. It counts one step for
// each component or part that was looked at.
func (r *retrograde) check(work int) error {
	if err := r.checkMemory(); err != nil {
		return err
	}
	return r.step(work)
}
