//go:build !js

package docs

import (
	"embed"
	"strings"
	"sync"
)

//go:embed *.md
var pages embed.FS

// Pages returns the pages as Markdown, by their names, such as "rules".
var Pages = sync.OnceValues(func() (map[string]string, error) {
	entries, err := pages.ReadDir(".")
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, e := range entries {
		text, err := pages.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		texts[strings.TrimSuffix(e.Name(), ".md")] = string(text)
	}
	return texts, nil
})
