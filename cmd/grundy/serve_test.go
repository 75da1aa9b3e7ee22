package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/build"
)

// serving starts a server. It returns its address, and a function that stops it and returns its
// exit status and what it logged.
func serving(t *testing.T) (address string, stop func() (status int, log string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	lines, stdout := io.Pipe()
	var stderr bytes.Buffer
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--log"}, strings.NewReader(""), stdout, &stderr)
		_ = stdout.Close()
	}()
	stop = func() (int, string) {
		cancel()
		return <-status, stderr.String()
	}
	first, err := bufio.NewReader(lines).ReadString('\n')
	if err != nil {
		_, log := stop()
		t.Fatalf("%v: %s", err, log)
	}
	words := strings.Fields(first)
	return words[len(words)-1], stop
}

// The lines of Python in docs/notebook.md ask a server.
func TestNotebookRace(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run docs/notebook.md")
	}
	text, err := os.ReadFile("../../docs/notebook.md")
	if err != nil {
		t.Fatal(err)
	}
	address, stop := serving(t)
	defer stop()
	var program strings.Builder
	for i, part := range strings.Split(string(text), "```") {
		if code, ok := strings.CutPrefix(part, "python\n"); ok && i%2 == 1 {
			program.WriteString(strings.ReplaceAll(code, "http://127.0.0.1:8080", address))
		}
	}
	cmd := exec.CommandContext(t.Context(), python, "-")
	cmd.Stdin = strings.NewReader(program.String())
	got, err := cmd.CombinedOutput()
	want := "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1] " + build.Version() + `
Guy and Smith 1956: G(n+12) = G(n) for 71 <= n < 156 proves it for all n
['queen(1,1)']
of period 7 in n: 0, 1, 0, 1, 2, 3, 2
`
	if err != nil || string(got) != want {
		t.Errorf("%v: %s\nwant %s", err, got, want)
	}
}

// The server answers as the commands do, and stops when it is told to.
func TestServeRace(t *testing.T) {
	address, stop := serving(t)
	get := func(path string) string {
		t.Helper()
		answer, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err := answer.Body.Close(); err != nil {
			t.Error(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, c := range []struct {
		args []string
		path string
	}{
		{[]string{"solve", "knight(5,4) + queen(3,3)"}, "solve?position="},
		{[]string{"options", "nim(1,2)"}, "options?position="},
		{[]string{"period", "0.77"}, "period?game="},
		{[]string{"games", "queen"}, "games/"},
		{[]string{"values", "queen", "--size", "5x4"}, "values?size=5x4&game="},
		{[]string{"draw", "nim(2,3)"}, "draw?position="},
	} {
		var want bytes.Buffer
		if run(t.Context(), append(c.args, "--json"), strings.NewReader(""), &want, io.Discard) != exitAnswered {
			t.Errorf("%v fails", c.args)
		}
		if got := get("/api/v1/" + c.path + url.QueryEscape(c.args[1])); got != want.String() {
			t.Errorf("%s gives %s\nthe command %s", c.path, got, want.String())
		}
	}
	if page := get("/play"); !strings.HasPrefix(page, "<!doctype html>") {
		t.Errorf("the page begins with %.50q", page)
	}
	status, log := stop()
	if status != exitAnswered {
		t.Errorf("exit status %d: %s", status, log)
	}
	if !strings.Contains(log, `"address":"/api/v1/solve"`) {
		t.Errorf("the log does not have the requests: %s", log)
	}
}

// Requests that are wrong are refused before anything listens.
func TestServeRefusesRace(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--addr", "nowhere"}, exitUsage, "want HOST:PORT"},
		{[]string{"--addr", "127.0.0.1:99999"}, exitUsage, "invalid port"},
		{[]string{"--addr", taken.Addr().String()}, exitFailed, "--addr 127.0.0.1:0 takes a free one"},
		{[]string{"--max-time", "0s"}, exitUsage, "--max-time=0s: want a time above 0"},
		{[]string{"--rate", "-1"}, exitUsage, "--rate=-1"},
		{[]string{"--max-connections", "-1"}, exitUsage, "--max-connections=-1"},
		{[]string{"--all-memory", "1GiB", "--max-memory", "2GiB"}, exitUsage, "--max-memory=2.0 GiB: want at most the memory of all questions, 1.0 GiB"},
		{[]string{"--job", ""}, exitUsage, `--dir="": want the folder of a job`},
		{[]string{"queen"}, exitUsage, "want no arguments"},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), append([]string{"serve"}, c.args...), strings.NewReader(""), io.Discard, &stderr)
		if status != c.status || !strings.Contains(stderr.String(), c.says) || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: %d: %s", c.args, status, stderr.String())
		}
	}
}
