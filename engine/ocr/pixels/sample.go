package pixels

import (
	"image"
	"math"

	"github.com/docmill/docmill/engine/document/mesh"
)

// Sample returns a page of w × h pixels as it is flat, from a picture that shows it as the mesh says. Places
// outside the picture get the brightness that most of its edge has.
func Sample(src *image.Gray, m *mesh.Mesh, w, h int) *image.Gray {
	dst := image.NewGray(image.Rect(0, 0, w, h))
	fill(dst.Pix, edgeOf(src))
	for row := range m.Rows {
		for column := range m.Columns {
			cell := image.Rect(column*w/m.Columns, row*h/m.Rows, (column+1)*w/m.Columns, (row+1)*h/m.Rows)
			sampleCell(dst, cell, src, m)
		}
	}
	return dst
}

// sampleCell fills a cell of the mesh. Within a row of pixels the places are at equal distances.
func sampleCell(dst *image.Gray, cell image.Rectangle, src *image.Gray, m *mesh.Mesh) {
	w, h := float64(dst.Rect.Dx()), float64(dst.Rect.Dy())
	sw, sh := float64(src.Rect.Dx()), float64(src.Rect.Dy())
	fixed := func(v, size float64) int { return int(math.Floor((v*size - 0.5) * FixedOne)) }
	right, bottom := src.Rect.Dx()-1, src.Rect.Dy()-1
	n := float64(cell.Dx())
	for y := cell.Min.Y; y < cell.Max.Y; y++ {
		down := (float64(y) + 0.5) / h
		from, to := m.At((float64(cell.Min.X)+0.5)/w, down), m.At((float64(cell.Max.X)+0.5)/w, down)
		sx, sy := fixed(from.X, sw), fixed(from.Y, sh)
		dx := int(math.Round((to.X - from.X) * sw / n * FixedOne))
		dy := int(math.Round((to.Y - from.Y) * sh / n * FixedOne))
		out := dst.Pix[y*dst.Stride+cell.Min.X : y*dst.Stride+cell.Max.X]
		for x := range out {
			if sx >= 0 && sy >= 0 && sx>>16 < right && sy>>16 < bottom {
				out[x] = At(src, sx, sy)
			}
			sx, sy = sx+dx, sy+dy
		}
	}
}

// edgeOf returns the median brightness of an image's outer pixels.
func edgeOf(img *image.Gray) byte {
	var counts [256]int
	w, h, n := img.Rect.Dx(), img.Rect.Dy(), 0
	count := func(x, y int) { counts[img.Pix[y*img.Stride+x]]++; n++ }
	for x := range w {
		count(x, 0)
		count(x, h-1)
	}
	for y := range h {
		count(0, y)
		count(w-1, y)
	}
	for v := range counts {
		if n -= 2 * counts[v]; n <= 0 {
			return byte(v) //nolint:gosec // below 256
		}
	}
	return 255
}
