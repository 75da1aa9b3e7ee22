package ask

// [Jobs] asks how far jobs have come.

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
)

// Jobs asks how far the jobs have come whose folders the means name. No question names
// another folder.
type Jobs struct{}

// JobStates says how far jobs have come, in the order of [Means.Jobs].
type JobStates []JobState

// A JobState says how far a job has come.
type JobState struct {
	Folder  string       `json:"folder" doc:"as the server was told it"`
	State   string       `json:"state" enum:"running,stopped,done,unreadable"`
	Problem string       `json:"problem,omitempty" doc:"why the folder cannot be read, or what of its journal is damaged"`
	Kind    string       `json:"kind" doc:"of the job, such as sweep"`
	ID      string       `json:"id" doc:"the job's"`
	Version string       `json:"version" doc:"of the program that works on it"`
	Pieces  int          `json:"pieces" doc:"all"`
	Done    int          `json:"done" doc:"pieces whose results are there"`
	Bytes   int64        `json:"bytes" doc:"of results"`
	Tier    int          `json:"tier,omitempty" doc:"the first tier, from 1, that lacks a piece, or the last one; pieces may need results of earlier tiers"`
	Tiers   int          `json:"tiers,omitempty" doc:"all; left out where no piece needs the results of others"`
	Rate    float64      `json:"rate" doc:"pieces a second in the present run, or the last one; 0 if not known"`
	Left    float64      `json:"left" doc:"seconds that the rest takes at this rate; 0 if not known"`
	Workers []job.Worker `json:"workers" doc:"who computed what is done, most pieces first; goroutines have no name"`
}

// unreadable is the state of a job whose folder cannot be read.
const unreadable = "unreadable"

// Ask reads the folders. One that cannot be read is among the answers, with the reason.
func (Jobs) Ask(ctx context.Context, m Means) (JobStates, error) {
	all := JobStates{}
	for _, folder := range m.Jobs {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		all = append(all, stateOfJob(folder))
	}
	return all, nil
}

// stateOfJob reads a folder, in which another process may be at work.
func stateOfJob(folder *job.Watcher) JobState {
	dir := folder.Dir()
	s, err := folder.Status()
	if err != nil {
		return JobState{Folder: dir, State: unreadable, Problem: message.Line(err), Workers: []job.Worker{}}
	}
	is := JobState{
		Folder: dir, State: s.State(), Problem: s.Damage, Kind: s.Kind, ID: s.ID, Version: s.Version,
		Pieces: s.Pieces, Done: s.Done, Tier: s.Tier, Tiers: s.Tiers, Bytes: s.Bytes, Rate: s.Rate, Left: s.Left, Workers: append([]job.Worker{}, s.Workers...),
	}
	slices.SortStableFunc(is.Workers, func(a, b job.Worker) int { return cmp.Compare(b.Done, a.Done) })
	return is
}

// WriteJSON writes the answer as a JSON list.
func (a JobStates) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Indented([]JobState(a))
	return w.Close()
}
