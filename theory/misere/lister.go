package misere

// The moves of sums of parts are listed by keys, so that a search for who wins in normal play finds
// out who wins in misère play.
//
// A position in which nobody can move gets one move, to nothing. Then who cannot move has a last
// move, and wins: the misère outcome of a game is the normal outcome of the game with these moves.
// Its nim-value is d(G), the misère nim-value: 1 if G has no option, otherwise the mex of those of
// its options; and
//
//	G + *n is P in misère play exactly if n = d(G)
//
// (On Numbers and Games, chapter 12). So couples of a sum and a heap of Nim decide misère
// play as they decide normal play. But d does not add, equal parts do not cancel, and only one
// heap can stand beside the sum, except that *n + *1 is *(n^1). So a key stands for a whole sum.
//
// Canonical forms (form.go) of the parts of little play make these keys few. Parts that
// equal 0 vanish. The sum of the others is one form, where that takes little; where nothing else is
// left, its genus has d. The first part that was met with a form stands in the key for
// all others, and has the moves of the form. Lemoine and Viennot decide misère Sprouts with
// such trees ("Analysis of misère Sprouts game with reduced canonical trees", arXiv 0908.4407).
//
// Two keys may stand for equal sums; that takes time, and nothing else. A move lowers the number of
// moves that its form lasts, or is one of a part without form. So play by keys ends as that of the
// games does.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
)

// A Lister lists the moves of sums of parts of some games: a [grundy.MoveLister] whose nim-values are
// misère nim-values. [NewLister] makes one.
type Lister struct {
	// Check, if not nil, is asked whether to go on: before the moves of a sum are listed, and when
	// much memory was taken. Methods return its error.
	Check func() error

	games   []grundy.MoveLister[string]
	store   *Store
	parts   map[string]*part
	stands  map[Form][]*part  // the parts that stand for a form: with it, for all that it can become
	groups  map[string][]Form // for which small parts stand in a key
	apart   map[[2]Form]bool  // forms that are not added
	one     *part             // a heap of one
	listing grundy.Moves[string]
	listed  uint64 // parts whose moves were listed
	tries   uint64 // of these for their forms
	added   uint64 // parts of sums that were looked at
	until   uint64 // the sums of forms that may be looked at now
	bytes   uint64
	checked uint64 // bytes when Check was asked
}

// A part of a sum.
type part struct {
	key     string // the byte of the game, and the key there
	state   partState
	onWay   bool
	form    Form
	options [][]*part // once listed
}

type partState uint8

const (
	unseen partState = iota
	open             // no form is looked for
	small            // it has a form
)

// heapGame is the byte of heaps of Nim in keys of parts, endGame that of heaps whose normal nim-value
// is their size, in keys of sums.
const (
	heapGame = 0xff
	endGame  = 0xfe
	// mostGames is how many games a Lister can have.
	mostGames = endGame
)

// Bounds on the work for forms: formTries bounds the parts whose moves are listed for one of them,
// firstTries and moreTries all of them, by the parts whose moves were listed for the search, and
// sumWork the pairs of forms for one sum.
var (
	formTries  uint64 = 1 << 6
	firstTries uint64 = 1 << 10
	moreTries  uint64 = 1
	sumWork    uint64 = 1 << 10
)

// sumBirthday is the longest play of a sum of forms that is one form.
const sumBirthday = 20

// mostNim is the largest heap of Nim that has a form here.
const mostNim = 64

var errLarge = errors.New("too large for a form")

// NewLister returns a Lister of games by keys.
func NewLister(games ...grundy.MoveLister[string]) (*Lister, error) {
	if len(games) > mostGames {
		return nil, fmt.Errorf("a sum of positions of more than %d games in misère play: %w", mostGames, grundy.ErrTooLarge)
	}
	l := &Lister{games: games, store: NewStore(), parts: map[string]*part{}, stands: map[Form][]*part{0: {}}, groups: map[string][]Form{}, apart: map[[2]Form]bool{}}
	l.store.Check = func() error {
		if uint64(l.store.asked) > l.until {
			return errLarge
		}
		return nil
	}
	l.one = l.partOf(Heap(1))
	_, _, err := l.formOf(l.one)
	return l, err
}

