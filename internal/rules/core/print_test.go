package core

import (
	"reflect"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// nodes counts the types of the nodes of a program.
func nodes(p *Program, all map[string]int) {
	for _, f := range p.Functions {
		Walk(f.Body, func(s Stmt) bool {
			all[reflect.TypeOf(s).String()]++
			return true
		}, func(e Expr) bool {
			all[reflect.TypeOf(e).String()]++
			return true
		})
	}
}

func TestPrintParse(t *testing.T) {
	r := chance.New(t, 3101)
	all := map[string]int{}
	for i := range 600 {
		p := randomProgram(r)
		text := p.String()
		if err := p.Check(); err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, text)
		}
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, text)
		}
		if !reflect.DeepEqual(p, back) {
			t.Fatalf("program %d is another one when it is read back:\n%s\n%s", i, text, back)
		}
		nodes(p, all)
	}
	if len(all) != 18+38 {
		t.Errorf("programs of %d kinds of nodes: want all 18 statements and 38 expressions: %v", len(all), all)
	}
}

func FuzzParse(t *testing.F) {
	f := fuzz.Seeds(t)
	r := chance.New(f, 3102)
	for range 20 {
		f.Add(randomProgram(r).String())
	}
	f.Add(strings.Repeat("(", 1<<12))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		_ = p.Check() // must not panic
		printed := p.String()
		back, err := Parse(printed)
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if !reflect.DeepEqual(p, back) {
			t.Fatalf("another program when it is read back:\n%s\n%s", printed, back)
		}
	})
}
