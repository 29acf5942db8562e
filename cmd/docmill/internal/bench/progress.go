package bench

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/target"
)

// progress shows a run's state in one line of a terminal.
type progress struct {
	w        io.Writer
	width    func() int
	recorder *measure.Recorder
	target   *target.Target
	command  *runCommand

	mu    sync.Mutex
	start time.Time // of what is measured; zero in the warm-up
	stop  chan struct{}
	ended sync.WaitGroup
}

// step is the interval of updates.
const step = 250 * time.Millisecond

// progress starts the display if standard error is a terminal.
func (c *runCommand) progress(r *measure.Recorder, t *target.Target) *progress {
	fd := int(os.Stderr.Fd())
	p := &progress{w: os.Stderr, recorder: r, target: t, command: c, stop: make(chan struct{})}
	if c.Quiet || !term.IsTerminal(fd) {
		return p
	}
	p.width = func() int {
		const narrow = 80
		if w, _, err := term.GetSize(fd); err == nil && w > 0 {
			return w
		}
		return narrow
	}
	p.ended.Go(p.show)
	return p
}

func (p *progress) begin(start time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.start = start
}

// clearLine clears a terminal's line (ECMA-48).
const clearLine = "\r\x1b[K"

func (p *progress) show() {
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			fmt.Fprint(p.w, clearLine)
			return
		case now := <-ticker.C:
			fmt.Fprint(p.w, clearLine, runewidth.Truncate(p.line(now), p.width()-1, "…"))
		}
	}
}

func (p *progress) line(now time.Time) string {
	p.mu.Lock()
	start := p.start
	p.mu.Unlock()
	if start.IsZero() {
		return fmt.Sprintf("warm-up · %d under way", p.target.InFlight())
	}
	c := p.recorder.Counts(now)
	line := now.Sub(start).Round(time.Second).String()
	if p.command.Duration > 0 {
		line += " of " + p.command.Duration.String()
	}
	if p.command.Requests > 0 {
		line += fmt.Sprintf(" · %d of %d", c.Answered+c.Failed+c.Refused, p.command.Requests)
	}
	line += fmt.Sprintf(" · %d/s · p50 %v, p99 %v · %d under way", c.LastSecond, rounded(c.P50), rounded(c.P99),
		p.target.InFlight())
	// Errors come first, because a narrow terminal cuts the end.
	if c.Failed > 0 {
		line += fmt.Sprintf(" · %d failed", c.Failed)
	}
	if c.Refused > 0 {
		line += fmt.Sprintf(" · %d refused", c.Refused)
	}
	return line + fmt.Sprintf(" · %d answered", c.Answered)
}

// rounded returns a duration with about three digits.
func rounded(d time.Duration) time.Duration {
	unit := 10 * time.Microsecond
	for d > 1000*unit {
		unit *= 10
	}
	return d.Round(unit)
}

func (p *progress) close() {
	close(p.stop)
	p.ended.Wait()
}
