package docs

import (
	"encoding/json"
	"errors"
	"syscall/js"
)

var texts map[string]string

// Pages returns the pages as Markdown, by their names, such as "rules". The worker has the function
// docs(done), which gives done the pages as JSON, or null.
func Pages() (map[string]string, error) {
	if texts != nil {
		return texts, nil
	}
	come := make(chan js.Value, 1)
	done := js.FuncOf(func(_ js.Value, of []js.Value) any {
		come <- of[0]
		return nil
	})
	defer done.Release()
	js.Global().Call("docs", done)
	text := <-come
	if text.IsNull() {
		return nil, errors.New("the pages of the documentation could not be loaded")
	}
	return texts, json.Unmarshal([]byte(text.String()), &texts)
}
