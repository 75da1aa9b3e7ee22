package contest

// Some problems want any one of several answers: print a winning move. An answer that asks
// for one of the winning moves is run again for each of the others, so that all right outputs
// are known.

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// MostRight bounds the right outputs of one innermost repetition, and MostRightBytes those of
// an input.
const (
	MostRight      = 10_000
	MostRightBytes = 1 << 20
)

// Choices are the winning moves that are taken where one is asked for.
type Choices struct {
	input.Choices
	tooMany bool
}

// IsAny reports whether outputs other than the answer may be right, besides numbers within a
// tolerance and letters of the other case.
func (p *Problem) IsAny() bool { return p.output.Any || len(p.output.Forms) > 0 || p.IsChoice() }

// IsChoice reports whether the answer asks for one of the winning moves: then any of them is
// right.
func (p *Problem) IsChoice() bool {
	return p.Interaction == nil && p.code.HasKeyword("most") && slices.Contains(p.asks(), "winning")
}

// Right returns all right outputs for each innermost repetition of an input, each once, the
// usual one first, or nil where a function of the file says what is right. An error that wraps [grundy.ErrTooLarge] says that they are too many.
func (p *Problem) Right(ctx context.Context, d *input.Data, s Semantics) (right [][][]byte, err error) {
	if len(p.output.Forms) > 0 {
		return nil, nil
	}
	return p.Choose(ctx, d, s)
}

// Choose returns what is printed for each innermost repetition where any of the winning moves is
// taken, and each of the right outputs that an answer lists; its error is as of [Problem.Right].
func (p *Problem) Choose(ctx context.Context, d *input.Data, s Semantics) (right [][][]byte, err error) {
	bytesLeft := MostRightBytes
	for _, d := range p.Shape.Innermost(d) {
		var outputs [][]byte
		seen := map[string]bool{}
		s.Choices = &Choices{}
		for more := true; more; more = s.Choices.More() {
			all, err := p.answerOne(ctx, d, s)
			if err != nil {
				return nil, err
			}
			for _, out := range all {
				if key := string(bytes.Join(bytes.Fields(out), []byte(" "))); !seen[key] {
					seen[key] = true
					outputs = append(outputs, out)
					bytesLeft -= len(out)
				}
			}
			if len(outputs) > MostRight || bytesLeft < 0 || s.Choices.tooMany {
				return nil, fmt.Errorf("more right outputs than %d, or %d bytes: %w", MostRight, MostRightBytes, grundy.ErrTooLarge)
			}
		}
		right = append(right, outputs)
	}
	return right, nil
}

// answerOne returns the right outputs for one innermost repetition.
func (p *Problem) answerOne(ctx context.Context, d *input.Data, s Semantics) (all [][]byte, err error) {
	a := p.asking(ctx, s, Options{Search: s.Search})
	defer p.done(a)
	if !p.output.Any {
		out, err := a.appendAnswer(nil, d)
		return [][]byte{out}, err
	}
	v, err := a.call(d, p.answer, p.slots, p.args)
	if err != nil {
		return nil, err
	}
	items, err := p.rightItems(v)
	for i := range items {
		var out []byte
		if err == nil {
			out, err = p.appendValue(nil, items[i])
		}
		all = append(all, append(out, '\n'))
	}
	return all, err
}

// rightItems returns the right outputs that an answer lists.
func (p *Problem) rightItems(v lang.Value) ([]lang.Value, error) {
	items, ok := itemsOf(v)
	if !ok || len(items) == 0 {
		return nil, wrongOutput(p.code, v, "the list of right outputs, as output(any = True) says, with one at least")
	}
	return items, nil
}

// Among returns an error that names the first repetition to which the output has no right
// answer.
func (p *Problem) Among(right [][][]byte, got []byte) error {
	words := p.words(got)
	same := func(a, b word) bool { return p.same(a.text, b.text) }
	places := []int{0} // where the answers so far may end
	for i, outputs := range right {
		var next []int
		for _, out := range outputs {
			parts := p.words(out)
			for _, at := range places {
				end := at + len(parts)
				if end <= len(words) && slices.EqualFunc(parts, words[at:end], same) && !slices.Contains(next, end) {
					next = append(next, end)
				}
			}
		}
		if len(next) == 0 {
			return fmt.Errorf("answer %d is not one of the %d right ones, such as %q: %w", i+1, len(outputs), brief(bytes.TrimSpace(outputs[0])), ErrDiffer)
		}
		places = next
	}
	if !slices.Contains(places, len(words)) {
		return fmt.Errorf("%q behind the last answer: %w", brief(words[slices.Max(places)].text), ErrDiffer)
	}
	return nil
}

// chosen is the list that has the one of these winning moves that is taken, where one is asked for.
func (q *question) chosen(moves []lang.Value, complete bool) lang.Value {
	c := q.means.Choices
	c.tooMany = c.tooMany || !complete
	if len(moves) < 2 {
		return lang.List(moves)
	}
	at := c.Of(uint64(len(moves)))
	return lang.List(moves[at : at+1])
}
