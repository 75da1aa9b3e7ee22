package pattern

// Rules are compared with formulas by play: at every position of a box, and at some far out, the options
// that the engine lists must be those that the formulas say, and the other way. Beyond it nothing is
// known: a theorem about formulas is about the rules as far as the two are the same.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/rules"
)

// A Comparison says where rules as they are played and formulas were compared, and agreed.
type Comparison struct {
	// Positions of the box From … To agreed, and have that many options together. All: the game has
	// no other positions.
	Positions uint64  `json:"positions"`
	Options   uint64  `json:"options"`
	From      []int64 `json:"from"` // by coordinate
	To        []int64 `json:"to"`
	All       bool    `json:"all"`
	// Far positions have a number beyond the box, Farthest at most.
	Far      uint64 `json:"far"`
	Farthest int64  `json:"farthest"`
	// At Crossed positions some move crosses a bound, so that the rules fail; the formulas are about
	// the game without that bound. At Failed tuples the rules fail, and the formulas have no position.
	Crossed uint64 `json:"crossed"`
	Failed  uint64 `json:"failed"`

	names []string
	slow  bool // the box ended at a call of the rules that took too many steps
}

// String says it in a line.
func (c *Comparison) String() string {
	var b strings.Builder
	count := func(n uint64, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return units.Grouped(n) + " " + many
	}
	var box []string
	for i, name := range c.names {
		box = append(box, fmt.Sprintf("%d <= %s <= %d", c.From[i], name, c.To[i]))
	}
	where := "with " + strings.Join(box, ", ")
	if c.All {
		where = "that there are"
	}
	fmt.Fprintf(&b, "the rules were played at %s %s", count(c.Positions, "position", "positions"), where)
	if c.Far > 0 {
		fmt.Fprintf(&b, " and at %s with a number up to %s", units.Grouped(c.Far), units.Grouped(uint64(c.Farthest)))
	}
	b.WriteString(": they have the moves of the formulas")
	var apart []string
	for _, a := range []struct {
		n    uint64
		says string
	}{{c.Crossed, "where a move crosses a bound"}, {c.Failed, "where the rules fail"}} {
		if a.n > 0 {
			apart = append(apart, units.Grouped(a.n)+" "+a.says)
		}
	}
	if len(apart) > 0 {
		fmt.Fprintf(&b, "; apart from %s", strings.Join(apart, ", "))
	}
	if !c.All {
		b.WriteString("; beyond that the claim is about the formulas alone")
	}
	return b.String()
}

// A Difference is a position at which rules and formulas do not agree.
type Difference struct {
	At   []int64
	Says string
}

func (d *Difference) Error() string { return "at " + tuple(d.At) + " " + d.Says }

func tuple(at []int64) string {
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(at), "[]"), " ", ", ") + ")"
}

// Budgets of comparisons, in steps: of rules, of formulas, and some for each option and position. A call
// of the rules may take a small part of them, and a position far out a smaller one.
const (
	verifySteps = 1 << 27
	proveSteps  = 1 << 22

	callPart      = 8 // as a shift
	farPart       = 10
	optionSteps   = 16
	mostOptionsAt = 1 << 20 // of one position
)

// A comparer compares a game with formulas.
type comparer struct {
	play        *certificate.Play
	layout      *rules.Layout
	who         string // "the rules", or the game
	names       []string
	least, most []int64
	crossed     []bool // coordinates whose bound above moves cross
	cost        int64  // of all

	player       *rules.Player
	ctx          context.Context
	work         *meter.Work
	listed       rules.Listed
	theirs, said options
	Comparison
}

