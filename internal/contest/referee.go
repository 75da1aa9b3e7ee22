package contest

// The judge of an interactive problem: it says the input, hears the moves of a program, moves
// itself, and says how it ended. It moves to states that are lost for the program where it can.
// Otherwise it makes a random move, or about every second time one after which few moves win.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A Speaker is a program that the judge talks to, a line at a time. [Speaker.Hear] returns false
// where the program says nothing more.
type Speaker interface {
	Say(line string)
	Hear() (line string, ok bool)
}

// A Fault is what a program does wrong in an interactive problem.
type Fault string

// The faults. "" is none.
const (
	SaysNothing   Fault = "no move"
	SaysNonsense  Fault = "not a move"
	MovesWrongly  Fault = "illegal move"
	GivesAway     Fault = "gave a win away"
	ChoseWrongly  Fault = "chose wrongly"
	MovesTooOften Fault = "no end"
)

// A Ruling is what the judge says of a program, or of what it did first that was wrong.
type Ruling struct {
	Fault Fault
	Game  int      // from 1
	Turn  int      // of the program in that game, from 1; 0 before the first
	State string   // at that turn
	Said  string   // by the program
	Why   string   // in a line
	Moves []Spoken // of the last game
	Data  *input.Data
	Won   []string // moves that win in that state, where the program made another
}

// Where says in which game and turn the fault is.
func (r *Ruling) Where() string {
	if r.Turn == 0 {
		return fmt.Sprintf("game %d, before the first turn: ", r.Game)
	}
	return fmt.Sprintf("game %d, turn %d: ", r.Game, r.Turn)
}

// A Spoken move was made by the judge, or by the program.
type Spoken struct {
	Judge bool
	Move  string
}

// RefereeOptions say how the judge plays.
type RefereeOptions struct {
	Seed uint64 // of its moves, besides the text of the input
	// Search bounds each search as [Options.Search] does.
	Search uint64
	// Early ends a game as soon as the program has given it away.
	Early bool
}

// errFault ends a game that the program has lost.
var errFault = errors.New("the program is wrong")

// Referee plays all games of an input against a program, to the first fault. The error is about
// the input, the file, or from ctx. The program is at fault where the ruling says so; what it says
// behind the last game is not looked at.
func (p *Problem) Referee(ctx context.Context, text []byte, program Speaker, opt RefereeOptions) (*Ruling, error) {
	return p.referee(ctx, text, program, opt, func(*referee) {})
}

func (p *Problem) referee(ctx context.Context, text []byte, program Speaker, opt RefereeOptions, begin func(*referee)) (*Ruling, error) {
	hash := fnv.New64a()
	_, _ = hash.Write(text)
	r := &referee{p: p, t: p.Interaction, program: program, opt: opt, ruling: &Ruling{}, random: rand.New(rand.NewPCG(opt.Seed, hash.Sum64()))}
	r.a = p.asking(ctx, Semantics{Search: opt.Search}, Options{Search: opt.Search})
	defer p.done(r.a)
	begin(r)
	lines, said := slices.Collect(strings.Lines(string(text))), 0
	say := func(to int) { // what was read
		for ; said < min(to, len(lines)); said++ {
			r.program.Say(strings.TrimSuffix(lines[said], "\n"))
		}
	}
	err := p.Shape.In(ctx).Each(bytes.NewReader(text), input.Options{Keep: true}, func(d *input.Data) error {
		say(d.Line())
		return r.game(d)
	})
	if err == nil {
		say(len(lines))
	}
	if errors.Is(err, errFault) {
		err = nil
	}
	return r.ruling, err
}

// A referee plays the games of an input.
type referee struct {
	p       *Problem
	t       *Interaction
	a       *asking
	program Speaker
	opt     RefereeOptions
	random  *rand.Rand
	ruling  *Ruling
	words   []string // of a line, not yet taken
	line    string
	bounds  func(b input.Bound) int64
	all     []option // the moves from which the program must choose now, nil if it must say another thing
	state   lang.Value
	right   func() (string, error) // what a right program says now
}

// begins takes what the functions need from an input, and returns the state in which its game begins.
func (r *referee) begins(d *input.Data) (state lang.Value, err error) {
	r.a.bound = bound{}
	if err := r.a.bind(d, r.t.slots); err != nil {
		return state, err
	}
	return r.a.bound.values[r.t.stateAt], nil
}

