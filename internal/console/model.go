package console

// Keys change the state of the screen here and nowhere else.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/terminal"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// A model is the state of the screen. Only jobs use the match, one at a time.
type model struct {
	*sight
	ctx     context.Context
	options Options
	lines   *writer // of a match line by line; nil on a screen
	// after lets a message come later; tests let no time pass.
	after func(time.Duration, any)
	quit  bool

	width, height int
	drawn         bool // by agreement
	said          []string
	entry         *string // what is typed after ":"; nil unless something is

	job      *job
	jobs     int
	stopping bool // the job, by Esc
	next     step // what waits for the end of the job

	inList bool // whether the cursor is in the list, and not on the board
	here   int  // the place of the cursor; -1 for none
	picked int  // among the moves of the place
	listed int  // the cursor in the list
	top    int  // of the board: the first line that is shown
	left   int  // and the first column

	hints    bool
	answer   *solve.Answer     // about the present position
	lasts    *uint64           // its remoteness
	outcomes []*grundy.Outcome // of the positions before each move, and of the present one

	page     []string // reasons or help, which are shown instead of the board
	pageName string
	pageTop  int
}

func newModel(ctx context.Context, o Options) *model {
	return &model{sight: &sight{}, ctx: ctx, options: o, width: 80, height: 24, here: -1, after: func(time.Duration, any) {}}
}

// say replaces what is said below the board, or writes it.
func (m *model) say(lines ...string) {
	if m.lines == nil {
		m.said = lines
		return
	}
	for _, line := range lines {
		fmt.Fprintln(m.lines.out, line)
	}
}

// onScreen returns words that only a screen shows.
func (m *model) onScreen(words string) string {
	if m.lines != nil {
		return ""
	}
	return words
}

// update takes a message, and returns what is to do beside the screen.
func (m *model) update(message any) command {
	switch message := message.(type) {
	case result:
		return m.ended(message)
	case slow:
		m.isSlow(message)
	case terminal.Key:
		switch {
		case !message.Pasted:
			return m.key(message.Name)
		case m.entry != nil:
			m.add(message.Name)
		}
	}
	return nil
}

// steps are what keys begin that need the match.
var steps = map[string]step{
	"w": (*model).why, "u": (*model).undo, "r": (*model).redo, "n": (*model).restart,
	"l": (*model).nextLevel, "d": (*model).offerDraw, "b": (*model).best,
}

// key obeys a key.
func (m *model) key(name string) command {
	switch {
	case name == "ctrl+c":
		m.quit = true
		return nil
	case m.entry != nil:
		return m.typed(name)
	case m.page != nil && m.turnPage(name):
		return nil
	case steps[name] != nil:
		return m.do(steps[name])
	}
	switch name {
	case "q", "ctrl+d":
		m.quit = true
	case "esc":
		if m.job != nil {
			m.stopping = true
			m.job.stop()
		}
	case "?":
		m.show("Keys", keys)
	case "h":
		if m.hints = !m.hints; m.hints {
			return m.do((*model).judge)
		}
	case "enter":
		return m.enter()
	case ":", "/":
		m.entry = new(string)
	case "tab", "shift+tab":
		m.changePane()
	case " ", "+":
		m.choose(m.picked + 1)
	case "-":
		m.choose(m.picked - 1)
	case "left":
		m.move(0, -1)
	case "right":
		m.move(0, 1)
	default:
		m.move(m.linesDown(name), 0)
	}
	return nil
}

// linesDown returns how many lines down a key leads: up, where it is negative.
func (m *model) linesDown(name string) int {
	switch name {
	case "up":
		return -1
	case "down":
		return 1
	case "pgup":
		return 1 - m.layout().body
	case "pgdown":
		return m.layout().body - 1
	case "home":
		return -1 << 20
	case "end":
		return 1 << 20
	}
	return 0
}

