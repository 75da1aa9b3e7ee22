package pattern

// This file makes one machine of the automata of a pattern, for tables, pictures and
// programs: it reads the digits of all coordinates, and says the value.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// Silent is what a state of a [Machine] says where no value is known: of outcomes, it is N.
const Silent = -1

// A Machine reads numbers digit by digit, the most significant first, and says the value in
// the state in which it ends. It begins in state 0.
type Machine struct {
	System *automata.System
	// Reads are the coordinates, in the order of the digits of a letter. Where Relation is
	// set, the last of them is the value: then the machine says 0 where the coordinates have it,
	// and is Silent otherwise.
	Reads    []string
	Relation bool
	// Weighed says that the last number of a Relation is the weight of the place that the value
	// counts: 2^v in base 2, where the value is v.
	Weighed bool
	Of      Kind
	Says    []int64
	// Next is the state after letter l of state s, at [s][l], or -1 for none, from where
	// the machine stays silent. The first coordinate has the digit of the largest weight in l.
	Next [][]int32
}

// mostCells bounds the table of a machine.
const mostCells = 1 << 20

// newMachine makes one machine of automata over the same tracks, which are the coordinates; the
// i-th accepts where the value is i.
// The error of a machine that is too large to be shown wraps [grundy.ErrTooLarge]. It costs
// O(states times letters).
func newMachine(s *automata.System, of Kind, reads []string, relation bool, sets ...*automata.Automaton) (*Machine, error) {
	m := &Machine{System: s, Of: of, Reads: reads, Relation: relation}
	letters := m.Letters()
	if letters == 0 {
		return nil, tooManyCells(0, math.MaxInt)
	}
	var tracks [][]int // of each set: the coordinate of each of its tracks
	for _, set := range sets {
		var of []int
		for _, track := range set.Tracks() {
			at := slices.Index(reads, track)
			if at < 0 {
				return nil, fmt.Errorf("an automaton reads %s, which is none of %s", track, strings.Join(reads, ", "))
			}
			of = append(of, at)
		}
		tracks = append(tracks, of)
	}
	index := map[string]int32{}
	var states [][]int32
	number := func(state []int32) int32 {
		key := make([]byte, 0, 4*len(state))
		alive := len(sets) == 0
		for _, q := range state {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
			alive = alive || q >= 0
		}
		if !alive && len(states) > 0 {
			return -1
		}
		i, ok := index[string(key)]
		if !ok {
			i = int32(len(states))
			index[string(key)] = i
			says := int64(Silent)
			for j, q := range state {
				if sets[j].Accepting(int(q)) {
					says = int64(j)
					break
				}
			}
			states, m.Says = append(states, state), append(m.Says, says)
		}
		return i
	}
	start := make([]int32, len(sets))
	for j, set := range sets {
		start[j] = int32(set.Start())
	}
	number(start)
	letter := make([]int, len(reads))
	for i := 0; i < len(states); i++ {
		if len(states) > mostCells/letters {
			return nil, tooManyCells(len(states), letters)
		}
		row := make([]int32, letters)
		for l := range row {
			m.split(l, letter)
			to := make([]int32, len(sets))
			for j, set := range sets {
				own := make([]int, len(tracks[j]))
				for k, c := range tracks[j] {
					own[k] = letter[c]
				}
				if to[j] = -1; states[i][j] >= 0 {
					to[j] = int32(set.Step(int(states[i][j]), own))
				}
			}
			row[l] = number(to)
		}
		m.Next = append(m.Next, row)
	}
	return m, nil
}

// machineOf returns the automata of a claim about these coordinates as one machine.
func machineOf(s *automata.System, of Kind, coordinates []string, c *definable.Claim) (*Machine, error) {
	if c.Relation != nil {
		m, err := newMachine(s, of, append(slices.Clip(coordinates), c.Value), true, c.Relation)
		if err == nil {
			m.Weighed = c.Weighed
		}
		return m, err
	}
	return newMachine(s, of, coordinates, false, c.Sets...)
}

// Machine returns the automata of the pattern as one machine, or nil where it has none. The error
// of a machine that is too large to be shown wraps [grundy.ErrTooLarge].
func (p *Pattern) Machine(ctx context.Context) (*Machine, error) {
	a, ok := p.Rule.(*automatic)
	if !ok {
		return nil, nil
	}
	claim, err := a.claim(ctx, "", p.Coordinates, p.Misere)
	if err != nil {
		return nil, err
	}
	return machineOf(a.in.System, p.Of, p.Coordinates, &claim)
}

func tooManyCells(states, letters int) error {
	return fmt.Errorf("an automaton of %s and %s is too large to be shown: %w",
		message.Count(states, "state", "states"), message.Count(letters, "letter", "letters"), grundy.ErrTooLarge)
}

// Letters returns how many letters there are, or 0 where there are too many.
func (m *Machine) Letters() int {
	letters := 1
	for range m.Reads {
		if letters *= m.digits(); letters > mostCells {
			return 0
		}
	}
	return letters
}

func (m *Machine) digits() int { return m.System.Universe().Digits() }

// split writes the digits of a letter.
func (m *Machine) split(l int, digits []int) {
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = l % m.digits()
		l /= m.digits()
	}
}

