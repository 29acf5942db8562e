package intake

import (
	"context"
	"io"
	"log/slog"
	"mime"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// KeyPrefix is where uploaded files lie in the bucket. An object under it that
// no document names is an orphan of an upload that broke.
const KeyPrefix = "docs/"

// formOverhead is how much longer than its file a body may say to be before it
// is refused unread.
const formOverhead = 64 << 10

// Config bounds what is taken in at once.
type Config struct {
	MaxUploads           int // under way at once, over all accounts
	MaxUploadsPerAccount int
}

// Intake takes files in. It is safe for concurrent use.
type Intake struct {
	store *blob.Store
	newID func() string
	log   *slog.Logger
	slots *slots
}

// New makes an Intake; newID gives the random part of object keys.
func New(store *blob.Store, cfg Config, newID func() string, log *slog.Logger) *Intake {
	return &Intake{
		store: store, newID: newID, log: log,
		slots: &slots{max: cfg.MaxUploads, maxPerAccount: cfg.MaxUploadsPerAccount, byAccount: map[string]int{}},
	}
}

// Begin reserves a place among the uploads under way: CodeServiceUnavailable
// with RetryAfter when there is none. release must be called.
func (in *Intake) Begin(accountID string) (release func(), err error) {
	return in.slots.take(accountID)
}

// Boundary checks that a request's Content-Type is multipart/form-data
// (CodeUnsupportedMediaType) and gives its boundary.
func Boundary(contentType string) (string, error) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if mediaType != "multipart/form-data" {
		return "", fault.New(contract.CodeUnsupportedMediaType,
			"Send the file as multipart/form-data with a part named \"file\".")
	}
	// RFC 2046, 5.1.1: one to seventy characters.
	if b := params["boundary"]; err == nil && len(b) >= 1 && len(b) <= 70 {
		return b, nil
	}
	return "", fault.New(contract.CodeInvalidRequest, "The Content-Type multipart/form-data has no valid boundary.")
}

// CheckLength refuses a body that cannot hold a file within the plan's limit,
// by its declared length in bytes; -1 stands for an unknown one.
func CheckLength(plan contract.Plan, contentLength int64) error {
	limits, _ := plan.Limits()
	if contentLength > limits.MaxFileSizeBytes+formOverhead {
		return tooLarge(plan, limits.MaxFileSizeBytes)
	}
	return nil
}

// Upload is a multipart body that is still arriving.
type Upload struct {
	Body     io.Reader
	Boundary string
	Plan     contract.Plan
}

// File is a file that arrived whole and lies in the object store.
type File struct {
	Name         string // see CleanName
	Size         int64  // bytes
	MIMEType     string // of the bytes
	SHA256       string // lower-case hexadecimal
	ObjectKey    string
	DocumentType string // as asked for, "auto" when not
}

// Receive reads the body to its end. It fails with a *fault.Error and then
// keeps nothing: CodeInvalidRequest, CodeInvalidDocumentType, CodeEmptyFile,
// CodeFileTooLarge, CodeUnsupportedFormat, CodeServiceUnavailable, or whatever
// fault the body reports.
func (in *Intake) Receive(ctx context.Context, u Upload) (File, error) {
	limits, _ := u.Plan.Limits()
	f := form{in: in, plan: u.Plan, maxBytes: limits.MaxFileSizeBytes}
	err := f.read(ctx, u.Body, u.Boundary)
	if err == nil {
		return f.result(), nil
	}
	if f.file != nil {
		in.Discard(ctx, f.file.ObjectKey)
	}
	return File{}, err
}

// Discard removes a stored file that was refused afterwards. It does its best:
// what stays is an orphan, which is removed later.
func (in *Intake) Discard(ctx context.Context, objectKey string) {
	const limit = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	if err := in.store.Delete(ctx, objectKey); err != nil {
		in.log.Warn("could not delete a refused file", "key", objectKey, "error", err)
	}
}