// move moves the cursor.
func (m *model) move(down, right int) {
	switch {
	case down == 0 && right == 0:
	case m.inList:
		m.listed = max(0, min(m.listed+down+right, len(m.moves)-1))
	case m.here < 0 || down < -1 || down > 1:
		m.top += down
	default:
		at := m.places[m.here]
		if next := m.nearest(at.line, at.column, down, right); next >= 0 {
			m.here, m.picked = next, 0
		}
	}
}

// changePane moves the cursor from the board to the same move of the list, or back.
func (m *model) changePane() {
	now := m.selected()
	switch {
	case m.here < 0:
		m.inList = true
	case !m.inList:
		m.inList = true
		m.listed = max(now, 0)
	default:
		m.inList = false
		if now >= 0 && len(m.moves[now].touches) > 0 && !slices.Contains(m.places[m.here].moves, now) {
			m.goTo(now)
		}
	}
}

// choose picks one of the moves at the cursor on the board.
func (m *model) choose(pick int) {
	if m.inList || m.here < 0 {
		return
	}
	n := len(m.places[m.here].moves)
	m.picked = (pick + n) % n
}

// goTo puts the cursor on a move: in the list, or on the place that has the fewest moves.
func (m *model) goTo(choice int) {
	m.listed = choice
	least := 0
	for _, j := range m.moves[choice].touches {
		if n := len(m.places[j].moves); least == 0 || n < least {
			m.here, least = j, n
		}
	}
	if least > 0 {
		m.picked = slices.Index(m.places[m.here].moves, choice)
	} else {
		m.inList = true
	}
}

// selected returns the move under the cursor, or -1.
func (m *model) selected() int {
	switch {
	case len(m.moves) == 0:
		return -1
	case m.inList || m.here < 0:
		return min(m.listed, len(m.moves)-1)
	}
	return m.places[m.here].moves[m.picked]
}

// see takes a new position.
func (m *model) see(p *sight) {
	fresh := len(m.drawing) == 0
	m.regroup(p)
	m.answer, m.lasts, m.drawn, m.listed, m.picked = nil, nil, false, 0, 0
	m.outcomes = m.outcomes[:min(len(m.outcomes), p.turn)]
	if fresh {
		m.inList = m.here < 0
	}
}

// add adds to what is typed.
func (m *model) add(text string) {
	for _, r := range text {
		if unicode.IsPrint(r) && len(*m.entry) < mostTyped {
			*m.entry += string(r)
		}
	}
}

// mostTyped bounds the bytes that are typed for a move.
const mostTyped = 1 << 12

// typed obeys a key while a move is typed.
func (m *model) typed(name string) command {
	switch name {
	case "enter":
		text := strings.TrimSpace(*m.entry)
		if m.entry = nil; text != "" {
			return m.do(func(m *model) command { return m.find(text) })
		}
	case "esc":
		m.entry = nil
	case "ctrl+u":
		*m.entry = ""
	case "backspace":
		_, size := utf8.DecodeLastRuneInString(*m.entry)
		if *m.entry = (*m.entry)[:len(*m.entry)-size]; size == 0 {
			m.entry = nil
		}
	default:
		if utf8.RuneCountInString(name) == 1 {
			m.add(name)
		}
	}
	return nil
}

// show shows a page instead of the board.
func (m *model) show(name string, lines []string) {
	if m.lines != nil {
		m.say(lines...)
		return
	}
	m.page, m.pageName, m.pageTop = lines, name, 0
}

// turnPage obeys a key while a page is shown. It reports whether the key means the page.
func (m *model) turnPage(name string) bool {
	switch name {
	case "esc", "enter", "w", "?", "tab":
		m.page = nil
		return true
	case " ":
		name = "pgdown"
	}
	down := m.linesDown(name)
	if down == 0 {
		if name != "q" {
			m.page = nil
		}
		return false
	}
	m.pageTop = max(0, min(m.pageTop+down, len(m.page)-m.layout().body+1))
	return true
}

// isTheirs reports whether the opponent is to move.
func (m *model) isTheirs() bool { return !m.options.Two && m.mover() != m.options.Human }

func (m *model) mover() int { return m.turn % 2 }

