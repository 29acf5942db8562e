package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/version"
)

// ready is the body of /readyz on an admin port.
type ready struct {
	Version string            `json:"version"`
	Ready   bool              `json:"ready"`
	Parts   map[string]string `json:"parts"`
	Notes   map[string]string `json:"notes"`
}

func (c Command) lookAtServices(ctx context.Context, r *Report, _ time.Time) {
	const area = "services"
	if len(c.AdminURLs) == 0 {
		r.note(area, "name their admin ports with --admin-url",
			"services, and protections around child processes, were not looked at")
	}
	for _, base := range c.AdminURLs {
		found, err := askReady(ctx, base)
		if err != nil {
			r.act(area, "see that it runs, and its log", "%v", err)
			continue
		}
		r.service(base, found)
	}
}

// maxReady bounds a response of an unknown server.
const maxReady = 1 << 20

func askReady(ctx context.Context, base string) (found ready, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+"/readyz", nil)
	if err != nil {
		return found, fmt.Errorf("admin port: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return found, fmt.Errorf("admin port: %w", err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxReady)).Decode(&found); err != nil {
		return found, fmt.Errorf("%s is no admin port of docmill: status %d", base, resp.StatusCode)
	}
	return found, nil
}

func (r *Report) service(base string, s ready) {
	const area = "services"
	switch {
	case !s.Ready:
		r.act(area, "look again: it starts or drains; else see its log", "%s is not ready", base)
	case s.Version != version.Number:
		r.note(area, "use the executable of that release to look at it", "%s is ready, of release %s; this one is %s", base,
			s.Version, version.Number)
	default:
		r.ok(area, "%s is ready, of release %s", base, s.Version)
	}
	for _, part := range slices.Sorted(maps.Keys(s.Parts)) {
		if s.Parts[part] != "ok" {
			r.act(area, "see its log", "%s: %s is %s", base, part, s.Parts[part])
		}
	}
	for _, part := range slices.Sorted(maps.Keys(s.Notes)) {
		if part == "extractor" {
			r.act("sandbox", "see docs/operate/extractors.md, Sandbox", "%s: %s", part, s.Notes[part])
			continue
		}
		r.note(area, "", "%s: %s", part, s.Notes[part])
	}
	if _, runs := s.Parts["extractor"]; runs && s.Notes["extractor"] == "" {
		r.ok("sandbox", "all protections around child processes stand")
	}
}
