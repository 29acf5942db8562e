package wasm

// ImportedFunction is a function that a module imports. The types of its parameters and
// results are those of the binary format.
type ImportedFunction struct {
	Module, Name    string
	Params, Results []byte
}

// ImportedFunctions returns the functions that a module imports, in their order.
func ImportedFunctions(module []byte) (functions []ImportedFunction, err error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	var types []funcType
	r := byteReader{}
	for _, s := range sections {
		r = byteReader{b: s.body, bad: r.bad}
		switch s.id {
		case sectionType: // precedes the imports
			types = r.funcTypes()
		case sectionImport:
			functions = r.importedFunctions(types)
		}
	}
	if r.bad {
		return nil, errModule
	}
	return functions, nil
}

func (r *byteReader) importedFunctions(types []funcType) (functions []ImportedFunction) {
	for range r.count() {
		f := ImportedFunction{Module: string(r.skip(int(r.readNumber()))), Name: string(r.skip(int(r.readNumber())))}
		kind := r.byte()
		if kind != externFunc {
			r.importedOther(kind)
			continue
		}
		t := int(r.readNumber())
		if r.bad || t >= len(types) {
			r.bad = true
			return nil
		}
		f.Params, f.Results = types[t].params, types[t].results
		functions = append(functions, f)
	}
	return functions
}

// importedOther skips an import that is not a function.
func (r *byteReader) importedOther(kind byte) {
	switch kind {
	case externTable:
		r.byte()
		r.limits()
	case externMem:
		r.limits()
	case kindGlobal:
		r.skip(2)
	default:
		r.bad = true
	}
}
