package world

import (
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/clock"
	"github.com/docmill/docmill/tests/instance"
)

// replica is a service that is restarted whenever it ends, like an orchestrator does.
type replica struct {
	name  string
	env   []string
	links []*fault.Link
	clock *clock.Clock

	changing sync.Mutex // one change of releases at a time

	mu      sync.Mutex
	cluster *instance.Cluster // with the executables of a release
	former  bool              // of the one before
	process *instance.Process
	away    time.Duration // before it is started again
	killed  bool          // by a fault: its end is no surprise
	over    bool
	ends    []string // by itself, with the end of its log
	err     error
	done    chan struct{}
}

// again is the pause before a service that ended by itself is restarted.
const again = 500 * time.Millisecond

// run keeps it running until end is called.
func (r *replica) run() {
	defer close(r.done)
	for {
		r.mu.Lock()
		cluster, former := r.cluster, r.former
		r.mu.Unlock()
		p, err := cluster.Launch(r.name, r.env...)
		r.mu.Lock()
		r.process, r.err = p, err
		over := r.over
		r.mu.Unlock()
		if err != nil {
			return
		}
		if over {
			p.Kill()
			return
		}
		<-p.Exited()
		if r.ended(p, former) {
			return
		}
	}
}

// ended records an end, pauses, and reports whether it is the last. It ignores ends of the previous release.
func (r *replica) ended(p *instance.Process, former bool) bool {
	r.mu.Lock()
	pause := r.away
	if !r.killed && !r.over {
		if pause = again; !former {
			r.ends = append(r.ends, fmt.Sprintf("%s ended by itself: %s", r.name, tail(p.Output())))
		}
	}
	r.killed, r.away = false, 0
	over := r.over
	r.mu.Unlock()
	time.Sleep(pause)
	return over
}

func tail(log string) string {
	const most = 600
	return log[max(0, len(log)-most):]
}

// kill ends the process like a crash; it is restarted after the pause.
func (r *replica) kill(away time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.killed, r.away = true, away
	r.process.Signal(syscall.SIGKILL)
}

// asFormer runs the previous release, then this one, as in a rolling upgrade that is rolled back and repeated.
func (r *replica) asFormer(former instance.Services, d time.Duration) error {
	r.changing.Lock()
	defer r.changing.Unlock()
	r.mu.Lock()
	current := r.cluster
	r.mu.Unlock()
	r.replace(current.With(former), true)
	err := r.ready(testkit.Patience)
	time.Sleep(d)
	r.replace(current, false)
	return err
}

// replace lets the process drain and end; the next one is of the cluster's release.
func (r *replica) replace(c *instance.Cluster, former bool) {
	r.mu.Lock()
	r.cluster, r.former, r.killed = c, former, true
	p := r.process
	r.mu.Unlock()
	p.Signal(syscall.SIGTERM)
	<-p.Exited()
}

// stop suspends the process for some time.
func (r *replica) stop(d time.Duration) {
	r.mu.Lock()
	p := r.process
	r.mu.Unlock()
	p.Signal(syscall.SIGSTOP)
	time.Sleep(d)
	p.Signal(syscall.SIGCONT)
}

// ready waits until the process is ready.
func (r *replica) ready(patience time.Duration) error {
	deadline := time.After(patience)
	for {
		r.mu.Lock()
		p, err := r.process, r.err
		r.mu.Unlock()
		if err != nil {
			return err
		}
		var ready, exited <-chan struct{}
		if p != nil {
			ready, exited = p.Ready(), p.Exited()
		}
		select {
		case <-exited: // the next one is on its way
			time.Sleep(again)
			continue
		default:
		}
		select {
		case <-ready:
			return nil
		case <-exited:
		case <-deadline:
			return fmt.Errorf("%s is not ready\n%s", r.name, tail(p.Output()))
		case <-time.After(again):
		}
	}
}

func (r *replica) end() {
	r.mu.Lock()
	r.over = true
	p := r.process
	r.mu.Unlock()
	if p != nil {
		p.Signal(syscall.SIGKILL)
	}
	<-r.done
}

// surprises are the ends without a fault.
func (r *replica) surprises() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ends
}
