package pattern

// This file learns automata from labels of points, as in Angluin's L* (Information and
// Computation 75, 1987) with the counter-examples of Rivest and Schapire (1993). The teacher
// is a table: what lies beyond it is unknown, and agrees with anything.

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
)

// unknown is the label of a point beyond the table, and none that of
// a word without a point, or of a point without a position.
const (
	unknown = -2
	none    = -1
)

// errTooRich says that an automaton would describe nothing more shortly than the table.
var errTooRich = errors.New("the automaton grows with the table")

// A reading is the beginning of a numeration: a trie of the words of all numbers below the
// first weight that is as large as a bound.
type reading struct {
	digits int
	next   []int32 // of node*digits + digit; 0 for none
	values []int64 // of the node as a word; none for a word without a number
	deep   []uint8 // the length of the word without leading zeros
	length uint8   // of the longest
	words  [][]uint8
}

// The root, origin, of a trie is node 1, so that 0 stands for nothing; over stands for a word that is
// longer than all in it.
const (
	origin = int32(1)
	over   = int32(-1)
)

// newReading returns the reading of numbers below the bound, and a few more.
func newReading(digits int, word func(n uint64) []int, bound uint64) *reading {
	r := &reading{digits: digits, next: make([]int32, 2*digits), values: []int64{none, none}, deep: []uint8{0, 0}}
	r.next[int(origin)*digits] = origin
	for n := uint64(0); ; n++ {
		w := word(n)
		for len(w) > 0 && w[0] == 0 {
			w = w[1:]
		}
		if len(w) > int(r.length) {
			if n >= bound {
				return r
			}
			r.length = uint8(len(w))
		}
		written := make([]uint8, len(w))
		node := origin
		for i, d := range w {
			at := int(node)*digits + d
			if r.next[at] == 0 {
				r.next[at] = int32(len(r.values))
				r.values = append(r.values, none)
				r.deep = append(r.deep, uint8(i+1))
				r.next = append(r.next, make([]int32, digits)...)
			}
			node, written[i] = r.next[at], uint8(d)
		}
		r.values[node] = int64(n)
		r.words = append(r.words, written)
	}
}

// step returns the node behind a digit: 0 where there is no word, over where it is too
// long.
func (r *reading) step(node int32, digit int) int32 {
	if node <= 0 {
		return node
	}
	if next := r.next[int(node)*r.digits+digit]; next != 0 {
		return next
	}
	if r.deep[node] == r.length {
		return over
	}
	return 0
}

// A teacher labels points.
type teacher struct {
	tracks []*reading
	// label returns the label of a point, or unknown. A number beyond a reading is the largest.
	label   func(point []int64) int64
	letters int
	point   []int64
	nodes   []int32
	effort  *int // steps that are left
}

func newTeacher(tracks []*reading, label func(point []int64) int64) *teacher {
	t := &teacher{tracks: tracks, label: label, letters: 1, point: make([]int64, len(tracks)), nodes: make([]int32, len(tracks))}
	for _, r := range tracks {
		t.letters *= r.digits
	}
	return t
}

// boxes goes over the points of a box, those of smaller boxes first. A point is valid until the
// next one.
func boxes(sides []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		at := make([]int, len(sides))
		for inner, box := 0, 1; inner < slices.Max(sides); inner, box = box, 2*box {
			clear(at)
			for more := true; more; {
				if slices.Max(at) >= inner && !yield(at) {
					return
				}
				more = false
				for i := len(at) - 1; i >= 0 && !more; i-- {
					if at[i]++; at[i] < min(box, sides[i]) {
						more = true
					} else {
						at[i] = 0
					}
				}
			}
		}
	}
}

// words goes over points, which the readings hold, as words without leading zeros. A word is
// valid until the next one.
func (t *teacher) words(points iter.Seq[[]int]) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var word []int
		for at := range points {
			if word = t.word(word[:0], at); !yield(word) {
				return
			}
		}
	}
}

// word appends the letters of a point.
func (t *teacher) word(dst []int, at []int) []int {
	length := 0
	for i, x := range at {
		length = max(length, len(t.tracks[i].words[x]))
	}
	for place := length; place > 0; place-- {
		letter := 0
		for i, x := range at {
			letter *= t.tracks[i].digits
			if w := t.tracks[i].words[x]; len(w) >= place {
				letter += int(w[len(w)-place])
			}
		}
		dst = append(dst, letter)
	}
	return dst
}

