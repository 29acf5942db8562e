package sandbox

import (
	"slices"
	"strings"
)

// Names of the walls around a child.
const (
	WallUserNamespace    = "user-namespace"    // no capability of the parent's user
	WallNetworkNamespace = "network-namespace" // no network, not even loopback
	WallPIDNamespace     = "pid-namespace"     // sees no process but its own, and takes all of them along when it dies
	WallLimits           = "limits"            // resource limits: memory, processor, files, no core dumps
	WallNoNewPrivileges  = "no-new-privileges" // no capabilities; set-user-ID programs gain nothing
	WallFiles            = "files"             // landlock: nothing but Config.ReadOnly and Programs can be opened, nothing written
	WallSystemCalls      = "system-calls"      // seccomp: no sockets, signals, tracing, shared memory, mounting, namespaces, kernel interfaces
)

// isIndispensable reports whether a child without the wall does not start: what
// every kernel since Linux 3.17 offers to everybody.
func isIndispensable(name string) bool {
	return name == WallLimits || name == WallNoNewPrivileges || name == WallSystemCalls
}

// Missing returns the walls that are not on.
func Missing(walls []Wall) []Wall {
	return slices.DeleteFunc(slices.Clone(walls), func(w Wall) bool { return w.On })
}

// Wall is one protection between a child and the rest of the system.
type Wall struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
	Why  string `json:"why,omitempty"` // it is missing
}

// MissingError says that walls are missing which are required.
type MissingError struct{ Walls []Wall }

func (e *MissingError) Error() string {
	return "required protections around child processes are missing: " + Describe(e.Walls)
}

// Describe names walls in a line, with the reasons for which they are missing.
func Describe(walls []Wall) string {
	names := map[string][]string{} // by reason
	var reasons []string
	for _, w := range walls {
		if names[w.Why] == nil {
			reasons = append(reasons, w.Why)
		}
		names[w.Why] = append(names[w.Why], w.Name)
	}
	var parts []string
	for _, why := range reasons {
		part := strings.Join(names[why], ", ")
		if why != "" {
			part += " (" + why + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// wallOf is on unless err reports why not.
func wallOf(name string, err error) Wall {
	if err != nil {
		return Wall{Name: name, Why: err.Error()}
	}
	return Wall{Name: name, On: true}
}
