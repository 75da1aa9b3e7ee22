package queue

// The coordinator of a job puts the pieces into the queue, keeps the results in the folder, and
// computes some of them again. All that changes the folder is done by one goroutine.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
)

// A Coordinator says how a job is done by workers.
type Coordinator struct {
	Means
	Job job.Job
	Dir string // the folder of the job
	// Listen is the address of a server in this process, whose files are in the folder until
	// the job is done; "" for the server at the URL. Workers have to know the token; one is made
	// where it is "", and kept beside the server's files. Started is told the server's URL, and
	// that token or ""; it may be nil.
	Listen  string
	Token   string
	Started func(url, made string)
	// AckWait is how long a worker may be silent before its piece goes to another; 0 for half
	// a minute. Workers speak thrice as often.
	AckWait time.Duration
	// Check says how many results are computed again: the first of each worker, and one of
	// this many others; 0 for one of a hundred, below 0 for none at all.
	Check    int
	Replicas int // of the streams in a cluster; 0 for one
	// Shared says that others use the server too, maybe for the same job.
	Shared bool
	// Progress is told how far the job has come. It may be nil.
	Progress func(job.Status)
}

const (
	defaultAckWait = 30 * time.Second
	defaultCheck   = 100
	mostChecks     = 16  // that wait; more are not begun
	batchResults   = 256 // results that are fetched at a time
	idle           = time.Second
	goodbye        = 10 * time.Second // for workers to learn that the job is done
	serverFiles    = "nats"
	mostUnacked    = 1 << 20
)

// Coordinate does a job by workers. When it is stopped, what is done is kept in the folder,
// and what is on the way in the streams; called again it goes on. At the end it deletes the
// streams, which tells the workers that there is nothing left.
func Coordinate(ctx context.Context, c Coordinator) (err error) {
	folder, err := job.Open(c.Dir, c.Job, c.Note)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if c.Listen != "" {
		files := filepath.Join(c.Dir, serverFiles)
		token, made := c.Token, ""
		if token == "" {
			if made, err = tokenIn(files); err != nil {
				return err
			}
			token = made
		}
		s, e := startFor(c.Listen, files, c.Job.ID(), token)
		if e != nil {
			return e
		}
		var stop context.CancelCauseFunc
		ctx, stop = context.WithCancelCause(ctx)
		defer stop(nil)
		go s.watch(ctx, func(err error) {
			kept := folder.Status()
			stop(fmt.Errorf("%w; %d of %s are kept, and the same command goes on from there", err, kept.Done, message.Count(kept.Pieces, "piece", "pieces")))
		})
		c.URL = s.URL
		c.Options = append(c.Options, s.own...)
		defer func() {
			if s.Stop(); err == nil {
				err = os.RemoveAll(files)
			}
		}()
		defer func() {
			for since := time.Now(); err == nil && s.server.NumClients() > 0 && time.Since(since) < goodbye; {
				time.Sleep(idle / 10) // workers ask whether there is more
			}
		}()
		if c.Started != nil {
			c.Started(s.URL, made)
		}
	}
	conn, js, err := c.connect("grundy coordinator")
	if err != nil {
		return err
	}
	defer conn.Close()
	r := &coordination{Coordinator: c, folder: folder, conn: conn, js: js, id: c.Job.ID(), began: time.Now(), seen: map[string]bool{}, liars: map[string]bool{}}
	if line, is := c.Job.OneByOne(); is && folder.Lacks() > 0 {
		r.note("%s", line)
	}
	results, err := r.begin(ctx)
	if err != nil {
		return err
	}
	ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	r.wake = sync.NewCond(&r.mu)
	defer context.AfterFunc(ctx, r.wakeUp)()
	var group sync.WaitGroup
	group.Go(func() { r.check(ctx) })
	err = r.collect(ctx, results)
	r.stop(err)
	r.wakeUp()
	group.Wait()
	r.blocks.wait()
	if err == nil {
		err = r.end(context.WithoutCancel(ctx))
	}
	return err
}

