package pdf

import (
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// importing is a compiled module that tells its imported functions from its file.
// wazero, asked for them, makes up the definitions of all its thousands of functions
// first, which no one else asks for.
type importing struct {
	wazero.CompiledModule
	functions []importedFunction
}

// ImportedFunctions returns the imported functions, of which only what importedFunction
// answers may be asked.
func (m importing) ImportedFunctions() []api.FunctionDefinition {
	out := make([]api.FunctionDefinition, len(m.functions))
	for i := range m.functions {
		out[i] = &m.functions[i]
	}
	return out
}

// importedFunction is the definition of a function that a module imports.
type importedFunction struct {
	api.FunctionDefinition // nil: it holds the interface's unexported method

	module, name    string
	params, results []api.ValueType
}

// Import implements api.FunctionDefinition.
func (f *importedFunction) Import() (moduleName, name string, isImport bool) {
	return f.module, f.name, true
}

// ParamTypes implements api.FunctionDefinition.
func (f *importedFunction) ParamTypes() []api.ValueType { return f.params }

// ResultTypes implements api.FunctionDefinition.
func (f *importedFunction) ResultTypes() []api.ValueType { return f.results }

// importedFunctions reads the functions that a module imports, in their order. Errors:
// errModule.
func importedFunctions(module []byte) (functions []importedFunction, err error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	var types []funcType
	r := wasmReader{}
	for _, s := range sections {
		r = wasmReader{b: s.body, bad: r.bad}
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

func (r *wasmReader) importedFunctions(types []funcType) (functions []importedFunction) {
	for range r.count() {
		f := importedFunction{module: string(r.skip(int(r.number()))), name: string(r.skip(int(r.number())))}
		kind := r.byte()
		if kind != externFunc {
			r.importedOther(kind)
			continue
		}
		t := int(r.number())
		if r.bad || t >= len(types) {
			r.bad = true
			return nil
		}
		f.params, f.results = types[t].params, types[t].results
		functions = append(functions, f)
	}
	return functions
}

// importedOther skips the description of an import that is no function.
func (r *wasmReader) importedOther(kind byte) {
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
