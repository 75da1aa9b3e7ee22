package ask

// [Match] asks for a match as it stands after some moves: what is on the board, what each
// move leads to, and the opponent's reply. The question has all moves, so nothing is kept
// between one question and the next.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A Match asks for a match after some moves.
type Match struct {
	Play
	Moves   []string `json:"moves,omitempty" doc:"those that were made, each in the form in which the answer lists moves, such as 2: nim(4)"`
	Reply   bool     `json:"reply,omitempty" doc:"let the opponent move then, if the match is not over"`
	Hints   bool     `json:"hints,omitempty" doc:"say what each move leads to"`
	Best    bool     `json:"best,omitempty" doc:"name the best move, and say why"`
	All     bool     `json:"all,omitempty" doc:"with hints: find out about all moves, also where a winning one is found much sooner"`
	Limit   *int     `json:"limit,omitempty" doc:"the most moves that are listed (300)"`
	History bool     `json:"history,omitempty" doc:"the outcome before each move"`
}

// DefaultListed is how many moves a [Match] lists, if it does not say.
const DefaultListed = 300

// mostListed bounds the moves that a [Match] lists.
const mostListed = 10_000

// A Played is the answer to a [Match]. Fields are nil if the means do not suffice to know
// them; then Unknown says why.
type Played struct {
	_          struct{} `layout:"compact"`
	Start      string   `json:"start"`
	Title      string   `json:"title" doc:"in words, at the start; scenes have titles of what stands now"`
	Convention string   `json:"convention" enum:"normal,misere"`
	Compound   string   `json:"compound"`
	Loopy      bool     `json:"loopy"` // whether play need not end
	Turn       int      `json:"turn"`  // the number of moves that were made
	Mover      int      `json:"mover"` // 0 for the player who moved first, or 1
	Over       bool     `json:"over"`
	Winner     *int     `json:"winner"` // nil for nobody, which is a draw if the match is over
	Position   string   `json:"position"`
	// Scenes has the components. An element keeps its ID from one move to the
	// next.
	Scenes     []PlayedScene `json:"scenes"`
	Outcome    *string       `json:"outcome" enum:"N,P,D"`
	NimValue   nimValue      `json:"nim_value"`
	Remoteness number        `json:"remoteness"`
	Count      *big.Int      `json:"count"` // of all moves; nil where they are too many to count
	Moves      []PlayedMove  `json:"moves"`
	Heaps      []PlayedHeap  `json:"heaps,omitempty"` // where not all moves are listed
	Reply      *PlayedMove   `json:"reply"`
	Best       *PlayedMove   `json:"best,omitempty"` // without its changes; nil if it was not asked for
	History    []PlayedTurn  `json:"history" nullable:"true"`
	Repeated   int           `json:"repeated"` // how often the position stood before with the same mover
	Level      string        `json:"level" enum:"perfect,good,beginner,gentle"`
	Unknown    string        `json:"unknown,omitempty"`
}

// A PlayedScene is a component of a match.
type PlayedScene struct {
	Component int          `json:"component"` // from 0
	Position  string       `json:"position"`
	Title     string       `json:"title" doc:"in words"`
	Scene     grundy.Scene `json:"scene"`
}

// A PlayedStep is what a move does to one component. Changes is nil where the scene is
// too large to be compared with the one before.
type PlayedStep struct {
	Component int            `json:"component"` // from 0
	Words     string         `json:"words"`
	To        string         `json:"to"` // the component after the move
	Changes   []scene.Change `json:"changes" nullable:"true"`
}

// A PlayedMove is a move: its first step and, where it has several, all of them.
type PlayedMove struct {
	Move string `json:"move"` // as a [Match] takes it
	PlayedStep
	Steps      []PlayedStep `json:"steps,omitempty"`
	Outcome    *string      `json:"outcome" enum:"N,P,D"` // of the whole after the move
	LeadsTo    string       `json:"leads_to,omitempty" enum:"win,lose,draw"`
	NimValue   nimValue     `json:"nim_value"`
	PartValue  nimValue     `json:"part_value"` // of what becomes of the heap, or of the component, in which it is made
	Remoteness number       `json:"remoteness"`
	Says       []string     `json:"says,omitempty"` // of the best move: why, to the player who makes it
}

