package sandbox

import (
	"sync"
	"time"
)

// cpuTime is the processor time of a pool's children, including ended ones, in system steps (10 ms on Linux).
type cpuTime struct {
	mu      sync.Mutex
	ended   time.Duration
	running map[int]struct{} // process ids
	latest  time.Duration
}

func newCPUTime() *cpuTime { return &cpuTime{running: map[int]struct{}{}} }

func (t *cpuTime) begin(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running[pid] = struct{}{}
}

// end must be called before the process is reaped, while its id is not used again.
func (t *cpuTime) end(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended += cpuOf(pid)
	delete(t.running, pid)
}

// total never decreases, even if the system rounds.
func (t *cpuTime) total() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum := t.ended
	for pid := range t.running {
		sum += cpuOf(pid)
	}
	t.latest = max(t.latest, sum)
	return t.latest
}
