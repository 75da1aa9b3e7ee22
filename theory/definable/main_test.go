package definable_test

import (
	"testing"

	"grundy/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }
