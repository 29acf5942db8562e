package pdfium

import (
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
)

// importing is a compiled module whose imported functions were read from its file. wazero would first
// create the definitions of all its thousands of functions.
type importing struct {
	wazero.CompiledModule
	functions []wasm.ImportedFunction
}

// ImportedFunctions returns definitions that have only the methods of importedFunction.
func (m importing) ImportedFunctions() []api.FunctionDefinition {
	out := make([]api.FunctionDefinition, len(m.functions))
	for i := range m.functions {
		out[i] = &importedFunction{of: &m.functions[i]}
	}
	return out
}

type importedFunction struct {
	api.FunctionDefinition // nil: it holds the interface's unexported method

	of *wasm.ImportedFunction
}

// Import implements api.FunctionDefinition.
func (f *importedFunction) Import() (moduleName, name string, isImport bool) {
	return f.of.Module, f.of.Name, true
}

// ParamTypes implements api.FunctionDefinition.
func (f *importedFunction) ParamTypes() []api.ValueType { return f.of.Params }

// ResultTypes implements api.FunctionDefinition.
func (f *importedFunction) ResultTypes() []api.ValueType { return f.of.Results }
