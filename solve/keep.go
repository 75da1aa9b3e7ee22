package solve

// What couples find of a game can be kept from one process to the next: for a question that goes
// on where it was stopped, and for others about the same game.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// A Keeper keeps facts about the parts of one game.
type Keeper interface {
	// Begin takes back what was kept of the game of the term of the sum with that index. It is called
	// once, before the question is looked at.
	Begin(ctx context.Context, term int, f Facts) error
	// Keep is called now and then while a search runs, and at the end, also where that is an error or the
	// end of ctx.
	Keep(f Facts, end bool) error
	// Unkept returns the error for sums in which nothing is kept, and why.
	Unkept(why error) error
}

// Facts are what is known of the parts of one game. Keys are given as bytes.
type Facts interface {
	// All yields what is known.
	All() iter.Seq[search.Findings[string]]
	// Known reports whether there is a part with this key.
	Known(key string) bool
	// Learn takes findings back ([search.Couples.Learn]).
	Learn(f search.Findings[string]) error
	// KeyOf returns the key of a position; the result is false where it has none, or several.
	KeyOf(c grundy.Component) (string, bool)
	// Position returns the position of a key that came from All.
	Position(key string) grundy.Component
}

// keepSteps is how many steps a search takes until what it has found may be kept.
var keepSteps uint64 = 1 << 22

// spotChecks is how many parts are compared with their options when facts were taken back.
const spotChecks = 256

// isPrunable reports whether couples serve for the sum.
func (s *solver) isPrunable() bool {
	return s.kind == compound.Disjunctive && !s.isMisere() && !s.isLoopy() && !MayEnd(s.question.Sum)
}

// keeping takes facts back before the question is looked at. Call end with the error of the question.
func (s *solver) keeping() (end func(error) error, err error) {
	keeper := s.question.Keeper
	if keeper == nil {
		return func(err error) error { return err }, nil
	}
	var found pruner
	term := 0
	if !s.isPrunable() {
		err = errors.New("only for sums in normal play, where play ends when nobody can move, are there facts that can be kept")
	}
	for i, t := range s.question.Sum {
		if err != nil {
			break
		}
		next := s.pruner(t.Component)
		switch {
		case next == nil || next.facts() == nil || next == found:
		case found == nil:
			found, term = next, i
		default:
			err = fmt.Errorf("%s and %s are of two games, and a file keeps facts of one", brief(s.question.Sum[term].Component), brief(t.Component))
		}
	}
	if err == nil && found == nil {
		err = fmt.Errorf("%s: only games whose rules are a file, and sprouts, have facts that can be kept", brief(s.question.Sum[0].Component))
	}
	if err != nil {
		return nil, keeper.Unkept(err)
	}
	of := s.question.Sum[term].Component
	found.within(search.Options{Memory: s.memoryLeft(0) / 2}) // the rest is for the question
	if err := keeper.Begin(s.ctx, term, found.facts()); err != nil {
		return nil, err
	}
	found.within(search.Options{Memory: s.memoryLeft(0)})
	if err := found.check(s.ctx, spotChecks, of); err != nil {
		return nil, err
	}
	before := found.state()
	found.keepBy(func() error { return keeper.Keep(found.facts(), false) })
	return func(err error) error {
		found.keepBy(nil)
		after := found.state()
		isNew := after.steps > before.steps || before.learned == 0
		if isNew && (err == nil || s.ctx.Err() != nil || isOverBudget(err)) { // otherwise the rules are wrong
			err = errors.Join(err, keeper.Keep(found.facts(), true))
		}
		return err
	}, nil
}

func (k *coupled[K]) facts() Facts {
	if k.book != nil { // another process makes other keys
		return nil
	}
	return factsOf[K]{k}
}

func (k *coupled[K]) keepBy(keep func() error) { k.keep = keep }

