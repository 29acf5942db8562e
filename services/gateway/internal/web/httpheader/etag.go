package httpheader

import "strings"

// MatchesTag is the weak comparison that If-None-Match asks for (RFC 9110,
// 13.1.2).
func MatchesTag(ifNoneMatch, tag string) bool {
	for _, candidate := range Split(ifNoneMatch, ',') {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}

// MatchesTagStrongly is the comparison that If-Match asks for: a weak tag never
// matches (RFC 9110, 13.1.1).
func MatchesTagStrongly(ifMatch, tag string) bool {
	for _, candidate := range Split(ifMatch, ',') {
		if candidate = strings.TrimSpace(candidate); candidate == "*" || candidate == tag {
			return true
		}
	}
	return false
}
