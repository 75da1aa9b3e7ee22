package misere

// Positions that fall apart into sums, such as the heaps that a move in Kayles leaves, have
// their genera computed without a walk through all of them.
//
// The genus of a sum does not follow from the genera of its components unless all are
// tame. So sums have to be kept apart, but few of them:
//
//   - Heaps of two are only counted. By definition the genus of X + k twos is the
//     genus of X shifted by k. A heap of one turns over bit 0 of every digit, and two
//     of them vanish from every sum; and 3 = 2 + 1.
//   - A game that turns out to equal a sum of others, by reversible moves (form.go),
//     is replaced by this sum wherever it occurs. Such an equality is found if both
//     sides have the same parts. Not all equalities are found, but each is proved.
//   - A sum of tame games has the genus that the theorem on them gives (class.go).
//
// A game that is left without an equal is called an atom.

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Total is a sum of atoms, and of heaps of one and two, in the [Sums] that made
// it. Equal Totals are equal games, in any sum; different Totals may be equal games
// too. The zero value is the game without options.
type Total struct {
	atoms string // 4 bytes each, ascending
	twos  int
	one   bool
}

// Plus returns t + u.
func (t Total) Plus(u Total) Total {
	sum := Total{t.atoms, t.twos + u.twos, t.one != u.one}
	if u.atoms != "" {
		sum.atoms = merge(t.atoms, u.atoms)
	}
	return sum
}

// Minus returns t without u, which is a part of it.
func (t Total) Minus(u Total) Total {
	rest := make([]byte, 0, len(t.atoms)-len(u.atoms))
	for atoms, without := t.atoms, u.atoms; atoms != ""; atoms = atoms[4:] {
		if strings.HasPrefix(without, atoms[:4]) {
			without = without[4:]
		} else {
			rest = append(rest, atoms[:4]...)
		}
	}
	return Total{string(rest), t.twos - u.twos, t.one != u.one}
}

// Len returns how many atoms and heaps of two t has.
func (t Total) Len() int { return len(t.atoms)/4 + t.twos }

func merge(a, b string) string {
	if a == "" {
		return b
	}
	both := make([]byte, 0, len(a)+len(b))
	for a != "" && b != "" {
		if a[:4] <= b[:4] {
			both, a = append(both, a[:4]...), a[4:]
		} else {
			both, b = append(both, b[:4]...), b[4:]
		}
	}
	return string(append(append(both, a...), b...))
}

// Sums knows the genera of sums of games that are given to it one by one, from
// below. [NewSums] makes one. It is not safe for concurrent use.
type Sums struct {
	// Check, if not nil, is asked now and then whether to go on, for example by
	// Bytes. Methods return its error.
	Check func() error

	ctx        context.Context
	left, most int    // how many more sums and options may be remembered
	steps      uint64 // the work that was done
	bound      uint64 // on the work; 0 for none
	checkAt    uint64 // the work after which to check again
	counted    uint64 // of the work, by the meter of ctx
	bytes      uint64
	store      *Store // of canonical forms, once one was asked for
	atoms      []atom
	symbols    []Symbol
	symbolIDs  map[string]int32
	shifted    map[shift]int32
	genera     map[string]int32 // of sums of atoms: indices of symbols
	classes    map[Total]Class  // of sums with some wild atom; none with *1
	known      map[string]Total // by the options
	heaps      []Total          // of Nim
}

type atom struct {
	options  []Total
	class    Class
	pair     pair
	birthday int   // the length of the longest play
	form     *Form // once it was asked for
}

type shift struct {
	symbol int32
	twos   int32
	one    bool
}

// NewSums returns a Sums that may remember the given number of sums and options, of
// some hundred bytes each. Beyond it, methods return an error that wraps
// [grundy.ErrBudget]. They return ctx's error soon after ctx ends.
func NewSums(ctx context.Context, budget int) *Sums {
	s := &Sums{
		ctx: ctx, left: budget, most: budget,
		symbolIDs: map[string]int32{}, shifted: map[shift]int32{},
		genera: map[string]int32{}, classes: map[Total]Class{}, known: map[string]Total{},
		heaps: []Total{{}, {one: true}, {twos: 1}, {twos: 1, one: true}},
	}
	s.genera[""] = s.intern(Zero())
	for _, t := range s.heaps {
		s.known[keyOfTotals(s.options(t))] = t
	}
	return s
}

// Work returns how many steps were done: looks at a sum.
func (s *Sums) Work() uint64 { return s.steps }

// SetWork bounds the work. Beyond it, methods return an error that wraps [ErrWork];
// asked again under a larger bound, they go on where they ended. 0 sets no bound.
func (s *Sums) SetWork(bound uint64) { s.bound = bound }

