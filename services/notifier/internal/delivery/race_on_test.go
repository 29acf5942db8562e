//go:build race

package delivery_test

// slower is how many times less is asked of the code under the race detector,
// where times are not judged.
const slower = 4
