package extractor

import (
	"github.com/KimMachineGun/automemlimit/memlimit"
)

// What child processes may hold by default that wait for their accounts' next
// documents: a share of all memory, within bounds in bytes.
const (
	idleShare     = 8
	leastIdleSize = 256 << 20
	mostIdleSize  = 4 << 30
)

// idleBytes is what the setting says or, without, a share of the memory that the
// container may use or the machine has: a start of a child takes several times what
// most documents do, so that memory which nobody uses is best spent on fewer of them.
func (c Config) idleBytes() int64 {
	if c.IdleMemoryMB > 0 {
		return c.IdleMemoryMB << 20
	}
	return shareForIdle(memlimit.FromCgroup, memlimit.FromSystem)
}

// shareForIdle is the share of the least of these; the lower bound where none is known.
func shareForIdle(limits ...memlimit.Provider) int64 {
	least := uint64(0)
	for _, limit := range limits {
		if n, err := limit(); err == nil && n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return int64(min(max(least/idleShare, leastIdleSize), mostIdleSize))
}