// isOver reports whether nobody moves any more.
func (m *model) isOver() bool { return m.over || m.drawn || m.err != nil }

// enter makes the move under the cursor, or lets the opponent move who was stopped.
func (m *model) enter() command {
	now := m.selected()
	switch {
	case m.isOver(), m.isTheirs() && m.job != nil:
		return nil
	case m.isTheirs():
		return m.reply()
	case now < 0:
		m.say("Type : and the move.")
		return nil
	}
	move := m.moves[now]
	return m.do(func(m *model) command { return m.make(move) })
}

// make makes a move of the player.
func (m *model) make(c choice) command {
	if m.isTheirs() || m.isOver() {
		return nil
	}
	return m.begin("looking at the position", func(context.Context) (func(*model) step, error) { return m.made(c.move) })
}

// made makes a move of the player. It is part of a job.
func (m *model) made(move solve.Move) (func(*model) step, error) {
	said := m.player(m.options.Match.Mover()) + ": " + m.moveText(move)
	m.options.Match.Make(move)
	return m.looked(said)
}

// look looks at the match.
func (m *model) look(said string) command {
	return m.begin("looking at the position", func(context.Context) (func(*model) step, error) { return m.looked(said) })
}

// looked looks at the match, and keeps what it sees. It is part of a job.
func (m *model) looked(said ...string) (func(*model) step, error) {
	p := look(m.options.Match, m.lines == nil)
	return func(m *model) step {
		m.see(p)
		if said = slices.DeleteFunc(said, func(s string) bool { return s == "" }); len(said) > 0 {
			m.say(said...)
		}
		if m.lines != nil {
			m.showPosition()
		}
		return (*model).goOn
	}, nil
}

// goOn does what is to do at a new position.
func (m *model) goOn() command {
	switch {
	case m.err != nil && m.lines != nil: // which ends the match
		return nil
	case m.err != nil:
		m.say(m.options.Tell(m.err))
		return nil
	case m.over && m.lines != nil:
		m.say(m.howEnded())
		return m.sayLost()
	case m.over:
		return m.judge()
	case m.isTheirs():
		return m.reply()
	case m.hints:
		return m.judge()
	}
	return nil
}

// reply lets the opponent move.
func (m *model) reply() command {
	said := m.said
	return m.begin("grundy is thinking", func(ctx context.Context) (func(*model) step, error) {
		move, err := m.options.Match.Reply(ctx)
		if err != nil {
			return nil, err
		}
		words := m.moveText(move)
		m.options.Match.Make(move)
		see, err := m.looked(append(slices.Clone(said), "grundy: "+words)...)
		return func(m *model) step {
			next := see(m)
			if m.lines != nil && m.loopy && m.repeated > 0 {
				m.say(`This position has stood before. "draw" offers a draw.`)
			}
			return next
		}, err
	})
}

// judge finds out what each move leads to, and who was winning before.
func (m *model) judge() command {
	if m.isOver() && !m.over {
		return nil
	}
	known := slices.Clone(m.outcomes)
	before := m.sight
	return m.begin("looking at what each move leads to", func(ctx context.Context) (func(*model) step, error) {
		match := m.options.Match
		var answer *solve.Answer
		var judged *sight
		if !before.over {
			list, err := match.Options(ctx, mostListed)
			if err != nil {
				return nil, err
			}
			answer, judged = list.Answer, before.judged(list.Options)
		}
		for i := len(known); i <= before.turn; i++ {
			known = append(known, nil)
		}
		for i := before.turn; i >= 0; i-- {
			if known[i] == nil {
				a, err := match.SolveAt(ctx, i)
				if err != nil {
					return nil, err
				}
				known[i] = &a.Outcome
			}
		}
		lasts := match.Remoteness(ctx)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return func(m *model) step {
			m.outcomes, m.lasts = known, lasts
			if judged == nil {
				return (*model).sayLost
			}
			m.answer = answer
			m.regroup(judged)
			if lasts != nil && len(m.moves) <= mostTimed {
				return (*model).time
			}
			return nil
		}, nil
	})
}

