package extractor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/extractor"
)

// fixture is a running service with a fake gateway.
type fixture struct {
	*gateway
	server  *natsd.Server
	service *extractor.Service
	stop    context.CancelFunc
	stopped chan error // receives Run's result once
	signals chan contract.ExtractionStarted
}

func start(t *testing.T, change func(*extractor.Config)) *fixture {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	operator := connect(t, server, contract.UserOperator)
	require.NoError(t, operator.Provision(t.Context(), contract.Streams()))
	f := &fixture{server: server, stopped: make(chan error, 1), signals: make(chan contract.ExtractionStarted, 100)}
	_, err := bus.Subscribe(operator, contract.SignalExtractionStarted,
		func(_ context.Context, s contract.ExtractionStarted) { f.signals <- s })
	require.NoError(t, err)
	f.gateway = newGateway(t, connect(t, server, contract.UserGateway), bucket(t))

	cfg := extractor.Config{Workers: 2, MemoryLimitMB: 512, OCRLanguages: scripted, DrainTimeout: 50 * time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	f.service, err = extractor.New(cfg,
		extractor.Deps{Bus: connect(t, server, contract.UserExtractor), Telemetry: telemetry.Discard()})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	f.stop = cancel
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.stopped <- f.service.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
	select {
	case <-f.service.Ready():
	case err := <-f.stopped:
		t.Fatalf("service ended: %v", err)
	}
	return f
}

// An extractor that starts before its streams exist waits for them.
func TestStartBeforeStreams(t *testing.T) {
	t.Parallel()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	log := &waiting{seen: make(chan struct{})}
	tel := telemetry.Discard()
	tel.Log = slog.New(slog.NewTextHandler(log, nil))
	service, err := extractor.New(extractor.Config{Workers: 1, MemoryLimitMB: 512, DrainTimeout: patience},
		extractor.Deps{Bus: connect(t, server, contract.UserExtractor), Telemetry: tel})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- service.Run(ctx) }()
	select {
	case <-log.seen:
	case err := <-ended:
		t.Fatalf("it ended: %v", err)
	}
	require.NoError(t, connect(t, server, contract.UserOperator).Provision(t.Context(), contract.Streams()))
	select {
	case <-service.Ready():
	case err := <-ended:
		t.Fatalf("it ended: %v", err)
	}
	stop()
	assert.NoError(t, <-ended)
}

// waiting is a log that closes seen when the service logs that it is not ready.
type waiting struct {
	once sync.Once
	seen chan struct{}
}

func (w *waiting) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("not ready")) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(line), nil
}

func connect(t *testing.T, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: "pw", Name: user, InProcess: server.Provider()},
		telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		assert.NoError(t, conn.Close(ctx), "close", user)
	})
	return conn
}

func bucket(t *testing.T) *blob.Store {
	t.Helper()
	info := testkit.S3(t)
	store, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket})
	require.NoError(t, err)
	return store
}

// mustBeSettled checks that no command of the document is in the queue: another one would be refused.
func (f *fixture) mustBeSettled(id string) {
	f.t.Helper()
	f.change(id, func(d *document) { d.gone = true })
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		err := f.bus.PublishStream(f.t.Context(), contract.CommandSubject(contract.LaneInteractive, id), "",
			contract.ExtractCommand{DocumentID: id})
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("command is still there: %v", err)
		}
	}
}

func TestCompleted(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	assert.NoError(t, f.service.Check(t.Context()), "check")
	id := f.submit(sayTotal+" 119.00", func(c *contract.ClaimReply) { c.DocumentType = "receipt" })
	r := f.result(id)
	require.True(t, r.Outcome == contract.OutcomeCompleted && !r.Stored && r.Extraction != nil, "result", r)
	x := r.Extraction
	if x.DocumentType != "receipt" || string(x.Data) != `{"total":"119.00"}` || string(x.Fields) != "{}" ||
		string(x.Checks) != "[]" || x.Pages != 1 {
		t.Errorf("extraction %+v", x)
	}
	s := testkit.Receive(t, f.signals, "the signal")
	assert.True(t, s.DocumentID == id && s.Attempt == 1 && s.Worker != "", "signal", s)
	f.mustBeSettled(id)
}

