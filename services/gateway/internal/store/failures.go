package store

import (
	"errors"
	"fmt"
)

// failuresTold is how many of Failures are told in full.
const failuresTold = 10

// Failures are what a job could not do that goes on after each of them: one that fails
// keeps no other waiting. The zero value is none.
type Failures struct {
	n    int
	told []error
}

// Add adds an error; nil is none.
func (f *Failures) Add(err error) {
	if err == nil {
		return
	}
	if f.n++; f.n <= failuresTold {
		f.told = append(f.told, err)
	}
}

// Err says of what how many failed, with the first ten; nil where none did.
func (f *Failures) Err(what string) error {
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%d %s, among them: %w", f.n, what, errors.Join(f.told...))
}
