// Command subscriber is an example of a program that receives docmill's events: a durable pull consumer
// that continues after a restart. It prints a line per event; copy it and replace handle.
//
//	DOCMILL_NATS_SUBSCRIBER_PASSWORD=… go run . -durable accounting
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"           //nolint:depguard // an example stands outside, where libs/bus is not to be had
	"github.com/nats-io/nats.go/jetstream" //nolint:depguard // as above
)

func main() {
	url := flag.String("url", "nats://127.0.0.1:4222", "where docmill's NATS listens")
	durable := flag.String("durable", "example", "name of the consumer; programs that share it share the work")
	subject := flag.String("subject", "docmill.event.>", "which events to hear")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := subscriber{url: *url, password: os.Getenv("DOCMILL_NATS_SUBSCRIBER_PASSWORD"), durable: *durable,
		subject: *subject, out: os.Stdout}
	if err := s.run(ctx); err != nil {
		log.Fatal(err)
	}
}

type subscriber struct {
	url, password, durable, subject string
	out                             io.Writer
}

// run receives events until ctx ends, then finishes those already received.
func (s subscriber) run(ctx context.Context) error {
	nc, err := nats.Connect(s.url, nats.UserInfo("subscriber", s.password), nats.Name("example subscriber"),
		nats.CustomInboxPrefix("_INBOX_subscriber"), nats.MaxReconnects(-1))
	if err != nil {
		return fmt.Errorf("connect to %s: %w", s.url, err)
	}
	defer nc.Close()
	messages, err := s.consume(ctx, nc)
	if err != nil {
		return err
	}
	stopped := context.AfterFunc(ctx, messages.Drain)
	defer stopped()
	for {
		msg, err := messages.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("next event: %w", err)
		}
		if err := s.take(msg); err != nil {
			return err
		}
	}
}

// consume creates the consumer or finds the existing one. The stream stores its position, so nothing is
// lost while this program does not run, as long as the stream keeps events: seven days, or a million of
// them.
func (s subscriber) consume(ctx context.Context, nc *nats.Conn) (jetstream.MessagesContext, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	consumer, err := js.CreateOrUpdateConsumer(ctx, "DOCMILL_EVENTS", jetstream.ConsumerConfig{
		Durable:       s.durable,
		FilterSubject: s.subject,
		DeliverPolicy: jetstream.DeliverAllPolicy, // from the oldest that is kept; DeliverNewPolicy: from now on
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       30 * time.Second, // give an event again when it was not acknowledged for so long
	})
	if err != nil {
		return nil, fmt.Errorf("consumer %s: %w", s.durable, err)
	}
	return consumer.Messages(jetstream.PullMaxMessages(100))
}

// take handles one event and acknowledges it afterwards. If the program ends in between, the event is
// delivered again: handle must tolerate that, for example by storing ids in its transaction.
func (s subscriber) take(msg jetstream.Msg) error {
	if err := handle(s.out, msg.Data()); err != nil {
		return fmt.Errorf("event %s: %w", msg.Headers().Get(jetstream.MsgIDHeader), err)
	}
	// This waits for the server, because an acknowledgement could be lost as well.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return msg.DoubleAck(ctx)
}
