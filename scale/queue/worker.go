package queue

// A worker takes pieces until none is left.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
)

// A Worker says who works, and how.
type Worker struct {
	Means
	Name    string // other than those of all others
	Workers int    // pieces at a time; 0 for one a core
	Cache   int    // bytes of results of earlier tiers that are kept in memory; 0 for [DefaultCache]
	Make    func(kind string, spec json.RawMessage) (job.Job, error)
	// Done is told after each piece how many this worker has done. It may be nil.
	Done func(pieces int)
}

// DefaultCache is how many bytes of results of earlier tiers a worker keeps in memory.
const DefaultCache = 256 << 20

// A RefusedError says that a worker is not fit for the jobs that there are.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

// Work takes pieces of the jobs at the server until no job is left that it can do. It waits
// for the first job. Pieces that it cannot finish, because ctx ends, go to others at once.
func Work(ctx context.Context, w Worker) error {
	if w.Name == "" || len(w.Name) > MostName {
		return fmt.Errorf("a worker needs a name, of at most %d bytes", MostName)
	}
	conn, js, err := w.connect("grundy worker " + w.Name)
	if err != nil {
		return err
	}
	defer conn.Close()
	l := &labour{Worker: w, conn: conn, js: js}
	var refused error
	var tried []string
	var told sync.Once
	for began := time.Now(); ; {
		id, err := l.find(ctx, tried)
		switch {
		case err != nil:
			return err
		case id == "" && tried != nil:
			return refused
		case id == "" && time.Since(began) > w.patience():
			return fmt.Errorf("there is no job at %s", w.URL)
		case id == "":
			told.Do(func() {
				w.note("there is no job at %s yet; waiting for one, at most %s", w.URL, units.Time(w.patience()))
			})
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(retryEvery):
			}
			continue
		}
		err = l.work(ctx, id)
		if other, ok := errors.AsType[*RefusedError](err); ok {
			w.note("turned away: %v", message.Line(other))
			refused, err = other, nil
		}
		if err != nil && !errors.Is(err, errEnded) {
			return err
		}
		tried = append(tried, id)
	}
}

// A labour is one call of [Work].
type labour struct {
	Worker
	conn *nats.Conn
	js   jetstream.JetStream

	id    string // of the job that it works on
	cache *cache

	mu   sync.Mutex
	done int
}

// find returns the first part of the ID of a job that was not tried yet, or "".
func (l *labour) find(ctx context.Context, tried []string) (id string, err error) {
	err = l.persist(ctx, l.conn, func(ctx context.Context) error {
		id = ""
		names := l.js.StreamNames(ctx, jetstream.WithStreamListSubject("grundy.*.work.>"))
		for name := range names.Name() {
			if part, ok := strings.CutPrefix(name, workStream); ok && !slices.Contains(tried, part) && (id == "" || part < id) {
				id = part
			}
		}
		return names.Err()
	})
	return id, err
}

// work takes pieces of a job until it has ended.
func (l *labour) work(ctx context.Context, id string) error {
	var d described
	var pieces jetstream.Consumer
	err := l.persist(ctx, l.conn, func(ctx context.Context) error {
		text, err := readObject(ctx, l.js, store+id, description)
		if err == nil {
			pieces, err = l.js.Consumer(ctx, workStream+id, workers)
		}
		if err == nil {
			return json.Unmarshal(text, &d)
		}
		if gone := l.ended(ctx, err, workStream+id); errors.Is(gone, jetstream.ErrStreamNotFound) {
			return gone
		}
		return errors.New(err.Error()) // its coordinator may be about to make the rest
	})
	if err != nil {
		return err
	}
	if d.Version != job.Version() {
		return &RefusedError{differs(d, job.Job{})}
	}
	j, err := l.Make(d.Kind, d.Spec)
	if err != nil {
		return &RefusedError{fmt.Errorf("the job %s cannot be made here: %w", short(d.ID), err)}
	}
	if j.ID() != d.ID {
		return &RefusedError{differs(d, j)}
	}
	l.id, l.cache = d.ID, &cache{most: cmp.Or(l.Cache, DefaultCache)}
	wait := pieces.CachedInfo().Config.AckWait
	l.note("working on the job %s: %s, %s", short(d.ID), d.Kind, message.Count(j.Pieces, "piece", "pieces"))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var group sync.WaitGroup
	for range meter.Cores(ctx, l.Workers) {
		group.Go(func() { stop(l.take(ctx, j, pieces, wait)) })
	}
	group.Wait()
	return context.Cause(ctx)
}

