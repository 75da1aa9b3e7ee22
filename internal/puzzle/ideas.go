package puzzle

// The usual ideas of those who do not know the theory, each as a choice among the moves of any
// position. They see a position as its scene, and know no game.

import (
	"context"
	"errors"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
)

// An Idea is a usual way to choose a move.
type Idea struct {
	Name string
	Says string // to the player, in normal play
	// score says how well a move follows the idea; ok is false for moves that do not follow
	// it at all. The idea chooses the moves of the highest score.
	score func(v *view, m *move) (score int64, ok bool)
}

// Ideas are the usual ideas.
var Ideas = []Idea{
	{"greedy", "Take or move as much as you can.", greedy},
	{"copy", "Leave two halves that are alike, and copy what the opponent does.", alike},
	{"largest", "Move where there is most.", largest},
	{"middle", "Go for the middle, or leave half.", middle},
	{"last", "Leave the opponent as few moves as you can.", fewest},
	{"parity", "Leave an even number in all.", even},
}

// odd is what the idea of parity says in misère play.
const odd = "Leave an odd number in all."

// A Tried is an idea in a position. If Chosen has no move, or all of them, the idea says
// nothing there, and does not apply. If it applies, it fails if no move of Chosen wins, and
// others do.
type Tried struct {
	Name, Says     string
	Chosen         []int // indexes of moves
	Applies, Fails bool
}

// A view is a position as the ideas see it.
type view struct {
	convention grundy.Convention
	scenes     []grundy.Scene    // of the components
	moving     int               // components that have not ended
	live       []map[string]bool // of each component: the letters of the cells that moves change
	counted    bool              // whether all that moves are heaps, or coins on nodes
	moves      []move
}

// A move is one as the ideas see it.
type move struct {
	steps []step
	after []grundy.Component
	left  int64 // moves of the opponent; -1 for too many to count
}

// A step is what a move does to a component.
type step struct {
	component int
	changes   []scene.Change
	after     grundy.Scene
}

// try tries the ideas on all moves of a position.
func try(ctx context.Context, m *play.Match, options []solve.Option) ([]Tried, error) {
	v, err := look(ctx, m, options)
	if err != nil {
		return nil, err
	}
	wins := func(o solve.Option) bool { return o.Outcome == grundy.P }
	won := slices.ContainsFunc(options, wins)
	tried := make([]Tried, len(Ideas))
	for i, idea := range Ideas {
		t := Tried{Name: idea.Name, Says: idea.Says}
		if idea.Name == "parity" && v.convention == grundy.Misere {
			t.Says = odd
		}
		highest := int64(0)
		for k := range v.moves {
			score, ok := idea.score(v, &v.moves[k])
			if ok && (len(t.Chosen) == 0 || score > highest) {
				t.Chosen, highest = t.Chosen[:0], score
			}
			if ok && score == highest {
				t.Chosen = append(t.Chosen, k)
			}
		}
		t.Applies = len(t.Chosen) > 0 && len(t.Chosen) < len(options)
		t.Fails = won && t.Applies && !slices.ContainsFunc(t.Chosen, func(k int) bool { return wins(options[k]) })
		tried[i] = t
	}
	return tried, nil
}

// look makes the view of a position.
func look(ctx context.Context, m *play.Match, options []solve.Option) (*view, error) {
	components := m.Components()
	v := &view{convention: m.Convention(), counted: true, moves: make([]move, len(options))}
	for _, c := range components {
		s, err := pictured(c)
		if err != nil {
			return nil, err
		}
		v.scenes, v.live = append(v.scenes, s), append(v.live, map[string]bool{})
		if !grundy.HasEnded(c) {
			v.moving++
			v.counted = v.counted && isCounted(s)
		}
	}
	for i, o := range options {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := &v.moves[i]
		sum, failed := grundy.Start(ctx, grundy.SumOf(solve.AfterMove(components, o.Move)...))
		next.after, next.left = sum.Components(), -1
		if count := solve.CountMoves(sum, m.Compound()); count != nil && count.IsInt64() {
			next.left = count.Int64()
		}
		if err := failed(); err != nil {
			return nil, err
		}
		for _, s := range o.Move {
			after, err := pictured(s.To)
			if err != nil {
				return nil, err
			}
			st := step{component: s.Component}
			st.after, st.changes = scene.Follow(v.scenes[s.Component], after)
			for _, c := range st.changes {
				if c.Before != nil && c.Before.Role == grundy.RoleCell {
					v.live[s.Component][c.Before.Text] = true
				}
			}
			next.steps = append(next.steps, st)
		}
	}
	return v, nil
}

