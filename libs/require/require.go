// Package require checks values in tests. A check that fails ends the test.
package require

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

// NoError ends the test with the error, if there is one.
func NoError(t testing.TB, err error, context ...any) {
	t.Helper()
	failUnless(t, assert.NoError(t, err, context...))
}

// Error ends the test if err is nil.
func Error(t testing.TB, err error, context ...any) {
	t.Helper()
	failUnless(t, assert.Error(t, err, context...))
}

// ErrorIs ends the test unless errors.Is holds for err and target.
func ErrorIs(t testing.TB, err, target error, context ...any) {
	t.Helper()
	failUnless(t, assert.ErrorIs(t, err, target, context...))
}

// True ends the test unless got is true.
func True(t testing.TB, got bool, context ...any) {
	t.Helper()
	failUnless(t, assert.True(t, got, context...))
}

// False ends the test if got is true.
func False(t testing.TB, got bool, context ...any) {
	t.Helper()
	failUnless(t, assert.False(t, got, context...))
}

// Equal ends the test unless got is equal to want.
func Equal[T comparable](t testing.TB, got, want T, context ...any) {
	t.Helper()
	failUnless(t, assert.Equal(t, got, want, context...))
}

// NotEqual ends the test if got is equal to unwanted.
func NotEqual[T comparable](t testing.TB, got, unwanted T, context ...any) {
	t.Helper()
	failUnless(t, assert.NotEqual(t, got, unwanted, context...))
}

// EqualSlices ends the test unless got has the elements of want in the same order.
func EqualSlices[E comparable](t testing.TB, got, want []E, context ...any) {
	t.Helper()
	failUnless(t, assert.EqualSlices(t, got, want, context...))
}

// Empty ends the test if got has elements.
func Empty[E any](t testing.TB, got []E, context ...any) {
	t.Helper()
	failUnless(t, assert.Empty(t, got, context...))
}

// Contains ends the test unless text contains part.
func Contains(t testing.TB, text, part string, context ...any) {
	t.Helper()
	failUnless(t, assert.Contains(t, text, part, context...))
}

// NotContains ends the test if text contains part.
func NotContains(t testing.TB, text, part string, context ...any) {
	t.Helper()
	failUnless(t, assert.NotContains(t, text, part, context...))
}

func failUnless(t testing.TB, ok bool) {
	t.Helper()
	if !ok {
		t.FailNow()
	}
}
