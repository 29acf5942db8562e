package gateway_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway"
)

func hurry(cfg *gateway.Config) { cfg.StreamsEvery = 20 * time.Millisecond }

// operated is the JetStream of an account with all rights, to break it.
func (r *rig) operated(account string) jetstream.JetStream {
	r.t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(r.nats.Provider()), nats.UserInfo(contract.UserOperator, "test"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(r.t, err)
	r.t.Cleanup(nc.Close)
	js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(account))
	require.NoError(r.t, err)
	return js
}

// Any stream lost while the gateway runs is recreated, and accepted documents end.
func TestRecreateLostStreams(t *testing.T) {
	t.Parallel()
	r := newRig(t, hurry)
	r.work()
	for _, spec := range contract.Streams() {
		_, ended := r.accept()
		js := r.operated(spec.Account)
		// The gateway itself replaces the copy of a stream that was deleted before, so the copy may be absent.
		testkit.Await(r.t, spec.Name+" deleted", func() bool { return js.DeleteStream(t.Context(), spec.Name) == nil })
		testkit.Await(r.t, spec.Name+" in "+spec.Account, func() bool {
			_, err := js.Stream(t.Context(), spec.Name)
			return err == nil
		})
		_, after := r.accept()
		ended()
		after()
	}
}

// A server with removed files responds as before and stores nothing.
func TestJetStreamFilesRemoved(t *testing.T) {
	t.Parallel()
	r := newRig(t, hurry)
	r.work()
	_, before := r.accept()
	before()
	require.NoError(t, os.RemoveAll(r.nats.Provider().(interface{ StoreDir() string }).StoreDir()))
	for range 3 {
		_, ended := r.accept()
		ended()
	}
}

// While commands cannot be published, documents only wait: the gateway is not ready.
func TestUnreadyWithoutDispatch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	js := r.operated(contract.AccountWork)
	stream, err := js.Stream(t.Context(), contract.StreamCommands)
	require.NoError(t, err)
	limit := func(messages int64) {
		t.Helper()
		cfg := stream.CachedInfo().Config
		cfg.MaxMsgs = messages
		_, err := js.UpdateStream(t.Context(), cfg)
		require.NoError(t, err)
	}
	r.ready()
	limit(1)
	_, first := r.accept()
	_, second := r.accept()
	r.unready("dispatch")
	limit(-1)
	r.ready()
	r.work()
	first()
	second()
}

// An object store that accepts no files, for example because of a full disk, still responds about its
// bucket.
func TestUnreadyWithFullObjectStore(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	full := &fullStore{}
	info := testkit.S3(t)
	b, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket, Transport: full})
	require.NoError(t, err)
	full.Store(true)
	r.blob = b
	r.service = r.start(testConfig(t, r.url))
	r.unready("objectStore")
	full.Store(false)
	r.ready()
}

// fullStore refuses to store objects while it is set.
type fullStore struct{ atomic.Bool }

func (f *fullStore) RoundTrip(req *http.Request) (*http.Response, error) {
	if f.Load() && req.Method == http.MethodPut {
		return nil, errors.New("no space left on device")
	}
	return http.DefaultTransport.RoundTrip(req)
}

// While a stream is missing and cannot be created, uploads are refused, and readiness names it.
func TestUploadsWithMissingStream(t *testing.T) {
	t.Parallel()
	r := newRig(t, hurry)
	r.admitAll()
	r.work()
	js := r.operated(contract.AccountServices)
	blocked := func() bool {
		// The gateway may create the stream first, and NATS may create both of two concurrently requested
		// streams with the same subjects.
		_, err := js.CreateOrUpdateStream(t.Context(),
			jetstream.StreamConfig{Name: "IN_THE_WAY", Subjects: []string{contract.SubjectResults}})
		_ = js.DeleteStream(t.Context(), contract.StreamResults)
		status, body := r.readiness()
		return err == nil && status == http.StatusServiceUnavailable && strings.Contains(body, "streams")
	}
	testkit.Await(r.t, "readiness names the missing stream", blocked)
	answer := r.upload()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("an upload is answered %s, retry after %q", answer.Status, answer.Header.Get("Retry-After"))
	}
	require.NoError(t, js.DeleteStream(t.Context(), "IN_THE_WAY"))
	r.ready()
	if answer := r.upload(); answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusAccepted {
		t.Errorf("an upload is answered %s afterwards", answer.Status)
	}
}

// readiness is the answer of the public port: the status and the body.
func (r *rig) readiness() (status int, body string) {
	r.t.Helper()
	resp, err := http.Get("http://" + r.service.Addr() + "/readyz")
	require.NoError(r.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(r.t, err)
	return resp.StatusCode, string(b)
}

// unready waits until readiness fails and names the part.
func (r *rig) unready(part string) {
	r.t.Helper()
	testkit.Await(r.t, "not ready because of "+part, func() bool {
		status, body := r.readiness()
		return status == http.StatusServiceUnavailable && strings.Contains(body, part)
	})
}

func (r *rig) ready() {
	r.t.Helper()
	testkit.Await(r.t, "ready", func() bool {
		status, _ := r.readiness()
		return status == http.StatusOK
	})
}

func (r *rig) upload() *http.Response {
	r.t.Helper()
	const body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7 as good as " +
		"any\r\n--b--\r\n"
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.service.Addr()+"/api/v1/extract",
		strings.NewReader(body))
	require.NoError(r.t, err)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	req.Header.Set("X-API-Key", contract.KeyPrefixLive+strings.Repeat("ab", 24))
	resp, err := http.DefaultClient.Do(req)
	require.NoError(r.t, err)
	_ = resp.Body.Close()
	return resp
}