// A PlayedHeap is a heap with more moves than are listed, one for each number that it may be
// left with: the move to n is written Before, n, After. Rules may forbid some of them.
type PlayedHeap struct {
	Component int    `json:"component"` // from 0
	Element   string `json:"element"`   // its ID in the scene
	Count     uint64 `json:"count"`
	Before    string `json:"before"`
	After     string `json:"after"`
	Below     string `json:"below,omitempty"`
}

// A PlayedTurn is a move that was made, and what was to be said of the position before
// it. Thrown says that it gave away a win or a draw; Better is the best move that would have
// kept it, Left what stood after the move, and Answer what then wins for the opponent.
type PlayedTurn struct {
	Turn       int         `json:"turn"`
	Player     int         `json:"player"`
	Position   string      `json:"position"`
	Move       string      `json:"move"`
	Words      string      `json:"words"`
	Outcome    *string     `json:"outcome" enum:"N,P,D"`
	Remoteness number      `json:"remoteness"`
	Thrown     bool        `json:"thrown"`
	Better     *PlayedMove `json:"better,omitempty"`
	Left       string      `json:"left,omitempty" doc:"in words"`
	Answer     *PlayedMove `json:"answer,omitempty"`
}

// IsTimed reports whether the answer depends on the time that there was.
func (a *Played) IsTimed() bool { return a.Unknown != "" }

// leadsTo says what a player reaches by a move to a position of that outcome.
var leadsTo = map[grundy.Outcome]string{grundy.P: "win", grundy.N: "lose", grundy.D: "draw"}

// A player answers a [Match].
type player struct {
	m      *play.Match
	means  Means
	scenes []grundy.Scene // of the components
	left   int            // elements of scenes that may still be compared
	answer *Played
}

// mostCompared bounds the elements of the scenes, before and after, that are compared for
// the moves of one answer.
const mostCompared = 1 << 19

// Ask answers the question. Replies, hints and the history are looked for within shares of
// the time, so that there is an answer where they take too long.
func (q Match) Ask(ctx context.Context, m Means) (*Played, error) {
	limit := DefaultListed
	if q.Limit != nil {
		limit = *q.Limit
	}
	if limit < 0 || limit > mostListed {
		return nil, wrong("limit", limit, "want a number of moves from 0 to %d", mostListed)
	}
	return timed(ctx, m, message.Brief(q.Position, briefText), func(ctx context.Context) (*Played, error) {
		p := &player{means: m, left: mostCompared}
		err := q.play(ctx, p, limit)
		return p.answer, err
	})
}

// play plays the match, and answers.
func (q Match) play(ctx context.Context, p *player, limit int) (err error) {
	within := func(what string) (context.Context, *clock) { return startClock(ctx, 0, what) }
	if p.m, err = q.match(ctx, p.means, within); err != nil {
		return err
	}
	p.answer = &Played{
		Start: p.position(), Title: position.Title(grundy.SumOf(p.m.Components()...), p.m.Convention(), p.m.Compound()), Convention: p.m.Convention().String(), Compound: p.m.Compound().String(),
		Loopy: p.m.Loopy(), Level: p.m.Level().String(), Moves: []PlayedMove{}, Scenes: []PlayedScene{},
	}
	for _, c := range p.m.Components() {
		s, err := sceneOf(c)
		if err := errors.Join(err, meter.Take(ctx, held(s))); err != nil {
			return err
		}
		p.scenes = append(p.scenes, s)
	}
	for i, text := range q.Moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, over := p.m.Over(); over && p.m.Err() == nil {
			return wrong("moves", text, "move %d: the match is over before it", i+1)
		}
		move, err := p.m.Find(text)
		if failed := p.m.Err(); failed != nil {
			return failed
		}
		if err != nil {
			return wrong("moves", text, "move %d: %w", i+1, err)
		}
		if _, err := p.make(ctx, move); err != nil {
			return err
		}
	}
	if err := p.reply(ctx, q.Reply); err != nil {
		return err
	}
	if err := p.describe(ctx, limit, q.Hints, q.All); err != nil {
		return err
	}
	if _, over := p.m.Over(); q.Best && !over {
		err := p.within(ctx, 4, "the best move", func(ctx context.Context) (err error) {
			p.answer.Best, err = p.best(ctx)
			return err
		})
		if err != nil {
			return err
		}
	}
	if q.History {
		p.answer.History = []PlayedTurn{}
		return p.history(ctx)
	}
	return nil
}