// check compares facts that were taken back with the moves of the game.
func (k *coupled[K]) check(ctx context.Context, most int, of grundy.Component) error {
	keys, err := k.keysOf(of)
	if err == nil && k.couples.Learned() > 0 {
		err = k.couples.Check(ctx, most, keys...)
	}
	if wrong, ok := errors.AsType[*search.UnfoundedError[K]](err); ok {
		return fmt.Errorf("%s: %w", brief(k.game.Unpack(wrong.Key)), err)
	}
	return k.explain(err)
}

// inSlices searches in slices of steps while somebody keeps what is found: ask goes on with the
// search.
func (k *coupled[K]) inSlices(ask func() error) error {
	defer func() { k.couples.SetOptions(k.bounds) }()
	for slice := keepSteps; ; slice *= 2 {
		o, before := k.bounds, k.couples.Positions()
		if steps := k.couples.Steps() + slice; k.keep != nil && (o.Steps == 0 || steps < o.Steps) {
			o.Steps = steps
		}
		k.couples.SetOptions(o)
		err := k.explain(ask())
		over, ok := errors.AsType[*search.BudgetError](err)
		if !ok || over.What != "steps" || o.Steps == k.bounds.Steps {
			return err
		}
		if err := k.keep(); err != nil {
			return err
		}
		if k.couples.Positions() > before { // else the slice may be too short for one list of options
			slice = keepSteps / 2
		}
	}
}

// factsOf gives the facts of couples with keys as bytes: words in little-endian order, without the zeros at
// the end.
type factsOf[K search.Key] struct{ *coupled[K] }

func (f factsOf[K]) All() iter.Seq[search.Findings[string]] {
	return func(yield func(search.Findings[string]) bool) {
		for x := range f.couples.Findings() {
			if !yield(search.Findings[string]{Key: bytesOf(x.Key), Value: x.Value, Not: x.Not, Far: x.Far, Size: x.Size}) {
				return
			}
		}
	}
}

func (f factsOf[K]) Learn(x search.Findings[string]) error {
	key, ok := keyOfBytes[K](x.Key)
	if !ok {
		return fmt.Errorf("a key of %d bytes: %w", len(x.Key), search.ErrContradiction)
	}
	return f.couples.Learn(search.Findings[K]{Key: key, Value: x.Value, Not: x.Not, Far: x.Far, Size: x.Size})
}

func (f factsOf[K]) Known(text string) bool {
	key, ok := keyOfBytes[K](text)
	return ok && f.couples.Met(key)
}

func (f factsOf[K]) KeyOf(c grundy.Component) (string, bool) {
	game, ok := grundy.Pack[K](c)
	if !ok || len(game.Keys) != 1 {
		return "", false
	}
	return bytesOf(game.Keys[0]), true
}

func (f factsOf[K]) Position(text string) grundy.Component {
	key, _ := keyOfBytes[K](text)
	return f.game.Unpack(key)
}

func bytesOf[K search.Key](key K) string {
	var words []uint64
	switch k := any(key).(type) {
	case string:
		return k
	case uint64:
		words = []uint64{k}
	case [2]uint64:
		words = k[:]
	case [4]uint64:
		words = k[:]
	}
	var short [32]byte
	text, end := short[:0], 0
	for _, w := range words {
		text = binary.LittleEndian.AppendUint64(text, w)
	}
	for i, b := range text {
		if b != 0 {
			end = i + 1
		}
	}
	return string(text[:end])
}

func keyOfBytes[K search.Key](text string) (key K, ok bool) {
	var words [4]uint64
	var room [32]byte
	if k, is := any(&key).(*string); is {
		*k = text
		return key, true
	}
	if len(text) > len(room) || text != "" && text[len(text)-1] == 0 {
		return key, false
	}
	copy(room[:], text)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(room[8*i:])
	}
	switch k := any(&key).(type) {
	case *uint64:
		*k, ok = words[0], len(text) <= 8
	case *[2]uint64:
		*k, ok = [2]uint64(words[:]), len(text) <= 16
	case *[4]uint64:
		*k, ok = words, true
	}
	return key, ok
}
