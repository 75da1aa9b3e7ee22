package browser

// This file takes pictures of the states of all screens, for people to look at.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

var shots = os.Getenv("GRUNDY_SHOTS")

// shot writes a picture of the whole page, in both themes, where GRUNDY_SHOTS asks.
func (b *tab) shot(name string) {
	b.Helper()
	if shots == "" {
		return
	}
	if err := os.MkdirAll(shots, 0o755); err != nil {
		b.Fatal(err)
	}
	for _, scheme := range []string{"dark", "light"} {
		b.theme(scheme)
		picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
		if err != nil {
			b.Error(err)
			return
		}
		file := fmt.Sprintf("%s-%d-%s.png", strings.NewReplacer("/", "_", " ", "_").Replace(name), b.width, scheme)
		if err := os.WriteFile(filepath.Join(shots, file), picture, 0o644); err != nil {
			b.Fatal(err)
		}
	}
}
