package ask

// Words for the moves of an answer, within the means of its question: rules from files list
// the moves of a position again for their labels, which may take as long as the search.

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A wording has the words for the moves of an answer. The nil wording asks the games.
type wording struct {
	ctx   context.Context
	words map[[2]string]string
	err   error
}

// wordsFor returns the wording of an answer to a question of sum: nil for games whose words
// take no time.
func wordsFor(ctx context.Context, sum grundy.Sum) *wording {
	if !slices.ContainsFunc(sum, func(t grundy.Term) bool { return t.Component.IsStarter() }) {
		return nil
	}
	return &wording{ctx: ctx, words: map[[2]string]string{}}
}

// end returns why words are missing, unless the question's own time ended: then the answer
// stands without some.
func (w *wording) end() error {
	if w == nil || errors.Is(context.Cause(w.ctx), grundy.ErrBudget) {
		return nil
	}
	return cmp.Or(w.err, w.ctx.Err())
}

// listed lists what is made of each element: at once where its words take time, as the question's
// means end with it, and otherwise while it is written, so that long texts are not kept.
func listed[E, T any](w *wording, list []E, of func(E) T) iter.Seq[T] {
	made := func(yield func(T) bool) {
		for _, e := range list {
			if !yield(of(e)) {
				return
			}
		}
	}
	if w == nil {
		return made
	}
	return slices.Values(slices.Collect(made))
}

// of returns the words for a move of one component.
func (w *wording) of(from, to grundy.Component) string {
	if w == nil {
		return from.DescribeMove(to)
	}
	key := [2]string{from.String(), to.String()}
	if text, ok := w.words[key]; ok || w.err != nil || w.ctx.Err() != nil {
		return text
	}
	started, _ := grundy.Start(w.ctx, grundy.SumOf(from))
	text := started[0].Component.DescribeMove(to)
	w.words[key] = text
	w.err = meter.Take(w.ctx, uint64(len(key[0])+len(key[1])+len(text)))
	return text
}