// Letter writes a letter: its digits beside each other, with commas between those above 9.
func (m *Machine) Letter(l int) string {
	digits := make([]int, len(m.Reads))
	m.split(l, digits)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && m.digits() > 10 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, d)
	}
	return b.String()
}

// Arrows goes over the arrows from state to state, each with all its letters.
func (m *Machine) Arrows(visit func(from, to int, letters []string)) {
	for from, row := range m.Next {
		letters := map[int32][]string{}
		var order []int32
		for l, to := range row {
			if to < 0 {
				continue
			}
			if letters[to] == nil {
				order = append(order, to)
			}
			letters[to] = append(letters[to], m.Letter(l))
		}
		for _, to := range order {
			visit(from, int(to), letters[to])
		}
	}
}

// Reading says what the machine reads: "Reads the binary digits of x and y together, the most
// significant first".
func (m *Machine) Reading() string {
	name, digits := m.System.Name(), "digits"
	switch {
	case name == "binary":
		digits, name = "binary digits", ""
	case name == "zeckendorf":
		name = " as a sum of Fibonacci numbers (Zeckendorf)"
	case name == "tribonacci":
		name = " as a sum of Tribonacci numbers"
	case strings.HasPrefix(name, "base "):
		name = " in " + name
	default:
		name = " in the system " + name
	}
	numbers, together := strings.Join(m.Reads, ", "), ""
	if n := len(m.Reads); n > 1 {
		numbers, together = strings.Join(m.Reads[:n-1], ", ")+" and "+m.Reads[n-1], " together"
	}
	return fmt.Sprintf("Reads the %s of %s%s%s, the most significant first", digits, numbers, name, together)
}

// MostEmitted is the largest coordinate of programs, so that sums of some of them have 64
// bits.
const MostEmitted = 1_000_000_000_000_000_000

// Program returns the machine as functions in the language of rules; see [Rule].
func (m *Machine) Program() (text string, ok bool) {
	if m.Weighed {
		return "", false
	}
	var weights, next, says []string
	for i := 0; ; i++ {
		w := m.System.Weight(i)
		if !w.IsInt64() || w.Int64() > MostEmitted {
			break
		}
		weights = append([]string{w.String()}, weights...)
	}
	silent := len(m.Next)
	for s, row := range m.Next {
		cells := make([]string, len(row))
		for l, to := range row {
			if to < 0 {
				to = int32(silent)
			}
			cells[l] = fmt.Sprint(to)
		}
		next = append(next, "["+strings.Join(cells, ", ")+"]")
		says = append(says, fmt.Sprint(m.Says[s]))
	}
	if !m.Relation {
		next = append(next, "["+strings.TrimSuffix(strings.Repeat(fmt.Sprint(silent, ", "), m.Letters()), ", ")+"]")
		says = append(says, fmt.Sprint(Silent))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "weights = [%s]\nnext_state = [\n    %s,\n]\nsays = [%s]\n\n", strings.Join(weights, ", "), strings.Join(next, ",\n    "), strings.Join(says, ", "))
	if m.Relation {
		m.writeSearch(&b)
		return b.String(), true
	}
	fmt.Fprintf(&b, "def answer(%s):\n    state = 0\n    for w in weights:\n", strings.Join(m.Reads, ", "))
	m.writeDigits(&b, m.Reads)
	b.WriteString("        state = next_state[state][letter]\n")
	if m.Of.IsSet() {
		b.WriteString("    return 0 if says[state] == 0 else 1\n")
	} else {
		b.WriteString("    return says[state]\n")
	}
	return b.String(), true
}

// writeDigits writes how the next letter is read. A quotient is a digit already; the remainder
// shows that to whoever bounds the numbers of the program.
func (m *Machine) writeDigits(b *strings.Builder, reads []string) {
	letter := ""
	for i, name := range reads {
		if letter += fmt.Sprintf("%s // w %% %d", name, m.digits()); i+1 < len(reads) {
			letter = fmt.Sprintf("%d * (%s) + ", m.digits(), letter)
		}
	}
	fmt.Fprintf(b, "        letter = %s\n", letter)
	for _, name := range reads {
		fmt.Fprintf(b, "        %s = %s %% w\n", name, name)
	}
}

// writeSearch writes how the value of a relation is found. Of each state, the function keeps
// the value by which it is reached: two of them that reach an accepting state later would be
// two values of the coordinates.
func (m *Machine) writeSearch(b *strings.Builder) {
	own := m.Reads[:len(m.Reads)-1]
	silent, digits := len(m.Next), m.digits()
	fmt.Fprintf(b, "def answer(%s):\n    reached = [-1 for s in range(%d)]\n    reached[0] = 0\n    for w in weights:\n", strings.Join(own, ", "), silent)
	m.writeDigits(b, own)
	fmt.Fprintf(b, `        now = [-1 for s in range(%d)]
        for s in range(%d):
            if reached[s] >= 0:
                for d in range(%d):
                    to = next_state[s][%d * letter + d]
                    if to < %d:
                        now[to] = reached[s] + d * w
        reached = now
    for s in range(%d):
        if reached[s] >= 0 and says[s] == 0:
            return reached[s]
    return -1
`, silent, silent, digits, digits, silent, silent)
}