// pictured returns the scene of a component, or an empty one where there is none.
func pictured(c grundy.Component) (grundy.Scene, error) {
	s, ok, err := c.Scene()
	if errors.Is(err, grundy.ErrTooLarge) || err == nil && !ok {
		return grundy.Scene{}, nil
	}
	return s, err
}

// isCounted reports whether a scene shows nothing but heaps, or coins on nodes.
func isCounted(s grundy.Scene) bool {
	switch s.Kind {
	case grundy.SceneHeaps, grundy.SceneTree:
		return true
	case grundy.SceneParts:
		return !slices.ContainsFunc(s.Parts, func(p grundy.Scene) bool { return !isCounted(p) })
	}
	return false
}

// total returns how much there is in a scene: stones, coins, edges that can be cut, cells
// with a live letter, and steps from a piece to the corner.
func total(s grundy.Scene, live map[string]bool) (sum int64) {
	for _, e := range s.Elements {
		switch e.Role {
		case grundy.RoleHeap, grundy.RoleNode:
			sum += int64(e.Count)
		case grundy.RolePiece:
			for _, x := range e.At {
				sum += int64(x)
			}
		case grundy.RoleCoin:
			sum++
		case grundy.RoleEdge:
			if s.Kind == grundy.SceneHackenbush {
				sum++
			}
		case grundy.RoleCell:
			if live[e.Text] {
				sum++
			}
		}
	}
	for _, part := range s.Parts {
		sum += total(part, live)
	}
	return sum
}

// falls returns by how much a number of stones or coins gets smaller, or 0.
func falls(c scene.Change) int64 {
	if c.Before == nil || c.Before.Role != grundy.RoleHeap && c.Before.Role != grundy.RoleNode {
		return 0
	}
	after := uint64(0)
	if c.After != nil {
		after = c.After.Count
	}
	return max(int64(c.Before.Count-after), 0)
}

// greedy: what is taken, turned, cut or filled; or how far something moves.
func greedy(_ *view, m *move) (sum int64, _ bool) {
	for _, s := range m.steps {
		heaps := int64(0) // what they lose altogether: a heap that is divided loses nothing
		for _, c := range s.changes {
			e := c.Before
			if e == nil {
				e = c.After
			}
			switch e.Role {
			case grundy.RoleHeap:
				heaps += falls(c)
				if c.After != nil && (c.Before == nil || c.After.Count > c.Before.Count) {
					heaps -= int64(c.After.Count)
					if c.Before != nil {
						heaps += int64(c.Before.Count)
					}
				}
			case grundy.RoleNode:
				sum += falls(c)
			case grundy.RolePiece, grundy.RoleCoin:
				if c.Kind == scene.Moves && len(c.Before.At) == len(c.After.At) {
					for axis, x := range c.Before.At {
						sum += max(int64(x-c.After.At[axis]), int64(c.After.At[axis]-x))
					}
				} else {
					sum++
				}
			default:
				sum++
			}
		}
		sum += max(heaps, 0)
	}
	return sum, true
}

// alike: components in pairs, or one that is its own mirror image.
func alike(_ *view, m *move) (int64, bool) {
	texts := map[string]int{}
	var last grundy.Component
	for _, c := range m.after {
		if !grundy.HasEnded(c) {
			texts[c.String()]++
			last = c
		}
	}
	if len(texts) == 1 && texts[last.String()] == 1 {
		s, err := pictured(last)
		return 0, err == nil && isMirrored(s)
	}
	for _, n := range texts {
		if n%2 != 0 {
			return 0, false
		}
	}
	return 0, len(texts) > 0
}

