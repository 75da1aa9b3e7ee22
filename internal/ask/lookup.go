package ask

// Tables on disk as questions read them: values of cells, and of the positions of a sum.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A Lookup reads values from a table on disk, for all questions whose means it is in. Several
// goroutines may use it.
type Lookup struct {
	// Lax: the table serves where it can. Otherwise a question to which it says nothing is
	// refused.
	Lax bool
	// Damaged is told the first damage that is found. It may be nil.
	Damaged func(error)

	dir     string
	method  string // of values from the table
	table   *disk.Table
	corner  grundy.Component
	ranks   grundy.Ranks[grundy.Component]
	inOrder bool // of a table that a question fills: an engine gives its cells in order

	mu    sync.Mutex
	err   error // of reading, the first one
	noted sync.Once
}

// OpenTable opens the table of a folder, which must be complete, and of the rules as they are.
// It reads the file of rules as the means say.
func OpenTable(ctx context.Context, dir string, m Means) (*Lookup, error) {
	refuse := func(format string, args ...any) error { return wrong("table", nil, format, args...) }
	t, err := disk.Open(dir)
	if err != nil {
		return nil, refuse("%w", err)
	}
	if err := t.Lacking(); err != nil {
		return nil, errors.Join(refuse("%w; the command that fills the table goes on", err), t.Close())
	}
	h := t.Header()
	l := &Lookup{
		dir: dir, table: t,
		method: fmt.Sprintf("%s by the table in %s, of the positions up to %s (table/disk)", h.Of, message.Quoted(dir), message.Shown(h.Corner)),
	}
	if err := l.find(ctx, m, &h); err != nil {
		return nil, errors.Join(refuse("%s: %w", message.Quoted(dir), err), t.Close())
	}
	return l, nil
}

// find finds the position whose ranks the table has.
func (l *Lookup) find(ctx context.Context, m Means, h *disk.Header) error {
	sum, err := position.ParseWith(ctx, h.Corner, m.files())
	switch {
	case err != nil:
		return fmt.Errorf("the table is of %s: %w", message.Shown(h.Corner), err)
	case !isAlone(sum):
		return fmt.Errorf("the table is of %s, which is a sum", message.Shown(h.Corner))
	case hashOf(sum[0].Component) != h.Rules:
		return fmt.Errorf("the table is of other rules than %s has now", message.Shown(h.Game))
	}
	l.corner = sum[0].Component
	var ok bool
	if h.Cells {
		sides := slices.Clone(h.Sizes)
		slices.Reverse(sides)
		cells, err := m.cellsOf(ctx, l.corner, sides)
		if err != nil {
			return err
		}
		if cells == nil {
			return fmt.Errorf("it holds values of %s by their numbers, and %s is not a list of numbers: no question finds its position there", message.Shown(h.Game), message.Shown(h.Corner))
		}
		l.ranks, ok = cells.ranks(context.WithoutCancel(ctx), sampledCells{}), true
	} else {
		l.ranks, ok = l.corner.Ranks()
	}
	if !ok || !slices.Equal(l.ranks.Sizes, h.Sizes) {
		return fmt.Errorf("the table numbers positions in another way than this version of grundy does %s", message.Shown(h.Corner))
	}
	return nil
}

// Dir returns the folder of the table.
func (l *Lookup) Dir() string { return l.dir }

// Close gives back the files. No question may use the table any more.
func (l *Lookup) Close() error { return l.table.Close() }

// plays reports whether a component is of the game of the table.
func (l *Lookup) plays(c grundy.Component) bool {
	if rules := l.table.Header().Rules; rules != "" {
		return hashOf(c) == rules
	}
	return c.AtRest().GameID() == l.corner.AtRest().GameID()
}

// rank returns the rank of a position of the game of the table, if it is in there.
func (l *Lookup) rank(c grundy.Component) (rank uint64, ok bool) {
	rank = l.ranks.Rank(grundy.SameGame(c, l.corner))
	return rank, rank < l.table.Len()
}

// has reports whether the table has a component, of whatever game.
func (l *Lookup) has(c grundy.Component) bool {
	if !l.plays(c) {
		return false
	}
	_, has := l.rank(c)
	return has
}

// check refuses a question to which the table says nothing.
func (l *Lookup) check(sum grundy.Sum, convention grundy.Convention) error {
	if l.Lax {
		return nil
	}
	h := l.table.Header()
	if h.Misere != (convention == grundy.Misere) {
		return wrong("table", nil, "%s holds a table of %s play, and the question is about %s play", message.Quoted(l.dir), playOf(h.Misere), playOf(!h.Misere))
	}
	served := false
	for _, t := range sum {
		if !l.plays(t.Component) {
			continue
		}
		if _, ok := l.rank(t.Component); !ok {
			return wrong("table", nil, "%s is outside of the table in %s, which holds the positions up to %s",
				message.Shown(t.Component.String()), message.Quoted(l.dir), message.Shown(h.Corner))
		}
		served = true
	}
	if !served {
		return wrong("table", nil, "%s holds a table of %s, and no part of the question is a position of it", message.Quoted(l.dir), message.Shown(h.Game))
	}
	return nil
}

