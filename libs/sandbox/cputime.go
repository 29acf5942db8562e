package sandbox

import (
	"sync"
	"time"
)

// cpuTime adds up the processor time of all children of a pool, those that have
// ended included, in steps of the system's accounting (10 ms on Linux).
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

// end is called before the process is reaped: its number is not another's yet.
func (t *cpuTime) end(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended += cpuOf(pid)
	delete(t.running, pid)
}

// total never decreases, whatever the system's rounding.
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

// CPUTime is the processor time that all children have used, their starts and
// what they started and waited for included; 0 on systems that do not say.
func (p *Pool) CPUTime() time.Duration { return p.cfg.cpu.total() }