// isMirrored reports whether a scene consists of two halves that are alike.
func isMirrored(s grundy.Scene) bool {
	switch s.Kind {
	case grundy.SceneHeaps:
		heaps := map[uint64]int{}
		for _, e := range s.Elements {
			if heaps[e.Count]++; e.Role != grundy.RoleHeap {
				return false
			}
		}
		delete(heaps, 0)
		for _, n := range heaps {
			if n%2 != 0 {
				return false
			}
		}
		return len(heaps) > 0
	case grundy.SceneBoard:
		for _, e := range s.Elements {
			if e.Role != grundy.RolePiece || len(e.At) != 2 || e.At[0] != e.At[1] {
				return false
			}
		}
		return true
	case grundy.SceneRow, grundy.SceneGrid:
		return slices.ContainsFunc(mirrors, func(mirror func(at, size []uint64) []uint64) bool { return isKept(s, mirror) })
	}
	return false
}

// mirrors are the ways to exchange the two halves of a row or a grid, without its origin.
var mirrors = []func(at, size []uint64) []uint64{
	func(at, size []uint64) []uint64 { // the half turn, which is the mirror of a row
		turned := make([]uint64, len(at))
		for i, x := range at {
			turned[i] = size[i] - 1 - x
		}
		return turned
	},
	func(at, size []uint64) []uint64 { return append([]uint64{size[0] - 1 - at[0]}, at[1:]...) },
	func(at, size []uint64) []uint64 {
		last := len(at) - 1
		return append(slices.Clone(at[:last]), size[last]-1-at[last])
	},
	func(at, _ []uint64) []uint64 { // in the diagonal
		turned := slices.Clone(at)
		slices.Reverse(turned)
		return turned
	},
}

// isKept reports whether a mirror takes each cell to one with the same on it.
func isKept(s grundy.Scene, mirror func(at, size []uint64) []uint64) bool {
	cells := map[string]string{}
	key := func(at []uint64) string { return grundy.ElementID("", at...) }
	at := func(e grundy.Element) []uint64 {
		at := slices.Clone(e.At)
		for i := range min(len(at), len(s.Origin)) {
			at[i] -= s.Origin[i]
		}
		return at
	}
	for _, e := range s.Elements {
		if len(e.At) == 0 || len(e.At) != len(s.Size) {
			return false
		}
		cells[key(at(e))] += string(e.Role) + e.Text
	}
	moved := false
	for _, e := range s.Elements {
		there := mirror(at(e), s.Size)
		moved = moved || !slices.Equal(there, at(e))
		if cells[key(there)] != cells[key(at(e))] {
			return false
		}
	}
	return moved
}

// largest: the largest heap of all; or the largest component; or the longest run of a row, the
// last coin, the largest bush.
func largest(v *view, m *move) (most int64, ok bool) {
	for _, s := range m.steps {
		before := v.scenes[s.component]
		switch {
		case v.counted:
			for _, c := range s.changes {
				if falls(c) > 0 {
					most, ok = max(most, int64(c.Before.Count)), true
				}
			}
		case v.moving > 1:
			most, ok = max(most, total(before, v.live[s.component])), true
		case before.Kind == grundy.SceneRow:
			for _, c := range s.changes {
				most, ok = max(most, run(before, v.live[s.component], c.ID)), true
			}
		case before.Kind == grundy.SceneCoins:
			for _, c := range s.changes {
				if c.Before != nil {
					most, ok = max(most, int64(c.Before.At[0])), true
				}
			}
		case before.Kind == grundy.SceneHackenbush:
			bush := bushes(before)
			for _, c := range s.changes {
				if c.Before != nil && c.Before.Role == grundy.RoleEdge {
					most, ok = max(most, bush[c.ID]), true
				}
			}
		}
	}
	return most, ok
}

// run returns how many live cells stand side by side about a cell of a row.
func run(s grundy.Scene, live map[string]bool, id string) (length int64) {
	found := false
	for _, e := range s.Elements {
		if e.Role == grundy.RoleCell && live[e.Text] {
			length++
			found = found || e.ID == id
			continue
		}
		if found {
			break
		}
		length = 0
	}
	if !found {
		return 0
	}
	return length
}

