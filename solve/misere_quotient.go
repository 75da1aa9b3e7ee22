package solve

// Misère sums by a misère quotient of all positions that single
// components can reach: where sums are too many to be looked at, it often has a few
// dozen elements. Heaps of take-and-break games are only added until their images prove
// a period.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/misere"
)

const (
	quotientElements = 1024
	// quotientWork is how many steps of a quotient take as long as one of the work of
	// sums.
	quotientWork = 1 << 5
	// quotientMost bounds the work in all.
	quotientMost = 1 << 25
	// quotientOptions bounds the options that are listed, of 64 bytes or so each.
	quotientOptions = 1 << 20
	// quotientPositions bounds the positions of a game that does not fall apart
	// into sums.
	quotientPositions = 1 << 14
	// quotientHeaps bounds the heaps of a game that are added, and mostHeap those
	// for which a period answers.
	quotientHeaps = 1 << 13
	mostHeap      = 1 << 62
)

var errQuotientOptions = fmt.Errorf("a misère quotient of positions with more than %d options: %w", quotientOptions, grundy.Spent("options"))

// A quotientSearch knows positions as sums of generators of a quotient: those that
// are not sums themselves.
type quotientSearch struct {
	solver    *solver
	quotient  *misere.Quotient
	heaps     map[grundy.GameID]*heapsToReach
	games     []*heapsToReach // in the order of the sum
	explorer  *explorer[int]  // the numbers of positions
	positions []positionOptions
	order     []int         // of the positions, as they are added
	most      uint64        // the largest heap that is added
	others    int           // the number of positions in it before the heaps of Nim
	added     int           // the number of positions in it that were added
	adding    *heapsToReach // and how far; nil for none
	largest   uint64
	options   int
	allowed   int // options for now; 0 for any number
}

// heapsToReach are the heaps of one game, and the largest of them that is needed.
type heapsToReach struct {
	*misere.Heaps
	game grundy.Component // one with such heaps
	most uint64
}

// A positionOptions is a position with its options, as sums of positions by number.
type positionOptions struct {
	options   [][]int
	birthday  int
	generator int // once it was added
}

// byQuotient settles a sum by a misère quotient.
type byQuotient struct {
	winningOptions
	product int // the element of the sum
}

// within implements [algebra]. Work is counted as by a reducer.
func (q *quotientSearch) within(work uint64) error {
	if work >= 2*quotientMost {
		return fmt.Errorf("a misère quotient with more work than allowed: %w", grundy.ErrBudget)
	}
	q.quotient.SetWork(min(work, quotientMost) * quotientWork)
	q.allowed = int(work)
	return q.build()
}

func (q *quotientSearch) settles(d *decision, all addedUp[int]) (wildWay, error) {
	d.theorem = q.theorem()
	return &byQuotient{product: all.whole}, nil
}

func (q *quotientSearch) wins(_ *decision, all addedUp[int]) (winningOptions, error) {
	return all.winning()
}

func (q *quotientSearch) times(element int, copies uint64) (int, error) {
	return q.quotient.Power(element, copies), nil
}

func (q *quotientSearch) plus(a, b int) int { return q.quotient.Product(a, b) }

func (*quotientSearch) minus(int, int) (int, bool) { return 0, false }

func (q *quotientSearch) isP(element int) (bool, error) { return q.quotient.IsP(element), nil }

// quotients returns the search for a quotient of the question, with at most these
// elements (few says why not more; it may be nil), and heaps to this one.
func (s *solver) quotients(elements int, few error, most uint64) (*quotientSearch, error) {
	if s.quotient != nil {
		return s.quotient, nil
	}
	q := &quotientSearch{solver: s, most: most, heaps: map[grundy.GameID]*heapsToReach{}}
	for _, t := range s.question.Sum {
		positions, ok := t.Component.CountPositions()
		if !t.Component.Splits() && ok && positions > quotientPositions {
			return nil, fmt.Errorf("a misère quotient of up to %d positions: %w", positions, grundy.ErrTooLarge)
		}
	}
	q.quotient = misere.NewQuotient(misere.QuotientBounds{
		Elements: elements, Few: few, Memory: s.question.Budget.Memory, Check: q.check,
	})
	q.explorer = newExplorer(q.ofOptions)
	q.explorer.meet = q.meet
	q.explorer.spending = spending{ctx: s.ctx, limit: s.question.Budget.Memory, account: s.account, besides: q.explorer.memo.Bytes, over: func(what string) error {
		return fmt.Errorf("a misère quotient of positions that take more %s: %w", s.than(what), grundy.Spent(what))
	}}
	s.quotient = q
	return q, nil
}

// heapOf returns the game of c, and its size, if c is one heap of a take-and-break game.
func (q *quotientSearch) heapOf(c grundy.Component) (*heapsToReach, uint64, bool) {
	heaps, _ := c.Position().([]uint64)
	game, ok := c.Game().(misere.HeapGame)
	if !ok || len(heaps) != 1 {
		return nil, 0, false
	}
	id := c.GameID()
	h, ok := q.heaps[id]
	if !ok {
		h = &heapsToReach{Heaps: q.quotient.NewHeaps(game.HeapRules()), game: c}
		q.heaps[id] = h
		q.games = append(q.games, h)
	}
	return h, heaps[0], true
}

