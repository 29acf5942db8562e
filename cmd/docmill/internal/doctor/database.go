package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

func (c Command) lookAtDatabase(ctx context.Context, r *Report, now time.Time) {
	const area = "database"
	if c.DatabaseURL == "" {
		r.note(area, "name it with --database-url", "the database was not looked at")
		return
	}
	i, err := pgstore.OpenInspection(ctx, c.DatabaseURL)
	if err != nil {
		r.act(area, "see that it runs and that the URL is right", "%v", err)
		return
	}
	defer i.Close(context.WithoutCancel(ctx))
	server, err := i.Server(ctx)
	if err != nil {
		r.act(area, "see the log of PostgreSQL", "%v", err)
		return
	}
	r.database(server, now)
	c.lookAtSchemas(ctx, r, i)
	c.lookAtBacklog(ctx, r)
}

func (r *Report) database(s pgstore.ServerState, now time.Time) {
	const area = "database"
	if s.Standby {
		r.act(area, "name the primary", "PostgreSQL %s answers as a standby, which takes no writes", s.Version)
	} else {
		r.ok(area, "PostgreSQL %s answers, the database has %d MiB", s.Version, s.Bytes/mib)
	}
	if used := share(float64(s.Connections), float64(s.Maximum)); used >= fullPercent {
		r.act(area, "raise max_connections, or run fewer replicas",
			"%d of %d connections are in use", s.Connections, s.Maximum)
	} else {
		r.ok(area, "%d of %d connections are in use", s.Connections, s.Maximum)
	}
	r.clock(area, s.Now, s.Asked, s.Answered, 0)
	r.addCertificate(area, s.TLS, now)
}

func (c Command) lookAtSchemas(ctx context.Context, r *Report, i *pgstore.Inspection) {
	const area = "schema"
	for _, service := range []struct {
		name    string
		schemas func() ([]pgstore.Migrations, error)
	}{
		{"auth", auth.Schemas}, {"gateway", gateway.Schemas}, {"notifier", notifier.Schemas}, {"quota", quota.Schemas},
	} {
		all, err := service.schemas()
		if err != nil {
			r.act(area, "report this as a defect", "%v", err)
			continue
		}
		for _, m := range all {
			r.schema(ctx, i, m)
		}
	}
}

// schema compares the database's migrations with those of this executable.
func (r *Report) schema(ctx context.Context, i *pgstore.Inspection, m pgstore.Migrations) {
	const area = "schema"
	name := m.Schema + joinName(" (", m.Table, ")")
	want, err := m.Latest()
	var have int64
	if err == nil {
		have, err = i.Applied(ctx, m)
	}
	switch {
	case errors.Is(err, pgstore.ErrClosedSchema):
		r.note(area, "name the database as its owner", "%s may not be read by this user", name)
	case err != nil:
		r.act(area, "see the log of PostgreSQL", "%v", err)
	case have < want:
		r.act(area, provisionAgain, "%s is at version %d, this executable needs %d", name, have, want)
	case have > want:
		r.act(area, "use an executable of the release that made it, or a newer one",
			"%s is at version %d, this executable knows %d", name, have, want)
	default:
		r.ok(area, "%s is at version %d, as it should be", name, have)
	}
}

func (c Command) lookAtBacklog(ctx context.Context, r *Report) {
	const area = "documents"
	b, err := gateway.InspectBacklog(ctx, c.DatabaseURL)
	if err != nil {
		r.note(area, "name the database as its owner, after docmill provision", "what waits could not be read: %v", err)
		return
	}
	r.backlog(b, c.MaxWait)
}

// backlog checks the unfinished work.
func (r *Report) backlog(b gateway.Backlog, maxWait time.Duration) {
	const area = "documents"
	before := len(r.Findings)
	if b.Oldest > maxWait {
		r.act(area, "see that extractors run, or add some", "%s, the oldest for %s",
			plural(uint64(b.Waiting), "document waits", "documents wait"), b.Oldest.Round(time.Second))
	}
	if b.Longest > maxWait {
		r.act(area, "see the extractors' logs and DOCMILL_WORK_DEADLINE",
			"a document is worked on for %s", b.Longest.Round(time.Second))
	}
	if b.Lapsed > 0 {
		r.act(area, "see that a gateway runs: it gives them to another extractor",
			"%s held by a claim that has run out", plural(uint64(b.Lapsed), "document is", "documents are"))
	}
	if b.Erasures > 0 {
		r.act(area, "see the gateway's log and that NATS and the object store answer",
			"the rest of %d erased documents is not removed yet", b.Erasures)
	}
	if b.Events > 0 {
		r.act("events", "see the gateway's log and that NATS answers", "%s to be published for more than a minute",
			plural(uint64(b.Events), "event waits", "events wait"))
	}
	if len(r.Findings) == before {
		r.ok(area, "%s, %s worked on", plural(uint64(b.Waiting), "document waits", "documents wait"),
			plural(uint64(b.Running), "is", "are"))
	}
}

func plural(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
