// Package intake receives uploaded files: it reads a multipart body part by part in constant
// memory and streams files to the object store while it counts, hashes and sniffs them. It
// returns files that arrived whole and are stored. After an error nothing is left.
//
// A repeated call is only hashed, to find out whether it is the same.
//
// Errors are *apierror.Error. Those that the body returns (a client that left or is too slow) are
// passed on.
package intake

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// KeyPrefix is the prefix of uploaded files. An object under it without a document is the orphan
// of an aborted upload.
const KeyPrefix = "docs/"

// How much longer than its files a body may be, in bytes: text parts and part headers.
const (
	formOverhead = 256 << 10
	partOverhead = 2 * maxPartHeader
)

// storedBeside is how many small files of one batch are stored at a time: each waits for the store's disk.
const storedBeside = 4

// Config bounds concurrent uploads.
type Config struct {
	MaxUploads           int // under way at once, over all accounts
	MaxUploadsPerAccount int
}

// Intake receives files. It is safe for concurrent use.
type Intake struct {
	store *blob.Store
	newID func() string
	log   *slog.Logger
	slots *slots
	files *filecache.Cache
	// buffers are *buffer. The object store never gets one: its client may read from a failed request after the call.
	buffers sync.Pool
}

// New returns an Intake; newID returns the random part of object keys. Small files are also put
// into files.
func New(
	store *blob.Store, files *filecache.Cache, cfg Config, newID func() string, log *slog.Logger,
) *Intake {
	return &Intake{
		store: store, newID: newID, log: log, files: files,
		slots:   &slots{max: cfg.MaxUploads, maxPerAccount: cfg.MaxUploadsPerAccount, byAccount: map[string]int{}},
		buffers: sync.Pool{New: func() any { return new(buffer) }},
	}
}

// Begin reserves a slot for an upload. It returns CodeServiceUnavailable with RetryAfter if there
// is none. release must be called.
func (in *Intake) Begin(accountID string) (release func(), err error) {
	return in.slots.take(accountID)
}

// Boundary checks that a request's Content-Type is multipart/form-data
// (CodeUnsupportedMediaType) and returns its boundary.
func Boundary(contentType string) (string, error) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if mediaType != "multipart/form-data" {
		return "", apierror.New(contract.CodeUnsupportedMediaType,
			"Send the request as multipart/form-data, each file as a part of its own.")
	}
	// RFC 2046, 5.1.1: one to seventy characters.
	if b := params["boundary"]; err == nil && len(b) >= 1 && len(b) <= 70 {
		return b, nil
	}
	return "", apierror.New(contract.CodeInvalidRequest, "The Content-Type multipart/form-data has no valid boundary.")
}

// CheckLength refuses a body that cannot hold so many files within the plan's limit, by its
// declared length in bytes; -1 is unknown.
func CheckLength(plan contract.Plan, files int, contentLength int64) error {
	if contentLength <= maxBody(plan, files) {
		return nil
	}
	if files == 1 {
		return tooLarge(plan)
	}
	return tooLargeTogether(files)
}

// maxBody is the maximum length of a body with so many files of the plan.
func maxBody(plan contract.Plan, files int) int64 {
	return int64(files)*(maxFile(plan)+partOverhead) + formOverhead
}

func maxFile(plan contract.Plan) int64 {
	limits, _ := plan.Limits()
	return limits.MaxFileSizeBytes
}

// Upload is a multipart body that is still arriving.
type Upload struct {
	Body     io.Reader
	Boundary string
	Plan     contract.Plan
	// FindType finds saved document types; nil refuses them.
	FindType FindType
}

// FindType returns the saved type that a document_type such as "acme_payslip@2" names, or an error.
type FindType func(text string) (model.SavedType, error)

// File is a file that arrived whole.
type File struct {
	Name      string // see CleanName
	Size      int64  // bytes
	MIMEType  string // of the bytes; "" when refused or only hashed
	SHA256    string // lower-case hexadecimal
	ObjectKey string // where it lies in the object store; "" when refused or only hashed
}

// Document is a form for one file.
type Document struct {
	File         File
	DocumentType string // as asked for, "auto" when not
	Saved        *model.SavedType
	Schema       json.RawMessage // of custom fields, as it was sent; nil for none
}

