package export_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
)

func record(i int, fileName, data string) contract.Record {
	confidence, at := 0.97, contract.TimeOf(time.Date(2026, 10, 2, 8, 0, 0, i*1e6, time.UTC))
	return contract.Record{
		ID: fmt.Sprintf("ext_%d", i), Status: contract.StatusCompleted, DocumentType: "invoice", Confidence: &confidence,
		Data: json.RawMessage(data), Checks: json.RawMessage(`[]`), Metadata: contract.Metadata{FileName: fileName},
		CreatedAt: at, CompletedAt: &at,
	}
}

func source(records ...contract.Record) export.Source {
	return func(each func(contract.Record) error) error {
		for _, r := range records {
			if err := each(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func read(t testing.TB, format export.Format, src export.Source) string {
	t.Helper()
	s, err := export.Open(format, src)
	require.NoError(t, err)
	b, err := io.ReadAll(iotest.HalfReader(s))
	require.NoError(t, errors.Join(err, s.Close()))
	return string(b)
}

func header() string {
	names := []string{"id", "status", "documentType", "confidence", "createdAt", "completedAt", "fileName"}
	for _, f := range schema.Scalars() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ",") + "\r\n"
}

func TestCSV(t *testing.T) {
	t.Parallel()
	assert.Equal(t, read(t, export.CSV, source()), header(), "of nothing")
	got := read(t, export.CSV, source(
		record(1, `a,"b".pdf`, `{"invoiceNumber":"R-1","total":"-119.00","vendorAddress":"Gasse 1\nWien",`+
			`"lineItems":[{"amount":"1.00"}],"taxes":[],"title":7,"issueDate":"2026-10-01",`+
			`"iban":{"a":"b"},"parts":[{"maker":{"name":"Oak"}}]}`),
		contract.Record{ID: "ext_2", Status: contract.StatusFailed, DocumentType: "auto", Data: json.RawMessage(`{}`)},
	))
	if !strings.HasPrefix(got, header()+
		"ext_1,completed,invoice,0.97,2026-10-02T08:00:00.001Z,2026-10-02T08:00:00.001Z,\"a,\"\"b\"\".pdf\",R-1,2026-10-01,") {
		t.Errorf("%q", got)
	}
	rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	require.NoError(t, err, rows)
	require.Equal(t, len(rows), 3, rows)
	column := map[string]string{}
	for i, name := range rows[0] {
		column[name] = rows[1][i]
	}
	for name, want := range map[string]string{"total": "-119.00", "vendorAddress": "Gasse 1\nWien", "title": "",
		"iban": ""} {
		assert.Equal(t, column[name], want, name)
	}
}

func TestCSVWithMark(t *testing.T) {
	t.Parallel()
	for _, src := range []export.Source{source(), source(record(1, "a", `{}`), record(2, "b", `{}`))} {
		assert.Equal(t, read(t, export.CSVWithMark, src), "\ufeff"+read(t, export.CSV, src))
	}
	for format, want := range map[export.Format]string{
		export.CSV: "text/csv; charset=utf-8; header=present", export.CSVWithMark: "text/csv; charset=utf-8; header=present",
		export.NDJSON: "application/x-ndjson",
		export.XLSX:   "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	} {
		assert.Equal(t, format.ContentType(), want, format)
	}
}

func TestWorkbook(t *testing.T) {
	t.Parallel()
	got := read(t, export.XLSX, source(record(1, "a.pdf", `{"lineItems":[{"description":"Oil"}]}`), record(2, "b.pdf", `{}`)))
	f, err := excelize.OpenReader(strings.NewReader(got))
	require.NoError(t, err)
	defer f.Close()
	documents, err := f.GetRows("Documents")
	assert.True(t, err == nil && len(documents) == 3 && documents[2][6] == "b.pdf", documents, err)
	items, err := f.GetRows("Line items")
	assert.True(t, err == nil && len(items) == 2 && items[1][4] == "Oil", items, err)
}

// Temporary files are gone however an export ends: whole, broken off, or left.
func TestWorkbookTempFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for name, c := range map[string]struct {
		records int
		end     func() error
		read    int64
	}{
		"whole":  {10, func() error { return nil }, -1},
		"broken": {5000, func() error { return errors.New("broken") }, -1},
		"panic":  {5000, func() error { panic("later") }, -1},
		"left":   {50_000, func() error { return nil }, 1000},
	} {
		s, err := export.Open(export.XLSX, func(each func(contract.Record) error) error {
			for i := range c.records {
				data := fmt.Sprintf(`{"vendorName":"%[1]x","lineItems":[{"description":"%[1]x"}]}`, sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
				if err := each(record(i, "a", data)); err != nil {
					return err
				}
			}
			return c.end()
		})
		require.NoError(t, err, name)
		if c.read < 0 {
			_, err = io.Copy(io.Discard, s)
		} else {
			_, err = io.CopyN(io.Discard, s, c.read)
		}
		assert.Equal(t, err != nil, name == "broken" || name == "panic", name, err)
		assert.NoError(t, s.Close(), name)
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: %s is left", name, left[0].Name())
		}
		assert.Empty(t, openBelow(folder), name, "open")
	}
}

// openBelow lists this process's open files below a folder, including nameless ones, if the system supports it.
func openBelow(folder string) (open []string) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, e := range entries {
		if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(to, folder) {
			open = append(open, to)
		}
	}
	return open
}

func TestCSVFormulas(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`=1+1`: `'=1+1`, `+49 30 1`: `'+49 30 1`, `-x`: `'-x`, `@SUM(A1)`: `'@SUM(A1)`, "\tx": "'\tx", "\rx": "'\rx",
		`  =1`: `'  =1`, "\n=1": "'\n=1", "\u00a0=1": "'\u00a0=1", "\u200b=1": "'\u200b=1", `＝1`: `'＝1`,
		`a=1`: `a=1`, ` a`: ` a`, `'=1`: `'=1`, `1-2`: `1-2`, ``: ``,
	} {
		data, _ := json.Marshal(map[string]string{"vendorName": text, "total": text, "dueDate": "2026-10-01"})
		rows, err := csv.NewReader(strings.NewReader(read(t, export.CSV, source(record(1, text, string(data)))))).ReadAll()
		require.NoError(t, err)
		for i, name := range rows[0] {
			switch got := rows[1][i]; name {
			case "fileName", "vendorName":
				assert.Equal(t, got, want, name, text)
			case "total": // not what an amount looks like: it is a text, then
				if strings.HasPrefix(want, "'") && !strings.HasPrefix(got, "'") {
					t.Errorf("%s %q is %q", name, text, got)
				}
			case "dueDate":
				assert.Equal(t, got, "2026-10-01", name)
			}
		}
	}
}

