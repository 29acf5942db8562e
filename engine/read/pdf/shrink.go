package pdf

import "image"

// shrink returns the image at another size. Samples that fall together are
// averaged by their share, which keeps small print legible; where a side grows
// by a sample or two they are repeated.
func shrink(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if sw == w && sh == h {
		return src
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	columns := sharesOf(sw, w)
	line, sum := make([]float32, w), make([]float32, w)
	loaded := -1
	for y, s := range sharesOf(sh, h) {
		clear(sum)
		for sy := s.first; sy <= s.last; sy++ {
			if sy != loaded { // neighbouring rows share a sample row
				loaded = sy
				narrow(line, src.Pix[sy*src.Stride:sy*src.Stride+sw], columns)
			}
			weight := s.weight(sy)
			for x, v := range line {
				sum[x] += weight * v
			}
		}
		row := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x, v := range sum {
			row[x] = byte(min(v+0.5, 255))
		}
	}
	return dst
}

// share is which of a line's samples fall into one of fewer: first to last, the
// outer ones in part. The weights add up to 1.
type share struct {
	first, last       int
	head, inner, tail float32
}

func (s *share) weight(i int) float32 {
	switch i {
	case s.first:
		return s.head
	case s.last:
		return s.tail
	}
	return s.inner
}

func sharesOf(n, m int) []share {
	shares := make([]share, m)
	scale := float64(n) / float64(m)
	for i := range shares {
		from, to := float64(i)*scale, min(float64(i+1)*scale, float64(n))
		s := share{first: min(int(from), n-1), inner: float32(1 / scale)}
		s.last = max(min(int(to), n-1), s.first)
		if float64(s.last) == to && s.last > s.first { // it ends before that one
			s.last--
		}
		if s.head = 1; s.last > s.first {
			s.head = float32((float64(s.first+1) - from) / scale)
			s.tail = float32((to - float64(s.last)) / scale)
		}
		shares[i] = s
	}
	return shares
}

// narrow averages a row's samples to as many as there are shares.
func narrow(line []float32, row []byte, shares []share) {
	for x := range shares {
		s := &shares[x]
		v := s.head * float32(row[s.first])
		if s.last > s.first {
			inner := uint32(0)
			for _, p := range row[s.first+1 : s.last] {
				inner += uint32(p)
			}
			v += s.inner*float32(inner) + s.tail*float32(row[s.last])
		}
		line[x] = v
	}
}
