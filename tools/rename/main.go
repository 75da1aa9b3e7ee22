// Command rename gives the module another path, in all that names it, and checks that
// everything still builds:
//
//	go run -C tools ./rename example.org/grundy
//
// It changes every file that git tracks in which the old path stands: imports, go.mod of
// each module, documents. It changes nothing if git has changes that are not committed.
// With no argument it prints the path and checks that nothing names another one.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "rename: %v\n", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if _, err := os.Stat("rename"); err == nil {
		if err := os.Chdir(".."); err != nil { // started by go run -C tools
			return err
		}
	}
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	old := modfile.ModulePath(text)
	modules, err := output("git", "ls-files", "go.mod", "*/go.mod")
	if err != nil {
		return err
	}
	switch len(arguments) {
	case 0:
		fmt.Println(old)
		return check(old, strings.Fields(modules))
	case 1:
	default:
		return fmt.Errorf("%q: want one path, such as example.org/grundy", arguments)
	}
	path := arguments[0]
	if err := module.CheckPath(path); err != nil {
		return fmt.Errorf("%w: want a path such as example.org/grundy", err)
	}
	if dirty, err := output("git", "status", "--porcelain"); err != nil {
		return err
	} else if dirty != "" {
		return fmt.Errorf("commit these changes first:\n%s", dirty)
	}
	files, err := output("git", "grep", "-lIF", old)
	if err != nil {
		return err
	}
	changed := 0
	for _, file := range strings.Fields(files) {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		renamed := replace(text, old, path)
		if filepath.Ext(file) == ".go" {
			if renamed, err = format.Source(renamed); err != nil { // imports are sorted by the new path
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		if bytes.Equal(text, renamed) {
			continue
		}
		if err := os.WriteFile(file, renamed, 0o644); err != nil {
			return err
		}
		changed++
	}
	fmt.Printf("%s is now %s, in %d files\n", old, path, changed)
	return check(path, strings.Fields(modules))
}

// replace replaces a path where it stands as a whole: another module may have a longer name.
func replace(text []byte, old, path string) []byte {
	var out []byte
	copied := 0
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(old))
		if i < 0 {
			return append(out, text[copied:]...)
		}
		i += from
		from = i + len(old)
		if whole(text, i, from) {
			out = append(append(out, text[copied:i]...), path...)
			copied = from
		}
	}
}

func whole(text []byte, i, end int) bool {
	return (i == 0 || !inName(text[i-1])) && (end == len(text) || !inName(text[end]))
}

func inName(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// check checks that the modules have the path, or a longer one, and that their packages load.
func check(path string, modules []string) error {
	for _, file := range modules {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if own := modfile.ModulePath(text); own != path && !strings.HasPrefix(own, path+"/") {
			return fmt.Errorf("%s: module %s: want %s or a path below it", file, own, path)
		}
		if _, err := output("go", "-C", filepath.Dir(file), "list", "-deps", "-test", "-f", "{{with .Error}}{{.}}{{end}}", "./..."); err != nil {
			return err
		}
	}
	return nil
}

func output(name string, arguments ...string) (string, error) {
	command := exec.Command(name, arguments...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
