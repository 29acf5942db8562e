package pdfium

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf16"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// ScratchSize is the size of the buffer for small results, in bytes.
const ScratchSize = 4096

// Instance is one running PDFium with its own memory. After a call has failed only Close is allowed.
type Instance struct {
	Characters, Objects, Texts api.Function // functions of glyphs.wasm for Records
	Scratch                    uint32       // address of the buffer for small results, of ScratchSize bytes

	module          api.Module
	glyphs          api.Module
	callVirtual     api.Function // of glyphs.wasm
	callVirtualWith api.Function // of glyphs.wasm
	members         *members     // nil where those of this PDFium are not known
	memory          api.Memory
	funcs           map[string]api.Function
	stack           [16]uint64
	copied          []byte // of records
	meters          *meters
	meter           *meter
	dead            bool // a call has failed, or Close was called
}

// Start makes an instance whose memory is limited to that many bytes. It must be closed.
func (l *Library) Start(ctx context.Context, memory uint64) (*Instance, error) {
	cfg := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	module, err := l.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, l.regions.allocator(memory)),
		l.pdfium, cfg)
	if err != nil {
		return nil, fmt.Errorf("instantiate PDFium: %w", err)
	}
	in := &Instance{
		module: module, memory: module.Memory(), funcs: make(map[string]api.Function, 64), members: l.members,
		meters: l.meters, meter: l.meters.add(module),
	}
	if err := in.init(ctx, l); err != nil {
		_ = in.Close(ctx)
		return nil, err
	}
	return in, nil
}

func (in *Instance) init(ctx context.Context, l *Library) error {
	linked := experimental.WithImportResolver(ctx, func(name string) api.Module {
		if name == "pdfium" {
			return in.module
		}
		return nil
	})
	glyphs, err := l.runtime.InstantiateModule(linked, l.glyphs, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return fmt.Errorf("instantiate the glyph collector: %w", err)
	}
	in.glyphs = glyphs
	in.Characters, in.Objects = glyphs.ExportedFunction("characters"), glyphs.ExportedFunction("objects")
	in.Texts = glyphs.ExportedFunction("texts")
	in.callVirtual = glyphs.ExportedFunction("callVirtual")
	in.callVirtualWith = glyphs.ExportedFunction("callVirtualWith")
	if _, err := in.Call(ctx, "FPDF_InitLibrary"); err != nil {
		return err
	}
	in.Scratch, err = in.Malloc(ctx, ScratchSize)
	return err
}

// Close frees the instance.
func (in *Instance) Close(ctx context.Context) error {
	in.dead = true
	in.meters.remove(in.module)
	var errs []error
	if in.glyphs != nil {
		errs = append(errs, in.glyphs.Close(ctx))
	}
	return errors.Join(append(errs, in.module.Close(ctx))...)
}

// IsUsable returns false if a call has failed or the instance is closed.
func (in *Instance) IsUsable() bool { return !in.dead }

// MemorySize returns the size of the instance's memory in bytes. It never shrinks.
func (in *Instance) MemorySize() int { return int(in.memory.Size()) }

// Work returns the work that the instance has done, in units of package wasm.
func (in *Instance) Work() int64 { return in.meter.done() }

// Allow limits further work: a call that exceeds it fails with ErrWork.
func (in *Instance) Allow(work int64) { in.meter.allow(work) }

// HasMembers reports whether the offsets of PDFium's members are known, which CharactersOf, RunsVertically,
// WidthOf and UnicodeOf need.
func (in *Instance) HasMembers() bool { return in.members != nil }

// Call runs a function of PDFium; an error means that it trapped.
func (in *Instance) Call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	fn, ok := in.funcs[name]
	if !ok {
		if fn = in.module.ExportedFunction(name); fn == nil {
			return 0, fmt.Errorf("pdfium.wasm has no function %s", name)
		}
		in.funcs[name] = fn
	}
	copy(in.stack[:], args)
	if err := fn.CallWithStack(ctx, in.stack[:max(len(args), 1)]); err != nil {
		in.dead = true
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return in.stack[0], nil
}

// Call32 is Call for functions that return a handle, an int or a BOOL.
func (in *Instance) Call32(ctx context.Context, name string, args ...uint64) (uint32, error) {
	v, err := in.Call(ctx, name, args...)
	return uint32(v), err
}

// Count is Call for functions that return a count; negative results, which are errors, count as 0.
func (in *Instance) Count(ctx context.Context, name string, args ...uint64) (int, error) {
	v, err := in.Call(ctx, name, args...)
	return max(int(int32(v)), 0), err
}

// Records lets a function of glyphs.wasm write from p on and returns a copy, valid until the next call of
// records, because further calls of PDFium may move the memory.
func (in *Instance) Records(ctx context.Context, write api.Function, p uint32, args ...uint64) ([]byte, error) {
	end, err := in.callGlyphs(ctx, write, args...)
	if err != nil {
		return nil, err
	}
	written, err := in.View(p, int(end-p))
	if err != nil {
		return nil, err
	}
	in.copied = append(in.copied[:0], written...)
	return in.copied, nil
}

// callGlyphs runs a function of glyphs.wasm; an error means that it trapped.
func (in *Instance) callGlyphs(ctx context.Context, fn api.Function, args ...uint64) (uint32, error) {
	copy(in.stack[:], args)
	if err := fn.CallWithStack(ctx, in.stack[:len(args)]); err != nil {
		in.dead = true
		return 0, fmt.Errorf("glyphs.wasm: %w", err)
	}
	return uint32(in.stack[0]), nil
}

// ErrNoMemory is returned if a document needs more memory than its instance may have.
var ErrNoMemory = errors.New("out of WebAssembly memory")

// Malloc reserves memory of the instance and returns its address.
func (in *Instance) Malloc(ctx context.Context, size int) (uint32, error) {
	if size < 0 || size > memoryLimit {
		return 0, ErrNoMemory
	}
	p, err := in.Call32(ctx, "malloc", uint64(size))
	if err == nil && p == 0 {
		err = ErrNoMemory
	}
	return p, err
}

// Free releases the memory at an address from Malloc.
func (in *Instance) Free(ctx context.Context, p uint32) error {
	_, err := in.Call(ctx, "free", uint64(p))
	return err
}

// View returns the instance's memory, valid until the next call.
func (in *Instance) View(p uint32, size int) ([]byte, error) {
	b, ok := in.memory.Read(p, uint32(size))
	if !ok {
		return nil, fmt.Errorf("bytes %d+%d lie outside the WebAssembly memory", p, size)
	}
	return b, nil
}

// WriteBytes copies data and a zero byte into the instance and returns the address.
func (in *Instance) WriteBytes(ctx context.Context, data []byte) (uint32, error) {
	p, err := in.Malloc(ctx, len(data)+1)
	if err != nil {
		return 0, err
	}
	if !in.memory.Write(p, data) {
		return 0, ErrNoMemory
	}
	return p, nil
}

// Floats reads n 32-bit floats from the scratch buffer.
func (in *Instance) Floats(n int) ([]float64, error) {
	b, err := in.View(in.Scratch, 4*n)
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(Float32(b[4*i:]))
	}
	return out, nil
}

// Float32 reads a little-endian 32-bit float.
func Float32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// Text returns the string that a function of PDFium writes as zero-terminated UTF-16LE. The function's last
// two parameters are a buffer and its size; it returns the required size. Strings of more than a mebibyte
// are read as "".
func (in *Instance) Text(ctx context.Context, name string, args ...uint64) (string, error) {
	const longest = 2 << 20
	n, err := in.Call32(ctx, name, append(args, uint64(in.Scratch), ScratchSize)...)
	if err != nil || n > longest {
		return "", err
	}
	if n <= ScratchSize {
		return in.UTF16String(in.Scratch, n)
	}
	p, err := in.Malloc(ctx, int(n))
	if err != nil {
		return "", err
	}
	if _, err := in.Call(ctx, name, append(args, uint64(p), uint64(n))...); err != nil {
		return "", err
	}
	s, err := in.UTF16String(p, n)
	if err != nil {
		return "", err
	}
	return s, in.Free(ctx, p)
}

// UTF16String reads a UTF-16LE string of size bytes, up to a zero.
func (in *Instance) UTF16String(p, size uint32) (string, error) {
	b, err := in.View(p, int(size))
	if err != nil {
		return "", err
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		u := binary.LittleEndian.Uint16(b)
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units)), nil
}
