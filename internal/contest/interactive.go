package contest

// An interactive problem is a game against the judge. Its file says by functions what a state of
// the game is and how it goes on, and by interactive(…) how the two talk. All else follows from
// these: the judge in here (referee.go), the interactors, and the programs that play.

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A First says who makes the first move of an interactive problem.
type First string

// The ways to begin.
const (
	ProgramFirst First = "program"
	JudgeFirst   First = "judge"
	ChosenFirst  First = "chosen" // by the program
)

// An Interaction is how a program plays against the judge.
type Interaction struct {
	First First
	// Says are what the program says before the game: the first of them if it wants to make the
	// first move or, where it has no choice, if it can win; else the second. Where it says so
	// that it cannot win, the game is over. Both are "" where the program says nothing.
	Says [2]string
	// Move is how both write a move: a number, numbers, or a word.
	Move input.Field
	// Won and Lost are what the judge says at the end, and Claim what the program says behind
	// its last move. Nothing is said where they are "".
	Won, Lost, Claim string
	// Most is how many moves a program may make.
	Most int

	at      lang.Node
	slots   []slot // what the functions take; the first is the move
	stateAt int    // the slot that is the state

	wonBy, optionsBy, afterBy, illegalBy *taking
}

// A taking is a function with its slots.
type taking struct {
	fn   *lang.Function
	args []int
}

// The functions of an interactive problem. The first makes the state that the others take.
const (
	stateName   = "state"
	moveName    = "move"
	wonName     = "won"
	optionsName = "options"
	afterName   = "after"
	illegalName = "illegal"
)

// usualMost is how many moves a program may make, unless the file says another number.
const usualMost = 100_000

// interactive is interactive(first = "chosen", says = ["First", "Second"], move = number(1, n)).
func (d *declaration) interactive(ev *lang.Evaluator, c *lang.Call) lang.Value {
	const form = `want interactive(first = "program", move = numbers(2, 1, n))`
	given := ev.Keywords(c, "first", "says", "move", "won", "lost", "claim", "most")
	switch {
	case ev.Err != nil:
		return lang.Value{}
	case d.talk != nil:
		return ev.FailHere("interactive stands here a second time")
	case len(c.Args) > 0:
		return ev.FailHere("%s", form)
	}
	t := &Interaction{Most: usualMost, at: c.Node}
	firsts := []string{string(ProgramFirst), string(JudgeFirst), string(ChosenFirst)}
	t.First = First(textOf(given["first"]))
	switch first, ok := given["first"]; {
	case !ok:
		return ev.FailHere(`who makes the first move: %s`, form)
	case t.First != ProgramFirst && t.First != JudgeFirst && t.First != ChosenFirst:
		return ev.Fail(c.Keyword("first"), `want "program", "judge" or "chosen", not %s%s`, ev.Show(first), message.DidYouMean(string(t.First), firsts))
	}
	if says, ok := given["says"]; ok {
		words, isList := says.Items()
		if !isList || len(words) != 2 || !isWord(words[0]) || !isWord(words[1]) || words[0].Text() == words[1].Text() {
			return ev.Fail(c.Keyword("says"), `want two different words, as in ["First", "Second"], not %s`, ev.Show(says))
		}
		t.Says = [2]string{words[0].Text(), words[1].Text()}
	} else if t.First == ChosenFirst {
		return ev.FailHere(`how the program says its choice: want says = ["First", "Second"]`)
	}
	move, ok := given["move"].Hosted().(*fieldValue)
	if !ok || move.Name != "" || move.Kind != input.KindNumber && move.Kind != input.KindNumbers && move.Kind != input.KindText {
		return ev.FailHere("how a move is written: want move = number(1, n), numbers(2, 1, n) or text(1, 9, \"LR\")")
	}
	t.Move = move.Field
	for name, line := range map[string]*string{"won": &t.Won, "lost": &t.Lost, "claim": &t.Claim} {
		v, ok := given[name]
		if *line = textOf(v); ok && (strings.TrimSpace(*line) == "" || strings.ContainsAny(*line, "\r\n")) {
			return ev.Fail(c.Keyword(name), `want the line that is said, as in %s = "0 0", not %s`, name, ev.Show(v))
		}
	}
	if v, ok := given["most"]; ok {
		if v.Kind != lang.IntKind || v.N < 1 || v.N > 1<<30 {
			return ev.Fail(c.Keyword("most"), "want the number of moves that a program may make, from 1, not %s", ev.Show(v))
		}
		t.Most = int(v.N)
	}
	d.talk, d.at = t, c.Node
	return lang.None
}