// run compares. The error is a [*Difference], or what ended ctx.
func (c *comparer) run(ctx context.Context) (*Comparison, error) {
	c.Comparison = Comparison{names: c.names, From: make([]int64, len(c.names)), To: make([]int64, len(c.names))}
	for i, n := range c.least {
		c.From[i] = max(n-1, 0)
	}
	end := c.within(ctx, c.cost)
	err := c.box(ctx)
	end()
	if err == nil && !c.All {
		err = c.far(ctx)
	}
	if err == nil && c.Positions+c.Far == 0 {
		err = errors.New("no position was found at which they could be compared")
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	found := c.Comparison
	return &found, err
}

// within begins a part of the work that takes that many steps at most.
func (c *comparer) within(ctx context.Context, steps int64) (end func()) {
	c.ctx, end = meter.WithWork(ctx, steps)
	c.work = meter.WorkOf(c.ctx)
	c.player = c.layout.Player(c.ctx)
	c.play.Within(c.ctx)
	return end
}

// box compares at all tuples of a box, which grows evenly as far as the steps allow: those of all, and
// those of each call of the rules.
func (c *comparer) box(ctx context.Context) error {
	at := make([]int64, len(c.names))
	last := 0.0 // what a tuple of the last shell took
	for side := int64(0); ; side++ {
		to, outer := slices.Clone(c.From), false
		tuples, inner := 1.0, 1.0
		for i := range to {
			to[i] = min(c.From[i]+side, c.most[i])
			outer = outer || c.From[i]+side <= c.most[i]
			tuples *= float64(to[i] - c.From[i] + 1)
			inner *= float64(min(c.From[i]+side-1, c.most[i]) - c.From[i] + 1)
		}
		if side == 0 {
			inner = 0
		}
		if !outer {
			c.All = true
			return nil
		}
		if before := c.work.Left(); last*(tuples-inner) > float64(before)/1.5 {
			return nil
		}
		kept, left := c.Comparison, c.work.Left()
		err := c.shell(at, side, 0, false)
		if errors.Is(err, meter.Steps) && ctx.Err() == nil {
			c.Comparison = kept // without the part of a shell
			c.slow = c.work.Left() > c.cost/2
			return nil
		}
		if err != nil {
			return err
		}
		last = float64(left-c.work.Left()) / (tuples - inner)
		c.To = to
	}
}

// shell compares at the tuples of the box of a side that are not in the next smaller one.
func (c *comparer) shell(at []int64, side int64, i int, outer bool) error {
	if i == len(at) {
		_, err := c.point(at)
		return err
	}
	first := side // the last chance to be outside
	for j := i + 1; j < len(at); j++ {
		if outer || c.From[j]+side <= c.most[j] {
			first = 0
		}
	}
	if outer {
		first = 0
	}
	for n := first; n <= side && c.From[i]+n <= c.most[i]; n++ {
		at[i] = c.From[i] + n
		if err := c.shell(at, side, i+1, outer || n == side); err != nil {
			return err
		}
	}
	return nil
}

// far compares at positions with one number far out.
func (c *comparer) far(ctx context.Context) error {
	left := c.cost / 8
	for _, n := range []int64{1e3, 1e6, 1e9, 1e12} {
		for i := range c.names {
			if n <= c.To[i] {
				continue
			}
			n := min(n, c.most[i]-2)
			for at := range c.near(i) {
				for at[i] = n; at[i] <= n+2 && at[i] > c.To[i]; at[i]++ {
					if left <= 0 {
						return nil
					}
					end := c.within(ctx, c.cost>>farPart)
					was, err := c.point(at)
					left -= c.cost>>farPart - c.work.Left() + 1<<8
					end()
					if (errors.Is(err, meter.Steps) || certificate.IsWide(err)) && ctx.Err() == nil {
						left -= c.cost >> farPart
						break
					}
					if err != nil {
						return err
					}
					if was {
						c.Positions--
						c.Far++
						c.Farthest = max(c.Farthest, at[i])
					}
				}
			}
		}
	}
	return nil
}

// near yields tuples in which all coordinates but one are small.
func (c *comparer) near(far int) func(yield func(at []int64) bool) {
	return func(yield func([]int64) bool) {
		const side = 3
		all := 1
		for range len(c.names) - 1 {
			all = min(all*side, 27)
		}
		for k := range all {
			at := slices.Clone(c.least)
			rest := k
			for i := range at {
				if i != far {
					at[i] = min(at[i]+int64(rest%side), c.most[i])
					rest /= side
				}
			}
			if !yield(at) {
				return
			}
		}
	}
}

// point compares at a tuple. It reports whether there is a position that was compared.
func (c *comparer) point(at []int64) (bool, error) {
	c.work.Add(optionSteps)
	is, err := c.play.IsPosition(at)
	if err != nil {
		return false, c.costly(at, err)
	}
	differ := func(format string, args ...any) (bool, error) {
		return false, &Difference{slices.Clone(at), fmt.Sprintf(format, args...)}
	}
	if err := c.player.List(at, &c.listed); err != nil {
		switch {
		case c.ctx.Err() != nil || errors.Is(err, grundy.ErrBudget):
			return false, c.costly(at, err)
		case !is:
			c.Failed++
			return false, nil
		}
		crosses, wrong := c.crosses(at)
		switch {
		case wrong != nil:
			return false, c.costly(at, wrong)
		case crosses:
			c.Crossed++
			return false, nil
		}
		return differ("%s fail, and the formulas do not: %v", c.who, err)
	}
	l := &c.listed
	switch {
	case l.None != "" && !is:
		return false, nil
	case l.None != "":
		return differ("there is a position by the formulas, and not by %s: %s", c.who, l.None)
	case !is && l.Unsorted: // the formulas speak of it with its heaps in another order
		return false, nil
	case !is:
		return differ("there is a position by %s, and not by the formulas", c.who)
	}
	ending, err := c.play.Ending(at)
	switch {
	case err != nil:
		return false, c.costly(at, err)
	case ending != l.Ending:
		return differ("the player to move %s by the formulas, and %s by %s", endings[ending], endings[l.Ending], c.who)
	case ending != grundy.NoEnding:
		c.Positions++
		return true, nil
	case l.Outside != "":
		return differ("%s move to %s, which has other fixed numbers, or another length", c.who, l.Outside)
	}
	n := len(c.names)
	c.theirs.clear(n)
	from := 0
	for _, end := range l.Ends {
		c.theirs.add(l.Numbers[from*n:end*n], c.player.Sort)
		from = end
	}
	c.said.clear(n)
	c.work.Add(int64(len(l.Ends)) * optionSteps)
	err = c.play.Options(at, func(numbers []int64, _ string) error {
		if len(c.said.ends) >= mostOptionsAt {
			return meter.Steps
		}
		c.work.Add(optionSteps)
		c.said.add(numbers, c.player.Sort)
		return nil
	})
	if err != nil {
		return false, c.costly(at, err)
	}
	c.theirs.sort()
	c.said.sort()
	if only := c.theirs.without(&c.said); only != "" {
		return differ("%s move to %s, and the formulas do not", c.who, only)
	}
	if only := c.said.without(&c.theirs); only != "" {
		return differ("the formulas move to %s, and %s do not", only, c.who)
	}
	c.Positions++
	c.Options += uint64(len(c.theirs.order))
	return true, nil
}

// costly says why there is no comparison at a tuple: by an error that wraps [meter.Steps] where the
// rules, or the formulas, take too long there.
func (c *comparer) costly(at []int64, err error) error {
	switch {
	case c.ctx.Err() != nil:
		return context.Cause(c.ctx)
	case errors.Is(err, grundy.ErrBudget):
		return meter.Steps
	}
	return fmt.Errorf("at %s: %w", tuple(at), err)
}

// crosses says whether a move of the formulas goes beyond a bound that moves may cross.
func (c *comparer) crosses(at []int64) (is bool, err error) {
	err = c.play.Options(at, func(numbers []int64, _ string) error {
		for j, n := range numbers {
			i := j % len(c.names)
			is = is || c.crossed[i] && n > c.most[i]
		}
		return nil
	})
	return is, err
}

var endings = map[grundy.Ending]string{grundy.NoEnding: "plays on", grundy.Won: "has won", grundy.Lost: "has lost", grundy.Drawn: "has a draw"}

// Options are options of a position, each a sum of parts, as a set.
type options struct {
	n       int // numbers of a part
	numbers []int64
	ends    []int   // in numbers, of each option
	order   []int32 // the options in order, each once
}

func (o *options) clear(n int) { *o = options{n, o.numbers[:0], o.ends[:0], o.order[:0]} }

// add adds an option. Sort puts a part into its normal form.
func (o *options) add(numbers []int64, sort func([]int64)) {
	from := len(o.numbers)
	o.numbers = append(o.numbers, numbers...)
	option := o.numbers[from:]
	for part := range slices.Chunk(option, o.n) {
		sort(part)
	}
	if len(option) > o.n { // parts in ascending order
		parts := slices.Collect(slices.Chunk(slices.Clone(option), o.n))
		slices.SortFunc(parts, slices.Compare)
		copy(option, slices.Concat(parts...))
	}
	o.order = append(o.order, int32(len(o.ends)))
	o.ends = append(o.ends, len(o.numbers))
}

func (o *options) at(i int32) []int64 {
	from := 0
	if i > 0 {
		from = o.ends[i-1]
	}
	return o.numbers[from:o.ends[i]]
}

// sort puts the options in order, each once.
func (o *options) sort() {
	slices.SortFunc(o.order, func(a, b int32) int { return compareOptions(o.at(a), o.at(b)) })
	o.order = slices.CompactFunc(o.order, func(a, b int32) bool { return slices.Equal(o.at(a), o.at(b)) })
}

func compareOptions(a, b []int64) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
}

// without returns the first option that others do not have, in words, or "".
func (o *options) without(others *options) string {
	j := 0
	for _, i := range o.order {
		option := o.at(i)
		for j < len(others.order) && compareOptions(others.at(others.order[j]), option) < 0 {
			j++
		}
		if j < len(others.order) && slices.Equal(others.at(others.order[j]), option) {
			continue
		}
		if len(option) == 0 {
			return "no position at all"
		}
		var parts []string
		for part := range slices.Chunk(option, o.n) {
			parts = append(parts, tuple(part))
		}
		return strings.Join(parts, " + ")
	}
	return ""
}
