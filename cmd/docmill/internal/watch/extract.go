package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// outcome is the end of a file's extraction.
type outcome struct {
	path   string
	before os.FileInfo // as the file was when it was begun
	record contract.Record
}

func (w *watcher) extract(ctx context.Context, path string) outcome {
	info, err := os.Lstat(path)
	if err != nil {
		return outcome{path: path} // gone
	}
	d := input.Document{
		Path: path, Shown: path, Name: filepath.Base(path), Below: filepath.Base(path), NoLinks: true,
	}
	return outcome{path, info, w.extractor.Extract(ctx, d)}
}

// end writes the result, unless the file has changed meanwhile.
func (w *watcher) end(o outcome) {
	if o.before == nil {
		return
	}
	now, err := os.Lstat(o.path)
	if err != nil {
		return
	}
	if now.Size() != o.before.Size() || !now.ModTime().Equal(o.before.ModTime()) {
		w.consider(o.path, now)
		return
	}
	result, failure := w.paths(o.path)
	write, remove := result, failure
	if o.record.Status != contract.StatusCompleted {
		write, remove = failure, result
		if passing(o.record) {
			w.complain("%s: %s; it is tried again", o.path, o.record.Failure.Message)
			return // the next scan finds it
		}
	}
	if err := extract.WriteRecord(write, o.record); err != nil {
		w.complain("%v", err)
		return
	}
	if err := os.Remove(remove); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.complain("%v", input.Explain(err))
	}
	if err := extract.WriteRow(w.out, o.record); err != nil {
		w.complain("%v", err)
	}
	w.ended(o.path)
}

// passing reports whether a record failed for a temporary reason.
func passing(r contract.Record) bool {
	return r.Failure != nil && exitstatus.OfCode(r.Failure.Code).StopsAll()
}
