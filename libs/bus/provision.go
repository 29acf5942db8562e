package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// Provision makes the streams and durable consumers of specs, or brings them up
// to date. It raises the number of a stream's replicas and never lowers it. Only
// the migrate step calls it, as the operator: services bind to what is there, and
// the gateway restores what is lost.
func (c *Conn) Provision(ctx context.Context, specs []contract.StreamSpec) error {
	for _, spec := range c.held(specs) {
		if err := c.provisionPatiently(ctx, spec); err != nil {
			return err
		}
	}
	return nil
}

// provisionTries is how often a stream is tried whose servers elect a leader,
// which they do within seconds when one comes or goes; each try takes as long as
// a request to JetStream may, which is five seconds.
const (
	provisionTries = 6
	provisionPause = 500 * time.Millisecond
)

// provisionPatiently provisions a stream, again while its servers do not answer or a
// gateway restores it.
func (c *Conn) provisionPatiently(ctx context.Context, spec contract.StreamSpec) (err error) {
	for range provisionTries {
		err = c.provision(ctx, spec)
		if !unanswered(err) && !madeElsewhere(err) {
			return err
		}
		c.log.Info("the stream could not be provisioned, trying again", "stream", spec.Name, "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(provisionPause):
		}
	}
	return err
}

func unanswered(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders)
}

// codeNoStorage is the server's JSStorageResourcesExceededErr.
const codeNoStorage jetstream.ErrorCode = 10047

// madeElsewhere tells of a refusal that another causes who makes or removes the same
// stream: while that one makes it, its space is taken and its name is not.
func madeElsewhere(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && slices.Contains([]jetstream.ErrorCode{
		codeNoStorage, jetstream.JSErrCodeStreamNameInUse, jetstream.JSErrCodeStreamNotFound,
		jetstream.JSErrCodeConsumerAlreadyExists, jetstream.JSErrCodeConsumerNotFound,
	}, refused.ErrorCode)
}

func (c *Conn) provision(ctx context.Context, spec contract.StreamSpec) error {
	if err := c.removeMisplaced(ctx, spec); err != nil {
		return err
	}
	stream, err := createOrUpdate(ctx, c.api(spec.Account), streamConfig(spec))
	if err != nil {
		return fmt.Errorf("stream %s of %s: %w", spec.Name, spec.Account, err)
	}
	for _, cs := range spec.Consumers {
		if _, err := stream.CreateOrUpdateConsumer(ctx, consumerConfig(cs)); err != nil {
			return fmt.Errorf("consumer %s of %s: %w", cs.Durable, spec.Name, err)
		}
	}
	for _, durable := range spec.Absent {
		if err := stream.DeleteConsumer(ctx, durable); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return fmt.Errorf("remove consumer %s of %s: %w", durable, spec.Name, err)
		}
	}
	if spec.Name == contract.StreamDeadLetters {
		if err := purgeNameless(ctx, stream); err != nil {
			return err
		}
	}
	if spec.Copied {
		return c.moveConsumers(ctx, spec.Name, stream)
	}
	return nil
}

