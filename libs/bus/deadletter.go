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

// ErrNoDeadLetter is returned if there is no dead letter of a number.
var ErrNoDeadLetter = errors.New("no such dead letter")

// ErrEventStays is returned by RetryDeadLetter for an event: it is still in its stream, so subscribers
// would receive it twice.
var ErrEventStays = errors.New("the event is still in its stream: subscribers would receive it twice")

// ErrIncomplete is returned if a dead letter cannot be published again, because it was too large to be
// stored whole.
var ErrIncomplete = errors.New("the dead letter holds only the beginning of its message")

// DeadLetter is a malformed message.
type DeadLetter struct {
	Seq    uint64    // its number among the dead letters
	At     time.Time // when it was stored
	Stream string    // that it came from
	// Subject of the original message according to the sender; "" if unknown.
	Subject string
	Reason  string
	Data    []byte
	// Size of the message in bytes. It is larger than len(Data) if only the beginning was kept.
	Size int

	deadSubject string
	header      nats.Header
}

// DeadLetters yields the dead letters in the order of their numbers. If about is not empty, it yields only
// those about this document or batch. It reads each with one request, without a consumer. It ends at the
// first error.
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

// DeadLetter returns the dead letter of a number, or ErrNoDeadLetter.
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

// RetryDeadLetter publishes a dead letter on its original subject and removes it. Its message id contains its
// number, so that interrupted or concurrent retries publish it once within contract.DedupWindow. A later
// duplicate is harmless: a result belongs to a claim, and a command only says that a document waits.
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
	// If a command for the document is pending, another one would change nothing.
	if err = refusal(err); err != nil && !errors.Is(err, ErrPending) {
		return fmt.Errorf("dead letter %d: publish %s: %w", d.Seq, d.Subject, err)
	}
	if err := c.DropDeadLetter(ctx, d.Seq); err != nil && !errors.Is(err, ErrNoDeadLetter) {
		return err
	}
	return nil
}

// DropDeadLetter removes a dead letter. It returns ErrNoDeadLetter if there is none of that number.
func (c *Conn) DropDeadLetter(ctx context.Context, seq uint64) error {
	stream, err := c.deadLetters(ctx)
	if err != nil {
		return err
	}
	err = stream.SecureDeleteMsg(ctx, seq) // overwrites its bytes on disk
	if isNoMessage(err) {
		err = ErrNoDeadLetter
	}
	if err != nil {
		return fmt.Errorf("dead letter %d: %w", seq, err)
	}
	return nil
}

// isNoMessage reports whether the message to delete is missing, by its text: 10057 is the code of any failed removal.
func isNoMessage(err error) bool {
	return errors.Is(err, jetstream.ErrMsgNotFound) ||
		errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) && strings.Contains(err.Error(), "no message found")
}
