package custom

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Booleans in a record.
const (
	True  = "true"
	False = "false"
)

// maxValue is the maximum size of a value, in bytes.
const maxValue = 10_000

// Accepts checks that a value has the form of this scalar property in records: numbers as decimals ("-1234.50", no
// exponent, no separators), dates as YYYY-MM-DD, times as HH:MM or HH:MM:SS, booleans as "true" or "false". The
// error is a phrase that follows the property's name.
func (p *Property) Accepts(value string) error {
	if len(value) > maxValue {
		return fmt.Errorf("is longer than %d bytes", maxValue)
	}
	if p.Enum != nil && !slices.Contains(p.Enum, value) {
		return fmt.Errorf("is none of %s", strings.Join(p.Enum, ", "))
	}
	switch p.Type {
	case TypeNumber:
		if !decimal(value, `(\.[0-9]+)?`) {
			return errors.New("is no decimal number such as -1234.50")
		}
	case TypeInteger:
		if !decimal(value, "") {
			return errors.New("is not a whole number such as 42")
		}
	case TypeBoolean:
		if value != True && value != False {
			return fmt.Errorf("is neither %s nor %s", True, False)
		}
	case TypeString:
		return p.Format.accepts(value)
	case TypeArray:
		return errors.New("is a list, which has no value")
	}
	return nil
}

func decimal(value, fraction string) bool {
	ok, err := regexp.MatchString(`^-?(0|[1-9][0-9]*)`+fraction+`$`, value)
	return ok && err == nil
}

func (f Format) accepts(value string) error {
	switch f {
	case FormatDate:
		if _, err := time.Parse(time.DateOnly, value); err != nil {
			return errors.New("is no date such as 2026-10-01")
		}
	case FormatTime:
		_, long := time.Parse(time.TimeOnly, value)
		_, short := time.Parse("15:04", value)
		if long != nil && short != nil || len(value) != 8 && len(value) != 5 {
			return errors.New("is no time such as 13:45")
		}
	case FormatNone:
	}
	return nil
}
