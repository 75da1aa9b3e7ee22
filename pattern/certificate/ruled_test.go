package certificate

import (
	"testing"

	"grundy"
	"grundy/position"
)

// builtIn returns the rules of a built-in game, which it writes itself.
func builtIn(t testing.TB, at string, coordinates int) string {
	t.Helper()
	sum, err := position.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	text, ok := sum[0].Component.Game().(grundy.Ruled).Rules(coordinates)
	if !ok {
		t.Fatalf("%s writes no rules", at)
	}
	return text
}

// builtIns are built-in games that write their rules.
var builtIns = []struct {
	form    string // of a position
	numbers int
}{
	{"nim(%s)", 1}, {"nim(%s)", 3}, {"subtraction[1,3,4](%s)", 1}, {"allbut[1,3](%s)", 1}, {"allbut[2](%s)", 2}, {"powers(%s)", 1}, {"powers(%s)", 2}, {"counter(%s)", 1},
	{"0.77(%s)", 1}, {"4.[3](%s)", 1}, {"0.137(%s)", 1}, {"4!.0(%s)", 1}, {"0.07(%s)", 1}, {"0.3(%s)", 2}, {"4.330300003(%s)", 1}, {"0.[36](%s)", 1}, {"{2=}.3(%s)", 1}, {"{2?}.03(%s)", 1},
	{"queen(%s)", 2}, {"rook(%s)", 2}, {"bishop(%s)", 2}, {"king(%s)", 2}, {"knight(%s)", 2}, {"knight4[6](%s)", 2}, {"amazon(%s)", 2}, {"nightrider(%s)", 2},
	{"wythoff[1](%s)", 2}, {"wythoff[3](%s)", 2}, {"cyclic-nimhoff[4](%s)", 2}, {"cyclic-nimhoff[3](%s)", 3}, {"leaper[-1,-2,-2,1](%s)", 2}, {"rider[-1,0,0,0,-2,-1,1,0,-3](%s)", 3}, {"nimhof[1,0,2,1](%s)", 2},
	{"piece[leaps -1,-2 2,-1; rides -1,0 0,-1; side 6; blocked 1,2](%s)", 2},
	{"staircase(%s)", 4}, {"tree[1,1,2](%s)", 4}, {"nondecreasing(%s)", 3}, {"cake(%s)", 3}, {"roxor(%s)", 3},
}
