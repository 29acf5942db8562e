package kernel_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
	"github.com/docmill/docmill/lab/kernels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestAssemblyUpToDate(t *testing.T) {
	t.Parallel()
	committed, err := os.ReadFile("kernel_amd64.s")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(committed, kernels.Assembly()), "kernel_amd64.s is old: go generate ./textline/kernel")
}

// layer is a convolution as its definition has it.
type layer struct {
	shape     kernel.Shape
	in, out   int
	weights   []int8 // of a dense one out × rows × columns × in, else rows × columns × channels
	finish    kernel.Finish
	factors   []int32
	depthwise bool
}

func random(r *rand.Rand, shape kernel.Shape, in, out int, depthwise, added bool) layer {
	l := layer{shape: shape, in: in, out: out, depthwise: depthwise}
	n := shape.Rows * shape.Columns * in
	if !depthwise {
		n *= out
	}
	extreme := r.IntN(3) == 0
	for range n {
		w := int8(r.IntN(2*kernel.MaxWeight+1) - kernel.MaxWeight)
		if extreme {
			w = int8(kernel.MaxWeight * (1 - 2*r.IntN(2)))
		}
		l.weights = append(l.weights, w)
	}
	for range out {
		l.finish.Bias = append(l.finish.Bias, int32(r.IntN(20001)-10000))
		l.finish.Scale = append(l.finish.Scale, r.Float32()*0.01)
		if added {
			l.factors = append(l.factors, int32(r.IntN(2000)))
		}
	}
	return l
}

// at returns the sum of a place before it is scaled.
func (l layer) at(src, added *kernel.Map, up, y, x, o int) int32 {
	sum := int64(l.finish.Bias[o])
	for ky := range l.shape.Rows {
		for kx := range l.shape.Columns {
			sy, sx := y*l.shape.StepRows+ky-l.shape.Top, x*l.shape.StepColumns+kx-l.shape.Left
			if sy < 0 || sx < 0 || sy >= src.Rows || sx >= src.Columns {
				continue
			}
			place := src.At(sy, sx)
			if l.depthwise {
				sum += int64(place[o]) * int64(l.weights[(ky*l.shape.Columns+kx)*l.in+o])
				continue
			}
			for c, v := range place {
				sum += int64(v) * int64(l.weights[((o*l.shape.Rows+ky)*l.shape.Columns+kx)*l.in+c])
			}
		}
	}
	if l.factors != nil {
		sum += int64(l.factors[o]) * int64(added.At(y/up, x/up)[o])
	}
	return int32(sum)
}

func filled(r *rand.Rand, rows, columns, channels, borderRows, border int) *kernel.Map {
	m := kernel.NewMap(rows, columns, channels, borderRows, border)
	memory := make([]byte, m.Size())
	for i := range memory {
		memory[i] = byte(r.IntN(128)) // what is left of another map
	}
	m.Use(memory)
	for y := range rows {
		for x := range columns {
			for c := range (channels + 15) / 16 * 16 {
				m.Set(y, x, c, byte(r.IntN(kernel.MaxActivation+1)))
			}
		}
	}
	return m
}

// All shapes that the networks use, and odd ones, in all sizes.
func TestConvolutions(t *testing.T) {
	t.Parallel()
	square := kernel.Shape{Rows: 3, Columns: 3, StepRows: 1, StepColumns: 1, Top: 1, Left: 1, Bottom: 1, Right: 1}
	halving, lower := square, square
	halving.StepRows, halving.StepColumns = 2, 2
	lower.StepRows = 2
	point := kernel.Shape{Rows: 1, Columns: 1, StepRows: 1, StepColumns: 1}
	along := kernel.Shape{Rows: 1, Columns: 9, StepRows: 1, StepColumns: 1, Left: 4, Right: 4}
	column := kernel.Shape{Rows: 4, Columns: 3, StepRows: 1, StepColumns: 1, Left: 1, Right: 1}
	wide := kernel.Shape{Rows: 5, Columns: 5, StepRows: 1, StepColumns: 1, Top: 2, Left: 2, Bottom: 2, Right: 2}
	for _, c := range []struct {
		name      string
		shape     kernel.Shape
		in, out   int
		depthwise bool
		up        int // of the map that is added; 0 for none
	}{
		{name: "square", shape: square, in: 16, out: 32}, {name: "odd channels", shape: square, in: 5, out: 19},
		{name: "halving", shape: halving, in: 17, out: 16}, {name: "lower", shape: lower, in: 16, out: 20},
		{name: "point", shape: point, in: 40, out: 33}, {name: "column", shape: column, in: 24, out: 48},
		{name: "added", shape: point, in: 16, out: 35, up: 1}, {name: "added double", shape: square, in: 16, out: 16, up: 2},
		{name: "along", shape: along, in: 40, out: 40, depthwise: true},
		{name: "depthwise", shape: square, in: 16, out: 16, depthwise: true},
		{name: "wide depthwise", shape: wide, in: 21, out: 21, depthwise: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(c.in*100+c.out)))
			for _, size := range [][2]int{{4, 1}, {4, 2}, {5, 3}, {4, 4}, {6, 5}, {4, 7}, {4, 18}, {7, 23}} {
				l := random(r, c.shape, c.in, c.out, c.depthwise, c.up > 0)
				check(t, r, l, size[0], size[1], c.up)
			}
		})
	}
}

