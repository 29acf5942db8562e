package doctor

import (
	"context"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

const (
	provisionAgain = "run docmill provision, or start docmill up again"
	// fullPercent is the fill level of a stream that needs an operator.
	fullPercent = 80
	// maxAge bounds a message's age in a work queue. Messages are taken in seconds, and commands published again later.
	maxAge = 5 * time.Minute
)

func (c Command) lookAtNATS(ctx context.Context, r *Report, now time.Time) {
	conn, err := c.Connect(ctx)
	if err != nil {
		r.act("nats", "see that it runs and that address, password and certificates are right", "%v", err)
		return
	}
	defer conn.Close(context.WithoutCancel(ctx))
	server := conn.Server()
	r.ok("nats", "%s answers", server.Version)
	r.addCertificate("nats", server.TLS, now)
	states, err := conn.Inspect(ctx, c.streams())
	if err != nil {
		r.act("streams", "see the log of NATS", "%v", err)
	}
	for i, s := range states {
		if i == 0 {
			r.clock("nats", s.ServerTime, s.Asked, s.Answered, 0)
		}
		r.stream(s)
	}
	storage, err := conn.Storage(ctx, c.streams())
	if err != nil {
		r.act("storage", "see the log of NATS", "%v", err)
	}
	for _, s := range storage {
		r.storage(s)
	}
}

func (r *Report) stream(s bus.StreamState) {
	const area = "streams"
	name := s.Spec.Name + " of " + s.Spec.Account
	if s.Missing {
		r.act(area, provisionAgain, "%s is missing", name)
		return
	}
	before := len(r.Findings)
	if len(s.Differs) > 0 {
		r.act(area, provisionAgain, "%s has other settings: %s", name, strings.Join(s.Differs, "; "))
	}
	for _, c := range s.Consumers {
		switch {
		case c.Missing:
			r.act(area, provisionAgain, "consumer %s of %s is missing", c.Durable, name)
		case len(c.Differs) > 0:
			r.act(area, provisionAgain, "consumer %s of %s has other settings: %s", c.Durable, name,
				strings.Join(c.Differs, "; "))
		}
	}
	if used := share(float64(s.Bytes), float64(s.Spec.MaxBytes)); s.Spec.RefuseNew && used >= fullPercent {
		r.act(area, "see why its messages are not taken: it refuses new ones when it is full",
			"%s is full to %d %%", name, used)
	}
	if age := s.ServerTime.Sub(s.Oldest); s.Spec.WorkQueue && !s.Oldest.IsZero() && age > maxAge {
		r.act(area, "see that the services that take them run, and their logs",
			"the oldest of %d messages in %s waits for %s", s.Messages, name, age.Round(time.Second))
	}
	if s.Behind > 0 {
		r.note(area, "look again: it should follow within seconds", "%s is %d messages behind its stream", name, s.Behind)
	}
	if s.Spec.Name == contract.StreamDeadLetters && s.Messages > 0 {
		r.act("letters", "look at them with docmill deadletter list", "%s could not be used",
			plural(s.Messages, "message", "messages"))
	}
	if len(r.Findings) == before {
		r.ok(area, "%s: %d messages, %d MiB%s", name, s.Messages, s.Bytes/mib, lag(s.Consumers))
	}
}

func lag(consumers []bus.ConsumerState) string {
	var waiting, unacknowledged uint64
	for _, c := range consumers {
		waiting += c.Pending
		unacknowledged += uint64(max(c.Unacknowledged, 0))
	}
	if len(consumers) == 0 {
		return ""
	}
	return ", " + plural(waiting, "waits", "wait") + ", " + plural(unacknowledged, "is", "are") + " handled"
}

func (r *Report) storage(s bus.StorageState) {
	if s.Maximum < 0 {
		r.ok("storage", "%s uses %d MiB, without a limit of its own", s.Account, s.Bytes/mib)
		return
	}
	used := share(float64(s.Bytes), float64(s.Maximum))
	if used >= 95 {
		r.act("storage", "raise the account's limit, or see which stream is full",
			"%s uses %d %% of %d MiB", s.Account, used, s.Maximum/mib)
		return
	}
	r.ok("storage", "%s uses %d %% of %d MiB", s.Account, used, s.Maximum/mib)
}