// isWord reports whether a value is a text without white space.
func isWord(v lang.Value) bool {
	text := textOf(v)
	return text != "" && len(strings.Fields(text)) == 1 && strings.TrimSpace(text) == text
}

// settleInteraction finds the functions of an interactive problem, whose answer is won.
func (p *Problem) settleInteraction(t *Interaction) error {
	if p.IsCalls() {
		return p.code.Source.Fail(t.at, "a problem of calls is not interactive")
	}
	if _, at, err := p.code.Defined("answer"); at != nil || err != nil {
		return p.code.Source.Fail(at, "an interactive problem has no answer: its functions are %s, %s, %s and %s", stateName, wonName, optionsName, afterName)
	}
	for _, b := range []input.Bound{t.Move.Least, t.Move.Most, t.Move.Count.Least, t.Move.Count.Most} {
		if place, ok := p.Shape.Lookup(b.Field); b.Field != "" && (!ok || p.Shape.Fields(place.Out)[place.Field].Kind != input.KindNumber) {
			return p.code.Source.Fail(t.at, "a move has the bound %s: want a number, or a field of the input that is one", b.Field)
		}
		if b.Field == "" && b.Plus.Size > 1<<63-1 {
			return p.code.Source.Fail(t.at, "the numbers of a move are at most 2^63-1")
		}
	}
	for _, s := range p.Samples {
		if s.Output != "" {
			return p.code.Source.Fail(s.at, "an example of an interactive problem is its input alone: example(input)")
		}
	}
	// One name is bound without a slot of its own: the move.
	t.slots = []slot{{name: moveName}}
	for _, f := range []struct {
		name, form string
		by         **taking
		moves      bool // it takes a move
	}{
		{wonName, "whether the player to move wins: def won(state):", &t.wonBy, false},
		{optionsName, "the moves: def options(state):", &t.optionsBy, false},
		{afterName, "the state after a move: def after(state, move):", &t.afterBy, true},
		{illegalName, "", &t.illegalBy, true},
	} {
		fn, at, err := p.code.Defined(f.name)
		switch {
		case err != nil:
			return err
		case fn == nil && f.form == "":
			continue
		case fn == nil:
			return p.code.Source.Fail(nil, "want %s", f.form)
		case !fn.IsFixed():
			return p.code.Source.Fail(at, "%s takes the state, fields of the input, and nothing else", f.name)
		}
		takesState, takesMove := false, false
		for i := range fn.Arity() {
			name, _ := fn.Parameter(i)
			takesState, takesMove = takesState || name == stateName, takesMove || name == moveName
		}
		if !takesState || takesMove != f.moves {
			return p.code.Source.Fail(at, "want def %s(%s), and fields of the input if it needs them", f.name, map[bool]string{true: "state, move", false: "state"}[f.moves])
		}
		args, err := p.arguments(p.Shape, fn, &t.slots, nil)
		if err != nil {
			return err
		}
		*f.by = &taking{fn, args}
	}
	for i, s := range t.slots {
		if s.name == stateName {
			t.stateAt = i
		}
	}
	if t.slots[t.stateAt].fn == nil {
		return p.code.Source.Fail(t.at, "want the state in which the game begins: def state(%s):", strings.Join(p.fieldNames(), ", "))
	}
	p.Interaction, p.answer = t, t.wonBy.fn
	var err error
	p.args, err = p.arguments(p.Shape, p.answer, &p.slots, nil)
	return err
}

