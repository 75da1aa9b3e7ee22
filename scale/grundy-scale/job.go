package main

// These are `grundy-scale job run` and `grundy-scale work`.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/scale/queue"
)

// tokenVariable is the variable of the environment that holds the token of a server. A
// flag would be seen by others.
const tokenVariable = "GRUNDY_TOKEN"

// serverFlags say how a server is reached.
type serverFlags struct {
	credentials, certificate, key, authorities string
	patience                                   time.Duration
}

func (f *serverFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.credentials, "creds", "", "the file of credentials for the server")
	flags.StringVar(&f.certificate, "tlscert", "", "the file of this machine's certificate")
	flags.StringVar(&f.key, "tlskey", "", "the file of the certificate's key")
	flags.StringVar(&f.authorities, "tlsca", "", "the file of the authorities that vouch for the server")
	flags.DurationVar(&f.patience, "patience", queue.DefaultPatience, "how long the server may be away, or a first job be waited for")
}

// means returns how the server is reached.
func (f *serverFlags) means(cmd *cobra.Command, url string) (queue.Means, error) {
	if f.patience <= 0 {
		return queue.Means{}, usagef("--patience=%v: want a time above 0", f.patience)
	}
	m := queue.Means{URL: url, Patience: f.patience, Note: func(line string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%sgrundy-scale: %s\n", clearLine(cmd.ErrOrStderr()), line)
	}}
	var err error
	m.Options, err = queue.Credentials(os.Getenv(tokenVariable), f.credentials, f.certificate, f.key, f.authorities)
	if err != nil {
		return m, usageError{err}
	}
	return m, nil
}

func newJob() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Do a job on many machines",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newJobRun())
	return cmd
}

// jobFlags are the flags of `grundy-scale job run`.
type jobFlags struct {
	serverFlags
	dir, listen, url string
	ackWait          time.Duration
	check, replicas  int
}

func newJobRun() *cobra.Command {
	var f jobFlags
	cmd := &cobra.Command{
		Use:   "run [KIND SPEC] --dir DIR (--listen HOST:PORT | --nats URL)",
		Short: "Put the pieces of a job into a queue, and keep the results of workers",
		Long: `Put the pieces of a job into a queue, keep the results of workers in the folder
DIR, and end when all are there. DIR is the same as that of "grundy job run": either goes
on where the other was stopped, and "grundy job status DIR" says how far it is.

KIND is one of ` + strings.Join(ask.JobKinds(), ", ") + `. SPEC is the file of its spec, in JSON;
- for standard input. Without them it goes on with the job in DIR, such as one that another
command has begun.

--listen starts a server for the queue in this process, whose files are in DIR until the
job is done. --nats uses a server or a cluster of NATS that stands already, with JetStream.
Workers are started by "grundy-scale work --join URL", on any machines.

The first result of each worker and one in a hundred of the others are computed again here.
A worker whose result is wrong is named, and all its results are dropped and done again, and those
that may have been computed from them.

Pieces of a table need results of others: those go to workers by the server, which keeps
them until the job is done.

The server of --listen lets in who knows its token: to take pieces of this job and give their
results, and for nothing else. The variable ` + tokenVariable + ` may hold the token; otherwise
one is made, kept in DIR, and printed with the line for workers.`,
		Example: `  grundy-scale job run solve positions.json --dir night --listen 0.0.0.0:4222
  grundy-scale job run --dir night --nats nats://nats.example.org --creds me.creds`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return usagef("%s: want KIND and SPEC, or neither", message.Count(len(args), "argument", "arguments"))
			}
			return nil
		},
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "the folder of the job")
	flags.StringVar(&f.listen, "listen", "", "start a server here, such as 0.0.0.0:4222; port 0 takes a free one")
	flags.StringVar(&f.url, "nats", "", "the server that stands already; several are separated by commas")
	flags.DurationVar(&f.ackWait, "ack-wait", 30*time.Second, "how long a worker may be silent before its piece goes to another")
	flags.IntVar(&f.check, "check", 100, "compute one of this many results again; 0 for none")
	flags.IntVar(&f.replicas, "replicas", 1, "with --nats: on how many servers of a cluster the queue is kept")
	f.add(flags)
	return cmd
}

