package board

// Callers find here what they need of the packages below, under one name.

import (
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
)

// MaxCoordinate is the largest coordinate of a cell, 2^63-1.
const MaxCoordinate = moves.MaxCoordinate

type (
	// A Cell is where a piece stands in two dimensions.
	Cell = moves.Cell
	// Rules are a game of one piece, given by its moves.
	Rules = moves.Rules
	// A RulesError says what is wrong with rules.
	RulesError = moves.RulesError
	// A Row is a row without an end that is proved to be periodic.
	Row = rows.Row
)

// ErrNoRow is the error where there is no such row.
var ErrNoRow = rows.ErrNoRow
