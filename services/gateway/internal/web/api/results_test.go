package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

func TestResult_200_202_304_404(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	path := "/api/v1/results/" + rec.ID
	a := g.send("GET", path, header("X-API-Key", key), nil)
	assert.True(t, a.status == http.StatusAccepted && decode[contract.Record](t, a).Status == contract.StatusQueued,
		"status", a.status, string(a.body))
	wantHeader(t, a, "Retry-After", "1")
	g.docs.end(rec.ID, false)
	a = g.send("GET", path, header("X-API-Key", key), nil)
	if a.status != http.StatusOK || decode[contract.Record](t, a).Status != contract.StatusCompleted ||
		a.header.Get("Retry-After") != "" {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	a = g.send("GET", path, header("X-API-Key", key, "If-None-Match", a.header.Get("ETag")), nil)
	assert.True(t, a.status == http.StatusNotModified && len(a.body) == 0, "status", a.status, string(a.body))
	wantStatus(t, g.send("GET", path, header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", "/api/v1/results/ext_1", header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", path+"?wait=1", header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("DELETE", path, header("X-API-Key", key), nil), 405, contract.CodeMethodNotAllowed)
}

func TestBatch_read(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, open)
	g.docs.set(func(m *memory) {
		m.batches[testBatch] = &memoryBatch{entries: []contract.BatchEntry{{FileName: "a.pdf", ID: rec.ID}}}
		m.owners[testBatch] = p.AccountID
	})
	path := "/api/v1/batch/" + testBatch
	a := g.send("GET", path, header("X-API-Key", key), nil)
	b := decode[contract.Batch](t, a)
	assert.True(t, a.status == 200 && b.ID == testBatch && b.Counts.Queued == 1, "status", a.status, string(a.body))
	wantHeader(t, a, "Retry-After", "1")
	a = g.send("GET", path, header("X-API-Key", key, "If-None-Match", a.header.Get("ETag")), nil)
	assert.Equal(t, a.status, http.StatusNotModified, "status", string(a.body))
	g.docs.end(rec.ID, false)
	a = g.send("GET", path, header("X-API-Key", key), nil)
	assert.True(t, decode[contract.Batch](t, a).Status == contract.StatusCompleted && a.header.Get("Retry-After") == "",
		string(a.body), a.header)
	wantStatus(t, g.send("GET", path, header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", "/api/v1/batch/batch_1", header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", path+"?x=1", header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
}

func TestExport(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	for i := range 150 {
		g.keep(p, i, nil)
	}
	g.keep(p, 200, open)
	a := g.send("GET", "/api/v1/results?min_confidence=0.25", header("X-API-Key", key, "Accept", "text/csv"), nil)
	rows, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
	if err != nil || a.status != 200 || len(rows) != 101 || rows[0][7] != "invoiceNumber" || rows[1][7] != "R-149" {
		t.Fatalf("status %d, %d rows, %v", a.status, len(rows), err)
	}
	wantHeader(t, a, "Content-Type", "text/csv; charset=utf-8; header=present")
	wantHeader(t, a, "Vary", "Accept")
	plain := string(a.body)
	a = g.send("GET", "/api/v1/results?min_confidence=0.25", header("X-API-Key", key, "Accept", "text/csv; bom=1"), nil)
	if a.status != 200 || string(a.body) != "\ufeff"+plain {
		t.Errorf("status %d, %.40q", a.status, a.body)
	}
	wantHeader(t, a, "Content-Type", "text/csv; charset=utf-8; header=present")
	a = g.send("GET", "/api/v1/results", header("X-API-Key", key, "Accept", "application/x-ndjson"), nil)
	if n := strings.Count(string(a.body), "\n"); a.status != 200 || n != 150 ||
		strings.Contains(string(a.body), `"fields"`) {
		t.Errorf("status %d, %d lines", a.status, n)
	}
	wantHeader(t, a, "Content-Type", "application/x-ndjson")
	for _, q := range []string{"limit=10", "cursor=x"} {
		wantStatus(t, g.send("GET", "/api/v1/results?"+q, header("X-API-Key", key, "Accept", "text/csv"), nil), 400,
			contract.CodeInvalidRequest)
	}
	a = g.send("GET", "/api/v1/results", header("X-API-Key", key, "Accept", "image/png"), nil)
	assert.Equal(t, a.header.Get("Content-Type"), "application/json", "a client that takes nothing of it", a.header)
	a = g.send("HEAD", "/api/v1/results", header("X-API-Key", key, "Accept", "text/csv"), nil)
	assert.True(t, a.status == 200 && len(a.body) == 0, "HEAD", a.status, string(a.body))
}

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func TestExport_workbook(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	for i := range 150 {
		g.keep(p, i, nil)
	}
	accept := header("X-API-Key", key, "Accept", workbookType)
	a := g.send("GET", "/api/v1/results?min_confidence=0.25", accept, nil)
	wantHeader(t, a, "Content-Type", workbookType)
	wantHeader(t, a, "Vary", "Accept")
	f, err := excelize.OpenReader(bytes.NewReader(a.body))
	require.NoError(t, err)
	require.Equal(t, a.status, 200, "status")
	defer f.Close()
	rows, err := f.GetRows("Documents")
	if err != nil || len(rows) != 101 || rows[0][7] != "invoiceNumber" || rows[1][7] != "R-149" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	wantStatus(t, g.send("GET", "/api/v1/results?limit=10", accept, nil), 400, contract.CodeInvalidRequest)
	// A place is given back when the answer has been sent, whether anybody wanted the
	// body or not: more than there are places.
	for range 5 {
		require.Equal(t, g.send("HEAD", "/api/v1/results", accept, nil).status, 200, "HEAD")
	}
}

// A failure before the first byte is an error response; later the connection is closed, and the client must
// notice.
func TestExport_failure(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	for name, c := range map[string]struct {
		records int
		fail    func() error
		status  int
	}{
		"unavailable at once": {0, func() error { return apierror.Unavailable(nil, time.Second) }, 503},
		"panic at once":       {0, func() error { panic("x") }, 500},
		"error later":         {500, func() error { return errors.New("broken") }, 200},
		"panic later":         {500, func() error { panic("x") }, 200},
		"error after one":     {1, func() error { return errors.New("broken") }, 200},
	} {
		g.docs.set(func(m *memory) {
			m.onExport = func(_ context.Context, each func(contract.Record) error) error {
				for range c.records {
					if err := each(rec); err != nil {
						return err
					}
				}
				return c.fail()
			}
		})
		a, err := g.try(&http.Transport{DisableKeepAlives: true}, "GET", "/api/v1/results",
			header("X-API-Key", key, "Accept", "text/csv"), nil)
		assert.True(t, a.status == c.status && (err != nil) == (c.status == 200), name, "status", a.status, err)
	}
	if log := g.log.String(); !strings.Contains(log, "an answer was cut") || !strings.Contains(log, "broken") {
		t.Errorf("the log does not tell why: %s", log)
	}
}

// endless is an export that never ends by itself; ended is closed at its end.
func (g *gateway) endless(rec contract.Record) (ended chan struct{}) {
	ended = make(chan struct{})
	g.docs.set(func(m *memory) {
		m.onExport = func(ctx context.Context, each func(contract.Record) error) error {
			for {
				if err := errors.Join(ctx.Err(), each(rec)); err != nil {
					close(ended)
					return err
				}
			}
		}
	})
	return ended
}

// ask sends a request and gives the connection with the answer's first line.
func (g *gateway) ask(lines ...string) (net.Conn, *bufio.Reader) {
	g.t.Helper()
	conn, err := net.Dial("tcp", g.addr)
	require.NoError(g.t, err)
	g.t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, strings.Join(append(lines, "Host: x", "", ""), "\r\n"))
	require.NoError(g.t, err)
	r := bufio.NewReader(conn)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, " 200 ") {
		g.t.Fatalf("%q, %v", line, err)
	}
	return conn, r
}

func TestExport_clientDisconnect(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	for _, format := range []string{"text/csv", workbookType} {
		ended := g.endless(rec)
		conn, _ := g.ask("GET /api/v1/results HTTP/1.1", "Accept: "+format, "X-API-Key: "+key)
		_ = conn.Close()
		testkit.Receive(t, ended, "the end of the export as "+format)
	}
}

// Each workbook has temporary files until it is read: their number per account is limited.
func TestExport_workbookLimit(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	ended := g.endless(g.keep(p, 1, nil))
	var conns []net.Conn
	for range 2 {
		conn, _ := g.ask("GET /api/v1/results HTTP/1.1", "Accept: "+workbookType, "X-API-Key: "+key)
		conns = append(conns, conn)
	}
	a := g.send("GET", "/api/v1/results", header("X-API-Key", key, "Accept", workbookType), nil)
	wantStatus(t, a, 503, contract.CodeServiceUnavailable)
	for _, conn := range conns {
		_ = conn.Close()
	}
	<-ended
}

// A client that stops reading is cut.
func TestExport_writeTimeout(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.WriteTimeout = time.Second })
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	ended := g.endless(g.keep(p, 1, nil))
	g.ask("GET /api/v1/results HTTP/1.1", "Accept: text/csv", "X-API-Key: "+key)
	testkit.Receive(t, ended, "the end of a client that stopped reading")
}

func TestExport_drain(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.DrainTimeout = 300 * time.Millisecond })
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	ended := g.endless(g.keep(p, 1, nil))
	_, r := g.ask("GET /api/v1/results HTTP/1.1", "Accept: text/csv", "X-API-Key: "+key)
	go func() { _, _ = io.Copy(io.Discard, r) }()
	g.stop()
	assert.Error(t, g.wantStopped(), "that a request was cut is no error")
	testkit.Receive(t, ended, "the end of the export")
}
