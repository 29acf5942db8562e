package pdf

import "github.com/docmill/docmill/engine/document"

// squares collects possible places of QR codes: an image, form or path of square shape, or many small
// squares that may be modules.
type squares struct {
	found   []document.Box
	modules document.Box // around all little squares
	count   int
}

// maxSquares bounds the places per page.
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

// isCodeSized reports whether an object's size in points fits a QR code, with or without its quiet zone: 9
// to 110 millimeters.
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
