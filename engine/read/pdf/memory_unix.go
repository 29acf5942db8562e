//go:build linux || darwin

package pdf

import (
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// mappedMemory is address space of the full limit; the system provides pages
// as they are touched.
type mappedMemory struct{ region []byte }

// reserve returns nil where the system refuses.
func reserve(limit uint64) experimental.LinearMemory {
	region, err := syscall.Mmap(-1, 0, int(limit), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	return &mappedMemory{region}
}

// Reallocate implements experimental.LinearMemory.
func (m *mappedMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.region)) {
		return nil
	}
	return m.region[:size]
}

// Free implements experimental.LinearMemory.
func (m *mappedMemory) Free() {
	// Unmapping a region that Mmap gave cannot fail.
	_ = syscall.Munmap(m.region)
	m.region = nil
}
