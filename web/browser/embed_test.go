package browser

// This file tests screens in a frame of another origin.

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// openFrame loads an address, and returns the frame of a server in it.
func (b *tab) openFrame(address, server string) *tab {
	b.Helper()
	made := make(chan runtime.ExecutionContextID, 8)
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	if err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExecutionContextCreated); ok && e.Context.Origin == server {
			select {
			case made <- e.Context.ID:
			default:
			}
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

// course is a page of another origin, which shows the screen that its address names in a frame.
func course(t *testing.T, server func() string) *httptest.Server {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><meta name="viewport" content="width=device-width"><title>A course</title>
			<iframe src="%s/%s" width="360" height="700" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>`, server(), r.URL.Query().Get("screen"))
	}))
	t.Cleanup(other.Close)
	return other
}

// touch clicks an element of a frame, whose place on the page its own expressions do not know.
func (b *tab) touch(selector string) {
	b.Helper()
	b.wait(`document.querySelector(%s)`, selector)
	get[any](b, `document.querySelector(%s).dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})) || null`, selector)
}

// A frame of another origin shows a match, a puzzle and a table without the header, and they work there.
// Links to other screens open beside the frame.
func TestFrame(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		other := course(t, func() string { return base })
		in := func(screen string) *tab {
			f := b.openFrame(other.URL+"/?screen=embed/"+screen, base)
			if f.has(".header") {
				t.Errorf("%s: a frame has the header of the page", screen)
			}
			if stays := get[string](f, `[...document.querySelectorAll("a[href^='/']")].filter((a) => !a.getAttribute("href").startsWith("/embed/") && a.target !== "_blank").map((a) => a.href).join(" ")`); stays != "" {
				t.Errorf("%s: links out of the frame open in it: %s", screen, stays)
			}
			return f
		}
		f := in("play/nim(1,3)")
		f.at("nim(1,3)")
		b.shot("embed")
		f.touch("[data-move]")
		f.turn(2)

		f = in("puzzle/nim(3,5,7)")
		b.shot("embed-puzzle")
		f.touch(`.pz-board [data-move="1: nim(2,5,7)"]`)
		f.wait(`document.querySelector("[data-result=right]") && document.querySelector(".why")`)
		f.settle()
		b.shot("embed-puzzle-right")

		f = in("explore/queen?cell=3,2")
		f.drawn()
		f.wait(`document.querySelector("#ex-cell[data-cell='3,2']")?.dataset.value`)
		f.settle()
		b.shot("embed-explore")
		if got, want := get[string](f, `document.querySelector("#ex-cell").dataset.value`), nimValue(t, "queen(3,2)"); got != want {
			t.Errorf("queen(3,2) has the value %s, the frame shows %s", want, got)
		}
		if to := get[string](f, `document.querySelector("#ex-cell .button.primary").target`); to != "_blank" {
			t.Errorf("play opens in the frame of a table: %q", to)
		}
		if f = in("rules"); !f.has(".state-empty") {
			t.Error("the editor of rules stands in a frame")
		}
	})
}

// refused reports whether the browser has refused to show the frame of the page.
func (b *tab) refused() bool {
	b.Helper()
	tree, err := chromedp.Run(b.ctx, func(ctx context.Context, _ *chromedp.Target) (page.GetFrameTreeResult, error) {
		return chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(tree.FrameTree.ChildFrames) != 1 {
		b.Fatalf("the page has %d frames", len(tree.FrameTree.ChildFrames))
	}
	return tree.FrameTree.ChildFrames[0].Frame.UnreachableURL != ""
}

// TestFrameRefused shows no frame on a page of a site that the server does not name, and of other
// screens than those below /embed on any.
func TestFrameRefused(t *testing.T) {
	b := open(t, desk)
	if command == "" {
		t.Skip("the server is another one, and may name other sites")
	}
	var server string
	school, stranger := course(t, func() string { return server }), course(t, func() string { return server })
	server, stop, err := start(scratch, "--rate", "0", "--embed", school.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	b.allow("frame-ancestors", "Failed to load resource", "refused to connect", "403")
	for _, c := range []struct {
		site   *httptest.Server
		screen string
		want   bool
	}{
		{school, "embed/play/nim(1,3)", false},
		{stranger, "embed/play/nim(1,3)", true},
		{stranger, "embed/puzzle/nim(3,5,7)", true},
		{school, "play/nim(1,3)", true},
		{school, "api/v1/solve?position=nim(1,3)", true},
	} {
		b.do(chromedp.Navigate(c.site.URL + "/?screen=" + c.screen))
		if got := b.refused(); got != c.want {
			t.Errorf("%s by the site that is named (%v): refused %v", c.screen, c.site == school, got)
		}
	}
}
