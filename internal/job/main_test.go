package job

import (
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

func TestMain(m *testing.M) {
	long.FilesInMemory()
	chance.Main(m)
}
