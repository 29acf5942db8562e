// Package require ends a test that cannot continue.
package require

import "testing"

// NoError ends the test with the error, if there is one.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
