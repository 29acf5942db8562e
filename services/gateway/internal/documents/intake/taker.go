package intake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/sniff"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// storeRetry is what a client is told when the object store does not answer.
const storeRetry = 2 * time.Second

// taker does with a file what the call is for. What it returns lacks size and
// hash, which the meter has. A *refusal leaves part of the file unread.
type taker interface {
	take(ctx context.Context, m *meter, name string) (File, error)
}

// refusal means that the file, not the call, is at fault.
type refusal struct{ fault *fault.Error }

func (r *refusal) Error() string { return r.fault.Error() }
func (r *refusal) Unwrap() error { return r.fault }

func refuse(code contract.Code, format string, args ...any) error {
	return &refusal{fault.New(code, format, args...)}
}

// hasher reads files and keeps nothing.
type hasher struct{ plan contract.Plan }

func (h hasher) take(_ context.Context, m *meter, name string) (File, error) {
	m.limit(h.plan)
	_, err := io.Copy(io.Discard, m)
	return File{Name: CleanName(name)}, err
}

// keeper puts files into the object store.
type keeper struct {
	in   *Intake
	plan contract.Plan
}

// take looks at the first bytes before anything is stored.
func (k keeper) take(ctx context.Context, m *meter, name string) (File, error) {
	f := File{Name: CleanName(name)}
	head := make([]byte, sniff.HeadSize)
	n, err := readUpTo(m, head)
	if err != nil {
		return f, err
	}
	if n == 0 {
		return f, refuse(contract.CodeEmptyFile, "The file is empty.")
	}
	kind, known := sniff.Sniff(head[:n])
	if advice := sniff.Refusal(kind); advice != "" {
		return f, refuse(contract.CodeUnsupportedFormat, "%s", advice)
	}
	if !known || !sniff.Accepted(kind) {
		return f, refuse(contract.CodeUnsupportedFormat, "The file's content is of no supported format. Supported are %s.",
			strings.Join(sniff.SupportedNames(), ", "))
	}
	m.limit(k.plan)
	key := KeyPrefix + k.in.newID()
	at := &atHand{r: io.MultiReader(bytes.NewReader(head[:n]), m), fits: k.in.files.Fits}
	if err := k.store(ctx, key, m, at); err != nil {
		return f, err
	}
	if !at.large {
		k.in.files.Put(key, at.data)
	}
	f.MIMEType, f.ObjectKey = kind.MIMEType(), key
	return f, nil
}

func (k keeper) store(ctx context.Context, key string, m *meter, file io.Reader) error {
	stored, err := k.in.store.Put(ctx, key, file)
	switch {
	case m.err != nil: // the store keeps nothing of a source that failed
		return m.err
	case err == nil && stored != m.n:
		err = fmt.Errorf("stored %d of %d bytes", stored, m.n)
		fallthrough
	case err != nil:
		k.in.Discard(ctx, key) // it may have arrived all the same
		return fault.Unavailable(err, storeRetry)
	}
	return nil
}

// atHand keeps what is read through it, as long as that fits.
type atHand struct {
	r     io.Reader
	fits  func(size int) bool
	data  []byte
	large bool
}

func (a *atHand) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if !a.large && a.fits(len(a.data)+n) {
		a.data = append(a.data, p[:n]...)
	} else {
		a.data, a.large = nil, true
	}
	return n, err
}
