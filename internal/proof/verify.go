package proof

// Here stands how a fact follows from earlier ones. In normal play, write G + *n for a position G and a heap of n:
//
//   - A sum is P exactly if its nim-sum is 0: equal parts of it cancel, and parts with a proved value count as a
//     heap of it. If one part H is left, and v is the nim-sum of all others and the heap, the sum is
//     N where H is proved to be not v.
//   - G is n if G is proved to be not m for each m < n, and each option of G and a heap of n are N:
//     then G + *n has no option that is P, and so is P itself.
//   - G is not n if an option of G has parts with proved values only, and the nim-sum n: then G + *n
//     has an option that is P. Or if G is proved to be another number; or if G has fewer than n
//     options, as its value is the least number that no option has.
//
// A fact rests on facts of earlier lines only, so that there is no circle.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A checker has the facts of the lines that it has read.
type checker struct {
	Means
	proof   *Proof
	ctx     context.Context
	account *meter.Account
	games   map[grundy.GameID]*played
	verdict Verdict
}

// gameBytes is about what a run of a game takes.
const gameBytes = 1 << 12

// played is a game in a run of its rules.
type played struct {
	rules
	failed func() error // what the rules of the run met
}

// rules list the moves of one game, by keys of any type.
type rules interface {
	// show checks a fact of a position, which must be one part, and keeps it. It returns what
	// does not follow.
	show(c grundy.Component, f Fact) error
	// total returns the nim-sum of those parts of positions whose values are proved, and how many
	// parts are left. Not reports whether the only one that is left is proved to be not v. Equal parts cancel.
	total(positions []grundy.Component) (sum uint64, left int, not func(v uint64) bool, err error)
}

func newChecker(ctx context.Context, p *Proof, m Means) *checker {
	return &checker{Means: m, proof: p, ctx: ctx, account: meter.Open(ctx), games: map[grundy.GameID]*played{}}
}

func (k *checker) verify() (Verdict, error) {
	defer k.account.Close()
	sum, err := k.Parse(k.ctx, k.proof.Position)
	if err != nil {
		return k.verdict, k.proof.wrong("position: %w", err)
	}
	if text := sum.String(); text != k.proof.Position {
		return k.verdict, k.proof.wrong("position: %.60q, want %.60q", k.proof.Position, text)
	}
	if sum.PlayedMisere() != nil {
		return k.verdict, k.proof.wrong("position: %.60q: its rules are of misère play; a proof is of normal play", k.proof.Position)
	}
	for _, t := range sum { // equal ones too, which cancel
		if err := k.playable(t.Component); err != nil {
			return k.verdict, err
		}
	}
	for {
		if k.verdict.Facts%256 == 0 {
			if err := context.Cause(k.ctx); err != nil {
				return k.verdict, err
			}
			k.Progress.Report(k.verdict.Facts, 0)
		}
		f, ok, err := k.proof.fact(k.account)
		if err == nil && ok {
			err = k.show(f)
		}
		if err != nil {
			return k.verdict, err
		}
		if !ok {
			return k.verdict, k.claim(sum)
		}
		k.verdict.Facts++
	}
}

// unmetered is a context without its meter, for what is dropped at once.
type unmetered struct{ context.Context }

func (unmetered) Value(any) any { return nil }

// show checks a fact.
func (k *checker) show(f Fact) error {
	sum, err := k.Parse(unmetered{k.ctx}, f.Position)
	switch {
	case err != nil:
		return k.proof.wrong("%w", err)
	case len(sum) != 1 || sum[0].Copies != 1:
		return k.proof.wrong("%.60q: want one position, not a sum", f.Position)
	case sum.String() != f.Position:
		return k.proof.wrong("%.60q, want %.60q", f.Position, sum.String())
	}
	c := sum[0].Component
	g, err := k.game(c)
	if err != nil {
		return err
	}
	err = g.show(c, f)
	if failed := g.failed(); failed != nil {
		err = failed
	}
	if cause := context.Cause(k.ctx); cause != nil {
		return cause
	}
	if err != nil {
		says := "not"
		n := f.Not
		if n == nil {
			says, n = "equal to", f.Is
		}
		return fmt.Errorf("line %d: %.200s: nothing before shows that it is %s %d: %w", k.proof.line, f.Position, says, *n, err)
	}
	return nil
}

