package network

import "github.com/docmill/docmill/engine/ocr/textline/kernel"

// scratch reuses the memory of maps.
type scratch struct{ free [][]byte }

// maxScratchBytes is how many bytes are kept for the next input; larger buffers are released.
const maxScratchBytes = 32 << 20

// take returns memory of at least that many bytes, not zeroed.
func (s *scratch) take(bytes int) []byte {
	best := -1
	for i, b := range s.free {
		if len(b) >= bytes && (best < 0 || len(b) < len(s.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return make([]byte, bytes)
	}
	b := s.free[best]
	s.free[best] = s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return b
}

// give takes the memory of a map back; nil is allowed.
func (s *scratch) give(m *kernel.Map) {
	if m == nil {
		return
	}
	b := m.Memory()
	kept := len(b)
	for _, other := range s.free {
		kept += len(other)
	}
	if len(b) > 0 && kept <= maxScratchBytes {
		s.free = append(s.free, b[:cap(b)])
	}
}