// take takes pieces, one after the other.
func (l *labour) take(ctx context.Context, j job.Job, pieces jetstream.Consumer, wait time.Duration) error {
	for {
		var taken []jetstream.Msg
		err := l.persist(ctx, l.conn, func(once context.Context) error {
			const most = 10 * time.Second
			once, cancel := context.WithTimeout(once, most)
			defer cancel()
			batch, err := pieces.Fetch(1, jetstream.FetchContext(once))
			if err == nil {
				for m := range batch.Messages() {
					taken = append(taken, m)
				}
				err = batch.Error()
			}
			switch {
			case len(taken) > 0:
				return nil
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case !l.conn.IsConnected():
				return nats.ErrDisconnected
			case err == nil, once.Err() != nil, errors.Is(err, nats.ErrTimeout):
				return nil // there is none at present
			}
			return l.ended(ctx, err, workStream+short(l.id))
		})
		for _, m := range taken {
			if err == nil {
				err = l.do(ctx, j, m, wait)
			} else {
				_ = m.Nak()
			}
		}
		if err != nil {
			return err
		}
	}
}

// do does a piece, publishes its result, and says that it is done. While it works it tells
// the server so, as otherwise the piece would go to another worker.
func (l *labour) do(ctx context.Context, j job.Job, m jetstream.Msg, wait time.Duration) error {
	piece, err := pieceOf(m.Subject(), j.Pieces)
	if err != nil {
		return m.Term()
	}
	working, end := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer end()
	group.Go(func() {
		beat := time.NewTicker(max(wait/3, time.Millisecond))
		defer beat.Stop()
		for {
			select {
			case <-working.Done():
				return
			case <-beat.C:
				_ = m.InProgress() // if it is lost, another one does the piece too
			}
		}
	})
	epoch := m.Headers().Get(epochHeader)
	result, failed := j.Do(ctx, piece, func(ctx context.Context, piece int) ([]byte, error) { return l.earlier(ctx, epoch, piece) })
	if ctx.Err() != nil {
		_ = m.Nak()
		_ = l.conn.FlushTimeout(time.Second) // the process may end now
		return context.Cause(ctx)
	}
	if err := l.publish(ctx, piece, m, result, failed); err != nil {
		return err
	}
	if l.Done != nil {
		l.mu.Lock()
		l.done++
		l.Done(l.done)
		l.mu.Unlock()
	}
	// The result is kept. No answer is waited for: a server that was killed may not know any more
	// who has the piece, and then another worker does it again.
	_ = m.Ack()
	return nil
}

// publish publishes the result of a piece, or why there is none.
func (l *labour) publish(ctx context.Context, piece int, m jetstream.Msg, result []byte, failed error) error {
	id := l.id
	out := nats.NewMsg(resultSubject(id, piece))
	out.Header.Set(byHeader, l.Name)
	out.Header.Set(epochHeader, m.Headers().Get(epochHeader))
	delivered := "" // the piece may be put into the queue again, and each time be delivered again
	if meta, err := m.Metadata(); err == nil {
		delivered = fmt.Sprintf("%d-%d", meta.Sequence.Stream, meta.NumDelivered)
	}
	name := fmt.Sprintf("%d-%s-%s", piece, l.Name, delivered)
	return l.persist(ctx, l.conn, func(ctx context.Context) error {
		switch {
		case failed != nil:
			out.Header.Set(errorHeader, message.Line(failed))
		case len(result) <= mostMessage:
			out.Data = result
		default:
			objects, err := l.js.ObjectStore(ctx, largeStore+short(id))
			object := name + "-" + rand.Text() // a worker may not replace what is there
			if err == nil {
				_, err = objects.Put(ctx, jetstream.ObjectMeta{Name: object}, bytes.NewReader(result))
			}
			if err != nil {
				return err
			}
			out.Header.Set(objectHeader, object)
		}
		once, cancel := context.WithTimeout(ctx, answerWithin)
		defer cancel()
		_, err := l.js.PublishMsg(once, out, jetstream.WithMsgID(name))
		return l.ended(ctx, err, resultStream+short(id))
	})
}

// answerWithin is how long a server has to answer before it is asked again.
const answerWithin = 5 * time.Second

// ended returns why a call failed: that the stream is not there any more, if that is so.
func (l *labour) ended(ctx context.Context, err error, stream string) error {
	if err != nil && l.conn.IsConnected() {
		if _, gone := l.js.Stream(ctx, stream); errors.Is(gone, jetstream.ErrStreamNotFound) {
			return gone
		}
	}
	return err
}

// pieceOf returns the piece of a subject.
func pieceOf(subject string, pieces int) (int, error) {
	_, number, _ := strings.Cut(subject[max(0, strings.LastIndexByte(subject, '.')):], ".")
	piece, err := strconv.Atoi(number)
	if err == nil && (piece < 0 || piece >= pieces) {
		err = fmt.Errorf("there is no piece %d among %d", piece, pieces)
	}
	return piece, err
}
