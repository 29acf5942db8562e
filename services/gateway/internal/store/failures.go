package store

import (
	"errors"
	"fmt"
)

// failuresTold is how many of Failures are reported in full.
const failuresTold = 10

// Failures collects the errors of a job that continues after each of them. The zero value has
// none.
type Failures struct {
	n    int
	told []error
}

// Add adds an error; nil adds nothing.
func (f *Failures) Add(err error) {
	if err == nil {
		return
	}
	if f.n++; f.n <= failuresTold {
		f.told = append(f.told, err)
	}
}

// Err returns the number of failures and the first ten; nil if there are none.
func (f *Failures) Err(what string) error {
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%d %s, among them: %w", f.n, what, errors.Join(f.told...))
}
