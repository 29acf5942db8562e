// Package pdfium runs PDFium compiled to WebAssembly. An instance has limited memory and no file system,
// network or clock; a failure inside becomes an error. Its work is counted (see package wasm) and can be
// limited, and a call ends with its context. The code works with one build of PDFium: docs/pdfium.md.
package pdfium

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"reflect"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/emscripten"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
)

//go:embed pdfium.wasm
var pdfiumWasm []byte

//go:embed glyphs.wasm
var glyphsWasm []byte

// Memory of one instance in bytes: enough for a page plus, up to a limit, the file.
const (
	wasmPageSize = 64 << 10
	memoryLimit  = 512 << 20
	pageMemory   = 288 << 20
)

// MemoryFor returns the memory limit, in bytes, of an instance that reads a file of that size.
func MemoryFor(fileSize int) uint64 {
	const maxSize = (memoryLimit - pageMemory) / 2
	return pageMemory + 2*uint64(min(fileSize, maxSize))
}

// Library is the compiled code of PDFium. It is safe for concurrent use; every document gets a new
// instance.
type Library struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	pdfium  wazero.CompiledModule
	glyphs  wazero.CompiledModule
	members *members // nil where those of this PDFium are not known
	meters  *meters
	regions *regions
}

// New compiles PDFium, which takes seconds, or loads the compiled code from cacheDir. It creates the
// directory if needed; "" stores nothing. Only one of several concurrent processes compiles.
//
// The code in the directory is executed, so New ignores a directory that others can write to.
func New(ctx context.Context, cacheDir string) (*Library, error) {
	cache := newCodeCache(cacheDir)
	if cacheDir == "" {
		whole, err := metered()
		if err != nil {
			return nil, err
		}
		return open(ctx, "", whole, cache.digest)
	}
	if l, err := cache.open(ctx); err == nil {
		return l, nil
	}
	if err := cache.prepare(ctx); err != nil {
		return nil, fmt.Errorf("keep compiled code: %w", err)
	}
	return cache.open(ctx)
}

// open loads a library for the module, which is PDFium or its outline. digest is PDFium's.
func open(ctx context.Context, cacheDir string, module []byte, digest [sha256.Size]byte) (*Library, error) {
	l, err := openRuntime(ctx, cacheDir)
	if err != nil {
		return nil, err
	}
	if err := l.compile(parallel(ctx), module); err != nil {
		// The first error is returned.
		_ = l.Close(ctx)
		return nil, err
	}
	l.members = membersOf(digest)
	return l, nil
}

// Portable returns the library as it works with a PDFium whose member offsets are unknown: same words,
// higher cost. It is for tests and measurements, shares the code of l and must not be closed.
func (l *Library) Portable() *Library {
	return &Library{runtime: l.runtime, pdfium: l.pdfium, glyphs: l.glyphs, meters: l.meters, regions: l.regions}
}

// parallel lets modules compile on all processors.
func parallel(ctx context.Context) context.Context {
	return experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
}

func (l *Library) compile(ctx context.Context, module []byte) (err error) {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, l.runtime); err != nil {
		return fmt.Errorf("link WASI: %w", err)
	}
	if l.pdfium, err = l.runtime.CompileModule(ctx, module); err != nil {
		return fmt.Errorf("compile pdfium.wasm: %w", err)
	}
	if l.glyphs, err = l.runtime.CompileModule(ctx, glyphsWasm); err != nil {
		return fmt.Errorf("compile glyphs.wasm: %w", err)
	}
	return l.linkHost(ctx, module)
}

// linkHost provides the "env" module: Emscripten's functions, and stubs that return zero for unused
// callbacks (file access, form events, clocks).
func (l *Library) linkHost(ctx context.Context, module []byte) error {
	env := l.runtime.NewHostModuleBuilder("env")
	imported, err := wasm.ImportedFunctions(module)
	if err != nil {
		return err
	}
	known, err := emscripten.NewFunctionExporterForModule(importing{l.pdfium, imported})
	if err != nil {
		return fmt.Errorf("link Emscripten: %w", err)
	}
	for _, fn := range imported {
		if fn.Module != "env" {
			continue
		}
		results := len(fn.Results)
		answerZero := api.GoModuleFunc(func(_ context.Context, _ api.Module, stack []uint64) {
			clear(stack[:results])
		})
		env.NewFunctionBuilder().WithGoModuleFunction(answerZero, fn.Params, fn.Results).Export(fn.Name)
	}
	nameTypes(known)
	// Later exports replace earlier ones of the same name.
	known.ExportFunctions(env)
	env.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(
		func(ctx context.Context, module api.Module, stack []uint64) {
			if int32(stack[0]) == wasm.TickNumber {
				l.meters.onTick(ctx, module)
			}
		}), []api.ValueType{api.ValueTypeI32}, nil).Export(wasm.TickImport)
	if _, err := env.Instantiate(ctx); err != nil {
		return fmt.Errorf("link host functions: %w", err)
	}
	return nil
}

// nameTypes computes the names of the types of Emscripten's invoke_ functions. wazero does so at their
// first call without a lock, although all instances share them (FunctionType.key), which is a data race
// between concurrent files. The packages are internal, so it uses reflection; with another version of
// wazero it does nothing. It returns the number of named types.
func nameTypes(functions emscripten.FunctionExporter) (named int) {
	list := reflect.ValueOf(functions)
	if list.Kind() != reflect.Slice {
		return 0
	}
	for i := range list.Len() {
		function := reflect.Indirect(list.Index(i))
		if function.Kind() != reflect.Struct {
			continue
		}
		code := function.FieldByName("Code")
		if code.Kind() != reflect.Struct || !code.FieldByName("GoFunc").IsValid() {
			continue
		}
		if typed, ok := code.FieldByName("GoFunc").Interface().(fmt.Stringer); ok {
			_ = typed.String()
			named++
		}
	}
	return named
}

// Close releases the compiled code. Files must be closed before.
func (l *Library) Close(ctx context.Context) error {
	err := l.runtime.Close(ctx)
	l.regions.close()
	if l.cache != nil {
		if cerr := l.cache.Close(ctx); err == nil {
			err = cerr
		}
	}
	if err != nil {
		return fmt.Errorf("close PDFium: %w", err)
	}
	return nil
}