// Part returns the key of a part, from its key in one of the games.
func Part(game int, key string) string { return string([]byte{byte(game)}) + key }

// Heap returns the key of a part that is a heap of Nim.
func Heap(n uint64) string {
	return string(binary.BigEndian.AppendUint64([]byte{heapGame}, n))
}

// ended returns the key of a sum whose nim-value is n.
func ended(n uint64) string {
	return string(binary.BigEndian.AppendUint64([]byte{endGame}, n))
}

// Bytes returns about how much memory the Lister has taken.
func (l *Lister) Bytes() uint64 {
	const perForm = 256
	return l.bytes + perForm*uint64(len(l.store.forms)+len(l.store.sums))
}

// Parts returns how many parts were met.
func (l *Lister) Parts() int { return len(l.parts) }

// Work returns how many looks were taken at sums, each of a microsecond or so.
func (l *Lister) Work() uint64 { return uint64(l.store.asked) + 16*l.listed + l.added }

// Forms returns how many canonical forms were met.
func (l *Lister) Forms() int { return len(l.store.forms) }

// Keys returns keys whose nim-values have the misère nim-value of a sum of parts as their nim-sum.
func (l *Lister) Keys(parts ...string) ([]string, error) {
	sum := make([]*part, len(parts))
	for i, key := range parts {
		sum[i] = l.partOf(key)
	}
	var m grundy.Moves[string]
	err := l.add(&m, sum, nil)
	return m.Parts, err
}

const bytesOfPart = 128

func (l *Lister) partOf(key string) *part {
	p, ok := l.parts[key]
	if !ok {
		p = &part{key: key}
		l.parts[key] = p
		l.bytes += bytesOfPart + uint64(len(key))
	}
	return p
}

// HeapOf returns the size of a heap of Nim by the key of the part, and false for other parts.
func HeapOf(key string) (n uint64, ok bool) {
	if key[0] != heapGame {
		return 0, false
	}
	return binary.BigEndian.Uint64([]byte(key[1:])), true
}

// keyOfSum writes parts, in order.
func keyOfSum(parts []*part) string {
	slices.SortFunc(parts, func(a, b *part) int { return strings.Compare(a.key, b.key) })
	var key []byte
	for _, p := range parts {
		key = binary.AppendUvarint(key, uint64(len(p.key)))
		key = append(key, p.key...)
	}
	return string(key)
}

// partsOf reads what keyOfSum has written.
func (l *Lister) partsOf(key string) (parts []*part) {
	for key != "" {
		n, size := binary.Uvarint([]byte(key[:min(len(key), binary.MaxVarintLen64)]))
		key = key[size:]
		parts = append(parts, l.partOf(key[:n]))
		key = key[n:]
	}
	return parts
}

// isEnded returns n for the key of a heap whose nim-value is n.
func isEnded(key string) (n uint64, ok bool) {
	if len(key) != 9 || key[0] != endGame {
		return 0, false
	}
	return binary.BigEndian.Uint64([]byte(key[1:])), true
}

// Text writes a sum: text writes a part of one of the games.
func (l *Lister) Text(key string, text func(game int, key string) string) (parts []string) {
	if _, ok := isEnded(key); ok {
		return nil
	}
	for _, p := range l.partsOf(key) {
		if n, ok := HeapOf(p.key); ok {
			parts = append(parts, fmt.Sprintf("nim(%d)", n))
		} else {
			parts = append(parts, text(int(p.key[0]), p.key[1:]))
		}
	}
	return parts
}

// AppendMoves implements [grundy.MoveLister].
func (l *Lister) AppendMoves(m *grundy.Moves[string], key string) error {
	if n, ok := isEnded(key); ok {
		for k := range n {
			m.Add(ended(k))
		}
		return nil
	}
	if l.Check != nil {
		if err := l.Check(); err != nil {
			return err
		}
	}
	before := len(m.Ends)
	var left, little []*part
	for _, p := range l.partsOf(key) {
		_, isSmall, err := l.formOf(p)
		if err != nil {
			return err
		}
		if isSmall {
			little = append(little, p)
		} else {
			left = append(left, p)
		}
	}
	forms := l.group(little)
	for i, p := range left {
		if i > 0 && left[i-1] == p {
			continue
		}
		options, err := l.optionsOf(p)
		if err != nil {
			return err
		}
		others := slices.Delete(slices.Clone(left), i, i+1)
		for _, o := range options {
			if err := l.add(m, slices.Concat(others, o), forms); err != nil {
				return err
			}
		}
	}
	for i, f := range forms {
		if i > 0 && forms[i-1] == f {
			continue
		}
		for _, g := range l.store.Options(f) {
			next := slices.Clone(forms)
			next[i] = g
			if err := l.add(m, left, next); err != nil {
				return err
			}
		}
	}
	if len(m.Ends) == before {
		m.Add() // to nothing
	}
	return nil
}

