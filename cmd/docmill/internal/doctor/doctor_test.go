package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/version"
)

const docA = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// installation is provisioned, with an admin port of a service that is ready.
type installation struct {
	command Command
	health  *lifecycle.Health
}

func install(t *testing.T) installation {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	s3, database := testkit.S3(t), testkit.Database(t, nil, "empty")
	_, _, err := provision.Everything(t.Context(), provision.Target{
		DatabaseURL: database, SecretKey: strings.Repeat("secret", 6), FirstPlan: contract.PlanPro,
		Roles: map[string]string{"auth": "pw", "gateway": "pw", "notifier": "pw", "quota": "pw"},
		NATS:  bus.Config{URL: server.ClientURL(), User: contract.UserOperator, Password: "pw"},
		Blob: blob.Config{Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey,
			Bucket: s3.Bucket},
	}, telemetry.Discard())
	require.NoError(t, err)
	health := lifecycle.NewHealth()
	health.Add("extractor", func(context.Context) error { return nil })
	health.SetServing(true)
	admin, err := lifecycle.NewAdmin("127.0.0.1:0", version.Number, health, http.NotFoundHandler())
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- admin.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
	})
	return installation{health: health, command: Command{
		Target:      operator.Target{NATSURL: server.ClientURL(), NATSPassword: "pw"},
		DatabaseURL: database, S3Endpoint: s3.Endpoint, S3AccessKey: s3.AccessKey, S3SecretKey: s3.SecretKey, S3Bucket: s3.Bucket,
		AdminURLs: []string{"http://" + admin.Addr()}, MaxWait: 10 * time.Minute,
	}}
}

func (i installation) exec(t *testing.T, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), i.command.DatabaseURL)
	require.NoError(t, err)
	for _, s := range statements {
		_, err := conn.Exec(t.Context(), s)
		assert.NoError(t, err, s)
	}
	assert.NoError(t, conn.Close(t.Context()))
}

// acts are the findings that must be acted upon, one a line.
func acts(r *Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		if f.Level == Act {
			b.WriteString(f.Area + ": " + oneLine(f.Found) + "\n")
		}
	}
	return b.String()
}

func TestHealthyInstallation(t *testing.T) {
	t.Parallel()
	i := install(t)
	var out bytes.Buffer
	assert.NoError(t, i.command.run(t.Context(), &out, time.Now()), out.String())
	for _, area := range []string{"nats", "streams", "storage", "database", "schema", "documents", "store", "services", "sandbox"} {
		assert.Contains(t, out.String(), "ok    "+area+" ", "nothing of", area)
	}
	i.command.JSON = true
	out.Reset()
	assert.NoError(t, i.command.run(t.Context(), &out, time.Now()))
	var report struct {
		Findings []Finding
		Acts     int
	}
	err := json.Unmarshal(out.Bytes(), &report)
	assert.True(t, err == nil && report.Acts == 0 && len(report.Findings) >= 20, err, report)
}

