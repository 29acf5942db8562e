package gateway

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/tlsfiles"
)

// TLS is the gateway's own HTTPS. Without a certificate the public port serves plain HTTP, for a
// proxy in front.
type TLS struct {
	CertFile string `name:"cert-file" env:"DOCMILL_TLS_CERT_FILE" help:"File of the certificate chain (PEM) of the public port, which then uses only HTTPS. Changes are detected."`
	KeyFile  string `name:"key-file" env:"DOCMILL_TLS_KEY_FILE" help:"File of the certificate's key (PEM)."`
}

func (t TLS) validate() error {
	return tlsfiles.Both("DOCMILL_TLS_CERT_FILE", t.CertFile, "DOCMILL_TLS_KEY_FILE", t.KeyFile)
}

// tlsListener wraps ln in TLS if there is a certificate. The handshake happens at the first read,
// after the connection limits.
func tlsListener(ln net.Listener, t TLS, log *slog.Logger) (net.Listener, error) {
	if t.CertFile == "" {
		return ln, nil
	}
	pair, err := tlsfiles.Open(t.CertFile, t.KeyFile, log, time.Now)
	if err != nil {
		return nil, fmt.Errorf("HTTPS: %w", err)
	}
	return tls.NewListener(ln, pair.Server()), nil
}

// RequireTLS reports the dependencies that would be reached without TLS.
func (c Config) RequireTLS() error {
	var errs []error
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_DATABASE_URL: %w", err))
	}
	return errors.Join(append(errs, c.blob().RequireTLS())...)
}
