package sandbox

import "slices"

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

// wallOf is on unless err tells why not.
func wallOf(name string, err error) Wall {
	if err != nil {
		return Wall{Name: name, Why: err.Error()}
	}
	return Wall{Name: name, On: true}
}