// group returns the forms for which small parts stand, in order.
func (l *Lister) group(little []*part) []Form {
	if len(little) == 1 {
		return []Form{little[0].form}
	}
	key := keyOfSum(little)
	forms, ok := l.groups[key]
	if !ok {
		for _, p := range little {
			forms = append(forms, p.form)
		}
		forms = l.merged(forms)
		l.keepGroup(key, forms)
	}
	return forms
}

func (l *Lister) keepGroup(key string, forms []Form) {
	l.groups[key] = forms
	l.bytes += bytesOfPart + uint64(len(key)) + 4*uint64(len(forms))
}

// Size estimates the number of moves of a sum.
func (l *Lister) Size(key string) (size uint32) {
	if n, ok := isEnded(key); ok {
		return uint32(min(n, 1<<16))
	}
	for _, p := range l.partsOf(key) {
		if n, ok := HeapOf(p.key); ok {
			size += uint32(min(n, 1<<16))
		} else if p.options != nil {
			size += uint32(len(p.options))
		} else if sizer, ok := l.games[p.key[0]].(interface{ Size(key string) uint32 }); ok {
			size += sizer.Size(p.key[1:])
		} else {
			size++
		}
	}
	return size
}

// optionsOf returns the options of a part.
func (l *Lister) optionsOf(p *part) ([][]*part, error) {
	if p.options != nil {
		return p.options, nil
	}
	options := [][]*part{}
	if n, ok := HeapOf(p.key); ok {
		for k := range n {
			options = append(options, []*part{l.partOf(Heap(k))})
		}
	} else {
		l.listing.Parts, l.listing.Ends = l.listing.Parts[:0], l.listing.Ends[:0]
		if err := l.games[p.key[0]].AppendMoves(&l.listing, p.key[1:]); err != nil {
			return nil, err
		}
		from, seen := 0, map[string]bool{}
		for _, end := range l.listing.Ends {
			var option []*part
			for _, k := range l.listing.Parts[from:end] {
				option = append(option, l.partOf(Part(int(p.key[0]), k)))
			}
			from = end
			if key := keyOfSum(option); !seen[key] {
				seen[key] = true
				options = append(options, option)
			}
		}
		clear(l.listing.Parts)
	}
	for _, o := range options {
		l.bytes += sliceBytes + 8*uint64(len(o))
	}
	p.options = options
	l.listed++
	const often = 1 << 16
	if l.Check != nil && l.bytes > l.checked+often {
		l.checked = l.bytes
		return options, l.Check()
	}
	return options, nil
}

// formOf returns the form of a part, if it is small. Whether it is, is found out once.
func (l *Lister) formOf(p *part) (Form, bool, error) {
	if p.state == unseen {
		tries := min(formTries, max(firstTries+moreTries*(l.listed-l.tries), l.tries)-l.tries)
		if n, isHeap := HeapOf(p.key); isHeap {
			tries = n + 1 // few
		}
		before := l.listed
		err := l.find(p, before+tries)
		l.tries += l.listed - before
		if err != nil && !errors.Is(err, errLarge) {
			return 0, false, err
		}
		if p.state == unseen {
			p.state = open
		}
	}
	return p.form, p.state == small, nil
}

