package pdf

import (
	"context"
	"errors"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// Work limits, in units of 2 to 12 ns (see meter). A page of text takes 100,000 to a million, a dense
// drawing about ten million, a scan ten to three hundred million.
const (
	pageWork  = 1_000_000_000 // of reading or drawing a page
	spareWork = 1_500_000_000 // of all pages of a file beyond their shares
	textShare = 10_000_000    // that a page may take to be read, whatever others took
	drawShare = 300_000_000   // that a page may take to be drawn, whatever others took
	partShare = 30_000_000    // that a part of a page may take to be drawn
)

// cutError is returned for a page over its limit of work or memory. The rest of the file remains readable.
type cutError struct{ error }

func (e cutError) Unwrap() error { return e.error }

// IsCut reports whether an error means that a page exceeds its work or memory; other pages may be readable.
func IsCut(err error) bool {
	var cut cutError
	return errors.As(err, &cut)
}

// fileWork holds the remaining work of a file's pages, and their results.
type fileWork struct {
	maxWork int64 // of a page
	left    int64 // beyond the shares of pages
	settled int64 // of the instance's work, what was taken from left
	failed  int   // instances that pages were given up in

	flattening bool         // the annotations of the page under way are drawn into it
	drawing    int          // the page that is drawn
	plainOnly  map[int]bool // pages whose annotations take too much
	partial    map[int]bool // pages that were drawn in part
}

func newFileWork() fileWork {
	return fileWork{maxWork: pageWork, left: spareWork, plainOnly: map[int]bool{}, partial: map[int]bool{}}
}

// maxFailed bounds how often a file is reopened after failed pages.
const maxFailed = 100

// bounded reads or draws a page within its share and the file's remaining work, and releases memory. It
// reopens the file if the instance failed.
func (f *File) bounded(ctx context.Context, share int64, do func() error) error {
	if !f.in.IsUsable() {
		if err := f.restart(ctx, share); err != nil {
			return cutError{err}
		}
	}
	f.settle(share)
	f.in.Allow(min(f.work.maxWork, share+max(f.work.left, 0)))
	err := do()
	f.settle(share)
	switch {
	case !f.in.IsUsable(), errors.Is(err, pdfium.ErrNoMemory):
		f.work.failed++
		if err != nil && ctx.Err() == nil {
			err = cutError{err}
		}
	case !f.isSwollen():
		return err
	}
	// The instance's memory is broken or too large; the next page gets a new one.
	return errors.Join(err, f.in.Close(ctx))
}

// settle subtracts work beyond a share from the file's remaining work.
func (f *File) settle(share int64) {
	done := f.in.Work()
	f.work.left -= max(done-f.work.settled-share, 0)
	f.work.settled = done
}

// isSwollen reports an instance that has grown beyond the needs of most files, because it never shrinks.
func (f *File) isSwollen() bool {
	const ordinary = 96 << 20
	return f.MemoryBytes() > ordinary+2*len(f.data)
}

// restart reopens the file in a new instance.
func (f *File) restart(ctx context.Context, share int64) error {
	if f.work.failed > maxFailed {
		return pdfium.ErrWork
	}
	in, err := f.library.Start(ctx, pdfium.MemoryFor(len(f.data)))
	if err != nil {
		return err
	}
	f.in, f.work.settled = in, 0
	clear(f.faces)
	clear(f.keys)
	f.room, f.formMade, f.formHandle = runRoom{}, false, 0
	f.in.Allow(share + max(f.work.left, 0))
	return f.load(ctx, f.data)
}