// mostTimed bounds the moves for which the screen says how long play lasts after them.
const mostTimed = 200

// regroup takes the same position with other moves, or the same ones in another order. The
// cursor keeps its move and its place.
func (m *model) regroup(p *sight) {
	key, line, column := "", 0, 0
	if now := m.selected(); now >= 0 {
		key = m.moves[now].key
	}
	if m.here >= 0 {
		line, column = m.places[m.here].line, m.places[m.here].column
	}
	m.sight, m.picked = p, 0
	if m.here = m.nearest(line, column, 0, 0); m.here < 0 {
		m.inList = true
	}
	if now := slices.IndexFunc(m.moves, func(c choice) bool { return c.key == key }); now >= 0 {
		m.listed = now
		if m.here >= 0 {
			m.picked = max(slices.Index(m.places[m.here].moves, now), 0)
		}
	}
}

// time finds out how long play lasts after each move.
func (m *model) time() command {
	moves := m.moves
	return m.begin("looking how long play lasts", func(ctx context.Context) (func(*model) step, error) {
		lasts := make([]*uint64, len(moves))
		for i, c := range moves {
			lasts[i] = m.options.Match.RemotenessAfter(ctx, c.move)
		}
		return func(*model) step {
			for i := range moves {
				moves[i].lasts = lasts[i]
			}
			return nil
		}, ctx.Err()
	})
}

// sayLost says where a lost match was lost.
func (m *model) sayLost() command {
	if m.options.Two || m.winner == play.NoWinner || m.winner == m.options.Human {
		return nil
	}
	return m.begin("looking where the match was lost", func(ctx context.Context) (func(*model) step, error) {
		thrown, ok, err := m.options.Match.LastThrown(ctx, m.options.Human)
		if err != nil {
			return nil, err
		}
		return func(m *model) step {
			m.say(m.whereLost(thrown, ok)...)
			return nil
		}, nil
	})
}

// why shows the reasons, and where a lost match was lost: first, and with the reasons of the position
// there, if the match is over.
func (m *model) why() command {
	alone, human := !m.options.Two, m.options.Human
	lost := m.over && alone && m.winner == 1-human
	return m.begin("looking for the reasons", func(ctx context.Context) (func(*model) step, error) {
		match := m.options.Match
		turn, lines := match.Turn(), []string(nil)
		where := func() (play.Thrown, bool, error) {
			thrown, ok, err := match.LastThrown(ctx, human)
			if err == nil {
				lines = append(lines, m.whereLost(thrown, ok)...)
			}
			return thrown, ok, err
		}
		show := func(m *model) step {
			name := "Why"
			if turn < m.turn {
				name = fmt.Sprintf("Why, before move %d", turn+1)
			}
			m.show(name, lines)
			return nil
		}
		if lost {
			thrown, ok, err := where()
			if err != nil || !ok {
				return show, err
			}
			turn = thrown.Turn
		}
		a, err := match.Why(ctx, turn)
		if err != nil {
			return nil, err
		}
		lines = append(append(lines, m.outcome(a.Outcome, turn, match.RemotenessAt(ctx, turn))...), m.options.Explain(a)...)
		if a.Outcome == grundy.P && alone && !lost && match.Mover() == human && turn > human {
			_, _, err = where()
		}
		return show, err
	})
}

// best puts the cursor on a winning move, or on one that is hard to answer.
func (m *model) best() command {
	if m.isOver() || m.isTheirs() {
		return nil
	}
	before := m.sight
	return m.begin("looking for the best move", func(ctx context.Context) (func(*model) step, error) {
		advice, err := m.options.Match.Best(ctx)
		if err != nil {
			return nil, err
		}
		if m.lines != nil {
			return func(m *model) step {
				m.say(m.bestText(advice))
				return nil
			}, nil
		}
		found := choicesOf([]solve.Move{advice.Move}, before.several)[0]
		same := func(c choice) bool { return c.key == found.key }
		after := before
		if !slices.ContainsFunc(before.moves, same) { // it is not among the first
			after = before.offering(append([]solve.Move{advice.Move}, movesOf(before.moves)...))
		}
		return func(m *model) step {
			m.say(m.bestText(advice))
			m.regroup(after)
			m.goTo(slices.IndexFunc(m.moves, same))
			if m.hints && m.answer == nil {
				return (*model).judge
			}
			return nil
		}, nil
	})
}

