package queue

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/grundy-games/grundy/internal/job"
)

// In the tests workers are processes of this binary, steered by lines: they tell each piece
// that they take, and wait for a word.
const roleVariable = "GRUNDY_SCALE_TEST_ROLE"

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := play(role, os.Args[1:]); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
}

// A lines job has lines 0 … Lines-1 of Bytes bytes, Piece of them in a piece. Each line has a
// checksum of all lines of earlier tiers.
type lines struct {
	Lines  int `json:"lines"`
	Piece  int `json:"piece"`
	Bytes  int `json:"bytes"`
	Tiers  int `json:"tiers,omitempty"`  // of equally many lines
	Broken int `json:"broken,omitempty"` // the piece that cannot be done, from 1 on
}

func (l lines) job() job.Job {
	spec, _ := json.Marshal(l)
	j := job.Job{Kind: "lines", Spec: spec}
	var firsts []int // the first line of each piece
	tiers := max(l.Tiers, 1)
	for tier := range tiers {
		j.Tiers = append(j.Tiers, len(firsts))
		for i := tier * l.Lines / tiers; i < (tier+1)*l.Lines/tiers; i += l.Piece {
			firsts = append(firsts, i)
		}
	}
	j.Pieces = len(firsts)
	j.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
		if piece+1 == l.Broken {
			return nil, errors.New("no such game")
		}
		tier := j.TierOf(piece)
		before := crc32.NewIEEE()
		for other := range j.Tiers[tier] {
			result, err := earlier(ctx, other)
			if err != nil {
				return nil, err
			}
			_, _ = before.Write(result)
		}
		var out bytes.Buffer
		for i := firsts[piece]; i < min(firsts[piece]+l.Piece, (tier+1)*l.Lines/tiers); i++ {
			out.WriteString(strings.Repeat(string(rune('a'+i%26)), l.Bytes))
			fmt.Fprintln(&out, i*i, before.Sum32())
		}
		return out.Bytes(), nil
	}
	return j
}

func makeLines(kind string, spec json.RawMessage) (j job.Job, err error) {
	var l lines
	if kind != "lines" {
		return j, fmt.Errorf("unknown kind %s", kind)
	}
	if err := json.Unmarshal(spec, &l); err != nil {
		return j, err
	}
	return l.job(), nil
}

// ackWait is short, so that others soon take the pieces of a worker that hangs.
const ackWait = 400 * time.Millisecond

// play is what a process of a test does.
func play(role string, args []string) error {
	note := func(line string) { fmt.Println("note", line) }
	words := bufio.NewScanner(os.Stdin)
	switch role {
	case "coordinator": // ADDRESS DIR SPEC
		j, err := makeLines("lines", json.RawMessage(args[2]))
		if err != nil {
			return err
		}
		return Coordinate(context.Background(), Coordinator{
			Means: Means{Note: note}, Job: j, Dir: args[1], AckWait: ackWait,
			Listen: args[0], Token: "for tests", Started: func(url, _ string) { fmt.Println("url", url) },
			Progress: func(s job.Status) { fmt.Println("done", s.Done) },
		})
	case "old":
		job.Version = func() string { return "0.0.9" }
	}
	var mu sync.Mutex
	changed := func(kind string, spec json.RawMessage) (job.Job, error) {
		if role == "unfit" {
			spec = bytes.Replace(spec, []byte(`"bytes":`), []byte(`"bytes":1`), 1)
		}
		j, err := makeLines(kind, spec)
		do := j.Do
		j.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
			if role == "gated" {
				mu.Lock()
				fmt.Println("took", piece)
				words.Scan()
				mu.Unlock()
			}
			result, err := do(ctx, piece, earlier)
			switch {
			case role == "liar" && len(result) > 0:
				result[len(result)/2] ^= 1
			case role == "broken":
				err = errors.New("no memory is left here")
			}
			return result, err
		}
		return j, err
	}
	return Work(context.Background(), Worker{Means: Means{URL: args[0], Note: note, Options: credentialsWith("for tests")}, Name: args[1], Workers: 1, Make: changed})
}

