//go:build unix

package duel

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// hostileEnv has the test binary behave as the program of that name.
const hostileEnv = "GRUNDY_DUEL_HOSTILE"

func TestMain(m *testing.M) {
	if name := os.Getenv(hostileEnv); name != "" {
		if behave := hostile[name]; behave != nil {
			behave()
		} else {
			contend(name)
		}
		os.Exit(0)
	}
	// Under the race detector each process would sleep for a second before it ends.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	os.Exit(m.Run())
}

// hostile are programs that a judge meets.
var hostile = map[string]func(){
	"copy":    func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"fail":    func() { fmt.Fprintln(os.Stderr, "I give up"); os.Exit(3) },
	"silent":  func() {},
	"deaf":    func() { fmt.Println("done") }, // reads nothing
	"garbage": func() { _, _ = os.Stdout.Write(bytes.Repeat([]byte{0, 255, 7}, 1000)) },
	"closed": func() {
		_ = os.Stdout.Close()
		_ = os.Stdin.Close()
	},
	"crash": func() { signal.Reset(); kill(os.Getpid(), syscall.SIGKILL); select {} },
	"hang": func() {
		_, _ = os.Stdout.WriteString("begun\n")
		time.Sleep(time.Hour)
	},
	"ignore": func() { // all that can be ignored
		signal.Ignore()
		_, _ = os.Stdout.WriteString("begun\n")
		for {
			time.Sleep(time.Hour)
		}
	},
	"stop": func() { kill(os.Getpid(), syscall.SIGSTOP); fmt.Println("went on") },
	"spin": func() {
		for i := 0; ; i++ {
			spun = i
		}
	},
	"endless": func() {
		line := bytes.Repeat([]byte("1 0 "), 1<<14)
		for {
			_, _ = os.Stdout.Write(line)
		}
	},
	"chatter": func() { // on standard error, where it does no harm
		for range 100 {
			_, _ = os.Stderr.Write(bytes.Repeat([]byte("so "), 1<<14))
		}
		fmt.Println("done")
	},
	"eat": func() {
		for {
			block := make([]byte, 1<<20)
			for i := 0; i < len(block); i += 512 {
				block[i] = 1
			}
			eaten = append(eaten, block)
		}
	},
	"leave": func() { // descendants that would outlive it
		again("orphan", &syscall.SysProcAttr{Setsid: true})
		fmt.Println("done")
	},
	"orphan": func() {
		signal.Ignore()
		again("ignore", &syscall.SysProcAttr{Setsid: true})
		again("ignore", nil)
	},
	"bomb": func() {
		for {
			again("bomb", nil)
		}
	},
	"file": func() {
		f, err := os.Create("large")
		for err == nil {
			_, err = f.Write(make([]byte, 1<<20))
		}
		os.Exit(4)
	},
	"perfect": func() { player(true) },
	"first":   func() { player(false) },
	"mute": func() { // says nothing and stays
		_, _ = io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour)
	},
	"sore": func() {
		player(true)
		os.Exit(3)
	},
	"litter": func() {
		_ = os.MkdirAll("a/b", 0o700)
		_ = os.WriteFile("a/b/c", []byte("left"), 0o600)
		_ = os.Chmod("a", 0)
		folder, _ := os.Getwd()
		fmt.Println(folder, os.Getenv("TMPDIR"))
	},
}

var (
	spun  int
	eaten [][]byte
)

// player plays a game: perfectly, or the first move of each position.
func player(perfect bool) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan() && lines.Text() != "win"; {
		if !perfect {
			fmt.Println(1)
			continue
		}
		sum, err := position.Parse(lines.Text())
		if err != nil {
			os.Exit(9)
		}
		answer, err := solve.Solve(context.Background(), solve.Question{Sum: sum, MaxMoves: 1})
		if err != nil {
			os.Exit(9)
		}
		step := answer.WinningMoves[0][0]
		fmt.Printf("%d: %v\n", step.Component+1, step.To)
	}
}

// again starts the test binary as another hostile program.
func again(name string, how *syscall.SysProcAttr) {
	self, _ := os.Executable()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), hostileEnv+"="+name)
	cmd.SysProcAttr = how
	cmd.Stdout = os.Stdout // which stays open with it
	_ = cmd.Start()
}

func kill(pid int, s syscall.Signal) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Signal(s)
	}
}

// program returns a hostile program with those limits.
func program(t testing.TB, name string, limits Limits) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(hostileEnv, name)
	if limits.Wall == 0 {
		limits.Wall = time.Hour // so that a slow machine changes nothing
	}
	if limits.Time == 0 {
		limits.Time = time.Hour
	}
	p, err := NewProgram([]string{self}, limits, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(p.folder); err == nil {
			t.Errorf("%s is left behind", p.folder)
		}
	})
	return p
}

