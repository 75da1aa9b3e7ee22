package input_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/scan"
)

// Each wrong text gets an error that says where it is wrong, and what would be right.
func TestParseErrors(t *testing.T) {
	all := map[string]input.Declaration{}
	for _, f := range formats(t) {
		all[f.name] = f.Declaration
	}
	for _, c := range []struct {
		format, text string
		opt          input.Options
		want         string
	}{
		{"nim-game", "", input.Options{}, "line 1, column 1: the input ends here: want the number of tests, 1 … 100"},
		{"nim-game", "1\n2\n1 x\n", input.Options{}, `line 3, column 3: "x": want a number (s), 0 … 1000000000`},
		{"nim-game", "1\n2\n1 1000000001\n", input.Options{}, `line 3, column 3: "1000000001": want a number (s), 0 … 1000000000`},
		{"nim-game", "1\n51\n", input.Options{}, `line 2, column 1: "51": want a number (n), 1 … 50`},
		{"nim-game", "101\n", input.Options{}, `line 1, column 1: "101": want the number of tests, 1 … 100`},
		{"nim-game", "1\n1\n1\n7\n", input.Options{}, `line 4, column 1: "7": want the end of the input after the last line`},
		{"nim-game", "1\n2\n1  2\n", input.Options{Exact: true}, `line 3, column 3: " ": want no white space here`},
		{"nim-game", "1\n2\n1 2 \n", input.Options{Exact: true}, `line 3, column 4: " ": want the end of the line here`},
		{"nim-game", "1\n2\n1 2", input.Options{Exact: true}, `line 3, column 4: the input ends here: want the end of the line here`},
		{"nim-game", "1\n2\n1\n2\n", input.Options{Exact: true}, `line 3, column 2: "\n": want one blank here`},
		{"nim-game", "1\n2\n1 2\n\n", input.Options{Exact: true}, `line 4, column 1: "\n": want the end of the input here`},
		{"nim-game", "1\n2\n01 2\n", input.Options{Exact: true}, `line 3, column 1: "01": want the shortest form of this number here`},
		{"nim-game", "01\r\n1\n2\n", input.Options{}, ""},
		{"nim-game", "1\n1\n5000000000", input.Options{NoLimits: true}, ""},
		{"deforestation", "1\n3\n1 2\n2 1\n", input.Options{}, `line 4, column 3: "1": want an edge of a tree, which joins nodes that the edges before do not: not 2 1`},
		{"deforestation", "1\n3\n1 2\n2 4\n", input.Options{}, `line 4, column 3: "4": want a node, 1 … 3`},
		{"benders-play", "3 3\n1 2\n2 3\n3 1\n1\n1\n1\n", input.Options{}, `line 4, column 3: "1": want a graph without cycles: this edge is on one`},
		{"benders-play", "3 2\n1 2\n1 2\n", input.Options{}, `line 3, column 3: "2": want an edge that is not there yet: not 1 2`},
		{"benders-play", "3 1\n2 2\n", input.Options{}, `line 2, column 3: "2": want a node other than 2: an edge joins two nodes`},
		{"connected graph", "3 1\n1 2\n", input.Options{}, `line 2, column 3: "2": want a connected graph: the edges leave 2 parts`},
		{"permutation-game", "1\n3\n1 3 1\n", input.Options{}, `line 3, column 5: "1": want a number (p) that is not there yet`},
		{"stone-division", "4 2\n2 2\n", input.Options{}, `line 2, column 3: "2": want a number (s) that is not there yet`},
		{"chocolate-game", "2\n2 1\n", input.Options{}, `line 2, column 3: "1": want a number not less than the one before, 2`},
		{"kyles", "1\n3\nIX\n", input.Options{}, `line 3, column 1: "IX": want a word (pins) of 3 characters of "IX"`},
		{"kyles", "1\n3\nIXY\n", input.Options{}, `line 3, column 1: "IXY": want a word (pins) of 3 characters of "IX"; character 3 is 'Y'`},
		{"grid", "2 2\n..\n.\n", input.Options{}, `line 3, column 1: ".": want a row (board) of 2 characters of ".#"`},
		{"s-nim", "1 5\n1\n1 3\n", input.Options{}, `line 4, column 1: the input ends here: want a number (set), or 0 at the end, 0 … 18446744073709551615`},
		{"s-nim", "101 5\n", input.Options{}, `line 1, column 1: "101": want the number of set, 1 … 100`},
		{"nim-game-1", "2\n200000 " + strings.Repeat("1 ", 200000) + "\n1\n1\n", input.Options{}, `line 3, column 1: "1": want a total of n of at most 200000`},
		{"move-the-coins", "2\n0 0\n1 2\n1\n2 2\n", input.Options{}, `line 5, column 3: "2": want two nodes`},
		{"bitter-chocolate", "1\n1 2 1\n", input.Options{}, `line 2, column 3: "2": want a number (b), 0 … 1`},
		{"signed", "1\n9223372036854775808\n", input.Options{}, `line 2, column 1: "9223372036854775808": want a number (a), -9223372036854775808 … 9223372036854775807`},
		{"signed", "2\n-1 -1\n", input.Options{}, `line 2, column 4: "-1": want a number greater than the one before, -1`},
		{"signed", "1\n--1\n", input.Options{}, `line 2, column 1: "--1": want a number (a), -9223372036854775808 … 9223372036854775807`},

		{"LongLongNim", "x\n", input.Options{}, `line 1, column 1: "x": want an object like {"args": [maxN, [moves, …]], "expect": …}`},
		{"LongLongNim", `{"args": [1]}`, input.Options{}, `line 1, column 12: "]": want 2 arguments: [maxN, [moves, …]]`},
		{"LongLongNim", `{"args": [1, [2], 3]}`, input.Options{}, `line 1, column 19: "3": want the end of 2 arguments: [maxN, [moves, …]]`},
		{"LongLongNim", `{"args": [1, 2]}`, input.Options{}, `line 1, column 14: "2": want a list (moves)`},
		{"LongLongNim", `{"args": [1, []]}`, input.Options{}, `line 1, column 14: "[": want 1 or more in the list (moves)`},
		{"LongLongNim", `{"args": [1, [3, 2]]}`, input.Options{}, `line 1, column 18: "2": want a number greater than the one before, 3`},
		{"LongLongNim", `{"args": [0, [3]]}`, input.Options{}, `line 1, column 11: "0": want a number (maxN), 1 … 1000000000`},
		{"LongLongNim", `{"args": [1.5, [3]]}`, input.Options{}, `line 1, column 11: "1.5": want a number (maxN), 1 … 1000000000`},
		{"LongLongNim", `{"args": ["10^2", [3]]}`, input.Options{}, ""},
		{"LongLongNim", "\n" + `{"args": [1, [3]], "what": {"a": [1]}}` + "\n\n", input.Options{}, ""},
		{"LongLongNim", `{"args": [1, [3]]} x`, input.Options{}, `line 1, column 20: "x": want the end of the line`},
		{"LongLongNim", `{"expect": 5}`, input.Options{}, `line 1, column 13: "}": want a member "args" before it: [maxN, [moves, …]]`},
		{"LongLongNim", `{"args":  [1, [3]]}`, input.Options{Exact: true}, `line 1, column 10: " ": want no white space here`},
		{"ErrantKnight", `{"args": [[1, 2], [3]]}`, input.Options{}, `line 1, column 19: "[": want exactly 2 in the list (y)`},
		{"MoreNim", `{"args": [["1", 2]]}`, input.Options{}, `line 1, column 17: "2": want a string: a word (heaps) of 1 … 16 characters of "0123456789"`},
		{"structures in calls", `{"args": [2, [[1, 2]], [[0, 1], [0]], [], [], [1, 2]]}`, input.Options{}, `line 1, column 33: "[": want exactly 2 in the list (m)`},
	} {
		s := shape(t, all[c.format])
		_, err := s.Parse(strings.NewReader(c.text), c.opt)
		if message := errorText(err); message != c.want {
			t.Errorf("%s: %q:\ngot  %s\nwant %s", c.format, c.text[:min(len(c.text), 100)], message, c.want)
		}
		var wrong *scan.Error
		if err != nil && !errors.As(err, &wrong) {
			t.Errorf("%s: error %v", c.format, err)
		}
		if c.opt.Exact {
			continue
		}
		if message := errorText(s.Each(strings.NewReader(c.text), c.opt, func(*input.Data) error { return nil })); message != c.want {
			t.Errorf("%s: Each: %q: got %s", c.format, c.text[:min(len(c.text), 100)], message)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestDeclarationErrors(t *testing.T) {
	n := input.Number("n", at(1), at(9))
	item := input.Numbers("", input.Counted(at(0), at(3)), at(0), at(9))
	item2 := input.Numbers("c", input.Counted(at(0), at(3)), at(0), at(9))
	for _, c := range []struct {
		declaration input.Declaration
		want        string
	}{
		{input.Declaration{}, "want at least one field"},
		{input.Declaration{Group: fields(n, n)}, "n: want a name that no field before has"},
		{input.Declaration{Group: fields(input.Number("", at(1), at(2)))}, "want a name for each field"},
		{input.Declaration{Group: fields(input.Number("a", at(1), of("b")))}, `a: want a number, or a field before it, not "b"`},
		{input.Declaration{Group: fields(n, input.Number("a", at(1), of("b")))}, `a: want a number, or a field before it (n), not "b"`},
		{input.Declaration{Group: fields(input.Number("a", at(3), at(2)))}, "a: want a least that is not above the most: not 3 … 2"},
		{input.Declaration{Group: fields(input.Number("a", at(-1), big(t, "2^63")))}, "a: want numbers from -2^63 to 2^63-1, where they may be negative"},
		{input.Declaration{Group: fields(input.Numbers("a", input.Count{Least: at(1), Most: at(2)}, at(1), at(2)))}, "a: want a known count: a number, an earlier field, or counted(least, most)"},
		{input.Declaration{Group: fields(input.Text("a", at(0), at(2), "ab"))}, "a: want words of at least 1 character: an empty one cannot be seen"},
		{input.Declaration{Group: fields(input.Text("a", at(1), at(2), ""))}, "a: want an alphabet"},
		{input.Declaration{Group: fields(input.Text("a", at(1), at(2), "aba"))}, "a: want an alphabet that has 'a' once"},
		{input.Declaration{Group: fields(input.Text("a", at(1), at(2), "a b"))}, "a: want an alphabet of printable ASCII characters without blanks"},
		{input.Declaration{Group: fields(input.Records("a", input.Exactly(at(2))))}, "a: want at least one column"},
		{input.Declaration{Group: fields(input.Records("a", input.Exactly(at(2)), item))}, "a: want numbers as columns"},
		{input.Declaration{Group: fields(input.Lists("a", input.Exactly(at(2)), n))}, "a: want lists of numbers"},
		{input.Declaration{Group: fields(n), Totals: []input.Total{{Field: "m"}}}, "m: want a field whose total is bounded"},
		{input.Declaration{Call: "f", Group: tests(1, fields(n))}, "want arguments of f alone: a call has no repetitions"},
		{input.Declaration{Group: input.Group{Repeat: &input.Repeat{}}}, "want at least one field in each test"},
		{input.Declaration{Group: input.Group{Repeat: &input.Repeat{How: input.Until, Group: fields(input.Text("a", at(1), at(2), "x"))}}}, "a: want a number first in each test, where 0 is the end"},
		{input.Declaration{Group: until(fields(n), 0, 0)}, "n: want 1 … 1 numbers as the end, one in place of each of the first fields"},
		{input.Declaration{Group: until(fields(item2, n), 0, 0)}, "c: want a number first in each test, where 0 0 is the end"},
		{input.Declaration{Group: fields(input.Number("h", at(1), big(t, "10^12")), input.Number("a", at(1), made(t, input.Product, of("h"), of("h"))))},
			"a: want a bound that stays below 2^64, whatever the input is: not h*h"},
		{input.Declaration{Group: fields(input.Number("h", at(0), at(9)), input.Number("a", at(1), made(t, input.Quotient, at(9), of("h"))))},
			"a: want a divisor that is at least 1, whatever the input is: not 9//h"},
		{input.Declaration{Group: input.Group{Fields: []input.Field{n}, Repeat: &input.Repeat{Count: input.Exactly(made(t, input.Product, of("n"), of("n"))), Group: fields(input.Number("a", at(1), at(2)))}}},
			"a: want the number of tests as a number or one earlier field, not n*n"},
		{input.Declaration{Group: fields(ordered(n, input.Increasing))}, "n: want an order that there is"},
		{input.Declaration{Group: fields(ordered(input.Records("r", input.Exactly(at(2)), n), input.Increasing))}, "r: want an order that there is"},
	} {
		_, err := input.New(c.declaration)
		if message := errorText(err); message != c.want {
			t.Errorf("got %s\nwant %s", message, c.want)
		}
	}
}

func TestBoundText(t *testing.T) {
	n, m := of("n"), of("m")
	for _, c := range []struct {
		bound input.Bound
		want  string
	}{
		{n.Add(-1), "n-1"},
		{made(t, input.Least, n, at(200_000)), "min(n, 2*10^5)"},
		{made(t, input.Quotient, made(t, input.Product, n, n.Add(-1)), at(2)), "n*(n-1)//2"},
		{made(t, input.Quotient, n, made(t, input.Product, m, at(100_000))), "n//(m*10^5)"},
		{made(t, input.Product, n, at(200_000)).Add(3), "n*(2*10^5)+3"},
		{made(t, input.Difference, made(t, input.Shift, at(1), n), m), "(1<<n)-m"},
		{made(t, input.Difference, n, made(t, input.Difference, m, n)).Add(-1), "n-(m-n)-1"},
		{made(t, input.Sum, at(3), n), "n+3"},
		{made(t, input.Greatest, at(7), at(12)), "12"},
	} {
		if text := c.bound.String(); text != c.want {
			t.Errorf("got %s, want %s", text, c.want)
		}
	}
	if made(t, input.Product, n, m) != made(t, input.Product, of("n"), of("m")) {
		t.Error("bounds that say the same differ")
	}
	if _, ok := input.Made(input.Product, big(t, "2^63"), at(2)); ok {
		t.Error("2^64 is made")
	}
}

func TestParseInt(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-4000": "-4000", "10^9": "1000000000", "2^64-1": "18446744073709551615", "2^64 - 1": "18446744073709551615",
		"2*10^5": "200000", "1e18": "1000000000000000000", "7^17": "232630513987207", "-2^63": "-9223372036854775808", "1+2-3": "0",
	} {
		if n, err := input.ParseInt(text); err != nil || n.String() != want {
			t.Errorf("%s: %s, %v; want %s", text, n, err, want)
		}
	}
	for _, text := range []string{"", "-", "x", "2^64", "10^99999", "1+", "1 2 +", "2^-1", "1e", "--1", "9^128*9^128", "1e99", strings.Repeat("9", 1000)} {
		if n, err := input.ParseInt(text); err == nil {
			t.Errorf("%q: %s", text, n)
		}
	}
}

var errTooMuch = errors.New("too much")

// No memory is taken for what a count claims, and what arrives is charged.
func TestMemoryIsCharged(t *testing.T) {
	for _, c := range []struct{ format, text string }{
		{"chocolate-in-box", "1000000\n1 2 3"},
		{"nim-game-1", "200000\n200000\n1"},
		{"deforestation", "100\n50\n1 2\n"},
	} {
		for _, f := range formats(t) {
			if f.name != c.format {
				continue
			}
			s, charged := shape(t, f.Declaration), uint64(0)
			_, err := s.Parse(strings.NewReader(c.text), input.Options{NoLimits: true, Charge: func(bytes uint64) error {
				charged += bytes
				return nil
			}})
			if err == nil || charged > 1<<20 {
				t.Errorf("%s: %v, %d bytes", c.format, err, charged)
			}
		}
	}
	s := testsOfHeaps(t)
	text := "1\n1000000\n" + strings.Repeat("7 ", 1_000_000)
	left := uint64(1 << 20)
	_, err := s.Parse(strings.NewReader(text), input.Options{NoLimits: true, Charge: func(bytes uint64) error {
		if bytes > left {
			return errTooMuch
		}
		left -= bytes
		return nil
	}})
	if !errors.Is(err, errTooMuch) {
		t.Errorf("%v", err)
	}
}
