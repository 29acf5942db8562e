package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/cmd/docmill/internal/local"
	"github.com/docmill/docmill/libs/contract"
)

// watcher is one run. Its maps belong to the goroutine of run alone.
type watcher struct {
	Command
	places
	extractor local.Extractor
	out, warn io.Writer
	ended     func(path string)

	notify  *fsnotify.Watcher // nil where the system tells of no changes
	pending map[string]seen   // files that may not be complete
	queue   []string          // files that are
	queued  map[string]bool
	running map[string]bool
}

// seen is how a file was found.
type seen struct {
	size    int64
	changed time.Time
	at      time.Time // since when it has been so
	closely bool      // it came or changed just now
}

// outcome is the end of a file's extraction.
type outcome struct {
	path   string
	before os.FileInfo // as the file was when it was begun
	record contract.Record
}

func newWatcher(
	c Command, p places, x local.Extractor, out, warn io.Writer, ended func(path string),
) *watcher {
	return &watcher{
		Command: c, places: p, extractor: x, out: out, warn: warn, ended: ended,
		pending: map[string]seen{}, queued: map[string]bool{}, running: map[string]bool{},
	}
}

// run watches until ctx ends, and then until what is under way has ended.
func (w *watcher) run(ctx context.Context) {
	if !w.Poll {
		notify, err := fsnotify.NewWatcher()
		if err != nil {
			w.complain("the system tells of no changes, so that they are seen every %s: %v", w.Rescan, err)
		} else {
			w.notify = notify
			defer notify.Close()
		}
	}
	jobs, outcomes := make(chan string), make(chan outcome)
	var workers sync.WaitGroup
	for range w.extractor.Workers() {
		workers.Go(func() {
			for path := range jobs {
				outcomes <- w.extract(context.WithoutCancel(ctx), path)
			}
		})
	}
	w.scan(w.folder)
	w.loop(ctx, jobs, outcomes)
	close(jobs)
	go func() {
		workers.Wait()
		close(outcomes)
	}()
	for o := range outcomes { // what was under way
		w.end(o)
	}
}

// mostPause is how long it may take until a complete file is seen to be so, beside
// --settle.
const mostPause = 500 * time.Millisecond

// loop hands out files until ctx ends.
func (w *watcher) loop(ctx context.Context, jobs chan<- string, outcomes <-chan outcome) {
	rescan := time.NewTicker(w.Rescan)
	defer rescan.Stop()
	settle := time.NewTicker(min(max(w.Settle/4, time.Millisecond), mostPause))
	defer settle.Stop()
	events, failures := w.channels()
	for ctx.Err() == nil {
		var next string
		var free chan<- string
		if len(w.queue) > 0 {
			next, free = w.queue[0], jobs
		}
		var due <-chan time.Time
		if len(w.pending) > 0 {
			due = settle.C
		}
		select {
		case <-ctx.Done():
		case e := <-events:
			w.event(e)
		case err := <-failures:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				w.complain("%v", err)
			}
			w.scan(w.folder) // what was not told is looked for
		case <-rescan.C:
			w.scan(w.folder)
		case <-due:
			w.settled()
		case free <- next:
			w.queue = w.queue[1:]
			delete(w.queued, next)
			w.running[next] = true
		case o := <-outcomes:
			delete(w.running, o.path)
			w.end(o)
		}
	}
}

func (w *watcher) channels() (<-chan fsnotify.Event, <-chan error) {
	if w.notify == nil {
		return nil, nil
	}
	return w.notify.Events, w.notify.Errors
}

func (w *watcher) complain(format string, args ...any) {
	fmt.Fprintf(w.warn, "docmill: "+format+"\n", args...)
}

func hidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// event looks at what a change is about.
func (w *watcher) event(e fsnotify.Event) {
	if hidden(e.Name) || !e.Has(fsnotify.Create) && !e.Has(fsnotify.Write) {
		return
	}
	info, err := os.Stat(e.Name)
	switch {
	case err != nil: // gone again
	case info.IsDir():
		if !w.NoRecursive {
			w.scan(e.Name)
		}
	default:
		w.consider(e.Name, info, true)
	}
}

