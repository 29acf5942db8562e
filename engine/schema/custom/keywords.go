package custom

import (
	"bytes"
	"encoding/json"
	"slices"
)

func (m member) objectType(at string) error {
	var name string
	if json.Unmarshal(m.value, &name) != nil || name != "object" {
		return wrong(at, `must be "object"`)
	}
	return nil
}

// readType finds the type among a property's keywords: a name, or a list of one name and perhaps "null".
func readType(at string, keywords []member) (Property, error) {
	i := slices.IndexFunc(keywords, func(k member) bool { return k.name == "type" })
	if i < 0 {
		return Property{}, wrong(at, "has no type; it may be string, number, integer, boolean or array")
	}
	here := pointer(at, "type")
	var names []string
	var one string
	if json.Unmarshal(keywords[i].value, &one) == nil {
		names = []string{one}
	} else if json.Unmarshal(keywords[i].value, &names) != nil {
		return Property{}, wrong(here, "must be the name of a type, or a list of one and \"null\"")
	}
	p := Property{}
	for _, name := range names {
		t := Type(name)
		switch {
		case name == "null" && !p.Nullable && len(names) == 2:
			p.Nullable = true
		case slices.Contains([]Type{TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeArray}, t) && p.Type == "":
			p.Type = t
		default:
			return Property{}, wrong(
				here,
				"%s is not supported here; a property is a string, number, integer, boolean or array, or a list of one of these "+
					"and \"null\"",
				bytes.TrimSpace(keywords[i].value),
			)
		}
	}
	if p.Type == "" {
		return Property{}, wrong(here, "names no type")
	}
	return p, nil
}

func (m member) format(at string, p *Property) error {
	var name string
	if err := m.decode(at, &name, `"date" or "time"`); err != nil {
		return err
	}
	p.Format = Format(name)
	if p.Format != FormatDate && p.Format != FormatTime {
		return wrong(at, `%q is not supported; a format is "date" or "time"`, name)
	}
	return nil
}

// enum reads the allowed values in the form of records.
func (m member) enum(at string, p *Property) error {
	var values []json.RawMessage
	if err := m.decode(at, &values, "a list of values"); err != nil {
		return err
	}
	for _, raw := range values {
		if bytes.Equal(raw, []byte("null")) && p.Nullable {
			continue
		}
		value, ok := p.Type.text(raw)
		if !ok || value == "" {
			return wrong(at, "%s is no value of type %s", raw, p.Type)
		}
		p.Enum = append(p.Enum, value)
	}
	if len(p.Enum) == 0 {
		return wrong(at, "names no value")
	}
	return nil
}

// text returns a JSON value in the form of records.
func (t Type) text(raw json.RawMessage) (text string, ok bool) {
	switch t {
	case TypeString:
		err := json.Unmarshal(raw, &text)
		return text, err == nil
	case TypeBoolean:
		text = string(raw)
		return text, text == True || text == False
	case TypeNumber, TypeInteger:
		p := Property{Type: t}
		return string(raw), p.Accepts(string(raw)) == nil
	case TypeArray:
	}
	return "", false
}
