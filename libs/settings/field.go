package settings

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// setting is a field with its tags.
type setting struct {
	name, env, help string
	initial         string // the default
	hasDefault      bool
	enum            []string
	negatable       bool
	field           reflect.Value
}

// label is the operator's name of the setting: the variable, or the flag without one.
func (s setting) label() string {
	if s.env != "" {
		return s.env
	}
	return "--" + s.name
}

// collect returns the settings of target, a pointer to a struct, in the order of its fields.
func collect(target any) ([]setting, error) {
	pointer := reflect.ValueOf(target)
	if pointer.Kind() != reflect.Pointer || pointer.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("settings: %T is no pointer to a struct", target)
	}
	all, err := fields(pointer.Elem(), "")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{"help": true, "h": true, "version": true}
	for _, s := range all {
		if seen[s.name] {
			return nil, fmt.Errorf("settings: two are named --%s", s.name)
		}
		seen[s.name] = true
	}
	return all, nil
}

// fields returns the settings of a struct whose flags begin with prefix.
func fields(body reflect.Value, prefix string) (all []setting, err error) {
	for i := range body.NumField() {
		member := body.Type().Field(i)
		if !member.IsExported() || member.Tag.Get("kong") == "-" {
			continue
		}
		_, embed := member.Tag.Lookup("embed")
		if embed || member.Anonymous {
			inner, err := fields(body.Field(i), prefix+member.Tag.Get("prefix"))
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
			continue
		}
		s, err := settingOf(member, body.Field(i), prefix)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func settingOf(member reflect.StructField, field reflect.Value, prefix string) (setting, error) {
	tag := member.Tag
	s := setting{name: tag.Get("name"), env: tag.Get("env"), help: tag.Get("help"), field: field}
	s.initial, s.hasDefault = tag.Lookup("default")
	_, s.negatable = tag.Lookup("negatable")
	if only, ok := tag.Lookup("enum"); ok {
		s.enum = strings.Split(only, ",")
	}
	// Developers see this error at the first start.
	if s.name == "" {
		return s, fmt.Errorf("settings: the field %s has no name", member.Name)
	}
	if !readable(field.Type()) {
		return s, fmt.Errorf("settings: the field %s has the type %s, which cannot be read", member.Name, field.Type())
	}
	s.name = prefix + s.name
	return s, nil
}

func readable(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		return t.Elem().Kind() != reflect.Slice && readable(t.Elem())
	}
	return slices.Contains([]reflect.Kind{reflect.String, reflect.Bool}, t.Kind()) || isNumber(t)
}

func isNumber(t reflect.Type) bool {
	v := reflect.Zero(t)
	return v.CanInt() || v.CanUint() || v.CanFloat()
}
