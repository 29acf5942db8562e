package contract

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"
)

// Lifetimes of sessions, confirmations and links, by the database's clock.
const (
	// SessionIdle ends an unused session.
	SessionIdle = 30 * time.Minute
	// SessionLife ends every session.
	SessionLife = 12 * time.Hour
	// ConfirmationLife is how long after a sign-in or a confirmation a session may create keys and change
	// passwords, users and sessions.
	ConfirmationLife = 10 * time.Minute
	// LinkLife is how long a one-time link is valid.
	LinkLife = 72 * time.Hour
)

// SignInMethod is how a session was opened.
type SignInMethod string

// The methods.
const (
	SignInPassword SignInMethod = "password"
	SignInOIDC     SignInMethod = "oidc"
	SignInLink     SignInMethod = "link" // a one-time link, with which the password was set
)

// Session is a session of the dashboard, without its secret.
type Session struct {
	ID      string       `json:"id"` // sess_…; it does not authenticate
	User    User         `json:"user"`
	Account Account      `json:"account"`
	Method  SignInMethod `json:"method"`
	Agent   string       `json:"agent"` // User-Agent header of the browser

	CreatedAt Time `json:"createdAt"`
	// LastSeenAt is when it was last used, to the minute.
	LastSeenAt Time `json:"lastSeenAt"`
	// EndsAt is when it ends if it is not used again: SessionIdle after LastSeenAt, at the latest SessionLife
	// after CreatedAt.
	EndsAt Time `json:"endsAt"`
	// Confirmed means that the person authenticated within ConfirmationLife. Otherwise requests that need it
	// return CodeInvalidState, and the page asks for the password (RPCAuthSessionConfirm) or, if the user has
	// none, uses OpenID Connect again.
	Confirmed bool `json:"confirmed"`
	// Current marks the session of the request in lists.
	Current bool `json:"current,omitempty"`
}

// Validate checks ids, user and account.
func (s Session) Validate() error {
	return errors.Join(validID("id", PrefixSession, s.ID), s.User.Validate(), s.Account.Validate())
}

// BySession identifies the user of a request by the session. Errors of all requests with it: CodeAuthInvalid if
// the session has ended; CodeInvalidState if the role or the confirmation is missing (the sentence says which).
type BySession struct {
	SessionHash string `json:"sessionHash"` // HashSecret of the session's secret
}

func (r BySession) valid() error { return validHash("sessionHash", r.SessionHash) }

// Validate checks the hash's form.
func (r BySession) Validate() error { return r.valid() }

// NewSession is the session that a sign-in opens. The caller generates a new secret with NewSecret each
// time, so that an earlier secret is useless after a sign-in.
type NewSession struct {
	NewSessionHash string `json:"newSessionHash"` // HashSecret of the new session's secret
	Agent          string `json:"agent"`          // User-Agent header of at most MaxAgent bytes; may be empty
	Address        string `json:"address"`        // IP address of the client, for rate limits
}

// MaxAgent bounds Agent, in bytes.
const MaxAgent = 200

func (s NewSession) valid() error {
	errs := []error{validHash("newSessionHash", s.NewSessionHash), validAddress(s.Address)}
	if len(s.Agent) > MaxAgent || !utf8.ValidString(s.Agent) || strings.ContainsRune(s.Agent, 0) {
		errs = append(errs, fmt.Errorf("agent has %d bytes or is no text, want at most %d", len(s.Agent), MaxAgent))
	}
	return errors.Join(errs...)
}

// SignInRequest opens a session with e-mail address and password. The reply is the Session. If users of several
// accounts have the same address and password, the one who signed in last is signed in. Errors: CodeAuthInvalid if
// the address or the password is wrong, with the same text after the same time; CodeRateLimited with RetryAfter
// after too many failures for the e-mail address or tries from the network address; CodeInvalidState if the
// password is right and the account is suspended.
type SignInRequest struct {
	Email    string   `json:"email"`
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r SignInRequest) Validate() error {
	return errors.Join(boundedText("email", r.Email, maxEmail), r.Password.valid("password"), r.NewSession.valid())
}

// OIDCSignInRequest opens a session for an identity at an OpenID provider. The gateway has verified the ID token.
// The reply is the Session.
//
// If EmailVerified is set and the domain of the address is one of DOCMILL_OIDC_DOMAINS, the user belongs to the
// account of the domain: the user who signed in to it with this issuer and subject before, otherwise the user with
// the address, otherwise a new member. In all other cases it is the user who signed in with this issuer and subject
// before; otherwise, if EmailVerified is set, the only user with the address, if that user is invited and has set no
// password. Errors: CodeAuthInvalid if there is no such user; CodeInvalidState if the account is suspended, or if
// users have the address who have not proved that it is theirs.
type OIDCSignInRequest struct {
	ProviderIdentity
	// Fresh means that the provider authenticated the person for this sign-in, so that the session is confirmed.
	Fresh bool `json:"fresh,omitempty"`
	NewSession
}

// ProviderIdentity is a verified identity at an OpenID provider.
type ProviderIdentity struct {
	Issuer        string `json:"issuer"`  // iss of the ID token
	Subject       string `json:"subject"` // sub of the ID token
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
}

