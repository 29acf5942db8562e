package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// All invalid settings are reported at once, as in services (libs/settings). kong stops at the first
// unreadable value, so its readers are wrapped: each records the error and continues with the zero value.

// violations collects errors of unreadable values.
type violations struct{ errs []error }

func (v *violations) options() []kong.Option {
	registry := kong.NewRegistry().RegisterDefaults()
	var opts []kong.Option
	for _, sample := range []any{0, int32(0), int64(0), uint(0), uint32(0), uint64(0), 0.0} {
		typ := reflect.TypeOf(sample)
		opts = append(opts, kong.KindMapper(typ.Kind(), v.noting(registry.ForType(typ), typ.Kind())))
	}
	flag := v.noting(registry.ForType(reflect.TypeOf(false)), reflect.Bool)
	duration := v.noting(registry.ForType(reflect.TypeOf(time.Duration(0))), reflect.Int64)
	return append(opts, kong.KindMapper(reflect.Bool, boolMapper{flag}),
		kong.TypeMapper(reflect.TypeOf(time.Duration(0)), duration))
}

func (v *violations) noting(inner kong.Mapper, kind reflect.Kind) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		if err := inner.Decode(ctx, target); err != nil {
			v.errs = append(v.errs, fmt.Errorf("%s: %s", settingName(ctx.Value, kind), plainly(err, kind, target)))
		}
		return nil
	}
}

// rejected matches the value in kong's errors.
var rejected = regexp.MustCompile(`but got (".*?"|\S+)`)

// plainly describes the expected value without Go's terms.
func plainly(err error, kind reflect.Kind, target reflect.Value) string {
	got := rejected.FindStringSubmatch(err.Error())
	if got == nil {
		return err.Error()
	}
	want := "a whole number"
	switch {
	case target.Type() == reflect.TypeFor[time.Duration]():
		want = `a duration like "90s" or "5m"`
	case kind == reflect.Bool:
		want = "true or false"
	case kind == reflect.Float64:
		want = "a number"
	}
	return fmt.Sprintf("is %s, want %s", got[1], want)
}

// settingName returns the variable, or the flag if there is none.
func settingName(value *kong.Value, kind reflect.Kind) string {
	switch {
	case value == nil:
		return kind.String()
	case len(value.Tag.Envs) > 0:
		return strings.Join(value.Tag.Envs, ", ")
	}
	return "--" + value.Name
}

// join adds the recorded errors to the error of parsing and validating.
func (v *violations) join(err error) error {
	if len(v.errs) == 0 {
		return err
	}
	return errors.Join(append(v.errs, err)...)
}

// boolMapper keeps kong's support for flags without a value.
type boolMapper struct{ kong.MapperFunc }

// IsBool makes kong accept the flag without a value.
func (boolMapper) IsBool() bool { return true }
