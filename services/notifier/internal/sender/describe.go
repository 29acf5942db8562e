package sender

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// describe explains to the subscriber why there was no response. The error's text may contain internal
// addresses.
func (s *Sender) describe(ctx context.Context, err error) string {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var dial *net.OpError
	var timeout net.Error
	switch {
	case errors.Is(err, target.ErrRefused):
		return target.ErrRefused.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		return "the host name is not known"
	case errors.As(err, &dns):
		return "the host name could not be looked up"
	case errors.As(err, &certificate):
		return fmt.Sprintf("the certificate is not valid: %v", certificate.Err)
	case errors.As(err, &record):
		return "the receiver does not speak TLS"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case ctx.Err() != nil:
		return fmt.Sprintf("no answer within %s", s.cfg.AttemptTimeout)
	case errors.As(err, &dial) && dial.Op == "dial" && dial.Timeout(), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no connection within %s", webhook.ConnectTimeout)
	case errors.As(err, &dial) && dial.Op == "dial":
		return "no connection could be made"
	}
	return "the connection broke off without an answer"
}
