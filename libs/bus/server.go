package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// Server answers requests. Replicas share them.
type Server struct {
	conn    *Conn
	service micro.Service
	ctx     context.Context // given to handlers; ends when the server stops
	room    chan struct{}   // for requests under way and those that wait for a slot
	slots   chan struct{}   // for those under way
}

const (
	// maxConcurrent bounds the requests one server handles at a time.
	maxConcurrent = 256
	// maxWaiting bounds those that wait for that, each of which takes a few KiB.
	maxWaiting = 4096
)

// NewServer registers a service by name ("auth"), as NATS micro has it (ADR-32).
// Handlers get a context that ends with ctx.
func NewServer(ctx context.Context, c *Conn, name string) (*Server, error) {
	svc, err := micro.AddService(c.nc, micro.Config{Name: name, Version: "1.0.0"})
	if err != nil {
		return nil, fmt.Errorf("register service %s: %w", name, err)
	}
	return &Server{
		conn: c, service: svc, ctx: ctx,
		room: make(chan struct{}, maxConcurrent+maxWaiting), slots: make(chan struct{}, maxConcurrent),
	}, nil
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

// Handle answers requests on subject with h. What h returns as *fault.Error travels as
// such; every other error is logged and answered INTERNAL_ERROR. h's context ends when
// the sender waits no longer, but not within two seconds, and after two minutes at the
// latest; an h that goes on is found by the watchdog.
func Handle[Req, Resp Message](s *Server, subject string, h func(context.Context, Req) (Resp, error)) error {
	return HandleWithin(s, handleLimit, subject, h)
}

// HandleWithin is Handle with another limit in place of two minutes, for requests that
// say themselves how long they may take.
func HandleWithin[Req, Resp Message](
	s *Server, limit time.Duration, subject string, h func(context.Context, Req) (Resp, error),
) error {
	handle := func(ctx context.Context, data []byte) (Message, error) {
		req, err := Decode[Req](data)
		if err != nil {
			return nil, fault.Wrap(err, contract.CodeInvalidRequest, "The request is not valid: %v.", err)
		}
		return h(ctx, req)
	}
	handler := micro.HandlerFunc(func(r micro.Request) {
		select {
		case s.room <- struct{}{}:
			go s.serve(r, limit, handle)
		default:
			s.refuse(r)
		}
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

// serve answers a request once there is a slot for it, if its sender still waits then: what
// is done for one who has left is of no use, and may do harm, as a claim of work does that
// nobody learns of.
func (s *Server) serve(r micro.Request, limit time.Duration, h func(context.Context, []byte) (Message, error)) {
	defer func() { <-s.room }()
	wait := waitOf(nats.Header(r.Headers()), limit)
	if !s.slot(wait) {
		s.refuse(r)
		return
	}
	defer func() { <-s.slots }()
	limit = min(limit, max(wait, leastLimit))
	defer s.conn.Watch(r.Subject(), limit)()
	s.answer(r, func(ctx context.Context, data []byte) (Message, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return h(ctx, data)
	})
}

// slot takes one, and is false if none comes free in time.
func (s *Server) slot(wait time.Duration) bool {
	select {
	case s.slots <- struct{}{}:
		return true
	default:
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case s.slots <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// leastLimit is how long a request may be handled even if its sender waits for less:
// statements of the database that are cut off cost it a connection each.
const leastLimit = 2 * time.Second

// waitOf is how long the sender waits, at most limit, which also stands for senders of
// earlier releases: they do not tell.
func waitOf(h nats.Header, limit time.Duration) time.Duration {
	ms, err := strconv.ParseInt(h.Get(contract.HeaderWait), 10, 64)
	if err != nil || ms <= 0 || ms >= limit.Milliseconds() {
		return limit
	}
	return time.Duration(ms) * time.Millisecond
}

// refuse answers that the server has too much to do.
func (s *Server) refuse(r micro.Request) {
	s.reply(r, nil, nil, fault.Unavailable(errBusy, unavailableRetry))
}

var errBusy = errors.New("too many requests wait")

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
	s.reply(r, data, headers, err)
}

// reply sends an answer, or the fault that err is.
func (s *Server) reply(r micro.Request, data []byte, headers []micro.RespondOpt, err error) {
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
