package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// storeRetry is the Retry-After while the object store is unavailable.
const storeRetry = 2 * time.Second

// fileHandler handles a file of a form. The File it returns lacks size and hash; a *refusal leaves part of it unread.
type fileHandler interface {
	handle(ctx context.Context, m *meter, name string) (File, error)
}

// refusal means that the file, not the call, is at fault.
type refusal struct{ fault *apierror.Error }

func (r *refusal) Error() string { return r.fault.Error() }
func (r *refusal) Unwrap() error { return r.fault }

func refuse(code contract.Code, format string, args ...any) error {
	return &refusal{apierror.New(code, format, args...)}
}

// hashFile reads files and stores nothing.
type hashFile struct{ plan contract.Plan }

func (h hashFile) handle(_ context.Context, m *meter, name string) (File, error) {
	m.limit(h.plan)
	_, err := io.Copy(io.Discard, m)
	return File{Name: CleanName(name)}, err
}

// storeFile stores files in the object store.
type storeFile struct {
	in   *Intake
	plan contract.Plan
	// beside stores small files while the next ones are read, with handle's context; nil stores them at once.
	beside *errgroup.Group
}

// handle checks the first bytes before it stores anything.
func (k storeFile) handle(ctx context.Context, m *meter, name string) (File, error) {
	f := File{Name: CleanName(name)}
	if ctx.Err() != nil { // another file could not be stored
		return f, apierror.Unavailable(context.Cause(ctx), storeRetry)
	}
	b := k.in.buffers.Get().(*buffer)
	defer k.in.buffers.Put(b)
	n, err := readUpTo(m, b[:sniff.HeadSize])
	if err == nil && sniff.WantsMore(b[:n]) {
		var more int
		more, err = readUpTo(m, b[n:sniff.MaxHeadSize])
		n += more
	}
	if err != nil {
		return f, err
	}
	kind, err := accepted(b[:n])
	if err != nil {
		return f, err
	}
	m.limit(k.plan)
	key := blob.Foldered(KeyPrefix, k.in.newID())
	if err := k.store(ctx, key, m, b, n); err != nil {
		return f, err
	}
	f.MIMEType, f.ObjectKey = kind.MIMEType(), key
	return f, nil
}

// accepted returns the format of a file by its first bytes, if it is supported.
func accepted(head []byte) (sniff.Format, error) {
	if len(head) == 0 {
		return "", refuse(contract.CodeEmptyFile, "The file is empty.")
	}
	kind, known := sniff.Sniff(head)
	if advice := sniff.RefusalMessage(kind); advice != "" {
		return "", refuse(contract.CodeUnsupportedFormat, "%s", advice)
	}
	if !known || !sniff.IsAccepted(kind) {
		return "", refuse(contract.CodeUnsupportedFormat, "The file's content is of no supported format. Supported are %s.",
			strings.Join(sniff.SupportedNames(), ", "))
	}
	return kind, nil
}

// buffer holds a small file.
type buffer [blob.InlineBytes]byte

// store stores a file under key whose first n bytes are in b.
func (k storeFile) store(ctx context.Context, key string, m *meter, b *buffer, n int) error {
	more, err := readUpTo(m, b[n:])
	if n += more; err != nil {
		return m.err
	}
	if n < len(b) {
		return k.storeSmall(ctx, key, bytes.Clone(b[:n]))
	}
	stored, err := k.in.store.Put(ctx, key, io.MultiReader(bytes.NewReader(b[:]), m))
	if m.err != nil { // the store keeps nothing of a source that failed
		return m.err
	}
	if err == nil && stored != m.n {
		err = fmt.Errorf("stored %d of %d bytes", stored, m.n)
	}
	return k.stored(ctx, key, err)
}

// storeSmall stores a whole file and caches it for its claim.
func (k storeFile) storeSmall(ctx context.Context, key string, data []byte) error {
	put := func() error {
		err := k.in.store.PutBytes(ctx, key, data)
		if err == nil {
			k.in.files.Put(key, data)
		}
		return k.stored(ctx, key, err)
	}
	if k.beside == nil {
		return put()
	}
	k.beside.Go(put)
	return nil
}

func (k storeFile) stored(ctx context.Context, key string, err error) error {
	if err == nil {
		return nil
	}
	k.in.Discard(ctx, key) // it may have arrived all the same
	return apierror.Unavailable(err, storeRetry)
}

