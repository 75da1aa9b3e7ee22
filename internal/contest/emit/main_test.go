package emit

import (
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

func TestMain(m *testing.M) { chance.Main(m) }
