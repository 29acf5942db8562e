package contract

import (
	"fmt"
	"strings"
)

// Headers of a dead letter.
const (
	HeaderDeadSubject = "Docmill-Subject" // of the original message
	HeaderDeadReason  = "Docmill-Reason"  // why the message is malformed
	// HeaderDeadSize is the size of the message in bytes if the dead letter holds only its beginning.
	HeaderDeadSize = "Docmill-Size"
)

// Bounds of a dead letter in bytes. Without them, one sender of large messages could fill the
// stream and push out the dead letters of others.
const (
	MaxDeadLetterData   = 64 << 10
	MaxDeadLetterReason = 1 << 10
	// MaxDeadLetter includes the headers.
	MaxDeadLetter = MaxDeadLetterData + 16<<10
)

// DeadLetterStream returns the original stream of a dead letter, or "" for an invalid subject.
func DeadLetterStream(deadSubject string) string {
	rest, ok := strings.CutPrefix(deadSubject, deadLetterPrefix)
	stream, about, named := strings.Cut(rest, ".")
	if !ok || !named || about == "" {
		return ""
	}
	return stream
}

// CheckDeadLetterOrigin returns an error if the original subject of a dead letter on deadSubject cannot be
// subject. The sender chooses the header with the original subject, and the server only checks the rights
// to deadSubject: a client that publishes the message again with more rights than its sender must check
// both.
func CheckDeadLetterOrigin(deadSubject, subject string) error {
	stream := DeadLetterStream(deadSubject)
	for _, spec := range Streams() {
		if spec.Name != stream || spec.Copied {
			continue
		}
		for _, filter := range spec.Subjects {
			if SubjectMatches(filter, subject) && DeadLetterSubject(stream, subject) == deadSubject {
				return nil
			}
		}
	}
	return fmt.Errorf("subject %q does not belong to the dead letter %q", subject, deadSubject)
}

// SubjectMatches reports whether a subject without wildcards matches a filter with NATS wildcards (* for one
// token, > for all following tokens).
func SubjectMatches(filter, subject string) bool {
	if subject == "" || strings.ContainsAny(subject, "*> \t\r\n") {
		return false
	}
	tokens := strings.Split(subject, ".")
	wanted := strings.Split(filter, ".")
	for i, want := range wanted {
		if want == ">" {
			return i < len(tokens)
		}
		if i >= len(tokens) || tokens[i] == "" || want != "*" && want != tokens[i] {
			return false
		}
	}
	return len(tokens) == len(wanted)
}
