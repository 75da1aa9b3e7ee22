package family

// A piece on a board leaps, by a step that is taken once, or rides, by one that is taken any
// number of times.

import (
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A piece is a guess.
type piece struct{ leaps, rides [][]int64 }

func (c *piece) String() string { return fmt.Sprint(c.leaps, c.rides) }

const (
	nearProbe      = 23 // coordinates of positions that are looked at first
	mostDirections = 256
	mostSteps      = 128
	leastRide      = 3 // steps that a ride is seen to take
)

// A ray is the options of one position in one direction.
type ray struct {
	by    []int64        // its least step
	far   int64          // how many of these there is room for
	taken map[int64]bool // how many are taken
}

// guessPiece returns a piece that moves as the rules do, where they were played.
func guessPiece(p *prober) candidate {
	p.corners(make([]int64, len(p.names)), 0)
	rays := map[string]*ray{}
	for i := range p.probes {
		if !p.raysOf(&p.probes[i], rays) || len(rays) > mostDirections {
			return nil
		}
	}
	c := &piece{}
	for _, r := range rays {
		var ridden []int64
		for k := int64(1); k <= r.far; k++ {
			isMultiple := func(of int64) bool { return k%of == 0 }
			if !r.taken[k] || slices.ContainsFunc(ridden, isMultiple) {
				continue
			}
			isRide := r.far/k >= leastRide
			for n := k; isRide && n <= r.far; n += k {
				isRide = r.taken[n]
			}
			step := make([]int64, len(r.by))
			for i, d := range r.by {
				step[i] = d * k
			}
			if isRide {
				ridden, c.rides = append(ridden, k), append(c.rides, step)
			} else {
				c.leaps = append(c.leaps, step)
			}
		}
	}
	if len(c.leaps)+len(c.rides) > mostSteps {
		return nil
	}
	for _, steps := range [][][]int64{c.leaps, c.rides} {
		slices.SortFunc(steps, func(a, b []int64) int { return slices.Compare(b, a) })
	}
	return c
}

// corners looks at positions near the ends of each axis, and between.
func (p *prober) corners(at []int64, i int) {
	if i == len(at) {
		p.look(at)
		return
	}
	for j := range int64(2) { // different numbers, so that few lines meet
		if len(at) > 4 && i > 0 && j > 0 {
			break
		}
		n := p.least[i] + (nearProbe+5*int64(i)+3*j)*j
		if p.most[i]-p.least[i] < 2*nearProbe {
			n = p.least[i] + (p.most[i]-p.least[i])*j
		}
		at[i] = n
		if len(at) > 4 && i > 0 {
			at[i] = p.least[i] + nearProbe/2
		}
		p.corners(at, i+1)
	}
}

// raysOf adds the options of a position to rays, and keeps the rays with the most room. The result
// is false where an option is not a step.
func (p *prober) raysOf(at *probe, rays map[string]*ray) bool {
	own := map[string]*ray{}
	for _, option := range at.options {
		if len(option) != 1 {
			return false
		}
		step, divisor := make([]int64, len(at.at)), uint64(0)
		for i, n := range option[0] {
			step[i] = n - at.at[i]
			divisor = grundy.GCD(divisor, uint64(max(step[i], -step[i])))
		}
		if divisor == 0 {
			return false // the position itself
		}
		for i := range step {
			step[i] /= int64(divisor)
		}
		key := fmt.Sprint(step)
		if own[key] == nil {
			own[key] = &ray{by: step, far: p.room(at.at, step), taken: map[int64]bool{}}
		}
		own[key].taken[int64(divisor)] = true
	}
	for key, r := range own {
		if r.far == math.MaxInt64 { // of a piece that climbs
			r.far = 0
			for n := range r.taken {
				r.far = max(r.far, n)
			}
		}
		if known := rays[key]; r.far >= 0 && (known == nil || known.far < r.far || known.far == r.far && len(known.taken) < len(r.taken)) {
			rays[key] = r
		}
	}
	return true
}

// room returns how many steps there is room for, or -1 where a missing point lies that way.
func (p *prober) room(at, step []int64) int64 {
	room := int64(math.MaxInt64)
	for i, d := range step {
		switch {
		case d < 0:
			room = min(room, (at[i]-p.least[i])/-d)
		case d > 0 && p.most[i] < math.MaxInt64:
			room = min(room, (p.most[i]-at[i])/d)
		}
	}
	for _, m := range p.missing {
		for i, d := range step {
			if d == 0 {
				continue
			}
			k := (m[i] - at[i]) / d
			on := k > 0
			for j, d := range step {
				on = on && at[j]+k*d == m[j]
			}
			if on {
				return -1
			}
			break
		}
	}
	return room
}

// moves implements candidate.
func (c *piece) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	const times = "times'" // no coordinate has that name
	for i, steps := range [][][]int64{c.leaps, c.rides} {
		for _, step := range steps {
			k, kind := automata.C(1), definable.Kind{Where: "the step " + vector(step)}
			if i == 1 {
				kind.Bound, k = []string{times}, automata.V(times)
			}
			guard := []automata.Formula{automata.LessEqual(automata.C(1), k)}
			to := make([]automata.Term, len(step))
			for j, d := range step {
				by := automata.C(d)
				if i == 1 {
					by = k.Times(d)
				}
				to[j] = automata.V(b.names[j]).Plus(by)
				if d < 0 {
					guard = append(guard, automata.LessEqual(automata.C(b.least[j]), to[j]))
				}
				if d > 0 && b.most[j] < math.MaxInt64 {
					guard = append(guard, automata.LessEqual(to[j], automata.C(b.most[j])))
				}
			}
			for _, missing := range b.missing {
				guard = append(guard, automata.Not(meets(b, step, k, missing)))
			}
			kind.Guard, kind.Parts = automata.And(guard...), [][]automata.Term{to}
			m.Kinds = append(m.Kinds, kind)
		}
	}
	return m
}

