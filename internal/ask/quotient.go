package ask

// [Quotient] asks for the misère quotient of the heaps of a game.

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/solve"
)

// A Quotient asks for the misère quotient of the heaps of a game, or of its positions
// that are chosen by one number. If 0 chooses none, its image is the identity.
type Quotient struct {
	Game string `json:"game"` // without a position, such as 0.77
	// Heaps is the largest heap; nil for all, for which a period of a take-and-break
	// game is then proved.
	Heaps *uint64 `json:"heaps,omitempty"`
}

// A QuotientFound is the answer to a [Quotient]. Where the quotient that was asked for is not
// known, Found has the order of that of the heaps that could be added.
type QuotientFound struct {
	Game         string      `json:"game"`
	Heaps        *uint64     `json:"heaps"`
	Order        *int        `json:"order"`
	PPortion     *int        `json:"p_portion"`
	Presentation *string     `json:"presentation"`
	P            []string    `json:"p"`      // the elements that are P, as products
	Images       []string    `json:"images"` // of the heaps from 0 on, as products
	Found        *FoundHeaps `json:"found,omitempty"`
	Proved       bool        `json:"proved"`
	Preperiod    *uint64     `json:"preperiod"`
	Period       *uint64     `json:"period"`
	Theorem      string      `json:"theorem,omitempty"`
	GrowsAt      int         `json:"grows_at,omitempty"`
	Method       string      `json:"method"`

	Quotient *solve.Quotient `json:"-"`
}

// FoundHeaps is the quotient of the heaps that could be added.
type FoundHeaps struct {
	Heaps    int `json:"heaps"`
	Order    int `json:"order"`
	PPortion int `json:"p_portion"`
}

// MaxQuotientHeap is the largest heap that a [Quotient] may name. Each of them is listed.
const MaxQuotientHeap = 1_000_000

// Ask answers the question. An error beside an answer says why there is no quotient.
func (q Quotient) Ask(ctx context.Context, m Means) (*QuotientFound, error) {
	if q.Heaps != nil && *q.Heaps > MaxQuotientHeap {
		return nil, wrong("heaps", *q.Heaps, "want a heap of at most %d", uint64(MaxQuotientHeap))
	}
	ctx, clock := m.begin(ctx, q.Game)
	a, err := q.find(ctx, m)
	return a, clock.end(err)
}

func (q Quotient) find(ctx context.Context, m Means) (*QuotientFound, error) {
	game, err := m.game(ctx, q.Game, 0, nil)
	if err != nil {
		return nil, err
	}
	if n := len(game.Template.Axes); n != 1 {
		return nil, wrong("game", nil, "%s is a game of %d numbers; want one of heaps, such as 0.77, or of one number", game.Name, n)
	}
	at := func(n uint64) string {
		if game.IsTemplate {
			return string(game.Template.AppendText(nil, []uint64{n}))
		}
		return fmt.Sprintf("%s(%d)", game.Name, n)
	}
	asked := solve.QuotientQuestion{All: q.Heaps == nil}
	asked.Question = solve.Question{Convention: grundy.Misere, Budget: m.searching(), Progress: m.progress("heaps")}
	first := uint64(0)
	var positions []string
	code, isCode := game.Sequence.(sequence.Code)
	switch isCode = isCode && !game.IsTemplate; {
	case isCode && q.Heaps == nil:
		positions = []string{code.String() + "(0)"}
	case isCode:
		positions = []string{fmt.Sprintf("%s(%d)", code, *q.Heaps)}
	default:
		if q.Heaps == nil { // only take-and-break games have periods that prove what all heaps are
			q.Heaps = new(uint64(usualHeaps))
		}
		if _, err := m.sum(ctx, at(0)); err != nil && *q.Heaps > 0 {
			first = 1
		}
		for n := first; n <= *q.Heaps; n++ {
			positions = append(positions, at(n))
		}
	}
	if asked.Sum, err = m.sum(ctx, strings.Join(positions, "+")); err != nil {
		return nil, err
	}
	found, err := solve.MisereQuotient(ctx, asked)
	if found == nil {
		return nil, err
	}
	if first > 0 && err == nil {
		found.Images = append([]int{0}, found.Images...)
	}
	a := &QuotientFound{Game: game.Name, Heaps: q.Heaps, Quotient: found}
	a.fill()
	if err != nil && errors.Is(err, grundy.ErrBudget) {
		err = fmt.Errorf("no misère quotient of %s with heaps to %s is known: %w", game.Name, units.Grouped(uint64(found.Heaps)), err)
	}
	return a, err
}

// Known reports whether the quotient that was asked for is known.
func (a *QuotientFound) Known() bool { return a.Quotient.Images != nil }

// QuotientTheorem names what proves the period of the images of heaps.
const QuotientTheorem = "Guy and Smith's theorem for images in a quotient (T. E. Plambeck and A. N. Siegel 2008, section 4; theory/misere/heaps.go)"

// Last returns the last heap of the answer: that of the question, or the last one that a
// proof for all heaps needed.
func (a *QuotientFound) Last() int {
	if a.Known() {
		return len(a.Quotient.Images) - 1
	}
	return a.Quotient.Heaps - 1
}

// fill fills in what JSON shows.
func (a *QuotientFound) fill() {
	q := a.Quotient
	order, portion := q.Order, len(q.P)
	if a.Known() {
		last, text := uint64(a.Last()), q.String()
		a.Heaps, a.Order, a.PPortion, a.Presentation = &last, &order, &portion, &text
		words := func(elements []int) []string {
			words := make([]string, len(elements))
			for i, x := range elements {
				words[i] = q.Elements[x]
			}
			return words
		}
		a.P, a.Images = words(q.P), words(q.Images)
	} else {
		a.Found = &FoundHeaps{a.Last(), order, portion}
	}
	if a.Proved = q.Period.Proved; a.Proved {
		a.Preperiod, a.Period, a.Theorem = &q.Period.Preperiod, &q.Period.Period, QuotientTheorem
	}
	a.GrowsAt, a.Method = q.Grows, q.Method
}
