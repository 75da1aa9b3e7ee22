package browser

// This file weighs the first screen: bytes and requests, not milliseconds.

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// The budgets of the first screen.
const (
	mostBytes    = 100_000 // compressed, with the answers of the API
	mostRequests = 30
)

// TestFirstScreen opens the first screen in a browser that has nothing of it.
func TestFirstScreen(t *testing.T) {
	for _, path := range []string{"/", "/play?p=nim(3,5,7)", "/learn/start"} {
		b := open(t, desk)
		var mu sync.Mutex
		var asked []string
		bytes := 0.0
		if err := chromedp.Listen(b.ctx, func(event any) {
			mu.Lock()
			defer mu.Unlock()
			switch e := event.(type) {
			case *network.EventRequestWillBeSent:
				asked = append(asked, e.Request.URL)
			case *network.EventLoadingFinished:
				bytes += e.EncodedDataLength
			}
		}); err != nil {
			t.Fatal(err)
		}
		b.visit(path)
		mu.Lock()
		t.Logf("%s: %d requests, %.0f bytes", path, len(asked), bytes)
		if bytes > mostBytes || len(asked) > mostRequests {
			t.Errorf("%s takes %d requests and %.0f bytes; at most %d and %d: %q", path, len(asked), bytes, mostRequests, mostBytes, asked)
		}
		for _, address := range asked {
			if !strings.HasPrefix(address, base) && !strings.HasPrefix(address, "data:") {
				t.Errorf("%s fetches %s, from elsewhere", path, address)
			}
		}
		mu.Unlock()
		if cookies := get[string](b, `document.cookie`); cookies != "" {
			t.Errorf("%s sets the cookies %q", path, cookies)
		}
	}
}
