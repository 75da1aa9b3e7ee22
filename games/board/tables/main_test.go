package tables

import (
	"testing"

	"grundy/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }
