package pdf

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

// scratchSize is the size of the buffer for small results.
const scratchSize = 4096

// instance is one running PDFium: its memory and the functions called so far. After an error only close is
// allowed.
type instance struct {
	module          api.Module
	glyphs          api.Module
	characters      api.Function // of glyphs.wasm
	objects         api.Function // of glyphs.wasm
	texts           api.Function // of glyphs.wasm
	callVirtual     api.Function // of glyphs.wasm
	callVirtualWith api.Function // of glyphs.wasm
	members         *members     // nil where those of this PDFium are not known
	memory          api.Memory
	funcs           map[string]api.Function
	stack           [16]uint64
	scratch         uint32
	copied          []byte // of records
	meters          *meters
	meter           *meter
	dead            bool // a call has failed
}

func (l *Library) start(ctx context.Context, memory uint64) (*instance, error) {
	cfg := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	module, err := l.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, l.regions.allocator(memory)),
		l.pdfium, cfg)
	if err != nil {
		return nil, fmt.Errorf("instantiate PDFium: %w", err)
	}
	in := &instance{
		module: module, memory: module.Memory(), funcs: make(map[string]api.Function, 64), members: l.members,
		meters: l.meters, meter: l.meters.add(module),
	}
	if err := in.init(ctx, l); err != nil {
		_ = in.close(ctx)
		return nil, err
	}
	return in, nil
}

func (in *instance) init(ctx context.Context, l *Library) error {
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
	in.characters, in.objects = glyphs.ExportedFunction("characters"), glyphs.ExportedFunction("objects")
	in.texts = glyphs.ExportedFunction("texts")
	in.callVirtual = glyphs.ExportedFunction("callVirtual")
	in.callVirtualWith = glyphs.ExportedFunction("callVirtualWith")
	if _, err := in.call(ctx, "FPDF_InitLibrary"); err != nil {
		return err
	}
	in.scratch, err = in.malloc(ctx, scratchSize)
	return err
}

func (in *instance) close(ctx context.Context) error {
	in.meters.remove(in.module)
	var errs []error
	if in.glyphs != nil {
		errs = append(errs, in.glyphs.Close(ctx))
	}
	return errors.Join(append(errs, in.module.Close(ctx))...)
}

// call runs a function of PDFium; an error means that it trapped.
func (in *instance) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
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

// call32 is call for functions that return a handle, an int or a BOOL.
func (in *instance) call32(ctx context.Context, name string, args ...uint64) (uint32, error) {
	v, err := in.call(ctx, name, args...)
	return uint32(v), err
}

// count is call for functions that return a count; negative results, which are errors, count as 0.
func (in *instance) count(ctx context.Context, name string, args ...uint64) (int, error) {
	v, err := in.call(ctx, name, args...)
	return max(int(int32(v)), 0), err
}

// records lets a function of glyphs.wasm write from p on and returns a copy, valid until the next call of
// records, because further calls of PDFium may move the memory.
func (in *instance) records(ctx context.Context, write api.Function, p uint32, args ...uint64) ([]byte, error) {
	end, err := in.callGlyphs(ctx, write, args...)
	if err != nil {
		return nil, err
	}
	written, err := in.view(p, int(end-p))
	if err != nil {
		return nil, err
	}
	in.copied = append(in.copied[:0], written...)
	return in.copied, nil
}

// callGlyphs runs a function of glyphs.wasm; an error means that it trapped.
func (in *instance) callGlyphs(ctx context.Context, fn api.Function, args ...uint64) (uint32, error) {
	copy(in.stack[:], args)
	if err := fn.CallWithStack(ctx, in.stack[:len(args)]); err != nil {
		in.dead = true
		return 0, fmt.Errorf("glyphs.wasm: %w", err)
	}
	return uint32(in.stack[0]), nil
}

// errNoMemory is returned if a document needs more memory than its instance may have.
var errNoMemory = errors.New("out of WebAssembly memory")

func (in *instance) malloc(ctx context.Context, size int) (uint32, error) {
	if size < 0 || size > memoryLimit {
		return 0, errNoMemory
	}
	p, err := in.call32(ctx, "malloc", uint64(size))
	if err == nil && p == 0 {
		err = errNoMemory
	}
	return p, err
}

func (in *instance) free(ctx context.Context, p uint32) error {
	_, err := in.call(ctx, "free", uint64(p))
	return err
}

// view returns the instance's memory, valid until the next call.
func (in *instance) view(p uint32, size int) ([]byte, error) {
	b, ok := in.memory.Read(p, uint32(size))
	if !ok {
		return nil, fmt.Errorf("bytes %d+%d lie outside the WebAssembly memory", p, size)
	}
	return b, nil
}

func (in *instance) writeBytes(ctx context.Context, data []byte) (uint32, error) {
	p, err := in.malloc(ctx, len(data)+1)
	if err != nil {
		return 0, err
	}
	if !in.memory.Write(p, data) {
		return 0, errNoMemory
	}
	return p, nil
}

// floats reads n 32-bit floats from the scratch buffer.
func (in *instance) floats(n int) ([]float64, error) {
	b, err := in.view(in.scratch, 4*n)
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(f32(b[4*i:]))
	}
	return out, nil
}

func f32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// text returns the string that a function of PDFium writes as zero-terminated UTF-16LE. The function's last
// two parameters are a buffer and its size; it returns the required size. Strings of more than a mebibyte
// are read as "".
func (in *instance) text(ctx context.Context, name string, args ...uint64) (string, error) {
	const longest = 2 << 20
	n, err := in.call32(ctx, name, append(args, uint64(in.scratch), scratchSize)...)
	if err != nil || n > longest {
		return "", err
	}
	if n <= scratchSize {
		return in.utf16String(in.scratch, n)
	}
	p, err := in.malloc(ctx, int(n))
	if err != nil {
		return "", err
	}
	if _, err := in.call(ctx, name, append(args, uint64(p), uint64(n))...); err != nil {
		return "", err
	}
	s, err := in.utf16String(p, n)
	if err != nil {
		return "", err
	}
	return s, in.free(ctx, p)
}

// utf16String reads a UTF-16LE string of size bytes, up to a zero.
func (in *instance) utf16String(p, size uint32) (string, error) {
	b, err := in.view(p, int(size))
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
