package officegen

import "strconv"

const sheetTypes = declaration + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
	`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
	`<Default Extension="xml" ContentType="application/xml"/>` +
	`<Override PartName="/xl/workbook.xml" ` +
	`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`

// Sheet is a sheet of a workbook.
type Sheet struct {
	State   string // "", "hidden" or "veryHidden"
	XML     string // within its root
	Drawing string // the XML within the root of its drawing
}

// XLSX makes a workbook. strings and styles are the XML within the roots of the parts for shared strings and styles.
// properties is the XML before the list of sheets.
func XLSX(properties, strings, styles string, sheets ...Sheet) []byte {
	list := ""
	targets := []Part{{"s", "sharedStrings sharedStrings.xml"}, {"t", "styles styles.xml"}}
	files := []Part{
		{"[Content_Types].xml", sheetTypes},
		{"_rels/.rels", Relationships(Part{"rId1", "officeDocument xl/workbook.xml"})},
		{"xl/sharedStrings.xml", declaration + "<sst>" + strings + "</sst>"},
		{"xl/styles.xml", declaration + "<styleSheet>" + styles + "</styleSheet>"},
	}
	for i, s := range sheets {
		id := "rId" + strconv.Itoa(i+1)
		list += `<sheet name="` + id + `" state="` + s.State + `" r:id="` + id + `"/>`
		targets = append(targets, Part{id, "worksheet worksheets/" + id + ".xml"})
		files = append(files, Part{"xl/worksheets/" + id + ".xml", declaration + "<worksheet>" + s.XML + "</worksheet>"})
		if s.Drawing != "" {
			files = append(files, Part{"xl/worksheets/_rels/" + id + ".xml.rels",
				Relationships(Part{"d", "drawing /xl/drawings/" + id + ".xml"})},
				Part{"xl/drawings/" + id + ".xml", declaration + "<wsDr>" + s.Drawing + "</wsDr>"})
		}
	}
	return Zip(append(files,
		Part{"xl/workbook.xml", declaration +
			`<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
			properties + "<sheets>" + list + "</sheets></workbook>"},
		Part{"xl/_rels/workbook.xml.rels", Relationships(targets...)})...)
}