// playable refuses a game whose sums do not follow from nim-values.
func (k *checker) playable(c grundy.Component) error {
	if _, ends := c.Ending(); ends {
		return k.proof.wrong("%.60s: its rules may end the play at once, or say how a player must reply; a proof is of games that end where nobody can move", c)
	}
	if _, loops := c.PlanLoopy(); loops {
		return k.proof.wrong("%.60s: its play need not end; a proof is of games whose play ends", c)
	}
	return nil
}

// game returns the rules of the game of a position.
func (k *checker) game(c grundy.Component) (*played, error) {
	id := c.GameID()
	if g, ok := k.games[id]; ok {
		return g, nil
	}
	if err := k.playable(c); err != nil {
		return nil, err
	}
	if err := k.account.Take(gameBytes); err != nil {
		return nil, err
	}
	started, failed := grundy.Start(k.ctx, grundy.SumOf(c))
	g := &played{failed: failed}
	c = started[0].Component
	switch {
	case use(&g.rules, k, c, newKeyed[uint64]), use(&g.rules, k, c, newKeyed[[2]uint64]), use(&g.rules, k, c, newKeyed[[4]uint64]), use(&g.rules, k, c, newKeyed[string]):
	default:
		g.rules = newKeyedBy(k, written(c))
	}
	k.games[id] = g
	return g, nil
}

func use[K comparable](to *rules, k *checker, c grundy.Component, of func(*checker, grundy.Component) *keyed[K]) bool {
	g := of(k, c)
	if g != nil {
		*to = g
	}
	return g != nil
}

// claim checks what is claimed of the sum by all facts.
func (k *checker) claim(sum grundy.Sum) error {
	err := k.holds(sum)
	if err != nil {
		err = fmt.Errorf("line 1: the facts do not show the claim: %w", err)
	}
	return err
}

func (k *checker) holds(sum grundy.Sum) error {
	total, left, not := uint64(0), 0, func(uint64) bool { return false }
	of := map[*played][]grundy.Component{}
	var games []*played
	for _, t := range sum {
		if t.Copies%2 == 0 {
			continue // they cancel
		}
		g, err := k.game(t.Component)
		if err != nil {
			return err
		}
		if of[g] == nil {
			games = append(games, g)
		}
		of[g] = append(of[g], t.Component)
	}
	for _, g := range games {
		v, open, isNot, err := g.total(of[g])
		if err == nil {
			err = g.failed()
		}
		if err != nil {
			return err
		}
		if total ^= v; open > 0 {
			left, not = left+open, isNot
		}
	}
	switch {
	case left > 1:
		return fmt.Errorf("%d parts have no proved value", left)
	case left == 1 && k.proof.NimValue != nil:
		return fmt.Errorf("a part has no proved value, so the nim-value is not known")
	case left == 1 && k.proof.Outcome == "N" && not(total):
		return nil
	case left == 1:
		return fmt.Errorf("the outcome depends on whether a part is %d", total)
	case k.proof.NimValue != nil && *k.proof.NimValue != total:
		return fmt.Errorf("the nim-value is %d", total)
	case (total == 0) != (k.proof.Outcome == "P"):
		return fmt.Errorf("the outcome is not %s, as the nim-value is %d", k.proof.Outcome, total)
	}
	return nil
}

// A source asks rules for keys and moves.
type source[K comparable] struct {
	// keys appends keys of positions whose sum c is.
	keys func(dst []K, c grundy.Component) ([]K, bool)
	// moves appends the options of the position c, whose only key is key.
	moves func(m *grundy.Moves[K], c grundy.Component, key K) error
	// mirrored reports whether a strategy by symmetry shows that the value of key is 0.
	mirrored func(key K) bool
	former   grundy.Former[K] // or nil
	bytes    func(key K) uint64
}

