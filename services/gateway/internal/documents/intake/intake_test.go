package intake_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const boundary = "b"

func newStore(t *testing.T) *blob.Store {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return newStoreOver(t, transport)
}

func newStoreOver(t *testing.T, transport http.RoundTripper) *blob.Store {
	t.Helper()
	s3 := testkit.S3(t)
	store, err := blob.New(blob.Config{
		Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Bucket: s3.Bucket, Transport: transport,
	})
	require.NoError(t, err)
	return store
}

func newIntake(store *blob.Store) *intake.Intake {
	in, _ := newIntakeAndFiles(store)
	return in
}

// maxAtHand is the largest file that is left at hand.
const maxAtHand = 1 << 10

// newIntakeAndFiles also returns the cache of small files.
func newIntakeAndFiles(store *blob.Store) (*intake.Intake, *filecache.Cache) {
	files := filecache.New(filecache.Config{FileBytes: maxAtHand, Bytes: 4 * maxAtHand, For: time.Hour})
	return intake.New(store, files, intake.Config{MaxUploads: 2, MaxUploadsPerAccount: 1}, uuid.NewString,
		slog.New(slog.DiscardHandler)), files
}

// form writes a body as it is sent, by hand.
func form(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; " + p + "\r\n")
	}
	return b.String() + "--" + boundary + "--\r\n"
}

func receive(t *testing.T, in *intake.Intake, body io.Reader) (intake.Document, error) {
	t.Helper()
	return in.Receive(t.Context(), intake.Upload{Body: body, Boundary: boundary, Plan: contract.PlanFree})
}

const (
	schema     = `{"type": "object", "properties": {"orderRef": {"type": ["string", "null"]}}}`
	schemaPart = "name=schema; filename=fields.json\r\nContent-Type: application/json\r\n\r\n" + schema
)

// emptyParts are empty text parts in the forms that browsers and libraries send.
func emptyParts() []string {
	return []string{
		"name=document_type\r\n\r\n",
		"name=\"schema\"\r\n\r\n",
		"name=\"schema\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n",
		"name=schema; filename=fields.json\r\nContent-Type: application/json\r\n\r\n",
		"name=document_type; filename=\"\"\r\nContent-Type: text/plain\r\n\r\n",
	}
}

func sum(content string) string {
	h := sha256.Sum256([]byte(content))
	return hex.EncodeToString(h[:])
}

func wantStored(t *testing.T, store *blob.Store, key, content string) {
	t.Helper()
	r, _, err := store.Get(t.Context(), key)
	require.NoError(t, err)
	defer r.Close()
	b, err := io.ReadAll(r)
	assert.True(t, err == nil && string(b) == content, key, "holds", len(b), "bytes, want", len(content), err)
}

func kept(t *testing.T, store *blob.Store) (keys []string) {
	t.Helper()
	err := store.Each(t.Context(), "", time.Now().Add(time.Hour), func(key string) error {
		keys = append(keys, key)
		return nil
	})
	require.NoError(t, err)
	return keys
}

