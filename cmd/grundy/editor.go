package main

// In a terminal you edit the line that you type, and the arrows recall earlier lines.

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// prompt stands before the lines that a terminal reads.
const prompt = "> "

// An editor reads lines from a terminal. While it does not, the terminal is as it was,
// so that Ctrl-C interrupts.
type editor struct {
	in, out  *os.File
	terminal *term.Terminal

	mu    sync.Mutex
	saved *term.State // while a line is read
	ended bool
}

// newEditor returns an editor of lines that are typed at in and seen at out, or nil if
// one of them is not a terminal that can move its cursor.
func newEditor(in, out *os.File) *editor {
	if !isTerminal(in) || !isTerminal(out) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	e := &editor{in: in, out: out}
	e.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, prompt)
	e.terminal.AutoCompleteCallback = complete
	return e
}

// complete completes the first word of a line to a command.
func complete(text string, at int, key rune) (completed string, newAt int, ok bool) {
	if key != '\t' || at != len(text) || text == "" {
		return "", 0, false
	}
	found := ""
	for _, word := range playCommands {
		if !strings.HasPrefix(word, text) {
			continue
		}
		if found != "" {
			return "", 0, false
		}
		found = word
	}
	return found, len(found), found != ""
}

// read reads a line. At Ctrl-C and at Ctrl-D the error is io.EOF.
func (e *editor) read() (line, error) {
	if !e.begin() {
		return line{}, io.EOF
	}
	defer e.pause()
	if width, height, err := term.GetSize(int(e.out.Fd())); err == nil && width > 0 {
		_ = e.terminal.SetSize(width, height)
	}
	text, err := e.terminal.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	return line{text: strings.TrimSpace(text), tooLong: len(text) > maxLine}, err
}

// begin lets the terminal pass on each key. It reports whether that is still wanted.
func (e *editor) begin() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return false
	}
	saved, err := term.MakeRaw(int(e.in.Fd()))
	e.saved = saved
	return err == nil
}

// pause lets the terminal be as it was.
func (e *editor) pause() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved != nil {
		_ = term.Restore(int(e.in.Fd()), e.saved)
		e.saved = nil
	}
}

// restore lets the terminal be as it was, for good. The editor may be nil.
func (e *editor) restore() {
	if e == nil {
		return
	}
	e.mu.Lock()
	e.ended = true
	e.mu.Unlock()
	e.pause()
}