func playOf(misere bool) string {
	if misere {
		return "misère"
	}
	return "normal"
}

// mostDecided bounds the options that are looked up to see whether the table has them all.
const mostDecided = 1 << 12

// isAlone reports whether a sum is one component.
func isAlone(sum grundy.Sum) bool { return len(sum) == 1 && sum[0].Copies == 1 }

// serves reports whether the measure of the table may say who wins a sum. Outcomes and
// remotenesses of the parts say it in other compounds alone, and misère nim-values nowhere.
func (l *Lookup) serves(sum grundy.Sum, convention grundy.Convention, kind compound.Kind) bool {
	h := l.table.Header()
	if h.Misere != (convention == grundy.Misere) {
		return false
	}
	return isAlone(sum) || kind != compound.Disjunctive || h.Of == disk.NimValues && !h.Misere
}

// decides reports whether the table, and nothing else that takes work, says who wins a sum in
// which it has a part, and after each move.
func (l *Lookup) decides(sum grundy.Sum, convention grundy.Convention, kind compound.Kind) bool {
	if l == nil || !l.serves(sum, convention, kind) || !isAlone(sum) && kind != compound.Disjunctive {
		return false // values of the parts may not suffice
	}
	h := l.table.Header()
	return slices.ContainsFunc(sum, func(t grundy.Term) bool {
		has := l.has(t.Component)
		if !has || h.Of == disk.NimValues && !h.Misere || !t.Component.Splits() || t.Component.IsStarter() {
			return has
		}
		if count, known := t.Component.CountOptions(); !known || count > mostDecided {
			return false
		}
		return !slices.ContainsFunc(t.Component.AppendOptions(nil), func(q grundy.Component) bool { return !l.has(q) }) // a sum
	})
}

// failed returns the first error of reading.
func (l *Lookup) failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// read returns the value of a rank. Others have none: positions without a rank, and those that
// the corner does not reach.
func (l *Lookup) read(rank uint64) (v uint64, has bool, err error) {
	if rank == grundy.NoRank {
		return 0, false, nil
	}
	v, err = l.table.At(rank)
	if _, isHole := errors.AsType[*disk.HoleError](err); isHole {
		return 0, false, nil
	}
	return v, err == nil, err
}

// at returns the value of a position in the table. Damage is a matter of failed.
func (l *Lookup) at(c grundy.Component) (uint64, bool) {
	rank, ok := l.rank(c)
	if !ok {
		return 0, false
	}
	v, has, err := l.read(rank)
	if err != nil {
		l.mu.Lock()
		if l.err == nil {
			l.err = err
		}
		l.mu.Unlock()
		if l.Damaged != nil {
			l.noted.Do(func() { l.Damaged(err) })
		}
	}
	return v, has
}

// ofParts returns the nim-value of a sum all of whose parts are in the table.
func (l *Lookup) ofParts(c grundy.Component) (value uint64, ok bool) {
	parts := c.Split()
	for _, part := range parts {
		v, ok := l.at(part)
		if !ok {
			return 0, false
		}
		value ^= v
	}
	return value, len(parts) > 1
}

// reads returns what reads the values of a grid, as far as the table has them: of positions, and
// of cells whose numbers make up their rank. They are nil if it says nothing of them.
func (l *Lookup) reads(g *grid) (position func(c grundy.Component) (uint64, bool, error), number func(cell []uint64) (uint64, bool, error)) {
	by, is := g.onDisk()
	if !is {
		return nil, nil
	}
	convert := conversion(l.table.Header(), by)
	switch {
	case convert == nil:
		return nil, nil
	case !g.own:
		return func(c grundy.Component) (v uint64, has bool, err error) {
			if l.plays(c) {
				v, has = l.at(c)
			}
			return convert(v), has, nil
		}, nil
	}
	read := func(rank uint64) (uint64, bool, error) {
		v, has, err := l.read(rank)
		return v, has, inPositions(err, l.ranks)
	}
	if first, steps, ok := l.linear(g); ok {
		number = func(cell []uint64) (uint64, bool, error) {
			rank := first
			for axis, n := range cell {
				rank += n * steps[axis]
			}
			return read(rank)
		}
	}
	return func(c grundy.Component) (uint64, bool, error) {
		return read(l.ranks.Rank(grundy.SameGame(c, l.corner)))
	}, number
}

