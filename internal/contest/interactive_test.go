package contest

import (
	"os"
	"testing"
)

// interactives are the interactive problems of testdata.
var interactives = []string{"crates", "sticks", "lamps", "knight"}

// loadInteractive loads one of them.
func loadInteractive(t testing.TB, name string) *Problem {
	t.Helper()
	text, err := os.ReadFile("testdata/interactive/" + name + Extension)
	if err != nil {
		t.Fatal(err)
	}
	return load(t, string(text))
}

func TestTranscripts(t *testing.T) {
	for _, name := range interactives {
		p := loadInteractive(t, name)
		for _, s := range p.Samples {
			lines, err := p.Transcript(t.Context(), []byte(s.Input), 1)
			t.Log(name, lines, err, p.Interaction.Protocol())
		}
	}
}
