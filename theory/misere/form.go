package misere

// The canonical form of a small game is the one game, simplest of all, that can take its place in
// every sum in misère play.
//
// # Reversible moves
//
// Let H be a game, and let G have all options of H and besides them others, each
// of which has H itself as an option. Then G and H are equal, that is, G + X and
// H + X have the same outcome for every X, provided that
//
//	H has an option, or G is N in misère play.                              (1)
//
// For whoever wins H + X plays the same strategy in G + X, and answers a move to
// one of the other options by moving on to H; where X has ended and H has no
// option, the player to move has won H + X without a move, and (1) says that he
// can also win G. (Grundy and Smith 1956; On Numbers and Games, chapter 12.)
//
// Conway's theorem (there; Winning Ways, chapter 13: "the only way a game can be
// simplified") is that nothing else makes two games equal: if neither G and H nor
// any position below them can be simplified in this way, then they are equal only
// if they have the same options. So forms that are made from below, from the
// forms of options, are equal exactly where they are identical, and a [Store]
// keeps each once.
//
// # Finding H
//
// An option of G that is reversible through H lasts longer than H, by one move at
// least, and each option of H less long; so in the order of their birthdays (the
// length of the longest play) the options of H are the first ones of G, followed
// by a gap. A beginning of the list that ends at a gap is looked up in the table
// of all forms; H must be there, as it is an option of an option of G.

import (
	"encoding/binary"
	"slices"

	"github.com/grundy-games/grundy"
)

// A Form is a canonical form in the [Store] that made it: two are equal games
// exactly if they are the same number. 0 is the game without options.
type Form uint32

// A Store makes and keeps canonical forms. [NewStore] makes one. It is not safe
// for concurrent use.
type Store struct {
	forms []form
	known map[string]Form // by the options
	sums  map[[2]Form]Form
	// Check, if not nil, is asked now and then whether to go on. Sums return its
	// error.
	Check func() error
	asked int
}

type form struct {
	options  []Form // by birthday, then by number
	birthday uint32
	symbol   Symbol
	class    Class
	partner  Form // the form with *1 added, if paired
	paired   bool
	odd      bool // the partner is the simpler one
}

// NewStore returns a Store that holds the game without options.
func NewStore() *Store {
	s := &Store{known: map[string]Form{"": 0}, sums: map[[2]Form]Form{}}
	s.forms = []form{{symbol: Zero(), class: Nim}}
	return s
}

// check asks whether to go on.
func (s *Store) check() error {
	if s.asked++; s.Check == nil || s.asked%64 != 0 {
		return nil
	}
	return s.Check()
}

// Options returns the options of f, which the caller must not change.
func (s *Store) Options(f Form) []Form { return s.forms[f].options }

// Birthday returns the length of the longest play of f.
func (s *Store) Birthday(f Form) int { return int(s.forms[f].birthday) }

// Genus returns the genus of f.
func (s *Store) Genus(f Form) Symbol { return s.forms[f].symbol }

// Class returns the class of f.
func (s *Store) Class(f Form) Class { return s.forms[f].class }

// Stated returns the genus of f for answers.
func (s *Store) Stated(f Form) Stated { return s.forms[f].symbol.Stated(s.forms[f].class) }

// Outcome returns who wins f in misère play.
func (s *Store) Outcome(f Form) grundy.Outcome {
	if s.forms[f].symbol.At(0) == 0 {
		return grundy.P
	}
	return grundy.N
}

// Nim returns the form of a heap of Nim of n tokens, in O(n^2) for the first.
func (s *Store) Nim(n int) Form {
	var heaps []Form
	for len(heaps) <= n {
		heaps = append(heaps, s.Of(heaps))
	}
	return heaps[n]
}

// Of returns the form of the game with these options, in any order and with any
// number of copies.
func (s *Store) Of(options []Form) Form {
	options = slices.Clone(options)
	s.sort(options)
	options = slices.Compact(options)
	key := keyOf(options)
	if f, ok := s.known[string(key)]; ok {
		return f
	}
	if s.isZero(options) {
		return 0
	}
	for i := len(options) - 1; i > 0; i-- {
		if s.forms[options[i]].birthday <= s.forms[options[i-1]].birthday+1 {
			continue // no gap: H is older than its options, and younger than options[i]
		}
		if h, ok := s.known[string(key[:4*i])]; ok && s.allHave(options[i:], h) {
			return h
		}
	}
	return s.add(slices.Clip(options), key)
}

