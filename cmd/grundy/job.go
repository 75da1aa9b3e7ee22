package main

// `grundy job` does work in pieces that is kept in a folder.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

func newJob() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Do work in pieces that is kept in a folder, and see how far it is",
		Long: `Do work in pieces that is kept in a folder, and see how far it is. Work that was
killed goes on where it was: at most the pieces in flight are lost. docs/scale.md shows how
the same folders are worked on by many machines.`,
		Example: `  grundy job run solve positions.json --dir night
  grundy job status night
  grundy job results night`,
		Args: noSuchCommand,
		RunE: showBrief,
	}
	cmd.AddCommand(newJobRun(), newJobStatus(), newJobResults())
	return cmd
}

// jobRunFlags are the flags of `grundy job run`.
type jobRunFlags struct {
	dir     string
	workers int
	asJSON  bool
}

func newJobRun() *cobra.Command {
	var f jobRunFlags
	cmd := &cobra.Command{
		Use:   "run [KIND SPEC] --dir DIR",
		Short: "Do the pieces of a job that its folder lacks",
		Long: `Do the pieces of a job that the folder DIR lacks, on all cores. DIR is made where
there is none. KIND is one of ` + strings.Join(ask.JobKinds(), ", ") + `, and SPEC the file of its spec, in JSON; "-"
reads standard input. Without them it goes on with the job in DIR, such as one that another
command has begun, or that was stopped.

The kind "solve" asks who wins many positions. Its spec is an object:
  "positions"  the positions
  "misere", "compound"
               as the flags of "grundy solve"
  "moves"      winning moves that are listed of a position, instead of none
  "rules"      the texts of the files that positions name: {"NAME.star": "…"}
  "memory"     bytes for a position, instead of 1 GiB
  "together"   positions a piece, instead of 16

The kind "segments" verifies segments of a long proof, as "grundy verify" does, and
fails where one does not hold. Its spec is an object:
  "chain"      the certificate
  "segments"   such as "1-10,14"; all without it

The kind "exceptions" counts the heaps that "grundy verify --exceptions" counts, and
has the same spec without "segments".

The kind "table" computes the values of a table on disk in pieces; "grundy values --job"
makes the table of them. Its spec is an object:
  "game", "size", "of", "misere", "fix"
               as the argument and the flags of "grundy values"
  "rules"      the texts of the files that the game names
  "weights"    [[1,2]] where every move from (x,y) lowers x + 2y; of several,
               it lowers the first that it changes; found without it
  "piece"      positions a piece, instead of 4096 to 262144
  "memory"     bytes for a piece, instead of 256 MiB

Some of the pieces that the folder has are computed again and compared. A folder of
another job, or of another version of grundy, is refused.

Exit status: 0 all is done, 1 it was stopped, 2 the folder or the spec is wrong.`,
		Example: `  grundy job run solve positions.json --dir night
  grundy job run --dir night --workers=2`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return usagef("want KIND and SPEC, or neither for the job of --dir")
			}
			return nil
		},
		RunE: f.run,
	}
	add := flagsOf(cmd)
	add("dir", &f.dir, "")
	add("workers", &f.workers, "")
	addJSON(cmd, &f.asJSON, ": the status at the end")
	return cmd
}

// run does the job.
func (f *jobRunFlags) run(cmd *cobra.Command, args []string) error {
	if f.dir == "" {
		return usagef("--dir: want the folder of the job")
	}
	kind, spec, err := specOfJob(cmd.InOrStdin(), args, f.dir)
	if err != nil {
		return jobError(err)
	}
	j, err := ask.MakeJob(kind, spec, ask.Means{})
	if err != nil {
		return jobError(err)
	}
	watch := watchOf(cmd.Context())
	watch.start("job run")
	defer watch.stop()
	progress := watch.begin("pieces")
	err = job.Run(cmd.Context(), j, f.dir, job.Options{
		Workers:  f.workers,
		Progress: func(s job.Status) { progress(uint64(s.Done), uint64(s.Pieces)) },
		Note:     func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), "grundy:", line) },
	})
	if err != nil {
		return jobError(err)
	}
	watch.stop()
	return showStatus(cmd.OutOrStdout(), f.dir, f.asJSON)
}

// specOfJob returns the kind and the spec that the arguments name, or those of the folder.
func specOfJob(stdin io.Reader, args []string, dir string) (kind string, spec json.RawMessage, err error) {
	if len(args) == 0 {
		s, err := job.ReadStatus(dir)
		return s.Kind, s.Spec, err
	}
	in := io.NopCloser(stdin)
	if args[1] != standardStream {
		if in, err = openFile(args[1]); err != nil {
			return "", nil, usageError{err}
		}
	}
	defer func() { _ = in.Close() }()
	spec, err = io.ReadAll(in)
	return args[0], spec, err
}

// jobError returns an error of a job as the command tells it.
func jobError(err error) error {
	if wrong, ok := errors.AsType[*ask.FieldError](err); ok {
		name := wrong.Field
		if name == "spec" {
			name = ""
		}
		return usagef("%s", wrong.Named(name))
	}
	if unfit, ok := errors.AsType[*job.FolderError](err); ok {
		return usageError{unfit}
	}
	return err
}

func newJobStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say how far the job in a folder is",
		Long: `Say how far the job in a folder is: pieces done, pieces a second, the time that is
left, who did them. It may be at work meanwhile, here or on many machines.`,
		Example: `  grundy job status night
  grundy job status night --json`,
		Args: wantArgs(1, 1, "the folder of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return jobError(showStatus(cmd.OutOrStdout(), args[0], asJSON))
		},
	}
	addJSON(cmd, &asJSON, "")
	return cmd
}

// showStatus writes how far the job in a folder is.
func showStatus(out io.Writer, dir string, asJSON bool) error {
	s, err := job.ReadStatus(dir)
	if err != nil {
		return err
	}
	if asJSON {
		w := jsontext.NewLine(out) // the version is that of the job
		w.Value(s)
		return w.Close()
	}
	fmt.Fprintf(out, "%s: %s, %s: %s\n", message.Shown(dir), s.Kind, s.State(), s.Line())
	fmt.Fprintf(out, "results: %s; job %.16s, version %s\n", units.Bytes(uint64(s.Bytes)), s.ID, s.Version)
	for _, w := range s.Workers {
		name := w.Name
		switch {
		case name != "":
		case w.Goroutines == 0: // a coordinator has the folder since
			name = "here"
		default:
			name = message.Count(w.Goroutines, "core", "cores") + " here"
		}
		fmt.Fprintf(out, "  %s: %s\n", name, message.Count(w.Done, "piece", "pieces"))
	}
	if s.Damage != "" {
		fmt.Fprintln(out, s.Damage)
	}
	return nil
}

func newJobResults() *cobra.Command {
	return &cobra.Command{
		Use:   "results DIR",
		Short: "Write the results of the job in a folder",
		Long: `Write the results of the job in a folder, in the order of the pieces. If some are
missing, those that are there are written, and the exit status is 1.`,
		Example: `  grundy job results night > answers.jsonl`,
		Args:    wantArgs(1, 1, "the folder of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			err := job.ReadResults(args[0], func(_ int, result []byte) error {
				_, err := out.Write(result)
				return err
			})
			return jobError(errors.Join(out.Flush(), err))
		},
	}
}
