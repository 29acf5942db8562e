package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// Missing names a stream or consumer that is not there, and why it could not be
// made again.
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

// Unwrap is why it could not be made again.
func (m Missing) Unwrap() error { return m.Err }

// MissingOf collects what an error of Restore names as missing.
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

// Restore makes the streams and consumers of specs that are missing and changes
// none that is there; several may call it at once. It reports what it made, and
// as errors what is still missing ([Missing]) or could not be looked at.
func (c *Conn) Restore(ctx context.Context, specs []contract.StreamSpec) (made []string, err error) {
	var errs []error
	for _, spec := range c.held(specs) {
		restored, err := c.restore(ctx, spec)
		made = append(made, restored...)
		errs = append(errs, err)
	}
	return made, errors.Join(errs...)
}

func (c *Conn) restore(ctx context.Context, spec contract.StreamSpec) (made []string, err error) {
	js := c.api(spec.Account)
	stream, err := js.Stream(ctx, spec.Name)
	if err == nil && spec.Copied {
		err = c.dropOutlived(ctx, js, stream)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if stream, err = recreate(ctx, js, spec); err != nil {
			return nil, Missing{Stream: spec.Name, Account: spec.Account, Err: err}
		}
		made = append(made, spec.Name)
	}
	if err != nil {
		return made, fmt.Errorf("stream %s of %s: %w", spec.Name, spec.Account, err)
	}
	var errs []error
	for _, cs := range spec.Consumers {
		ok, err := restoreConsumer(ctx, stream, cs)
		errs = append(errs, err)
		if ok {
			made = append(made, cs.Durable)
		}
	}
	return made, errors.Join(errs...)
}

// recreate makes a stream, or finds it where another replica was faster: while
// that one makes it, its space is taken and its name is not.
func recreate(ctx context.Context, js jetstream.JetStream, spec contract.StreamSpec) (jetstream.Stream, error) {
	stream, err := js.CreateStream(ctx, streamConfig(spec))
	for try := 0; err != nil && try < recreateTries; try++ {
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
	recreateTries = 5
	recreatePause = 50 * time.Millisecond
)

// young is how long after a stream was made its consumers are restored that
// begin with what is new: later they would pass by what they have not seen, or
// were removed on purpose.
const young = time.Minute

func restoreConsumer(ctx context.Context, stream jetstream.Stream, cs contract.ConsumerSpec) (made bool, err error) {
	_, err = stream.Consumer(ctx, cs.Durable)
	info := stream.CachedInfo()
	if !errors.Is(err, jetstream.ErrConsumerNotFound) || cs.FromNow && info.TimeStamp.Sub(info.Created) > young {
		return false, notMissing(err)
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

func notMissing(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return err
}

// dropOutlived removes a copy whose stream was made anew after it: sequence
// numbers began again, so it would pass by everything up to where it was.
func (c *Conn) dropOutlived(ctx context.Context, js jetstream.JetStream, duplicate jetstream.Stream) error {
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
