package xlsx

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/docmill/docmill/engine/read/opc"
)

const (
	// maxStyles is Excel's limit of styles in a workbook.
	maxStyles = 65_536
	// maxCode is Excel's limit of a number format's code.
	maxCode = 255
	// maxFormats bounds the formats of a workbook.
	maxFormats = 1000
	// isoDate replaces date formats that are ambiguous or depend on the reader's locale.
	isoDate, isoTime = "2006-01-02", "2006-01-02 15:04"
)

// formats formats numbers as their cells show them (18.8.30, 18.8.31). Excelize applies format codes; it
// gets one code and number at a time, never the file.
type formats struct {
	date1904 bool
	codes    map[int]string // by numFmtId
	fonts    []bool         // whether they are bold
	styles   []cellStyle
	writer   *excelize.File
	made     map[int]int // excelize's styles by numFmtId
}

type cellStyle struct {
	format int // numFmtId
	font   int
}

// read reads the style sheet (18.8.39).
func (f *formats) read(d *opc.Decoder) error {
	f.codes = map[int]string{}
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmts":
			return d.Children(func(e xml.StartElement) error {
				code := opc.Attr(e, "formatCode")
				if len(f.codes) < maxFormats && len(code) <= maxCode {
					f.codes[parseInteger(opc.Attr(e, "numFmtId"))] = code
				}
				return d.Skip()
			})
		case "fonts":
			return d.Children(func(xml.StartElement) error { return f.readFont(d) })
		case "cellXfs":
			return d.Children(func(e xml.StartElement) error {
				if len(f.styles) < maxStyles {
					f.styles = append(f.styles, cellStyle{parseInteger(opc.Attr(e, "numFmtId")), parseInteger(opc.Attr(e, "fontId"))})
				}
				return d.Skip()
			})
		}
		return d.Skip()
	})
}

func (f *formats) readFont(d *opc.Decoder) error {
	bold := false
	err := d.Children(func(e xml.StartElement) error {
		if e.Name.Local == "b" {
			bold = opc.Attr(e, "val") == "" || isOn(opc.Attr(e, "val"))
		}
		return d.Skip()
	})
	if len(f.fonts) < maxStyles {
		f.fonts = append(f.fonts, bold)
	}
	return err
}

func (f *formats) bold(style int) bool {
	return style < len(f.styles) && f.styles[style].font < len(f.fonts) && f.fonts[f.styles[style].font]
}

// write formats a number in a cell's style. It returns other text unchanged.
func (f *formats) write(value string, style int) string {
	v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return value
	}
	id := 0
	if style < len(f.styles) {
		id = f.styles[style].format
	}
	if layout := f.dateLayout(id); layout != "" {
		if t, err := excelize.ExcelDateToTime(v, f.date1904); err == nil {
			return t.Format(layout)
		}
	}
	if text, ok := f.apply(v, id); ok {
		return text
	}
	return general(v)
}

// general formats a number without a format code: fifteen digits, which hides binary rounding.
func general(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-9 || a >= 1e15) {
		return strconv.FormatFloat(v, 'G', 15, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'G', 15, 64), 64)
	if err != nil {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// apply formats a number with Excelize.
func (f *formats) apply(v float64, id int) (string, bool) {
	const general, sheet, place = 0, "Sheet1", "A1"
	if id == general || strings.EqualFold(f.codes[id], "General") {
		return "", false
	}
	if f.writer == nil {
		f.writer, f.made = excelize.NewFile(), map[int]int{}
	}
	style, ok := f.made[id]
	if !ok {
		made := &excelize.Style{NumFmt: id}
		if code := f.codes[id]; code != "" {
			made = &excelize.Style{CustomNumFmt: &code}
		}
		var err error
		if style, err = f.writer.NewStyle(made); err != nil {
			style = 0
		}
		f.made[id] = style
	}
	if style == 0 {
		return "", false
	}
	if f.writer.SetCellStyle(sheet, place, place, style) != nil || f.writer.SetCellFloat(sheet, place, v, -1, 64) != nil {
		return "", false
	}
	text, err := f.writer.GetCellValue(sheet, place)
	return text, err == nil
}

func (f *formats) close() {
	if f.writer != nil {
		_ = f.writer.Close()
	}
}

// Built-in date formats that depend on the reader's locale (18.8.30).
const (
	countryDate, countryDateTime = 14, 22
)

// dateLayout returns the unambiguous layout for a date format, or "" if the format is not a date or already
// unambiguous: names of months, year first, or day.month.year.
func (f *formats) dateLayout(id int) string {
	code := f.codes[id]
	switch {
	case code != "":
	case id == countryDate:
		return isoDate
	case id == countryDateTime:
		return isoTime
	default:
		return ""
	}
	order, time := dateParts(code)
	switch {
	case order != "dmy" && order != "mdy", order == "dmy" && strings.Contains(code, "."):
		return ""
	case time:
		return isoTime
	}
	return isoDate
}

// dateParts returns the order of day, month and year in a format's code ("M" for a month's name), and
// whether hours follow.
func dateParts(code string) (order string, time bool) {
	code = strings.ToLower(literals(code))
	for i := 0; i < len(code); {
		n := 1
		for i+n < len(code) && code[i+n] == code[i] {
			n++
		}
		switch c := code[i]; {
		case c == 'h', c == 's':
			time = true
		case c == 'm' && n > 2:
			order += "M"
		case c == 'd' && n > 2: // a day of the week
		case (c == 'd' || c == 'y' || c == 'm' && !time) && !strings.ContainsRune(order, rune(c)):
			order += string(c)
		}
		i += n
	}
	return order, time
}

// literals removes quoted and escaped text, colors and locales from the first section of a code.
func literals(code string) string {
	var sb strings.Builder
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case ';':
			return sb.String()
		case '"':
			i += 1 + max(strings.IndexByte(code[i+1:], '"'), 0)
		case '[':
			i += max(strings.IndexByte(code[i:], ']'), 0)
		case '\\', '_', '*':
			i++
		default:
			sb.WriteByte(code[i])
		}
	}
	return sb.String()
}
