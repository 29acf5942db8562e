package site

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Users returns the users of the account.
func (s *Site) Users(session *Session) ([]contract.User, error) {
	reply, err := bus.Call[contract.ListUsersReply](session.Context, s.Bus, contract.RPCAuthSessionUserList,
		session.By())
	return reply.Users, err
}

// Keys returns the API keys of the account.
func (s *Site) Keys(session *Session) ([]contract.Key, error) {
	reply, err := bus.Call[contract.ListKeysReply](session.Context, s.Bus, contract.RPCAuthSessionKeyList, session.By())
	return reply.Keys, err
}

// NamesOf returns the names of users and keys by id. The id "" has no name.
func (s *Site) NamesOf(session *Session, ids []string) (map[string]string, error) {
	names := map[string]string{}
	if !slices.ContainsFunc(ids, func(id string) bool { return id != "" }) {
		return names, nil
	}
	users, err := s.Users(session)
	if err != nil {
		return nil, err
	}
	var keys []contract.Key
	if slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, contract.PrefixKey) }) {
		if keys, err = s.Keys(session); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		if id != "" {
			names[id] = NameOf(session.Language, id, users, keys)
		}
	}
	return names, nil
}

// NameOf returns a user's e-mail address or a key's name.
func NameOf(l *languages.Language, id string, users []contract.User, keys []contract.Key) string {
	if i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == id }); i >= 0 {
		return l.Tr("key “%s”", keys[i].Name)
	}
	if i := slices.IndexFunc(users, func(u contract.User) bool { return u.ID == id }); i >= 0 {
		return users[i].Email
	}
	if strings.HasPrefix(id, contract.PrefixKey) {
		return l.Tr("API key …%s", id[max(0, len(id)-4):])
	}
	return l.Tr("a former member")
}
