package natsd

import "github.com/nats-io/nats-server/v2/server"

// User is a login and its permissions. An empty list permits nothing, [">"] everything; subjects may have wildcards.
type User struct {
	Name, Password string
	// Publish and Subscribe list the allowed subjects.
	Publish, Subscribe []string
	// AllowResponses lets the user answer each request that it received once, within two minutes, on any reply subject.
	AllowResponses bool
}

func serverUsers(users []User) []*server.User {
	var out []*server.User // nil without users: an empty list would refuse all clients
	for _, u := range users {
		perms := &server.Permissions{
			Publish:   allowOnly(u.Publish),
			Subscribe: allowOnly(u.Subscribe),
		}
		if u.AllowResponses {
			perms.Response = &server.ResponsePermission{
				MaxMsgs: server.DEFAULT_ALLOW_RESPONSE_MAX_MSGS,
				Expires: server.DEFAULT_ALLOW_RESPONSE_EXPIRATION,
			}
		}
		out = append(out, &server.User{Username: u.Name, Password: u.Password, Permissions: perms})
	}
	return out
}

// allowOnly denies everything for an empty list, which the server treats as no restriction.
func allowOnly(subjects []string) *server.SubjectPermission {
	if len(subjects) == 0 {
		return &server.SubjectPermission{Deny: []string{">"}}
	}
	return &server.SubjectPermission{Allow: subjects}
}
