package extractor

import (
	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Default of the memory that idle child processes may hold: a share of all memory, within bounds in
// bytes.
const (
	idleMemoryShare = 8
	minIdleMemory   = 256 << 20
	maxIdleMemory   = 4 << 30
)

// idleBytes is the setting or, without one, a share of the memory of the container or machine. The
// start of a child takes several times as long as most documents, so unused memory is best spent on
// idle children.
func (c Config) idleBytes() int64 {
	if c.IdleMemoryMB > 0 {
		return c.IdleMemoryMB << 20
	}
	return idleMemoryWithin(memlimit.FromCgroup, memlimit.FromSystem)
}

// idleMemoryWithin is the share of the smallest limit; the lower bound if no limit is known.
func idleMemoryWithin(limits ...memlimit.Provider) int64 {
	smallest := uint64(0)
	for _, limit := range limits {
		if n, err := limit(); err == nil && n > 0 && (smallest == 0 || n < smallest) {
			smallest = n
		}
	}
	return int64(min(max(smallest/idleMemoryShare, minIdleMemory), maxIdleMemory))
}
