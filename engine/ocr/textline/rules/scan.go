package rules

import "image"

const (
	darker = 20 // levels that a rule is darker than the paper at both sides, at least
)

// maxStretches bounds the work on hatchings and noise.
const maxStretches = 100_000

// scanner looks for thin horizontal ink in the rows of a picture.
type scanner struct {
	img       *image.Gray
	thick     int
	distances []int // at which the paper beside a rule is looked for
	shortest  int   // stretch, in pixels
	broken    int   // pixels without ink within a rule, at most
	bridge    int   // the longest ink of letters within a rule, in pixels
	stretches []stretch
	dots      dotFinder
}

// scan returns the thin lines of a picture, and the dots of dotted and dashed lines. shortest is the minimum
// length in heights of the page's text, and broken are the pixels without ink within a line, at most.
func (p *page) scan(img *image.Gray, grid *brightness, shortest float64, broken int) ([]*trace, []dot) {
	s := &scanner{
		img: img, thick: p.thick, shortest: max(int(shortest*p.height), 5), broken: broken, bridge: int(p.height),
		dots: dotFinder{img: img, height: p.height, thick: p.thick},
	}
	for d := p.thick; d >= 2; d = min(d-1, (d+2)/2) {
		s.distances = append(s.distances, d)
	}
	limits := make([]byte, grid.columns)
	for y := p.thick; y < img.Rect.Dy()-p.thick; y++ {
		if y == p.thick || y%block == 0 {
			grid.limits(limits, y/block)
		}
		s.row(y, limits)
		if len(s.stretches) > maxStretches {
			return nil, nil
		}
	}
	return tracesOf(s.stretches), s.dots.found
}

// block is the side of the parts of a picture whose brightness is known, in pixels.
const block = 32

// brightness is the highest one of each part of a picture.
type brightness struct {
	columns, rows int
	highest       []byte
}

func newBrightness(img *image.Gray) *brightness {
	const step = 2 // pixels; paper is larger
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b := &brightness{columns: (w + block - 1) / block, rows: (h + block - 1) / block}
	b.highest = make([]byte, b.columns*b.rows)
	for y := 0; y < h; y += step {
		row, out := img.Pix[y*img.Stride:][:w], b.highest[y/block*b.columns:]
		for at := 0; at < w; at += block {
			highest := byte(0)
			for x := at; x < min(at+block, w); x += step {
				highest = max(highest, row[x])
			}
			out[at/block] = max(out[at/block], highest)
		}
	}
	return b
}

// limits writes the highest brightness of rules in the parts of a row, from the parts around them.
func (b *brightness) limits(out []byte, row int) {
	for i := range out {
		highest := byte(darker)
		for y := max(row-1, 0); y <= min(row+1, b.rows-1); y++ {
			for x := max(i-1, 0); x <= min(i+1, b.columns-1); x++ {
				highest = max(highest, b.highest[y*b.columns+x])
			}
		}
		out[i] = highest - darker
	}
}

// row finds the stretches and dots of a row.
func (s *scanner) row(y int, limits []byte) {
	img, w := s.img, s.img.Rect.Dx()
	row := img.Pix[y*img.Stride:][:w]
	run := stretch{y: y, from: -1}
	level, inked := 0, 0 // the darkest of the last thin pixels; the end of the ink that they are connected with
	free, last := 0, -2
	s.dots.begin(y)
	for x, v := range row {
		if v > limits[x/block] {
			continue
		}
		if !s.isThin(x, y, int(v)) {
			if int(v) > level+darker {
				continue
			}
			s.dots.interrupt()
			if run.from >= 0 && x <= inked+s.broken && x-run.to < s.bridge {
				run.light += x - inked
				inked = x + 1
			}
			continue
		}
		s.dots.add(x)
		if run.from >= 0 && x > inked+s.broken {
			s.end(run)
			run = stretch{y: y, from: -1}
		}
		if run.from < 0 {
			run.from, inked = x, x
		}
		if x > run.to {
			free = 0 // pixels since the last ink of a letter or gap
		}
		free++
		run.free = max(run.free, free)
		run.light += x - inked
		run.thin++
		if x > last+1 {
			level = 255
		}
		level, last, run.to, inked = min(level, int(v)), x, x+1, x+1
	}
	s.end(run)
	s.dots.end()
}

func (s *scanner) end(run stretch) {
	if run.from >= 0 && run.to-run.from >= s.shortest && 2*run.thin >= run.to-run.from {
		s.stretches = append(s.stretches, run)
	}
}

// isThin reports whether a pixel has paper above and below, as near as a rule is thick.
func (s *scanner) isThin(x, y, v int) bool {
	at, stride := y*s.img.Stride+x, s.img.Stride
	for _, d := range s.distances {
		if v+darker <= int(min(s.img.Pix[at-d*stride], s.img.Pix[at+d*stride])) {
			return true
		}
	}
	return false
}
