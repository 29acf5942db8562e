package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

// watcher is one run. Its maps and slices belong to the goroutine of run.
type watcher struct {
	Command
	places
	extractor extract.Extractor
	out, warn io.Writer
	ended     func(path string)

	complaining sync.Mutex        // held while warn is written to
	notify      *fsnotify.Watcher // nil if the system reports no changes
	scanner     *scanner
	scans       []string    // folders that it is to look through
	rescan      *time.Timer // runs from the end of a scan of everything

	pending map[string]seen // files that may not be complete
	queue   []string        // files that are
	queued  map[string]bool
	running map[string]bool
}

// seen is the state of a file.
type seen struct {
	size    int64
	changed time.Time
	at      time.Time // since when it has been so
	closely bool      // it came or changed just now
}

func newWatcher(
	c Command, p places, x extract.Extractor, out, warn io.Writer, ended func(path string),
) *watcher {
	w := &watcher{
		Command: c, places: p, extractor: x, out: out, warn: warn, ended: ended,
		pending: map[string]seen{}, queued: map[string]bool{}, running: map[string]bool{},
	}
	w.scanner = newScanner(p, c.NoRecursive, w.listen, w.complain)
	return w
}

// run watches until ctx ends, and then waits for extractions in progress.
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
	var scans sync.WaitGroup
	scans.Go(func() { w.scanner.run(ctx) })
	defer scans.Wait()
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

// maxPause is the maximum delay of detecting a complete file, in addition to --settle.
const maxPause = 500 * time.Millisecond

// loop distributes files until ctx ends. It does not read folders, which may take minutes.
func (w *watcher) loop(ctx context.Context, jobs chan<- string, outcomes <-chan outcome) {
	settle := time.NewTicker(min(max(w.Settle/4, time.Millisecond), maxPause))
	defer settle.Stop()
	w.rescan = time.NewTimer(0)
	defer w.rescan.Stop()
	events, failures := w.channels()
	for ctx.Err() == nil {
		path, free := first(w.queue, jobs)
		folder, scan := first(w.scans, w.scanner.wanted)
		var due <-chan time.Time
		if len(w.pending) > 0 {
			due = settle.C
		}
		select {
		case <-ctx.Done():
		case e := <-events:
			w.event(e)
		case err := <-failures:
			w.missed(err)
		case <-w.rescan.C:
			w.want(w.folder)
		case scan <- folder:
			w.scans = w.scans[1:]
		case f := <-w.scanner.finds:
			w.await(f)
		case <-due:
			w.queueUnchanged()
		case free <- path:
			w.queue = w.queue[1:]
			delete(w.queued, path)
			w.running[path] = true
		case o := <-outcomes:
			delete(w.running, o.path)
			w.end(o)
		}
	}
}

// first returns the first element of a queue and the channel, or a nil channel if the queue is empty.
func first(queue []string, to chan<- string) (string, chan<- string) {
	if len(queue) == 0 {
		return "", nil
	}
	return queue[0], to
}

func (w *watcher) channels() (<-chan fsnotify.Event, <-chan error) {
	if w.notify == nil {
		return nil, nil
	}
	return w.notify.Events, w.notify.Errors
}

func (w *watcher) complain(format string, args ...any) {
	w.complaining.Lock()
	defer w.complaining.Unlock()
	fmt.Fprintln(w.warn, "docmill:", input.Printable(fmt.Sprintf(format, args...)))
}

func hidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// event handles a change in the file system.
func (w *watcher) event(e fsnotify.Event) {
	if hidden(e.Name) || !e.Has(fsnotify.Create) && !e.Has(fsnotify.Write) {
		return
	}
	info, err := os.Lstat(e.Name)
	switch {
	case err != nil: // gone again
	case info.IsDir():
		if !w.NoRecursive {
			w.want(e.Name)
		}
	default:
		w.consider(e.Name, info)
	}
}

// want requests a scan of a folder after the current one.
func (w *watcher) want(folder string) {
	if folder == w.folder {
		w.rescan.Stop()
	}
	if !slices.Contains(w.scans, w.folder) && !slices.Contains(w.scans, folder) {
		w.scans = append(w.scans, folder)
	}
}

// listen subscribes to changes of a folder. If that fails, scans find them.
func (w *watcher) listen(folder string) {
	if w.notify == nil {
		return
	}
	if err := w.notify.Add(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.complain("changes in %s are seen every %s alone: %v", folder, w.Rescan, err)
	}
}

// missed requests a full scan after lost events.
func (w *watcher) missed(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.complain("%v", err)
	}
	w.want(w.folder)
}

// await waits until a scanned file is complete, unless it is known.
func (w *watcher) await(f find) {
	if f.info == nil {
		if f.path == w.folder {
			w.rescan.Reset(w.Rescan)
		}
		return
	}
	if _, waits := w.pending[f.path]; !waits && !w.queued[f.path] && !w.running[f.path] {
		w.pending[f.path] = seen{f.info.Size(), f.info.ModTime(), time.Now(), false}
	}
}

// consider waits until a new or changed file is complete.
func (w *watcher) consider(path string, info os.FileInfo) {
	if _, waits := w.pending[path]; !waits && document(path, info) {
		w.pending[path] = seen{info.Size(), info.ModTime(), time.Now(), true}
	}
}

// queueUnchanged queues the files that have not changed for long enough.
func (w *watcher) queueUnchanged() {
	now := time.Now()
	for path, was := range w.pending {
		info, err := os.Lstat(path)
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
	ok, err := input.Readable(path, false)
	return err == nil && ok
}
