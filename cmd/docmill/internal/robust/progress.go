package robust

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// Progress shows files as they end: on a terminal in one line that is written
// anew, elsewhere in a line for each. It is safe for concurrent use.
type Progress struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	done     int
	all      int
}

// NewProgress shows files on w, which is a terminal or is not.
func NewProgress(w io.Writer, terminal bool) *Progress { return &Progress{w: w, terminal: terminal} }

// of says how many files there are.
func (p *Progress) of(files int) { p.all = files }

// clearLine moves to the beginning of a terminal's line and empties it (ECMA-48).
const clearLine = "\r\x1b[K"

// lineWidth is what fits a narrow terminal.
const lineWidth = 79

func (p *Progress) ended(o *outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	line := fmt.Sprintf("%d/%d  %-9s %-18s %8.3f s  %s", p.done, p.all, o.end, o.code, o.took.Seconds(), printable(o.path))
	if p.terminal {
		fmt.Fprint(p.w, clearLine, runewidth.Truncate(line, lineWidth, "…"))
		return
	}
	fmt.Fprintln(p.w, line)
}

// printable is a path that does not steer the terminal.
func printable(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// close leaves a terminal as it was.
func (p *Progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		fmt.Fprint(p.w, clearLine)
	}
}
