package settings

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// flagValue is a setting for package flag. It collects errors, because flag stops at the first one.
type flagValue struct {
	setting
	wrong   *violations
	negated bool // --no-NAME
	given   bool // before, on the same command line
}

// Set takes the flag's value. A list that is given again grows.
func (f *flagValue) Set(text string) error {
	before := reflect.Zero(f.field.Type())
	if f.given && f.field.Kind() == reflect.Slice {
		before = reflect.ValueOf(f.field.Interface())
	}
	f.given = true
	if err := f.set(text); err != nil {
		f.wrong.note(err)
		return nil
	}
	switch {
	case f.negated:
		f.field.SetBool(!f.field.Bool())
	case f.field.Kind() == reflect.Slice:
		f.field.Set(reflect.AppendSlice(before, f.field))
	}
	return nil
}

// String is of no use: the help prints the tags.
func (f *flagValue) String() string { return "" }

// IsBoolFlag makes package flag accept the flag without a value.
func (f *flagValue) IsBoolFlag() bool { return f.field.Kind() == reflect.Bool }

// set reads text into the field, or leaves it unchanged and reports the error.
func (s setting) set(text string) error {
	value := reflect.New(s.field.Type()).Elem()
	var err error
	if value.Kind() != reflect.Slice {
		err = s.read(text, value)
	} else if items := split(text); len(items) > 0 {
		value.Set(reflect.MakeSlice(value.Type(), len(items), len(items)))
		for i, item := range items {
			err = errors.Join(err, s.read(item, value.Index(i)))
		}
	}
	if err == nil {
		s.field.Set(value)
	}
	return err
}

// split splits a list. A trailing comma does not begin an item.
func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, ","), ",")
}

// read reads text into target, or returns the expected form in plain words.
func (s setting) read(text string, target reflect.Value) error {
	if len(s.enum) > 0 && !slices.Contains(s.enum, text) {
		return fmt.Errorf("%s: is %q, want %s", s.label(), text, strings.Join(s.enum, " or "))
	}
	if want, err := decode(text, target); err != nil {
		return fmt.Errorf("%s: is %q, want %s", s.label(), text, want)
	}
	return nil
}

// decode reads text into target and names the type that target takes.
func decode(text string, target reflect.Value) (takes string, err error) {
	bits := func() int { return target.Type().Bits() }
	switch {
	case target.Type() == reflect.TypeFor[time.Duration]():
		d, err := time.ParseDuration(text)
		target.SetInt(int64(d))
		return `a duration like "90s" or "5m"`, err
	case target.Kind() == reflect.Bool:
		b, err := truth(text)
		target.SetBool(b)
		return "true or false", err
	case target.CanInt():
		n, err := strconv.ParseInt(text, 0, bits())
		target.SetInt(n)
		return "a whole number", err
	case target.CanUint():
		n, err := strconv.ParseUint(text, 0, bits())
		target.SetUint(n)
		return "a whole number", err
	case target.CanFloat():
		n, err := strconv.ParseFloat(text, bits())
		target.SetFloat(n)
		return "a number", err
	}
	target.SetString(text)
	return "any text", nil
}

func truth(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "1", "yes":
		return true, nil
	case "false", "0", "no":
		return false, nil
	}
	return false, strconv.ErrSyntax
}
