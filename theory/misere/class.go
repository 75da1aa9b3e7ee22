package misere

// A game is tame, or it is not; the theorem on sums is for tame ones.
//
// # Tame games
//
// Call a pair (g, d) of a nim-value and a misère nim-value fickle if it is (0, 1)
// or (1, 0), and firm if g = d: these are the pairs of positions of Nim. A game is
// tame (Winning Ways, chapter 13, with its reverting moves) if it has no option, or
//
//	(1) its own pair (g, d) is fickle or firm;
//	(2) g is the mex of the g', and d that of the d', over its tame options alone;
//	(3) from each wild option (one that is not tame) there is a move to a tame
//	    game of nim-value g, and one, perhaps another, to a tame game of misère
//	    nim-value d.
//
// Where all options are tame, (2) and (3) say nothing.
//
// # Theorem
//
// A sum of tame games is P in misère play exactly if it is firm (some component
// is) and has nim-value 0, or fickle (all are) and has nim-value 1.
//
// Look at one component of pair (g, d), and at the rest of the sum, of nim-value r.
// The condition reads
//
//	g = r where the rest is firm, and d = r where the rest is fickle,        (4)
//
// for in the second case a firm component makes the sum firm, and d = g = r says
// that its nim-value is 0, and a fickle one has d = 1 - g. The proof is by
// induction on the length of play.
//
// Let the condition hold, and let a player move in the component. A tame option
// has neither nim-value g nor misère nim-value d, as these are mexes; so by (4) the
// condition fails, and the sum is N by induction. From a wild option the opponent
// moves to a tame game of nim-value g, if the rest is firm, or of misère nim-value
// d, if it is fickle: by (4) the condition holds again, and the sum is P. So every
// option is N, and there is one, as 0 fulfils no condition. The sum is P.
//
// Let the condition fail. If nobody can move, the sum is N. Otherwise there is a move
// to a tame option that makes it hold:
//
//   - The sum is firm, of nim-value x, not 0. Choose a component whose nim-value g
//     has the highest bit of x, so that r < g. By (2) it has tame options of
//     nim-value r, and, if it is firm, of misère nim-value r as d = g. If the rest
//     is firm take the former. If not, the component is firm: take the latter.
//   - The sum is fickle, of nim-value 0, and a component has the pair (1, 0). It
//     has a tame option of nim-value 0. This has not the misère nim-value 0, so its
//     pair is (0, 1), and as r = 1, (4) holds.
//   - The sum is fickle, all pairs are (0, 1), and a component has an option. By (2)
//     it has a tame one of misère nim-value 0, and r = 0.
//
// So who wins, and at least one winning move, is known by the pairs. A move to a
// wild option may also win; only a search can decide.

// A Class says how much the genus decides about a game.
type Class uint8

const (
	// Wild games may act in sums in ways that the genus does not determine.
	Wild Class = iota
	// Nim: the game equals a heap of Nim, in every sum.
	Nim
	// Tame: it acts as a position of Nim in sums of tame games.
	Tame
	// Restive: not tame, of nim-value 0 or 1 and misère nim-value 2 or more,
	// with tame options only or such that others revert to tame or restive games
	// (Winning Ways, chapter 13). Nothing here rests on it but how the genus is
	// abbreviated.
	Restive
)

// String returns "wild", "nim", "tame" or "restive".
func (c Class) String() string { return [...]string{"wild", "nim", "tame", "restive"}[c] }

// IsTame reports whether the theorem on sums of tame games covers the class.
func (c Class) IsTame() bool { return c == Nim || c == Tame }

// A pair is a nim-value and a misère nim-value.
type pair struct{ base, loss uint32 }

func (g Symbol) pair() pair { return pair{g.base, g.digits[0]} }

func (p pair) firm() bool { return p.base == p.loss }

func (p pair) tame() bool { return p.firm() || p.base^p.loss == 1 && p.base < 2 }

func (p pair) restive() bool { return p.base < 2 && p.loss >= 2 }

// A judged is an option as far as it matters for the class of a game.
type judged struct {
	pair
	class Class
}

// classify returns the class of a game with such options, at least one, each once.
// Judge says what matters of a game, and optionsOf lists its options.
func classify[G any](own pair, options []G, judge func(G) (judged, error), optionsOf func(G) []G) (Class, error) {
	if !own.tame() && !own.restive() {
		return Wild, nil
	}
	var base, loss set
	var others []G // that are not tame
	isNim := int(own.base) == len(options)
	for _, option := range options {
		o, err := judge(option)
		if err != nil {
			return Wild, err
		}
		isNim = isNim && o.class == Nim
		if !o.class.IsTame() {
			others = append(others, option)
			continue
		}
		base.add(o.base)
		loss.add(o.loss)
	}
	if isNim {
		return Nim, nil
	}
	if base.mex() != own.base || loss.mex() != own.loss {
		return Wild, nil
	}
	for _, option := range others {
		normal, misere := false, false
		for _, reply := range optionsOf(option) {
			q, err := judge(reply)
			if err != nil {
				return Wild, err
			}
			switch {
			case own.tame() && q.class.IsTame():
				normal = normal || q.base == own.base
				misere = misere || q.loss == own.loss
			case own.restive() && (q.class.IsTame() || q.class == Restive):
				normal = normal || q.base == own.base && (q.loss < 2 || q.loss^own.loss < 2)
				misere = misere || q.loss == own.loss && (q.base < 2 || q.base^own.loss < 2)
			}
			if normal && misere {
				break
			}
		}
		if !normal || !misere {
			return Wild, nil
		}
	}
	if own.tame() {
		return Tame, nil
	}
	return Restive, nil
}
