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

// TLS says how to know NATS, and how NATS knows the client. The files are read at
// each connection, so that a renewed certificate is used from the next one on.
type TLS struct {
	CAFile            string // authorities of the server's certificate; the system's when empty
	CertFile, KeyFile string // of the client, where the server asks for it
	// Required refuses a server that does not speak TLS, before it is told
	// anything.
	Required bool
}

// options fails on files that cannot be used now.
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

// untrusted reports whether a server need not be tried again: it speaks no TLS, is
// not who it should be, or does not take the client's certificate.
func untrusted(err error) bool {
	var certificate *tls.CertificateVerificationError
	var refusal *net.OpError
	return errors.Is(err, nats.ErrSecureConnWanted) || errors.As(err, &certificate) || errors.As(err, &refusal) &&
		refusal.Op == "remote error"
}

// TLSRequired reports whether the connection was made under TLS.Required: its
// user must reach nothing else in the clear either.
func (c *Conn) TLSRequired() bool { return c.tlsRequired }