// run does the job.
func (f *jobFlags) run(cmd *cobra.Command, args []string) error {
	switch {
	case f.dir == "":
		return usagef("--dir: want the folder of the job")
	case (f.listen == "") == (f.url == ""):
		return usagef("want one of --listen and --nats")
	case f.ackWait < time.Millisecond:
		return usagef("--ack-wait=%v: want at least 1ms", f.ackWait)
	case f.check < 0:
		return usagef("--check=%d: want a number that is not below 0", f.check)
	case f.replicas < 1:
		return usagef("--replicas=%d: want a number above 0", f.replicas)
	case f.replicas > 1 && f.listen != "":
		return usagef("--replicas=%d: the server of --listen is one; want --nats with a cluster", f.replicas)
	}
	j, err := makeJob(cmd.InOrStdin(), args, f.dir)
	if err != nil {
		return err
	}
	means, err := f.means(cmd, f.url)
	if err != nil {
		return err
	}
	if f.check == 0 {
		f.check = -1
	}
	out := cmd.ErrOrStderr()
	shown := time.Time{}
	c := queue.Coordinator{
		Means: means, Job: j, Dir: f.dir, AckWait: f.ackWait, Check: f.check, Replicas: f.replicas,
		Shared: f.url != "", Listen: f.listen, Token: os.Getenv(tokenVariable),
		Started: func(url, made string) {
			if made != "" {
				made = tokenVariable + "=" + made + " "
			}
			means.Note("waiting for workers: " + made + "grundy-scale work --join " + url)
		},
	}
	if isTerminal(out) {
		c.Progress = func(s job.Status) {
			if now := time.Now(); now.Sub(shown) >= time.Second/2 {
				shown = now
				fmt.Fprintf(out, "%s%s", clearLine(out), s.Line())
			}
		}
	}
	err = queue.Coordinate(cmd.Context(), c)
	fmt.Fprint(out, clearLine(out))
	if address, ok := errors.AsType[*queue.AddressError](err); ok {
		return usagef("--listen: %w", address)
	}
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: all of %s are done\n", message.Shown(f.dir), message.Count(j.Pieces, "piece", "pieces"))
	}
	return err
}

// makeJob makes the job of a kind and the file of its spec, or that of a folder.
func makeJob(stdin io.Reader, args []string, dir string) (j job.Job, err error) {
	if len(args) == 0 {
		s, err := job.ReadStatus(dir)
		if err != nil {
			return j, err
		}
		return ask.MakeJob(s.Kind, s.Spec, ask.Means{})
	}
	var spec []byte
	if args[1] == "-" {
		spec, err = io.ReadAll(stdin)
	} else if spec, err = os.ReadFile(args[1]); err != nil {
		return j, usageError{err}
	}
	if err != nil {
		return j, err
	}
	return ask.MakeJob(args[0], spec, ask.Means{})
}

// workFlags are the flags of `grundy-scale work`.
type workFlags struct {
	serverFlags
	url, name      string
	workers, cache int
}

func newWork() *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work --join URL",
		Short: "Take pieces of jobs until none is left",
		Long: `Take pieces of the jobs at a server until none is left. The server belongs to
"grundy-scale job run --listen", or stands already. Where it is away, or has no
job yet, the worker waits. Pieces that it has when it is interrupted go to others at once,
and those of a worker that is killed or hangs, when it was silent for a while.

All machines run the same version: others are turned away.

The variable ` + tokenVariable + ` holds the token that the server asks for.`,
		Example: `  grundy-scale work --join nats://head:4222
  grundy-scale work --join nats://head:4222 --workers 8 --name node7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.url, "join", "", "the server, such as nats://head:4222")
	flags.IntVar(&f.workers, "workers", 0, "pieces at a time (default one a core)")
	flags.IntVar(&f.cache, "cache", queue.DefaultCache>>20, "MiB of earlier results, such as of blocks of a table, that are kept in memory")
	flags.StringVar(&f.name, "name", "", "the worker's name, other than those of others (default host and process)")
	f.add(flags)
	return cmd
}

// run works.
func (f *workFlags) run(cmd *cobra.Command) error {
	switch {
	case f.url == "":
		return usagef("--join: want the server, such as nats://head:4222")
	case f.workers < 0:
		return usagef("--workers=%d: want a number that is not below 0", f.workers)
	case f.cache < 1 || f.cache > math.MaxInt>>20:
		return usagef("--cache=%d: want a number of MiB above 0", f.cache)
	case len(f.name) > queue.MostName:
		return usagef("--name: it has %d bytes, and may have %d", len(f.name), queue.MostName)
	}
	if f.name == "" {
		host, _ := os.Hostname()
		process := fmt.Sprintf("-%d", os.Getpid())
		f.name = host[:min(len(host), queue.MostName-len(process))] + process
	}
	means, err := f.means(cmd, f.url)
	if err != nil {
		return err
	}
	out, shown, done := cmd.ErrOrStderr(), time.Time{}, 0
	w := queue.Worker{
		Means: means, Name: f.name, Workers: f.workers, Cache: f.cache << 20,
		Make: func(kind string, spec json.RawMessage) (job.Job, error) {
			return ask.MakeJob(kind, spec, ask.Means{})
		},
		Done: func(pieces int) {
			if done = pieces; isTerminal(out) && time.Since(shown) >= time.Second/2 {
				shown = time.Now()
				fmt.Fprintf(out, "%s%s: %s done", clearLine(out), f.name, units.Grouped(uint64(pieces)))
			}
		},
	}
	err = queue.Work(cmd.Context(), w)
	fmt.Fprint(out, clearLine(out))
	if refused, ok := errors.AsType[*queue.RefusedError](err); ok {
		return usageError{refused}
	}
	if err == nil || errors.Is(err, context.Canceled) {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: did %s\n", f.name, message.Count(done, "piece", "pieces"))
	}
	return err
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb"
}

// clearLine is what clears the line of a terminal, and nothing elsewhere.
func clearLine(w io.Writer) string {
	if isTerminal(w) {
		return "\r\x1b[K"
	}
	return ""
}
