package forge

import (
	"context"
	"grundy/contest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		p, ok := contest.Find(name)
		if !ok {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err = contest.Load(context.Background(), filepath.Base(name), strings.NewReader(string(b)))
			if err != nil {
				t.Fatal(name, err)
			}
		}
		s := time.Now()
		r, err := Forge(context.Background(), p, Options{Seed: 1})
		if err != nil {
			t.Error(name, err)
			continue
		}
		r.WriteText(os.Stdout)
		t.Log(time.Since(s))
	}
}
