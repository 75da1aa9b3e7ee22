package ask_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/theory/search"
)

// A factsFile is a file in memory.
type factsFile struct {
	text []byte
	left bool
}

func (*factsFile) Name() string { return "kept" }

func (f *factsFile) Open() (io.ReadCloser, error) {
	if f.text == nil {
		return nil, nil
	}
	return io.NopCloser(bytes.NewReader(f.text)), nil
}

func (f *factsFile) Learned(_ uint64, _ string, left bool) { f.left = left }

func (*factsFile) IsDue() bool { return true }

func (f *factsFile) Write(write func(io.Writer) error) error {
	var out bytes.Buffer
	err := write(&out)
	if err == nil {
		f.text = out.Bytes()
	}
	return err
}

// facts returns the header of a file, and what it knows of parts.
func (f *factsFile) facts(t *testing.T) (h disk.FactsHeader, all map[string]search.Findings[string]) {
	t.Helper()
	facts, err := disk.OpenFacts(bytes.NewReader(f.text))
	all = map[string]search.Findings[string]{}
	if err == nil {
		err = facts.Each(func(x search.Findings[string]) error {
			all[x.Key] = x
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return facts.Header, all
}

// Facts of one question serve the next one, within any memory, which loses none of them. Files with other
// keys, or with facts that are false, are refused.
func TestFactsFile(t *testing.T) {
	file := &factsFile{}
	first, err := ask.Solve{Position: "cram(5,5)", Facts: file}.Ask(t.Context(), ask.Means{})
	if err != nil || first.Outcome != "P" {
		t.Fatal(first, err)
	}
	header, known := file.facts(t)
	if len(known) < 1000 || len(header.Samples) != 8 {
		t.Fatalf("%v: %d facts", header, len(known))
	}
	again, err := ask.Solve{Position: "cram(5,5)", Facts: file}.Ask(t.Context(), ask.Means{})
	if err != nil || again.Outcome != first.Outcome || !strings.Contains(again.Method, ": 0 couples") || file.left {
		t.Errorf("again: %v, %v", again, err)
	}
	for _, memory := range long.Every(3, []uint64{300_000, 600_000, 1_200_000}) {
		small := &factsFile{text: file.text}
		_, err := ask.Solve{Position: "cram(5,7)", Facts: small}.Ask(t.Context(), ask.Means{Memory: memory})
		if ask.Bound(err) != "memory" || small.left != (memory < 1_200_000) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d bytes: %v, some left: %v", memory, err, small.left)
		}
		_, all := small.facts(t)
		for key, fact := range known {
			if got, ok := all[key]; !ok || got.Value != fact.Value && fact.Value >= 0 {
				t.Fatalf("%d bytes: %v became %v", memory, fact, got)
			}
		}
	}
	refused := func(what, want string, header disk.FactsHeader, facts map[string]search.Findings[string]) {
		t.Helper()
		var out bytes.Buffer
		if err := disk.WriteFacts(&out, header, func(yield func(search.Findings[string]) bool) {
			for _, x := range facts {
				if !yield(x) {
					return
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		wrong := &factsFile{text: out.Bytes()}
		before := slices.Clone(wrong.text)
		_, err := ask.Solve{Position: "cram(5,5)", Facts: wrong}.Ask(t.Context(), ask.Means{})
		field := new(ask.FieldError)
		if !errors.As(err, &field) || field.Field != "resume" || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "kept") != 1 || !bytes.Equal(before, wrong.text) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	other := header
	other.Samples = slices.Clone(header.Samples)
	other.Samples[3].Key = header.Samples[4].Key
	refused("another key", "another version of grundy has written it: the key of", other, known)
	other.Samples[3] = disk.Sample{Position: "(", Key: nil}
	refused("no position", "another version of grundy has written it: the key of", other, known)
	other = header
	other.Rules = strings.Repeat("0", 64)
	refused("other rules", "it has facts of cram with other rules (SHA-256 000000000000", other, known)
	forged := map[string]search.Findings[string]{}
	for key, x := range known {
		if x.Value >= 0 {
			x.Value ^= 1
		}
		forged[key] = x
	}
	refused("false values", "it does not follow from the moves", header, forged)
	refused("no key", "a key of 50 bytes: it contradicts what is known", header, map[string]search.Findings[string]{"": {Key: strings.Repeat("x", 50)}})
}
