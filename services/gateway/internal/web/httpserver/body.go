package httpserver

import (
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Pace is a minimum speed: the given bytes must arrive within the given time of waiting for them. Time in
// which the server does not read does not count.
type Pace struct {
	Bytes  int64
	Within time.Duration
}

// A remaining body is read to its end if it is this short, in bytes, and this fast; otherwise the connection is closed.
const (
	leftoverBytes = 64 << 10
	leftoverTime  = 100 * time.Millisecond
)

// Body is a request's body as it arrives. Its errors are faults and stay.
type Body struct {
	src    io.Reader
	conn   net.Conn
	pace   Pace
	length int64 // declared, in bytes; -1 when it comes in chunks

	n     int64
	ended bool
	err   error

	quotaBytes int64 // arrived towards the pace
	quotaTime  time.Duration
}

// NewBody returns the body that arrives from src over conn; length is the declared one in bytes, or -1.
func NewBody(src io.Reader, conn net.Conn, pace Pace, length int64) *Body {
	return &Body{src: src, conn: conn, pace: pace, length: length}
}

// Read implements io.Reader.
func (b *Body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.ended {
		return 0, io.EOF
	}
	start := time.Now()
	if err := b.conn.SetReadDeadline(start.Add(b.pace.Within - b.quotaTime)); err != nil {
		return 0, b.fail(err)
	}
	n, err := b.src.Read(p)
	b.n += int64(n)
	b.keepPace(int64(n), time.Since(start))
	switch {
	case err == io.EOF && b.n < b.length:
		return n, b.fail(io.ErrUnexpectedEOF)
	case err == io.EOF:
		b.ended = true
		return n, io.EOF
	case err != nil:
		return n, b.fail(err)
	}
	return n, nil
}

func (b *Body) keepPace(n int64, spent time.Duration) {
	b.quotaBytes += n
	b.quotaTime += spent
	if b.quotaBytes >= b.pace.Bytes {
		b.quotaBytes, b.quotaTime = 0, 0
	}
}

func (b *Body) fail(err error) error {
	var timeout net.Error
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		b.err = apierror.Wrap(err, contract.CodeRequestTimeout, "The request's body arrived too slowly or stopped arriving.")
	default:
		b.err = apierror.Wrap(err, contract.CodeInvalidRequest,
			"The request's body ended too early or is not framed correctly.")
	}
	return b.err
}

// finish reports whether the connection can carry another request. It reads a short rest of the body.
func (b *Body) finish() bool {
	if b == nil || b.ended {
		return true
	}
	if b.err != nil || b.length-b.n > leftoverBytes {
		return false
	}
	b.pace, b.quotaBytes, b.quotaTime = Pace{Bytes: 2 * leftoverBytes, Within: leftoverTime}, 0, 0
	_, err := io.CopyN(io.Discard, b, leftoverBytes+1)
	return errors.Is(err, io.EOF)
}

// Length is the declared length of a request's body in bytes: 0 without one, -1 if unknown. b may be nil.
func (b *Body) Length() int64 {
	if b == nil {
		return 0
	}
	return b.length
}

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
