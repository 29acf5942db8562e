package evaluate_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const testKey = "dm_live_000000000000000000000000000000000000000000000000"

func field(value string, confidence float64) string {
	return fmt.Sprintf(`{"value":%q,"raw":%q,"confidence":%g,"page":1,"box":[0,0,1,1],"source":"text","checks":[]}`, value,
		value, confidence)
}

// corrected is a field with a person's value and the extracted one, as JSON.
func corrected(value, original string) string {
	return fmt.Sprintf(`{"value":%s,"confidence":1,"source":"human","checks":[],"original":%s}`, value, original)
}

func record(id, review, fields string) string {
	return fmt.Sprintf(`{"id":%q,"status":"completed","documentType":"invoice","confidence":1,"missing":[],"data":{},
		"fields":{%s},"checks":[],"review":%s,"metadata":{"fileName":"%s.PDF","fileSize":1,"mimeType":"application/pdf",
		"pages":1,"sha256":""},"createdAt":"2026-11-20T10:15:30.123Z","completedAt":"2026-11-20T10:15:30.123Z"}`,
		id, fields, review, id)
}

func service(t *testing.T, records map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		path := strings.TrimPrefix(r.URL.Path, "/api/v1/")
		id, file := strings.CutSuffix(strings.TrimPrefix(path, "documents/"), "/file")
		switch {
		case r.Header.Get("X-API-Key") != testKey:
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":"The API key is not valid.","code":"AUTH_INVALID"}`)
		case path == "usage":
			fmt.Fprint(w, `{}`)
		case path == "results":
			var items []string
			for id := range records {
				items = append(items, fmt.Sprintf(`{"id":%q,"status":"completed"}`, id))
			}
			fmt.Fprintf(w, `{"items":[%s],"nextCursor":null}`, strings.Join(items, ","))
		case file:
			_, _ = w.Write(invoice("HT-1", "100.00"))
		default:
			fmt.Fprint(w, records[id])
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const reviewed = `{"state":"reviewed","by":"key_1","at":"2026-11-20T10:15:30.123Z"}`

// labels has an unreviewed document, one with a correction and a confirmation, and a reviewed one.
func labels() map[string]string {
	return map[string]string{
		"ext_0": record("ext_0", "null", `"total":`+field("9.00", 0.9)),
		"ext_1": record("ext_1", "null", strings.Join([]string{
			`"total":` + corrected(`"100.00"`, field("10.00", 0.4)),
			`"invoiceNumber":` + strings.Replace(field("HT-1", 0.9), `"checks":[]`, `"checks":[],"confirmed":true`, 1),
			`"vendorName":` + field("Nobody looked", 0.9),
			`"lineItems.0.amount":` + corrected(`"100.00"`, "null"),
			`"lineItems.0.description":` + field("Steel bracket", 0.9),
		}, ",")),
		"ext_2": record("ext_2", reviewed, strings.Join([]string{
			`"total":` + field("100.0", 0.9), `"invoiceNumber":` + field("HT-1", 0.9),
			`"vendorName":` + corrected(`"HARROW tools ltd"`, field("Harrow Tools Ltd", 0.8)),
			`"dueDate":` + corrected("null", field("2026-10-01", 0.3)), `"issueDate":` + corrected("null", "null"),
			`"lineItems.0.amount":` + field("100.00", 0.9), `"lineItems.0.quantity":` + corrected(`"4"`, field("5", 0.9)),
			`"lineItems.1.amount":` + corrected("null", field("7.00", 0.2)),
			`"taxes.0.rate":` + field("19", 0.9), `"text":` + field("all of it", 1),
		}, ",")),
	}
}

func TestFromCorrections(t *testing.T) {
	t.Parallel()
	url := service(t, labels())
	out, err := evaluated(t, "--from-corrections", "--server", url, "--key", testKey, "--misses")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"Documents: 2, pages: 2, not readable: 0",
		"field right wrong missing surplus precision recall F1 dueDate",
		"dueDate 0 0 0 1 ", "invoiceNumber 2 0 0 0 ", "total 1 1 0 0 ", "vendorName 1 0 0 0 ",
		"lineItems.amount 1 0 1 1 ", "lineItems.quantity 0 1 0 0 ", "whole line items 0 1 0 1 ",
		"ext_1 ext_1.PDF total 100.00 10.00 0.40",
	} {
		assert.Contains(t, text, want, "no", "in", out)
	}
	for _, not := range []string{"Nobody", "taxes", "text", "issueDate", "on page", "Milliseconds", "Document types"} {
		assert.NotContains(t, strings.ReplaceAll(text, "values from", ""), not, "in", out)
	}
	_, err = evaluated(t, "--from-corrections", "--server", url, "--key", testKey, "--fail-under", "total=0.9")
	assert.Error(t, err, "a figure that is too low is taken")
}

func TestFromCorrectionsRepeated(t *testing.T) {
	t.Parallel()
	url, folder := service(t, labels()), filepath.Join(t.TempDir(), "new")
	out, err := evaluated(t, "--from-corrections", "--server", url, "--key", testKey, "--rerun", folder)
	require.NoError(t, err)
	text := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{"Documents: 2,", "invoiceNumber 2 0 0 0", "total 2 0 0 0", "lineItems.amount 2 0 0 0"} {
		assert.Contains(t, text, want, "no", "in", out)
	}
	cases, err := eval.Load(folder)
	require.NoError(t, err, cases)
	require.Equal(t, len(cases), 2, cases)
	for _, c := range cases {
		if c.File != "ext_1.pdf" && c.File != "ext_2.pdf" || (c.DocumentType == "invoice") != (c.File == "ext_2.pdf") ||
			(len(c.PartialLineItems) == 1) != (c.File == "ext_1.pdf") {
			t.Errorf("%+v", c)
		}
	}
	_, err = evaluated(t, "--from-corrections", "--server", url, "--key", testKey, "--rerun", folder)
	assert.True(t, err != nil && strings.Contains(err.Error(), "name a new folder"), "a folder is overwritten", err)
	left, _ := os.ReadDir(folder)
	assert.Equal(t, len(left), 3, left)
}

func TestFromNoCorrections(t *testing.T) {
	t.Parallel()
	url := service(t, map[string]string{"ext_0": labels()["ext_0"]})
	for key, status := range map[string]exitstatus.Status{testKey: exitstatus.NotFound,
		"dm_live_x": exitstatus.Unauthorized} {
		_, err := evaluated(t, "--from-corrections", "--server", url, "--key", key)
		assert.Equal(t, exitstatus.Of(err), status, err)
	}
}
