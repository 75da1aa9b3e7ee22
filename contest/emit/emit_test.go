package emit

import (
	"context"
	"testing"

	"grundy/contest/input"
)

func TestDraft(t *testing.T) {
	n := input.Of("n")
	for _, c := range []struct {
		src     string
		d       input.Declaration
		in, out string
	}{
		{`def answer(s):
    return "First" if wins(nim(s), misere = True) else "Second"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(100)), input.Numbers("s", input.Exactly(n), input.At(1), input.At(1e9))}}}}},
			"2\n2\n1 1\n3\n2 1 3\n", "First\nSecond\n"},
		{`def answer(x, y):
    return "First" if wins(knight4[15](x - 1, y - 1)) else "Second"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("x", input.At(1), input.At(15)), input.Number("y", input.At(1), input.At(15))}}}}},
			"3\n5 2\n5 3\n8 8\n", "Second\nFirst\nFirst\n"},
		{`def answer(maxN, moves):
    return p_count(subtraction(moves), 1, maxN)
`, input.Declaration{Call: "numberOfWins", Group: input.Group{Fields: []input.Field{
			input.Number("maxN", input.At(1), input.At(1e9)), input.Numbers("moves", input.Counted(input.At(1), input.At(22)), input.At(1), input.At(22))}}},
			"{\"args\": [20, [1, 2, 3]]}\n{\"args\": [1000000000, [1, 2]]}\n{\"args\": [6543, [2, 4,7,11,20]]}", "5\n333333333\n1637\n"},
		{`def answer(size0, size1):
    moves = remoteness(squares(size0) + squares(size1), compound = "conjunctive")
    return "%s will win after %d moves" % ("Alan" if moves % 2 == 1 else "Bob", moves)
`, input.Declaration{Call: "winner", Group: input.Group{Fields: []input.Field{
			input.Number("size0", input.At(1), input.At(10000)), input.Number("size1", input.At(1), input.At(10000))}}},
			"{\"args\": [2, 3]}\n{\"args\": [7, 13]}\n", "\"Bob will win after 2 moves\"\n\"Bob will win after 4 moves\"\n"},
		{`def answer(S, positions):
    game = subtraction(S)
    return "".join(["W" if wins(game(p)) else "L" for p in positions])
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{How: input.Until, Group: input.Group{Fields: []input.Field{
			input.Numbers("S", input.Counted(input.At(1), input.At(100)), input.At(1), input.At(10000)),
			input.Lists("positions", input.Counted(input.At(1), input.At(100)), input.Numbers("", input.Counted(input.At(1), input.At(100)), input.At(0), input.At(10000)))}}}}},
			"2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n", "LWW\nWWL\n"},
		{`def answer(heaps):
    moves = ["%d:%d" % (i + 1, taken) for i, taken in winning(nim(heaps), misere = True)]
    return " ".join(moves) if moves else "CONCEDE"
`, input.Declaration{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(15)), input.Numbers("heaps", input.Exactly(n), input.At(1), input.At(1e9))}}},
			"1\n7\n", "1:1\n"},
		{`def answer(n):
    return "first" if wins(grundy(n)) else "second"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(1e4))}}}}},
			"3\n6\n7\n8\n", "first\nsecond\nfirst\n"},
		{`def answer(pins):
    return "WIN" if wins(game("0.77")([len(run) for run in pins.split("X")])) else "LOSE"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(300)), input.Text("pins", n, n, "IX")}}}}},
			"4\n4\nIXXI\n4\nXIIX\n5\nIIXII\n5\nIIIII\n", "LOSE\nWIN\nLOSE\nWIN\n"},
		{`def answer(n):
    return "Louise" if wins(counter(n)) else "Richard"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.Bound{Plus: input.UintOf(1<<64 - 1)})}}}}},
			"4\n6\n132\n18446744073709551615\n1\n", "Richard\nLouise\nLouise\nRichard\n"},
		{`def answer(k, a):
    return "Kevin" if wins(sum([lieges_of_legendre(x, 2 - k % 2) for x in a])) else "Nicky"
`, input.Declaration{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(15)), input.Number("k", input.At(1), input.At(15)), input.Numbers("a", input.Exactly(n), input.At(1), input.At(1e9))}}},
			"2 1\n3 4\n", "Kevin\n"},
		{`def answer(x):
    return "First" if wins(game(x), compound = "selective") else "Second"
game = subtraction([1])
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(15)), input.Numbers("x", input.Exactly(n), input.At(1), input.At(1e9))}}}}},
			"3\n3\n1 2 3\n2\n2 2\n4\n5 5 4 5\n", "First\nSecond\nFirst\n"},
		{`def answer(L, R, a):
    return "First" if wins(sum([take_between(x, L, R) for x in a])) else "Second"
`, input.Declaration{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(15)), input.Number("L", input.At(1), input.At(15)), input.Number("R", input.Of("L"), input.At(15)),
			input.Numbers("a", input.Exactly(n), input.At(1), input.At(1e9))}}},
			"3 1 2\n2 3 3\n", "First\n"},
		{`def answer(a):
    return "Manasa" if wins(prime_game(a)) else "Sandy"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(15)),
			input.Numbers("a", input.Exactly(n), input.At(1), input.At(1e18))}}}}},
			"2\n2\n10 10\n3\n2 2 3\n", "Sandy\nManasa\n"},
		{`def answer(coins):
    return "First" if wins(knight4[15]([(x - 1, y - 1) for x, y in coins])) else "Second"
`, input.Declaration{Group: input.Group{Repeat: &input.Repeat{Group: input.Group{Fields: []input.Field{
			input.Number("k", input.At(1), input.At(15)),
			input.Records("coins", input.Exactly(input.Of("k")), input.Number("", input.At(1), input.At(15)), input.Number("", input.At(1), input.At(15)))}}}}},
			"2\n3\n5 4\n5 8\n8 2\n6\n7 1\n7 2\n7 3\n7 4\n7 4\n7 4\n", "First\nSecond\n"},
	} {
		for _, l := range Languages {
			code, err := Emit(context.Background(), &Problem{Name: "x", Title: "Title.", Source: []byte(c.src), Input: c.d}, l)
			if err != nil {
				t.Error(err)
				continue
			}
			if got := build(t, l, code)(c.in); got != c.out {
				t.Errorf("%s: %q\n%s", l, got, code)
			}
		}
	}
}
