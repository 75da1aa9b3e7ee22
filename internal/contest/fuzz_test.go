package contest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/scan"
)

// The fuzz tests compare each reader with a slow one that is written from the
// statement: both must accept the same texts, and answer them alike.

// A naiveReader takes the words of a text; wrong is set by the first one that
// is not as demanded.
type naiveReader struct {
	words []string
	wrong bool
}

func (r *naiveReader) number(least, most uint64) uint64 {
	if r.wrong || len(r.words) == 0 {
		r.wrong = true
		return 0
	}
	text := r.words[0]
	r.words = r.words[1:]
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil || v < least || v > most {
		r.wrong = true
	}
	return v
}

// isSpace is ASCII white space; other white space of Unicode is a wrong word.
func isSpace(c rune) bool { return strings.ContainsRune(" \t\r\n\v\f", c) }

func fuzzNumbers(f *fuzz.F, name string, naive func(r *naiveReader) string) {
	f.Add("")
	f.Add("1")
	f.Add("2\n3 99999999999999999999 7")
	f.Add("1000000000000000000\n1 2 3")
	f.Fuzz(func(t *testing.T, in string) {
		r := &naiveReader{words: strings.FieldsFunc(in, isSpace)}
		want := naive(r)
		got, err := run(t, name, in, Options{MaxMemory: 1 << 20})
		if errors.Is(err, grundy.ErrTooLarge) {
			return
		}
		checkError(t, in, err)
		right := !r.wrong && len(r.words) == 0
		if right != (err == nil) || right && got != want {
			t.Errorf("%q: got %q, error %v; want %q, which is right: %v", in, got, err, want, right)
		}
	})
}

// checkError demands that an error about a text is one line and points into
// the text.
func checkError(t *testing.T, in string, err error) {
	if err == nil {
		return
	}
	var wrong *scan.Error
	if !errors.As(err, &wrong) {
		t.Fatalf("%q: error %v of type %T", in, err, err)
	}
	for _, c := range err.Error() {
		if !unicode.IsPrint(c) {
			t.Errorf("%q: error %q", in, err)
		}
	}
	lines := strings.Split(in, "\n")
	if wrong.Line > len(lines) || wrong.Column > len(lines[wrong.Line-1])+1 {
		t.Errorf("%q: error %v points beyond the text", in, err)
	} else if rest := lines[wrong.Line-1][wrong.Column-1:] + "\n"; !strings.HasPrefix(rest, wrong.Text[:min(len(wrong.Text), 3)]) && !strings.Contains(wrong.Want, "edge") {
		t.Errorf("%q: error %v points to %q", in, err, rest)
	}
}

func FuzzChocolateInBox(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("2\n2 3\n")
	fuzzNumbers(f, "hackerrank/chocolate-in-box", func(r *naiveReader) string {
		var piles []uint64
		sum := uint64(0)
		for count := r.number(1, 1e6); count > 0 && !r.wrong; count-- {
			piles = append(piles, r.number(1, 1e9))
			sum ^= piles[len(piles)-1]
		}
		winning := 0
		for _, pile := range piles {
			if pile^sum < pile {
				winning++
			}
		}
		return fmt.Sprintln(winning)
	})
}

func FuzzCounterGame(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("2\n6 132")
	f.Add("2\n18446744073709551615\n1\n")
	fuzzNumbers(f, "hackerrank/counter-game", func(r *naiveReader) string {
		var winners strings.Builder
		for count := r.number(1, 10); count > 0 && !r.wrong; count-- {
			fmt.Fprintln(&winners, counterWinner(r.number(1, math.MaxUint64)))
		}
		return winners.String()
	})
}

func FuzzKnightAndQueen(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("2\n0 0 0 0\n5 4 3 3\n")
	f.Add("1\n50 50 51 50\n")
	knight, queen := naiveTables(51)
	fuzzNumbers(f, "hackerrank/knight-and-queen", func(r *naiveReader) string {
		var winners strings.Builder
		for count := r.number(1, 1e5); count > 0 && !r.wrong; count-- {
			at := [4]uint64{}
			for i := range at {
				at[i] = r.number(0, 50)
			}
			if r.wrong {
				break
			}
			if knight[at[0]][at[1]] != queen[at[2]][at[3]] {
				fmt.Fprintln(&winners, "WIN")
			} else {
				fmt.Fprintln(&winners, "LOSE")
			}
		}
		return winners.String()
	})
}

