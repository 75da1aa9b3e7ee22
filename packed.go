package grundy

// Short keys let a search remember each position in a few bytes and look it up in one step.

// Moves are the options of one position, each a sum of positions that have keys:
// option i is the sum of Parts[Ends[i-1]:Ends[i]]. The slices may hold moves of
// other positions before these; whoever lists moves only appends.
type Moves[K comparable] struct {
	Parts []K
	Ends  []int
	// Ending says how the rules end the play as a whole at the position that was listed last.
	// A lister of a [Decisive] game sets it each time.
	Ending Ending
	// Entailed says that the player to move must move in that position. A lister of an [Entailer] sets
	// it each time.
	Entailed bool
}

// Add appends the option that is the sum of parts. The sum of none has ended.
func (m *Moves[K]) Add(parts ...K) {
	m.Parts = append(m.Parts, parts...)
	m.Ends = append(m.Ends, len(m.Parts))
}

// A MoveLister lists moves by keys. It may use memory of its own: one goroutine
// at a time may call it.
type MoveLister[K comparable] interface {
	// AppendMoves appends the options of key. An option may occur more than
	// once, equivalent positions may stand for each other, and parts that have
	// ended may be left out. The same key has always the same moves.
	AppendMoves(m *Moves[K], key K) error
}

// A Mirrorer is a [MoveLister] that knows strategies by symmetry.
type Mirrorer[K comparable] interface {
	// Mirrored reports whether such a strategy shows that the position loses for the
	// player to move: the second player answers each move by its image. Then its nim-value
	// is 0. It is cheap, and may be false where there is a strategy.
	Mirrored(key K) bool
}

// A Former is a [MoveLister] that says which positions are the same game under other names, such as
// regions of other shapes whose cells hang together in the same way.
type Former[K comparable] interface {
	// AppendForm appends the form of a position to dst, and returns the extended slice. Positions with
	// the same form have the same nim-value. Without a form, it appends nothing.
	AppendForm(dst []byte, key K) []byte
}

// An EndTeller is a [MoveLister] of a [Decisive] game that knows endings in less time than moves.
type EndTeller[K comparable] interface {
	// EndingOf returns how the rules end the play as a whole at key.
	EndingOf(key K) (Ending, error)
}

// Packed is the capability of games whose positions have keys. K is uint64,
// [2]uint64, [4]uint64 or string: the first of these for which the game has the
// capability is used. Positions with the same key must have the same
// value of every measure.
type Packed[P any, K comparable] interface {
	// AppendKeys appends to dst keys of positions whose disjunctive sum is p,
	// and returns the extended slice. The result is false where p has none.
	AppendKeys(dst []K, p P) ([]K, bool)
	// NewMoveLister returns a lister of the moves of the positions that can be
	// reached from those that have keys.
	NewMoveLister() MoveLister[K]
	// Unpack returns a position that has the key.
	Unpack(key K) P
}

// A PackedComponent is a component by its keys.
type PackedComponent[K comparable] struct {
	Keys   []K // of positions whose sum the component is
	Lister MoveLister[K]
	// AppendKeys appends keys of positions whose sum is q, which must be of the
	// same game.
	AppendKeys func(dst []K, q Component) ([]K, bool)
	// Unpack returns a position that has the key.
	Unpack func(key K) Component
}

// Pack returns c by its keys. The result is false where its game is not [Packed]
// by keys of type K, or c has none.
func Pack[K comparable](c Component) (packed PackedComponent[K], ok bool) {
	return packed, c.packInto(&packed)
}

func (c *placed) packInto(packed packing) bool {
	if ok, has := c.rules.packInto(c, packed); has {
		return ok
	}
	in, plays := c.inner()
	if !plays || !in.packInto(packed) {
		return false
	}
	packed.wrap(c)
	return true
}

// A packing is a *[PackedComponent] with keys of some type.
type packing interface{ wrap(c *placed) }

// wrap makes the keys of what is inside c those of c.
func (packed *PackedComponent[K]) wrap(c *placed) {
	keysOf, unpack := packed.AppendKeys, packed.Unpack
	packed.AppendKeys = func(dst []K, q Component) ([]K, bool) { return keysOf(dst, innerOf(q)) }
	packed.Unpack = func(key K) Component { return c.around(unpack(key)) }
}
