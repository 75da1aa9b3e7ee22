package browser

// This file tests the page without a server: as files, below another folder of a plain host.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// site writes the page as files, once, and returns the folder that has it in games.
var site = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "host")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	write := exec.Command(command, "site", filepath.Join(dir, "games"))
	write.Dir = filepath.Join("..", "..") // the source of the engine
	if out, err := write.CombinedOutput(); err != nil {
		return "", fmt.Errorf("grundy site: %w\n%s", err, out)
	}
	return dir, weigh(filepath.Join(dir, "games", "assets"))
})

// most are the bytes that the programs of the engine may have, packed.
var most = map[string]int64{"playing": 4_000_000, "exploring": 5_500_000}

// weigh refuses a site that loads too much.
func weigh(assets string) error {
	for name, most := range most {
		found, err := filepath.Glob(filepath.Join(assets, name+"-*.bin"))
		if err != nil || len(found) != 1 {
			return fmt.Errorf("the program %s: %d files (%v)", name, len(found), err)
		}
		info, err := os.Stat(found[0])
		if err != nil {
			return err
		}
		if info.Size() > most {
			return fmt.Errorf("%s has %d bytes, and may have %d", found[0], info.Size(), most)
		}
	}
	return nil
}

// hosted opens a tab, and serves the site for it as a plain host does: with its 404.html where it has
// no file.
func hosted(t *testing.T, width int64) (*tab, *httptest.Server) {
	t.Helper()
	b := open(t, width)
	if command == "" {
		t.Skip("the server is another one; there is no command to write a site")
	}
	dir, err := site()
	if err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(dir))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path))); err == nil {
			files.ServeHTTP(w, r)
			return
		}
		lost, _ := os.ReadFile(filepath.Join(dir, "games", "404.html"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(lost)
	}))
	t.Cleanup(host.Close)
	return b, host
}

// load loads an address of another host, and waits until its screen stands.
func (b *tab) load(address string) {
	b.Helper()
	b.do(chromedp.Navigate(address))
	b.settle()
}

// TestSite plays a match on a host of files, looks why, answers puzzles, goes on without a connection,
// and opens the links of a server.
func TestSite(t *testing.T) {
	beside(t)
	for _, width := range widths {
		t.Run(strconv.Itoa(int(width)), func(t *testing.T) {
			b, host := hosted(t, width)
			// A link of a server leads to its screen, by the page for what the host does not have.
			b.allow("404")
			b.do(chromedp.Navigate(host.URL + "/games/puzzle/nim(2,5)?misere=1"))
			b.reloaded(`document.querySelector("[data-puzzle]")?.getAttribute("data-position") === "nim(2,5)" && location.search === "?/puzzle/nim(2,5)&misere=1"`)
			b.do(chromedp.Navigate(host.URL + "/games/nowhere"))
			b.reloaded(`document.body.innerText.includes("There is nothing at this address.")`)

			b.load(host.URL + "/games/")
			b.wait(`document.querySelectorAll("main svg").length >= 8`) // the boards of the games
			b.axeInBoth("the first screen of a site")
			b.shot("site-home")
			b.load(host.URL + "/games/?/play&p=nim(3,5,7)&level=perfect")
			b.at("nim(3,5,7)")
			b.click(`[data-action="hint"]`)
			b.wait(`document.querySelector("[data-verdict]")`)
			b.settle()
			b.axeInBoth("a match of a site")
			for b.played("data-over") != "true" {
				was := b.played("data-turn")
				b.tabClick("moves")
				b.click(`[data-leads="win"]`)
				b.wait(`document.querySelector("[data-play]").getAttribute("data-turn") !== %s`, was)
				b.settle()
			}
			if winner := b.played("data-winner"); winner != "0" {
				t.Errorf("the hints led to a win of player %q", winner)
			}
			b.shot("site-won")
			// Every state is a link, back and forward work, and all stand in the folder.
			if at := get[string](b, `location.pathname + location.search.slice(0, 7)`); at != "/games/?/play&" {
				t.Errorf("a match stands at %s", at)
			}

			// A puzzle is judged in the browser, with its reasons.
			b.load(host.URL + "/games/?/puzzle/nim(3,5,7)")
			b.axeInBoth("a puzzle of a site")
			b.try("1: nim(2,5,7)")
			if state := b.puzzled("data-state"); state != "right" {
				t.Errorf("the winning move is %s", state)
			}
			b.wait(`document.querySelector(".why")`)
			b.shot("site-puzzle")
			if text := get[string](b, `document.querySelector("[data-share]").value`); !strings.HasSuffix(text, "\n"+host.URL+"/games/?/puzzle/nim(3,5,7)") {
				t.Errorf("what is shared: %q", text)
			}
			b.load(host.URL + "/games/?/puzzle/nim(1,2,4)")
			b.try("1: nim(1,2,0)")
			if state := b.puzzled("data-state"); state != "wrong" || !b.has("[data-reply]") {
				t.Errorf("a losing move is %s", state)
			}

			// A wrong position is told as a server tells it.
			b.load(host.URL + "/games/?/play&p=nmi(3,5,7)")
			b.wait(`document.querySelector("[data-error]")`)
			if said := b.text("[data-error]"); !strings.Contains(said, "nim") {
				t.Errorf("an unknown game: %s", said)
			}

			// After the first answer the browser keeps the page.
			get[any](b, `navigator.serviceWorker.controller ? 0 : new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", () => done(0)))`)
			host.CloseClientConnections()
			host.Close()
			b.load(host.URL + "/games/?/play&p=nim(1,4,6)&level=perfect")
			b.at("nim(1,4,6)")
			b.shot("site-offline")
			b.load(host.URL + "/games/play?p=nim(2,4,7)&level=perfect")
			b.at("nim(2,4,7)")
		})
	}
}

