package lang

// This file checks that every operator, function and method takes steps and bytes by
// the size of what it reads and makes, and that loading is linear.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
)

// sized is the top level whose values have a size n.
const sized = `position(w = row("ab", most = %d))
N = %[1]d
S = "a" * N
S2 = "a" * N
DIGITS = "0" * N
L = list(range(N))
L2 = list(L)
T = tuple(L)
T2 = tuple(L2)
R = fill("a", N)
R2 = fill("a", N)
Q = fill(7, N)
Z = fill(0, N)
G = fill("a", N // 4, 4)
G2 = fill("a", N // 4, 4)
PAIRS = [(i, i) for i in range(N)]
D = dict(PAIRS)
D2 = dict(PAIRS)
T0 = ("", "")
def moves(w):
    pass
`

// spent returns the steps and bytes that each of some statements takes.
func spent(t *testing.T, n int, statements []string) (steps, bytes []int64) {
	t.Helper()
	text := fmt.Sprintf(sized, n)
	for i, s := range statements {
		text += fmt.Sprintf("def f%d():\n    %s\n", i, s)
	}
	f := load(t, "s.star", text, Options{Interpreted: true, Memory: 1 << 30, Print: NewPrinter(func(string) {})})
	for i, s := range statements {
		ev := f.NewEvaluator(Clock{})
		ev.result = &Collector{Wants: "move"}
		if strings.HasPrefix(s, "part(") {
			ev.result.Wants = "part"
		}
		fn, _ := f.Global(fmt.Sprintf("f%d", i))
		ev.apply(fn.x.(*Function), &Call{})
		if ev.Err != nil && !strings.Contains(ev.Err.Msg, "wanted") {
			t.Fatalf("%s: %v", s, ev.Err)
		}
		steps = append(steps, f.Options.MostSteps()-ev.stepsLeft-ev.reserve)
		bytes = append(bytes, f.Options.MostMemory()-ev.bytesLeft)
	}
	return steps, bytes
}

// A charge says what grows with the size n of the values S (a string), L (a list of
// integers), T (a tuple), R and Q (rows of letters and of integers), G (a grid) and D
// (a dict).
type charge uint8

const (
	takesNone  charge = 0
	takesSteps charge = 1
	takesBytes charge = 2
	takesBoth         = takesSteps | takesBytes
)

// charges holds a call of every function, and of every method by its type.
var charges = map[string]map[string]charge{
	"function": {
		"abs(-3)": takesNone, "bool(L)": takesNone, "inside(R, 2)": takesNone, "inside(G, 2, 0)": takesNone,
		"len(L)": takesNone, "len(S)": takesNone, "len(D)": takesNone, "len(G)": takesNone, "range(N)": takesNone, "int(N)": takesNone,
		"all(Q)": takesSteps, "any(Z)": takesSteps, "any(range(0, 1))": takesNone, "all(range(1, N))": takesSteps, "sum(Q)": takesSteps, "sum(L)": takesSteps, "sum(range(N))": takesSteps,
		"min(L)": takesSteps, "max(Q)": takesSteps, "max(range(N))": takesSteps, "max(*L)": takesBoth, "min(L, key = abs)": takesSteps,
		"dict(PAIRS)": takesBoth, "dict(D)": takesBoth, "enumerate(L)": takesBoth, "enumerate(R)": takesBoth,
		"int(DIGITS)": takesSteps, "int(DIGITS, 36)": takesSteps,
		"list(L)": takesBoth, "list(range(N))": takesBoth, "list(D)": takesBoth, "tuple(R)": takesBoth, "reversed(L)": takesBoth, "sorted(L)": takesBoth, "sorted(L, key = abs)": takesBoth,
		"str(L)": takesBoth, "str(D)": takesBoth, "zip(L, L)": takesBoth, "print(L)": takesBoth, "win()": takesNone, "draw()": takesNone, "lose()": takesNone, "fail(\"wanted\", L)": takesBoth,
		"put(R, \"b\", 0)": takesBoth, "put(G, \"b\", (0, 0))": takesBoth, "put(S, \"b\", 0)": takesBoth, "put(Q, 0, *L)": takesBoth,
		"fill(0, N)": takesBoth, "fill(0, N, 3)": takesBoth, "cut(G, 0, 0, N // 4, 3)": takesBoth, "copies(3, R)": takesNone, "scene(\"heaps\", L)": takesBoth, "scene(\"grid\", G)": takesBoth, "scene(\"tree\", [0] * N)": takesBoth,
		"move(R)": takesBoth, "move(S)": takesBoth, "move_sum(R)": takesBoth, "move_sum(copies(N // 64, \"ab\"))": takesBoth, "part(R)": takesBoth,
	},
	"string": {
		"S.count(\"b\")": takesSteps, "S.find(\"b\")": takesSteps, "S.startswith(S)": takesSteps, "S.endswith(S)": takesSteps,
		"S.strip()": takesBoth, "DIGITS.isdigit()": takesSteps, "S.elems()": takesBoth,
		"S.split()": takesBoth, "S.split(\"a\")": takesBoth, "\"\".join(R)": takesBoth, "S.join(T0)": takesBoth, "S.replace(\"a\", \"b\")": takesBoth, "S.replace(\"b\", \"a\")": takesBoth,
	},
	"list": {
		"L.index(N - 1)": takesSteps, "L.count(3)": takesSteps, "list(L).append(1)": takesBoth, "list(L).extend(L)": takesBoth,
		"list(L).insert(0, 1)": takesBoth, "list(L).pop(0)": takesBoth, "list(L).remove(N - 1)": takesBoth,
	},
	"tuple": {"T.index(7)": takesSteps, "T.count(3)": takesSteps},
	"row":   {"Q.index(7)": takesSteps, "R.count(\"b\")": takesSteps},
	"grid":  {"G.count(\"b\")": takesSteps},
	"dict": {
		"D.keys()": takesBoth, "D.values()": takesBoth, "D.items()": takesBoth, "D.get(3)": takesNone, "D.get(S)": takesSteps, "D.get(T)": takesBoth,
		"dict(D).pop(3)": takesBoth,
	},
	"operator": {
		"S == S2": takesSteps, "L == L2": takesSteps, "T != T2": takesSteps, "R == R2": takesSteps, "G == G2": takesSteps, "D == D2": takesSteps,
		"S < S2": takesSteps, "L <= L2": takesSteps, "-1 in L": takesSteps, "\"c\" not in R": takesSteps, "\"c\" in S": takesSteps, "\"c\" in G": takesSteps, "3 in D": takesNone, "3 in range(N)": takesNone,
		"S + S2": takesBoth, "L + L2": takesBoth, "R + R2": takesBoth, "T + T2": takesBoth, "S * 2": takesBoth, "R * 2": takesBoth, "[0] * N": takesBoth, "\"a\" * N": takesBoth, "N * [0]": takesBoth,
		"D | D2": takesBoth, "S % ()": takesBoth, "\"%s\" % S": takesBoth, "\"%r\" % [L]": takesBoth,
		"S[1:]": takesBoth, "S[::-1]": takesBoth, "L[1:]": takesBoth, "L[::2]": takesBoth, "R[:-1]": takesBoth, "L[3]": takesNone, "S[3]": takesNone, "D[3]": takesNone, "G[1, 1]": takesNone,
		"[i for i in L]": takesBoth, "[0 for i in range(N)]": takesBoth, "{i: 1 for i in L}": takesBoth, "{S: 1}": takesBoth, "R if N else Q": takesSteps,
		"not L": takesNone, "L and S": takesNone, "x = L": takesSteps, "y = S": takesNone,
	},
}

