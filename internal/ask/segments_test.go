package ask_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/long"
)

// chain returns the text of a certificate in segments.
var chain = sync.OnceValues(func() (string, error) {
	a, err := ask.Period{Game: "0.16", Certificate: true, Segment: 1 << 16}.Ask(context.Background(), ask.Means{})
	if err != nil {
		return "", err
	}
	if a.Uncertified != nil {
		return "", a.Uncertified
	}
	var out bytes.Buffer
	err = a.Chain.Write(&out)
	return out.String(), err
})

// A chain is verified at once, in parts, in a folder, and as a job that is made from its spec.
func TestVerifySegments(t *testing.T) {
	long.Only(t)
	text, err := chain()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() + "/night"
	for _, q := range []ask.Verify{{Workers: 2}, {Segments: "2,4"}, {Folder: dir, Workers: 2}, {Folder: dir}} {
		q.Certificate = strings.NewReader(text)
		a, err := q.Ask(t.Context(), ask.Means{})
		if err != nil || a.Refused != nil {
			t.Fatalf("%+v: %v, %v", q, err, a)
		}
		var out bytes.Buffer
		if err := ask.WriteJSON(&out, a); err != nil {
			t.Fatal(err)
		}
		want := `"valid": true`
		if a.Partial() {
			want = `"valid": null`
		}
		if a.Partial() != (q.Segments == "2,4") || !strings.Contains(out.String(), want) {
			t.Errorf("%+v: %s", q, out.String())
		}
	}
	status, err := job.ReadStatus(dir)
	if err != nil || status.Done != 4 || status.Pieces != 4 {
		t.Fatalf("%+v, %v", status, err)
	}
	j, err := ask.MakeJob(status.Kind, status.Spec, ask.Means{})
	if err != nil || j.ID() != status.ID {
		t.Fatalf("%s, want %s; %v", j.ID(), status.ID, err)
	}
	next := 1
	err = job.Results(dir, j, func(piece int, result []byte) error {
		var s ask.SegmentHolds
		if err := json.Unmarshal(result, &s); err != nil || s.Segment != piece+1 || s.From >= s.To {
			t.Errorf("piece %d: %s, %v", piece, result, err)
		}
		next++
		if again, err := j.Do(t.Context(), piece, nil); err != nil || !bytes.Equal(again, result) {
			t.Errorf("piece %d: %s, %v", piece, again, err)
		}
		return nil
	})
	if err != nil || next != 5 {
		t.Errorf("%d pieces, %v", next-1, err)
	}
}

// Wrong questions for segments name the field.
func TestWrongSegments(t *testing.T) {
	long.Only(t)
	text, err := chain()
	if err != nil {
		t.Fatal(err)
	}
	for segments, want := range map[string]string{
		"0":     `"0": want numbers and ranges from 1 to 4, such as 1-10,14`,
		"3-2":   `"3-2": want numbers`,
		"1,,2":  `"": want numbers`,
		"5":     `"5": the chain has 4 segments`,
		"2-3,3": `"3": want segments in order, each once`,
	} {
		_, err := ask.Verify{Certificate: strings.NewReader(text), Segments: segments}.Ask(t.Context(), ask.Means{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", segments, err, want)
		}
	}
	if _, err := (ask.Verify{Certificate: strings.NewReader("{}"), Segments: "1"}).Ask(t.Context(), ask.Means{}); err == nil || !strings.Contains(err.Error(), "only a chain") {
		t.Errorf("of no chain: %v", err)
	}
	for _, spec := range []string{`{}`, `{"chain":{}}`, `{"chain":` + text + `,"segments":"7"}`, `{"chain":` + strings.Replace(text, "105351", "105350", 1) + `}`} {
		if _, err := ask.MakeJob("segments", json.RawMessage(spec), ask.Means{}); err == nil {
			t.Errorf("%.60s: there is a job", spec)
		}
	}
}
