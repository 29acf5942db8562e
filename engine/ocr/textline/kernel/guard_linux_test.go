package kernel_test

import (
	"math/rand/v2"
	"os"
	"syscall"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// fenced returns memory between two inaccessible pages: it ends at the beginning of the second one or, if
// front is set, begins at the end of the first one.
func fenced(t *testing.T, bytes int, front bool) []byte {
	t.Helper()
	page := os.Getpagesize()
	inner := (bytes + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, syscall.Munmap(all))
	})
	for _, fence := range [][]byte{all[:page], all[page+inner:]} {
		require.NoError(t, syscall.Mprotect(fence, syscall.PROT_NONE))
	}
	if front {
		return all[page : page+bytes : page+bytes]
	}
	return all[page+inner-bytes : page+inner : page+inner]
}

// A convolution that accesses memory outside its maps, weights, biases, scales or factors crashes the test:
// each has a protected page before or behind it.
func TestMemoryBounds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 11))
	window := func(rows, columns, step int) kernel.Shape {
		return kernel.Shape{
			Rows: rows, Columns: columns, StepRows: step, StepColumns: step,
			Top: rows / 2, Left: columns / 2, Bottom: rows / 2, Right: columns / 2,
		}
	}
	for _, c := range []struct {
		shape     kernel.Shape
		in, out   int
		depthwise bool
		up        int
	}{
		{window(3, 3, 1), 16, 16, false, 0}, {window(3, 3, 2), 17, 35, false, 0}, {window(1, 1, 1), 192, 20, false, 1},
		{window(1, 1, 1), 16, 16, false, 2}, {window(1, 1, kernel.MaxStep), 128, 16, false, 0},
		{window(5, 5, kernel.MaxStep), 1, 16, false, 0},
		{window(5, 5, 1), 33, 33, true, 0}, {window(1, 9, 1), 16, 16, true, 0}, {window(4, 2, 1), 16, 16, true, 0},
	} {
		l := random(r, c.shape, c.in, c.out, c.depthwise, c.up > 0)
		for _, columns := range []int{2, 4, 6, 8, 14, 18, 34} {
			for _, front := range []bool{false, true} {
				l.runFenced(t, 4, columns, c.up, front)
			}
		}
	}
}

// runFenced runs a convolution with and without assembly, all its memory fenced.
func (l layer) runFenced(t *testing.T, rows, columns, up int, front bool) {
	t.Helper()
	fence := func(m *kernel.Map) *kernel.Map {
		m.Use(fenced(t, m.Size(), front))
		return m
	}
	memory := func(bytes int) []byte { return fenced(t, bytes, front) }
	outRows, outColumns := l.shape.Of(rows, columns)
	borderRows, border := l.shape.Border()
	src := fence(kernel.NewMap(rows, columns, l.in, borderRows, border))
	dst := fence(kernel.NewMap(outRows, outColumns, l.out, 0, 0))
	if l.depthwise {
		d := kernel.NewDepthwise(l.shape, l.in, l.weights, l.finish)
		d.Move(memory)
		d.Run(dst, src)
		d.WithoutAssembly().Run(dst, src)
		return
	}
	d := kernel.NewDense(l.shape, l.in, l.out, l.weights, l.finish, l.factors, false)
	d.Move(memory)
	if up > 0 {
		added := fence(kernel.NewMap((outRows+up-1)/up, (outColumns+up-1)/up, l.out, 0, 0))
		d.Run(dst, src, added, up)
		d.WithoutAssembly().Run(dst, src, added, up)
		return
	}
	d.Run(dst, src, nil, 1)
	d.WithoutAssembly().Run(dst, src, nil, 1)
	if l.in == 1 {
		input := fence(kernel.NewInput(rows, columns, borderRows, border))
		d := kernel.NewDense(l.shape, 1, l.out, l.weights, l.finish, nil, true)
		d.Move(memory)
		d.Run(dst, input, nil, 1)
		d.WithoutAssembly().Run(dst, input, nil, 1)
	}
	values := make([]float32, outRows*outColumns*d.RawStep())
	d.RunRaw(values, outRows, outColumns, src)
	d.WithoutAssembly().RunRaw(values, outRows, outColumns, src)
}