// build adds all positions to the quotient: first those that are neither heaps of a
// take-and-break game nor of Nim, then take-and-break heaps, then Nim. With heaps of Nim
// among wild games a quotient takes longer to be guessed. Asked again, build goes on
// where it ended.
func (q *quotientSearch) build() error {
	if err := q.collectAll(); err != nil {
		return err
	}
	if err := q.add(q.others); err != nil {
		return err
	}
	for {
		for _, h := range q.games {
			if h.most >= mostHeap {
				return fmt.Errorf("heaps of %d in a misère quotient: %w", h.most, grundy.ErrTooLarge)
			}
			if err := h.Extend(int(min(h.most, q.most)) + 1); err != nil {
				return err
			}
		}
		if err := q.add(len(q.order)); err != nil {
			return err
		}
		isReached := true
		for _, h := range q.games { // the last to be added may have ended the period of another
			_, ok := h.Number(h.most)
			if isReached = isReached && ok; !ok && uint64(h.Len()) > q.most {
				return fmt.Errorf("a heap of %d in a misère quotient: %w", h.most, grundy.ErrTooLarge)
			}
		}
		if isReached {
			return nil
		}
	}
}

// collectAll gives numbers to all positions that are not heaps of take-and-break games,
// and puts them in order: heaps of Nim come last, and in both parts the positions of
// shorter play come first.
func (q *quotientSearch) collectAll() error {
	if q.order != nil {
		return nil
	}
	var nim []grundy.Component
	for _, t := range q.solver.question.Sum {
		for _, part := range t.Component.Split() {
			if _, ok := heapSize(part); ok {
				nim = append(nim, part)
			} else if h, size, ok := q.heapOf(part); ok {
				h.most = max(h.most, size)
			} else if _, err := q.explorer.value(part); err != nil {
				return err
			}
		}
	}
	q.others = len(q.positions)
	for _, part := range nim {
		if _, err := q.explorer.value(part); err != nil {
			return err
		}
	}
	q.order = make([]int, len(q.positions))
	for i := range q.order {
		q.order[i] = i
	}
	byBirthday := func(a, b int) int { return q.positions[a].birthday - q.positions[b].birthday }
	slices.SortStableFunc(q.order[:q.others], byBirthday)
	slices.SortStableFunc(q.order[q.others:], byBirthday)
	return nil
}

// add adds positions to the quotient until the first to of the order are added.
func (q *quotientSearch) add(to int) error {
	for ; q.added < to; q.added++ {
		p := &q.positions[q.order[q.added]]
		options := make([][]int, len(p.options))
		for i, parts := range p.options {
			options[i] = make([]int, len(parts))
			for j, part := range parts {
				options[i][j] = q.positions[part].generator
			}
		}
		var err error
		if p.generator, err = q.quotient.Add(options); err != nil {
			return err
		}
	}
	return nil
}

// element returns the element of c, which can be reached.
func (q *quotientSearch) element(c grundy.Component) (int, error) {
	var sum []int
	for _, part := range c.Split() {
		if number, ok := q.explorer.known(part); ok {
			sum = append(sum, q.positions[number].generator)
		} else if h, size, ok := q.heapOf(part); !ok {
			return 0, fmt.Errorf("%s can be reached, but was not met: this is a defect of grundy", brief(part))
		} else if number, ok := h.Number(size); ok {
			sum = append(sum, number)
		} else {
			return 0, fmt.Errorf("%s is larger than the heaps that can be reached: this is a defect of grundy", brief(part))
		}
	}
	return q.quotient.Element(sum), nil
}

// meet counts the options that are kept.
func (q *quotientSearch) meet(options uint64) error {
	if options > uint64(quotientOptions-q.options) {
		return errQuotientOptions
	}
	if q.options += int(options); q.allowed > 0 && q.options > q.allowed {
		return fmt.Errorf("a misère quotient of more positions: %w", misere.ErrWork)
	}
	return nil
}

// ofOptions gives a number to a position whose options are sums of positions by number.
func (q *quotientSearch) ofOptions(options [][]int) (int, error) {
	position := positionOptions{options: options}
	for _, parts := range options {
		birthday := 1
		for _, number := range parts {
			birthday += q.positions[number].birthday
		}
		position.birthday = max(position.birthday, birthday)
	}
	q.positions = append(q.positions, position)
	q.explorer.bytes += optionBytes / 2 * uint64(len(options))
	return len(q.positions) - 1, nil
}

// theorem says what the quotient is.
func (q *quotientSearch) theorem() string {
	all, good := q.quotient.Order()
	text := fmt.Sprintf("misère play by the misère quotient of the %d positions that single components can reach and that are not sums: a commutative monoid of %d elements, %d of them P, checked for all sums of these positions (T. E. Plambeck 2005; Plambeck and A. N. Siegel 2008; theory/misere/quotient.go)",
		q.quotient.Len(), all, good)
	var periods []string
	for _, h := range q.games {
		if p := h.Period(); h.most >= uint64(h.Len()) {
			name, _, _ := strings.Cut(h.game.String(), "(")
			periods = append(periods, fmt.Sprintf("%s has period %d from %d on", name, p.Period, p.Preperiod))
		}
	}
	if len(periods) > 0 {
		text += "; for larger heaps the images have a period (theory/misere/heaps.go): " + strings.Join(periods, ", ")
	}
	return text
}

func (*byQuotient) reasons(s *solver, _ *decision, say func(string, ...any)) {
	all, good := s.quotient.quotient.Order()
	say("All sums of the positions that can be reached fall into %d classes that no such sum beside them tells apart; those of %d classes are P.", all, good)
}
