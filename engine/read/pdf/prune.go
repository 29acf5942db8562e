package pdf

import (
	"slices"
	"strings"
)

// Sections and instructions that tell which functions are called.
const (
	sectionStart   = 8
	sectionElement = 9
	opUnreachable  = 0x00
)

// publicPrefixes begin the names of PDFium's public functions; what else pdfium.wasm
// exports belongs to Emscripten.
func publicPrefixes() []string { return []string{"FPDF", "FORM_", "FSDK_", "FFL"} }

// called are the public functions that this package calls, beside those that
// glyphs.wasm imports. A test holds that they are those in its source.
func called() []string {
	return []string{
		"FPDFAnnot_GetFlags", "FPDFAnnot_GetFontSize", "FPDFAnnot_GetFormFieldFlags", "FPDFAnnot_GetFormFieldType",
		"FPDFAnnot_GetFormFieldValue", "FPDFAnnot_GetOptionCount", "FPDFAnnot_GetOptionLabel", "FPDFAnnot_GetRect",
		"FPDFAnnot_GetStringValue", "FPDFAnnot_GetSubtype", "FPDFAnnot_HasKey", "FPDFAnnot_IsChecked",
		"FPDFAnnot_IsOptionSelected", "FPDFAnnot_SetFlags", "FPDFAttachment_GetFile", "FPDFAttachment_GetName",
		"FPDFBitmap_CreateEx", "FPDFBitmap_Destroy", "FPDFBitmap_FillRect", "FPDFBitmap_GetBuffer",
		"FPDFBitmap_GetStride", "FPDFDOC_InitFormFillEnvironment", "FPDFDoc_GetAttachment",
		"FPDFDoc_GetAttachmentCount", "FPDFFont_GetAscent", "FPDFFont_GetBaseFontName", "FPDFFont_GetDescent",
		"FPDFFont_GetFlags", "FPDFFont_GetGlyphWidth", "FPDFFont_GetWeight", "FPDFFormObj_CountObjects",
		"FPDFImageObj_GetImageDataRaw", "FPDFImageObj_GetImageFilter", "FPDFImageObj_GetImageFilterCount",
		"FPDFImageObj_GetImageMetadata", "FPDFImageObj_GetImagePixelSize", "FPDFPageObjMark_GetParamStringValue",
		"FPDFPageObj_CountMarks", "FPDFPageObj_GetMark", "FPDFPageObj_GetMatrix",
		"FPDFPageObj_HasTransparency", "FPDFPageObj_SetIsActive", "FPDFPage_CloseAnnot", "FPDFPage_CountObjects",
		"FPDFPage_Flatten", "FPDFPage_GetAnnot", "FPDFPage_GetAnnotCount", "FPDFPage_GetRotation",
		"FPDFText_ClosePage", "FPDFText_CountChars", "FPDFText_LoadPage", "FPDF_ClosePage",
		"FPDF_GetFormType", "FPDF_GetLastError", "FPDF_GetMetaText", "FPDF_GetPageBoundingBox", "FPDF_GetPageCount",
		"FPDF_InitLibrary", "FPDF_LoadMemDocument64", "FPDF_LoadPage", "FPDF_RenderPageBitmap",
	}
}

// kept reports which of the module's functions with code can come to be called: those
// that the start, the table of functions, Emscripten's exports and the public
// functions lead to that are called here. A third of PDFium's code is for others (filling
// in forms, editing, searching); compiled, it would be read and checked by every process
// that starts.
func (m *wasmModule) kept() ([]bool, error) {
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
func (m *wasmModule) callRoots() (imported int, bodies [][]byte, roots []uint32, err error) {
	names, err := calledNames()
	if err != nil {
		return 0, nil, nil, err
	}
	r := wasmReader{}
	for _, s := range m.sections {
		r = wasmReader{b: s.body, bad: r.bad}
		switch s.id {
		case sectionImport:
			imported = len(r.importedFunctions(m.types))
		case sectionExport:
			roots = append(roots, r.exportedFunctions(names)...)
		case sectionStart:
			roots = append(roots, r.number())
		case sectionElement:
			roots = append(roots, r.elements()...)
		case sectionCode:
			for range r.count() {
				bodies = append(bodies, r.skip(int(r.number())))
			}
		}
	}
	if r.bad {
		return 0, nil, nil, errModule
	}
	return imported, bodies, roots, nil
}

// calledNames are the public functions that are called by this package or glyphs.wasm.
func calledNames() ([]string, error) {
	names := called()
	functions, err := importedFunctions(glyphsWasm)
	for _, f := range functions {
		names = append(names, f.name)
	}
	return names, err
}

// exportedFunctions are those with one of the names, and those that are not public.
func (r *wasmReader) exportedFunctions(names []string) (functions []uint32) {
	for range r.count() {
		name := string(r.skip(int(r.number())))
		kind, number := r.byte(), r.number()
		public := slices.ContainsFunc(publicPrefixes(), func(p string) bool { return strings.HasPrefix(name, p) })
		if kind == externFunc && (!public || slices.Contains(names, name)) {
			functions = append(functions, number)
		}
	}
	return functions
}

// elements are the functions of the table. Its segments are of the one form that
// compilers of C write: for the first table, from a constant place on.
func (r *wasmReader) elements() (functions []uint32) {
	for range r.count() {
		if r.number() != 0 || r.byte() != opI32Const {
			r.bad = true
			return nil
		}
		r.signed()
		r.bad = r.bad || r.byte() != opEnd
		for range r.count() {
			functions = append(functions, r.number())
		}
	}
	return functions
}

// appendCalls adds the functions that a body calls by their number.
func appendCalls(functions []uint32, body []byte) ([]uint32, error) {
	r := instructions{wasmReader{b: body}}
	for range r.count() { // locals
		r.number()
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

// emptyBody is a function of which nothing is kept: no locals, unreachable, end.
func emptyBody() []byte { return []byte{0, opUnreachable, opEnd} }
