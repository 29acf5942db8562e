package api

import "time"

// Preference shows parsePreference to tests.
func Preference(header string) (wait time.Duration, applied string) {
	p := parsePreference(header)
	return p.wait, p.applied
}

// UniqueMembers shows uniqueMembers to tests.
func UniqueMembers(text []byte) error { return uniqueMembers(text) }

// EncodePage is encodePage.
var EncodePage = encodePage