func check(t *testing.T, r *rand.Rand, l layer, rows, columns, up int) {
	t.Helper()
	outRows, outColumns := l.shape.Of(rows, columns)
	borderRows, border := l.shape.Border()
	src := filled(r, rows, columns, l.in, borderRows, border+r.IntN(2))
	var added *kernel.Map
	if up > 0 {
		added = filled(r, (outRows+up-1)/up, (outColumns+up-1)/up, l.out, 0, 1)
	}
	want := make([]int32, 0, outRows*outColumns*l.out)
	for y := range outRows {
		for x := range outColumns {
			for o := range l.out {
				want = append(want, l.at(src, added, up, y, x, o))
			}
		}
	}
	for name, run := range l.ways() {
		dst := filled(r, outRows, outColumns, l.out, 1, 1)
		run(dst, src, added, up)
		i := 0
		for y := range outRows {
			for x := range outColumns {
				for o, got := range dst.At(y, x) {
					product := float64(float32(want[i]) * l.finish.Scale[o])
					require.Equal(t, byte(math.RoundToEven(min(max(product, 0), 127))), got,
						name, rows, columns, "channel", o, "at", y, x, "the product", product)
					i++
				}
			}
		}
		checkBorder(t, name, dst)
	}
	l.checkRaw(t, src, added, want, outRows, outColumns)
}

// checkBorder reports what was written around a map that has a border of 1.
func checkBorder(t *testing.T, name string, dst *kernel.Map) {
	t.Helper()
	nothing := make([]byte, dst.Channels)
	for y := -1; y <= dst.Rows; y++ {
		for x := -1; x <= dst.Columns; x++ {
			inside := y >= 0 && y < dst.Rows && x >= 0 && x < dst.Columns
			if !inside && !bytes.Equal(dst.At(y, x), nothing) {
				t.Fatalf("%s: the border at %d, %d was written to", name, y, x)
			}
		}
	}
}

func (l layer) ways() map[string]func(dst, src, added *kernel.Map, up int) {
	if l.depthwise {
		d := kernel.NewDepthwise(l.shape, l.in, l.weights, l.finish)
		return map[string]func(dst, src, added *kernel.Map, up int){
			"assembly": func(dst, src, _ *kernel.Map, _ int) { d.Run(dst, src) },
			"plain":    func(dst, src, _ *kernel.Map, _ int) { d.WithoutAssembly().Run(dst, src) },
		}
	}
	d := kernel.NewDense(l.shape, l.in, l.out, l.weights, l.finish, l.factors, false)
	return map[string]func(dst, src, added *kernel.Map, up int){
		"assembly": d.Run, "narrow": d.WithoutPairs().Run, "plain": d.WithoutAssembly().Run,
	}
}

// checkRaw compares the products before rounding.
func (l layer) checkRaw(t *testing.T, src, added *kernel.Map, want []int32, rows, columns int) {
	t.Helper()
	if l.depthwise || added != nil {
		return
	}
	d := kernel.NewDense(l.shape, l.in, l.out, l.weights, l.finish, nil, false)
	for name, d := range map[string]*kernel.Dense{
		"assembly": d, "narrow": d.WithoutPairs(), "plain": d.WithoutAssembly(),
	} {
		got := make([]float32, rows*columns*d.RawStep())
		d.RunRaw(got, rows, columns, src)
		for i := range rows * columns {
			for o := range l.out {
				require.Equal(t, got[i*d.RawStep()+o], float32(want[i*l.out+o])*l.finish.Scale[o],
					name, "raw", "at", i, "channel", o)
			}
		}
	}
}

// A network's input has one channel.
func TestInput(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	shape := kernel.Shape{Rows: 3, Columns: 3, StepRows: 2, StepColumns: 2, Top: 1, Left: 1, Bottom: 1, Right: 1}
	l := random(r, shape, 1, 16, false, false)
	const rows, columns = 9, 14
	input := make([]byte, rows*columns)
	for i := range input {
		input[i] = byte(r.IntN(256))
	}
	src := kernel.NewInput(rows, columns, 1, 1)
	src.Use(make([]byte, src.Size()))
	src.Fill(input)
	d := kernel.NewDense(shape, 1, 16, l.weights, l.finish, nil, true)
	outRows, outColumns := shape.Of(rows, columns)
	dst := kernel.NewMap(outRows, outColumns, 16, 0, 0)
	dst.Use(make([]byte, dst.Size()))
	d.Run(dst, src, nil, 1)
	for y := range outRows {
		for x := range outColumns {
			for o, got := range dst.At(y, x) {
				product := float64(float32(l.at(src, nil, 1, y, x, o)) * l.finish.Scale[o])
				require.Equal(t, byte(math.RoundToEven(min(max(product, 0), 127))), got,
					"channel", o, "at", y, x, "the product", product)
			}
		}
	}
}
