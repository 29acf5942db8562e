package crop

import "iter"

// even converts brightness to ink: paper becomes 0 wherever it is brighter or darker along the line, print
// 255, and light print on dark becomes dark. It returns the share of light, of 255, that the print absorbs.
func even(pix []byte, columns int) (share int) {
	const (
		faintest = 24 // levels between print and paper; below it noise would be print
		typical  = 90 // percentile of the parts' shares; a part may have no print
	)
	if isNegative(pix, columns) {
		for i, v := range pix {
			pix[i] = 255 - v
		}
	}
	paper, shares := tones(pix, columns)
	var counts [256]int
	for _, share := range shares {
		counts[share]++
	}
	share = percentile(&counts, len(shares), typical)
	for x := range columns {
		ground := interpolate(paper, x)
		contrast := max(ground*share/255, faintest)
		for i := x; i < len(pix); i += columns {
			pix[i] = byte(min(max((ground-int(pix[i]))*255/contrast, 0), 255))
		}
	}
	return share
}

// partColumns is the width of the parts of a line in which the light counts as even.
const partColumns = 64

// isNegative reports whether the print is lighter than its ground, which has most of the pixels of each part of the
// line. Where shadow begins, the line as a whole has two grounds.
func isNegative(pix []byte, columns int) bool {
	lighter, darker := 0, 0
	for counts, n := range partsOf(pix, columns) {
		middle := percentile(counts, n, 50)
		darker += middle - percentile(counts, n, 2)
		lighter += percentile(counts, n, 98) - middle
	}
	return darker < lighter
}

// partsOf yields the histogram of each part of a line, and its number of pixels.
func partsOf(pix []byte, columns int) iter.Seq2[*[256]int, int] {
	return func(yield func(*[256]int, int) bool) {
		for k := range (columns + partColumns - 1) / partColumns {
			// The last part is never narrower than the others.
			to := min((k+1)*partColumns, columns)
			from := max(to-partColumns, 0)
			var counts [256]int
			for row := 0; row < len(pix); row += columns {
				for _, v := range pix[row+from : row+to] {
					counts[v]++
				}
			}
			if !yield(&counts, (to-from)*Rows) {
				return
			}
		}
	}
}

// tones returns for each part of the line the brightness of the paper and the share of light, of 255, that
// the print absorbs. In shadow both are dark, but the share stays.
func tones(pix []byte, columns int) (paper, shares []int) {
	for counts, n := range partsOf(pix, columns) {
		ground := percentile(counts, n, 80)
		paper = append(paper, ground)
		shares = append(shares, (ground-percentile(counts, n, 3))*255/max(ground, 1))
	}
	return paper, shares
}

// interpolate interpolates the paper's brightness at a column.
func interpolate(paper []int, x int) int {
	at := x - partColumns/2
	if at <= 0 || len(paper) == 1 {
		return paper[0]
	}
	k, on := at/partColumns, at%partColumns
	if k+1 >= len(paper) {
		return paper[len(paper)-1]
	}
	return (paper[k]*(partColumns-on) + paper[k+1]*on) / partColumns
}

// percentile returns the smallest value that p percent of n values do not exceed.
func percentile(counts *[256]int, n, p int) int {
	left := n * p / 100
	for v, c := range counts {
		if left -= c; left < 0 {
			return v
		}
	}
	return 255
}