// isZero reports whether the game with these options equals 0.
func (s *Store) isZero(options []Form) bool {
	return s.allHave(options, 0) && slices.ContainsFunc(options, func(f Form) bool { return s.Outcome(f) == grundy.P })
}

func (s *Store) allHave(forms []Form, h Form) bool {
	for _, f := range forms {
		if !s.has(f, h) {
			return false
		}
	}
	return true
}

// has reports whether h is an option of f.
func (s *Store) has(f, h Form) bool {
	_, ok := slices.BinarySearchFunc(s.forms[f].options, h, s.compareAge)
	return ok
}

func (s *Store) compareAge(a, b Form) int {
	if d := int(s.forms[a].birthday) - int(s.forms[b].birthday); d != 0 {
		return d
	}
	return int(a) - int(b)
}

func (s *Store) sort(forms []Form) { slices.SortFunc(forms, s.compareAge) }

// keyOf writes forms in 4 bytes each.
func keyOf(forms []Form) []byte {
	key := make([]byte, 0, 4*len(forms))
	for _, f := range forms {
		key = binary.BigEndian.AppendUint32(key, uint32(f))
	}
	return key
}

// add keeps a new form with these options, which cannot be simplified.
func (s *Store) add(options []Form, key []byte) Form {
	f := Form(len(s.forms))
	last := s.forms[options[len(options)-1]]
	g := form{options: options, birthday: last.birthday + 1}
	symbols := make([]Symbol, len(options))
	for i, o := range options {
		symbols[i] = s.forms[o].symbol
	}
	g.symbol = SymbolOf(symbols)
	g.class, _ = classify(g.symbol.pair(), options, s.judge, s.Options)
	s.forms = append(s.forms, g)
	s.known[string(key)] = f
	s.pair(f)
	return f
}

func (s *Store) judge(f Form) (judged, error) {
	return judged{s.forms[f].symbol.pair(), s.forms[f].class}, nil
}

// pair looks whether f is h + *1 for an option h. The options of that are h and
// all h' + *1.
func (s *Store) pair(f Form) {
	g := &s.forms[f]
	for i := len(g.options) - 1; i >= 0; i-- {
		h := g.options[i]
		if s.forms[h].birthday+1 < g.birthday {
			return
		}
		if s.forms[h].paired || len(s.forms[h].options)+1 != len(g.options) {
			continue
		}
		if !slices.ContainsFunc(s.forms[h].options, func(o Form) bool {
			return !s.forms[o].paired || !s.has(f, s.forms[o].partner)
		}) {
			g.partner, g.paired, g.odd = h, true, true
			s.forms[h].partner, s.forms[h].paired = f, true
			return
		}
	}
}

// even splits f into a game and *1, if the latter makes it simpler.
func (s *Store) even(f Form) (rest Form, one bool) {
	if s.forms[f].odd {
		return s.forms[f].partner, true
	}
	return f, false
}

// Sum returns the form of the sum of a and b. It costs as many steps as there are
// pairs of positions below them, and returns the error of Check.
func (s *Store) Sum(a, b Form) (Form, error) {
	a, oneA := s.even(a)
	b, oneB := s.even(b)
	f, err := s.sum(a, b)
	if err == nil && oneA != oneB {
		f, err = s.plusOne(f)
	}
	return f, err
}

// plusOne returns the form of f + *1.
func (s *Store) plusOne(f Form) (Form, error) {
	if s.forms[f].paired {
		return s.forms[f].partner, nil
	}
	sum, err := s.sum(f, s.Of([]Form{0}))
	if err == nil && !s.forms[sum].paired && !s.forms[f].paired {
		simple, other := f, sum
		if s.forms[sum].birthday < s.forms[f].birthday {
			simple, other = sum, f
		}
		s.forms[simple].partner, s.forms[simple].paired = other, true
		s.forms[other].partner, s.forms[other].paired, s.forms[other].odd = simple, true, true
	}
	return sum, err
}

func (s *Store) sum(a, b Form) (Form, error) {
	if a > b {
		a, b = b, a
	}
	if a == 0 {
		return b, nil
	}
	if f, ok := s.sums[[2]Form{a, b}]; ok {
		return f, nil
	}
	if err := s.check(); err != nil {
		return 0, err
	}
	var options []Form
	for _, x := range [2][2]Form{{a, b}, {b, a}} {
		for _, o := range slices.Clone(s.forms[x[0]].options) {
			f, err := s.Sum(o, x[1])
			if err != nil {
				return 0, err
			}
			options = append(options, f)
		}
	}
	f := s.Of(options)
	s.sums[[2]Form{a, b}] = f
	return f, nil
}
