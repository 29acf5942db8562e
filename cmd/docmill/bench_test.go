package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// benched is a service whose uploads end with the status, and whose lists are empty.
func benched(t *testing.T, status func(n int64) int) *httptest.Server {
	t.Helper()
	var uploads atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		switch r.URL.Path {
		case "/api/v1/usage":
			fmt.Fprint(w, `{"requestsPerMinute": {"limit": 60}}`)
		case "/api/v1/extract":
			if code := status(uploads.Add(1)); code != http.StatusOK {
				w.WriteHeader(code)
				return
			}
			fmt.Fprint(w, `{"id": "ext_1", "status": "completed", "data": {}}`)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestBenchStatuses(t *testing.T) {
	t.Parallel()
	some := func(n int64) int {
		if n%10 == 0 {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	}
	always := func(code int) func(int64) int { return func(int64) int { return code } }
	for name, c := range map[string]struct {
		uploads func(int64) int
		args    string
		status  int
		said    string
	}{
		"all well":      {always(200), "", 0, ""},
		"some fail":     {some, "", 3, "docmill: 10 % of the requests failed, more than --max-errors 0\n"},
		"some may fail": {some, "--max-errors 10", 0, ""},
		"all fail":      {always(500), "", 4, "docmill: every request failed\n"},
		"all refused":   {always(503), "--rate 1000", 7, "docmill: every request was refused or failed\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := "bench --quiet --server " + benched(t, c.uploads).URL + " --key k --mix scan --requests 20 --warm-up 0s " + c.args
			status, out, said := docmill(t, t.TempDir(), strings.Fields(args)...)
			if status != c.status || said != c.said || !strings.Contains(out, "\nscan ") {
				t.Errorf("status %d, %q, %s", status, said, out)
			}
		})
	}
}

// A signal ends the run with a report of the measurements, in all formats.
func TestBenchInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "bench", "--mix", "scan", "--warm-up", "0s", "--duration", "1h",
		"--json", "r.json", "--html", "r.html")
	var once sync.Once
	started := make(chan struct{})
	server := benched(t, func(n int64) int {
		if n == 50 {
			once.Do(func() { close(started) })
		}
		return http.StatusOK
	})
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asDocmill+"=1", "DOCMILL_URL="+server.URL, "DOCMILL_API_KEY=k")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	require.NoError(t, cmd.Start())
	<-started
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || said.String() != "docmill: ended by a signal\n" ||
		!strings.Contains(out.String(), "The run was ended by a signal") {
		t.Errorf("status %d, %q, %s", code, said.String(), out.String())
	}
	content, err := os.ReadFile(filepath.Join(dir, "r.json"))
	var r struct {
		Ended      string
		Operations []struct{ Latency struct{ Count int } }
	}
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	assert.True(t, err == nil && r.Ended == "interrupted" && r.Operations[0].Latency.Count >= 40, err, r)
	if page, err := os.ReadFile(filepath.Join(dir, "r.html")); err != nil || !bytes.Contains(page, []byte("</html>")) {
		t.Errorf("%v, %.50s", err, page)
	}
}
