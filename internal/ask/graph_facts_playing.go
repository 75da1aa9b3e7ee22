//go:build playing

package ask

import (
	"context"

	"github.com/grundy-games/grundy/games/graph"
)

// The page that plays asks for no further facts.
func (Graph) facts(context.Context, *graph.Graph, *Graphed) error { return nil }
