package input_test

// This file declares the formats of real problems, as a problem file would.

import (
	"context"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/input"
)

func at(n int64) input.Bound     { return input.At(n) }
func of(name string) input.Bound { return input.Of(name) }

func big(t testing.TB, text string) input.Bound {
	t.Helper()
	n, err := input.ParseInt(text)
	if err != nil {
		t.Fatal(err)
	}
	return input.Bound{Plus: n}
}

func fields(f ...input.Field) input.Group { return input.Group{Fields: f} }

// tests is what follows, a counted number of times.
func tests(most int64, g input.Group) input.Group {
	return input.Group{Repeat: &input.Repeat{Name: "test", Count: input.Counted(at(1), at(most)), Group: g}}
}

func sameLine(f input.Field) input.Field {
	f.End = " "
	return f
}

func ordered(f input.Field, o input.Order) input.Field {
	f.Order = o
	return f
}

func acyclic(f input.Field) input.Field {
	f.Acyclic = true
	return f
}

func queries(most int64, g input.Group) *input.Repeat {
	return &input.Repeat{Name: "query", Count: input.Counted(at(1), at(most)), Group: g}
}

func made(t testing.TB, op input.Op, x, y input.Bound) input.Bound {
	t.Helper()
	b, ok := input.Made(op, x, y)
	if !ok {
		t.Fatalf("%v %v %v cannot be made", x, op, y)
	}
	return b
}

func until(g input.Group, last ...int64) input.Group {
	r := &input.Repeat{Name: "test", How: input.Until, Group: g}
	for _, n := range last {
		r.Last = append(r.Last, input.IntOf(n))
	}
	return input.Group{Repeat: r}
}

// A format is a declaration with an input in its layout.
type format struct {
	name string
	input.Declaration
	text string
}

