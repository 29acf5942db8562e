package api

import "errors"

// Acceptable shows acceptable to tests.
func Acceptable(accept string, offers []string) string { return acceptable(accept, offers) }

// Attachment shows attachment to tests.
func Attachment(name string) string { return attachment(name) }

// ParseRange shows parseRange to tests; tooFar is true for a range that begins
// behind the end.
func ParseRange(header string, size int64) (first, length int64, ok, tooFar bool) {
	r, err := parseRange(header, size)
	return r.first, r.length, err == nil, errors.Is(err, errNotSatisfiable)
}