// meets is the formula "at most k steps, and at least 1, lead to the point".
func meets(b *box, step []int64, k automata.Term, point []int64) automata.Formula {
	if n := k.Constant(); len(k.Names()) == 0 {
		to := b.terms()
		for i, d := range step {
			to[i] = to[i].Plus(automata.C(d * n.Int64()))
		}
		return is(to, point)
	}
	const on = "on'"
	to := b.terms()
	for i, d := range step {
		to[i] = to[i].Plus(automata.V(on).Times(d))
	}
	return automata.Exists([]string{on}, automata.And(
		automata.LessEqual(automata.C(1), automata.V(on)), automata.LessEqual(automata.V(on), k), is(to, point)))
}

// normal implements candidate.
func (c *piece) normal(_ *box, m definable.Moves) definable.Moves { return m }

// family implements candidate. A board whose far edges no step meets counts as one without:
// its positions are a part of that board.
func (c *piece) family(b *box) (*Family, error) {
	r := board.Rules{Leaps: c.leaps, Rides: c.rides, Sides: make([]uint64, len(b.names))}
	if len(r.Leaps)+len(r.Rides) == 0 {
		return nil, fmt.Errorf("there are no moves")
	}
	edges := false
	for i, most := range b.most {
		climbs := func(step []int64) bool { return step[i] > 0 }
		edges = edges || most < math.MaxInt64 && (slices.ContainsFunc(r.Leaps, climbs) || slices.ContainsFunc(r.Rides, climbs))
	}
	for i, most := range b.most {
		if edges && most < math.MaxInt64 {
			r.Sides[i] = uint64(most-b.least[i]) + 1
		}
	}
	for _, m := range b.missing {
		cell := make([]uint64, len(m))
		for i, n := range m {
			cell[i] = uint64(n - b.least[i])
		}
		r.Blocked = append(r.Blocked, cell)
	}
	g, err := board.New(r)
	if err != nil {
		return nil, err
	}
	p, isPiece := g.Piece()
	if name, ok := p.Named(); ok {
		r.Name = name
		if g, err = board.New(r); err != nil {
			return nil, err
		}
		p, _ = g.Piece()
	}
	f := &Family{Name: g.String(), Words: "one piece on a board", Table: g, least: b.least, place: g.PlaceArgs}
	if isPiece {
		f.Table = p
	}
	return f, nil
}

// vector writes (1,-2).
func vector(v []int64) string { return string(grundy.AppendNumbers(nil, '(', v, ')')) }
