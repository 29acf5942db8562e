package pgstore

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// RequireTLS refuses a URL by which the database would be reached in the clear, or
// without knowing that it is the right one: sslmode must be verify-full. Sockets of
// this machine need none of it.
func RequireTLS(url string) error {
	cfg, err := pgconn.ParseConfig(url)
	if err != nil {
		return errors.New("is no URL of a database") // the parser's error may quote the password
	}
	verified := cfg.TLSConfig != nil && !cfg.TLSConfig.InsecureSkipVerify
	ok := verified || isSocket(cfg.Host)
	for _, f := range cfg.Fallbacks {
		ok = ok && (isSocket(f.Host) || f.TLSConfig != nil && !f.TLSConfig.InsecureSkipVerify)
	}
	if !ok {
		return errors.New("want sslmode=verify-full, with sslrootcert where the authority is not the system's, as " +
			"DOCMILL_TLS_REQUIRED is set")
	}
	return nil
}

// isSocket reports whether the name is a directory of Unix sockets, or an abstract one, and no host.
func isSocket(host string) bool { return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") }
