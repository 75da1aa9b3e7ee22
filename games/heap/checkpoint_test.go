package heap

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// A session that is saved and resumed at random moments, in every engine, ends
// with the values and the proof of an unbroken one.
func TestResumedSessions(t *testing.T) {
	for _, text := range []string{"0.77", "0.16", "0.644", "0.127", "0.354", "4!.0", "0.3F", "0.[3]"} {
		budget := uint64(400_000)
		if text == "4!.0" || text == "0.354" {
			budget = 30_000
		}
		if text == "0.3F" {
			budget = 300
		}
		unbroken, err := Solve(t.Context(), MustCode(text), budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSession(MustCode(text), budget)
		for done := false; !done; {
			if done, err = s.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !done && rand.IntN(4) == 0 {
				var file bytes.Buffer
				if err := s.Save(&file); err != nil {
					t.Fatal(err)
				}
				if s, err = Resume(&file, budget); err != nil {
					t.Fatal(err)
				}
			}
		}
		resumed := s.Solution()
		if resumed.Period != unbroken.Period || resumed.Length != unbroken.Length {
			t.Errorf("%s: %+v, want %+v", text, resumed.Period, unbroken.Period)
		}
		want, _ := unbroken.Terms(0, unbroken.Length)
		got, err := resumed.Terms(0, resumed.Length)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %s, %v", text, firstDifference(got, want), err)
		}
	}
}

// A checkpoint that was cut or changed anywhere is refused.
func TestBadCheckpoints(t *testing.T) {
	s := NewSession(MustCode("0.16"), 100_000)
	for s.Solution().Length < 40_000 {
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	for range 40 {
		if _, err := Resume(bytes.NewReader(whole[:rand.IntN(len(whole))]), 1000); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("a part was accepted: %v", err)
		}
		changed := slices.Clone(whole)
		changed[len(checkpointFormat)+3000+rand.IntN(len(changed)-3100)] ^= 4
		if _, err := Resume(bytes.NewReader(changed), 1000); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("a changed checkpoint was accepted: %v", err)
		}
	}
}
