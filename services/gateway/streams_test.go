package gateway_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway"
)

func hurry(cfg *gateway.Config) { cfg.StreamsEvery = 20 * time.Millisecond }

// operated is the JetStream of an account with all rights, to break it.
func (r *rig) operated(account string) jetstream.JetStream {
	r.t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(r.nats.Provider()), nats.UserInfo(contract.UserOperator, "test"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(account))
	if err != nil {
		r.t.Fatal(err)
	}
	return js
}

func (r *rig) until(what string, ok func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("never: %s", what)
		}
	}
}

// Whatever stream is lost while the gateway runs, it is made again and what was
// accepted ends.
func TestLostStreamsAreMadeAgainWhileRunning(t *testing.T) {
	t.Parallel()
	r := newRig(t, hurry)
	r.work()
	for _, spec := range contract.Streams() {
		_, ended := r.accept()
		js := r.operated(spec.Account)
		if err := js.DeleteStream(t.Context(), spec.Name); err != nil {
			t.Fatal(err)
		}
		r.until(spec.Name+" in "+spec.Account, func() bool {
			_, err := js.Stream(t.Context(), spec.Name)
			return err == nil
		})
		_, after := r.accept()
		ended()
		after()
	}
}

// While a stream is missing and cannot be made, uploads are refused for a while,
// and readiness names it without turning away what does not need it.
func TestAMissingStreamRefusesUploads(t *testing.T) {
	t.Parallel()
	r := newRig(t, hurry)
	r.admitAll()
	r.work()
	js := r.operated(contract.AccountServices)
	blocked := func() bool {
		// The gateway may make the stream first, and NATS, asked for two streams of
		// the same subjects at the same time, may make both.
		_, err := js.CreateOrUpdateStream(t.Context(),
			jetstream.StreamConfig{Name: "IN_THE_WAY", Subjects: []string{contract.SubjectResults}})
		_ = js.DeleteStream(t.Context(), contract.StreamResults)
		return err == nil && r.readiness()["streams"] == "failing"
	}
	r.until("readiness names the missing stream", blocked)
	answer := r.upload()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("an upload is answered %s, retry after %q", answer.Status, answer.Header.Get("Retry-After"))
	}
	if err := js.DeleteStream(t.Context(), "IN_THE_WAY"); err != nil {
		t.Fatal(err)
	}
	r.until("readiness is content", func() bool { return r.readiness()["streams"] == "ok" })
	if answer := r.upload(); answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusAccepted {
		t.Errorf("an upload is answered %s afterwards", answer.Status)
	}
}

// readiness are the parts of a readiness that has to be 200.
func (r *rig) readiness() map[string]string {
	r.t.Helper()
	resp, err := http.Get("http://" + r.service.Addr() + "/readyz")
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	var report struct{ Parts map[string]string }
	if err := json.NewDecoder(resp.Body).Decode(&report); err != nil || resp.StatusCode != http.StatusOK {
		r.t.Fatalf("readiness %s, %v", resp.Status, err)
	}
	return report.Parts
}

func (r *rig) upload() *http.Response {
	r.t.Helper()
	const body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7 as good as " +
		"any\r\n--b--\r\n"
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.service.Addr()+"/api/v1/extract",
		strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	req.Header.Set("X-API-Key", contract.KeyPrefixLive+strings.Repeat("ab", 24))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp
}
