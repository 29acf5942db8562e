package extractor

import (
	"errors"
	"regexp"
	"strings"
)

// Bounds, in bytes, on what the log says of a failure: one that lies in the file,
// and one of ours, with its stack.
const (
	maxCause = 300
	maxFault = 4 << 10
)

// quoted is what decoders put into their errors of the text before them: values
// within quotes, names of elements, entities.
var quoted = regexp.MustCompile("\"[^\"]*(\"|$)|'[^']*('|$)|`[^`]*(`|$)|<[^>]*(>|$)|&[^;\\s]*(;|$)|“[^”]*(”|$)")

// causeText says why a document failed without anything that stands in it: what an
// error quotes is left out, and the rest is cut after most bytes.
func causeText(err error, most int) string {
	said := err.Error()
	if limit := 4 * most; len(said) > limit { // whatever is quoted further on
		said = said[:limit]
	}
	said = strings.ToValidUTF8(quoted.ReplaceAllString(said, "…"), "…")
	if len(said) > most {
		said = strings.ToValidUTF8(said[:most], "") + "…"
	}
	return said
}

// withoutContent is an error of ours that quotes nothing of a document.
func withoutContent(err error) error { return errors.New(causeText(err, maxFault)) }
