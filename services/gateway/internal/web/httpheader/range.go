package httpheader

import (
	"errors"
	"strconv"
	"strings"
)

// Range is a part of a representation, or all of it, in bytes.
type Range struct{ First, Length int64 }

// Errors of ParseRange.
var (
	ErrNoRange        = errors.New("not a single range of bytes")
	ErrNotSatisfiable = errors.New("range begins behind the end")
)

// ParseRange reads "bytes=first-last", "bytes=first-" or "bytes=-suffix" for
// a representation of size bytes.
func ParseRange(header string, size int64) (Range, error) {
	unit, spec, ok := strings.Cut(header, "=")
	from, to, dash := strings.Cut(strings.TrimSpace(spec), "-")
	if !ok || !dash || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return Range{}, ErrNoRange
	}
	if from == "" {
		suffix, err := position(to)
		if err != nil {
			return Range{}, err
		}
		if suffix == 0 || size == 0 {
			return Range{}, ErrNotSatisfiable
		}
		suffix = min(suffix, size)
		return Range{size - suffix, suffix}, nil
	}
	first, err := position(from)
	if err != nil {
		return Range{}, err
	}
	last := size - 1
	if to != "" {
		given, err := position(to)
		if err != nil || given < first {
			return Range{}, ErrNoRange
		}
		last = min(last, given)
	}
	if first >= size {
		return Range{}, ErrNotSatisfiable
	}
	return Range{first, last - first + 1}, nil
}

// position reads digits; overflowing numbers become the largest one.
func position(digits string) (int64, error) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, ErrNoRange
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 1<<63 - 1, nil
	}
	return n, nil
}
