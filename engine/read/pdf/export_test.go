package pdf

import (
	"context"
	"strings"

	"github.com/tetratelabs/wazero/imports/emscripten"
)

// IsPlain reports whether the page read last was read from its text objects.
func IsPlain(f *File) bool { return f.plain }

// LimitText lets a file have no more characters than that.
func LimitText(f *File, chars int) { f.maxChars = chars }

// LimitWork lets a page of a file take no more work than that, and all pages twice as
// much.
func LimitWork(f *File, page int64) { f.work.most, f.work.left = page, 2*page }

// WorkOf is what the instance of a file has done, WorkSlice what it may do beyond its
// limit.
func WorkOf(f *File) int64 { return f.in.meter.done() }

// WorkSlice is what is done between two looks at the limit.
const WorkSlice = workSlice

// OpenReady makes a library of the compiled code that a cache directory keeps.
func OpenReady(ctx context.Context, cacheDir string) (*Library, error) {
	return newCodeCache(cacheDir).open(ctx)
}

// ReadyDir is where a cache directory keeps the compiled code.
func ReadyDir(cacheDir string) string { return newCodeCache(cacheDir).ready() }

// PDFium is the module that is linked.
func PDFium() []byte { return pdfiumWasm }

// MembersOf is what is known of the PDFium with that SHA-256.
var MembersOf = membersOf

// MembersIn is what is known of a library's PDFium.
func MembersIn(l *Library) *members { return l.members }

// GlyphsCalls are the names of the functions that glyphs.wasm calls.
func GlyphsCalls(l *Library) (names []string) {
	for _, fn := range l.glyphs.ImportedFunctions() {
		_, name, _ := fn.Import()
		names = append(names, name)
	}
	return names
}

// NamedTypes counts the functions through which Emscripten calls others, and of them
// those whose types nameTypes finds.
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

// Called shows the public functions that are called.
func Called() []string { return called() }

// PDFiumSum shows the digest that is taken for that of pdfium.wasm.
const PDFiumSum = pdfiumSum
