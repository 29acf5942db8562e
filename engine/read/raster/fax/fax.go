// Package fax decodes the bilevel facsimile codings in TIFF files: Modified Huffman and Modified READ
// (ITU-T T.4, Group 3) in the forms of TIFF 6.0 (sections 10 and 11), with or without end-of-line codes,
// fill bits and return to control.
package fax

import (
	"errors"
	"fmt"
	"image"
)

// Format says how rows are coded.
type Format struct {
	// LSBFirst: the first bit of a byte is its lowest (FillOrder 2).
	LSBFirst bool
	// Aligned: each row begins at a byte, without end-of-line codes (TIFF compression 2).
	Aligned bool
	// TwoDimensional: a bit after an end-of-line code selects one- or two-dimensional coding of the row
	// (T4Options, bit 0).
	TwoDimensional bool
}

// errCode is returned for an invalid bit pattern, or a row of the wrong length.
var errCode = errors.New("fax: invalid code")

// maxDamaged limits damaged rows to one in four: line noise damages a few rows, a wrong format most of
// them.
const maxDamaged = 4

// Decode reads rows of width pixels, white as 255 and black as 0, until rows are full or the data ends, and
// returns how many it read. A damaged row repeats the one above, as T.4 recommends; decoding resumes at the
// next end-of-line code.
func Decode(data []byte, f Format, width, rows int) (*image.Gray, int, error) {
	img := image.NewGray(image.Rect(0, 0, width, rows))
	d := decoder{
		bits: reader{data: data, lsbFirst: f.LSBFirst}, format: f, width: width,
		white: codes(whiteRuns), black: codes(blackRuns), modes: codes(modeCodes),
	}
	above := []int{width}
	y, damaged := 0, 0
	for ; y < rows; y++ {
		oneDimensional, more := d.begin(y)
		if !more {
			break
		}
		changes, err := d.row(above, oneDimensional)
		switch {
		case err == nil:
			above = changes
		case d.bits.left() <= 0:
			paint(img, above, y)
			return img, y, nil // cut off within a row
		default:
			damaged++
			d.resume()
		}
		paint(img, above, y)
	}
	if damaged*maxDamaged > y {
		return nil, y, fmt.Errorf("%d of %d rows: %w", damaged, y, errCode)
	}
	return img, y, nil
}

// paint draws a row from the positions of color changes, starting with white.
func paint(img *image.Gray, changes []int, y int) {
	row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
	from, white := 0, true
	for _, to := range changes {
		if white {
			for x := from; x < to; x++ {
				row[x] = 255
			}
		}
		from, white = to, !white
	}
}

type decoder struct {
	bits         reader
	format       Format
	width        int
	white, black map[code]int
	modes        map[code]int
}

// begin moves to the next row, past end-of-line codes and fill bits, and reports its coding. Six
// end-of-line codes end the image.
func (d *decoder) begin(y int) (oneDimensional, more bool) {
	if d.format.Aligned {
		d.bits.align()
		return true, d.bits.left() > 0
	}
	const returnToControl = 6
	oneDimensional = true
	for n := 0; d.bits.endOfLine(); n++ {
		if n == returnToControl-1 || y > 0 && n == 2 {
			return true, false
		}
		if d.format.TwoDimensional {
			oneDimensional = d.bits.take(1) == 1
		}
	}
	return oneDimensional, d.bits.left() > 0
}

// resume goes to the next end-of-line code after a damaged row.
func (d *decoder) resume() {
	if d.format.Aligned {
		d.bits.at = len(d.bits.data) * 8 // rows cannot be separated any more
		return
	}
	for d.bits.left() > 0 && !d.bits.atEndOfLine() {
		d.bits.at++
	}
}

// row returns the positions of color changes; the last one is the width.
func (d *decoder) row(above []int, oneDimensional bool) ([]int, error) {
	if !oneDimensional {
		return d.rowByAbove(above)
	}
	var changes []int
	for x, white := 0, true; x < d.width; white = !white {
		n, err := d.run(white)
		if err != nil {
			return nil, err
		}
		if x += n; x > d.width {
			return nil, errCode
		}
		changes = append(changes, x)
	}
	return changes, nil
}

// run reads make-up codes and the terminating code of one run.
func (d *decoder) run(white bool) (int, error) {
	table := d.black
	if white {
		table = d.white
	}
	total := 0
	for total <= d.width {
		n, err := d.bits.lookUp(table, maxRunCodeBits)
		if err != nil {
			return 0, err
		}
		total += n
		if n < makeUp {
			return total, nil
		}
	}
	return 0, errCode
}

// rowByAbove decodes a row by the changes of the one above (T.4, 4.2.1.3).
func (d *decoder) rowByAbove(above []int) ([]int, error) {
	var changes []int
	a0, white := -1, true
	next := 0 // of above
	for a0 < d.width {
		mode, err := d.bits.lookUp(d.modes, maxModeCodeBits)
		if err != nil {
			return nil, err
		}
		next = changeAfter(above, next, a0, white)
		b1, b2 := d.change(above, next), d.change(above, next+1)
		switch mode {
		case modePass:
			a0 = b2
			continue
		case modeHorizontal:
			first, err1 := d.run(white)
			second, err2 := d.run(!white)
			from := max(a0, 0)
			if err := errors.Join(err1, err2); err != nil || from+first+second > d.width {
				return nil, errors.Join(errCode, err)
			}
			changes = append(changes, from+first, from+first+second)
			a0 = from + first + second
		default:
			a1 := b1 + mode - modeVertical
			if a1 < max(a0, 0) || a1 > d.width {
				return nil, errCode
			}
			changes = append(changes, a1)
			a0, white = a1, !white
		}
	}
	if len(changes) == 0 || changes[len(changes)-1] < d.width {
		changes = append(changes, d.width)
	}
	return changes, nil
}

// changeAfter returns the index of b1, the first change of the row above to the right of a0 and opposite to
// the current color; the search begins near i.
func changeAfter(above []int, i, a0 int, white bool) int {
	for i = min(i, len(above)); i > 0 && above[i-1] > a0; {
		i--
	}
	for i < len(above) && above[i] <= a0 {
		i++
	}
	if (i%2 == 0) != white { // changes of even index are from white to black
		i++
	}
	return i
}

func (d *decoder) change(above []int, i int) int {
	if i < len(above) {
		return above[i]
	}
	return d.width
}