func TestCharges(t *testing.T) {
	const n = 4096
	told := map[string]bool{}
	var calls []string
	var want []charge
	for of, some := range charges {
		for call, c := range some {
			name, _, _ := strings.Cut(call, "(")
			if of != "function" && of != "operator" {
				_, name, _ = strings.Cut(call[:strings.LastIndex(call, "(")], ".")
				name = of + "." + name
			}
			told[name] = true
			calls, want = append(calls, call), append(want, c)
		}
	}
	s1, b1 := spent(t, n, calls)
	s2, b2 := spent(t, 2*n, calls)
	for i, call := range calls {
		grows := s1[i] >= n/textStep && s2[i]-s1[i] >= n/textStep
		if grows != (want[i]&takesSteps != 0) || !grows && s1[i] != s2[i] {
			t.Errorf("%s takes %d steps at size %d, %d at %d", call, s1[i], n, s2[i], 2*n)
		}
		grows = b1[i] >= n && b2[i]-b1[i] >= n
		if grows != (want[i]&takesBytes != 0) || !grows && b1[i] != b2[i] {
			t.Errorf("%s takes %d bytes at size %d, %d at %d", call, b1[i], n, b2[i], 2*n)
		}
	}
	w := newWords(Vocabulary{})
	for name, v := range w.universe {
		if _, declares := declaring()[name]; v.Kind == builtinKind && !declares && !told[name] {
			t.Errorf("no charge of %s is known", name)
		}
	}
	for k, methods := range w.methods {
		for name := range methods {
			if !told[k.String()+"."+name] {
				t.Errorf("no charge of %v.%s is known", k, name)
			}
		}
	}
}

// TestTopLevelIsCharged checks that the budget of steps ends what goes on for ever, or
// nearly, while a file is read.
func TestTopLevelIsCharged(t *testing.T) {
	for _, text := range []string{
		"S = \"0\" * 5000000\nwhile True:\n    int(S)\n",
		"S = \"0\" * 5000000\nL = [S]\nx = [int(S) for i in range(1000000)]\n",
		"x = [0 for a in range(10000) for b in range(10000) for c in range(10000) if False]\n",
		"L = [0] * 100000\nwhile True:\n    1 in L\n",
		"L = [0] * 100000\nM = list(L)\nwhile True:\n    L == M\n",
		"x = \"a\" * 1000000\nwhile True:\n    x.startswith(x)\n",
		"def f(x):\n    return x\nL = [0] * 100000\nwhile True:\n    f(L)\n",
	} {
		code, err := Parse("t.star", strings.NewReader(text), Options{Steps: 2_000_000}, Vocabulary{})
		if err != nil {
			t.Fatal(err)
		}
		err = code.RunTop(t.Context())
		if !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestWeights checks that the syntax is looked at once, whatever loops there are.
func TestWeights(t *testing.T) {
	loops := strings.Repeat(" for i in []", 20_000)
	f := load(t, "w.star", oneHeap+"def moves(n):\n    if n < 0:\n        x = [0"+loops+"]\n        for i in x:\n            for j in x:\n                while True:\n                    f = lambda a: a + 1\ndef g():\n    return 1\n", Options{})
	var all []int64
	for _, w := range f.weights {
		all = append(all, w)
	}
	if len(all) != 7 {
		t.Fatalf("%d loops and functions have a weight: %v", len(all), all)
	}
}