// keyed are rules by keys, and what is proved of the positions.
type keyed[K comparable] struct {
	*checker
	source[K]
	is    map[K]uint64
	not   map[couple[K]]struct{}
	parts []K
	list  grundy.Moves[K]
	// Of the positions with the same form, the first stands for all.
	first  map[K]K
	formed map[string]K
}

// A couple is a part and a heap.
type couple[K comparable] struct {
	part K
	heap uint64
}

func newKeyedBy[K comparable](k *checker, s source[K]) *keyed[K] {
	return &keyed[K]{checker: k, source: s, is: map[K]uint64{}, not: map[couple[K]]struct{}{}, first: map[K]K{}, formed: map[string]K{}}
}

// newKeyed returns rules by keys of the game, or nil.
func newKeyed[K comparable](k *checker, c grundy.Component) *keyed[K] {
	game, ok := grundy.Pack[K](c)
	if !ok {
		return nil
	}
	former, _ := game.Lister.(grundy.Former[K])
	return newKeyedBy(k, source[K]{
		former: former,
		keys:   game.AppendKeys,
		moves:  func(m *grundy.Moves[K], _ grundy.Component, key K) error { return game.Lister.AppendMoves(m, key) },
		mirrored: func(key K) bool {
			m, ok := game.Lister.(grundy.Mirrorer[K])
			return ok && m.Mirrored(key)
		},
		bytes: func(key K) uint64 { return bytesOf(any(key)) },
	})
}

func bytesOf(key any) uint64 {
	if text, ok := key.(string); ok {
		return uint64(len(text))
	}
	return 0
}

// written returns the rules of a game without keys: its positions are known by their texts.
func written(of grundy.Component) source[string] {
	keys := func(dst []string, c grundy.Component) ([]string, bool) {
		for _, part := range c.Split() {
			dst = append(dst, part.String())
		}
		return dst, true
	}
	return source[string]{
		keys: keys,
		moves: func(m *grundy.Moves[string], c grundy.Component, _ string) error {
			for _, q := range grundy.SameGame(c, of).AppendOptions(nil) {
				m.Parts, _ = keys(m.Parts, q)
				m.Ends = append(m.Ends, len(m.Parts))
			}
			return nil
		},
		mirrored: func(string) bool { return false },
		bytes:    func(key string) uint64 { return uint64(len(key)) },
	}
}

// factBytes is about what a fact takes besides its key's text.
const factBytes = 160

func (g *keyed[K]) show(c grundy.Component, f Fact) error {
	keys, ok := g.keys(nil, c)
	if !ok || len(keys) != 1 {
		return fmt.Errorf("it is the sum of %d positions; want one part", len(keys))
	}
	key := keys[0]
	if err := g.account.Take(factBytes + g.bytes(key)); err != nil {
		return err
	}
	own := key // whose moves the facts before are about: others with its form list theirs in other words
	if err := g.alike(keys); err != nil {
		return err
	}
	key = keys[0]
	if f.By == BySymmetry {
		if !g.mirrored(own) {
			return fmt.Errorf("no strategy by symmetry is known to the rules")
		}
		g.verdict.Symmetries++
		g.is[key] = 0
		return nil
	}
	if f.Not != nil {
		if v, ok := g.is[key]; ok {
			if v == *f.Not {
				return fmt.Errorf("an earlier line shows that it is")
			}
			return nil
		}
	}
	g.list.Parts, g.list.Ends = g.list.Parts[:0], g.list.Ends[:0]
	if err := g.moves(&g.list, c, own); err != nil {
		return err
	}
	g.verdict.Moves += uint64(len(g.list.Ends))
	if err := g.alike(g.list.Parts); err != nil {
		return err
	}
	if f.Not != nil {
		if err := g.isNot(*f.Not); err != nil {
			return err
		}
		g.not[couple[K]{key, *f.Not}] = struct{}{}
		return nil
	}
	if err := g.isEqual(key, *f.Is); err != nil {
		return err
	}
	g.is[key] = *f.Is
	return nil
}

