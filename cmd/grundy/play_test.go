package main

// This file tests what a story cannot: a match that is interrupted.

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// Ctrl-C while the command waits for a line ends the match, at once and cleanly.
func TestPlayIsInterruptedRace(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	cmd := &exec.Cmd{Path: self, Args: []string{"grundy", "play", "nim(3,5,7)"}, Stderr: &problems}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	await := func(prefix string) {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), prefix) {
				return
			}
		}
		t.Fatalf("no line begins with %q: %s", prefix, &problems)
	}
	await("nim(3,5,7)")
	if _, err := in.Write([]byte("1\n")); err != nil {
		t.Fatal(err)
	}
	await("grundy: ")
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // to the end
	}
	if err := cmd.Wait(); err != nil || problems.Len() > 0 {
		t.Errorf("%v, %s", err, &problems)
	}
}
