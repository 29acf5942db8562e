package bus

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/tlsfiles"
)

// TLS configures TLS to NATS. The files are read for each connection, so that renewed certificates are used.
type TLS struct {
	CAFile            string // authorities of the server's certificate; the system's if empty
	CertFile, KeyFile string // of the client, if the server asks for it
	// Required refuses a server without TLS before it gets any data.
	Required bool
}

// options returns an error if a file is not valid.
func (t TLS) options() ([]nats.Option, error) {
	if t == (TLS{}) {
		return nil, nil // the URL decides: tls:// or nats://
	}
	opts := []nats.Option{nats.Secure(&tls.Config{MinVersion: tlsfiles.MinVersion})}
	var pair nats.TLSCertHandler
	var roots nats.RootCAsHandler
	if t.CertFile != "" {
		pair = func() (tls.Certificate, error) {
			c, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
			if err != nil {
				return c, fmt.Errorf("certificate for NATS: %w", err)
			}
			return c, nil
		}
	}
	if t.CAFile != "" {
		roots = func() (*x509.CertPool, error) { return tlsfiles.Roots(t.CAFile) }
	}
	if pair == nil && roots == nil {
		return opts, nil
	}
	var errs []error
	if pair != nil {
		_, err := pair()
		errs = append(errs, err)
	}
	if roots != nil {
		_, err := roots()
		errs = append(errs, err)
	}
	return append(opts, nats.ClientTLSConfig(pair, roots)), errors.Join(errs...)
}

// isUntrusted reports whether a retry is useless: no TLS, an invalid certificate, or a refused client certificate.
func isUntrusted(err error) bool {
	var certificate *tls.CertificateVerificationError
	var refusal *net.OpError
	return errors.Is(err, nats.ErrSecureConnWanted) || errors.As(err, &certificate) || errors.As(err, &refusal) &&
		refusal.Op == "remote error"
}

// TLSRequired reports whether the connection requires TLS; then other connections of its user must require
// it as well.
func (c *Conn) TLSRequired() bool { return c.tlsRequired }
