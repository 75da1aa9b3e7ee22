package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
)

// TestAutomaton draws an automaton with loops, arrows back and forth, arrows over a column
// and more letters than are shown.
func TestAutomaton(t *testing.T) {
	a := Automaton{
		Title: "P-positions", Notes: []string{"Reads two digits at a time."},
		States: []State{{"P", true, 0}, {}, {"3", true, 3}, {}},
		Arrows: []Arrow{
			{0, 0, []string{"00"}}, {0, 1, []string{"01"}}, {1, 0, []string{"10"}}, {1, 2, []string{"11"}}, {2, 3, []string{"12"}}, {3, 0, []string{"20"}},
			{2, 2, []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"}},
		},
	}
	for _, f := range []Format{SVG, PNG} {
		var out bytes.Buffer
		if err := a.Write(t.Context(), &out, f); err != nil {
			t.Fatalf("%v: %v", f, err)
		}
		if f != SVG {
			continue
		}
		for _, want := range []string{"P", "3", "q1", "01", "g h i", "… (13 letters)", "Reads two digits at a time."} {
			if !strings.Contains(out.String(), ">"+want+"</text>") {
				t.Errorf("no %q in the picture", want)
			}
		}
		d := xml.NewDecoder(&out)
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	var dot bytes.Buffer
	if err := a.WriteDOT(&dot); err != nil || !strings.Contains(dot.String(), `0 -> 1 [label="01"]`) || !strings.Contains(dot.String(), `2 [shape=circle, label="3\nq2"]`) {
		t.Errorf("%v\n%s", err, &dot)
	}
	large := Automaton{States: make([]State, mostStates+1)}
	if err := large.Write(t.Context(), io.Discard, SVG); !errors.Is(err, grundy.ErrTooLarge) || !strings.Contains(fmt.Sprint(err), "41 states") {
		t.Error(err)
	}
	if err := (Automaton{States: []State{{}}}).Write(t.Context(), io.Discard, SVG); err != nil {
		t.Error(err)
	}
}
