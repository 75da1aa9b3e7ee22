// Command grundy-scale takes the jobs of grundy to many machines, and their rows into
// databases. It is a module of its own, as what it needs takes long to compile.
//
// A subcommand is in the file of its name; main.go holds what they share.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/scale/queue"
)

// The exit statuses, as grundy has them.
const (
	exitAnswered = 0
	exitFailed   = 1 // the work itself failed
	exitUsage    = 2 // the request was wrong
)

// A usageError is a request that was wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs one command and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitAnswered
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "grundy-scale: interrupted")
		return exitFailed
	}
	if _, access := errors.AsType[*queue.AccessError](err); access {
		err = fmt.Errorf("%w; %s, --creds, --tlscert, --tlskey and --tlsca name what a server asks for", err, tokenVariable)
	}
	fmt.Fprintln(stderr, "grundy-scale:", message.Line(err))
	if isUsage(err) {
		return exitUsage
	}
	return exitFailed
}

// isUsage reports whether the request was wrong.
func isUsage(err error) bool {
	_, usage := errors.AsType[usageError](err)
	_, field := errors.AsType[*ask.FieldError](err)
	_, folder := errors.AsType[*job.FolderError](err)
	_, access := errors.AsType[*queue.AccessError](err)
	return usage || field || folder || access
}

// noArgs refuses words behind a command.
func noArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasSubCommands():
		return usagef("there is no command %s; %s --help lists them", message.Quoted(args[0]), cmd.CommandPath())
	}
	return usagef("%s: %s takes flags alone", message.Quoted(args[0]), cmd.CommandPath())
}

// newRoot returns the command.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "grundy-scale",
		Short:         "Take the jobs of grundy to many machines",
		Version:       job.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(newJob(), newRows(), newWork())
	root.CompletionOptions.DisableDefaultCmd = true
	return root
}
