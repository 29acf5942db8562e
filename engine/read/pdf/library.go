// Package pdf reads PDF files through PDFium compiled to WebAssembly: words
// with boxes in display space, embedded files, metadata, and pages as pixels.
//
// The file is parsed inside a WebAssembly instance per document with a capped
// memory, without a file system, network or clock; what goes wrong in there
// comes out as an error. Its work is counted (see package wasm) and bounded, for each page
// and for the file: a page that takes more is given up, or drawn as far as it came,
// and the others are read. A call into PDFium ends with its context. Whoever reads
// hostile files still runs this package in a process that can be killed.
package pdf

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

	"github.com/docmill/docmill/engine/read/pdf/wasm"
)

//go:embed pdfium.wasm
var pdfiumWasm []byte

//go:embed glyphs.wasm
var glyphsWasm []byte

// Memory of one instance in bytes: enough for a page and, up to a limit, for the file.
const (
	wasmPageSize = 64 << 10
	memoryLimit  = 512 << 20
	pageMemory   = 288 << 20
)

// memoryFor is what an instance may use that reads a file.
func memoryFor(data []byte) uint64 {
	const most = (memoryLimit - pageMemory) / 2
	return pageMemory + 2*uint64(min(len(data), most))
}

// Library is the compiled code of PDFium. It is safe for concurrent use; every
// document gets a fresh instance.
type Library struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	pdfium  wazero.CompiledModule
	glyphs  wazero.CompiledModule
	members *members // nil where those of this PDFium are not known
	meters  *meters
	regions *regions
}

// New compiles PDFium, which takes seconds, or a fraction of one where cacheDir
// holds what an earlier call compiled. The directory is made if needed; ""
// keeps nothing. Of several processes that find nothing, one compiles.
//
// What stands in the directory is run: of what others could have put there,
// nothing is taken.
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

// open makes a library of the module, which is PDFium or its outline. digest is
// that of PDFium.
func open(ctx context.Context, cacheDir string, module []byte, digest [sha256.Size]byte) (*Library, error) {
	l, err := openRuntime(ctx, cacheDir)
	if err != nil {
		return nil, err
	}
	if err := l.compile(parallel(ctx), module); err != nil {
		// The first error is the one to report.
		_ = l.Close(ctx)
		return nil, err
	}
	l.members = membersOf(digest)
	return l, nil
}

// Portable returns the library as it reads with a PDFium whose members are not
// known, to the same words at a higher cost: for tests and measurements. It shares
// the code of l and must not be closed.
func (l *Library) Portable() *Library {
	return &Library{runtime: l.runtime, pdfium: l.pdfium, glyphs: l.glyphs, meters: l.meters, regions: l.regions}
}

// parallel has modules compiled on all processors.
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

// linkHost provides the "env" module that a module imports: Emscripten's own
// functions, and answers of zero for the callbacks (file access, form events, clocks)
// that the build imports and that nothing here ever registers.
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

// nameTypes has the types of Emscripten's invoke_ functions name themselves. wazero
// does so at their first call and without a lock, though all instances share them
// (FunctionType.key), which is a data race where several files are read at a time. The
// types are reached by reflection, as their packages are internal; where another
// version keeps them elsewhere, this does nothing. It returns how many were named.
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
