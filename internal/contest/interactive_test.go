package contest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
)

// loadInteractive loads an interactive problem of testdata.
func loadInteractive(t testing.TB, name string) *Problem {
	t.Helper()
	text, err := os.ReadFile("testdata/interactive/" + name + Extension)
	if err != nil {
		t.Fatal(err)
	}
	return load(t, string(text))
}

// TestTranscripts has what the judge and a program that wins say to each other.
func TestTranscripts(t *testing.T) {
	for name, want := range map[string]string{
		"crates": "<2 <4 4 >NO",
		"sticks": "<6 >2 <1 >3 >I won!",
		"lamps":  "<9 >Second <2 >6 <8 >4 <0",
		"knight": "<2 <0 0 <WIN <4 4 <5 2 >4 0 <2 1 >0 0 <WIN",
	} {
		p := loadInteractive(t, name)
		lines, err := p.Transcript(t.Context(), []byte(p.Samples[len(p.Samples)-1].Input), 1)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range lines {
			got = append(got, map[bool]string{true: "<", false: ">"}[l.Judge]+l.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, " "), want)
		}
	}
}

// A model is a game as its statement has it: the oracle, which knows no engine.
type model struct {
	state string                      // that is played
	moves func(state string) []string // as they are written
	after func(state, move string) string
	known map[string]bool
}

func (m *model) wins(state string) bool {
	if won, ok := m.known[state]; ok {
		return won
	}
	won := false
	for _, move := range m.moves(state) {
		won = won || !m.wins(m.after(state, move))
	}
	m.known[state] = won
	return won
}

// numbers reads the numbers of a state or move.
func numbers(text string) (all []int) {
	for _, word := range strings.Fields(text) {
		n, _ := strconv.Atoi(word)
		all = append(all, n)
	}
	return all
}

func spaced(all []int) string { return strings.Trim(fmt.Sprint(all), "[]") }

// models are the games of the problems of testdata.
var models = map[string]func() *model{
	"crates": func() *model {
		return &model{moves: func(state string) (moves []string) {
			for i, x := range numbers(state) {
				for k := 1; k <= x; k++ {
					moves = append(moves, fmt.Sprint(i+1, k))
				}
			}
			return moves
		}, after: func(state, move string) string {
			stacks, m := numbers(state), numbers(move)
			stacks[m[0]-1] -= m[1]
			return spaced(stacks)
		}}
	},
	"sticks": func() *model {
		return &model{moves: func(state string) (moves []string) {
			for k := 1; k <= min(3, numbers(state)[0]); k++ {
				moves = append(moves, fmt.Sprint(k))
			}
			return moves
		}, after: func(state, move string) string { return fmt.Sprint(numbers(state)[0] - numbers(move)[0]) }}
	},
	"lamps": func() *model { // a state is a row of letters
		return &model{moves: func(state string) (moves []string) {
			for i := range len(state) - 1 {
				if state[i:i+2] == "XX" {
					moves = append(moves, fmt.Sprint(i+1))
				}
			}
			return moves
		}, after: func(state, move string) string {
			i := numbers(move)[0] - 1
			return state[:i] + ".." + state[i+2:]
		}}
	},
	"knight": func() *model {
		return &model{moves: func(state string) (moves []string) {
			at := numbers(state)
			for _, by := range [][2]int{{-2, -1}, {-1, -2}, {-2, 1}, {1, -2}} {
				if x, y := at[0]+by[0], at[1]+by[1]; x >= 0 && y >= 0 && x <= 14 && y <= 14 {
					moves = append(moves, fmt.Sprint(x, y))
				}
			}
			return moves
		}, after: func(_, move string) string { return move }}
	},
}

// A player is a program: it follows the protocol of the problems of testdata, and reads nothing
// of how they are played here.
type player struct {
	name   string
	model  *model
	move   func(p *player, moves []string) string // what it says in its turn
	random *rand.Rand

	heard  []string
	chosen bool // in this game it has said its word, or need not
	mine   bool
	out    []string // what it says next
}

