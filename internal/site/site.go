// Package site writes the page as files that any host of files can serve: with the engine as
// WebAssembly, which answers in a worker of the browser what a server would.
//
// The two functions that most people need are [Build], which makes the engine from the source,
// and [Files].
package site

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/web"
)

// An Engine is the programs that answer in the browser.
type Engine struct {
	Exec []byte // wasm_exec.js of the Go that has built them
	// Playing answers the operations of [api.Playing], and Exploring all that a browser can.
	// Both are WebAssembly.
	Playing, Exploring []byte
}

// A File is a file of the site.
type File struct {
	Name string // with slashes
	Text []byte
}

// Files returns the files of a site: of the page, as package web has it, with an engine. document is
// the OpenAPI document. All addresses in them are relative, so that the site can stand in any folder.
func Files(page fs.FS, engine Engine, document []byte) ([]File, error) {
	var files []File
	err := fs.WalkDir(page, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page, name)
		files = append(files, File{name, text})
		return err
	})
	if err != nil {
		return nil, err
	}
	exec := File{named("wasm_exec", engine.Exec, ".js"), engine.Exec}
	playing, err := packed("playing", engine.Playing)
	if err != nil {
		return nil, err
	}
	exploring, err := packed("exploring", engine.Exploring)
	if err != nil {
		return nil, err
	}
	pages, err := packedPages()
	if err != nil {
		return nil, err
	}
	files = append(files, exec, playing, exploring, pages, File{"openapi.json", document}, File{"manifest.webmanifest", manifest()})

	worker, at := prefixed(files, "assets/worker-"), slices.IndexFunc(files, func(f File) bool { return f.Name == "index.html" })
	service := prefixed(files, "assets/sw-")
	if worker < 0 || service < 0 || at < 0 {
		return nil, fmt.Errorf("the page has no index.html, worker or service worker: npm run build")
	}
	var names []string
	for _, f := range []File{files[worker], exec, playing, exploring, pages} {
		names = append(names, path.Base(f.Name))
	}
	first := indexOf(string(files[at].Text), names)
	files[at].Text = []byte(first)
	files = append(files, File{"404.html", lost()})

	own := files[service].Text
	files = slices.Delete(files, service, service+1)
	files = append(files, File{"sw.js", serviceWorker(own, files, exploring.Name)})
	return files, nil
}

// packedPages returns the pages of docs, which the programs ask for.
func packedPages() (File, error) {
	pages, err := docs.Pages()
	if err != nil {
		return File{}, err
	}
	text, err := json.Marshal(pages)
	if err != nil {
		return File{}, err
	}
	return packed("docs", text)
}

// prefixed returns the index of the file whose name begins so, or -1.
func prefixed(files []File, prefix string) int {
	return slices.IndexFunc(files, func(f File) bool { return strings.HasPrefix(f.Name, prefix) })
}

// named returns a name below assets that tells the contents.
func named(name string, text []byte, ending string) string {
	sum := sha256.Sum256(text)
	return "assets/" + name + "-" + hex.EncodeToString(sum[:5]) + ending
}

// indexOf returns the page of all screens: with relative addresses, its policy, and the names of what
// answers.
func indexOf(page string, engine []string) string {
	var playing []string
	for _, op := range api.Playing() {
		playing = append(playing, op.Path)
	}
	page = strings.NewReplacer(`="/`, `="`).Replace(page)
	page = strings.Replace(page, "<html", fmt.Sprintf(`<html data-engine=%q data-playing=%q`, strings.Join(engine, " "), strings.Join(playing, " ")), 1)
	head := `<meta http-equiv="Content-Security-Policy" content="` + web.Policy + "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'\">\n" +
		`<meta name="referrer" content="no-referrer">` + "\n" +
		`<link rel="manifest" href="manifest.webmanifest">` + "\n"
	return strings.Replace(page, "<title>", head+"<title>", 1)
}

// screens are the first words of the addresses of screens.
const screens = "play|puzzle|explore|rules|learn|embed|print|api"

// lost returns the answer of hosts that have one for addresses at which there is nothing. An address as
// a server has it, such as games/play/nim(3,5,7), names a screen of the site in the folder games.
func lost() []byte {
	script := `const [, root, screen] = /^(.*?)\/((?:` + screens + `)(?:\/.*)?)$/.exec(location.pathname) ?? [];
if (screen) location.replace(root + "/?/" + screen + location.search.replace("?", "&") + location.hash);`
	sum := sha256.Sum256([]byte(script))
	return []byte(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-` + html.EscapeString(base64.StdEncoding.EncodeToString(sum[:])) + `'">
<title>Nothing here · grundy</title>
<script>` + script + `</script>
<p>There is nothing at this address.
`)
}

// manifest tells browsers how the page is installed.
func manifest() []byte {
	text, _ := json.MarshalIndent(map[string]any{ // it can be written
		"name":             "grundy",
		"short_name":       "grundy",
		"description":      "Play any impartial game against a perfect opponent, and see why it wins.",
		"start_url":        "./",
		"scope":            "./",
		"display":          "standalone",
		"background_color": "#ffffff",
		"theme_color":      "#ffffff",
		"icons":            []any{map[string]any{"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml"}},
	}, "", "  ")
	return append(text, '\n')
}

// serviceWorker returns the service worker with the names of the files that it keeps: all but the
// larger program.
func serviceWorker(own []byte, files []File, exploring string) []byte {
	all := sha256.New()
	names := []string{"./"}
	for _, f := range files {
		fmt.Fprintf(all, "%s %x\n", f.Name, sha256.Sum256(f.Text))
		switch f.Name {
		case exploring, "index.html", "404.html": // index.html is ./
		default:
			names = append(names, f.Name)
		}
	}
	list, _ := json.Marshal(names) // strings can be written
	return fmt.Appendf(nil, "const kept = \"grundy %x\";\nconst files = %s;\n%s", all.Sum(nil)[:6], list, own)
}
