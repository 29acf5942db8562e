package intake_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
)

func receiveBatch(t *testing.T, in *intake.Intake, body io.Reader) (intake.Batch, error) {
	t.Helper()
	return in.ReceiveBatch(t.Context(), intake.Upload{Body: body, Boundary: boundary, Plan: contract.PlanFree})
}

// mixed is a form with accepted and rejected files.
func mixed() (body string, contents []string) {
	contents = []string{
		"%PDF-1.7 first",
		"",
		"\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 1<<20),
		"%PDF-" + strings.Repeat("x", 6<<20),
		"%PDF-1.7 last",
	}
	var parts []string
	for i, content := range contents {
		name := "name=files"
		if i == 4 {
			name = "name=file"
		}
		parts = append(parts, name+"; filename=\""+string(rune('a'+i))+".pdf\"\r\n\r\n"+content)
	}
	return form(slices.Insert(parts, 2, "name=document_type\r\n\r\nreceipt")...), contents
}

// Files that are refused leave the others alone.
func TestReceiveBatch(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	body, contents := mixed()
	b, err := receiveBatch(t, newIntake(store), iotest.HalfReader(strings.NewReader(body)))
	require.NoError(t, err)
	codes := []contract.Code{"", contract.CodeEmptyFile, contract.CodeUnsupportedFormat, contract.CodeFileTooLarge, ""}
	require.True(t, b.DocumentType == "receipt" && len(b.Files) == len(codes), "batch is", b)
	for i, f := range b.Files {
		var code contract.Code
		if f.Refusal != nil {
			code = f.Refusal.Code
		}
		if code != codes[i] || f.Name != string(rune('a'+i))+".pdf" || f.Size != int64(len(contents[i])) ||
			f.SHA256 != sum(contents[i]) || (f.ObjectKey == "") != (code != "") {
			t.Errorf("file %d is %+v, refused for %q", i, f.File, code)
		}
		if code == "" {
			wantStored(t, store, f.ObjectKey, contents[i])
		}
	}
	if keys := kept(t, store); len(keys) != 2 || !slices.Equal(slices.Sorted(slices.Values(b.ObjectKeys())), keys) {
		t.Errorf("the bucket holds %v, the batch %v", keys, b.ObjectKeys())
	}
}

// Programs that fill in one form for all calls send every field of it.
func TestReceiveBatch_emptyParts(t *testing.T) {
	t.Parallel()
	in := newIntake(newStore(t))
	file := "name=files; filename=a.pdf\r\n\r\n%PDF-1.7 x"
	for name, parts := range map[string][]string{
		"before": append(emptyParts(), file), "after": append([]string{file}, emptyParts()...),
		"a type beside": append(emptyParts(), file, "name=document_type\r\n\r\nauto"),
	} {
		b, err := receiveBatch(t, in, strings.NewReader(form(parts...)))
		if err != nil || b.DocumentType != "auto" || len(b.Files) != 1 || b.Files[0].Refusal != nil {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
}

// A failed call removes all its files.
func TestReceiveBatch_keepsNothing(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	in := newIntake(store)
	file := "name=files\r\n\r\n%PDF-1.7"
	for name, tt := range map[string]struct {
		body string
		code contract.Code
	}{
		"no file":             {form("name=document_type\r\n\r\nauto"), contract.CodeInvalidRequest},
		"unknown part after":  {form(file, file, "name=x\r\n\r\n1"), contract.CodeInvalidRequest},
		"schema":              {form(file, schemaPart), contract.CodeInvalidRequest},
		"bad type after":      {form(file, file, "name=document_type\r\n\r\nnovel"), contract.CodeInvalidDocumentType},
		"no closing boundary": {strings.TrimSuffix(form(file, file), "--b--\r\n"), contract.CodeInvalidRequest},
		"cut in a refused": {strings.TrimSuffix(form(file, "name=files\r\n\r\n\x00"), "\r\n--b--\r\n"),
			contract.CodeInvalidRequest},
		"a hundred and one": {form(slices.Repeat([]string{file}, 101)...), contract.CodeInvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := receiveBatch(t, in, strings.NewReader(tt.body))
			assert.True(t, apierror.Is(err, tt.code), "error is", err, "want", tt.code)
			assert.Empty(t, kept(t, store), "the bucket holds")
		})
	}
}

// Files are stored concurrently. If one fails, the call fails and all others are removed.
func TestReceiveBatch_storeError(t *testing.T) {
	t.Parallel()
	refusing := &refusing{put: 7, next: &http.Transport{}}
	t.Cleanup(refusing.next.CloseIdleConnections)
	store := newStoreOver(t, refusing)
	in, files := newIntakeAndFiles(store)
	body := form(slices.Repeat([]string{"name=files\r\n\r\n%PDF-1.7"}, 30)...)
	_, err := receiveBatch(t, in, strings.NewReader(body))
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "error is", err)
	if keys := kept(t, store); len(keys) > 0 || files.Len() > 0 {
		t.Errorf("the bucket holds %v, %d files are at hand", keys, files.Len())
	}
}

