package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/internal/programs"
	"grundy/rules/core"
)

func usualFrame(f *File, name string) Frame {
	frame := frames[name]
	if frame.Length == 0 {
		frame.Length = 3
	}
	for i := range f.code.Shape.Fields {
		if fl := &f.code.Shape.Fields[i]; fl.Kind == core.Row || fl.Kind == core.Heaps {
			frame.Length = min(frame.Length, fl.Most)
		}
	}
	return frame
}

func TestSideBySide(t *testing.T) {
	files, _ := filepath.Glob("../position/catalog/*.star")
	if dir := os.Getenv("MORE"); dir != "" {
		files, _ = filepath.Glob(dir)
	}
	rng := chance.New(t, 15)
	same := 0
	for _, n := range files {
		src, _ := os.ReadFile(n)
		f, err := Load(t.Context(), n, strings.NewReader(string(src)), Options{})
		if err != nil || f.builtIn != nil {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(n), ".star")
		frame := usualFrame(f, name)
		old, errOld := f.defineOld(t.Context(), frame)
		now, errNow := f.Define(t.Context(), frame)
		switch {
		case errOld != nil && errNow != nil:
			if strings.TrimPrefix(errOld.Error(), "") != errNow.Error() {
				fmt.Printf("BOTH REFUSE\n  old %v\n  new %v\n", errOld, errNow)
			}
		case errNow != nil:
			fmt.Printf("LOST %s: %v\n", name, errNow)
			t.Fail()
		case errOld != nil:
			fmt.Printf("GAINED %s: %v\n", name, errOld)
		}
		if errNow != nil {
			continue
		}
		if errOld == nil {
			same++
			if a, b := fmt.Sprint(old.Moves), fmt.Sprint(now.Moves); a != b {
				fmt.Printf("DIFFER %s %d %d kinds\n", name, len(old.Moves.Kinds), len(now.Moves.Kinds))
				if os.Getenv("SHOW") != "" {
					fmt.Println(a)
					fmt.Println(b)
				}
			}
		}
		if name == "arpa-and-mojtaba" && !long.Or(false, true) {
			continue // three numbers are quantified for each of 30 shifts
		}
		newOracle(t, now, 11).agreesAtSmall(rng, 40, 5)
	}
	fmt.Println(same, "both")
}

func TestSideRandom(t *testing.T) {
	rng := chance.New(t, 19)
	lost, gained, both, equal := map[string]int{}, 0, 0, 0
	for i := range long.Of(1500, 1500, 10000) {
		text := programs.New(rng)
		f, err := Load(t.Context(), "p", strings.NewReader(text), Options{Steps: 100_000, Memory: 1 << 24})
		if err != nil || f.builtIn != nil {
			continue
		}
		frame := usualFrame(f, "")
		old, errOld := f.defineOld(t.Context(), frame)
		now, errNow := f.Define(t.Context(), frame)
		if errOld == nil && errNow != nil {
			e := errNow.Error()
			if l := f.lowered(); l.err == nil {
				e = "FORMULAS " + e
				fmt.Println(i, e)
			}
			lost[e]++
		}
		if errOld == nil && errNow == nil {
			both++
			if fmt.Sprint(old.Moves) == fmt.Sprint(now.Moves) {
				equal++
			}
		}
		if errOld != nil && errNow == nil {
			gained++
		}
		if errNow == nil {
			o := newOracle(t, now, 14)
			for _, state := range smallBox(rng, f.code.Shape) {
				at, ok := now.coordinatesOf(state)
				if !ok {
					continue
				}
				o.agrees(at)
				if t.Failed() {
					t.Fatalf("program %d\n%s", i, text)
				}
			}
		}
	}
	fmt.Println("both", both, "equal", equal, "gained", gained, "lost", len(lost))
	if os.Getenv("SHOW") != "" {
		for k, n := range lost {
			fmt.Println(n, k)
		}
	}
}
