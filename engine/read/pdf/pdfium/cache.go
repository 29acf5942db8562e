package pdfium

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
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
)

// Compiled code is stored in a directory that is created atomically; its name consists of readyPrefix, the
// digests of both modules and of the functions that are called, and the compiler. The code of pdfium.wasm is
// stored under its outline (see wasm.Outline): wazero validates every function of a module before it looks for
// the code, which takes longer than the rest of a start, and the outline's functions are empty. The code was
// validated when it was compiled.
const readyPrefix = "pdfium-"

// filedModules is the number of files that prepare writes: for PDFium and for glyphs.wasm.
const filedModules = 2

// errOutline is returned if the stored code is not PDFium's.
var errOutline = errors.New("the compiled code is missing or another processor's")

// pdfiumSum is the SHA-256 of pdfium.wasm. A test verifies it, because computing it would take every
// process some milliseconds.
const pdfiumSum = "5ffef044d55b547f48388c85bd7d0cf3c1856af23f42d2ffe1ab3ad12caf939d"

func pdfiumDigest() (digest [sha256.Size]byte) {
	_, _ = hex.Decode(digest[:], []byte(pdfiumSum)) // a test holds that it can be read
	return digest
}

// UserCacheDir returns the user's directory for compiled code, created if needed, or "" if the system
// defines no place for it.
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

// ready returns the directory for these modules and functions, this compiler and this kind of processor.
func (c codeCache) ready() string {
	own := sha256.Sum256(append([]byte(strings.Join(called(), " ")), glyphsWasm...))
	name := readyPrefix + hex.EncodeToString(c.digest[:8]) + "-" + hex.EncodeToString(own[:4])
	return filepath.Join(c.dir, name+"-"+wasm.Version+"-"+compilerVersion()+"-"+runtime.GOARCH)
}

// compilerVersion returns the version of wazero; test binaries do not know it.
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

// open loads a library from the directory.
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
	// There are more files after a cache miss, and one of them is that of the empty functions.
	if len(before) != filedModules {
		return nil, errOutline
	}
	l, err := open(ctx, dir, outlined, c.digest)
	if err != nil {
		return nil, err
	}
	// If the code was missing, for example for another processor or version of wazero, the empty functions
	// were compiled and stored.
	after, err := filesBelow(dir)
	if err == nil && len(after) != len(before) {
		err = errOutline
	}
	if err != nil {
		return nil, errors.Join(err, l.Close(ctx))
	}
	return l, nil
}

// prepare compiles PDFium into the directory, unless another process has done so.
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
	// An existing directory there is unusable.
	ready := c.ready()
	return errors.Join(os.Rename(code, place), os.RemoveAll(ready), os.Rename(filed, ready))
}

// compileInto compiles a module and returns the file with its code.
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

// openRuntime returns a library without modules that uses the directory; "" stores nothing.
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
