package made

// Once in the whole game, one of the players may pass.

import (
	"sync"

	"github.com/grundy-games/grundy"
)

// Pass is any game with a pass move: once in the whole game one of the players may pass instead of moving,
// but not at the end, where there is no other move (R. E. Morrison, E. J. Friedman and A. S. Landsberg,
// Combinatorial games with a pass, Chaos 22, 2012). A position is one of the other game and, while the
// pass is left, something behind it. Without the pass, it is the position of the other game.
type Pass struct{ of }

var _ grundy.Wrapper[position] = Pass{}

// left stands for the pass.
var left = sync.OnceValue(func() grundy.Component { return grundy.Place[position](Together{}, position{}) })

// PlacePass makes a component of the position with a pass. The error says why it is none.
func PlacePass(c grundy.Component) (grundy.Component, error) {
	if err := refuse("a game with a pass", c); err != nil {
		return nil, err
	}
	return grundy.Place(Pass{gamesOf(c)}, position{c, left()}), nil
}

// AppendOptions implements [grundy.Game]: the pass comes last.
func (g Pass) AppendOptions(dst []position, p position) []position {
	moves := p[0].AppendOptions(nil)
	for _, q := range moves {
		dst = append(dst, with(p, q))
	}
	if len(p) > 1 && len(moves) > 0 {
		dst = append(dst, p[:1])
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (Pass) CountOptions(p position) uint64 {
	n := grundy.NumberOfOptions(p[0])
	if n > 0 && len(p) > 1 {
		n = grundy.AddCounts(n, 1)
	}
	return n
}

// AppendPosition implements [grundy.Notation].
func (Pass) AppendPosition(dst []byte, p position) []byte {
	if len(p) == 1 {
		return p[0].AppendText(dst)
	}
	return append(append(append(dst, "pass("...), inside(p[0])...), ')')
}

// Inner implements [grundy.Wrapper].
func (Pass) Inner(p position) (grundy.Component, bool) { return p[0], len(p) == 1 }

// With implements [grundy.Wrapper].
func (Pass) With(p position, c grundy.Component) position { return with(p, c) }

// AppendMove implements [grundy.MoveNamer].
func (Pass) AppendMove(dst []byte, p, q position) []byte {
	if len(q) < len(p) {
		return append(dst, "pass"...)
	}
	return append(dst, p[0].DescribeMove(q[0])...)
}

// Scene implements [grundy.Scener]: the passes that are left are a heap beside the position.
func (Pass) Scene(p position) (grundy.Scene, error) {
	part, err := sceneOf("position", p[0])
	passes := grundy.Element{ID: "passes", Role: grundy.RoleHeap, Count: uint64(len(p) - 1), Text: "passes left"}
	if passes.Count == 1 {
		passes.Text = "pass left"
	}
	return grundy.Scene{Kind: grundy.SceneParts, Parts: []grundy.Scene{
		part, {Kind: grundy.SceneHeaps, Name: "passes", Elements: []grundy.Element{passes}},
	}}, err
}