// A file that comes with its claim is not downloaded.
func TestClaimedFile(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	const content = sayTotal + " 119.00"
	id := f.submit(content, func(c *contract.ClaimReply) { c.File, c.GetURL = []byte(content), "" })
	if r := f.result(id); r.Outcome != contract.OutcomeCompleted || string(r.Extraction.Data) != `{"total":"119.00"}` {
		t.Errorf("result %+v", r)
	}
	f.mustBeSettled(id)
}

func TestLargeResult(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.submit(sayLarge, nil)
	r := f.result(id)
	require.True(t, r.Outcome == contract.OutcomeCompleted && r.Stored && r.Extraction == nil, "result", r)
	var x contract.Extraction
	require.NoError(t, json.Unmarshal(f.stored(id), &x))
	assert.True(t, len(x.Data) >= 2<<20 && x.Confidence == 0.9,
		"stored extraction has", len(x.Data), "bytes of data, confidence", x.Confidence)
}

// end is the expected end of a document.
type end struct {
	content string
	change  func(*contract.ClaimReply)
	outcome contract.Outcome
	code    contract.Code
	reason  string
}

func (e end) check(t *testing.T, name string, r contract.Result) {
	t.Helper()
	if r.Outcome != e.outcome || !strings.Contains(r.Reason, e.reason) || r.Extraction != nil {
		t.Errorf("%s: result %+v", name, r)
	}
	assert.True(t, !strings.Contains(r.Reason, "X-Amz-Signature") && !strings.Contains(r.Reason, "secret"),
		name, "reason shows the address", r.Reason)
	if e.code != "" && (r.Failure == nil || r.Failure.Code != e.code || r.Failure.Message == "") {
		t.Errorf("%s: failure %+v", name, r.Failure)
	}
}

// lateResult submits an endless document with growing deadlines until one passes in the engine: earlier is an error.
func (f *fixture) lateResult(content string) contract.Result {
	for limit := 300 * time.Millisecond; ; limit *= 2 {
		r := f.result(f.submit(content, func(c *contract.ClaimReply) { c.DeadlineMs = limit.Milliseconds() }))
		if r.Outcome != contract.OutcomeError || limit > patience {
			return r
		}
	}
}

func TestOtherOutcomes(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	for name, e := range map[string]end{
		"file":     {sayFail, nil, contract.OutcomeFailed, contract.CodePasswordProtected, ""},
		"crash":    {sayCrash, nil, contract.OutcomeCrashed, "", "exit status 7\nlast words"},
		"engine":   {sayError, nil, contract.OutcomeError, "", "out of order"},
		"internal": {sayNoMore, nil, contract.OutcomeError, "", "internal error"},
		"hash": {sayTotal, func(c *contract.ClaimReply) { c.SHA256 = strings.Repeat("0", 64) },
			contract.OutcomeError, "", "SHA-256"},
		"size": {sayTotal, func(c *contract.ClaimReply) { c.FileSize++ },
			contract.OutcomeError, "", "differs from the one accepted"},
		"hash of a claimed file": {sayTotal, func(c *contract.ClaimReply) {
			c.File, c.GetURL, c.SHA256 = []byte(sayTotal), "", strings.Repeat("0", 64)
		}, contract.OutcomeError, "", "SHA-256"},
		"size of a claimed file": {sayTotal, func(c *contract.ClaimReply) {
			c.File, c.GetURL = []byte(sayTotal+" "), ""
		}, contract.OutcomeError, "", "differs from the one accepted"},
		"no file": {sayTotal, func(c *contract.ClaimReply) { c.GetURL += "0" },
			contract.OutcomeError, "", "answered 403"},
		"no store": {sayLarge, func(c *contract.ClaimReply) { c.PutURL = "http://127.0.0.1:1/secret" },
			contract.OutcomeError, "", "store extraction"},
	} {
		e.check(t, name, f.result(f.submit(e.content, e.change)))
	}
	timedOut := end{"", nil, contract.OutcomeFailed, contract.CodeTimedOut, ""}
	timedOut.check(t, "killed", f.lateResult(sayHang))
	timedOut.check(t, "deadline", f.lateResult(sayObey))
	id := f.submit(sayTotal+" 1.00", nil)
	r := f.result(id)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "afterwards", r)
}