func (p *player) Say(line string) { p.heard = append(p.heard, line) }

// Hear is called where the program must speak, so that it has heard all lines before.
func (p *player) Hear() (string, bool) {
	if p.model.state == "" {
		p.read()
	}
	if !p.chosen && (p.name == "crates" || p.name == "lamps") {
		p.chosen = true
		wins := p.model.wins(p.model.state)
		p.mine = wins
		if p.name == "crates" {
			return map[bool]string{true: "YES", false: "NO"}[wins], true
		}
		return map[bool]string{true: "First", false: "Second"}[wins], true
	}
	for _, line := range p.heard { // moves of the judge, or the next game
		if line == "WIN" {
			p.model.state = ""
			continue
		}
		if p.model.state == "" {
			p.model.state = line
			continue
		}
		if !slices.Contains(p.model.moves(p.model.state), line) {
			return "the judge says " + line, true
		}
		p.model.state = p.model.after(p.model.state, line)
	}
	p.heard = nil
	if len(p.out) > 0 {
		line := p.out[0]
		p.out = p.out[1:]
		return line, line != ""
	}
	moves := p.model.moves(p.model.state)
	move := p.move(p, moves)
	if slices.Contains(moves, move) {
		p.model.state = p.model.after(p.model.state, move)
	}
	if p.name == "sticks" && p.model.state == "0" {
		p.out = []string{"I won!"}
	}
	return move, move != ""
}

// read takes the input.
func (p *player) read() {
	switch p.name {
	case "crates":
		p.model.state, p.heard = p.heard[1], p.heard[2:]
	case "lamps":
		p.model.state, p.heard = strings.Repeat("X", numbers(p.heard[0])[0]), p.heard[1:]
	case "sticks":
		p.model.state, p.heard = p.heard[0], p.heard[1:]
	default:
		p.model.state, p.heard = p.heard[1], p.heard[2:]
	}
}

// perfect makes a random move among those that win.
func perfect(p *player, moves []string) string {
	var wins []string
	for _, m := range moves {
		if !p.model.wins(p.model.after(p.model.state, m)) {
			wins = append(wins, m)
		}
	}
	if len(wins) == 0 {
		return "nothing wins"
	}
	return wins[p.random.IntN(len(wins))]
}

// refereed has a player play at an input.
func refereed(t testing.TB, p *Problem, name, in string, seed uint64, move func(*player, []string) string) *Ruling {
	t.Helper()
	m := models[name]()
	m.known = map[string]bool{}
	r, err := p.Referee(t.Context(), []byte(in), &player{name: name, model: m, move: move, random: chance.New(t, 35)}, RefereeOptions{Seed: seed})
	if err != nil {
		t.Fatalf("%s, %q: %v", name, in, err)
	}
	return r
}

// draw draws a small input.
func draw(t testing.TB, p *Problem, name string, random *rand.Rand) string {
	t.Helper()
	for {
		d, err := p.Shape.In(t.Context()).Random(random, input.Size{Tests: 3, Length: 4, Value: 14, Elements: 12})
		if err != nil {
			t.Fatal(err)
		}
		// The model of the lamps has one state for each row of letters.
		if text := string(p.Shape.In(t.Context()).Text(d)); name != "lamps" || numbers(text)[0] <= 16 {
			return text
		}
	}
}

// A player who knows the game by its definition alone wins every game, and one who moves
// at random loses at once it leaves a position that is won by definition.
func TestReferee(t *testing.T) {
	for name := range models {
		p, random, lost := loadInteractive(t, name), chance.New(t, 35), 0
		for seed := range long.Or[uint64](15, 40) {
			in := draw(t, p, name, random)
			if r := refereed(t, p, name, in, seed, perfect); r.Fault != "" {
				t.Errorf("%s, %q: a perfect player fails: %+v", name, in, r)
			}
			r := refereed(t, p, name, in, seed, func(p *player, moves []string) string { return moves[p.random.IntN(len(moves))] })
			if r.Fault == "" {
				continue
			}
			if lost++; r.Fault != GivesAway || r.Turn == 0 || len(r.Won) == 0 && r.Said != "" {
				t.Errorf("%s, %q: a random player: %+v", name, in, r)
			}
		}
		if lost == 0 {
			t.Errorf("%s: no random player loses", name)
		}
	}
}

