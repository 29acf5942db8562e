package api

import (
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

// Bounds of the wait for a document's end.
const (
	defaultWait = 10 * time.Second
	maxWait     = 60 * time.Second
)

func preferenceOf(h *fasthttp.RequestHeader) httpheader.Preference {
	var lines []string
	for _, v := range h.PeekAll("Prefer") {
		lines = append(lines, string(v))
	}
	return httpheader.ParsePrefer(strings.Join(lines, ","), defaultWait, maxWait)
}
