package duel

// On Linux programs run in namespaces of their own, where the system lets ordinary users make
// them. A keeper, which is this executable started once more, is the first process of a namespace
// of processes: what it runs sees and signals nobody outside. The files of the machine can be read
// and not changed; the folder of a run lies in memory, of bounded size. All of it is gone with the
// keeper, and the keeper ends with us, whatever ends us. It runs one program at a time, traced as
// outside, and ends whatever is left of it.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// keeperName is the name under which this executable is a keeper.
const keeperName = "grundy: keeper of programs"

// Keep is called by a command before all else, so that its programs run in namespaces. Where this
// process is a keeper, it does not return.
func Keep() {
	if len(os.Args) == 1 && os.Args[0] == keeperName {
		os.Exit(keep())
	}
	canKeep.Store(true)
}

// canKeep says whether this executable calls [Keep].
var canKeep atomic.Bool

// A kept is what a keeper runs.
type kept struct {
	Path   string   `json:"path"`
	Args   []string `json:"args"`
	Env    []string `json:"env"`
	Yard   string   `json:"yard"`   // where the folders of runs lie
	Folder string   `json:"folder"` // of a run
	Dir    string   `json:"dir"`    // where the program runs
	Space  uint64   `json:"space"`
	Writes bool     `json:"writes"` // files outside the yard may be changed
}

// An order to a keeper runs the program, or ends the run.
type order struct {
	Limits *Limits       `json:"limits"`
	Begin  time.Duration `json:"begin"`
	Stop   cause         `json:"stop"`
}

// A told is what a keeper says: that it is ready, that a program runs, and how it ended.
type told struct {
	Error   string        `json:"error"`
	Ended   bool          `json:"ended"`
	Time    time.Duration `json:"time"`
	Memory  uint64        `json:"memory"`
	Status  int           `json:"status"`
	Signal  string        `json:"signal"`
	Stopped cause         `json:"stopped"`
}

// keepers are the keepers of a program.
type keepers struct {
	mu     sync.Mutex
	runs   kept
	folder string // of a run
	idle   []*keeper
	wont   error // why there are none
}

// A keeper is the process that keeps.
type keeper struct {
	pid    int
	socket *os.File
}

// newKeepers starts a first keeper. The result has none where the system allows none.
func newKeepers(p *Program) *keepers {
	switch {
	case !canKeep.Load():
		return &keepers{wont: errors.ErrUnsupported}
	case os.Getenv(noKeeper) != "":
		return &keepers{wont: errors.New(noKeeper + " is set")}
	}
	ks := &keepers{runs: kept{Path: p.path, Args: p.args, Yard: yardFor(p), Space: 4 * p.limits.File, Writes: p.here}}
	ks.folder = filepath.Join(ks.runs.Yard, fmt.Sprintf("grundy-duel-%d-%d", os.Getpid(), keeping.Add(1)))
	ks.runs.Folder, ks.runs.Dir = ks.folder, ks.folder
	if p.here {
		ks.runs.Dir, ks.wont = os.Getwd()
	}
	ks.runs.Env = environment(ks.runs.Dir, ks.folder)
	if ks.runs.Yard == "" {
		ks.wont = errors.New("there is no folder to mount memory on")
	}
	if ks.wont == nil {
		var k *keeper
		if k, ks.wont = ks.start(); ks.wont == nil {
			ks.idle = append(ks.idle, k)
		}
	}
	return ks
}

// keeping counts programs, for the names of their folders.
var keeping atomic.Int64

// noKeeper names a variable of the environment that has programs run without namespaces.
const noKeeper = "GRUNDY_DUEL_BARE"

// yardFor returns a folder on which memory is mounted, so that programs do not see what lies there.
func yardFor(p *Program) string {
	here, _ := os.Getwd()
	used := append([]string{p.path, here}, p.args...)
	for _, yard := range []string{"/dev/shm", "/tmp", "/var/tmp", "/mnt"} {
		below := func(path string) bool { return strings.HasPrefix(path+"/", yard+"/") }
		if info, err := os.Stat(yard); err == nil && info.IsDir() && !slices.ContainsFunc(used, below) {
			return yard
		}
	}
	return ""
}

// nobody is the user that programs of root run as, if they need nothing that only root may read.
const nobody = 65534

// start starts a keeper.
func (ks *keepers) start() (*keeper, error) {
	if os.Getuid() == 0 && !ks.runs.Writes {
		if k, err := ks.startAs(nobody); err == nil {
			return k, nil
		}
	}
	return ks.startAs(os.Getuid())
}

