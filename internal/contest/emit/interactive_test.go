package emit_test

import (
	"os"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
)

func TestX(t *testing.T) {
	for _, name := range []string{"crates", "sticks", "lamps", "knight"} {
		text, err := os.ReadFile("../testdata/interactive/" + name + contest.Extension)
		if err != nil {
			t.Fatal(err)
		}
		p := load(t, name, string(text))
		for _, l := range []emit.Language{emit.Go, emit.CPP, emit.Python} {
			code, err := emit.Emit(t.Context(), p, l)
			t.Log(name, l, err)
			os.WriteFile("/tmp/talk/"+name+map[emit.Language]string{emit.Go: ".go", emit.CPP: ".cpp", emit.Python: ".py"}[l], []byte(code), 0o666)
		}
		for _, j := range []string{"icpc", "testlib"} {
			code, err := emit.Interactor(t.Context(), p, j)
			t.Log(name, j, err)
			os.WriteFile("/tmp/talk/"+name+"-"+j+".py", []byte(code), 0o777)
		}
	}
}
