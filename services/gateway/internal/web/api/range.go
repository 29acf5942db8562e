package api

import (
	"errors"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// byteRange is a part of a representation, or all of it.
type byteRange struct{ first, length int64 }

// requestedRange is the part that a request asks for (RFC 9110, 14); ranged is
// false when that is all. Several ranges at once, other units, ranges that are
// not valid and those of a representation that has changed are not looked at, as
// the standard allows or demands. The error says that a range begins behind the
// end.
func requestedRange(c *fiber.Ctx, tag string, size int64) (part byteRange, ranged bool, err error) {
	all := byteRange{0, size}
	header := c.Get(fiber.HeaderRange)
	if header == "" || c.Method() != fiber.MethodGet {
		return all, false, nil
	}
	// If-Range compares strongly; a date never matches, none is given out.
	if condition := c.Get(fiber.HeaderIfRange); condition != "" && condition != tag {
		return all, false, nil
	}
	part, err = parseRange(header, size)
	switch {
	case errors.Is(err, errNotSatisfiable):
		return all, false, fault.Wrap(err, contract.CodeInvalidRequest, "The range begins behind the end of the file, which has %d bytes.", size)
	case err != nil:
		return all, false, nil
	}
	return part, true, nil
}

var (
	errNoRange        = errors.New("not a single range of bytes")
	errNotSatisfiable = errors.New("range begins behind the end")
)

// parseRange reads "bytes=first-last", "bytes=first-" or "bytes=-suffix".
func parseRange(header string, size int64) (byteRange, error) {
	unit, spec, ok := strings.Cut(header, "=")
	from, to, dash := strings.Cut(strings.TrimSpace(spec), "-")
	if !ok || !dash || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return byteRange{}, errNoRange
	}
	if from == "" {
		suffix, err := position(to)
		if err != nil {
			return byteRange{}, err
		}
		if suffix == 0 || size == 0 {
			return byteRange{}, errNotSatisfiable
		}
		suffix = min(suffix, size)
		return byteRange{size - suffix, suffix}, nil
	}
	first, err := position(from)
	if err != nil {
		return byteRange{}, err
	}
	last := size - 1
	if to != "" {
		given, err := position(to)
		if err != nil || given < first {
			return byteRange{}, errNoRange
		}
		last = min(last, given)
	}
	if first >= size {
		return byteRange{}, errNotSatisfiable
	}
	return byteRange{first, last - first + 1}, nil
}

// position reads digits; what no number holds is as good as the largest one.
func position(digits string) (int64, error) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, errNoRange
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 1<<63 - 1, nil
	}
	return n, nil
}
