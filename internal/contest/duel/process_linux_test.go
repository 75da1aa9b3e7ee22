package duel

import (
	"testing"
	"time"
)

// Programs take no more processor time than the machine had.
func TestSpent(t *testing.T) {
	short := &tracer{begun: time.Now(), times: map[int]time.Duration{1: 1000 * time.Hour}}
	long := &tracer{begun: time.Now().Add(-time.Hour), times: map[int]time.Duration{1: time.Second, 2: time.Minute}}
	if spent := short.spent(); spent > 999*time.Hour {
		t.Errorf("a program that has just begun spent %v", spent)
	}
	if spent := long.spent(); spent != time.Minute+time.Second {
		t.Errorf("two processes spent %v", spent)
	}
}
