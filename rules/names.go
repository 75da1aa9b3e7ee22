package rules

// These names of package lang belong to the interface of this one.

import (
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

type (
	// Options bound what a file may use. The zero value gives the bounds for your
	// own files.
	Options = lang.Options
	// An Error says where and why a file is not a game, or why its rules failed at a
	// position.
	Error = lang.Error
	// A Printer shows what the rules of a file print.
	Printer = lang.Printer
	// A Pos is a place in a file.
	Pos = lang.Pos
	// A Field is a part of a position.
	Field = core.Field
	// A FieldKind says what a field of a position is.
	FieldKind = core.FieldKind
)

// NewPrinter returns a printer that passes each different line to show.
func NewPrinter(show func(line string)) *Printer { return lang.NewPrinter(show) }

// The kinds of fields.
const (
	Integer = core.Integer
	Heaps   = core.Heaps
	Row     = core.Row
	Grid    = core.Grid
)

// DefaultMemory is the bytes of values that a call may make, unless the options say
// another number.
const DefaultMemory = lang.DefaultMemory
