package main

// This file holds `grundy duel`: a program of any language against the engine.

import (
	"bufio"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grundy/ask"
	"grundy/contest/duel"
	"grundy/internal/message"
)

// duelFlags are the flags of `grundy duel`.
type duelFlags struct {
	question    ask.Play // of games
	interactive bool
	games       int
	all, json   bool
	seed        uint64
	maxTime     time.Duration
	limits      duel.Limits
	here        bool
	bounds      budgetFlags
}

func newDuel() *cobra.Command {
	var f duelFlags
	cmd := &cobra.Command{
		Use:   "duel --interactive SUM -- COMMAND [ARGUMENT …]",
		Short: "Run a program against the engine",
		Args: func(cmd *cobra.Command, args []string) error {
			switch at := cmd.ArgsLenAtDash(); {
			case at < 0:
				return usagef(`want "--" and the command to run behind it, as in: grundy duel PROBLEM -- ./program`)
			case at != 1:
				return usagef(`want one problem before "--", got %s`, message.Count(at, "word", "words"))
			case len(args) == 1:
				return usagef(`want a command behind "--"`)
			}
			return nil
		},
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.interactive, "interactive", false, "play games, move by move")
	flags.BoolVar(&f.question.Misere, "misere", false, "a player who cannot move wins (with --interactive)")
	addCompound(cmd, &f.question.Compound)
	flags.IntVar(&f.games, "games", 20, "games to play (with --interactive)")
	flags.BoolVar(&f.all, "all", false, "go on after a failure: judge all tests, or play all games")
	flags.BoolVar(&f.json, "json", false, "print one JSON value")
	flags.Uint64Var(&f.seed, "seed", 1, "draw by this number")
	flags.DurationVar(&f.maxTime, "max-time", 30*time.Second, "end after this time without a failure; 0 for no bound")
	flags.DurationVar(&f.limits.Time, "time-limit", 0, "processor time of each run (default that of the problem, or 2s)")
	flags.Var(bytesFlag(&f.limits.Memory), "memory-limit", "memory of each run (default that of the problem, or 256MiB)")
	flags.BoolVar(&f.here, "here", false, "run the program in this folder instead of an empty one")
	f.bounds.addMemory(flags, "what the engine may use, such as 4GiB (default half of the machine's memory)")
	return cmd
}

func (f *duelFlags) run(cmd *cobra.Command, args []string) (err error) {
	program, err := duel.NewProgram(args[1:], f.limits, f.here)
	if err != nil {
		return usageError{err}
	}
	defer func() {
		if closed := program.Close(); err == nil {
			err = closed
		}
	}()
	if f.interactive {
		return f.playGames(cmd, args[0], program)
	}
	return usagef("not yet")
}

// failed is the error of a program that failed in some of what it did.
func failed(count int, one, many string) error {
	return fmt.Errorf("the program failed in %s", message.Count(count, one, many))
}

// maxShownLines is how many lines of a text are shown.
const maxShownLines = 40

// writeMessages writes the beginning of what a program said on standard error.
func writeMessages(out *bufio.Writer, messages string) {
	if messages = strings.TrimSpace(messages); messages != "" {
		fmt.Fprintf(out, "  on standard error: %s\n", message.Shown(message.Brief(messages, 300)))
	}
}
