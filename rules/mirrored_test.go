package rules

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/mirror"
)

// plainWins searches a state by its moves alone.
func plainWins(w *worker, state []int64, known map[string]bool) (wins bool, err error) {
	key := w.run.pack(state)
	if wins, ok := known[key]; ok {
		return wins, nil
	}
	if len(known) > 2000 {
		return false, grundy.ErrBudget
	}
	copy(w.state, state)
	if err := w.list(); err != nil {
		return false, err
	}
	size := len(state)
	all := append([]int64(nil), w.result.States...)
	for i := 0; i < len(all); i += size {
		lost, err := plainWins(w, all[i:i+size], known)
		if err != nil {
			return false, err
		}
		wins = wins || !lost
	}
	known[key] = wins
	return wins, nil
}

// TestStrategiesOfCatalogue searches small positions of every file of the catalogue at which a strategy
// by symmetry is said to win; the short run searches those of a few files.
func TestStrategiesOfCatalogue(t *testing.T) {
	paths, err := filepath.Glob("../position/catalog/*.star")
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.New(t, 36)
	found := map[string]int{}
	known := []string{"cram", "tac-tix", "little-squares", "node-kayles-ring", "node-kayles-path", "peaceful-knights", "peaceful-rooks", "kayles"}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".star")
		if !long.Asked && !slices.Contains(known, name) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := load(t, name, string(text), Options{})
		if f.builtIn != nil || !f.mirrorable() {
			continue
		}
		r := f.during(t.Context())
		w := r.newWorker()
		for range long.Of(2, 30, 1000) {
			state := make([]int64, f.code.Shape.Size)
			for i := range f.code.Shape.Fields {
				f := &f.code.Shape.Fields[i]
				side := func(all, most int) int64 {
					if f.Exact {
						return int64(all)
					}
					return int64(1 + rng.IntN(min(all, most)))
				}
				switch f.Kind {
				case core.Row:
					state[f.At] = side(f.Most, 8)
				case core.Grid:
					state[f.At], state[f.At+1] = side(f.Height, 4), side(f.Width, 4)
				}
			}
			maps := mirror.Maps(f.code.Shape, state)
			for range 8 {
				if len(maps) == 0 {
					break
				}
				m := &maps[rng.IntN(len(maps))]
				for i := range f.code.Shape.Fields {
					f := &f.code.Shape.Fields[i]
					for at := f.At + f.Dimensions(); at < f.At+f.Used(state); at++ {
						if f.Letters != "" {
							state[at] = int64(f.Letters[rng.IntN(len(f.Letters))])
						} else {
							state[at] = f.Lo + rng.Int64N(min(f.Hi-f.Lo, 6)+1)
						}
					}
				}
				for i, to := range m.Image {
					if int(to) > i {
						state[to] = state[i]
					}
				}
				s := f.strategyAt(t.Context(), state)
				if s == nil {
					continue
				}
				wins, err := plainWins(w, state, map[string]bool{})
				if errors.Is(err, grundy.ErrBudget) {
					continue
				}
				if err != nil || wins {
					t.Fatalf("%s: the player to move wins %v at %s, %v; %s", name, wins, f.code.Shape.AppendState(nil, state), err, s.How)
				}
				found[name]++
			}
		}
	}
	t.Log(found)
	for _, name := range known {
		if found[name] == 0 {
			t.Errorf("no strategy for %s", name)
		}
	}
}

// TestMirroredRace asks for the strategies of one file from several goroutines.
func TestMirroredRace(t *testing.T) {
	text, err := os.ReadFile("../position/catalog/cram.star")
	if err != nil {
		t.Fatal(err)
	}
	f := load(t, "cram", string(text), Options{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for side := int64(1); side < 7; side++ {
				state := make([]int64, f.code.Shape.Size)
				state[0], state[1] = side, 6
				for i := range side * 6 {
					state[2+i] = '.'
				}
				if won := f.strategyAt(t.Context(), state) != nil; won != (side%2 == 0) {
					t.Errorf("%d x 6: %v", side, won)
				}
			}
		})
	}
	all.Wait()
}
