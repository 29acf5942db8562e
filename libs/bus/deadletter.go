package bus

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// ErrNoDeadLetter is returned for a number that no dead letter has.
var ErrNoDeadLetter = errors.New("no such dead letter")

// ErrEventStays is returned for an event that is to be published again: it is
// still in its stream, and everybody who reads that would receive it twice.
var ErrEventStays = errors.New("an event stays in its stream: published again, subscribers would receive it twice")

// ErrIncomplete is returned for a dead letter that is to be published again but was too large to be
// kept whole.
var ErrIncomplete = errors.New("the dead letter holds only the beginning of its message")

// DeadLetter is a message that could not be used.
type DeadLetter struct {
	Seq    uint64    // its number among the dead letters
	At     time.Time // when it was put there
	Stream string    // that it came from
	// Subject that it was published on, as its sender says; "" if it does not.
	Subject string
	Reason  string
	Data    []byte
	// Size of the message in bytes. It is larger than len(Data) if only the beginning was kept.
	Size int

	deadSubject string
	header      nats.Header
}

// DeadLetters yields the dead letters in the order of their numbers, those about
// one document or batch alone if about is not empty. It reads each in a request,
// makes no consumer and changes nothing. The first error ends it.
func (c *Conn) DeadLetters(ctx context.Context, about string) iter.Seq2[DeadLetter, error] {
	filter := contract.SubjectDeadLetters
	if about != "" {
		filter = contract.DeadLettersAbout(about)
	}
	return func(yield func(DeadLetter, error) bool) {
		stream, err := c.deadLetters(ctx)
		for next := uint64(1); err == nil; {
			var raw *jetstream.RawStreamMsg
			raw, err = stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(filter))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return
			}
			if err != nil {
				break
			}
			if !yield(deadLetter(raw), nil) {
				return
			}
			next = raw.Sequence + 1
		}
		yield(DeadLetter{}, fmt.Errorf("read dead letters: %w", err))
	}
}

// DeadLetter reads one; ErrNoDeadLetter if there is none of that number.
func (c *Conn) DeadLetter(ctx context.Context, seq uint64) (DeadLetter, error) {
	stream, err := c.deadLetters(ctx)
	if err != nil {
		return DeadLetter{}, err
	}
	raw, err := stream.GetMsg(ctx, seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		err = ErrNoDeadLetter
	}
	if err != nil {
		return DeadLetter{}, fmt.Errorf("dead letter %d: %w", seq, err)
	}
	return deadLetter(raw), nil
}

func (c *Conn) deadLetters(ctx context.Context) (jetstream.Stream, error) {
	stream, err := c.js.Stream(ctx, contract.StreamDeadLetters)
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", contract.StreamDeadLetters, err)
	}
	return stream, nil
}

func deadLetter(raw *jetstream.RawStreamMsg) DeadLetter {
	size, err := strconv.Atoi(raw.Header.Get(contract.HeaderDeadSize))
	if err != nil {
		size = len(raw.Data)
	}
	return DeadLetter{
		Size: size, Seq: raw.Sequence, At: raw.Time, Stream: contract.DeadLetterStream(raw.Subject),
		Subject: raw.Header.Get(contract.HeaderDeadSubject), Reason: raw.Header.Get(contract.HeaderDeadReason),
		Data: raw.Data, deadSubject: raw.Subject, header: raw.Header,
	}
}

// RetryDeadLetter publishes a dead letter where it was published at first, and
// removes it once it is there. Its message id is made of its number, so that a
// retry that was broken off, or is made by two at the same time, publishes once
// within contract.DedupWindow. Who receives it later than that a second time finds it
// done: results are fenced by their claim, and a command only says that a
// document waits.
func (c *Conn) RetryDeadLetter(ctx context.Context, d DeadLetter) error {
	if d.Stream == contract.StreamEvents {
		return fmt.Errorf("dead letter %d: %w", d.Seq, ErrEventStays)
	}
	if d.Size > len(d.Data) {
		return fmt.Errorf("dead letter %d: %w", d.Seq, ErrIncomplete)
	}
	if err := contract.CheckDeadLetterOrigin(d.deadSubject, d.Subject); err != nil {
		return fmt.Errorf("dead letter %d: %w", d.Seq, err)
	}
	again := &nats.Msg{Subject: d.Subject, Data: d.Data, Header: nats.Header{}}
	for name, values := range d.header {
		if !strings.HasPrefix(name, "Docmill-") && !strings.HasPrefix(name, "Nats-") {
			again.Header[name] = values
		}
	}
	_, err := c.js.PublishMsg(ctx, again, jetstream.WithExpectStream(d.Stream),
		jetstream.WithMsgID(messageID(contract.StreamDeadLetters, d.Seq, d.At)))
	// A command for this document is there: the letter could add nothing to it.
	if err = refusal(err); err != nil && !errors.Is(err, ErrPending) {
		return fmt.Errorf("dead letter %d: publish %s: %w", d.Seq, d.Subject, err)
	}
	if err := c.DropDeadLetter(ctx, d.Seq); err != nil && !errors.Is(err, ErrNoDeadLetter) {
		return err
	}
	return nil
}

// DropDeadLetter removes one; ErrNoDeadLetter if it is not there.
func (c *Conn) DropDeadLetter(ctx context.Context, seq uint64) error {
	stream, err := c.deadLetters(ctx)
	if err != nil {
		return err
	}
	err = stream.SecureDeleteMsg(ctx, seq) // its bytes are overwritten on disk
	if noMessage(err) {
		err = ErrNoDeadLetter
	}
	if err != nil {
		return fmt.Errorf("dead letter %d: %w", seq, err)
	}
	return nil
}

// noMessage reports whether a message could not be deleted because it is not
// there, for which the server has no error code of its own (10057 stands for every
// failed removal) and the client keeps its words alone.
func noMessage(err error) bool {
	return errors.Is(err, jetstream.ErrMsgNotFound) ||
		errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) && strings.Contains(err.Error(), "no message found")
}
