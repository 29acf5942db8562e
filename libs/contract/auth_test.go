package contract_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

const anID = "019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"

func TestSecretFormat(t *testing.T) {
	t.Parallel()
	secret, err := contract.NewSecret(bytes.NewReader(bytes.Repeat([]byte{0xff}, 32)))
	require.True(t, err == nil && secret == strings.Repeat("_", 42)+"8" && contract.IsSecret(secret), secret, err)
	for _, bad := range []string{"", secret[:42], secret + "A", strings.Repeat("_", 43), strings.Repeat("+", 42) + "8",
		secret[:42] + "\n"} {
		assert.False(t, contract.IsSecret(bad), bad, "is taken")
	}
	_, err = contract.NewSecret(bytes.NewReader(nil))
	assert.Error(t, err, "made of no randomness")
	link := contract.InviteLink("https://docmill.example/",
		secret)
	assert.Equal(t, link, "https://docmill.example/welcome#"+secret, "link")
}

func TestNormalizeEmail(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"anna@example.com": "anna@example.com", "  Anna.Berg+x@Example.COM ": "anna.berg+x@example.com",
		"jörg@bücher.example": "jörg@bücher.example",
	} {
		got, err := contract.ParseEmail(given)
		assert.True(t, err == nil && got == want, given, got, err)
	}
	for _, bad := range []string{"", "anna", "@example.com", "anna@", "Anna <anna@example.com>", "a@b@c",
		"a b@example.com", "a\x00@example.com", strings.Repeat("a", 250) + "@b.de"} {
		got, err := contract.ParseEmail(bad)
		assert.Error(t, err, bad, "is taken as", got)
	}
}

func FuzzParseEmail(f *testing.F) {
	f.Add("Anna@Example.com")
	f.Add("\"a b\"@example.com")
	f.Fuzz(func(t *testing.T, text string) {
		email, err := contract.ParseEmail(text)
		if err != nil {
			return
		}
		again, err := contract.ParseEmail(email)
		assert.True(t, err == nil && again == email, text, "is", email, "which is", again, err)
	})
}

// Requests that no honest caller sends are rejected first.
func TestPeopleRequestsValidate(t *testing.T) {
	t.Parallel()
	secret, err := contract.NewSecret(rand.Reader)
	require.NoError(t, err)
	hash := contract.HashSecret(secret)
	by, entry := contract.BySession{SessionHash: hash},
		contract.NewSession{NewSessionHash: hash, Agent: "x", Address: "192.0.2.1"}
	change := func(f func(*contract.NewSession)) contract.NewSession { e := entry; f(&e); return e }
	invitation := contract.Invitation{Email: "a@example.com", Role: contract.RoleMember, LinkHash: hash}
	type message interface{ Validate() error }
	for name, m := range map[string]message{
		"sign in": contract.SignInRequest{Email: "a@example.com", Password: "p", NewSession: entry},
		"oidc": contract.OIDCSignInRequest{ProviderIdentity: contract.ProviderIdentity{Issuer: "https://x", Subject: "1"},
			NewSession: entry},
		"accept":   contract.AcceptLinkRequest{LinkHash: hash, Password: "p", NewSession: entry},
		"invite":   contract.SessionInviteRequest{BySession: by, Invitation: invitation},
		"new key":  contract.SessionCreateKeyRequest{BySession: by, KeyHash: hash, LastFour: "abcd", Name: "x"},
		"password": contract.ChangePasswordRequest{BySession: by, NewPassword: "p", NewSession: entry},
		"end":      contract.EndSessionRequest{BySession: by, SessionID: contract.PrefixSession + anID},
		"audit": contract.SessionAuditRequest{BySession: by,
			AuditPage: contract.AuditPage{Limit: 200, Before: contract.PrefixAudit + anID}},
		"rename": contract.SessionRenameRequest{BySession: by, Name: "Nordlicht GmbH"},
		"role":   contract.SetRoleRequest{UserID: contract.PrefixUser + anID, Role: contract.RoleOwner},
	} {
		assert.NoError(t, m.Validate(), name)
	}
	for name, m := range map[string]message{
		"no e-mail":     contract.SignInRequest{Password: "p", NewSession: entry},
		"NUL in e-mail": contract.SignInRequest{Email: "a\x00", Password: "p", NewSession: entry},
		"no password":   contract.SignInRequest{Email: "a", NewSession: entry},
		"endless password": contract.SignInRequest{Email: "a", Password: contract.Password(strings.Repeat("x", 4000)),
			NewSession: entry},
		"the secret itself": contract.SignInRequest{Email: "a", Password: "p",
			NewSession: change(func(e *contract.NewSession) { e.NewSessionHash = secret })},
		"no address": contract.SignInRequest{Email: "a", Password: "p", NewSession: change(func(e *contract.NewSession) {
			e.Address = "somewhere"
		})},
		"endless agent": contract.SignInRequest{Email: "a", Password: "p", NewSession: change(func(e *contract.NewSession) {
			e.Agent = strings.Repeat("x", 201)
		})},
		"no subject": contract.OIDCSignInRequest{ProviderIdentity: contract.ProviderIdentity{Issuer: "https://x"},
			NewSession: entry},
		"no role": contract.SessionInviteRequest{BySession: by,
			Invitation: contract.Invitation{Email: "a@example.com", Role: "admin", LinkHash: hash}},
		"no session": contract.SessionInviteRequest{Invitation: invitation},
		"limit": contract.ListAuditRequest{AccountID: contract.PrefixAccount + anID,
			AuditPage: contract.AuditPage{Limit: 201}},
		"another's id": contract.EndSessionRequest{BySession: by, SessionID: contract.PrefixUser + anID},
		"days": contract.SessionCreateKeyRequest{BySession: by, KeyHash: hash, LastFour: "abcd", Name: "x",
			ExpiresInDays: 3651},
		"empty name":      contract.SessionRenameRequest{BySession: by},
		"endless name":    contract.SessionRenameRequest{BySession: by, Name: strings.Repeat("x", 101)},
		"rename, nobody":  contract.SessionRenameRequest{Name: "x"},
		"no name":         contract.SessionCreateKeyRequest{BySession: by, KeyHash: hash, LastFour: "abcd"},
		"user of account": contract.RemoveUserRequest{UserID: contract.PrefixAccount + anID},
	} {
		assert.Error(t, m.Validate(), name, "is taken")
	}
}