// A process is one of a test.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
	all   strings.Builder
}

func start(t *testing.T, role string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(self, args...), lines: make(chan string, 1<<16)}
	p.cmd.Env = append(os.Environ(), roleVariable+"="+role)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	t.Cleanup(func() { p.kill() })
	return p
}

// next waits for a line that begins like that, and returns the rest.
func (p *process) next(begin string) string {
	p.t.Helper()
	for line := range p.lines {
		fmt.Fprintln(&p.all, line)
		if rest, ok := strings.CutPrefix(line+" ", begin+" "); ok {
			return strings.TrimSpace(rest)
		}
	}
	p.t.Fatalf("the process has ended without %q:\n%s", begin, &p.all)
	return ""
}

// goOn lets a worker do the piece that it took.
func (p *process) goOn() { _, _ = fmt.Fprintln(p.in) }

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// wait waits for the end, and returns the exit status and all that was said.
func (p *process) wait() (status int, said string) {
	_ = p.in.Close()
	for line := range p.lines {
		fmt.Fprintln(&p.all, line)
	}
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode(), p.all.String()
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	p.wait()
}

// together starts workers, which begin when all have found the job.
func together(t *testing.T, s *Server, n int) (all []*process) {
	t.Helper()
	for i := range n {
		all = append(all, start(t, "gated", s.URL, fmt.Sprint("worker-", i)))
	}
	for _, w := range all {
		w.next("note working")
	}
	for _, w := range all {
		_ = w.in.Close() // it does not wait for a word any more
	}
	return all
}

// left checks that workers have ended without an error.
func left(t *testing.T, workers ...*process) {
	t.Helper()
	for i, w := range workers {
		if status, said := w.wait(); status != 0 {
			t.Errorf("worker %d ends with status %d:\n%s", i, status, said)
		}
	}
}

// text returns all results of a folder.
func text(t *testing.T, dir string, j job.Job) string {
	t.Helper()
	var b strings.Builder
	if err := job.Results(dir, j, func(_ int, result []byte) error { b.Write(result); return nil }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// alone returns the results of one process.
func alone(t *testing.T, l lines) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "alone")
	if err := job.Run(t.Context(), l.job(), dir, job.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return text(t, dir, l.job())
}

// serve starts a server.
func serve(t *testing.T) *Server {
	t.Helper()
	s, err := Start("127.0.0.1:0", t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// A running coordinator and what it said.
type running struct {
	dir      string
	err      chan error
	progress chan job.Status
	mu       sync.Mutex
	notes    []string
}

func (r *running) note(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, line)
}

func (r *running) said() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.notes, "\n")
}

func coordinate(t *testing.T, s *Server, l lines, check int) *running {
	t.Helper()
	return coordinateBy(t, s, l.job(), check)
}

// coordinateBy coordinates a job that checks may do in another way.
func coordinateBy(t *testing.T, s *Server, j job.Job, check int) *running {
	t.Helper()
	r := &running{dir: filepath.Join(t.TempDir(), "job"), err: make(chan error, 1), progress: make(chan job.Status, 1<<16)}
	go func() {
		r.err <- Coordinate(t.Context(), Coordinator{
			Means: Means{URL: s.URL, Note: r.note}, Job: j, Dir: r.dir, AckWait: ackWait, Check: check,
			Progress: func(s job.Status) { r.progress <- s },
		})
		close(r.progress)
	}()
	return r
}

// until waits until that many pieces are done.
func (r *running) until(t *testing.T, done int) {
	t.Helper()
	for s := range r.progress {
		if s.Done >= done {
			return
		}
	}
	t.Fatalf("the coordinator ended before %d pieces were done: %v", done, <-r.err)
}

// ends checks that the job ends, and with what results.
func (r *running) ends(t *testing.T, l lines, want string) {
	t.Helper()
	if err := <-r.err; err != nil {
		t.Fatal(err)
	}
	if got := text(t, r.dir, l.job()); got != want {
		t.Errorf("the results are not those of one process: %d bytes, not %d\n%s", len(got), len(want), r.said())
	}
}

