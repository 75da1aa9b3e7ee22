package duel

// A program plays an interactive problem against the judge of its file, as the file says.

import (
	"bytes"
	"cmp"
	"context"
	"math/rand/v2"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
)

// An Interactive is games of a program by the protocol of an interactive problem: at the samples,
// and at random inputs that grow. Where the program says before a game if it wins, or who begins,
// about half of these are won for the player who moves first.
type Interactive struct {
	Games
	Problem *contest.Problem
}

// Behind is the fault of a program that goes on to speak when all games are over.
const Behind Fault = "output behind the end"

// mostSkipped bounds the inputs in a row that are not taken.
const mostSkipped = 100

// Play plays the series, and returns its games. Errors are about the problem's file, from package
// solve, or from ctx.
func (s *Interactive) Play(ctx context.Context) ([]*Game, error) {
	drawn := 0
	return s.play(ctx, func(ctx context.Context, i int) (*Game, error) {
		var text []byte
		var err error
		if i < len(s.Problem.Samples) {
			text = []byte(s.Problem.Samples[i].Input)
		} else if text, err = s.input(ctx, &drawn, i%2 == 0); text == nil || err != nil {
			return nil, cmp.Or(err, errNoMore)
		}
		game, err := s.run(ctx, text)
		if beyond(err) { // a game that the judge cannot play
			return nil, nil
		}
		return game, err
	})
}

// input draws an input, which is won if it may be or not. It is nil if none is found.
func (s *Interactive) input(ctx context.Context, drawn *int, won bool) (text []byte, err error) {
	for try := range mostSkipped {
		data, err := inputsOf(ctx, s.Problem).Random(rand.New(rand.NewPCG(s.Seed, uint64(*drawn))), input.Growing(*drawn))
		*drawn++
		if err != nil {
			return nil, err
		}
		words, err := s.Problem.Answer(ctx, data, contest.Semantics{Search: contest.DrawnSearch})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case beyond(err):
			continue
		case err != nil:
			return nil, err
		}
		first, _, _ := strings.Cut(string(words), "\n")
		if says := s.Problem.Interaction.Says[0]; says == "" || first == says == won || try == mostSkipped-1 {
			return inputsOf(ctx, s.Problem).Text(data), nil
		}
	}
	return nil, nil
}

// Run runs the program on an input. Whether it is right and how it fails is in the [Game]. An error
// that wraps [grundy.ErrTooLarge] or [grundy.ErrBudget] says that the judge cannot play the game.
func (s *Interactive) Run(ctx context.Context, text []byte) (*Game, error) {
	s.whole = ctx
	return s.run(ctx, text)
}

func (s *Interactive) run(ctx context.Context, text []byte) (*Game, error) {
	talk, err := s.Program.Talk(s.whole)
	if err != nil {
		return nil, err
	}
	defer talk.Stop()
	ruling, err := s.Problem.Referee(ctx, text, talk, contest.RefereeOptions{Seed: s.Seed, Search: contest.DrawnSearch, Early: true})
	if err != nil {
		return nil, err
	}
	g := &Game{Input: true, Start: message.Brief(strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", " / "), 200)}
	for _, m := range ruling.Moves {
		g.Moves = append(g.Moves, Move{m.Judge, m.Move})
	}
	if ruling.Fault != "" {
		g.blame(Fault(ruling.Fault), ruling.State, ruling.Said, ruling.Where()+ruling.Why)
		g.Winning = ruling.Won
	}
	if g.Fault != "" && g.Fault != NoMove { // nobody waits for its end
		talk.Stop()
	}
	result := talk.End()
	g.Time = result.Time
	if g.Verdict = WrongAnswer; g.Fault == "" || g.Fault == NoMove && result.Verdict != Accepted {
		g.Verdict = result.Verdict
	}
	switch {
	case g.Fault == NoMove:
		g.Fault = ""
		g.end(talk, NoMove)
		g.Why = ruling.Where() + g.Why
	case g.Fault != "":
		g.Messages = string(result.Messages)
	case len(bytes.TrimSpace(talk.Rest())) > 0:
		rest, _, _ := strings.Cut(strings.TrimSpace(string(talk.Rest())), "\n")
		g.blame(Behind, "", rest, "all games are over")
		g.Verdict = WrongAnswer
	default:
		g.end(talk, Unended)
	}
	return g, s.whole.Err()
}
