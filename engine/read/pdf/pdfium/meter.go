package pdfium

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// WorkSlice is the work between two calls of the host: a fraction of a millisecond to some milliseconds.
const WorkSlice = 1 << 20

// ErrWork ends a call of PDFium that exceeds its work limit.
var ErrWork = errors.New("the page needs too much work")

// meter limits the work of an instance. A unit is one loop iteration (see package wasm).
type meter struct {
	left  api.MutableGlobal // of the slice
	given int64             // all slices so far
	limit int64             // work from which on calls end
}

// meters holds the meters of running instances by module.
type meters struct{ byModule sync.Map }

func (m *meters) add(module api.Module) *meter {
	left, ok := module.ExportedGlobal(wasm.WorkGlobal).(api.MutableGlobal)
	if !ok {
		return &meter{} // a module without a counter
	}
	added := &meter{left: left, given: int64(left.Get()), limit: math.MaxInt64}
	m.byModule.Store(module, added)
	return added
}

func (m *meters) remove(module api.Module) { m.byModule.Delete(module) }

// onTick is called by the module at the end of each slice. It ends the current call of PDFium by a panic,
// which wazero converts to an error.
func (m *meters) onTick(ctx context.Context, module api.Module) {
	if err := ctx.Err(); err != nil {
		panic(err)
	}
	known, ok := m.byModule.Load(module)
	if !ok { // at its start
		if left, ok := module.ExportedGlobal(wasm.WorkGlobal).(api.MutableGlobal); ok {
			left.Set(WorkSlice)
		}
		return
	}
	of := known.(*meter)
	if of.done() >= of.limit {
		panic(ErrWork)
	}
	of.given += WorkSlice
	of.left.Set(of.left.Get() + WorkSlice)
}

// done returns the work so far.
func (m *meter) done() int64 {
	if m.left == nil {
		return 0
	}
	return m.given - int64(m.left.Get())
}

func (m *meter) allow(work int64) { m.limit = m.done() + work }

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
