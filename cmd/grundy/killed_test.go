package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// interrupted is the end of what an interrupted command says, as a regular expression:
// a slow machine has something to say of how far it came.
const interrupted = `grundy: interrupted( after .*)?\n$`

// A run that is interrupted or killed at random moments, without any chance to
// say goodbye, and begun again each time, prints what an unbroken one prints.
func TestKilledRunsRace(t *testing.T) {
	games, rounds := []string{"0.56", "0.644", "4!.0", "0.354"}[:long.Of(1, 2, 4)], long.Of(6, 6, 16)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		t.Run(game, func(t *testing.T) {
			folder := t.TempDir()
			var problems bytes.Buffer
			start := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
				var out bytes.Buffer
				problems.Reset()
				cmd := &exec.Cmd{Path: self, Args: append([]string{"grundy", "period", game, "--json", "--max=200000"}, args...), Dir: folder, Stdout: &out, Stderr: &problems}
				if game == "0.354" {
					cmd.Args = append(cmd.Args, "--max=20000000")
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd, &out
			}
			unbroken, want := start()
			began := time.Now()
			_ = unbroken.Wait() // exit status 1 where nothing is proved
			took := time.Since(began)
			kills, random := 0, chance.New(t, 1)
			for round := 0; ; round++ {
				run, got := start("--resume=run", "--checkpoint-every=1ms", "--certificate=proof")
				if round < rounds {
					time.Sleep(time.Duration(random.Int64N(int64(took/4 + 5*time.Millisecond))))
					if round%2 == 0 || run.Process.Signal(os.Interrupt) != nil {
						_ = run.Process.Kill()
					}
					kills++
				}
				_ = run.Wait()
				if run.ProcessState.ExitCode() < 0 || regexp.MustCompile(interrupted).Match(problems.Bytes()) {
					continue // it was stopped in time
				}
				if got.String() != want.String() {
					t.Errorf("after %d kills: %v\n%s%s\nwant\n%s", kills, run.ProcessState, got, &problems, want)
				}
				break
			}
			t.Logf("%d kills", kills)
			left, err := os.ReadDir(folder)
			for _, file := range left {
				if err != nil || file.Name() != "run" && file.Name() != "proof" {
					t.Errorf("left behind: %v, %v", left, err)
				}
			}
		})
	}
}
