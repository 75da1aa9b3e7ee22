package lang

// This file checks what expressions mean: their values, and the errors of the wrong
// ones.

import (
	"strings"
	"testing"
)

// evaluated returns what str makes of an expression.
func evaluated(t *testing.T, expression string) (string, error) {
	t.Helper()
	code, err := Parse("v.star", strings.NewReader(`L = [3, 1, 2]
D = {"a": 1, (1, 2): [3]}
G = put(fill(".", 2, 3), "X", (0, 1), (1, 2))
R = put(fill(".", 4), "X", 1)
def two(a, b = 7, *rest):
    return (a, b, rest)
def fixed(a, b):
    return a - b
def changed(l, do):
    do(l)
    return l
def counted():
    n = 0
    for i in range(10):
        if i % 2:
            continue
        if i == 8:
            break
        n += i
    while n > 5:
        n -= 2
    return n
x = str(`+expression+")\n"), Options{Steps: 100_000}, Vocabulary{})
	if err != nil {
		return "", err
	}
	if err := code.RunTop(t.Context()); err != nil {
		return "", err
	}
	v, _ := code.Global("x")
	return v.Text(), nil
}

func TestValues(t *testing.T) {
	for expression, want := range map[string]string{
		"-7 // 2": "-4", "-7 % 2": "1", "7 % -2": "-1", "-(1 << 62) * 2": "-9223372036854775808", "~5": "-6", "1 << 3 | 1": "9", "-1 >> 70": "-1",
		"3 if 0 else 4": "4", "0 or 5": "5", "0 and 5": "0", "not []": "True", "None": "None", "(1,)": "(1,)", "()": "()",
		"abs(-3)": "3", "min(3, 1, 2)": "1", "max(L)": "3", "max(L, key = lambda i: -i)": "1", "min({5: 1, 4: 2})": "4", "sum(range(5))": "10",
		"any([0, 2])": "True", "all([1, 0])": "False", "any([])": "False", "all([])": "True", "bool(R)": "True", "bool(range(0))": "False", "bool({})": "False", "bool({1: 2})": "True", "bool(range(1))": "True",
		"int(\"-12\")": "-12", "int(\"ff\", 16)": "255", "int(True)": "1", "len(G)": "6", "len(D)": "2", "len(range(0, 10, 3))": "4",
		"list(range(5, 0, -2))": "[5, 3, 1]", "tuple(L)": "(3, 1, 2)", "list({1: 2})": "[1]", "reversed(L)": "[2, 1, 3]", "sorted(L)": "[1, 2, 3]",
		"sorted(L, reverse = True)": "[3, 2, 1]", "sorted([(1, \"b\"), (0, \"c\"), (1, \"a\")])": "[(0, \"c\"), (1, \"a\"), (1, \"b\")]", "sorted([3, 13, 2], key = lambda i: i % 10)": "[2, 3, 13]",
		"enumerate(\"ab\".elems(), 1)": "[(1, \"a\"), (2, \"b\")]", "zip(L, (7, 8))": "[(3, 7), (1, 8)]", "dict([(1, 2)], a = 3)": "{1: 2, \"a\": 3}",
		"str(R)": ".X..", "str(G)": ".X./..X", "str(fill(1, 2, 2))": "[[1, 1], [1, 1]]", "range(3)": "range(0, 3)", "range(0, 6, 2)": "range(0, 6, 2)",
		"L[-1]": "2", "L[1:]": "[1, 2]", "\"abc\"[1]": "b", "\"abcd\"[::-2]": "db", "range(9)[-1]": "8", "D[(1, 2)]": "[3]", "G[1, 2]": "X", "(G.height, G.width)": "(2, 3)",
		"cut(G, 0, 1, 2, 2)": "X./.X", "cut(G, 1, 1, 0, 2)": "[]", "len(fill(0, 65536))": "65536", "put(G, \"o\", (0, 0))": "oX./..X", "put(L, 9, *[0, -1])": "[9, 1, 9]", "put(\"abc\", \"x\", -1)": "abx",
		"inside(G, 1, 2)": "True", "inside(G, 2, 0)": "False", "inside(G, 0, 3)": "False", "inside(R, 4)": "False", "inside(R, -1)": "False", "R.count(\".\")": "3", "G.count(\".\") + G.count(\"X\") == len(G)": "True", "R.index(\"X\")": "1",
		"R + \"Y\"": ".X..Y", "\"Y\" + R": "Y.X..", "R * 2": ".X...X..", "2 * [1]": "[1, 1]", "\"ab\" * 2": "abab", "[1] * -1": "[]", "(1,) + (2,)": "(1, 2)", "{1: 2} | {1: 3, 2: 4}": "{1: 3, 2: 4}",
		"2 in L": "True", "\"b\" in \"abc\"": "True", "5 in range(1, 9, 2)": "True", "6 in range(1, 9, 2)": "False", "9 in range(1, 9, 2)": "False", "3 in range(9, 1, -2)": "True", "\"X\" in G": "True", "(1, 2) in D": "True", "\"X.\" in R": "True", "\"XX\" in R": "False", "\"\" in R": "True", "R[1:3] in R": "True", "R in R[1:]": "False", "[c for c in \"ab\"]": "[\"a\", \"b\"]", "sorted(\"ba\")": "[\"a\", \"b\"]", "sum([int(d) for d in str(907)])": "16",
		"range(3) == range(0, 3, 1)": "True", "range(0) == range(5, 5)": "True", "range(0, 1, 2) == range(0, 1, 5)": "True", "range(0, 4, 2) == range(0, 4, 3)": "False", "range(1, 3) == range(0, 2)": "False", "range(1) == range(1, 2)": "False",
		"R == R[:]": "True", "G == put(G, \"X\", (0, 1))": "True", "fill(1, 2, 3) == fill(1, 3, 2)": "False", "{1: 2} == {1: 2}": "True", "{1: 2} == {1: 3}": "False", "{1: 2} == {2: 2}": "False", "[1] == (1,)": "False", "R == \".X..\"": "True", "\".X.\" != R": "True", "R == [\".\", \"X\", \".\", \".\"]": "True", "R in [\".X..\"]": "True", "fill(1, 2) == (1, 1)": "True", "fill(1, 2) == [1, 2]": "False", "R == 3": "False", "fill(\".\", 0) == \"\"": "True", "1 == True": "False", "L.append == L.append": "False", "len == len": "True", "two == two": "True", "two == fixed": "False",
		"[1, 2] < [1, 3]": "True", "(1, 2) < (1, 2, 0)": "True", "\"a\" < \"b\"": "True", "[2] > [1, 5]": "True",
		"[i * j for i in L for j in (1, 10) if i > 1]": "[3, 30, 2, 20]", "{i: i * i for i in L}": "{3: 9, 1: 1, 2: 4}", "[a + b for a, b in [(1, 2), (3, 4)]]": "[3, 7]",
		"two(1)": "(1, 7, ())", "two(1, 2, 3, 4)": "(1, 2, (3, 4))", "two(b = 2, a = 1)": "(1, 2, ())", "two(*[1, 2, 3])": "(1, 2, (3,))", "fixed(5, b = 3)": "2", "counted()": "4",
		"\"a-b\".split(\"-\")": "[\"a\", \"b\"]", "\" a  b \".split()": "[\"a\", \"b\"]", "\"-\".join([\"a\", \"b\", \"c\"])": "a-b-c", "\"aXa\".replace(\"a\", \"bb\")": "bbXbb", "\"aba\".count(\"a\")": "2",
		"\"abab\".find(\"b\")": "1", "\"abc\".find(\"d\")": "-1", "\"ab\".startswith(\"a\")": "True", "\"ab\".endswith(\"a\")": "False", "\"12\".isdigit()": "True", "\"\".isdigit()": "False", "\" a \".strip()": "a",
		"changed([1], lambda l: l.append(2))": "[1, 2]", "changed([1, 2], lambda l: l.insert(0, 5))": "[5, 1, 2]", "changed([1, 2], lambda l: l.insert(-1, 5))": "[1, 5, 2]", "changed([1, 2], lambda l: l.insert(9, 5))": "[1, 2, 5]",
		"changed([1, 2, 1], lambda l: l.remove(1))": "[2, 1]", "changed([1, 2], lambda l: l.extend((3, 4)))": "[1, 2, 3, 4]", "[1, 2, 3].pop(0)": "1", "[1, 2, 3].pop()": "3", "L.index(2)": "2",
		"D.get(5)": "None", "D.get(5, 6)": "6", "D.keys()": "[\"a\", (1, 2)]", "D.values()": "[1, [3]]", "{1: 2}.items()": "[(1, 2)]", "{1: 2}.pop(1)": "2", "{1: 2}.pop(3, 4)": "4", "[dict(d) for d in [{1: 2, 3: 4, 5: 6}] if d.pop(1)]": "[{3: 4, 5: 6}]", "[[k for k in d] + [d] for d in [{1: 2, 3: 4, 5: 6}] if d.pop(3)]": "[[1, 5, {1: 2, 5: 6}]]", "[d == {1: 2} for d in [{1: 2, 3: 4}] if d.pop(3)]": "[True]",
		"\"%d of %s, %r%%\" % (3, \"a\", \"b\")": "3 of a, \"b\"%", "two": "<function two>", "len": "<built-in function len>",
	} {
		if got, err := evaluated(t, expression); err != nil || got != want {
			t.Errorf("%s is %s, want %s; %v", expression, got, want, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for expression, want := range map[string]string{
		"1 << 63": "the result is outside 64 bits (1 << 63)", "1 // 0": "division by zero", "1 % 0": "division by zero", "1 << -1": "a shift by a number below 0", "-(-1 << 63)": "outside 64 bits", "abs(-1 << 63)": "outside 64 bits",
		"1 / 2": "there are no fractions", "1 + \"a\"": "+ of an int and a string", "[1] + (1,)": "+ of a list and a tuple", "R + 5": "+ of a row and an int", "5 + R": "+ of an int and a row", "-\"a\"": "- of a string", "1 < \"a\"": "an int and a string have no order", "None < None": "have no order",
		"L[3]": "there is no item 3 in a list of length 3", "L[-4]": "there is no item -4", "L[\"a\"]": "want an integer in the brackets", "D[9]": "the dict has no key 9", "D[[]]": "a list cannot be a key of a dict", "G[2, 0]": "there is no cell (2, 0) in a grid of 2 x 3",
		"G[0, -1]": "there is no cell (0, -1)", "G[1]": "a cell of a grid is a row and a column", "G[1, \"a\"]": "a cell of a grid is a row and a column", "G[(0, 1, 2)]": "a cell of a grid is a row and a column", "5[0]": "an int has no items", "L[::0]": "a slice of step 0", "L[\"a\":]": "want integers in the brackets", "5[1:]": "cannot be sliced",
		"range(1, 2, 0)": "a range of step 0", "min([])": "min of nothing", "max([1, \"a\"])": "have no order", "sum([\"a\"])": "want integers", "int(\"x\")": "is not an integer of 64 bits", "int(\"1\", 1)": "want a base of 2 … 36", "int(None)": "no integer can be made of the value None", "len(5)": "an int has no length",
		"cut(G, 0, 0, 3, 1)": "the grid has 2 rows and 3 columns, so 3 is outside it", "cut(G, 1, 0, 2, 1)": "so 3 is outside it", "cut(G, -1, 0, 1, 1)": "so -1 is outside it", "cut(G, 0, 4, 0, 0)": "so 4 is outside it", "cut(R, 0, 0, 1, 1)": "want a grid, not a row",
		"put(R, \"a\", 4)": "there is no item 4 in a row of length 4", "put(5, 1, 0)": "want a row or a grid", "fill(1, -1)": "want a number of cells of 0 … 65536, not -1", "fill(1, 65537)": "not 65537", "inside(G, 1)": "want 2 numbers", "copies(65537, 1)": "want a number of copies", "copies(1, copies(1, 1))": "copies of copies",
		"two()": "two wants a value for \"a\"", "two(1, a = 2)": "two gets its parameter \"a\" twice", "two(1, c = 2)": "two has no parameter \"c\"", "fixed(1, 2, 3)": "fixed takes 2 arguments, not 3", "abs()": "abs takes 1 argument, not 0", "range()": "range takes at least 1 argument", "sorted(L, by = 1)": "sorted has no parameter \"by\"",
		"R.count(\"X.\")": "want one letter, as cells have, not \"X.\"", "R.replace(\"X\", \".\")": "a row has no method \"replace\", but a string has: that of its letters is \"\".join(R)", "R.push(1)": "a row has no method \"push\"", "L.push(1)": "a list has no method \"push\"", "G.size": "a grid has height, width and count", "5()": "an int is not a function", "\"ab\".join([1])": "want strings to join", "\"a\".split(\"\")": "want a string that is not empty", "\"%d\" % ()": "more % in the string than values", "\"a\" % 1": "more values than %", "\"%x\" % 1": "want %d, %s, %r or %% in the string",
		"[x for x in 5]": "an int has no elements", "[a for a, b in [1]]": "want 2 values, not 1", "[a for a, b in [(1, 2, 3)]]": "2 names for 3 values", "L.remove(9)": "there is no 9 in the list", "L.index(9)": "there is no 9 in it", "{1: 2}.pop(3)": "the dict has no key 3", "{1: 2}.pop([], 1)": "a list cannot be a key", "[D.pop(k) for k in D]": "it changes while a loop goes over it", "1 in 5": "holds nothing that could be in it", "1 in \"a\"": "want a string before",
		"fail(\"no\", 3)": "no 3", "[i for i in range(200000)]": "the budget of steps is used up here", "[0] * (1 << 40)": "the budget of memory is used up here", "move(1)": "move may be called only while moves runs", "[f for f in [lambda: f]]": "f: no such name", "unknown": "no such name", "[g for g in [1] if h]": "h: no such name",
	} {
		if got, err := evaluated(t, expression); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s is %s, %v; want %s", expression, got, err, want)
		}
	}
}

// TestWritten checks what a string costs that is written in quotes: itself, and a byte
// for each sign that is put before a letter, and the quotes.
func TestWritten(t *testing.T) {
	code, err := Parse("w.star", strings.NewReader("x = 1\n"), Options{}, Vocabulary{})
	if err != nil {
		t.Fatal(err)
	}
	ev := code.NewEvaluator(Clock{})
	for _, before := range []string{"", "[1, 2, "} { // text that was written, and paid for, before it
		left := ev.bytesLeft
		text := ev.write([]byte(before), Text(strings.Repeat(`"`, 100)), false, 0)
		if took := left - ev.bytesLeft; len(text) != len(before)+202 || took != writtenBytes+202 {
			t.Errorf("%d bytes behind %q took %d", len(text), before, took)
		}
	}
}

// TestBudgetOfMemory checks that the budget of memory is exact.
func TestBudgetOfMemory(t *testing.T) {
	code, err := Parse("m.star", strings.NewReader("x = 1\n"), Options{Memory: 1000}, Vocabulary{})
	if err != nil {
		t.Fatal(err)
	}
	ev := code.NewEvaluator(Clock{})
	if !ev.hold(1000) || ev.Err != nil || ev.hold(1) || ev.Err == nil {
		t.Errorf("1000 bytes of 1000, and one more: %v", ev.Err)
	}
}
