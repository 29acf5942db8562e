// Package input finds the files of command-line arguments, and explains their errors.
package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Expand returns the files of the arguments, in order, and an error for each argument without a readable
// file. A folder includes its files, as Below lists them.
func Expand(args []string) (files []string, wrong []error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			wrong = append(wrong, Explain(err))
		case info.IsDir():
			below, err := Below(arg)
			if err != nil {
				wrong = append(wrong, err)
			}
			files = append(files, below...)
		default:
			if err := Check(arg); err != nil {
				wrong = append(wrong, err)
				continue
			}
			files = append(files, arg)
		}
	}
	return files, wrong
}

// Check reports why a file cannot be read.
func Check(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, not a file", path)
	}
	f, _, err := Open(path, true)
	if err != nil {
		return Explain(err)
	}
	return f.Close()
}

// Below lists the files below a folder in lexical order. It follows links to files, but not to folders,
// which may be cyclic. It returns an error if there are none.
func Below(folder string) ([]string, error) {
	var files []string
	err := walk(folder, func(fs.DirEntry) bool { return false }, func(path string) error {
		files = append(files, path)
		return nil
	})
	if err != nil {
		return nil, Explain(err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no files", folder)
	}
	return files, nil
}

// walk calls each in lexical order, without left out paths. It follows links to files, but not to folders (cycles).
func walk(folder string, leftOut func(fs.DirEntry) bool, each func(path string) error) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == folder:
			return nil
		case leftOut(entry) && entry.IsDir():
			return filepath.SkipDir
		case leftOut(entry):
			return nil
		}
		kind := entry.Type()
		if kind&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				return err // it leads nowhere
			}
			kind = info.Mode().Type()
		}
		if !kind.IsRegular() {
			return nil
		}
		return each(path)
	})
}

// Explain rephrases errors of the file system for users; others stay unchanged.
func Explain(err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	said := ""
	switch {
	case errors.Is(at.Err, fs.ErrNotExist):
		said = "no such file or folder: " + at.Path
	case errors.Is(at.Err, fs.ErrPermission):
		said = "no permission to use " + at.Path
	case errors.Is(at.Err, syscall.ENOTDIR):
		said = "a part of " + at.Path + " is a file, not a folder"
	case errors.Is(at.Err, syscall.EISDIR):
		said = at.Path + " is a folder, not a file"
	default:
		said = at.Path + ": " + at.Err.Error()
	}
	// The surrounding error text stays.
	return explained{strings.Replace(err.Error(), at.Error(), said, 1), err}
}

// explained is a rephrased error.
type explained struct {
	said string
	err  error
}

func (e explained) Error() string { return e.said }

func (e explained) Unwrap() error { return e.err }