func TestDetectedProblems(t *testing.T) {
	t.Parallel()
	i := install(t)
	conn, err := i.command.Connect(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	other := contract.Streams()
	for n := range other {
		switch other[n].Name {
		case contract.StreamResults:
			other[n].MaxBytes, other[n].Consumers[0].MaxAckPending = 1<<20, 7
		case contract.StreamCommands:
			other[n].Consumers, other[n].Absent = other[n].Consumers[1:], []string{other[n].Consumers[0].Durable}
		}
	}
	require.NoError(t, conn.Provision(t.Context(), other))
	subject := contract.ResultSubject(docA)
	err = conn.PublishEnvelope(t.Context(), bus.Envelope{Subject: contract.DeadLetterSubject(contract.StreamResults, subject),
		Data: []byte("{}")})
	require.NoError(t, err)
	for range 2 { // fill the stream of results
		require.NoError(t, conn.PublishEnvelope(t.Context(), bus.Envelope{Subject: subject, Data: make([]byte, 450<<10)}))
	}
	i.exec(t,
		`DELETE FROM auth.schema_migrations WHERE version_id = (SELECT max(version_id) FROM auth.schema_migrations)`,
		`INSERT INTO quota.schema_migrations (version_id, is_applied) VALUES (99, true)`,
		`INSERT INTO gateway.documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
			available_at) VALUES (gen_random_uuid(), 'acct_1', 'Pro', 'a', 1, 'text/plain', '', 'docs/a', 'auto', 'batch',
			now() - interval '1 hour')`,
		`INSERT INTO gateway.documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
			status, claimed_at, lease_until) VALUES (gen_random_uuid(), 'acct_1', 'Pro', 'a', 1, 'text/plain', '', 'docs/b', 'auto',
			'batch', 'processing', now() - interval '2 hours', now() - interval '5 minutes')`,
		`INSERT INTO gateway.erasures (document, account, lane, object_key, due_at)
			VALUES (gen_random_uuid(), 'acct_1', 'batch', 'docs/c', now() - interval '1 hour')`,
		`INSERT INTO gateway.outbox (ref, subject, msg_id, payload, created_at)
			VALUES ('x', 'docmill.event.x', 'x', '', now() - interval '1 hour')`)
	i.health.Add("gateway", func(context.Context) error { return context.DeadlineExceeded })
	i.health.AddNote("extractor", func() string { return "protections are missing: seccomp" })

	var out bytes.Buffer
	err = i.command.run(t.Context(), &out, time.Now())
	assert.Equal(t, exitstatus.Of(err), exitstatus.Failed, err)
	found := acts(i.command.Look(t.Context(), time.Now()))
	for _, want := range []string{
		"consumer extract-interactive of DOCMILL_COMMANDS of WORK is missing", "DOCMILL_RESULTS of SERVICES has other settings: max_bytes is 1048576",
		"consumer gateway-results of DOCMILL_RESULTS of SERVICES has other settings: max_ack_pending is 7, want 1000",
		"letters: 1 message could not be used", "schema: auth is at version 4, this executable needs 5",
		"schema: quota is at version 99, this executable knows", "documents: 1 document waits, the oldest for 1h0m",
		"documents: a document is worked on for 2h0m", "documents: 1 document is held by a claim that has run out",
		"documents: the rest of 1 erased documents", "events: 1 event waits to be published", "services: " + i.command.AdminURLs[0] + ": gateway is failing",
		"sandbox: extractor: protections are missing: seccomp",
	} {
		if !strings.Contains(found, want) || !strings.Contains(out.String(), strings.TrimLeft(want[strings.Index(want, ": ")+1:], " ")) {
			t.Errorf("no %q in\n%s", want, found)
		}
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "act ") && !strings.Contains(line, " | ") {
			t.Errorf("does not say what to do: %s", line)
		}
	}
}

// Unreachable or forbidden parts do not prevent the checks of others.
func TestUnreachableParts(t *testing.T) {
	t.Parallel()
	i := install(t)
	for name, c := range map[string]struct {
		change func(*Command)
		area   string
	}{
		"password": {func(c *Command) { c.NATSPassword = "wrong" }, "nats"},
		"database": {func(c *Command) { c.DatabaseURL = "postgres://x:secretword@127.0.0.1:1/x" }, "database"},
		"url":      {func(c *Command) { c.DatabaseURL = "postgres://x:secretword@:x" }, "database"},
		"bucket":   {func(c *Command) { c.S3Bucket = "none" }, "store"},
		"store":    {func(c *Command) { c.S3Endpoint = "127.0.0.1:1" }, "store"},
		"admin":    {func(c *Command) { c.AdminURLs = []string{"http://127.0.0.1:1"} }, "services"},
		"no admin": {func(c *Command) { c.AdminURLs = []string{"http://" + c.S3Endpoint} }, "services"},
		"webhooks": {func(c *Command) { c.Webhooks = true }, "streams"},
		"file":     {func(c *Command) { c.Certificates = []string{"nope.pem"} }, "certificates"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := i.command
			c.change(&command)
			r := command.Look(t.Context(), time.Now())
			found := acts(r)
			if !strings.HasPrefix(found, c.area+": ") || strings.Count(found, "\n") != 1 || strings.Contains(found, "secretword") {
				t.Errorf("want one finding of %s, got\n%s", c.area, found)
			}
		})
	}
}

