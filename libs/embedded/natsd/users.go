package natsd

import "github.com/nats-io/nats-server/v2/server"

// User is one login with the subjects it may use. An empty list allows
// nothing, [">"] everything; wildcards are those of NATS subjects.
type User struct {
	Name, Password string
	// Publish and Subscribe list the allowed subjects.
	Publish, Subscribe []string
	// AllowResponses lets the user answer each request that it received once,
	// within two minutes, whatever the reply subject is.
	AllowResponses bool
}

func serverUsers(users []User) []*server.User {
	var out []*server.User // must stay nil without users: an empty list lets nobody in
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

// allowOnly spells the empty list as a denial, because the server reads an
// empty allow list as no restriction at all.
func allowOnly(subjects []string) *server.SubjectPermission {
	if len(subjects) == 0 {
		return &server.SubjectPermission{Deny: []string{">"}}
	}
	return &server.SubjectPermission{Allow: subjects}
}
