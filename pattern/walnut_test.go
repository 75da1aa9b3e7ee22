package pattern

import (
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/automata"
)

// A walnutFile is what Walnut reads of an automaton's file: a line with the numeration system of
// each number, and then each state with its output, above its arrows.
type walnutFile struct {
	systems []string
	first   string
	output  map[string]int64
	next    map[string]string // by the state and the digits
}

func readWalnut(text string) (f walnutFile, err error) {
	f = walnutFile{output: map[string]int64{}, next: map[string]string{}}
	state := ""
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		digits, to, isArrow := strings.Cut(line, " -> ")
		switch {
		case i == 0:
			f.systems = fields
		case len(fields) == 0:
		case isArrow:
			at := state + ":" + digits
			if _, twice := f.next[at]; twice || state == "" || len(strings.Fields(digits)) != len(f.systems) {
				return f, fmt.Errorf("line %d: %s", i+1, line)
			}
			f.next[at] = to
		case len(fields) == 2:
			state = fields[0]
			if f.first == "" {
				f.first = state
			}
			if f.output[state], err = strconv.ParseInt(fields[1], 10, 64); err != nil {
				return f, err
			}
		default:
			return f, fmt.Errorf("line %d: %s", i+1, line)
		}
	}
	for _, to := range f.next {
		if _, ok := f.output[to]; !ok {
			return f, fmt.Errorf("no state %s", to)
		}
	}
	return f, nil
}

// run returns the output after the digits, with some zeros before them.
func (f walnutFile) run(s *automata.System, zeros int, numbers ...*big.Int) (output int64, ok bool) {
	word := s.Word(numbers...)
	for range zeros {
		word = append([][]int{make([]int, len(numbers))}, word...)
	}
	state := f.first
	for _, digits := range word {
		if state, ok = f.next[state+":"+strings.Trim(fmt.Sprint(digits), "[]")]; !ok {
			return 0, false
		}
	}
	return f.output[state], true
}

