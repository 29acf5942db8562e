package httpserver

import (
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v2"
)

// Stream responds with a body that is read while it is sent, and then closed; size is in bytes, or -1 if
// unknown. The status is sent before the body is read: if reading fails, the connection is closed, so that
// no client mistakes a part for the whole. Every piece from Read is sent at once.
func (r *Request) Stream(c *fiber.Ctx, status int, body io.ReadCloser, size int64) {
	s := r.server
	c.Status(status)
	failed := func(err error) {
		s.deps.Telemetry.Log.Warn("an answer was cut", "request", r.ID, "route", r.Route, "error", err)
	}
	c.Context().SetBodyStream(NewOutgoing(body, c.Context().Conn(), s.cfg.WriteTimeout, failed), int(size))
}

// outgoing is a body being sent to the client.
type outgoing struct {
	io.ReadCloser
	conn    net.Conn
	timeout time.Duration
	failed  func(error)
}

// NewOutgoing returns body on its way to the client, which must take each piece within the timeout. failed is called
// with an error of body.
func NewOutgoing(body io.ReadCloser, conn net.Conn, timeout time.Duration, failed func(error)) io.ReadCloser {
	return &outgoing{ReadCloser: body, conn: conn, timeout: timeout, failed: failed}
}

// Read renews the write deadline for every piece. The server sets it once per response, which would end
// long ones.
func (o *outgoing) Read(p []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil { // no handler is around it any more
			n, err = 0, fmt.Errorf("panic: %v", v)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			o.failed(err)
		}
	}()
	n, err = o.ReadCloser.Read(p)
	if o.timeout > 0 && n > 0 {
		if deadline := o.conn.SetWriteDeadline(time.Now().Add(o.timeout)); deadline != nil {
			return 0, deadline
		}
	}
	return n, err
}