func TestNDJSON(t *testing.T) {
	t.Parallel()
	a, b := record(1, "a\nb.pdf", `{"total":"1.00"}`), record(2, "b.pdf", `{}`)
	lines := strings.SplitAfter(read(t, export.NDJSON, source(a, b)), "\n")
	require.True(t, len(lines) == 3 && lines[2] == "", lines)
	want, _ := json.Marshal(a)
	assert.Equal(t, lines[0], string(want)+"\n")
	assert.Equal(t, read(t, export.NDJSON, source()), "", "of nothing")
}

// A source that fails at once must fail Open, so that it can still be answered
// with an error; later there is only the cut.
func TestSourceError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := export.Open(export.CSV, func(func(contract.Record) error) error {
		return broken
	})
	assert.ErrorIs(t, err, broken, "at once")
	for _, format := range []export.Format{export.CSV, export.XLSX} {
		_, err := export.Open(format, func(func(contract.Record) error) error { panic("at once") })
		assert.Error(t, err, format, "a panic was lost")
		_, err = export.Open(format, func(func(contract.Record) error) error { return broken })
		assert.ErrorIs(t, err, broken, format, "at once")
	}
	for name, end := range map[string]func() error{
		"error": func() error { return broken },
		"panic": func() error { panic("later") },
	} {
		s, err := export.Open(export.NDJSON, func(each func(contract.Record) error) error {
			return errors.Join(each(record(1, "a", `{}`)), end())
		})
		require.NoError(t, err)
		b, err := io.ReadAll(s)
		assert.True(t, err != nil && bytes.Count(b, []byte("\n")) == 1, name, string(b), err)
		_, again := s.Read(make([]byte, 1))
		assert.True(t, again != nil && !errors.Is(again, io.EOF), name, "the second read says", again)
		assert.NoError(t, s.Close(), name)
	}
	s, err := export.Open(export.CSV, source(record(1, "a", `{}`), record(2, "b", `[]`)))
	require.NoError(t, err)
	_, err = io.ReadAll(s)
	assert.True(t, err != nil && strings.Contains(err.Error(), "ext_2"), "data that is no object", err)
}

func TestClose(t *testing.T) {
	t.Parallel()
	var ended error
	given := 0
	s, err := export.Open(export.NDJSON, func(each func(contract.Record) error) error {
		for ended == nil {
			ended = each(record(given, "a", `{}`))
			given++
		}
		return ended
	})
	require.NoError(t, err)
	_, err = io.ReadFull(s, make([]byte, 1000))
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, s.Close())
	}
	assert.True(t, ended != nil && given <= 10, "the source ended with", ended, "after", given, "records")
	n, err := s.Read(make([]byte, 1))
	assert.True(t, n == 0 && err != nil && !errors.Is(err, io.EOF), "read after close", n, err)
}

func TestConstantMemory(t *testing.T) {
	const records = 20_000
	s, err := export.Open(export.CSV, func(each func(contract.Record) error) error {
		for i := range records {
			if err := each(record(i, "a.pdf", `{"vendorName":"`+strings.Repeat("x", 1000)+`"}`)); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, err)
	defer s.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, s)
	require.NoError(t, err, "bytes")
	require.True(t, n >= records*1000, n, "bytes")
	runtime.GC()
	runtime.ReadMemStats(&after)
	grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	assert.True(t, grown <= 1<<20, grown, "bytes are held after", n, "were written")
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a", "=1", `"`, "a,b", "\r\n", " ", "\ufeff=1", "\u202e-1", "\xff", "a\rb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // JSON holds no other
		}
		data, err := json.Marshal(map[string]string{"vendorName": text, "total": text})
		require.NoError(t, err)
		out := read(t, export.CSV, source(record(1, text, string(data)), record(2, "last", `{}`)))
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.True(t, err == nil && len(rows) == 3 && rows[2][6] == "last", text, "makes", out, err)
		// The reader turns CRLF within cells into LF.
		want := strings.ReplaceAll(text, "\r\n", "\n")
		for i, name := range rows[0] {
			if name != "fileName" && name != "vendorName" {
				continue
			}
			got := rows[1][i]
			if got != want && got != "'"+want {
				t.Fatalf("%s: %q became %q", name, text, got)
			}
			require.False(t, strings.ContainsAny(got[:min(1, len(got))], "=+-@\t\r"), name, got, "can run as a formula")
		}
	})
}
