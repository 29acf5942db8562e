package eval

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/engine/document"
)

// CachedReader caches the document of each file in a folder, by the file's SHA-256, because text recognition takes
// seconds per page. A folder is valid for one version of the program and one set of reading options.
type CachedReader struct {
	Reader Reader
	Folder string
}

// Read reads a file once. Errors: those of the reader, which are not cached, and of the folder.
func (r CachedReader) Read(ctx context.Context, data []byte) (*document.Document, error) {
	sum := sha256.Sum256(data)
	path := filepath.Join(r.Folder, hex.EncodeToString(sum[:])+".gob")
	doc, err := decode(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return doc, err
	}
	if doc, err = r.Reader.Read(ctx, data); err != nil {
		return nil, err
	}
	return doc, r.keep(path, doc)
}

func decode(path string) (*document.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	doc := &document.Document{}
	if err := gob.NewDecoder(f).Decode(doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

// keep writes a temporary file first, so an interrupted run leaves no partial file.
func (r CachedReader) keep(path string, doc *document.Document) error {
	f, err := os.CreateTemp(r.Folder, "read-*")
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(f).Encode(doc), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
