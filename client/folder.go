package client

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
)

// FolderOptions of [Client.BatchFolder]; the zero value has the defaults.
type FolderOptions struct {
	DocumentType string // one of the Type constants; empty is TypeAuto
	// Concurrency is the number of concurrent batches; 0 means 2.
	Concurrency int
	// Match selects files by their path below the folder, with slashes; nil selects all without a leading
	// dot in a path element.
	Match func(path string) bool
	// Progress is called for every change of a file's status, one call at a time.
	Progress func(Progress)
	// Run distinguishes runs: another name sends, and charges, the same files again.
	Run string
}

// FileResult is the result of a file in a folder.
type FileResult struct {
	Path   string // below the folder, with slashes
	ID     string // of the document; "" when it was rejected
	Status Status // "" while it has not been sent
	Code   Code   // of those that were rejected or failed
	Error  string
}

// Progress is a change of one file's status.
type Progress struct {
	File  FileResult
	Ended int // files that have ended
	Total int // files in the folder
}

// BatchFolder sends all files below dir in batches, waits for them and returns their results in the order
// of their paths. A refused or unreadable file is a result, not an error; after an error the results are
// partial. It does not follow symbolic links. Files should not change during the call; they may between
// calls.
//
// After a crash or an error, repeat the call within 24 hours to continue: the idempotency key of each batch
// derives from the paths and contents of its files, so nothing is charged twice. Files over the month's
// quota are sent again then. Batch borders depend on the contents as well, so an added, changed or removed
// file affects its batch and at most a few after it, which are sent, and charged, again; all others keep
// their keys.
func (c *Client) BatchFolder(ctx context.Context, dir string, o FolderOptions) ([]FileResult, error) {
	paths, err := folderFiles(dir, o.Match)
	if err != nil {
		return nil, err
	}
	usage, err := c.Usage(ctx)
	if err != nil {
		return nil, err
	}
	r := &folderRun{client: c.patient(), dir: dir, options: o, maxFile: usage.MaxFileSize,
		results: make([]FileResult, len(paths))}
	for i, path := range paths {
		r.results[i].Path = path
	}
	err = r.sendAll(ctx)
	return r.results, err
}

// folderAttempts suits a long run: an overload of minutes must not fail a thousand files.
const folderAttempts = 25

func (c *Client) patient() *Client {
	patient := *c
	patient.retry.attempts = max(folderAttempts, c.retry.attempts)
	return &patient
}

// folderFiles lists the selected files below dir in lexical order.
func folderFiles(dir string, match func(string) bool) ([]string, error) {
	if match == nil {
		match = isVisible
	}
	var paths []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if below = filepath.ToSlash(below); entry.Type().IsRegular() && match(below) {
			paths = append(paths, below)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("docmill: list %s: %w", dir, err)
	}
	return paths, nil
}

func isVisible(path string) bool {
	return !strings.HasPrefix(path, ".") && !strings.Contains(path, "/.")
}

// folderRun is one call of BatchFolder.
type folderRun struct {
	client  *Client
	dir     string
	options FolderOptions
	maxFile int64 // bytes that the plan allows

	mu      sync.Mutex // guards what follows and calls of Progress
	results []FileResult
	ended   int
}

// sendAll sends the folder's batches, some concurrently. The first error ends the run.
func (r *folderRun) sendAll(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := r.options.Concurrency
	if workers < 1 {
		workers = 2
	}
	chunks := make(chan chunk)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for k := range chunks {
				if err := r.sendChunk(ctx, k, ""); err != nil {
					cancel(err)
				}
			}
		})
	}
	for k := range r.cut(ctx) {
		chunks <- k
	}
	close(chunks)
	group.Wait()
	return context.Cause(ctx)
}

// sendChunk sends a batch and watches it. after is the batch that refused these files, or "".
func (r *folderRun) sendChunk(ctx context.Context, k chunk, after string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	sources := make([]Source, 0, len(k.files))
	for _, f := range k.files {
		sources = append(sources, FromPath(filepath.Join(r.dir, filepath.FromSlash(r.results[f.index].Path))))
	}
	b, err := r.client.Batch(ctx, sources, BatchOptions{
		DocumentType: r.options.DocumentType, IdempotencyKey: r.key(k, after),
	})
	if err != nil {
		if errors.Is(err, CodeQuotaExceeded) {
			r.refuse(k, err)
		}
		return err
	}
	if len(b.Results) != len(k.files) {
		return fmt.Errorf("docmill: batch %s has %d entries for %d files", b.ID, len(b.Results), len(k.files))
	}
	again := r.withoutRoom(k, b)
	_, err = r.client.watchBatch(ctx, b, func(b *Batch) { r.see(k, b, again) })
	if err != nil || len(again.files) == 0 {
		return err
	}
	return r.sendChunk(ctx, again, b.ID)
}

// withoutRoom returns the files that an earlier run sent over the quota.
func (r *folderRun) withoutRoom(k chunk, b *Batch) (again chunk) {
	if !b.Replayed {
		return chunk{}
	}
	for i, entry := range b.Results {
		if entry.Status == StatusRejected && entry.Code == CodeQuotaExceeded {
			again.files = append(again.files, k.files[i])
		}
	}
	return again
}

// see stores the states of a batch, except for files to be sent again.
func (r *folderRun) see(k chunk, b *Batch, again chunk) {
	skip := make(map[int]bool, len(again.files))
	for _, f := range again.files {
		skip[f.index] = true
	}
	for i, entry := range b.Results {
		if index := k.files[i].index; !skip[index] {
			r.report(index, FileResult{ID: entry.ID, Status: entry.Status, Code: entry.Code, Error: entry.Error})
		}
	}
}

func (r *folderRun) refuse(k chunk, err error) {
	for _, f := range k.files {
		r.report(f.index, rejection(err))
	}
}

// report stores a file's result and calls Progress if its status is new.
func (r *folderRun) report(index int, result FileResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := &r.results[index]
	if known.Status == result.Status {
		return
	}
	result.Path = known.Path
	*known = result
	if result.Status.Ended() {
		r.ended++
	}
	if r.options.Progress != nil {
		r.options.Progress(Progress{File: result, Ended: r.ended, Total: len(r.results)})
	}
}

func rejection(err error) FileResult {
	result := FileResult{Status: StatusRejected, Error: err.Error()}
	var answer *Error
	var code Code
	switch {
	case errors.As(err, &answer):
		result.Code, result.Error = answer.Code, answer.Message
	case errors.As(err, &code):
		result.Code = code
	}
	return result
}