// Step counts steps of the caller's as work.
func (s *Sums) Step(steps int) error {
	s.steps += uint64(steps)
	if s.bound > 0 && s.steps > s.bound {
		return fmt.Errorf("sums in misère play: %w", ErrWork)
	}
	if s.steps < s.checkAt {
		return nil
	}
	meter.WorkOf(s.ctx).Add(int64(s.steps - s.counted))
	s.checkAt, s.counted = s.steps+256, s.steps
	if err := s.ctx.Err(); err != nil || s.Check == nil {
		return err
	}
	return s.Check()
}

// Bytes returns about how much memory the Sums has taken.
func (s *Sums) Bytes() uint64 { return s.bytes }

// Len returns how many atoms there are, and how many sums of them have a known genus.
func (s *Sums) Len() (atoms, sums int) { return len(s.atoms), len(s.genera) }

// entryOfSums and totalBytes are about what an entry of a table costs besides its key,
// and what a Total costs besides its atoms.
const (
	entryOfSums = 128
	totalBytes  = 32
)

// look counts a step, and things that are remembered, with keys of key bytes.
func (s *Sums) look(more, key int) error {
	if s.left -= more; s.left < 0 {
		return fmt.Errorf("more than %d sums and options to remember: %w", s.most, grundy.Spent("sums"))
	}
	s.bytes += uint64(more*entryOfSums + key)
	return s.Step(1)
}

func (s *Sums) intern(g Symbol) int32 {
	key := binary.AppendUvarint(nil, uint64(g.base))
	for _, d := range g.digits {
		key = binary.AppendUvarint(key, uint64(d))
	}
	id, ok := s.symbolIDs[string(key)]
	if !ok {
		id = int32(len(s.symbols))
		s.symbols = append(s.symbols, g)
		s.symbolIDs[string(key)] = id
		s.bytes += entryOfSums + uint64(len(key)) + 4*uint64(len(g.digits)) + 32
	}
	return id
}

// plus returns the symbol with twos and one added.
func (s *Sums) plus(symbol int32, twos int, one bool) int32 {
	if twos == 0 && !one {
		return symbol
	}
	key := shift{symbol, int32(twos), one}
	id, ok := s.shifted[key]
	if !ok {
		id = s.intern(s.symbols[symbol].Plus(twos, one))
		s.shifted[key] = id
		s.bytes += entryOfSums
	}
	return id
}

// options returns the options of t, each once, which the caller must not change.
func (s *Sums) options(t Total) []Total {
	if len(t.atoms) == 4 && t.twos == 0 && !t.one {
		return s.atomOf(t.atoms).options
	}
	var options []Total
	if t.one {
		options = append(options, Total{t.atoms, t.twos, false})
	}
	if t.twos > 0 {
		options = append(options, Total{t.atoms, t.twos - 1, t.one}, Total{t.atoms, t.twos - 1, !t.one})
	}
	_ = s.eachAtomic(t, func(o Total) error {
		options = append(options, o)
		return nil
	})
	s.steps += uint64(len(options)) // which are put in order
	return compact(options)
}

// eachAtomic yields the options of t by moves in its atoms; some may come twice.
func (s *Sums) eachAtomic(t Total, yield func(Total) error) error {
	for i := 0; i < len(t.atoms); i += 4 {
		a := t.atoms[i : i+4]
		if i > 0 && t.atoms[i-4:i] == a {
			continue
		}
		rest := Total{t.atoms[:i] + t.atoms[i+4:], t.twos, t.one}
		for _, o := range s.atomOf(a).options {
			if err := yield(rest.Plus(o)); err != nil {
				return err
			}
		}
	}
	return nil
}

func compact(totals []Total) []Total {
	slices.SortFunc(totals, compareTotals)
	return slices.Compact(totals)
}

func compareTotals(a, b Total) int {
	switch {
	case a.atoms < b.atoms:
		return -1
	case a.atoms > b.atoms:
		return 1
	case a.twos != b.twos:
		return a.twos - b.twos
	case a.one == b.one:
		return 0
	case b.one:
		return -1
	}
	return 1
}

// keyOfTotals writes totals, which are sorted.
func keyOfTotals(totals []Total) string {
	var key []byte
	for _, t := range totals {
		key = binary.AppendUvarint(key, uint64(len(t.atoms)))
		key = append(key, t.atoms...)
		key = binary.AppendUvarint(key, uint64(t.twos))
		if t.one {
			key = append(key, 1)
		} else {
			key = append(key, 0)
		}
	}
	return string(key)
}

// Genus returns the genus of t.
func (s *Sums) Genus(t Total) (Symbol, error) {
	id, err := s.genus(t)
	return s.symbols[id], err
}

func (s *Sums) genus(t Total) (int32, error) {
	id, ok := s.genera[t.atoms]
	if !ok {
		var err error
		if id, err = s.genusOfAtoms(t.atoms); err != nil {
			return 0, err
		}
	}
	return s.plus(id, t.twos, t.one), nil
}

