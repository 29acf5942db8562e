package pdfium

import "github.com/tetratelabs/wazero/experimental"

// allocator gives instances a linear memory that is reserved once and grows in place. Growing a Go slice
// copies it, which at the limit needs several times the memory.
func (r *regions) allocator(most uint64) experimental.MemoryAllocator {
	return experimental.MemoryAllocatorFunc(func(initial, limit uint64) experimental.LinearMemory {
		limit = min(limit, most)
		if region := r.reserve(limit); region != nil {
			return region
		}
		return &sliceMemory{limit: limit, buf: make([]byte, 0, initial)}
	})
}

// sliceMemory is the fallback if the system cannot reserve address space.
type sliceMemory struct {
	buf   []byte
	limit uint64
}

// Reallocate implements experimental.LinearMemory.
func (m *sliceMemory) Reallocate(size uint64) []byte {
	switch {
	case size > m.limit:
		return nil
	case size > uint64(cap(m.buf)):
		grown := make([]byte, size)
		copy(grown, m.buf)
		m.buf = grown
	default:
		m.buf = m.buf[:size]
	}
	return m.buf
}

// Free implements experimental.LinearMemory.
func (m *sliceMemory) Free() { m.buf = nil }