// startAs starts a keeper as a user.
func (ks *keepers) startAs(as int) (*keeper, error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = syscall.Close(pair[1]) }()
	k := &keeper{socket: os.NewFile(uintptr(pair[0]), "keeper")}
	runs, err := json.Marshal(ks.runs)
	if err != nil {
		return nil, errors.Join(err, k.socket.Close())
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, errors.Join(err, k.socket.Close())
	}
	defer func() { _ = null.Close() }()
	// The runs may be longer than what an argument may be, so they are read from a file.
	text, err := ks.input(runs)
	if err != nil {
		return nil, errors.Join(err, k.socket.Close())
	}
	defer func() { _ = text.Close() }()
	how := &syscall.SysProcAttr{
		Setsid:      true,
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC,
		AmbientCaps: []uintptr{capSysAdmin},
	}
	owner, group := os.Getuid(), os.Getgid()
	if as != owner { // only root can
		owner, group = as, as
		how.GidMappingsEnableSetgroups = true
		how.Credential = &syscall.Credential{Uid: uint32(as), Gid: uint32(as)}
	}
	// Inside, the user is not 0, so that programs have no rights.
	how.UidMappings = []syscall.SysProcIDMap{{ContainerID: cmp.Or(owner, 1), HostID: owner, Size: 1}}
	how.GidMappings = []syscall.SysProcIDMap{{ContainerID: cmp.Or(group, 1), HostID: group, Size: 1}}
	k.pid, err = syscall.ForkExec("/proc/self/exe", []string{keeperName}, &syscall.ProcAttr{
		Env: os.Environ(), Sys: how,
		Files: []uintptr{null.Fd(), null.Fd(), null.Fd(), uintptr(pair[1]), text.Fd()},
	})
	if err != nil {
		return nil, errors.Join(err, k.socket.Close())
	}
	said, err := k.hear()
	if err == nil && said.Error != "" {
		err = errors.New(said.Error)
	}
	if err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// take returns a keeper that is idle, or a new one.
func (ks *keepers) take() (*keeper, error) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if n := len(ks.idle); n > 0 {
		k := ks.idle[n-1]
		ks.idle = ks.idle[:n-1]
		return k, nil
	}
	return ks.start()
}

// close ends all keepers. No run may be going on.
func (ks *keepers) close() {
	for _, k := range ks.idle {
		k.close()
	}
	ks.idle = nil
}

// close ends a keeper and all that it runs, and waits for that.
func (k *keeper) close() {
	_ = k.socket.Close()
	_ = syscall.Kill(k.pid, syscall.SIGKILL)
	for {
		if _, err := syscall.Wait4(k.pid, nil, 0, nil); !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}

// hear reads what the keeper says. An error says that it has ended.
func (k *keeper) hear() (said told, err error) {
	text := make([]byte, 4096)
	n, err := k.socket.Read(text)
	if err == nil {
		err = json.Unmarshal(text[:n], &said)
	}
	return said, err
}

// say gives an order, with files.
func (k *keeper) say(of order, files ...*os.File) error {
	text, err := json.Marshal(of)
	if err != nil {
		return err
	}
	var rights []byte
	if len(files) > 0 {
		var fds []int
		for _, f := range files {
			fds = append(fds, int(f.Fd()))
		}
		rights = syscall.UnixRights(fds...)
	}
	raw, err := k.socket.SyscallConn()
	if err != nil {
		return err
	}
	controlled := raw.Control(func(fd uintptr) { err = syscall.Sendmsg(int(fd), text, rights, nil, 0) })
	return errors.Join(controlled, err)
}

// run has a keeper run the process. The error says that it could not be started.
func (ks *keepers) run(p *process, started chan<- error) (u usage, err error) {
	k, err := ks.take()
	if err != nil {
		return u, err
	}
	limits := p.limits
	said := told{}
	if err = k.say(order{Limits: &limits, Begin: limits.begin}, p.files[:]...); err == nil {
		said, err = k.hear()
	}
	switch {
	case err != nil:
		k.close()
		return u, err
	case said.Error != "":
		ks.give(k)
		return u, errors.New(said.Error)
	}
	p.setStop(func(why cause) { _ = k.say(order{Stop: why}) })
	started <- nil
	for err == nil && !said.Ended {
		said, err = k.hear()
	}
	p.setStop(nil)
	if err != nil { // it was ended, which no program can do
		k.close()
		return usage{signal: "SIGKILL"}, nil
	}
	ks.give(k)
	return usage{said.Time, said.Memory, said.Status, said.Signal, said.Stopped}, nil
}

// give gives back a keeper.
func (ks *keepers) give(k *keeper) {
	ks.mu.Lock()
	ks.idle = append(ks.idle, k)
	ks.mu.Unlock()
}

// input returns a file of that text, which has no name.
func (ks *keepers) input(text []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "grundy-input-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if _, err := f.Write(text); err != nil {
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd())) // to read alone, from the beginning
}

