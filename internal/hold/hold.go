// Package hold lets one process at a time work in a folder.
package hold

import (
	"errors"
	"io"

	"github.com/gofrs/flock"
)

// ErrHeld says that another process holds the file.
var ErrHeld = errors.New("another process holds it")

// File makes the file of that name if it is not there, and holds it until it is closed, or
// the process ends in any way. A file system without locks keeps nobody out.
func File(name string) (io.Closer, error) {
	f := flock.New(name, flock.SetPermissions(0o666))
	switch got, err := f.TryLock(); {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return nil, errors.Join(err, f.Close())
	case !got:
		return nil, errors.Join(ErrHeld, f.Close())
	}
	return f, nil
}
