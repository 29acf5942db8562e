package contract

import (
	"fmt"
	"time"
)

// MaxPayload is the largest NATS message, in bytes, everywhere.
const MaxPayload = 8 << 20

// EventRetention is how long events stay in the stream, and in the outbox, from which a lost stream is
// filled again.
const EventRetention = 7 * 24 * time.Hour

// DedupWindow is how long a stream remembers message ids. It is longer than the relay's longest pause
// between two tries of one message.
const DedupWindow = 10 * time.Minute

// StreamSpec describes a stream, from which the bus makes the JetStream configuration.
type StreamSpec struct {
	Name string
	// Account that has the stream.
	Account  string
	Subjects []string
	// Copied means that the stream is a mirror of the one of the same name in the services' account,
	// without subjects.
	Copied bool
	// Replicas is the number of servers that store the stream; 0 is one.
	Replicas int
	// MaxBytes is the disk space on each of these servers. A full stream drops its oldest messages, or
	// refuses new ones if RefuseNew is set.
	MaxBytes int64
	// MaxMessageBytes is the size of the largest message with its headers; 0 is any size.
	MaxMessageBytes int32
	// MaxMessages bounds the number of messages; 0 for no bound. The server keeps each subject in memory,
	// and most messages have their own subject.
	MaxMessages int64
	RefuseNew   bool
	// WorkQueue removes messages when they are acknowledged; otherwise they stay until MaxAge.
	WorkQueue bool
	MaxAge    time.Duration
	// OnePerSubject refuses a second message on a subject while the first is stored.
	OnePerSubject bool
	// DedupWindow of Nats-Msg-Id; 0 for the server's default.
	DedupWindow time.Duration
	Consumers   []ConsumerSpec
	// Absent are consumers to remove.
	Absent []string
}

// ConsumerSpec describes a durable pull consumer.
type ConsumerSpec struct {
	Durable       string
	FilterSubject string
	AckWait       time.Duration
	MaxAckPending int
	// FromNow skips messages that were stored before the consumer was created.
	FromNow bool
}

// MaxReplicas is NATS's limit.
const MaxReplicas = 5

// ValidateReplicas checks the number of replicas; 0 is one.
func ValidateReplicas(n int) error {
	if n < 0 || n > MaxReplicas {
		return fmt.Errorf("DOCMILL_NATS_REPLICAS is %d, want 1 to %d", n, MaxReplicas)
	}
	return nil
}

// Replicated sets the number of replicas of all streams.
func Replicated(streams []StreamSpec, n int) []StreamSpec {
	for i := range streams {
		streams[i].Replicas = n
	}
	return streams
}

// AckWait is how long a message may stay unacknowledged before it is delivered again. It is not longer than
// a claim's usual lease, so that the document of a killed worker does not wait for its command.
const AckWait = 20 * time.Second

// ResultAckWait is shorter: storing a result is one transaction, and a client may be waiting for it.
const ResultAckWait = 10 * time.Second

// StreamsWithWebhooks is Streams with the consumer of the notifiers.
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

// Streams is the topology without webhooks, in which no service consumes events. The migrate step creates
// it. Deliveries are unlimited, because PostgreSQL counts the attempts at a document.
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

// Disk space of the streams. Commands and results must not be lost: a full stream refuses them, and their
// senders try again. The streams of events, which can be published again from the outboxes, and of dead
// letters drop their oldest messages.
const (
	// A command has less than 1 KiB, and the dispatcher publishes some hundred at a time: room for 60,000.
	commandsBytes = 64 << 20
	// A result has at most MaxPayload and usually some KiB. Results wait only while no gateway stores them,
	// and then extractors get no more documents: room for 128 of the largest.
	resultsBytes = 1 << 30
	// An event has at most 256 KiB and usually 2 to 4 KiB: room for a million.
	eventsBytes      = 4 << 30
	deadLettersBytes = 256 << 20
)

// Numbers of messages. An event uses about 550 bytes of the server's memory including the subscribers' copy
// (bench/events), so that a million fit into the memory that deploy gives NATS.
const (
	MaxEvents      = 1_000_000
	maxDeadLetters = 100_000
)

// DeadLetterRetention is how long dead letters are kept.
const DeadLetterRetention = 30 * 24 * time.Hour