// TestRefereeFaults has lines that are not moves: the ruling has the turn and what was read.
func TestRefereeFaults(t *testing.T) {
	for _, c := range []struct {
		name, in, say string
		fault         Fault
		why           string
	}{
		{"sticks", "6\n", "4", SaysNonsense, `want a number from 1 to 3, not "4"`},
		{"sticks", "6\n", "02", SaysNonsense, `not "02"`},
		{"sticks", "6\n", "99999999999999999999", SaysNonsense, "want a number"},
		{"sticks", "6\n", "2 2", SaysNonsense, `"2" stands behind the end`},
		{"sticks", "6\n", "", SaysNothing, "nothing more"},
		{"sticks", "6\n", "1", GivesAway, "it leaves 5, which the judge wins"},
		{"sticks", "2\n", "3", MovesWrongly, "there is no such move"},
		{"sticks", "2\n", "2", "", ""},
		{"crates", "2\n3 5\n", "3 1", MovesWrongly, "there is no such stack"},
		{"crates", "2\n3 5\n", "1 4", MovesWrongly, "the stack has fewer crates"},
		{"crates", "2\n3 5\n", "2 1", GivesAway, "it leaves [3, 4]"},
		{"knight", "1\n4 4\n", "7 7", MovesWrongly, "there is no such move"},
		{"lamps", "3\n", "x", SaysNonsense, `want a number from 1 to 3, not "x"`},
	} {
		p := loadInteractive(t, c.name)
		r := refereed(t, p, c.name, c.in, 1, func(*player, []string) string { return c.say })
		if r.Fault != c.fault || !strings.Contains(r.Why, c.why) || c.fault != "" && c.fault != SaysNothing && (r.Said != c.say || r.Turn != 1) {
			t.Errorf("%s, %q, %q: %+v", c.name, c.in, c.say, r)
		}
	}
}

// A liar says these lines whatever it hears.
type liar []string

func (*liar) Say(string) {}
func (l *liar) Hear() (line string, ok bool) {
	if len(*l) == 0 {
		return "", false
	}
	line, *l = (*l)[0], (*l)[1:]
	return line, true
}

// TestRefereeChoices has what programs say before the game and behind it.
func TestRefereeChoices(t *testing.T) {
	for _, c := range []struct {
		name, in, says string
		fault          Fault
		why            string
	}{
		{"crates", "2\n3 5\n", "NO", ChoseWrongly, "the program can win"},
		{"crates", "2\n4 4\n", "YES", ChoseWrongly, "the judge wins after this choice"},
		{"crates", "2\n4 4\n", "NO", "", ""},
		{"crates", "2\n4 4\n", "no", SaysNonsense, `want YES or NO, not "no"`},
		{"lamps", "5\n", "First", ChoseWrongly, "the judge wins after this choice"},
		{"lamps", "5\n", "\n\nSecond, I think", SaysNonsense, `"I" stands behind the end`},
		{"lamps", "1\n", "Second", "", ""}, // nobody can move
		{"sticks", "1\n", "1\nwon", SaysNonsense, `want "I won!" behind the last move`},
		{"sticks", "1\n", "1", SaysNothing, `want "I won!" behind the last move`},
	} {
		l := liar(strings.Split(c.says, "\n"))
		r, err := loadInteractive(t, c.name).Referee(t.Context(), []byte(c.in), &l, RefereeOptions{Seed: 1, Early: true})
		if err != nil || r.Fault != c.fault || !strings.Contains(r.Why, c.why) {
			t.Errorf("%s, %q, %q: %+v, %v", c.name, c.in, c.says, r, err)
		}
	}
}