// A coordination is one call of [Coordinate].
type coordination struct {
	Coordinator
	folder *job.Folder
	conn   *nats.Conn
	js     jetstream.JetStream
	id     string
	began  time.Time
	stop   context.CancelCauseFunc

	tier      int  // which is being done
	published bool // all of its pieces were put into the queue
	blocks    *blocks

	done  int // pieces of this run
	seen  map[string]bool
	liars map[string]bool

	mu      sync.Mutex
	wake    *sync.Cond
	epoch   string  // of a job with tiers: results of others may have been computed from lies
	checks  []int   // pieces that wait to be computed again
	at      bool    // one is being computed
	checked []check // that are done
}

// A check is a piece that was computed again.
type check struct {
	piece  int
	epoch  string
	result []byte
	err    error
}

// begin makes the streams, or finds them as they were left.
func (r *coordination) begin(ctx context.Context) (results jetstream.Consumer, err error) {
	where := ""
	if r.Shared {
		host, _ := os.Hostname()
		if where, err = filepath.Abs(r.Dir); err != nil {
			return nil, err
		}
		where = host + ":" + where
	}
	text, err := json.Marshal(described{r.id, r.Job.Kind, job.Version(), r.Job.Spec})
	if err != nil {
		return nil, err
	}
	wait := r.AckWait
	if wait == 0 {
		wait = defaultAckWait
	}
	metadata := map[string]string{folderMetadata: where}
	err = r.persist(ctx, r.conn, func(ctx context.Context) error {
		if _, err := r.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeStore + short(r.id), Replicas: r.Replicas}); err != nil {
			return err
		}
		objects, err := r.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: store + short(r.id), Replicas: r.Replicas})
		if err != nil {
			return err
		}
		if _, err := objects.PutBytes(ctx, description, text); err != nil {
			return err
		}
		if _, err := r.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: resultStream + short(r.id), Subjects: []string{resultSubject(r.id, ">")},
			Retention: jetstream.WorkQueuePolicy, Replicas: r.Replicas, Metadata: metadata,
		}); err != nil {
			return err
		}
		// Results that a killed coordinator had taken come again at once, not after a wait.
		if err := r.js.DeleteConsumer(ctx, resultStream+short(r.id), keeper); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		results, err = r.js.CreateOrUpdateConsumer(ctx, resultStream+short(r.id), jetstream.ConsumerConfig{
			Durable: keeper, AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxAckPending: mostUnacked,
		})
		if err != nil {
			return err
		}
		if _, err := r.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: workStream + short(r.id), Subjects: []string{workSubject(r.id, ">")},
			Retention: jetstream.WorkQueuePolicy, Replicas: r.Replicas, Metadata: metadata,
			// A piece is in the queue once.
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
		}); err != nil {
			return err
		}
		if _, err = r.js.CreateOrUpdateConsumer(ctx, workStream+short(r.id), jetstream.ConsumerConfig{
			Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxAckPending: mostUnacked,
		}); err != nil || !r.Job.Tiered() {
			return err
		}
		r.blocks, err = findBlocks(ctx, objects, r.Job.Pieces)
		return err
	})
	if err == nil && r.Job.Tiered() {
		err = r.firstEpoch(ctx)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		err = fmt.Errorf("the job %s runs at this server already, with another folder; go on with that one", short(r.id))
		if s, e := r.js.Stream(ctx, resultStream+short(r.id)); e == nil {
			if other := s.CachedInfo().Config.Metadata[folderMetadata]; other != "" {
				err = fmt.Errorf("the job %s runs at this server already, with the folder %s; go on with that one", short(r.id), message.Shown(other))
			}
		}
	}
	return results, err
}

