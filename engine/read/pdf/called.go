package pdf

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/read/pdf/wasm"
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

// isCalled returns a function that reports whether an exported function of PDFium may be
// called: by this package, by glyphs.wasm or by Emscripten.
func isCalled() (func(name string) bool, error) {
	imported, err := wasm.ImportedFunctions(glyphsWasm)
	if err != nil {
		return nil, err
	}
	names := called()
	for _, f := range imported {
		names = append(names, f.Name)
	}
	return func(name string) bool {
		isPublic := slices.ContainsFunc(publicPrefixes(), func(p string) bool { return strings.HasPrefix(name, p) })
		return !isPublic || slices.Contains(names, name)
	}, nil
}

// metered returns PDFium with code that counts its work, and without the code of functions
// that are never called.
func metered() ([]byte, error) {
	isCalled, err := isCalled()
	if err != nil {
		return nil, err
	}
	return wasm.Meter(pdfiumWasm, isCalled)
}
