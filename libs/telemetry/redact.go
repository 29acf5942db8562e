package telemetry

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// redact takes API keys out of whatever is logged: the second wall behind
// never passing one to a logger.
func redact(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(Redact(a.Value.String()))
	case slog.KindAny:
		if err, ok := a.Value.Any().(error); ok {
			a.Value = slog.StringValue(Redact(err.Error()))
		} else if s, ok := a.Value.Any().(fmt.Stringer); ok {
			a.Value = slog.StringValue(Redact(s.String()))
		}
	}
	return a
}

// Redact replaces every API key in s by its prefix and last four characters.
func Redact(s string) string {
	for _, prefix := range []string{contract.KeyPrefixLive, contract.KeyPrefixTest} {
		for from := 0; ; {
			i := strings.Index(s[from:], prefix)
			if i < 0 {
				break
			}
			start := from + i
			from = start + len(prefix)
			if end := start + contract.KeyLen; end <= len(s) && contract.FormOfKey(s[start:end]) != contract.KeyMalformed {
				s = s[:from] + "…" + s[end-4:]
			}
		}
	}
	return s
}
