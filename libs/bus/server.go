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

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Server answers requests, which replicas share.
type Server struct {
	conn    *Conn
	service micro.Service
	ctx     context.Context // given to handlers; ends when the server stops
	room    chan struct{}   // for requests in progress and those that wait for a slot
	slots   chan struct{}   // for requests in progress
}

const (
	// maxConcurrent bounds the requests in progress.
	maxConcurrent = 256
	// maxWaiting bounds the requests that wait, each of which uses a few KiB.
	maxWaiting = 4096
)

// NewServer registers a service of NATS micro (ADR-32), such as "auth". The contexts of handlers end with
// ctx.
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

// maxDrainTime is how long requests in progress may take after the stop.
const maxDrainTime = 10 * time.Second

// Serve registers a service, calls register to add its handlers, calls ready, and answers until ctx ends.
// Requests in progress may finish within maxDrainTime.
func Serve(ctx context.Context, c *Conn, name string, register func(*Server) error, ready func()) (err error) {
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server, err := NewServer(serving, c, name)
	if err != nil {
		return err
	}
	defer func() {
		drain, cancel := context.WithTimeout(serving, maxDrainTime)
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

// maxHandleTime limits a handler. It is far longer than any sender waits, so that it ends only hanging handlers.
const maxHandleTime = 2 * time.Minute

// Handle answers requests on subject with h. A *fault.Error of h is sent to the caller; any other error is
// logged, and the caller gets INTERNAL_ERROR. The context of h ends when the sender stops waiting, after
// two seconds at the earliest and two minutes at the latest; the watchdog reports an h that continues.
func Handle[Req, Resp Message](s *Server, subject string, h func(context.Context, Req) (Resp, error)) error {
	return HandleWithin(s, maxHandleTime, subject, h)
}

// HandleWithin is Handle with another limit than two minutes, for requests that contain their own limit.
func HandleWithin[Req, Resp Message](
	s *Server, limit time.Duration, subject string, h func(context.Context, Req) (Resp, error),
) error {
	handle := func(ctx context.Context, data []byte) (Message, error) {
		req, err := Decode[Req](data)
		if err != nil {
			return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The request is not valid: %v.", err)
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
	// The server must know the subscription before the service is ready.
	if err := s.conn.nc.FlushTimeout(requestTimeout); err != nil {
		return fmt.Errorf("serve %s: %w", subject, err)
	}
	return nil
}

// serve answers a request in a free slot, unless its sender stopped waiting: no extractor would know a late claim.
func (s *Server) serve(r micro.Request, limit time.Duration, h func(context.Context, []byte) (Message, error)) {
	defer func() { <-s.room }()
	wait := senderWait(nats.Header(r.Headers()), limit)
	if !s.takeSlot(wait) {
		s.refuse(r)
		return
	}
	defer func() { <-s.slots }()
	limit = min(limit, max(wait, minHandleTime))
	defer s.conn.Watch(r.Subject(), limit)()
	s.answer(r, func(ctx context.Context, data []byte) (Message, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return h(ctx, data)
	})
}

// takeSlot returns false if no slot becomes free in time.
func (s *Server) takeSlot(wait time.Duration) bool {
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

// minHandleTime is a handler's minimum time, because each canceled database statement costs a connection.
const minHandleTime = 2 * time.Second

// senderWait is how long the sender waits, at most limit. Earlier releases send no header, so it is limit.
func senderWait(h nats.Header, limit time.Duration) time.Duration {
	ms, err := strconv.ParseInt(h.Get(contract.HeaderWait), 10, 64)
	if err != nil || ms <= 0 || ms >= limit.Milliseconds() {
		return limit
	}
	return time.Duration(ms) * time.Millisecond
}

func (s *Server) refuse(r micro.Request) {
	s.reply(r, nil, nil, apierror.Unavailable(errBusy, unavailableRetry))
}

var errBusy = errors.New("too many requests are waiting")

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

// reply sends an answer, or the fault of err.
func (s *Server) reply(r micro.Request, data []byte, headers []micro.RespondOpt, err error) {
	if err != nil {
		f := apierror.Of(err)
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

// encodeReply encodes a body as a reply, without encoding it twice.
func encodeReply(body Message) ([]byte, error) {
	data, err := encode(body)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(`{"body":`), data, []byte("}")), nil
}

// guard converts a panic of a handler to an error, so that one request cannot end the service.
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

// Stop accepts no more requests and waits for those in progress until ctx ends. While NATS is not
// reachable, it returns at once, because no request can be answered.
func (s *Server) Stop(ctx context.Context) error {
	if s.conn.Check(ctx) != nil {
		return nil // unsubscribing would wait for NATS
	}
	// The flush makes sure that the server knows.
	err := errors.Join(s.service.Stop(), s.conn.nc.FlushTimeout(requestTimeout))
	held := 0
	// A request may still arrive while the subscriptions drain: it gets a slot after this function.
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

func endpointName(subject string) string {
	b := []byte(subject)
	for i, c := range b {
		if c == '.' {
			b[i] = '-'
		}
	}
	return string(b)
}
