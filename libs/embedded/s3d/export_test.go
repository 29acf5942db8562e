package s3d

import (
	"log/slog"

	"github.com/versity/versitygw/backend"
)

// OpenStore opens the backend of a server with sync in fsync's place.
func OpenStore(dir string, sync func(path string) error) (backend.Backend, error) {
	s, err := openStore(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	s.sync = sync
	return s, nil
}

// Tells reports to tests whether directories can be told from earlier ones.
func Tells(dir string) bool {
	_, ok := identityOf(dir)
	return ok
}
