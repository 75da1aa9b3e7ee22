package queue

// Pieces of later tiers need results of earlier ones: the coordinator puts them into the object
// store, and workers read them from there.
//
// Pieces that are put into the queue name an epoch, and so do their results. A new one begins
// whenever results are dropped because a worker has lied: it is named by the record of the folder that
// drops them, so a coordinator that is killed and called again goes on with it. Results
// of another epoch may come from lies, and are not taken. Before a piece is put into
// the queue, the store has what the folder has of all earlier tiers; so workers that read it, and
// keep it for as long as the epoch lasts, read no lies that are known.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// blockName returns the name of a result in the store.
func blockName(piece int) string { return fmt.Sprintf("block-%d", piece) }

// blocks are the results in the store. A nil one is for jobs of one tier.
type blocks struct {
	objects jetstream.ObjectStore
	digests map[string]string // of objects that a run before has left

	group sync.WaitGroup
	room  chan struct{} // for results on the way

	stored []bool // which pieces are in the store, as the folder has them
	below  int    // all pieces below are
}

// onTheWay is how many results are put into the store at a time.
const onTheWay = 8

// findBlocks returns the results in a store, as a run before has left it.
func findBlocks(ctx context.Context, objects jetstream.ObjectStore, pieces int) (*blocks, error) {
	b := &blocks{objects: objects, digests: map[string]string{}, room: make(chan struct{}, onTheWay), stored: make([]bool, pieces)}
	all, err := objects.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		err = nil
	}
	for _, o := range all {
		b.digests[o.Name] = o.Digest
	}
	return b, err
}

// begin puts a result into the store meanwhile. If that fails, it is tried again when it is needed.
func (b *blocks) begin(put func() error) {
	b.room <- struct{}{}
	b.group.Go(func() {
		_ = put()
		<-b.room
	})
}

// wait waits until nothing is on the way.
func (b *blocks) wait() {
	if b != nil {
		b.group.Wait()
	}
}

// drop forgets that results are in the store.
func (b *blocks) drop(pieces []int) {
	b.wait()
	for _, piece := range pieces {
		b.stored[piece] = false
		delete(b.digests, blockName(piece))
		b.below = min(b.below, piece)
	}
}

// storeBlock puts a result into the store.
func (r *coordination) storeBlock(ctx context.Context, piece int, result []byte) error {
	err := r.persist(ctx, r.conn, func(ctx context.Context) error {
		_, err := r.blocks.objects.Put(ctx, jetstream.ObjectMeta{Name: blockName(piece)}, bytes.NewReader(result))
		return err
	})
	r.blocks.stored[piece] = err == nil
	return err
}

// storeBlocks puts the results of the first pieces into the store that it lacks, and returns how many
// these are.
func (r *coordination) storeBlocks(ctx context.Context, pieces int) (count int, err error) {
	b := r.blocks
	b.wait()
	for ; b.below < pieces; b.below++ {
		piece := b.below
		if b.stored[piece] {
			continue
		}
		result, err := r.folder.Earlier(ctx, piece)
		if err != nil {
			return count, err
		}
		hash := sha256.New()
		_, _ = hash.Write(result)
		if b.digests[blockName(piece)] == jetstream.GetObjectDigestValue(hash) {
			b.stored[piece] = true
			continue
		}
		if err := r.storeBlock(ctx, piece, result); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// firstEpoch goes on with the epoch of a run before, whose pieces may be on the way. A new one begins
// where there is none, and where the store is not what that run has left.
func (r *coordination) firstEpoch(ctx context.Context) error {
	missing := r.folder.Missing(0, r.Job.Pieces)
	if len(missing) == 0 {
		return nil
	}
	r.tier = r.Job.TierOf(missing[0])
	from, _ := r.Job.Tier(r.tier)
	stored, err := r.storeBlocks(ctx, from)
	if err == nil && (stored > 0 || r.folder.Epoch() == "") {
		err = r.folder.Drop(missing[0])
	}
	if err != nil {
		return err
	}
	return r.newEpoch(ctx)
}

// newEpoch begins the epoch of the folder: pieces of another one in the queue are taken back, and checks
// that wait are of results that are there.
func (r *coordination) newEpoch(ctx context.Context) error {
	r.mu.Lock()
	r.epoch = r.folder.Epoch()
	waiting := r.checks
	r.checks = nil
	for _, piece := range waiting {
		if _, has := r.folder.By(piece); has {
			r.checks = append(r.checks, piece)
		}
	}
	r.mu.Unlock()
	return r.persist(ctx, r.conn, func(ctx context.Context) error {
		s, err := r.js.Stream(ctx, workStream+short(r.id))
		if err != nil {
			return err
		}
		last, err := s.GetLastMsgForSubject(ctx, workSubject(r.id, ">")) // all are of one epoch
		if err == nil && last.Header.Get(epochHeader) == r.epoch || errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		return s.Purge(ctx)
	})
}

// A cache keeps results of an epoch in memory, those that were read last.
type cache struct {
	most int

	mu      sync.Mutex
	epoch   string
	bytes   int
	results map[int][]byte
	order   []int // the oldest first
}

func (c *cache) get(epoch string, piece int) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	result, ok := c.results[piece]
	return result, ok && c.epoch == epoch
}

func (c *cache) put(epoch string, piece int, result []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epoch != epoch {
		c.epoch, c.bytes, c.results, c.order = epoch, 0, map[int][]byte{}, nil
	}
	if _, has := c.results[piece]; has || len(result) > c.most {
		return
	}
	c.results[piece], c.order, c.bytes = result, append(c.order, piece), c.bytes+len(result)
	for c.bytes > c.most {
		c.bytes -= len(c.results[c.order[0]])
		delete(c.results, c.order[0])
		c.order = c.order[1:]
	}
}

// earlier returns the result of a piece of an earlier tier.
func (l *labour) earlier(ctx context.Context, epoch string, piece int) (result []byte, err error) {
	result, ok := l.cache.get(epoch, piece)
	if ok {
		return result, nil
	}
	err = l.persist(ctx, l.conn, func(ctx context.Context) error {
		result, err = readObject(ctx, l.js, store+short(l.id), blockName(piece))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the result of piece %d: %w", piece, err)
	}
	l.cache.put(epoch, piece, result)
	return result, nil
}
