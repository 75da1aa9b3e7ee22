// Command machines checks the types of grundy for other machines, from the sources of all
// that it imports:
//
//	go run -C tools ./machines darwin/arm64 windows/amd64
//
// That finds what a build would find, such as a name that a system does not have, in a
// tenth of the time, because it compiles nothing. Of targets that select the same files it
// checks one. It does not read the bodies of the standard library.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if _, err := os.Stat("machines"); err == nil {
		_ = os.Chdir("..") // started by go run -C tools
	}
	wrong := 0
	checked := map[string]string{} // targets by the files that they select
	for _, target := range os.Args[1:] {
		system, processor, ok := strings.Cut(target, "/")
		if !ok {
			fmt.Fprintf(os.Stderr, "machines: %q: want a target such as windows/amd64\n", target)
			os.Exit(2)
		}
		found, err := check(target, append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"), checked)
		if err != nil {
			fmt.Fprintf(os.Stderr, "machines: %s: %v\n", target, err)
			os.Exit(1)
		}
		for _, problem := range found {
			fmt.Printf("%s: %s\n", target, problem)
		}
		wrong += len(found)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// check returns what is wrong for one target.
func check(target string, env []string, checked map[string]string) (problems []string, err error) {
	own, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles, Env: env}, "./...")
	if err != nil {
		return nil, err
	}
	var files strings.Builder
	for _, p := range own {
		fmt.Fprintln(&files, p.PkgPath, p.GoFiles, p.OtherFiles)
	}
	if same, ok := checked[files.String()]; ok {
		fmt.Printf("%s selects the files of %s\n", target, same)
		return nil, nil
	}
	checked[files.String()] = target

	standard := filepath.Join(runtime.GOROOT(), "src") + string(filepath.Separator)
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		Env: env,
		ParseFile: func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
			if err == nil && strings.HasPrefix(name, standard) {
				for _, d := range f.Decls {
					if d, ok := d.(*ast.FuncDecl); ok {
						d.Body = nil
					}
				}
			}
			return f, err
		},
	}, "./...")
	if err != nil {
		return nil, err
	}
	count := 0
	packages.Visit(all, nil, func(p *packages.Package) {
		if p.Module == nil { // of the standard library
			return
		}
		count++
		for _, e := range p.Errors {
			problems = append(problems, e.Error())
		}
		assembly := !p.Module.Main // others may take bodies from elsewhere
		for _, name := range p.OtherFiles {
			assembly = assembly || strings.HasSuffix(name, ".s")
		}
		if assembly {
			return
		}
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body == nil {
					problems = append(problems, fmt.Sprintf("%s: %s has no body, and its package no assembly", p.Fset.Position(d.Pos()), d.Name.Name))
				}
			}
		}
	})
	fmt.Printf("%s: %d packages\n", target, count)
	return problems, nil
}