// ask calls a function at a state, with a move if it takes one.
func (r *referee) ask(by *taking, state, move lang.Value) (lang.Value, error) {
	r.a.bound.values[0], r.a.bound.values[r.t.stateAt] = move, state
	return r.a.runner.Call(by.fn, r.a.taken(by.args)...)
}

// fail says what is wrong with what a function of the file returned.
func (r *referee) fail(name, format string, args ...any) error {
	_, at := r.p.code.Global(name)
	return r.p.code.Source.Fail(at, format, args...)
}

// An option is a move with its text.
type option struct {
	value lang.Value
	text  string
}

// options returns the moves that the file lists.
func (r *referee) options(state lang.Value) ([]option, error) {
	v, err := r.ask(r.t.optionsBy, state, lang.None)
	if err != nil {
		return nil, err
	}
	items, ok := itemsOf(v)
	if !ok {
		return nil, r.fail(optionsName, "want %s to return a list of moves, not %s", optionsName, lang.Article(v))
	}
	all := make([]option, len(items))
	for i, m := range items {
		text := appendMove(nil, m)
		if text == nil {
			return nil, r.fail(optionsName, "want each move to be a number, a list of numbers, or a word, not %s", lang.Article(m))
		}
		if r.t.Move.Count.Counted {
			text = append(strconv.AppendInt(nil, int64(1+strings.Count(string(text), " ")), 10), append([]byte(" "), text...)...)
		}
		all[i] = option{m, string(text)}
	}
	return all, nil
}

// appendMove appends a number, numbers, or a word, as they are written. It returns nil for others.
func appendMove(dst []byte, m lang.Value) []byte {
	if m.Kind == lang.IntKind {
		return strconv.AppendInt(dst, m.N, 10)
	}
	if isWord(m) {
		return append(dst, m.Text()...)
	}
	items, _ := itemsOf(m)
	for i, n := range items {
		if n.Kind != lang.IntKind {
			return nil
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, n.N, 10)
	}
	return dst
}

func (r *referee) won(state lang.Value) (bool, error) {
	v, err := r.ask(r.t.wonBy, state, lang.None)
	if err == nil && v.Kind != lang.BoolKind {
		err = r.fail(wonName, "want %s to return True or False, not %s", wonName, lang.Article(v))
	}
	return v.Truth(), err
}

func (r *referee) after(state, move lang.Value) (lang.Value, error) {
	v, err := r.ask(r.t.afterBy, state, move)
	return lang.Frozen(v), err
}

// winning returns which of these moves win, most of them at most.
func (r *referee) winning(state lang.Value, all []option, most int) (wins []option, err error) {
	first := 0
	if len(all) > 0 {
		first = r.random.IntN(len(all))
	}
	for i := range all {
		m := all[(first+i)%len(all)]
		next, err := r.after(state, m.value)
		if err != nil {
			return nil, err
		}
		won, err := r.won(next)
		if err != nil {
			return nil, err
		}
		if !won {
			if wins = append(wins, m); len(wins) == most {
				return wins, nil
			}
		}
	}
	return wins, nil
}

// Moves of more options are made at random where none wins.
const mostTricky = 24

// choose returns the move of the judge in a state.
func (r *referee) choose(state lang.Value, all []option) (move option, err error) {
	won, err := r.won(state)
	if err != nil {
		return move, err
	}
	if won {
		wins, err := r.winning(state, all, 1)
		if err == nil && len(wins) == 0 {
			err = r.fail(optionsName, "%s(%s) is True, and no move that %s lists wins", wonName, r.text(state), optionsName)
		}
		if err != nil {
			return move, err
		}
		return wins[0], nil
	}
	move = all[r.random.IntN(len(all))]
	if len(all) > mostTricky || r.random.IntN(2) == 0 {
		return move, nil
	}
	fewest := -1
	for _, m := range all {
		next, err := r.after(state, m.value)
		if err != nil {
			return move, err
		}
		replies, err := r.options(next)
		if err != nil {
			return move, err
		}
		if len(replies) > mostTricky {
			return move, nil
		}
		wins, err := r.winning(next, replies, fewest)
		if err != nil {
			return move, err
		}
		if fewest < 0 || len(wins) < fewest {
			move, fewest = m, len(wins)
		}
	}
	return move, nil
}

// text writes a state.
func (r *referee) text(state lang.Value) string {
	text, err := r.p.code.AppendText(nil, state)
	if err != nil {
		return "?"
	}
	return message.Brief(string(text), 200)
}

