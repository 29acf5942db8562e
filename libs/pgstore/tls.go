package pgstore

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// RequireTLS returns an error if the URL does not require TLS with a verified server: sslmode must be
// verify-full, except for Unix sockets.
func RequireTLS(url string) error {
	cfg, err := pgconn.ParseConfig(url)
	if err != nil {
		return errors.New("invalid database URL") // the parser's error may quote the password
	}
	verified := cfg.TLSConfig != nil && !cfg.TLSConfig.InsecureSkipVerify
	ok := verified || isSocket(cfg.Host)
	for _, f := range cfg.Fallbacks {
		ok = ok && (isSocket(f.Host) || f.TLSConfig != nil && !f.TLSConfig.InsecureSkipVerify)
	}
	if !ok {
		return errors.New("want sslmode=verify-full because DOCMILL_TLS_REQUIRED is set, with sslrootcert if the " +
			"system does not trust the authority")
	}
	return nil
}

// isSocket reports whether the host is a directory of Unix sockets, or an abstract socket.
func isSocket(host string) bool { return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") }
