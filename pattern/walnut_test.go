package pattern

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

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
