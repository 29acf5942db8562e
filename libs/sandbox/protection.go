package sandbox

import (
	"slices"
	"strings"
)

// Names of the protections around a child.
const (
	ProtectionUserNamespace    = "user-namespace"    // no capability of the parent's user
	ProtectionNetworkNamespace = "network-namespace" // no network, not even loopback
	// sees only its own processes, which all end with it
	ProtectionPIDNamespace    = "pid-namespace"
	ProtectionLimits          = "limits"            // resource limits: memory, processor, files, no core dumps
	ProtectionNoNewPrivileges = "no-new-privileges" // no capabilities; set-user-ID programs gain nothing
	// landlock: only Config.ReadOnly and Programs can be opened, and nothing written
	ProtectionFiles = "files"
	// seccomp: no sockets, signals, tracing, shared memory, mounting, namespaces,
	// kernel interfaces
	ProtectionSystemCalls = "system-calls"
)

// isIndispensable reports whether children need the protection. Every kernel since Linux 3.17 has these.
func isIndispensable(name string) bool {
	return name == ProtectionLimits || name == ProtectionNoNewPrivileges || name == ProtectionSystemCalls
}

// Missing returns the protections that are not on.
func Missing(protections []Protection) []Protection {
	return slices.DeleteFunc(slices.Clone(protections), func(w Protection) bool { return w.On })
}

// Protection is one protection of the system against a child.
type Protection struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
	Why  string `json:"why,omitempty"` // reason why it is missing
}

// MissingError is returned if required protections are missing.
type MissingError struct{ Protections []Protection }

func (e *MissingError) Error() string {
	return "required protections around child processes are missing: " + Describe(e.Protections)
}

// Describe returns a line with the protections and the reasons why they are missing.
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

// protectionOf returns a protection that is on if err is nil.
func protectionOf(name string, err error) Protection {
	if err != nil {
		return Protection{Name: name, Why: err.Error()}
	}
	return Protection{Name: name, On: true}
}
