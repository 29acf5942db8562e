package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// reply is what travels back: a body or a fault.
type reply[Body any] struct {
	Body  *Body       `json:"body,omitempty"`
	Fault *replyFault `json:"fault,omitempty"`
}

type replyFault struct {
	Code         contract.Code `json:"code"`
	Public       string        `json:"error"`
	RetryAfterMs int64         `json:"retryAfterMs,omitempty"`
}

// unavailableRetry is what a client is told when a service does not answer.
const unavailableRetry = 2 * time.Second

// Call sends req and waits for the answer, at most ctx or five seconds. A fault
// of the other side comes back as *fault.Error; no answer at all is
// CodeServiceUnavailable.
func Call[Resp Message](ctx context.Context, c *Conn, subject string, req Message) (Resp, error) {
	return CallWithin[Resp](ctx, c, requestTimeout, subject, req)
}

// firstTry is how long CallAgain waits before it asks again.
const firstTry = 2 * time.Second

// CallAgain is Call for requests that may be handled twice. Where no answer came within two
// seconds, as when the NATS server that carried it was killed, it asks once more: connections have
// gone over to another server by then.
func CallAgain[Resp Message](ctx context.Context, c *Conn, subject string, req Message) (Resp, error) {
	began := time.Now()
	resp, err := CallWithin[Resp](ctx, c, firstTry, subject, req)
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return resp, err
	}
	return CallWithin[Resp](ctx, c, requestTimeout-time.Since(began), subject, req)
}

// CallWithin is Call with another limit on the wait, for work that takes longer.
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
	c.propagator.inject(ctx, msg.Header)
	answer, err := c.nc.RequestMsgWithContext(ctx, msg)
	if err != nil {
		return resp, fault.Unavailable(fmt.Errorf("request %s: %w", subject, err), unavailableRetry)
	}
	return answered[Resp](subject, answer)
}

// answered is the body of a reply, or its fault as the error. One pass decodes both: a
// body may be large.
func answered[Resp Message](subject string, answer *nats.Msg) (resp Resp, err error) {
	var r reply[Resp]
	data, attachment, err := detach(answer)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	switch {
	case err != nil:
		return resp, fmt.Errorf("reply of %s: %w", subject, err)
	case r.Fault != nil:
		return resp, &fault.Error{
			Code: r.Fault.Code, Public: r.Fault.Public,
			RetryAfter: time.Duration(r.Fault.RetryAfterMs) * time.Millisecond,
			Err:        fmt.Errorf("%s refused", subject),
		}
	case r.Body == nil:
		return resp, fmt.Errorf("reply of %s: neither body nor fault", subject)
	}
	if a, ok := any(r.Body).(attachable); ok && len(attachment) > 0 {
		a.Attach(attachment)
	}
	if err := (*r.Body).Validate(); err != nil {
		return resp, fmt.Errorf("reply of %s: message %T: %w", subject, resp, err)
	}
	return *r.Body, nil
}

// Server answers requests. Replicas share them.
type Server struct {
	conn    *Conn
	service micro.Service
	ctx     context.Context // given to handlers; ends when the server stops
	slots   chan struct{}
}

// maxConcurrent bounds the requests one server handles at a time.
const maxConcurrent = 256

// NewServer registers a service by name ("auth"), as NATS micro has it (ADR-32).
// Handlers get a context that ends with ctx.
func NewServer(ctx context.Context, c *Conn, name string) (*Server, error) {
	svc, err := micro.AddService(c.nc, micro.Config{Name: name, Version: "1.0.0"})
	if err != nil {
		return nil, fmt.Errorf("register service %s: %w", name, err)
	}
	return &Server{conn: c, service: svc, ctx: ctx, slots: make(chan struct{}, maxConcurrent)}, nil
}

// drainLimit is how long requests under way may take after the stop.
const drainLimit = 10 * time.Second

// Serve registers a service by name, has register add its handlers, calls ready
// and answers until ctx ends. Requests under way outlive ctx: they are finished,
// not cut off, for as long as drainLimit.
func Serve(ctx context.Context, c *Conn, name string, register func(*Server) error, ready func()) (err error) {
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server, err := NewServer(serving, c, name)
	if err != nil {
		return err
	}
	defer func() {
		drain, cancel := context.WithTimeout(serving, drainLimit)
		defer cancel()
		err = errors.Join(err, server.Stop(drain))
	}()
	if err := register(server); err != nil {
		return err
	}
	ready()
	<-ctx.Done()
	return nil
}