// createOrUpdate makes the stream that cfg describes, or brings it up to date. It never takes
// replicas away: a setting that somebody forgot must not remove the copies. Consumers have as
// many as their stream.
//
// A stream that is as cfg wants it is left alone: gateways may be about to restore its
// consumers, which the server doesn't expect while it updates a stream.
func createOrUpdate(
	ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig,
) (jetstream.Stream, error) {
	stream, err := js.Stream(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return js.CreateStream(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	has := stream.CachedInfo().Config
	cfg.Replicas = max(cfg.Replicas, has.Replicas)
	if upToDate(has, cfg) {
		return stream, nil
	}
	return js.UpdateStream(ctx, cfg)
}

// upToDate compares what streamConfig sets; the rest is the server's.
func upToDate(has, wants jetstream.StreamConfig) bool {
	merged := has
	merged.Subjects, merged.Storage = wants.Subjects, wants.Storage
	merged.MaxAge, merged.MaxBytes = wants.MaxAge, wants.MaxBytes
	merged.MaxMsgs, merged.MaxMsgsPerSubject, merged.MaxMsgSize = wants.MaxMsgs, wants.MaxMsgsPerSubject, wants.MaxMsgSize
	merged.Duplicates = cmp.Or(wants.Duplicates, has.Duplicates) // the server has a window of its own
	merged.Replicas, merged.Retention = wants.Replicas, wants.Retention
	merged.Discard, merged.DiscardNewPerSubject = wants.Discard, wants.DiscardNewPerSubject
	merged.Mirror = wants.Mirror
	return reflect.DeepEqual(merged, has)
}

// purgeNameless removes dead letters of a time when their subjects did not say
// what they are about: no erasure would find them.
func purgeNameless(ctx context.Context, stream jetstream.Stream) error {
	if err := stream.Purge(ctx, jetstream.WithPurgeSubject(contract.SubjectOldDeadLetters)); err != nil {
		return fmt.Errorf("purge old dead letters: %w", err)
	}
	return nil
}

// removeMisplaced removes a stream from the services' account that has moved to
// another: both would take the same messages. What it held is published again.
func (c *Conn) removeMisplaced(ctx context.Context, spec contract.StreamSpec) error {
	if spec.Copied || spec.Account == contract.AccountServices || c.accounts == nil {
		return nil
	}
	err := c.js.DeleteStream(ctx, spec.Name)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("remove stream %s from %s: %w", spec.Name, contract.AccountServices, err)
	}
	return nil
}

func consumerConfig(spec contract.ConsumerSpec) jetstream.ConsumerConfig {
	cfg := jetstream.ConsumerConfig{
		Durable:       spec.Durable,
		FilterSubject: spec.FilterSubject,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       spec.AckWait,
		MaxAckPending: spec.MaxAckPending,
		MaxDeliver:    -1,
	}
	if spec.FromNow {
		cfg.DeliverPolicy = jetstream.DeliverNewPolicy
	}
	return cfg
}

func streamConfig(spec contract.StreamSpec) jetstream.StreamConfig {
	const anyNumber = -1 // as the server writes it
	cfg := jetstream.StreamConfig{
		Name:              spec.Name,
		Subjects:          spec.Subjects,
		Storage:           jetstream.FileStorage,
		MaxAge:            spec.MaxAge,
		MaxBytes:          spec.MaxBytes,
		MaxMsgs:           cmp.Or(spec.MaxMessages, anyNumber),
		MaxMsgSize:        cmp.Or(spec.MaxMessageBytes, anyNumber),
		MaxMsgsPerSubject: anyNumber,
		Duplicates:        spec.DedupWindow,
		Replicas:          max(1, spec.Replicas),
	}
	if spec.WorkQueue {
		cfg.Retention = jetstream.WorkQueuePolicy
	}
	if spec.RefuseNew {
		cfg.Discard = jetstream.DiscardNew
	}
	if spec.OnePerSubject {
		cfg.MaxMsgsPerSubject = 1
		cfg.DiscardNewPerSubject = true
	}
	if spec.Copied {
		cfg.Duplicates = 0 // a mirror takes what its origin took
		cfg.Mirror = &jetstream.StreamSource{
			Name:     spec.Name,
			External: &jetstream.ExternalStream{APIPrefix: contract.EventsFeedAPI, DeliverPrefix: contract.EventsFeedDeliver},
		}
	}
	return cfg
}

// StreamCreated is when the stream was made: a later time than before means
// that it was lost and made again.
func (c *Conn) StreamCreated(ctx context.Context, stream string) (time.Time, error) {
	s, err := c.places(stream)[0].Stream(ctx, stream)
	if err != nil {
		return time.Time{}, fmt.Errorf("stream %s: %w", stream, err)
	}
	return s.CachedInfo().Created, nil
}

// Purge removes every message on subject from the stream and from its copy;
// none is no error. It fails where the copy has not come as far as the last of
// them: that would arrive there afterwards, and callers purge again.
func (c *Conn) Purge(ctx context.Context, stream, subject string) error {
	var errs []error
	places := c.places(stream)
	if len(places) > 1 {
		errs = append(errs, followTo(ctx, places[0], places[1], stream, subject))
	}
	for _, js := range places {
		s, err := js.Stream(ctx, stream)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("purge %s from %s: %w", subject, stream, err))
		}
	}
	return errors.Join(errs...)
}
