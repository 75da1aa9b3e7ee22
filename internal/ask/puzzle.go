package ask

// [Puzzle] asks for a puzzle: find the move that wins.

import (
	"context"
	"math/big"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/puzzle"
	"github.com/grundy-games/grundy/play"
)

// A Puzzle asks what a position is as a puzzle. Without a position it draws one: by a date,
// or by a level and a number.
type Puzzle struct {
	Position string `json:"position,omitempty" doc:"a sum of positions, such as knight(5,4) + queen(3,3); a puzzle is drawn if it is left out"`
	Misere   bool   `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Compound string `json:"compound,omitempty" doc:"in which components a player moves, such as selective; disjunctive (one) if it is left out"`
	Move     string `json:"move,omitempty" doc:"the move that was tried, as a match takes it, such as 2: nim(4)"`
	Level    int    `json:"level,omitempty" doc:"of the puzzle that is drawn, from 1 to 3; 1 if it is left out"`
	Number   uint64 `json:"number,omitempty" doc:"of the puzzle that is drawn; the same number gives the same puzzle"`
	Date     string `json:"date,omitempty" doc:"draw the puzzle of this day, such as 2026-11-28"`
}

// A Puzzled is the answer to a [Puzzle]. What little work does not show is nil.
type Puzzled struct {
	_          struct{} `layout:"compact"`
	Position   string   `json:"position"`
	Convention string   `json:"convention" enum:"normal,misere"`
	Compound   string   `json:"compound"`
	Outcome    string   `json:"outcome" enum:"N,P,D"`
	Level      *int     `json:"level"`
	Number     *uint64  `json:"number,omitempty"`
	Date       string   `json:"date,omitempty"`
	Count      *big.Int `json:"count"` // of all moves
	Winning    *big.Int `json:"winning_move_count"`
	Remoteness number   `json:"remoteness"`
	// Ideas are the usual ideas, and Fails how many of them fail. There are none where the
	// moves are too many.
	Ideas []PuzzleIdea `json:"ideas"`
	Fails int          `json:"fails"`
	Tried *PuzzleTried `json:"tried,omitempty"`
}

// A PuzzleIdea is a usual way to choose a move.
type PuzzleIdea struct {
	Name    string `json:"name"`
	Says    string `json:"says"`
	Applies bool   `json:"applies"` // whether it says something in this position
	Fails   bool   `json:"fails"`   // whether none of the moves that it chooses wins
	Chosen  bool   `json:"chosen"`  // whether the move that was tried is one of them
}

// A PuzzleTried is the move that was tried.
type PuzzleTried struct {
	Move  string `json:"move"`
	Words string `json:"words"`
	Wins  bool   `json:"wins"`
}

// Ask answers the question.
func (q Puzzle) Ask(ctx context.Context, m Means) (*Puzzled, error) {
	return timed(ctx, m, message.Brief(q.Position, briefText), func(ctx context.Context) (*Puzzled, error) {
		return q.judge(ctx, m)
	})
}

// judge draws a puzzle where none is given, and judges it.
func (q Puzzle) judge(ctx context.Context, means Means) (*Puzzled, error) {
	a := &Puzzled{Ideas: []PuzzleIdea{}}
	if q.Position == "" {
		d, err := q.draw(ctx)
		if err != nil {
			return nil, err
		}
		if a.Date = d.Date; a.Date == "" {
			a.Number = &d.Number
		}
		q.Position, q.Misere = d.Sum.String(), d.Convention == grundy.Misere
	}
	within := func(what string) (context.Context, *clock) { return startClock(ctx, 0, what) }
	m, err := Play{Position: q.Position, Misere: q.Misere, Compound: q.Compound}.match(ctx, means, within)
	if err != nil {
		return nil, err
	}
	if _, over := m.Over(); over && m.Err() == nil {
		return nil, wrong("position", nil, "the game is over at %s: there is no move to find", message.Brief(q.Position, briefText))
	}
	j, err := puzzle.Judge(ctx, m)
	if err != nil {
		return nil, err
	}
	a.Position, a.Convention, a.Compound = grundy.SumOf(m.Components()...).String(), m.Convention().String(), m.Compound().String()
	a.Outcome, a.Count, a.Winning, a.Fails = j.Outcome.String(), j.Count, j.Winning, j.Fails()
	if a.Remoteness = remotenessJSON(j.Remoteness); j.Level > 0 {
		a.Level = &j.Level
	}
	for _, t := range j.Ideas {
		a.Ideas = append(a.Ideas, PuzzleIdea{Name: t.Name, Says: t.Says, Applies: t.Applies, Fails: t.Fails})
	}
	if q.Move != "" {
		err = a.try(ctx, m, j, q.Move)
	}
	return a, err
}

// draw draws the puzzle that is asked for.
func (q Puzzle) draw(ctx context.Context) (d *puzzle.Drawn, err error) {
	switch {
	case q.Misere || q.Compound != "" || q.Move != "":
		return nil, wrong("position", nil, "want the position that is played, with how it is played")
	case q.Date != "" && (q.Level != 0 || q.Number != 0):
		return nil, wrong("date", q.Date, "want either a date, or a level and a number")
	case q.Date != "":
		if d, err = puzzle.Daily(ctx, q.Date); err != nil && ctx.Err() == nil {
			err = &FieldError{"date", q.Date, err}
		}
		return d, err
	case q.Level == 0:
		q.Level = 1
	}
	if d, err = puzzle.Draw(ctx, q.Level, q.Number); err != nil && ctx.Err() == nil {
		err = &FieldError{"level", q.Level, err}
	}
	return d, err
}

// try finds out whether a move wins, and which ideas choose it.
func (a *Puzzled) try(ctx context.Context, m *play.Match, j *puzzle.Judged, text string) error {
	move, err := m.Find(text)
	if failed := m.Err(); failed != nil {
		return failed
	}
	if err != nil {
		return wrong("move", text, "%w", err)
	}
	tried := moveText(move)
	for i, t := range j.Ideas {
		for _, k := range t.Chosen {
			a.Ideas[i].Chosen = a.Ideas[i].Chosen || moveText(j.Moves[k].Move) == tried
		}
	}
	a.Tried = &PuzzleTried{Move: tried, Words: Words(move)}
	mover := m.Mover()
	m.Make(move)
	if winner, over := m.Over(); over {
		a.Tried.Wins = winner == mover
		return m.Err()
	}
	answer, err := m.Solve(ctx)
	if err == nil {
		a.Tried.Wins = answer.Outcome == grundy.P
	}
	return err
}