// blame notes the first fault, which ends the game.
func (r *referee) blame(fault Fault, state lang.Value, said, format string, args ...any) error {
	if r.ruling.Fault == "" {
		r.ruling.Fault, r.ruling.State, r.ruling.Said, r.ruling.Why = fault, r.text(state), said, fmt.Sprintf(format, args...)
	}
	return errFault
}

// lost ends a game that the program has lost.
func (r *referee) lost(err error) error {
	if errors.Is(err, errFault) && r.t.Lost != "" {
		r.program.Say(r.t.Lost)
	}
	return err
}

// game plays the game of an innermost repetition.
func (r *referee) game(d *input.Data) error {
	state, err := r.begins(d)
	if err != nil {
		return err
	}
	r.bounds = func(b input.Bound) int64 {
		n := plusOf(b)
		if place, ok := r.p.Shape.Lookup(b.Field); b.Field != "" && ok {
			n += int64(d.At(place).Number)
		}
		return n
	}
	r.ruling.Game++
	r.ruling.Turn, r.ruling.Moves, r.ruling.Data = 0, nil, d
	return r.lost(r.play(state))
}

// plusOf returns the number of a bound.
func plusOf(b input.Bound) int64 {
	if n := int64(b.Plus.Size); !b.Plus.Negative {
		return n
	}
	return -int64(b.Plus.Size)
}

// play plays from a state to the end.
func (r *referee) play(state lang.Value) error {
	won, err := r.won(state)
	if err != nil {
		return err
	}
	judge, over, err := r.begin(state, won)
	if over || err != nil {
		return err
	}
	if won == judge {
		if r.t.Says[0] == "" {
			return r.fail(wonName, "the program cannot win from %s, and its choice is not asked for", r.text(state))
		}
		_ = r.blame(ChoseWrongly, state, r.line, "the judge wins after this choice")
		if r.opt.Early {
			return errFault
		}
	}
	for ; ; judge = !judge {
		all, err := r.options(state)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return r.end(state, judge)
		}
		var move option
		if judge {
			if move, err = r.choose(state, all); err == nil {
				r.program.Say(move.text)
			}
		} else {
			move, err = r.hearMove(state, all)
		}
		if err != nil {
			return err
		}
		r.ruling.Moves = append(r.ruling.Moves, Spoken{judge, move.text})
		next, err := r.after(state, move.value)
		if err != nil {
			return err
		}
		if !judge && r.ruling.Fault == "" {
			if won, err := r.won(next); err != nil {
				return err
			} else if won {
				wins, err := r.winning(state, all, 20)
				if err != nil {
					return err
				}
				for _, m := range wins {
					r.ruling.Won = append(r.ruling.Won, m.text)
				}
				_ = r.blame(GivesAway, state, move.text, "it leaves %s, which the judge wins", r.text(next))
				if r.opt.Early {
					return errFault
				}
			}
		}
		state = next
	}
}

// begin hears what the program says before the first move, which the judge makes or not.
func (r *referee) begin(state lang.Value, won bool) (judge, over bool, err error) {
	t := r.t
	judge = t.First == JudgeFirst
	if t.Says[0] == "" {
		return judge, false, nil
	}
	r.right = func() (string, error) { return t.word(won), nil }
	word, err := r.hearWord(state)
	if err == nil {
		err = r.hearEnd(state)
	}
	yes := word == t.Says[0]
	switch {
	case err != nil:
		return false, false, err
	case !yes && word != t.Says[1]:
		return false, false, r.blame(SaysNonsense, state, r.line, "want %s or %s, not %s", t.Says[0], t.Says[1], message.Quoted(word))
	case t.First == ChosenFirst:
		return !yes, false, nil
	case yes:
		return judge, false, nil
	case won != judge:
		return false, true, r.blame(ChoseWrongly, state, word, "the program can win")
	}
	return false, true, nil
}

// end is the end of a game: whoever is to move cannot.
func (r *referee) end(state lang.Value, judge bool) error {
	won, err := r.won(state)
	switch {
	case err != nil:
		return err
	case won == judge: // the judge has won
		return r.blame(GivesAway, state, "", "the judge has won")
	case r.ruling.Fault != "":
		return errFault // the judge has missed its win
	}
	if r.t.Claim != "" && judge {
		r.all, r.right = nil, func() (string, error) { return r.t.Claim, nil }
		line, ok := r.hear()
		if !ok {
			return r.blame(SaysNothing, state, "", "want %s behind the last move", message.Quoted(r.t.Claim))
		}
		if strings.TrimSpace(line) != r.t.Claim {
			return r.blame(SaysNonsense, state, line, "want %s behind the last move", message.Quoted(r.t.Claim))
		}
	}
	if r.t.Won != "" {
		r.program.Say(r.t.Won)
	}
	return nil
}