// formats returns one of every format of the problems that this package is for.
func formats(t testing.TB) []format {
	n := input.Number("n", at(1), at(50))
	heaps := input.Numbers("s", input.Exactly(of("n")), at(0), at(1e9))
	vertical := func(name string) input.Field {
		f := input.Numbers(name, input.Exactly(of("n")), at(1), of("n"))
		f.Separator = "\n"
		return f
	}
	set := input.Numbers("set", input.Counted(at(1), at(100)), at(1), at(10000))
	dag := input.Graph("edges", of("n"), of("m"))
	dag.Directed, dag.Acyclic = true, true
	plain := input.Graph("edges", of("n"), of("m"))
	connected := plain
	connected.Connected = true
	parents := input.Tree("parents", of("n"))
	parents.Parents = true
	zero := input.Tree("edges", of("n"))
	zero.Base = 0
	word := input.Text
	kind := word("kind", at(1), at(4), "MWabcdefghijklmnopqrstuvwxyz0123456789")
	k := input.Number("k", at(2), at(200))
	return []format{
		{"one number", input.Declaration{Group: fields(input.Number("n", at(1), at(1e9)))}, "7\n"},
		{"chocolate-in-box", input.Declaration{Group: fields(input.Number("n", at(1), at(1e6)), input.Numbers("a", input.Exactly(of("n")), at(1), at(1e9)))}, "2\n2 3\n"},
		{"counter-game", input.Declaration{Group: tests(10, fields(input.Number("n", at(1), big(t, "2^64-1"))))}, "3\n6\n1\n18446744073709551615\n"},
		{"knight-and-queen", input.Declaration{Group: tests(1000, fields(
			sameLine(input.Number("a", at(0), at(50))), sameLine(input.Number("b", at(0), at(50))),
			sameLine(input.Number("c", at(0), at(50))), input.Number("d", at(0), at(50))))}, "2\n0 0 0 0\n5 4 50 3\n"},
		{"move-the-coins", input.Declaration{
			Group: input.Group{
				Fields: []input.Field{
					input.Number("n", at(2), at(5e4)), input.Numbers("c", input.Exactly(of("n")), at(0), at(20)), input.Tree("edges", of("n"))},
				Repeat: queries(5e4, fields(sameLine(input.Number("u", at(2), of("n"))), input.Number("v", at(1), of("n")))),
			},
			Valid: func(_ context.Context, d *input.Data) (string, error) {
				if d.Values[0].Number == d.Values[1].Number {
					return "two nodes", nil
				}
				return "", nil
			},
		}, "6\n0 2 2 1 3 2\n1 2\n1 3\n3 4\n3 5\n4 6\n3\n6 2\n4 1\n3 6\n"},
		{"nim-game", input.Declaration{Group: tests(100, fields(n, heaps))}, "2\n2\n1 1\n3\n2 1 4\n"},
		{"poker-nim", input.Declaration{Group: tests(100, fields(sameLine(n), input.Number("k", at(1), at(100)), heaps))}, "1\n3 5\n2 1 3\n"},
		{"chessboard-game-again", input.Declaration{Group: tests(1000, fields(input.Number("k", at(1), at(1000)),
			input.Records("coins", input.Exactly(of("k")), input.Number("x", at(1), at(15)), input.Number("y", at(1), at(15)))))},
			"2\n3\n5 4\n5 8\n8 2\n1\n7 1\n"},
		{"vertical-rooks", input.Declaration{Group: tests(10, fields(n, vertical("a"), vertical("b")))}, "1\n3\n1\n2\n2\n3\n1\n1\n"},
		{"benders-play", input.Declaration{Group: input.Group{
			Fields: []input.Field{sameLine(input.Number("n", at(1), at(1e5))), input.Number("m", at(0), at(1e6)), dag},
			Repeat: queries(1e5, fields(input.Number("k", at(1), at(100)), input.Numbers("nodes", input.Exactly(of("k")), at(1), of("n")))),
		}}, "4 4\n1 4\n3 4\n3 2\n2 4\n2\n2\n4 4\n1\n2\n"},
		{"deforestation", input.Declaration{Group: tests(100, fields(n, input.Tree("edges", of("n"))))}, "2\n5\n1 2\n3 1\n3 4\n3 5\n1\n"},
		{"bob-and-ben", input.Declaration{
			Group:  tests(100, fields(n, input.Records("trees", input.Exactly(of("n")), input.Number("m", at(1), at(1e9)), input.Number("k", at(2), at(100))))),
			Totals: []input.Total{{Field: "n", Most: input.IntOf(1000)}},
		}, "2\n2\n1 2\n1 3\n1\n3 2\n"},
		{"digits-square-board", input.Declaration{Group: tests(10, fields(input.Number("n", at(1), at(30)), input.Matrix("board", of("n"), of("n"), at(1), at(9))))},
			"2\n3\n2 7 5\n2 7 5\n7 7 7\n2\n4 3\n1 2\n"},
		{"grid", input.Declaration{Group: fields(sameLine(input.Number("h", at(1), at(30))), input.Number("w", at(1), at(30)), input.Grid("board", of("h"), of("w"), ".#"))},
			"2 3\n.#.\n...\n"},
		{"matrix of rows without numbers", input.Declaration{Group: tests(9, fields(sameLine(input.Number("h", at(0), at(3))), input.Number("w", at(0), at(2)), input.Matrix("m", of("h"), of("w"), at(0), at(9))))},
			"3\n2 0\n\n\n1 2\n3 4\n3 0\n\n\n\n"},
		{"kyles", input.Declaration{Group: tests(1000, fields(input.Number("n", at(1), at(300)), word("pins", of("n"), of("n"), "IX")))}, "2\n4\nIXXI\n5\nIIIII\n"},
		{"bitter-chocolate", input.Declaration{Group: tests(100, fields(
			sameLine(input.Number("a", at(1), at(25))), sameLine(input.Number("b", at(0), of("a"))), input.Number("c", at(0), of("b"))))}, "2\n1 1 1\n2 2 1\n"},
		{"permutation-game", input.Declaration{Group: tests(100, fields(input.Number("n", at(1), at(15)), input.Permutation("p", of("n"), 1)))}, "2\n3\n1 3 2\n5\n5 3 2 1 4\n"},
		{"stone-division", input.Declaration{Group: fields(sameLine(input.Number("n", at(1), at(1e18))), input.Number("m", at(1), at(10)),
			ordered(input.Numbers("s", input.Exactly(of("m")), at(2), at(1e18)), input.Distinct))}, "15 3\n5 2 3\n"},
		{"two-strings", input.Declaration{Group: fields(sameLine(input.Number("n", at(1), at(3e5))), sameLine(input.Number("m", at(1), at(3e5))),
			input.Number("k", at(1), at(1e18)), word("a", of("n"), of("n"), "abc"), word("b", of("m"), of("m"), "abc"))}, "2 1 3\nab\nc\n"},
		{"chocolate-game", input.Declaration{Group: fields(n, ordered(heaps, input.Nondecreasing))}, "5\n1 1 2 2 3\n"},
		{"movcoin2", input.Declaration{Group: tests(10, fields(n, input.Tree("edges", of("n")), input.Numbers("c", input.Exactly(of("n")), at(1), at(16)),
			input.Number("q", at(1), at(200)), input.Records("moves", input.Exactly(of("q")), input.Number("u", at(1), of("n")), input.Number("v", at(1), of("n")))))},
			"1\n4\n1 2\n4 3\n4 1\n1 2 1 1\n2\n2 3\n3 1\n"},
		{"stick-game", input.Declaration{Group: fields(sameLine(input.Number("n", at(1), at(1e6))), input.Number("k", at(1), at(100)),
			ordered(input.Numbers("p", input.Exactly(of("k")), at(1), of("n")), input.Distinct))}, "10 1\n1\n"},
		{"nim-game-1", input.Declaration{
			Group:  tests(2e5, fields(input.Number("n", at(1), at(2e5)), input.Numbers("x", input.Exactly(of("n")), at(1), at(1e9)))),
			Totals: []input.Total{{Field: "n", Most: input.IntOf(2e5)}},
		}, "2\n1\n7\n2\n1 1\n"},
		{"s-nim", input.Declaration{Group: input.Group{Repeat: &input.Repeat{Name: "test", How: input.Until, Group: fields(set,
			input.Number("m", at(1), at(100)),
			input.Lists("positions", input.Exactly(of("m")), input.Numbers("", input.Counted(at(1), at(100)), at(0), at(10000))))}}},
			"2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n1\n2 5 12\n0\n"},
		{"s-nim with queries", input.Declaration{Group: input.Group{Repeat: &input.Repeat{Name: "test", How: input.Until, Group: input.Group{
			Fields: []input.Field{sameLine(input.Number("k", at(1), at(100))), ordered(input.Numbers("set", input.Exactly(of("k")), at(1), at(10000)), input.Distinct)},
			Repeat: queries(100, fields(sameLine(input.Number("l", at(1), at(100))), input.Numbers("h", input.Exactly(of("l")), at(0), at(10000)))),
		}}}}, "2 2 5\n2\n2 5 12\n3 2 4 7\n5 1 2 3 4 5\n1\n2 5 12\n0\n"},
		{"misere-nim of CodinGame", input.Declaration{Group: input.Group{
			Fields: []input.Field{sameLine(n)}, Repeat: queries(100, fields(heaps)),
		}}, "2 3\n5 1\n1 1\n7 0\n"},
		{"numbers to the end", input.Declaration{Group: input.Group{Repeat: &input.Repeat{How: input.ToEnd, Group: fields(input.Number("n", at(-5), at(5)))}}}, "-5\n0\n5\n"},
		{"tree of parents", input.Declaration{Group: fields(n, parents)}, "4\n1 1 3\n"},
		{"tree from 0", input.Declaration{Group: fields(n, zero)}, "3\n0 2\n1 0\n"},
		{"connected graph", input.Declaration{Group: fields(sameLine(n), input.Number("m", at(0), at(100)), connected)}, "3 3\n1 2\n3 2\n1 3\n"},
		{"plain graph", input.Declaration{Group: fields(sameLine(n), input.Number("m", at(0), at(100)), plain)}, "3 1\n3 2\n"},
		{"signed", input.Declaration{Group: fields(n, ordered(input.Numbers("a", input.Exactly(of("n")), big(t, "-2^63"), big(t, "2^63-1")), input.Increasing))},
			"3\n-9223372036854775808 -1 9223372036854775807\n"},
		{"words", input.Declaration{Group: fields(n, input.Texts("words", input.Exactly(of("n")), at(1), at(8), "0123456789"))}, "3\n12 5 007\n"},

		{"words and lists with totals", input.Declaration{Group: tests(9, fields(n, input.Texts("words", input.Exactly(of("n")), at(1), at(30), "abc"),
			input.Lists("lists", input.Exactly(of("n")), input.Numbers("", input.Counted(at(0), at(9)), at(1), at(9))), input.Text("word", at(2), at(9), "xy"))),
			Totals: []input.Total{{Field: "words", Most: input.IntOf(40)}, {Field: "lists", Most: input.IntOf(25)}, {Field: "word", Most: input.IntOf(30)}}},
			"2\n2\nab c\n2 1 9\n0\nxyx\n1\nabc\n1 5\nyy\n"},
		{"lists without cycles", input.Declaration{Group: tests(9, fields(n, acyclic(input.Lists("out", input.Exactly(of("n")), input.Numbers("", input.Counted(at(0), of("n").Add(-1)), at(0), of("n").Add(-1)))))),
			Totals: []input.Total{{Field: "out", Most: input.IntOf(70)}}}, "2\n4\n2 1 2\n0\n1 3\n1 1\n1\n0\n"},
		{"lists without cycles from 1, in order", input.Declaration{Call: "f", Group: fields(n,
			acyclic(input.Lists("out", input.Exactly(of("n")), ordered(input.Numbers("", input.Counted(at(0), of("n")), at(1), of("n")), input.Decreasing))))},
			`{"args": [4, [[], [3, 1], [4], [1]]], "expect": 3}` + "\n"},

		{"until 0 0", input.Declaration{Group: until(fields(sameLine(input.Number("n", at(0), at(100))), input.Number("m", at(0), at(9)),
			input.Numbers("a", input.Exactly(of("m")), at(1), at(9))), 0, 0)}, "5 2\n1 9\n0 1\n3\n7 0\n\n0 0\n"},
		{"until -1 on a line and a count 0", input.Declaration{Group: until(fields(input.Number("n", at(-5), at(5)),
			input.Numbers("a", input.Counted(at(0), at(3)), at(1), at(9))), -1, 0)}, "-1\n1 4\n5\n0\n-1\n0\n"},
		{"pairs", input.Declaration{Group: tests(9, fields(sameLine(input.Number("n", at(1), at(40))),
			input.Number("m", at(0), made(t, input.Least, made(t, input.Quotient, made(t, input.Product, of("n"), of("n").Add(-1)), at(2)), at(1000))), plain))},
			"2\n3 3\n1 2\n3 2\n1 3\n1 0\n"},
		{"sums of fields", input.Declaration{Group: tests(9, fields(sameLine(input.Number("n", at(1), at(40))), sameLine(input.Number("m", at(1), at(40))),
			input.Number("k", made(t, input.Greatest, of("n"), of("m")), made(t, input.Sum, of("n"), of("m"))),
			input.Numbers("a", input.Exactly(made(t, input.Product, of("n"), of("m"))), made(t, input.Difference, at(0), of("k")), made(t, input.Shift, at(1), made(t, input.Least, of("k"), at(40)))),
			input.Number("last", at(0), of("k"))))},
			"1\n2 1 3\n8 -3\n1\n"},
		{"columns in order", input.Declaration{Group: tests(5, fields(n,
			input.Records("segments", input.Exactly(of("n")), ordered(input.Number("x", at(-50), at(60)), input.Increasing), input.Number("y", at(0), at(9)),
				ordered(input.Number("z", at(0), at(9)), input.Nonincreasing)),
			ordered(input.Records("cells", input.Counted(at(0), at(12)), input.Number("row", at(1), at(3)), input.Number("column", at(0), at(3))), input.Distinct)))},
			"1\n2\n-3 5 4\n7 5 4\n2\n1 0\n1 1\n"},
		{"columns that are distinct", input.Declaration{Call: "f", Group: fields(ordered(input.Records("rows", input.Counted(at(1), at(9)),
			ordered(input.Number("x", at(1), at(9)), input.Distinct), ordered(input.Number("y", at(1), big(t, "10^18")), input.Decreasing)), input.Distinct))},
			`{"args": [[[2, 9], [1, 3]]]}` + "\n"},

		{"ErrantKnight", input.Declaration{Call: "whoWins", Group: fields(input.Numbers("x", input.Counted(at(1), at(50)), at(-4000), at(4000)),
			input.Numbers("y", input.Exactly(of("x")), at(-4000), at(4000)))}, `{"args": [[1, -4000], [0, 4000]], "expect": "BW"}` + "\n"},
		{"MoreNim", input.Declaration{Call: "bestSet", Group: fields(input.Texts("heaps", input.Counted(at(1), at(50)), at(1), at(16), "0123456789"))},
			`{"args": [["5", "16"]], "expect": 21}` + "\n"},
		{"GameEnding", input.Declaration{Call: "result", Group: fields(input.Number("n", at(1), at(7)), input.Texts("moves", input.Counted(at(0), of("n")), at(2), at(2), "abcdefgh12345678"))},
			`{"args": [3, ["b2"]], "expect": "First player wins"}` + "\n" + `{"args": [7, []]}` + "\n"},
		{"LittleSquares", input.Declaration{Call: "winner", Group: fields(input.Grid("board", at(2), at(4), ".#"))}, `{"args": [["..#.", "...."]], "expect": "first"}` + "\n"},
		{"LongLongNim", input.Declaration{Call: "numberOfWins", Group: fields(input.Number("maxN", at(1), at(1e9)),
			ordered(input.Numbers("moves", input.Counted(at(1), at(22)), at(1), at(22)), input.Increasing))}, `{"args": [20, [1, 2, 3]], "expect": 5}` + "\n"},
		{"TheXGame", input.Declaration{Call: "firstMove", Group: fields(word("board", at(0), at(50), "-X"))}, `{"args": ["X---X-X-"]}` + "\n" + `{"args": [""], "expect": 1}` + "\n"},
		{"TheNumberGame", input.Declaration{Call: "find", Group: fields(input.Number("n", at(1), at(1e18)))}, `{"args": [1000000000000000000], "expect": "John"}` + "\n"},
		{"Euler 629", input.Declaration{Call: "f", Group: fields(kind, input.Number("n", at(1), at(1000)), k)}, `{"args": ["f", 5, 2], "expect": 3}` + "\n" + `{"args": ["g", 7, 2]}` + "\n"},
		{"rows without numbers in calls", input.Declaration{Call: "all", Group: fields(n, input.Matrix("m", of("n"), at(0), at(0), at(1)))}, `{"args": [2, [[], []]]}` + "\n"},
		{"structures in calls", input.Declaration{Call: "all", Group: fields(n, input.Tree("edges", of("n")), input.Matrix("m", of("n"), at(2), at(-1), at(1)),
			input.Lists("lists", input.Counted(at(0), at(3)), input.Numbers("", input.Counted(at(0), at(3)), at(0), at(9))),
			input.Records("rows", input.Counted(at(0), at(3)), input.Number("x", at(-1), at(1)), input.Number("y", at(5), at(6))),
			input.Permutation("p", of("n"), 1))},
			`{"args": [3, [[1, 2], [3, 1]], [[0, 1], [-1, 1], [0, 0]], [[], [1, 2]], [[-1, 5]], [2, 1, 3]]}` + "\n"},
	}
}

func shape(t testing.TB, d input.Declaration) *input.Shape {
	t.Helper()
	s, err := input.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
