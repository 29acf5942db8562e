package document

import "github.com/docmill/docmill/engine/document/mesh"

// Displayed converts a box of the page to the displayed page: the smallest one around it.
func (p *Page) Displayed(b Box) Box {
	if p.Sheet != nil {
		b = around(b, p.Sheet.At).OnPage()
	}
	return b.Turn(-p.Turned)
}

// Upright converts a box of the displayed page to the page. Displayed converts back.
func (p *Page) Upright(b Box) Box {
	b = b.Turn(p.Turned)
	if p.Sheet != nil {
		b = around(b, func(x, y float64) mesh.Point { return p.Sheet.Of(mesh.Point{X: x, Y: y}) })
	}
	return b
}

// DisplayedSize returns the width and height of the displayed page.
func (p *Page) DisplayedSize() (width, height float64) {
	width, height = p.Width, p.Height
	if p.Sheet != nil {
		width, height = p.Sheet.Width, p.Sheet.Height
	}
	if p.Turned%2 != 0 {
		return height, width
	}
	return width, height
}

// around returns the box around a box's mapped corners.
func around(b Box, at func(x, y float64) mesh.Point) Box {
	first := at(b.X0, b.Y0)
	out := Box{first.X, first.Y, first.X, first.Y}
	for _, p := range []mesh.Point{at(b.X1, b.Y0), at(b.X0, b.Y1), at(b.X1, b.Y1)} {
		out = Box{min(out.X0, p.X), min(out.Y0, p.Y), max(out.X1, p.X), max(out.Y1, p.Y)}
	}
	return out
}

// OnPage clips the box to its page.
func (b Box) OnPage() Box {
	unit := func(v float64) float64 { return min(max(v, 0), 1) }
	return Box{unit(b.X0), unit(b.Y0), unit(b.X1), unit(b.Y1)}
}
