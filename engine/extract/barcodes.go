package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// barcodeRows returns the document's barcodes, those of the same page from top to bottom.
func barcodeRows(doc *document.Document) []value.Row {
	codes := slices.Clone(doc.Barcodes)
	slices.SortStableFunc(codes, func(a, b document.Barcode) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Box.Y0, b.Box.Y0))
	})
	rows := make([]value.Row, len(codes))
	for i, c := range codes {
		rows[i] = value.Row{}
		for member, text := range map[string]string{"format": strings.ToLower(c.Kind), "value": codeText(c)} {
			if text != "" {
				rows[i][member] = value.Value{Value: text, Raw: text, Page: c.Page, Box: c.Box, Source: document.SourceCode,
					Score: codeScore, Legibility: 1}
			}
		}
	}
	return rows
}

// codeText returns the content of a code, or "" if it is not text. The library decodes the bytes of most formats as
// ISO 8859-1, but most writers use UTF-8. It marks codes of GS1 at their start.
func codeText(c document.Barcode) string {
	text := strings.TrimPrefix(strings.TrimPrefix(c.Text, "]C1"), "\x1d")
	if !utf8.ValidString(text) {
		text, _ = charmap.ISO8859_1.NewDecoder().String(text)
	} else if raw, err := charmap.ISO8859_1.NewEncoder().String(text); err == nil && utf8.ValidString(raw) {
		text = raw
	}
	isBinary := func(r rune) bool { return r == 0 || r == utf8.RuneError || r >= 0x80 && r < 0xa0 }
	if strings.ContainsFunc(text, isBinary) {
		return ""
	}
	return text
}

// placeBarcodes adds page and box, as displayed, to the barcodes of a result.
func placeBarcodes(res *result.Result) {
	rows, ok := res.Data[schema.Barcodes].([]map[string]string)
	if !ok {
		return
	}
	placed := make([]map[string]any, len(rows))
	for i, row := range rows {
		f := res.Fields[value.Path(schema.Barcodes, i, "format")]
		placed[i] = map[string]any{"page": f.Page, "box": f.Box}
		for member, text := range row {
			placed[i][member] = text
		}
	}
	res.Data[schema.Barcodes] = placed
}