// alike replaces keys by the first ones with the same forms.
func (g *keyed[K]) alike(keys []K) error {
	if g.former == nil {
		return nil
	}
	for i, key := range keys {
		first, known := g.first[key]
		if !known {
			first = key
			form := g.former.AppendForm(nil, key)
			if err := g.account.Take(factBytes + g.bytes(key) + uint64(len(form))); err != nil {
				return err
			}
			if other, met := g.formed[string(form)]; met {
				first = other
			} else if len(form) > 0 {
				g.formed[string(form)] = key
			}
			g.first[key] = first
		}
		keys[i] = first
	}
	return nil
}

// isEqual checks that the position with the moves in the list is n.
func (g *keyed[K]) isEqual(key K, n uint64) error {
	if v, known := g.is[key]; known && v == n { // of a position with the same form
		return nil
	}
	for m := range n {
		if _, ok := g.not[couple[K]{key, m}]; !ok {
			return fmt.Errorf("it may be %d", m)
		}
	}
	from := 0
	for i, end := range g.list.Ends {
		sum, left, not := g.sum(g.list.Parts[from:end])
		switch total := sum ^ n; {
		case left > 1:
			return fmt.Errorf("option %d has %d parts without proved values", i+1, left)
		case left == 1 && !not(total):
			return fmt.Errorf("option %d has a part that may be %d", i+1, total)
		case left == 0 && total == 0:
			return fmt.Errorf("option %d is %d", i+1, n)
		}
		from = end
	}
	return nil
}

// isNot checks that the position with the moves in the list, which has no proved value, is not n.
func (g *keyed[K]) isNot(n uint64) error {
	from := 0
	for _, end := range g.list.Ends {
		if sum, left, _ := g.sum(g.list.Parts[from:end]); left == 0 && sum == n {
			return nil
		}
		from = end
	}
	if uint64(len(g.list.Ends)) < n || uint64(g.distinct()) < n {
		return nil
	}
	return fmt.Errorf("no option has that value, as far as it is proved")
}

// distinct counts the options in the list that are not the same sum.
func (g *keyed[K]) distinct() int {
	ids, seen, from := map[K]int{}, map[string]struct{}{}, 0
	for _, end := range g.list.Ends {
		var sum []int
		for _, part := range g.cancelled(g.list.Parts[from:end]) {
			if _, ok := ids[part]; !ok {
				ids[part] = len(ids)
			}
			sum = append(sum, ids[part])
		}
		slices.Sort(sum)
		seen[fmt.Sprint(sum)] = struct{}{}
		from = end
	}
	return len(seen)
}

// cancelled returns the parts without pairs of equal ones, until it is called again.
func (g *keyed[K]) cancelled(parts []K) []K {
	g.parts = g.parts[:0]
	for _, part := range parts {
		if i := slices.Index(g.parts, part); i >= 0 {
			g.parts = slices.Delete(g.parts, i, i+1)
		} else {
			g.parts = append(g.parts, part)
		}
	}
	return g.parts
}

// sum is total, of the sum of some parts.
func (g *keyed[K]) sum(parts []K) (sum uint64, left int, not func(v uint64) bool) {
	var open K
	for _, part := range g.cancelled(parts) {
		if v, ok := g.is[part]; ok {
			sum ^= v
		} else {
			open, left = part, left+1
		}
	}
	return sum, left, func(v uint64) bool {
		_, ok := g.not[couple[K]{open, v}]
		return ok
	}
}

func (g *keyed[K]) total(positions []grundy.Component) (uint64, int, func(uint64) bool, error) {
	var keys []K
	for _, c := range positions {
		var ok bool
		if keys, ok = g.keys(keys, c); !ok {
			return 0, 0, nil, fmt.Errorf("%.60s has no key", c)
		}
	}
	if err := g.alike(keys); err != nil {
		return 0, 0, nil, err
	}
	sum, left, not := g.sum(keys)
	return sum, left, not, nil
}
