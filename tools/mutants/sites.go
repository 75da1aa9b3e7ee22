package main

// This file finds the places where code can be changed.

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A site is a place in a file, and what to write there instead.
type site struct {
	file      string
	line      int
	from, end int // offsets
	is, to    string
	text      string // the line
}

func (s site) String() string {
	return fmt.Sprintf("%s:%d: %s becomes %s: %s", s.file, s.line, s.is, s.to, s.text)
}

// sitesOf returns the sites that the arguments name, by folder.
func sitesOf(args []string) (map[string][]site, error) {
	sites := map[string][]site{}
	for _, arg := range args {
		name, line := filepath.Clean(arg), 0
		if file, number, ok := strings.Cut(name, ":"); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("%s: want FILE:LINE", arg)
			}
			name, line = file, n
		}
		folder := name
		if strings.HasSuffix(name, ".go") {
			folder = filepath.Dir(name)
		}
		p, err := build.ImportDir(folder, 0)
		if err != nil {
			return nil, err
		}
		for _, file := range p.GoFiles { // those that this machine builds
			file = filepath.Join(folder, file)
			if name != folder && name != file {
				continue
			}
			found, err := sitesIn(file)
			if err != nil {
				return nil, err
			}
			for _, s := range found {
				if line == 0 || s.line == line {
					sites[folder] = append(sites[folder], s)
				}
			}
		}
	}
	return sites, nil
}

// operators are exchanged for each other.
var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.QUO,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.SHL: token.SHR, token.SHR: token.SHL, token.AND_NOT: token.AND,
	token.INC: token.DEC, token.DEC: token.INC,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN, token.XOR_ASSIGN: token.OR_ASSIGN, token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.BREAK: token.CONTINUE, token.CONTINUE: token.BREAK,
}

var names = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

// sitesIn returns the sites of one file.
func sitesIn(file string) ([]site, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	var sites []site
	add := func(pos token.Pos, is, to string) {
		at := files.Position(pos)
		line, _, _ := strings.Cut(string(source[at.Offset-at.Column+1:]), "\n")
		sites = append(sites, site{file, at.Line, at.Offset, at.Offset + len(is), is, to, strings.TrimSpace(line)})
	}
	exchange := func(pos token.Pos, op token.Token) {
		if to, ok := operators[op]; ok {
			add(pos, op.String(), to.String())
		}
	}
	negate := func(condition ast.Expr) {
		if _, simple := condition.(*ast.BinaryExpr); condition != nil && !simple { // others have an operator
			is := string(source[files.Position(condition.Pos()).Offset:files.Position(condition.End()).Offset])
			add(condition.Pos(), is, "!("+is+")")
		}
	}
	// number changes a small bound by one: large ones are mostly sizes, by which
	// nothing but the speed depends.
	number := func(e ast.Expr) {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.INT {
			if n, err := strconv.Atoi(l.Value); err == nil && n < 10 {
				add(l.Pos(), l.Value, strconv.Itoa(n+1))
			}
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.BinaryExpr:
			exchange(n.OpPos, n.Op)
			number(n.X)
			number(n.Y)
		case *ast.IncDecStmt:
			exchange(n.TokPos, n.Tok)
		case *ast.AssignStmt:
			exchange(n.TokPos, n.Tok)
		case *ast.BranchStmt:
			exchange(n.Pos(), n.Tok)
		case *ast.IfStmt:
			negate(n.Cond)
		case *ast.ForStmt:
			negate(n.Cond)
		case *ast.IndexExpr:
			number(n.Index)
		case *ast.SliceExpr:
			number(n.Low)
			number(n.High)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "min" || f.Name == "max") {
				add(f.Pos(), f.Name, names[f.Name])
				for _, a := range n.Args {
					number(a)
				}
			}
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				number(result)
				if name, ok := result.(*ast.Ident); ok && names[name.Name] != "" {
					add(name.Pos(), name.Name, names[name.Name])
				}
			}
		}
		return true
	})
	return sites, nil
}
