package rules

// Moves that say how the opponent must reply.

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
)

const replyRules = `position(n = integer(-2, 9), r = row("X.", most = 3))
def moves(n, r):
    for k in range(-2, n):
        move(k, r, entails = k % 2 == 0, label = "to %d" % k)
        if r:
            move(k, r[1:], again = "X" in r)
    if len(r) == 3:
        move_sum((n, r[1:]), (0, "X"), again = True)
        move_sum((0, r), again = False)
symmetric("reverse")
`

func TestReplies(t *testing.T) {
	var lists [][]string
	for _, o := range []Options{{CompiledOnly: true}, {Interpreted: true}} {
		f, err := Load(t.Context(), "f.star", strings.NewReader(replyRules), o)
		if err != nil {
			t.Fatal(err)
		}
		// Positions are written as they are read.
		for _, text := range []string{"f.star(3,\"X.X\")", "f.star(3,\"X.X\",answer)", "f.star(-2,\"\";pass)", "f.star(pass)", "f.star(0,\"X\";1,\"\",answer;pass)"} {
			c, length, err := f.Read(t.Context(), text[len("f.star("):])
			if strings.Contains(text, "answer;pass") {
				if err == nil || !strings.Contains(err.Error(), "a second part") {
					t.Errorf("%s: %v", text, err)
				}
				continue
			}
			if err != nil || length != len(text)-len("f.star(") {
				t.Fatalf("%s: %d, %v", text, length, err)
			}
			again, _, err := f.Read(t.Context(), c.String()[len("f.star("):])
			if err != nil || again.Identity() != c.Identity() {
				t.Errorf("%s is written %v, and that is read as %v; %v", text, c, again, err)
			}
			entailed, may := c.Entailed()
			if want := strings.Contains(text, "answer") || strings.Contains(text, "pass"); entailed != want || !may {
				t.Errorf("%s: entailed %v, %v", text, entailed, may)
			}
		}
		var list []string
		for _, text := range []string{"3,\"X.X\")", "3,\"X.X\",answer;1,\"X\")", "1,\"X\";pass)", "-1,\"..\")"} {
			c, _, err := f.Read(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range c.AppendOptions(nil) {
				list = append(list, c.DescribeMove(q)+": "+q.String())
				// Keys tell positions apart, and lead back to them.
				if packed, ok := grundy.Pack[uint64](q); ok {
					for _, key := range packed.Keys {
						p := packed.Unpack(key)
						if same, ok := packed.AppendKeys(nil, p); !ok || !slices.Equal(same, []uint64{key}) {
							t.Errorf("%v has keys %v", p, same)
						}
					}
				}
			}
		}
		lists = append(lists, list)
	}
	if !slices.Equal(lists[0], lists[1]) {
		t.Errorf("compiled: %s\ninterpreted: %s", strings.Join(lists[0], "\n"), strings.Join(lists[1], "\n"))
	}
	for _, want := range []string{
		"to 2, which must be answered there: f.star(2,\"X.X\",answer)",
		"n from 3 to 0; r: remove cell 1, and move again: f.star(pass;0,\".X\")",
		"to 1: f.star(1,\"X.X\")",
		"pass: f.star(1,\"X\")",
		"part 2: to 2, which must be answered there: f.star(1,\"X\";2,\"X.X\",answer)",
		"n from -1 to -2; r: remove cell 2: f.star(-2,\".\")",
	} {
		if !slices.Contains(lists[0], want) {
			t.Errorf("no move is %q:\n%s", want, strings.Join(lists[0], "\n"))
		}
	}
}

func TestBadReplies(t *testing.T) {
	const head = "position(n = integer(0, 9))\n"
	for text, want := range map[string]string{
		head + "def moves(n):\n    move(0, entails = True, again = True)\n":                                  "3:29: move(0, entails = True, again = True)",
		head + "def moves(n):\n    move_sum(0, 1, entails = n > 1)\n":                                        "a move that must be answered leaves one position",
		head + "loopy = True\ndef moves(n):\n    move(0, again = True)\n":                                    "leave out draw(), loopy = True and misere = True",
		head + "misere = True\ndef moves(n):\n    move(0, entails = True)\n":                                 "leave out draw(), loopy = True and misere = True",
		head + "def moves(n):\n    if n == 1:\n        draw()\n        return\n    move(0, again = n > 2)\n": "are for normal play that ends by a win",
		head + "def moves(n):\n    move(0, again = n > 2)\ndef value(n):\n    return n\n":                    "theorems are for normal play to the last move",
		head + "def parts(n):\n    part(n)\ndef moves(n):\n    move(0, entails = n > 2)\n":                   "parts(…) beside entails = …",
	} {
		if _, err := Load(t.Context(), "f.star", strings.NewReader(text), Options{}); err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "want one of them") {
			t.Errorf("%s\n%v; want %s", text, err, want)
		}
	}
	for _, moves := range []string{"move(0, again = n)", "move(0, entails = \"yes\")", "move_sum(0, again = 1)", "move(0, agayn = True)"} {
		f, err := Load(t.Context(), "f.star", strings.NewReader(head+"def moves(n):\n    "+moves+"\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		run := f.during(t.Context())
		_, err = run.optionsOf(Position(f.pack(make([]int64, f.code.Shape.Size))))
		want := "want True or False"
		if strings.Contains(moves, "agayn") {
			want = `did you mean "again"?`
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", moves, err)
		}
	}
}
