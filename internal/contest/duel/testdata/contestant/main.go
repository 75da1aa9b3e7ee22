//go:build unix

// Contestant behaves as the program that its environment names: one that a judge meets, or one
// that answers Nim or red-kingdom.problem.star, more or less. The tests of duel build it, as each
// run of a test binary would take longer.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// hostileEnv names the program.
const hostileEnv = "GRUNDY_DUEL_HOSTILE"

func main() {
	name := os.Getenv(hostileEnv)
	if behave := hostile[name]; behave != nil {
		behave()
	} else {
		contend(name)
	}
}

// hostile are programs that a judge meets.
var hostile = map[string]func(){
	"copy":        func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"fail":        func() { fmt.Fprintln(os.Stderr, "I give up"); os.Exit(3) },
	"silent":      func() {},
	"deaf":        func() { fmt.Println("done") }, // reads nothing
	"garbage":     func() { _, _ = os.Stdout.Write(bytes.Repeat([]byte{0, 255, 7}, 1000)) },
	"sticks":      func() { sticks("I won!") }, // plays sticks.problem.star
	"sticks-more": func() { sticks("I won!\nand again") },
	"sticks-mute": func() { sticks("") },
	"sticks-sore": func() { sticks("I won!"); os.Exit(3) },
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
	"first": func() { // the first move of each position
		for lines := bufio.NewScanner(os.Stdin); lines.Scan() && lines.Text() != "win"; {
			fmt.Println(1)
		}
	},
	"mute": func() { // says nothing and stays
		_, _ = io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour)
	},
	"massacre": func() { // all that it may signal, and whoever started it
		fenced()
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGSEGV, syscall.SIGKILL, syscall.SIGSTOP} {
			kill(os.Getppid(), s)
		}
		_ = syscall.Kill(-1, syscall.SIGKILL) // but itself
		fmt.Println("alone")
	},
	"pry": func() { // into what runs it, and what it may write
		fenced()
		for _, path := range []string{"/proc/1/mem", "/tmp/grundy-pried", "/proc/sys/kernel/core_pattern"} {
			if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
				fmt.Println("opened", f.Name())
			}
		}
		if err := syscall.PtraceAttach(1); err == nil {
			fmt.Println("attached")
		}
		if err := syscall.Mount("tmpfs", "/tmp", "tmpfs", 0, ""); err == nil {
			fmt.Println("mounted")
		}
		fmt.Println("done")
	},
	"fill": func() { // the disk, by many files
		for i := 0; ; i++ {
			if err := os.WriteFile(fmt.Sprint("file-", i), make([]byte, 1<<20), 0o600); err != nil {
				fmt.Println("full")
				return
			}
		}
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

// again starts another hostile program.
func again(name string, how *syscall.SysProcAttr) {
	self, _ := os.Executable()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), hostileEnv+"="+name)
	cmd.SysProcAttr = how
	cmd.Stdout = os.Stdout // which stays open with it
	_ = cmd.Start()
}

// fenced ends a program that could do harm here: one that no keeper runs.
func fenced() {
	if first, err := os.ReadFile("/proc/1/cmdline"); err != nil || !bytes.Contains(first, []byte("keeper of programs")) {
		os.Exit(5)
	}
}

func kill(pid int, s syscall.Signal) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Signal(s)
	}
}

// contestants answer Nim, more or less.
var contestants = map[string]func(list []uint64){
	"right": func(list []uint64) { fmt.Println(winner(list)) },
	"sum": func(list []uint64) { // wrong where heaps cancel out
		var sum uint64
		for _, n := range list {
			sum |= n
		}
		fmt.Println(winner([]uint64{sum}))
	},
	"crash at 9": func(list []uint64) {
		for _, n := range list {
			if n >= 9 {
				panic("nine")
			}
		}
		fmt.Println(winner(list))
	},
	"loop at 3": func(list []uint64) {
		for len(list) >= 3 {
			spun++
		}
		fmt.Println(winner(list))
	},
	"sometimes": func(list []uint64) { // wrong in every third run
		f, err := os.OpenFile(os.Getenv("GRUNDY_DUEL_STATE"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
		if err == nil {
			_, _ = f.WriteString("x")
		}
		info, err := f.Stat()
		if err != nil || info.Size()%3 == 0 {
			fmt.Println("Nobody")
			return
		}
		fmt.Println(winner(list))
	},
}

// contend behaves as the contestant of that name.
func contend(name string) {
	if more, ok := strings.CutPrefix(name, "period + "); ok {
		attack(more != "0")
		return
	}
	list, err := readHeaps(bufio.NewReader(os.Stdin))
	if err != nil {
		os.Exit(9)
	}
	contestants[name](list)
}

// attack answers red-kingdom.problem.star by a table and its period, or by one more.
func attack(more bool) {
	const from, size = 100, 600
	in := bufio.NewReader(os.Stdin)
	read := func() (n int) {
		if _, err := fmt.Fscan(in, &n); err != nil {
			os.Exit(9)
		}
		return n
	}
	for range read() {
		castles, falls := make([]int, read()), [3]int{read(), read(), read()}
		var values [size][3]int // by the soldiers that are left, and the last attack
		for k := 1; k < size; k++ {
			for last := range 3 {
				seen := 0
				for i, fall := range falls {
					if i == 0 || i != last {
						seen |= 1 << values[max(k-fall, 0)][i]
					}
				}
				values[k][last] = bits.TrailingZeros(^uint(seen))
			}
		}
		period := 1
		for !slices.Equal(values[from:size-period], values[from+period:]) {
			period++
		}
		if more {
			period++
		}
		value := func(k, last int) int {
			if k > from {
				k = from + (k-from)%period
			}
			return values[max(k, 0)][last]
		}
		total, won := 0, 0
		for i := range castles {
			castles[i] = read()
			total ^= value(castles[i], 0)
		}
		for _, k := range castles {
			for i, fall := range falls {
				if total^value(k, 0)^value(k-fall, i) == 0 {
					won++
				}
			}
		}
		fmt.Println(won)
	}
}

func readHeaps(text io.Reader) (list []uint64, err error) {
	var n int
	if _, err := fmt.Fscan(text, &n); err != nil {
		return nil, err
	}
	list = make([]uint64, n)
	for i := range list {
		if _, err := fmt.Fscan(text, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func winner(list []uint64) string {
	var sum uint64
	for _, n := range list {
		sum ^= n
	}
	if sum == 0 {
		return "Second"
	}
	return "First"
}

// sticks takes one to three sticks in turn with the judge, and says something at the end.
func sticks(end string) {
	var left, taken int
	for _, _ = fmt.Scan(&left); left > 0; left -= taken {
		fmt.Println(left % 4)
		if left -= left % 4; left == 0 {
			break
		}
		if n, _ := fmt.Scan(&taken); n == 0 {
			return
		}
	}
	fmt.Println(end)
}
