//go:build linux || darwin

package pdfium

import (
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

const (
	// keptBytes of a region stay mapped between two instances: PDFium's data, which is rewritten for each
	// of them. Releasing and faulting in these pages takes longer.
	keptBytes = 2 << 20
	// regionStep rounds sizes up, so that the regions of most files have one size.
	regionStep = 64 << 20
)

// regions is address space for memories; the system provides pages when they are touched. A free one is
// kept for the next instance.
type regions struct {
	mu   sync.Mutex
	free []byte
}

// reserve returns a zeroed memory that may grow up to limit, or nil if the system refuses.
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

// take returns the free region, zeroed, if it is large enough.
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

// release takes back a region of which at most used bytes were touched.
func (r *regions) release(region []byte, used uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.free != nil || !zeroed(region[keptBytes:max(used, keptBytes)]) {
		unmap(region)
		return
	}
	r.free = region
}

// zeroed replaces the pages by zeros. Linux does so at once; other systems may keep the old content.
func zeroed(pages []byte) bool {
	return len(pages) == 0 || runtime.GOOS == "linux" && unix.Madvise(pages, unix.MADV_DONTNEED) == nil
}

// close releases free regions.
func (r *regions) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	unmap(r.free)
	r.free = nil
}

func unmap(region []byte) {
	if region != nil {
		// Unmapping a region from Mmap cannot fail.
		_ = unix.Munmap(region)
	}
}

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
