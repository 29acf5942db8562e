package extractor_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// mark is content of a document; no log line may contain it.
const mark = "MARKSECRETMARK"

func zipped(t *testing.T, parts ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, part := range parts {
		f, err := w.Create(part[0])
		require.NoError(t, err)
		_, err = f.Write([]byte(part[1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// office returns an office file with the main part content.
func office(t *testing.T, kind, path, content string) []byte {
	t.Helper()
	const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/%s" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.%s.main+xml"/></Types>`
	const links = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ` +
		`Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ` +
		`Target="%s"/></Relationships>`
	return zipped(t, [2]string{"[Content_Types].xml", fmt.Sprintf(types, path, kind)},
		[2]string{"_rels/.rels", fmt.Sprintf(links, path)},
		[2]string{path, content})
}

// telling returns documents of all formats with errors in their content.
func telling(t *testing.T) map[string][]byte {
	t.Helper()
	pdf := pdfgen.New()
	pdf.AddPage(595, 842).Text(60, 60, 12, mark)
	pdf.Attach(mark+".xml", []byte("<CrossIndustryInvoice><"+mark+"></other>"))
	long := strings.Repeat(mark, 3<<20/len(mark))
	broken := map[string]string{
		"entity": "&" + mark + ";", "long entity": "&" + long + ";", "tag": "<" + mark + "></other>", "open tag": "<" + mark,
		"attribute": "<a " + mark + "=" + mark + ">", "instruction": "<?" + mark, "end": "</" + mark + ">",
	}
	docs := map[string][]byte{
		"pdf": pdf.Bytes(), "cut pdf": pdf.Bytes()[:len(pdf.Bytes())/2],
		"pdf without objects": []byte("%PDF-1.7\n/" + mark + " obj << /Root " + mark),
		"encoding":            []byte(`<?xml version="1.0" encoding="` + mark + `"?><Invoice>` + "\xff</Invoice>"),
		"image":               []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x20tEXt" + mark + mark), "gif": []byte("GIF89a" + mark),
		"csv": []byte("a;b\n\"" + mark + "\x00;" + mark + "\n\"\"" + mark),
		"mail header": []byte("From: =?" + mark + "?Q?" + mark + "?=\r\nContent-Type: multipart/" + mark + "; boundary=\"" +
			mark + "\r\n\r\n--" + mark),
		"mail part": []byte("From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; " +
			"boundary=b\r\n\r\n--b\r\nContent-Transfer-Encoding: " + mark + "\r\n\r\n" + mark + "\r\n--b\r\nContent-Type: " +
			mark + "/" + mark + ";" + mark + "\r\n\r\n"),
		"json": []byte(`{"` + mark + `":`), "unknown": []byte("\x7fELF" + mark), "text": []byte(mark + " \x00\x01" + mark),
		"missing part": zipped(t, [2]string{"[Content_Types].xml", "<Types/>"}, [2]string{"word/" + mark + ".xml", mark}),
		"cell": office(t, "spreadsheetml.sheet", "xl/workbook.xml",
			`<workbook><sheets><sheet name="`+mark+`" r:id="`+mark+`"/></sheets></workbook>`),
	}
	for name, xml := range broken {
		docs["xml "+name] = []byte(`<?xml version="1.0"?><Invoice ` +
			`xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">` + xml)
		docs["html "+name] = []byte("<!DOCTYPE html><html><body>" + xml)
		docs["docx "+name] = office(t, "wordprocessingml.document", "word/document.xml", "<w:document><w:body>"+xml)
		docs["xlsx "+name] = office(t, "spreadsheetml.sheet", "xl/workbook.xml", "<workbook><sheets>"+xml)
	}
	return docs
}

// lockedLog collects log output.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// For any content and failure, the log explains the failure in a line without any content.
func TestLogsWithoutContent(t *testing.T) {
	t.Parallel()
	var logged lockedLog
	e, err := enginepool.New(t.Context(),
		enginepool.Config{Workers: 2, MemoryBytes: 1 << 30, CacheDir: engineCache(), OCRLanguages: "eng"},
		slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	require.NoError(t, err)
	defer e.Close()
	failures := 0
	for name, data := range telling(t) {
		answer, err := extractBytes(t, e, data)
		if err != nil { // what goes to the log of the attempt
			fmt.Fprintf(&logged, "%s: %v\n", name, err)
		}
		if err != nil || answer.Failure != nil {
			failures++
		}
		assert.NotContains(t, fmt.Sprint(err), mark, name, err)
	}
	assert.True(t, failures >= 10, "only", failures, "documents failed")
	for line := range strings.Lines(logged.b.String()) {
		if strings.Contains(line, mark) || len(line) > 1000 {
			t.Errorf("%d bytes: %.500s", len(line), line)
		}
	}
	t.Logf("%d failures\n%s", failures, logged.b.String())
}
