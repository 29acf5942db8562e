// Package robust runs the engine over a folder of whatever files, hostile ones
// above all, through the same child processes as the service, and reports how each
// ended: no file may crash a process or have to be stopped.
package robust

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/cmd/docmill/internal/local"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Command is `docmill robust`. Tags are kong's.
type Command struct {
	Folder  string        `arg:"" help:"Folder of files, its subfolders included."`
	Workers int           `name:"workers" default:"0" help:"Files read at a time; 0 takes the number of processors."`
	Timeout time.Duration `name:"timeout" default:"300s" help:"Longest time that one file may take."`
	List    bool          `name:"list" help:"Print how every file ended, sorted, among the sums; without it, standard error shows each as it ends."`
	local.Options
}

// ErrNotRobust is returned when a file crashed its process or had to be stopped.
var ErrNotRobust = errors.New("not every file came to an end by itself")

// Run reports on standard output.
func (c Command) Run(ctx context.Context) error {
	seen := NewProgress(os.Stderr, term.IsTerminal(int(os.Stderr.Fd())))
	return c.Report(ctx, os.Stdout, seen)
}

// Report reads every file of the folder and writes the sums; seen shows files as
// they end. It returns ErrNotRobust, or what kept it from reading.
func (c Command) Report(ctx context.Context, w io.Writer, seen *Progress) error {
	paths, err := c.files()
	if err != nil {
		return err
	}
	seen.of(len(paths))
	workers := c.Workers
	if workers <= 0 {
		workers = extractor.DefaultWorkers()
	}
	engine, err := local.OpenEngine(ctx, workers, c.Options)
	if err != nil {
		return err
	}
	defer engine.Close()
	memory := watchMemory()
	report := c.readAll(ctx, engine, paths, workers, seen)
	report.memoryBytes = memory.stop()
	seen.close()
	report.print(w, c.List)
	if err := ctx.Err(); err != nil {
		return err
	}
	if !report.robust() {
		return ErrNotRobust
	}
	return nil
}

// files are those of the folder, or the one file that it is.
func (c Command) files() ([]string, error) {
	files, wrong := input.Expand([]string{c.Folder})
	return files, errors.Join(wrong...)
}

func (c Command) readAll(
	ctx context.Context, engine *enginepool.Pool, paths []string, workers int, seen *Progress,
) *report {
	outcomes := make([]outcome, len(paths))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				outcomes[i] = c.read(ctx, engine, paths[i])
				seen.ended(&outcomes[i])
			}
		})
	}
	for i := range paths {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	return &report{outcomes: outcomes}
}

func (c Command) read(ctx context.Context, engine *enginepool.Pool, path string) outcome {
	o := outcome{path: path}
	f, err := os.Open(path)
	if err != nil {
		o.end, o.detail = endError, err.Error()
		return o
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		o.end, o.detail = endError, err.Error()
		return o
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	start := time.Now()
	answer, err := engine.Extract(ctx, enginepool.Job{DocumentType: "auto"}, f, info.Size())
	o.took = time.Since(start)
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		o.end, o.detail = endCrashed, err.Error()
	case err != nil:
		o.end, o.detail = endError, err.Error()
	case answer.Failure == nil:
		o.end = endOpened
	case answer.Failure.Code == contract.CodeTimedOut:
		o.end, o.detail = endTimedOut, answer.Failure.Message
	default:
		o.end, o.code, o.detail = endFailed, answer.Failure.Code, answer.Failure.Message
	}
	return o
}
