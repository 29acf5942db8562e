package recovery_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/sample"
)

// A backup is taken while documents are processed. The restored data directory continues: ended documents
// are unchanged, others end, and each is charged and reported once, although NATS is empty.
func TestBackupAndRestoreSingleProcess(t *testing.T) {
	t.Parallel()
	dir, folder, restored := instance.Dir(t), filepath.Join(t.TempDir(), "backup"), filepath.Join(instance.Dir(t), "data")
	inst := binary.Start(t, dir, "DOCMILL_EXTRACTOR_WORKERS=1", "DOCMILL_WORK_LEASE=3s")
	me, book := inst.First(), ledger.New()
	ended := upload(t, me, book, "ended", "wait=60")
	var waiting []string
	for k := range 2 {
		waiting = append(waiting, accept(t, me, book, "long.pdf", sample.Long(longPages+k), "respond-async"))
	}
	out, said, err := binary.Run(t.Context(), "backup", folder, "--data-dir", dir)
	require.NoError(t, err, out, said)
	lost := upload(t, me, ledger.New(), "too late", "respond-async")
	inst.Kill()
	out, said, err = binary.Run(t.Context(), "restore", folder, "--data-dir", restored)
	require.NoError(t, err, out, said)
	again := binary.Start(t, restored, "DOCMILL_WORK_LEASE=3s")
	me = me.At(again) // its key is known
	assert.Equal(t, look(t, me, ended).Status, contract.StatusCompleted, ended)
	for _, id := range waiting {
		await(t, me, id)
	}
	for _, id := range append(waiting, ended) {
		assert.Equal(t, ask(t, me, "/api/v1/documents/"+id+"/file").Status, http.StatusOK, "the file of", id)
	}
	assert.Equal(t, ask(t, me, "/api/v1/documents/"+lost).Status, http.StatusNotFound, "what came after the backup")
	upload(t, me, book, "new", "wait=60")
	book.Audit(t, again)
	again.Stop()
}

// longPages keep the only worker busy during a backup.
const longPages = 40

// Impossible backups and restores return an error and leave nothing incomplete.
func TestBackupAndRestoreRefused(t *testing.T) {
	t.Parallel()
	dir, full := instance.Dir(t), t.TempDir()
	inst := binary.Start(t, dir)
	inst.Stop()
	newer := t.TempDir()
	for path, content := range map[string]string{
		filepath.Join(full, "a"):              "",
		filepath.Join(newer, "manifest.json"): `{}`,
		filepath.Join(newer, "release.json"):  `{"release": "99.1.0", "oldest": "99.0.0"}`,
	} {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	nowhere := filepath.Join(t.TempDir(), "new")
	for line, want := range map[string]string{
		"backup " + nowhere + " --data-dir " + dir:   "is docmill running?",
		"backup " + full + " --data-dir " + dir:      "is not empty",
		"backup " + nowhere + " --data-dir " + full:  "no docmill has run in",
		"restore " + full + " --data-dir " + nowhere: "is not a backup",
		"restore " + newer + " --data-dir " + nowhere: "was written by docmill 99.1.0, which works beside docmill 99.0.0 " +
			"or newer",
	} {
		if _, said, err := binary.Run(t.Context(), strings.Fields(line)...); err == nil || !strings.Contains(said, want) {
			t.Errorf("%s: %v, %s", line, err, said)
		}
		_, err := os.Stat(nowhere)
		assert.Error(t, err, line, "leaves a folder")
	}
}

// A data directory of a newer release is rejected before any change; one that the next release has used is
// not.
func TestDataDirectoryOfNewerRelease(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	binary.Start(t, dir).Stop()
	note := filepath.Join(dir, "release.json")
	var ours struct{ Release, Oldest string }
	b, err := os.ReadFile(note)
	if err == nil {
		err = json.Unmarshal(b, &ours)
	}
	require.NoError(t, err)
	next := fmt.Sprintf(`{"release": "99.0.0", "oldest": %q}`, ours.Release)
	require.NoError(t, os.WriteFile(note, []byte(next), 0o600))
	binary.Start(t, dir).Stop()
	b, err = os.ReadFile(note)
	assert.True(t, err == nil && string(b) == next, "the newer release's note is now", string(b), err)
	require.NoError(t, os.WriteFile(note, []byte(`{"release": "99.1.0", "oldest": "99.0.0"}`), 0o600))
	_, said, err := binary.Run(t.Context(), "up", "--data-dir", dir, "--listen", "127.0.0.1:0", "--nats-listen",
		"127.0.0.1:0")
	want := "use an executable of 99.0.0 or newer"
	assert.True(t, err != nil && strings.Contains(said, want), err, said)
}

// upload sends an invoice and returns its id.
func upload(t *testing.T, me instance.Account, book *ledger.Ledger, number, prefer string) string {
	t.Helper()
	return accept(t, me, book, "invoice.pdf", sample.Invoice(number), prefer)
}

func accept(t *testing.T, me instance.Account, book *ledger.Ledger, name string, data []byte, prefer string) string {
	t.Helper()
	answer, err := me.Upload(t.Context(), name, data, prefer)
	book.Note(instance.Want(t, http.StatusAccepted, http.StatusOK)(answer, err), err)
	var record contract.Record
	answer.Into(t, &record)
	return record.ID
}

func ask(t *testing.T, me instance.Account, path string) instance.Answer {
	t.Helper()
	answer, err := me.Do(t.Context(), http.MethodGet, path, nil, nil)
	require.NoError(t, err)
	return answer
}

func look(t *testing.T, me instance.Account, id string) (record contract.Record) {
	t.Helper()
	answer := ask(t, me, "/api/v1/documents/"+id)
	require.Equal(t, answer.Status, http.StatusOK, id, string(answer.Body))
	answer.Into(t, &record)
	return record
}

// await polls as a client does, until the document is completed.
func await(t *testing.T, me instance.Account, id string) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(200 * time.Millisecond) {
		switch record := look(t, me, id); {
		case record.Status == contract.StatusCompleted:
			return
		case record.Status == contract.StatusFailed || time.Now().After(deadline):
			t.Errorf("%s is %s: %+v", id, record.Status, record.Failure)
			return
		}
	}
}
