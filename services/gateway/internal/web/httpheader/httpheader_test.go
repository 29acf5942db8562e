package httpheader_test

import (
	"mime"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

func TestAcceptable(t *testing.T) {
	t.Parallel()
	const j, n, c = "application/json", "application/x-ndjson", "text/csv"
	for accept, want := range map[string]string{
		"": j, "*/*": j, "text/csv": c, "TEXT/CSV": c, "application/x-ndjson": n, "application/*": j,
		"text/*": c, "image/png": "",
		"text/csv, */*": c, "text/csv;q=0.1, application/json": j, "text/csv;q=0, */*": j,
		"text/html, text/csv;q=0.9, */*;q=0.8": c,
		"application/json;q=0, application/*":  n, "text/csv;header=present": c, "text/csv; q=2": c,
		`text/csv;x=","`: c, ",": "",
		"application/x-ndjson, text/csv": n, "application/json, text/csv": j, "*/*;q=0": "",
	} {
		assert.Equal(t, httpheader.Acceptable(accept, []string{j, n, c}), want, accept, "chooses")
	}
}

// An offer with a parameter requires a range with it.
func TestAcceptableWithParameters(t *testing.T) {
	t.Parallel()
	const j, c, m = "application/json", "text/csv", "text/csv; bom=1"
	for accept, want := range map[string]string{
		"": j, "*/*": j, "text/*": c, "text/csv": c, "text/csv; bom=1": m, "text/csv;BOM=1": m, `text/csv;bom="1"`: m,
		"text/csv; bom=0": c, "text/csv; charset=utf-8; bom=1": m, "text/csv; bom=1; q=0.1, application/json": j,
		"text/csv; bom=1; q=0, */*": j, "application/json; bom=1": j,
	} {
		assert.Equal(t, httpheader.Acceptable(accept, []string{j, c, m}), want, accept, "chooses")
	}
}

func TestAttachment(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.pdf", "Ölmühle.pdf", `a"b\c.pdf`, "a%41.pdf", "a;b=c.pdf", "日本.pdf", "a'b.pdf", ""} {
		got := httpheader.Attachment(name)
		kind, params, err := mime.ParseMediaType(got)
		if err != nil || kind != "attachment" || params["filename"] != name {
			// The parser joins both forms and prefers the extended one.
			t.Errorf("%q: %s is read as %q, %v", name, got, params["filename"], err)
		}
	}
	got := httpheader.Attachment("a\r\nX: y.pdf")
	assert.False(t, strings.ContainsAny(got, "\r\n"), got)
}

func FuzzRange(f *testing.F) {
	for _, seed := range []string{"bytes=0-1", "bytes=-5", "bytes=5-", "bytes=-0", "bytes=99999999999999999999-",
		"bytes = 1-2", "bytes=1-2-3", "bytes=-", "=", "bytes=0-0,1-1"} {
		f.Add(seed, int64(10))
	}
	f.Fuzz(func(t *testing.T, header string, size int64) {
		r, err := httpheader.ParseRange(header, max(size, 0))
		if err == nil && (r.First < 0 || r.Length < 1 || r.First+r.Length > size) {
			t.Errorf("%q of %d: %d, %d", header, size, r.First, r.Length)
		}
	})
}

func TestParsePrefer(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]struct {
		wait    time.Duration
		applied string
	}{
		"":                               {10 * time.Second, ""},
		"wait=5":                         {5 * time.Second, "wait=5"},
		`wait="5"`:                       {5 * time.Second, "wait=5"},
		"wait=61":                        {60 * time.Second, "wait=60"},
		"wait=99999999999999999999999":   {60 * time.Second, "wait=60"},
		"wait=-1":                        {10 * time.Second, ""},
		"wait=1.5":                       {10 * time.Second, ""},
		"wait":                           {10 * time.Second, ""},
		"wait=3, wait=4":                 {3 * time.Second, "wait=3"},
		"respond-async":                  {0, "respond-async"},
		"RESPOND-ASYNC; x=y":             {0, "respond-async"},
		"respond-async, wait=7":          {7 * time.Second, "respond-async, wait=7"},
		`handling="a, wait=1", WAIT = 2`: {2 * time.Second, "wait=2"},
		"return=minimal":                 {10 * time.Second, ""},
	} {
		p := httpheader.ParsePrefer(header, 10*time.Second, time.Minute)
		assert.True(t, p.Wait == want.wait && p.Applied == want.applied,
			header, p.Wait, p.Applied, "want", want.wait, want.applied)
	}
}

func FuzzParsePrefer(f *testing.F) {
	for _, seed := range []string{"wait=5", "respond-async, wait=70", `a="b\",wait=1`, ";,=", `"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		p := httpheader.ParsePrefer(header, 10*time.Second, time.Minute)
		if p.Wait < 0 || p.Wait > time.Minute || strings.ContainsAny(p.Applied, "\r\n\"") {
			t.Errorf("%q: %s %q", header, p.Wait, p.Applied)
		}
	})
}