// find makes the move that was typed.
func (m *model) find(text string) command {
	if m.isOver() || m.isTheirs() {
		return nil
	}
	return m.begin("looking for the move", func(context.Context) (func(*model) step, error) {
		move, err := m.options.Match.Find(text)
		if err == nil {
			return m.made(move)
		}
		if m.lines != nil && len(strings.Fields(text)) == 1 {
			err = fmt.Errorf("%w%s", err, message.DidYouMean(text, lineWords))
		}
		return nil, err
	})
}

// undo takes the last move of the player back, and the answer to it.
func (m *model) undo() command {
	moves := 1
	switch {
	case m.drawn: // only the draw, which was agreed on before a move
		return m.takeBack(0, "")
	case m.options.Two && m.turn == 0, !m.options.Two && m.turn <= m.options.Human:
		m.say("There is no move of yours to take back.")
		return nil
	case !m.options.Two && m.turn > 1 && !m.isTheirs():
		moves = 2
	}
	return m.takeBack(moves, m.onScreen("Taken back; r makes the move again."))
}

// restart takes all moves back.
func (m *model) restart() command { return m.takeBack(m.turn, "From the beginning.") }

func (m *model) takeBack(moves int, said string) command {
	return m.begin("taking back", func(context.Context) (func(*model) step, error) {
		m.options.Match.Undo(moves)
		return m.looked(said)
	})
}

// redo makes a move again that was taken back, and the answer to it.
func (m *model) redo() command {
	if !m.undone {
		m.say("There is no move to make again.")
		return nil
	}
	moves := 1
	if !m.options.Two && !m.isTheirs() {
		moves = 2
	}
	return m.begin("making the move again", func(context.Context) (func(*model) step, error) {
		m.options.Match.Redo(moves)
		return m.looked(m.onScreen("Made again."))
	})
}

// nextLevel lets the opponent play better or worse.
func (m *model) nextLevel() command {
	return m.changeLevel((m.level + 1) % play.Level(len(play.Levels())))
}

// changeLevel changes how well the opponent plays.
func (m *model) changeLevel(level play.Level) command {
	if m.options.Two {
		m.say("Two people play; nobody needs a level.")
		return nil
	}
	return m.begin("changing the level", func(context.Context) (func(*model) step, error) {
		m.options.Match.SetLevel(level)
		return func(m *model) step {
			m.level = level
			m.say(fmt.Sprintf("The level of the opponent is %v; there are %s.", level, strings.Join(play.Levels(), ", ")))
			return nil
		}, nil
	})
}

// offerDraw offers a draw, which is accepted by who has no win.
func (m *model) offerDraw() command {
	switch {
	case m.isOver() || m.isTheirs():
		return nil
	case !m.loopy:
		m.say("Play ends in this game, and one of us wins: there is no draw.")
		return nil
	case m.options.Two:
		m.drawn = true
		m.say("A draw by agreement.")
		return nil
	}
	return m.begin("thinking about a draw", func(ctx context.Context) (func(*model) step, error) {
		a, err := m.options.Match.Solve(ctx)
		if err != nil {
			return nil, err
		}
		return func(m *model) step {
			switch m.drawn = a.Outcome != grundy.P; {
			case !m.drawn:
				m.say("No: this position is lost for you.")
			case a.Outcome == grundy.N && len(a.WinningMoves) > 0:
				m.say(fmt.Sprintf("A draw by agreement. You could have won: %s%s.", m.moveText(a.WinningMoves[0]), others(a.WinningMoveCount)))
			default:
				m.say("A draw by agreement.")
			}
			return nil
		}, nil
	})
}