// linear returns the rank of the cell of zeros and by how much the rank grows along each axis,
// where all cells are positions whose fields make up the rank.
func (l *Lookup) linear(g *grid) (first uint64, steps []uint64, ok bool) {
	r, fields := l.ranks, g.game.Template.Fixed()
	if len(r.Low) == 0 || len(fields) != len(r.Low) || !g.game.Template.IsFields() {
		return 0, nil, false
	}
	step := uint64(1)
	for i := len(fields) - 1; i >= 0; i-- {
		switch n := fields[i]; {
		case n == nil && r.Low[i] == 0:
			steps = append(steps, step)
		case n != nil && int64(*n) >= r.Low[i]:
			first += step * uint64(int64(*n)-r.Low[i])
		default:
			return 0, nil, false
		}
		step *= r.Sizes[i]
	}
	slices.Reverse(steps)
	return first, steps, len(steps) == len(g.sides)
}

// conversion returns what a value of a table says of a measure, or nil for nothing.
func conversion(h disk.Header, m grundy.Measure) func(v uint64) uint64 {
	play := measured{misere: h.Misere}.play()
	switch of := facts[string(h.Of)].by[play]; {
	case m == of:
		return func(v uint64) uint64 { return v }
	case m != facts[outcomes].by[play]:
		return nil
	case h.Of == disk.NimValues:
		return func(v uint64) uint64 { return min(v, 1) }
	case h.Misere: // a remoteness: N where it is even
		return func(v uint64) uint64 { return 1 - v%2 }
	}
	return func(v uint64) uint64 { return v % 2 }
}

// lender returns what lends closed forms to a question where there is a table: that, if its measure may decide the
// sum, and proved patterns.
func (m Means) lender(sum grundy.Sum, convention grundy.Convention, kind compound.Kind) solve.Lender {
	if !m.Table.serves(sum, convention, kind) {
		return m.patterns()
	}
	return &lookingUp{m.Table, m.patterns()}
}

// lookingUp lends games the values of a table.
type lookingUp struct {
	*Lookup
	others solve.Lender
}

// Lend implements [solve.Lender].
func (l *lookingUp) Lend(ctx context.Context, c grundy.Component, all bool) (grundy.Component, bool) {
	if _, is := c.Game().(kept); is {
		return c, true
	}
	if all { // the table has not sufficed
		if lent, ok := l.others.Lend(ctx, c, all); ok {
			return lent, true
		}
	}
	if l.has(c) {
		return grundy.Place(kept{l.Lookup}, c), true
	}
	return l.others.Lend(ctx, c, all)
}

// LendEngine implements [solve.Lender].
func (l *lookingUp) LendEngine(ctx context.Context, c grundy.Component) (grundy.Component, bool) {
	if _, is := c.Game().(kept); is {
		return c, true
	}
	return l.others.LendEngine(ctx, c)
}

// Learn implements [solve.Lender].
func (l *lookingUp) Learn(ctx context.Context, sum grundy.Sum, by grundy.Measure) error {
	sum = slices.Clone(sum)
	for i, t := range sum {
		if _, is := t.Component.Game().(kept); is {
			sum[i].Component = t.Component.Position().(grundy.Component)
		}
	}
	return l.others.Learn(ctx, sum, by)
}

// kept is the game of the table, and knows its values. Its positions are components of that
// game.
type kept struct{ *Lookup }

var (
	_ grundy.Wrapper[grundy.Component]  = kept{}
	_ grundy.Measurer[grundy.Component] = kept{}
	_ grundy.Terminating                = kept{}
)

// AppendOptions implements [grundy.Game].
func (kept) AppendOptions(dst []grundy.Component, c grundy.Component) []grundy.Component {
	return c.AppendOptions(dst)
}

// AppendPosition implements [grundy.Notation].
func (kept) AppendPosition(dst []byte, c grundy.Component) []byte { return c.AppendText(dst) }

// Inner implements [grundy.Wrapper].
func (kept) Inner(c grundy.Component) (grundy.Component, bool) { return c, true }

// With implements [grundy.Wrapper].
func (kept) With(_, c grundy.Component) grundy.Component { return c }

// Ends implements [grundy.Terminating]: each move leads back in the order of the table, which
// was checked when it was filled.
func (kept) Ends() bool { return true }

// Measure implements [grundy.Measurer]: by the table, or else as the game has it.
func (k kept) Measure(m grundy.Measure, c grundy.Component) (measure uint64, method string, ok bool) {
	h := k.table.Header()
	if convert := conversion(h, m); convert != nil {
		if v, ok := k.at(c); ok {
			return convert(v), k.method, true
		}
		if v, ok := k.ofParts(c); ok && h.Of == disk.NimValues && !h.Misere {
			return convert(v), k.method, true
		}
	}
	return c.Measure(m)
}
