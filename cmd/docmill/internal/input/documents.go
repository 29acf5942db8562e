package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/read/sniff"
)

// Standard is the argument that means standard input.
const Standard = "-"

// Document is a file that a person wants extracted.
type Document struct {
	Path  string // on disk
	Shown string // as messages call it: as it was named, or "standard input"
	Name  string // the file name of its record
	Below string // with slashes, below the folder that was named; else the name
	// NoLinks refuses the file if it has become a symbolic link.
	NoLinks bool
}

// Open opens the file of the document.
func (d Document) Open() (*os.File, os.FileInfo, error) { return Open(d.Path, !d.NoLinks) }

// Selection holds the documents of the arguments.
type Selection struct {
	Documents []Document
	Skipped   []string // files of folders that are of no kind that is read
	Wrong     []error  // an error for each argument that names nothing that can be read
	temporary []string
}

// Settings of Select.
type Settings struct {
	Flat         bool // the files of a folder, without those of its subfolders
	StandardName string
	Standard     io.Reader
}

// Select returns the documents of the arguments, in order: files, folders, and standard input. It always
// includes named files; in folders it includes files that are not hidden and have a readable format by
// their first bytes, or for text by their name. Close must be called.
func Select(args []string, o Settings) (*Selection, error) {
	s := &Selection{}
	for _, arg := range args {
		if arg == Standard {
			if err := s.takeStandard(o); err != nil {
				return nil, errors.Join(err, s.Close())
			}
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			s.Wrong = append(s.Wrong, Explain(err))
		case info.IsDir():
			if err := s.takeFolder(arg, o.Flat); err != nil {
				s.Wrong = append(s.Wrong, err)
			}
		default:
			if err := Check(arg); err != nil {
				s.Wrong = append(s.Wrong, err)
				continue
			}
			name := filepath.Base(arg)
			s.Documents = append(s.Documents, Document{Path: arg, Shown: arg, Name: name, Below: name})
		}
	}
	return s, nil
}

// takeStandard stores standard input in a file, because its size must be known and it may be sent twice.
func (s *Selection) takeStandard(o Settings) error {
	if slices.ContainsFunc(s.Documents, func(d Document) bool { return slices.Contains(s.temporary, d.Path) }) {
		return fmt.Errorf("standard input (%s) can be named once", Standard)
	}
	f, err := os.CreateTemp("", "docmill-stdin-")
	if err != nil {
		return err
	}
	s.temporary = append(s.temporary, f.Name())
	_, err = io.Copy(f, o.Standard)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	s.Documents = append(s.Documents, Document{
		Path: f.Name(), Shown: "standard input", Name: o.StandardName, Below: o.StandardName,
	})
	return nil
}

// Close removes the stored standard input.
func (s *Selection) Close() error {
	var errs []error
	for _, path := range s.temporary {
		errs = append(errs, os.Remove(path))
	}
	return errors.Join(errs...)
}

func (s *Selection) takeFolder(folder string, flat bool) error {
	before := len(s.Documents) + len(s.Skipped)
	leftOut := func(entry fs.DirEntry) bool {
		return strings.HasPrefix(entry.Name(), ".") || flat && entry.IsDir()
	}
	err := walk(folder, leftOut, func(path string) error {
		below, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		ok, err := Readable(path, true)
		switch {
		case err != nil:
			s.Wrong = append(s.Wrong, Explain(err))
		case ok:
			s.Documents = append(s.Documents, Document{
				Path: path, Shown: path, Name: filepath.Base(path), Below: filepath.ToSlash(below),
			})
		default:
			s.Skipped = append(s.Skipped, path)
		}
		return nil
	})
	if err != nil {
		return Explain(err)
	}
	if before == len(s.Documents)+len(s.Skipped) {
		return fmt.Errorf("%s holds no files", folder)
	}
	return nil
}

// Readable reports whether a file has a readable format, by its name or its first bytes. Text needs a
// document's name, because most text files are not documents.
func Readable(path string, links bool) (bool, error) {
	f, _, err := Open(path, links)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, sniff.HeadSize))
	if err == nil && sniff.WantsMore(head) {
		var more []byte
		more, err = io.ReadAll(io.LimitReader(f, sniff.MaxHeadSize-sniff.HeadSize))
		head = append(head, more...)
	}
	if err != nil {
		return false, err
	}
	if slices.Contains(extensions(), strings.ToLower(filepath.Ext(path))) {
		return true, nil
	}
	kind, known := sniff.Sniff(head)
	text := kind == sniff.Text || kind == sniff.CSV
	return known && sniff.IsReadable(kind) && (!text || filepath.Ext(path) == ""), nil
}

// extensions are those of documents, even broken ones, without XML and HTML, which have many other uses.
func extensions() []string {
	return []string{
		".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif", ".docx", ".xlsx", ".eml", ".txt", ".text",
		".csv",
	}
}