func (p *player) position() string { return grundy.SumOf(p.m.Components()...).String() }

// sceneOf returns the scene of a component: its text where there is no other.
func sceneOf(c grundy.Component) (grundy.Scene, error) {
	s, ok, err := c.Scene()
	if errors.Is(err, grundy.ErrTooLarge) {
		ok, err = false, nil
	}
	if !ok {
		s = grundy.Scene{Kind: grundy.SceneText, Text: c.String()}
	}
	return s, err
}

// elementBytes is about what an element of a scene takes with its JSON, and textBytes
// what a byte of text takes.
const (
	elementBytes = 256
	textBytes    = 4
)

// held returns about how much memory a scene takes with its JSON.
func held(s grundy.Scene) uint64 {
	bytes := uint64(len(s.Elements))*elementBytes + uint64(len(s.Text))*textBytes
	for _, e := range s.Elements {
		bytes += uint64(len(e.Text)) * textBytes
	}
	for _, part := range s.Parts {
		bytes += held(part)
	}
	return bytes
}

// within does a part of the work in a share of the time. If it takes more than the means
// allow, the answer says that something is not known.
func (p *player) within(ctx context.Context, share time.Duration, what string, work func(context.Context) error) error {
	limit := time.Duration(0)
	if p.means.Time > 0 {
		limit = max(p.means.Time/share, 1)
	}
	part, clock := startClock(ctx, limit, what)
	err := clock.end(work(part))
	if ctx.Err() == nil && (errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)) {
		if p.answer.Unknown == "" {
			p.answer.Unknown = message.Line(err)
		}
		return nil
	}
	return err
}

// make makes a move, and returns its steps.
func (p *player) make(ctx context.Context, move solve.Move) ([]PlayedStep, error) {
	var taken error
	steps, err := p.steps(move, func(component int, after grundy.Scene) {
		meter.Give(ctx, held(p.scenes[component]))
		taken = errors.Join(taken, meter.Take(ctx, held(after)))
		p.scenes[component] = after
	})
	p.m.Make(move)
	return steps, errors.Join(err, taken)
}

