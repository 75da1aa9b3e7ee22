package server

// This file serves the files of the page, compressed once.

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/web"
)

// A page is the files of the page.
type page struct {
	files  fs.FS
	boards []string // as [web.About] has them
	marks  string   // attributes of the first tag of each screen
	mu     sync.Mutex
	read   map[string]*file // that were asked for
}

// A file is a file of the page.
type file struct {
	plain, zipped []byte
	kind, tag     string
}

// assets is the folder of files whose names change with their contents.
const assets = "assets/"

// screen is the file that answers the address of each screen.
const screen = "index.html"

// newPage returns the page. Its screens say whether the server shows jobs, and in which language.
func newPage(files fs.FS, jobs bool, language string) *page {
	p := &page{files: files, boards: web.Facts().Boards, read: map[string]*file{}}
	if jobs {
		p.marks = " data-jobs"
	}
	if language != "" {
		p.marks += fmt.Sprintf(" data-language=%q", language)
	}
	return p
}

// file returns the file of that name, compressed where that is shorter.
func (p *page) file(name string) (*file, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f, ok := p.read[name]; ok {
		return f, nil
	}
	text, err := fs.ReadFile(p.files, name)
	if err != nil {
		return nil, err
	}
	if name == screen {
		text = bytes.Replace(text, []byte("<html"), []byte("<html"+p.marks), 1)
	}
	sum := sha256.Sum256(text)
	f := &file{plain: text, kind: mime.TypeByExtension(path.Ext(name)), tag: tagged(sum[:])}
	var zipped bytes.Buffer
	w, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression) // the level exists
	if _, err := w.Write(text); err == nil && w.Close() == nil && zipped.Len() < len(text) {
		f.zipped = zipped.Bytes()
	}
	p.read[name] = f
	return f, nil
}

// nameOf returns the file that answers an address: itself, or that of all screens.
func (p *page) nameOf(address string) string {
	name := strings.TrimPrefix(path.Clean(address), "/")
	first, _, below := strings.Cut(strings.TrimPrefix(name, framedPrefix[1:]), "/")
	if path.Ext(name) == "" || below && slices.Contains(p.boards, first) {
		return screen
	}
	return name
}

// ServeHTTP sends a file.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := p.nameOf(r.URL.Path)
	if strings.HasPrefix(r.URL.Path, api.Prefix) {
		name = ""
	}
	f, err := p.file(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid):
		writeProblem(w, nothing(r))
		return
	case err != nil:
		writeProblem(w, api.NewProblem("internal", "the page cannot be read"))
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("ETag", f.tag)
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, assets) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if has(r, f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text := f.plain
	if f.zipped != nil && takes(r, "gzip") {
		header.Set("Content-Encoding", "gzip")
		text = f.zipped
	}
	header.Set("Content-Length", fmt.Sprint(len(text)))
	extend(w)
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

// nothing is the problem of an address at which there is nothing.
func nothing(r *http.Request) *api.Problem {
	return api.NewProblem("not-found", "%s: there is nothing at this address; /openapi.json lists the operations", r.URL.Path)
}
