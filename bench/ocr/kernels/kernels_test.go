// Package kernels_test compares two implementations of the quantized networks without cgo: Go assembly, which package
// kernel uses, and C compiled to WebAssembly with SIMD, which runs in the runtime that PDFium needs (source/dense.c
// has the command). Plain Go, the fallback without AVX2, is measured as well.
package kernels_test

import (
	"context"
	_ "embed"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed dense.wasm
var module []byte

// layer is the widest layer of text recognition over a line of 400 columns.
type layer struct {
	places, in, out int
	x               []byte
	weights         []int8
	finish          kernel.Finish
}

func newLayer() layer {
	r := rand.New(rand.NewPCG(1, 1))
	l := layer{places: 100, in: 192, out: 384}
	l.x, l.weights = make([]byte, l.places*l.in), make([]int8, l.out*l.in)
	for i := range l.x {
		l.x[i] = byte(r.IntN(kernel.MaxActivation + 1))
	}
	for i := range l.weights {
		l.weights[i] = int8(r.IntN(2*kernel.MaxWeight+1) - kernel.MaxWeight)
	}
	for range l.out {
		l.finish.Bias = append(l.finish.Bias, int32(r.IntN(20_000)-10_000))
		l.finish.Scale = append(l.finish.Scale, 2e-4+1e-4*r.Float32())
	}
	return l
}

func (l layer) assembly() (run func(), result *kernel.Map) {
	src, dst := kernel.NewMap(1, l.places, l.in, 0, 0), kernel.NewMap(1, l.places, l.out, 0, 0)
	src.Use(make([]byte, src.Size()))
	dst.Use(make([]byte, dst.Size()))
	for p := range l.places {
		copy(src.At(0, p), l.x[p*l.in:(p+1)*l.in])
	}
	point := kernel.Shape{Rows: 1, Columns: 1, StepRows: 1, StepColumns: 1}
	d := kernel.NewDense(point, l.in, l.out, l.weights, l.finish, nil, false)
	return func() { d.Run(dst, src, nil, 1) }, dst
}

// webAssembly returns the layer as run by wazero. Its result is in the module's memory.
func (l layer) webAssembly(tb testing.TB) (run func(), result func() []byte) {
	tb.Helper()
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	tb.Cleanup(func() { _ = runtime.Close(ctx) })
	instance, err := runtime.Instantiate(ctx, module)
	if err != nil {
		tb.Fatal(err)
	}
	memory, next := instance.Memory(), uint32(instance.ExportedGlobal("__heap_base").Get())
	place := func(bytes int) uint64 {
		at := (next + 15) &^ 15
		next = at + uint32(bytes)
		return uint64(at)
	}
	x, w := place(2*len(l.x)), place(2*len(l.weights))
	bias, scale, y := place(4*l.out), place(4*l.out), place(l.places*l.out)
	little := binary.LittleEndian
	for i, v := range l.x {
		memory.WriteUint16Le(uint32(x)+2*uint32(i), uint16(v))
	}
	for i, v := range l.weights {
		memory.WriteUint16Le(uint32(w)+2*uint32(i), uint16(int16(v)))
	}
	for i := range l.out {
		memory.Write(uint32(bias)+4*uint32(i), little.AppendUint32(nil, uint32(l.finish.Bias[i])))
		memory.Write(uint32(scale)+4*uint32(i), little.AppendUint32(nil, math.Float32bits(l.finish.Scale[i])))
	}
	dense := instance.ExportedFunction("dense")
	run = func() {
		if _, err := dense.Call(ctx, x, w, bias, scale, y, uint64(l.places), uint64(l.in), uint64(l.out)); err != nil {
			tb.Fatal(err)
		}
	}
	return run, func() []byte { return read(tb, memory, uint32(y), uint32(l.places*l.out)) }
}

func read(tb testing.TB, memory api.Memory, at, bytes uint32) []byte {
	tb.Helper()
	out, ok := memory.Read(at, bytes)
	if !ok {
		tb.Fatal("the result lies outside of the memory")
	}
	return out
}

// All implementations compute the same result.
func TestEqualImplementations(t *testing.T) {
	t.Parallel()
	l := newLayer()
	first, want := l.assembly()
	second, got := l.webAssembly(t)
	first()
	second()
	out := got()
	for p := range l.places {
		for o, v := range want.At(0, p) {
			if out[p*l.out+o] != v {
				t.Fatalf("place %d, channel %d: %d and %d", p, o, out[p*l.out+o], v)
			}
		}
	}
}

// BenchmarkDense reports billions of products of an activation and a weight per second.
func BenchmarkDense(b *testing.B) {
	l := newLayer()
	assembly, _ := l.assembly()
	webAssembly, _ := l.webAssembly(b)
	for _, way := range []struct {
		name string
		run  func()
	}{{"assembly", assembly}, {"WebAssembly", webAssembly}, {"plain", l.plain()}} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				way.run()
			}
			work := float64(l.places*l.in*l.out) * float64(b.N)
			b.ReportMetric(work/1e9/b.Elapsed().Seconds(), "G-products/s")
		})
	}
}

func (l layer) plain() func() {
	y := make([]byte, l.places*l.out)
	return func() {
		for p := range l.places {
			x := l.x[p*l.in : (p+1)*l.in]
			for o := range l.out {
				sum := l.finish.Bias[o]
				for i, w := range l.weights[o*l.in : (o+1)*l.in] {
					sum += int32(x[i]) * int32(w)
				}
				v := math.RoundToEven(float64(float32(sum) * l.finish.Scale[o]))
				y[p*l.out+o] = byte(min(max(v, 0), kernel.MaxActivation))
			}
		}
	}
}
