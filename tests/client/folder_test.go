package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// write puts n invoices into a new folder.
func write(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range n {
		name := fmt.Sprintf("%03d.pdf", i)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), sample.Invoice(fmt.Sprint("R-", i)), 0o600))
	}
	return dir
}

// folder interrupts a run and repeats it: every document exists once.
func folder(t *testing.T, c *client.Client) {
	const files = 150
	dir := write(t, files)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := c.BatchFolder(ctx, dir, client.FolderOptions{Progress: func(client.Progress) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	results, err := c.BatchFolder(t.Context(), dir, client.FolderOptions{})
	require.NoError(t, err)
	require.Equal(t, len(results), files, "results")
	seen := map[string]bool{}
	for i, r := range results {
		assert.True(t, r.Status == client.StatusCompleted && r.Path == fmt.Sprintf("%03d.pdf", i) && !seen[r.ID], r)
		seen[r.ID] = true
	}
	u, err := c.Usage(t.Context())
	assert.True(t, err == nil && u.Documents.Used == files, u, err)
}

// Calls in progress reconnect to a restarted service.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir, listen := instance.Dir(t), "DOCMILL_LISTEN="+instance.FreeAddress(t)
	inst := binary.Start(t, dir, listen)
	c := clientOf(t, inst.First(), client.WithRetries(100), client.WithBackoff(200*time.Millisecond, 2*time.Second))
	inst.Stop()
	type outcome struct {
		record *client.Record
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		record, err := c.Extract(t.Context(), client.FromBytes("a.pdf", sample.Invoice("R-1")),
			client.ExtractOptions{Wait: time.Minute})
		done <- outcome{record, err}
	}()
	binary.Start(t, dir, listen)
	got := <-done
	assert.True(t, got.err == nil && got.record.Status == client.StatusCompleted, got.record, got.err)
}

// The command line prints the same with and without a server.
func TestExtractCommand(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	dir := write(t, 3)
	broken := filepath.Join(dir, "broken.pdf")
	require.NoError(t, os.WriteFile(broken, []byte("%PDF-1.7\nbroken"), 0o600))
	program := filepath.Join(dir, "program")
	require.NoError(t, os.WriteFile(program, []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0}, 0o600))
	args := []string{filepath.Join(dir, "000.pdf"), broken, filepath.Join(dir, "001.pdf"), program}
	for _, format := range []string{"table", "jsonl"} {
		here, _, hereErr := binary.Run(t.Context(), append([]string{"extract", "--format", format}, args...)...)
		there, stderr, thereErr := binary.Run(t.Context(),
			append([]string{"extract", "--format", format, "--server", inst.URL, "--api-key", inst.Key}, args...)...)
		if hereErr == nil || thereErr == nil || !strings.Contains(stderr, "not every file could be extracted") {
			t.Errorf("%v, %v, %s", hereErr, thereErr, stderr)
		}
		if format == "table" && !sameRows(here, there) {
			t.Errorf("%s\nis not\n%s", there, here)
		}
		if format == "jsonl" {
			checkRecords(t, there)
		}
	}
	_, stderr, err := binary.Run(t.Context(), "extract", "--server", inst.URL, "--api-key", "dm_live_none", args[0])
	assert.True(t, err != nil && strings.Contains(stderr, "AUTH_INVALID"), err, stderr)
}

// sameRows compares tables without the texts of failures.
func sameRows(a, b string) bool {
	strip := func(s string) string {
		var rows []string
		for line := range strings.Lines(s) {
			row, _, _ := strings.Cut(line, ": ")
			rows = append(rows, strings.TrimSpace(row))
		}
		return strings.Join(rows, "\n")
	}
	return strip(a) == strip(b)
}

func checkRecords(t *testing.T, lines string) {
	t.Helper()
	var got []string
	for line := range strings.Lines(lines) {
		var r contract.Record
		require.NoError(t, json.Unmarshal([]byte(line), &r), "in", line)
		if r.Status == contract.StatusCompleted && (r.ID == "" || len(r.Fields) < 100 || r.Metadata.SHA256 == "") {
			t.Errorf("%s", line)
		}
		got = append(got, fmt.Sprint(r.Metadata.FileName, " ", r.Status))
	}
	const want = "000.pdf completed, broken.pdf failed, 001.pdf completed, program failed"
	assert.Equal(t, strings.Join(got, ", "), want)
}