// Bounds of an identity in bytes (OpenID Connect Core 1.0, section 2: sub has at most 255).
const (
	maxIssuer  = 500
	maxSubject = 255
)

// Validate checks form and lengths.
func (r OIDCSignInRequest) Validate() error {
	return errors.Join(r.NewSession.valid(), r.ProviderIdentity.valid())
}

func (i ProviderIdentity) valid() error {
	errs := []error{boundedText("issuer", i.Issuer, maxIssuer), boundedText("subject", i.Subject, maxSubject)}
	if i.Email != "" {
		errs = append(errs, boundedText("email", i.Email, maxEmail))
	}
	return errors.Join(errs...)
}

// ConfirmOIDCRequest confirms a session with an OpenID provider that has just authenticated the person. The session
// gets the new secret and is the reply. The error is CodeInvalidState if the identity belongs to another user.
type ConfirmOIDCRequest struct {
	BySession
	ProviderIdentity
	NewSession
}

// Validate checks form and lengths.
func (r ConfirmOIDCRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.ProviderIdentity.valid(), r.NewSession.valid())
}

// ConnectOIDCRequest links an identity to the user of a confirmed session, who can then sign in with it. The session
// gets the new secret and is the reply. The error is CodeInvalidState if the verified address is not the user's, or
// if the identity belongs to another user.
type ConnectOIDCRequest struct {
	BySession
	ProviderIdentity
	NewSession
}

// Validate checks form and lengths.
func (r ConnectOIDCRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.ProviderIdentity.valid(), r.NewSession.valid())
}

// VerifySessionRequest asks for the session and its user.
type VerifySessionRequest struct {
	BySession
	// Passive does not count as use of the session: for requests of scripts, so that an open tab does not keep it
	// alive.
	Passive bool `json:"passive,omitempty"`
}

// VerifySessionReply has no session if it has ended or does not exist, or if its account is suspended.
type VerifySessionReply struct {
	Session *Session `json:"session,omitempty"`
}

// Validate checks the session, if there is one.
func (r VerifySessionReply) Validate() error {
	if r.Session == nil {
		return nil
	}
	return r.Session.Validate()
}

// ConfirmSessionRequest confirms a session with the password. The session gets the new secret and is the reply.
// Errors are those of SignInRequest; CodeInvalidState if the user has no password.
type ConfirmSessionRequest struct {
	BySession
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r ConfirmSessionRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.Password.valid("password"), r.NewSession.valid())
}

// ChangePasswordRequest changes the password of the session's user. It needs the old password or, if there is none,
// a confirmed session. The session gets the new secret and is the reply; all other sessions of the user end. Errors
// are those of SignInRequest; CodeInvalidRequest if the new password is too short, too long or too easy to guess
// (the sentence says why).
type ChangePasswordRequest struct {
	BySession
	OldPassword Password `json:"oldPassword,omitempty"`
	NewPassword Password `json:"newPassword"`
	NewSession
}

// Validate checks form and lengths.
func (r ChangePasswordRequest) Validate() error {
	var old error
	if r.OldPassword != "" {
		old = r.OldPassword.valid("oldPassword")
	}
	return errors.Join(r.BySession.valid(), old, r.NewPassword.valid("newPassword"), r.NewSession.valid())
}

// EndSessionRequest ends a session of the user: the one of the request if SessionID is empty (sign-out). The error is
// CodeNotFound if the user has no such session.
type EndSessionRequest struct {
	BySession
	SessionID string `json:"sessionId,omitempty"`
}

// Validate checks the ids.
func (r EndSessionRequest) Validate() error {
	var id error
	if r.SessionID != "" {
		id = validID("sessionId", PrefixSession, r.SessionID)
	}
	return errors.Join(r.BySession.valid(), id)
}

// EndSessionsRequest ends all sessions of the user, including the one of the request if This is set.
type EndSessionsRequest struct {
	BySession
	This bool `json:"this,omitempty"`
}

// EndSessionsReply is the number of sessions that ended.
type EndSessionsReply struct {
	Ended int `json:"ended"`
}

// Validate accepts.
func (EndSessionsReply) Validate() error { return nil }

// ListSessionsReply answers BySession with all live sessions of the user, the one used last first.
type ListSessionsReply struct {
	Sessions []Session `json:"sessions"`
}

// Validate checks every session.
func (r ListSessionsReply) Validate() error { return validEach(r.Sessions) }

func validHash(member, h string) error {
	if b, err := hex.DecodeString(h); err != nil || len(b) != sha256.Size {
		return fmt.Errorf("%s is no SHA-256 in hexadecimal", member)
	}
	return nil
}

func validAddress(a string) error {
	if _, err := netip.ParseAddr(a); err != nil {
		return fmt.Errorf("address: %w", err)
	}
	return nil
}

func boundedText(member, text string, most int) error {
	if text == "" || len(text) > most || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return fmt.Errorf("%s has %d bytes or is no text, want 1 to %d", member, len(text), most)
	}
	return nil
}
