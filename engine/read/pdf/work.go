package pdf

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/docmill/docmill/engine/read/pdf/wasm"
)

// Bounds of work, in units of two to twelve nanoseconds (see meter). A page of text takes
// 100,000 to a million, a dense drawing some ten million; to draw a scan takes ten to
// three hundred million.
const (
	pageWork  = 1_000_000_000 // of reading or drawing a page
	spareWork = 1_500_000_000 // of all pages of a file beyond their shares
	textShare = 10_000_000    // that a page may take to be read, whatever others took
	drawShare = 300_000_000   // that a page may take to be drawn, whatever others took
	partShare = 30_000_000    // that a part of a page may take to be drawn
)

// workSlice is how much work is done between two calls of the host: a fraction of a
// millisecond to some milliseconds.
const workSlice = 1 << 20

// cutError is why a page was given up: it took more work or memory than it may. What is
// read of the file otherwise is not affected.
type cutError struct{ error }

func (e cutError) Unwrap() error { return e.error }

// IsCut reports whether an error of a page says that it takes more work or memory than
// a page may; other pages may be read all the same.
func IsCut(err error) bool {
	var cut cutError
	return errors.As(err, &cut)
}

// errWork is what a call of PDFium ends with that takes more work than it may.
var errWork = errors.New("more work than a page may take")

// meter bounds the work of an instance. A unit is a turn of a loop (see package wasm).
type meter struct {
	left  api.MutableGlobal // of the slice
	given int64             // all slices so far
	limit int64             // work from which on calls end
}

// meters are those of the instances at work, by their modules.
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

// tick is what the module calls at the end of each slice. It ends the call of PDFium
// under way by a panic, which wazero makes an error of.
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

// done is the work so far.
func (m *meter) done() int64 {
	if m.left == nil {
		return 0
	}
	return m.given - int64(m.left.Get())
}

// allow bounds the work from now on.
func (m *meter) allow(work int64) { m.limit = m.done() + work }

// fileWork is what the pages of a file may do, and what became of them.
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

// maxFailed is how often a file is opened anew because a page was given up.
const maxFailed = 100

// bounded has a page read or drawn within its share of work and what the file has left,
// and gives back memory that it took. A file whose instance failed is opened anew.
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
	// Neither a broken instance nor its memory is of use any more.
	f.in.dead = true
	return errors.Join(err, f.in.close(ctx))
}

// settle takes what was done beyond a share from what the file has left.
func (f *File) settle(share int64) {
	done := f.in.meter.done()
	f.work.left -= max(done-f.work.settled-share, 0)
	f.work.settled = done
}

// isSwollen reports an instance that has grown to more than most files need: it never
// shrinks.
func (f *File) isSwollen() bool {
	const ordinary = 96 << 20
	return f.MemoryBytes() > ordinary+2*len(f.data)
}

// restart opens the file anew in a fresh instance.
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
