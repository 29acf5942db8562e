package pdf

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/docmill/docmill/engine/read/pdf/wasm"
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

// workSlice is the work between two calls of the host: a fraction of a millisecond to some milliseconds.
const workSlice = 1 << 20

// cutError is returned for a page over its limit of work or memory. The rest of the file remains readable.
type cutError struct{ error }

func (e cutError) Unwrap() error { return e.error }

// IsCut reports whether an error means that a page exceeds its work or memory; other pages may be readable.
func IsCut(err error) bool {
	var cut cutError
	return errors.As(err, &cut)
}

// errWork ends a call of PDFium that exceeds its work limit.
var errWork = errors.New("more work than a page may take")

// meter limits the work of an instance. A unit is one loop iteration (see package wasm).
type meter struct {
	left  api.MutableGlobal // of the slice
	given int64             // all slices so far
	limit int64             // work from which on calls end
}

// meters holds the meters of running instances by module.
type meters struct{ byModule sync.Map }

func (m *meters) add(module api.Module) *meter {
	left, ok := module.ExportedGlobal(wasm.WorkGlobal).(api.MutableGlobal)
	if !ok {
		return &meter{} // a module without a counter
	}
	added := &meter{left: left, given: int64(left.Get()), limit: math.MaxInt64}
	m.byModule.Store(module, added)
	return added
}

func (m *meters) remove(module api.Module) { m.byModule.Delete(module) }

// onTick is called by the module at the end of each slice. It ends the current call of PDFium by a panic,
// which wazero converts to an error.
func (m *meters) onTick(ctx context.Context, module api.Module) {
	if err := ctx.Err(); err != nil {
		panic(err)
	}
	known, ok := m.byModule.Load(module)
	if !ok { // at its start
		if left, ok := module.ExportedGlobal(wasm.WorkGlobal).(api.MutableGlobal); ok {
			left.Set(workSlice)
		}
		return
	}
	of := known.(*meter)
	if of.done() >= of.limit {
		panic(errWork)
	}
	of.given += workSlice
	of.left.Set(of.left.Get() + workSlice)
}

// done returns the work so far.
func (m *meter) done() int64 {
	if m.left == nil {
		return 0
	}
	return m.given - int64(m.left.Get())
}

// allow limits further work.
func (m *meter) allow(work int64) { m.limit = m.done() + work }

// fileWork holds the remaining work of a file's pages, and their results.
type fileWork struct {
	most    int64 // of a page
	left    int64 // beyond the shares of pages
	settled int64 // of the instance's work, what was taken from left
	failed  int   // instances that pages were given up in

	flattening bool         // the annotations of the page under way are drawn into it
	drawing    int          // the page that is drawn
	plainOnly  map[int]bool // pages whose annotations take too much
	partial    map[int]bool // pages that were drawn in part
}

func newFileWork() fileWork {
	return fileWork{most: pageWork, left: spareWork, plainOnly: map[int]bool{}, partial: map[int]bool{}}
}

// maxFailed bounds how often a file is reopened after failed pages.
const maxFailed = 100

// bounded reads or draws a page within its share and the file's remaining work, and releases memory. It
// reopens the file if the instance failed.
func (f *File) bounded(ctx context.Context, share int64, do func() error) error {
	if f.in.dead {
		if err := f.restart(ctx, share); err != nil {
			return cutError{err}
		}
	}
	f.settle(share)
	f.in.meter.allow(min(f.work.most, share+max(f.work.left, 0)))
	err := do()
	f.settle(share)
	switch {
	case f.in.dead, errors.Is(err, errNoMemory):
		f.work.failed++
		if err != nil && ctx.Err() == nil {
			err = cutError{err}
		}
	case !f.isSwollen():
		return err
	}
	// A broken instance and its memory are unusable.
	f.in.dead = true
	return errors.Join(err, f.in.close(ctx))
}

// settle subtracts work beyond a share from the file's remaining work.
func (f *File) settle(share int64) {
	done := f.in.meter.done()
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
		return errWork
	}
	in, err := f.library.start(ctx, memoryFor(f.data))
	if err != nil {
		return err
	}
	f.in, f.work.settled = in, 0
	clear(f.faces)
	clear(f.keys)
	f.room, f.formMade, f.formHandle = runRoom{}, false, 0
	f.in.meter.allow(share + max(f.work.left, 0))
	return f.load(ctx, f.data)
}
