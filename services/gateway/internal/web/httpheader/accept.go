package httpheader

import (
	"strconv"
	"strings"
)

// Acceptable selects the offered media type with the highest weight in the header Accept (RFC 9110,
// 12.5.1), then the most precise match, then the first. It returns "" if none is acceptable, and the first
// without the header. An offer with parameters, such as "text/csv; bom=1", requires a range with these
// parameters.
func Acceptable(accept string, offers []string) string {
	if strings.TrimSpace(accept) == "" {
		return offers[0]
	}
	var best string
	var bestWeight float64
	var bestPrecision int
	for _, offer := range offers {
		weight, precision := weightOf(accept, offer)
		if weight > bestWeight || weight == bestWeight && weight > 0 && precision > bestPrecision {
			best, bestWeight, bestPrecision = offer, weight, precision
		}
	}
	return best
}

// weightOf returns the weight of the range that matches the offer most precisely.
func weightOf(accept, offer string) (weight float64, precision int) {
	for _, element := range Split(accept, ',') {
		parts := Split(element, ';')
		p := precisionOf(strings.ToLower(strings.TrimSpace(parts[0])), parts[1:], offer)
		if p > precision {
			weight, precision = quality(parts[1:]), p
		}
	}
	return weight, precision
}

// precisionOf is 0 if the range does not match the offer. Parameters of ranges are ignored if the offer has
// none.
func precisionOf(mediaRange string, params []string, offer string) int {
	offer, wanted, special := strings.Cut(offer, ";")
	if special {
		if mediaRange == offer && hasParam(params, strings.TrimSpace(wanted)) {
			return 4
		}
		return 0
	}
	kind, _, _ := strings.Cut(offer, "/")
	switch mediaRange {
	case offer:
		return 3
	case kind + "/*":
		return 2
	case "*/*":
		return 1
	}
	return 0
}

// hasParam reports whether a range has a parameter, such as "bom=1".
func hasParam(params []string, wanted string) bool {
	name, value, _ := strings.Cut(wanted, "=")
	for _, param := range params {
		n, v, _ := strings.Cut(param, "=")
		if strings.EqualFold(strings.TrimSpace(n), name) && strings.Trim(strings.TrimSpace(v), `"`) == value {
			return true
		}
	}
	return false
}

// quality reads the parameter q; the default, also for invalid values, is 1.
func quality(params []string) float64 {
	for _, param := range params {
		name, value, _ := strings.Cut(param, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && q >= 0 && q <= 1 {
			return q
		}
	}
	return 1
}

// AcceptsGzip reports, from Accept-Encoding (RFC 9110, 12.5.3), whether a response may be compressed;
// without the header it may not.
func AcceptsGzip(header string) bool {
	for _, element := range Split(header, ',') {
		parts := Split(element, ';')
		coding := strings.ToLower(strings.TrimSpace(parts[0]))
		if (coding == "gzip" || coding == "*") && quality(parts[1:]) > 0 {
			return true
		}
	}
	return false
}