// hear returns the next line of the program that is not blank.
func (r *referee) hear() (string, bool) {
	for range mostBlank {
		line, ok := r.program.Hear()
		if !ok || strings.TrimSpace(line) != "" {
			return line, ok
		}
	}
	return "", false
}

// mostBlank is how many blank lines may stand before a word.
const mostBlank = 1000

// hearWord returns the next word of the program.
func (r *referee) hearWord(state lang.Value) (string, error) {
	if len(r.words) == 0 {
		line, ok := r.hear()
		if !ok {
			return "", r.blame(SaysNothing, state, "", "it says nothing more")
		}
		r.line = strings.TrimSpace(line)
		r.words = strings.Fields(line)
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word, nil
}

// hearEnd demands that nothing more stands on the line.
func (r *referee) hearEnd(state lang.Value) error {
	if len(r.words) > 0 {
		return r.blame(SaysNonsense, state, r.line, "%s stands behind the end", message.Quoted(r.words[0]))
	}
	return nil
}

// hearNumber returns the next number of the program.
func (r *referee) hearNumber(state lang.Value, least, most int64) (int64, error) {
	word, err := r.hearWord(state)
	if err != nil {
		return 0, err
	}
	n, wrong := strconv.ParseInt(word, 10, 64)
	if wrong != nil || n < least || n > most || strconv.FormatInt(n, 10) != word {
		return 0, r.blame(SaysNonsense, state, r.line, "want a number from %d to %d, not %s", least, most, message.Quoted(word))
	}
	return n, nil
}

// hearMove returns the next move of the program, which is allowed.
func (r *referee) hearMove(state lang.Value, all []option) (move option, err error) {
	if r.ruling.Fault == "" {
		r.ruling.Turn++
	}
	if len(r.ruling.Moves)/2 >= r.t.Most {
		return move, r.blame(MovesTooOften, state, "", "it has made %s", message.Count(r.t.Most, "move", "moves"))
	}
	r.all, r.state = all, state
	r.right = func() (string, error) {
		move, err := r.choose(state, all)
		return move.text, err
	}
	f := &r.t.Move
	least, most := r.bounds(f.Least), r.bounds(f.Most)
	switch f.Kind {
	case input.KindText:
		word, err := r.hearWord(state)
		if err != nil {
			return move, err
		}
		if n := int64(len(word)); n < least || n > most || strings.Trim(word, f.Alphabet) != "" {
			return move, r.blame(SaysNonsense, state, r.line, "want %s, not %s", r.t.moveForm(), message.Quoted(word))
		}
		move = option{lang.Text(word), word}
	case input.KindNumber:
		n, err := r.hearNumber(state, least, most)
		if err != nil {
			return move, err
		}
		move = option{lang.Int(n), strconv.FormatInt(n, 10)}
	default:
		if move, err = r.hearNumbers(state, all, least, most); err != nil {
			return move, err
		}
	}
	if err := r.hearEnd(state); err != nil {
		return move, err
	}
	if r.t.illegalBy == nil {
		at := slices.IndexFunc(all, func(o option) bool { return o.text == move.text })
		if at < 0 {
			return move, r.blame(MovesWrongly, state, move.text, "there is no such move")
		}
		return all[at], nil
	}
	v, err := r.ask(r.t.illegalBy, state, move.value)
	switch {
	case err != nil:
		return move, err
	case v.Kind != lang.TextKind:
		return move, r.fail(illegalName, `want %s to return "" or what is wrong, not %s`, illegalName, lang.Article(v))
	case v.Text() != "":
		return move, r.blame(MovesWrongly, state, move.text, "%s", message.Brief(v.Text(), 200))
	}
	return move, nil
}

// mostNumbers bounds the numbers of a move.
const mostNumbers = 1 << 20

// hearNumbers returns a move of several numbers: a tuple where the file lists such moves, and a
// list otherwise.
func (r *referee) hearNumbers(state lang.Value, all []option, least, most int64) (move option, err error) {
	count, largest := r.bounds(r.t.Move.Count.Least), min(r.bounds(r.t.Move.Count.Most), mostNumbers)
	if count = min(count, largest); r.t.Move.Count.Counted {
		if count, err = r.hearNumber(state, count, largest); err != nil {
			return move, err
		}
	}
	var items []lang.Value
	var words []string
	if r.t.Move.Count.Counted {
		words = append(words, strconv.FormatInt(count, 10))
	}
	for range count {
		n, err := r.hearNumber(state, least, most)
		if err != nil {
			return move, err
		}
		items, words = append(items, lang.Int(n)), append(words, strconv.FormatInt(n, 10))
	}
	move = option{lang.List(items), strings.Join(words, " ")}
	if len(all) > 0 && all[0].value.TypeName() == "tuple" {
		move.value = lang.Tuple(items)
	}
	return move, nil
}

// A Line is a line of a transcript.
type Line struct {
	Judge bool
	Text  string
}

// A script is the speaker of a game in which the judge plays for both.
type script struct {
	lines []Line
	next  func() (string, error)
	err   error
}

func (s *script) Say(line string) { s.lines = append(s.lines, Line{true, line}) }

func (s *script) Hear() (string, bool) {
	line, err := s.next()
	s.lines, s.err = append(s.lines, Line{false, line}), errors.Join(s.err, err)
	return line, err == nil
}

// Transcript returns what the judge and a program that wins say to each other.
func (p *Problem) Transcript(ctx context.Context, text []byte, seed uint64) ([]Line, error) {
	s := &script{}
	ruling, err := p.referee(ctx, text, s, RefereeOptions{Seed: seed}, func(r *referee) {
		s.next = func() (string, error) { return r.right() }
	})
	if err = errors.Join(err, s.err); err == nil && ruling.Fault != "" {
		err = fmt.Errorf("%s: the judge does not play as %s says: %s at %s: %s", p.Name, wonName, ruling.Fault, ruling.State, ruling.Why)
	}
	return s.lines, err
}

// mostSteps bounds the steps of a game that a program with a wrong idea plays. Nothing is known of
// the end of a longer one.
const mostSteps = 10_000

// loses plays the game of an innermost repetition with a program that has the wrong idea of a, and
// reports whether it loses against the judge. It makes the first move that it thinks wins.
func (a *asking) loses(d *input.Data) (bool, error) {
	t, p := a.problem.Interaction, a.problem
	s := &script{}
	judge := &referee{p: p, t: t, program: s, opt: RefereeOptions{Early: true}, ruling: &Ruling{}, random: rand.New(rand.NewPCG(1, 1))}
	judge.a = p.asking(a.ctx, Semantics{Search: a.means.Search, Steps: mostSteps}, Options{Search: a.means.Search})
	defer p.done(judge.a)
	means := a.means
	means.Steps, means.Observe = mostSteps, nil
	program := &referee{p: p, t: t, a: p.asking(a.ctx, means, Options{Search: means.Search})}
	defer p.done(program.a)
	start, err := program.begins(d)
	if err != nil {
		return false, err
	}
	if _, err = judge.begins(d); err != nil {
		return false, err
	}
	right, err1 := judge.won(start)
	wrong, err2 := program.won(start)
	all, err3 := judge.options(start)
	switch err := errors.Join(err1, err2, err3); {
	case errors.Is(err, grundy.ErrBudget) || right != wrong || len(all) > mostTricky: // what they say first tells more
		return false, nil
	case err != nil:
		return false, err
	}
	s.next = func() (string, error) {
		if judge.all != nil {
			for _, m := range judge.all {
				next, err := judge.after(judge.state, m.value)
				if err != nil {
					return "", err
				}
				if won, err := program.won(next); err != nil || !won {
					return m.text, err
				}
			}
			return judge.all[0].text, nil
		}
		if len(judge.ruling.Moves) > 0 {
			return judge.right()
		}
		return t.word(wrong), nil
	}
	switch err = judge.game(d); {
	case errors.Is(err, grundy.ErrBudget) || errors.Is(s.err, grundy.ErrBudget):
		return false, nil
	case s.err != nil:
		return false, s.err
	case errors.Is(err, errFault):
		return true, nil
	}
	return false, err
}

// appendWord appends what a program says first. One with a wrong idea may also err later.
func (a *asking) appendWord(dst []byte, d *input.Data, won bool) ([]byte, error) {
	dst = append(dst, a.problem.Interaction.word(won)...)
	if !a.means.isWrong() {
		return dst, nil
	}
	loses, err := a.loses(d)
	if loses {
		dst = append(dst, ", and loses"...)
	}
	return dst, err
}
