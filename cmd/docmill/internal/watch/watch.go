// Package watch extracts the files of a folder as they arrive.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

// Command is `docmill watch`. Tags are kong's.
type Command struct {
	Folder      string        `arg:"" help:"Folder to watch for new and changed files, with subfolders."`
	OutDir      string        `name:"out-dir" placeholder:"FOLDER" help:"Write results to this folder, with the same names, instead of beside the files."`
	NoRecursive bool          `name:"no-recursive" help:"Leave subfolders out."`
	Settle      time.Duration `name:"settle" default:"2s" help:"How long a file must be unchanged to count as complete."`
	Rescan      time.Duration `name:"rescan" default:"1m" help:"Interval of scans, for file systems without change notifications, such as network file systems."`
	Poll        bool          `name:"poll" help:"Find changes by --rescan only, without notifications of the system."`
	Quiet       bool          `name:"quiet" short:"q" help:"Print no line per extracted file."`
	extract.Source
}

// Help is shown below the usage.
func (Command) Help() string {
	return `The record of invoice.pdf is written into invoice.pdf.json, or, where it failed, into invoice.pdf.error.json.
A file that has one of them, newer than itself, is done, so that a new start goes on where the last ended; to have
a file extracted again, remove its result. Files that a service refuses for now are tried again with each --rescan.
A signal (SIGINT, SIGTERM) ends the watch once the files under way are done; a second one ends it at once.`
}

// errNoDuration is returned for durations that would cause a busy loop.
var errNoDuration = errors.New("--settle and --rescan must be longer than 0s")

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	if c.Settle <= 0 || c.Rescan <= 0 {
		return errNoDuration
	}
	return c.Source.Validate()
}

// Run watches until ctx ends.
func (c Command) Run(ctx context.Context) error {
	out := io.Writer(os.Stdout)
	if c.Quiet {
		out = io.Discard
	}
	return c.Watch(ctx, out, os.Stderr, func(string) {})
}

// Watch prints results on out and errors on warn; it calls ended with the path of each finished file.
func (c Command) Watch(ctx context.Context, out, warn io.Writer, ended func(path string)) error {
	info, err := os.Stat(c.Folder)
	if err != nil {
		return exitstatus.With(exitstatus.Usage, input.Explain(err))
	}
	if !info.IsDir() {
		return exitstatus.With(exitstatus.Usage, fmt.Errorf("%s is a file, not a folder", c.Folder))
	}
	if _, err := c.Job(); err != nil {
		return exitstatus.With(exitstatus.Usage, err)
	}
	places, err := newPlaces(c.Folder, c.OutDir)
	if err != nil {
		return err
	}
	x, err := c.Open(ctx, 0)
	if err != nil {
		if ctx.Err() != nil {
			return nil // a signal while it started
		}
		return err
	}
	defer x.Close()
	newWatcher(c, places, x, out, warn, ended).run(ctx)
	return nil
}

// places are the folders of files and results.
type places struct{ folder, results string }

func newPlaces(folder, out string) (places, error) {
	p := places{folder: filepath.Clean(folder), results: filepath.Clean(folder)}
	if out != "" {
		p.results = filepath.Clean(out)
		if err := os.MkdirAll(p.results, 0o755); err != nil {
			return p, input.Explain(err)
		}
	}
	return p, nil
}

func (p places) paths(path string) (result, failure string) {
	below, err := filepath.Rel(p.folder, path)
	if err != nil {
		below = filepath.Base(path)
	}
	base := filepath.Join(p.results, below)
	return base + ".json", base + ".error.json"
}

// apart reports whether a folder contains only results.
func (p places) apart(folder string) bool { return p.results != p.folder && folder == p.results }