// Embedded fields are flat: a message is one object.
func TestFlatPeopleMessages(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(contract.RevokeKeyReply{Key: contract.Key{ID: "key_1"},
		Descendants: []contract.Key{{ID: "key_2"}}})
	require.NoError(t, err)
	var old contract.Key // what a reader from before expects
	err = json.Unmarshal(b, &old)
	assert.True(t, err == nil && old.ID == "key_1", string(b), old, err)
	b, err = json.Marshal(contract.ConfirmSessionRequest{Password: "typed", NewSession: contract.NewSession{Agent: "x"}})
	if err != nil || !bytes.Contains(b, []byte(`"password":"typed"`)) || !bytes.Contains(b, []byte(`"agent":"x"`)) ||
		!bytes.Contains(b, []byte(`"sessionHash":""`)) {
		t.Errorf("%s, %v", b, err)
	}
}

func TestDescendants(t *testing.T) {
	t.Parallel()
	now := time.Now()
	past := contract.TimeOf(now.Add(-time.Hour))
	made := func(id, by string) contract.Key { return contract.Key{ID: id, CreatedBy: &by} }
	expired, revoked := made("expired", "root"), made("revoked", "root")
	expired.ExpiresAt, revoked.RevokedAt = &past, &past
	loop := made("root", "deep") // cannot be, and must not hang
	keys := []contract.Key{loop, made("child", "root"), expired, revoked, made("deep", "revoked"), {ID: "apart"}}
	var got []string
	for _, k := range contract.Descendants(keys, "root", now) {
		got = append(got, k.ID)
	}
	assert.Equal(t, strings.Join(got, " "), "child deep root", "descendants", got)
}

// Only the gateway and the operator may send requests with sessions.
func TestSessionRequestRights(t *testing.T) {
	t.Parallel()
	for user, rights := range contract.Users() {
		for _, subject := range rights.Publish {
			may := subject == contract.SubjectAuthSession || subject == "docmill.>" ||
				strings.HasPrefix(subject, "docmill.rpc.auth.session") || subject == "docmill.rpc.auth.>"
			if may && user != contract.UserGateway && user != contract.UserOperator && user != contract.UserAdmin {
				t.Errorf("%s may publish %s", user, subject)
			}
		}
	}
}

func TestSharePasswords(t *testing.T) {
	t.Parallel()
	contract.SharePasswords(nil)
	passwords := map[string]string{contract.UserOperator: "a", contract.UserGateway: "b"}
	contract.SharePasswords(passwords)
	assert.True(t, len(passwords) == 3 && passwords[contract.UserAdmin] == "a", passwords)
}
