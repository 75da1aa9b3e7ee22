// Command prose finds phrases that this project's prose avoids, in the comments and
// messages of Go files, in Markdown, and in games written as rules:
//
//	go run -C tools ./prose games/heap docs README.md
//
// It takes files, folders, and folders with everything below them ("games/..."), as
// seen from the root of the repository. style.go has the phrases, each with a better
// one. A line that ends in "prose:ignore" is not read.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if _, err := os.Stat("prose"); err == nil {
		_ = os.Chdir("..") // started by go run -C tools
	}
	args := os.Args[1:]
	if len(args) == 0 {
		args = []string{"./..."}
	}
	files, err := filesOf(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	findings := 0
	for _, file := range files {
		texts, err := textsOf(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, "prose:", err)
			os.Exit(2)
		}
		for _, t := range texts {
			for _, line := range t.check() {
				fmt.Printf("%s:%s\n", file, line)
				findings++
			}
		}
	}
	if findings > 0 {
		fmt.Fprintf(os.Stderr, "prose: %d findings; tools/prose/style.go shows the phrases and better ones\n", findings)
		os.Exit(1)
	}
}

// filesOf returns the files that the arguments name.
func filesOf(args []string) (files []string, err error) {
	for _, arg := range args {
		root, deep := strings.CutSuffix(arg, "...")
		root = filepath.Clean(root)
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			switch name := entry.Name(); {
			case !entry.IsDir():
				if (slices.Contains([]string{".go", ".md", ".star", ".txt"}, filepath.Ext(name))) && !strings.HasSuffix(name, "_gen.go") {
					files = append(files, path)
				}
			case path != root && (!deep || name == "testdata" || name == "node_modules" || name == "tools" || strings.HasPrefix(name, ".")):
				return filepath.SkipDir
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// A text is a paragraph of a file.
type text struct {
	line    int      // of the file, where it begins
	rows    []string // its lines
	literal bool     // a string of a program, which may be a program itself
}

// longest bounds the words of a sentence.
const longest = 60

// textsOf returns the paragraphs of a file.
func textsOf(file string) ([]text, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	switch filepath.Ext(file) {
	case ".md":
		return paragraphs(1, strings.Split(string(source), "\n")), nil
	case ".txt": // pages of help and grammars, with columns that are no sentences
		texts := paragraphs(1, strings.Split(string(source), "\n"))
		for i := range texts {
			texts[i].literal = true
		}
		return texts, nil
	case ".star":
		var rows []string
		for _, row := range strings.Split(string(source), "\n") {
			_, comment, _ := strings.Cut(row, "#")
			rows = append(rows, strings.TrimPrefix(comment, " "))
		}
		return paragraphs(1, rows), nil
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	var texts []text
	for _, group := range parsed.Comments {
		var rows []string
		for _, comment := range group.List {
			row := strings.TrimPrefix(comment.Text, "//")
			if row == comment.Text { // a comment of several lines
				rows = append(rows, strings.Split(strings.TrimSuffix(comment.Text[2:], "*/"), "\n")...)
				continue
			}
			if !strings.HasPrefix(row, " ") && !strings.HasPrefix(row, "\t") {
				row = "" // a directive
			}
			rows = append(rows, strings.TrimPrefix(row, " "))
		}
		texts = append(texts, paragraphs(files.Position(group.Pos()).Line, rows)...)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		value, err := strconv.Unquote(literal.Value)
		if err == nil && len(strings.Fields(value)) > 2 {
			for _, t := range paragraphs(files.Position(literal.Pos()).Line, strings.Split(value, "\n")) {
				t.literal = true
				texts = append(texts, t)
			}
		}
		return true
	})
	return texts, nil
}

var (
	item  = regexp.MustCompile(`^ *(?:[-*]|[0-9]+\.|\([0-9]+\)|>|\|) +`)
	code  = regexp.MustCompile("`[^`]*`")
	links = regexp.MustCompile(`\]\([^)]*\)`)
)

// paragraphs cuts lines into paragraphs, and leaves out code. The first line has a
// number.
func paragraphs(first int, lines []string) []text {
	var texts []text
	var rows []string
	fenced := false
	end := func(next int) {
		if len(rows) > 0 {
			texts = append(texts, text{line: next - len(rows), rows: rows})
			rows = nil
		}
	}
	for i, row := range lines {
		if strings.HasPrefix(strings.TrimSpace(row), "```") {
			fenced = !fenced
			row = ""
		}
		indented := strings.HasPrefix(row, "\t") || strings.HasPrefix(row, "    ") && len(rows) == 0
		switch {
		case fenced, indented, strings.TrimSpace(row) == "", strings.HasPrefix(row, "# "), strings.HasPrefix(row, "##"), strings.HasSuffix(row, "prose:ignore"):
			end(first + i)
			continue
		case item.MatchString(row):
			end(first + i)
			row = item.ReplaceAllString(row, "")
		}
		rows = append(rows, row)
	}
	end(first + len(lines))
	return texts
}

var ends = regexp.MustCompile(`[.?!:][)"”]? +(?:\(?["A-Z\[])| \| `)

// check returns the findings in a paragraph, each as its line, the phrase and the
// advice.
func (t text) check() (found []string) {
	whole := strings.Join(t.rows, " ")
	blank := func(s string) string { return "x" + strings.Repeat("x", len(s)-1) }
	plain := links.ReplaceAllStringFunc(code.ReplaceAllStringFunc(whole, blank), func(s string) string { return strings.Repeat(")", len(s)) })
	from := 0
	for from < len(plain) {
		to := len(plain)
		if at := ends.FindStringIndex(plain[from:]); at != nil {
			to = from + at[1] - 1
		}
		sentence := strings.TrimRight(plain[from:to], ` ("[|`)
		all := check(strings.TrimLeft(sentence, " "))
		if words := len(strings.Fields(sentence)); words > longest && !t.literal {
			all = append(all, finding{0, fmt.Sprintf("%d words", words), "one idea a sentence: split it"})
		}
		for _, f := range all {
			at := from + f.at + len(sentence) - len(strings.TrimLeft(sentence, " "))
			row := 0
			for past := len(t.rows[0]) + 1; past <= at && row+1 < len(t.rows); past += len(t.rows[row]) + 1 {
				row++
			}
			found = append(found, fmt.Sprintf("%d: %q: %s", t.line+row, f.phrase, f.advice))
		}
		from = to
	}
	return found
}