func FuzzMoveTheCoins(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("6\n0 2 2 1 3 2\n1 2\n1 3\n3 4\n3 5\n4 6\n3\n6 2\n4 1\n3 6\n")
	f.Add("1\n20")
	f.Add("2\n0 3\n2 1 1 2 1")
	f.Add("4\n0 1 2 3\n1 2 2 3\n3 1 0")
	fuzzNumbers(f, "hackerrank/move-the-coins", func(r *naiveReader) string {
		nodes := r.number(1, 50000)
		coins := []uint64{0}
		for i := uint64(0); i < nodes && !r.wrong; i++ {
			coins = append(coins, r.number(0, 20))
		}
		var edges [][2]int
		for i := uint64(1); i < nodes && !r.wrong; i++ {
			a, b := r.number(1, nodes), r.number(1, nodes)
			edges = append(edges, [2]int{int(a), int(b)})
		}
		if r.wrong {
			return ""
		}
		parent, ok := parentsOf(int(nodes), edges)
		if !ok {
			r.wrong = true
			return ""
		}
		var answers strings.Builder
		questions := uint64(0)
		if len(r.words) > 0 {
			questions = r.number(0, 50000)
		}
		for ; questions > 0 && !r.wrong; questions-- {
			u, v := int(r.number(2, nodes)), int(r.number(1, nodes))
			if r.wrong || u == v {
				r.wrong = true
				break
			}
			if isBelow(parent, v, u) {
				fmt.Fprintln(&answers, "INVALID")
				continue
			}
			old := parent[u]
			parent[u] = v
			sum := uint64(0)
			for node := 1; node <= int(nodes); node++ {
				depth := 0
				for up := parent[node]; up != 0; up = parent[up] {
					depth++
				}
				if depth%2 == 1 {
					sum ^= coins[node]
				}
			}
			parent[u] = old
			if sum != 0 {
				fmt.Fprintln(&answers, "YES")
			} else {
				fmt.Fprintln(&answers, "NO")
			}
		}
		return answers.String()
	})
}

// FuzzCalls compares which calls are accepted with what encoding/json and the
// statements' limits say.
func FuzzCalls(t *testing.F) {
	f := fuzz.Seeds(t)
	names := []string{"CakeParty", "LongLongNim", "PowerGame", "Roxor", "StoneGameStrategist"}
	f.Add(uint8(0), `{"args": [[3, 5]], "expect": "CAKE 1 PIECES 2"}`)
	f.Add(uint8(1), `{"args": [6543, [2, 4, 7, 11, 20]], "expect": 1637}`)
	f.Add(uint8(2), `{"expect": "Bob will win after 2 moves", "why": [{"a": null}, 1e9], "args": [2, 3]}`)
	f.Add(uint8(3), `{"args": [[2, 1, 1, 1, 5]], "expect": [0, 1, 1]}`)
	f.Add(uint8(4), `{"args": [[3, 6, 6]]}`+"\n\n"+`{"args": [[6,6]]}`)
	f.Add(uint8(2), `{"args": [1, 2,]}`)
	f.Add(uint8(2), `{"args": [1, 2]},`)
	f.Add(uint8(2), `{"args": [1, 99999999999999999999]} x`)
	f.Fuzz(func(t *testing.T, problem uint8, in string) {
		name := names[int(problem)%len(names)]
		got, err := run(t, "topcoder/"+name, in, Options{})
		checkError(t, in, err)
		if strings.Count(in, "args") > strings.Count(in, "\n")+1 {
			return // which of them counts is not laid down
		}
		answers, right := 0, true
		for line := range strings.Lines(in) {
			if strings.Trim(line, " \t\r\n") == "" {
				continue
			}
			if right = right && naiveCall(name, line); right {
				answers++
			}
		}
		if right != (err == nil) || strings.Count(got, "\n") != answers {
			t.Errorf("%s %q: got %q, error %v; want %d answers, and all is right: %v", name, in, got, err, answers, right)
		}
	})
}

// naiveCall reports whether a line is a right call.
func naiveCall(name, line string) bool {
	var call map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &call) != nil || call["args"] == nil {
		return false
	}
	var args []json.RawMessage
	if json.Unmarshal(call["args"], &args) != nil {
		return false
	}
	number := func(i int, least, most uint64) bool {
		v, err := strconv.ParseUint(string(args[i]), 10, 64)
		return err == nil && v >= least && v <= most
	}
	list := func(i int, least, most uint64, fewest, longest int) (numbers []uint64, ok bool) {
		var texts []json.RawMessage
		if string(args[i]) == "null" || json.Unmarshal(args[i], &texts) != nil || len(texts) < fewest || len(texts) > longest {
			return nil, false
		}
		for _, text := range texts {
			v, err := strconv.ParseUint(string(text), 10, 64)
			if err != nil || v < least || v > most {
				return nil, false
			}
			numbers = append(numbers, v)
		}
		return numbers, true
	}
	ascending := func(numbers []uint64, step uint64) bool {
		for i := 1; i < len(numbers); i++ {
			if numbers[i] < numbers[i-1]+step {
				return false
			}
		}
		return true
	}
	switch {
	case name == "PowerGame":
		return len(args) == 2 && number(0, 1, 10000) && number(1, 1, 10000)
	case name == "LongLongNim":
		if len(args) != 2 || !number(0, 1, 1e9) {
			return false
		}
		moves, ok := list(1, 1, 22, 1, 22)
		return ok && ascending(moves, 1)
	case len(args) != 1:
		return false
	case name == "CakeParty":
		_, ok := list(0, 1, 2e9, 1, 50)
		return ok
	case name == "StoneGameStrategist":
		piles, ok := list(0, 1, 1000, 1, 50)
		return ok && ascending(piles, 0)
	default:
		piles, ok := list(0, 0, 1000, 2, 15)
		for _, pile := range piles[:max(len(piles)-1, 0)] {
			if pile > 0 {
				return ok
			}
		}
		return false
	}
}