// refusing refuses one of the requests that store an object.
type refusing struct {
	put  int64 // which
	puts atomic.Int64
	next *http.Transport
}

func (r *refusing) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodPut || r.puts.Add(1) != r.put {
		return r.next.RoundTrip(request)
	}
	_ = request.Body.Close()
	return &http.Response{
		StatusCode: http.StatusForbidden, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: request,
		Body: io.NopCloser(strings.NewReader("<Error><Code>AccessDenied</Code></Error>")),
	}, nil
}

// Refused files are read to their ends, but not without end.
func TestReceiveBatch_bounded(t *testing.T) {
	t.Parallel()
	endless := io.MultiReader(strings.NewReader("--b\r\nContent-Disposition: form-data; name=files\r\n\r\n"), zeros{})
	_, err := receiveBatch(t, newIntake(newStore(t)), endless)
	assert.True(t, apierror.Is(err, contract.CodeFileTooLarge), "error is", err)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// Hashing sees the same files, including rejected ones.
func TestHashBatch(t *testing.T) {
	t.Parallel()
	body, contents := mixed()
	b, err := intake.HashBatch(intake.Upload{Body: strings.NewReader(body), Boundary: boundary, Plan: contract.PlanFree})
	if err != nil || len(b.Files) != len(contents) || b.DocumentType != "receipt" || len(b.ObjectKeys()) != 0 {
		t.Fatalf("%+v, %v", b, err)
	}
	for i, f := range b.Files {
		assert.True(t, f.SHA256 == sum(contents[i]) && f.Name == string(rune('a'+i))+".pdf", "file", i, "is", f.File)
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	const limit = 5 << 20
	content := "\x7fELF" + strings.Repeat("x", limit-4) // of no format, and exactly of the plan's limit
	hash := func(body string) (intake.Document, error) {
		return intake.Hash(intake.Upload{Body: strings.NewReader(body), Boundary: boundary, Plan: contract.PlanFree})
	}
	d, err := hash(form(schemaPart, "name=file; filename=a\r\n\r\n"+content, "name=document_type\r\n\r\ninvoice"))
	if err != nil || d.File.SHA256 != sum(content) || d.File.Name != "a" || d.File.ObjectKey != "" ||
		d.DocumentType != "invoice" || string(d.Schema) != schema {
		t.Errorf("%+v, %v", d, err)
	}
	_, err = hash(form("name=file\r\n\r\n" + strings.Repeat("x", limit+1)))
	assert.True(t, apierror.Is(err, contract.CodeFileTooLarge), "over the limit", err)
	_, err = hash(form("name=document_type\r\n\r\ninvoice"))
	assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "without a file", err)
}

// For any body, reading ends with files or an error.
func FuzzForm(f *testing.F) {
	body, _ := mixed()
	for _, seed := range []string{
		body[:200], form(schemaPart, "name=file\r\n\r\nx"), "--b--\r\n", "--b\r\n\r\n",
		"preamble\r\n--b\nContent-Disposition: form-data; name=file\n\nx\n--b--",
		form("name=files\r\nContent-Transfer-Encoding: base64\r\n\r\neA=="), form("name=file; filename*=UTF-8''%00\r\n\r\n"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		upload := func() intake.Upload {
			return intake.Upload{Body: strings.NewReader(body), Boundary: boundary, Plan: contract.PlanFree}
		}
		d, err := intake.Hash(upload())
		if code := apierror.Of(err).Code; err == nil && len(d.File.SHA256) != 64 || err != nil &&
			code == contract.CodeInternalError {
			t.Errorf("%+v, %v", d, err)
		}
		b, err := intake.HashBatch(upload())
		if code := apierror.Of(err).Code; err == nil && len(b.Files) == 0 || err != nil && code == contract.CodeInternalError {
			t.Errorf("%+v, %v", b, err)
		}
	})
}