// collect keeps results until no piece is missing and none waits to be computed again.
func (r *coordination) collect(ctx context.Context, results jetstream.Consumer) error {
	for {
		if err := r.judgeChecked(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if r.folder.Lacks() == 0 {
			if r.awaitCheck(ctx) {
				continue
			}
			return nil
		}
		var batch []jetstream.Msg
		err := r.persist(ctx, r.conn, func(context.Context) error {
			fetched, err := results.FetchNoWait(batchResults)
			if err == nil {
				for m := range fetched.Messages() {
					batch = append(batch, m)
				}
				err = fetched.Error()
			}
			if len(batch) > 0 || err != nil {
				return err
			}
			if r.published { // those that a run before left are kept first
				fetched, err = results.Fetch(1, jetstream.FetchMaxWait(idle))
				if err == nil {
					for m := range fetched.Messages() {
						batch = append(batch, m)
					}
					err = fetched.Error()
				}
			}
			if errors.Is(err, nats.ErrTimeout) {
				err = nil
			}
			return err
		})
		if err != nil && len(batch) == 0 {
			return err
		}
		for _, m := range batch {
			if err := r.keep(ctx, m); err != nil {
				return err
			}
		}
		for r.tier+1 < r.Job.TierCount() && len(r.folder.Missing(r.Job.Tier(r.tier))) == 0 {
			r.tier, r.published = r.tier+1, false
		}
		if len(batch) > 0 || r.published && !r.idle(ctx) {
			continue
		}
		if err := r.publishTier(ctx); err != nil {
			return err
		}
	}
}

// publishTier puts the missing pieces of the tier into the queue, when the results that they may
// need are in the store.
func (r *coordination) publishTier(ctx context.Context) error {
	from, to := r.Job.Tier(r.tier)
	if from > 0 {
		if _, err := r.storeBlocks(ctx, from); err != nil {
			return err
		}
	}
	r.published = true
	missing := r.folder.Missing(from, to)
	queued, err := r.queued(ctx)
	if err != nil {
		return err
	}
	return r.publish(ctx, slices.DeleteFunc(missing, func(piece int) bool { return queued[workSubject(r.id, piece)] > 0 }))
}

// queued returns the subjects of the pieces that are in the queue, as a run before has left them.
func (r *coordination) queued(ctx context.Context) (subjects map[string]uint64, err error) {
	err = r.persist(ctx, r.conn, func(ctx context.Context) error {
		s, err := r.js.Stream(ctx, workStream+short(r.id))
		if err != nil || s.CachedInfo().State.Msgs == 0 {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(workSubject(r.id, ">")))
		if err == nil {
			subjects = info.State.Subjects
		}
		return err
	})
	return subjects, err
}

// idle reports whether there is nothing on the way at the server: then pieces that are
// missing are lost, as where its disk failed.
func (r *coordination) idle(ctx context.Context) bool {
	for _, name := range []string{workStream, resultStream} {
		s, err := r.js.Stream(ctx, name+short(r.id))
		if err != nil || s.CachedInfo().State.Msgs > 0 {
			return false
		}
	}
	return true
}

// publish puts pieces into the queue, except those that are there.
func (r *coordination) publish(ctx context.Context, pieces []int) error {
	const most = 4096 // on the way
	var failed error
	for len(pieces) > 0 {
		now := pieces[:min(most, len(pieces))]
		pieces = pieces[len(now):]
		var futures []jetstream.PubAckFuture
		for _, piece := range now {
			m := nats.NewMsg(workSubject(r.id, piece))
			m.Header.Set(epochHeader, r.epoch)
			f, err := r.js.PublishMsgAsync(m)
			if err != nil {
				return r.away(ctx, err)
			}
			futures = append(futures, f)
		}
		for _, f := range futures {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				if !isFull(err) {
					failed = err
				}
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
	if failed != nil {
		r.note("some pieces could not be put into the queue, which is tried again: %s", message.Line(failed))
	}
	return nil
}

// away waits where the server is away, and returns err where that is not the reason.
func (r *coordination) away(ctx context.Context, err error) error {
	if r.conn.IsClosed() {
		return err
	}
	return r.persist(ctx, r.conn, func(ctx context.Context) error {
		_, err := r.js.Stream(ctx, workStream+short(r.id))
		return err
	})
}

// keep keeps a result.
func (r *coordination) keep(ctx context.Context, m jetstream.Msg) error {
	piece, err := pieceOf(m.Subject(), r.Job.Pieces)
	if err != nil {
		return m.Term()
	}
	by := m.Headers().Get(byHeader)
	object := m.Headers().Get(objectHeader)
	done := func() error {
		if object != "" {
			if objects, err := r.js.ObjectStore(ctx, largeStore+short(r.id)); err == nil {
				_ = objects.Delete(ctx, object) // the store is deleted at the end
			}
		}
		_ = m.Ack() // one that is lost comes again, and is compared
		return nil
	}
	_, has := r.folder.By(piece)
	switch {
	case m.Headers().Get(epochHeader) != r.epoch:
		return done()
	case r.liars[by] || by == "" || len(by) > MostName:
		if !has {
			err = r.publish(ctx, []int{piece})
		}
		return errors.Join(err, done())
	case m.Headers().Get(errorHeader) != "":
		if !has {
			err = r.retry(ctx, piece, by, m.Headers().Get(errorHeader))
		}
		return errors.Join(err, done())
	}
	result := m.Data()
	if object != "" {
		err := r.persist(ctx, r.conn, func(ctx context.Context) (err error) {
			result, err = readObject(ctx, r.js, largeStore+short(r.id), object)
			return err
		})
		switch {
		case errors.Is(err, jetstream.ErrObjectNotFound):
			if !has {
				err = r.publish(ctx, []int{piece})
			} else {
				err = nil // it came again, and was deleted when it was kept
			}
			return errors.Join(err, done())
		case err != nil:
			return err
		}
	}
	if has {
		first, _ := r.folder.By(piece)
		if _, differ := errors.AsType[*job.DifferenceError](r.folder.Compare(piece, first, result)); differ {
			if err := r.judge(ctx, piece, by, result); err != nil {
				return err
			}
		}
		return done()
	}
	if err := r.keepHere(ctx, piece, by, result); err != nil {
		return err
	}
	if r.drawn(by) {
		r.mu.Lock()
		r.checks = append(r.checks, piece)
		r.mu.Unlock()
		r.wakeUp()
	}
	if r.done++; r.Progress != nil {
		s := r.folder.Status()
		s.SetRate(r.done, time.Since(r.began))
		r.Progress(s)
	}
	return done()
}

// keepHere keeps a result in the folder, and begins to put it into the store if pieces of later tiers
// may need it.
func (r *coordination) keepHere(ctx context.Context, piece int, by string, result []byte) error {
	if err := r.folder.Put(piece, by, result); err != nil {
		return err
	}
	if last, _ := r.Job.Tier(r.Job.TierCount() - 1); piece < last {
		r.blocks.begin(func() error { return r.storeBlock(ctx, piece, result) })
	}
	return nil
}

// drawn reports whether a result of that worker is computed again.
func (r *coordination) drawn(by string) bool {
	oneIn := r.Check
	if oneIn == 0 {
		oneIn = defaultCheck
	}
	first := !r.seen[by]
	r.seen[by] = true
	r.mu.Lock()
	waiting := len(r.checks)
	r.mu.Unlock()
	return oneIn > 0 && (first || oneIn == 1 || rand.N(oneIn) == 0 && waiting < mostChecks)
}

// retry does a piece here that a worker could not do. If it cannot be done here either, that
// is the end of the job.
func (r *coordination) retry(ctx context.Context, piece int, by, why string) error {
	result, err := r.Job.Do(ctx, piece, r.folder.Earlier)
	if err != nil {
		return fmt.Errorf("piece %d: %w", piece, err)
	}
	r.note("the worker %s could not do piece %d, which was done here: %s", message.Shown(by), piece, message.Shown(why))
	return r.keepHere(ctx, piece, "", result)
}

// judge finds who is wrong where the results of a piece differ.
func (r *coordination) judge(ctx context.Context, piece int, by string, other []byte) error {
	result, err := r.Job.Do(ctx, piece, r.folder.Earlier)
	if err != nil {
		return fmt.Errorf("piece %d: %w", piece, err)
	}
	if at, differ := job.Differ(result, other); differ {
		if err := r.denounce(ctx, by, piece, at); err != nil {
			return err
		}
	}
	return r.compare(ctx, piece, result)
}

// compare compares a piece of the folder with its true result.
func (r *coordination) compare(ctx context.Context, piece int, result []byte) error {
	by, has := r.folder.By(piece)
	if !has {
		return nil // it was dropped meanwhile
	}
	err := r.folder.Compare(piece, by, result)
	if differs, ok := errors.AsType[*job.DifferenceError](err); ok {
		return r.denounce(ctx, by, piece, differs.At)
	}
	return err
}

// denounce names a worker whose result is wrong, and drops all its results, and those of later
// tiers, which may have been computed from them. They are done again.
func (r *coordination) denounce(ctx context.Context, by string, piece, at int) error {
	r.liars[by] = true
	pieces := r.folder.From(by)
	drop, more := pieces, ""
	if r.Job.Tiered() && len(pieces) > 0 {
		tier := r.Job.TierOf(pieces[0])
		_, behind := r.Job.Tier(tier)
		first, _ := slices.BinarySearch(pieces, behind)
		later := r.folder.Has(behind, r.Job.Pieces)
		more = fmt.Sprintf(", and %s that may depend on them,", message.Count(len(later)-len(pieces[first:]), "other", "others"))
		drop = slices.Concat(later, pieces[:first])
		r.tier, r.published = tier, false
	}
	problem := r.folder.Drop(drop...)
	r.note("the worker %s is wrong: piece %d is not what is computed here, from byte %d on; %s of it%s are dropped and done again", message.Shown(by), piece, at, message.Count(len(pieces), "result", "results"), more)
	if problem != nil || len(drop) == 0 {
		return problem
	}
	if !r.Job.Tiered() {
		return r.publish(ctx, drop)
	}
	r.blocks.drop(drop)
	return r.newEpoch(ctx)
}

// check computes pieces again, until ctx ends.
func (r *coordination) check(ctx context.Context) {
	for {
		r.mu.Lock()
		for len(r.checks) == 0 && ctx.Err() == nil {
			r.wake.Wait()
		}
		if ctx.Err() != nil {
			r.mu.Unlock()
			return
		}
		c := check{piece: r.checks[0], epoch: r.epoch}
		r.checks, r.at = r.checks[1:], true
		r.mu.Unlock()
		c.result, c.err = r.Job.Do(ctx, c.piece, r.folder.Earlier)
		r.mu.Lock()
		r.at, r.checked = false, append(r.checked, c)
		r.mu.Unlock()
		r.wakeUp()
	}
}

// judgeChecked compares what was computed again.
func (r *coordination) judgeChecked(ctx context.Context) error {
	r.mu.Lock()
	checked := r.checked
	r.checked = nil
	r.mu.Unlock()
	for _, c := range checked {
		_, has := r.folder.By(c.piece)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case c.epoch != r.epoch: // it may have been computed from lies
			if has {
				r.mu.Lock()
				r.checks = append(r.checks, c.piece)
				r.mu.Unlock()
				r.wakeUp()
			}
		case c.err != nil:
			return fmt.Errorf("piece %d: %w", c.piece, c.err)
		default:
			if err := r.compare(ctx, c.piece, c.result); err != nil {
				return err
			}
		}
	}
	return nil
}

// awaitCheck waits until a piece was computed again, and returns false if none waits for that.
func (r *coordination) awaitCheck(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.checked) == 0 && (len(r.checks) > 0 || r.at) && ctx.Err() == nil {
		r.wake.Wait()
	}
	return len(r.checked) > 0 || ctx.Err() != nil
}

func (r *coordination) wakeUp() {
	r.mu.Lock()
	r.wake.Broadcast()
	r.mu.Unlock()
}

// end deletes what the job has on the server.
func (r *coordination) end(ctx context.Context) error {
	return r.persist(ctx, r.conn, func(ctx context.Context) error {
		for _, name := range []string{workStream, resultStream} {
			if err := r.js.DeleteStream(ctx, name+short(r.id)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
				return err
			}
		}
		for _, name := range []string{store, largeStore} {
			if err := r.js.DeleteObjectStore(ctx, name+short(r.id)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrBucketNotFound) {
				return err
			}
		}
		return nil
	})
}
