//go:build !race

package delivery_test

const slower = 1
