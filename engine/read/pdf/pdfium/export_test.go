package pdfium

import (
	"context"
	"strings"

	"github.com/tetratelabs/wazero/imports/emscripten"
)

// OpenReady makes a library of the compiled code in a cache directory.
func OpenReady(ctx context.Context, cacheDir string) (*Library, error) {
	return newCodeCache(cacheDir).open(ctx)
}

// ReadyDir returns the folder of the compiled code in a cache directory.
func ReadyDir(cacheDir string) string { return newCodeCache(cacheDir).ready() }

// PDFium is the embedded module.
func PDFium() []byte { return pdfiumWasm }

// MembersOf returns the known offsets for the PDFium with that SHA-256.
var MembersOf = membersOf

// MembersIn returns the known offsets for a library's PDFium.
func MembersIn(l *Library) *members { return l.members }

// GlyphsCalls returns the names of the functions that glyphs.wasm calls.
func GlyphsCalls(l *Library) (names []string) {
	for _, fn := range l.glyphs.ImportedFunctions() {
		_, name, _ := fn.Import()
		names = append(names, name)
	}
	return names
}

// NamedTypes counts the functions through which Emscripten calls others, and how many of them have types
// that nameTypes finds.
func (l *Library) NamedTypes() (named, all int) {
	for _, fn := range l.pdfium.ImportedFunctions() {
		if _, name, _ := fn.Import(); strings.HasPrefix(name, "invoke_") {
			all++
		}
	}
	functions, err := emscripten.NewFunctionExporterForModule(l.pdfium)
	if err != nil {
		return 0, all
	}
	return nameTypes(functions), all
}

// Called returns the public functions whose code is kept.
func Called() []string { return called() }

// PDFiumSum is the expected SHA-256 of pdfium.wasm.
const PDFiumSum = pdfiumSum