func TestReceive(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	in, files := newIntakeAndFiles(store)
	xml := "<!-- " + strings.Repeat("licence ", 2000) +
		"--><Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>"
	csv := "date,amount\r\n2026-10-01,119.00\r\n2026-10-02,1.00"
	for name, tt := range map[string]struct{ body, content, fileName, mimeType, documentType, schema string }{
		"file alone": {form("name=file; filename=\"a/x.pdf\"\r\n\r\n%PDF-1.7 x"), "%PDF-1.7 x", "x.pdf",
			"application/pdf", "auto", ""},
		"type after": {form("name=file; filename=x.pdf\r\n\r\n%PDF-1.7 x", "name=document_type\r\n\r\nreceipt"),
			"%PDF-1.7 x", "x.pdf", "application/pdf", "receipt", ""},
		"type before": {form("name=document_type\r\n\r\ninvoice",
			"name=file; filename=x.csv\r\nContent-Type: image/png\r\n\r\n"+csv), csv, "x.csv", "text/csv", "invoice", ""},
		"large": {form("name=file\r\n\r\n%PDF-" + strings.Repeat("y", 4<<20)),
			"%PDF-" + strings.Repeat("y", 4<<20), "file", "application/pdf", "auto", ""},
		"long comment": {form("name=file; filename=x.xml\r\n\r\n" + xml), xml, "x.xml", "application/xml", "auto", ""},
		"schema before": {form(schemaPart, "name=file\r\n\r\n%PDF-1.7"), "%PDF-1.7", "file",
			"application/pdf", "auto", schema},
		"schema after": {form("name=file\r\n\r\n%PDF-1.7", schemaPart), "%PDF-1.7", "file",
			"application/pdf", "auto", schema},
		"empty parts before": {form(append(emptyParts(), "name=file\r\n\r\n%PDF-1.7")...), "%PDF-1.7", "file",
			"application/pdf", "auto", ""},
		"empty parts after": {form(append([]string{"name=file\r\n\r\n%PDF-1.7"}, emptyParts()...)...), "%PDF-1.7", "file",
			"application/pdf", "auto", ""},
		"empty beside sent": {form(append(emptyParts(), "name=document_type\r\n\r\nreceipt", schemaPart,
			"name=file\r\n\r\n%PDF-1.7", "name=schema\r\n\r\n", "name=document_type\r\n\r\n")...), "%PDF-1.7", "file",
			"application/pdf", "receipt", schema},
		"preamble and epilogue": {"preamble\r\n" + form("name=file\r\n\r\n%PDF-1.7") + strings.Repeat("e", 10<<10),
			"%PDF-1.7", "file", "application/pdf", "auto", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := receive(t, in, iotest.HalfReader(strings.NewReader(tt.body)))
			require.NoError(t, err)
			f := d.File
			if f.Name != tt.fileName || f.Size != int64(len(tt.content)) || f.MIMEType != tt.mimeType ||
				d.DocumentType != tt.documentType || string(d.Schema) != tt.schema || f.SHA256 != sum(tt.content) {
				t.Errorf("document is %+v", d)
			}
			wantStored(t, store, f.ObjectKey, tt.content)
			if file := files.Take(f.ObjectKey); string(file) != tt.content && len(tt.content) <= maxAtHand ||
				file != nil && len(tt.content) > maxAtHand {
				t.Errorf("%d bytes are at hand", len(file))
			}
		})
	}
}

// Any failure after storing the file removes the file.
func TestReceive_keepsNothing(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	in := newIntake(store)
	file := "name=file\r\n\r\n%PDF-1.7"
	gone := apierror.New(contract.CodeRequestTimeout, "gone")
	for name, tt := range map[string]struct {
		body io.Reader
		code contract.Code
	}{
		"unknown part after": {strings.NewReader(form(file, "name=x\r\n\r\n1")), contract.CodeInvalidRequest},
		"second file":        {strings.NewReader(form(file, file)), contract.CodeInvalidRequest},
		"bad type after": {strings.NewReader(form(file, "name=document_type\r\n\r\nnovel")),
			contract.CodeInvalidDocumentType},
		"bad schema after": {strings.NewReader(form(file, "name=schema\r\n\r\n{}")), contract.CodeInvalidSchema},
		"long schema after": {strings.NewReader(form(file, "name=schema\r\n\r\n"+schema+strings.Repeat(" ", 64<<10))),
			contract.CodeInvalidSchema},
		"schema not UTF-8": {strings.NewReader(
			form(file, "name=schema\r\n\r\n"+strings.Replace(schema, "orderRef", "\xe4", 1))), contract.CodeInvalidSchema},
		"two schemas": {strings.NewReader(form(file, schemaPart, schemaPart)), contract.CodeInvalidRequest},
		"endless empty parts": {strings.NewReader(form(append(slices.Repeat([]string{"name=schema\r\n\r\n"}, 17), file)...)),
			contract.CodeInvalidRequest},
		"part of a batch": {strings.NewReader(form(file, strings.Replace(file, "file", "files", 1))),
			contract.CodeInvalidRequest},
		"no closing boundary": {strings.NewReader(strings.TrimSuffix(form(file), "--b--\r\n")), contract.CodeInvalidRequest},
		"cut in the file": {strings.NewReader("--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%PDF-" +
			strings.Repeat("x", 2<<20)), contract.CodeInvalidRequest},
		"too large": {strings.NewReader(form("name=file\r\n\r\n%PDF-" + strings.Repeat("x", 5<<20) + "\r\n")),
			contract.CodeFileTooLarge},
		"source fails in file": {io.MultiReader(strings.NewReader(
			"--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%PDF-"+strings.Repeat("x", 8<<10)), iotest.ErrReader(gone)),
			contract.CodeRequestTimeout},
		"source fails after": {io.MultiReader(strings.NewReader(form(file)), iotest.ErrReader(gone)),
			contract.CodeRequestTimeout},
		"long header after": {strings.NewReader(
			form(file, "name=document_type\r\nX: "+strings.Repeat("x", 1<<20)+"\r\n\r\nauto")), contract.CodeInvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := receive(t, in, tt.body)
			var f *apierror.Error
			assert.True(t, errors.As(err, &f) && f.Code == tt.code, "error is", err, "want", tt.code)
			assert.Empty(t, kept(t, store), "the bucket holds")
		})
	}
}

