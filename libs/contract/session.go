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

// How long what proves a person's identity holds, by the database's clock.
const (
	// SessionIdle ends a session that nobody uses.
	SessionIdle = 30 * time.Minute
	// SessionLife ends every session, used or not.
	SessionLife = 12 * time.Hour
	// ConfirmationLife is how long after a sign-in, or after the password was
	// asked for again, a session may make keys and change passwords, people and
	// sessions.
	ConfirmationLife = 10 * time.Minute
	// LinkLife is how long a one-time link may be used.
	LinkLife = 72 * time.Hour
)

// SignInMethod is how a session was opened.
type SignInMethod string

// The ways in.
const (
	SignInPassword SignInMethod = "password"
	SignInOIDC     SignInMethod = "oidc"
	SignInLink     SignInMethod = "link" // a one-time link, with which the password was set
)

// Session is a person's stay in the dashboard: never its secret.
type Session struct {
	ID      string       `json:"id"` // sess_…: names it in lists, opens nothing
	User    User         `json:"user"`
	Account Account      `json:"account"`
	Method  SignInMethod `json:"method"`
	Agent   string       `json:"agent"` // the browser, as it calls itself

	CreatedAt Time `json:"createdAt"`
	// LastSeenAt is when it was last used, to the minute.
	LastSeenAt Time `json:"lastSeenAt"`
	// EndsAt is when it ends if it is not used again: SessionIdle after
	// LastSeenAt, SessionLife after CreatedAt at the latest.
	EndsAt Time `json:"endsAt"`
	// Confirmed reports that the person proved who they are within
	// ConfirmationLife: without it CodeInvalidState answers what needs it, and
	// the page asks for the password (RPCAuthSessionConfirm), or sends a person
	// without one through OpenID Connect again.
	Confirmed bool `json:"confirmed"`
	// Current marks, in lists, the session that asked.
	Current bool `json:"current,omitempty"`
}

// Validate checks ids, user and account.
func (s Session) Validate() error {
	return errors.Join(validID("id", PrefixSession, s.ID), s.User.Validate(), s.Account.Validate())
}

// BySession says who asks: the user whose session it is, for the user's account.
// Everything that takes it may fail with CodeAuthInvalid (the session has ended:
// sign in again) and with CodeInvalidState (the role or the confirmation that it
// needs is missing; the sentence says which).
type BySession struct {
	SessionHash string `json:"sessionHash"` // HashSecret of the session's secret
}

func (r BySession) valid() error { return validHash("sessionHash", r.SessionHash) }

// Validate checks the hash's form.
func (r BySession) Validate() error { return r.valid() }

// NewSession is the session that a sign-in opens. Its secret is new each time,
// made by the caller with NewSecret, so that no secret from before a sign-in is
// worth anything after it.
type NewSession struct {
	NewSessionHash string `json:"newSessionHash"` // HashSecret of the new session's secret
	Agent          string `json:"agent"`          // User-Agent header; at most MaxAgent bytes, empty is fine
	Address        string `json:"address"`        // IP address of the client: what is guessed is throttled by it
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

// SignInRequest opens a session by e-mail address and password; the answer is
// the Session. Where users of several accounts have address and password, it is of
// the one who signed in last. CodeAuthInvalid: address or password is wrong, told alike and
// after the same time; CodeRateLimited with RetryAfter: too many failures for
// this e-mail address, or tries from this network address; CodeInvalidState: the
// password is right, but the account is suspended.
type SignInRequest struct {
	Email    string   `json:"email"`
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r SignInRequest) Validate() error {
	return errors.Join(boundedText("email", r.Email, maxEmail), r.Password.valid("password"), r.NewSession.valid())
}

// OIDCSignInRequest opens a session for whom an OpenID provider has vouched; the
// gateway has verified the ID token. The answer is the Session.
//
// Where EmailVerified, and the address's domain is among the installation's
// DOCMILL_OIDC_DOMAINS, the user is of the domain's account: who signed in to it
// with this issuer and subject before, else whose address it is there, else a new
// member. In all other cases it is who signed in with this issuer and subject
// before; else, if EmailVerified, who alone has the address, is invited and has set
// no password. CodeAuthInvalid: nobody of these; CodeInvalidState: the account is
// suspended, or users have the address of whom nobody knows whether it is theirs.
type OIDCSignInRequest struct {
	ProviderIdentity
	// Fresh reports that the provider has asked, for this sign-in, who the person is:
	// the session is confirmed.
	Fresh bool `json:"fresh,omitempty"`
	NewSession
}

// ProviderIdentity is a person as an OpenID provider has vouched for them.
type ProviderIdentity struct {
	Issuer        string `json:"issuer"`  // iss of the ID token
	Subject       string `json:"subject"` // sub of the ID token
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
}

// maxIssuer and maxSubject bound what identifies a person at a provider, in
// bytes (OpenID Connect Core 1.0, section 2: sub has at most 255).
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

// ConfirmOIDCRequest proves once more, by an OpenID provider that has just asked,
// who uses the session. The session goes on under the new secret (the old one
// ends) and is the answer. CodeInvalidState: the provider vouched for somebody
// else than the session's user.
type ConfirmOIDCRequest struct {
	BySession
	ProviderIdentity
	NewSession
}

// Validate checks form and lengths.
func (r ConfirmOIDCRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.ProviderIdentity.valid(), r.NewSession.valid())
}

// ConnectOIDCRequest ties an identity to who uses the session, which must be
// confirmed: from then on they sign in with either. The session goes on under the
// new secret and is the answer. CodeInvalidState: the address that the provider
// has verified is not the user's, or the identity is another user's.
type ConnectOIDCRequest struct {
	BySession
	ProviderIdentity
	NewSession
}

// Validate checks form and lengths.
func (r ConnectOIDCRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.ProviderIdentity.valid(), r.NewSession.valid())
}

// VerifySessionRequest asks whose session it is.
type VerifySessionRequest struct {
	BySession
	// Passive leaves the session as idle as it is: for what the page asks by
	// itself, so that an open tab does not keep a session.
	Passive bool `json:"passive,omitempty"`
}

// VerifySessionReply has no session when it has ended, was never opened, or its
// account is suspended: one and the same answer.
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

// ConfirmSessionRequest proves once more, by password, who uses the session. The
// session goes on under the new secret (the old one ends) and is the answer.
// It fails as SignInRequest does; CodeInvalidState: the user has no password.
type ConfirmSessionRequest struct {
	BySession
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r ConfirmSessionRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.Password.valid("password"), r.NewSession.valid())
}

// ChangePasswordRequest changes the password of the caller; needs the old one,
// or, for who has none yet, a confirmed session. The session goes on under the
// new secret and is the answer, every other of the user ends. It fails as
// SignInRequest does; CodeInvalidRequest: the new password is too short, too
// long or too easy to guess, and the sentence says why.
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

// EndSessionRequest ends a session of the user who asks: the one that asks when
// SessionID is empty (signing out). CodeNotFound: the user has no such session.
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

// EndSessionsRequest ends every session of the user who asks, but the one that
// asks unless This is set.
type EndSessionsRequest struct {
	BySession
	This bool `json:"this,omitempty"`
}

// EndSessionsReply counts them.
type EndSessionsReply struct {
	Ended int `json:"ended"`
}

// Validate accepts.
func (EndSessionsReply) Validate() error { return nil }

// ListSessionsReply answers BySession: all sessions of the user who asks that
// have not ended, the one used last first.
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
