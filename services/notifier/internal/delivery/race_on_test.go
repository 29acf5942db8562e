//go:build race

package delivery_test

// slower reduces the load under the race detector, where times are not checked.
const slower = 4
