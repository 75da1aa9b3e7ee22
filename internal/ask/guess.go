//go:build !playing

package ask

// [Guess] asks for the pattern behind the values of a game, and its proof.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/theory/definable"
)

// A Guess asks for the pattern behind the values of a game.
type Guess struct {
	Game        string   `json:"game" doc:"a game without a position, such as wythoff.star or 0.77, or one with open numbers, such as nim(_,_,_)"`
	Fix         []string `json:"fix,omitempty" doc:"numbers of the game that are fixed, as in passes=1; the others are open"`
	Of          string   `json:"of,omitempty" doc:"p-positions, nim-values, remoteness, or nim-value=3 for the positions of one nim-value; if it is left out, nim-values, and p-positions where these have no pattern"`
	Misere      bool     `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Box         int      `json:"box,omitempty" doc:"the last number along each coordinate of the one table from which the pattern is learned; if it and digits are left out, as far as it takes"`
	Digits      int      `json:"digits,omitempty" doc:"how many digits numbers have, at most, in the table with which automata are compared that are learned by questions"`
	Prove       bool     `json:"prove,omitempty" doc:"prove the pattern, if it can be proved"`
	Emit        string   `json:"emit,omitempty" doc:"go, cpp or python: also write a program that answers by the pattern; walnut: also write its automaton as a file of Walnut"`
	Certificate bool     `json:"certificate,omitempty" doc:"also give the proof as a certificate"`
	Picture     bool     `json:"picture,omitempty" doc:"also draw the automaton, as SVG"`
}

// kinds are what a [Guess] may be of.
var kinds = []pattern.Kind{pattern.NimValues, pattern.Outcomes, pattern.Remoteness}

// Kinds names what a [Guess] may be of.
func Kinds() (names []string) {
	for _, k := range kinds {
		names = append(names, k.String())
	}
	return names
}

// oneValue begins what a [Guess] is of that asks for the positions of one nim-value.
const oneValue = "nim-value="

// A Guessed is the answer to a [Guess]. Where Pattern is nil, JSON has null.
type Guessed struct {
	Game        string           `json:"game"`
	Of          string           `json:"of" enum:"nim-values,p-positions,remoteness"`
	Family      string           `json:"family" enum:"constant,periodic,arithmetic,bits,residues,valuation,beatty,coordinates,automaton"`
	Words       string           `json:"pattern"`
	CheckedTo   int              `json:"checked_to"`
	Proved      bool             `json:"proved"`
	Theorem     *string          `json:"theorem"`
	Convention  string           `json:"convention,omitempty" enum:"misere"`
	Coordinates []string         `json:"coordinates"`
	Chosen      []string         `json:"chosen,omitempty" doc:"further coordinates, which the player who moves chooses"`
	Cut         bool             `json:"cut,omitempty"`
	Checked     Compared         `json:"checked"`
	Beyond      string           `json:"beyond,omitempty"`
	Formula     string           `json:"formula,omitempty"`
	ByAutomata  *ProofByAutomata `json:"proof,omitempty"`
	Seconds     *float64         `json:"seconds,omitempty"`
	NoProof     string           `json:"unproved,omitempty"`
	Rejected    []Rejected       `json:"rejected" layout:"lines"`
	Automaton   *Automaton       `json:"automaton,omitempty"`
	Drawn       string           `json:"picture,omitempty"`
	Program     string           `json:"program,omitempty"` // that answers by the pattern, if it was asked for
	// Certificate is the proof as a file, if it was asked for.
	Certificate pattern.Certificate `json:"certificate,omitempty"`

	Pattern *pattern.Pattern   `json:"-"`
	Tried   []pattern.Rejected `json:"-"` // without a pattern: guesses that failed
	// Machine is the pattern as an automaton. Where it is nil, Unshown says why, or there is
	// no automaton.
	Machine *pattern.Machine `json:"-"`
	Unshown error            `json:"-"`
	// Proof is nil unless the pattern is proved; where a proof was asked for, Unproved says
	// why there is none.
	Proof    *pattern.Proof `json:"-"`
	Unproved error          `json:"-"`
}

// IsTimed reports whether the answer says how long it took, or depends on that.
func (a *Guessed) IsTimed() bool { return a.Proof != nil || a.Unproved != nil }

// Rejected is a simpler guess, and where it fails.
type Rejected struct {
	Family   string `json:"family"`
	Pattern  string `json:"pattern"`
	At       []int  `json:"at"`
	Foretold said   `json:"foretold"`
	Found    said   `json:"found"`
	Says     string `json:"says"` // where it fails
}

// Compared says what was compared with the pattern.
type Compared struct {
	To        []int  `json:"to"` // the last number of each coordinate
	Positions uint64 `json:"positions"`
}

// ProofByAutomata is what a proof by automata needed.
type ProofByAutomata struct {
	Positions string           `json:"positions"` // for which the theorem holds
	Measure   string           `json:"measure"`   // what every move lowers
	Dropped   []string         `json:"dropped,omitempty"`
	Steps     []definable.Step `json:"steps"`
	Candidate []int            `json:"candidate"` // states of the automata of the pattern
	Largest   uint64           `json:"largest"`   // states of the largest automaton
}

// An Automaton is one as a table.
type Automaton struct {
	System  string    `json:"system"`
	Reads   []string  `json:"reads"`
	Digits  int       `json:"digits"`
	Says    []said    `json:"says"`
	Next    [][]int32 `json:"next"`
	Reading string    `json:"reading"`
	Meaning string    `json:"meaning"`
}

// A NoPatternError says that no pattern was found.
type NoPatternError struct{ Msg string }

func (e *NoPatternError) Error() string { return e.Msg }

// A CutGuess says why a search for a pattern was stopped, how far it had come, and which guesses
// had failed.
type CutGuess struct {
	error
	Far   string
	Tried []pattern.Rejected
}

// Unwrap returns why it was stopped.
func (e *CutGuess) Unwrap() error { return e.error }

// Ask answers the question. A game without a pattern has an answer whose Pattern is nil, and
// a [*NoPatternError] that says how far was looked.
func (q Guess) Ask(ctx context.Context, m Means) (*Guessed, error) {
	asked := pattern.Question{Misere: q.Misere, Budget: m.searching(), Box: q.Box, Digits: q.Digits}
	switch k := slices.Index(Kinds(), q.Of); {
	case k >= 0:
		asked.Of = kinds[k : k+1]
	case q.Of == "outcomes":
		asked.Of = []pattern.Kind{pattern.Outcomes}
	case strings.HasPrefix(q.Of, oneValue):
		v, err := strconv.ParseUint(q.Of[len(oneValue):], 10, 8)
		if err != nil || v > pattern.MostSingle {
			return nil, wrong("of", q.Of, "want a nim-value from 0 to %d, as in %s1", pattern.MostSingle, oneValue)
		}
		asked.Of = []pattern.Kind{pattern.NimValue(uint8(v))}
	case q.Of != "":
		return nil, wrong("of", q.Of, "want %s or %s1%s", strings.Join(Kinds(), ", "), oneValue, message.DidYouMean(q.Of, Kinds()))
	}
	if q.Emit != "" && q.Emit != Walnut && !slices.Contains(emit.Languages, emit.Language(q.Emit)) {
		return nil, wrong("emit", q.Emit, "want go, cpp, python or walnut")
	}
	within, clock := m.begin(ctx, q.Game)
	a, err := q.find(within, m, asked)
	cut, isCut := errors.AsType[*pattern.CutError](err)
	if err = clock.end(err); isCut {
		err = &CutGuess{err, cut.Far, cut.Rejected}
	}
	if a != nil {
		a.Unproved = clock.end(a.Unproved)
	}
	if a != nil && a.Pattern != nil {
		a.fill()
	}
	return a, err
}

func (q Guess) find(ctx context.Context, m Means, asked pattern.Question) (a *Guessed, err error) {
	if asked.Game, err = m.game(ctx, q.Game, 0, q.Fix); err != nil {
		return nil, err
	}
	axes := len(asked.Game.Template.Axes)
	if most := pattern.MostBox(axes); q.Box < 0 || q.Box > most {
		return nil, wrong("box", strconv.Itoa(q.Box), "want a last number from 1 to %d, as there are %s", most, message.Count(axes, "coordinate", "coordinates"))
	}
	if most := pattern.MostDigits(axes); q.Digits < 0 || q.Digits > most {
		return nil, wrong("digits", strconv.Itoa(q.Digits), "want a number of digits from 1 to %d, as there are %s", most, message.Count(axes, "coordinate", "coordinates"))
	} else if q.Box > 0 && q.Digits > 0 {
		return nil, wrong("digits", strconv.Itoa(q.Digits), "there is a box already; want one of the two")
	}
	if asked.Game.Template.Ends {
		if q.Of == pattern.NimValues.String() || strings.HasPrefix(q.Of, oneValue) {
			return nil, endsItself("of", asked.Game, q.Of)
		}
		if q.Of == "" {
			asked.Of = []pattern.Kind{pattern.Outcomes}
		}
	}
	a = &Guessed{Game: asked.Game.Name}
	if a.Pattern, a.Tried, err = pattern.Guess(ctx, asked); err != nil {
		return nil, unplaced(err, "game", nil)
	}
	if a.Pattern == nil {
		of := "the nim-values or the P-positions"
		if len(asked.Of) > 0 {
			of = "the " + a.of(asked.Of[0], asked.Misere)
		}
		return a, &NoPatternError{fmt.Sprintf("no pattern is found in %s of %s: nothing that was tried describes them more shortly than a list of them", of, a.Game)}
	}
	if err := a.showMachine(ctx); err != nil { // before the proof, which may take the budget
		return nil, err
	}
	if q.Prove || q.Certificate {
		if a.Proof, err = a.Pattern.Prove(ctx); err != nil {
			if ctx.Err() != nil && !errors.Is(context.Cause(ctx), grundy.ErrBudget) {
				return nil, err
			}
			a.Proof, a.Unproved = nil, err
		}
	}
	if a.Machine == nil && a.Proof != nil && a.Proof.Theorem != nil {
		a.Machine, a.Unshown = a.Proof.Machine()
	}
	if q.Certificate && a.Proof != nil {
		if a.Certificate, err = a.Proof.Certificate(ctx, m.progress("states")); err != nil {
			return nil, err
		}
	}
	if q.Picture && a.Machine != nil {
		if p, err := a.Picture(); err == nil {
			p.Title, p.Notes = "", nil // other fields say it
			var b strings.Builder
			if err := p.Write(ctx, &b, plot.SVG); err == nil {
				a.Drawn = b.String()
			}
		}
	}
	switch err = nil; q.Emit { // that of a proof does not count
	case "":
	case Walnut:
		a.Program, err = a.walnut(ctx)
	default:
		a.Program, err = a.Emit(ctx, emit.Language(q.Emit))
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// showMachine makes the automaton of the pattern, if it is one.
func (a *Guessed) showMachine(ctx context.Context) error {
	if a.Machine, a.Unshown = a.Pattern.Machine(ctx); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// of says what the values of a kind are.
func (a *Guessed) of(k pattern.Kind, misere bool) string {
	if v, ok := k.Single(); ok {
		return fmt.Sprintf("positions of nim-value %d", v)
	}
	words := map[pattern.Kind]string{pattern.NimValues: "nim-values", pattern.Outcomes: "P-positions", pattern.Remoteness: "remotenesses"}[k]
	if misere {
		words += " in misère play"
	}
	return words
}

// What says what the pattern is of, such as "P-positions in misère play".
func (a *Guessed) What() string { return a.of(a.Pattern.Of, a.Pattern.Misere) }

// Walnut is what a [Guess] emits for the prover of that name, in place of a program.
const Walnut = "walnut"

// walnut writes the automaton of the pattern as a file of Walnut.
func (a *Guessed) walnut(ctx context.Context) (string, error) {
	m, err := a.Machine, a.Unshown
	if m == nil && err == nil {
		if m, err = a.Pattern.Automaton(ctx); err != nil && ctx.Err() == nil {
			err = fmt.Errorf("no automaton is written for the pattern of %s: %w", a.Game, err)
		}
	}
	if err != nil {
		return "", err
	}
	return m.Walnut()
}

// answerName is the name of the function that is the rule of a pattern.
var answerName = lazy.Regexp(`\banswer\b`)

// Emit writes a program that answers by the pattern: a problem whose answer is its rule.
func (a *Guessed) Emit(ctx context.Context, l emit.Language) (string, error) {
	text, ok := a.Pattern.Rule.Program(a.Pattern.Coordinates)
	if !ok && a.Machine != nil {
		text, ok = a.Machine.Program()
	}
	if !ok {
		return "", fmt.Errorf("no program is written for the pattern of %s: %s", a.Game, a.Pattern.Words)
	}
	var b strings.Builder
	names, single := strings.Join(a.Pattern.Coordinates, ", "), ""
	if v, ok := a.Pattern.Of.Single(); ok {
		single = fmt.Sprintf("whether its nim-value is %d", v)
	}
	fmt.Fprintf(&b, "\"\"\"%s\n\n%s\n\nReads positions, each a line with %s, and prints of each %s.\"\"\"\ntests()\n", a.Game, a.Pattern.Words, names,
		map[pattern.Kind]string{pattern.NimValues: "its nim-value", pattern.Outcomes: "P or N", pattern.Remoteness: "its remoteness"}[a.Pattern.Of]+single)
	for i, name := range a.Pattern.Coordinates {
		end := `, end = " "`
		if i == len(a.Pattern.Coordinates)-1 {
			end = ""
		}
		fmt.Fprintf(&b, "%s = number(0, %d%s)\n", name, int64(pattern.MostEmitted), end)
	}
	if a.Pattern.Of.IsSet() {
		text = answerName().ReplaceAllString(text, "outcome")
		text += fmt.Sprintf("\ndef answer(%s):\n    return %q if outcome(%s) == 1 else %q\n", names, saidOf(a.Pattern.Of, 1), names, saidOf(a.Pattern.Of, 0))
	}
	b.WriteString("\n" + text)
	p, err := contest.Load(ctx, "pattern"+contest.Extension, strings.NewReader(b.String()))
	if err != nil {
		return "", fmt.Errorf("no program is written: %w", err)
	}
	return emit.Emit(ctx, p, l)
}

// Picture returns the automaton of the pattern as a picture, or says why there is none.
func (a *Guessed) Picture() (*plot.Automaton, error) {
	switch {
	case a.Unshown != nil:
		return nil, a.Unshown
	case a.Machine == nil:
		hint := ""
		if a.Proof == nil && a.Unproved == nil {
			hint = "; a proof may have one (--prove)"
		}
		return nil, fmt.Errorf("the pattern of %s is not an automaton, so there is none to draw%s", a.Game, hint)
	}
	m := a.Machine
	p := &plot.Automaton{Title: a.Game + ": " + a.What()}
	for _, says := range m.Says {
		p.States = append(p.States, plot.State{Says: a.Says(says), Finite: says != pattern.Silent && !m.Relation, NimValue: uint64(max(says, 0))})
	}
	m.Arrows(func(from, to int, letters []string) {
		p.Arrows = append(p.Arrows, plot.Arrow{From: from, To: to, Letters: letters})
	})
	p.Notes = []string{m.Reading() + ".", a.Meaning()}
	return p, nil
}

// Says writes what a state of the automaton says, "" for nothing.
func (a *Guessed) Says(v int64) string {
	switch {
	case v == pattern.Silent:
		return ""
	case a.Machine.Relation:
		return "yes"
	case a.Pattern.Of.IsSet():
		return fmt.Sprint(saidOf(a.Pattern.Of, v))
	}
	return fmt.Sprint(v)
}

// Meaning says what the states of the automaton mean.
func (a *Guessed) Meaning() string {
	switch {
	case a.Machine.Weighed:
		return fmt.Sprintf("It ends in a state with yes exactly where the last number is 2 to the power of the %s of the others.", valueOf(a.Pattern.Of))
	case a.Machine.Relation:
		return fmt.Sprintf("It ends in a state with yes exactly where the last number is the %s of the others.", valueOf(a.Pattern.Of))
	case a.Pattern.Of == pattern.Outcomes:
		if len(a.Pattern.Chosen) > 0 {
			return "It ends in a state with P exactly where they can be left safely."
		}
		return "It ends in a state with P exactly at a P-position."
	case a.Pattern.Of.IsSet():
		return fmt.Sprintf("It ends in a state with yes exactly at a position %s.", a.Pattern.Of.In())
	}
	return fmt.Sprintf("The state in which it ends has the %s.", valueOf(a.Pattern.Of))
}

func valueOf(k pattern.Kind) string {
	if k == pattern.Remoteness {
		return "remoteness"
	}
	return "nim-value"
}

// fill fills in what JSON shows.
func (a *Guessed) fill() {
	p := a.Pattern
	a.Of, a.Family, a.Words, a.CheckedTo = p.Of.String(), string(p.Family), p.Words, slices.Min(p.CheckedTo)
	a.Coordinates, a.Chosen, a.Cut, a.Checked = p.Coordinates, p.Chosen, strings.Contains(p.Words, "…"), Compared{p.CheckedTo, p.Cells}
	if p.Misere {
		a.Convention = grundy.Misere.String()
	}
	if p.Beyond != nil {
		a.Beyond = p.Beyond.Error()
	}
	if proof := a.Proof; proof != nil {
		seconds := float64(proof.Time.Milliseconds()) / 1000
		a.Proved, a.Theorem, a.Formula, a.Seconds = true, &proof.Statement, proof.Formula, &seconds
		if t := proof.Theorem; t != nil {
			a.ByAutomata = &ProofByAutomata{t.Positions, t.Measure, t.Dropped, t.Steps, t.Candidate, t.Largest}
		}
	}
	if a.Unproved != nil {
		a.NoProof = message.Line(a.Unproved)
	}
	for _, r := range p.Rejected {
		a.Rejected = append(a.Rejected, Rejected{string(r.Family), r.Words, r.At, saidOf(r.Of, r.Foretold), saidOf(r.Of, r.Found), Fails(r)})
	}
	if m := a.Machine; m != nil {
		says := make([]said, len(m.Says))
		for i, v := range m.Says {
			if says[i] = saidOf(p.Of, v); v == pattern.Silent && !p.Of.IsSet() {
				says[i] = nil
			}
		}
		a.Automaton = &Automaton{m.System.Name(), m.Reads, m.System.Universe().Digits(), says, m.Next, m.Reading() + ".", a.Meaning()}
	}
}

// WriteJSON writes the pattern, or null.
func (a *Guessed) WriteJSON(out io.Writer) error {
	if a.Pattern == nil {
		a = nil
	}
	return jsontext.Write(out, a)
}

// Fails says where a simpler guess fails: "(2,3) is 1, not 0".
func Fails(r pattern.Rejected) string {
	if r.Why != "" {
		return r.Why
	}
	at := make([]string, len(r.At))
	for i, x := range r.At {
		at[i] = fmt.Sprint(x)
	}
	return fmt.Sprintf("(%s) is %v, not %v", strings.Join(at, ","), saidOf(r.Of, r.Found), saidOf(r.Of, r.Foretold))
}

// saidOf returns a value as people read it: an outcome as P or N.
func saidOf(k pattern.Kind, v int64) any {
	switch _, one := k.Single(); {
	case one && v == 0:
		return "yes"
	case one:
		return "no"
	case k != pattern.Outcomes:
		return v
	}
	if v == int64(grundy.P) {
		return grundy.P.String()
	}
	return grundy.N.String()
}
