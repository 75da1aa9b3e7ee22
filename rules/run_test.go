package rules

// This file holds that questions about one file do not disturb each other: each has
// a run of its own, with its own clock and its own error.

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"grundy"
)

// TestFourQuestionsAtOnce asks for values, options, tables and checks of one file in
// four goroutines: the race detector sees what they share.
func TestFourQuestionsAtOnce(t *testing.T) {
	walk, kayles, wythoff := docFile(t, "walk.star"), docFile(t, "kayles.star"), docFile(t, "wythoff.star")
	four := read(t, walk, "4)")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			plan, ok := four.PlanLoopy()
			if !ok {
				t.Error("no plan")
				return
			}
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Error(err)
				return
			}
			if v := table(four); !v.Infinite {
				t.Errorf("%v has the value %v", four, v)
			}
			started, failed := grundy.Start(t.Context(), grundy.SumOf(four, four))
			for _, term := range started {
				if options := term.Component.AppendOptions(nil); len(options) != 1 {
					t.Errorf("%d options", len(options))
				}
			}
			s, _ := kayles.Sequence()
			err = s.Values(t.Context(), 0, 12, nil, func(v []uint64) error {
				if v[11] != 6 {
					t.Errorf("kayles(11) has the value %d", v[11])
				}
				return nil
			})
			_, err2 := wythoff.Check(t.Context(), CheckBounds{Positions: 1000})
			if err := errors.Join(err, err2, failed()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestRunsShareAGraph asks for the values of one loopy graph, in one run, in four
// goroutines.
func TestRunsShareAGraph(t *testing.T) {
	started, failed := grundy.Start(t.Context(), grundy.SumOf(read(t, docFile(t, "walk.star"), "4)")))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			c := started[0].Component
			plan, ok := c.PlanLoopy()
			if !ok {
				t.Error("no plan")
				return
			}
			if table, err := plan.Build(t.Context(), nil); err != nil || !table(c).Infinite {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := failed(); err != nil {
		t.Error(err)
	}
}

// TestFailureStaysInItsRun holds that a position at which the rules fail takes the
// options from its own question alone.
func TestFailureStaysInItsRun(t *testing.T) {
	f := load(t, "f.star", oneHeap+"def moves(n):\n    if n == 8:\n        fail(\"no eight\")\n    if n > 0:\n        move(n - 1)\n", Options{})
	eight, three := read(t, f, "8)"), read(t, f, "3)")
	ask := func(sum ...grundy.Component) (options int, err error) {
		started, failed := grundy.Start(t.Context(), grundy.SumOf(sum...))
		for _, term := range started {
			options += len(term.Component.AppendOptions(nil))
		}
		return options, failed()
	}
	if n, err := ask(three, eight); n != 1 || err == nil || !strings.Contains(err.Error(), "no eight") {
		t.Errorf("%d options, %v", n, err)
	}
	if n, err := ask(eight, three); n != 0 || err == nil {
		t.Errorf("after the failure, in the same run: %d options, %v", n, err)
	}
	if n, err := ask(three); n != 1 || err != nil {
		t.Errorf("another question: %d options, %v", n, err)
	}
	if n := len(eight.AppendOptions(nil)) + len(three.AppendOptions(nil)); n != 1 {
		t.Errorf("at rest: %d options", n)
	}
}

// TestClockStopsItsOwnRun holds that the end of one question's context stops the
// calls of that question, wherever they are, and no others.
func TestClockStopsItsOwnRun(t *testing.T) {
	for _, interpreted := range []bool{false, true} {
		f := load(t, "e.star", oneHeap+"def moves(n):\n    while n == 8:\n        pass\n    move(0)\ndef start(a, b):\n    return a + b\n", Options{Steps: 1 << 60, Interpreted: interpreted})
		eight, nine := read(t, f, "8)"), read(t, f, "9)")
		mine := errors.New("mine is over")
		ctx, cancel := context.WithCancelCause(t.Context())
		endless, failed := grundy.Start(ctx, grundy.SumOf(eight))
		other, otherFailed := grundy.Start(t.Context(), grundy.SumOf(nine))
		stopped := make(chan []grundy.Component)
		go func() { stopped <- endless[0].Component.AppendOptions(nil) }()
		if n := len(other[0].Component.AppendOptions(nil)); n != 1 || otherFailed() != nil {
			t.Errorf("the other question: %d options, %v", n, otherFailed())
		}
		cancel(mine)
		if options := <-stopped; options != nil || !errors.Is(failed(), mine) {
			t.Errorf("options %v, %v", options, failed())
		}
		if n := len(other[0].Component.AppendOptions(nil)); n != 1 || otherFailed() != nil {
			t.Errorf("the other question, afterwards: %d options, %v", n, otherFailed())
		}
		if _, _, err := f.Read(ctx, "9,1)"); !errors.Is(err, mine) {
			t.Errorf("start: %v", err)
		}
		if _, _, err := f.Read(t.Context(), "9,1)"); err != nil {
			t.Errorf("start, for another question: %v", err)
		}
		if _, err := Load(ctx, "top.star", strings.NewReader("while True:\n    pass\n"), Options{Steps: 1 << 60}); !errors.Is(err, mine) {
			t.Errorf("the top level: %v", err)
		}
	}
}

// TestRunsTakeOver holds that a question goes on with the graph that the one before it
// explored, and that positions in and out of runs belong to one game.
func TestRunsTakeOver(t *testing.T) {
	f := docFile(t, "walk.star")
	c := read(t, f, "4)")
	var runs grundy.Runs
	first, _ := runs.Start(t.Context(), grundy.SumOf(c))
	if _, ok := first[0].Component.PlanLoopy(); !ok {
		t.Fatal("no plan")
	}
	if first[0].Component.Game() != c.Game() || grundy.AtRest(first[0].Component).Game() != c.Game() {
		t.Error("a run is another game")
	}
	again := c.Game().(grundy.Starter[Position]).Start(t.Context()).(grundy.Starter[Position])
	again.(grundy.Loopy[Position]).PlanLoopy(c.Position().(Position))
	before := again.(interface{ run() *run }).run().explored.Load()
	if after := again.Start(t.Context()).(interface{ run() *run }).run().explored.Load(); before == nil || before != after {
		t.Error("nothing was taken over")
	}
}
