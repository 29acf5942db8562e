package client_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// labeledFolder has invoices with an order number unknown to the reader, and an invalid file.
func labeledFolder(t *testing.T) string {
	t.Helper()
	folder, manifest := t.TempDir(), ""
	for i := 1; i <= 2; i++ {
		number, order := fmt.Sprint("R-", i), fmt.Sprint("KX-471", i)
		name := number + ".pdf"
		put(t, filepath.Join(folder, name), sample.Marked(number, order))
		line, err := json.Marshal(map[string]any{"file": name, "documentType": "invoice", "collection": "made",
			"truth": map[string]any{"invoiceNumber": number, "purchaseOrderNumber": order, "notAField": "x"}})
		require.NoError(t, err)
		manifest += string(line) + "\n"
	}
	put(t, filepath.Join(folder, "bad.pdf"), []byte("%PDF-1.7 and nothing more"))
	manifest += `{"file":"bad.pdf","documentType":"invoice","collection":"bad","truth":{"total":"1.00"}}` + "\n"
	put(t, filepath.Join(folder, "manifest.jsonl"), []byte(manifest))
	return folder
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, data, 0o600))
}

// A folder is taught once, however often the command runs; its records then equal the manifest.
func TestLearnFolder(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	account := inst.First()
	learn := func(args ...string) (out, said string, err error) {
		return binary.Run(t.Context(), append([]string{"learn", "--server", account.URL, "--key", account.Key}, args...)...)
	}
	folder := labeledFolder(t)
	out, said, err := learn(folder, "--collections", "made")
	if err != nil || !strings.Contains(out, "2 taught, 0 taught already, 0 failed") ||
		!strings.Contains(out, ".pdf: 1 corrected, 1 confirmed") { // of the file that is taught first
		t.Fatalf("%v\n%s%s", err, out, said)
	}
	c := clientOf(t, account)
	tags := map[string]string{}
	for listed, err := range c.Results(t.Context(), client.Filter{Status: client.StatusCompleted}) {
		require.NoError(t, err)
		r, err := c.Document(t.Context(), listed.ID)
		require.NoError(t, err)
		number, _ := r.Fields["invoiceNumber"].Value.(string)
		if want := "KX-471" + strings.TrimPrefix(number, "R-"); r.Fields["purchaseOrderNumber"].Value != want ||
			r.Review == nil ||
			!r.Fields["invoiceNumber"].Confirmed {
			t.Errorf("%s: %+v, review %v", number, r.Fields["purchaseOrderNumber"], r.Review)
		}
		tags[r.ID] = r.ETag
	}
	out, said, err = learn(folder)
	if err == nil || !strings.Contains(out, "0 taught, 2 taught already, 1 failed") || !strings.Contains(out,
		"bad.pdf: ") {
		t.Errorf("again: %v\n%s%s", err, out, said)
	}
	for id, tag := range tags {
		r, err := c.Document(t.Context(), id)
		assert.True(t, err == nil && r.ETag == tag, id, "was changed again", err)
	}
	_, said, err = learn(t.TempDir())
	assert.True(t, err != nil && strings.Contains(said, "manifest.jsonl"), "no manifest", err, said)
}
