package crop

// even converts brightness to ink: paper becomes 0 wherever it is brighter or darker along the line, print
// 255, and light print on dark becomes dark. It returns the share of light, of 255, that the print absorbs.
func even(pix []byte, columns int) (share int) {
	const (
		faintest = 24 // levels between print and paper; below it noise would be print
		typical  = 90 // percentile of the parts' shares; a part may have no print
	)
	if isNegative(pix) {
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

// isNegative reports whether the print is lighter than its ground, which has most of the pixels.
func isNegative(pix []byte) bool {
	var counts [256]int
	for _, v := range pix {
		counts[v]++
	}
	darkest := percentile(&counts, len(pix), 2)
	middle := percentile(&counts, len(pix), 50)
	brightest := percentile(&counts, len(pix), 98)
	return middle-darkest < brightest-middle
}

// partColumns is the width of the parts of a line in which the light counts as even.
const partColumns = 64

// tones returns for each part of the line the brightness of the paper and the share of light, of 255, that
// the print absorbs. In shadow both are dark, but the share stays.
func tones(pix []byte, columns int) (paper, shares []int) {
	parts := (columns + partColumns - 1) / partColumns
	for k := range parts {
		// The last part is never narrower than the others.
		to := min((k+1)*partColumns, columns)
		from := max(to-partColumns, 0)
		var counts [256]int
		for row := 0; row < len(pix); row += columns {
			for _, v := range pix[row+from : row+to] {
				counts[v]++
			}
		}
		n := (to - from) * Rows
		ground := percentile(&counts, n, 80)
		paper = append(paper, ground)
		shares = append(shares, (ground-percentile(&counts, n, 3))*255/max(ground, 1))
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
