package ask

// [Solve] asks who wins a sum, and by which moves.

import (
	"context"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/misere"
)

// A Solve asks who wins a sum of positions, and how.
type Solve struct {
	Position string `json:"position" doc:"a sum of positions, such as knight(5,4) + queen(3,3)"`
	Misere   bool   `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound string `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Moves    int    `json:"limit,omitempty" old:"moves" doc:"the most winning moves that are listed"`
	All      bool   `json:"all,omitempty" doc:"list all winning moves, however long it takes to find them: limit=all says the same"`
	Why      bool   `json:"why,omitempty" doc:"whether the JSON says why, in sentences and as data"`
	// Certificate takes a proof of the answer, if there is one ([solve.Answer.Unproved]); nil for none.
	Certificate io.Writer `json:"-"`
	// Facts keeps what is found of the parts of a game, and has what earlier questions found; nil for none.
	Facts FactsFile `json:"-"`
}

// DefaultMoves is how many winning moves are listed where nobody says.
const DefaultMoves = 20

// AllMoves asks for all winning moves, however long it takes to find them.
const AllMoves = math.MaxInt

// A Solved is the answer to a [Solve]. Where Unlisted is not empty, the winning moves
// are missing because they are over the budget; where Uncounted is not, there are some, and to
// find all is over the budget.
type Solved struct {
	Decided
	Remoteness       number              `json:"remoteness,omitempty"`
	Suspense         *uint64             `json:"suspense,omitempty"`
	Length           *big.Int            `json:"length,omitempty"`
	Components       iter.Seq[Component] `json:"components"`
	WinningMoves     iter.Seq[Move]      `json:"winning_moves"`
	WinningMoveCount *big.Int            `json:"winning_move_count"`
	Unlisted         string              `json:"unlisted,omitempty"`
	Uncounted        string              `json:"uncounted,omitempty" doc:"why there may be more winning moves than those listed"`
	Method           string              `json:"method"`
	Says             string              `json:"says,omitempty" doc:"with why: who wins, in words"`
	Why              []string            `json:"why,omitempty"`
	Argument         iter.Seq[step]      `json:"argument,omitempty"`
	ArgumentCut      string              `json:"argument_cut,omitempty"`

	Answer   *solve.Answer  `json:"-"`
	Question solve.Question `json:"-"`
}

// Decided says how a sum is played, and who wins.
type Decided struct {
	Position   string   `json:"position"`
	Title      string   `json:"title" doc:"the position in words"`
	Convention string   `json:"convention" enum:"normal,misere"`
	Compound   string   `json:"compound"`
	Outcome    string   `json:"outcome" enum:"N,P,D"`
	NimValue   nimValue `json:"nim_value"`
}

func decided(q solve.Question, a *solve.Answer) Decided {
	return Decided{
		q.Sum.String(), position.Title(q.Sum, q.Convention, q.Compound), q.Convention.String(), q.Compound.String(),
		a.Outcome.String(), nimValueJSON(a.NimValue, a.Infinite),
	}
}

