package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

const (
	// maxCopyWait bounds the wait until a copy has all messages of its stream.
	maxCopyWait = time.Minute
	copyPause   = 20 * time.Millisecond
)

// moveConsumers moves durable consumers that subscribers of older releases created on a stream to its copy.
// The sequence numbers are the same, so each continues at its position; messages that it had acknowledged
// out of order are delivered again. Push consumers become pull consumers.
func (c *Conn) moveConsumers(ctx context.Context, stream string, to jetstream.Stream) error {
	from, err := c.js.Stream(ctx, stream)
	if err != nil {
		return fmt.Errorf("stream %s: %w", stream, err)
	}
	var movable []*jetstream.ConsumerInfo
	list := from.ListConsumers(ctx)
	for info := range list.Info() {
		if info.Config.Durable != "" && info.Name != contract.DurableWebhooks {
			movable = append(movable, info)
		}
	}
	if err := list.Err(); err != nil || len(movable) == 0 {
		return err
	}
	if err := awaitCopy(ctx, from, to); err != nil {
		return err
	}
	for _, info := range movable {
		_, err := to.CreateConsumer(ctx, movedConfig(info))
		if err != nil && !errors.Is(err, jetstream.ErrConsumerExists) {
			return fmt.Errorf("move consumer %s: %w", info.Name, err)
		}
		if err := from.DeleteConsumer(ctx, info.Name); err != nil {
			return fmt.Errorf("move consumer %s: %w", info.Name, err)
		}
		c.log.Info("moved a consumer to the copy of its stream", "consumer", info.Name, "after", info.AckFloor.Stream)
	}
	return nil
}

// movedConfig is the copy's consumer configuration. It starts after the last message up to which all are acknowledged.
func movedConfig(info *jetstream.ConsumerInfo) jetstream.ConsumerConfig {
	cfg := info.Config
	cfg.DeliverPolicy, cfg.OptStartSeq, cfg.OptStartTime = jetstream.DeliverByStartSequencePolicy,
		info.AckFloor.Stream+1, nil
	cfg.DeliverSubject, cfg.DeliverGroup, cfg.FlowControl, cfg.IdleHeartbeat, cfg.RateLimit = "", "", false, 0, 0
	cfg.Metadata = map[string]string{}
	for k, v := range info.Config.Metadata {
		if !strings.HasPrefix(k, "_nats.") { // the server's own
			cfg.Metadata[k] = v
		}
	}
	return cfg
}

// maxPurgeWait bounds the wait for a copy during an erasure.
const maxPurgeWait = time.Second

// awaitSubject waits until the copy has the stream's last message on subject.
func awaitSubject(ctx context.Context, from, to jetstream.JetStream, stream, subject string) error {
	origin, err := from.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("stream %s: %w", stream, err)
	}
	last, err := origin.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("last message on %s: %w", subject, err)
	}
	ctx, cancel := context.WithTimeout(ctx, maxPurgeWait)
	defer cancel()
	for {
		duplicate, err := to.Stream(ctx, stream)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		if err == nil && duplicate.CachedInfo().State.LastSeq >= last.Sequence {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("copy of stream %s lags behind: %w", stream, errors.Join(err, ctx.Err()))
		case <-time.After(copyPause):
		}
	}
}

// awaitCopy waits until the copy has all messages that the stream has now.
func awaitCopy(ctx context.Context, stream, duplicate jetstream.Stream) error {
	ctx, cancel := context.WithTimeout(ctx, maxCopyWait)
	defer cancel()
	origin, err := stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("stream %s: %w", origin.Config.Name, err)
	}
	for {
		info, err := duplicate.Info(ctx)
		if err == nil && info.State.LastSeq >= origin.State.LastSeq {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("copy of stream %s lags behind: %w", origin.Config.Name, errors.Join(err, ctx.Err()))
		case <-time.After(copyPause):
		}
	}
}