// One process and any number of workers give the same bytes, for pieces of any size.
func TestSameBytes(t *testing.T) {
	for _, tiers := range []int{0, 5} {
		want := alone(t, lines{Lines: 60, Piece: 7, Bytes: 3, Tiers: tiers})
		for _, n := range []int{1, 2, 4} {
			for _, size := range []int{1, 7, 100} {
				t.Run(fmt.Sprintf("%d workers, %d a piece, %d tiers", n, size, tiers), func(t *testing.T) {
					s, l := serve(t), lines{Lines: 60, Piece: size, Bytes: 3, Tiers: tiers}
					r := coordinate(t, s, l, 0)
					all := together(t, s, n)
					r.ends(t, l, want)
					left(t, all...)
				})
			}
		}
	}
}

// Workers are killed, paused, slowed, and cut off in the middle of pieces.
func TestTrouble(t *testing.T) {
	t.Run("one tier", func(t *testing.T) { trouble(t, lines{Lines: 40, Piece: 1, Bytes: 5}) })
	t.Run("tiers", func(t *testing.T) { trouble(t, lines{Lines: 40, Piece: 1, Bytes: 5, Tiers: 4}) })
}

func trouble(t *testing.T, l lines) {
	_, tier := l.job().Tier(0)
	want := alone(t, l)
	s := serve(t)
	r := coordinate(t, s, l, 0)
	between := newProxy(t, s)
	killed, paused, slow := start(t, "gated", s.URL, "killed"), start(t, "gated", s.URL, "paused"), start(t, "gated", s.URL, "slow")
	cut := start(t, "gated", between.url, "cut")
	killed.next("took")
	paused.next("took")
	slow.next("took")
	cut.next("took")
	killed.signal(syscall.SIGKILL)
	paused.signal(syscall.SIGSTOP)
	between.cut()
	cut.goOn()
	cut.next("took")
	between.cut()
	if err := cut.in.Close(); err != nil { // it goes on without asking
		t.Fatal(err)
	}
	// The slow one keeps its piece, as it says that it works; the others are done by the one
	// that was cut off, as far as they do not need that one.
	r.until(t, min(tier-1, 38))
	between.cut()
	_ = slow.in.Close()
	r.ends(t, l, want)
	paused.signal(syscall.SIGCONT)
	left(t, slow, cut, paused)
	status, err := job.ReadStatus(r.dir)
	if err != nil || status.Done != 40 {
		t.Errorf("%+v, %v", status, err)
	}
	by := map[string]int{}
	for _, w := range status.Workers {
		by[w.Name] = w.Done
	}
	if by["killed"] != 0 || by["paused"] != 0 || by["cut"] < min(tier-1, 38) || by["slow"] == 0 {
		t.Errorf("pieces by worker: %v", by)
	}
}

// A paused worker that comes back while the job runs goes on; the piece that it had was done
// by another meanwhile, and its result is compared.
func TestPausedComesBack(t *testing.T) {
	l := lines{Lines: 12, Piece: 1, Bytes: 5}
	s := serve(t)
	r := coordinate(t, s, l, -1)
	paused := start(t, "gated", s.URL, "paused")
	paused.next("took")
	paused.signal(syscall.SIGSTOP)
	other := start(t, "gated", s.URL, "other")
	for range 11 {
		other.next("took")
		other.goOn()
	}
	other.next("took") // what the paused one had
	paused.goOn()
	paused.signal(syscall.SIGCONT)
	_, _ = paused.in.Close(), other.in.Close()
	r.ends(t, l, alone(t, l))
	left(t, paused, other)
}

// The process with the coordinator and the server is killed in the middle, and begun again
// with the same folder. Workers wait for it.
func TestServerComesBack(t *testing.T) {
	t.Run("one tier", func(t *testing.T) { serverComesBack(t, lines{Lines: 30, Piece: 1, Bytes: 2}) })
	t.Run("tiers", func(t *testing.T) { serverComesBack(t, lines{Lines: 30, Piece: 1, Bytes: 2, Tiers: 3}) })
}

