package pdf

import "github.com/docmill/docmill/engine/document"

// squares collects where on a page a QR code may be: an image, a form or a path
// of its shape, or a crowd of little squares that are its modules.
type squares struct {
	found   []document.Box
	modules document.Box // around all little squares
	count   int
}

// maxSquares bounds how many places are looked at on a page.
const maxSquares = 8

func (s *squares) add(kind uint32, box document.Box, page *Page) {
	const module = 6.0 // points; larger squares are no modules
	w, h := box.Width()*page.Width, box.Height()*page.Height
	switch {
	case kind == objectPath && w <= module && h <= module:
		s.modules = s.modules.Union(box)
		s.count++
	case isCodeSized(w, h) && len(s.found) < maxSquares:
		s.found = append(s.found, box)
	}
}

// isCodeSized reports whether a QR code fits an object of that size in points,
// with its quiet zone or without: from 9 to 110 millimetres a side.
func isCodeSized(w, h float64) bool {
	const smallest, largest, oblong = 25.0, 310.0, 1.25
	return w >= smallest && h >= smallest && w <= largest && h <= largest && w <= oblong*h && h <= oblong*w
}

func (s *squares) places(page *Page) []document.Box {
	const crowd = 60 // dark modules in rows, of which a code has more
	if s.count >= crowd && isCodeSized(s.modules.Width()*page.Width, s.modules.Height()*page.Height) {
		return append(s.found, s.modules)
	}
	return s.found
}
