package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// Provision makes the streams and durable consumers of specs, or brings them up
// to date. Only the migrate step calls it, as the operator: services bind to
// what is there.
func (c *Conn) Provision(ctx context.Context, specs []contract.StreamSpec) error {
	for _, spec := range specs {
		stream, err := c.js.CreateOrUpdateStream(ctx, streamConfig(spec))
		if err != nil {
			return fmt.Errorf("stream %s: %w", spec.Name, err)
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
	cfg := jetstream.StreamConfig{
		Name:       spec.Name,
		Subjects:   spec.Subjects,
		Storage:    jetstream.FileStorage,
		MaxAge:     spec.MaxAge,
		Duplicates: spec.DedupWindow,
	}
	if spec.WorkQueue {
		cfg.Retention = jetstream.WorkQueuePolicy
	}
	if spec.OnePerSubject {
		cfg.MaxMsgsPerSubject = 1
		cfg.Discard = jetstream.DiscardNew
		cfg.DiscardNewPerSubject = true
	}
	return cfg
}

// StreamCreated is when the stream was made: a later time than before means
// that it was lost and made again.
func (c *Conn) StreamCreated(ctx context.Context, stream string) (time.Time, error) {
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return time.Time{}, fmt.Errorf("stream %s: %w", stream, err)
	}
	return s.CachedInfo().Created, nil
}

// Purge removes every message on subject from the stream; none is no error.
func (c *Conn) Purge(ctx context.Context, stream, subject string) error {
	s, err := c.js.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	if err != nil {
		return fmt.Errorf("purge %s from %s: %w", subject, stream, err)
	}
	return nil
}
