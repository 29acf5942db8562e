package wasm

import (
	"bytes"
	"encoding/binary"
)

// Sections and types of a module (Core Specification 5).
const (
	sectionType     = 1
	sectionImport   = 2
	sectionFunction = 3
	sectionGlobal   = 6
	sectionExport   = 7

	typeI32     = 0x7f
	typeI64     = 0x7e
	typeVoid    = 0x40
	mutable     = 1
	kindGlobal  = 3
	externFunc  = 0
	externTable = 1
	externMem   = 2
)

// parsedModule holds the parts of a module that metering needs.
type parsedModule struct {
	sections  []section
	types     []funcType
	functions []uint32               // types of the functions that have code
	tick      uint32                 // function to call
	work      uint32                 // global to count in
	isCalled  func(name string) bool // of the exported functions
}

type section struct {
	id   byte
	body []byte
}

// funcType is a function's type: the types of its parameters and results.
type funcType struct{ params, results []byte }

func parseModule(module []byte) (*parsedModule, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	m := &parsedModule{sections: sections}
	r := byteReader{}
	found := false
	for _, s := range sections {
		r = byteReader{b: s.body, bad: r.bad}
		switch s.id {
		case sectionType:
			m.types = r.funcTypes()
		case sectionImport:
			found = m.imports(&r)
		case sectionFunction:
			for range r.count() {
				m.functions = append(m.functions, r.readNumber())
			}
		case sectionGlobal:
			m.work += r.readNumber()
		}
	}
	if r.bad || !found {
		return nil, errModule
	}
	return m, nil
}

// imports finds the function to call, and counts the imported globals.
func (m *parsedModule) imports(r *byteReader) (found bool) {
	functions := uint32(0)
	for range r.count() {
		r.skip(int(r.readNumber()))
		name := string(r.skip(int(r.readNumber())))
		switch kind := r.byte(); kind {
		case externFunc:
			if r.readNumber(); name == TickImport {
				m.tick, found = functions, true
			}
			functions++
		case kindGlobal:
			m.work++
			r.importedOther(kind)
		default:
			r.importedOther(kind)
		}
		if r.bad {
			return false
		}
	}
	return found
}

// roomBehind reserves room for a custom section, to avoid a copy.
const roomBehind = 128

// write writes the module with the counter and with other code.
func (m *parsedModule) write(code func(section []byte) ([]byte, error)) (*bytes.Buffer, error) {
	bodies, size := make([][]byte, len(m.sections)), preambleBytes
	for i, s := range m.sections {
		body, err := s.body, error(nil)
		switch s.id {
		case sectionGlobal:
			body, err = appended(body, []byte{typeI64, mutable, opI64Const, 0, opEnd})
		case sectionExport:
			entry := append([]byte{byte(len(WorkGlobal))}, WorkGlobal...)
			body, err = appended(body, appendNumber(append(entry, kindGlobal), m.work))
		case sectionCode:
			body, err = code(body)
		}
		if err != nil {
			return nil, err
		}
		bodies[i] = body
		size += sectionHead + len(body)
	}
	out := bytes.NewBuffer(append(make([]byte, 0, size+roomBehind), header...))
	for i, s := range m.sections {
		writeSection(out, s.id, bodies[i])
	}
	return out, nil
}

func appended(vector, entry []byte) ([]byte, error) {
	count, n := number32(vector)
	if n == 0 {
		return nil, errModule
	}
	return append(append(appendNumber(nil, count+1), vector[n:]...), entry...), nil
}

func appendNumber(b []byte, v uint32) []byte { return binary.AppendUvarint(b, uint64(v)) }
