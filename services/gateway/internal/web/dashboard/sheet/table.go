package sheet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// table adds an array of objects or of scalars.
func (l *layout) table(f schema.Field, raw json.RawMessage) {
	var elements []json.RawMessage
	if raw != nil && json.Unmarshal(raw, &elements) != nil {
		return
	}
	if len(elements) == 0 {
		if f.Members != nil {
			_, more := l.columns(f, nil)
			l.sheet.Empty = append(l.sheet.Empty, Table{Path: f.Name, Title: l.title(f.Name), Columns: more, Whole: true})
		}
		return
	}
	rows := make([]map[string]json.RawMessage, len(elements))
	for i, e := range elements {
		if json.Unmarshal(e, &rows[i]) != nil || rows[i] == nil {
			l.list(f.Name, elements)
			return
		}
		rows[i] = custom.Flatten(rows[i], objectOf)
	}
	t := Table{Path: f.Name, Title: l.title(f.Name), Whole: f.Name != schema.Barcodes}
	t.Columns, t.More = l.columns(f, rows)
	for i, members := range rows {
		row := make(Row, len(t.Columns))
		for k, column := range t.Columns {
			row[k] = l.cell(fmt.Sprintf("%s.%d.%s", f.Name, i, column.Name), members[column.Name])
			row[k].Label = l.words.Tr("%s, row %d: %s", t.Title, i+1, l.words.Within(column.Title))
			row[k].Numeric = column.Numeric
		}
		t.Rows = append(t.Rows, row)
	}
	l.sheet.Tables = append(l.sheet.Tables, t)
}

// columns returns the members that some row has, those of the type first, and the members of the type that no row has.
func (l *layout) columns(f schema.Field, rows []map[string]json.RawMessage) (columns, more []Column) {
	used := map[string]bool{}
	for i, members := range rows {
		for name := range members {
			used[name] = !isPlace(f.Name, name)
		}
		for _, member := range f.Members {
			if _, ok := l.fields[fmt.Sprintf("%s.%d.%s", f.Name, i, member.Name)]; ok {
				used[member.Name] = true
			}
		}
	}
	for _, member := range f.Members {
		if isPlace(f.Name, member.Name) {
			continue
		}
		column := Column{member.Name, l.title(member.Name), numeric(member.Notation())}
		if !used[member.Name] {
			more = append(more, column)
			continue
		}
		columns = append(columns, column)
		delete(used, member.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if used[name] {
			columns = append(columns, Column{name, l.title(name), false})
		}
	}
	return columns, more
}

// isPlace reports whether a member of a list says where a barcode is. The page shows it.
func isPlace(list, member string) bool {
	return list == schema.Barcodes && (member == "page" || member == "box")
}

// list adds an array of scalars as a table of one column.
func (l *layout) list(name string, elements []json.RawMessage) {
	t := Table{Path: name, Title: l.title(name), Columns: []Column{{Title: l.words.Tr("Value")}}, Whole: true}
	for i, e := range elements {
		cell := l.cell(fmt.Sprintf("%s.%d", name, i), e)
		cell.Label = l.words.Tr("%s, row %d", t.Title, i+1)
		t.Rows = append(t.Rows, Row{cell})
	}
	l.sheet.Tables = append(l.sheet.Tables, t)
}

// grids adds the tables of a generic document.
func (l *layout) grids(name string, raw json.RawMessage) {
	var grids []struct {
		Page json.RawMessage     `json:"page"`
		Rows [][]json.RawMessage `json:"rows"`
	}
	if raw == nil || json.Unmarshal(raw, &grids) != nil {
		return
	}
	for i, g := range grids {
		t := Table{Path: fmt.Sprintf("%s.%d", name, i), Title: l.words.Tr("Table %d", i+1)}
		if page, ok := scalar(g.Page); ok {
			t.Title = l.words.Tr("Table %d, page %s", i+1, page)
		}
		width := 0
		for r, cells := range g.Rows {
			row := make(Row, len(cells))
			for k, value := range cells {
				row[k] = l.cell(fmt.Sprintf("%s.%d.rows.%d.%d", name, i, r, k), value)
				row[k].Label = l.words.Tr("%s, row %d, column %d", t.Title, r+1, k+1)
			}
			width = max(width, len(row))
			t.Rows = append(t.Rows, row)
		}
		for k := range width {
			t.Columns = append(t.Columns, Column{Title: l.words.Tr("Column %d", k+1)})
		}
		l.sheet.Tables = append(l.sheet.Tables, t)
	}
}

// Title is the English title of a field's name: "vendorTaxId" is "Vendor tax ID", "employer.name" "Employer name".
func Title(name string) string {
	var words []string
	start := 0
	for i, r := range name {
		switch {
		case r == '_', r == '.':
			words, start = append(words, name[start:i]), i+1
		case unicode.IsUpper(r) && i > start:
			words, start = append(words, name[start:i]), i
		}
	}
	words = append(words, name[start:])
	for i, w := range words {
		w = strings.ToLower(w)
		switch w {
		case "id", "iban", "bic", "vat", "url", "xml":
			w = strings.ToUpper(w)
		}
		words[i] = w
	}
	return capital(strings.TrimSpace(strings.Join(words, " ")))
}

func capital(text string) string {
	for i, r := range text {
		if i == 0 {
			return string(unicode.ToUpper(r)) + text[len(string(r)):]
		}
	}
	return text
}

func sourceText(source string, words *languages.Language) string {
	switch source {
	case "text":
		return words.Tr("Text of the file")
	case "ocr":
		return words.Tr("Text recognition (OCR)")
	case "xml":
		return words.Tr("E-invoice data")
	case "code":
		return words.Tr("QR or bar code")
	case "form":
		return words.Tr("Form field")
	case "derived":
		return words.Tr("Calculated from other values")
	case "learned":
		return words.Tr("Learned layout")
	case "model":
		return words.Tr("Language model")
	case "human":
		return words.Tr("Edited by a user")
	}
	return source
}

// checkTitle is the title of a check, which says what a passed check means.
func checkTitle(name string, words *languages.Language) string {
	if name == validate.BankDetailsChanged {
		return words.Tr("Bank details as before")
	}
	return words.Tr(Title(name))
}

func isIndex(step string) bool { return strings.Trim(step, "0123456789") == "" }

// lastName is the last step of a path that is not an index.
func lastName(path string) string {
	steps := strings.Split(path, ".")
	for i := len(steps) - 1; i >= 0; i-- {
		if !isIndex(steps[i]) {
			return steps[i]
		}
	}
	return path
}
