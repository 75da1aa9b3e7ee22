package disk

// A table may be filled in pieces, which are computed one by one, on any machine, from the results
// of earlier pieces. The files are made of all results.
//
// A piece is a run of positions in an order in which every move leads back. Where that
// order has levels, and every move lowers the level, the positions of a level do not need
// each other: a large level makes several pieces, which are a tier together. Small levels
// that follow one another make one piece, which is a tier alone; its positions are computed in
// order. So are all where no levels are known.
//
// The result of a piece is its greatest value in two bytes, the lower one first, and its
// values, packed as those of a block are.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"sort"
	"sync"

	"github.com/edsrzf/mmap-go"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/search"
)

// Pieces are the pieces of a table.
type Pieces struct {
	of     Header
	order  *search.Arrangement // of the places in which they are runs
	firsts []uint64            // the first place of each piece, and behind them the number of positions
	tiers  []int               // the first piece of each
	most   uint64              // positions a piece
}

// mostPieces bounds the pieces of a table.
const mostPieces = 1 << 22

// A PieceError says that a table is not cut into pieces of some size.
type PieceError struct{ Msg string }

func (e *PieceError) Error() string { return e.Msg }

// Cut cuts a table into pieces of that many positions or fewer; 0 stands for as many as serve
// well. Every move lowers the first of
// the weighted sums that it changes, or the rank where there are none; the table itself may be
// in another order.
func Cut(h Header, weights [][]int64, positions uint64) (*Pieces, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	count := h.count()
	order, err := search.Arrange(h.Sizes, weights)
	if err != nil {
		return nil, err
	}
	levels := append(order.Tiers(), count)
	if positions == 0 {
		positions = usual(levels)
	}
	switch {
	case positions > mostBlock:
		return nil, &PieceError{fmt.Sprintf("pieces of %d positions; want 1 … %d", positions, mostBlock)}
	case count/positions >= mostPieces/2: // levels may end within them
		return nil, &PieceError{fmt.Sprintf("%d positions in pieces of %d; want at most %d pieces", count, positions, mostPieces/2)}
	}
	p := &Pieces{of: h, order: order, most: positions}
	begin := func(place uint64, tier bool) {
		if tier {
			p.tiers = append(p.tiers, len(p.firsts))
		}
		p.firsts = append(p.firsts, place)
	}
	if len(levels) == 1 { // each position may need the one before it
		for place := uint64(0); place < count; place += positions {
			begin(place, true)
		}
		levels = nil
	}
	for i := 0; i+1 < len(levels); {
		from, to := levels[i], levels[i+1]
		begin(from, true)
		if size := to - from; size > positions {
			n := (size + positions - 1) / positions
			for part := uint64(1); part < n; part++ {
				begin(from+size/n*part+min(size%n, part), false)
			}
		}
		for i++; i+1 < len(levels) && levels[i+1]-from <= positions; i++ {
		}
	}
	p.firsts = append(p.firsts, count)
	return p, nil
}

// usual returns how many positions a piece has where nobody says. If there are levels, the largest
// one makes several pieces.
func usual(levels []uint64) uint64 {
	const least, most = 1 << 12, 1 << 18
	size := levels[len(levels)-1] / 256
	if len(levels) > 1 {
		const together = 16
		size = 0
		for i := range len(levels) - 1 {
			size = max(size, (levels[i+1]-levels[i])/together)
		}
	}
	return max(min(max(size, least), most), 4*levels[len(levels)-1]/mostPieces)
}

// Most returns how many positions a piece may have.
func (p *Pieces) Most() uint64 { return p.most }

// Count returns the number of pieces.
func (p *Pieces) Count() int { return len(p.firsts) - 1 }

// Tiers returns the first piece of each tier: pieces need results of earlier tiers alone.
func (p *Pieces) Tiers() []int { return p.tiers }

// Positions returns the number of positions of a piece.
func (p *Pieces) Positions(piece int) uint64 { return p.firsts[piece+1] - p.firsts[piece] }

// pieceAt returns the piece that holds a place.
func (p *Pieces) pieceAt(place uint64) int {
	return sort.Search(p.Count()-1, func(i int) bool { return p.firsts[i+1] > place })
}