// numbers sets at to the point of a word.
func (t *teacher) numbers(at []int, word []int) {
	for i, node := range t.read(word)[:len(at)] {
		at[i] = int(t.tracks[i].values[node])
	}
}

// step moves the nodes of all tracks by a letter, the last track's digit its lowest.
func (t *teacher) step(nodes []int32, letter int) {
	for i := len(nodes) - 1; i >= 0; i-- {
		d := t.tracks[i].digits
		nodes[i] = t.tracks[i].step(nodes[i], letter%d)
		letter /= d
	}
}

// at returns the label of the word that ends at the nodes.
func (t *teacher) at(nodes []int32) int64 {
	for i, node := range nodes {
		switch node {
		case 0:
			return none
		case over:
			t.point[i] = math.MaxInt64
		default:
			if t.point[i] = t.tracks[i].values[node]; t.point[i] == none {
				return none
			}
		}
	}
	return t.label(t.point)
}

// A machine is a deterministic automaton with an output in each state; state 0 is the start.
type machine struct {
	letters int
	next    []int32 // of state*letters + letter
	out     []int64 // the label of the words that end there
}

func (m *machine) states() int { return len(m.out) }

// run returns the state in which a word ends.
func (m *machine) run(word []int) (s int32) {
	for _, letter := range word {
		s = m.next[int(s)*m.letters+letter]
	}
	return s
}

// bits returns the length of a description of the machine: the letters that leave each
// state for one that says something, and where they lead.
func (m *machine) bits() float64 {
	states, live := float64(m.states()), 0
	sink := m.sink()
	for _, to := range m.next {
		if int(to) != sink {
			live++
		}
	}
	each := math.Log2(states + 1)
	return min(float64(live)*(each+math.Log2(float64(m.letters))), float64(len(m.next))*each) + 2*states
}

// sink returns the state in which no word says anything, or -1.
func (m *machine) sink() int {
	for s := range m.out {
		if m.out[s] == none && !slices.ContainsFunc(m.next[s*m.letters:(s+1)*m.letters], func(to int32) bool { return int(to) != s }) {
			return s
		}
	}
	return -1
}

// A representative is a state with the word that leads there first.
type representative struct {
	nodes []int32
	row   []int64 // labels behind each suffix
}

// A learner holds the observation table of L*.
type learner struct {
	*teacher
	reps     []representative
	suffixes [][]int
	index    map[string]int32
	most     float64 // bits of a machine that is worth while
	states   int     // at most
	scratch  []int32
	// Where labels are unknown that would tell words apart, this makes states of the beginnings of a
	// word, and apart has them; nil for never.
	part  func(l *learner, word []int) bool
	apart []int
}

// enteredBits are the bits that a machine with that number of states has at least: each state is entered.
func enteredBits(states int) float64 {
	return float64(states) * (math.Log2(float64(states)) + 2)
}

// newLearner returns a learner that knows nothing yet. The description of its machine has at most the
// given number of bits.
func newLearner(t *teacher, most float64) *learner {
	l := &learner{teacher: t, suffixes: [][]int{nil}, most: most}
	l.states, l.scratch = 2, make([]int32, len(t.tracks))
	nodes := make([]int32, len(t.tracks))
	for i := range nodes {
		nodes[i] = origin
	}
	l.add(nodes)
	for enteredBits(l.states) <= most {
		l.states++
	}
	return l
}

// learn returns the least machine that it finds in which nothing is wrong: wrong returns a word
// whose label is known and not what the machine says, or nil. It goes on from what it has learned.
func (l *learner) learn(ctx context.Context, wrong func(*teacher, *machine) []int) (*machine, error) {
	for {
		m, err := l.close(ctx)
		if err != nil {
			return nil, err
		}
		word := wrong(l.teacher, m)
		switch {
		case *l.effort < 0:
			return nil, errTooRich
		case word == nil:
			return m, nil
		}
		if !l.split(m, word) {
			return nil, errTooRich
		}
	}
}

func (l *learner) row(nodes []int32, from int, dst []int64) []int64 {
	at := l.scratch
	for _, suffix := range l.suffixes[from:] {
		copy(at, nodes)
		for _, letter := range suffix {
			l.step(at, letter)
		}
		*l.effort -= len(suffix) + 1
		dst = append(dst, l.at(at))
	}
	return dst
}

func (l *learner) add(nodes []int32) {
	l.reps = append(l.reps, representative{slices.Clone(nodes), l.row(nodes, 0, nil)})
}

