package lang

// This file finds names that a file sets and never reads: they are of no use, or
// misspelt.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
)

// Unused returns the functions, and the variables of assignments, that nothing reads, in
// the order in which they stand. The game reads some names of the top level itself. A
// name that begins with _ says that it is meant.
func (f *Code) Unused(ofGame []string) (names []*syntax.Ident) {
	read := map[*syntax.Ident]bool{} // by where the variable is first set
	targets := map[*syntax.Ident]bool{}
	set := func(to syntax.Expr) {
		id, ok := unparen(to).(*syntax.Ident)
		if !ok {
			return
		}
		targets[id] = true
		b := id.Binding.(*resolve.Binding)
		isTop := b.Scope == resolve.Global
		if b.First == id && id.Name[0] != '_' && (!isTop || !slices.Contains(ofGame, id.Name)) {
			names = append(names, id)
		}
	}
	for n := range f.nodes() {
		switch n := n.(type) {
		case *syntax.DefStmt:
			set(n.Name)
		case *syntax.AssignStmt:
			to, ok := listed(n.LHS)
			if !ok {
				to = []syntax.Expr{n.LHS}
			}
			for _, e := range to {
				set(e)
			}
		case *syntax.Ident:
			if b, ok := n.Binding.(*resolve.Binding); ok && b.First != nil && !targets[n] {
				read[b.First] = true
			}
		}
	}
	return slices.DeleteFunc(names, func(id *syntax.Ident) bool { return read[id] })
}

// CheckMisspelt refuses a name of the top level that nothing reads, if it is nearly one of
// those that the game reads. The top level has run.
func (f *Code) CheckMisspelt(ofGame []string) error {
	for _, id := range f.Unused(ofGame) {
		if v, _ := f.Global(id.Name); id.Binding.(*resolve.Binding).Scope != resolve.Global || v.Hosted() != nil {
			continue // what the host made, it reads
		}
		meant := message.Closest(message.InLatin(id.Name), ofGame)
		meant = slices.DeleteFunc(meant, func(name string) bool { return len(name) > len(id.Name)+1 }) // whose begin it is
		if len(meant) > 0 {
			return f.Source.Fail(id, "nothing reads this name%s", message.DidYouMean(id.Name, meant[:1]))
		}
	}
	return nil
}
