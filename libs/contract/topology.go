package contract

import (
	"fmt"
	"time"
)

// MaxPayload is the largest NATS message, in bytes, everywhere.
const MaxPayload = 8 << 20

// EventRetention is how long events stay in the stream, and their rows in the
// outbox that can seed a lost stream again.
const EventRetention = 7 * 24 * time.Hour

// DedupWindow is how long a stream remembers message ids. It spans the relay's
// longest pause between two tries of one message.
const DedupWindow = 10 * time.Minute

// StreamSpec describes a stream; the bus turns it into JetStream's own
// configuration.
type StreamSpec struct {
	Name string
	// Account that holds it.
	Account  string
	Subjects []string
	// Copied says that the stream follows the one of the same name in the
	// services' account; it has no subjects then.
	Copied bool
	// Replicas is on how many servers of a cluster the stream is kept; 0 is one.
	Replicas int
	// MaxBytes is the most it holds on disk, on each of these servers. A full stream drops its oldest
	// messages, or refuses new ones where RefuseNew is set.
	MaxBytes int64
	// MaxMessageBytes is the size of the largest message with its headers; 0 is any size.
	MaxMessageBytes int32
	// MaxMessages is the most that it holds, 0 for as many as MaxBytes takes: a server has a
	// record of each subject in memory, and most messages have one of their own.
	MaxMessages int64
	RefuseNew   bool
	// WorkQueue removes a message once it is acknowledged; otherwise messages
	// stay until MaxAge.
	WorkQueue bool
	MaxAge    time.Duration
	// OnePerSubject refuses a second message on a subject while the first is
	// there.
	OnePerSubject bool
	// DedupWindow of Nats-Msg-Id; 0 takes the server's default.
	DedupWindow time.Duration
	Consumers   []ConsumerSpec
	// Absent names consumers that are removed.
	Absent []string
}

// ConsumerSpec describes a durable pull consumer.
type ConsumerSpec struct {
	Durable       string
	FilterSubject string
	AckWait       time.Duration
	MaxAckPending int
	// FromNow passes by what the stream held before the consumer was made.
	FromNow bool
}

// MaxReplicas is the most servers that NATS keeps a stream on.
const MaxReplicas = 5

// ValidateReplicas checks a number of replicas; 0 is one.
func ValidateReplicas(n int) error {
	if n < 0 || n > MaxReplicas {
		return fmt.Errorf("DOCMILL_NATS_REPLICAS is %d, want 1 to %d", n, MaxReplicas)
	}
	return nil
}

// Replicated has every stream kept on n servers.
func Replicated(streams []StreamSpec, n int) []StreamSpec {
	for i := range streams {
		streams[i].Replicas = n
	}
	return streams
}

// AckWait is how long a message may stay unacknowledged without a sign of life.
// It is no longer than a claim's usual lease: a killed worker's document would
// wait for its command longer than for its row.
const AckWait = 20 * time.Second

// ResultAckWait is shorter: taking a result in is one transaction, and a client
// may be waiting for it.
const ResultAckWait = 10 * time.Second

// StreamsWithWebhooks is Streams where webhooks are enabled: notifiers consume
// events.
func StreamsWithWebhooks() []StreamSpec {
	streams := Streams()
	for i := range streams {
		if streams[i].Name == StreamEvents && !streams[i].Copied {
			streams[i].Absent = nil
			streams[i].Consumers = []ConsumerSpec{{
				Durable: DurableWebhooks, FilterSubject: SubjectEvents,
				AckWait: AckWait, MaxAckPending: 1000, FromNow: true,
			}}
		}
	}
	return streams
}

// Streams is the topology that the migrate step makes and services bind to,
// without webhooks: no service consumes events.
// Deliveries are unlimited: attempts are counted in Postgres, where a message
// that used them up cannot rest unseen.
func Streams() []StreamSpec {
	lanes := make([]ConsumerSpec, 0, len(Lanes()))
	for _, l := range Lanes() {
		lanes = append(lanes, ConsumerSpec{
			Durable: DurableLane(l), FilterSubject: LaneSubject(l), AckWait: AckWait, MaxAckPending: 1000,
		})
	}
	return []StreamSpec{
		{
			Name: StreamCommands, Account: AccountWork, Subjects: []string{SubjectCommands},
			WorkQueue: true, OnePerSubject: true, Consumers: lanes,
			MaxBytes: commandsBytes, RefuseNew: true,
		},
		{
			Name: StreamResults, Account: AccountServices, Subjects: []string{SubjectResults},
			WorkQueue: true, DedupWindow: DedupWindow,
			Consumers: []ConsumerSpec{{Durable: DurableResults, FilterSubject: SubjectResults, AckWait: ResultAckWait,
				MaxAckPending: 1000}},
			MaxBytes: resultsBytes, RefuseNew: true,
		},
		{
			Name: StreamEvents, Account: AccountServices, Subjects: []string{SubjectEvents},
			MaxAge: EventRetention, DedupWindow: DedupWindow,
			Absent:   []string{DurableWebhooks},
			MaxBytes: eventsBytes, MaxMessages: MaxEvents,
		},
		{
			Name: StreamDeadLetters, Account: AccountServices, Subjects: []string{SubjectDeadLetters},
			MaxAge: DeadLetterRetention, DedupWindow: DedupWindow,
			MaxBytes: deadLettersBytes, MaxMessages: maxDeadLetters, MaxMessageBytes: MaxDeadLetter,
		},
		{
			Name: StreamEvents, Account: AccountEvents, Copied: true,
			MaxAge:   EventRetention,
			MaxBytes: eventsBytes, MaxMessages: MaxEvents,
		},
	}
}

// What streams may hold on disk. Commands and results must not be dropped
// silently: a full stream refuses them, and their senders try again.
// Events can be seeded again from the outboxes, and dead letters are for people
// to look at: these streams drop their oldest.
const (
	// A command has less than 1 KiB, and the dispatcher releases a window of
	// some hundred at a time: room for 60,000.
	commandsBytes = 64 << 20
	// A result has at most MaxPayload and usually some KiB. They wait only while
	// no gateway takes them in, and extractors get no further documents then:
	// room for 128 of the largest.
	resultsBytes = 1 << 30
	// An event has at most 256 KiB and usually 2 to 4 KiB: room for a million of
	// those.
	eventsBytes      = 4 << 30
	deadLettersBytes = 256 << 20
)

// What streams may hold in messages. An event takes some 550 bytes of the server's memory,
// those of the subscribers' copy among them (bench/events), so that a million fit into what
// deploy gives NATS. Commands and results are bounded by what may be under way.
const (
	MaxEvents      = 1_000_000
	maxDeadLetters = 100_000
)

// DeadLetterRetention is how long messages are kept that could not be used.
const DeadLetterRetention = 30 * 24 * time.Hour