// scan considers the files below a folder, and has the system tell of changes in
// all folders there.
func (w *watcher) scan(folder string) {
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			if path == w.folder {
				return err
			}
			return nil // removed meanwhile
		case path != w.folder && hidden(path):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir():
			if w.apart(path) || path != w.folder && w.NoRecursive {
				return filepath.SkipDir
			}
			w.listen(path)
		default:
			if info, err := os.Stat(path); err == nil {
				w.consider(path, info, false)
			}
		}
		return nil
	})
	if err != nil {
		w.complain("%v", input.Explain(err))
	}
}

// listen has the system tell of changes in a folder. Where it does not, scans find
// them.
func (w *watcher) listen(folder string) {
	if w.notify == nil {
		return
	}
	if err := w.notify.Add(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.complain("changes in %s are seen every %s alone: %v", folder, w.Rescan, err)
	}
}

// consider waits for a file to be complete, unless it is done or is no document.
func (w *watcher) consider(path string, info os.FileInfo, closely bool) {
	if !info.Mode().IsRegular() || strings.HasSuffix(path, ".json") {
		return
	}
	if _, waits := w.pending[path]; !waits {
		if !closely && (w.queued[path] || w.running[path] || w.done(path, info, false)) {
			return
		}
		w.pending[path] = seen{info.Size(), info.ModTime(), time.Now(), closely}
	}
}

// settled queues the files that have stayed as they are for long enough.
func (w *watcher) settled() {
	now := time.Now()
	for path, was := range w.pending {
		info, err := os.Stat(path)
		if err != nil {
			delete(w.pending, path) // gone
			continue
		}
		if info.Size() != was.size || !info.ModTime().Equal(was.changed) {
			w.pending[path] = seen{info.Size(), info.ModTime(), now, was.closely}
			continue
		}
		if now.Sub(was.at) < w.Settle && now.Sub(was.changed) < w.Settle || w.running[path] {
			continue
		}
		delete(w.pending, path)
		if !w.queued[path] && !w.done(path, info, was.closely) && readable(path) {
			w.queue, w.queued[path] = append(w.queue, path), true
		}
	}
}

func readable(path string) bool {
	ok, err := input.Readable(path)
	return err == nil && ok
}

func (w *watcher) extract(ctx context.Context, path string) outcome {
	info, err := os.Stat(path)
	if err != nil {
		return outcome{path: path} // gone
	}
	d := input.Document{Path: path, Shown: path, Name: filepath.Base(path), Below: filepath.Base(path)}
	return outcome{path, info, w.extractor.Extract(ctx, d)}
}

// end writes the result, unless the file is another by now.
func (w *watcher) end(o outcome) {
	if o.before == nil {
		return
	}
	now, err := os.Stat(o.path)
	if err != nil {
		return
	}
	if now.Size() != o.before.Size() || !now.ModTime().Equal(o.before.ModTime()) {
		w.consider(o.path, now, true)
		return
	}
	result, failure := w.of(o.path)
	write, remove := result, failure
	if o.record.Status != contract.StatusCompleted {
		write, remove = failure, result
		if passing(o.record) {
			w.complain("%s: %s; it is tried again", o.path, o.record.Failure.Message)
			return // the next scan finds it
		}
	}
	if err := local.WriteRecord(write, o.record); err != nil {
		w.complain("%v", err)
		return
	}
	if err := os.Remove(remove); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.complain("%v", input.Explain(err))
	}
	if err := local.WriteRow(w.out, o.record); err != nil {
		w.complain("%v", err)
	}
	w.ended(o.path)
}

// passing reports whether a record failed for a reason that is not the document's.
func passing(r contract.Record) bool {
	return r.Failure != nil && exitstatus.OfCode(r.Failure.Code).StopsAll()
}