// keep is what a keeper does until whoever started it has ended.
func keep() int {
	const socket = 3
	syscall.CloseOnExec(socket)
	k := &keeper{socket: os.NewFile(socket, "socket")}
	tell := func(said told) {
		if text, err := json.Marshal(said); err == nil {
			_, _ = k.socket.Write(text)
		}
	}
	// Signals from programs are dropped. For the programs they stand at their defaults.
	signal.Notify(make(chan os.Signal, 1))
	text, err := io.ReadAll(os.NewFile(socket+1, "runs"))
	var runs kept
	if err == nil {
		err = json.Unmarshal(text, &runs)
	}
	if err == nil {
		err = runs.fence()
	}
	if err != nil {
		tell(told{Error: cmp.Or(err.Error(), "it failed")})
		return 1
	}
	tell(told{})
	done := make(chan struct{}, 1)
	done <- struct{}{}
	var now *process // that runs
	for {
		of, files, err := k.obey()
		switch {
		case err != nil:
			return 0 // nobody is there any more
		case of.Limits == nil:
			if now != nil {
				now.end(of.Stop)
			}
		case len(files) == 3:
			<-done
			now = &process{path: runs.Path, args: runs.Args, env: runs.Env, dir: runs.Dir, files: [3]*os.File(files), limits: *of.Limits, inside: true}
			now.limits.begin = of.Begin
			go func(p *process) {
				said := runs.run(p, func() { tell(told{}) })
				done <- struct{}{}
				tell(said)
			}(now)
		}
	}
}

// obey reads an order, with its files.
func (k *keeper) obey() (of order, files []*os.File, err error) {
	text, rights := make([]byte, 4096), make([]byte, 256)
	raw, err := k.socket.SyscallConn()
	if err != nil {
		return of, nil, err
	}
	n, more := 0, 0
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		n, more, _, _, failed = syscall.Recvmsg(int(fd), text, rights, syscall.MSG_CMSG_CLOEXEC)
		return !errors.Is(failed, syscall.EAGAIN)
	})
	if err = errors.Join(err, failed); err != nil {
		return of, nil, err
	}
	if n == 0 {
		return of, nil, context.Canceled
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:more])
	for i := range messages {
		fds, _ := syscall.ParseUnixRights(&messages[i])
		for _, fd := range fds {
			files = append(files, os.NewFile(uintptr(fd), "file"))
		}
	}
	return of, files, errors.Join(err, json.Unmarshal(text[:n], &of))
}

// fence makes the file system of the programs.
func (r *kept) fence() error {
	syscall.Umask(0o077)
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if !r.Writes {
		if err := readOnly(); err != nil {
			return fmt.Errorf("mount read-only: %w", err)
		}
	}
	for _, path := range append([]string{r.Path}, r.Args...) {
		if err := syscall.Access(path, readable); filepath.IsAbs(path) && (errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)) {
			return fmt.Errorf("%s: %w", path, err) // only a user whom we are not here may read it
		}
	}
	// Programs get /proc to read alone; we go on writing in the one below.
	for _, flags := range []uintptr{0, syscall.MS_RDONLY} {
		if err := syscall.Mount("proc", "/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC|flags, ""); err != nil {
			return fmt.Errorf("mount /proc: %w", err)
		}
		if flags == 0 {
			fd, err := syscall.Open("/proc", pathAlone|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
			if err != nil {
				return fmt.Errorf("/proc: %w", err)
			}
			processes = fmt.Sprintf("/proc/self/fd/%d", fd)
		}
	}
	if err := r.yard(); err != nil {
		return fmt.Errorf("mount memory: %w", err)
	}
	// Programs cannot look into this process, nor take its rights.
	return control(setDumpable, 0)
}

// yard mounts the memory in which runs have their folders.
func (r *kept) yard() error {
	return syscall.Mount("tmpfs", r.Yard, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, fmt.Sprintf("size=%d,nr_inodes=10000,mode=700", r.Space))
}

// run runs a program in a folder of its own, and ends whatever is left.
func (r *kept) run(p *process, ready func()) (said told) {
	said.Ended = true
	if err := os.Mkdir(r.Folder, 0o700); err != nil {
		return told{Error: err.Error(), Ended: true}
	}
	started := make(chan error, 1)
	ended := make(chan usage, 1)
	go func() { ended <- p.runTraced(started) }()
	err := <-started
	for _, f := range p.files {
		_ = f.Close()
	}
	if err == nil {
		ready()
	}
	u := <-ended
	said = told{Ended: true, Time: u.time, Memory: u.memory, Status: u.status, Signal: u.signal, Stopped: u.stopped}
	if err != nil {
		said.Error = err.Error()
	}
	for { // all that escaped
		_ = syscall.Kill(-1, syscall.SIGKILL)
		if _, err := syscall.Wait4(-1, nil, syscall.WALL, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if os.Remove(r.Folder) != nil { // there are files in it
		_ = syscall.Unmount(r.Yard, syscall.MNT_DETACH)
		if err := r.yard(); err != nil {
			os.Exit(1)
		}
	}
	return said
}
