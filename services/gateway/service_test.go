package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

// admitAll answers for auth and quota: every key is the rig's account's, and no rate is too high.
func (r *rig) admitAll() {
	r.t.Helper()
	ctx := context.Background()
	auth, err := bus.NewServer(ctx, gatewaytest.Connect(r.t, r.nats, contract.UserAuth), "auth")
	require.NoError(r.t, err)
	principal := gatewaytest.Acceptance(r.account).Principal
	err = bus.Handle(auth, contract.RPCAuthVerify,
		func(context.Context, contract.VerifyRequest) (contract.VerifyReply, error) {
			return contract.VerifyReply{Principal: &principal}, nil
		})
	require.NoError(r.t, err)
	quota, err := bus.NewServer(ctx, gatewaytest.Connect(r.t, r.nats, contract.UserQuota), "quota")
	require.NoError(r.t, err)
	err = bus.Handle(quota, contract.RPCQuotaAdmit,
		func(context.Context, contract.AdmitRequest) (contract.AdmitReply, error) {
			return contract.AdmitReply{Allowed: true, Minute: contract.RateWindow{Limit: 60, Remaining: 59}}, nil
		})
	require.NoError(r.t, err)
}

// work extracts every document until the test ends.
func (r *rig) work() {
	r.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- bus.Consume(ctx, r.worker, contract.StreamCommands, contract.DurableLane(contract.LaneInteractive), 2,
			func(ctx context.Context, c contract.ExtractCommand) error {
				claim, err := bus.Call[contract.ClaimReply](ctx, r.worker, contract.RPCWorkClaim,
					contract.ClaimRequest{DocumentID: c.DocumentID})
				if err != nil || claim.Gone {
					return err
				}
				return r.worker.PublishStream(ctx, contract.ResultSubject(c.DocumentID), "", completed(c.DocumentID, claim.Token))
			})
	}()
	r.t.Cleanup(func() {
		cancel()
		assert.NoError(r.t, <-done)
	})
}

func upload(t *testing.T, url, prefer string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "invoice.pdf")
	if err == nil {
		_, err = io.WriteString(part, gatewaytest.File)
	}
	err = errors.Join(err, form.Close())
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/extract", &body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Prefer", prefer)
	key, err := contract.NewKey(strings.NewReader(strings.Repeat("k", 24)))
	require.NoError(t, err)
	req.Header.Set("X-API-Key", key)
	return req
}

func send(t *testing.T, req *http.Request) (int, contract.Record) {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	var rec contract.Record
	require.NoError(t, json.Unmarshal(body, &rec), resp.Status, string(body))
	return resp.StatusCode, rec
}

func TestUploadAndWait(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.admitAll()
	r.work()
	status, rec := send(t, upload(t, "http://"+r.service.Addr(), "wait=20"))
	if status != http.StatusOK || rec.Status != contract.StatusCompleted || rec.DocumentType != "invoice" {
		t.Errorf("%d %+v", status, rec)
	}
	assert.Equal(t, r.event(contract.EventExtractionCompleted).ID, rec.ID, "event about")
}

func TestStopWithWaitingRequest(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.admitAll()
	cfg := testConfig(t, r.url)
	conn := gatewaytest.Connect(t, r.nats, contract.UserGateway)
	service, err := gateway.New(cfg, gateway.Deps{Bus: conn, Telemetry: telemetry.Discard(), Blob: r.blob})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- service.Run(ctx) }()
	<-service.Ready()
	answered := make(chan int, 1)
	go func() {
		status, _ := send(t, upload(t, "http://"+service.Addr(), "wait=60"))
		answered <- status
	}()
	r.eventually(1, `SELECT count(*) FROM documents`)
	cancel()
	assert.Equal(t, <-answered, http.StatusAccepted, "answered")
	assert.NoError(t, <-stopped, "stop")
}

func TestRunWithWrongSchema(t *testing.T) {
	t.Parallel()
	server := gatewaytest.NATS(t)
	for name, c := range map[string]struct {
		migrate func(ctx context.Context, url string) error
		want    error
	}{
		"no migrations": {nil, gateway.ErrPendingMigrations},
		"no quota":      {gateway.Migrate, gateway.ErrNoQuota},
		"newer release": {newerRelease, pgstore.ErrNewerSchema},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := testkit.Database(t, c.migrate, name)
			conn := gatewaytest.Connect(t, server, contract.UserGateway)
			service, err := gateway.New(testConfig(t, url), gateway.Deps{Bus: conn, Telemetry: telemetry.Discard()})
			require.NoError(t, err)
			assert.ErrorIs(t, service.Run(t.Context()), c.want, "run")
		})
	}
}

// newerRelease leaves a schema that a release far after this one has contracted.
func newerRelease(ctx context.Context, url string) error {
	if err := gateway.Migrate(ctx, url); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `UPDATE gateway.schema_compatibility SET oldest = 99000`)
	return errors.Join(err, conn.Close(ctx))
}

func TestMigrateTwice(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	assert.NoError(t, gateway.Migrate(t.Context(), url))
}

func TestValidate(t *testing.T) {
	t.Parallel()
	err := gateway.Config{}.Validate()
	for _, want := range []string{
		"DOCMILL_LISTEN", "DOCMILL_DATABASE_URL", "DOCMILL_S3_ENDPOINT", "DOCMILL_S3_SECRET_KEY",
		"DOCMILL_QUEUE_WINDOW", "DOCMILL_WORK_LEASE", "DOCMILL_WORK_ERROR_PAUSES",
	} {
		assert.True(t, err != nil && strings.Contains(err.Error(), want), want, "is not named in", err)
	}
	secret := testConfig(t, "postgres://gateway:hunter2@db/docmill")
	secret.DatabaseURL = "mysql://gateway:hunter2@db/docmill"
	err = secret.Validate()
	assert.True(t, err != nil && !strings.Contains(err.Error(), "hunter2"), "password in", err)
}

// The key that seals sign-ins in progress must be secret.
func TestOIDCWithoutSecret(t *testing.T) {
	t.Parallel()
	config := func(database, secret string) gateway.Config {
		c := testConfig(t, database)
		c.S3.Credentials, c.S3.AccessKey, c.S3.SecretKey = "workload-identity", "", ""
		c.Policy.PublicURL = "https://docmill.example"
		c.OIDC = gateway.OIDC{Issuer: "https://id.example", ClientID: "docmill", ClientSecret: secret}
		return c
	}
	for _, c := range []gateway.Config{
		config("postgres://gateway:hunter2@db/docmill", ""), config("postgres://gateway@db/docmill", "s3cret"),
	} {
		assert.NoError(t, c.Validate(), c.DatabaseURL)
	}
	c := config("postgres://gateway@db/docmill", "")
	err := c.Validate()
	assert.True(t, err != nil && strings.Contains(err.Error(), "DOCMILL_OIDC_CLIENT_SECRET"), "without any secret", err)
}

func TestCheckWithoutNATS(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	assert.NoError(t, r.service.Check(t.Context()), "all is there")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, r.nats.Shutdown(ctx))
	for deadline := time.Now().Add(patience); r.service.Check(t.Context()) == nil; {
		require.False(t, time.Now().After(deadline), "NATS is away and nobody says so")
	}
}
