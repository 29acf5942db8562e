//go:build linux || darwin

package pdf

import (
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

const (
	// keptBytes of a region stay where they are between two instances: PDFium's data, which
	// is written anew for each of them. To have the system take these pages back and
	// provide them again takes longer than that.
	keptBytes = 2 << 20
	// regionStep has regions of most files be of one size.
	regionStep = 64 << 20
)

// regions are address space for memories; the system provides pages as they are
// touched. One that is free is kept for the next instance.
type regions struct {
	mu   sync.Mutex
	free []byte
}

// reserve returns a memory of zeros that may grow up to limit; nil where the system
// refuses.
func (r *regions) reserve(limit uint64) experimental.LinearMemory {
	size := (limit + regionStep - 1) / regionStep * regionStep
	region := r.take(size)
	if region == nil {
		var err error
		region, err = unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return nil
		}
	}
	return &mappedMemory{regions: r, region: region, limit: limit}
}

// take returns the free region as new, if it is large enough.
func (r *regions) take(size uint64) []byte {
	r.mu.Lock()
	region := r.free
	r.free = nil
	r.mu.Unlock()
	if uint64(len(region)) < size {
		unmap(region)
		return nil
	}
	clear(region[:keptBytes])
	return region
}

// release takes a region back of which no more than used bytes were touched.
func (r *regions) release(region []byte, used uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.free != nil || !zeroed(region[keptBytes:max(used, keptBytes)]) {
		unmap(region)
		return
	}
	r.free = region
}

// zeroed has the system take the pages back and provide zeros in their place. Linux does
// so at once; elsewhere what was there may still be.
func zeroed(pages []byte) bool {
	return len(pages) == 0 || runtime.GOOS == "linux" && unix.Madvise(pages, unix.MADV_DONTNEED) == nil
}

// close gives back what is free.
func (r *regions) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	unmap(r.free)
	r.free = nil
}

func unmap(region []byte) {
	if region != nil {
		// Unmapping a region that Mmap gave cannot fail.
		_ = unix.Munmap(region)
	}
}

// mappedMemory is a region in use.
type mappedMemory struct {
	regions *regions
	region  []byte
	limit   uint64
	used    uint64 // the largest size
}

// Reallocate implements experimental.LinearMemory.
func (m *mappedMemory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	m.used = max(m.used, size)
	return m.region[:size]
}

// Free implements experimental.LinearMemory.
func (m *mappedMemory) Free() {
	if m.region != nil {
		m.regions.release(m.region, m.used)
		m.region = nil
	}
}