type singleFile struct {
	files fileHandler
	form  form
	file  *File
}

func (s *singleFile) read(ctx context.Context, u Upload) error {
	s.form = form{
		fileParts: []string{partFile}, textParts: []string{partDocumentType, partSchema},
		takeFile: func(part io.Reader, name string) error { return s.take(ctx, part, name) },
		findType: u.FindType,
	}
	if err := s.form.read(u.Body, u.Boundary); err != nil {
		return err
	}
	if s.file == nil {
		return apierror.New(contract.CodeInvalidRequest, "The form has no part named %q.", partFile)
	}
	return nil
}

func (s *singleFile) take(ctx context.Context, part io.Reader, name string) error {
	if s.file != nil {
		return apierror.New(contract.CodeInvalidRequest, "The form has more than one part named %q; send one file.", partFile)
	}
	m := newMeter(part)
	f, err := s.files.handle(ctx, m, name)
	if err != nil {
		return publicFault(err)
	}
	f.Size, f.SHA256 = m.n, m.sha256()
	s.file = &f
	return nil
}

func (s *singleFile) result() Document {
	d := Document{DocumentType: s.form.asked(), Saved: s.form.saved, Schema: s.form.schema}
	if s.file != nil {
		d.File = *s.file
	}
	return d
}

type batchFiles struct {
	files fileHandler
	batch Batch
}

func (m *batchFiles) read(ctx context.Context, u Upload) error {
	f := form{
		fileParts: []string{partFiles, partFile}, textParts: []string{partDocumentType}, emptyParts: []string{partSchema},
		takeFile: func(part io.Reader, name string) error { return m.take(ctx, part, name) },
		findType: u.FindType,
	}
	// Refused files are read as well, so the sum needs a bound.
	body := &cappedReader{r: u.Body, left: maxBody(u.Plan, contract.MaxBatchFiles)}
	if err := f.read(body, u.Boundary); err != nil {
		return err
	}
	if len(m.batch.Files) == 0 {
		return apierror.New(contract.CodeInvalidRequest, "The form has no part named %q.", partFiles)
	}
	m.batch.DocumentType, m.batch.Saved = f.asked(), f.saved
	return nil
}

func (m *batchFiles) take(ctx context.Context, part io.Reader, name string) error {
	if len(m.batch.Files) == contract.MaxBatchFiles {
		return apierror.New(contract.CodeInvalidRequest, "The form has more than %d files.", contract.MaxBatchFiles)
	}
	meter := newMeter(part)
	f, err := m.files.handle(ctx, meter, name)
	var r *refusal
	if err != nil && !errors.As(err, &r) {
		return publicFault(err)
	}
	b := BatchFile{File: f}
	if r != nil {
		b.Refusal = r.fault
		if err := meter.drain(); err != nil {
			return bodyFault(err)
		}
	}
	b.Size, b.SHA256 = meter.n, meter.sha256()
	m.batch.Files = append(m.batch.Files, b)
	return nil
}

// errOtherBytes means that a stored file differs from the upload.
var errOtherBytes = errors.New("the stored file has another SHA-256")

// Copy copies a stored file for another document and returns the object key. It returns
// CodeFileTooLarge if the plan does not allow the file any more, CodeNotFound if the file is
// gone.
func (in *Intake) Copy(ctx context.Context, f model.File, plan contract.Plan) (objectKey string, err error) {
	if f.Size > maxFile(plan) {
		return "", tooLarge(plan)
	}
	file, _, err := in.store.Get(ctx, f.ObjectKey)
	if errors.Is(err, blob.ErrNotFound) {
		return "", apierror.Wrap(err, contract.CodeNotFound, "The document's file has been erased.")
	}
	if err != nil {
		return "", apierror.Unavailable(err, storeRetry)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	key, sum := blob.Foldered(KeyPrefix, in.newID()), sha256.New()
	n, err := in.store.Put(ctx, key, io.TeeReader(file, sum))
	if err != nil {
		in.Discard(ctx, key)
		return "", apierror.Unavailable(err, storeRetry)
	}
	if n != f.Size || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		in.Discard(ctx, key)
		return "", fmt.Errorf("copy of %s: %w", f.DocumentID, errOtherBytes)
	}
	return key, nil
}
