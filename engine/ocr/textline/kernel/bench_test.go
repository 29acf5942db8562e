package kernel_test

import (
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
)

// The layers that lines and pages cost most, with assembly and without it, in
// thousands of millions of multiply-adds a second.
func BenchmarkDense(b *testing.B) {
	point := kernel.Shape{Rows: 1, Columns: 1, StepRows: 1, StepColumns: 1}
	square := kernel.Shape{Rows: 3, Columns: 3, StepRows: 1, StepColumns: 1, Top: 1, Left: 1, Bottom: 1, Right: 1}
	halving := square
	halving.StepRows, halving.StepColumns = 2, 2
	for _, c := range []struct {
		name          string
		shape         kernel.Shape
		rows, columns int
		in, out       int
	}{
		{"1x1 of 192 to 384", point, 1, 100, 192, 384}, {"1x1 of 384 to 192", point, 1, 100, 384, 192},
		{"1x1 of 32 to 32", point, 40, 100, 32, 32}, {"3x3 of 64 to 64", square, 4, 100, 64, 64},
		{"3x3 of 32 to 32", square, 8, 200, 32, 32}, {"3x3 of 16 to 32, step 2", halving, 80, 100, 16, 32},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		l := random(r, c.shape, c.in, c.out, false, false)
		src := filled(r, c.rows, c.columns, c.in, 1, 1)
		d := kernel.NewDense(c.shape, c.in, c.out, l.weights, l.finish, nil, false)
		rows, columns := c.shape.Of(c.rows, c.columns)
		dst := filled(r, rows, columns, c.out, 0, 0)
		work := rows * columns * c.in * c.out * c.shape.Rows * c.shape.Columns
		b.Run(c.name+"/assembly", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src, nil, 1) }) })
		d = d.WithoutPairs()
		b.Run(c.name+"/narrow", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src, nil, 1) }) })
		d = d.WithoutAssembly()
		b.Run(c.name+"/plain", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src, nil, 1) }) })
	}
}

// BenchmarkInput is the first layer, which has one channel to see.
func BenchmarkInput(b *testing.B) {
	const rows, columns = 32, 400
	shape := kernel.Shape{Rows: 3, Columns: 3, StepRows: 2, StepColumns: 2, Top: 1, Left: 1, Bottom: 1, Right: 1}
	r := rand.New(rand.NewPCG(1, 1))
	l := random(r, shape, 1, 16, false, false)
	src := kernel.NewInput(rows, columns, 1, 1)
	src.Use(make([]byte, src.Size()))
	d := kernel.NewDense(shape, 1, 16, l.weights, l.finish, nil, true)
	dst := filled(r, rows/2, columns/2, 16, 0, 0)
	const work = rows / 2 * columns / 2 * 16 * 9
	b.Run("assembly", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src, nil, 1) }) })
	d = d.WithoutAssembly()
	b.Run("plain", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src, nil, 1) }) })
}

func BenchmarkDepthwise(b *testing.B) {
	for _, c := range []struct {
		name                    string
		shape                   kernel.Shape
		rows, columns, channels int
	}{
		{"1x9 of 192", kernel.Shape{Rows: 1, Columns: 9, StepRows: 1, StepColumns: 1, Left: 4, Right: 4}, 1, 100, 192},
		{"5x5 of 48", kernel.Shape{
			Rows: 5, Columns: 5, StepRows: 1, StepColumns: 1, Top: 2, Left: 2, Bottom: 2, Right: 2,
		}, 40, 100, 48},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		l := random(r, c.shape, c.channels, c.channels, true, false)
		src, dst := filled(r, c.rows, c.columns, c.channels, 2, 4), filled(r, c.rows, c.columns, c.channels, 0, 0)
		d := kernel.NewDepthwise(c.shape, c.channels, l.weights, l.finish)
		work := c.rows * c.columns * c.channels * c.shape.Rows * c.shape.Columns
		b.Run(c.name+"/assembly", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src) }) })
		d = d.WithoutAssembly()
		b.Run(c.name+"/plain", func(b *testing.B) { measure(b, work, func() { d.Run(dst, src) }) })
	}
}

// measure runs something that takes work multiply-adds.
func measure(b *testing.B, work int, run func()) {
	b.Helper()
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, "G/s")
}
