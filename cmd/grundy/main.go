// Command grundy answers questions about impartial games: who wins, every
// winning move, why. `grundy help` lists its commands.
//
// A subcommand is in the file of its name, and in others whose names begin with it.
// The rest is what the subcommands share; main.go holds how a request that was wrong
// differs from work that failed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/message"
)

// The exit statuses that others script against.
const (
	exitAnswered = 0
	exitFailed   = 1 // the work itself failed: out of budget, cannot be decided, a check did not hold
	exitUsage    = 2 // the request was wrong
)

// A usageError is a request that was wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func main() {
	collectLater()
	duel.Keep()
	ctx, stop := signal.NotifyContext(watched(context.Background(), os.Stderr), os.Interrupt, syscall.SIGTERM)
	// Work stops soon after ctx ends. What waits for a terminal does not.
	ended := make(chan struct{}) // closed once the command has its exit status
	finished := context.AfterFunc(ctx, func() {
		select {
		case <-ended:
			return
		case <-time.After(time.Second):
		}
		if watchOf(ctx).slow.Load() {
			signal.Reset() // so that another one ends it
			return
		}
		unfinished.Lock()
		removePartials()
		watchOf(ctx).tellInterrupted(os.Stderr)
		os.Exit(exitFailed)
	})
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	close(ended)
	finished() // before stop, which ends ctx too
	stop()
	os.Exit(status)
}

// collectLater puts the first collection of garbage off until the heap has 16 MiB, in place of
// four: most commands end before, and pay for none. From then on the collector works as usual.
func collectLater() {
	usual := debug.SetGCPercent(-1)
	if usual < 0 {
		return // GOGC=off
	}
	debug.SetGCPercent(4 * usual)
	runtime.AddCleanup(new([32]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}

// run runs one command and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // which limitMemory lowers
	if ctx.Value(watchKey{}) == nil {
		ctx = watched(ctx, stderr)
	}
	watch := watchOf(ctx)
	out := keptBeside(watch, stdout)
	root := newRoot(out, args...)
	root.SetFlagErrorFunc(flagError)
	root.SetIn(stdin)
	root.SetErr(keptBeside(watch, stderr))
	err := refuseUnknown(root, args)
	if err == nil {
		err = root.ExecuteContext(context.WithValue(ctx, typedKey{}, args))
	}
	if err == nil {
		err = out.err
	}
	switch {
	case err == nil:
		return exitAnswered
	case errors.Is(err, syscall.EPIPE):
		return exitFailed // the reader of the output has gone, and wants no more words
	case ctx.Err() != nil:
		watch.tellInterrupted(stderr)
		return exitFailed
	}
	fmt.Fprintln(stderr, "grundy:", message.Line(err))
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}
