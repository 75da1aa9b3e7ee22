package input_test

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/input"
)

func TestFormats(t *testing.T) {
	for _, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			s := shape(t, f.Declaration)
			d, err := s.Parse(strings.NewReader(f.text), input.Options{Exact: true})
			if err != nil {
				t.Fatal(err)
			}
			if text := string(s.Text(d)); text != f.text {
				t.Errorf("%q was written as %q", f.text, text)
			}
			if f.Call != "" {
				return
			}
			loose := strings.ReplaceAll(strings.TrimSpace(f.text), "\n", " \r\n\t")
			if d, err = s.Parse(strings.NewReader(loose), input.Options{}); err != nil {
				t.Fatal(err)
			}
			if text := string(s.Text(d)); text != f.text {
				t.Errorf("%q was written as %q", loose, text)
			}
			if _, err := s.Parse(strings.NewReader(loose), input.Options{Exact: true}); err == nil {
				t.Errorf("%q is exact", loose)
			}
		})
	}
}