// FuzzReferee says any lines to the judge: it never hangs, and who is right is right by the
// definition of the game.
func FuzzReferee(f *testing.F) {
	fz := fuzz.Seeds(f)
	fz.Add("2\n1\nI won!")
	fz.Add("3\n")
	fz.Add("1 2\n\x00\n-1")
	p := loadInteractive(f, "sticks")
	fz.Fuzz(func(t *testing.T, says string) {
		l := liar(strings.Split(says, "\n"))
		r, err := p.Referee(t.Context(), []byte("3\n"), &l, RefereeOptions{Seed: 1})
		if err != nil || strings.ContainsAny(r.Why, "\n\r") {
			t.Fatalf("%q: %+v, %v", says, r, err)
		}
		var said []string
		for _, line := range strings.Split(says, "\n") {
			if line = strings.TrimSpace(line); line != "" && len(said) < 2 {
				said = append(said, line)
			}
		}
		if right := slices.Equal(said, []string{"3", "I won!"}); right != (r.Fault == "") {
			t.Errorf("%q: %+v", says, r)
		}
	})
}

// TestInteractiveErrors has a line for each thing that a file may say wrongly.
func TestInteractiveErrors(t *testing.T) {
	const (
		head = "n = number(1, 9)\n"
		good = "interactive(first = \"program\", move = number(1, n))\n"
		body = "def state(n):\n    return n\ndef won(state):\n    return wins(nim(state))\ndef options(state):\n    return [k + 1 for k in range(state)]\ndef after(state, move):\n    return state - move\n"
	)
	for file, want := range map[string]string{
		head + "interactive()\n" + body:                                                              "who makes the first move",
		head + "interactive(first = \"judges\", move = number(1, n))\n" + body:                       `did you mean "judge"?`,
		head + "interactive(first = \"chosen\", move = number(1, n))\n" + body:                       "how the program says its choice",
		head + "interactive(first = \"judge\")\n" + body:                                             "how a move is written",
		head + "interactive(first = \"judge\", move = n)\n" + body:                                   "how a move is written",
		head + "interactive(first = \"judge\", says = [\"A\", \"A\"], move = number(1, n))\n" + body: "want two different words",
		head + "interactive(first = \"judge\", won = \"\", move = number(1, n))\n" + body:            "want the line that is said",
		head + "interactive(first = \"judge\", most = 0, move = number(1, n))\n" + body:              "want the number of moves",
		head + "interactive(first = \"judge\", move = number(1, \"2^64-1\"))\n" + body:               "at most 2^63-1",
		head + good + good + body:                                                    "a second time",
		head + good + "example(\"3\", \"3\")\n" + body:                               "its input alone",
		head + good + body + "def answer(n):\n    return 1\n":                        "has no answer",
		head + good + strings.Replace(body, "def won", "def lost", 1):                "want whether the player to move wins: def won(state):",
		head + good + strings.Replace(body, "def state(n)", "def begin(n)", 1):       "no field of the input",
		head + good + strings.Replace(body, "after(state, move)", "after(state)", 1): "want def after(state, move)",
		head + good + body + "def illegal(state):\n    return \"\"\n":                "want def illegal(state, move)",
		"call(\"f\")\n" + head + good + body:                                         "not interactive",
	} {
		_, err := Load(t.Context(), "test"+Extension, strings.NewReader(file))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s, of\n%s", err, want, file)
		}
	}
	// What only shows while it is played.
	for body, want := range map[string]string{
		strings.Replace(body, "[k + 1 for k in range(state)]", "[1] if state else []", 1): "no move that options lists wins",
		strings.Replace(body, "wins(nim(state))", "state", 1):                             "want won to return True or False",
		strings.Replace(body, "[k + 1 for k in range(state)]", "[{}]", 1):                 "want each move to be",
	} {
		p := load(t, head+strings.Replace(good, "program", "judge\", says = [\"Y\", \"N\"], lost = \"L", 1)+body)
		_, err := p.Referee(t.Context(), []byte("5\n"), &liar{"Y", "1"}, RefereeOptions{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s, of\n%s", err, want, body)
		}
	}
}
