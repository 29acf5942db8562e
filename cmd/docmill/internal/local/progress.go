package local

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar on a terminal with how many files a second are extracted and
// how long it will take.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress shows a bar where standard error is a terminal, when there is more
// than one file and the records do not go to the same terminal.
func newProgress(files int, quiet, standardOutput bool) progress {
	mixed := standardOutput && term.IsTerminal(int(os.Stdout.Fd()))
	visible := !quiet && !mixed && files > 1 && term.IsTerminal(int(os.Stderr.Fd()))
	return progress{progressbar.NewOptions(files,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetVisibility(visible),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("files"),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())}
}

// add counts a file. A bar that cannot be drawn is no failure.
func (p progress) add() { _ = p.bar.Add(1) }

func (p progress) close() { _ = p.bar.Finish() }
