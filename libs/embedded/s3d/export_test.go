package s3d

import (
	"log/slog"
	"net/http"

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

// Tells reports to tests whether directories are distinguishable from earlier ones.
func Tells(dir string) bool {
	_, ok := identityOf(dir)
	return ok
}

// counted counts requests.
type counted struct {
	http.RoundTripper

	n int
}

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n++
	return c.RoundTripper.RoundTrip(r)
}

// Connections counts the requests of a server's Transport that went by a connection, from
// its first call on.
func Connections(s *Server) int {
	c, ok := s.direct.rest.(*counted)
	if !ok {
		c = &counted{RoundTripper: s.direct.rest}
		s.direct.rest = c
	}
	return c.n
}