func TestReceive_storeDown(t *testing.T) {
	t.Parallel()
	store, err := blob.New(blob.Config{Endpoint: "127.0.0.1:1", AccessKey: "a", SecretKey: "s", Bucket: "b"})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // or the client tries again for long
	defer cancel()
	_, err = newIntake(store).Receive(ctx, intake.Upload{
		Body: strings.NewReader(form("name=file\r\n\r\n%PDF-1.7")), Boundary: boundary, Plan: contract.PlanFree,
	})
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "error is", err)
}

func TestBegin(t *testing.T) {
	t.Parallel()
	in := newIntake(nil)
	release, err := in.Begin("a")
	require.NoError(t, err)
	_, err = in.Begin("a")
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "second upload of the account", err)
	releaseB, err := in.Begin("b")
	require.NoError(t, err)
	_, err = in.Begin("c")
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "third upload", err)
	release()
	release() // counts once
	_, err = in.Begin("c")
	assert.NoError(t, err, "after a release")
	_, err = in.Begin("d")
	assert.Error(t, err, "releasing twice made two places")
	releaseB()
}

func TestBoundary(t *testing.T) {
	t.Parallel()
	w := multipart.NewWriter(io.Discard)
	b, err := intake.Boundary(w.FormDataContentType())
	assert.True(t, err == nil && b == w.Boundary(), b, err)
	for contentType, code := range map[string]contract.Code{
		"":                              contract.CodeUnsupportedMediaType,
		"application/json":              contract.CodeUnsupportedMediaType,
		"multipart/mixed; boundary=b":   contract.CodeUnsupportedMediaType,
		"multipart/form-data":           contract.CodeInvalidRequest,
		"multipart/form-data; boundary": contract.CodeInvalidRequest,
		"multipart/form-data; boundary=" + strings.Repeat("x", 71): contract.CodeInvalidRequest,
	} {
		_, err := intake.Boundary(contentType)
		assert.True(t, apierror.Is(err, code), contentType, err, "want", code)
	}
}

func TestCheckLength(t *testing.T) {
	t.Parallel()
	one := int64(5<<20 + 272<<10)
	for length, refused := range map[int64]bool{-1: false, 0: false, one: false, one + 1: true} {
		err := intake.CheckLength(contract.PlanFree, 1, length)
		assert.Equal(t, err != nil, refused, length, err)
	}
	assert.NoError(t, intake.CheckLength(contract.PlanFree, 100, 500<<20))
	err := intake.CheckLength(contract.PlanFree, 100, 502<<20)
	assert.True(t, apierror.Is(err, contract.CodeFileTooLarge), "a batch beyond the sum", err)
}
