package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// ServerState is the state that the connected server reports.
type ServerState struct {
	Version string
	TLS     *tls.ConnectionState // nil for a connection without TLS
}

// Server returns the state of the connected server.
func (c *Conn) Server() ServerState {
	s := ServerState{Version: c.nc.ConnectedServerVersion()}
	if state, err := c.nc.TLSConnectionState(); err == nil {
		s.TLS = &state
	}
	return s
}

// StorageState is the disk space of an account's streams.
type StorageState struct {
	Account        string
	Bytes, Maximum int64 // -1 for no maximum
}

// Storage returns the state of each account with streams of specs.
func (c *Conn) Storage(ctx context.Context, specs []contract.StreamSpec) ([]StorageState, error) {
	var states []StorageState
	for _, spec := range c.supported(specs) {
		if slices.ContainsFunc(states, func(s StorageState) bool { return s.Account == spec.Account }) {
			continue
		}
		info, err := c.api(spec.Account).AccountInfo(ctx)
		if err != nil {
			return states, fmt.Errorf("JetStream of %s: %w", spec.Account, err)
		}
		maximum := info.Limits.MaxStore
		if maximum == 0 {
			maximum = -1
		}
		states = append(states, StorageState{Account: spec.Account, Bytes: int64(info.Store), Maximum: maximum})
	}
	return states, nil
}

// StreamState is the state of a stream of the topology.
type StreamState struct {
	Spec    contract.StreamSpec
	Missing bool
	// Differs names the settings that differ from the topology.
	Differs  []string
	Messages uint64
	Bytes    uint64
	// Oldest is when the oldest message was stored; zero if there is none.
	Oldest time.Time
	// Behind is the number of messages that a copy lacks.
	Behind    uint64
	Consumers []ConsumerState
	// ServerTime is the server's clock, read between Asked and Answered by this
	// machine's; zero if the stream is missing.
	ServerTime, Asked, Answered time.Time
}

// ConsumerState is the state of a consumer of the topology.
type ConsumerState struct {
	Durable string
	Missing bool
	Differs []string
	// Pending messages wait, Unacknowledged ones were delivered.
	Pending        uint64
	Unacknowledged int
}

// Inspect returns the states of the streams of specs and their consumers. It changes nothing.
func (c *Conn) Inspect(ctx context.Context, specs []contract.StreamSpec) ([]StreamState, error) {
	var states []StreamState
	for _, spec := range c.supported(specs) {
		state, err := c.inspect(ctx, spec)
		if err != nil {
			return states, fmt.Errorf("stream %s of %s: %w", spec.Name, spec.Account, err)
		}
		states = append(states, state)
	}
	return states, nil
}

func (c *Conn) inspect(ctx context.Context, spec contract.StreamSpec) (StreamState, error) {
	state := StreamState{Spec: spec, Asked: time.Now()}
	stream, err := c.api(spec.Account).Stream(ctx, spec.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		state.Missing = true
		return state, nil
	}
	if err != nil {
		return state, err
	}
	state.Answered = time.Now()
	info := stream.CachedInfo()
	state.ServerTime, state.Differs = info.TimeStamp, streamDiffers(streamConfig(spec), info.Config)
	state.Messages, state.Bytes = info.State.Msgs, info.State.Bytes
	if info.State.Msgs > 0 {
		state.Oldest = info.State.FirstTime
	}
	if info.Mirror != nil {
		state.Behind = info.Mirror.Lag
	}
	for _, cs := range spec.Consumers {
		consumer := ConsumerState{Durable: cs.Durable}
		found, err := stream.Consumer(ctx, cs.Durable)
		switch {
		case errors.Is(err, jetstream.ErrConsumerNotFound):
			consumer.Missing = true
		case err != nil:
			return state, fmt.Errorf("consumer %s: %w", cs.Durable, err)
		default:
			info := found.CachedInfo()
			consumer.Differs = consumerDiffers(consumerConfig(cs), info.Config)
			consumer.Pending, consumer.Unacknowledged = info.NumPending, info.NumAckPending
		}
		state.Consumers = append(state.Consumers, consumer)
	}
	return state, nil
}

// differing returns the settings that are not equal, with the server's names.
func differing(settings ...any) (names []string) {
	for i := 0; i+2 < len(settings); i += 3 {
		if want, have := settings[i+1], settings[i+2]; want != have {
			names = append(names, fmt.Sprintf("%s is %v, want %v", settings[i], have, want))
		}
	}
	return names
}

func streamDiffers(want, have jetstream.StreamConfig) []string {
	if want.Duplicates == 0 {
		want.Duplicates = have.Duplicates // the server's default
	}
	names := differing("retention", want.Retention, have.Retention, "storage", want.Storage, have.Storage,
		"max_age", want.MaxAge, have.MaxAge, "max_bytes", want.MaxBytes, have.MaxBytes,
		"max_msgs", want.MaxMsgs, have.MaxMsgs, "max_msg_size", want.MaxMsgSize, have.MaxMsgSize,
		"discard", want.Discard, have.Discard, "duplicate_window", want.Duplicates, have.Duplicates,
		"max_msgs_per_subject", want.MaxMsgsPerSubject, have.MaxMsgsPerSubject,
		"discard_new_per_subject", want.DiscardNewPerSubject, have.DiscardNewPerSubject,
		"mirror", want.Mirror != nil, have.Mirror != nil)
	if !slices.Equal(want.Subjects, have.Subjects) {
		names = append(names, fmt.Sprintf("subjects are %v, want %v", have.Subjects, want.Subjects))
	}
	return names
}

func consumerDiffers(want, have jetstream.ConsumerConfig) []string {
	return differing("filter_subject", want.FilterSubject, have.FilterSubject,
		"ack_policy", want.AckPolicy, have.AckPolicy,
		"ack_wait", want.AckWait, have.AckWait, "max_ack_pending", want.MaxAckPending, have.MaxAckPending,
		"max_deliver", want.MaxDeliver, have.MaxDeliver)
}
