package telemetry

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// redact removes API keys from logs, as a second protection: code never passes a key to a logger.
func redact(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(sanitize(a.Value.String()))
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case error:
			a.Value = slog.StringValue(sanitize(v.Error()))
		case fmt.Stringer:
			a.Value = slog.StringValue(sanitize(v.String()))
		case []byte:
			a.Value = slog.StringValue(sanitize(string(v)))
		}
	}
	return a
}

// MaxValue bounds a value in the log, in bytes: clients and documents must not be able to fill disks.
const MaxValue = 8 << 10

// sanitize returns a value as it may be logged.
func sanitize(s string) string {
	const rest = 64 // so that a key at the cut is recognized
	all := len(s)
	if all > MaxValue+rest {
		s = s[:MaxValue+rest]
	}
	if s = Redact(s); len(s) > MaxValue {
		s = strings.ToValidUTF8(s[:MaxValue], "")
	}
	if all > MaxValue {
		s += fmt.Sprintf("… (%d bytes)", all)
	}
	return s
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
