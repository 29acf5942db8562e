package httpheader

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Tag is the strong entity tag of a representation, quotes included.
func Tag(representation []byte) string {
	sum := sha256.Sum256(representation)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// MatchesTag is the weak comparison for If-None-Match (RFC 9110, 13.1.2).
func MatchesTag(ifNoneMatch, tag string) bool {
	return anyTag(ifNoneMatch, func(candidate string) bool { return strings.TrimPrefix(candidate, "W/") == tag })
}

// MatchesTagStrongly is the comparison for If-Match: a weak tag never matches (RFC 9110, 13.1.1).
func MatchesTagStrongly(ifMatch, tag string) bool {
	return anyTag(ifMatch, func(candidate string) bool { return candidate == tag })
}

// anyTag reports whether a listed tag matches, or the list is "*".
func anyTag(list string, matches func(candidate string) bool) bool {
	for _, candidate := range Split(list, ',') {
		if candidate = strings.TrimSpace(candidate); candidate == "*" || matches(candidate) {
			return true
		}
	}
	return false
}
