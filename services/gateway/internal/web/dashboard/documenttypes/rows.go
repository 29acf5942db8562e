package documenttypes

import (
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

// schemaOf returns the rows as a JSON Schema, with the properties in their order.
func schemaOf(rows []row) json.RawMessage {
	properties := make([]string, len(rows))
	for i, r := range rows {
		properties[i] = quoted(r.Name) + ":" + r.schema()
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + "}}")
}

func quoted(text string) string {
	encoded, _ := json.Marshal(text) // a text can always be encoded
	return string(encoded)
}

func (r row) schema() string {
	schema := `{"type":` + quoted(r.Kind)
	switch r.Kind {
	case kindDate, kindTime:
		schema = `{"type":"string","format":` + quoted(r.Kind)
	case kindList:
		schema = `{"type":"array","items":{"type":"string"}`
	case kindTable:
		schema = `{"type":"array","items":` + string(schemaOf(columnsOf(r.Columns)))
	}
	if r.Title != "" {
		schema += `,"title":` + quoted(r.Title)
	}
	if r.Description != "" {
		schema += `,"description":` + quoted(r.Description)
	}
	return schema + "}"
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
