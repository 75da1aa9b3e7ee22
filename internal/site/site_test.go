package site

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/web"
)

// TestFiles makes a site of the page, and checks that nothing in it depends on where it stands, and
// that the service worker keeps what is needed without a connection.
func TestFiles(t *testing.T) {
	engine := Engine{Exec: []byte("exec"), Playing: bytes.Repeat([]byte("playing"), 1000), Exploring: []byte("exploring")}
	files, err := Files(web.Files(), engine, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, f := range files {
		text[f.Name] = string(f.Text)
	}
	index := text["index.html"]
	if absolute := regexp.MustCompile(`(?:href|src)="/[^"]*"`).FindString(index); absolute != "" {
		t.Errorf("index.html has the absolute address %s", absolute)
	}
	for _, address := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(index, -1) {
		if _, ok := text[address[1]]; !ok {
			t.Errorf("index.html names %s, which is not there", address[1])
		}
	}
	names := strings.Fields(regexp.MustCompile(`data-engine="([^"]*)"`).FindStringSubmatch(index)[1])
	if len(names) != 5 {
		t.Fatalf("index.html names %v as the engine; want 5 files", names)
	}
	for _, name := range names {
		if _, ok := text["assets/"+name]; !ok {
			t.Errorf("there is no file %s of the engine", name)
		}
	}
	if got := unpacked(t, []byte(text["assets/"+names[2]])); !bytes.Equal(got, engine.Playing) {
		t.Errorf("the program unpacks to %d bytes; want %d", len(got), len(engine.Playing))
	}
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal(unpacked(t, []byte(text["assets/"+names[4]])), &got); err != nil || !maps.Equal(got, pages) {
		t.Errorf("%v: %d pages of docs; want %d", err, len(got), len(pages))
	}
	for _, f := range files {
		kept := strings.Contains(text["sw.js"], `"`+f.Name+`"`)
		switch f.Name {
		case "sw.js", "index.html", "404.html", "assets/" + names[3]:
			if kept {
				t.Errorf("the service worker keeps %s", f.Name)
			}
		default:
			if !kept {
				t.Errorf("the service worker does not keep %s", f.Name)
			}
		}
	}
	again, err := Files(web.Files(), engine, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range again {
		if string(f.Text) != text[f.Name] {
			t.Errorf("%s differs when it is written again", f.Name)
		}
	}
	if _, err := Files(fstest.MapFS{}, engine, nil); err == nil {
		t.Error("a page without files becomes a site")
	}
}

// The answer for lost addresses knows the screens that the page has.
func TestScreens(t *testing.T) {
	source, err := os.ReadFile("../../web/src/main.tsx")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"embed"}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): \(\) => import\(`).FindAllSubmatch(source, -1) {
		if name := string(m[1]); name != "home" && name != "jobs" {
			want = append(want, name)
		}
	}
	got := strings.Split(screens, "|")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("screens are %q, and the page has %q; jobs need a server", got, want)
	}
}
