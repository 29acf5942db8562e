package fax

import "math/bits"

// reader reads bits, first to last.
type reader struct {
	data     []byte
	lsbFirst bool
	at       int // the next bit
}

func (r *reader) left() int { return len(r.data)*8 - r.at }

func (r *reader) align() { r.at = (r.at + 7) &^ 7 }

// bit returns the bit at a position, or zero beyond the end.
func (r *reader) bit(at int) int {
	if at>>3 >= len(r.data) {
		return 0
	}
	b := r.data[at>>3]
	if r.lsbFirst {
		b = bits.Reverse8(b)
	}
	return int(b>>(7-at&7)) & 1
}

func (r *reader) take(n int) int {
	v := 0
	for range n {
		v = v<<1 | r.bit(r.at)
		r.at++
	}
	return v
}

// lookUp reads a code of at most longest bits. Unknown bits stay unread.
func (r *reader) lookUp(table map[code]int, longest int) (int, error) {
	c, start := code{}, r.at
	for c.length < longest && r.left() > 0 {
		c.pattern = c.pattern<<1 | r.take(1)
		c.length++
		if value, ok := table[c]; ok {
			return value, nil
		}
	}
	r.at = start
	return 0, errCode
}

// endOfLineZeros precede the one of an end-of-line code. Fill bits are additional zeros.
const endOfLineZeros = 11

func (r *reader) atEndOfLine() bool {
	for i := range endOfLineZeros {
		if r.bit(r.at+i) == 1 {
			return false
		}
	}
	return true
}

// endOfLine reads an end-of-line code with its fill bits, or zeros up to the end of the data.
func (r *reader) endOfLine() bool {
	if r.left() <= 0 || !r.atEndOfLine() {
		return false
	}
	r.at += endOfLineZeros
	for r.left() > 0 {
		if r.take(1) == 1 {
			return true
		}
	}
	return false
}
