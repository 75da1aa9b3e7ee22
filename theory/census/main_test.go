package census

import (
	"testing"

	"grundy/internal/chance"
)

func TestMain(m *testing.M) { chance.Main(m) }