// TestWalnut reads the files for Walnut by their documented format: they say of numbers what the
// machine says, also with zeros before them, as Walnut reads them.
func TestWalnut(t *testing.T) {
	ostrowski := func(quotients, period []int) *automata.System {
		s, err := automata.Ostrowski(quotients, period)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for base, s := range map[string]*automata.System{
		"msd_2": automata.Base(2), "msd_3": automata.Base(3), "msd_fib": automata.Zeckendorf(), "msd_trib": automata.Tribonacci(),
		"msd_ost_p_2": ostrowski([]int{1}, []int{2}), "msd_ost_3_1_p_1_2": ostrowski([]int{0, 3, 1}, []int{1, 2}),
	} {
		of := func(f automata.Formula) *automata.Automaton {
			a, _, err := (&automata.Theory{System: s}).Automaton(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		sum, v := automata.V("x").Plus(automata.V("y").Times(2)), automata.V("v")
		parts := []*automata.Automaton{of(automata.Congruent(sum, automata.C(0), 3)), of(automata.Congruent(sum, automata.C(1), 3))}
		relation := of(automata.And(automata.Congruent(sum, v, 3), automata.Less(v, automata.C(2))))
		for _, c := range []struct {
			of       Kind
			reads    []string
			relation bool
			sets     []*automata.Automaton
		}{
			{NimValues, []string{"x", "y"}, false, parts},
			{Outcomes, []string{"x", "y"}, false, parts[:1]},
			{NimValues, []string{"y", "x", "v"}, true, []*automata.Automaton{relation}},
		} {
			m, err := newMachine(s, c.of, c.reads, c.relation, c.sets...)
			if err != nil {
				t.Fatal(err)
			}
			text, err := m.Walnut()
			if err != nil {
				t.Fatal(err)
			}
			f, err := readWalnut(text)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if want := strings.Repeat(base+" ", len(c.reads)); strings.Join(f.systems, " ")+" " != want {
				t.Errorf("systems %q, want %q", f.systems, want)
			}
			for n := range int64(25 * 25 * 3) {
				numbers := []*big.Int{big.NewInt(n % 25), big.NewInt(n / 25 % 25), big.NewInt(n / 625)}[:len(c.reads)]
				want := m.run(numbers...)
				if c.relation || c.of == Outcomes {
					want = map[int64]int64{0: 1}[want]
				}
				for zeros := range 3 {
					got, ok := f.run(s, zeros, numbers...)
					if !ok && (c.relation || c.of == Outcomes) {
						got, ok = 0, true // not accepted
					}
					if !ok {
						got = Silent
					}
					if got != want {
						t.Fatalf("%s, %v: %v behind %d zeros is %d, want %d", base, c.of, numbers, zeros, got, want)
					}
				}
			}
		}
	}
	if base, err := walnutBase("recurrence [3, 1]"); err == nil {
		t.Errorf("a recurrence is %s", base)
	}
}

// walnutClaims are games with statements about the automaton F of their pattern, in the words of Walnut.
// They are true, except those behind "not".
var walnutClaims = []struct {
	game   string // a file of rules is one of testdata, or of docs/literature.md
	of     Kind
	base   string
	claims []string
}{
	{"nim(_,_,_)", Outcomes, "msd_2", solved("a,b,c", "$F(a,b,c)", "(Ek k<a & $F(k,b,c)) | (Ek k<b & $F(a,k,c)) | (Ek k<c & $F(a,b,k))")},
	{"nim(_,_,_)", NimValues, "msd_2", valued("a,b,c", "(Ek k<a & $F(k,b,c,w)) | (Ek k<b & $F(a,k,c,w)) | (Ek k<c & $F(a,b,k,w))")},
	{"cyclic-nimhoff[3]", NimValues, "msd_2", valued("x,y", "(Ek k<x & $F(k,y,w)) | (Ek k<y & $F(x,k,w)) | (Ek,l k>0 & l>0 & k<=x & l<=y & k+l<3 & $F(x-k,y-l,w))")},
	{"lim.star", Outcomes, "msd_2", solved("a,b,c", "$F(a,b,c)", "(Ek k>0 & k<=a & k<=b & $F(a-k,b-k,c+k)) | (Ek k>0 & k<=a & k<=c & $F(a-k,b+k,c-k)) | (Ek k>0 & k<=b & k<=c & $F(a+k,b-k,c-k))")},
	{"chocolate.star", Outcomes, "msd_2", solved("x,y,z", "(2*y>z | $F(x,y,z))", "2*y<=z & ((Ek k<x & $F(k,y,z)) | (Ek k<y & $F(x,k,z)) | (Ek,m k<z & 2*m<=k & k<=2*m+1 & ((y<=m & $F(x,y,k)) | (m<y & $F(x,m,k)))))")},
	{"slow-hypergraph-nim.star(_,_,_,0,52)", Outcomes, "msd_2", solved("a,b,c", "$F(a,b,c)", "(a>0 & b>0 & $F(a-1,b-1,c)) | (a>0 & c>0 & $F(a-1,b,c-1)) | (b>0 & c>0 & $F(a,b-1,c-1))")},
	{"queen", Outcomes, "msd_fib", append(solved("x,y", "$F(x,y)", "(Ek k<x & $F(k,y)) | (Ek k<y & $F(x,k)) | (Ek k>0 & k<=x & k<=y & $F(x-k,y-k))"),
		"Ex,y,k k>0 & $F(x,y) & $F(x+k,y+2*k)", "Ax Ey $F(x,y)")},
	{"dynamic-nim(_,_,2)", Outcomes, "msd_fib", solved("n,m", "$F(n,m)", "Ek k>0 & k<=n & k<=m & $F(n-k,2*k)")},
	{"wythoff[2]", Outcomes, "msd_ost_p_2", solved("x,y", "$F(x,y)", "(Ek k<x & $F(k,y)) | (Ek k<y & $F(x,k)) | (Ek,l k>0 & l>0 & k<=x & l<=y & k<l+2 & l<k+2 & $F(x-k,y-l))")},
	{"mark", NimValues, "msd_2", []string{
		"An F[n]=@0 => (n=0 | (F[n-1]!=@0 & (Em 2*m<=n & n<=2*m+1 & F[m]!=@0)))",
		"An F[n]=@1 => ((F[n-1]=@0 | (Em 2*m<=n & n<=2*m+1 & F[m]=@0)) & F[n-1]!=@1 & (Em 2*m<=n & n<=2*m+1 & F[m]!=@1))",
		"An F[n]=@2 => ((F[n-1]=@0 & (Em 2*m<=n & n<=2*m+1 & F[m]=@1)) | (F[n-1]=@1 & (Em 2*m<=n & n<=2*m+1 & F[m]=@0)))",
		"not An F[n]!=@2",
	}},
}

// solved says that p holds exactly where none of the options has it.
func solved(bound, p, options string) []string {
	return []string{"A" + bound + " " + p + " => ~(" + options + ")", "A" + bound + " ~" + p + " => (" + options + ")"}
}

// valued says that F is a function of the coordinates, whose value is the least that no option has. The
// formula options says that one has w.
func valued(coordinates, options string) []string {
	f, all := "$F("+coordinates+",v)", "A"+coordinates+",v,w "
	return []string{
		"A" + coordinates + " Ev " + f,
		all + "(" + f + " & $F(" + coordinates + ",w)) => v = w",
		all + "(" + f + " & v = w) => ~(" + options + ")",
		all + "(" + f + " & w < v) => (" + options + ")",
	}
}

// TestWalnutItself has Walnut read the files and decide theorems about them, which this program
// proved, and compares addition in each system. GRUNDY_WALNUT is a folder in which Walnut was built,
// with its walnut.sh.
func TestWalnutItself(t *testing.T) {
	home := os.Getenv("GRUNDY_WALNUT")
	if home == "" {
		t.Skip("set GRUNDY_WALNUT=FOLDER, in which Walnut was built")
	}
	var input strings.Builder
	var want []bool
	files := 0
	ask := func(m *Machine, claims ...string) {
		text, err := m.Walnut()
		if err != nil {
			t.Fatal(err)
		}
		folder := "Automata Library"
		if !m.Relation && !m.Of.IsSet() {
			folder = "Word Automata Library"
		}
		files++
		name := fmt.Sprintf("GRUNDY%d", files)
		path := filepath.Join(home, folder, name+".txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := os.Remove(path); err != nil {
				t.Error(err)
			}
		})
		base := strings.Fields(text)[0]
		if ost, ok := strings.CutPrefix(base, "msd_"); ok && strings.HasPrefix(ost, "ost_") {
			before, period, _ := strings.Cut(strings.TrimPrefix(ost, "ost"), "_p_")
			fmt.Fprintf(&input, "ost %s [%s] [%s];\n", ost, strings.ReplaceAll(before, "_", " "), strings.ReplaceAll(period, "_", " "))
		}
		for _, claim := range claims {
			claim, isFalse := strings.CutPrefix(claim, "not ")
			want = append(want, !isFalse)
			fmt.Fprintf(&input, "eval claim \"?%s %s\";\n", base, strings.NewReplacer("$F", "$"+name, "F[", name+"[").Replace(claim))
		}
	}
	page, err := os.ReadFile("../docs/literature.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range walnutClaims {
		game, err := position.ParseGameWith(t.Context(), c.game, 0, position.Files{Open: func(name string) (io.ReadCloser, error) {
			if _, text, ok := strings.Cut(string(page), "# "+name+"\n"); ok {
				text, _, _ = strings.Cut(text, "```")
				return io.NopCloser(strings.NewReader(text)), nil
			}
			return os.Open(filepath.Join("testdata/theorems", name))
		}})
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := Guess(t.Context(), Question{Game: game, Of: []Kind{c.of}})
		if err != nil || p == nil {
			t.Fatalf("%s: %v, %v", c.game, p, err)
		}
		m, err := p.Automaton(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if base, err := walnutBase(m.System.Name()); err != nil || base != c.base {
			t.Errorf("%s: %s, %v; want %s", c.game, base, err, c.base)
		}
		ask(m, c.claims...)
	}
	systems := []*automata.System{automata.Base(3), automata.Zeckendorf(), automata.Tribonacci()}
	for _, o := range [][2][]int{{{0, 1}, {2}}, {{0, 1, 1}, {2}}, {{0, 3, 1}, {1, 2}}, {{1}, {3}}, {{0}, {1, 2}}, {{2}, {1, 1, 4}}} {
		s, err := automata.Ostrowski(o[0], o[1])
		if err != nil {
			t.Fatal(err)
		}
		systems = append(systems, s)
	}
	for _, s := range systems {
		a, _, err := (&automata.Theory{System: s}).Automaton(t.Context(), automata.Equal(automata.V("x").Plus(automata.V("y")), automata.V("z")))
		if err != nil {
			t.Fatal(err)
		}
		m, err := newMachine(s, Outcomes, []string{"x", "y", "z"}, false, a)
		if err != nil {
			t.Fatal(err)
		}
		ask(m, "Ax,y,z $F(x,y,z) <=> x + y = z", "not Ax,y,z $F(x,y,z) => x + y = z + 1")
	}
	input.WriteString("exit;\n")
	walnut := exec.CommandContext(t.Context(), "bash", "walnut.sh")
	walnut.Dir, walnut.Stdin = home, strings.NewReader(input.String())
	out, err := walnut.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got []bool
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line == "TRUE" || line == "FALSE" {
			got = append(got, line == "TRUE")
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v\n%s\n%s", got, want, &input, out)
	}
	t.Logf("%d statements about %d automata", len(want), files)
}
