package contract

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
)

// Role is what a user may do in the dashboard.
type Role string

// The roles. Members see and correct documents, see keys, create keys and revoke their own; owners may do
// everything.
const (
	RoleOwner  Role = "owner"
	RoleMember Role = "member"
)

// ParseRole finds a role by name.
func ParseRole(name string) (Role, error) {
	r := Role(strings.ToLower(name))
	return r, r.valid()
}

func (r Role) valid() error {
	if r != RoleOwner && r != RoleMember {
		return fmt.Errorf("%q is no role: choose %s or %s", string(r), RoleOwner, RoleMember)
	}
	return nil
}

// maxEmail is the longest e-mail address in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
const maxEmail = 254

// ParseEmail returns an e-mail address in the normalized form in which it is stored: without surrounding spaces, in
// lower case.
func ParseEmail(text string) (string, error) {
	email := strings.ToLower(strings.TrimSpace(text))
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail {
		return "", fmt.Errorf("%.80q is no e-mail address", text)
	}
	return email, nil
}

// User is a user of the dashboard, of one account.
type User struct {
	ID        string `json:"id"`
	AccountID string `json:"accountId"`
	// Email is empty for the first owner until the one-time link was used.
	Email string `json:"email"`
	Role  Role   `json:"role"`
	// Invited means that the user has not signed in yet, which needs the one-time link or OpenID Connect with this
	// e-mail address.
	Invited bool `json:"invited"`
	// HasPassword is false if the user signs in with OpenID Connect only.
	HasPassword bool `json:"hasPassword"`
	// HasIdentity means that the user has an identity at an OpenID provider that has verified the e-mail address.
	HasIdentity  bool  `json:"hasIdentity"`
	CreatedAt    Time  `json:"createdAt"`
	LastSignInAt *Time `json:"lastSignInAt"`
}

// Validate checks ids and role.
func (u User) Validate() error {
	return errors.Join(validID("id", PrefixUser, u.ID), validID("accountId", PrefixAccount, u.AccountID), u.Role.valid())
}

// ListUsersRequest is an operator's request for the users of an account. The dashboard sends BySession.
type ListUsersRequest struct {
	AccountID string `json:"accountId"`
}

// Validate checks the id.
func (r ListUsersRequest) Validate() error { return validID("accountId", PrefixAccount, r.AccountID) }

// ListUsersReply holds all users of the account, oldest first.
type ListUsersReply struct {
	Users []User `json:"users"`
}

// Validate checks every user.
func (r ListUsersReply) Validate() error { return validEach(r.Users) }

// Invitation is a future user and a one-time link. The caller generates the link's secret with NewSecret
// and shows its WelcomeLink once; no mail is sent.
type Invitation struct {
	Email    string `json:"email"`
	Role     Role   `json:"role"`
	LinkHash string `json:"linkHash"` // HashSecret of the link's secret
}

func (i Invitation) valid() error {
	_, err := ParseEmail(i.Email)
	return errors.Join(err, i.Role.valid(), validHash("linkHash", i.LinkHash))
}

// InviteUserRequest is an operator's invitation to an account. The reply is an InviteUserReply. Errors:
// CodeInvalidRequest if a user of the account has the e-mail address already, or if its domain belongs to another
// account (DOCMILL_OIDC_DOMAINS); CodeLimitReached at MaxUsers.
type InviteUserRequest struct {
	AccountID string `json:"accountId"`
	Invitation
}

// MaxUsers bounds the users of one account.
const MaxUsers = 500

// Validate checks id, address and role.
func (r InviteUserRequest) Validate() error {
	return errors.Join(validID("accountId", PrefixAccount, r.AccountID), r.Invitation.valid())
}

// SessionInviteRequest is InviteUserRequest from the dashboard, for owners in a confirmed session.
type SessionInviteRequest struct {
	BySession
	Invitation
}

// Validate checks hash, address and role.
func (r SessionInviteRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.Invitation.valid())
}

// InviteUserReply has the end of the link's validity.
type InviteUserReply struct {
	User      User `json:"user"`
	ExpiresAt Time `json:"expiresAt"`
}

// Validate checks the user.
func (r InviteUserReply) Validate() error { return r.User.Validate() }

// UserLinkRequest is an operator's request for a new one-time link with which a user sets a password. Earlier links of
// the user end; the password and sessions stay valid until the link is used. The reply is an InviteUserReply. Errors:
// CodeNotFound if there is no such user; CodeInvalidRequest if the domain of the user's address belongs to another
// account.
type UserLinkRequest struct {
	UserID   string `json:"userId"`
	LinkHash string `json:"linkHash"` // HashSecret of the link's secret
}

// Validate checks id and hash.
func (r UserLinkRequest) Validate() error {
	return errors.Join(validID("userId", PrefixUser, r.UserID), validHash("linkHash", r.LinkHash))
}

// SessionUserLinkRequest is UserLinkRequest from the dashboard, for owners in a confirmed session and users of their
// account.
type SessionUserLinkRequest struct {
	BySession
	UserLinkRequest
}

// Validate checks hashes and id.
func (r SessionUserLinkRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.UserLinkRequest.Validate())
}

// RemoveUserRequest is an operator's request to remove a user. Sessions and links of the user end; their keys stay.
// The reply is the removed User. Errors: CodeNotFound if there is no such user; CodeInvalidState for the last owner of
// an account.
type RemoveUserRequest struct {
	UserID string `json:"userId"`
}

// Validate checks the id.
func (r RemoveUserRequest) Validate() error { return validID("userId", PrefixUser, r.UserID) }

// SessionRemoveUserRequest is RemoveUserRequest from the dashboard, for owners in a confirmed session and users of
// their account.
type SessionRemoveUserRequest struct {
	BySession
	RemoveUserRequest
}

// Validate checks hash and id.
func (r SessionRemoveUserRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.RemoveUserRequest.Validate())
}

// SetRoleRequest is an operator's request to change a user's role. The reply is the User. Errors: CodeNotFound if there
// is no such user; CodeInvalidState if the account would have no owner.
type SetRoleRequest struct {
	UserID string `json:"userId"`
	Role   Role   `json:"role"`
}

// Validate checks id and role.
func (r SetRoleRequest) Validate() error {
	return errors.Join(validID("userId", PrefixUser, r.UserID), r.Role.valid())
}

// SessionSetRoleRequest is SetRoleRequest from the dashboard, for owners in a confirmed session and users of their
// account.
type SessionSetRoleRequest struct {
	BySession
	SetRoleRequest
}

// Validate checks hash, id and role.
func (r SessionSetRoleRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.SetRoleRequest.Validate())
}