// key writes a row, and reports whether all of it is known.
func key(dst []byte, row []int64) ([]byte, bool) {
	full := true
	for _, v := range row {
		full = full && v != unknown
		dst = append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return dst, full
}

// find returns the state whose row agrees with what is known of a row, or -1.
func (l *learner) find(row []int64) int32 {
	k, full := key(nil, row)
	if s, ok := l.index[string(k)]; ok {
		return s
	}
	best, known := int32(-1), -1
	if full && len(l.index) == len(l.reps) {
		return best
	}
	*l.effort -= len(l.reps)
	for s, rep := range l.reps {
		common := 0
		for i, v := range row {
			if v == unknown || rep.row[i] == unknown {
				continue
			}
			if v != rep.row[i] {
				common = -1
				break
			}
			common++
		}
		if common > known {
			best, known = int32(s), common
		}
	}
	return best
}

// close adds states until every letter leads from each to one of them.
func (l *learner) close(ctx context.Context) (*machine, error) {
	l.index = map[string]int32{}
	enter := func(s int) {
		if k, full := key(nil, l.reps[s].row); full {
			l.index[string(k)] = int32(s)
		}
	}
	for s := range l.reps {
		enter(s)
	}
	m := &machine{letters: l.letters}
	nodes, row := make([]int32, len(l.tracks)), []int64(nil)
	for s := 0; s < len(l.reps); s++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if *l.effort < 0 {
			return nil, errTooRich
		}
		for letter := range l.letters {
			copy(nodes, l.reps[s].nodes)
			l.step(nodes, letter)
			row = l.row(nodes, 0, row[:0])
			to := int32(-1)
			for _, s := range l.apart {
				if slices.Equal(l.reps[s].nodes, nodes) {
					to = int32(s)
				}
			}
			if to < 0 {
				to = l.find(row)
			}
			if to < 0 {
				to = int32(len(l.reps))
				l.reps = append(l.reps, representative{slices.Clone(nodes), slices.Clone(row)})
				enter(int(to))
			}
			m.next = append(m.next, to)
		}
		if len(l.reps) > l.states {
			return nil, errTooRich
		}
	}
	for _, rep := range l.reps {
		v := rep.row[0]
		if v == unknown {
			v = none
		}
		m.out = append(m.out, v)
	}
	if m.bits() > l.most {
		return nil, errTooRich
	}
	return m, nil
}

// read returns the nodes behind a word, which are valid until the next one.
func (t *teacher) read(word []int) []int32 {
	for i := range t.nodes {
		t.nodes[i] = origin
	}
	for _, letter := range word {
		t.step(t.nodes, letter)
	}
	return t.nodes
}

// says returns the label of a word.
func (t *teacher) says(word []int) int64 { return t.at(t.read(word)) }

// differs returns the first word whose label is known and not what the machine says.
func (t *teacher) differs(m *machine, words iter.Seq[[]int]) []int {
	for word := range words {
		*t.effort -= len(word) + 1
		if *t.effort < 0 {
			return nil
		}
		if v := t.says(word); v != unknown && v != m.out[m.run(word)] {
			return slices.Clone(word)
		}
	}
	return nil
}

// split adds a suffix of the word that tells apart words which the machine takes for one,
// and reports whether there is a new one.
func (l *learner) split(m *machine, word []int) bool {
	nodes := make([]int32, len(l.tracks))
	s, last := int32(0), int64(unknown)
	for i := 0; i <= len(word); i++ {
		copy(nodes, l.reps[s].nodes)
		for _, letter := range word[i:] {
			l.step(nodes, letter)
		}
		v := l.at(nodes)
		if v == unknown && i == len(word) {
			v = m.out[s]
		}
		if v != unknown {
			if last != unknown && v != last && l.suffix(word[i:]) {
				return true
			}
			last = v
		}
		if i < len(word) {
			s = m.next[int(s)*m.letters+word[i]]
		}
	}
	// The labels between them are unknown: take the longest suffix that is new.
	for i := range word {
		if l.suffix(word[i:]) {
			return true
		}
	}
	return l.part != nil && l.part(l, word)
}

// suffix adds a column to the table unless it is there.
func (l *learner) suffix(word []int) bool {
	if slices.ContainsFunc(l.suffixes, func(s []int) bool { return slices.Equal(s, word) }) {
		return false
	}
	if len(l.suffixes) > 4*len(l.reps)+64 {
		return false
	}
	from := len(l.suffixes)
	l.suffixes = append(l.suffixes, slices.Clone(word))
	for s := range l.reps {
		l.reps[s].row = l.row(l.reps[s].nodes, from, l.reps[s].row)
	}
	return true
}
