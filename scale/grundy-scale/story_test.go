package main

// The stories in testdata are transcripts of the command as its users type it, on several
// machines that are processes here.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/scale/queue"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"grundy-scale": main, "liar": liar})
}

func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			free, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			env.Setenv("AT", free.Addr().String())
			return free.Close()
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "token": token, "alone": alone},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// liar joins a job, gives a wrong result for one piece, and leaves.
func liar() {
	if err := lie(os.Args[1]); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func lie(url string) error {
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	options, err := queue.Credentials(os.Getenv(tokenVariable), "", "", "", "")
	if err == nil {
		err = queue.Work(ctx, queue.Worker{
			Means: queue.Means{URL: url, Options: options}, Name: "liar", Workers: 1,
			Make: func(kind string, spec json.RawMessage) (job.Job, error) {
				j, err := ask.MakeJob(kind, spec, ask.Means{})
				do := j.Do
				j.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
					result, err := do(ctx, piece, earlier)
					return bytes.Replace(result, []byte(`"P"`), []byte(`"N"`), 1), err
				}
				return j, err
			},
			Done: func(int) { leave() },
		})
	}
	return err
}

// status N COMMAND … runs a command that must end with exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND …")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// token DIR waits for the token of the job in the folder, and for its server, and sets
// GRUNDY_TOKEN. "token none" unsets it.
func token(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: token DIR")
	}
	if args[0] == "none" {
		ts.Setenv(tokenVariable, "")
		return
	}
	for range 60_000 {
		text, err := os.ReadFile(filepath.Join(ts.MkAbs(args[0]), "nats", "token"))
		if conn, e := net.Dial("tcp", ts.Getenv("AT")); err == nil && e == nil && bytes.HasSuffix(text, []byte("\n")) {
			ts.Check(conn.Close())
			ts.Setenv(tokenVariable, strings.TrimSpace(string(text)))
			return
		}
		time.Sleep(time.Millisecond)
	}
	ts.Fatalf("no server stands at %s", ts.Getenv("AT"))
}

// alone DIR checks that one process gives the same results as the folder has.
func alone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: alone DIR")
	}
	dir := ts.MkAbs(args[0])
	s, err := job.ReadStatus(dir)
	ts.Check(err)
	j, err := ask.MakeJob(s.Kind, s.Spec, ask.Means{})
	ts.Check(err)
	ts.Check(job.Run(context.Background(), j, dir+"-alone", job.Options{Workers: 1}))
	var texts [2]strings.Builder
	for i, from := range []string{dir, dir + "-alone"} {
		ts.Check(job.Results(from, j, func(_ int, result []byte) error { texts[i].Write(result); return nil }))
	}
	if texts[0].String() != texts[1].String() {
		ts.Fatalf("the results are others:\n%s\nwant\n%s", texts[0].String(), texts[1].String())
	}
}
