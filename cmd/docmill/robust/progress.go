package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/mattn/go-runewidth"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

// progress shows finished files: one updated line on a terminal, else a line per file. It is concurrency-safe.
type progress struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	done     int
	all      int
}

// newProgress shows files on w; terminal means that w is one.
func newProgress(w io.Writer, terminal bool) *progress { return &progress{w: w, terminal: terminal} }

func (p *progress) setFiles(files int) { p.all = files }

// clearLine clears a terminal's line (ECMA-48).
const clearLine = "\r\x1b[K"

// lineWidth fits a narrow terminal.
const lineWidth = 79

func (p *progress) ended(o *outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	line := fmt.Sprintf("%d/%d  %-9s %-18s %8.3f s  %s",
		p.done, p.all, o.end, o.code, o.took.Seconds(), input.Printable(o.path))
	if p.terminal {
		fmt.Fprint(p.w, clearLine, runewidth.Truncate(line, lineWidth, "…"))
		return
	}
	fmt.Fprintln(p.w, line)
}

func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		fmt.Fprint(p.w, clearLine)
	}
}
