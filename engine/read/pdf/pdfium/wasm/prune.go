package wasm

// Sections and instructions that name functions.
const (
	sectionStart   = 8
	sectionElement = 9
	opUnreachable  = 0x00
)

// keptFunctions reports which of the module's functions with code can be reached: from the start
// function, the table of functions and the exported functions that are called. A third of
// PDFium's code cannot (filling in forms, editing, searching). If it were compiled, every
// process would read and check it at its start.
func (m *parsedModule) keptFunctions() ([]bool, error) {
	imported, bodies, roots, err := m.callRoots()
	if err != nil {
		return nil, err
	}
	kept := make([]bool, len(bodies))
	for len(roots) > 0 {
		f := int(roots[len(roots)-1]) - imported
		roots = roots[:len(roots)-1]
		if f >= len(bodies) {
			return nil, errModule
		}
		if f < 0 || kept[f] {
			continue
		}
		kept[f] = true
		if roots, err = appendCalls(roots, bodies[f]); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// callRoots returns how many functions the module imports, the code of the others, and
// the functions that are called from outside.
func (m *parsedModule) callRoots() (imported int, bodies [][]byte, roots []uint32, err error) {
	r := byteReader{}
	for _, s := range m.sections {
		r = byteReader{b: s.body, bad: r.bad}
		switch s.id {
		case sectionImport:
			imported = len(r.importedFunctions(m.types))
		case sectionExport:
			roots = append(roots, r.exportedFunctions(m.isCalled)...)
		case sectionStart:
			roots = append(roots, r.readNumber())
		case sectionElement:
			roots = append(roots, r.elements()...)
		case sectionCode:
			for range r.count() {
				bodies = append(bodies, r.skip(int(r.readNumber())))
			}
		}
	}
	if r.bad {
		return 0, nil, nil, errModule
	}
	return imported, bodies, roots, nil
}

// exportedFunctions returns the exported functions whose names are called.
func (r *byteReader) exportedFunctions(isCalled func(name string) bool) (functions []uint32) {
	for range r.count() {
		name := string(r.skip(int(r.readNumber())))
		if kind, number := r.byte(), r.readNumber(); kind == externFunc && isCalled(name) {
			functions = append(functions, number)
		}
	}
	return functions
}

// elements returns the functions of the table. C compilers write its segments in one form: for the first
// table, at a constant offset.
func (r *byteReader) elements() (functions []uint32) {
	for range r.count() {
		if r.readNumber() != 0 || r.byte() != opI32Const {
			r.bad = true
			return nil
		}
		r.signed()
		r.bad = r.bad || r.byte() != opEnd
		for range r.count() {
			functions = append(functions, r.readNumber())
		}
	}
	return functions
}

// appendCalls adds the functions that a body calls by their number.
func appendCalls(functions []uint32, body []byte) ([]uint32, error) {
	r := instructions{byteReader{b: body}}
	for range r.count() { // locals
		r.readNumber()
		r.byte()
	}
	for len(r.b) > 0 {
		code := r.b
		op := r.next()
		if r.bad {
			return nil, errModule
		}
		if op == opCall || op == opRefFunc {
			number, _ := number32(code[1:])
			functions = append(functions, number)
		}
	}
	return functions, nil
}

// emptyBody is an empty function: no locals, unreachable, end.
func emptyBody() []byte { return []byte{0, opUnreachable, opEnd} }
