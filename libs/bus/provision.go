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

// Provision creates or updates the streams and durable consumers of specs. It never lowers the number of a
// stream's replicas. Only the migrate step calls it, as the operator; services use existing streams, and
// the gateway restores lost ones.
func (c *Conn) Provision(ctx context.Context, specs []contract.StreamSpec) error {
	for _, spec := range c.supported(specs) {
		if err := c.provisionRetrying(ctx, spec); err != nil {
			return err
		}
	}
	return nil
}

// Servers elect a stream's leader within seconds. Each try takes up to 5 s, JetStream's request timeout.
const (
	maxProvisionTries = 6
	provisionPause    = 500 * time.Millisecond
)

// provisionRetrying provisions a stream. It retries if servers do not answer or a gateway restores the stream.
func (c *Conn) provisionRetrying(ctx context.Context, spec contract.StreamSpec) (err error) {
	for range maxProvisionTries {
		err = c.provision(ctx, spec)
		if !isUnanswered(err) && !isConcurrentChange(err) {
			return err
		}
		c.log.Info("stream not provisioned, trying again", "stream", spec.Name, "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(provisionPause):
		}
	}
	return err
}

func isUnanswered(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders)
}

// codeNoStorage is the server's JSStorageResourcesExceededErr.
const codeNoStorage jetstream.ErrorCode = 10047

// isConcurrentChange reports whether another client creates (its name is not found yet) or removes the stream.
func isConcurrentChange(err error) bool {
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
		if err := purgeOldDeadLetters(ctx, stream); err != nil {
			return err
		}
	}
	if spec.Copied {
		return c.moveConsumers(ctx, spec.Name, stream)
	}
	return nil
}

// createOrUpdate creates or updates a stream. It never removes replicas: a forgotten setting must not
// reduce redundancy. Consumers have the replicas of their stream.
//
// It does not update a stream that is up to date: a gateway may be restoring consumers, and the server
// does not expect that during an update.
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
	if isUpToDate(has, cfg) {
		return stream, nil
	}
	return js.UpdateStream(ctx, cfg)
}

// isUpToDate compares the members that streamConfig sets; the server sets the others.
func isUpToDate(has, wants jetstream.StreamConfig) bool {
	merged := has
	merged.Subjects, merged.Storage = wants.Subjects, wants.Storage
	merged.MaxAge, merged.MaxBytes = wants.MaxAge, wants.MaxBytes
	merged.MaxMsgs, merged.MaxMsgsPerSubject, merged.MaxMsgSize = wants.MaxMsgs, wants.MaxMsgsPerSubject, wants.MaxMsgSize
	merged.Duplicates = cmp.Or(wants.Duplicates, has.Duplicates) // the server has a default
	merged.Replicas, merged.Retention = wants.Replicas, wants.Retention
	merged.Discard, merged.DiscardNewPerSubject = wants.Discard, wants.DiscardNewPerSubject
	merged.Mirror = wants.Mirror
	return reflect.DeepEqual(merged, has)
}

// purgeOldDeadLetters removes dead letters of older releases: an erasure cannot find them without document ids.
func purgeOldDeadLetters(ctx context.Context, stream jetstream.Stream) error {
	if err := stream.Purge(ctx, jetstream.WithPurgeSubject(contract.SubjectOldDeadLetters)); err != nil {
		return fmt.Errorf("purge old dead letters: %w", err)
	}
	return nil
}

// removeMisplaced removes a stream that has moved to another account: both would receive the same messages.
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
		cfg.Duplicates = 0 // a mirror copies all messages of its origin
		cfg.Mirror = &jetstream.StreamSource{
			Name:     spec.Name,
			External: &jetstream.ExternalStream{APIPrefix: contract.EventsFeedAPI, DeliverPrefix: contract.EventsFeedDeliver},
		}
	}
	return cfg
}

// StreamCreated returns when the stream was created. A later time than before means that the stream was
// lost and created again.
func (c *Conn) StreamCreated(ctx context.Context, stream string) (time.Time, error) {
	s, err := c.apisOf(stream)[0].Stream(ctx, stream)
	if err != nil {
		return time.Time{}, fmt.Errorf("stream %s: %w", stream, err)
	}
	return s.CachedInfo().Created, nil
}

// Purge removes every message on subject from the stream and its copy. It returns an error if the copy has
// not received the last of them yet: the caller must purge again.
func (c *Conn) Purge(ctx context.Context, stream, subject string) error {
	var errs []error
	apis := c.apisOf(stream)
	if len(apis) > 1 {
		errs = append(errs, awaitSubject(ctx, apis[0], apis[1], stream, subject))
	}
	for _, js := range apis {
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
