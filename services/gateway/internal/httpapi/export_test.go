package httpapi

import "time"

// Preference shows parsePreference to tests.
func Preference(header string) (wait time.Duration, applied string) {
	p := parsePreference(header)
	return p.wait, p.applied
}
