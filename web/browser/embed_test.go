package browser

// This file tests screens in a frame of another origin.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// openFrame loads an address, and returns the frame of the server in it.
func (b *tab) openFrame(address string) *tab {
	b.Helper()
	made := make(chan runtime.ExecutionContextID, 1)
	if err := chromedp.Listen(b.ctx, func(event any) {
		if e, ok := event.(*runtime.EventExecutionContextCreated); ok && e.Context.Origin == base {
			made <- e.Context.ID
		}
	}); err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Navigate(address))
	select {
	case id := <-made:
		f := &tab{T: b.T, ctx: b.ctx, width: b.width, frame: id}
		f.settle()
		return f
	case <-time.After(patience):
		b.Fatalf("%s has no frame of the server", address)
		return nil
	}
}

// A frame of another origin shows a match without the header, and it can be played there; a screen
// that is not below /embed shows nothing there.
func TestFrame(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><meta name="viewport" content="width=device-width"><title>A course</title>
				<iframe src="%s/%s" width="360" height="700" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>`, base, r.URL.Query().Get("screen"))
		}))
		t.Cleanup(other.Close)
		f := b.openFrame(other.URL + "/?screen=embed/play/nim(1,3)")
		f.at("nim(1,3)")
		if f.has("header") {
			t.Error("a frame has the header of the page")
		}
		b.shot("embed")
		get[any](f, `document.querySelector("[data-move]").dispatchEvent(new MouseEvent("click", {bubbles: true})) || null`)
		f.turn(2)
		if to := get[string](f, `[...document.querySelectorAll("a[href*='/learn'], a[href^='/play?']")].map((a) => a.target).join()`); strings.Contains(to, "_self") {
			t.Errorf("a link out of the frame opens in it: %s", to)
		}
		b.allow("frame-ancestors", "Failed to load resource", "refused to connect", "403")
		b.do(chromedp.Navigate(other.URL + "/?screen=play/nim(1,3)"))
		b.wait(`document.title === "A course"`)
	})
}
