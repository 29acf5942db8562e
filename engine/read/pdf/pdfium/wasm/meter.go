// Package wasm changes a WebAssembly module before it is compiled: it adds code that counts
// the work of each function, and leaves out functions that are never called.
package wasm

import "errors"

// The added code counts turns of loops in a global and calls the host each time that a
// slice of them is done. A turn of a loop that has neither calls nor loops in it is counted
// in a local, which costs next to nothing. The loop around it, or the end of the function,
// adds the local to the global. Functions without loops are not counted: they do little,
// and whatever calls them very often is a loop. wazero's own mechanism,
// WithCloseOnContextDone, adds code to each turn and takes two to five times as long.
//
// The count depends on the file alone, not on the machine or its load: reading a file is
// broken off at the same place everywhere.
const (
	// Version is raised with every change to the code that Meter adds or leaves out.
	Version = "m4"
	// TickImport is the function of the host that the added code calls with TickNumber.
	// Emscripten calls it with other numbers.
	TickImport = "emscripten_notify_memory_growth"
	TickNumber = -1
	// WorkGlobal is the exported counter of the remaining work of the slice.
	WorkGlobal = "docmill_work"
)

// Meter returns the module with code that counts its work, and without the code of
// functions that cannot be reached. isCalled reports whether an exported function is
// called, by its name.
func Meter(module []byte, isCalled func(name string) bool) ([]byte, error) {
	m, err := parseModule(module)
	if err != nil {
		return nil, err
	}
	m.isCalled = isCalled
	out, err := m.write(m.code)
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// code adds to every function that has loops, and empties those that are not kept.
func (m *parsedModule) code(section []byte) ([]byte, error) {
	kept, err := m.keptFunctions()
	if err != nil {
		return nil, err
	}
	r := byteReader{b: section}
	count := r.count()
	if int(count) != len(m.functions) {
		return nil, errModule
	}
	out := appendNumber(make([]byte, 0, len(section)*5/4), count)
	for i := range int(count) {
		body := r.skip(int(r.readNumber()))
		if r.bad || int(m.functions[i]) >= len(m.types) {
			return nil, errModule
		}
		metered := emptyBody()
		if kept[i] {
			if metered, err = m.function(m.types[m.functions[i]], body); err != nil {
				return nil, err
			}
		}
		out = append(appendNumber(out, uint32(len(metered))), metered...)
	}
	return out, nil
}

// meteredFunction is a function to which code is added.
type meteredFunction struct {
	module *parsedModule
	shape  shape
	local  uint32 // counts turns of loops without calls
	out    []byte
}

func (m *parsedModule) function(t funcType, body []byte) ([]byte, error) {
	r := byteReader{b: body}
	locals := uint32(len(t.params))
	groups := r.count()
	for range groups {
		locals += r.readNumber()
		r.byte()
	}
	if r.bad {
		return nil, errModule
	}
	code := r.b
	s, err := shapeOf(code)
	if err != nil {
		return nil, err
	}
	if len(s.loops) == 0 {
		return body, nil
	}
	f := meteredFunction{module: m, shape: s, local: locals}
	if !s.hasInner() {
		f.out = append(f.out, body[:len(body)-len(code)]...)
		return f.rewrite(code, false)
	}
	if len(t.results) > 1 {
		return nil, errModule
	}
	_, n := number32(body)
	f.out = appendNumber(f.out, groups+1)
	f.out = append(f.out, body[n:len(body)-len(code)]...)
	f.out = append(f.out, 1, typeI32) // one local more
	f.out = append(f.out, opBlock, blockType(t.results))
	return f.rewrite(code, true)
}

func blockType(results []byte) byte {
	if len(results) == 1 {
		return results[0]
	}
	return typeVoid
}

// rewrite copies the code and adds to it. If inBlock is set, returns become branches out of
// a block around the code, and the local is added to the global behind it.
func (f *meteredFunction) rewrite(code []byte, inBlock bool) ([]byte, error) {
	r := instructions{byteReader: byteReader{b: code}}
	depth, loop := uint32(0), 0
	for len(r.b) > 0 {
		at := len(code) - len(r.b)
		op := r.next()
		if r.bad {
			return nil, errModule
		}
		text := code[at : len(code)-len(r.b)]
		switch op {
		case opReturn:
			if inBlock {
				text = appendNumber([]byte{opBranch}, depth)
			}
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			if len(r.b) > 0 {
				depth--
			} else if inBlock {
				f.out = append(f.out, opEnd)
				f.count(true)
			}
		}
		f.out = append(f.out, text...)
		if op == opLoop {
			if f.shape.loops[loop].inner {
				f.countTurn()
			} else {
				f.count(inBlock)
			}
			loop++
		}
	}
	return f.out, nil
}

// countTurn counts in the local.
func (f *meteredFunction) countTurn() {
	f.out = appendNumber(append(f.out, opLocalGet), f.local)
	f.out = append(f.out, opI32Const, 1, opI32Add)
	f.out = appendNumber(append(f.out, opLocalSet), f.local)
}

// count subtracts one, and the local's value, from the remaining work, and calls the host when it reaches
// zero.
func (f *meteredFunction) count(withLocal bool) {
	work := f.module.work
	f.out = appendNumber(append(f.out, opGlobalGet), work)
	if withLocal {
		f.out = appendNumber(append(f.out, opLocalGet), f.local)
		f.out = append(f.out, opI64ExtendI32U, opI64Sub)
	}
	f.out = append(f.out, opI64Const, 1, opI64Sub)
	f.out = appendNumber(append(f.out, opGlobalSet), work)
	if withLocal {
		f.out = append(f.out, opI32Const, 0)
		f.out = appendNumber(append(f.out, opLocalSet), f.local)
	}
	f.out = appendNumber(append(f.out, opGlobalGet), work)
	f.out = append(f.out, opI64Const, 0, opI64LtS, opIf, typeVoid, opI32Const, TickNumber&0x7f)
	f.out = appendNumber(append(f.out, opCall), f.module.tick)
	f.out = append(f.out, opEnd)
}

var errInstruction = errors.New("unknown WebAssembly instruction")
