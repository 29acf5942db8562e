package rules

import "image"

// barRows are the rows in which a bar of a barcode is looked for; together they are higher than a line of text.
const barRows = 4

// barFinder looks for the bars of barcodes: columns that are dark in all of several rows, close to each other, with
// columns between them that are light in all of them. Light letters on dark have no such columns.
type barFinder struct {
	img    *image.Gray
	bright *brightness
	height float64 // of the page's text
	step   int     // between the rows
}

// withoutBarcodes returns the picture without barcodes, or the same picture if it has none. Recognition reads their
// bars as letters and appends them to the line beside. The brightness of the picture's parts stays the same.
func (p *page) withoutBarcodes(img *image.Gray, bright *brightness) *image.Gray {
	const between = 0.4 // heights
	f := &barFinder{img: img, bright: bright, height: p.height, step: max(int(between*p.height), 2)}
	var found []image.Rectangle
	for y := 0; y+barRows*f.step < img.Rect.Dy(); y += f.step {
		found = append(found, f.in(y)...)
	}
	if len(found) == 0 {
		return img
	}
	clean := copyOf(img, nil)
	for _, part := range found {
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				clean.Pix[y*clean.Stride+x] = f.bright.highest[y/block*f.bright.columns+x/block]
			}
		}
	}
	return clean
}

// in returns the barcodes that cross the rows from y.
func (f *barFinder) in(y int) (found []image.Rectangle) {
	const (
		few   = 10  // bars, or spaces between them, that are not a barcode
		wide  = 0.4 // heights of the widest space
		blurs = 0.2 // share of columns at the edges of bars
	)
	var part image.Rectangle
	bars, spaces, mixed, before := 0, 0, 0, 0
	end := func() {
		if min(bars, spaces) > few && float64(mixed) < blurs*float64(part.Dx()) {
			found = append(found, f.grown(part))
		}
		bars, spaces, mixed = 0, 0, 0
	}
	for x := range f.img.Rect.Dx() {
		dark := f.darkRows(x, y)
		if bars > 0 && x-part.Max.X > int(wide*f.height) {
			end()
		}
		switch {
		case dark == barRows:
			if bars == 0 {
				part = image.Rect(x, y, x+1, y+(barRows-1)*f.step+1)
			}
			if before < barRows {
				bars++
			}
			part.Max.X = x + 1
		case dark > 0 && bars > 0:
			mixed++
		case bars > 0 && before > 0:
			spaces++
		}
		before = dark
	}
	end()
	return found
}

// darkRows counts the rows from y in which a column is dark.
func (f *barFinder) darkRows(x, y int) (n int) {
	for range barRows {
		if f.isDark(x, y) {
			n++
		}
		y += f.step
	}
	return n
}

func (f *barFinder) isDark(x, y int) bool {
	const dark = 0.6 // of the brightness of the paper
	return float64(f.img.Pix[y*f.img.Stride+x]) < dark*float64(f.bright.highest[y/block*f.bright.columns+x/block])
}

// grown extends the part of a barcode to the ends of its bars and their blurred edges.
func (f *barFinder) grown(part image.Rectangle) image.Rectangle {
	const edge = 1 // pixels
	for range f.step {
		if f.hasBars(part, part.Min.Y-1) {
			part.Min.Y--
		}
		if f.hasBars(part, part.Max.Y) {
			part.Max.Y++
		}
	}
	return part.Inset(-edge).Intersect(f.img.Rect)
}

// hasBars reports whether a row continues the bars of a part.
func (f *barFinder) hasBars(part image.Rectangle, y int) bool {
	const most = 0.8 // of the bars
	if y < 0 || y >= f.img.Rect.Dy() {
		return false
	}
	inside, same := 0, 0
	for x := part.Min.X; x < part.Max.X; x++ {
		if f.isDark(x, part.Min.Y) {
			inside++
			if f.isDark(x, y) {
				same++
			}
		}
	}
	return float64(same) >= most*float64(inside)
}
