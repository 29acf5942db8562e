package sandbox

import (
	"slices"
	"strings"
)

// Names of the protections around a child.
const (
	ProtectionUserNamespace    = "user-namespace"    // no capability of the parent's user
	ProtectionNetworkNamespace = "network-namespace" // no network, not even loopback
	// sees no process but its own, and takes all of them along when it dies
	ProtectionPIDNamespace    = "pid-namespace"
	ProtectionLimits          = "limits"            // resource limits: memory, processor, files, no core dumps
	ProtectionNoNewPrivileges = "no-new-privileges" // no capabilities; set-user-ID programs gain nothing
	// landlock: nothing but Config.ReadOnly and Programs can be opened, nothing
	// written
	ProtectionFiles = "files"
	// seccomp: no sockets, signals, tracing, shared memory, mounting, namespaces,
	// kernel interfaces
	ProtectionSystemCalls = "system-calls"
)

// isIndispensable reports whether a child without the protection does not start: what
// every kernel since Linux 3.17 offers to everybody.
func isIndispensable(name string) bool {
	return name == ProtectionLimits || name == ProtectionNoNewPrivileges || name == ProtectionSystemCalls
}

// Missing returns the protections that are not on.
func Missing(protections []Protection) []Protection {
	return slices.DeleteFunc(slices.Clone(protections), func(w Protection) bool { return w.On })
}

// Protection is one protection between a child and the rest of the system.
type Protection struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
	Why  string `json:"why,omitempty"` // it is missing
}

// MissingError says that protections are missing which are required.
type MissingError struct{ Protections []Protection }

func (e *MissingError) Error() string {
	return "required protections around child processes are missing: " + Describe(e.Protections)
}

// Describe names protections in a line, with the reasons for which they are missing.
func Describe(protections []Protection) string {
	names := map[string][]string{} // by reason
	var reasons []string
	for _, w := range protections {
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

// protectionOf is on unless err reports why not.
func protectionOf(name string, err error) Protection {
	if err != nil {
		return Protection{Name: name, Why: err.Error()}
	}
	return Protection{Name: name, On: true}
}
