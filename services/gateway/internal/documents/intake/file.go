package intake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
)

// storeRetry is the Retry-After while the object store is unavailable.
const storeRetry = 2 * time.Second

// fileHandler handles one file of a form. The File it returns lacks size and hash, which the
// meter has. After a *refusal part of the file is unread.
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
	// beside stores small files while the next ones are read; its context is that of handle.
	// Without it they are stored at once.
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
