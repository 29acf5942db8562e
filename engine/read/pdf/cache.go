package pdf

import (
	"bytes"
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
)

// Compiled code is kept in a directory that appears as a whole; readyPrefix, the
// digest of pdfium.wasm and the compiler are its name. In it the code of pdfium.wasm is
// filed as that of its outline (see outline): wazero checks every function of a
// module before it looks for the code, which takes longer than all the rest of a
// start, and those of the outline are empty. What is filed was checked when it was
// compiled.
const readyPrefix = "pdfium-"

// errOutline is returned where the code of the outline is not that of PDFium.
var errOutline = errors.New("the compiled code is missing or another processor's")

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

// Prepared reports whether New finds compiled code in the directory.
func Prepared(cacheDir string) bool {
	return cacheDir != "" && isPrivate(readyDir(cacheDir))
}

func readyDir(cacheDir string) string {
	digest := sha256.Sum256(pdfiumWasm)
	return filepath.Join(cacheDir, readyPrefix+hex.EncodeToString(digest[:8])+"-"+compilerVersion()+"-"+runtime.GOARCH)
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

// openReady makes a library of what the directory keeps.
func openReady(ctx context.Context, dir string) (*Library, error) {
	if !isPrivate(dir) {
		return nil, errOutline
	}
	outlined, err := outline(pdfiumWasm)
	if err != nil {
		return nil, err
	}
	before, err := filesBelow(dir)
	if err != nil {
		return nil, err
	}
	l, err := open(ctx, dir, outlined)
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
func prepare(ctx context.Context, cacheDir string) error {
	if err := os.MkdirAll(cacheDir, 0o700); err != nil {
		return err
	}
	unlock, err := lock(filepath.Join(cacheDir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	ready := readyDir(cacheDir)
	if l, err := openReady(ctx, ready); err == nil {
		return l.Close(ctx)
	}
	work, err := os.MkdirTemp(cacheDir, "compiling-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	compiled, filed := filepath.Join(work, "compiled"), filepath.Join(work, "filed")
	code, err := compileInto(ctx, compiled, pdfiumWasm)
	if err != nil {
		return err
	}
	outlined, err := outline(pdfiumWasm)
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
	l := &Library{}
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

// Parts of a WebAssembly module (Core Specification 5.5).
const (
	wasmPreamble  = 8 // bytes
	sectionCustom = 0
	sectionCode   = 10
)

var errModule = errors.New("malformed WebAssembly module")

// outline gives the module with empty functions, and with the digest of the whole
// module to tell it from others.
func outline(module []byte) ([]byte, error) {
	if len(module) < wasmPreamble {
		return nil, errModule
	}
	out := bytes.NewBuffer(append(make([]byte, 0, len(module)/2), module[:wasmPreamble]...))
	for rest := module[wasmPreamble:]; len(rest) > 0; {
		id := rest[0]
		size, n := number32(rest[1:])
		if n == 0 || uint64(size) > uint64(len(rest)-1-n) {
			return nil, errModule
		}
		section := rest[1+n : 1+n+int(size)]
		rest = rest[1+n+int(size):]
		switch id {
		case sectionCustom: // names and the like
			continue
		case sectionCode:
			count, n := number32(section)
			if n == 0 {
				return nil, errModule
			}
			// Each of three bytes: no locals, unreachable, end.
			section = append(bytes.Clone(section[:n]), bytes.Repeat([]byte{3, 0, 0, 0x0b}, int(count))...)
		}
		writeSection(out, id, section)
	}
	const name = "whole module"
	digest := sha256.Sum256(module)
	writeSection(out, sectionCustom, append(append([]byte{byte(len(name))}, name...), digest[:]...))
	return out.Bytes(), nil
}

func writeSection(out *bytes.Buffer, id byte, section []byte) {
	out.WriteByte(id)
	size := uint32(len(section))
	for ; size >= 0x80; size >>= 7 {
		out.WriteByte(byte(size) | 0x80)
	}
	out.WriteByte(byte(size))
	out.Write(section)
}

// number32 reads an unsigned LEB128 number of 32 bits and how long it is; 0 bytes
// for none.
func number32(b []byte) (value uint32, n int) {
	const longest = 5
	for n < min(len(b), longest) {
		value |= uint32(b[n]&0x7f) << (7 * n)
		n++
		if b[n-1] < 0x80 {
			return value, n
		}
	}
	return 0, 0
}
