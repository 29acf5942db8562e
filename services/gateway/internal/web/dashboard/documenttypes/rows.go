package documenttypes

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"strings"

	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// row is a field of a type in the form.
type row struct {
	Name, Title, Description string
	Kind                     string // of rowTypes
	Columns                  string // of a table: "date: date, amount: number"
}

// blankRows is the number of empty rows, with which browsers without scripts add fields.
const blankRows = 3

func blank() []row { return make([]row, blankRows) }

// rowType is a type of fields that the form offers.
type rowType struct{ Value, Text string }

const (
	kindDate, kindTime     = "date", "time"
	kindList, kindTable    = "list", "table"
	kindString, kindNumber = string(custom.TypeString), string(custom.TypeNumber)
)

func rowTypes(l *languages.Language) []rowType {
	return []rowType{
		{kindString, l.Tr("Text")}, {kindNumber, l.Tr("Number")}, {string(custom.TypeInteger), l.Tr("Whole number")},
		{kindDate, l.Tr("Date")}, {kindTime, l.Tr("Time")}, {string(custom.TypeBoolean), l.Tr("Yes or no")},
		{kindList, l.Tr("List of texts")}, {kindTable, l.Tr("Table")},
	}
}

// readRows returns the rows of a form that have a name.
func readRows(form url.Values, l *languages.Language) (rows []row, err error) {
	at := func(field string, i int) string {
		if all := form["row-"+field]; i < len(all) {
			return strings.TrimSpace(all[i])
		}
		return ""
	}
	for i := range form["row-name"] {
		r := row{at("name", i), at("title", i), at("description", i), at("type", i), at("columns", i)}
		if r.Name == "" {
			continue
		}
		if r.Kind == kindTable && r.Columns == "" {
			err = apierror.New(contract.CodeInvalidRequest, "%s",
				l.Tr("The table %s needs columns, such as date: date, amount: number.", r.Name))
		}
		rows = append(rows, r)
	}
	return rows, err
}

// schemaOf writes the rows as a JSON Schema.
func schemaOf(rows []row) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":`)
	writeObject(&b, len(rows), func(i int) (string, func()) {
		return rows[i].Name, func() { rows[i].write(&b) }
	})
	b.WriteString("}")
	return b.Bytes()
}

// writeObject writes an object with n members in their order.
func writeObject(b *bytes.Buffer, n int, member func(i int) (name string, write func())) {
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		name, write := member(i)
		writeJSON(b, name)
		b.WriteByte(':')
		write()
	}
	b.WriteByte('}')
}

func writeJSON(b *bytes.Buffer, text string) {
	encoded, _ := json.Marshal(text) // a text can always be encoded
	b.Write(encoded)
}

func (r row) write(b *bytes.Buffer) {
	var members [][2]string
	text := func(name, value string) {
		if value != "" {
			var quoted bytes.Buffer
			writeJSON(&quoted, value)
			members = append(members, [2]string{name, quoted.String()})
		}
	}
	switch r.Kind {
	case kindDate, kindTime:
		text("type", kindString)
		text("format", r.Kind)
	case kindList:
		text("type", string(custom.TypeArray))
		members = append(members, [2]string{"items", `{"type":"string"}`})
	case kindTable:
		text("type", string(custom.TypeArray))
		members = append(members, [2]string{"items", string(schemaOf(columnsOf(r.Columns)))})
	default:
		text("type", r.Kind)
	}
	text("title", r.Title)
	text("description", r.Description)
	writeObject(b, len(members), func(i int) (string, func()) {
		return members[i][0], func() { b.WriteString(members[i][1]) }
	})
}

// columnsOf reads "date: date, amount: number, text".
func columnsOf(text string) (columns []row) {
	for part := range strings.SplitSeq(text, ",") {
		name, kind, typed := strings.Cut(part, ":")
		if !typed {
			kind = kindString
		}
		if name = strings.TrimSpace(name); name != "" {
			columns = append(columns, row{Name: name, Kind: strings.ToLower(strings.TrimSpace(kind))})
		}
	}
	return columns
}

// rowsOf returns the rows of a schema with blank ones, or nil for a schema that has more than rows can show.
func rowsOf(schema json.RawMessage) []row {
	parsed, err := custom.Parse(schema)
	if err != nil {
		return nil
	}
	rows := make([]row, 0, len(parsed.Properties)+blankRows)
	for i := range parsed.Properties {
		p := &parsed.Properties[i]
		r := row{Name: p.Name, Title: p.Title, Description: p.Description, Kind: kindOf(p)}
		var columns []string
		for k := range p.Members {
			r.Kind = kindTable
			columns = append(columns, p.Members[k].Name+": "+kindOf(&p.Members[k]))
		}
		r.Columns = strings.Join(columns, ", ")
		rows = append(rows, r)
	}
	if again, err := custom.Parse(schemaOf(rows)); err != nil || !reflect.DeepEqual(again, parsed) {
		return nil
	}
	return append(rows, blank()...)
}

func kindOf(p *custom.Property) string {
	switch {
	case p.Type == custom.TypeArray:
		return kindList
	case p.Format != custom.FormatNone:
		return string(p.Format)
	}
	return string(p.Type)
}
