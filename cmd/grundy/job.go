package main

// `grundy job` does work in pieces that is kept in a folder.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

func newJob() *cobra.Command {
	cmd := described("job", &cobra.Command{
		Args: noSuchCommand,
		RunE: showBrief,
	})
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
	cmd := described("job-run", &cobra.Command{
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return usagef("want KIND and SPEC, or neither for the job of --dir")
			}
			return nil
		},
		RunE: f.run,
	})
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
	kind, spec, err := specOfJob(cmd, args, f.dir)
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
func specOfJob(cmd *cobra.Command, args []string, dir string) (kind string, spec json.RawMessage, err error) {
	if len(args) == 0 {
		s, err := job.ReadStatus(dir)
		return s.Kind, s.Spec, err
	}
	in, err := openInput(cmd, args[1])
	if err != nil {
		return "", nil, err
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
	cmd := described("job-status", &cobra.Command{
		Args: wantArgs(1, 1, "the folder of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return jobError(showStatus(cmd.OutOrStdout(), args[0], asJSON))
		},
	})
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
		w := jsontext.NewLine(out) // with the version of the program that works on it
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
	return described("job-results", &cobra.Command{
		Args: wantArgs(1, 1, "the folder of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			err := job.ReadResults(args[0], func(_ int, result []byte) error {
				_, err := out.Write(result)
				return err
			})
			return jobError(errors.Join(out.Flush(), err))
		},
	})
}
