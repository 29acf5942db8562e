package conformance

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// route is one path of the document with its methods.
type route struct {
	segments   []segment
	operations map[string]*operation // by method
}

// segment is a part of a path template: fixed text, or a parameter with fixed text around it
// ("{page}.png").
type segment struct {
	before, after string
	parameter     bool
}

func newRoute(path string) route {
	r := route{operations: map[string]*operation{}}
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		before, rest, isParameter := strings.Cut(part, "{")
		_, after, _ := strings.Cut(rest, "}")
		r.segments = append(r.segments, segment{before: before, after: after, parameter: isParameter})
	}
	return r
}

func (s segment) matches(part string) bool {
	if !s.parameter {
		return part == s.before
	}
	return len(part) > len(s.before)+len(s.after) && strings.HasPrefix(part, s.before) && strings.HasSuffix(part, s.after)
}

func (r route) matches(parts []string) bool {
	if len(parts) != len(r.segments) {
		return false
	}
	for i, part := range parts {
		if !r.segments[i].matches(part) {
			return false
		}
	}
	return true
}

// find returns the operation of a request, or nil if the path or method is undocumented. HEAD counts as
// GET.
func (d *document) find(method, escapedPath string) *operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	parts := strings.Split(strings.TrimPrefix(escapedPath, "/"), "/")
	for _, r := range d.routes {
		if r.matches(parts) {
			return r.operations[method]
		}
	}
	return nil
}

// all lists the coverable items: "GET /api/v1/usage 200".
func (d *document) all() []string {
	var names []string
	for _, r := range d.routes {
		for _, op := range r.operations {
			for status := range maps.Keys(op.responses) {
				names = append(names, op.name+" "+status)
			}
		}
	}
	slices.Sort(names)
	return names
}