// bushes returns how many edges hang together with each edge, apart from the ground, which is
// the first node.
func bushes(s grundy.Scene) map[string]int64 {
	ground := s.Elements[0].ID
	root := map[string]string{} // of a node that is not one itself
	find := func(node string) string {
		for root[node] != "" {
			node = root[node]
		}
		return node
	}
	for _, e := range s.Elements {
		if e.Role == grundy.RoleEdge && e.Ends[0] != ground && e.Ends[1] != ground {
			if a, b := find(e.Ends[0]), find(e.Ends[1]); a != b {
				root[a] = b
			}
		}
	}
	bush := func(e grundy.Element) string {
		if e.Ends[0] == ground {
			return find(e.Ends[1])
		}
		return find(e.Ends[0])
	}
	edges := map[string]int64{}
	for _, e := range s.Elements {
		if e.Role == grundy.RoleEdge {
			edges[bush(e)]++
		}
	}
	sizes := map[string]int64{}
	for _, e := range s.Elements {
		if e.Role == grundy.RoleEdge {
			sizes[e.ID] = edges[bush(e)]
		}
	}
	return sizes
}

// middle: the cells nearest to the middle of a row or a grid; otherwise half of a number.
func middle(v *view, m *move) (nearest int64, ok bool) {
	for i, s := range m.steps {
		near, yes := int64(0), false
		switch before := v.scenes[s.component]; before.Kind {
		case grundy.SceneRow, grundy.SceneGrid:
			near, yes = fromMiddle(before, s.changes)
		case grundy.SceneHackenbush:
			yes = isHalf(uint64(total(before, nil)), uint64(total(s.after, nil)))
		default:
			yes = halves(s.changes)
		}
		if !yes {
			return 0, false
		}
		if i == 0 || near < nearest {
			nearest = near
		}
	}
	return nearest, true
}

// isHalf reports whether a number becomes its half, rounded either way.
func isHalf(before, after uint64) bool {
	return before > 1 && (after == before/2 || after == before-before/2)
}

// halves reports whether every number that gets smaller becomes its half: of stones, of coins, or
// of the place where something stands.
func halves(changes []scene.Change) (found bool) {
	var gone, came *grundy.Element // coins
	for _, c := range changes {
		switch {
		case falls(c) > 0:
			if c.After == nil || !isHalf(c.Before.Count, c.After.Count) {
				return false
			}
			found = true
		case c.Kind == scene.Moves && len(c.Before.At) == len(c.After.At):
			for axis, x := range c.Before.At {
				if x != c.After.At[axis] && !isHalf(x, c.After.At[axis]) {
					return false
				}
			}
			found = len(c.Before.At) > 0
		case c.Kind == scene.Goes && c.Before.Role == grundy.RoleCoin && gone == nil:
			gone = c.Before
		case c.Kind == scene.Comes && c.After.Role == grundy.RoleCoin && came == nil:
			came = c.After
		}
	}
	return found || gone != nil && came != nil && isHalf(gone.At[0], came.At[0])
}

// fromMiddle returns how near the cells that change are to the middle, on the average: 0 for
// those in the middle, and less for others.
func fromMiddle(s grundy.Scene, changes []scene.Change) (near int64, ok bool) {
	var sums [8]int64
	n := int64(0)
	for _, c := range changes {
		if c.Before == nil || len(c.Before.At) != len(s.Size) || len(s.Size) > len(sums) {
			continue
		}
		for axis, x := range c.Before.At {
			sums[axis] += int64(x)
		}
		n++
	}
	if n == 0 {
		return 0, false
	}
	const unit = 1 << 10 // of a step
	for axis, size := range s.Size {
		centre := int64(size) - 1 // all numbers are doubled
		if axis < len(s.Origin) {
			centre += 2 * int64(s.Origin[axis])
		}
		off := (2*sums[axis] - n*centre) * unit / n
		near -= off * off
	}
	return near, true
}

// fewest: few moves for the opponent.
func fewest(_ *view, m *move) (int64, bool) { return -m.left, m.left >= 0 }

// even: an even number of all that there is; an odd one in misère play.
func even(v *view, m *move) (int64, bool) {
	sum := int64(0)
	for i, s := range v.scenes {
		if k := slices.IndexFunc(m.steps, func(s step) bool { return s.component == i }); k >= 0 {
			s = m.steps[k].after
		}
		sum += total(s, v.live[i])
	}
	wanted := int64(0)
	if v.convention == grundy.Misere {
		wanted = 1
	}
	return 0, sum&1 == wanted
}