// handleLimit is how long a request or a message may be handled: far beyond the time
// that anybody waits for it, so that only what hangs is cut off.
const handleLimit = 2 * time.Minute

// Handle answers requests on subject with h. What h returns as *fault.Error
// travels as such; every other error is logged and answered INTERNAL_ERROR. h's
// context ends after two minutes; an h that goes on is found by the watchdog.
func Handle[Req, Resp Message](s *Server, subject string, h func(context.Context, Req) (Resp, error)) error {
	return HandleWithin(s, handleLimit, subject, h)
}

// HandleWithin is Handle with another limit, for requests that say themselves how
// long they may take.
func HandleWithin[Req, Resp Message](
	s *Server, limit time.Duration, subject string, h func(context.Context, Req) (Resp, error),
) error {
	handler := micro.HandlerFunc(func(r micro.Request) {
		s.slots <- struct{}{}
		go func() {
			defer func() { <-s.slots }()
			defer s.conn.Watch(subject, limit)()
			s.answer(r, func(ctx context.Context, data []byte) (Message, error) {
				ctx, cancel := context.WithTimeout(ctx, limit)
				defer cancel()
				req, err := Decode[Req](data)
				if err != nil {
					return nil, fault.Wrap(err, contract.CodeInvalidRequest, "The request is not valid: %v.", err)
				}
				return h(ctx, req)
			})
		}()
	})
	if err := s.service.AddEndpoint(endpointName(subject), handler, micro.WithEndpointSubject(subject)); err != nil {
		return fmt.Errorf("serve %s: %w", subject, err)
	}
	// The server must know the subscription before the caller says it is ready.
	if err := s.conn.nc.FlushTimeout(requestTimeout); err != nil {
		return fmt.Errorf("serve %s: %w", subject, err)
	}
	return nil
}

func (s *Server) answer(r micro.Request, h func(context.Context, []byte) (Message, error)) {
	ctx := s.conn.propagator.extract(s.ctx, nats.Header(r.Headers()))
	ctx, span := s.conn.span(ctx, trace.SpanKindServer, "serve", r.Subject())
	body, err := s.guard(ctx, r, h)
	endSpan(span, err)
	var data []byte
	var headers []micro.RespondOpt
	if err == nil {
		data, err = encodeReply(body)
	}
	if err == nil {
		data, headers, err = attach(body, data)
	}
	if err != nil {
		f := fault.Of(err)
		if f.Code == contract.CodeInternalError {
			s.conn.log.Error("request failed", "subject", r.Subject(), "error", err)
		}
		data, err = json.Marshal(reply[contract.Empty]{Fault: &replyFault{f.Code, f.Public, f.RetryAfter.Milliseconds()}})
	}
	if err == nil {
		err = r.Respond(data, headers...)
	}
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		s.conn.log.Error("reply failed", "subject", r.Subject(), "error", err)
	}
}

// encodeReply puts a body into the form of reply around what is encoded already.
func encodeReply(body Message) ([]byte, error) {
	data, err := encode(body)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(`{"body":`), data, []byte("}")), nil
}

// guard turns a panic of a handler into an error: one bad request must not end
// the service.
func (s *Server) guard(
	ctx context.Context, r micro.Request, h func(context.Context, []byte) (Message, error),
) (m Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return h(ctx, r.Data())
}

// Stop takes no more requests and waits for those under way, at most until ctx
// ends. While NATS is away nobody can be answered, and it returns at once.
func (s *Server) Stop(ctx context.Context) error {
	if s.conn.Check(ctx) != nil {
		return nil // to unsubscribe would wait for NATS
	}
	// The flush makes sure that the server has heard of it.
	err := errors.Join(s.service.Stop(), s.conn.nc.FlushTimeout(requestTimeout))
	held := 0
	// A request may still arrive while the subscriptions drain: it finds its
	// slot again once those before it are done.
	defer func() {
		for range held {
			<-s.slots
		}
	}()
	for held < maxConcurrent {
		select {
		case s.slots <- struct{}{}:
			held++
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
	return err
}

// endpointName makes a name that micro accepts out of a subject.
func endpointName(subject string) string {
	b := []byte(subject)
	for i, c := range b {
		if c == '.' {
			b[i] = '-'
		}
	}
	return string(b)
}
