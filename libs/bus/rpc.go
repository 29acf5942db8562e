package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// reply has either a body or a fault.
type reply[Body any] struct {
	Body  *Body       `json:"body,omitempty"`
	Fault *replyFault `json:"fault,omitempty"`
}

type replyFault struct {
	Code         contract.Code `json:"code"`
	Public       string        `json:"error"`
	RetryAfterMs int64         `json:"retryAfterMs,omitempty"`
}

// unavailableRetry is when a client may try again if a service does not answer.
const unavailableRetry = 2 * time.Second

// Call sends req and waits for the reply until ctx ends, at most five seconds. A fault of the other
// service is returned as *fault.Error; without a reply the error is CodeServiceUnavailable.
func Call[Resp Message](ctx context.Context, c *Conn, subject string, req Message) (Resp, error) {
	return CallWithin[Resp](ctx, c, requestTimeout, subject, req)
}

// firstTryTimeout is how long CallAgain waits before the second request.
const firstTryTimeout = 2 * time.Second

// CallAgain is Call for idempotent requests. If there is no reply within two seconds, for example because
// the NATS server was killed, it sends the request again: by then connections use another server.
func CallAgain[Resp Message](ctx context.Context, c *Conn, subject string, req Message) (Resp, error) {
	began := time.Now()
	resp, err := CallWithin[Resp](ctx, c, firstTryTimeout, subject, req)
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return resp, err
	}
	return CallWithin[Resp](ctx, c, requestTimeout-time.Since(began), subject, req)
}

// CallWithin is Call with another timeout.
func CallWithin[Resp Message](
	ctx context.Context, c *Conn, limit time.Duration, subject string, req Message,
) (resp Resp, err error) {
	ctx, span := c.span(ctx, trace.SpanKindClient, "request", subject)
	defer func() { endSpan(span, err) }()
	data, err := encode(req)
	if err != nil {
		return resp, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	msg := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{}}
	msg.Header.Set(contract.HeaderWait, waitMs(ctx))
	c.propagator.inject(ctx, msg.Header)
	answer, err := c.nc.RequestMsgWithContext(ctx, msg)
	if err != nil {
		return resp, apierror.Unavailable(fmt.Errorf("request %s: %w", subject, err), unavailableRetry)
	}
	return decodeReply[Resp](subject, answer)
}

// decodeReply returns a reply's body, or its fault as an error. It decodes a large body only once.
func decodeReply[Resp Message](subject string, answer *nats.Msg) (resp Resp, err error) {
	var r reply[Resp]
	data, attachment, err := detach(answer)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	switch {
	case err != nil:
		return resp, fmt.Errorf("reply of %s: %w", subject, err)
	case r.Fault != nil:
		return resp, &apierror.Error{
			Code: r.Fault.Code, Public: r.Fault.Public,
			RetryAfter: time.Duration(r.Fault.RetryAfterMs) * time.Millisecond,
			Err:        fmt.Errorf("%s refused", subject),
		}
	case r.Body == nil:
		return resp, fmt.Errorf("reply of %s: it has neither body nor fault", subject)
	}
	if a, ok := any(r.Body).(attachable); ok && len(attachment) > 0 {
		a.Attach(attachment)
	}
	if err := (*r.Body).Validate(); err != nil {
		return resp, fmt.Errorf("reply of %s: message %T: %w", subject, resp, err)
	}
	return *r.Body, nil
}

func waitMs(ctx context.Context) string {
	deadline, _ := ctx.Deadline() // CallWithin sets one
	return strconv.FormatInt(max(time.Until(deadline).Milliseconds(), 1), 10)
}