func (s *Sums) genusOfAtoms(atoms string) (int32, error) {
	if v, firm, ok := s.tame(atoms); ok {
		id := s.intern(ofTame(v, firm))
		s.genera[atoms] = id
		return id, s.look(1, len(atoms))
	}
	var ids []int32
	err := s.eachAtomic(Total{atoms: atoms}, func(o Total) error {
		if err := s.Step(1); err != nil {
			return err
		}
		id, err := s.genus(o)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return 0, err
	}
	id := s.symbolOf(ids)
	s.genera[atoms] = id
	return id, s.look(1, len(atoms))
}

// symbolOf returns the genus of a game with options of these genera.
func (s *Sums) symbolOf(ids []int32) int32 {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	symbols := make([]Symbol, len(ids))
	for i, id := range ids {
		symbols[i] = s.symbols[id]
	}
	return s.intern(SymbolOf(symbols))
}

// tame returns the nim-value of tame atoms and whether one is firm; ok is false if
// one is not tame.
func (s *Sums) tame(atoms string) (v uint32, firm, ok bool) {
	for ; atoms != ""; atoms = atoms[4:] {
		a := s.atomOf(atoms)
		if !a.class.IsTame() {
			return 0, false, false
		}
		v ^= a.pair.base
		firm = firm || a.pair.firm()
	}
	return v, firm, true
}

// Class returns the class of t.
func (s *Sums) Class(t Total) (Class, error) {
	if t.atoms == "" && t.twos <= 1 {
		return Nim, nil
	}
	if len(t.atoms) == 4 && t.twos == 0 && s.atomOf(t.atoms).class == Nim {
		return Nim, nil
	}
	if _, _, ok := s.tame(t.atoms); ok {
		return Tame, nil // sums of tame games are tame
	}
	t.one = false // *1 changes nothing, as *1 + *1 = 0
	if c, ok := s.classes[t]; ok {
		return c, nil
	}
	g, err := s.Genus(t)
	if err != nil {
		return Wild, err
	}
	c := Wild
	if g.IsTame() || g.pair().restive() {
		if c, err = classify(g.pair(), s.options(t), s.judge, s.options); err != nil {
			return Wild, err
		}
	}
	s.classes[t] = c
	return c, s.look(1, len(t.atoms))
}

func (s *Sums) judge(t Total) (judged, error) {
	g, err := s.Genus(t)
	if err != nil {
		return judged{}, err
	}
	c, err := s.Class(t)
	return judged{g.pair(), c}, err
}

// eachAtom yields the atoms of t one by one.
func (s *Sums) eachAtom(t Total, yield func(a *atom)) {
	for atoms := t.atoms; atoms != ""; atoms = atoms[4:] {
		yield(s.atomOf(atoms))
	}
}

// atomOf returns the first of some atoms.
func (s *Sums) atomOf(atoms string) *atom {
	return &s.atoms[uint32(atoms[0])<<24|uint32(atoms[1])<<16|uint32(atoms[2])<<8|uint32(atoms[3])]
}

// NimValue returns the nim-value of t.
func (s *Sums) NimValue(t Total) grundy.Value {
	v := uint32(t.twos&1) << 1
	if t.one {
		v ^= 1
	}
	s.eachAtom(t, func(a *atom) { v ^= a.pair.base })
	return grundy.Value(v)
}

// Birthday returns the length of the longest play of t.
func (s *Sums) Birthday(t Total) int {
	longest := 2 * t.twos
	if t.one {
		longest++
	}
	s.eachAtom(t, func(a *atom) { longest += a.birthday })
	return longest
}

// HasTameAtoms reports whether all atoms of t are tame, and so t is.
func (s *Sums) HasTameAtoms(t Total) bool {
	_, _, ok := s.tame(t.atoms)
	return ok
}

// Stated returns the genus of t for answers.
func (s *Sums) Stated(t Total) (Stated, error) {
	g, err := s.Genus(t)
	if err != nil {
		return Stated{}, err
	}
	c, err := s.Class(t)
	return g.Stated(c), err
}

// Of returns the game with these options, in any order and with any number of
// copies.
func (s *Sums) Of(options []Total) (Total, error) {
	options = compact(slices.Clone(options))
	key := keyOfTotals(options)
	if t, ok := s.known[key]; ok {
		return t, nil
	}
	s.steps += uint64(len(options))
	if mex, ok := s.mexOfHeaps(options); ok {
		t, err := s.Nim(mex)
		if err != nil {
			return Total{}, err
		}
		s.known[key] = t
		return t, s.look(1+len(options), len(key))
	}
	ids := make([]int32, len(options))
	for i, o := range options {
		var err error
		if ids[i], err = s.genus(o); err != nil {
			return Total{}, err
		}
	}
	own := s.symbolOf(slices.Clone(ids))
	t, ok, err := s.simplify(options, own)
	if err != nil {
		return Total{}, err
	}
	if !ok {
		if t, err = s.newAtom(options, own); err != nil {
			return Total{}, err
		}
	}
	s.known[key] = t
	return t, s.look(1+len(options), len(key)+len(options)*totalBytes)
}

// newAtom makes an atom.
func (s *Sums) newAtom(options []Total, own int32) (Total, error) {
	a := atom{options: options, pair: s.symbols[own].pair()}
	for _, o := range options {
		a.birthday = max(a.birthday, s.Birthday(o)+1)
	}
	var err error
	if a.class, err = classify(a.pair, options, s.judge, s.options); err != nil {
		return Total{}, err
	}
	return s.keep(a, own), nil
}

// keep keeps a new atom of this genus.
func (s *Sums) keep(a atom, own int32) Total {
	t := Total{atoms: string(binary.BigEndian.AppendUint32(nil, uint32(len(s.atoms))))}
	s.atoms = append(s.atoms, a)
	s.genera[t.atoms] = own
	return t
}

// Nim returns a heap of Nim of n. It costs O(n^2) for the first so large.
func (s *Sums) Nim(n int) (Total, error) {
	for m := len(s.heaps); m <= n; m++ {
		if m%2 == 1 { // in every sum m = (m-1) + 1
			s.heaps = append(s.heaps, s.heaps[m-1].Plus(Total{one: true}))
			continue
		}
		s.steps += uint64(m)
		options := compact(slices.Clone(s.heaps))
		key := keyOfTotals(options)
		h, ok := s.known[key]
		if !ok {
			h = s.keep(atom{options: options, class: Nim, pair: pair{uint32(m), uint32(m)}, birthday: m}, s.intern(ofTame(uint32(m), true)))
			s.known[key] = h
		}
		s.heaps = append(s.heaps, h)
		if err := s.look(1+m, len(key)+m*totalBytes); err != nil {
			return Total{}, err
		}
	}
	return s.heaps[n], nil
}

// mexOfHeaps returns the mex of options that are all heaps of Nim, and false if one is
// not or the mex is 0. The game equals the heap of the mex, as the larger options have
// this heap as an option.
func (s *Sums) mexOfHeaps(options []Total) (int, bool) {
	var sizes set
	for _, o := range options {
		if o.atoms == "" && o.twos > 1 || o.atoms != "" && (len(o.atoms) > 4 || o.twos > 0 || s.atomOf(o.atoms).class != Nim) {
			return 0, false
		}
		sizes.add(uint32(s.NimValue(o)))
	}
	mex := int(sizes.mex())
	return mex, mex > 0
}

// simplify looks for a Total that the game with these options equals: the options
// of h are among them, and the others have h as an option (form.go). Since h is an
// option of an option, or has no option that is not one, it is enough to look at
// the options of the options, and at the options with *1 or *2 beside them.
func (s *Sums) simplify(options []Total, own int32) (Total, bool, error) {
	if s.symbols[own].equal(Zero()) && s.reverts(options, Total{}) {
		return Total{}, true, nil
	}
	tried := map[Total]bool{{}: true}
	try := func(h Total) (bool, error) {
		if tried[h] {
			return false, nil
		}
		tried[h] = true
		if err := s.Step(1); err != nil {
			return false, err
		}
		if id, err := s.genus(h); err != nil || id != own {
			return false, err
		}
		return s.reverts(options, h), nil
	}
	for _, o := range options {
		for _, h := range []Total{o.Plus(Total{one: true}), o.Plus(Total{twos: 1}), o.Plus(Total{twos: 1, one: true})} {
			if ok, err := try(h); ok || err != nil {
				return h, ok, err
			}
		}
	}
	for _, o := range options {
		others := s.options(o)
		s.steps += uint64(len(others)) / 16
		for _, h := range others {
			if uint32(s.NimValue(h)) != s.symbols[own].base {
				continue
			}
			if ok, err := try(h); ok || err != nil {
				return h, ok, err
			}
		}
	}
	return Total{}, false, nil
}

// reverts reports whether h has only options among these, which are sorted, and is
// an option of all others. If h is 0 the game must be N; then it has the genus of 0. In
// all other cases it has the genus of h anyway.
func (s *Sums) reverts(options []Total, h Total) bool {
	found := 0
	isOption := map[Total]bool{}
	for _, o := range s.options(h) {
		if _, ok := slices.BinarySearchFunc(options, o, compareTotals); !ok {
			return false
		}
		isOption[o] = true
		found++
	}
	if found == len(options) {
		return true
	}
	for _, o := range options {
		if !isOption[o] && !slices.Contains(s.options(o), h) {
			return false
		}
	}
	return true
}
