package testkit

import (
	"testing"
	"time"
)

// Await polls until a condition is true, and ends the test if it is not within Patience.
func Await(t testing.TB, what string, isTrue func() bool) {
	t.Helper()
	for deadline := time.Now().Add(Patience); !isTrue(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// Receive waits for a value, and ends the test if there is none within Patience.
func Receive[T any](t testing.TB, from <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(Patience):
		t.Fatalf("waited in vain for %s", what)
	}
	return v
}
