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
	// copyLimit bounds the wait for a copy that follows its stream.
	copyLimit = time.Minute
	copyPause = 20 * time.Millisecond
)

// moveConsumers moves durable consumers that subscribers made on a stream, in
// the days when there was no copy, to its copy. Sequence numbers are the same in
// both, so each goes on where it was; what it had acknowledged out of order comes
// again. Push consumers become pull consumers.
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
	if err := follow(ctx, from, to); err != nil {
		return err
	}
	for _, info := range movable {
		_, err := to.CreateConsumer(ctx, moved(info))
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

// moved is the consumer's configuration for the copy: from behind the last
// message up to which all were acknowledged.
func moved(info *jetstream.ConsumerInfo) jetstream.ConsumerConfig {
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

// followLimit bounds the wait for a copy while somebody waits for an erasure.
const followLimit = time.Second

// followTo waits until the copy holds the stream's last message on subject.
func followTo(ctx context.Context, from, to jetstream.JetStream, stream, subject string) error {
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
	ctx, cancel := context.WithTimeout(ctx, followLimit)
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
			return fmt.Errorf("copy of stream %s does not follow: %w", stream, errors.Join(err, ctx.Err()))
		case <-time.After(copyPause):
		}
	}
}

// follow waits until the copy has come as far as the stream was.
func follow(ctx context.Context, stream, duplicate jetstream.Stream) error {
	ctx, cancel := context.WithTimeout(ctx, copyLimit)
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
			return fmt.Errorf("copy of stream %s does not follow: %w", origin.Config.Name, errors.Join(err, ctx.Err()))
		case <-time.After(copyPause):
		}
	}
}
