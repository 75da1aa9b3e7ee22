//go:build unix

package duel

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// hostileEnv says which contestant a program is: one of those in testdata/contestant, or a perfect
// player, which is the test binary.
const hostileEnv = "GRUNDY_DUEL_HOSTILE"

// contestant is the path of the program in testdata/contestant.
var contestant string

func TestMain(m *testing.M) {
	Keep()
	switch name := os.Getenv(hostileEnv); name {
	case "":
		os.Exit(run(m))
	case "sore":
		playPerfectly()
		os.Exit(3)
	default:
		playPerfectly()
	}
}

// run builds the contestant, and runs the tests.
func run(m *testing.M) int {
	// Under the race detector each process would sleep for a second before it ends.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	folder, err := os.MkdirTemp("", "grundy-contestant-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	contestant = filepath.Join(folder, "contestant")
	if out, err := exec.Command("go", "build", "-o", contestant, "./testdata/contestant").CombinedOutput(); err != nil {
		fmt.Printf("%v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// playPerfectly plays a game perfectly.
func playPerfectly() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan() && lines.Text() != "win"; {
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

// program returns a hostile program with those limits.
func program(t testing.TB, name string, limits Limits) *Program {
	t.Helper()
	path := contestant
	if name == "perfect" || name == "sore" {
		var err error
		if path, err = os.Executable(); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(hostileEnv, name)
	if limits.Wall == 0 {
		limits.Wall = time.Hour // so that a slow machine changes nothing
	}
	if limits.Time == 0 {
		limits.Time = time.Hour
	}
	p, err := NewProgram([]string{path}, limits, name == "sometimes") // which writes to a file
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
	for i, test := range []struct {
		name    string
		limits  Limits
		input   string
		verdict Verdict
		why     string
		output  string // its beginning
		linux   bool   // elsewhere this is not seen
		fenced  bool   // only in namespaces
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
		{name: "hang", limits: Limits{Wall: time.Second / 10}, verdict: Waiting, why: "of sleep"},
		{name: "ignore", limits: Limits{Wall: time.Second / 10}, verdict: Waiting, why: "of sleep"},
		{name: "spin", limits: Limits{Time: time.Second / 10}, verdict: TimeLimit, why: "more than 100ms", linux: true},
		{name: "endless", limits: Limits{Output: 1e6}, verdict: OutputLimit, why: "on standard output", output: "1 0 1 0"},
		{name: "eat", limits: Limits{Memory: 100 << 20}, verdict: MemoryLimit, why: "100 MiB", linux: true},
		{name: "leave", output: "done\n"},
		{name: "bomb", limits: Limits{Tasks: 100, Memory: 4 << 30}, verdict: RunTimeError, why: "more than 100 processes", linux: true},
		{name: "file", limits: Limits{File: 4 << 20}, verdict: RunTimeError, why: "", linux: true},
		{name: "litter", output: "/"},
		{name: "massacre", output: "alone\n", fenced: true},
		{name: "pry", output: "done\n", fenced: true},
		{name: "fill", limits: Limits{File: 1 << 20}, output: "full\n", fenced: true},
	} {
		if i%3 > 0 && !long.Asked {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			if test.linux && runtime.GOOS != "linux" {
				t.Skip("only on Linux")
			}
			p := program(t, test.name, test.limits)
			if why := p.Fenced(); test.fenced && why != nil {
				t.Skip(why)
			}
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
			noneLeft(t, p)
			if left, err := os.ReadDir(p.folder); len(left) > 0 || err != nil && p.Fenced() != nil {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// noneLeft checks that no process is left whose environment names the folder of the
// program.
func noneLeft(t *testing.T, p *Program) {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(p.folder)) {
			t.Errorf("%s is left", path)
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				_ = syscall.Kill(pid, syscall.SIGKILL)
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
		noneLeft(t, p)
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
			for j := range long.Or(2, 5) {
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

// Sleep is counted between two looks that both see it, and never more than whoever looks can have
// missed.
func TestPatience(t *testing.T) {
	var p patience
	at := time.Unix(0, 0)
	for _, look := range []struct {
		after  time.Duration
		asleep bool
		slept  time.Duration
	}{
		{0, true, 0},
		{5 * time.Millisecond, true, 5 * time.Millisecond},
		{5 * time.Millisecond, false, 5 * time.Millisecond}, // it runs, or waits for a processor
		{time.Hour, false, 5 * time.Millisecond},
		{time.Hour, true, 5 * time.Millisecond},
		{time.Hour, true, 5*time.Millisecond + longestLook}, // we waited for one ourselves
	} {
		at = at.Add(look.after)
		if slept := p.look(at, look.asleep); slept != look.slept {
			t.Errorf("%v later: %v, want %v", look.after, slept, look.slept)
		}
	}
}

// A verdict rests on processor time besides that of the start; a program that sleeps is not slow.
func TestTimeVerdict(t *testing.T) {
	limits := Limits{Time: time.Second, begin: time.Second / 5}.filled()
	for _, test := range []struct {
		u    usage
		want Verdict
		why  string
	}{
		{usage{time: time.Second}, Accepted, ""},
		{usage{time: time.Second + time.Second/5}, Accepted, ""},
		{usage{time: 2 * time.Second}, TimeLimit, "more than 1s besides the 200ms"},
		{usage{time: time.Millisecond, stopped: overWall}, Waiting, "used 1ms of processor time"},
		{usage{time: 2 * time.Second, stopped: overWall}, TimeLimit, "more than 1s"},
	} {
		if got, why := test.u.judge(limits); got != test.want || !strings.Contains(why, test.why) {
			t.Errorf("%+v: %v, %s", test.u, got, why)
		}
	}
	p := &Program{limits: limits}
	for _, run := range []struct{ spent, begin time.Duration }{
		{time.Second, time.Second / 4}, {3 * time.Millisecond, 3 * time.Millisecond}, {time.Second, 3 * time.Millisecond},
	} {
		if p.lasted(run.spent); p.begin() != run.begin {
			t.Errorf("a start of %v, want %v", p.begin(), run.begin)
		}
	}
}
