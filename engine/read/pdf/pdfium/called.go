package pdfium

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
)

// publicPrefixes are the prefixes of PDFium's public functions; the other exports of pdfium.wasm belong to
// Emscripten.
func publicPrefixes() []string { return []string{"FPDF", "FORM_", "FSDK_", "FFL"} }

// called lists the public functions that this package and package pdf call, in addition to those that glyphs.wasm
// imports. A test compares them with the source.
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

// isCalled returns a function that reports whether an exported function of PDFium may be called by these
// packages, glyphs.wasm or Emscripten.
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

// metered returns PDFium with code that counts its work, and without unused functions.
func metered() ([]byte, error) {
	isCalled, err := isCalled()
	if err != nil {
		return nil, err
	}
	return wasm.Meter(pdfiumWasm, isCalled)
}
