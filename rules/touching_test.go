package rules

import (
	"strings"
	"testing"
)

// TestTouchingWords says what is wrong with steps, pairs and letters.
func TestTouchingWords(t *testing.T) {
	const grid = "position(g = grid(\".xo\", 4, 4))\ndef moves(g):\n    pass\n"
	const row = "position(r = row(\".xo\", most = 9))\ndef moves(r):\n    pass\n"
	for _, c := range []struct{ text, wrong string }{
		{grid + "touching(\"x\", leaps = [(0, 0)])\n", "4:15: leaps = [(0, 0)]: want steps (down, right) of two integers, as in (1, 2), not (0, 0)"},
		{grid + "touching(\"x\", rides = [1])\n", "want steps (down, right) of two integers, as in (1, 2), not 1"},
		{grid + "touching(\"x\", rides = [(1 << 40, 0)])\n", "want steps (down, right) of two integers, as in (1, 2), not"},
		{grid + "touching(\"x\", rides = 1)\n", "want a list of at most 32 steps (down, right), as in [(0, 1), (1, 0)]"},
		{grid + "touching(\"x\", rides = [(0, 1)] * 33)\n", "want a list of at most 32 steps"},
		{grid + "touching(\"x\", rides = [(0, 1)], diagonal = True)\n", "want diagonal, or leaps and rides that say it themselves"},
		{row + "touching(\"x\", leaps = [(0, 1)])\n", "leaps and rides are steps on a grid, and r is a row"},
		{grid + "touching(\"xo\", apart = [\"x.\"])\n", "want pairs of the letters xo, not \"x.\""},
		{grid + "touching(\"xo\", apart = 1)\n", "want a list of pairs of letters, as in [\"xx\", \"oo\"]"},
		{"position(r = row(0, 3, most = 9))\ndef moves(r):\n    pass\ntouching(1, apart = [\"xx\"])\n", "want a list of pairs of letters"},
		{grid + "symmetric(\"exchange\")\n", "want two of the letters .xo, as in symmetric(\"exchange\", letters = \"xo\")"},
		{grid + "symmetric(\"exchange\", letters = \"xa\")\n", "want two of the letters .xo"},
		{grid + "symmetric(\"exchange\", letters = \"xx\")\n", "want two of the letters .xo"},
		{grid + "symmetric(\"exchange\", letters = \"xo\")\nsymmetric(\"exchange\", letters = \"x.\")\n", "two pairs of letters that are exchanged: want one"},
		{"position(r = row(0, 3, most = 9))\ndef moves(r):\n    pass\nsymmetric(\"exchange\", letters = \"xo\")\n", "want two letters of r: it has none, as in"},
	} {
		if _, err := Load(t.Context(), "b.star", strings.NewReader(c.text), Options{}); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v\nwant %s", c.text, err, c.wrong)
		}
	}
}

// TestTouchingFromAfar takes positions apart along lines and leaps, and where letters stay apart.
func TestTouchingFromAfar(t *testing.T) {
	const grid = "position(g = grid(\".xo\", 4, 4))\ndef moves(g):\n    pass\n"
	for _, c := range []struct{ text, position, want string }{
		{grid + "touching(\"x\", rides = [(0, 1)])\n", `"x.x./..../.x.x"`, `p.star("x.x";"x.x")`},
		{grid + "touching(\"x\", rides = [(1, 1)])\n", `"x..x/..../..x./x..."`, `p.star("x";"x";"x../.../..x")`},
		{grid + "touching(\"x\", leaps = [(1, 2)])\n", `"x.x./..x."`, `p.star("x";"x../..x")`},
		{grid + "touching(\"xo\", apart = [\"xx\"])\n", `"xxo/.xx"`, `p.star("x";"x";"xo/.x")`},
		{"position(r = row(\".xo\", most = 9))\ndef moves(r):\n    pass\ntouching(\"xo\", apart = [\"xx\", \"oo\"])\n", `"xoxx.oo"`, `p.star("o";"o";"x";"xox")`},
		{grid + "symmetric(\"exchange\", letters = \"xo\")\n", `"xo."`, `p.star("ox.")`},
	} {
		f := load(t, "p.star", c.text, Options{CompiledOnly: true})
		var packed []string
		for _, q := range read(t, f, c.position+")").Split() {
			packed = append(packed, string(q.Position().(Position)))
		}
		if got := string(f.AppendPosition(nil, sumOf(packed))); got != c.want {
			t.Errorf("%s: %s falls into %s, not %s", c.text, c.position, got, c.want)
		}
	}
}