// MustWin returns whether the game of an input must be won for the player to move, and what would be
// right where it is not so: where nothing is said before the game, the program must be able
// to win it. Want is "" where nothing is demanded.
func (t *Interaction) MustWin() (won bool, want string) {
	switch {
	case t.Says[0] != "":
		return false, ""
	case t.First == ProgramFirst:
		return true, "a game that the player who moves first can win"
	}
	return false, "a game that the player who moves second can win"
}

// word is what a right program says first: one of what it may say, or else who wins.
func (t *Interaction) word(won bool) string {
	switch {
	case t.Says[0] == "" && won:
		return "first"
	case t.Says[0] == "":
		return "second"
	case won != (t.First == JudgeFirst):
		return t.Says[0]
	}
	return t.Says[1]
}

// moveForm says how a move is written.
func (t *Interaction) moveForm() string {
	between := func(least, most input.Bound) string {
		if least == most {
			return least.String()
		}
		return least.String() + " to " + most.String()
	}
	of := between(t.Move.Least, t.Move.Most)
	switch {
	case t.Move.Kind == input.KindText:
		return fmt.Sprintf("a word of %s characters of %q", of, t.Move.Alphabet)
	case t.Move.Kind == input.KindNumber:
		return "a number from " + of
	case t.Move.Count.Counted:
		return fmt.Sprintf("how many numbers follow (%s), and these, each from %s", between(t.Move.Count.Least, t.Move.Count.Most), of)
	}
	return fmt.Sprintf("%s numbers, each from %s", between(t.Move.Count.Least, t.Move.Count.Most), of)
}

// Protocol returns the protocol in words, for the statement.
func (t *Interaction) Protocol() (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("This problem is interactive: your program plays against the judge, which plays well. Read the input first, and flush the output behind each line.")
	switch {
	case t.First == ChosenFirst:
		add("Choose who moves first. Print a line: %s to make the first move, %s to leave it to the judge.", t.Says[0], t.Says[1])
	case t.Says[0] != "":
		add("The %s. Say on a line whether your program can win: %s if it can, and %s if not; with %[3]s the game is over.", map[First]string{ProgramFirst: "first move is your program's", JudgeFirst: "judge makes the first move"}[t.First], t.Says[0], t.Says[1])
	case t.First == ProgramFirst:
		add("Your program makes the first move. It can win every game.")
	default:
		add("The judge makes the first move. Your program can win every game.")
	}
	add("Then both move in turn. A move is a line: %s. Print yours, and read those of the judge.", t.moveForm())
	if t.Claim != "" {
		add("Behind your last move, which wins, print the line %s.", t.Claim)
	}
	if t.Won != "" {
		add("When your program has won, it reads the line %s.", t.Won)
	}
	if t.Lost != "" {
		add("When your program has lost or has made a move that is not allowed, it reads the line %s.", t.Lost)
	}
	add("When a game is over, go on with the next one if there is one; otherwise end. A game that is lost and a move that is not allowed are wrong answers, and so is output behind the end.")
	if t.Most != usualMost {
		add("Your program may make at most %d moves.", t.Most)
	}
	return lines
}

// TalkParameters returns the parameters of the functions of an interactive problem.
func (p *Problem) TalkParameters() map[string][]string {
	t, names := p.Interaction, map[string][]string{}
	for name, by := range map[string]*taking{wonName: t.wonBy, optionsName: t.optionsBy, afterName: t.afterBy, illegalName: t.illegalBy} {
		if by == nil {
			continue
		}
		for i := range by.fn.Arity() {
			parameter, _ := by.fn.Parameter(i)
			names[name] = append(names[name], parameter)
		}
	}
	return names
}
