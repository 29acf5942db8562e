// Package stages computes the stages of an upload from traces.
package stages

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
)

// span holds the used parts of a span.
type span struct {
	trace       string // hexadecimal
	name        string
	destination string // of messages
	http        bool   // an HTTP request that the gateway answered
	start, end  time.Time
}

// Used members of OTLP/JSON (opentelemetry-proto): ids are hexadecimal, and 64-bit numbers may be strings.
type (
	jsonTraces struct {
		ResourceSpans []struct {
			ScopeSpans []struct {
				Spans []jsonSpan `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	jsonSpan struct {
		TraceID    string          `json:"traceId"`
		Name       string          `json:"name"`
		Start      nanoseconds     `json:"startTimeUnixNano"`
		End        nanoseconds     `json:"endTimeUnixNano"`
		Attributes []jsonAttribute `json:"attributes"`
	}
	jsonAttribute struct {
		Key   string `json:"key"`
		Value struct {
			StringValue string `json:"stringValue"`
		} `json:"value"`
	}
)

// nanoseconds since 1970, as a number or a string.
type nanoseconds int64

func (n *nanoseconds) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(strings.Trim(string(b), `"`), 10, 64)
	*n = nanoseconds(v)
	return err
}

func (n nanoseconds) time() time.Time { return time.Unix(0, int64(n)) }

// The used attributes.
const (
	attributeDestination = "messaging.destination.name"
	attributeMethod      = "http.request.method"
)

// readJSON passes the spans of OTLP/JSON messages to use, one by one. It stops at an incomplete message.
func readJSON(r io.Reader, use func(span)) error {
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var message jsonTraces
		switch err := d.Decode(&message); {
		case err == io.EOF, err == io.ErrUnexpectedEOF: //nolint:errorlint // json returns them as they are
			return nil
		case err != nil:
			return fmt.Errorf("message %d: %w", n, err)
		}
		for _, resource := range message.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, s := range scope.Spans {
					use(s.span())
				}
			}
		}
	}
}

func (s *jsonSpan) span() span {
	out := span{
		trace: strings.ToLower(s.TraceID), name: s.Name,
		start: s.Start.time(), end: s.End.time(),
	}
	for _, a := range s.Attributes {
		out.attribute(a.Key, a.Value.StringValue)
	}
	return out
}

func (s *span) attribute(key, value string) {
	switch key {
	case attributeDestination:
		s.destination = value
	case attributeMethod:
		s.http = true
	}
}

func readMessage(m *collector.ExportTraceServiceRequest, use func(span)) {
	for _, resource := range m.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				out := span{
					trace: fmt.Sprintf("%x", s.GetTraceId()), name: s.GetName(),
					start: nanoseconds(s.GetStartTimeUnixNano()).time(), end: nanoseconds(s.GetEndTimeUnixNano()).time(),
				}
				for _, a := range s.GetAttributes() {
					out.attribute(a.GetKey(), a.GetValue().GetStringValue())
				}
				use(out)
			}
		}
	}
}