// steps describes a move. Changed is told the scenes after it.
func (p *player) steps(move solve.Move, changed func(component int, after grundy.Scene)) ([]PlayedStep, error) {
	steps := make([]PlayedStep, 0, len(move))
	for _, s := range move {
		step := PlayedStep{Component: s.Component, Words: Words(solve.Move{s}), To: s.To.String()}
		before := p.scenes[s.Component]
		if p.left -= 1 + int(held(before)/elementBytes); changed != nil || p.left > 0 {
			after, err := sceneOf(s.To)
			if err != nil {
				return nil, err
			}
			if p.left -= int(held(after) / elementBytes); changed == nil && p.left <= 0 {
				steps = append(steps, step)
				continue
			}
			after, step.Changes = scene.Follow(before, after)
			if changed != nil {
				changed(s.Component, after)
			}
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// moveText returns a move in the form in which a [Match] takes it.
func moveText(move solve.Move) (text string) {
	for i, s := range move {
		if i > 0 {
			text += "; "
		}
		text += fmt.Sprintf("%d: %s", s.Component+1, s.To)
	}
	return text
}

// playedMove returns a move of an answer, with its steps.
func playedMove(move solve.Move, steps []PlayedStep) PlayedMove {
	m := PlayedMove{Move: moveText(move)}
	if len(steps) > 0 {
		m.PlayedStep = steps[0]
	}
	if len(steps) > 1 {
		m.Steps = steps
	}
	return m
}

// leading says what the move leads to.
func (m *PlayedMove) leading(outcome grundy.Outcome) {
	text := outcome.String()
	m.Outcome, m.LeadsTo = &text, leadsTo[outcome]
}

// reply lets the opponent move, if that is wanted.
func (p *player) reply(ctx context.Context, wanted bool) error {
	if _, over := p.m.Over(); over || !wanted {
		return p.m.Err()
	}
	return p.within(ctx, 2, "the opponent's move", func(ctx context.Context) error {
		move, err := p.m.Reply(ctx)
		if err != nil {
			return err
		}
		steps, err := p.make(ctx, move)
		if err != nil {
			return err
		}
		reply := playedMove(move, steps)
		p.answer.Reply = &reply
		return nil
	})
}

// describe says what is on the board. All moves are looked at in all the time there is, others in a
// part of it.
func (p *player) describe(ctx context.Context, limit int, hints, all bool) error {
	a := p.answer
	a.Turn, a.Mover, a.Position, a.Repeated = p.m.Turn(), p.m.Mover(), p.position(), p.m.Repeated()
	for i, c := range p.m.Components() {
		a.Scenes = append(a.Scenes, PlayedScene{i, c.String(), position.TitleOf(c), p.scenes[i]})
	}
	winner, over := p.m.Over()
	if err := p.m.Err(); err != nil {
		return err
	}
	if a.Over = over; over && winner != play.NoWinner {
		a.Winner = &winner
	}
	hinted := false
	share, optionsOf := time.Duration(4), p.m.Options
	if all {
		share, optionsOf = 1, p.m.AllOptions
	}
	err := p.within(ctx, share, "what the moves lead to", func(ctx context.Context) error {
		if !hints {
			return nil
		}
		list, err := optionsOf(ctx, limit)
		if err != nil {
			return err
		}
		if why := list.Answer.Uncounted; why != nil && a.Unknown == "" {
			a.Unknown = message.Line(why)
		}
		hinted = true
		p.value(list.Answer)
		a.Count = list.Count
		for _, o := range list.Options {
			steps, err := p.steps(o.Move, nil)
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			move := playedMove(o.Move, steps)
			if !o.Open {
				move.leading(o.Outcome)
			}
			move.NimValue = valueJSON(o.Value)
			if p.isAsInNim() {
				move.PartValue = valueJSON(o.Part)
			}
			a.Moves = append(a.Moves, move)
		}
		return p.remotenesses(ctx, list.Options)
	})
	if err == nil && hinted {
		p.heaps()
	}
	if err != nil || hinted {
		return err
	}
	moves, count := p.m.SomeMoves(ctx, limit)
	a.Count = count
	for _, move := range moves {
		steps, err := p.steps(move, nil)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		a.Moves = append(a.Moves, playedMove(move, steps))
	}
	p.heaps()
	return p.m.Err()
}

// isAsInNim reports whether nim-values say how to play: in misère play only where all components
// are tame by their closed forms.
func (p *player) isAsInNim() bool {
	if p.m.Compound() != compound.Disjunctive {
		return false
	}
	return p.m.Convention() == grundy.Normal || !slices.ContainsFunc(p.m.Components(), func(c grundy.Component) bool {
		_, _, tame := c.Measure(grundy.ByGenus)
		return !tame
	})
}

// mostHeaps bounds the heaps of a [Played], and heapText the texts of components that have them.
const mostHeaps, heapText = 64, 1 << 12

// heaps lists the heaps that a player may name by a number: where moves are missing in the list, and
// one that is there changes that heap alone.
func (p *player) heaps() {
	a := p.answer
	if a.Count != nil && a.Count.Cmp(big.NewInt(int64(len(a.Moves)))) <= 0 || !p.m.Compound().OneAtATime() {
		return
	}
	type place struct {
		component int
		element   string
	}
	if solve.Endless {
		for i, c := range p.m.Components() {
			for _, h := range solve.Described(c) {
				if len(a.Heaps) < mostHeaps {
					a.Heaps = append(a.Heaps, PlayedHeap{Component: i, Before: fmt.Sprintf("%d: %s", i+1, h.Before), After: h.After, Below: h.Size})
				}
			}
		}
	}
	listed := map[place]uint64{}
	for _, move := range a.Moves {
		if len(move.Steps) > 0 || len(move.Changes) != 1 {
			continue
		}
		c := move.Changes[0]
		at := place{move.Component, c.ID}
		if c.Kind != scene.Changes || c.Before.Role != grundy.RoleHeap || c.After.Count >= c.Before.Count {
			continue
		}
		if listed[at]++; listed[at] > 1 || len(a.Heaps) == mostHeaps {
			continue
		}
		if before, after, ok := aroundNumber(p.m.Components()[move.Component].String(), move.To, c.Before.Count, c.After.Count); ok {
			step := fmt.Sprintf("%d: ", move.Component+1)
			a.Heaps = append(a.Heaps, PlayedHeap{Component: move.Component, Element: c.ID, Count: c.Before.Count, Before: step + before, After: after})
		}
	}
	a.Heaps = slices.DeleteFunc(a.Heaps, func(h PlayedHeap) bool { return h.Below == "" && listed[place{h.Component, h.Element}] == h.Count })
	sort.SliceStable(a.Heaps, func(i, j int) bool { return a.Heaps[i].Component < a.Heaps[j].Component })
}

// aroundNumber returns what stands before and behind the one number in which two texts differ.
func aroundNumber(from, to string, was, is uint64) (before, after string, ok bool) {
	old, now := fmt.Sprint(was), fmt.Sprint(is)
	for at := 0; at+len(old) <= len(from) && len(from) <= heapText; at++ {
		if from[at:at+len(old)] != old {
			continue
		}
		if before, after = from[:at], from[at+len(old):]; before+now+after == to && !endsInDigit(before) && (after == "" || !isDigit(after[0])) {
			return before, after, true
		}
	}
	return "", "", false
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func endsInDigit(text string) bool { return text != "" && isDigit(text[len(text)-1]) }

// value says what is known of the present position.
func (p *player) value(answer *solve.Answer) {
	outcome := answer.Outcome.String()
	p.answer.Outcome, p.answer.NimValue = &outcome, nimValueJSON(answer.NimValue, answer.Infinite)
	if p.answer.Reply != nil {
		p.answer.Reply.leading(answer.Outcome)
		p.answer.Reply.NimValue = p.answer.NimValue
	}
}

// remotenesses says how long play lasts now, and after each move.
func (p *player) remotenesses(ctx context.Context, options []solve.Option) error {
	lasts := p.m.Remoteness(ctx)
	p.answer.Remoteness = remotenessJSON(lasts)
	if p.answer.Reply != nil {
		p.answer.Reply.Remoteness = p.answer.Remoteness
	}
	if lasts == nil && *p.answer.Outcome != grundy.D.String() {
		return ctx.Err() // it takes too long for the moves too
	}
	for i, o := range options {
		p.answer.Moves[i].Remoteness = remotenessJSON(p.m.RemotenessAfter(ctx, o.Move))
	}
	return ctx.Err()
}

// history tells the moves that were made. First it finds out who was winning, from the last move
// back, as the answers to these are kept; then what was better; and then how long play lasted.
// Each has a time of its own, so that what is found stays where the next takes too long.
func (p *player) history(ctx context.Context) error {
	turns := p.m.Turn()
	p.answer.History = make([]PlayedTurn, turns)
	for i := range turns {
		move, before := p.m.Past(i)
		p.answer.History[i] = PlayedTurn{Turn: i, Player: i % 2, Position: grundy.SumOf(before...).String(), Move: moveText(move), Words: Words(move)}
	}
	backwards := func(share time.Duration, what string, work func(ctx context.Context, turn *PlayedTurn) error) error {
		return p.within(ctx, share, what, func(ctx context.Context) error {
			for i := turns - 1; i >= 0; i-- {
				if err := work(ctx, &p.answer.History[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return errors.Join(
		backwards(3, "who was winning", p.outcomeOf),
		backwards(4, "the better moves", func(ctx context.Context, t *PlayedTurn) error {
			if !t.Thrown {
				return nil
			}
			return p.mend(ctx, t)
		}),
		backwards(8, "how long play lasted", p.lasting()),
	)
}

// outcomeOf says who was winning before a move that was made, and whether it gave that away.
func (p *player) outcomeOf(ctx context.Context, turn *PlayedTurn) error {
	after, err := p.m.SolveAt(ctx, turn.Turn+1)
	if err != nil {
		return err
	}
	before, err := p.m.SolveAt(ctx, turn.Turn)
	if err != nil {
		return err
	}
	outcome := before.Outcome.String()
	turn.Outcome, turn.Thrown = &outcome, play.Throws(before.Outcome, after.Outcome)
	return nil
}

// mend says what was better than a move that gave something away, and what answers that. The reason
// takes longest, so that it comes last.
func (p *player) mend(ctx context.Context, turn *PlayedTurn) error {
	components := p.m.Components()
	if turn.Turn+1 < p.m.Turn() {
		_, components = p.m.Past(turn.Turn + 1)
	}
	turn.Left = position.Title(grundy.SumOf(components...), p.m.Convention(), p.m.Compound())
	advice, better, err := p.advised(ctx, turn.Turn)
	if err != nil {
		return err
	}
	turn.Better = better
	after, err := p.m.SolveAt(ctx, turn.Turn+1)
	if err == nil && after.Outcome == grundy.N && after.WinningMoves != nil { // and play is not over
		_, turn.Answer, err = p.advised(ctx, turn.Turn+1)
	}
	if err == nil {
		better.Says, err = p.says(ctx, turn.Turn, advice)
	}
	return err
}

// lasting returns what says how long play lasted from a move on. Once that takes too long, it asks
// no more: it is called for the longer plays before.
func (p *player) lasting() func(ctx context.Context, turn *PlayedTurn) error {
	short := true
	return func(ctx context.Context, turn *PlayedTurn) error {
		if turn.Outcome == nil || !short {
			return nil
		}
		lasts := p.m.RemotenessAt(ctx, turn.Turn)
		turn.Remoteness = remotenessJSON(lasts)
		short = lasts != nil || *turn.Outcome == grundy.D.String()
		return ctx.Err()
	}
}

// best returns the best move in the present position, and why it is.
func (p *player) best(ctx context.Context) (*PlayedMove, error) {
	advice, best, err := p.advised(ctx, p.m.Turn())
	if err == nil {
		best.Says, err = p.says(ctx, p.m.Turn(), advice)
	}
	return best, err
}

// advised returns the best move before a move that was made, or in the present position.
func (p *player) advised(ctx context.Context, turn int) (play.Advice, *PlayedMove, error) {
	advice, err := p.m.BestAt(ctx, turn)
	if err != nil {
		return advice, nil, err
	}
	best := playedMove(advice.Move, plainSteps(advice.Move))
	best.leading(map[grundy.Outcome]grundy.Outcome{grundy.N: grundy.P, grundy.D: grundy.D, grundy.P: grundy.N}[advice.Outcome])
	return advice, &best, nil
}

// says says why the best move before a move that was made, or in the present position, is that.
func (p *player) says(ctx context.Context, turn int, advice play.Advice) ([]string, error) {
	after, err := p.m.WhyAfter(ctx, turn, advice.Move)
	if err != nil {
		return nil, err
	}
	return adviceSays(advice, after, namesOf(grundy.SumOf(p.m.Components()...))), nil
}

// plainSteps describes a move without its changes.
func plainSteps(move solve.Move) []PlayedStep {
	steps := make([]PlayedStep, len(move))
	for i, s := range move {
		steps[i] = PlayedStep{Component: s.Component, Words: Words(solve.Move{s}), To: s.To.String()}
	}
	return steps
}
