package ordinal_test

import (
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }
