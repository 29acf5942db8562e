package wasm

// Instructions that are looked at, and added (Core Specification 5.4).
const (
	opBlock         = 0x02
	opLoop          = 0x03
	opIf            = 0x04
	opEnd           = 0x0b
	opBranch        = 0x0c
	opBranchTable   = 0x0e
	opReturn        = 0x0f
	opCall          = 0x10
	opCallIndirect  = 0x11
	opSelectTyped   = 0x1c
	opLocalGet      = 0x20
	opLocalSet      = 0x21
	opGlobalGet     = 0x23
	opGlobalSet     = 0x24
	opTableSet      = 0x26
	opFirstMemory   = 0x28
	opLastMemory    = 0x3e
	opMemoryGrow    = 0x40
	opI32Const      = 0x41
	opI64Const      = 0x42
	opF32Const      = 0x43
	opF64Const      = 0x44
	opI64LtS        = 0x53
	opI32Add        = 0x6a
	opI64Sub        = 0x7d
	opI64ExtendI32U = 0xad
	opLastNumeric   = 0xc4
	opRefNull       = 0xd0
	opRefIsNull     = 0xd1
	opRefFunc       = 0xd2
	opMisc          = 0xfc
)

// byteReader reads a module's numbers and bytes; bad is set after the end.
type byteReader struct {
	b   []byte
	bad bool
}

func (r *byteReader) readNumber() uint32 {
	v, n := number32(r.b)
	if n == 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count returns the length of a vector, whose entries have at least one byte.
func (r *byteReader) count() uint32 {
	n := r.readNumber()
	if uint64(n) > uint64(len(r.b)) {
		r.bad = true
		return 0
	}
	return n
}

func (r *byteReader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *byteReader) skip(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	skipped := r.b[:n]
	r.b = r.b[n:]
	return skipped
}

// signed skips a signed LEB128 number of up to 64 bits.
func (r *byteReader) signed() {
	for r.byte() >= 0x80 {
	}
}

func (r *byteReader) limits() {
	const hasMost = 1
	flags := r.byte()
	if r.readNumber(); flags&hasMost != 0 {
		r.readNumber()
	}
}

func (r *byteReader) funcTypes() []funcType {
	const function = 0x60
	n := r.count()
	var types []funcType
	for range n {
		if r.byte() != function {
			r.bad = true
		}
		params, results := r.skip(int(r.readNumber())), r.skip(int(r.readNumber()))
		if r.bad {
			return nil
		}
		types = append(types, funcType{params, results})
	}
	return types
}

// sectionsOf splits a module into sections, without names and the like.
func sectionsOf(module []byte) ([]section, error) {
	if len(module) < preambleBytes {
		return nil, errModule
	}
	var out []section
	r := byteReader{b: module[preambleBytes:]}
	for len(r.b) > 0 {
		id := r.byte()
		body := r.skip(int(r.readNumber()))
		if r.bad {
			return nil, errModule
		}
		if id != sectionCustom {
			out = append(out, section{id, body})
		}
	}
	return out, nil
}

// instructions reads code, one instruction after the other.
type instructions struct{ byteReader }

// next skips an instruction and returns its first byte.
func (r *instructions) next() byte {
	op := r.byte()
	switch {
	case op >= opFirstMemory && op <= opLastMemory:
		r.readNumber()
		r.readNumber()
	case op > opF64Const && op <= opLastNumeric, op < opBlock, op == 0x05, op == opEnd, op == opReturn,
		op == 0x1a, op == 0x1b, op == opRefIsNull:
	case op == opBlock, op == opLoop, op == opIf:
		r.signed()
	case op == opBranchTable:
		for range r.count() {
			r.readNumber()
		}
		r.readNumber()
	case op == opCallIndirect:
		r.readNumber()
		r.readNumber()
	case op == opI32Const, op == opI64Const:
		r.signed()
	case op == opF32Const:
		r.skip(4)
	case op == opF64Const:
		r.skip(8)
	case op == opSelectTyped:
		r.skip(int(r.readNumber()))
	case op == opMisc:
		r.misc()
	case op == opBranch, op == 0x0d, op == opCall, op >= opLocalGet && op <= opTableSet, op == 0x3f, op == opMemoryGrow,
		op == opRefNull, op == opRefFunc:
		r.readNumber()
	default:
		r.bad = true
	}
	return op
}

// misc skips the rest of an instruction of two bytes: conversions that saturate, and
// operations on memory and tables.
func (r *instructions) misc() {
	const (
		lastConversion = 7
		memoryInit     = 8
		memoryCopy     = 10
		tableInit      = 12
		tableCopy      = 14
		last           = 17
	)
	switch op := r.readNumber(); {
	case op <= lastConversion:
	case op == memoryInit, op == memoryCopy, op == tableInit, op == tableCopy:
		r.readNumber()
		r.readNumber()
	case op <= last:
		r.readNumber()
	default:
		r.bad = true
	}
}

// shape holds the properties of a function's code that decide where its work is counted.
type shape struct {
	loops []loopShape // in the order in which they begin
}

// loopShape describes a loop; an inner one contains neither calls nor loops.
type loopShape struct{ inner bool }

func (s *shape) hasInner() bool {
	for _, l := range s.loops {
		if l.inner {
			return true
		}
	}
	return false
}

func shapeOf(code []byte) (shape, error) {
	s := shape{}
	r := instructions{byteReader: byteReader{b: code}}
	var open []int // blocks: numbers of loops, -1 for others
	outer := func() {
		for _, l := range open {
			if l >= 0 {
				s.loops[l].inner = false
			}
		}
	}
	for len(r.b) > 0 {
		switch op := r.next(); op {
		case opCall, opCallIndirect:
			outer()
		case opLoop:
			outer()
			open = append(open, len(s.loops))
			s.loops = append(s.loops, loopShape{inner: true})
		case opBlock, opIf:
			open = append(open, -1)
		case opEnd:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
		if r.bad {
			return s, errInstruction
		}
	}
	return s, nil
}