// TestSiteRules writes rules, plays them, and asks for a table, which the second program answers.
func TestSiteRules(t *testing.T) {
	b, host := hosted(t, desk)
	b.load(host.URL + "/games/?/rules")
	b.wait(`document.querySelector(".ru-editor[data-ready=true][data-errors='0']")`)
	b.write(takeOne)
	b.wait(`document.querySelector(".ru-game [data-action=play]")`)
	b.settle()
	b.shot("site-rules")
	b.write(strings.Replace(takeOne, "move(n - k)", "move(m - k)", 1))
	b.wait(`/6:.*m/s.test(document.querySelector(".ru-findings").innerText)`)
	b.settle()
	b.click(`[data-tab="language"]`) // a page of docs, which is a file of its own
	b.wait(`document.querySelector(".ru-panel [data-anchor]")`)
	b.load(host.URL + "/games/?/explore/queen")
	b.wait(`document.querySelector("canvas[data-ready=true]")`)
	b.settle()
	b.shot("site-explore")
}

// TestSiteCancel ends a long question, after which the next worker answers without loading anything.
func TestSiteCancel(t *testing.T) {
	b, host := hosted(t, desk)
	b.load(host.URL + "/games/?/api")
	asked := get[string](b, `(async () => {
		const names = performance.getEntriesByType("resource").map((e) => e.name);
		const { answer } = await import(names.find((name) => /\/engine-/.test(name)));
		const ask = (path, signal) => answer("/games/api/v1/" + path, { signal, headers: { Accept: "application/json" } }).then((r) => r.json());
		const first = await ask("solve?position=nim(3,5,7)");
		const control = new AbortController();
		const long = ask("solve?position=cram(6,7)&max_time=60s&limit=all", control.signal).then(() => "answered", (e) => e.name);
		control.abort();
		const next = await ask("solve?position=nim(1,2,3)");
		const lacks = await ask("jobs");
		return [first.outcome, await long, next.outcome, lacks.status].join(" ");
	})()`)
	if asked != "N AbortError P 404" {
		t.Errorf("got %s; want N AbortError P 404", asked)
	}
}
