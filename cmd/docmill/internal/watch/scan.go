package watch

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

// scanner scans folders concurrently with the watcher's loop, because a network file system takes minutes.
type scanner struct {
	places
	noRecursive bool
	listen      func(folder string)
	complain    func(format string, args ...any)

	wanted chan string // folders to look through
	finds  chan find   // what is in them
	known  map[string]mark
	round  int // number of the scan
}

// find is an unfinished file, or, without info, a scanned folder.
type find struct {
	path string
	info os.FileInfo
}

// mark is a finished file's and its result's state in Unix nanoseconds; unchanged results are not read again.
type mark struct {
	state
	round int // the scan that has seen it last
}

type state struct {
	result                    string
	size, changed             int64
	resultSize, resultChanged int64
}

func newScanner(p places, noRecursive bool, listen func(string), complain func(string, ...any)) *scanner {
	return &scanner{
		places: p, noRecursive: noRecursive, listen: listen, complain: complain,
		wanted: make(chan string), finds: make(chan find), known: map[string]mark{},
	}
}

func (s *scanner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case folder := <-s.wanted:
			s.scan(ctx, folder)
			s.tell(ctx, find{path: folder})
		}
	}
}

func (s *scanner) tell(ctx context.Context, f find) {
	select {
	case <-ctx.Done():
	case s.finds <- f:
	}
}

// scan finds files below a folder, and subscribes to changes of all its folders.
func (s *scanner) scan(ctx context.Context, folder string) {
	s.round++
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			if path == s.folder {
				return err
			}
			return nil // removed meanwhile
		case path != s.folder && hidden(path):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir():
			if s.apart(path) || path != s.folder && s.noRecursive {
				return filepath.SkipDir
			}
			s.listen(path)
		default:
			if info, err := os.Lstat(path); err == nil && document(path, info) && !s.remembered(path, info) {
				s.tell(ctx, find{path, info})
			}
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.complain("%v", input.Explain(err))
	case folder == s.folder:
		s.forget()
	}
}

// document reports whether a file may be one to extract.
func document(path string, info os.FileInfo) bool {
	return info.Mode().IsRegular() && !strings.HasSuffix(path, ".json")
}

func (s *scanner) remembered(path string, info os.FileInfo) bool {
	return s.doneBy(path, info, func(at string, made os.FileInfo) bool {
		now := state{at, info.Size(), info.ModTime().UnixNano(), made.Size(), made.ModTime().UnixNano()}
		if s.known[path].state != now && !recorded(at, path, info, false) {
			return false
		}
		s.known[path] = mark{now, s.round}
		return true
	})
}

// forget removes cached files that the full scan has not seen.
func (s *scanner) forget() {
	for path, m := range s.known {
		if m.round != s.round {
			delete(s.known, path)
		}
	}
}