// A result is the values of a piece, as they are read.
type result struct {
	first, to uint64 // places
	packed    []byte
	width     uint8
}

// greatestBytes begin a result.
const greatestBytes = 2

// parse reads the result of a piece.
func (p *Pieces) parse(piece int, text []byte) (result, error) {
	r := result{first: p.firsts[piece], to: p.firsts[piece+1]}
	if len(text) >= greatestBytes {
		r.width, r.packed = bitsOf(binary.LittleEndian.Uint16(text)), text[greatestBytes:]
	}
	if want := ((r.to-r.first)*uint64(r.width) + 7) / 8; len(text) < greatestBytes || uint64(len(r.packed)) != want {
		return r, fmt.Errorf("the result of piece %d has %d bytes, which are not the values of %d positions", piece, len(text), r.to-r.first)
	}
	return r, nil
}

// has reports whether a place is in the piece.
func (r *result) has(place uint64) bool { return place-r.first < r.to-r.first }

// at returns the value of a place.
func (r *result) at(place uint64) uint64 { return at(r.packed, place-r.first, r.width) }

// Compute returns the result of a piece, which is the same however it is computed. Earlier
// returns the result of a piece of an earlier tier. Results are held until they take that much
// memory, and then asked for again.
func (p *Pieces) Compute(ctx context.Context, piece int, moves grundy.RankedMoves, memory uint64, earlier func(piece int) ([]byte, error)) ([]byte, error) {
	first, to := p.firsts[piece], p.firsts[piece+1]
	tier := sort.SearchInts(p.tiers, piece+1) - 1
	c := &computation{
		Pieces: p, valuer: newValuer(&p.of, p.order, moves), first: first, before: p.firsts[p.tiers[tier]],
		earlier: earlier, most: memory, account: meter.Open(ctx), held: map[int]result{},
	}
	c.seen = make([]uint32, 1<<16)
	defer c.account.Close()
	if err := c.account.Take(4*(to-first) + uint64(4*len(c.seen))); err != nil {
		return nil, err
	}
	c.found = make([]uint16, 0, to-first)
	work, counted := 0, 0
	for place := first; place < to; place++ {
		value, err := c.value(place)
		if err == nil && value > math.MaxUint16 {
			err = &LimitError{value - p.of.least(), place}
		}
		if err != nil {
			return nil, inRanks(err, p.order, p.of.count())
		}
		c.found = append(c.found, uint16(value))
		if work += len(c.options) + 1; work >= checkEvery || place+1 == to {
			meter.Of(ctx).Count(uint64(len(c.found) - counted))
			work, counted = 0, len(c.found)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
	}
	greatest := greatestOf(c.found)
	return pack(binary.LittleEndian.AppendUint16(nil, greatest), c.found, bitsOf(greatest)), nil
}

// A computation finds the values of a piece.
type computation struct {
	*Pieces
	valuer
	first, before uint64   // the first place of the piece, and of its tier
	found         []uint16 // the values of the piece, as far as it has come

	earlier func(piece int) ([]byte, error)
	held    map[int]result
	bytes   uint64 // that they take
	most    uint64
	account *meter.Account
	near    [16]result // which an option was in last; by its number, as those of neighbours are alike
}

// value computes what stands in the table at a place.
func (c *computation) value(place uint64) (uint64, error) {
	if isHole, err := c.list(place); isHole || err != nil {
		return hole, err
	}
	for i, q := range c.options {
		of, err := c.look(i, place, q)
		if err != nil {
			return 0, err
		}
		if of < c.least {
			return hole, nil
		}
		c.values = append(c.values, of)
	}
	return c.combined(), nil
}

// look returns what stands at option i of a place.
func (c *computation) look(i int, place, q uint64) (uint64, error) {
	if q >= c.before && (q < c.first || q >= place) {
		return 0, &OrderError{place, q}
	}
	if q >= c.first {
		return uint64(c.found[q-c.first]), nil
	}
	r := &c.near[i%len(c.near)]
	if !r.has(q) {
		var err error
		if *r, err = c.read(c.pieceAt(q)); err != nil {
			return 0, err
		}
	}
	return r.at(q), nil
}

// read returns the result of an earlier piece.
func (c *computation) read(piece int) (result, error) {
	if r, ok := c.held[piece]; ok {
		return r, nil
	}
	text, err := c.earlier(piece)
	if err != nil {
		return result{}, err
	}
	r, err := c.parse(piece, text)
	if err != nil {
		return result{}, err
	}
	if c.bytes += uint64(len(text)); c.bytes > c.most && len(c.held) > 0 {
		clear(c.held)
		clear(c.near[:])
		c.account.Give(c.bytes - uint64(len(text)))
		c.bytes = uint64(len(text))
	}
	c.held[piece] = r
	return r, c.account.Take(uint64(len(text)))
}

// A gathering is the results of all pieces.
type gathering struct {
	*Pieces
	results []result
	order   *search.Arrangement // of the table
	same    bool                // as that of the pieces
}

// Gather makes the table of a folder of the results of all pieces, as [Fill] does by computing;
// so it goes on with what is there. The order of the table may be another than that of the
// pieces. Place says where in the file the result of a piece stands.
func (p *Pieces) Gather(ctx context.Context, dir string, h Header, file string, place func(piece int) (at int64, size int), o Options) (sum Summary, err error) {
	of := p.of
	if of.Weights = h.Weights; of.differs(&h) != "" {
		return sum, errors.New("the pieces are not of the table: " + of.differs(&h))
	}
	in, err := os.Open(file)
	if err != nil {
		return sum, err
	}
	text, err := mmap.Map(in, mmap.RDONLY, 0)
	if err = errors.Join(err, in.Close()); err != nil {
		return sum, err
	}
	defer func() { err = errors.Join(err, text.Unmap()) }()
	g := &gathering{Pieces: p, results: make([]result, p.Count())}
	for piece := range g.results {
		at, size := place(piece)
		if at < 0 || size < 0 || at > int64(len(text))-int64(size) {
			return sum, fmt.Errorf("%s ends before the result of piece %d", file, piece)
		}
		if g.results[piece], err = p.parse(piece, text[at:][:size]); err != nil {
			return sum, err
		}
	}
	if g.order, err = search.Arrange(h.Sizes, h.Weights); err != nil {
		return sum, err
	}
	g.same = search.SameOrder(g.order, p.order)
	f, err := begin(dir, &h, o)
	if err != nil {
		return f.sum, err
	}
	f.from = g
	return f.end(ctx, func() error { return f.fill(ctx) })
}

// gather writes the next blocks, up to the one before end, of the results of pieces.
func (f *filling) gather(ctx context.Context, end uint64) error {
	type packed struct {
		text     []byte
		greatest uint16
	}
	blocks := make([]packed, meter.Cores(ctx, f.options.Workers))
	need := uint64(len(blocks)) * f.block * 4
	if err := meter.Take(ctx, need); err != nil {
		return err
	}
	defer meter.Give(ctx, need)
	for f.done.Load() < end {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		next := f.done.Load()
		now := blocks[:min(uint64(len(blocks)), end-next)]
		var group sync.WaitGroup
		for i := range now {
			group.Go(func() {
				values := f.from.values(f.of.places(next + uint64(i)))
				greatest := greatestOf(values)
				now[i] = packed{pack(now[i].text[:0], values, bitsOf(greatest)), greatest}
			})
		}
		group.Wait()
		for i, b := range now {
			if err := f.put(b.text, b.greatest); err != nil {
				return err
			}
			from, to := f.of.places(next + uint64(i))
			f.sum.Computed += to - from
			f.count(ctx, to-from)
		}
	}
	return nil
}

// values returns what stands at some places of the table.
func (g *gathering) values(from, to uint64) []uint16 {
	values := make([]uint16, 0, to-from)
	var r *result
	for place := from; place < to; place++ {
		at := place
		if !g.same {
			at = g.Pieces.order.Place(g.order.Rank(place))
		}
		if r == nil || !r.has(at) {
			r = &g.results[g.pieceAt(at)]
		}
		values = append(values, uint16(r.at(at)))
	}
	return values
}
