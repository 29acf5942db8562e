// Package assert checks values in tests. A check that fails marks the test as failed, and the test continues.
// The context of a check names it in the failure.
package assert

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// True reports whether got is true. The context says what is wrong if it is not.
func True(t testing.TB, got bool, context ...any) bool {
	t.Helper()
	if got {
		return true
	}
	return fail(t, context, "got false, want true")
}

// False reports whether got is false. The context says what is wrong if it is not.
func False(t testing.TB, got bool, context ...any) bool {
	t.Helper()
	if !got {
		return true
	}
	return fail(t, context, "got true, want false")
}

// Equal reports whether got is equal to want.
func Equal[T comparable](t testing.TB, got, want T, context ...any) bool {
	t.Helper()
	if got == want {
		return true
	}
	return fail(t, context, "got %s, want %s", show(got), show(want))
}

// NotEqual reports whether got is not equal to unwanted.
func NotEqual[T comparable](t testing.TB, got, unwanted T, context ...any) bool {
	t.Helper()
	if got != unwanted {
		return true
	}
	return fail(t, context, "got %s, want another", show(got))
}

// EqualSlices reports whether got has the elements of want in the same order.
func EqualSlices[E comparable](t testing.TB, got, want []E, context ...any) bool {
	t.Helper()
	if slices.Equal(got, want) {
		return true
	}
	return fail(t, context, "got %s, want %s", show(got), show(want))
}

// Empty reports whether got has no elements.
func Empty[E any](t testing.TB, got []E, context ...any) bool {
	t.Helper()
	if len(got) == 0 {
		return true
	}
	return fail(t, context, "got %s, want none", show(got))
}

// Contains reports whether text contains part.
func Contains(t testing.TB, text, part string, context ...any) bool {
	t.Helper()
	if strings.Contains(text, part) {
		return true
	}
	return fail(t, context, "%q is missing in:\n%s", part, text)
}

// NotContains reports whether text does not contain part.
func NotContains(t testing.TB, text, part string, context ...any) bool {
	t.Helper()
	if !strings.Contains(text, part) {
		return true
	}
	return fail(t, context, "%q is in:\n%s", part, text)
}

// NoError reports whether err is nil.
func NoError(t testing.TB, err error, context ...any) bool {
	t.Helper()
	if err == nil {
		return true
	}
	return fail(t, context, "error: %v", err)
}

// Error reports whether err is not nil.
func Error(t testing.TB, err error, context ...any) bool {
	t.Helper()
	if err != nil {
		return true
	}
	return fail(t, context, "want an error")
}

// ErrorIs reports whether errors.Is holds for err and target.
func ErrorIs(t testing.TB, err, target error, context ...any) bool {
	t.Helper()
	if errors.Is(err, target) {
		return true
	}
	return fail(t, context, "error: %v, want %v", err, target)
}

func fail(t testing.TB, context []any, format string, args ...any) bool {
	t.Helper()
	message := fmt.Sprintf(format, args...)
	if len(context) > 0 {
		format := strings.Repeat(" %+v", len(context))[1:] + ": %s"
		message = fmt.Sprintf(format, append(context, message)...)
	}
	t.Error(message)
	return false
}

func show(v any) string {
	switch v.(type) {
	case string, []string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprintf("%+v", v)
}
