package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/terminal"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

func TestMain(m *testing.M) { long.Main(m) }

// A desk is a screen without a terminal: messages go in, and what is drawn comes out. Time
// passes only where a test lets it.
type desk struct {
	*testing.T
	*model
	waits []wait
}

// A wait is a message that comes when some time has passed.
type wait struct {
	after   time.Duration
	message any
}

// A request is a match to begin.
type request struct {
	sum      string
	misere   bool
	compound string
	second   bool
	two      bool
	level    play.Level
}

func newDesk(t *testing.T, r request) *desk {
	t.Helper()
	sum, err := position.ParseWith(t.Context(), r.sum, position.Files{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1 2\n1 3\n2 3\n3 4\n4 2\n4 5\n5 6\n2 6\n")), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return newDeskAt(t, sum, r)
}

func newDeskAt(t *testing.T, sum grundy.Sum, r request) *desk {
	t.Helper()
	o := play.Options{Sum: sum, Level: r.level}
	if r.misere {
		o.Convention = grundy.Misere
	}
	if r.compound != "" {
		o.Compound, _ = compound.ParseKind(r.compound)
	}
	match, err := play.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	human := 0
	if r.second {
		human = 1
	}
	d := &desk{T: t}
	d.model = newModel(t.Context(), optionsOf(match, human, r.two))
	d.after = func(after time.Duration, message any) { d.waits = append(d.waits, wait{after, message}) }
	d.width, d.height = 80, 24
	d.run(d.look(""))
	return d
}

func optionsOf(match *play.Match, human int, two bool) Options {
	return Options{
		Match: match, Human: human, Two: two,
		Explain: func(a *solve.Answer) []string { return a.Reasons },
		Tell:    func(err error) string { return "failed: " + err.Error() },
		Working: func() {},
		Far:     func() string { return "7 positions" },
		Colours: true,
	}
}

// run does what a command wants, and what follows from it.
func (d *desk) run(c command) {
	for c != nil {
		c = d.update(c())
	}
}

// tap presses a key, and returns what is to do then.
func (d *desk) tap(name string) command { return d.update(terminal.Key{Name: name}) }

// press presses keys; what stands between quotes is typed.
func (d *desk) press(keys string) {
	for _, name := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(keys, -1) {
		if typed, ok := strings.CutPrefix(name, `"`); ok {
			for _, r := range strings.TrimSuffix(typed, `"`) {
				d.run(d.tap(string(r)))
			}
			continue
		}
		if name == "space" {
			name = " "
		}
		d.run(d.tap(name))
	}
}

var (
	escape   = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	reversed = regexp.MustCompile(`(^|;)7(;|$)`)
)

// text returns what is drawn.
func (d *desk) text() string {
	lines, _ := d.view()
	return strings.Join(lines, "\n")
}

// screen returns what is drawn, with « and » around what is marked.
func (d *desk) screen() string {
	text := d.text()
	var out strings.Builder
	last, isMarked := 0, false
	for _, at := range escape.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(text[last:at[0]])
		last = at[1]
		switch now := reversed.MatchString(text[at[2]:at[3]]); {
		case now && !isMarked:
			out.WriteString("«")
			isMarked = true
		case !now && isMarked:
			out.WriteString("»")
			isMarked = false
		}
	}
	out.WriteString(text[last:])
	lines := strings.Split(strings.ReplaceAll(out.String(), "»«", ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// shown checks that the screen has each text.
func (d *desk) shown(texts ...string) {
	d.Helper()
	for _, text := range texts {
		if !strings.Contains(d.screen(), text) {
			d.Errorf("%q is not on the screen:\n%s", text, d.screen())
		}
	}
}

// TestScreens compares screens with those in testdata.
func TestScreens(t *testing.T) {
	var all strings.Builder
	for _, s := range []struct {
		request
		width, height int
		keys          string
	}{
		{request{sum: "nim(3,5,7)"}, 80, 24, ""},
		{request{sum: "nim(3,5,7)"}, 80, 24, "h down right right space"},
		{request{sum: "nim(3,5,7)"}, 60, 16, "h right right enter enter"},
		{request{sum: "nim(3,5,7)"}, 40, 12, "h tab"},
		{request{sum: "nim(2,1)"}, 80, 16, "h enter u enter r enter enter"},
		{request{sum: "nim(3,4)"}, 72, 18, "tab down down enter"},
		{request{sum: "nim(3,4)", two: true}, 72, 18, "tab down h enter enter h h"},
		{request{sum: "nim(4,4)", second: true, level: play.Beginner}, 72, 18, "l l l b"},
		{request{sum: "knight4[8](5,4) + queen(3,3)"}, 80, 24, "h down"},
		{request{sum: "knight4[8](5,4) + queen(3,3)"}, 80, 16, "h tab end"},
		{request{sum: "knight4[8](5,4)"}, 80, 24, "w"},
		{request{sum: "nim(3) + nim(4)", compound: "selective", misere: true}, 80, 20, "h b"},
		{request{sum: "kayles(6)"}, 80, 16, "h right space"},
		{request{sum: "cram(4,4)"}, 80, 16, "h down down right"},
		{request{sum: "chomp(3,5)"}, 80, 16, "h down down right"},
		{request{sum: "turning-turtles(1,4,9)"}, 80, 16, "h end right right right"},
		{request{sum: "turning-turtles(1,4,9)"}, 80, 16, "enter w"},
		{request{sum: "hackenbush[0,0,1,1,3](1,2,3,4,5)"}, 80, 16, "h down right right"},
		{request{sum: "tree[1,1,3,3,4](0,2,2,1,3,12)"}, 80, 18, "h down down"},
		{request{sum: "graph[g](1)"}, 80, 18, "h down"},
		{request{sum: "graph[g](1)"}, 80, 18, "? d"},
		{request{sum: "euclid(25,7)"}, 80, 16, "h"},
		{request{sum: "nim(1000000000000000000,5)"}, 80, 16, `h : "nim(5,5)"`},
		{request{sum: "nim(1000000000000000000,5)"}, 80, 16, `h : "nim(5,5)" enter`},
		{request{sum: "nim(3,5)"}, 80, 16, `: "nim(9)" enter`},
		{request{sum: "rider[-1,0,0,0,-1,0,0,0,-1](3,4,5)"}, 100, 24, "h down"},
		{request{sum: "queen(40,30)"}, 70, 18, "h down down down"},
		{request{sum: "nim(0)"}, 80, 16, ""},
	} {
		d := newDesk(t, s.request)
		d.width, d.height = s.width, s.height
		d.press(s.keys)
		fmt.Fprintf(&all, "%+v %dx%d: %s\n%s\n\n", s.request, s.width, s.height, s.keys, d.screen())
	}
	const file = "testdata/screens.txt"
	if os.Getenv("GRUNDY_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != all.String() {
		t.Errorf("screens differ from %s; GRUNDY_UPDATE=1 writes it anew:\n%s", file, &all)
	}
}

// TestColours checks that hints have the colours of their meaning, and no others.
func TestColours(t *testing.T) {
	d := newDesk(t, request{sum: "nim(1,2)"})
	d.press("h")
	text := d.text()
	for symbol, colour := range map[string]string{"▲": "38;5;33", "▼": "38;5;172"} {
		if !regexp.MustCompile(colour + `[;0-9]*m[^\x1b]*` + symbol).MatchString(text) {
			t.Errorf("%s has not the colour %s: %q", symbol, colour, text)
		}
	}
}

// TestSlowWork lets time pass while the engine works: after half a second it is shown how
// far it has come, and Esc stops it.
func TestSlowWork(t *testing.T) {
	d := newDesk(t, request{sum: "cram(4,4)"})
	d.waits = nil
	work := d.tap("h")
	if len(d.waits) != 1 || d.waits[0].after != time.Second/2 {
		t.Fatalf("waits %v, want half a second", d.waits)
	}
	if strings.Contains(d.screen(), "esc stops it") {
		t.Error("it is shown at once that work takes long")
	}
	d.update(d.waits[0].message)
	d.shown("looking at what each move leads to …  7 positions  (esc stops it)")
	if len(d.waits) != 2 || d.waits[1].after != time.Second/10 {
		t.Fatalf("waits %v, want another tenth of a second", d.waits)
	}
	d.press("right right") // the cursor moves meanwhile
	if d.here == 0 {
		t.Error("the cursor does not move while the engine works")
	}
	d.press("esc")
	d.run(work)
	d.shown("Stopped.")
	before := len(d.waits)
	d.update(d.waits[1].message)
	if len(d.waits) != before {
		t.Error("what has ended is still looked at")
	}
	d.press("h h")
	d.shown("▼ grundy wins from here")
}

// TestKeysWhileTheEngineWorks presses keys that need the match while a question is asked:
// the question ends, and then they are obeyed.
func TestKeysWhileTheEngineWorks(t *testing.T) {
	d := newDesk(t, request{sum: "nim(3,5,7)"})
	hints := d.tap("h")
	none := d.tap("enter")
	if none != nil {
		t.Error("two questions are asked at once")
	}
	d.run(hints)
	d.shown("you: take 3 from the heap of 3", "grundy: take 2 from the heap of 7", "▼ grundy wins")

	move := d.tap("enter")
	d.tap("u") // before the move is made: it is, and then it is taken back
	d.run(move)
	d.shown("nim(0,5,5)", "Taken back")

	reply := d.tap("n")
	d.press("q")
	if !d.quit {
		t.Error("q does not quit while the engine works")
	}
	d.run(reply)
	if d = newDesk(t, request{sum: "nim(3)"}); d.quit {
		t.Fatal("it quits at once")
	}
	d.press(`: "ctrl" ctrl+c`)
	if !d.quit {
		t.Error("Ctrl-C does not quit while a move is typed")
	}
}

// A played screen has its keys from a test, which sees what is drawn.
type played struct {
	keys  chan string
	drawn chan string
}

func (p *played) Size() (columns, lines int) { return 80, 24 }
func (p *played) Draw(lines []string, _ *terminal.Cursor) error {
	p.drawn <- escape.ReplaceAllString(strings.Join(lines, "\n"), "")
	return nil
}

func (p *played) Keys() ([]terminal.Key, error) {
	name, ok := <-p.keys
	if !ok {
		return nil, io.EOF
	}
	return []terminal.Key{{Name: name}}, nil
}
func (p *played) Resized() <-chan os.Signal { return nil }
func (p *played) Suspend() error            { return nil }

// TestRunRace plays a match with the goroutines of [Run]: what is typed while the engine works
// waits, and the match ends with q, with the input, or with ctx.
func TestRunRace(t *testing.T) {
	nim, err := position.Parse("nim(3,5,7)")
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"q", "the input", "ctx"} {
		match, err := play.New(t.Context(), play.Options{Sum: nim})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		p, ended := &played{make(chan string), make(chan string)}, make(chan error)
		go func() { ended <- run(ctx, optionsOf(match, 0, false), p) }()
		seen := func(text string) {
			for drawn := range p.drawn {
				if strings.Contains(drawn, text) {
					return
				}
			}
		}
		key := func(name string) {
			for {
				select {
				case p.keys <- name:
					return
				case <-p.drawn:
				}
			}
		}
		seen("here 1 of 15 moves")
		key("enter")
		seen("grundy: ")
		key("u")
		seen("Taken back")
		key("h")
		want := error(nil)
		switch end {
		case "q":
			key("q")
		case "ctx":
			stop()
		default:
			close(p.keys)
			want = io.EOF
		}
		for isOver := false; !isOver; {
			select {
			case <-p.drawn:
			case err := <-ended:
				isOver = true
				if !errors.Is(err, want) {
					t.Errorf("ended by %s: %v, want %v", end, err, want)
				}
			}
		}
		stop()
	}
}

// TestStoppedReply stops the opponent, who goes on with Enter.
func TestStoppedReply(t *testing.T) {
	d := newDesk(t, request{sum: "nim(3,5,7)"})
	move := d.tap("enter")
	reply := d.update(move())
	d.press("esc")
	d.run(reply)
	d.shown("Stopped.", "grundy is to move.")
	d.press("enter")
	d.shown("You are to move.", "grundy: ")

	move = d.tap("enter")
	reply = d.update(move())
	d.press("u") // instead of the reply
	d.run(reply)
	d.shown("You are to move.", "Taken back")
	if d.turn != 2 {
		t.Errorf("turn %d after a move that was taken back, want 2", d.turn)
	}
}

// failing is a game whose rules fail in position 2.
type failing struct{ err error }

func (g *failing) AppendOptions(dst []int, p int) []int {
	if p == 2 {
		g.err = errors.New("rules.star:3:1: no rule for 2")
	}
	if g.err != nil {
		return dst
	}
	for q := range p {
		dst = append(dst, q)
	}
	return dst
}

func (*failing) AppendPosition(dst []byte, p int) []byte {
	return fmt.Appendf(dst, "failing\x1b[2J(%d)", p)
}
func (g *failing) Err() error                          { return g.err }
func (*failing) Start(context.Context) grundy.Run[int] { return &failing{} }

// TestRulesThatFail shows in one line what is wrong; the move can be taken back. Nothing
// that a game writes reaches the terminal as it is.
func TestRulesThatFail(t *testing.T) {
	d := newDeskAt(t, grundy.SumOf(grundy.Place[int](&failing{}, 3)), request{})
	d.press("end enter")
	d.shown("failed: rules.star:3:1: no rule for 2", "The rules failed.")
	d.press("enter h w b d l u")
	d.shown("You are to move.")
	if text := d.text(); strings.Contains(text, "\x1b[2J") {
		t.Errorf("a game clears the screen: %q", text)
	}
}

// TestAnyKeys presses keys at random in windows of random sizes: each screen fits, and the
// match stays one.
func TestAnyKeys(t *testing.T) {
	random := chance.New(t, 1)
	sums := []request{
		{sum: "nim(2,3)"}, {sum: "nim(2,2) + queen(2,1)", compound: "selective"}, {sum: "kayles(5)", misere: true}, {sum: "graph[g](1)"},
		{sum: "chomp(2,3)", two: true}, {sum: "staircase(0,2,1)", second: true, level: play.Beginner}, {sum: "nim(1000000000000000000,5)"},
		{sum: "twins(0,3,70)"}, {sum: "graph[g](1) + nim(2)"}, {sum: "hackenbush-graph(0,1,1,2,2,0,2,3,3,3)"}, {sum: "nim(0)", second: true},
	}
	keys := strings.Fields("enter enter enter tab up down left right pgup pgdown home end space - + h w u r n l d b : / ? esc backspace 1 ; ( nim")
	for range long.Or(15, 400) {
		d := newDesk(t, sums[random.IntN(len(sums))])
		pressed := ""
		for range 25 {
			if random.IntN(8) == 0 {
				d.width, d.height = random.IntN(120), random.IntN(40)
			}
			key := keys[random.IntN(len(keys))]
			pressed += " " + key
			d.press(key)
			lines, cursor := d.view()
			if len(lines) > max(d.height, 1) {
				t.Fatalf("%s: %d lines at a height of %d", pressed, len(lines), d.height)
			}
			for _, line := range lines {
				if wide := wide(escape.ReplaceAllString(line, "")); wide > d.width {
					t.Fatalf("%s: a line of %d columns at a width of %d: %q", pressed, wide, d.width, line)
				}
			}
			if cursor != nil && (cursor.X < 0 || cursor.X >= max(d.width, 1) || cursor.Y < 0) {
				t.Fatalf("%s: the cursor is at %v", pressed, *cursor)
			}
			if d.job != nil || d.turn != d.options.Match.Turn() {
				t.Fatalf("%s: turn %d of %d, job %v", pressed, d.turn, d.options.Match.Turn(), d.job)
			}
			if !d.isOver() && d.entry == nil && d.selected() < 0 {
				t.Fatalf("%s: no move is marked in\n%s", pressed, d.screen())
			}
		}
	}
}

// TestEveryMoveOnTheBoard finds every move by the places that it touches: of positions of all
// kinds, and of the examples of all games.
func TestEveryMoveOnTheBoard(t *testing.T) {
	sums := []string{
		"nim(3,5,7)", "0.77(5,2)", "queen(3,4)", "knight4[8](5,4)", "piece[leaps -1,-2 -2,-1; side 4; blocked 3,3](2,1)", "rider[-1,0,0,0,-1,0,0,0,-1](3,4,5)",
		"turning-turtles(1,4,9)", "rugs(2,3,4,4)", "twins(0,3,70)", "staircase(0,2,2,1)", "tree[1,1,3,3,4](0,2,2,1,3,12)", "hackenbush[0,0,1,1,3](1,2,3,4,5)",
		"hackenbush-graph(0,1,1,2,2,0,2,3,3,3)", "graph[g](1)", "kayles(5)", "cram(3,4)", "chomp(3,4)", "nim(2) + queen(2,2)",
	}
	for _, e := range position.All() {
		// In these, a move may change nothing, or appends a letter behind all that stand.
		if e.Name != "graph" && e.Name != "stones-game" && e.Name != "subwords" {
			sums = append(sums, e.Example)
		}
	}
	for _, sum := range long.Every(9, sums) {
		d := newDesk(t, request{sum: sum})
		for i, c := range d.moves {
			if len(c.touches) == 0 {
				t.Errorf("%s: %s touches nothing", sum, c.text)
				continue
			}
			d.inList = false
			if d.goTo(i); d.selected() != i {
				t.Errorf("%s: the cursor does not reach %s", sum, c.text)
			}
		}
	}
}

// TestTouchedStones checks which stones a move touches: those that go.
func TestTouchedStones(t *testing.T) {
	d := newDesk(t, request{sum: "nim(2,4)"})
	for _, c := range d.moves {
		var stones []uint64
		for _, j := range c.touches {
			for _, s := range d.places[j].spots {
				if s.Stone > 0 {
					stones = append(stones, s.Stone)
				}
			}
		}
		var from, left uint64
		_, _ = fmt.Sscanf(c.to, "nim(%d,%d)", &from, &left)
		first := from + 1
		if from == 2 {
			first = left + 1
		}
		if len(stones) == 0 || stones[0] != first {
			t.Errorf("%s: stones %v", c.text, stones)
		}
	}
	var whole scene.Spot
	if whole.Touches(scene.Change{ID: "heap-1", Kind: scene.Changes}) {
		t.Error("a place without an element is touched by another one")
	}
}