// Batch is a form for several files, in the order sent.
type Batch struct {
	Files        []BatchFile
	DocumentType string // as asked for, "auto" when not
	Saved        *model.SavedType
}

// BatchFile is a file of a batch. A refused one was read and hashed, but not stored.
type BatchFile struct {
	File
	Refusal *apierror.Error // CodeEmptyFile, CodeFileTooLarge or CodeUnsupportedFormat; nil when taken in
}

// Receive reads a form for one file to its end. After an error nothing is stored. Errors are
// CodeInvalidRequest, CodeInvalidDocumentType, CodeInvalidSchema, CodeEmptyFile,
// CodeFileTooLarge, CodeUnsupportedFormat, CodeServiceUnavailable, and faults of the body.
func (in *Intake) Receive(ctx context.Context, u Upload) (Document, error) {
	d := singleFile{files: storeFile{in: in, plan: u.Plan}}
	err := d.read(ctx, u)
	if err != nil && d.file != nil {
		in.Discard(ctx, d.file.ObjectKey)
	}
	return d.result(), err
}

// ReceiveBatch reads a form for up to contract.MaxBatchFiles files to its end. Refusals of single
// files are in the Batch. It returns the errors of Receive, and then stores no file.
func (in *Intake) ReceiveBatch(ctx context.Context, u Upload) (Batch, error) {
	beside, storing := errgroup.WithContext(ctx)
	beside.SetLimit(storedBeside)
	b := batchFiles{files: storeFile{in: in, plan: u.Plan, beside: beside}}
	err := b.read(storing, u)
	if failed := beside.Wait(); failed != nil {
		err = failed
	}
	if err != nil {
		in.Discard(ctx, b.batch.ObjectKeys()...)
	}
	return b.batch, err
}

// Hash reads a form for one file like Receive, but stores nothing and ignores the file's format.
func Hash(u Upload) (Document, error) {
	d := singleFile{files: hashFile{u.Plan}}
	err := d.read(context.Background(), u)
	return d.result(), err
}

// HashBatch is Hash for a form of ReceiveBatch. It hashes refused files as well.
func HashBatch(u Upload) (Batch, error) {
	b := batchFiles{files: hashFile{u.Plan}}
	err := b.read(context.Background(), u)
	return b.batch, err
}

// ObjectKeys returns the object keys of the stored files.
func (b Batch) ObjectKeys() []string {
	var keys []string
	for _, f := range b.Files {
		if f.ObjectKey != "" {
			keys = append(keys, f.ObjectKey)
		}
	}
	return keys
}

// Discard deletes stored files that were refused afterwards. If that fails the janitor removes
// them later.
func (in *Intake) Discard(ctx context.Context, objectKeys ...string) {
	const limit = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	for _, key := range objectKeys {
		in.files.Take(key)
		if err := in.store.Delete(ctx, key); err != nil {
			in.log.Warn("could not delete a refused file", "key", key, "error", err)
		}
	}
}

// slotRetry is the Retry-After if too many uploads are running.
const slotRetry = 2 * time.Second

// slots bounds concurrent uploads, each of which needs a part buffer.
type slots struct {
	max, maxPerAccount int

	mu        sync.Mutex
	total     int
	byAccount map[string]int
}

func (s *slots) take(accountID string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[accountID] >= s.maxPerAccount {
		return nil, busy("Too many uploads of this account are under way at once (at most %d). Try again shortly.",
			s.maxPerAccount)
	}
	if s.total >= s.max {
		return nil, busy("Too many uploads are under way at the moment. Try again shortly.")
	}
	s.total++
	s.byAccount[accountID]++
	return sync.OnceFunc(func() { s.give(accountID) }), nil
}

func (s *slots) give(accountID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total--
	s.byAccount[accountID]--
	if s.byAccount[accountID] == 0 {
		delete(s.byAccount, accountID)
	}
}

func busy(format string, args ...any) error {
	f := apierror.New(contract.CodeServiceUnavailable, format, args...)
	f.RetryAfter = slotRetry
	return f
}