func serverComesBack(t *testing.T, l lines) {
	dir := filepath.Join(t.TempDir(), "job")
	spec := string(l.job().Spec)
	first := start(t, "coordinator", "127.0.0.1:0", dir, spec)
	url := first.next("url")
	a, b := start(t, "gated", url, "a"), start(t, "gated", url, "b")
	for range 4 {
		a.next("took")
		a.goOn()
	}
	b.next("took")
	first.next("done")
	first.signal(syscall.SIGKILL)
	first.wait()
	status, err := job.ReadStatus(dir)
	if err != nil || status.Running || status.Done == 0 || status.Done > 4 {
		t.Fatalf("after the kill: %+v, %v", status, err)
	}
	b.goOn() // its result waits for the server
	again := start(t, "coordinator", strings.TrimPrefix(url, "nats://"), dir, spec)
	a.next("note the server is there")
	_, _ = a.in.Close(), b.in.Close()
	if status, said := again.wait(); status != 0 {
		t.Fatalf("the second coordinator ends with %d:\n%s", status, said)
	}
	if got := text(t, dir, l.job()); got != alone(t, l) {
		t.Error("the results are not those of one process")
	}
	left(t, a, b)
	if _, err := os.Stat(filepath.Join(dir, serverFiles)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the server has left its files: %v", err)
	}
}

// A coordinator that is called again goes on with what is on the way: pieces that workers have, and
// results that were delivered to one that was killed. No piece is done twice.
func TestGoesOn(t *testing.T) {
	for _, tiers := range []int{0, 3} {
		l := lines{Lines: 30, Piece: 1, Bytes: 2, Tiers: tiers}
		s := serve(t)
		c := Coordinator{Means: Means{URL: s.URL}, Job: l.job(), Dir: filepath.Join(t.TempDir(), "job"), AckWait: time.Hour}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Coordinate(ctx, c) }()
		w := start(t, "gated", s.URL, "w")
		for range 14 {
			w.next("took")
			w.goOn()
		}
		w.next("took")
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		w.goOn()
		w.next("took")
		conn, js, err := Means{URL: s.URL}.connect("a coordinator that is killed")
		if err != nil {
			t.Fatal(err)
		}
		results, err := js.Consumer(t.Context(), resultStream+short(c.Job.ID()), keeper)
		if err != nil {
			t.Fatal(err)
		}
		taken, err := results.FetchNoWait(batchResults)
		if err != nil {
			t.Fatal(err)
		}
		if m := <-taken.Messages(); m == nil {
			t.Fatal("there is no result on the way")
		}
		conn.Close()
		go func() { ended <- Coordinate(t.Context(), c) }()
		_ = w.in.Close()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got := text(t, c.Dir, c.Job); got != alone(t, l) {
			t.Errorf("%d tiers: the results are not those of one process", tiers)
		}
		if _, said := w.wait(); strings.Count(said, "took ") != 30 {
			t.Errorf("%d tiers: %d pieces were taken:\n%s", tiers, strings.Count(said, "took "), said)
		}
	}
}

// A call on a connection that is lost does not wait for its answer, and is made again.
func TestConnectionIsLost(t *testing.T) {
	m := Means{}
	between := newProxy(t, serve(t))
	m.URL = between.url
	conn, _, err := m.connect("w")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var ends []error
	err = m.persist(t.Context(), conn, func(ctx context.Context) error {
		if len(ends) == 0 {
			between.cut()
			<-ctx.Done()
		}
		ends = append(ends, context.Cause(ctx))
		return ctx.Err()
	})
	if err != nil || len(ends) != 2 || !errors.Is(ends[0], nats.ErrDisconnected) || ends[1] != nil {
		t.Errorf("%v; the calls ended with %v", err, ends)
	}
}

