package ask

// [Language] asks what an editor for files of rules needs: the words of the language, and
// files to begin with.

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
)

// A Language asks for the words of the rule language and for example files; or, with the
// name of an example, for its text.
type Language struct {
	File string `json:"file,omitempty" doc:"an example whose text is wanted, such as kayles.star; all if it is left out"`
}

// A Spoken is the answer to a [Language].
type Spoken struct {
	Words    []rules.Word `json:"words" layout:"lines"`
	Examples []Example    `json:"examples" layout:"lines"`
}

// An Example is a file of rules to begin with.
type Example struct {
	File  string `json:"file"`
	Title string `json:"title"` // the rules in one sentence
	From  string `json:"from"`  // the page of docs that it stands on, or "catalogue"
	Text  string `json:"text"`
}

// exampleBlock finds files of rules in a page.
var exampleBlock = lazy.Regexp("(?s)```python\n# ([a-z]+\\.star)\n(.*?)```")

// Ask answers the question.
func (q Language) Ask(context.Context, Means) (*Spoken, error) {
	pages, err := docs.Pages()
	if err != nil {
		return nil, err
	}
	var examples []Example
	for _, page := range []string{"rules", "recipes"} {
		for _, block := range exampleBlock().FindAllStringSubmatch(pages[page], -1) {
			e := Example{block[1], titleOf(block[2]), page, block[2]}
			// A page shows a file more than once, and the whole one last.
			if i := slices.IndexFunc(examples, func(o Example) bool { return o.File == e.File }); i >= 0 {
				examples[i] = e
			} else {
				examples = append(examples, e)
			}
		}
	}
	for _, name := range catalog.Names() {
		file, _ := catalog.Open(name)
		text, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
		entry, _ := position.Find(name)
		examples = append(examples, Example{name + RulesEnding, entry.Rules, "catalogue", string(text)})
	}
	if q.File == "" {
		return &Spoken{rules.Words(), examples}, nil
	}
	var names []string
	for _, e := range examples {
		if e.File == q.File {
			return &Spoken{[]rules.Word{}, []Example{e}}, nil
		}
		names = append(names, e.File)
	}
	return nil, wrong("file", q.File, "no example has this name%s", message.DidYouMean(q.File, names))
}

// titleOf returns the first line of the text at the top of a file.
func titleOf(text string) string {
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Scan()
	return strings.Trim(lines.Text(), `"`)
}

// A Page asks for a page of docs.
type Page struct {
	Name string `json:"name" doc:"the name of the page, such as rules"`
}

// A Paged is the answer to a [Page].
type Paged struct {
	_    struct{} `layout:"indented"`
	Name string   `json:"name"`
	Text string   `json:"text"` // Markdown
}

// Ask answers the question.
func (q Page) Ask(context.Context, Means) (*Paged, error) {
	pages, err := docs.Pages()
	if err != nil {
		return nil, err
	}
	text, ok := pages[q.Name]
	if !ok {
		names := slices.Sorted(maps.Keys(pages))
		return nil, wrong("name", q.Name, "want one of %s%s", strings.Join(names, ", "), message.DidYouMean(q.Name, names))
	}
	return &Paged{Name: q.Name, Text: text}, nil
}
