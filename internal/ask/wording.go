package ask

// Words for the moves of an answer, within the means of its question: rules from files list
// the moves of a position again for their labels, which may take as long as the search.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
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

// A partNames says how many components of a sum have the name of a game. It is nil where a
// component is alone.
type partNames map[string]uint64

func namesOf(sum grundy.Sum) partNames {
	if len(sum) == 1 && sum[0].Copies == 1 {
		return nil
	}
	names := partNames{}
	for _, t := range sum {
		name, _ := position.NameOf(t.Component)
		names[name] = grundy.AddCounts(names[name], t.Copies)
	}
	return names
}

// within returns the words for a move of a component behind the name of its game, and its numbers
// where the name does not tell it from others.
func (n partNames) within(c grundy.Component, words string) string {
	if n == nil || words == "" {
		return words
	}
	name, numbers := position.NameOf(c)
	if n[name] > 1 && numbers != "" {
		name = fmt.Sprintf("%s (%s)", name, numbers)
	}
	return name + ": " + words
}

// Words puts a move into words, in each component that it changes.
func Words(m solve.Move) string { return (*wording)(nil).move(nil, m) }

// move puts a move in a sum into words, in each component that it changes.
func (w *wording) move(names partNames, m solve.Move) string {
	var words []string
	for _, s := range m {
		words = append(words, names.within(s.From, cmp.Or(w.of(s.From, s.To), "to "+s.To.String())))
	}
	return strings.Join(words, "; ")
}
