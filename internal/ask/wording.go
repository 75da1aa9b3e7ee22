package ask

// This file puts moves into words within the means of a question. Rules from files list
// the moves of a position again for their labels, which may take as long as the search.

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A wording has the words for the moves of an answer. The nil wording has none, and asks
// the games.
type wording struct {
	ctx   context.Context // nil once the question has ended
	words map[[2]string]string
	err   error
}

// wordsFor lets write put all moves of an answer to a question of sum into words. It
// returns nil for games whose words take no time. Words that come after the end of the
// question's own time are left out.
func wordsFor(ctx context.Context, sum grundy.Sum, into **wording, write func(io.Writer) error) error {
	files := false
	for _, t := range sum {
		files = files || t.Component.IsStarter()
	}
	if !files {
		return nil
	}
	w := &wording{ctx: ctx, words: map[[2]string]string{}}
	*into = w
	if err := write(io.Discard); err != nil {
		return err
	}
	w.ctx = nil
	if errors.Is(context.Cause(ctx), grundy.ErrBudget) { // the answer stands without some words
		return nil
	}
	return cmp.Or(w.err, ctx.Err())
}

// of returns the words for a move of one component.
func (w *wording) of(from, to grundy.Component) string {
	if w == nil {
		return from.DescribeMove(to)
	}
	key := [2]string{from.String(), to.String()}
	if text, ok := w.words[key]; ok || w.ctx == nil || w.err != nil || w.ctx.Err() != nil {
		return text
	}
	started, _ := grundy.Start(w.ctx, grundy.SumOf(from))
	text := started[0].Component.DescribeMove(to)
	w.words[key] = text
	w.err = meter.Take(w.ctx, uint64(len(key[0])+len(key[1])+len(text)))
	return text
}
