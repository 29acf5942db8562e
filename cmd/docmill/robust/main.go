// Command robust reads a folder of damaged or hostile files through the same child processes as the
// service, and reports their results. No file may crash its process or exceed its limits.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// command is the command line. Tags are kong's.
type command struct {
	Folder  string        `arg:"" help:"Folder of files, with subfolders."`
	Workers int           `name:"workers" default:"0" help:"Number of files to read at the same time. 0 means the number of processors."`
	Timeout time.Duration `name:"timeout" default:"300s" help:"Time limit for one file."`
	List    bool          `name:"list" help:"Print the outcome of every file, sorted, above the totals. Without it, standard error shows each file as it ends."`
	extract.Options
}

var errNotRobust = errors.New("a file crashed its process or exceeded the time limit")

func main() {
	child.Serve() // a re-executed child serves documents and does not return
	var c command
	parsed := kong.Parse(&c, kong.Name("robust"), kong.Description("Reads a folder of damaged or hostile files in the "+
		"extractor's child processes, and reports how each ended."))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	parsed.FatalIfErrorf(c.report(ctx, os.Stdout, newProgress(os.Stderr, term.IsTerminal(int(os.Stderr.Fd())))))
}

// report reads every file of the folder and writes the totals; seen shows files as they end.
func (c command) report(ctx context.Context, w io.Writer, seen *progress) error {
	paths, err := c.files()
	if err != nil {
		return err
	}
	seen.setFiles(len(paths))
	workers := c.Workers
	if workers <= 0 {
		workers = extractor.DefaultWorkers()
	}
	engine, err := extract.OpenEngine(ctx, workers, c.Options)
	if err != nil {
		return err
	}
	defer engine.Close()
	memory := watchMemory()
	result := c.readAll(ctx, engine, paths, workers, seen)
	result.memoryBytes = memory.stop()
	seen.close()
	result.print(w, c.List)
	if err := ctx.Err(); err != nil {
		return err
	}
	if !result.robust() {
		return errNotRobust
	}
	return nil
}

// files returns those of the folder, or the single file.
func (c command) files() ([]string, error) {
	files, wrong := input.Expand([]string{c.Folder})
	return files, errors.Join(wrong...)
}

func (c command) readAll(
	ctx context.Context, engine *enginepool.Pool, paths []string, workers int, seen *progress,
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

func (c command) read(ctx context.Context, engine *enginepool.Pool, path string) outcome {
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
