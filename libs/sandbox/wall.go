package sandbox

// Names of the walls around a child.
const (
	WallUserNamespace    = "user-namespace"    // no capability of the parent's user
	WallNetworkNamespace = "network-namespace" // no network, not even loopback
	WallPIDNamespace     = "pid-namespace"     // sees no process but its own, and takes all of them along when it dies
	WallLimits           = "limits"            // resource limits: memory, processor, files, no core dumps
	WallNoNewPrivileges  = "no-new-privileges" // set-user-ID programs gain nothing
	WallFiles            = "files"             // landlock: nothing but Config.ReadOnly can be opened, nothing written
	WallSystemCalls      = "system-calls"      // seccomp: no sockets, tracing, mounting, namespaces, kernel interfaces
)

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
