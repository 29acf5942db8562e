package pdf

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/tetratelabs/wazero"

	"github.com/docmill/docmill/engine/read/pdf/wasm"
)

// Compiled code is kept in a directory that appears as a whole; readyPrefix, the
// digests of both modules and the compiler are its name. In it the code of pdfium.wasm is
// filed as that of its outline (see wasm.Outline): wazero checks every function of a
// module before it looks for the code, which takes longer than all the rest of a
// start, and those of the outline are empty. What is filed was checked when it was
// compiled.
const readyPrefix = "pdfium-"

// filedModules is how many files prepare leaves: of PDFium and of glyphs.wasm.
const filedModules = 2

// errOutline is returned where the code of the outline is not that of PDFium.
var errOutline = errors.New("the compiled code is missing or another processor's")

// pdfiumSum is the SHA-256 of pdfium.wasm. It would take every process some milliseconds
// to compute it; a test does.
const pdfiumSum = "5ffef044d55b547f48388c85bd7d0cf3c1856af23f42d2ffe1ab3ad12caf939d"

// pdfiumDigest returns pdfiumSum as bytes.
func pdfiumDigest() (digest [sha256.Size]byte) {
	_, _ = hex.Decode(digest[:], []byte(pdfiumSum)) // a test holds that it can be read
	return digest
}

// UserCacheDir is the user's own directory for compiled code, made if needed; ""
// where the system names no place for it.
func UserCacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "docmill", "engine")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}

// codeCache is a directory of compiled code.
type codeCache struct {
	dir    string
	digest [sha256.Size]byte // of pdfium.wasm
}

func newCodeCache(dir string) codeCache {
	return codeCache{dir: dir, digest: pdfiumDigest()}
}

// Prepared reports whether New finds compiled code in the directory.
func Prepared(cacheDir string) bool {
	return cacheDir != "" && isPrivate(newCodeCache(cacheDir).ready())
}

// ready is where the code of these modules is, compiled by this compiler for this
// kind of processor.
func (c codeCache) ready() string {
	glyphs := sha256.Sum256(glyphsWasm)
	name := readyPrefix + hex.EncodeToString(c.digest[:8]) + "-" + hex.EncodeToString(glyphs[:4])
	return filepath.Join(c.dir, name+"-"+wasm.Version+"-"+compilerVersion()+"-"+runtime.GOARCH)
}

// compilerVersion is that of wazero, which files what it compiles under it; test
// binaries do not know it.
func compilerVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "github.com/tetratelabs/wazero" {
				return dep.Version
			}
		}
	}
	return "dev"
}

// open makes a library of what the directory keeps.
func (c codeCache) open(ctx context.Context) (*Library, error) {
	dir := c.ready()
	if !isPrivate(dir) {
		return nil, errOutline
	}
	outlined, err := wasm.Outline(pdfiumWasm, c.digest)
	if err != nil {
		return nil, err
	}
	before, err := filesBelow(dir)
	if err != nil {
		return nil, err
	}
	// More files are there once code was missed, and one of them is that of the
	// empty functions.
	if len(before) != filedModules {
		return nil, errOutline
	}
	l, err := open(ctx, dir, outlined, c.digest)
	if err != nil {
		return nil, err
	}
	// Had the code been missing, as it is for another processor or version of
	// wazero, the empty functions would have been compiled and filed.
	after, err := filesBelow(dir)
	if err == nil && len(after) != len(before) {
		err = errOutline
	}
	if err != nil {
		return nil, errors.Join(err, l.Close(ctx))
	}
	return l, nil
}

// prepare compiles PDFium into the directory, unless another process has done so
// meanwhile.
func (c codeCache) prepare(ctx context.Context) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	unlock, err := lock(filepath.Join(c.dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	if l, err := c.open(ctx); err == nil {
		return l.Close(ctx)
	}
	work, err := os.MkdirTemp(c.dir, "compiling-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	compiled, filed := filepath.Join(work, "compiled"), filepath.Join(work, "filed")
	whole, err := metered()
	if err != nil {
		return err
	}
	code, err := compileInto(ctx, compiled, whole)
	if err != nil {
		return err
	}
	outlined, err := wasm.Outline(pdfiumWasm, c.digest)
	if err != nil {
		return err
	}
	place, err := compileInto(ctx, filed, outlined)
	if err != nil {
		return err
	}
	if _, err := compileInto(ctx, filed, glyphsWasm); err != nil {
		return err
	}
	// What stands there, if anything, is of no use.
	ready := c.ready()
	return errors.Join(os.Rename(code, place), os.RemoveAll(ready), os.Rename(filed, ready))
}

// compileInto compiles a module and returns the file of its code.
func compileInto(ctx context.Context, dir string, module []byte) (file string, err error) {
	before, err := filesBelow(dir)
	if err != nil {
		return "", err
	}
	l, err := openRuntime(ctx, dir)
	if err != nil {
		return "", err
	}
	_, err = l.runtime.CompileModule(parallel(ctx), module)
	if err := errors.Join(err, l.Close(ctx)); err != nil {
		return "", fmt.Errorf("compile: %w", err)
	}
	after, err := filesBelow(dir)
	if err != nil {
		return "", err
	}
	for file := range after {
		if !before[file] {
			return file, nil
		}
	}
	return "", errors.New("compiled code was not kept")
}

// openRuntime makes a library without modules, with what the directory keeps; ""
// keeps nothing.
func openRuntime(ctx context.Context, cacheDir string) (*Library, error) {
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryLimit / wasmPageSize)
	l := &Library{meters: &meters{}, regions: &regions{}}
	if cacheDir != "" {
		var err error
		if l.cache, err = wazero.NewCompilationCacheWithDir(cacheDir); err != nil {
			return nil, fmt.Errorf("open the compilation cache: %w", err)
		}
		cfg = cfg.WithCompilationCache(l.cache)
	}
	l.runtime = wazero.NewRuntimeWithConfig(ctx, cfg)
	return l, nil
}

// filesBelow lists the files in all folders below dir.
func filesBelow(dir string) (map[string]bool, error) {
	files := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files[path] = true
		}
		return err
	})
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return files, err
}
