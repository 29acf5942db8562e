package contract

import "errors"

// LinkRequest asks for the purpose of a one-time link. The reply is a Link. Errors: CodeNotFound if the link is
// unknown, used or expired; CodeRateLimited with RetryAfter after too many tries from the network address.
type LinkRequest struct {
	LinkHash string `json:"linkHash"` // HashSecret of the link's secret
	Address  string `json:"address"`  // IP address of the client
}

// Validate checks hash and address.
func (r LinkRequest) Validate() error {
	return errors.Join(validHash("linkHash", r.LinkHash), validAddress(r.Address))
}

// Link is a one-time link to set a user's password.
type Link struct {
	// User's Email is empty if the person must enter it (the first owner). Invited distinguishes an invitation from a
	// new password.
	User        User   `json:"user"`
	AccountName string `json:"accountName"`
	ExpiresAt   Time   `json:"expiresAt"`
}

// Validate checks the user.
func (l Link) Validate() error { return l.User.Validate() }

// AcceptLinkRequest uses a one-time link: it sets the user's password and, if it is missing, the e-mail address,
// ends all sessions of the user and opens a confirmed one, which is the reply. Errors are those of LinkRequest;
// CodeInvalidRequest if the password is too short, too long or too easy to guess, or if the address is invalid,
// used, or of a domain of another account (the sentence says which); CodeInvalidState if the account is
// suspended. After an error the link is still valid.
type AcceptLinkRequest struct {
	LinkHash string   `json:"linkHash"`        // HashSecret of the link's secret
	Email    string   `json:"email,omitempty"` // only where Link.User has none
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r AcceptLinkRequest) Validate() error {
	var email error
	if r.Email != "" {
		email = boundedText("email", r.Email, maxEmail)
	}
	return errors.Join(validHash("linkHash", r.LinkHash), email, r.Password.valid("password"), r.NewSession.valid())
}
