package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// Missing is the error of a stream or consumer that is missing and could not be created.
type Missing struct {
	Stream, Account, Consumer string
	Err                       error
}

func (m Missing) Error() string {
	if m.Consumer != "" {
		return fmt.Sprintf("consumer %s of stream %s is missing: %v", m.Consumer, m.Stream, m.Err)
	}
	return fmt.Sprintf("stream %s of %s is missing: %v", m.Stream, m.Account, m.Err)
}

// Unwrap is why it could not be created.
func (m Missing) Unwrap() error { return m.Err }

// MissingOf returns all Missing errors in an error of Restore.
func MissingOf(err error) (missing []Missing) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			missing = append(missing, MissingOf(one)...)
		}
		return missing
	}
	var m Missing
	if errors.As(err, &m) {
		missing = append(missing, m)
	}
	return missing
}

// Restore creates the streams and consumers of specs that are missing, and changes no others. It may be
// called concurrently. It returns the names of those that it created, and errors for those that are
// still missing ([Missing]) or could not be checked.
func (c *Conn) Restore(ctx context.Context, specs []contract.StreamSpec) (created []string, err error) {
	var errs []error
	for _, spec := range c.supported(specs) {
		restored, err := c.restore(ctx, spec)
		created = append(created, restored...)
		errs = append(errs, err)
	}
	return created, errors.Join(errs...)
}

func (c *Conn) restore(ctx context.Context, spec contract.StreamSpec) (created []string, err error) {
	js := c.api(spec.Account)
	stream, err := js.Stream(ctx, spec.Name)
	if err == nil && spec.Copied {
		err = c.dropOutdatedCopy(ctx, js, stream)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if stream, err = recreate(ctx, js, spec); err != nil {
			return nil, Missing{Stream: spec.Name, Account: spec.Account, Err: err}
		}
		created = append(created, spec.Name)
	}
	if err != nil {
		return created, fmt.Errorf("stream %s of %s: %w", spec.Name, spec.Account, err)
	}
	var errs []error
	for _, cs := range spec.Consumers {
		ok, err := restoreConsumer(ctx, stream, cs)
		errs = append(errs, err)
		if ok {
			created = append(created, cs.Durable)
		}
	}
	return created, errors.Join(errs...)
}

// recreate creates a stream, or returns the one that another replica creates, whose name is not found at first.
func recreate(ctx context.Context, js jetstream.JetStream, spec contract.StreamSpec) (jetstream.Stream, error) {
	stream, err := js.CreateStream(ctx, streamConfig(spec))
	for try := 0; err != nil && try < maxRecreateTries; try++ {
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(recreatePause):
		}
		if found, missing := js.Stream(ctx, spec.Name); missing == nil {
			return found, nil
		}
	}
	return stream, err
}

const (
	maxRecreateTries = 5
	recreatePause    = 50 * time.Millisecond
)

// maxStreamAge limits the restoring of FromNow consumers: later they would skip messages, or were removed on purpose.
const maxStreamAge = time.Minute

func restoreConsumer(ctx context.Context, stream jetstream.Stream, cs contract.ConsumerSpec) (created bool, err error) {
	_, err = stream.Consumer(ctx, cs.Durable)
	info := stream.CachedInfo()
	if !errors.Is(err, jetstream.ErrConsumerNotFound) || cs.FromNow && info.TimeStamp.Sub(info.Created) > maxStreamAge {
		return false, ignoreNotFound(err)
	}
	_, err = stream.CreateConsumer(ctx, consumerConfig(cs))
	if errors.Is(err, jetstream.ErrConsumerExists) {
		return false, nil
	}
	if err != nil {
		return false, Missing{Stream: info.Config.Name, Consumer: cs.Durable, Err: err}
	}
	return true, nil
}

func ignoreNotFound(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return err
}

// dropOutdatedCopy removes a copy older than its stream, because it would skip messages up to its last number.
func (c *Conn) dropOutdatedCopy(ctx context.Context, js jetstream.JetStream, duplicate jetstream.Stream) error {
	info := duplicate.CachedInfo()
	origin, err := c.js.Stream(ctx, info.Config.Name)
	if err != nil {
		return err
	}
	if !origin.CachedInfo().Created.After(info.Created) {
		return nil
	}
	if err := js.DeleteStream(ctx, info.Config.Name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	return jetstream.ErrStreamNotFound
}