// A service's user sees its schema and what every user may see.
func TestUnreadableSchemas(t *testing.T) {
	t.Parallel()
	i := install(t)
	u, err := url.Parse(i.command.DatabaseURL)
	require.NoError(t, err)
	u.User = url.UserPassword(pgstore.RoleName("gateway"), "pw")
	i.command.DatabaseURL = u.String()
	r := i.command.Look(t.Context(), time.Now())
	closed := 0
	for _, f := range r.Findings {
		if f.Level == Note && f.Area == "schema" {
			closed++
		}
	}
	if closed != 4 || r.Acts() != 0 {
		t.Errorf("%d schemas are closed, want 4; %s", closed, acts(r))
	}
}

func TestUnconfiguredParts(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.command.DatabaseURL, i.command.S3Endpoint, i.command.AdminURLs = "", "", nil
	r := i.command.Look(t.Context(), time.Now())
	var noted []string
	for _, f := range r.Findings {
		if f.Level == Note {
			noted = append(noted, f.Area)
		}
	}
	if want := []string{"database", "store", "services"}; r.Acts() != 0 || !slices.Equal(noted, want) {
		t.Errorf("noted %v, want %v; %s", noted, want, acts(r))
	}
}

func TestMissingDataDirectory(t *testing.T) {
	t.Parallel()
	err := Command{Target: operator.Target{DataDir: t.TempDir()}}.run(t.Context(), &bytes.Buffer{}, time.Now())
	assert.Equal(t, exitstatus.Of(err), exitstatus.Unreachable, "exit status")
}

func TestCertificateExpiry(t *testing.T) {
	t.Parallel()
	file, _ := testkit.NewAuthority(t).Issue(t, "server", "localhost")
	certificates, err := readCertificates(file)
	require.NoError(t, err)
	from, until := certificates[0].NotBefore, certificates[0].NotAfter
	for name, c := range map[string]struct {
		now  time.Time
		want Level
	}{
		"new": {from.Add(time.Second), OK}, "early": {from.Add(-time.Second), Act}, "ended": {until.Add(time.Second), Act},
		"late": {until.Add(-until.Sub(from) / 100), Act},
	} {
		r := &Report{}
		Command{Certificates: []string{file}}.lookAtFiles(t.Context(), r, c.now)
		assert.True(t, len(r.Findings) == 1 && r.Findings[0].Level == c.want, name, r.Findings)
	}
	require.NoError(t, os.WriteFile(file, []byte("nothing"), 0o600))
	_, err = readCertificates(file)
	assert.Error(t, err, "no certificate is no error")
}

func TestClocks(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	for name, c := range map[string]struct {
		now        time.Time
		took       time.Duration
		resolution time.Duration
		want       Level
	}{
		"equal": {asked, 0, 0, OK}, "behind": {asked.Add(-3 * time.Second), 0, 0, Act}, "ahead": {asked.Add(10 * time.Minute), 0, 0, Act},
		"a slow answer says little": {asked.Add(-time.Second), 8 * time.Second, 0, OK},
		"whole seconds":             {asked.Add(-2900 * time.Millisecond), 0, time.Second, OK},
	} {
		r := &Report{}
		r.clock("x", c.now, asked, asked.Add(c.took), c.resolution)
		assert.True(t, len(r.Findings) == 1 && r.Findings[0].Level == c.want, name, r.Findings)
	}
}