func TestDocumentGone(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.accept(sayTotal, nil)
	f.change(id, func(d *document) { d.gone = true })
	f.dispatch(contract.LaneBatch, id)
	testkit.Receive(t, f.claimed, "the claim")
	f.mustBeSettled(id)
}

func TestLostClaim(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.submit(sayHang, func(c *contract.ClaimReply) { c.LeaseMs = 150 })
	testkit.Receive(t, f.claimed, "the claim")
	testkit.Await(t, "the lease is extended", func() (held bool) {
		f.change(id, func(d *document) { held = d.extended >= 2 })
		return held
	})
	f.change(id, func(d *document) { d.gone = true })
	next := f.submit(sayTotal+" 1.00", nil)
	f.result(next)
	f.mustBeSettled(id)
	assert.True(t, len(f.results) == 0 && len(f.released) == 0, len(f.results), "results", len(f.released), "released")
}

func TestDrain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content  string
		deadline time.Duration // of the document
		drain    time.Duration
		release  bool
	}{
		"finishes":   {sayObey, 5 * time.Second, patience, false},
		"gives back": {sayHang, patience, 50 * time.Millisecond, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := start(t, func(cfg *extractor.Config) { cfg.DrainTimeout = c.drain })
			id := f.submit(c.content, func(r *contract.ClaimReply) { r.DeadlineMs = c.deadline.Milliseconds() })
			testkit.Receive(t, f.claimed, "the claim")
			f.stop()
			assert.NoError(t, testkit.Receive(t, f.stopped, "the end"), "run")
			if !c.release {
				r := f.result(id)
				assert.True(t, r.Failure != nil && r.Failure.Code == contract.CodeTimedOut, "result", r)
				return
			}
			ref := testkit.Receive(t, f.released, "the release")
			assert.True(t, ref.DocumentID == id && ref.Token != "", "released", ref)
			assert.Equal(t, len(f.results), 0, "there is a result as well")
		})
	}
}

func TestInteractiveWorker(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	slow := func(c *contract.ClaimReply) { c.DeadlineMs = 3_000 }
	for range 3 {
		f.dispatch(contract.LaneBatch, f.accept(sayHang, slow))
	}
	f.dispatch(contract.LaneSlow, f.accept(sayHang, slow))
	testkit.Receive(t, f.claimed, "the first claim of other lanes")
	id := f.submit(sayTotal+" 5.00", nil)
	// One document of each of the other lanes may have been prefetched.
	for others := 0; testkit.Receive(t, f.claimed, "the interactive claim") != id; others++ {
		require.NotEqual(t, others, 2, "three documents of other lanes were claimed before it")
	}
	r := f.result(id)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	err := extractor.Config{Workers: -1, OCRLanguages: "eng;rm", IdleMemoryMB: -1}.Validate()
	for _, name := range []string{"WORKERS", "MEMORY_LIMIT_MB", "IDLE_MEMORY_MB", "OCR_LANGUAGES"} {
		assert.True(t, err != nil && strings.Contains(err.Error(), name), name, "is missing in", err)
	}
	assert.NoError(t, (extractor.Config{MemoryLimitMB: 1024, OCRLanguages: "eng+deu+chi_sim"}).Validate())
}