// Every way to misbehave gets its verdict, and nothing is left of it.
func TestHostileRace(t *testing.T) {
	for _, test := range []struct {
		name    string
		limits  Limits
		input   string
		verdict Verdict
		why     string
		output  string // its beginning
		linux   bool   // elsewhere this is not seen
	}{
		{name: "copy", input: "3 5 7\n", output: "3 5 7\n"},
		{name: "copy", input: strings.Repeat("123456789\n", 1e5), output: "123456789\n123"},
		{name: "silent"},
		{name: "deaf", input: strings.Repeat("123456789\n", 1e6), output: "done\n"},
		{name: "garbage", output: "\x00\xff"},
		{name: "closed", input: "1\n"},
		{name: "chatter", output: "done\n"},
		{name: "stop", output: "went on\n", linux: true},
		{name: "fail", verdict: RunTimeError, why: "exit status 3"},
		{name: "crash", verdict: RunTimeError, why: "SIGKILL"},
		{name: "hang", limits: Limits{Wall: time.Second / 10}, verdict: TimeLimit, why: "by the clock"},
		{name: "ignore", limits: Limits{Wall: time.Second / 10}, verdict: TimeLimit, why: "by the clock"},
		{name: "spin", limits: Limits{Time: time.Second / 10}, verdict: TimeLimit, why: "more than 100ms", linux: true},
		{name: "endless", limits: Limits{Output: 1e6}, verdict: OutputLimit, why: "on standard output", output: "1 0 1 0"},
		{name: "eat", limits: Limits{Memory: 100 << 20}, verdict: MemoryLimit, why: "100 MiB", linux: true},
		{name: "leave", output: "done\n"},
		{name: "bomb", limits: Limits{Tasks: 100, Memory: 4 << 30}, verdict: RunTimeError, why: "more than 100 processes", linux: true},
		{name: "file", limits: Limits{File: 4 << 20}, verdict: RunTimeError, why: "", linux: true},
		{name: "litter", output: os.TempDir()},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.linux && runtime.GOOS != "linux" {
				t.Skip("only on Linux")
			}
			p := program(t, test.name, test.limits)
			result, err := p.Run(t.Context(), []byte(test.input))
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.verdict || !strings.Contains(result.Why, test.why) || !bytes.HasPrefix(result.Output, []byte(test.output)) {
				t.Errorf("%v (%s), output %.100q, messages %.300q", result.Verdict, result.Why, result.Output, result.Messages)
			}
			if runtime.GOOS == "linux" && (result.Memory == 0 || result.Time == 0) {
				t.Errorf("memory %d, time %v", result.Memory, result.Time)
			}
			nobody(t, p)
			if left, err := os.ReadDir(p.folder); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// nobody checks that no process is left whose environment names the folder of the
// program.
func nobody(t *testing.T, p *Program) {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(p.folder)) {
			t.Errorf("%s is left", path)
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				kill(pid, syscall.SIGKILL)
			}
		}
	}
}

// The context ends a run, and whatever it started.
func TestCanceledRace(t *testing.T) {
	for _, name := range []string{"ignore", "bomb"} {
		p := program(t, name, Limits{})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second/20, cancel)
		if _, err := p.Run(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		nobody(t, p)
		if _, err := p.Run(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Runs at the same time do not disturb each other.
func TestTogetherRace(t *testing.T) {
	p := program(t, "copy", Limits{})
	done := make(chan error)
	for i := range 8 {
		go func() {
			var err error
			for j := range 5 {
				input := fmt.Sprintln(i, j)
				if result, failed := p.Run(t.Context(), []byte(input)); failed != nil || string(result.Output) != input || result.Verdict != Accepted {
					err = fmt.Errorf("%w: %+v", failed, result)
				}
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A command that cannot be run is refused with a reason; words that name files are found
// from any folder.
func TestNewProgram(t *testing.T) {
	for _, test := range []struct {
		command []string
		want    string
	}{
		{nil, "no command"},
		{[]string{""}, `cannot run ""`},
		{[]string{"no-such-program-here"}, `cannot run "no-such-program-here": executable file not found`},
		{[]string{"./missing"}, `cannot run "./missing": no such file`},
		{[]string{"."}, `cannot run "."`},
	} {
		if _, err := NewProgram(test.command, Limits{}, false); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.command, err)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("script", []byte("echo $1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for _, here := range []bool{false, true} {
		p, err := NewProgram([]string{shell, "script", "missing"}, Limits{}, here)
		if err != nil {
			t.Fatal(err)
		}
		result, err := p.Run(t.Context(), nil)
		if err != nil || string(result.Output) != "missing\n" {
			t.Errorf("%+v, %v", result, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	p, err := NewProgram([]string{"./script"}, Limits{}, false) // no #! line
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	if _, err := p.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), `cannot run "./script"`) {
		t.Error(err)
	}
}
