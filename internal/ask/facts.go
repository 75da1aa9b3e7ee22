package ask

// Facts that a [Solve] finds of the parts of a game are kept in a file, for the same question and for
// others about the game.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/search"
)

// A FactsFile is a file that keeps facts.
type FactsFile interface {
	// Name is what errors call it.
	Name() string
	// Open opens it to be read; the result is nil where it is not there yet.
	Open() (io.ReadCloser, error)
	// Learned is called once, with the number of facts of a game that were taken from it. Left says that there are more.
	Learned(facts uint64, game string, left bool)
	// IsDue reports whether it is time to write it again.
	IsDue() bool
	// Write replaces it as a whole, or leaves it as it is. At the end of a question, the error is for the
	// file to remember: an answer stands without it.
	Write(write func(io.Writer) error) error
}

// A factKeeper is the [solve.Keeper] of a file.
type factKeeper struct {
	file   FactsFile
	means  Means
	sum    grundy.Sum
	header disk.FactsHeader
	learnt uint64 // parts, by the file
	left   bool   // memory did not suffice for all that it has
}

// learnEvery is how many facts are taken back between two looks at the clock.
const learnEvery = 1 << 12

// gameName returns what a component's text says before its numbers.
func gameName(c grundy.Component) string {
	name := c.String()
	return name[:strings.IndexAny(name+"(", "([")]
}

// Begin implements [solve.Keeper].
func (k *factKeeper) Begin(ctx context.Context, term int, f solve.Facts) error {
	c := k.sum[term].Component
	k.header = disk.FactsHeader{Game: gameName(c), Rules: hashOf(c)}
	in, err := k.file.Open()
	if in == nil || err != nil {
		return err
	}
	facts, err := disk.OpenFacts(in)
	if err == nil {
		if other := facts.Header.Differs(k.header.Game, k.header.Rules); other != "" {
			err = &disk.FactsError{Msg: other + "; want another file"}
		} else if err = k.checkSamples(ctx, facts.Header.Samples, f); err == nil {
			err = facts.Each(func(x search.Findings[string]) error {
				if k.learnt++; k.learnt%learnEvery == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				return f.Learn(x)
			})
		}
	}
	if over, ok := errors.AsType[*search.BudgetError](err); ok && over.What == "memory" {
		k.left, err = true, nil
		k.learnt--
	}
	if err = errors.Join(err, in.Close()); err == nil {
		k.file.Learned(k.learnt, k.header.Game, k.left)
	}
	return k.inQuestion(err)
}

// inQuestion returns an error about the file as one of the question.
func (k *factKeeper) inQuestion(err error) error {
	_, damaged := errors.AsType[*disk.FactsError](err)
	_, is := errors.AsType[*FieldError](err)
	if !is && (damaged || errors.Is(err, search.ErrContradiction) || errors.Is(err, search.ErrUnfounded)) {
		return wrong("resume", k.file.Name(), "%w", err)
	}
	return err
}

// checkSamples refuses facts by keys that this program does not make.
func (k *factKeeper) checkSamples(ctx context.Context, samples []disk.Sample, f solve.Facts) error {
	if len(samples) == 0 {
		return nil
	}
	var texts []string
	for _, sample := range samples {
		texts = append(texts, k.header.Game+sample.Position)
	}
	sum, err := position.ParseWith(ctx, strings.Join(texts, " + "), k.means.files())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, sample := range samples {
		if err == nil && len(sum) == len(samples) {
			if key, ok := f.KeyOf(sum[i].Component); ok && key == string(sample.Key) {
				continue
			}
		}
		return &disk.FactsError{Msg: fmt.Sprintf("another version of grundy has written it: the key of %s differs; want another file", message.Shown(texts[i]))}
	}
	return nil
}

// Keep implements [solve.Keeper].
func (k *factKeeper) Keep(f solve.Facts, end bool) error {
	if !end && !k.file.IsDue() {
		return nil
	}
	return k.file.Write(func(out io.Writer) error {
		k.header.Samples = samplesOf(f)
		return k.write(out, f)
	})
}

func (k *factKeeper) write(out io.Writer, f solve.Facts) (err error) {
	var in io.ReadCloser
	if k.left { // what there was no room for stays in the file
		if in, err = k.file.Open(); err != nil {
			return err
		}
	}
	if in == nil {
		return disk.WriteFacts(out, k.header, f.All())
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	before, err := disk.OpenFacts(in)
	if err != nil {
		return err
	}
	var problem error
	all := func(yield func(search.Findings[string]) bool) {
		stopped := errors.New("nobody wants more")
		problem = before.Each(func(x search.Findings[string]) error {
			if f.Known(x.Key) {
				return f.Learn(x)
			}
			if !yield(x) {
				return stopped
			}
			return nil
		})
		if problem == nil {
			f.All()(yield)
		}
	}
	return errors.Join(disk.WriteFacts(out, k.header, all), problem)
}

// mostSamples is how many samples a file has.
const mostSamples = 8

// samplesOf returns some parts, twice as far from each other each time.
func samplesOf(f solve.Facts) (samples []disk.Sample) {
	i := 0
	for x := range f.All() {
		if i++; i == 1<<len(samples) {
			p := f.Position(x.Key)
			samples = append(samples, disk.Sample{Position: strings.TrimPrefix(p.String(), gameName(p)), Key: []byte(x.Key)})
		}
		if len(samples) == mostSamples {
			break
		}
	}
	return samples
}

// Unkept implements [solve.Keeper].
func (k *factKeeper) Unkept(why error) error { return wrong("resume", k.file.Name(), "%w", why) }
