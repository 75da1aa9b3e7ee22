package forge

import (
	"bytes"

	"github.com/grundy-games/grundy/internal/contest"
)

// A Transcript is a sample of play between a program and the interactor.
type Transcript struct {
	In, Ans []byte // what the interactor gets
	Lines   []Line
}

// A Line is what one of them said.
type Line = contest.Line

// Kattis returns the transcript as a file .interaction.
func (t *Transcript) Kattis() []byte {
	var text bytes.Buffer
	for _, line := range t.Lines {
		mark := byte('>')
		if line.Judge {
			mark = '<'
		}
		text.WriteByte(mark)
		text.WriteString(line.Text + "\n")
	}
	return text.Bytes()
}