// find looks for the form of a part, until the given number of parts were listed. The error is errLarge where it
// is not found.
func (l *Lister) find(p *part, until uint64) error {
	switch n, isHeap := HeapOf(p.key); {
	case p.state == small:
		return nil
	case p.state == open, p.onWay, l.listed >= until, isHeap && n > mostNim:
		return errLarge
	}
	p.onWay = true
	defer func() { p.onWay = false }()
	options, err := l.optionsOf(p)
	if err != nil {
		return err
	}
	forms := make([]Form, len(options))
	for i, o := range options {
		for _, q := range o {
			if err := l.find(q, until); err != nil {
				return err
			}
			var ok bool
			if forms[i], ok = l.plus(forms[i], q.form); !ok {
				p.state = open
				return errLarge
			}
		}
	}
	p.form, p.state = l.store.Of(forms), small
	l.stand(p.form, []*part{p})
	return nil
}

// plus adds forms for which parts stand, if that takes little. Then parts stand for the sum.
func (l *Lister) plus(a, b Form) (Form, bool) {
	if a == 0 || b == 0 {
		return a + b, true
	}
	pair := [2]Form{min(a, b), max(a, b)}
	if l.apart[pair] || l.store.Birthday(a)+l.store.Birthday(b) > sumBirthday {
		return 0, false
	}
	l.until = uint64(l.store.asked) + sumWork
	sum, err := l.store.Sum(a, b)
	if err != nil {
		l.apart[pair] = true
		return 0, false
	}
	l.until = math.MaxUint64
	l.standSum(a, b)
	return sum, true
}

// standSum lets parts stand for a sum of forms, and for all that it can become. The sums of
// the latter are known.
func (l *Lister) standSum(a, b Form) {
	sum, _ := l.store.Sum(a, b)
	if _, ok := l.stands[sum]; ok {
		return
	}
	l.stand(sum, slices.Concat(l.stands[a], l.stands[b]))
	for _, o := range l.store.Options(a) {
		l.standSum(o, b)
	}
	for _, o := range l.store.Options(b) {
		l.standSum(a, o)
	}
}

func (l *Lister) stand(f Form, parts []*part) {
	if _, ok := l.stands[f]; !ok {
		l.stands[f] = parts
		l.bytes += bytesOfPart + 8*uint64(len(parts))
	}
}

// add adds an option that is a sum of parts and of forms.
func (l *Lister) add(m *grundy.Moves[string], sum []*part, more []Form) error {
	l.added += uint64(len(sum) + len(more))
	var left []*part // without forms
	forms := slices.Clone(more)
	for _, p := range sum {
		switch f, isSmall, err := l.formOf(p); {
		case err != nil:
			return err
		case isSmall:
			forms = append(forms, f)
		default:
			left = append(left, p)
		}
	}
	one := uint64(0) // beside the sum
	for i, f := range forms {
		forms[i] = l.even(f, &one)
	}
	forms = l.merged(forms)
	for i, f := range forms {
		forms[i] = l.even(f, &one)
	}
	l.store.sort(forms)
	if len(left) == 0 && len(forms) <= 1 {
		f := Form(0)
		if len(forms) == 1 {
			f = forms[0]
		}
		m.Add(ended(one ^ uint64(l.store.Genus(f).At(0))))
		return nil
	}
	var little []*part
	for _, f := range forms {
		little = append(little, l.stands[f]...)
	}
	if len(little) > 1 {
		if key := keyOfSum(little); l.groups[key] == nil {
			l.keepGroup(key, forms)
		}
	}
	key := keyOfSum(append(left, little...))
	if one == 0 {
		m.Add(key)
	} else {
		m.Add(key, ended(1))
	}
	return nil
}

// even takes a heap of one out of a form, where this makes it simpler.
func (l *Lister) even(f Form, one *uint64) Form {
	rest, odd := l.store.even(f)
	if odd {
		*one ^= 1
		l.until = math.MaxUint64
		l.standSum(f, l.one.form)
	}
	return rest
}

// merged adds forms up as far as this takes little.
func (l *Lister) merged(forms []Form) []Form {
	l.store.sort(forms)
	var all []Form
	for _, f := range forms {
		isAdded := f == 0
		for i := 0; i < len(all) && !isAdded; i++ {
			if sum, ok := l.plus(all[i], f); ok {
				all[i], isAdded = sum, true
			}
		}
		if !isAdded {
			all = append(all, f)
		}
	}
	return slices.DeleteFunc(all, func(f Form) bool { return f == 0 })
}