// Results that are dropped are put into the store again, and no others. A coordinator that finds another
// result in the store begins an epoch.
func TestStoredAgain(t *testing.T) {
	s, l := serve(t), lines{Lines: 9, Piece: 1, Bytes: 5, Tiers: 3}
	conn, js, err := Means{URL: s.URL}.connect("w")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	folder, err := job.Open(filepath.Join(t.TempDir(), "job"), l.job(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	r := &coordination{Coordinator: Coordinator{Means: Means{URL: s.URL}, Job: l.job()}, folder: folder, conn: conn, js: js, id: l.job().ID()}
	began := func() string {
		t.Helper()
		if _, err := r.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		return r.epoch
	}
	stored := func(want int) {
		t.Helper()
		if count, err := r.storeBlocks(t.Context(), 6); err != nil || count != want {
			t.Errorf("%d results are stored, not %d: %v", count, want, err)
		}
	}
	began()
	for piece := range 6 {
		if err := folder.Put(piece, "w", []byte("result")); err != nil {
			t.Fatal(err)
		}
	}
	stored(6)
	r.blocks.drop([]int{1, 4})
	stored(2)
	epoch := began()
	if again := began(); again != epoch {
		t.Errorf("the epoch is %s, and was %s", again, epoch)
	}
	if _, err := r.blocks.objects.PutBytes(t.Context(), blockName(2), []byte("a lie")); err != nil {
		t.Fatal(err)
	}
	if again := began(); again == epoch {
		t.Error("the epoch goes on with a lie in the store")
	}
}

// A worker that lies is named, and its results are done again.
func TestLiar(t *testing.T) {
	l := lines{Lines: 30, Piece: 1, Bytes: 5}
	s := serve(t)
	r := coordinate(t, s, l, 0)
	liar := start(t, "liar", s.URL, "liar")
	r.until(t, 1)
	honest := start(t, "plain", s.URL, "honest")
	r.ends(t, l, alone(t, l))
	left(t, liar, honest)
	if said := r.said(); !strings.Contains(said, "the worker liar is wrong: piece ") || strings.Contains(said, "honest") {
		t.Errorf("the coordinator said:\n%s", said)
	}
	status, err := job.ReadStatus(r.dir)
	if err != nil || len(status.Workers) != 1 || status.Workers[0].Name != "honest" {
		t.Errorf("%+v, %v", status, err)
	}
}

// A lie that is found late has spread: later tiers were computed from it. All that may depend on
// it is done again. A worker that computed from lies is not called a liar.
func TestLieSpreads(t *testing.T) {
	l := lines{Lines: 30, Piece: 1, Bytes: 5, Tiers: 3}
	s, slow := serve(t), l.job()
	found := make(chan struct{})
	do := slow.Do
	slow.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
		select {
		case <-found:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return do(ctx, piece, earlier)
	}
	r := coordinateBy(t, s, slow, 0)
	liar := start(t, "liar", s.URL, "liar")
	r.until(t, 1)
	honest := start(t, "plain", s.URL, "honest")
	r.until(t, 25)
	close(found)
	r.ends(t, l, alone(t, l))
	left(t, liar, honest)
	if said := r.said(); !strings.Contains(said, "the worker liar is wrong: piece ") || !strings.Contains(said, "that may depend on them, are dropped and done again") || strings.Contains(said, "honest") {
		t.Errorf("the coordinator said:\n%s", said)
	}
	status, err := job.ReadStatus(r.dir)
	if err != nil || len(status.Workers) != 1 || status.Workers[0].Name != "honest" {
		t.Errorf("%+v, %v", status, err)
	}
}

// The files of the server are lost while nothing runs; the folder has all that is needed. Lies that
// stand in the store are replaced.
func TestStoreIsLost(t *testing.T) {
	l := lines{Lines: 30, Piece: 1, Bytes: 2, Tiers: 3}
	for _, lost := range []bool{true, false} {
		dir := filepath.Join(t.TempDir(), "job")
		spec := string(l.job().Spec)
		first := start(t, "coordinator", "127.0.0.1:0", dir, spec)
		a := start(t, "gated", first.next("url"), "a")
		for range 14 {
			a.next("took")
			a.goOn()
		}
		a.next("took") // of the second tier
		a.kill()
		first.signal(syscall.SIGKILL)
		first.wait()
		if lost {
			if err := os.RemoveAll(filepath.Join(dir, serverFiles)); err != nil {
				t.Fatal(err)
			}
		} else {
			lie(t, filepath.Join(dir, serverFiles), l.job().ID())
		}
		again := start(t, "coordinator", "127.0.0.1:0", dir, spec)
		b := start(t, "plain", again.next("url"), "b")
		if status, said := again.wait(); status != 0 {
			t.Fatalf("the second coordinator ends with %d:\n%s", status, said)
		}
		if got := text(t, dir, l.job()); got != alone(t, l) {
			t.Errorf("lost: %v: the results are not those of one process", lost)
		}
		left(t, b)
	}
}

// lie changes a result in the store of a server that is stopped.
func lie(t *testing.T, files, id string) {
	t.Helper()
	s, err := Start("127.0.0.1:0", files, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	conn, js, err := Means{URL: s.URL}.connect("liar")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	objects, err := js.ObjectStore(t.Context(), store+short(id))
	if err == nil {
		_, err = objects.PutBytes(t.Context(), blockName(3), []byte("a lie"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A cache keeps results of one epoch, as many as fit.
func TestCache(t *testing.T) {
	c := &cache{most: 10}
	for piece := range 5 {
		c.put("a", piece, []byte("1234"))
	}
	c.put("a", 7, make([]byte, 11))
	for piece, want := range map[int]bool{2: false, 3: true, 4: true, 7: false} {
		if _, has := c.get("a", piece); has != want {
			t.Errorf("piece %d: %v", piece, has)
		}
	}
	if _, has := c.get("b", 4); has {
		t.Error("a result of another epoch")
	}
	c.put("b", 1, []byte("1"))
	if _, has := c.get("b", 4); has || c.bytes != 1 {
		t.Errorf("a result of another epoch, and %d bytes", c.bytes)
	}
}

// Workers that are not fit are turned away, and say why; others do the job.
func TestTurnedAway(t *testing.T) {
	l := lines{Lines: 10, Piece: 1, Bytes: 5}
	s := serve(t)
	r := coordinate(t, s, l, 0)
	for role, want := range map[string]string{
		"old":   "is done by version " + job.Version() + ", and this is 0.0.9: run the same version on all machines",
		"unfit": "its spec is read in another way; run the same program on all machines",
	} {
		if status, said := start(t, role, s.URL, role).wait(); status != 1 || !strings.Contains(said, "note turned away: the job ") || !strings.Contains(said, want) {
			t.Errorf("%s: status %d\n%s", role, status, said)
		}
	}
	fit := start(t, "plain", s.URL, "fit")
	r.ends(t, l, alone(t, l))
	left(t, fit)
}

// Results that are too large for a message go by the object store.
func TestLargeResults(t *testing.T) {
	l := lines{Lines: 6, Piece: 1, Bytes: mostMessage * 3}
	s := serve(t)
	r := coordinate(t, s, l, 1)
	all := together(t, s, 2)
	r.ends(t, l, alone(t, l))
	left(t, all...)
}

// A piece that a worker cannot do is done by the coordinator; one that nobody can do ends
// the job with its number.
func TestFailingPieces(t *testing.T) {
	l := lines{Lines: 5, Piece: 1, Bytes: 5}
	s := serve(t)
	r := coordinate(t, s, l, 0)
	broken := start(t, "broken", s.URL, "broken")
	r.ends(t, l, alone(t, l))
	left(t, broken)
	if said := r.said(); !strings.Contains(said, `the worker broken could not do piece 0, which was done here: "no memory is left here"`) {
		t.Errorf("the coordinator said:\n%s", said)
	}
	l.Broken = 4
	r = coordinate(t, s, l, 0)
	start(t, "plain", s.URL, "plain")
	if err := <-r.err; err == nil || err.Error() != "piece 3: no such game" {
		t.Errorf("the job ends with %v", err)
	}
}

// Two folders do not share the streams of one job.
func TestTwoFolders(t *testing.T) {
	l := lines{Lines: 5, Piece: 1, Bytes: 5}
	s := serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	began := make(chan error, 1)
	c := Coordinator{Means: Means{URL: s.URL}, Job: l.job(), Dir: filepath.Join(t.TempDir(), "a"), Shared: true, Progress: func(job.Status) { cancel() }}
	go func() { began <- Coordinate(ctx, c) }()
	w := start(t, "gated", s.URL, "w")
	w.next("took")
	w.goOn()
	if err := <-began; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	other := c
	other.Dir = filepath.Join(t.TempDir(), "b")
	if err := Coordinate(t.Context(), other); err == nil || !strings.Contains(err.Error(), "runs at this server already, with the folder ") || !strings.Contains(err.Error(), c.Dir) {
		t.Errorf("another folder: %v", err)
	}
	_ = w.in.Close()
	if err := Coordinate(t.Context(), c); err != nil {
		t.Errorf("the same folder: %v", err)
	}
	left(t, w)
}

// Servers that are not there are waited for, but not for ever.
func TestNoServer(t *testing.T) {
	s := serve(t)
	short := Means{URL: s.URL, Patience: time.Millisecond}
	w := Worker{Means: short, Name: "w", Make: makeLines}
	if err := Work(t.Context(), w); err == nil || !strings.Contains(err.Error(), "there is no job at nats://") {
		t.Errorf("without a job: %v", err)
	}
	address := strings.TrimPrefix(s.URL, "nats://")
	if _, err := Start(address, t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "cannot listen at "+address) {
		t.Errorf("at the same address: %v", err)
	}
	s.Stop()
	if err := Work(t.Context(), w); err == nil || !strings.Contains(err.Error(), "has been away for") {
		t.Errorf("without a server: %v", err)
	}
	for _, address := range []string{"", "here", "127.0.0.1:many", "127.0.0.1:70000"} {
		var wrong *AddressError
		if _, err := Start(address, t.TempDir(), ""); !errors.As(err, &wrong) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if s, err := Start("127.0.0.1:0", t.TempDir(), "secret"); err != nil {
		t.Error(err)
	} else {
		defer s.Stop()
		w.URL, w.Patience = s.URL, DefaultPatience
		if err := Work(t.Context(), w); err == nil || !strings.Contains(err.Error(), "uthorization") {
			t.Errorf("without the token: %v", err)
		}
	}
}

// A server that gives up, as where its disk is full, ends the coordinator.
func TestServerGivesUp(t *testing.T) {
	for _, broken := range []bool{true, false} {
		s := serve(t)
		if broken {
			s.log.Errorf("Filestore [%s] Critical write error: %v", "s", syscall.ENOSPC)
			s.log.Errorf("another one")
		} else if err := s.server.DisableJetStream(); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancelCause(t.Context())
		s.watch(ctx, stop)
		if err := context.Cause(ctx); err == nil || !strings.HasPrefix(err.Error(), "the server in this process has given up: ") || broken != strings.HasSuffix(err.Error(), "Critical write error: no space left on device") {
			t.Errorf("it ends with %v", err)
		}
	}
}

// A proxy stands between a worker and the server, and cuts connections.
type proxy struct {
	url string
	mu  sync.Mutex
	all []net.Conn
}

func newProxy(t *testing.T, s *Server) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &proxy{url: "nats://" + l.Addr().String()}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "nats://"))
			if err != nil {
				_ = in.Close()
				continue
			}
			p.mu.Lock()
			p.all = append(p.all, in, out)
			p.mu.Unlock()
			for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					_, _ = io.Copy(pair[0], pair[1])
					_, _ = pair[0].Close(), pair[1].Close()
				}()
			}
		}
	}()
	return p
}

// cut cuts all connections that there are.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.all {
		_ = c.Close()
	}
	p.all = nil
}
