package languages

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Number formats n with grouped thousands.
func (l *Language) Number(n int) string {
	text := strconv.Itoa(n)
	var groups []string
	for len(strings.TrimPrefix(text, "-")) > 3 {
		groups = append([]string{text[len(text)-3:]}, groups...)
		text = text[:len(text)-3]
	}
	return strings.Join(append([]string{text}, groups...), l.group)
}

// Decimal formats a number with one decimal place.
func (l *Language) Decimal(v float64) string { return l.point(strconv.FormatFloat(v, 'f', 1, 64)) }

// Percent formats a share from 0 to 1 with one decimal place.
func (l *Language) Percent(share float64) string {
	return l.Tr("%s%%", l.Decimal(share*100))
}

// Bytes formats a size; 1 MB is 1,048,576 bytes, as in plans.
func (l *Language) Bytes(n int64) string {
	switch {
	case n >= 1<<20:
		return l.Tr("%s MB", l.point(fmt.Sprintf("%.4g", float64(n)/(1<<20))))
	case n >= 1<<10:
		return l.Tr("%s KB", l.point(fmt.Sprintf("%.3g", float64(n)/(1<<10))))
	}
	return l.Things(int(n), "byte")
}

func (l *Language) point(number string) string { return strings.Replace(number, ".", l.decimal, 1) }

// Day formats a day in UTC: "2 Jan 2006".
func (l *Language) Day(t time.Time) string { return l.formatTime(t, l.Tr("2 Jan 2006")) }

// DayAndTime formats a time in UTC: "2 Jan 2006, 15:04 UTC".
func (l *Language) DayAndTime(t time.Time) string {
	return l.formatTime(t, l.Tr("2 Jan 2006, 15:04 UTC"))
}

// DayOfMonth formats a day in UTC without the year: "2 January".
func (l *Language) DayOfMonth(t time.Time) string { return l.formatTime(t, l.Tr("2 January")) }

// ShortDay formats a day in UTC briefly, without the year: "2 Jan".
func (l *Language) ShortDay(t time.Time) string { return l.formatTime(t, l.Tr("2 Jan")) }

// Month formats a month in UTC: "January 2006".
func (l *Language) Month(t time.Time) string { return l.formatTime(t, l.Tr("January 2006")) }

// formatTime formats t by a layout of package time, with the language's month names.
func (l *Language) formatTime(t time.Time, layout string) string {
	t = t.UTC()
	for _, of := range []struct {
		word  string
		names []string
	}{{"January", l.months}, {"Jan", l.short}} {
		before, after, found := strings.Cut(layout, of.word)
		if found && len(of.names) == 12 {
			return t.Format(before) + of.names[t.Month()-1] + t.Format(after)
		}
	}
	return t.Format(layout)
}

// Relative formats the time between t and now in the largest unit that fits.
func (l *Language) Relative(t, now time.Time) string {
	const day = 24 * time.Hour
	span := t.Sub(now).Abs()
	unit := func(size time.Duration) int { return int(span / size) }
	if !t.After(now) {
		switch {
		case span < time.Minute:
			return l.Tr("just now")
		case span < time.Hour:
			return l.Count(unit(time.Minute), "%s minute ago", "%s minutes ago")
		case span < 2*day:
			return l.Count(unit(time.Hour), "%s hour ago", "%s hours ago")
		case span < 60*day:
			return l.Count(unit(day), "%s day ago", "%s days ago")
		case span < 2*365*day:
			return l.Count(unit(30*day), "%s month ago", "%s months ago")
		}
		return l.Count(unit(365*day), "%s year ago", "%s years ago")
	}
	switch {
	case span < time.Minute:
		return l.Tr("in a moment")
	case span < time.Hour:
		return l.Count(unit(time.Minute), "in %s minute", "in %s minutes")
	case span < 2*day:
		return l.Count(unit(time.Hour), "in %s hour", "in %s hours")
	case span < 60*day:
		return l.Count(unit(day), "in %s day", "in %s days")
	case span < 2*365*day:
		return l.Count(unit(30*day), "in %s month", "in %s months")
	}
	return l.Count(unit(365*day), "in %s year", "in %s years")
}