// Ask answers the question.
func (q Solve) Ask(ctx context.Context, m Means) (*Solved, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if q.All {
		q.Moves = AllMoves
	}
	answer := &Solved{}
	var opened map[string]string
	before := m
	if q.Certificate != nil {
		m.kept, m.Open = nil, recording(m.Open, &opened)
	}
	err := m.question(ctx, q.Position, q.Misere, q.Compound, func(ctx context.Context, asked solve.Question) (err error) {
		asked.MaxMoves, asked.FewMoves, asked.Why = q.Moves, q.Moves != AllMoves, q.Why
		answer.Question = asked
		if q.Certificate != nil {
			asked.Prover = func(a *solve.Answer, lemmas func(func(solve.Lemma) error) error) error {
				return writeProof(q.Certificate, asked.Sum, opened, a, lemmas)
			}
		}
		var keeper *factKeeper
		if q.Facts != nil {
			keeper = &factKeeper{file: q.Facts, means: before, sum: asked.Sum}
			asked.Keeper = keeper
		}
		if answer.Answer, err = solve.Solve(ctx, asked); err != nil {
			if keeper != nil {
				err = keeper.inQuestion(err)
			}
			return err
		}
		words := wordsFor(ctx, asked.Sum)
		answer.fill(words)
		return words.end()
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// check refuses what is wrong for any position.
func (q Solve) check() error {
	if q.Moves < 0 {
		return wrong("limit", q.Moves, "want a number that is not below 0")
	}
	_, err := kindOf(q.Compound)
	return err
}

// question reads a position and how it is played, and passes it on as a question with
// the clock of the means.
func (m Means) question(ctx context.Context, text string, misere bool, kind string, answer func(context.Context, solve.Question) error) (err error) {
	asked := solve.Question{Budget: m.budget(), Cache: m.cache}
	if asked.Compound, err = kindOf(kind); err != nil {
		return err
	}
	ctx, clock := m.begin(ctx, message.Brief(text, briefText))
	if asked.Sum, err = m.sum(ctx, text); err == nil {
		asked.Progress = m.progress("")
		if asked.Convention, asked.Lender, err = m.playing(asked.Sum, asked.Compound, misere); err == nil {
			err = answer(ctx, asked)
		}
		if m.Table != nil && m.Table.failed() != nil && !m.Table.Lax {
			err = m.Table.failed() // values were searched for instead
		}
	}
	return clock.end(err)
}

// playing returns how a sum is played, and what lends closed forms to questions about it. It refuses
// what is not said of games whose moves bind the reply, and sums that are not in the table.
func (m Means) playing(sum grundy.Sum, kind compound.Kind, misere bool) (grundy.Convention, solve.Lender, error) {
	convention := conventionOf(misere, sum)
	switch err := solve.CheckReplies(sum, kind, convention); {
	case err == nil && m.Table != nil:
		return convention, m.lender(sum, convention, kind), m.Table.check(sum, convention)
	case err == nil:
		return convention, m.patterns(), nil
	case kind != compound.Disjunctive:
		return convention, nil, wrong("compound", nil, "%w", err)
	case misere:
		return convention, nil, wrong("misere", nil, "%w", err)
	default:
		return convention, nil, wrong("position", nil, "%w", err)
	}
}

// briefText is how many characters of a long position messages show.
const briefText = 60

// maxListedCopies bounds the copies of a term that are listed one by one; of
// more there is one entry that tells their number.
const maxListedCopies = 1000

// A Component is a term of a sum, one for each copy as far as these are listed.
type Component struct {
	Position   string   `json:"position"`
	Title      string   `json:"title" doc:"in words"`
	NimValue   nimValue `json:"nim_value"`
	Remoteness number   `json:"remoteness,omitempty"`
	Suspense   *uint64  `json:"suspense,omitempty"`
	Length     *uint64  `json:"length,omitempty"`
	Genus      *Genus   `json:"genus,omitempty" doc:"in misère play"`
	Form       string   `json:"canonical_form,omitempty"` // in misère play
	Copies     uint64   `json:"copies,omitempty"`
}

// A Genus says what is known of a position in normal play, in misère play, and in misère play with heaps of two
// beside it.
type Genus struct {
	NimValue uint64   `json:"nim_value"`
	Digits   []uint64 `json:"digits" doc:"the misère nim-values with 0, 1, 2, … heaps of two beside it; the last two go on in turn for ever"`
	Class    string   `json:"class" enum:"nim,tame,restive,wild" doc:"nim: equal to a heap of Nim; tame: acts as a position of Nim in sums of tame games, and may be equal to a heap"`
}

// genusJSON returns a genus, or nil where it is not known.
func genusJSON(g misere.Stated) *Genus {
	if !g.IsKnown() {
		return nil
	}
	return &Genus{g.NimValue, g.Digits, g.Class.String()}
}

// A Move is what becomes of a component or, where a player moves in several, of the whole
// position, with what becomes of each component as Steps.
type Move struct {
	From      string `json:"from"`
	To        string `json:"to"`
	Component *int   `json:"component,omitempty"`
	Move      string `json:"move,omitempty" doc:"in words"`
	Steps     []Move `json:"steps,omitempty"`
}

// fill fills in what JSON shows.
func (a *Solved) fill(words *wording) {
	q, is := a.Question, a.Answer
	a.Decided, a.Remoteness = decided(q, is), remotenessJSON(is.Remoteness)
	a.Suspense, a.Length, a.Method = is.Suspense, is.Length, strings.Join(is.Methods, "; ")
	a.Components = func(yield func(Component) bool) {
		for _, c := range is.Components {
			entry := Component{c.Position.String(), position.TitleOf(c.Position), nimValueJSON(c.NimValue, c.Infinite), remotenessJSON(c.Remoteness), c.Suspense, c.Length, genusJSON(c.Genus), c.CanonicalForm, 0}
			if c.Copies > maxListedCopies {
				entry.Copies = c.Copies
			}
			for range listedCopies(c.Copies) {
				if !yield(entry) {
					return
				}
			}
		}
	}
	names := namesOf(q.Sum)
	a.WinningMoves = listed(words, is.WinningMoves, func(m solve.Move) Move { return words.moveOf(q, names, m) })
	if a.WinningMoveCount = is.WinningMoveCount; is.Unlisted != nil {
		a.WinningMoveCount, a.Unlisted = nil, message.Line(is.Unlisted)
	}
	if is.Uncounted != nil {
		a.Uncounted = message.Line(is.Uncounted)
	}
	if !q.Why {
		return
	}
	a.Says = OutcomeSays(is.Outcome, q.Compound, q.Convention)
	a.Why, a.Argument = is.Reasons, slices.Values(arguer{q, is.Outcome, words, names}.steps(is.Argument))
	if is.Cut != nil {
		a.ArgumentCut = message.Line(is.Cut)
	}
}

// remotenessJSON returns a remoteness, or nil where there is none. That of a draw
// is written as the nim-value of a node all of whose moves lead to draws.
func remotenessJSON(remoteness *uint64) number {
	switch {
	case remoteness == nil:
		return nil
	case *remoteness == loopy.Infinite:
		return nimValueJSON(nil, &grundy.LoopyValue{Infinite: true})
	}
	return *remoteness
}

// moveOf writes a move: where a player moves in one component, as what becomes of
// it, in other compounds as what becomes of the whole position.
func (w *wording) moveOf(q solve.Question, names partNames, m solve.Move) Move {
	if q.Compound.OneAtATime() {
		return w.stepOf(q, names, m[0])
	}
	move := Move{From: q.Sum.String(), To: afterMove(q.Sum, m)}
	for _, s := range m {
		move.Steps = append(move.Steps, w.stepOf(q, names, s))
	}
	return move
}

func (w *wording) stepOf(q solve.Question, names partNames, s solve.Step) Move {
	entry := entryOf(q.Sum, uint64(s.Component))
	return Move{From: s.From.String(), To: s.To.String(), Component: &entry, Move: names.within(s.From, w.of(s.From, s.To))}
}

// entryOf returns the index in the list of components of a component, counted
// copy by copy.
func entryOf(sum grundy.Sum, component uint64) (entry int) {
	for _, t := range sum {
		switch {
		case component >= t.Copies:
			component -= t.Copies
			entry += listedCopies(t.Copies)
		case t.Copies > maxListedCopies:
			return entry
		default:
			return entry + int(component)
		}
	}
	return entry
}

// listedCopies returns how many entries the copies have in the list.
func listedCopies(copies uint64) int {
	if copies > maxListedCopies {
		return 1
	}
	return int(copies)
}

// afterMove writes the sum after a move, copies one by one.
func afterMove(sum grundy.Sum, m solve.Move) string {
	var texts []string
	for _, t := range sum {
		for range t.Copies {
			c := t.Component
			if len(m) > 0 && m[0].Component == len(texts) {
				c, m = m[0].To, m[1:]
			}
			texts = append(texts, c.String())
		}
	}
	return strings.Join(texts, " + ")
}

// nimValueJSON returns a nim-value, finite or infinite, or nil.
func nimValueJSON(finite *uint64, infinite *grundy.LoopyValue) number {
	switch {
	case infinite != nil && infinite.Ordinal != "":
		return infinite.Ordinal
	case infinite != nil:
		return infinity{append([]grundy.Value{}, infinite.Options...)}
	case finite != nil:
		return *finite
	}
	return nil
}
